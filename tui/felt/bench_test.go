package felt

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// painted is a board with as many inks as a hand of cards.
type painted struct{ stub }

func (b *painted) Draw(s Size, st *style.Style) string {
	rows := make([]string, s.H)
	for i := range rows {
		for h := range 6 {
			rows[i] += st.OnPaper(h).Render("│ K♠     ") + st.Faint.Render("│") + " "
		}
	}
	return st.Fit(strings.Join(rows, "\n"), s.W, s.H)
}

func (b *painted) Prompt() string   { return "Draw two cards, or take the Bank Robbery." }
func (b *painted) Scores() []string { return []string{"$12,000", "$9,500", "$25,000", "$0"} }
func (b *painted) Headline() string { return "hand 3, to $25,000" }

// busy is a table of four in the middle of a match: three people and a bot, clocks, a log and a spectator. The viewer
// is asked.
func busy() table.Frame {
	f := frame(table.Playing, 7)
	f.Info.Settings.Seats = 4
	f.Info.Chairs = nil
	for i, p := range []table.Person{
		{ID: "p0", Name: "Anna"}, {ID: "p1", Name: "Wyatt Earp Junior"}, {ID: "p2", Name: "Zoë", Guest: true},
		{ID: "b1", Name: "Big Nose Kate (regular)", Bot: "regular"},
	} {
		c := table.Chair{Owner: p, Here: i != 1, Asked: i == 0}
		c.Seat, c.Clock.Left = engine.Seat(i), time.Duration(4+i)*time.Minute
		f.Info.Chairs = append(f.Info.Chairs, c)
	}
	f.Info.Chairs[0].Clock = table.Clock{Left: 4*time.Minute + 30*time.Second, Running: true, At: noon}
	f.Info.Waits = []table.Wait{{Text: "Anna to draw", Seat: 0}}
	f.Info.Watchers = []table.Person{{ID: "p9", Name: "Doc Holliday"}}
	for i := range 40 {
		f.Lines = append(f.Lines, table.Line{
			Seq: uint64(i), Lane: table.Play, Text: fmt.Sprintf("Zoë drew %d cards from the supply.", i%3+1),
		})
	}
	return f
}

// BenchmarkTick is a frame that is drawn because a second of a clock went by.
func BenchmarkTick(b *testing.B) {
	st := style.For(style.Look{Profile: colorprofile.ANSI256, Ground: style.Dark})
	for _, size := range []screen.Size{{W: 80, H: 24}, {W: 120, H: 40}} {
		b.Run(fmt.Sprintf("%dx%d", size.W, size.H), func(b *testing.B) {
			r := newRig(&testing.T{})
			r.f.face = Hide[string, int](&painted{})
			r.f.deps.Rating = func(p table.PlayerID) string { return "1,612 at Stub, never leaves" }
			r.shows(busy())
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				r.f.Handle(screen.Tick{Now: noon.Add(time.Duration(i%200) * time.Second)})
				r.f.Due(r.f.now)
				r.f.Draw(size, st)
			}
		})
	}
}
