package wyattearp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// moment is what one viewer saw at one moment of a real match. They are kept in a file, so that drawings change when
// the board does, and not when chance falls differently.
type moment struct {
	Name  string
	Me    engine.Seat
	View  we.View
	Legal []we.Move
}

func (m moment) scene() felt.Scene[we.View, we.Move] {
	t := felt.Table{Me: m.Me, Info: peopleInfo(m.View)}
	return felt.Scene[we.View, we.Move]{View: m.View, Legal: m.Legal, Table: t}
}

const momentsFile = "testdata/moments.json"

// moments reads the kept moments of a number of seats. With -update they are taken from matches anew.
func moments(t *testing.T, seats int) []moment {
	t.Helper()
	all := make(map[int][]moment)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		for n := 2; n <= 4; n++ {
			all[n] = playMoments(t, n)
		}
		text, err := json.Marshal(all)
		if err == nil {
			err = os.WriteFile(momentsFile, text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(momentsFile)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all[seats]
}

// playMoments plays to each phase that a board draws.
func playMoments(t *testing.T, seats int) (all []moment) {
	t.Helper()
	for _, phase := range []we.Phase{we.Draw, we.Play, we.Target, we.React, we.Scored, we.Over} {
		g := newGame(t, seats, 7)
		for turns := 0; ; turns++ {
			v := we.Rules{}.View(g.state, engine.Public)
			if v.Phase == phase && (turns > 60 || phase > we.React) {
				seat := max(v.Asked, 0)
				s := g.scene(seat)
				all = append(all, moment{phase.String(), seat, s.View, s.Legal})
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
	return append(all, moment{"spectator", engine.Nobody, g.scene(engine.Nobody).View, nil}, duelMoment(all[5]))
}

// duelMoment is the end of a match that a duel decided between the first two.
func duelMoment(over moment) moment {
	over.Name = "duel"
	over.View.DuelRound, over.View.Ending = 2, "duel"
	over.View.Duel[0], over.View.Duel[1] = we.JesseJames.Card(), we.Hideout
	over.View.Winner = 0
	return over
}

func drawMoments(t *testing.T, seats int, size felt.Size, st *style.Style) string {
	t.Helper()
	var all strings.Builder
	for _, m := range moments(t, seats) {
		b := NewBoard()
		b.Show(m.scene())
		drawing := b.Draw(size, st)
		fills(t, drawing, size)
		fmt.Fprintf(&all, "%s\n%s\n> %s\n\n", m.Name, drawing, b.Prompt())
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
	for _, m := range moments(t, 4) {
		s := m.scene()
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
