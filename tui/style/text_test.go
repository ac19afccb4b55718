package style

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// scraps are what lines are made of in these tests: what the quick way knows, and some of what it does not.
var scraps = []string{
	"a", "~", " ", "12345678", "Draw two cards.", "é", "│", "♠", "…", "‹", "\x1b[1m", "\x1b[38;5;94m", "\x1b[m",
	"\x7f", "\x1f", "\x1b", "\x1b[2J", "\xff", "漢", "e\u0301", "\u200d", "❤\ufe0f", "\u00a0", "\u00ad", "🤠",
}

func line(t *rapid.T, of []string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(of), 0, 24).Draw(t, "line"), "")
}

// slowFit is Fit as it is meant.
func slowFit(s *Style, block string, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	lines := strings.Split(block, "\n")
	lines = append(lines, make([]string, h)...)[:h]
	for i, l := range lines {
		lines[i] = slowPad(s, l, w)
	}
	return strings.Join(lines, "\n")
}

func slowPad(s *Style, line string, w int) string {
	line = slowCut(s, line, w)
	return line + strings.Repeat(" ", max(w-ansi.StringWidth(line), 0))
}

func slowCut(s *Style, line string, w int) string {
	switch {
	case w <= 0:
		return ""
	case ansi.StringWidth(line) <= w:
		return line
	case w == 1:
		return s.Ellipsis
	}
	return ansi.Truncate(line, w, s.Ellipsis)
}

// The quick ways to lay out text do what the slow ones do.
func TestLayoutAgreesWithTheSlowWay(t *testing.T) {
	looks := []*Style{Plain(), For(Look{Profile: colorprofile.ANSI256, Ground: Dark})}
	known := scraps[:13]
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([][]string{known, scraps}).Draw(t, "scraps")
		s, w := rapid.SampledFrom(looks).Draw(t, "look"), rapid.IntRange(-1, 40).Draw(t, "w")
		a, b := line(t, of), line(t, of)
		same := func(what, got, want string) {
			if got != want {
				t.Fatalf("%s in %d: got %q, want %q", what, w, got, want)
			}
		}
		same("cut", s.Cut(a, w), slowCut(s, a, w))
		same("padded", s.Pad(a, w), slowPad(s, a, w))
		right := slowCut(s, b, w)
		same("spread", s.Spread(a, b, w), slowPad(s, a, w-ansi.StringWidth(right))+right)
		h := rapid.IntRange(0, 5).Draw(t, "h")
		block := strings.Join([]string{a, b, line(t, of)}[:rapid.IntRange(1, 3).Draw(t, "lines")], "\n")
		same("fitted", s.Fit(block, w, h), slowFit(s, block, w, h))
		begun := slowFit(s, block, w, 2) + rapid.SampledFrom([]string{"", "\n", "\n" + b}).Draw(t, "more")
		same("fitted again", s.Fit(begun, w, h), slowFit(s, begun, w, h))
	})
}

// What is cleaned the quick way is what the slow way would have left.
func TestLatinNeedsNoCleaning(t *testing.T) {
	for r := range rune(0x400) {
		for _, s := range []string{string(r), "Zo" + string(r) + " " + string(r)} {
			if _, ok := latin(s); ok && pick(ansi.Strip(s), 40, marksMax) != s {
				t.Errorf("%q is not clean", s)
			}
		}
	}
}

// Columns are blocks below each other beside others, of as many rows each or of as many together.
func TestColumnsAreStacksBeside(t *testing.T) {
	for _, c := range []struct{ left, right []string }{
		{[]string{"ab"}, []string{"xyz"}},
		{[]string{"ab\ncd\nef"}, []string{"x\ny\nz"}},
		{[]string{"ab\ncd", "ef"}, []string{"x", "y\nz"}},
		{[]string{"", "a"}, []string{"\nx"}},
	} {
		var b strings.Builder
		Columns(&b, c.left, c.right)
		want := Beside(strings.Join(c.left, "\n"), strings.Join(c.right, "\n"))
		if b.String() != want {
			t.Errorf("%q beside %q is %q, want %q", c.left, c.right, b.String(), want)
		}
	}
}
