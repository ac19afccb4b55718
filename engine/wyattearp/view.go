package wyattearp

import (
	"math/bits"

	"saloon/engine"
)

// View is what one viewer may know of a match and could remember of it. It is plain data; seats and outlaws index its
// arrays, amounts are dollars.
type View struct {
	Viewer     engine.Seat // Nobody for the public
	Seats      int
	OneHideout bool // the house rules
	ReactMany  bool
	ZeroShares bool
	EndsHand   bool
	Goal       int // the target of rules R57

	Phase  Phase
	Round  int // the hand's number, from 1; 0 before the first deal
	Dealer engine.Seat
	Turn   engine.Seat // whose turn it is
	Asked  engine.Seat // whose answer is awaited: the victim in React, Nature between hands, Nobody once over

	Hand     Bag // the viewer's own; empty for the public
	Hands    [seatsMax]int
	Supply   int  // cards left
	Shuffled bool // the reshuffle is used (rules R46)
	Top      Card // of the discard stack; NoCard where it is empty
	Discards int
	// Stack is what the discard stack holds, where the viewer could play a Wyatt Earp now: the list of his moves tells
	// him (rules R41). Else it is empty, and Memory has what he could remember.
	Stack   Bag
	Opened  [Outlaws]bool
	Posters [Outlaws]int
	Cash    [seatsMax]int
	Piles   [seatsMax][Outlaws]Pile

	Limbo         Card        // the Sheriff card whose target is being chosen
	SheriffPlayed bool        // the turn's Sheriff card is used
	MayPlay       Card        // what rules R42 lets the viewer play next; never shown to others
	Victim        engine.Seat // in React: whose pile was hidden, else Nobody …
	Hidden        Outlaw      // … and which
	Moved         bool        // in this turn something was played or drawn from the supply
	Idle          int         // turns in a row, up to this one, in which nothing was
	IdleMax       int         // as many end the hand (rules R47)

	Question Question      // what a Most Wanted asked in this turn
	Left     [seatsMax]Bag // what was left in the hands, between hands

	// Memory is what the viewer could remember.
	Memory Memory
	// Odds are those of a shot now.
	Odds Odds
	// Now is what each poster would pay if the hand ended now; its zero value between hands.
	Now Sheet
	// Last is the sheet of the hand that was scored last; its zero value before the first.
	Last Sheet

	DuelRound int            // rounds of the duel; 0 where there was none
	Duel      [seatsMax]Card // the cards of its last round
	Winner    engine.Seat    // Nobody until the match is over
	Ending    engine.Reason  // "" until then
}

// Memory is what a viewer could remember of cards that are out of sight.
type Memory struct {
	// Buried are the cards that went to the present discard stack and have not been seen leaving it, its top included.
	// Those that the viewer took out himself have left it.
	Buried Bag
	// Secret is how many of Buried others have taken out unseen (rules R41), never a Wyatt Earp.
	Secret int
	// Proven are further cards that others must have taken unseen, because all of their kind are in sight elsewhere.
	Proven Bag
	// Known are cards that everybody saw go into a hand and not leave it.
	Known [seatsMax]Bag
	// Lacks are outlaws of which a seat had to say that it holds no card, with nothing taken in unseen since.
	Lacks [seatsMax]OutlawSet
}

// Odds are the viewer's chances that a card turned up now has a bullet hole: Outlaws in Unseen. Unseen is 0 where no
// shot is possible. Where others took cards unseen, Outlaws is rounded.
type Odds struct{ Outlaws, Unseen int }

// Percent is the chance rounded to a whole number.
func (o Odds) Percent() int {
	if o.Unseen == 0 {
		return 0
	}
	return (200*o.Outlaws + o.Unseen) / (2 * o.Unseen)
}

