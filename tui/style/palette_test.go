package style

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	lin := func(c uint64) float64 {
		v := float64(c) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(n>>16&255) + 0.7152*lin(n>>8&255) + 0.0722*lin(n&255)
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a)+0.05, luminance(t, b)+0.05
	return max(x, y) / min(x, y)
}

// of256 is the usual mixture of one of the 256 colours above the first 16.
func of256(c shade) string {
	n := int(c.x) - 16
	if n >= 216 {
		v := 8 + 10*(n-216)
		return fmt.Sprintf("#%02x%02x%02x", v, v, v)
	}
	level := []int{0, 95, 135, 175, 215, 255}
	return fmt.Sprintf("#%02x%02x%02x", level[n/36], level[n/6%6], level[n%6])
}

// The figures are those of WCAG 2: 4.5:1 for text. Where the ground is unknown, no colour reaches more than 4.58:1 on
// black and white alike; of the 256 few
// come near it, and 3:1 is the figure for bold text.
func TestColoursCanBeRead(t *testing.T) {
	read := append(palette[:], brass, dust, grass, ember, blood)
	for _, c := range read {
		for _, want := range []struct {
			ink, ground string
			least       float64
		}{
			{c.unknown.hex, "#000000", 4.4}, {c.unknown.hex, "#ffffff", 4.4},
			{c.dark.hex, "#1e1e1e", 4.5}, {c.dark.hex, lamp.dark.hex, 4.5},
			{c.light.hex, "#ffffff", 4.5}, {c.light.hex, lamp.light.hex, 4.5},
			{c.card.hex, cream.hex, 4.5},
			{of256(c.dark), "#1e1e1e", 4.5}, {of256(c.light), "#ffffff", 4.5}, {of256(c.card), of256(cream), 4.5},
			{of256(c.unknown), "#000000", 3}, {of256(c.unknown), "#ffffff", 3},
		} {
			if got := contrast(t, want.ink, want.ground); got < want.least {
				t.Errorf("%s: %s on %s has %.2f:1", c.name, want.ink, want.ground, got)
			}
		}
	}
	if got := contrast(t, soot.hex, cream.hex); got < 7 {
		t.Errorf("print on paper: %.2f:1", got)
	}
}

func TestHuesDifferInEveryDepth(t *testing.T) {
	for p := colorprofile.ANSI; p <= colorprofile.TrueColor; p++ {
		for _, g := range []Ground{Unknown, Dark, Light} {
			s := For(Look{Profile: p, Ground: g})
			seen := map[string]int{}
			for h := range Hues {
				for _, ink := range []string{s.Hue(h).open, s.OnPaper(h).open} {
					if other, ok := seen[ink]; ok && other != h {
						t.Errorf("%v on %v: hues %d and %d look the same", p, g, other, h)
					}
					seen[ink] = h
				}
			}
		}
	}
}

func TestNoColourMeansNone(t *testing.T) {
	if got := For(Look{Profile: colorprofile.ASCII}).Danger.Render("x"); got != "\x1b[1mx\x1b[m" {
		t.Errorf("without colours danger is %q", got)
	}
	if got := Plain().Sign.Render("x"); got != "x" {
		t.Errorf("without escape sequences a sign is %q", got)
	}
}
