package okcorral

import "saloon/engine"

// Event is what became true. Events hold outcomes, so that replaying them needs neither chance nor the rules of the
// day. Times are whole milliseconds.
type Event interface{ event() }

// Cast is the character that a seat was dealt (rules 9).
type Cast struct {
	Seat      engine.Seat `json:"seat"`
	Character Character   `json:"character"`
}

// Dealt is the piles, top first, by seat, and who turns the first card (rules 12, 13). Nobody sees the piles.
type Dealt struct {
	Piles [][]Card    `json:"piles"`
	First engine.Seat `json:"first"`
}

// Turned is a revealer who turns its card, and how long it takes until the card is up (rules 2.2, step 2). Nobody sees
// how long.
type Turned struct {
	Seat engine.Seat `json:"seat"`
	Wait int         `json:"wait"`
}

// Revealed is a card that is up (rules 14).
type Revealed struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// DrawCalled opens a showdown (rules 2.4).
type DrawCalled struct {
	Card Card `json:"card"`
}

// Gestured is a seat's gesture in the open race, sealed until the close.
type Gestured struct {
	Seat    engine.Seat `json:"seat"`
	Gesture Gesture     `json:"gesture"`
	After   int         `json:"after"`
}

// Answered is how one seat's part in a race is judged (rules 2.3), once it is closed.
type Answered struct {
	Seat    engine.Seat     `json:"seat"`
	On      string          `json:"on"`                // what it answered to: a card's Kind.Group, or showdownGroup
	Gesture Gesture         `json:"gesture,omitempty"` // none for no response
	After   int             `json:"after,omitempty"`
	How     engine.Response `json:"how"`
	Late    bool            `json:"late,omitempty"` // somebody else had the card already
	// Quiet is set where the log needs no line: it changed nothing, or the result tells it.
	Quiet bool `json:"quiet,omitempty"`
}

// showdownGroup is what reactions in a showdown are to.
const showdownGroup = "Showdown"

// Judged is what came of a race (rules 2.4).
type Judged struct {
	Card     Card        `json:"card"`
	Showdown bool        `json:"showdown,omitempty"`
	Result   Result      `json:"result"`
	Seat     engine.Seat `json:"seat"` // who took a card, or Nobody
	Took     Card        `json:"took"` // the card that was taken or left the game; none for a tie or a first Duel card
	Value    int         `json:"value,omitempty"`
	// Gesture, After and How are the taker's.
	Gesture Gesture         `json:"gesture,omitempty"`
	After   int             `json:"after,omitempty"`
	How     engine.Response `json:"how,omitempty"`
	Failing int             `json:"failing,omitempty"` // of a negative card: how many failed
	Tied    []engine.Seat   `json:"tied,omitempty"`    // who draws next
	Apart   int             `json:"apart,omitempty"`   // how far apart they were
	Wait    int             `json:"wait,omitempty"`    // until they draw
	Next    engine.Seat     `json:"next"`              // who turns the next card; Nobody if there is none, or a tie
}

// Scored is what a seat has at the end (rules 31, 32).
type Scored struct {
	Seat      engine.Seat `json:"seat"`
	Character Character   `json:"character"`
	Cards     int         `json:"cards"`
	Bonus     int         `json:"bonus"`
}

// Won ends the match (rules 17, 34).
type Won struct {
	Seats []engine.Seat `json:"seats"`
}

func (Cast) event()       {}
func (Dealt) event()      {}
func (Turned) event()     {}
func (Revealed) event()   {}
func (DrawCalled) event() {}
func (Gestured) event()   {}
func (Answered) event()   {}
func (Judged) event()     {}
func (Scored) event()     {}
func (Won) event()        {}
