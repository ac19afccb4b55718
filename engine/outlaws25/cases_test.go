package outlaws25

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// The worked cases of section 5 of the rules page, each under its own number. The dealer is A unless said otherwise.

// board is a match being played in a test, in the words of records.
type board struct {
	*stage.Stage[State, Move, Event, View]
}

var seatNames = engine.Names{"A", "B", "C", "D", "E"}

// set sets a position up.
func set(t *testing.T, seats int, p engine.Position, options ...string) *board {
	t.Helper()
	c := engine.Config{Seats: seats, Options: map[string]string{}}
	for i := 0; i+1 < len(options); i += 2 {
		c.Options[options[i]] = options[i+1]
	}
	b := &board{stage.New(t, Rules{}, Notation{}, stage.Seed(uint64(seats)))}
	b.Check = func(s *State, e Event) { checkMoney(t, s, e) }
	b.Place(c, seatNames[:seats], p)
	b.Settle()
	return b
}

// play plays lines and the chance between them.
func (b *board) play(lines ...string) *board {
	b.T.Helper()
	for _, line := range lines {
		b.Do(line)
		b.Settle()
	}
	return b
}

// refused wants a line refused under a clause.
func (b *board) refused(line, clause string) *board {
	b.T.Helper()
	b.Refused(line, clause)
	return b
}

// allowed wants a line accepted.
func (b *board) allowed(line string) *board {
	b.T.Helper()
	if err := b.Why(line); err != nil {
		b.T.Errorf("%s: %v", line, err)
	}
	return b
}

// has compares a gang's money, R M L.
func (b *board) has(seat engine.Seat, money ...int) *board {
	b.T.Helper()
	for at, want := range money {
		if got := int(b.State.gangs[seat][at].money) * chip; got != want {
			b.T.Errorf("%s has %d at %v, want %d", b.Names.Of(seat), got, Place(at), want)
		}
	}
	return b
}

func (b *board) is(what string, got, want any) *board {
	b.T.Helper()
	if got != want {
		b.T.Errorf("%s is %v, want %v", what, got, want)
	}
	return b
}

// T shortens tables in positions.
type T = map[string]any

func man(speed, money int, more ...any) T {
	t := T{"speed": speed, "money": money}
	for i := 0; i+1 < len(more); i += 2 {
		t[more[i].(string)] = more[i+1]
	}
	return t
}

func three(text string) (hand [3]Card) {
	for i, name := range strings.Fields(text) {
		c, ok := CardNamed(strings.Replace(name, "10", "T", 1))
		if !ok {
			panic(name)
		}
		hand[i] = c
	}
	return hand
}

// TestPotCases has contributions by seat in dollars; folded seats have no cards.
func TestPotCases(t *testing.T) {
	const A, B, C, D = 0, 1, 2, 3
	for _, c := range []struct {
		n      int
		put    []int
		hands  map[engine.Seat]string
		flop   string
		back   [2]int // seat, dollars
		pots   []pot  // in dollars
		takes  []int
		shared bool
	}{
		{15, []int{100, 100, 60, 100}, map[engine.Seat]string{B: "Ks Kh", C: "Qs Qh", D: "As Kc", A: "Jh 10c"}, "Qd",
			[2]int{}, []pot{{240, 0b1111}, {120, 0b1011}}, []int{0, 0, 240, 120}, false},
		{17, []int{90, 150, 40}, map[engine.Seat]string{B: "As 10h", C: "Qs Qh", A: "Ks Jh"}, "Qd",
			[2]int{B, 60}, []pot{{120, 0b111}, {100, 0b011}}, []int{100, 0, 120}, false},
		{18, []int{30, 10, 30}, map[engine.Seat]string{C: "As Kh", A: "Ac Kd"}, "Qd",
			[2]int{}, []pot{{70, 0b101}}, []int{30, 0, 40}, true},
	} {
		b := betting{seats: uint8(len(c.put))}
		var strength [seatsMax]Strength
		for seat, n := range c.put {
			b.put[seat] = uint8(n / chip)
			if hand, in := c.hands[engine.Seat(seat)]; in {
				b.in.Add(engine.Seat(seat))
				_, strength[seat] = Judge(three(hand+" "+c.flop), ByThree)
			}
		}
		if owner, n := b.excess(); n*chip != c.back[1] || n > 0 && int(owner) != c.back[0] {
			t.Errorf("case %d: %d go back to seat %d", c.n, n*chip, owner)
		} else if n > 0 {
			b.put[owner] -= uint8(n)
		}
		takes := make([]int, len(c.put))
		for i, p := range b.pots() {
			if i >= len(c.pots) || p.chips*chip != c.pots[i].chips || p.open != c.pots[i].open {
				t.Errorf("case %d: pot %d is %+v, want %+v", c.n, i, p, c.pots)
			}
			_, share := p.split(strength, A, len(c.put))
			for seat := range takes {
				takes[seat] += int(share[seat]) * chip
			}
		}
		if !slices.Equal(takes, c.takes) {
			t.Errorf("case %d: %v, want %v", c.n, takes, c.takes)
		}
	}
}

