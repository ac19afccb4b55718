package outlaws25

import (
	"fmt"
	"slices"

	"saloon/engine"
)

// apply makes an event true. It panics on an event that cannot have happened, so that a damaged log is found where it
// is damaged.
func (s *State) apply(event Event) {
	if !s.applyPoker(event) && !s.applyDuel(event) && !s.applyRound(event) {
		panic(fmt.Sprintf("outlaws25: %T is no event", event))
	}
}

func must(ok bool, what string) {
	if !ok {
		panic("outlaws25: " + what)
	}
}

// chips is an amount of dollars as the state counts it.
func chips(dollars int) uint8 {
	must(dollars >= 0 && dollars%chip == 0 && dollars/chip <= 255, "no amount of chips")
	return uint8(dollars / chip)
}

// shuffled lays decks anew.
func (s *State) shuffled(d Decks) {
	if d.Sheriffs != nil {
		lay(&s.sheriffs, d.Sheriffs)
	}
	if d.Rewards != nil {
		lay(&s.rewards, d.Rewards)
	}
	if d.Wanted != nil {
		lay(&s.wanted, d.Wanted)
	}
}

// applyRound has what happens between hands and duels.
func (s *State) applyRound(event Event) bool {
	switch e := event.(type) {
	case GangsDealt:
		s.applyGangs(e)
	case Arranged:
		s.applyArranged(e)
	case Readied:
		s.waiting.Remove(e.Seat)
	case RoundBegan:
		s.applyRoundBegan(e)
	case Passed:
		s.applyPassed(e)
	case RewardBought:
		o := s.at(e.Owner)
		must(Reward(s.rewards.draw()) == e.Reward && o.reward == NoReward && o.money >= rewardPrice, "bought in vain")
		o.reward = e.Reward
		o.money -= rewardPrice
		s.bank += rewardPrice
		s.turn = s.nextBuyer(e.Owner.Seat)
	case HoldupDue:
		s.phase, s.turn = HoldingUp, engine.Nobody
		if s.outs[s.dealer] == 0 {
			s.turn = s.dealer
		}
	case WantedDrawn:
		must(Rank(s.wanted.draw()) == e.Label, "drew a Wanted card that was not on top")
		s.at(e.Outlaw).wanted += one(e.Label)
	case RoundEnded:
		s.applyRoundEnded(e)
	case ShareSealed:
		for p, n := range e.Money {
			s.sealed[e.Seat][p] = chips(n)
		}
		s.waiting.Remove(e.Seat)
	case Shared:
		for p, n := range e.Money {
			s.gangs[e.Seat][p].money = chips(n)
		}
		s.sealed[e.Seat] = [Row]uint8{}
	case Eliminated:
		s.applyEliminated(e)
	case Won:
		s.applyWon(e)
	default:
		return false
	}
	return true
}

func (s *State) applyGangs(e GangsDealt) {
	must(len(e.Speeds) == int(s.seats), "dealt to another number of seats")
	for seat, row := range e.Speeds {
		for p, speed := range row {
			s.gangs[seat][p] = outlaw{speed: uint8(speed), money: startMoney}
		}
		s.waiting.Add(engine.Seat(seat))
	}
	s.shuffled(e.Decks)
	s.dealer, s.phase = e.Dealer, Arranging
}

func (s *State) applyArranged(e Arranged) {
	for p, speed := range e.Speeds {
		s.gangs[e.Seat][p].speed = uint8(speed)
	}
	s.arranges[e.Seat]++
}

func (s *State) applyRoundBegan(e RoundBegan) {
	s.round, s.dealer = uint16(e.Round), e.Dealer
	s.arranges = [seatsMax]uint8{}
	s.duel, s.played = duel{}, NoReward
	ante := chips(e.Ante)
	s.bets = betting{
		limit: s.house.limit, seats: s.seats, turn: engine.Nobody, least: ante, full: ante, in: s.alive(),
	}
	for _, seat := range s.bets.in.List() {
		o := s.marked(seat)
		must(o.money >= ante, "an ante that cannot be paid")
		o.money -= ante
		s.bets.put[seat] = ante
		if o.money == 0 {
			s.bets.broke.Add(seat)
		}
	}
}

