package wyattearp

import (
	"saloon/engine"
	"saloon/engine/deck"
)

// imagineTries bounds how often cards are drawn that others took unseen. A draw can be impossible only where a hand is
// known to lack the outlaws that it leaves over, which takes an empty supply besides.
const imagineTries = 64

// Imagine draws a state in which this viewer would see just this view: which cards others took unseen, what their
// hands and the supply hold, and the order of the stacks.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := v.public()
	if v.Phase == Deal {
		return s
	}
	for range imagineTries {
		try := s
		if v.imagineHands(&try, v.imagineStack(&try, r), r) {
			return try
		}
	}
	s.memory.lacks = [seatsMax]OutlawSet{} // no such view comes out of a match
	v.imagineHands(&s, v.imagineStack(&s, r), r)
	return s
}

// place is where an unseen card may lie: a hand, or the supply.
type place struct {
	seat  engine.Seat // Nobody for the supply
	lacks OutlawSet
}

func (p place) takes(c Card) bool {
	o, _ := c.Outlaw()
	return !c.Hole() || !p.lacks.Has(o)
}

// imagineHands shuffles the unseen cards into hands and supply. It reports false where they do not fit.
func (v *View) imagineHands(s *State, inStack Bag, r *engine.Rand) bool {
	open := v.open()
	a := assignment{}
	for c := Card(1); c < cardKinds; c++ {
		for range c.Count() - open[c] - inStack.Of(c) {
			a.cards[a.n] = c
			a.n++
		}
	}
	deck.Shuffle(r, a.cards[:a.n])
	at := 0
	for seat := range engine.Seat(v.Seats) {
		if seat == v.Viewer {
			s.hands[seat] = v.Hand
			continue
		}
		s.hands[seat] = v.Memory.Known[seat]
		for range v.Hands[seat] - v.Memory.Known[seat].Len() {
			a.places[at] = place{seat: seat, lacks: s.memory.lacks[seat]}
			at++
		}
	}
	inHands := at
	for ; at < a.n; at++ {
		a.places[at] = place{seat: engine.Nobody}
	}
	if !a.settle(r) {
		return false
	}
	for i, p := range a.places[:inHands] {
		s.hands[p.seat].put(a.cards[i], 1)
	}
	s.stacks.stock(a.cards[inHands:a.n])
	return true
}

// assignment lays cards[i] in places[i].
type assignment struct {
	cards  [DeckSize]Card
	places [DeckSize]place
	n      int
	seen   [DeckSize]bool
}

// settle moves the cards that lie in a hand which is known to lack them. It reports false where that cannot be.
func (a *assignment) settle(r *engine.Rand) bool {
	for i := range a.n {
		if a.places[i].takes(a.cards[i]) {
			continue
		}
		a.seen = [DeckSize]bool{}
		if !a.route(a.cards[i], i, r.IntN(a.n)) {
			return false
		}
	}
	return true
}

// route lays a card in another place, the card from there in a third, and so on, until one fits into home.
func (a *assignment) route(c Card, home, first int) bool {
	for k := range a.n {
		j := (first + k) % a.n
		if a.seen[j] || !a.places[j].takes(c) {
			continue
		}
		a.seen[j] = true
		old := a.cards[j]
		if a.places[home].takes(old) {
			a.cards[home], a.cards[j] = old, c
			return true
		}
		if a.route(old, home, first) {
			a.cards[j] = c
			return true
		}
	}
	return false
}

// imagineStack lays the discard stack and says what is in it.
func (v *View) imagineStack(s *State, r *engine.Rand) Bag {
	inStack := v.Memory.Buried
	for _, c := range v.imagineTaken(r) {
		inStack.take(c, 1)
		s.memory.take(v.somebodyElse(r), c)
	}
	for _, c := range v.Memory.Proven.Cards() {
		s.memory.take(v.somebodyElse(r), c)
	}
	if v.Top == NoCard {
		return inStack
	}
	below := inStack
	below.take(v.Top, 1)
	cards := below.Cards()
	deck.Shuffle(r, cards)
	for _, c := range cards {
		s.stacks.push(c)
	}
	s.stacks.push(v.Top)
	return inStack
}

// imagineTaken picks what others took unseen.
func (v *View) imagineTaken(r *engine.Rand) []Card {
	switch {
	case v.Memory.Secret == 0:
		return nil
	case v.Searching():
		return (v.Memory.Buried - v.Stack).Cards()
	}
	able := v.Memory.Buried
	if v.Top != NoCard {
		able.take(v.Top, 1) // it can be seen lying there
	}
	able.take(WyattEarp, able.Of(WyattEarp))
	cards := able.Cards()
	deck.Shuffle(r, cards)
	return cards[:v.Memory.Secret]
}

func (v *View) somebodyElse(r *engine.Rand) engine.Seat {
	seat := engine.Seat(r.IntN(v.Seats))
	if seat == v.Viewer {
		seat = seat.Next(v.Seats)
	}
	return seat
}

// public is the state without its cards.
func (v *View) public() State {
	s := State{
		house: house{
			oneHideout: v.OneHideout, reactMany: v.ReactMany, zeroShares: v.ZeroShares, endsHand: v.EndsHand,
			target: thousands(v.Goal),
		},
		seats: uint8(v.Seats), phase: v.Phase, round: uint16(v.Round), dealer: v.Dealer, turn: v.Turn,
		limbo: v.Limbo, mayPlay: v.MayPlay, victim: v.Victim, hidden: v.Hidden,
		idle: uint8(v.Idle), moved: v.Moved, sheriff: v.SheriffPlayed, shuffled: v.Shuffled,
		opened: v.Opened, piles: v.Piles, winner: v.Winner,
		duelRound: uint8(v.DuelRound), duel: v.Duel,
	}
	s.memory.known, s.memory.lacks = v.Memory.Known, v.Memory.Lacks
	s.question, s.left = v.Question, v.Left
	for i, reason := range endReasons {
		if reason == v.Ending {
			s.reason = ending(i)
		}
	}
	for o, p := range v.Posters {
		s.posters[o] = thousands(p)
	}
	for seat, cash := range v.Cash {
		s.cash[seat] = thousands(cash)
	}
	s.last.round = uint16(v.Last.Round)
	for o, p := range v.Last.Posters {
		s.last.rewards[o] = thousands(p.Reward)
		for seat, cp := range p.CP {
			s.last.cp[seat][o] = uint8(cp)
		}
	}
	return s
}
