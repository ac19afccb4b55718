package outlaws25

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// twin plays the same betting with one chip at a time and without any shortcut: it remembers everything that was done
// and looks it all up again for every question. It is what betting is compared with.
type twin struct {
	seats  int
	dealer int
	least  int
	limit  Limit
	stack  [seatsMax]int
	round  [seatsMax]int // chips in this round
	hand   [seatsMax]int // chips in this hand
	gone   [seatsMax]bool
	told   []deed
}

// deed is one act: the level before and after it.
type deed struct {
	seat, from, to int
}

func (w *twin) level() (most int) {
	for _, n := range w.round {
		most = max(most, n)
	}
	return most
}

// size is the smallest full raise: replayed from the beginning.
func (w *twin) size() int {
	size := w.least
	for _, d := range w.told {
		if d.to-d.from >= size && w.limit != FixedLimit {
			size = d.to - d.from
		}
	}
	return size
}

func (w *twin) last(seat int) (deed, bool) {
	for i := len(w.told) - 1; i >= 0; i-- {
		if w.told[i].seat == seat {
			return w.told[i], true
		}
	}
	return deed{}, false
}

// must says whether a seat still has something to do.
func (w *twin) must(seat int) bool {
	if w.gone[seat] || w.stack[seat] == 0 {
		return false
	}
	others, rivals := 0, 0
	for o := range w.seats {
		if o == seat || w.gone[o] {
			continue
		}
		others++
		if w.stack[o] > 0 {
			rivals++
		}
	}
	if others == 0 || rivals == 0 && w.round[seat] == w.level() {
		return false
	}
	_, acted := w.last(seat)
	return !acted || w.round[seat] < w.level()
}

// next is whose turn it is, -1 at the end: clockwise from who acted last.
func (w *twin) next() int {
	from := w.dealer
	if n := len(w.told); n > 0 {
		from = w.told[n-1].seat
	}
	for i := 1; i <= w.seats; i++ {
		if seat := (from + i) % w.seats; w.must(seat) {
			return seat
		}
	}
	return -1
}

// may says whether a seat may bet or raise to an amount.
func (w *twin) may(seat, to int) bool {
	level, own := w.level(), w.round[seat]
	cost := to - own
	if to <= level || cost > w.stack[seat] {
		return false
	}
	if d, acted := w.last(seat); acted && level-d.to < w.size() && level > d.to {
		return false
	}
	rises, pot := 0, 0
	for _, d := range w.told {
		if d.to > d.from {
			rises++
		}
	}
	for _, n := range w.hand {
		pot += n
	}
	allIn := cost == w.stack[seat]
	switch w.limit {
	case FixedLimit:
		return rises < raisesMax && (to == level+w.least || allIn && to < level+w.least)
	case PotLimit:
		if to > level+pot+level-own {
			return false
		}
	}
	return to >= level+w.size() || allIn
}

// put pays chip by chip.
func (w *twin) put(seat, n int) {
	from := w.level()
	for range n {
		w.stack[seat]--
		w.round[seat]++
		w.hand[seat]++
	}
	w.told = append(w.told, deed{seat, from, w.level()})
}

func (w *twin) fold(seat int) {
	w.gone[seat] = true
	w.told = append(w.told, deed{seat, w.level(), w.level()})
}

// refund takes back, chip by chip, what only one has put in.
func (w *twin) refund() (owner, n int) {
	owner = -1
	for layer := 255; layer > 0; layer-- {
		var who []int
		for seat, h := range w.hand {
			if h >= layer {
				who = append(who, seat)
			}
		}
		if len(who) > 1 || len(who) == 1 && w.gone[who[0]] {
			break
		}
		if len(who) == 1 {
			owner = who[0]
			w.hand[owner]--
			n++
		}
	}
	return owner, n
}

// pots lays the chips in layers: each layer belongs to who is in it and has not folded, a layer of folded money alone
// to the pot below.
func (w *twin) pots() []pot {
	var out []pot
	for layer := 1; layer <= 255; layer++ {
		p := pot{}
		for seat, h := range w.hand {
			if h >= layer {
				p.chips++
				if !w.gone[seat] {
					p.open.Add(engine.Seat(seat))
				}
			}
		}
		switch n := len(out); {
		case p.chips == 0:
			return out
		case n > 0 && (p.open == 0 || p.open == out[n-1].open):
			out[n-1].chips += p.chips
		default:
			out = append(out, p)
		}
	}
	return out
}

// deal hands a pot out, chip by chip.
func (w *twin) deal(p pot, strength [seatsMax]Strength) (share [seatsMax]uint8) {
	var best Strength
	for _, seat := range p.open.List() {
		best = max(best, strength[seat])
	}
	seat := w.dealer
	for left := p.chips; left > 0; {
		seat = (seat + 1) % w.seats
		if p.open.Has(engine.Seat(seat)) && strength[seat] == best {
			share[seat]++
			left--
		}
	}
	return share
}

// chooses is what a random betting draws from: bytes first, then chance.
type chooses struct {
	bytes []byte
	r     *engine.Rand
}

func (c *chooses) of(n int) int {
	if len(c.bytes) == 0 {
		return c.r.IntN(n)
	}
	v := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(v) % n
}

