package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// idle is a session that does nothing.
type idle struct{ Session }

func (idle) Key()                 {}
func (idle) Player() lobby.Player { return lobby.Player{} }

// ear keeps what it is told.
type ear struct {
	timing bool
	heard  []tea.Msg
}

func (e *ear) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	e.heard = append(e.heard, msg)
	return nil, screen.Stay()
}
func (e *ear) Draw(screen.Size, *style.Style) string { return "" }
func (e *ear) Bindings() []screen.Binding            { return nil }
func (e *ear) Timing() bool                          { return e.timing }

// A key that was stamped comes as it came to a screen that wants to know when, and bare to all others.
func TestStrokesComeToThoseWhoTimeThem(t *testing.T) {
	stroke := screen.Stroke{Key: Press("j"), At: time.Unix(1000, 7)}
	for _, timing := range []bool{false, true} {
		e := &ear{timing: timing}
		a := &App{desk: &desk{Options: Options{Session: idle{}, Now: time.Now}}, stack: []screen.Screen{e},
			size: screen.Size{W: 80, H: 24}}
		var want tea.Msg = stroke.Key
		if timing {
			want = stroke
		}
		a.Update(stroke)
		a.Update(screen.Stroke{Key: Press("?"), At: stroke.At}) // the app's own
		if len(a.stack) != 2 || len(e.heard) != 1 || e.heard[0] != want {
			t.Errorf("timing %v: %d screens, heard %v, want %v", timing, len(a.stack), e.heard, want)
		}
	}
}
