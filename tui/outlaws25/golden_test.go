package outlaws25

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
	o25 "saloon/engine/outlaws25"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// moment is what one viewer saw at one moment of a real match, and just before. They are kept in a file, so that
// drawings change when the board does, and not when chance falls differently.
type moment struct {
	Name   string
	Me     engine.Seat
	Before o25.View
	View   o25.View
	Legal  []o25.Move
	Keys   []string // pressed before it is drawn
}

func (m moment) board() *Board {
	t := felt.Table{Me: m.Me, Info: peopleInfo(m.View), Now: noon}
	b := NewBoard()
	b.Show(felt.Scene[o25.View, o25.Move]{View: m.Before, Table: t})
	b.Show(felt.Scene[o25.View, o25.Move]{View: m.View, Legal: m.Legal, Table: t})
	b.Pass(noon.Add(movedFor / 2)) // a duel has come to rest, what money did is still shown
	for _, k := range m.Keys {
		b.Key(press(k))
	}
	return b
}

const momentsFile = "testdata/moments.json"

// moments reads the kept moments of a number of seats. With -update they are taken from matches anew.
func moments(t testing.TB, seats int) []moment {
	t.Helper()
	all := make(map[int][]moment)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		for n := 2; n <= 5; n++ {
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

// wanted are the moments that a board draws, each with what makes one worth drawing and what is pressed there.
var wanted = []struct {
	name string
	fits func(o25.View) bool
	keys []string
}{
	{"arrange", func(v o25.View) bool { return v.Phase == o25.Arranging }, []string{"right", "space", "left"}},
	{"bet", func(v o25.View) bool { return v.Phase == o25.Betting && v.Hand.Level == 0 && v.Hand.Acted > 0 }, nil},
	{"raise", func(v o25.View) bool {
		return v.Phase == o25.Betting && v.Hand.Level > 0 && v.Hand.Most > v.Hand.Least+40
	}, []string{"h", "up"}},
	{"side pot", func(v o25.View) bool {
		return v.Phase == o25.Betting && len((&Board{v: v}).pots()) > 1
	}, nil},
	{"bribe", func(v o25.View) bool { return v.Phase == o25.Bribing }, nil},
	{"before", func(v o25.View) bool { return v.Phase == o25.BeforeRoll }, nil},
	{"after", func(v o25.View) bool { return v.Phase == o25.AfterRoll }, nil},
	{"shot", func(v o25.View) bool { return v.Phase == o25.Settled && v.Duel.Sheriff == 0 }, nil},
	{"sheriff", func(v o25.View) bool { return v.Phase == o25.Settled && v.Duel.Sheriff > 0 }, nil},
	{"showdown", func(v o25.View) bool { return v.Phase == o25.Showdown && v.Hand.Shown.Len() > 1 && v.Round > 1 },
		nil},
	{"side pots won", func(v o25.View) bool { return v.Phase == o25.Showdown && v.Hand.Side > 1 }, nil},
	{"buy", func(v o25.View) bool { return v.Phase == o25.Buying && v.Round > 2 }, nil},
	{"hold up", func(v o25.View) bool { return v.Phase == o25.HoldingUp && v.Round > 1 }, []string{"down", "tab"}},
	{"answer", func(v o25.View) bool { return v.Phase == o25.Answering }, nil},
	{"share", func(v o25.View) bool { return v.Phase == o25.Sharing && v.Round > 1 }, []string{"right", "up", "up"}},
	{"over", func(v o25.View) bool { return v.Phase == o25.Over }, nil},
}

func playMoments(t testing.TB, seats int) (all []moment) {
	t.Helper()
	for _, w := range wanted {
		m, ok := moment{}, false
		for seed := uint64(1); seed < 60 && !ok; seed++ {
			m, ok = find(t, newGame(t, seats, seed), w.fits)
		}
		if !ok {
			if strings.Contains(w.name, "side pot") && seats == 2 {
				continue
			}
			t.Fatalf("no moment like %s with %d seats", w.name, seats)
		}
		m.Name, m.Keys = w.name, w.keys
		all = append(all, m)
	}
	g := newGame(t, seats, 1)
	for v := g.view(); v.Phase != o25.Betting || v.Hand.Level == 0; v = g.view() {
		if !g.step(t) {
			t.Fatal("the match was too short to watch")
		}
	}
	return append(all, moment{Name: "spectator", Me: engine.Nobody, Before: g.view(), View: g.view()})
}

// find plays on until a position fits, and sees it with the eyes of who is asked.
func find(t testing.TB, g *game, fits func(o25.View) bool) (moment, bool) {
	for {
		seat := max(0, append((o25.Rules{}).Turn(g.state), 0)[0])
		if s := g.scene(seat); fits(s.View) {
			return moment{Me: seat, View: s.View, Legal: s.Legal, Before: s.View}, true
		}
		if s := g.state; !g.step(t) {
			return moment{}, false
		} else if seat := max(0, append((o25.Rules{}).Turn(g.state), 0)[0]); fits(g.scene(seat).View) {
			now := g.scene(seat)
			g.state = s
			return moment{Me: seat, View: now.View, Legal: now.Legal, Before: g.scene(seat).View}, true
		}
	}
}

func drawMoments(t *testing.T, seats int, size felt.Size, st *style.Style) string {
	t.Helper()
	var all strings.Builder
	for _, m := range moments(t, seats) {
		b := m.board()
		drawing := b.Draw(size, st)
		fills(t, drawing, size)
		fmt.Fprintf(&all, "%s\n%s\n> %s\n\n", m.Name, drawing, b.Prompt())
	}
	return all.String()
}

// The sizes are those that a board gets on screens of 80×24, 60×20, 100×30 and 120×40.
func TestBoardLooks(t *testing.T) {
	plain := style.For(style.Look{Profile: colorprofile.ASCII})
	for _, size := range []felt.Size{{W: 80, H: 17}, {W: 60, H: 13}, {W: 100, H: 22}, {W: 83, H: 35}} {
		for _, seats := range []int{2, 5} {
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
			golden.RequireEqual(t, []byte(drawMoments(t, 5, felt.Size{W: 80, H: 17}, style.For(look))))
		})
	}
}

// Without glyphs a board is written in ASCII alone, as far as its players' names are.
func TestASCIIMeansASCII(t *testing.T) {
	st := style.For(style.Look{Profile: colorprofile.ASCII, ASCII: true})
	for _, seats := range []int{2, 3, 5} {
		for _, m := range moments(t, seats) {
			b := m.board()
			for i := range b.t.Info.Chairs {
				b.t.Info.Chairs[i].Owner.Name = fmt.Sprintf("Player %d", i)
			}
			for _, size := range []felt.Size{{W: 60, H: 13}, {W: 80, H: 17}, {W: 83, H: 35}} {
				for _, r := range b.Draw(size, st) {
					if r > 0x7e {
						t.Fatalf("%s at %v draws %q", m.Name, size, r)
					}
				}
			}
		}
	}
}
