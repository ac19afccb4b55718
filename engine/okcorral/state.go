package okcorral

import (
	"time"

	"saloon/engine"
)

const (
	seatsMin = 2 // the variant of section 4
	seatsMax = engine.SeatsMax
)

// The times of the rules, 2.2, 2.3, 2.4 and 2.6. Windows and foreperiods are half as long again at a slow table.
const (
	// Anticipation is A_MIN: an answer that took less was none to the card.
	Anticipation = 120 * time.Millisecond
	// Tie is TAU: times that are no further apart are equal.
	Tie = 10 * time.Millisecond
	// Window is T, how long a card may be answered.
	Window = 2500 * time.Millisecond
	// GoldWindow is how long Fool's Gold lies there.
	GoldWindow = 1500 * time.Millisecond
	// CentreWindow is how long a Duel card that nobody answers is shown.
	CentreWindow = time.Second
	// Show is how long people look at what came of a card before the next one can be turned.
	Show = 1500 * time.Millisecond
	// TurnLimit is how long the revealer may wait before its card is turned for it.
	TurnLimit = 4 * time.Second
)

// Phase is the step in which a match is.
type Phase uint8

// The phases.
const (
	Dealing  Phase = iota // nothing has been dealt yet
	Waiting               // for the revealer to turn a card
	Armed                 // the foreperiod before a reveal or, if somebody is tied, before a showdown
	Open                  // a card lies open and is raced for
	Showdown              // the tied seats draw
	Over
	phases
)

var phaseNames = [phases]string{"deal", "wait", "armed", "open", "showdown", "over"}

// String is the phase as positions write it.
func (p Phase) String() string {
	if p >= phases {
		return "no phase"
	}
	return phaseNames[p]
}

// Deck is the option deck (rules 10).
type Deck uint8

// The decks.
const (
	FullDeck   Deck = iota
	FirstGames      // no Settling a Score and no Poker
	Guided          // a short one in a fixed order, one kind after the other
)

var deckNames = [...]string{"full", "first-games", "guided"}

// Fool is the option fool: what a taken Fool's Gold counts (rules 7).
type Fool uint8

// The values.
const (
	FoolN Fool = iota // -n
	FoolTwo
	FoolNone
)

var foolNames = [...]string{"-n", "-2", "0"}

func (f Fool) value(n int) int {
	switch f {
	case FoolTwo:
		return -2
	case FoolNone:
		return 0
	default:
		return -n
	}
}

// Result says how a race ended. Its values are stored and never renamed.
type Result string

// The results.
const (
	Fastest    Result = "fastest"    // took a positive card
	Slowest    Result = "slowest"    // took a negative one
	Failed     Result = "failed"     // took a negative one with a false start, a wrong key or no response
	Caught     Result = "caught"     // hit Fool's Gold
	Drawn      Result = "tie"        // a showdown follows
	DrawnAgain Result = "second tie" // the card left the game
	Unclaimed  Result = "unclaimed"  // nobody answered a positive card rightly, or nobody hit Fool's Gold
	Centred    Result = "centred"    // a Duel card that starts no duel
)

// Answer is a seat's part in a race.
type Answer struct {
	Gesture Gesture
	After   time.Duration   // whole milliseconds
	How     engine.Response // "" for who was not called on, or was cut off by a result that nothing could change
	// Late is set for an answer to a card that somebody else had got already.
	Late bool
}
