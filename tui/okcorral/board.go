package okcorral

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/tui/felt"
)

// Face makes a fresh board with its types hidden.
func Face() felt.Face { return felt.Hide[okc.View, okc.Move](NewBoard()) }

var _ felt.Racer[okc.Move] = (*Board)(nil)

// Board is the table of O.K. Corral as one viewer sees it. It holds no rules: what a card asks for comes from the view.
type Board struct {
	v     okc.View
	legal []okc.Move
	t     felt.Table
	shown bool
	next  okc.View // what was shown veiled and must not be drawn yet

	own  map[string]string // the player's own keys
	keys map[string]string // a gesture's name by its key

	why, clause string
	card        area // where the card was drawn last
}

// area is a part of the drawing.
type area struct{ x, y, w, h int }

// NewBoard makes a board that was shown nothing yet.
func NewBoard() *Board { return &Board{keys: felt.Keymap(gestures, nil)} }

// Show brings a new truth. One that is veiled is kept for Reveal, and what was to be seen before stays.
func (b *Board) Show(s felt.Scene[okc.View, okc.Move]) {
	b.setKeys(s.Keys)
	b.t, b.legal = s.Table, s.Legal
	b.why, b.clause = "", ""
	if s.Veiled {
		b.next = s.View
		if !b.shown {
			b.v, b.shown = veiled(s.View), true
		}
		return
	}
	if v := &s.View; v.Last.Card == okc.NoCard && v.Phase == okc.Open && b.follows(v) {
		v.Last = b.v.Last // it stays in sight until there is another one
	}
	b.v, b.shown = s.View, true
}

// follows reports whether an open race comes after what was shown, or goes on: a replay may go back.
func (b *Board) follows(v *okc.View) bool {
	left := b.v.Left()
	return left == v.Left()+1 || left == v.Left() && b.v.Phase == okc.Open
}

// veiled is a view of an open race without the card and all that follows from it.
func veiled(v okc.View) okc.View {
	v.Phase, v.Own = okc.Armed, okc.Stroke{}
	clear(v.Right[:])
	if v.Tied == 0 {
		v.Card = okc.NoCard
	}
	return v
}

func (b *Board) setKeys(own map[string]string) {
	b.keys, b.own = felt.Keymap(gestures, own), own
	for _, g := range gestures { // own keys that do not work count for nothing
		if b.keys[felt.KeyOf(g, own)] != g.Name {
			b.own = nil
		}
	}
}

// Seats: this board shows who sits where.
func (b *Board) Seats() bool { return true }

// Gestures lists the keys that are the game's own.
func (b *Board) Gestures() []felt.Gesture { return slices.Clone(gestures) }

// Gesture is the answer that a key gives in a race.
func (b *Board) Gesture(k tea.KeyPressMsg) (okc.Move, bool) {
	name, ok := felt.Pressed(k)
	if !ok {
		return okc.Move{}, false
	}
	for _, g := range okc.Answers() {
		if b.keys[name] == g.String() {
			return okc.Move{Kind: g}, true
		}
	}
	return okc.Move{}, false
}

// Key turns the card.
func (b *Board) Key(k tea.KeyPressMsg) (okc.Move, bool) {
	b.why, b.clause = "", ""
	name, _ := felt.Pressed(k)
	turn := okc.Move{Kind: okc.Turn}
	if b.keys[name] != okc.Turn.String() && k.String() != "enter" {
		return okc.Move{}, false
	}
	if slices.Contains(b.legal, turn) {
		return turn, true
	}
	if b.v.Phase == okc.Waiting && b.t.Me >= 0 && b.v.Revealer != b.t.Me && b.t.Race == nil {
		b.why, b.clause = b.t.Name(b.v.Revealer)+" turns the next card.", "14"
	}
	return okc.Move{}, false
}

// Click turns the card by a press on it.
func (b *Board) Click(x, y int) (okc.Move, bool) {
	turn := okc.Move{Kind: okc.Turn}
	c := b.card
	on := x >= c.x && x < c.x+c.w && y >= c.y && y < c.y+c.h
	return turn, on && slices.Contains(b.legal, turn)
}

// Why says why the last key did nothing.
func (b *Board) Why() (text, clause string) { return b.why, b.clause }

// base is the seat at the lower end of the table: the viewer's own, or for spectators the first.
func (b *Board) base() engine.Seat { return max(b.t.Me, 0) }

// Scores gives each seat's points, its bonus as it stands among them.
func (b *Board) Scores() []string {
	all := make([]string, b.v.Seats)
	for s := range all {
		all[s] = strconv.Itoa(b.v.Scores[s].Total())
	}
	return all
}

// target is who is shot at, or who cheats, by a card as it lies; ok is false if there is no such player.
func (b *Board) target(v *okc.View) (seat engine.Seat, ok bool) {
	switch v.Card.Kind() {
	case okc.Wanted:
		c, _ := v.Card.Color()
		seat = b.seatOf(v, c)
		return seat, seat >= 0
	case okc.PokerLeft, okc.PokerRight:
		for seat := range engine.Seat(v.Seats) {
			if v.Right[seat].Has(okc.Cover) {
				return seat, true
			}
		}
	}
	return engine.Nobody, false
}

// called are the seats that a card calls on, as it lies.
func called(v *okc.View) (all []engine.Seat) {
	for seat := range engine.Seat(v.Seats) {
		if v.Right[seat] != 0 {
			all = append(all, seat)
		}
	}
	return all
}
