package outlaws25

import (
	"saloon/engine"
	"saloon/engine/deck"
)

// decision collects what happens; every event is made true at once, so that the next step sees it.
type decision struct {
	s      State
	events []Event
	r      *engine.Rand
}

func (d *decision) emit(e Event) {
	d.s.apply(e)
	d.events = append(d.events, e)
}

// move carries out a move that check accepted, and what follows from it up to the next question.
func (d *decision) move(seat engine.Seat, m *Move) {
	switch m.Use {
	case Order:
		d.emit(Arranged{Seat: seat, Speeds: [Row]int{int(m.N[0]), int(m.N[1]), int(m.N[2])}})
	case Ready:
		d.emit(Readied{Seat: seat})
	case Check, Bet, Call, Raise, Fold, Sleeve:
		d.bet(seat, m)
	case Bribe:
		d.bribe()
	case Play:
		if d.s.phase == Answering {
			d.escape()
			break
		}
		d.play(Spot{seat, m.Place}, d.s.duel.side(Spot{seat, m.Place}))
	case PlayOn:
		d.play(Spot{seat, m.Place}, d.s.drinker(m.Seat))
	case Buy:
		d.emit(RewardBought{Owner: Spot{seat, m.Place}, Reward: Reward(d.s.rewards.top())})
	case HoldUp:
		d.emit(HeldUp{Attacker: Spot{seat, m.Place}, Target: Spot{m.Seat, m.Other}})
	case Fight:
		d.emit(Fought{Seat: seat})
		d.duel()
	case Cower:
		u := d.s.duel
		d.emit(Cowered{
			Attacker: u.attacker, Target: u.defender, Money: int(cowerPrice(d.s.at(u.defender).money)) * chip,
		})
		d.wanted()
	case Share:
		d.emit(ShareSealed{Seat: seat, Money: [Row]int{int(m.N[0]), int(m.N[1]), int(m.N[2])}})
	case Pass:
		d.emit(Passed{Seat: seat})
	}
	d.run()
}

// nature does what is due while nobody is asked.
func (d *decision) nature() {
	d.step()
	d.run()
}

// run goes on until somebody is asked or the match rests.
func (d *decision) run() {
	for d.s.asked() == 0 && !d.s.rests() {
		d.step()
	}
}

// step is what follows in a phase in which nobody is asked any more.
func (d *decision) step() {
	switch d.s.phase {
	case Dealing:
		d.dealGangs()
	case Arranging:
		d.beginRound()
	case Sharing:
		d.layOut()
		d.beginRound()
	case Bribing:
		d.duel()
	case BeforeRoll:
		d.roll()
	case AfterRoll:
		d.judge()
	case Settled:
		if d.s.duel.sheriff > 0 {
			d.sheriffs()
		} else {
			d.wanted()
		}
	case Betting:
		d.settle()
	case Showdown:
		d.emit(HandCleared{})
	case Buying:
		d.emit(HoldupDue{})
	case HoldingUp:
		d.keepHouse()
	default:
		panic("outlaws25: nothing follows on " + d.s.phase.String())
	}
}

// bet carries out a move of the betting round.
func (d *decision) bet(seat engine.Seat, m *Move) {
	b, stack := &d.s.bets, int(d.s.marked(seat).money)
	pay := func(how How, chips int) {
		d.emit(Paid{
			Seat: seat, How: how, Money: chips * chip, To: (int(b.staked[seat]) + chips) * chip,
			Left: (stack - chips) * chip,
		})
	}
	switch m.Use {
	case Check:
		d.emit(Checked{Seat: seat})
	case Fold:
		d.emit(Folded{Seat: seat})
	case Call:
		pay(ByCall, min(stack, b.owes(seat)))
	case Bet:
		pay(ByBet, int(m.N[0])/chip)
	case Raise:
		pay(ByRaise, int(m.N[0])/chip-int(b.staked[seat]))
	case Sleeve:
		d.emit(Sleeved{
			Seat: seat, Away: m.Card, Drawn: Card(d.s.stub.top()),
			Decks: d.back(returns{rewards: []Reward{CardUpTheSleeve}}),
		})
	}
}

// settle ends the betting: the excess goes back, the hands are shown if more than one is left, the pots are paid
// (rules 29 to 33).
func (d *decision) settle() {
	b := &d.s.bets
	if owner, chips := b.excess(); chips > 0 {
		d.emit(ExcessReturned{Seat: owner, Money: chips * chip})
	}
	switch b.in.Len() {
	case 0:
		d.emit(PotLost{Money: d.s.pot() * chip})
		d.emit(HandCleared{})
	case 1:
		d.emit(PotPaid{Seat: b.in.First(), Share: d.s.pot() * chip, Pot: d.s.pot() * chip, Winners: 1})
		d.emit(HandCleared{})
	default:
		d.showdown()
	}
}

func (d *decision) showdown() {
	s := &d.s
	n := int(s.seats)
	var strength [seatsMax]Strength
	for i := range n {
		seat := engine.Seat((int(s.dealer) + 1 + i) % n)
		if s.bets.in.Has(seat) {
			d.emit(HandShown{Seat: seat, Cards: s.hole[seat], Flop: s.flop})
			_, strength[seat] = Judge(s.hand(seat), s.house.ranking)
		}
	}
	for i, p := range s.bets.pots() {
		win, share := p.split(strength, s.dealer, n)
		e := PotPaid{Seat: s.dealer, Pot: p.chips * chip, Side: i, Winners: win.Len()}
		for range e.Winners {
			e.Seat = win.After(e.Seat, n)
			e.Share = int(share[e.Seat]) * chip
			d.emit(e)
		}
	}
}

// hand is what a seat plays with (rules 21).
func (s *State) hand(seat engine.Seat) [3]Card {
	return [3]Card{s.hole[seat][0], s.hole[seat][1], s.flop}
}

// returns are cards on their way back into their decks.
type returns struct {
	rewards []Reward
	wanted  Wanted
	sheriff uint8
}

// back shuffles cards into their decks (rules 42, 43, 50, 57, 65).
func (d *decision) back(c returns) (decks Decks) {
	if len(c.rewards) > 0 {
		decks.Rewards = append(listed[Reward](&d.s.rewards, len(c.rewards)), c.rewards...)
		deck.Shuffle(d.r, decks.Rewards)
	}
	if c.wanted != 0 {
		decks.Wanted = append(listed[Rank](&d.s.wanted, c.wanted.Len()), c.wanted.Labels()...)
		deck.Shuffle(d.r, decks.Wanted)
	}
	if c.sheriff > 0 {
		decks.Sheriffs = append(listed[int](&d.s.sheriffs, 1), int(c.sheriff))
		deck.Shuffle(d.r, decks.Sheriffs)
	}
	return decks
}

// lying is what lies on outlaws.
func lying(outlaws ...outlaw) (c returns) {
	for _, o := range outlaws {
		c.wanted += o.wanted
		if o.reward != NoReward {
			c.rewards = append(c.rewards, o.reward)
		}
	}
	return c
}
