package outlaws25

import "saloon/engine"

// fault is why a move is refused; fine where it is not. The words are made only when somebody reads them (refuse.go).
type fault uint8

const (
	fine fault = iota
	faultMove
	faultPhase
	faultSpeeds
	faultArranged
	faultOwed
	faultNotOwed
	faultTens
	faultBetStack
	faultBetLow
	faultBetHigh
	faultRaiseNothing
	faultRaiseShut
	faultRaiseCount
	faultRaiseLow
	faultRaiseNone
	faultNoSleeve
	faultSleeveLate
	faultSleeveCard
	faultNoBribe
	faultGap
	faultNoReward
	faultWindow
	faultNotDuelling
	faultTarget
	faultOwnTarget
	faultOneDuel
	faultBuyMoney
	faultBuyHeld
	faultBuyEmpty
	faultOwnGang
	faultNobodyThere
	faultMustFight
	faultNotTarget
	faultNotHorse
	faultSum
	faultMarked
	faultShareGap
)

// check decides whether a seat that is asked may make a move. It is the only judge of legality.
func (s *State) check(seat engine.Seat, m *Move) fault {
	if !m.proper(s.seats) {
		return faultMove
	}
	switch s.phase {
	case Arranging:
		return s.checkArrange(seat, m)
	case Betting:
		return s.checkBetting(seat, m)
	case Bribing:
		return s.checkBribe(m)
	case BeforeRoll, AfterRoll:
		return s.checkWindow(seat, m)
	case Buying:
		switch m.Use {
		case Pass:
			return fine
		case Buy:
			return s.checkBuy(seat, m.Place)
		}
	case HoldingUp:
		switch m.Use {
		case Pass:
			return fine
		case HoldUp:
			return s.checkHoldUp(seat, m)
		}
	case Answering:
		return s.checkAnswer(m)
	case Sharing:
		return s.checkShare(seat, m)
	}
	return faultPhase
}

func (s *State) checkArrange(seat engine.Seat, m *Move) fault {
	switch m.Use {
	case Ready:
		return fine
	case Order:
		var have, want SpeedSet
		for p := range s.gangs[seat] {
			have |= 1 << s.gangs[seat][p].speed
			if m.N[p] < 1 || m.N[p] > speedMax {
				return faultSpeeds
			}
			want |= 1 << m.N[p]
		}
		if have != want {
			return faultSpeeds
		}
		if s.arranges[seat] >= arrangesMax {
			return faultArranged
		}
		return fine
	default:
		return faultPhase
	}
}

// checkBetting is rules 23 to 27, and the Card up the Sleeve.
func (s *State) checkBetting(seat engine.Seat, m *Move) fault {
	owed, stack := s.bets.owes(seat), int(s.marked(seat).money)
	switch m.Use {
	case Check:
		if owed > 0 {
			return faultOwed
		}
	case Call, Fold:
		if owed == 0 {
			return faultNotOwed
		}
	case Bet, Raise:
		return s.checkAmount(seat, m, stack)
	case Sleeve:
		switch {
		case s.marked(seat).reward != CardUpTheSleeve:
			return faultNoSleeve
		case s.bets.acted.Has(seat):
			return faultSleeveLate
		case s.hole[seat][0] != m.Card && s.hole[seat][1] != m.Card:
			return faultSleeveCard
		}
	default:
		return faultPhase
	}
	return fine
}

func (s *State) checkAmount(seat engine.Seat, m *Move, stack int) fault {
	b := &s.bets
	owed, to := b.owes(seat), int(m.N[0])/chip
	_, most := b.betRange(seat, stack)
	switch {
	case m.Use == Bet && owed > 0:
		return faultOwed
	case m.Use == Raise && owed == 0:
		return faultRaiseNothing
	case m.N[0]%chip != 0:
		return faultTens
	case m.Use == Bet && to > stack, m.Use == Raise && stack > owed && to > int(b.staked[seat])+stack:
		return faultBetStack
	case m.Use == Raise && most == 0 && stack <= owed:
		return faultRaiseNone
	case most == 0 && b.limit == FixedLimit && b.raises >= raisesMax:
		return faultRaiseCount
	case most == 0:
		return faultRaiseShut
	case to > most:
		return faultBetHigh
	case b.fits(seat, stack, to):
		return fine
	case m.Use == Bet:
		return faultBetLow
	default:
		return faultRaiseLow
	}
}

