package outlaws25

import (
	"math"

	"saloon/engine"
	"saloon/engine/outlaws25/equilibrium"
)

// bet is a move of the betting round, by the table of the equilibrium. The table is of the ranking three; with another
// one a hand is played like that which is as strong there.
func (t *scheme) bet() Move {
	if m, ok := t.sleeve(); ok {
		return m
	}
	h := &t.Hand
	hand := [3]Card{h.Hole[t.Viewer][0], h.Hole[t.Viewer][1], h.Flop}
	flop := int(h.Flop.Rank())
	rivals := h.In.Len() - 1
	spot := t.spot()
	class := equilibrium.Class(int(h.Flop)-1, int(hand[0])-1, int(hand[1])-1)
	alone := t.table.Equity[flop][class]
	if t.Ranking != ByThree {
		alone = t.equity(hand)
		class = t.alike(flop, alone)
	}
	if rivals == 1 {
		return t.act(t.draw(t.table.Advise(flop, class, spot)))
	}
	return t.crowd(flop, class, alone, rivals, spot)
}

// alike is the class whose equity is nearest.
func (t *scheme) alike(flop int, equity float64) int {
	best, least := 0, math.Inf(1)
	for c, e := range t.table.Equity[flop] {
		if d := math.Abs(e - equity); d < least {
			best, least = c, d
		}
	}
	return best
}

// crowd plays against several as against the best of them. A hand that wins against one with a chance of e wins against
// n with about e to the power of n, so it is played like the hand that is so strong against one; but which hands bluff
// follows from what they are worth against one, and they bluff less often.
func (t *scheme) crowd(flop, class int, alone float64, rivals int, spot equilibrium.Spot) Move {
	e := math.Pow(alone, float64(rivals))
	a := t.draw(t.table.Advise(flop, t.alike(flop, e), spot))
	h := &t.Hand
	if a.Use == equilibrium.Raise && alone < 0.5 {
		a = t.draw(t.table.Advise(flop, class, spot))
		if a.Use == equilibrium.Raise && float64(t.r.IntN(1000)) >= 1000*math.Pow(crowdBluff, float64(rivals-1)) {
			a = equilibrium.Act{Use: equilibrium.Fold}
		}
	}
	if a.Use == equilibrium.Call && h.Owed > 0 {
		stack := t.Gangs[t.Viewer][t.Markers[t.Viewer]].Money
		owed := float64(min(h.Owed, stack))
		if e < owed/(float64(h.Pot)+owed)-crowdCall {
			a = equilibrium.Act{Use: equilibrium.Fold}
		}
	}
	return t.act(a)
}

// draw takes one of some choices by chance.
func (t *scheme) draw(list []equilibrium.Choice) equilibrium.Act {
	x := float64(t.r.Uint64()>>11) / (1 << 53)
	for _, c := range list {
		if x -= c.Chance; x < 0 {
			return c.Act
		}
	}
	return list[len(list)-1].Act
}

// act makes the act a move that is allowed here.
func (t *scheme) act(a equilibrium.Act) Move {
	h := &t.Hand
	switch {
	case a.Use == equilibrium.Raise && h.Most > 0 && h.Owed == 0:
		return t.amount(Bet, a.To*chip)
	case a.Use == equilibrium.Raise && h.Most > 0:
		return t.amount(Raise, a.To*chip)
	case a.Use == equilibrium.Fold:
		return t.first(Check, Fold)
	default:
		return t.first(Check, Call)
	}
}

// spot is the betting as a game between the viewer and all that are left.
func (t *scheme) spot() equilibrium.Spot {
	h := &t.Hand
	me := t.Viewer
	deepest, pot := 0, h.Pot
	for _, seat := range h.In.List() {
		pot -= h.Staked[seat]
		if seat != me {
			deepest = max(deepest, t.Gangs[seat][t.Markers[seat]].Money+h.Staked[seat])
		}
	}
	mine := t.Gangs[me][t.Markers[me]].Money + h.Staked[me]
	s := equilibrium.Spot{
		Pot: pot / chip, Stack: min(mine, deepest) / chip, Mine: h.Staked[me] / chip, Level: h.Level / chip,
		Full: h.Full / chip, Raises: h.Raises, Late: t.late(),
	}
	s.Level = min(s.Level, s.Stack)
	s.Checked = s.Late == (s.Raises%2 == 0)
	if s.Raises == 0 {
		s.Checked = s.Late
	}
	return s
}

// late reports whether the viewer acts after the rival that counts: after everybody where nothing was bet, else after
// whoever raised last.
func (t *scheme) late() bool {
	h := &t.Hand
	rival := engine.Nobody
	for i := range t.Seats {
		seat := engine.Seat((int(t.Dealer) + 1 + i) % t.Seats)
		if seat == t.Viewer || !h.In.Has(seat) {
			continue
		}
		if h.Raises > 0 && h.Staked[seat] == h.Level || h.Raises == 0 {
			rival = seat
		}
	}
	if rival < 0 {
		return true
	}
	n := t.Seats
	from := func(s engine.Seat) int { return (int(s) - int(t.Dealer) - 1 + n) % n }
	return from(t.Viewer) > from(rival)
}
