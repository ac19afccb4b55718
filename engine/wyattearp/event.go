package wyattearp

import "saloon/engine"

// Event is what became true. Events hold outcomes, so that replaying them needs neither chance nor the rules of the
// day.
type Event interface{ event() }

// Dealt opens a hand (rules R6, R58). It holds every secret of the hand; Tell lets nobody see them.
type Dealt struct {
	Round   int          `json:"round"`
	Dealer  engine.Seat  `json:"dealer"`
	Posters [Outlaws]int `json:"posters"` // dollars, this hand's 1,000 included
	Hands   [][]Card     `json:"hands"`   // by seat, as they were dealt
	Upcard  Card         `json:"upcard"`
	Supply  []Card       `json:"supply"` // from the top down
}

// Drew is a draw from the supply, top card first (rules R9, R40). A draw that a reshuffle interrupts is two of these.
type Drew struct {
	Seat  engine.Seat `json:"seat"`
	Cards []Card      `json:"cards"`
}

// TookDiscard is a draw of the discard stack's top card (rules R9).
type TookDiscard struct {
	Seat  engine.Seat `json:"seat"`
	Card  Card        `json:"card"`
	Under Card        `json:"under"` // what lies on top now, NoCard where nothing does
}

// Reshuffled makes the discard stack the supply (rules R46).
type Reshuffled struct {
	Supply []Card `json:"supply"` // from the top down
}

// Melded is Outlaw cards laid together (rules R17).
type Melded struct {
	Seat   engine.Seat `json:"seat"`
	Outlaw Outlaw      `json:"outlaw"`
	N      int         `json:"n"`
	Added  int         `json:"added"`  // dollars on the poster
	Opened bool        `json:"opened"` // the first meld of this outlaw in this hand
}

// Played is a Sheriff card leaving the hand; until it is laid or spent it is in limbo (rules R20).
type Played struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// ShotTurned is the card that was turned up for a shot (rules R19). A missed card of the turn player is spent with it.
type ShotTurned struct {
	Seat engine.Seat `json:"seat"`
	For  Card        `json:"for"`
	Card Card        `json:"card"`
	Hit  bool        `json:"hit"`
}

// Laid is a Photo or a numbered card reaching a pile (rules R23 to R25).
type Laid struct {
	Seat   engine.Seat `json:"seat"`
	Card   Card        `json:"card"`
	Outlaw Outlaw      `json:"outlaw"`
	Added  int         `json:"added"`
}

// GunLost is the earlier Fastest Gun going to the discard stack (rules R25a).
type GunLost struct {
	Seat   engine.Seat `json:"seat"` // who played the new one
	Owner  engine.Seat `json:"owner"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Covered is a Hideout laid across a pile (rules R33).
type Covered struct {
	Seat   engine.Seat `json:"seat"`
	Victim engine.Seat `json:"victim"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Stole is an Outlaw card taken from a pile into the hand (rules R29).
type Stole struct {
	Seat   engine.Seat `json:"seat"`
	From   engine.Seat `json:"from"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Orphaned is what a theft left without an outlaw going to the discard stack, in this order (rules R31).
type Orphaned struct {
	Seat   engine.Seat `json:"seat"` // the pile's owner
	Outlaw Outlaw      `json:"outlaw"`
	Cards  []Card      `json:"cards"`
}

// Uncovered is a Hideout removed by its victim (rules R43, R44).
type Uncovered struct {
	Seat   engine.Seat `json:"seat"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Asked is Most Wanted's question to the others, one after another (rules R27).
type Asked struct {
	Seat   engine.Seat `json:"seat"`
	Outlaw Outlaw      `json:"outlaw"`
	Left   bool        `json:"left"`
	Giver  engine.Seat `json:"giver"` // who gave the card, or Nobody
}

// Searched is a card taken out of the discard stack unseen (rules R41).
type Searched struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// Looked is what a seat that may look through the discard stack finds missing there: the cards that others took unseen.
// It changes nothing; it is in the log because that seat learns it.
type Looked struct {
	Seat    engine.Seat `json:"seat"`
	Missing []Card      `json:"missing"`
}

// Spent is a card in limbo reaching the discard stack.
type Spent struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// Replied is a Wyatt Earp thrown at a Hideout by its victim; its shot follows (rules R44).
type Replied struct {
	Seat   engine.Seat `json:"seat"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Passed is the victim letting a Hideout lie.
type Passed struct {
	Seat   engine.Seat `json:"seat"`
	Outlaw Outlaw      `json:"outlaw"`
}

// Discarded is the card that ends a turn (rules R8).
type Discarded struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// Why says why a hand ended. The words are stored and never renamed.
type Why string

// The ends of a hand.
const (
	WentOut      Why = "went-out"      // the last card was discarded (rules R49a)
	EmptyHand    Why = "empty-hand"    // somebody else had no cards left (rules R49b)
	SupplyChoice Why = "supply"        // by choice, with the second supply short (rules R47)
	SupplyGone   Why = "second-supply" // the house rule of that name (rules O1)
	Stalled      Why = "stalled"       // nothing played or drawn for three rounds (rules R47)
)

// RoundEnded closes a hand.
type RoundEnded struct {
	Seat engine.Seat `json:"seat"`
	Why  Why         `json:"why"`
}

// HandShown is what a seat was left with going to the discard stack face up, in this order (rules R50).
type HandShown struct {
	Seat  engine.Seat `json:"seat"`
	Cards []Card      `json:"cards"`
}

// RoundScored pays the posters out (rules R51 to R56).
type RoundScored struct {
	Sheet Sheet `json:"sheet"`
}

// DuelTurned is one round of the duel for a shared first place (rules R60).
type DuelTurned struct {
	Round int            `json:"round"`
	Cards [seatsMax]Card `json:"cards"` // by seat; NoCard for who is not in it
	Left  []engine.Seat  `json:"left"`  // who goes on
}

// Won ends the match.
type Won struct {
	Seat   engine.Seat   `json:"seat"`
	Cash   int           `json:"cash"`
	Reason engine.Reason `json:"reason"`
}

func (Dealt) event()       {}
func (Drew) event()        {}
func (TookDiscard) event() {}
func (Reshuffled) event()  {}
func (Melded) event()      {}
func (Played) event()      {}
func (ShotTurned) event()  {}
func (Laid) event()        {}
func (GunLost) event()     {}
func (Covered) event()     {}
func (Stole) event()       {}
func (Orphaned) event()    {}
func (Uncovered) event()   {}
func (Asked) event()       {}
func (Searched) event()    {}
func (Looked) event()      {}
func (Spent) event()       {}
func (Replied) event()     {}
func (Passed) event()      {}
func (Discarded) event()   {}
func (RoundEnded) event()  {}
func (HandShown) event()   {}
func (RoundScored) event() {}
func (DuelTurned) event()  {}
func (Won) event()         {}
