package table

import (
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

// Input is what reaches a table: one of the types below, and nothing else.
type Input interface{ input() }

// Sit takes a free seat before the match, or an open one in it (as a substitute). Seat engine.Nobody means any.
type Sit struct {
	Who  Person
	Seat engine.Seat
}

// SeatBot puts a bot into a free seat before the match. Only the host may, and anybody who sits once all others are
// ready. Seat engine.Nobody means every free one.
type SeatBot struct {
	By    PlayerID
	Seat  engine.Seat
	Level string
}

// Remove empties a seat before the match: the host's power over others and bots.
type Remove struct {
	By   PlayerID
	Seat engine.Seat
}

// Stand leaves one's seat: at once before a match and after it; in a match after the hand that is being played, or Now.
// Whoever leaves a match loses it, a bot playing on until a substitute comes; see the package comment. Saying it twice
// without Now takes it back.
type Stand struct {
	Who PlayerID
	Now bool
}

// Ready says, before a match, that one is ready, or no longer. When all seats are taken and everybody is, it begins.
// While people look at a scored hand it says that one has seen enough; after the match it is a vote for a rematch.
type Ready struct {
	Who PlayerID
	Yes bool
}

// Answer answers an ask.
type Answer struct {
	Who   PlayerID
	Ask   uint64
	Move  any
	After time.Duration
	// Lag is the measured round trip of the player's line, to be refunded from a bounded purse; zero is always safe.
	Lag time.Duration
}

// Wake is a key press by somebody whose seat a bot plays: the seat is theirs again.
type Wake struct{ Who PlayerID }

// Talk says a line. The lane is Say for those who sit and Whisper for spectators.
type Talk struct {
	Who  Person
	Text string
}

// Cast votes on a motion, or moves it: Adjourn in a match, Resume in an adjourned one, Rematch after it.
type Cast struct {
	Who    PlayerID
	Motion Motion
	Yes    bool
}

// Look subscribes a viewer: the owner of a seat sees as that seat, everybody else as the public.
type Look struct {
	Who Person
	Box *Mailbox
}

// Unlook ends a subscription. Left means that the viewer wanted to go; otherwise the line was lost.
type Unlook struct {
	Box  *Mailbox
	Left bool
}

// Faint says that the line to a viewer does not answer just now, or that it does again. The others may see so; nothing
// else follows from it: who is faint is there.
type Faint struct {
	Box   *Mailbox
	Faint bool
}

// Reached says that the picture of an open race was sent to a terminal: its write returned. Without it nothing that the
// terminal sends can be measured. Of several for one race and terminal the first counts.
type Reached struct {
	Who  PlayerID
	Box  *Mailbox // the subscription whose terminal it is
	Race uint64
	Sent time.Time
	Lag  clock.Lag
	// Marks: the terminal was asked to say when it had drawn the picture.
	Marks bool
}

// Marked says when a terminal's answer was read that it had drawn the picture of an open race.
type Marked struct {
	Who  PlayerID
	Box  *Mailbox
	Race uint64
	At   time.Time
}

// Gesture is a key of somebody who sits, read at a moment while a race was armed or open. Its reaction time is what the
// table makes of that.
type Gesture struct {
	Who  PlayerID
	Box  *Mailbox
	Race uint64
	Move any
	At   time.Time
}

func (Sit) input()     {}
func (SeatBot) input() {}
func (Remove) input()  {}
func (Stand) input()   {}
func (Ready) input()   {}
func (Answer) input()  {}
func (Wake) input()    {}
func (Talk) input()    {}
func (Cast) input()    {}
func (Look) input()    {}
func (Unlook) input()  {}
func (Faint) input()   {}
func (Swap) input()    {}
func (Crown) input()   {}
func (Reached) input() {}
func (Marked) input()  {}
func (Gesture) input() {}
