package felt

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// moody is a lively board whose cursor goes on with every key, and whose words tell of it.
type moody struct {
	lively
	cursor int
}

func (b *moody) Key(k tea.KeyPressMsg) (int, bool) {
	b.cursor++
	return b.stub.Key(k)
}

func (b *moody) state() string {
	return fmt.Sprintf("view %s, cursor %d, moves %v", b.scene.View, b.cursor, b.scene.Legal)
}

func (b *moody) Draw(s Size, st *style.Style) string {
	if !b.until.IsZero() {
		return b.lively.Draw(s, st)
	}
	return st.Fit(st.OnPaper(1).Render(b.state()), s.W, s.H)
}

func (b *moody) Prompt() string {
	return fmt.Sprintf("cursor %d, %d moves.", b.cursor, len(b.scene.Legal))
}
func (b *moody) Headline() string { return b.state() }
func (b *moody) Scores() []string {
	return []string{"$" + b.scene.View, fmt.Sprint(b.cursor), b.scene.View}
}

// twins are two screens of one table, of which the second forgets what it has drawn.
type twins struct {
	*rapid.T
	rigs   [2]*rig
	frame  table.Frame
	rating string
	now    time.Time
}

func newTwins(t *testing.T, rt *rapid.T) *twins {
	tw := &twins{T: rt, frame: busy(), rating: "1,500 at Stub", now: noon}
	for _, c := range tw.frame.Info.Chairs { // in the color of who says it
		tw.frame.Lines = append(tw.frame.Lines, table.Line{Lane: table.Say, From: c.Owner, Text: "Howdy."})
	}
	for i := range tw.rigs {
		r := newRig(t)
		r.f.face = Hide[string, int](&moody{})
		r.f.deps.Rating = func(id table.PlayerID) string { return tw.rating + " " + string(id) }
		tw.rigs[i] = r
	}
	return tw
}

// each gives both what is made for one, and what comes of it at once.
func (tw *twins) each(msg func(*Felt) tea.Msg) {
	for _, r := range tw.rigs {
		m := msg(r.f)
		cmd, _ := r.f.Handle(m)
		if _, frame := m.(frameMsg); frame || cmd == nil {
			continue // what follows a frame waits for another one
		}
		if done, ok := cmd().(doneMsg); ok {
			r.f.Handle(done)
		}
	}
}

func (tw *twins) draw() {
	size := rapid.SampledFrom([]Size{
		{W: 80, H: 24}, {W: 120, H: 40}, {W: 150, H: 28}, {W: 61, H: 20},
	}).Draw(tw.T, "size")
	st := style.For(style.Look{Profile: rapid.SampledFrom([]colorprofile.Profile{
		colorprofile.NoTTY, colorprofile.ANSI256,
	}).Draw(tw.T, "colors")})
	tw.rigs[1].f.forget()
	a, b := strings.Split(tw.rigs[0].f.Draw(size, st), "\n"), strings.Split(tw.rigs[1].f.Draw(size, st), "\n")
	if len(a) != size.H || len(b) != size.H {
		tw.Fatalf("%d and %d lines of %d", len(a), len(b), size.H)
	}
	for i := range a {
		if a[i] != b[i] {
			tw.Fatalf("line %d from the caches:\n%q\nand drawn anew:\n%q", i, a[i], b[i])
		}
	}
}

// forget throws away all that was drawn.
func (f *Felt) forget() { f.cache = new(Felt).cache }

// changeSeat lets something happen at one seat.
func (tw *twins) changeSeat() {
	f := &tw.frame
	f.Info.Chairs = append([]table.Chair(nil), f.Info.Chairs...) // frames are never changed once sent
	c := &f.Info.Chairs[rapid.IntRange(0, len(f.Info.Chairs)-1).Draw(tw.T, "seat")]
	switch rapid.IntRange(0, 6).Draw(tw.T, "change") {
	case 0:
		c.Here = !c.Here
	case 1:
		c.Asked = !c.Asked
	case 2:
		c.Clock.Left -= time.Duration(rapid.IntRange(1, 100).Draw(tw.T, "spent")) * time.Second
	case 3:
		c.Clock.Running, c.Clock.At = !c.Clock.Running, tw.now
	case 4:
		c.AwaySince, c.BotAt = tw.now, tw.now.Add(50*time.Second)
	case 5:
		c.AwaySince, c.BotAt = time.Time{}, time.Time{}
	case 6:
		who := rapid.SampledFrom([]table.Person{
			{}, {ID: "p5", Name: "Doc"}, {ID: "p6", Name: "Дмитрий", Guest: true}, {ID: "b2", Name: "Bot", Bot: "easy"},
		}).Draw(tw.T, "owner")
		c.Owner = who
	}
}

