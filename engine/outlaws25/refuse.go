package outlaws25

import (
	"fmt"

	"saloon/engine"
)

// refuse puts a fault into words for the player who made the move.
func (s *State) refuse(seat engine.Seat, m *Move, f fault) error {
	switch f {
	case faultMove:
		return engine.Refuse("16", "There is no such move.")
	case faultPhase:
		return s.refusePhase()
	case faultSpeeds:
		return engine.Refuse("10", "Name your own three speeds, once each, in the order R, M, L.")
	case faultArranged:
		return engine.Refuse("10", "You have rearranged your row %d times; that is enough. Say that you are ready.",
			arrangesMax)
	case faultTens:
		return engine.Refuse("25", "Amounts are multiples of $%d, the smallest chip.", chip)
	case faultGap:
		return engine.Refuse("10", "No outlaw of yours stands at %v any more.", m.Place)
	}
	if f >= faultOwed && f <= faultSleeveCard {
		return s.refuseBet(seat, m, f)
	}
	if f <= faultOneDuel {
		return s.refusePlay(m, f)
	}
	return s.refuseRest(seat, m, f)
}

func (s *State) refusePhase() error {
	return map[Phase]error{
		Arranging:  engine.Refuse("10", "Arrange your row, or say that you are ready."),
		Betting:    engine.Refuse("23", "It is your turn to bet: check or bet; if you owe money, fold, call or raise."),
		Bribing:    engine.Refuse("38", "A sheriff came for your outlaw: bribe him, or pass."),
		BeforeRoll: engine.Refuse("53", "Before the dice roll you may play a reward, or pass."),
		AfterRoll:  engine.Refuse("55", "After the dice have rolled you may play a reward, or pass."),
		Buying:     engine.Refuse("46", "Buy a reward for one of your outlaws, or pass."),
		HoldingUp:  engine.Refuse("58", "Hold up an outlaw of another gang, or pass."),
		Answering:  engine.Refuse("59", "Your outlaw is held up: fight, or cower."),
		Sharing:    engine.Refuse("64", "Share your money among your outlaws for the next round."),
	}[s.phase]
}

// dollars writes chips as people read them.
func dollars(n int) string { return fmt.Sprintf("$%d", n*chip) }

func (s *State) refuseBet(seat engine.Seat, m *Move, f fault) error {
	b, stack := &s.bets, int(s.marked(seat).money)
	owed := b.owes(seat)
	least, most := b.betRange(seat, stack)
	switch f {
	case faultOwed:
		return engine.Refuse("23", "You owe %s: fold, call or raise.", dollars(owed))
	case faultNotOwed:
		return engine.Refuse("23", "You owe nothing: check, or bet.")
	case faultRaiseNothing:
		return engine.Refuse("23", "Nobody has bet yet, so there is nothing to raise: check, or bet.")
	case faultBetStack:
		return engine.Refuse("19", "Only the money on the marked outlaw can be bet: %s.", dollars(stack))
	case faultRaiseNone:
		return engine.Refuse("27", "Your outlaw's %s are not more than a call, so you cannot raise: call, or fold.",
			dollars(stack))
	case faultRaiseShut:
		return engine.Refuse("27", "You have acted, and only an all-in of less than a full raise came after that: you "+
			"may call or fold, not raise.")
	case faultRaiseCount:
		return engine.Refuse("25", "At this table a round has at most %d bets and raises.", raisesMax)
	case faultBetHigh:
		if b.limit == FixedLimit {
			return engine.Refuse("25", "Bets and raises are of exactly the minimum here: %s.", dollars(most))
		}
		return engine.Refuse("25", "At this table a bet or raise is limited by the pot: at most %s.", dollars(most))
	case faultBetLow:
		return engine.Refuse("24", "The minimum bet is %s, less only if it is all you have.", dollars(least))
	case faultRaiseLow:
		return engine.Refuse("26", "A raise must be to %s or more, less only if it is all you have.", dollars(least))
	case faultNoSleeve:
		return engine.Refuse("6.3", "Your marked outlaw holds no %v.", CardUpTheSleeve)
	case faultSleeveLate:
		return engine.Refuse("6.3", "A %v is played on your own first turn to act in the hand.", CardUpTheSleeve)
	default: // faultSleeveCard
		return engine.Refuse("6.3", "%v is not one of your hole cards.", m.Card)
	}
}

// refusePlay is what rewards ask for.
func (s *State) refusePlay(m *Move, f fault) error {
	switch f {
	case faultNoBribe:
		return engine.Refuse("6.3", "Only a %v on the outlaw that is confronted sends the sheriff away.", BribedLawman)
	case faultNoReward:
		return engine.Refuse("50", "No reward lies on your outlaw at %v.", m.Place)
	case faultWindow:
		when := "before"
		if s.phase == AfterRoll {
			when = "after"
		}
		return engine.Refuse("50", "That reward cannot be played %s the roll of a duel.", when)
	case faultNotDuelling:
		return engine.Refuse("6.3", "That reward helps only an outlaw that is in this duel itself.")
	case faultTarget:
		return engine.Refuse("6.3", "Say whom the drink is for: one of the two who fight this duel.")
	case faultOwnTarget:
		return engine.Refuse("6.3", "Your outlaw does not drink its own bottle: name the other duellist.")
	default: // faultOneDuel
		return engine.Refuse("6.3", "That reward works on its holder: name nobody else.")
	}
}

// refuseRest has rewards bought, holdups and shares.
func (s *State) refuseRest(seat engine.Seat, m *Move, f fault) error {
	switch f {
	case faultBuyMoney:
		return engine.Refuse("47", "A reward costs %s, and the outlaw that buys it must have them itself.",
			dollars(rewardPrice))
	case faultBuyHeld:
		return engine.Refuse("47", "Your outlaw at %v holds a reward already; it can hold only one.", m.Place)
	case faultBuyEmpty:
		return engine.Refuse("51", "There is no reward left to buy.")
	case faultOwnGang:
		return engine.Refuse("58", "Hold up an outlaw of another gang, not of your own.")
	case faultNobodyThere:
		return engine.Refuse("58", "No outlaw of that gang stands at %v any more.", m.Other)
	case faultMustFight:
		return engine.Refuse("59", "An outlaw with %s or less cannot cower: it must fight.", dollars(cowerAbove))
	case faultNotTarget:
		return engine.Refuse("6.3", "Only a reward on the outlaw that is held up can be played now.")
	case faultNotHorse:
		return engine.Refuse("6.3", "Only a %v gets an outlaw out of a holdup.", FastHorse)
	case faultSum:
		return engine.Refuse("64", "The shares must add up to what your gang has: %s.", dollars(s.gang(seat).money()))
	case faultMarked:
		return engine.Refuse("64", "The marked outlaw, %v, must have at least %s.", s.marks[seat], dollars(needMoney))
	default: // faultShareGap
		return engine.Refuse("64", "Money can lie only on living outlaws; write 0 for a gap.")
	}
}
