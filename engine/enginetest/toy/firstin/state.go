package firstin

import (
	"encoding/json"
	"time"

	"saloon/engine"
)

const (
	seatsMin  = 2
	seatsMax  = 4
	roundsMax = 6
)

// The times of the game.
const (
	Rest   = time.Second            // between a close and the next starter's question
	Limit  = 2 * time.Second        // for the starter
	Soon   = 500 * time.Millisecond // the shortest wait for a sign
	Spread = time.Second            // how much longer it may be
	Sooner = 100 * time.Millisecond // an answer that took less was a guess
	Stands = time.Second            // how long the race stands
)

type phase uint8

const (
	ready phase = iota // the starter is asked
	armed              // a sign is about to go up
	open               // all seats may answer, Nature closes
	over
)

var phaseNames = [...]string{ready: "ready", armed: "armed", open: "open", over: "over"}

// Kind says what a Move does. Left, Right and Duck are the signs too.
type Kind uint8

// The kinds of moves. The zero Kind is none of them.
const (
	Go Kind = iota + 1
	Left
	Right
	Duck
	kinds
)

var words = [kinds]string{Go: "go", Left: "left", Right: "right", Duck: "duck"}

// String is the kind's word; "" for none.
func (k Kind) String() string {
	if k >= kinds {
		return ""
	}
	return words[k]
}

// Move is a seat's decision.
type Move struct{ Kind Kind }

// Answer is a seat's part in a race; the zero value is none.
type Answer struct {
	Kind  Kind          `json:"kind,omitempty"`
	After time.Duration `json:"after,omitempty"`
}

// State is what is true of a match.
type State struct {
	seats, rounds int
	round         int // from 1
	phase         phase
	wait          time.Duration // while armed
	sign          Kind          // while open
	answers       [seatsMax]Answer
	points        [seatsMax]int
	last          Closed // the last race; no sign before the first
}

func (s *State) starter() engine.Seat { return engine.Seat((s.round - 1) % s.seats) }

// called reports whether a sign calls on a seat.
func (s *State) called(seat engine.Seat) bool { return s.sign != Duck || seat != s.starter() }

// Event is what became true.
type Event interface{ event() }

type (
	// Readied is the starter's word, and how long the sign will take to come.
	Readied struct {
		Wait time.Duration `json:"wait"`
	}
	// Shown is a sign that went up.
	Shown struct {
		Sign Kind `json:"sign"`
	}
	// Answered is an answer, sealed until the close.
	Answered struct {
		Seat  engine.Seat   `json:"seat"`
		Kind  Kind          `json:"kind"`
		After time.Duration `json:"after"`
	}
	// Closed ends a race: what was answered by seat, how it is judged, and who scores, or Nobody.
	Closed struct {
		Sign    Kind                      `json:"sign"`
		Answers [seatsMax]Answer          `json:"answers"`
		How     [seatsMax]engine.Response `json:"how"` // "" for who was not called on or came too late to matter
		Winner  engine.Seat               `json:"winner"`
	}
)

func (Readied) event()  {}
func (Shown) event()    {}
func (Answered) event() {}
func (Closed) event()   {}

// Codec writes and reads events.
var Codec = engine.Kinds[Event]{
	Name: func(e Event) string {
		switch e.(type) {
		case Readied:
			return "readied"
		case Shown:
			return "shown"
		case Answered:
			return "answered"
		case Closed:
			return "closed"
		}
		panic("firstin: an event of no kind")
	},
	Read: map[string]func(json.RawMessage) (Event, error){
		"readied":  engine.ReadAs(func(e Readied) Event { return e }),
		"shown":    engine.ReadAs(func(e Shown) Event { return e }),
		"answered": engine.ReadAs(func(e Answered) Event { return e }),
		"closed":   engine.ReadAs(func(e Closed) Event { return e }),
	},
}
