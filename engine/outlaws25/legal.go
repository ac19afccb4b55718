package outlaws25

import (
	"slices"

	"saloon/engine"
)

// legal lists the moves of a seat that is asked, in a fixed order. Where amounts are free it lists those that players
// think in; check is the authority on the others.
func (s *State) legal(seat engine.Seat) []Move {
	switch s.phase {
	case Arranging:
		return s.legalOrders(seat)
	case Betting:
		return s.legalBets(seat)
	case Bribing:
		if s.checkBribe(&Move{Use: Bribe}) == fine {
			return []Move{{Use: Bribe}, {Use: Pass}}
		}
		return []Move{{Use: Pass}}
	case BeforeRoll, AfterRoll:
		return s.legalWindow(seat)
	case Buying:
		moves := make([]Move, 0, Row+1)
		for p := range Place(Row) {
			if s.checkBuy(seat, p) == fine {
				moves = append(moves, Move{Use: Buy, Place: p})
			}
		}
		return append(moves, Move{Use: Pass})
	case HoldingUp:
		return s.legalHoldUps(seat)
	case Answering:
		moves := make([]Move, 0, 3)
		moves = append(moves, Move{Use: Fight})
		for _, m := range [...]Move{{Use: Cower}, {Use: Play, Place: s.duel.defender.Place}} {
			if s.checkAnswer(&m) == fine {
				moves = append(moves, m)
			}
		}
		return moves
	case Sharing:
		return s.legalShares(seat)
	default:
		return nil
	}
}

// turns are the orders of three things.
var turns = [...][Row]Place{
	{Right, Middle, Left}, {Right, Left, Middle}, {Middle, Right, Left},
	{Middle, Left, Right}, {Left, Right, Middle}, {Left, Middle, Right},
}

func (s *State) legalOrders(seat engine.Seat) []Move {
	moves := make([]Move, 0, len(turns)+1)
	moves = append(moves, Move{Use: Ready})
	if s.arranges[seat] >= arrangesMax {
		return moves
	}
	sorted := [Row]int16{}
	for p, o := range s.gangs[seat] {
		sorted[p] = int16(o.speed)
	}
	slices.Sort(sorted[:])
	for _, t := range turns {
		moves = append(moves, Move{Use: Order, N: [Row]int16{sorted[t[0]], sorted[t[1]], sorted[t[2]]}})
	}
	return moves
}

func (s *State) legalBets(seat engine.Seat) []Move {
	moves := make([]Move, 0, 8)
	b, stack := &s.bets, int(s.marked(seat).money)
	owed, use := b.owes(seat), Bet
	if owed == 0 {
		moves = append(moves, Move{Use: Check})
	} else {
		use = Raise
		moves = append(moves, Move{Use: Fold}, Move{Use: Call})
	}
	if s.marked(seat).reward == CardUpTheSleeve && !b.acted.Has(seat) {
		for _, c := range s.hole[seat] {
			moves = append(moves, Move{Use: Sleeve, Card: c})
		}
	}
	least, most := b.betRange(seat, stack)
	if most == 0 {
		return moves
	}
	pot := b.pot() + owed // after a call
	last := 0
	for _, to := range [...]int{least, b.level() + pot/2, b.level() + pot, most} {
		if to > last && to <= most && to >= least {
			moves = append(moves, Move{Use: use, N: [Row]int16{int16(to * chip)}})
			last = to
		}
	}
	return moves
}

func (s *State) legalWindow(seat engine.Seat) []Move {
	moves := make([]Move, 0, 2*Row+1)
	for p := range Place(Row) {
		o := &s.gangs[seat][p]
		if o.reward == NoReward {
			continue
		}
		if !o.reward.Drink() {
			if m := (Move{Use: Play, Place: p}); s.checkWindow(seat, &m) == fine {
				moves = append(moves, m)
			}
			continue
		}
		other := s.duel.defender.Seat
		if s.duel.sheriff > 0 {
			other = engine.Nature
		}
		for _, on := range [...]engine.Seat{s.duel.attacker.Seat, other} {
			if m := (Move{Use: PlayOn, Place: p, Seat: on}); s.checkWindow(seat, &m) == fine {
				moves = append(moves, m)
			}
		}
	}
	return append(moves, Move{Use: Pass})
}

func (s *State) legalHoldUps(seat engine.Seat) []Move {
	moves := make([]Move, 0, Row*Row*(seatsMax-1)+1)
	moves = append(moves, Move{Use: Pass})
	for p := range Place(Row) {
		if !s.gangs[seat][p].alive() {
			continue
		}
		for target := range engine.Seat(s.seats) {
			for q := range Place(Row) {
				if target != seat && s.gangs[target][q].alive() {
					moves = append(moves, Move{Use: HoldUp, Place: p, Seat: target, Other: q})
				}
			}
		}
	}
	return moves
}

// legalShares lists the smallest top-up, everything on the marked outlaw, and an even share of what it does not need.
func (s *State) legalShares(seat engine.Seat) []Move {
	g, mark := s.gang(seat), s.marks[seat]
	first := share(g.topUp(mark))
	all := Move{Use: Share}
	all.N[mark] = int16(g.money() * chip)
	even := Move{Use: Share}
	even.N[mark] = needMoney * chip
	rest, n := g.money()-needMoney, g.living()
	for i := range Place(Row) {
		p := (mark + i) % Row
		if !g[p].alive() {
			continue
		}
		part := (rest + n - 1) / n
		even.N[p] += int16(part * chip)
		rest, n = rest-part, n-1
	}
	moves := make([]Move, 0, 3)
	for _, m := range [...]Move{first, all, even} {
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// share is the move that lays money so.
func share(money [Row]uint8) Move {
	m := Move{Use: Share}
	for p, n := range money {
		m.N[p] = int16(n) * chip
	}
	return m
}
