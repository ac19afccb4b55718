package felt

import (
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// lively is a board on which something moves for a second after every new view.
type lively struct {
	stub
	until, now time.Time
}

func (b *lively) Show(s Scene[string, int]) {
	if b.scene.View != "" && b.scene.View != s.View {
		b.until = s.Now.Add(time.Second)
	}
	b.now = s.Now
	b.stub.Show(s)
}

func (b *lively) Pass(now time.Time) bool {
	moved := !b.until.IsZero()
	b.now = now
	if !now.Before(b.until) {
		b.until = time.Time{}
	}
	return moved
}

func (b *lively) Due() time.Time { return b.until }

func (b *lively) Draw(s Size, st *style.Style) string {
	if !b.until.IsZero() {
		return st.Fit("the dice roll", s.W, s.H)
	}
	return b.stub.Draw(s, st)
}

func (r *rig) misses(text string) {
	r.Helper()
	if drawn := r.f.Draw(screen.Size{W: 80, H: 24}, style.Plain()); strings.Contains(drawn, text) {
		r.Errorf("%q is on the screen too early:\n%s", text, drawn)
	}
}

// While a board moves, neither the log nor the standings tell how it ends; afterwards both do.
func TestLogAndStandingsWaitForTheBoard(t *testing.T) {
	r := newRig(t)
	b := &lively{}
	r.f.face = Hide[string, int](b)
	r.shows(frame(table.Playing, 0))
	f := frame(table.Ended, 0)
	f.View, f.Lines = "two", []table.Line{{Lane: table.Play, Text: "Anna was shot."}}
	r.shows(f)
	if due := r.f.Due(noon); !due.Equal(noon.Add(time.Second)) {
		t.Errorf("due at %v", due)
	}
	r.sees("the dice roll")
	r.misses("Anna was shot.")
	r.f.Handle(screen.Tick{Now: noon.Add(time.Second / 2)})
	r.sees("the dice roll")
	r.f.Handle(screen.Tick{Now: noon.Add(time.Second)})
	r.sees("The match has ended", "Anna was shot.")
	if due := r.f.Due(noon.Add(time.Second)); !due.IsZero() {
		t.Errorf("still due at %v", due)
	}
}

// Who wants calm is told everything at once.
func TestCalmWaitsForNothing(t *testing.T) {
	r := newRig(t)
	r.f.face = Hide[string, int](&lively{})
	r.f.deps.Prefs = func() lobby.Prefs { return lobby.Prefs{Calm: true} }
	r.shows(frame(table.Playing, 0))
	f := frame(table.Ended, 0)
	f.View, f.Lines = "two", []table.Line{{Lane: table.Play, Text: "Anna was shot."}}
	r.shows(f)
	r.sees("The match has ended", "Anna was shot.")
}

// Nobody goes on before the board has shown what there is to look at.
func TestGoingOnWaitsForTheBoard(t *testing.T) {
	r := newRig(t)
	r.f.face = Hide[string, int](&lively{})
	r.shows(frame(table.Playing, 0))
	f := frame(table.Playing, 0)
	f.Ask, f.View = nil, "two"
	f.Info.Waits = []table.Wait{{Text: "Anna to have looked", Seat: 0}}
	r.shows(f)
	r.misses("Space goes on")
	r.misses("Anna to have looked")
	r.f.Handle(screen.Tick{Now: noon.Add(time.Second)})
	r.sees("Space goes on")
}

// A seat that was left is its bot's.
func TestASeatThatWasLeftHasAName(t *testing.T) {
	var info table.Info
	info.Chairs = []table.Chair{{Owner: table.Person{Name: "Bot for Anna", Bot: "regular"}}, {}}
	at := Table{Info: info, Me: engine.Nobody}
	if a, b := at.Name(0), at.Name(1); a != "Bot for Anna" || b != "nobody" {
		t.Errorf("the seats are called %q and %q", a, b)
	}
}

// A line that does not answer shows before it is given up.
func TestASilentLineShows(t *testing.T) {
	info := table.Info{Stage: table.Playing}
	info.Chairs = []table.Chair{{Owner: table.Person{ID: "a", Name: "Anna"}, Here: true, Faint: true}}
	at := Table{Info: info, Me: engine.Nobody}
	if long, short := at.State(0, false), at.State(0, true); long != "line is silent" || short != "line?" {
		t.Errorf("the seat says %q, or %q", long, short)
	}
}
