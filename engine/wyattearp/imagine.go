package wyattearp

import (
	"saloon/engine"
	"saloon/engine/deck"
)

// Imagine draws a state in which this viewer would see just this view: which cards others took unseen, what their
// hands and the supply hold, and the order of the stacks.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := v.public()
	if v.Phase == Deal {
		return s
	}
	inStack := v.imagineStack(&s, r)
	open := v.Open()
	var pool [DeckSize]Card
	n := 0
	for c := Card(1); c < cardKinds; c++ {
		for range c.Count() - open[c] - inStack.Of(c) {
			pool[n] = c
			n++
		}
	}
	deck.Shuffle(r, pool[:n])
	rest := pool[:n]
	for seat := range engine.Seat(v.Seats) {
		if seat == v.Viewer {
			s.hands[seat] = v.Hand
			continue
		}
		s.hands[seat] = v.Memory.Known[seat]
		for range v.Hands[seat] - v.Memory.Known[seat].Len() {
			s.hands[seat].put(rest[0], 1)
			rest = rest[1:]
		}
	}
	s.stacks.stock(rest)
	return s
}

// imagineStack lays the discard stack and says what is in it.
func (v *View) imagineStack(s *State, r *engine.Rand) Bag {
	inStack := v.Memory.Buried
	if v.Memory.Secret > 0 {
		taken := inStack
		if v.Top != NoCard {
			taken.take(v.Top, 1) // it can be seen lying there
		}
		able := taken.Cards()
		for len(able) > 0 && able[len(able)-1] == WyattEarp { // the last kind
			able = able[:len(able)-1]
		}
		deck.Shuffle(r, able)
		for _, c := range able[:v.Memory.Secret] {
			inStack.take(c, 1)
			s.memory.took[v.somebodyElse(r)].put(c, 1)
		}
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
	s.memory.known = v.Memory.Known
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
