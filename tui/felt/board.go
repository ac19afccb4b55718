// Package felt is the table screen that all games share, and the seam behind which a game draws its own part of it.
package felt

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Board is the part of a table screen that differs from game to game. It holds a cursor and a selection, no rules: it
// proposes only moves that it was shown as legal, or, in a game that lists representatives, amounts between bounds that
// its view names. The table judges them.
type Board[V any, M comparable] interface {
	// Show brings a new truth; the board keeps its cursor where that makes sense.
	Show(Scene[V, M])
	// Draw fills exactly size.W × size.H cells. It changes nothing.
	Draw(Size, *style.Style) string
	// Key handles a key; ok means that the player means this move.
	Key(tea.KeyPressMsg) (move M, ok bool)
	// Click handles a press of the left button at a cell of the last drawing.
	Click(x, y int) (move M, ok bool)
	// Bindings are the keys that do something just now, for the footer and the help.
	Bindings() []Binding
}

// Size is an area in terminal cells.
type Size = screen.Size

// Lag is what is known of the length of a line, for races.
type Lag = clock.Lag

// Binding is one key of a board.
type Binding = screen.Binding

// A board may also have some of these methods.
type (
	// Prompter says in one sentence what the viewer can do just now: "draw two cards, or take the Bank Robbery".
	Prompter interface{ Prompt() string }
	// Modal reports whether something is open that takes every key and that "esc" closes, such as a list of targets.
	Modal interface{ Modal() bool }
	// Explainer says why the last key or click did nothing, and which clause of the rules forbids it; empty if there is
	// nothing to say.
	Explainer interface{ Why() (text, clause string) }
	// Careful reports moves that cannot be mended, such as a discard: they are not taken from keys that were typed
	// before the question was on the screen.
	Careful[M comparable] interface{ Grave(M) bool }
	// Subject names the clause of the rules that matters most just now, to open the rule book there.
	Subject interface{ Clause() string }
	// Liner tells the same as Draw in lines of plain text, for terminals that cannot draw and for ears.
	Liner interface{ Lines() []string }
	// Scorer gives each seat's score as its plate shows it, by seat.
	Scorer interface{ Scores() []string }
	// Headliner says in a few words how far the match has come: "hand 3, to $25,000".
	Headliner interface{ Headline() string }
	// Lively is a board on which something moves by itself for a moment, such as dice. Pass says what time it is, and
	// reports whether the board looks different now; Due is when it will next, zero once all has come to rest. In a
	// calm style it draws everything at rest. What just happened is told in the log once it has come to rest.
	Lively interface {
		Pass(now time.Time) (changed bool)
		Due() time.Time
	}
	// Host is a board that shows who sits where by itself, with all that the plates would say.
	Host interface{ Seats() bool }
)

// Scene is what a board shows.
type Scene[V any, M comparable] struct {
	View  V
	Legal []M      // empty unless this viewer is asked
	Words []string // Legal in the words of the record format
	Table
}

// Table is the part of a scene that is the same for every game.
type Table struct {
	Info table.Info
	Me   engine.Seat // engine.Nobody for spectators
	Now  time.Time
	// Veiled is set while a race is open whose reveal is still on its way to the terminal: a Racer must not show yet
	// what the view says more than the one before.
	Veiled bool
	Race   *table.Race       // the race that is on, or nil
	Keys   map[string]string // the player's own keys for gestures, by their names
	Lag    *Lag              // what is known of the player's line, or nil
	Slots  bool              // the player's client sends keys in time slots
}

// Face is a Board with its types hidden, and with an answer for every method that a board may leave out.
type Face interface {
	Show(view any, ask *table.Ask, t Table) error
	Draw(Size, *style.Style) string
	Key(tea.KeyPressMsg) (move any, ok bool)
	Click(x, y int) (move any, ok bool)
	Bindings() []Binding
	Prompt() string
	Modal() bool
	Why() (text, clause string)
	Grave(move any) bool
	Clause() string
	Lines() []string
	Scores() []string
	Headline() string
	Pass(now time.Time) (changed bool)
	Due() time.Time
	Seats() bool
	Races() bool
	Gesture(tea.KeyPressMsg) (move any, ok bool)
	Gestures() []Gesture
	Reveal(Size, *style.Style) Flash
	Cry() []string
}