// TestFoldedToOne is case 21.
func TestFoldedToOne(t *testing.T) {
	b := set(t, 3, engine.Position{"phase": "betting", "dealer": "A"})
	for _, line := range []string{"B: bet 10", "C: fold"} {
		b.play(line)
	}
	b.is("pot", b.State.pot()*chip, 40)
	b.Do("A: fold")
	b.has(1, 120).is("shown", b.State.shown, engine.SeatSet(0)).is("phase", b.State.phase, Buying)
	if b.State.hole != ([seatsMax][2]Card{}) {
		t.Error("folded hands are still there")
	}
}

func TestBettingCases(t *testing.T) {
	start := engine.Position{"phase": "betting", "dealer": "A"}
	t.Run("23", func(t *testing.T) {
		set(t, 3, start).play("B: bet 20").refused("C: raise 30", "26").allowed("C: raise 40").allowed("C: raise 50")
		set(t, 3, engine.Position{"phase": "betting", "dealer": "A", "gangs": T{
			"C": T{"R": man(1, 30), "M": man(2, 100), "L": man(3, 160)},
		}}).play("B: bet 20").allowed("C: raise 30")
	})
	t.Run("24", func(t *testing.T) {
		b := set(t, 3, start).play("B: bet 20", "C: raise 60")
		b.refused("A: raise 70", "26").refused("A: raise 80", "26")
		b.allowed("A: raise 90").allowed("A: call").allowed("A: fold")
		b.refused("A: raise 100", "19").refused("A: check", "23")
		// The all-in for 90 lifts the bet by less than 40: B and C have acted and may only call or fold.
		b.play("A: raise 90", "B: call")
		b.refused("C: raise 90", "27").allowed("C: call").allowed("C: fold")
		b = set(t, 3, engine.Position{"phase": "betting", "dealer": "A", "gangs": T{
			"B": T{"R": man(1, 190), "M": man(2, 50), "L": man(3, 50)},
			"C": T{"R": man(1, 190), "M": man(2, 50), "L": man(3, 50)},
		}}).play("B: bet 20", "C: raise 60", "A: raise 90")
		b.allowed("B: raise 130") // B faces 70, more than a full raise
		b.refused("B: raise 120", "26")
		b.play("B: call").refused("C: raise 130", "27")
	})
	t.Run("26", func(t *testing.T) {
		b := set(t, 3, start).refused("B: bet 5", "25").refused("B: bet 15", "25").refused("B: bet 0", "24")
		b.refused("B: bet 100", "19").allowed("B: bet 10").allowed("B: bet 90")
		b.refused("B: call", "23").refused("B: raise 20", "23").refused("B: fold", "23")
		two := engine.Position{"phase": "betting", "dealer": "A", "eliminated": []string{"D"}}
		set(t, 4, two).refused("B: bet 10", "24").allowed("B: bet 20").is("ante", 20, 20)
		two["gangs"] = T{"B": T{"R": man(1, 10), "M": man(2, 100), "L": man(3, 100)}}
		set(t, 4, two).allowed("B: bet 10")
	})
}

func TestLimits(t *testing.T) {
	start := engine.Position{"phase": "betting", "dealer": "A"}
	t.Run("pot", func(t *testing.T) {
		b := set(t, 3, start, "limit", "pot").refused("B: bet 40", "25").allowed("B: bet 30").play("B: bet 30")
		b.refused("C: raise 130", "19") // more than it has
		b.allowed("C: raise 90")
		b = set(t, 2, start, "limit", "pot").play("B: bet 10") // the pot is 30, a call makes it 40
		b.allowed("A: raise 50").refused("A: raise 60", "25").refused("A: raise 90", "25")
	})
	t.Run("fixed", func(t *testing.T) {
		b := set(t, 2, start, "limit", "fixed").refused("B: bet 20", "25").play("B: bet 10")
		b.refused("A: raise 30", "25").play("A: raise 20", "B: raise 30", "A: raise 40")
		b.refused("B: raise 50", "25").allowed("B: call")
	})
}

