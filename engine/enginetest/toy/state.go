package toy

import (
	"encoding/json"
	"time"

	"saloon/engine"
)

const (
	seatsMin  = 2
	seatsMax  = 4
	roundsMax = 5
	ranks     = 8 // cards are numbered 1 to ranks
	copies    = 2 // of each
	deckSize  = ranks * copies
	handSize  = 3
)

type phase uint8

const (
	empty  phase = iota // nothing dealt yet
	window              // all seats seal an answer, Nature closes
	goes                // one seat after the other
	rest                // the round is over, the next deal is due
	over
)

var phaseNames = [...]string{empty: "empty", window: "window", goes: "goes", rest: "rest", over: "over"}

// bag counts cards by number; index 0 is unused.
type bag [ranks + 1]uint8

func (b bag) size() int {
	n := 0
	for _, c := range b {
		n += int(c)
	}
	return n
}

// list is the bag's cards in ascending order; never nil, so that an empty hand reads as one.
func (b bag) list() []int {
	out := make([]int, 0, deckSize)
	for card, n := range b {
		for range n {
			out = append(out, card)
		}
	}
	return out
}

// State is what is true of a match.
type State struct {
	seats, rounds int
	round         int // from 1; 0 before the first deal
	phase         phase
	hands         [seatsMax]bag
	answered      [seatsMax]bool
	sealed        [seatsMax]uint8 // 0 for a pass
	after         [seatsMax]time.Duration
	pile          bag
	top           uint8 // the last card laid in this round's goes, 0 for none
	stock         [deckSize]uint8
	left          int // cards in the stock, stock[0] is the top
	turn          engine.Seat
	gone          int // seats that have had their go
	points        [seatsMax]int
}

// Kind says what a Move does.
type Kind uint8

// The kinds of moves. The zero Kind is none of them.
const (
	Pass Kind = iota + 1
	Play
	Draw
)

// Move is a seat's decision. Card is 1 to 8 for Play and 0 otherwise.
type Move struct {
	Kind Kind
	Card uint8
}

// Event is what became true.
type Event interface{ event() }

type (
	// Dealt begins a round. Stock runs from the top card down.
	Dealt struct {
		Hands [][]int `json:"hands"`
		Stock []int   `json:"stock"`
	}
	// Sealed is an answer in the window; Card is 0 for a pass.
	Sealed struct {
		Seat  engine.Seat   `json:"seat"`
		Card  int           `json:"card"`
		After time.Duration `json:"after"`
	}
	// Shown turns a seat's answer over; Card is 0 for a pass.
	Shown struct {
		Seat engine.Seat `json:"seat"`
		Card int         `json:"card"`
	}
	// Closed ends the window and says who scores, or Nobody.
	Closed struct {
		Winner engine.Seat `json:"winner"`
	}
	// Laid is a card played in a go.
	Laid struct {
		Seat engine.Seat `json:"seat"`
		Card int         `json:"card"`
	}
	// Drew is a card taken from the stock in a go.
	Drew struct {
		Seat engine.Seat `json:"seat"`
		Card int         `json:"card"`
	}
	// Passed is a go not used.
	Passed struct {
		Seat engine.Seat `json:"seat"`
	}
	// Ended ends a round.
	Ended struct {
		Round int `json:"round"`
	}
)

func (Dealt) event()  {}
func (Sealed) event() {}
func (Shown) event()  {}
func (Closed) event() {}
func (Laid) event()   {}
func (Drew) event()   {}
func (Passed) event() {}
func (Ended) event()  {}

// Codec writes and reads events.
var Codec = engine.Kinds[Event]{
	Name: func(e Event) string {
		switch e.(type) {
		case Dealt:
			return "dealt"
		case Sealed:
			return "sealed"
		case Shown:
			return "shown"
		case Closed:
			return "closed"
		case Laid:
			return "laid"
		case Drew:
			return "drew"
		case Passed:
			return "passed"
		case Ended:
			return "ended"
		}
		panic("toy: an event of no kind")
	},
	Read: map[string]func(json.RawMessage) (Event, error){
		"dealt":  engine.ReadAs(func(e Dealt) Event { return e }),
		"sealed": engine.ReadAs(func(e Sealed) Event { return e }),
		"shown":  engine.ReadAs(func(e Shown) Event { return e }),
		"closed": engine.ReadAs(func(e Closed) Event { return e }),
		"laid":   engine.ReadAs(func(e Laid) Event { return e }),
		"drew":   engine.ReadAs(func(e Drew) Event { return e }),
		"passed": engine.ReadAs(func(e Passed) Event { return e }),
		"ended":  engine.ReadAs(func(e Ended) Event { return e }),
	},
}
