package outlaws25

import "saloon/engine"

// Use is the kind of a move.
type Use uint8

// The moves of rules section 9, by phase.
const (
	NoUse Use = iota
	// Arrange.
	Order // N: the speeds of R, M and L
	Ready
	// Betting.
	Check
	Bet // N[0] dollars
	Call
	Raise // to N[0] dollars in this round
	Fold
	Sleeve // Card goes
	// Lawman.
	Bribe
	// The windows of a duel: the reward that lies on the own outlaw at Place.
	Play
	PlayOn // against the duellist of Seat, the sheriff if it is Nature
	// Rewards.
	Buy // for the own outlaw at Place
	// Holdup.
	HoldUp // Seat's outlaw at Other, with the own one at Place
	// Answer; Play is the third.
	Fight
	Cower
	// Share.
	Share // N: dollars on R, M and L
	// Where there is nothing that one wants to do.
	Pass
	uses
)

// Move is what a seat decides. Fields that its Use does not name are zero.
type Move struct {
	Use   Use
	Place Place
	Seat  engine.Seat
	Other Place
	Card  Card
	N     [Row]int16
}

// fields says which fields a move has beside its Use.
type fields uint8

const (
	hasPlace fields = 1 << iota
	hasSeat
	hasOther
	hasCard
	hasSum  // N[0]
	hasSums // N
)

var moveFields = [uses]fields{
	Order:  hasSums,
	Bet:    hasSum,
	Raise:  hasSum,
	Sleeve: hasCard,
	Play:   hasPlace,
	PlayOn: hasPlace | hasSeat,
	Buy:    hasPlace,
	HoldUp: hasPlace | hasSeat | hasOther,
	Share:  hasSums,
}

// proper reports whether the move has values where its Use wants some and is zero elsewhere, so that every move has one
// spelling and may be compared with ==.
func (m Move) proper(seats uint8) bool {
	if m.Use == NoUse || m.Use >= uses || m.Place >= Row || m.Other >= Row {
		return false
	}
	has := moveFields[m.Use]
	switch {
	case has&hasPlace == 0 && m.Place != 0, has&hasOther == 0 && m.Other != 0,
		has&hasSeat == 0 && m.Seat != 0, m.Seat < 0 && (m.Use != PlayOn || m.Seat != engine.Nature),
		m.Seat >= engine.Seat(seats),
		has&hasCard == 0 && m.Card != NoCard, has&hasCard != 0 && (m.Card == NoCard || m.Card > PokerCards),
		has&(hasSum|hasSums) == 0 && m.N[0] != 0, has&hasSums == 0 && (m.N[1] != 0 || m.N[2] != 0):
		return false
	}
	return m.N[0] >= 0 && m.N[1] >= 0 && m.N[2] >= 0
}