// applyPassed goes on to whoever is asked next. A window closes when all have passed in a row (rules 53, 55).
func (s *State) applyPassed(e Passed) {
	switch s.phase {
	case Buying:
		s.turn = s.nextBuyer(e.Seat)
	case BeforeRoll, AfterRoll:
		holders := s.holders()
		if s.duel.passes++; int(s.duel.passes) >= holders.Len() {
			s.turn = engine.Nobody
		} else {
			s.turn = holders.After(e.Seat, int(s.seats))
		}
	case Bribing, HoldingUp:
		s.turn = engine.Nobody
	default:
		panic("outlaws25: nothing to pass")
	}
}

func (s *State) applyRoundEnded(e RoundEnded) {
	s.dealer, s.marks = e.Dealer, e.Markers
	s.duel, s.played = duel{}, NoReward
	s.phase, s.turn = Sharing, engine.Nobody
	for seat := range engine.Seat(s.seats) {
		if s.outs[seat] == 0 && s.gang(seat).living() > 1 {
			s.waiting.Add(seat)
		}
	}
}

func (s *State) applyEliminated(e Eliminated) {
	g := s.gang(e.Seat)
	s.bank += uint8(g.money())
	must(g.money() == e.Money/chip, "a gang went out with other money")
	*g = gang{}
	s.outs[e.Seat] = uint8(e.Step)
	s.bets.in.Remove(e.Seat)
	s.shuffled(e.Decks)
}

func (s *State) applyWon(e Won) {
	at := slices.Index(endReasons[:], e.Reason)
	must(at >= 0 && len(e.Seats) > 0, "won for no known reason")
	for _, seat := range e.Seats {
		s.winners.Add(seat)
	}
	if e.Pot > 0 {
		seat := e.Seats[0]
		p := s.marks[seat]
		if !s.gangs[seat][p].alive() {
			p = s.gang(seat).next(p)
		}
		s.gangs[seat][p].money += chips(e.Pot)
	}
	s.clearCards()
	s.phase, s.turn, s.reason = Over, engine.Nobody, ending(at)
}

// applyPoker has a hand from the deal to the end.
func (s *State) applyPoker(event Event) bool {
	b := &s.bets
	switch e := event.(type) {
	case HandDealt:
		copy(s.hole[:], e.Hole)
		s.flop = e.Flop
		lay(&s.stub, e.Stub)
	case BettingBegan:
		s.phase, s.duel = Betting, duel{}
		b.start(s.dealer)
	case Checked:
		b.pay(e.Seat, 0, int(s.marked(e.Seat).money))
	case Paid:
		o := s.marked(e.Seat)
		n := chips(e.Money)
		must(o.money >= n && int(o.money-n)*chip == e.Left, "paid what it did not have")
		o.money -= n
		b.pay(e.Seat, int(n), int(o.money))
	case Folded:
		b.fold(e.Seat)
	case Sleeved:
		s.applySleeved(e)
	case ExcessReturned:
		n := chips(e.Money)
		b.put[e.Seat] -= n
		s.marked(e.Seat).money += n
	case HandShown:
		must(s.hole[e.Seat] == e.Cards, "showed another hand")
		s.shown.Add(e.Seat)
		s.phase = Showdown
	case PotPaid:
		s.marked(e.Seat).money += chips(e.Share)
		s.paid += chips(e.Share)
	case PotLost:
		s.bank += chips(e.Money)
		s.paid += chips(e.Money)
	case HandCleared:
		s.clearHand()
	default:
		return false
	}
	return true
}

func (s *State) applySleeved(e Sleeved) {
	i := 0
	if s.hole[e.Seat][1] == e.Away {
		i = 1
	}
	must(s.hole[e.Seat][i] == e.Away && Card(s.stub.draw()) == e.Drawn, "changed a card that was not there")
	s.hole[e.Seat][i] = e.Drawn
	s.stub.under(uint8(e.Away))
	s.away[e.Seat] = e.Away
	s.marked(e.Seat).reward, s.played = NoReward, CardUpTheSleeve
	s.shuffled(e.Decks)
}

// clearCards puts the poker cards away; what was folded is gone for good.
func (s *State) clearCards() {
	s.hole, s.away, s.flop, s.stub, s.shown = [seatsMax][2]Card{}, [seatsMax]Card{}, NoCard, pile{}, 0
	s.bets, s.paid = betting{seats: s.seats, turn: engine.Nobody}, 0
}

// clearHand asks for the rewards after the hand.
func (s *State) clearHand() {
	s.clearCards()
	s.phase, s.turn = Buying, s.buyer(s.dealer.Next(int(s.seats)))
}

