package tuitest_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"saloon/tui/style"
)

// BenchmarkDraw draws each exhibit anew, at 80×24 and 256 colours: what a frame costs a session before Bubble Tea's
// renderer.
func BenchmarkDraw(b *testing.B) {
	look := style.Look{Profile: colorprofile.ANSI256, Ground: style.Dark}
	for _, e := range wares().Exhibits() {
		switch e.Name {
		case "lobby", "leaderboard", "profile", "lobby/leave":
		default:
			continue
		}
		b.Run(e.Name, func(b *testing.B) {
			app, err := wares().Settle(e, look, 80, 24)
			if err != nil {
				b.Fatal(err)
			}
			defer app.Close()
			for b.Loop() {
				app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
				_ = app.View()
			}
		})
		b.Run(e.Name+"/unchanged", func(b *testing.B) {
			app, err := wares().Settle(e, look, 80, 24)
			if err != nil {
				b.Fatal(err)
			}
			defer app.Close()
			for b.Loop() {
				app.Update(tea.MouseMotionMsg{})
				_ = app.View()
			}
		})
	}
}
