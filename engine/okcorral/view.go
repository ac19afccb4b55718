package okcorral

import (
	"time"

	"saloon/engine"
)

// View is what one viewer may know of a match. It is plain data; seats index its arrays. Its Public form shows the
// same to everybody, the viewer's own sealed gesture left out.
type View struct {
	Viewer engine.Seat // Nobody for the public
	Seats  int
	Deck   Deck // the house rules
	Fool   Fool
	Aim    bool // shots must go to the right side
	Slow   bool

	Phase      Phase
	Revealer   engine.Seat // whose card is or was turned last, or is to be turned
	Characters [seatsMax]Character
	Piles      [seatsMax]int    // cards face down
	Taken      [seatsMax][]Card // face up, in the order in which they were taken
	Removed    []Card           // out of the game, in that order
	Centre     Card             // the Duel card in the middle
	// Card is the one that lies open: while a race is open, and in a showdown from the tie on. It is NoCard while the
	// table waits or is armed for a card.
	Card Card
	// Tied are the players of a showdown, from the tie to its end.
	Tied engine.SeatSet
	// Right says what each seat has to do in the open race: its right gestures; none for who is not called on.
	Right [seatsMax]GestureSet
	// Own is the viewer's gesture in the open race, sealed until the close; its zero value is none.
	Own Stroke

	// Last is the race that was closed last; its zero value is none.
	Last Race
	// Scores is what everybody has; bonuses count as they stand.
	Scores [seatsMax]Score
	Ending engine.Reason // "" until the match is over
}

// Stroke is a gesture and its reaction time. The zero value is none.
type Stroke struct {
	Gesture Gesture
	After   time.Duration // whole milliseconds; below zero before the reveal
}

// Race is a race that is over.
type Race struct {
	Card     Card
	Revealer engine.Seat
	Showdown bool
	// Answers are those of the seats that were called on, and hits on Fool's Gold.
	Answers [seatsMax]Answer
	Result  Result
	Taker   engine.Seat // of Took, or Nobody
	// Took is the card that changed its place: Card, or in a duel the one that had lain in the centre; NoCard while it
	// is still raced for.
	Took Card
	Tied engine.SeatSet // where Result is Drawn: the players of the showdown that follows
}

// View is built up for one viewer.
func (Rules) View(s State, viewer engine.Viewer) View {
	v := View{
		Viewer: viewer.Seat(), Seats: s.n(), Deck: s.house.deck, Fool: s.house.fool, Aim: s.house.aim,
		Slow: s.house.slow, Phase: s.phase, Revealer: s.revealer, Characters: s.characters,
		Removed: s.wentTo(engine.Nobody), Centre: s.centre, Card: s.card, Tied: s.tied, Last: s.last,
	}
	if v.Viewer >= engine.Seat(s.seats) {
		v.Viewer = engine.Nobody
	}
	for seat := range engine.Seat(s.seats) {
		v.Piles[seat], v.Taken[seat] = int(s.piles[seat].n), s.wentTo(seat)
	}
	if s.phase == Dealing {
		return v
	}
	v.Scores = s.scores()
	if s.phase == Open || s.phase == Showdown {
		v.Right = s.right()
		if v.Viewer >= 0 {
			v.Own = s.strokes[v.Viewer]
		}
	}
	if s.phase == Over {
		v.Ending = endReason
	}
	return v
}

// Left is how many cards are still to be turned.
func (v *View) Left() int {
	n := 0
	for _, p := range v.Piles {
		n += p
	}
	return n
}

// Score is what a seat has.
type Score struct {
	Cards    int // the values of the cards taken (rules 31)
	Bonus    int // the character's, if it were the end (rules 32)
	Duels    int // won
	Positive int // cards taken that count for their taker
}

// Total is the points in all.
func (s Score) Total() int { return s.Cards + s.Bonus }