// applyDuel has sheriffs, holdups and their duels.
func (s *State) applyDuel(event Event) bool {
	u := &s.duel
	switch e := event.(type) {
	case SheriffDrawn:
		must(int(s.sheriffs.draw()) == e.Sheriff, "drew a sheriff who was not on top")
		*u = duel{on: true, attacker: e.Outlaw, sheriff: uint8(e.Sheriff)}
		s.phase, s.turn = Bribing, engine.Nobody
		if s.gang(e.Outlaw.Seat).holds() {
			s.turn = e.Outlaw.Seat
		}
	case Bribed:
		o := s.at(e.Outlaw)
		o.wanted -= one(e.Label)
		o.reward, s.played = NoReward, BribedLawman
		s.shuffled(e.Decks)
		*u = duel{}
	case HeldUp:
		*u = duel{on: true, attacker: e.Attacker, defender: e.Target}
		s.phase, s.turn = Answering, e.Target.Seat
	case Fought: // the duel follows
	case Cowered:
		n := chips(e.Money)
		s.at(e.Target).money -= n
		s.at(e.Attacker).money += n
	case Escaped:
		s.at(e.Target).reward, s.played = NoReward, FastHorse
		s.shuffled(e.Decks)
	case DuelBegan:
		s.turnUp(e.Attacker)
		if e.Defender != nil {
			s.turnUp(*e.Defender)
		}
		u.begun, u.speeds = true, [2]uint8{uint8(e.Speeds[0]), uint8(e.Speeds[1])}
		s.openWindow(BeforeRoll)
	case DiceRolled:
		s.applyRolled(e)
	case RewardPlayed:
		s.applyPlayed(e)
	case SheriffBeaten:
		s.at(e.Outlaw).wanted -= one(e.Label)
		s.shuffled(e.Decks)
		s.phase, s.turn = Settled, engine.Nobody
	case OutlawDied:
		s.applyDied(e)
	default:
		return false
	}
	return true
}

func (s *State) turnUp(p Spot) {
	o := s.at(p)
	o.up = true
	s.seen[p.Seat] |= 1 << o.speed
}

// openWindow asks who may play a reward, the attacker first.
func (s *State) openWindow(p Phase) {
	s.phase, s.duel.passes = p, 0
	holders := s.holders()
	if first := s.duel.attacker.Seat; holders.Has(first) {
		s.turn = first
	} else {
		s.turn = holders.After(first, int(s.seats))
	}
}

// spend takes dice that lay ready.
func (s *State) spend(n uint8) {
	for range min(n, s.dices) {
		s.dices--
		s.dice[s.dices] = 0
	}
}

func (s *State) applyRolled(e DiceRolled) {
	u := &s.duel
	if u.rolled == rollsKept {
		copy(u.rolls[:], u.rolls[1:])
		u.rolled--
	}
	u.rolls[u.rolled] = [2]uint8{uint8(e.Dice[0]), uint8(e.Dice[1])}
	u.rolled++
	s.spend(2)
	s.openWindow(AfterRoll)
}

func (s *State) applyPlayed(e RewardPlayed) {
	u := &s.duel
	if e.Reward == SecondDraw {
		u.last()[e.On] = uint8(e.Die)
		s.spend(1)
	} else {
		u.mods[e.On] += int8(e.Reward.Modifier())
	}
	must(s.at(e.Owner).reward == e.Reward, "played a reward that was not there")
	s.at(e.Owner).reward, s.played = NoReward, e.Reward
	s.shuffled(e.Decks)
	u.passes = 0
	s.turn = s.holders().After(e.Owner.Seat, int(s.seats))
}

// applyDied leaves a gap where the outlaw was; who it was stays known, since it lay face up.
func (s *State) applyDied(e OutlawDied) {
	o := s.at(e.Outlaw)
	must(o.alive() && int(o.money)*chip == e.Money, "another outlaw died")
	if e.Winner != nil {
		s.at(*e.Winner).money += o.money
	} else {
		s.bank += o.money
	}
	*o = outlaw{}
	s.shuffled(e.Decks)
	if s.bets.in.Has(e.Outlaw.Seat) && s.marks[e.Outlaw.Seat] == e.Outlaw.Place {
		s.bets.in.Remove(e.Outlaw.Seat)
	}
	s.phase, s.turn = Settled, engine.Nobody
}