// compareBetting plays one betting both ways.
func compareBetting(t testing.TB, c *chooses) {
	w := twin{seats: 2 + c.of(4), limit: Limit(c.of(int(limits))), least: 1 + c.of(4)}
	w.dealer = c.of(w.seats)
	b := betting{
		limit: w.limit, seats: uint8(w.seats), turn: engine.Nobody, least: uint8(w.least), full: uint8(w.least),
	}
	for seat := range w.seats {
		w.stack[seat] = 1 + c.of(8<<c.of(3))
		n := min(w.least, w.stack[seat])
		w.stack[seat] -= n
		w.hand[seat] = n
		b.put[seat] = uint8(n)
		b.in.Add(engine.Seat(seat))
		if w.stack[seat] == 0 {
			b.broke.Add(engine.Seat(seat))
		}
	}
	b.start(engine.Seat(w.dealer))
	for steps := 0; ; steps++ {
		seat := w.next()
		if seat < 0 || b.turn < 0 {
			if seat >= 0 || b.turn >= 0 {
				t.Fatalf("turn of %d, in the twin of %d\n%+v\n%+v", b.turn, seat, b, w)
			}
			break
		}
		if int(b.turn) != seat || steps > 1000 {
			t.Fatalf("turn of %d, in the twin of %d\n%+v\n%+v", b.turn, seat, b, w)
		}
		compareStep(t, c, &b, &w)
	}
	compareEnd(t, c, &b, &w)
}

// compareStep compares what a seat may do, and lets it do something.
func compareStep(t testing.TB, c *chooses, b *betting, w *twin) {
	seat := w.next()
	stack, owed := w.stack[seat], w.level()-w.round[seat]
	if b.owes(b.turn) != owed {
		t.Fatalf("owes %d, in the twin %d\n%+v\n%+v", b.owes(b.turn), owed, b, w)
	}
	var may []int
	for to := 0; to <= w.round[seat]+stack+2; to++ {
		legal := w.may(seat, to)
		if b.fits(b.turn, stack, to) != legal {
			t.Fatalf("to %d: in the twin %t\n%+v\n%+v", to, legal, b, w)
		}
		if legal {
			may = append(may, to)
		}
	}
	least, most := b.betRange(b.turn, stack)
	if len(may) == 0 && most != 0 || len(may) > 0 && (may[0] != least || may[len(may)-1] != most) {
		t.Fatalf("range %d to %d, in the twin %v\n%+v\n%+v", least, most, may, b, w)
	}
	what := c.of(6)
	switch {
	case what >= 3 && len(may) > 0:
		to := may[c.of(len(may))]
		if what == 5 {
			to = may[0]
		}
		n := to - w.round[seat]
		w.put(seat, n)
		b.pay(b.turn, n, w.stack[seat])
	case what == 0 && owed > 0:
		w.fold(seat)
		b.fold(b.turn)
	default:
		n := min(owed, stack)
		w.put(seat, n)
		b.pay(b.turn, n, w.stack[seat])
	}
}

// compareEnd compares what goes back, the pots and who gets how much of them.
func compareEnd(t testing.TB, c *chooses, b *betting, w *twin) {
	owner, n := b.excess()
	if n > 0 {
		b.put[owner] -= uint8(n)
	}
	if from, back := w.refund(); back != n || n > 0 && from != int(owner) {
		t.Fatalf("%d go back to %d, in the twin %d to %d\n%+v\n%+v", n, owner, back, from, b, w)
	}
	pots, other := b.pots(), w.pots()
	if len(pots) != len(other) {
		t.Fatalf("pots %v, in the twin %v\n%+v\n%+v", pots, other, b, w)
	}
	var strength [seatsMax]Strength
	for seat := range strength {
		strength[seat] = Strength(1 + c.of(3))
	}
	paid := 0
	for i, p := range pots {
		if p != other[i] {
			t.Fatalf("pots %v, in the twin %v\n%+v\n%+v", pots, other, b, w)
		}
		_, share := p.split(strength, engine.Seat(w.dealer), w.seats)
		if want := w.deal(p, strength); share != want {
			t.Fatalf("of %+v %v, in the twin %v", p, share, want)
		}
		for _, n := range share {
			paid += int(n)
		}
	}
	if paid != b.pot() {
		t.Fatalf("%d chips were paid out of %d", paid, b.pot())
	}
}

func TestBettingTwin(t *testing.T) {
	for n := range uint64(10_000) {
		compareBetting(t, &chooses{r: stage.Seed(n).Entry(1)})
	}
}

func FuzzBetting(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{3, 0, 1, 0, 5, 1, 9, 2, 30, 1, 3, 1, 5, 3, 3, 3, 5, 2, 1})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		compareBetting(t, &chooses{bytes: bytes, r: stage.Seed(uint64(len(bytes))).Entry(1)})
	})
}

// BenchmarkBettingTwin is the long comparison: -benchtime 1000000x plays a million.
func BenchmarkBettingTwin(b *testing.B) {
	for n := uint64(0); b.Loop(); n++ {
		compareBetting(b, &chooses{r: stage.Seed(n).Fork("bench").Entry(1)})
	}
}
