package tuitest_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"saloon/engine/bot"
	"saloon/tui/felt"
	"saloon/tui/gallery"
	"saloon/tui/style"
	"saloon/tui/tuitest"
)

func wares() gallery.Wares {
	toy := tuitest.Toy()
	name := toy.Kit.Spec.Name
	return gallery.Wares{
		Kits: []bot.Kit{toy.Kit}, Faces: map[string]felt.Factory{name: toy.Face},
		Books: map[string]string{name: toy.Book},
	}
}

var (
	plain = style.Look{Profile: colorprofile.NoTTY}
	ascii = style.Look{Profile: colorprofile.NoTTY, ASCII: true}
)

// TestScreensLook compares the house's own screens with what they looked like when somebody last looked at them. The
// game's boards have goldens of their own.
func TestScreensLook(t *testing.T) {
	for _, c := range []struct {
		name, exhibit string
		look          style.Look
		w, h          int
	}{
		{"door", "door", plain, 80, 24},
		{"door small ascii", "door", ascii, 60, 20},
		{"lobby", "lobby", plain, 80, 24},
		{"lobby small ascii", "lobby", ascii, 60, 20},
		{"lobby roomy", "lobby", plain, 120, 40},
		{"lobby empty", "lobby/empty", plain, 80, 24},
		{"lobby 16 colours", "lobby", style.Look{Profile: colorprofile.ANSI}, 80, 24},
		{"dialog", "lobby/leave", plain, 80, 24},
		{"new table", "open", plain, 80, 24},
		{"new table roomy", "open", plain, 120, 40},
		{"leaderboard", "leaderboard", plain, 80, 24},
		{"profile", "profile", plain, 80, 24},
		{"account", "account", plain, 80, 24},
		{"other profile", "profile/other", plain, 80, 24},
		{"matches", "history", plain, 80, 24},
		{"settings", "settings", plain, 80, 24},
		{"help", "help", plain, 80, 24},
		{"too small", "lobby", plain, 40, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for _, e := range wares().Exhibits() {
					if e.Name == c.exhibit {
						text, err := wares().Frame(e, c.look, c.w, c.h)
						tuitest.RunOut()
						if err != nil {
							t.Fatal(err)
						}
						golden.RequireEqual(t, text)
						return
					}
				}
				t.Fatalf("no exhibit %q", c.exhibit)
			})
		})
	}
}

// Every screen fills every window to the cell, in every depth of colour.
func TestEveryScreenFitsEveryWindow(t *testing.T) {
	looks := []style.Look{plain, ascii, {Profile: colorprofile.TrueColor, Ground: style.Dark}}
	rnd := rand.New(rand.NewPCG(1, 2))
	for i, e := range wares().Exhibits() {
		synctest.Test(t, func(t *testing.T) {
			hung, err := wares().Settle(e, looks[i%len(looks)], 80, 24)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				hung.Close()
				tuitest.RunOut()
			}()
			try := func(w, h int) {
				hung.Update(tea.WindowSizeMsg{Width: w, Height: h})
				lines := strings.Split(hung.View().Content, "\n")
				if len(lines) != h {
					t.Fatalf("%s at %dx%d has %d rows", e.Name, w, h, len(lines))
				}
				for y, l := range lines {
					if style.Width(l) != w {
						t.Fatalf("%s at %dx%d: row %d has %d cells:\n%s", e.Name, w, h, y, style.Width(l), hung.Text())
					}
				}
			}
			for w := 1; w <= 300; w += 1 + w/60 {
				try(w, 1+rnd.IntN(120))
			}
			for h := 1; h <= 120; h += 1 + h/40 {
				try(1+rnd.IntN(300), h)
			}
			for _, s := range [][2]int{
				{60, 20}, {80, 24}, {100, 30}, {109, 24}, {110, 24}, {120, 40}, {132, 43}, {59, 20}, {60, 19},
			} {
				try(s[0], s[1])
			}
		})
	}
}
