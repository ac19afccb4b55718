package outlaws25

import "saloon/engine"

// Event is what became true. Events hold outcomes, so that replaying them needs neither chance nor the rules of the
// day. Amounts are dollars.
type Event interface{ event() }

// Decks are the new orders, top first, of decks into which cards were shuffled back; nil where a deck stays as it is.
// Nobody sees them.
type Decks struct {
	Sheriffs []int    `json:"sheriffs,omitempty"`
	Rewards  []Reward `json:"rewards,omitempty"`
	Wanted   []Rank   `json:"wanted,omitempty"`
}

// Spot is an outlaw: a seat and a place in its row.
type Spot struct {
	Seat  engine.Seat `json:"seat"`
	Place Place       `json:"place"`
}

// GangsDealt opens the match (rules 8 to 14). What was dealt to whom is secret.
type GangsDealt struct {
	Speeds [][Row]int  `json:"speeds"` // by seat, R M L
	Rolls  [][]int     `json:"rolls"`  // by round of the roll for the first deal, then seat; 0 who does not roll
	Dealer engine.Seat `json:"dealer"`
	Decks  Decks       `json:"decks"`
}

// Arranged is a new order of an own row (rules 10). Only its owner knows.
type Arranged struct {
	Seat   engine.Seat `json:"seat"`
	Speeds [Row]int    `json:"speeds"`
}

// Readied is a seat that has arranged its row.
type Readied struct {
	Seat engine.Seat `json:"seat"`
}

// RoundBegan takes the antes (rules 18).
type RoundBegan struct {
	Round  int         `json:"round"`
	Dealer engine.Seat `json:"dealer"`
	Ante   int         `json:"ante"`
}

// HandDealt is the hole cards, the flop and the rest of the deck, top first (rules 20).
type HandDealt struct {
	Hole [][2]Card `json:"hole"` // by seat; no cards for who is out of the match
	Flop Card      `json:"flop"`
	Stub []Card    `json:"stub"`
}

// SheriffDrawn is a sheriff who comes for an outlaw (rules 38, 39).
type SheriffDrawn struct {
	Outlaw  Spot `json:"outlaw"`
	Label   Rank `json:"label"`
	Sheriff int  `json:"sheriff"`
}

// Bribed sends a sheriff back (rules 6.3).
type Bribed struct {
	Outlaw Spot  `json:"outlaw"`
	Label  Rank  `json:"label"`
	Decks  Decks `json:"decks"`
}

// DuelBegan turns the duellists up (rules 52).
type DuelBegan struct {
	Attacker Spot   `json:"attacker"` // against a sheriff: the outlaw
	Defender *Spot  `json:"defender"` // nil for a sheriff
	Speeds   [2]int `json:"speeds"`
}

// RewardPlayed is a reward played in a window of a duel (rules 53, 55).
type RewardPlayed struct {
	Owner  Spot        `json:"owner"`
	Reward Reward      `json:"reward"`
	On     int         `json:"on"`            // the side that it changes: 0 the attacker, 1 the other
	Target engine.Seat `json:"target"`        // whose duellist that is; Nature for the sheriff
	Die    int         `json:"die,omitempty"` // of a Second Draw
	Decks  Decks       `json:"decks"`
}

// Passed is a seat that lets a window, a purchase or a holdup go by.
type Passed struct {
	Seat engine.Seat `json:"seat"`
}

// DiceRolled is one roll of a duel (rules 54).
type DiceRolled struct {
	Dice   [2]int `json:"dice"`
	Totals [2]int `json:"totals"`
}

// SheriffBeaten is a sheriff out of the match and the Wanted card shuffled back (rules 43).
type SheriffBeaten struct {
	Outlaw  Spot  `json:"outlaw"`
	Label   Rank  `json:"label"`
	Sheriff int   `json:"sheriff"`
	Decks   Decks `json:"decks"`
}

// OutlawDied is the end of a duel that an outlaw lost (rules 42, 57).
type OutlawDied struct {
	Outlaw Spot  `json:"outlaw"`
	Money  int   `json:"money"` // what lay on it
	Winner *Spot `json:"winner"`
	Decks  Decks `json:"decks"`
}

// Eliminated is a gang out of the match (rules 65, 66).
type Eliminated struct {
	Seat  engine.Seat `json:"seat"`
	Step  int         `json:"step"`  // who goes out with an equal claim has the same
	Money int         `json:"money"` // to the bank
	Decks Decks       `json:"decks"`
}

// BettingBegan follows the sheriffs (rules 44).
type BettingBegan struct{}

// Checked is a check.
type Checked struct {
	Seat engine.Seat `json:"seat"`
}

// Paid is a bet, a call or a raise.
type Paid struct {
	Seat  engine.Seat `json:"seat"`
	How   How         `json:"how"`
	Money int         `json:"money"`
	To    int         `json:"to"`   // what the seat has staked in this round now
	Left  int         `json:"left"` // what its outlaw has left
}