// changeTable lets something happen that concerns all.
func (tw *twins) changeTable() {
	f := &tw.frame
	person := func() table.Person {
		return rapid.SampledFrom([]table.Person{
			{ID: "p0", Name: "Anna"}, {ID: "p1", Name: "Burt"}, {ID: "p8", Name: "Curt"}, {ID: "p9", Name: "Doc"},
		}).Draw(tw.T, "who")
	}
	switch rapid.IntRange(0, 7).Draw(tw.T, "change") {
	case 0:
		f.View = rapid.SampledFrom([]string{"one", "two", "three"}).Draw(tw.T, "view")
	case 1:
		f.Ask = nil
	case 2:
		f.Ask = &table.Ask{ID: rapid.Uint64Range(1, 5).Draw(tw.T, "ask"), Legal: []any{1, 2}}
	case 3:
		f.Info.Watchers = []table.Person{person()}
	case 4:
		f.Lines = []table.Line{{Lane: table.Say, From: person(), Text: "Howdy."}}
	case 5:
		f.Missed = 1
	case 6:
		f.Info.Stage = rapid.SampledFrom([]table.Stage{table.Playing, table.Playing, table.Adjourned, table.Ended}).
			Draw(tw.T, "stage")
	case 7:
		f.You = rapid.SampledFrom([]engine.Seat{engine.Nobody, 0, 1}).Draw(tw.T, "you")
		f.Info.Waits = []table.Wait{{Text: "Burt to draw", Seat: 1, Until: tw.now.Add(40 * time.Second)}}
		f.Info.Votes = []table.Vote{{Motion: table.Adjourn, By: 1, Missing: []engine.Seat{0}}}
	}
}

// step lets time go on, or something else happen.
func (tw *twins) step() {
	switch rapid.IntRange(0, 7).Draw(tw.T, "step") {
	case 0, 1:
		tw.now = tw.now.Add(time.Duration(rapid.IntRange(1, 12000).Draw(tw.T, "ms")) * time.Millisecond)
		tw.each(func(*Felt) tea.Msg { return screen.Tick{Now: tw.now} })
	case 2, 3:
		tw.frame.Lines, tw.frame.Missed = nil, 0
		if rapid.Bool().Draw(tw.T, "at a seat") {
			tw.changeSeat()
		} else {
			tw.changeTable()
		}
		tw.each(func(f *Felt) tea.Msg { return frameMsg{of: f, frame: tw.frame, ok: true, now: tw.now} })
	case 4, 5:
		k := press(rapid.SampledFrom([]string{
			"a", "d", "x", "l", "/", "esc", "up", "down", "pgup", "space", "enter", "v", "y", "n", "R", "m",
		}).Draw(tw.T, "key"))
		tw.each(func(*Felt) tea.Msg { return k })
	case 6:
		x, y := rapid.IntRange(0, 119).Draw(tw.T, "x"), rapid.IntRange(0, 39).Draw(tw.T, "y")
		button := rapid.SampledFrom([]tea.MouseButton{
			tea.MouseLeft, tea.MouseWheelUp, tea.MouseWheelDown,
		}).Draw(tw.T, "button")
		tw.each(func(*Felt) tea.Msg {
			if button == tea.MouseLeft {
				return tea.MouseClickMsg{X: x, Y: y, Button: button}
			}
			return tea.MouseWheelMsg{X: x, Y: y, Button: button}
		})
	case 7:
		tw.rating = rapid.SampledFrom([]string{"", "1,500 at Stub", "1,612 at Stub, never leaves"}).Draw(tw.T, "rating")
	}
}

// Whatever happens in whatever order, a screen that draws only what changed looks like one that draws everything.
func TestNothingIsDrawnFromAStaleCache(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tw := newTwins(t, rt)
		tw.draw()
		tw.each(func(f *Felt) tea.Msg { return frameMsg{of: f, frame: tw.frame, ok: true, now: noon} })
		tw.draw()
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			tw.step()
			if rapid.Bool().Draw(rt, "drawn") {
				tw.draw()
			}
		}
		tw.draw()
	})
}
