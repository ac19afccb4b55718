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

// Answer is a seat's part in a race that is over. The zero value is none: the seat was not called on, or the card was
// somebody else's before its time was up.
type Answer struct {
	Gesture Gesture
	After   time.Duration // whole milliseconds; below zero before the reveal
	How     engine.Response
	Late    bool // somebody else had the card already
}

// house is a table's house rules.
type house struct {
	deck Deck
	fool Fool
	aim  bool
	slow bool
}

// stretch is a time at this table.
func (h house) stretch(d time.Duration) time.Duration {
	if h.slow {
		return d * 3 / 2
	}
	return d
}

// pile is cards face down. The last card is the top one; slots that are not used are zero.
type pile struct {
	n     uint8
	cards [deckMax]Card
}

func (p *pile) put(c Card) {
	if p.n == deckMax {
		panic("okcorral: more cards than there are")
	}
	p.cards[p.n] = c
	p.n++
}

func (p *pile) draw() Card {
	if p.n == 0 {
		panic("okcorral: nothing to turn")
	}
	p.n--
	c := p.cards[p.n]
	p.cards[p.n] = NoCard
	return c
}

// list is the cards from the top down; nil for none.
func (p *pile) list() []Card {
	var out []Card
	for i := int(p.n) - 1; i >= 0; i-- {
		out = append(out, p.cards[i])
	}
	return out
}

// gone is a card that was taken, or by Nobody removed.
type gone struct {
	card Card
	by   engine.Seat
}

// State is what is true of a match. It is a value; nobody outside the package looks into it.
type State struct {
	house      house
	seats      uint8
	phase      Phase
	revealer   engine.Seat // whose card lies open or is to be turned
	characters [seatsMax]Character
	piles      [seatsMax]pile
	gone       [deckMax]gone // in the order in which they went
	went       uint8         // how many of them are used
	centre     Card
	card       Card           // that lies open
	tied       engine.SeatSet // in a showdown, from the tie on
	wait       time.Duration  // the foreperiod, while armed
	strokes    [seatsMax]Stroke
	last       Race // the race that was closed last
}

func (s *State) n() int { return int(s.seats) }

// seatOf is the seat whose character has a color, or Nobody.
func (s *State) seatOf(c Color) engine.Seat {
	for seat := range engine.Seat(s.seats) {
		if s.characters[seat] == c.Character() {
			return seat
		}
	}
	return engine.Nobody
}

// next is the next seat clockwise with a card to turn (rules 14), or Nobody.
func (s *State) next() engine.Seat {
	seat := s.revealer
	for range s.seats {
		if seat = seat.Next(s.n()); s.piles[seat].n > 0 {
			return seat
		}
	}
	return engine.Nobody
}

// goes makes a card one that was taken or removed.
func (s *State) goes(c Card, by engine.Seat) {
	s.gone[s.went] = gone{card: c, by: by}
	s.went++
}

// wentTo lists the cards that a seat took, or for Nobody those out of the game, in order; nil for none.
func (s *State) wentTo(seat engine.Seat) []Card {
	var out []Card
	for _, g := range s.gone[:s.went] {
		if g.by == seat {
			out = append(out, g.card)
		}
	}
	return out
}