// View is built up for one viewer.
func (Rules) View(s State, viewer engine.Viewer) View {
	v := View{
		Viewer: viewer.Seat(), Seats: int(s.seats),
		OneHideout: s.house.oneHideout, ReactMany: s.house.reactMany, ZeroShares: s.house.zeroShares,
		EndsHand: s.house.endsHand, Goal: int(s.house.target) * 1000,
		Phase: s.phase, Round: int(s.round), Dealer: s.dealer, Turn: s.turn, Asked: s.asked(),
		Supply: int(s.stacks.supply), Shuffled: s.shuffled, Top: s.stacks.top(), Discards: int(s.stacks.discards),
		Opened: s.opened, Piles: s.piles,
		Limbo: s.limbo, SheriffPlayed: s.sheriff, Victim: s.victim, Hidden: s.hidden,
		Moved: s.moved, Idle: int(s.idle), IdleMax: stallRounds * int(s.seats),
		Question: s.question, Left: s.left,
		Last:      s.lastSheet(),
		DuelRound: int(s.duelRound), Duel: s.duel, Winner: engine.Nobody,
	}
	for o, p := range s.posters {
		v.Posters[o] = int(p) * 1000
	}
	for seat := range s.seats {
		v.Cash[seat] = int(s.cash[seat]) * 1000
		v.Hands[seat] = s.hands[seat].Len()
	}
	if s.playing() {
		v.Now = s.sheet()
	}
	if s.phase == Over {
		v.Winner, v.Ending = s.winner, endReasons[s.reason]
	}
	if seat := viewer.Seat(); seat >= 0 && seat < engine.Seat(s.seats) {
		v.Hand = s.hands[seat]
		if seat == s.turn {
			v.MayPlay = s.mayPlay
		}
	}
	if v.Searching() {
		v.Stack = s.stacks.discardBag()
	}
	v.Memory = s.remembered(&v)
	v.Odds = v.odds()
	return v
}

// playing reports whether a hand is under way.
func (s *State) playing() bool { return s.phase >= Draw && s.phase <= React }

// Searching reports whether the viewer's own moves tell him what is in the discard stack: he could play a Wyatt Earp
// now (rules R41).
func (v *View) Searching() bool {
	return v.Phase == Play && v.Viewer == v.Turn && !v.SheriffPlayed && v.Hand.Has(WyattEarp)
}

// open counts the cards that the viewer sees or knows where they are, but for the discard stack: his hand, the table,
// the card in limbo and what is known of the others' hands.
func (v *View) open() (have [cardKinds]int) {
	add := func(b Bag) {
		for ; b != 0; b &= b - 1 { // the lowest set bit is 1, 2 or 4 of its kind
			at := bits.TrailingZeros64(uint64(b))
			have[at/bagBits] += 1 << (at % bagBits)
		}
	}
	add(v.Hand)
	for seat := range v.Seats {
		if engine.Seat(seat) != v.Viewer {
			add(v.Memory.Known[seat])
		}
		for o, p := range v.Piles[seat] {
			add(p.Bag(Outlaw(o)))
		}
	}
	have[v.Limbo]++
	return have
}

// remembered is the viewer's memory. What others took unseen out of the discard stack stays in Buried until the number
// of cards in the deck proves that it is elsewhere.
func (s *State) remembered(v *View) Memory {
	m := Memory{Known: s.memory.known, Lacks: s.memory.lacks}
	var buried [cardKinds]int
	count := func(b Bag) {
		for c := Card(1); c < cardKinds; c++ {
			buried[c] += b.Of(c)
		}
	}
	count(s.stacks.discardBag())
	for seat := range engine.Seat(s.seats) {
		if took := s.memory.took[seat]; seat != v.Viewer && took != 0 {
			count(took)
			m.Secret += took.Len()
		}
	}
	v.Memory = m
	open := v.open()
	for c := Card(1); c < cardKinds; c++ {
		if over := buried[c] - (c.Count() - open[c]); over > 0 {
			buried[c] -= over
			m.Secret -= over
			m.Proven.put(c, min(over, bagMask))
		}
		if buried[c] > 0 {
			m.Buried.put(c, buried[c])
		}
	}
	return m
}

// buriedOutlaws is how many Outlaw cards lie in the discard stack. Cards that others took unseen are as likely to be
// any of those that they could have taken.
func (v *View) buriedOutlaws() int {
	if v.Searching() {
		return v.Stack.Outlaws()
	}
	all := v.Memory.Buried
	outlaws, able := all.Outlaws(), all.Len()-all.Of(WyattEarp)
	if able == 0 {
		return outlaws
	}
	return outlaws - (2*v.Memory.Secret*outlaws+able)/(2*able)
}

// odds counts the unseen cards (rules section 5).
func (v *View) odds() Odds {
	if v.Phase < Draw || v.Phase > React {
		return Odds{}
	}
	buried := v.buriedOutlaws()
	if v.Supply == 0 {
		if v.Shuffled || v.Discards == 0 {
			return Odds{}
		}
		return Odds{Outlaws: buried, Unseen: v.Discards}
	}
	open := v.open()
	o := Odds{Outlaws: outlawCards - buried, Unseen: DeckSize - v.Discards}
	for c := Card(1); c < cardKinds; c++ {
		o.Unseen -= open[c]
		if c.Hole() {
			o.Outlaws -= open[c]
		}
	}
	o.Outlaws = max(0, min(o.Outlaws, o.Unseen))
	return o
}