func TestHoldupCases(t *testing.T) {
	t.Run("27", func(t *testing.T) {
		for _, c := range [][2]int{
			{40, 20}, {50, 30}, {60, 30}, {70, 40}, {80, 40}, {90, 50}, {100, 50}, {110, 60}, {130, 70}, {150, 80},
			{200, 100}, {250, 130},
		} {
			if got := int(cowerPrice(uint8(c[0]/chip))) * chip; got != c[1] {
				t.Errorf("of %d, %d are paid, want %d", c[0], got, c[1])
			}
		}
	})
	holdup := func(b T, more ...any) engine.Position {
		p := engine.Position{"phase": "holdup", "dealer": "A", "gangs": T{
			"A": T{"R": man(4, 100), "M": man(1, 100), "L": man(2, 100)},
			"B": b,
		}}
		for i := 0; i+1 < len(more); i += 2 {
			p[more[i].(string)] = more[i+1]
		}
		return p
	}
	t.Run("28", func(t *testing.T) {
		for money, other := range map[int]int{30: 170, 0: 200} {
			b := set(t, 2, holdup(T{"R": man(1, money), "M": man(2, 100), "L": man(3, other)}, "dice", []int{6, 1}))
			b.play("A: hold up B R with R").refused("B: cower", "59").play("B: fight")
			b.has(0, 100+money, 100, 100).is("living", b.State.gangs[1].living(), 2)
		}
	})
	t.Run("29", func(t *testing.T) {
		b := set(t, 2, holdup(T{"R": man(3, 100), "M": man(2, 100), "L": man(1, 100)}, "dice", []int{2, 3, 5, 6, 1, 3}))
		b.play("A: hold up B R with R", "B: fight")
		b.has(1, 200, 100, 100).has(0, 0, 100, 100)
		b.is("Wanted cards left", b.State.wanted.n, uint8(wantedCards)).is("phase", b.State.phase, Sharing)
		b.is("dice left", b.State.dices, uint8(0)).is("seen", b.State.seen, [seatsMax]SpeedSet{1 << 4, 1 << 3})
	})
	t.Run("31", func(t *testing.T) {
		b := set(t, 2, holdup(
			T{"R": man(1, 100, "wanted", []string{"Q", "K"}, "reward", "Dead-Eye"), "M": man(2, 100), "L": man(3, 100)},
			"dice", []int{6, 1}))
		b.State.gangs[0][Right].wanted = one(Jack) // the winner's own stays
		b.State.wanted.draw()
		b.State.wanted = pile{}
		lay(&b.State.wanted, without(wholeDecks().Wanted, Queen, King, Jack))
		b.play("A: hold up B R with R", "B: fight", "B: pass", "B: pass")
		labels := b.State.gangs[0][Right].wanted
		b.is("own jack", labels.Of(Jack) >= 1, true).is("the winner's", labels.Len(), 2)
		b.is("Wanted deck", b.State.wanted.n, uint8(wantedCards-2)).is("rewards", b.State.rewards.n, uint8(rewardCards))
	})
}

func without(from []Rank, cards ...Rank) []Rank {
	for _, c := range cards {
		i := slices.Index(from, c)
		from = slices.Delete(from, i, i+1)
	}
	return from
}

func TestSheriffCases(t *testing.T) {
	duel := func(dice ...int) engine.Position {
		p := engine.Position{"phase": "before-roll", "round": 2, "dealer": "A", "flop": "Qd", "dice": dice}
		p["gangs"] = T{
			"B": T{"R": man(2, 90, "wanted", []string{"Q"}), "M": man(3, 40), "L": man(4, 160)},
			"C": T{"R": man(2, 90), "M": man(3, 170, "wanted", []string{"Q", "K"}), "L": man(4, 30)},
		}
		p["duel"] = T{"attacker": []string{"B", "R"}, "sheriff": 4}
		return p
	}
	t.Run("33", func(t *testing.T) {
		p := duel(4, 1, 6, 1)
		p["sheriffs"] = []int{2, 2, 3, 3, 3, 4, 4, 5, 5}
		b := set(t, 3, p)
		b.has(1, 90).is("B.R is wanted for", b.State.gangs[1][Right].wanted, Wanted(0))
		b.is("sheriffs", b.State.sheriffs.n, uint8(8)).is("phase", b.State.phase, Betting) // C.M beat the next one too
		b.is("C.M is wanted for", b.State.gangs[2][Middle].wanted, one(King)).
			is("Wanted deck", b.State.wanted.n, uint8(19))
	})
	t.Run("34", func(t *testing.T) {
		p := duel(1, 6)
		p["duel"] = T{"attacker": []string{"C", "M"}, "sheriff": 5}
		delete(p["gangs"].(T)["B"].(T)["R"].(T), "wanted")
		b := set(t, 3, p)
		b.is("bank", int(b.State.bank)*chip, 170).is("pot", b.State.pot()*chip, 30).
			is("sheriffs", b.State.sheriffs.n, uint8(10))
		b.is("Wanted deck", b.State.wanted.n, uint8(20)).is("C still plays", b.State.bets.in.Has(2), true)
	})
	t.Run("35", func(t *testing.T) {
		for k := 1; k <= Ranks; k++ {
			hits := 0
			for c := Card(1); c <= PokerCards; c++ {
				s := State{seats: 2, round: 2, flop: c, dealer: 1}
				for r := range Rank(k) {
					s.gangs[0][Left].wanted += one(r)
				}
				s.gangs[0][Left].speed = 1
				if _, found := s.match(); found {
					hits++
				}
			}
			if hits != 4*k {
				t.Errorf("with %d labels %d of 20 flops hit", k, hits)
			}
		}
	})
}