// Factory makes a fresh face for a table screen.
type Factory func() Face

// Hide hides a board's types.
func Hide[V any, M comparable](b Board[V, M]) Face { return hidden[V, M]{b} }

type hidden[V any, M comparable] struct{ board Board[V, M] }

func (h hidden[V, M]) Show(view any, ask *table.Ask, t Table) error {
	v, ok := view.(V)
	if !ok {
		return fmt.Errorf("a board for %T was shown a %T", v, view)
	}
	scene := Scene[V, M]{View: v, Table: t}
	if ask != nil {
		scene.Words = ask.Words
		for _, l := range ask.Legal {
			m, ok := l.(M)
			if !ok {
				return fmt.Errorf("a board for %T was offered a %T", m, l)
			}
			scene.Legal = append(scene.Legal, m)
		}
	}
	h.board.Show(scene)
	return nil
}

func (h hidden[V, M]) Draw(s Size, st *style.Style) string { return h.board.Draw(s, st) }
func (h hidden[V, M]) Bindings() []Binding                 { return h.board.Bindings() }

func (h hidden[V, M]) Key(k tea.KeyPressMsg) (any, bool) {
	m, ok := h.board.Key(k)
	return m, ok
}

func (h hidden[V, M]) Click(x, y int) (any, bool) {
	m, ok := h.board.Click(x, y)
	return m, ok
}

func (h hidden[V, M]) Prompt() string {
	if p, ok := h.board.(Prompter); ok {
		return p.Prompt()
	}
	return ""
}

func (h hidden[V, M]) Modal() bool {
	m, ok := h.board.(Modal)
	return ok && m.Modal()
}

func (h hidden[V, M]) Why() (text, clause string) {
	if e, ok := h.board.(Explainer); ok {
		return e.Why()
	}
	return "", ""
}

func (h hidden[V, M]) Grave(move any) bool {
	c, careful := h.board.(Careful[M])
	m, ok := move.(M)
	return careful && ok && c.Grave(m)
}

func (h hidden[V, M]) Clause() string {
	if s, ok := h.board.(Subject); ok {
		return s.Clause()
	}
	return ""
}

func (h hidden[V, M]) Lines() []string {
	if l, ok := h.board.(Liner); ok {
		return l.Lines()
	}
	return nil
}

func (h hidden[V, M]) Scores() []string {
	if s, ok := h.board.(Scorer); ok {
		return s.Scores()
	}
	return nil
}

func (h hidden[V, M]) Headline() string {
	if l, ok := h.board.(Headliner); ok {
		return l.Headline()
	}
	return ""
}

func (h hidden[V, M]) Pass(now time.Time) bool {
	l, ok := h.board.(Lively)
	return ok && l.Pass(now)
}

func (h hidden[V, M]) Due() time.Time {
	if l, ok := h.board.(Lively); ok {
		return l.Due()
	}
	return time.Time{}
}

func (h hidden[V, M]) Seats() bool {
	o, ok := h.board.(Host)
	return ok && o.Seats()
}

func (h hidden[V, M]) Races() bool {
	_, ok := h.board.(Racer[M])
	return ok
}

func (h hidden[V, M]) Gesture(k tea.KeyPressMsg) (any, bool) {
	if r, ok := h.board.(Racer[M]); ok {
		return r.Gesture(k)
	}
	return nil, false
}

func (h hidden[V, M]) Gestures() []Gesture {
	if r, ok := h.board.(Racer[M]); ok {
		return r.Gestures()
	}
	return nil
}

func (h hidden[V, M]) Reveal(s Size, st *style.Style) Flash {
	if r, ok := h.board.(Racer[M]); ok {
		return r.Reveal(s, st)
	}
	return Flash{}
}

func (h hidden[V, M]) Cry() []string {
	if r, ok := h.board.(Racer[M]); ok {
		return r.Cry()
	}
	return nil
}
