package wyattearp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// moments are the phases that a board draws, each from a real match, as the seat sees it that is asked.
func moments(t *testing.T, seats int) (names []string, scenes []felt.Scene[we.View, we.Move]) {
	t.Helper()
	want := []we.Phase{we.Draw, we.Play, we.Target, we.React, we.Scored, we.Over}
	for _, phase := range want {
		g := newGame(t, seats, 7)
		for turns := 0; ; turns++ {
			v := we.Rules{}.View(g.state, engine.Public)
			if v.Phase == phase && (turns > 60 || phase > we.React) {
				seat := v.Asked
				if seat < 0 {
					seat = 0
				}
				names, scenes = append(names, phase.String()), append(scenes, g.scene(seat))
				break
			}
			if !g.step(t) {
				t.Fatalf("no moment of phase %v", phase)
			}
		}
	}
	g := newGame(t, seats, 7)
	for range 90 {
		g.step(t)
	}
	return append(names, "spectator"), append(scenes, g.scene(engine.Nobody))
}

func drawMoments(t *testing.T, seats int, size felt.Size, st *style.Style) string {
	t.Helper()
	names, scenes := moments(t, seats)
	var all strings.Builder
	for i, s := range scenes {
		b := NewBoard()
		b.Show(s)
		drawing := b.Draw(size, st)
		fills(t, drawing, size)
		fmt.Fprintf(&all, "%s\n%s\n> %s\n\n", names[i], drawing, b.Prompt())
	}
	return all.String()
}

// The sizes are those that a board gets on screens of 80×24, 100×30 and 120×40.
func TestBoardLooks(t *testing.T) {
	plain := style.For(style.Look{Profile: colorprofile.ASCII})
	for _, size := range []felt.Size{{W: 80, H: 18}, {W: 100, H: 22}, {W: 83, H: 35}} {
		for seats := 2; seats <= 4; seats++ {
			t.Run(fmt.Sprintf("%dx%d/%d", size.W, size.H, seats), func(t *testing.T) {
				golden.RequireEqual(t, []byte(drawMoments(t, seats, size, plain)))
			})
		}
	}
	for name, look := range map[string]style.Look{
		"ascii":   {Profile: colorprofile.NoTTY, ASCII: true},
		"sixteen": {Profile: colorprofile.ANSI},
		"full":    {Profile: colorprofile.TrueColor, Ground: style.Light},
	} {
		t.Run(name, func(t *testing.T) {
			golden.RequireEqual(t, []byte(drawMoments(t, 3, felt.Size{W: 80, H: 18}, style.For(look))))
		})
	}
}

// The same is told in lines, for ears: every outlaw, every player, and the whole hand.
func TestLinesTellEverything(t *testing.T) {
	_, scenes := moments(t, 4)
	for _, s := range scenes {
		b := NewBoard()
		b.Show(s)
		text := strings.Join(b.Lines(), "\n")
		for o := range we.Outlaw(we.Outlaws) {
			if !strings.Contains(text, o.String()) {
				t.Errorf("nothing about %v in:\n%s", o, text)
			}
		}
		for seat := range engine.Seat(4) {
			if name := s.Name(seat); !strings.Contains(text, name) {
				t.Errorf("nothing about %s in:\n%s", name, text)
			}
		}
		if s.View.Phase == we.Play && !strings.Contains(text, s.View.Hand.String()) {
			t.Errorf("the hand is missing in:\n%s", text)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	g := newGame(b, 4, 7)
	for range 120 {
		g.step(b)
	}
	board := NewBoard()
	board.Show(g.scene(0))
	st := style.For(style.Look{Profile: colorprofile.TrueColor, Ground: style.Dark})
	b.ReportAllocs()
	for b.Loop() {
		board.Draw(felt.Size{W: 80, H: 18}, st)
	}
}
