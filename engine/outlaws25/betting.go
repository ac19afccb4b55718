package outlaws25

import "saloon/engine"

// One hand's betting and what becomes of the pot (rules 22 to 33), without cards, outlaws or the rest of the match.
// Amounts here are counted in chips of $10, the smallest there is.

// seatsMax is one seat for each of the five gangs (rules 7).
const seatsMax = 5

// chip is the smallest amount of money in dollars.
const chip = 10

// Limit is how much may be bet (rules 25, option limit).
type Limit uint8

// The limits.
const (
	NoLimit Limit = iota
	PotLimit
	FixedLimit
	limits
)

var limitNames = [limits]string{"no", "pot", "fixed"}

// String is the option's value.
func (l Limit) String() string {
	if l >= limits {
		return "?"
	}
	return limitNames[l]
}

// raisesMax is how many bets and raises a round has at a table with fixed amounts.
const raisesMax = 4

// betting is one hand's betting round.
type betting struct {
	limit  Limit
	seats  uint8
	turn   engine.Seat    // who acts; Nobody when the round is over
	least  uint8          // the minimum bet (rules 24)
	full   uint8          // the last full bet or raise, at least the minimum bet (rules 26)
	raises uint8          // bets and raises so far
	in     engine.SeatSet // neither folded nor out of the hand
	broke  engine.SeatSet // have nothing left to bet (rules 28)
	acted  engine.SeatSet
	staked [seatsMax]uint8 // in this round
	put    [seatsMax]uint8 // in this hand, ante included
}

// level is what the highest bettor has staked.
func (b *betting) level() int {
	most := uint8(0)
	for _, v := range b.staked[:b.seats] {
		most = max(most, v)
	}
	return int(most)
}

// pot is everything that was put in.
func (b *betting) pot() int {
	sum := 0
	for _, v := range b.put[:b.seats] {
		sum += int(v)
	}
	return sum
}

// owes is what a seat needs to call.
func (b *betting) owes(seat engine.Seat) int { return b.level() - int(b.staked[seat]) }

// pending are the seats that still have to act (rules 28). A seat that owes nothing is not asked to bet against players
// who have nothing left.
func (b *betting) pending() engine.SeatSet {
	level := uint8(b.level())
	able := b.in &^ b.broke
	if b.in.Len() < 2 {
		return 0
	}
	var todo engine.SeatSet
	for seat := range engine.Seat(b.seats) {
		if able.Has(seat) && (!b.acted.Has(seat) || b.staked[seat] < level) {
			todo.Add(seat)
		}
	}
	if able.Len() == 1 && todo != 0 && b.staked[able.First()] == level {
		return 0
	}
	return todo
}

// start gives the first move to the dealer's left (rules 22).
func (b *betting) start(dealer engine.Seat) { b.turn = b.pending().After(dealer, int(b.seats)) }

// betRange is what a seat with so many chips may bet or raise to; 0, 0 where it may not. All-in for less is always a
// single amount: then both are the same. An amount in the range is legal (rules 23 to 27).
func (b *betting) betRange(seat engine.Seat, stack int) (least, most int) {
	level, owed := b.level(), b.owes(seat)
	if stack <= owed || owed > 0 && b.acted.Has(seat) && owed < int(b.full) {
		return 0, 0 // cannot pay more than a call, or has only a short all-in to face
	}
	if b.limit == FixedLimit && b.raises >= raisesMax {
		return 0, 0
	}
	all := int(b.staked[seat]) + stack
	least, most = level+int(b.full), all
	switch b.limit {
	case PotLimit:
		most = min(most, level+b.pot()+owed)
	case FixedLimit:
		least = level + int(b.least)
		most = min(most, least)
	}
	return min(least, most), most
}

// fits reports whether a seat may bet or raise to an amount.
func (b *betting) fits(seat engine.Seat, stack, to int) bool {
	least, most := b.betRange(seat, stack)
	return to > b.level() && to >= least && to <= most
}

// pay puts chips in. The round goes on with the next seat that has to act.
func (b *betting) pay(seat engine.Seat, chips int, left int) {
	level := b.level()
	b.staked[seat] += uint8(chips)
	b.put[seat] += uint8(chips)
	if up := int(b.staked[seat]) - level; up > 0 {
		b.raises++
		if up >= int(b.full) && b.limit != FixedLimit {
			b.full = uint8(up)
		}
	}
	if left == 0 {
		b.broke.Add(seat)
	}
	b.acted.Add(seat)
	b.turn = b.pending().After(seat, int(b.seats))
}

// fold takes a seat out of the hand.
func (b *betting) fold(seat engine.Seat) {
	b.in.Remove(seat)
	b.acted.Add(seat)
	b.turn = b.pending().After(seat, int(b.seats))
}

// excess is what nobody matched of the single highest contribution, and whose it is (rules 29); Nobody where there is
// none.
func (b *betting) excess() (engine.Seat, int) {
	owner := engine.Nobody
	most, second := uint8(0), uint8(0)
	for seat, v := range b.put[:b.seats] {
		switch {
		case v > most:
			owner, most, second = engine.Seat(seat), v, most
		case v > second:
			second = v
		}
	}
	if most == second || !b.in.Has(owner) {
		return engine.Nobody, 0
	}
	return owner, int(most - second)
}

// pot is one pot of a hand and who plays for it.
type pot struct {
	chips int
	open  engine.SeatSet
}

// pots divides what was put in (rules 30). Levels are different contributions of who is still in, so no two pots are
// open to the same seats. There are none where nobody is in.
func (b *betting) pots() []pot {
	var out []pot
	below := uint8(0)
	for {
		level := uint8(0)
		for seat := range engine.Seat(b.seats) {
			if v := b.put[seat]; b.in.Has(seat) && v > below && (level == 0 || v < level) {
				level = v
			}
		}
		if level == 0 {
			break
		}
		p := pot{}
		for seat := range engine.Seat(b.seats) {
			p.chips += int(min(b.put[seat], level) - min(b.put[seat], below))
			if b.in.Has(seat) && b.put[seat] >= level {
				p.open.Add(seat)
			}
		}
		out = append(out, p)
		below = level
	}
	if len(out) > 0 {
		for _, v := range b.put[:b.seats] { // folded money above the last level
			out[len(out)-1].chips += int(v - min(v, below))
		}
	}
	return out
}

// split shares a pot among the strongest hands that it is open to (rules 31, 32): the same for each, and what does not
// divide one chip each in clockwise order from the dealer's left.
func (p pot) split(strength [seatsMax]Strength, dealer engine.Seat, seats int) (
	win engine.SeatSet, share [seatsMax]uint8,
) {
	best := Strength(0)
	for seat := range engine.Seat(seatsMax) {
		if !p.open.Has(seat) {
			continue
		}
		switch v := strength[seat]; {
		case win == 0 || v > best:
			best, win = v, 1<<uint8(seat)
		case v == best:
			win.Add(seat)
		}
	}
	n := win.Len()
	odd := p.chips % n
	for i, seat := 0, win.After(dealer, seats); i < n; i, seat = i+1, win.After(seat, seats) {
		share[seat] = uint8(p.chips / n)
		if i < odd {
			share[seat]++
		}
	}
	return win, share
}
