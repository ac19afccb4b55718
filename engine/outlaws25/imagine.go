package outlaws25

import (
	"saloon/engine"
	"saloon/engine/deck"
)

// Imagine draws a state in which this viewer would see just this view: the speeds of outlaws that lie face down, the
// rewards on the others' outlaws, their hole cards, and the order of every deck.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := v.public()
	if v.Phase == Dealing {
		return s
	}
	for seat := range engine.Seat(v.Seats) {
		if seat != v.Viewer {
			v.imagineSpeeds(&s, seat, r)
		}
	}
	v.imagineDecks(&s, r)
	if v.Hand.On {
		v.imagineHand(&s, r)
	}
	if v.Phase == Sharing {
		for seat := range engine.Seat(v.Seats) {
			if seat != v.Viewer && !v.Asked.Has(seat) && s.gang(seat).living() > 1 {
				s.sealed[seat] = s.gang(seat).topUp(s.marks[seat])
			}
		}
	}
	return s
}

// imagineSpeeds gives a gang's hidden outlaws speeds that were not seen yet.
func (v *View) imagineSpeeds(s *State, seat engine.Seat, r *engine.Rand) {
	var free [speedMax]uint8
	n := 0
	for speed := 1; speed <= speedMax; speed++ {
		if !v.Seen[seat].Has(speed) {
			free[n] = uint8(speed)
			n++
		}
	}
	deck.Shuffle(r, free[:n])
	at := 0
	for p, o := range v.Gangs[seat] {
		if o.Alive && !o.Up {
			s.gangs[seat][p].speed = free[at]
			at++
		}
	}
}

// imagineDecks shuffles the decks, and deals the unknown rewards to where rewards lie.
func (v *View) imagineDecks(s *State, r *engine.Rand) {
	var sheriffs [sheriffCards]uint8
	n := 0
	for speed, left := range v.Sheriffs {
		for range left {
			sheriffs[n] = uint8(speed)
			n++
		}
	}
	deck.Shuffle(r, sheriffs[:n])
	lay(&s.sheriffs, sheriffs[:n])
	wanted := v.WantedDeck.Labels()
	deck.Shuffle(r, wanted)
	lay(&s.wanted, wanted)

	left := rewardCounts
	if v.Viewer >= 0 {
		for _, o := range v.Gangs[v.Viewer] {
			left[o.Reward]--
		}
	}
	var rewards [rewardCards]Reward
	n = 0
	for k := OiledHolster; k < rewardKinds; k++ {
		for range left[k] {
			rewards[n] = k
			n++
		}
	}
	deck.Shuffle(r, rewards[:n])
	for seat := range engine.Seat(v.Seats) {
		for p, o := range v.Gangs[seat] {
			if seat != v.Viewer && o.Rewarded {
				n--
				s.gangs[seat][p].reward = rewards[n]
			}
		}
	}
	lay(&s.rewards, rewards[:n])
}

// imagineHand deals the poker cards that the viewer does not see.
func (v *View) imagineHand(s *State, r *engine.Rand) {
	seen := uint32(1)<<v.Hand.Flop | 1<<v.Hand.Away
	for _, cards := range v.Hand.Hole {
		seen |= 1<<cards[0] | 1<<cards[1]
	}
	var cards [PokerCards]Card
	n := 0
	for c := Card(1); c <= PokerCards; c++ {
		if seen>>c&1 == 0 {
			cards[n] = c
			n++
		}
	}
	deck.Shuffle(r, cards[:n])
	for seat := range engine.Seat(v.Seats) {
		// A gang that went out in this hand still had its cards; whoever put in an ante has some.
		if v.Hand.Hole[seat][0] == NoCard && v.Hand.Put[seat] > 0 {
			n -= 2
			s.hole[seat] = [2]Card{cards[n], cards[n+1]}
		}
	}
	lay(&s.stub, cards[:n])
	if v.Hand.Away != NoCard {
		s.stub.under(uint8(v.Hand.Away))
	}
}

// public is the state as far as the view shows it.
func (v *View) public() State {
	s := State{
		house: house{ranking: v.Ranking, limit: v.Limit, short: v.Short},
		seats: uint8(v.Seats), phase: v.Phase, round: uint16(v.Round), dealer: v.Dealer, turn: engine.Nobody,
		marks: v.Markers, seen: v.Seen, bank: uint8(v.Bank / chip), played: v.Played, winners: v.Winners,
		bets: betting{seats: uint8(v.Seats), turn: engine.Nobody},
	}
	switch v.Phase {
	case Arranging, Sharing:
		s.waiting = v.Asked
	case Bribing, BeforeRoll, AfterRoll, Buying, HoldingUp, Answering:
		if v.Asked != 0 {
			s.turn = v.Asked.First()
		}
	}
	for seat := range engine.Seat(v.Seats) {
		s.outs[seat] = uint8(v.Out[seat])
		for p, o := range v.Gangs[seat] {
			s.gangs[seat][p] = outlaw{
				speed: uint8(o.Speed), money: uint8(o.Money / chip), reward: o.Reward, up: o.Up, wanted: o.Wanted,
			}
		}
	}
	for i, reason := range endReasons {
		if reason == v.Ending {
			s.reason = ending(i)
		}
	}
	if v.Viewer >= 0 {
		s.arranges[v.Viewer] = uint8(v.Arranged)
		for p, n := range v.Sealed {
			s.sealed[v.Viewer][p] = uint8(n / chip)
		}
	}
	v.publicHand(&s)
	v.publicDuel(&s)
	return s
}

func (v *View) publicHand(s *State) {
	h := &v.Hand
	if !h.On {
		return
	}
	s.flop, s.shown, s.hole = h.Flop, h.Shown, h.Hole
	s.bets = betting{
		limit: v.Limit, seats: uint8(v.Seats), turn: engine.Nobody, least: uint8(v.Ante / chip),
		full: uint8(h.Full / chip), raises: uint8(h.Raises), in: h.In, broke: h.Broke, acted: h.Acted,
	}
	for seat := range v.Seats {
		s.bets.staked[seat], s.bets.put[seat] = uint8(h.Staked[seat]/chip), uint8(h.Put[seat]/chip)
	}
	if v.Phase == Betting && v.Asked != 0 {
		s.bets.turn = v.Asked.First()
	}
	s.paid = uint8(s.bets.pot() - h.Pot/chip)
	if v.Viewer >= 0 {
		s.away[v.Viewer] = h.Away
	}
}

func (v *View) publicDuel(s *State) {
	u := &v.Duel
	s.duel = duel{
		on: u.On, attacker: u.Attacker, defender: u.Defender, sheriff: uint8(u.Sheriff), begun: u.Begun,
		passes: uint8(u.Passes), rolled: uint8(u.Rolled),
	}
	for side := range 2 {
		s.duel.speeds[side], s.duel.mods[side] = uint8(u.Speeds[side]), int8(u.Mods[side])
	}
	for i, roll := range u.Rolls {
		s.duel.rolls[i] = [2]uint8{uint8(roll[0]), uint8(roll[1])}
	}
}
