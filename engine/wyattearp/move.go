package wyattearp

import "saloon/engine"

// Use is the kind of a move.
type Use uint8

// The moves of rules section 6, by phase.
const (
	NoUse Use = iota
	// Draw.
	DrawSupply
	DrawDiscard
	EndHand
	// Play.
	Meld           // N Outlaw cards of Outlaw
	PlayPhoto      // of Outlaw
	PlayStagecoach //
	PlayBank
	PlayGun
	Ask       // for an Outlaw card of Outlaw, clockwise if Left
	ShootMost // Most Wanted with a shot
	PlayHideout
	EarpDraw
	EarpTake // Card, out of the discard stack
	EarpShoot
	Discard // Card
	// Target.
	On    // the own pile of Outlaw
	Cover // Seat's pile of Outlaw, with the Hideout
	Steal // an Outlaw card from Seat's pile of Outlaw
	Off   // the Hideout of the own pile of Outlaw
	// React.
	Reply // with a Wyatt Earp
	Pass
	uses
)

// Move is what a seat decides. Fields that its Use does not name are zero.
type Move struct {
	Use    Use
	Outlaw Outlaw
	Card   Card
	N      uint8
	Seat   engine.Seat
	Left   bool
}

// fields says which fields a move has beside its Use.
type fields uint8

const (
	hasOutlaw fields = 1 << iota
	hasCard
	hasN
	hasSeat
	hasLeft
)

var moveFields = [uses]fields{
	Meld:      hasOutlaw | hasN,
	PlayPhoto: hasOutlaw,
	Ask:       hasOutlaw | hasLeft,
	EarpTake:  hasCard,
	Discard:   hasCard,
	On:        hasOutlaw,
	Cover:     hasOutlaw | hasSeat,
	Steal:     hasOutlaw | hasSeat,
	Off:       hasOutlaw,
}

// proper reports whether the move has a value where its Use wants one and is zero elsewhere. So every move has one
// spelling and may be compared with ==.
func (m Move) proper(seats uint8) bool {
	if m.Use == NoUse || m.Use >= uses {
		return false
	}
	has := moveFields[m.Use]
	if has&hasOutlaw == 0 && m.Outlaw != 0 || m.Outlaw >= Outlaws {
		return false
	}
	if has&hasCard == 0 && m.Card != NoCard || has&hasCard != 0 && (m.Card == NoCard || m.Card >= cardKinds) {
		return false
	}
	if has&hasN == 0 && m.N != 0 || has&hasN != 0 && m.N == 0 {
		return false
	}
	if has&hasSeat == 0 && m.Seat != 0 || m.Seat < 0 || m.Seat >= engine.Seat(seats) {
		return false
	}
	return has&hasLeft != 0 || !m.Left
}

// Sheriff is the Sheriff card that a move plays out of the hand; NoCard where it plays none.
func (m Move) Sheriff() Card {
	switch m.Use {
	case PlayPhoto:
		return m.Outlaw.Photo()
	case PlayStagecoach:
		return Stagecoach
	case PlayBank:
		return Bank
	case PlayGun:
		return FastestGun
	case Ask, ShootMost:
		return MostWanted
	case PlayHideout:
		return Hideout
	case EarpDraw, EarpTake, EarpShoot, Reply:
		return WyattEarp
	default:
		return NoCard
	}
}

// Shoots reports whether the move turns up a card for a shot (rules R19).
func (m Move) Shoots() bool {
	switch m.Use {
	case PlayStagecoach, PlayBank, PlayGun, ShootMost, PlayHideout, EarpShoot, Reply:
		return true
	default:
		return false
	}
}