func (s *State) checkBribe(m *Move) fault {
	switch m.Use {
	case Pass:
		return fine
	case Bribe:
		if s.at(s.duel.attacker).reward != BribedLawman {
			return faultNoBribe
		}
		return fine
	default:
		return faultPhase
	}
}

// checkWindow is rules 53 and 55 with the kinds of 6.3.
func (s *State) checkWindow(seat engine.Seat, m *Move) fault {
	if m.Use == Pass {
		return fine
	}
	if m.Use != Play && m.Use != PlayOn {
		return faultPhase
	}
	spot := Spot{seat, m.Place}
	o := s.at(spot)
	switch {
	case !o.alive():
		return faultGap
	case o.reward == NoReward:
		return faultNoReward
	case s.phase == AfterRoll && o.reward != SecondDraw:
		return faultWindow
	case s.phase == BeforeRoll && o.reward.Modifier() == 0:
		return faultWindow
	}
	if !o.reward.Drink() {
		switch {
		case s.duel.side(spot) < 0:
			return faultNotDuelling
		case m.Use == PlayOn:
			return faultOneDuel
		}
		return fine
	}
	if m.Use == Play {
		return faultTarget
	}
	on := s.drinker(m.Seat)
	switch {
	case on < 0:
		return faultTarget
	case s.duel.side(spot) == on:
		return faultOwnTarget
	}
	return fine
}

// drinker is the side of the duel that a drink for a seat reaches, the sheriff's for Nature; -1 for nobody's.
func (s *State) drinker(seat engine.Seat) int {
	u := &s.duel
	switch {
	case seat == u.attacker.Seat:
		return 0
	case u.sheriff > 0 && seat == engine.Nature, u.sheriff == 0 && seat == u.defender.Seat:
		return 1
	default:
		return -1
	}
}

// checkBuy is rules 46, 47 and 51.
func (s *State) checkBuy(seat engine.Seat, p Place) fault {
	switch o := &s.gangs[seat][p]; {
	case !o.alive():
		return faultGap
	case o.reward != NoReward:
		return faultBuyHeld
	case o.money < rewardPrice:
		return faultBuyMoney
	case s.rewards.n == 0:
		return faultBuyEmpty
	}
	return fine
}

func (s *State) checkHoldUp(seat engine.Seat, m *Move) fault {
	switch {
	case !s.gangs[seat][m.Place].alive():
		return faultGap
	case m.Seat == seat:
		return faultOwnGang
	case !s.gangs[m.Seat][m.Other].alive():
		return faultNobodyThere
	}
	return fine
}

func (s *State) checkAnswer(m *Move) fault {
	target := s.at(s.duel.defender)
	switch m.Use {
	case Fight:
		return fine
	case Cower:
		if target.money <= cowerAbove {
			return faultMustFight
		}
		return fine
	case Play:
		switch {
		case m.Place != s.duel.defender.Place:
			return faultNotTarget
		case target.reward != FastHorse:
			return faultNotHorse
		}
		return fine
	default:
		return faultPhase
	}
}

// checkShare is rules 64.
func (s *State) checkShare(seat engine.Seat, m *Move) fault {
	if m.Use != Share {
		return faultPhase
	}
	g := s.gang(seat)
	sum := 0
	for p := range g {
		if m.N[p]%chip != 0 {
			return faultTens
		}
		if m.N[p] > 0 && !g[p].alive() {
			return faultShareGap
		}
		sum += int(m.N[p])
	}
	switch {
	case sum != g.money()*chip:
		return faultSum
	case m.N[s.marks[seat]] < needMoney*chip:
		return faultMarked
	}
	return fine
}