// How is the way in which money went into the pot. The words are stored and never renamed.
type How string

// The ways.
const (
	ByBet   How = "bet"
	ByCall  How = "call"
	ByRaise How = "raise"
)

// Folded is a hand given up; nobody will ever see it.
type Folded struct {
	Seat engine.Seat `json:"seat"`
}

// Sleeved is a hole card changed with a Card up the Sleeve (rules 6.3).
type Sleeved struct {
	Seat  engine.Seat `json:"seat"`
	Away  Card        `json:"away"`
	Drawn Card        `json:"drawn"`
	Decks Decks       `json:"decks"`
}

// ExcessReturned is what nobody matched (rules 29).
type ExcessReturned struct {
	Seat  engine.Seat `json:"seat"`
	Money int         `json:"money"`
}

// HandShown is one hand of a showdown, which goes round from the dealer's left (rules 31).
type HandShown struct {
	Seat  engine.Seat `json:"seat"`
	Cards [2]Card     `json:"cards"`
	Flop  Card        `json:"flop"`
}

// PotPaid is what one winner takes of one pot (rules 30 to 32).
type PotPaid struct {
	Seat    engine.Seat `json:"seat"`
	Share   int         `json:"share"`
	Pot     int         `json:"pot"`  // what the pot held
	Side    int         `json:"side"` // 0 the main pot
	Winners int         `json:"winners"`
}

// PotLost is a pot that went to the bank, because nobody was left to play for it (rules 33).
type PotLost struct {
	Money int `json:"money"`
}

// HandCleared puts the poker cards away.
type HandCleared struct{}

// RewardBought is a reward drawn for an outlaw (rules 46 to 48). Only the owner sees which.
type RewardBought struct {
	Owner  Spot   `json:"owner"`
	Reward Reward `json:"reward"`
}

// HoldupDue asks the dealer (rules 58).
type HoldupDue struct{}

// HeldUp is a holdup that waits for its answer (rules 58, 59).
type HeldUp struct {
	Attacker Spot `json:"attacker"`
	Target   Spot `json:"target"`
}

// Fought is the answer to fight; the duel follows.
type Fought struct {
	Seat engine.Seat `json:"seat"`
}

// Cowered is half the money handed over (rules 60).
type Cowered struct {
	Attacker Spot `json:"attacker"`
	Target   Spot `json:"target"`
	Money    int  `json:"money"`
}

// Escaped is a holdup that a Fast Horse made fail (rules 6.3).
type Escaped struct {
	Target Spot  `json:"target"`
	Decks  Decks `json:"decks"`
}

// WantedDrawn is the Wanted card of who held somebody up (rules 61).
type WantedDrawn struct {
	Outlaw Spot `json:"outlaw"`
	Label  Rank `json:"label"`
}

// RoundEnded moves dealer and markers (rules 63) and asks for the shares.
type RoundEnded struct {
	Dealer  engine.Seat     `json:"dealer"`
	Markers [seatsMax]Place `json:"markers"`
}

// ShareSealed is one gang's money as its owner wants it to lie (rules 64). Only the owner knows until all have decided.
type ShareSealed struct {
	Seat  engine.Seat `json:"seat"`
	Money [Row]int    `json:"money"`
}

// Shared lays a gang's money out; it follows when all have decided.
type Shared struct {
	Seat  engine.Seat `json:"seat"`
	Money [Row]int    `json:"money"`
}

// Won ends the match (rules 69, 71).
type Won struct {
	Seats  []engine.Seat `json:"seats"`
	Pot    int           `json:"pot"` // what lay in an open pot goes to the winner
	Reason engine.Reason `json:"reason"`
}

func (GangsDealt) event()     {}
func (Arranged) event()       {}
func (Readied) event()        {}
func (RoundBegan) event()     {}
func (HandDealt) event()      {}
func (SheriffDrawn) event()   {}
func (Bribed) event()         {}
func (DuelBegan) event()      {}
func (RewardPlayed) event()   {}
func (Passed) event()         {}
func (DiceRolled) event()     {}
func (SheriffBeaten) event()  {}
func (OutlawDied) event()     {}
func (Eliminated) event()     {}
func (BettingBegan) event()   {}
func (Checked) event()        {}
func (Paid) event()           {}
func (Folded) event()         {}
func (Sleeved) event()        {}
func (ExcessReturned) event() {}
func (HandShown) event()      {}
func (PotPaid) event()        {}
func (PotLost) event()        {}
func (HandCleared) event()    {}
func (RewardBought) event()   {}
func (HoldupDue) event()      {}
func (HeldUp) event()         {}
func (Fought) event()         {}
func (Cowered) event()        {}
func (Escaped) event()        {}
func (WantedDrawn) event()    {}
func (RoundEnded) event()     {}
func (ShareSealed) event()    {}
func (Shared) event()         {}
func (Won) event()            {}
