// Package felt is the table screen that all games share, and the seam behind which a game draws its own part of it.
package felt

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/style"
)

// Board is the part of a table screen that differs from game to game. It holds a cursor and a selection, no rules: it
// proposes only moves that it was shown as legal.
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
type Size struct{ W, H int }

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
}

// Name is the name of a seat's owner, as the screen writes it; "You" is the screen's business.
func (t Table) Name(s engine.Seat) string {
	if s >= 0 && int(s) < len(t.Info.Chairs) {
		return t.Info.Chairs[s].Owner.Name
	}
	return ""
}

// Binding is one key: what it is called, what it does, and why it does nothing just now.
type Binding struct {
	Keys []string // as Bubble Tea names them: "enter", "ctrl+l", "d"
	Show string   // as the footer writes it: "↵", "d"
	Does string   // one or two words
	Why  string   // if it cannot be used now: the reason
}

// Face is a Board with its types hidden.
type Face interface {
	Show(view any, ask *table.Ask, t Table) error
	Draw(Size, *style.Style) string
	Key(tea.KeyPressMsg) (move any, ok bool)
	Click(x, y int) (move any, ok bool)
	Bindings() []Binding
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
