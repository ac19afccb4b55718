package okcorral

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
	okc "saloon/engine/okcorral"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// moment is what one viewer saw at one moment of a real match. They are kept in a file, so that drawings change when
// the board does, and not when chance falls differently.
type moment struct {
	Name string
	Me   engine.Seat
	View okc.View
	Show bool // people look at what came of a race
}

func (m moment) board() *Board {
	t := tableOf(m.View.Seats, m.Me)
	if m.Show {
		t.Race = &table.Race{ID: 1, Stage: table.RaceShow}
	}
	return shown(m.View, t)
}

const momentsFile = "testdata/moments.json"

// moments reads the kept moments of a number of seats. With -update they are taken from matches anew.
func moments(t testing.TB, seats int) []moment {
	t.Helper()
	all := make(map[int][]moment)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		for n := 2; n <= 6; n++ {
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

func lies(k okc.Kind) func(okc.View) bool {
	return func(v okc.View) bool { return v.Phase == okc.Open && v.Card.Kind() == k && v.Left() < 30 }
}

func came(r okc.Result) func(okc.View) bool {
	return func(v okc.View) bool { return v.Phase == okc.Waiting && v.Last.Result == r && v.Left() < 30 }
}

// wanted are the moments that a board draws.
var wanted = []struct {
	name string
	fits func(okc.View) bool
}{
	{"first", func(v okc.View) bool { return v.Phase == okc.Waiting && v.Last.Card == okc.NoCard }},
	{"armed", func(v okc.View) bool { return v.Phase == okc.Armed && v.Left() < 30 }},
	{"cavalry", lies(okc.Cavalry)}, {"hold-up", lies(okc.HoldUp)}, {"double", lies(okc.DoubleShoot)},
	{"nugget", lies(okc.Nugget)}, {"fool", lies(okc.FoolsGold)}, {"poker", lies(okc.PokerRight)},
	{"wanted", lies(okc.Wanted)}, {"settling", lies(okc.Settling)}, {"duel", lies(okc.Duel)},
	{"fastest", came(okc.Fastest)}, {"slowest", came(okc.Slowest)}, {"failed", came(okc.Failed)},
	{"caught", came(okc.Caught)}, {"centred", came(okc.Centred)}, {"unclaimed", came(okc.Unclaimed)},
	{"tie", func(v okc.View) bool { return v.Phase == okc.Armed && v.Tied != 0 }},
	{"showdown", func(v okc.View) bool { return v.Phase == okc.Showdown }},
	{"over", func(v okc.View) bool { return v.Phase == okc.Over }},
}

func playMoments(t testing.TB, seats int) (all []moment) {
	t.Helper()
	for _, w := range wanted {
		for seed := range byte(40) {
			if v, ok := find(t, newGame(t, engine.Config{Seats: seats}, seed), w.fits); ok {
				me := engine.Seat(int(seed) % seats)
				v.Viewer = me
				all = append(all, moment{Name: w.name, Me: me, View: v, Show: v.Phase == okc.Waiting})
				break
			}
		}
	}
	v, _ := find(t, newGame(t, engine.Config{Seats: seats}, 9), came(okc.Slowest))
	return append(all, moment{Name: "spectator", Me: engine.Nobody, View: v, Show: true})
}

// find plays on until a position fits.
func find(t testing.TB, g *game, fits func(okc.View) bool) (okc.View, bool) {
	for g.step(t) {
		if v := g.view(engine.Nobody); fits(v) {
			return v, true
		}
	}
	return okc.View{}, false
}

func drawMoments(t *testing.T, seats int, size felt.Size, st *style.Style) string {
	t.Helper()
	var all strings.Builder
	for _, m := range moments(t, seats) {
		b := m.board()
		drawing := b.Draw(size, st)
		lines := strings.Split(drawing, "\n")
		if len(lines) != size.H {
			t.Fatalf("%s has %d lines", m.Name, len(lines))
		}
		for _, l := range lines {
			if style.Width(l) != size.W {
				t.Fatalf("%s has a line of %d cells: %q", m.Name, style.Width(l), l)
			}
		}
		fmt.Fprintf(&all, "%s: %s, rule %s\n%s\n> %s\n\n", m.Name, b.Headline(), b.Clause(), drawing,
			strings.Join(b.Lines(), "\n> "))
	}
	return all.String()
}

// The sizes are those that a board gets on screens of 80×24, 60×20, 100×30 and 120×40.
func TestBoardLooks(t *testing.T) {
	plain := style.For(style.Look{Profile: colorprofile.NoTTY})
	for _, size := range []felt.Size{{W: 80, H: 19}, {W: 60, H: 15}, {W: 100, H: 24}, {W: 83, H: 37}} {
		for _, seats := range []int{3, 6} {
			t.Run(fmt.Sprintf("%dx%d/%d", size.W, size.H, seats), func(t *testing.T) {
				golden.RequireEqual(t, []byte(drawMoments(t, seats, size, plain)))
			})
		}
	}
	for name, look := range map[string]style.Look{
		"ascii":   {Profile: colorprofile.ASCII, ASCII: true},
		"sixteen": {Profile: colorprofile.ANSI},
		"full":    {Profile: colorprofile.TrueColor, Ground: style.Light},
		"calm":    {Profile: colorprofile.TrueColor, Ground: style.Dark, Calm: true},
	} {
		t.Run(name, func(t *testing.T) {
			golden.RequireEqual(t, []byte(drawMoments(t, 5, felt.Size{W: 80, H: 19}, style.For(look))))
		})
	}
}

// Without glyphs a board is written in ASCII alone, as far as its players' names are.
func TestASCIIMeansASCII(t *testing.T) {
	st := style.For(style.Look{Profile: colorprofile.ASCII, ASCII: true})
	for seats := 2; seats <= 6; seats++ {
		for _, m := range moments(t, seats) {
			b := m.board()
			for i := range b.t.Info.Chairs {
				b.t.Info.Chairs[i].Owner.Name = fmt.Sprintf("Player %d", i)
			}
			for _, size := range []felt.Size{{W: 60, H: 14}, {W: 80, H: 19}, {W: 83, H: 37}} {
				for _, r := range b.Draw(size, st) {
					if r > 0x7e {
						t.Fatalf("%s at %v draws %q", m.Name, size, r)
					}
				}
			}
		}
	}
}
