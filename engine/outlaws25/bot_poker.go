package outlaws25

import "math"

// The rules of thumb for a hand: when to bet, call and raise (shares of the pot that a hand is likely to win).
const (
	betEquity   = 0.62
	raiseEquity = 0.85
	callMargin  = 0.05
	bluffBelow  = 0.12 // heads-up equity of about the lowest tenth of all hands
	bluffOdds   = 3    // one in so many of them is bet
	sleeveGain  = 0.10
)

// bet is a move of the betting round.
func (t *thought) bet() Move {
	h := &t.Hand
	if m, ok := t.sleeve(); ok {
		return m
	}
	hand := [3]Card{h.Hole[t.Viewer][0], h.Hole[t.Viewer][1], h.Flop}
	alone := t.equity(hand)
	e := math.Pow(alone, math.Pow(float64(h.In.Len()-1), 0.8))
	if h.Owed == 0 {
		switch {
		case e > raiseEquity && h.Most > 0:
			return t.amount(Bet, h.Pot)
		case e > betEquity && h.Most > 0:
			return t.amount(Bet, h.Pot/2)
		case alone < bluffBelow && h.Most > 0 && t.r.IntN(bluffOdds) == 0:
			return t.amount(Bet, h.Pot/2)
		}
		return t.first(Check)
	}
	stack := t.Gangs[t.Viewer][t.Markers[t.Viewer]].Money
	owed := min(h.Owed, stack)
	if e > raiseEquity && h.Most > 0 {
		return t.amount(Raise, h.Level+h.Pot+owed)
	}
	// Who bets has more than a random hand: the more the bet asks, the more.
	price := float64(owed) / float64(h.Pot+owed)
	if e > price+callMargin+price*callMargin*2 {
		return t.first(Call)
	}
	return t.first(Fold, Call)
}

// amount bets or raises to about so much, within what is allowed.
func (t *thought) amount(u Use, to int) Move {
	to = min(max(to/chip*chip, t.Hand.Least), t.Hand.Most)
	return Move{Use: u, N: [Row]int16{int16(to)}}
}

// equity is the share of the pot that a hand wins on average against one random hand: every one is tried.
func (t *thought) equity(hand [3]Card) float64 {
	_, mine := Judge(hand, t.Ranking)
	seen := uint32(1)<<hand[0] | 1<<hand[1] | 1<<hand[2] | 1<<t.Hand.Away
	var won, tried int
	for a := Card(1); a <= PokerCards; a++ {
		if seen>>a&1 != 0 {
			continue
		}
		for b := a + 1; b <= PokerCards; b++ {
			if seen>>b&1 != 0 {
				continue
			}
			_, other := Judge([3]Card{a, b, hand[2]}, t.Ranking)
			tried += 2
			switch {
			case mine > other:
				won += 2
			case mine == other:
				won++
			}
		}
	}
	return float64(won) / float64(max(tried, 1))
}

// sleeve changes the hole card whose change gains most, if it gains enough.
func (t *thought) sleeve() (best Move, ok bool) {
	now, most := -1.0, sleeveGain
	hole := t.Hand.Hole[t.Viewer]
	for _, m := range t.legal {
		if m.Use != Sleeve {
			continue
		}
		keep := hole[0]
		if keep == m.Card {
			keep = hole[1]
		}
		if now < 0 {
			now = t.equity([3]Card{hole[0], hole[1], t.Hand.Flop})
		}
		sum, n := 0.0, 0
		for c := Card(1); c <= PokerCards; c++ {
			if c != hole[0] && c != hole[1] && c != t.Hand.Flop {
				sum += t.equity([3]Card{keep, c, t.Hand.Flop})
				n++
			}
		}
		if gain := sum/float64(n) - now; gain > most {
			best, most, ok = m, gain, true
		}
	}
	return best, ok
}