func TestHousekeepingCases(t *testing.T) {
	t.Run("37", func(t *testing.T) {
		g := func(r, m, l uint8) gang { return gang{{speed: r}, {speed: m}, {speed: l}} }
		for _, c := range []struct {
			g        gang
			from, to Place
		}{
			{g(1, 0, 3), Right, Left}, {g(1, 2, 3), Left, Right}, {g(0, 2, 3), Left, Middle},
			{g(1, 2, 3), Right, Middle}, {g(0, 0, 3), Left, Left}, {g(0, 0, 3), Right, Left},
		} {
			if got := c.g.next(c.from); got != c.to {
				t.Errorf("%+v: from %v to %v, want %v", c.g, c.from, got, c.to)
			}
		}
	})
	poor := func(b, c int) engine.Position {
		return engine.Position{"phase": "holdup", "dealer": "A", "gangs": T{
			"A": T{"R": man(1, 600), "M": man(2, 0), "L": man(3, 0)},
			"B": T{"R": man(1, b)}, "C": T{"R": man(1, c-50), "M": man(2, 50)},
		}}
	}
	t.Run("39", func(t *testing.T) {
		b := set(t, 3, poor(90, 100)).play("A: pass")
		b.is("bank", int(b.State.bank)*chip, 200).is("eliminated", b.State.eliminated(), 1).
			is("ante", b.State.ante(2), 2)
		b.refused("C: share 90 10 0", "64").refused("C: share 100 0 0", "64").allowed("C: share 0 100 0")
		b.is("marker", b.State.marks[2], Middle)
	})
	t.Run("40", func(t *testing.T) {
		p := engine.Position{"phase": "holdup", "dealer": "A"}
		p["gangs"] = T{"B": T{"R": man(1, 90)}, "D": T{"R": man(1, 80)}}
		b := set(t, 5, p).play("A: pass")
		b.is("eliminated", b.State.eliminated(), 2)
		b.play("A: share 100 100 100", "C: share 100 100 100", "E: share 100 100 100")
		b.is("pot", b.State.pot()*chip, 90).is("minimum", b.State.bets.least, uint8(3))
		b.is("D went first", b.State.outs[3] < b.State.outs[1], true)
	})
	t.Run("42", func(t *testing.T) {
		p := engine.Position{"phase": "holdup", "dealer": "A", "gangs": T{"B": T{"R": man(1, 100)}, "A": T{
			"R": man(5, 300), "M": man(4, 0), "L": man(2, 0)}}, "dice": []int{6, 1}}
		b := set(t, 4, p).play("A: hold up B R with R", "B: fight")
		b.is("dealer", b.State.dealer, engine.Seat(2)).is("B is out", b.State.outs[1], uint8(1))
	})
}

func TestRewardCases(t *testing.T) {
	p := engine.Position{"phase": "rewards", "dealer": "A", "turn": []string{"B"}, "gangs": T{
		"B": T{"R": man(1, 20), "M": man(2, 250), "L": man(3, 30)},
	}}
	t.Run("43", func(t *testing.T) {
		b := set(t, 2, p).refused("B: buy R", "47").allowed("B: buy L").play("B: buy L")
		b.has(1, 20, 250, 0)
		b.play("A: pass", "A: hold up B L with R").refused("B: cower", "59")
	})
	t.Run("44", func(t *testing.T) {
		b := set(t, 2, p).play("B: buy M")
		if err := b.Why("B: buy L"); !errors.Is(err, engine.ErrNotAsked) {
			t.Errorf("a second purchase: %v", err)
		}
		b.play("A: pass", "A: pass", "A: share 100 100 100", "B: share 100 100 70")
		b.is("rewards", b.State.holders(), engine.SeatSet(0b10))
	})
}
