package outlaws25

import (
	"cmp"
	"slices"

	"saloon/engine"
	"saloon/engine/deck"
)

// dealGangs sets the match up (rules 8 to 14).
func (d *decision) dealGangs() {
	e := GangsDealt{Speeds: make([][Row]int, d.s.seats)}
	for seat := range e.Speeds {
		five := [speedMax]int{1, 2, 3, 4, 5}
		deck.Shuffle(d.r, five[:])
		e.Speeds[seat] = [Row]int(five[:Row])
	}
	e.Decks = wholeDecks()
	deck.Shuffle(d.r, e.Decks.Sheriffs)
	deck.Shuffle(d.r, e.Decks.Rewards)
	deck.Shuffle(d.r, e.Decks.Wanted)
	e.Rolls, e.Dealer = rollForDeal(d.r, int(d.s.seats))
	d.emit(e)
}

// wholeDecks are all cards of the three decks in order.
func wholeDecks() Decks {
	d := Decks{
		Sheriffs: make([]int, 0, sheriffCards), Rewards: make([]Reward, 0, rewardCards),
		Wanted: make([]Rank, 0, wantedCards),
	}
	for speed, n := range sheriffCounts {
		for range n {
			d.Sheriffs = append(d.Sheriffs, speed)
		}
	}
	for r := OiledHolster; r < rewardKinds; r++ {
		for range r.Count() {
			d.Rewards = append(d.Rewards, r)
		}
	}
	for r := range Rank(Ranks) {
		for range wantedEach {
			d.Wanted = append(d.Wanted, r)
		}
	}
	return d
}

// rollForDeal finds the first dealer: the highest die; who ties for it rolls again (rules 14).
func rollForDeal(r *engine.Rand, seats int) (rolls [][]int, dealer engine.Seat) {
	var in engine.SeatSet = 1<<seats - 1
	for in.Len() > 1 {
		dice := make([]int, seats)
		for _, seat := range in.List() {
			dice[seat] = 1 + r.IntN(6)
		}
		most := slices.Max(dice)
		for _, seat := range in.List() {
			if dice[seat] < most {
				in.Remove(seat)
			}
		}
		rolls = append(rolls, dice)
	}
	return rolls, in.First()
}

// beginRound takes the antes, deals, and lets the sheriffs come (rules 16 to 20, 38).
func (d *decision) beginRound() {
	s := &d.s
	d.emit(RoundBegan{Round: int(s.round) + 1, Dealer: s.dealer, Ante: s.ante(s.round+1) * chip})
	var cards [PokerCards]Card
	for i := range cards {
		cards[i] = Card(i + 1)
	}
	deck.Shuffle(d.r, cards[:])
	e := HandDealt{Hole: make([][2]Card, s.seats)}
	at := 0
	for round := range 2 { // one card at a time, the dealer's left first
		for i := range int(s.seats) {
			if seat := (int(s.dealer) + 1 + i) % int(s.seats); s.outs[seat] == 0 {
				e.Hole[seat][round] = cards[at]
				at++
			}
		}
	}
	e.Flop = cards[at]
	e.Stub = append(e.Stub, cards[at+1:]...)
	d.emit(e)
	d.sheriffs()
}

// keepHouse ends a round (rules 63 to 65, 68): who cannot go on is out, dealer and markers move on, the money may be
// shared anew.
func (d *decision) keepHouse() {
	s := &d.s
	poor, n := s.poor()
	left := s.alive().Len() - n
	if left <= 1 || s.round >= roundsMax {
		d.finish(poor[:n], left)
		return
	}
	d.eliminateAll(poor[:n])
	e := RoundEnded{Dealer: s.alive().After(s.dealer, int(s.seats)), Markers: s.marks}
	for seat := range engine.Seat(s.seats) {
		if s.outs[seat] == 0 {
			e.Markers[seat] = s.gang(seat).next(s.marks[seat])
		}
	}
	d.emit(e)
}

// poor are the gangs that have less than a marked outlaw needs (rules 65), the weakest claim first.
func (s *State) poor() (seats [seatsMax]engine.Seat, n int) {
	for _, seat := range s.alive().List() {
		if s.gang(seat).money() < needMoney {
			seats[n] = seat
			n++
		}
	}
	slices.SortStableFunc(seats[:n], s.claim)
	return seats, n
}

// claim compares two gangs by rules 71: more money, then more living outlaws, then the higher sum of speeds.
func (s *State) claim(a, b engine.Seat) int {
	ga, gb := s.gang(a), s.gang(b)
	return cmp.Or(cmp.Compare(ga.money(), gb.money()), cmp.Compare(ga.living(), gb.living()),
		cmp.Compare(ga.speeds(), gb.speeds()))
}

// eliminateAll takes gangs out, the weakest claim first. Equal claims share a place.
func (d *decision) eliminateAll(poor []engine.Seat) {
	before := d.s
	step := before.nextStep()
	for i, seat := range poor {
		if i > 0 && before.claim(poor[i-1], seat) != 0 {
			step = d.s.nextStep()
		}
		d.eliminate(seat, step)
	}
}

// finish ends the match in housekeeping: one gang is left (rules 69), all that are left cannot go on (rules 71), or
// there have been enough rounds.
func (d *decision) finish(poor []engine.Seat, left int) {
	why := endRounds
	switch left {
	case 0:
		why = endBroke
		best := poor[len(poor)-1]
		first := slices.IndexFunc(poor, func(seat engine.Seat) bool { return d.s.claim(seat, best) == 0 })
		winners := poor[first:]
		d.eliminateAll(poor[:first])
		d.emit(Won{Seats: slices.Sorted(slices.Values(winners)), Reason: endReasons[why]})
		return
	case 1:
		why = endLast
	}
	d.eliminateAll(poor)
	in := d.s.alive().List()
	best := slices.MaxFunc(in, d.s.claim)
	in = slices.DeleteFunc(in, func(seat engine.Seat) bool { return d.s.claim(seat, best) != 0 })
	d.emit(Won{Seats: in, Reason: endReasons[why]})
}

// layOut makes the sealed shares true, all at once (rules 64).
func (d *decision) layOut() {
	for seat := range engine.Seat(d.s.seats) {
		if d.s.sealed[seat] == ([Row]uint8{}) {
			continue // out, or with a single outlaw
		}
		e := Shared{Seat: seat}
		for p, n := range d.s.sealed[seat] {
			e.Money[p] = int(n) * chip
		}
		d.emit(e)
	}
}
