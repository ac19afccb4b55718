package okcorral

import (
	"slices"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// allLeast is the same bound for every seat.
func allLeast(ms int) (least [engine.SeatsMax]time.Duration) {
	for i := range least {
		least[i] = duration(ms)
	}
	return least
}

// settledAt wants a race to be settled from the moment on at which no answer can take less than so many milliseconds.
func (b board) settledAt(ms int) {
	b.t.Helper()
	if ms != always && (Rules{}).Settled(b.State, allLeast(ms-1)) {
		b.t.Errorf("settled at %d ms already, want %d", ms-1, ms)
	}
	if !(Rules{}).Settled(b.State, allLeast(ms)) {
		b.t.Errorf("not settled at %d ms", ms)
	}
}

// always stands for a race that nothing can change any more.
const always = -9000

func TestSettled(t *testing.T) {
	// Positive: as soon as nobody can be first any more, or tie with who is.
	card(t, 4, "Nugget", 0).settledAt(2501)
	card(t, 4, "Nugget", 0).do("1 g 400").settledAt(411)
	card(t, 4, "Nugget", 0).do("1 g 400", "2 g 395").settledAt(406)
	card(t, 4, "Nugget", 0).do("1 g 100", "2 h 300").settledAt(2501)
	card(t, 4, "Nugget", 0).do("1 g 400", "0 s 300", "2 g 500", "3 g 90").settledAt(always)
	card(t, 4, "Wanted red", 0).do("1 j 400", "2 j 500", "3 l 405").settledAt(always) // seat 0 is not called on
	// Negative: when everybody has answered, or can no more.
	card(t, 4, "Cavalry", 0).do("0 s 400", "1 s 400", "2 w 50").settledAt(2501)
	card(t, 4, "Cavalry", 0).do("0 s 400", "1 s 400", "2 w 50", "3 s 800").settledAt(always)
	// Fool's Gold: when nobody can be earlier than the first who hit it, or in line before.
	card(t, 4, "Fool's Gold", 0).settledAt(1501)
	card(t, 4, "Fool's Gold", 0).do("1 h 10", "2 g 290").settledAt(301)
	card(t, 4, "Fool's Gold", 0).do("1 g -10").settledAt(1501)
	card(t, 4, "Fool's Gold", 0).do("0 h 10", "1 h 10", "2 s 290", "3 w 300").settledAt(always)
	// A Duel card for the centre is there to be seen; a slow table gives half as long again.
	if (Rules{}).Settled(card(t, 4, "Duel red", 0).State, allLeast(9000)) {
		t.Error("the first Duel card is settled")
	}
	set(t, 4, engine.Position{"card": "Saloon"}, "pace=slow").settledAt(3751)
	// Some seats may be further behind than others.
	b := card(t, 4, "Nugget", 0).do("1 g 400")
	least := allLeast(411)
	if least[3] = duration(410); (Rules{}).Settled(b.State, least) {
		t.Error("seat 3 may still tie")
	}
}

func TestTiming(t *testing.T) {
	timing := func(b board) engine.Timing { return Rules{}.Timing(b.State) }
	is := func(what string, got, want engine.Timing) {
		t.Helper()
		if got.Before != want.Before || got.Armed != want.Armed || got.Limit != want.Limit || got.Race != want.Race ||
			got.Window != want.Window || !slices.Equal(got.Called, want.Called) {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	const ms = time.Millisecond
	b := set(t, 3, engine.Position{})
	is("the first card", timing(b), engine.Timing{Limit: 4 * time.Second})
	b.Do("s0: turn")
	if tm := timing(b); !tm.Armed || tm.Before < 600*ms || tm.Before > 3500*ms {
		t.Errorf("armed: %+v", tm)
	}
	b.Settle()
	b.Chance()
	is("the second card", timing(b), engine.Timing{Before: 1500 * ms, Limit: 4 * time.Second})
	race := func(window time.Duration, called ...engine.Seat) engine.Timing {
		return engine.Timing{Race: true, Window: window, Called: called}
	}
	is("Cavalry", timing(card(t, 3, "Cavalry", 0)), race(2500*ms, 0, 1, 2))
	is("Fool's Gold", timing(card(t, 3, "Fool's Gold", 0)), race(1500*ms))
	is("a first Duel", timing(card(t, 3, "Duel red", 0)), race(1000*ms))
	is("Wanted", timing(card(t, 3, "Wanted red", 0)), race(2500*ms, 1, 2))
	slow := set(t, 3, engine.Position{"card": "Fool's Gold"}, "pace=slow")
	is("slow Fool's Gold", timing(slow), race(2250*ms))
	is("a showdown", timing(set(t, 3, engine.Position{"card": "Saloon", "tied": []string{"s0", "s2"}})),
		race(2500*ms, 0, 2))
}

// TestForeperiod has waits as rules 2.2 want them: 600 ms and then memoryless, cut at 3,500.
func TestForeperiod(t *testing.T) {
	var plain, slow State
	slow.house.slow = true
	const n = 20000
	sum, late, later, cut := 0, 0, 0, 0
	for i := range uint64(n) {
		ms := plain.foreperiod(stage.Seed(1).Entry(i))
		if ms < 600 || ms > 3500 {
			t.Fatal(ms)
		}
		if got := slow.foreperiod(stage.Seed(1).Entry(i)); got != ms*3/2 {
			t.Fatalf("%d at a slow table, %d at another", got, ms)
		}
		sum += ms
		switch {
		case ms == 3500:
			cut++
		case ms >= 2200:
			later++
		case ms >= 1400:
			late++
		}
	}
	// e^-1 of the waits are left after 800 ms, e^-2 after 1,600, e^-3.625 at the cut, which takes 21 ms off the mean.
	for _, c := range []struct {
		what            string
		got, want, slip float64
	}{
		{"mean", float64(sum) / n, 1383, 12}, {"1,400 to 2,200 ms", float64(late) / n, 0.2325, 0.01},
		{"2,200 ms to the cut", float64(later) / n, 0.1087, 0.008}, {"cut", float64(cut) / n, 0.0266, 0.004},
	} {
		if c.got < c.want-c.slip || c.got > c.want+c.slip {
			t.Errorf("%s: %.4f, want %.4f", c.what, c.got, c.want)
		}
	}
}

// TestTwoSeats is the variant of section 4.
func TestTwoSeats(t *testing.T) {
	b := set(t, 2, engine.Position{})
	count := map[Kind]int{}
	for _, c := range b.State.deck() {
		count[c.Kind()]++
	}
	for k, want := range map[Kind]int{
		Cavalry: 4, Saloon: 4, HoldUp: 4, DoubleShoot: 4, Nugget: 4, FoolsGold: 3, PokerLeft: 3, PokerRight: 3, Duel: 6,
		Wanted: 0, Settling: 0,
	} {
		if count[k] != want {
			t.Errorf("%d cards of %v, want %d", count[k], k, want)
		}
	}
	card(t, 2, "Poker Left", 0).right("0 jl", "1 c")
	card(t, 2, "Poker Right", 1).right("0 c", "1 jl")
	set(t, 2, engine.Position{"card": "Duel white", "centre": "Duel black"}).right("0 jl", "1 jl")
	b = set(t, 2, engine.Position{"card": "Duel white", "centre": "Duel black"}).do("0 j 400", "1 l 500")
	b.close(Fastest, 0).has(0, "Duel black")
	if s := b.State.scores()[0]; s.Cards != 2 || s.Duels != 1 {
		t.Errorf("%+v", s)
	}
	card(t, 2, "Poker Left", 0).do("0 l 400", "1 c 300").close(Slowest, 0)
}

// TestSameColor has two Duel cards of one color in a row, as a deck of other cards could: no duel, and the old card
// leaves the game (rules 28).
func TestSameColor(t *testing.T) {
	b := card(t, 3, "Duel red", 0)
	b.State.centre = CardOf(Duel, Red)
	race := b.State.race()
	v := race.verdict()
	if v.result != Centred || race.called() != 0 {
		t.Errorf("%+v", v)
	}
	s := b.State
	for _, e := range s.close(stage.Seed(1).Entry(1)) {
		s.apply(e)
	}
	if s.centre != CardOf(Duel, Red) || !slices.Equal(s.wentTo(nobody), []Card{CardOf(Duel, Red)}) {
		t.Errorf("%v in the centre, %v gone", s.centre, s.wentTo(nobody))
	}
}

// TestFirstDuel goes to the centre, whatever anybody does.
func TestFirstDuel(t *testing.T) {
	b := card(t, 3, "Duel red", 0).do("0 j 300", "1 g 400").close(Centred, nobody).how(0, "")
	if b.State.centre != CardOf(Duel, Red) || b.State.went != 0 {
		t.Errorf("%v in the centre, %d cards gone", b.State.centre, b.State.went)
	}
}

// TestShowdown has the ways in which a showdown ends.
func TestShowdown(t *testing.T) {
	tie := func(name string) board {
		b := card(t, 4, name, 1).do("0 g 400", "1 g 405", "2 g 409", "3 g 600").close(Drawn, nobody)
		return b.tied(0, 1, 2)
	}
	nugget := func() board { return tie("Nugget") }
	nugget().do("0 j 300", "1 l 320", "2 k 340").close(Fastest, 0)
	nugget().do("0 s 300", "1 l 320", "2 k 340").close(Fastest, 1).how(0, engine.WrongMove)
	nugget().do("0 j 119", "1 l 320", "2 k 340").close(Fastest, 1).how(0, engine.FalseStart)
	nugget().do("1 l 320", "2 k 330").close(DrawnAgain, nobody).has(nobody, "Nugget").how(0, "")
	nugget().close(Unclaimed, nobody).how(0, engine.NoResponse)
	loot := func() board {
		b := card(t, 4, "Hold-up", 1).do("0 h 600", "1 h 605", "2 h 600", "3 h 300").close(Drawn, nobody)
		return b.tied(0, 1, 2)
	}
	loot().do("0 j 300", "1 l 320", "2 k 340").close(Slowest, 2)
	loot().do("0 j 300", "1 l 320", "2 k 110").close(Failed, 2)
	loot().do("0 j 300", "2 k 110").close(Failed, 2) // the first in line of two who failed
	loot().do("2 j 300").close(Failed, 0)
	loot().do("0 j 300", "1 l 340", "2 k 340").close(DrawnAgain, nobody).has(nobody, "Hold-up")
	b := loot()
	v := Rules{}.View(b.State, engine.Public)
	if v.Tied.Len() != 3 || v.Card != CardOf(HoldUp, 0) || v.Right[3] != 0 {
		t.Errorf("%+v", v)
	}
	b.Refused("s3: left 300", "2.4")
}

// TestSecondGesture is refused on every card.
func TestSecondGesture(t *testing.T) {
	for _, name := range []string{"Cavalry", "Fool's Gold", "Duel red", "Wanted red"} {
		b := card(t, 3, name, 0).do("0 h 300")
		b.Refused("s0: nugget 400", "2.3")
		b.Refused("s0: loot 300", "2.3")
		b.Refused("s1: turn", "14")
		b.Refused("s1: nugget 6001", "2.3")
		b.Refused("s1: nugget -6001", "2.3")
		if got := b.Legal(1); len(got) != 8 || got[0] != "salute 0" {
			t.Errorf("%v", got)
		}
		if got := b.Legal(0); got != nil {
			t.Errorf("%v", got)
		}
	}
	b := set(t, 3, engine.Position{})
	b.Refused("s0: salute 300", "14")
	b.Refused("s1: turn", "")
	b.Do("s0: turn")
	b.Refused("s0: salute 300", "")
}

// TestNoAim takes any shot, but for a Double Shoot.
func TestNoAim(t *testing.T) {
	b := set(t, 3, engine.Position{"card": "Wanted red"}, "aim=off").do("1 k 300", "2 j 400").close(Fastest, 1)
	b.how(2, engine.Valid)
	set(t, 3, engine.Position{"card": "Double Shoot"}, "aim=off").do("1 j 300", "2 k 400").close(Fastest, 2)
	set(t, 3, engine.Position{"card": "Poker Left"}, "aim=off").do("0 k 300", "1 c 400", "2 j 350").close(Slowest, 1)
}

// TestGuided brings in one kind after the other, and then one that is known already.
func TestGuided(t *testing.T) {
	for n := 2; n <= 6; n++ {
		c := engine.Config{Seats: n, Options: Kit().LessonOptions}
		b := board{stage.New(t, Rules{}, Notation{}, Kit().Lesson), t}
		b.Open(c, sixNames[:n])
		b.Settle()
		known := map[string]bool{}
		var order []string
		fresh := 0
		for {
			turn := (Rules{}).Turn(b.State)
			if len(turn) == 0 {
				break
			}
			b.Do(sixNames[turn[0]] + ": turn")
			b.Settle()
			group := b.State.card.Kind().Group()
			if fresh++; known[group] {
				fresh = 0
			} else if known[group] = true; fresh > 2 {
				t.Errorf("%d players: three new kinds in a row, the last %s", n, group)
			}
			order = append(order, group)
			b.Chance()
			for b.State.phase != Waiting && b.State.phase != Over {
				b.Chance()
			}
		}
		kinds := 10
		if n == 2 {
			kinds = 8
		}
		if len(known) != kinds || len(order) < 15 || len(order) > 20 || order[0] != "Cavalry" {
			t.Errorf("%d players: %s", n, strings.Join(order, ", "))
		}
		if len(order) > 10 && order[1] != "Cavalry" {
			t.Errorf("%d players: the first kind should come twice", n)
		}
	}
}

// TestRanks breaks ties by duels, then by positive cards, then not at all.
func TestRanks(t *testing.T) {
	for i, c := range []struct {
		a, b Score
		want bool
	}{
		{Score{Cards: 4, Bonus: 3}, Score{Cards: 6}, true},
		{Score{Cards: 4}, Score{Cards: 4, Duels: 1}, false},
		{Score{Cards: 4, Duels: 2}, Score{Cards: 4, Duels: 1, Positive: 9}, true},
		{Score{Cards: 4, Positive: 2}, Score{Cards: 4, Positive: 1}, true},
		{Score{Cards: 4, Positive: 2}, Score{Cards: 4, Positive: 2}, false},
	} {
		if got := c.a.beats(c.b); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
	b := set(t, 4, engine.Position{
		"characters": T{"s0": "Mercenary", "s1": "Prospector", "s2": "Trigger Ace", "s3": "Cowgirl"},
		"piles":      T{"s0": []string{"Fool's Gold"}},
		"taken": T{
			"s0": []string{"Settling a Score blue"}, "s1": []string{"Duel white"}, "s3": []string{"Saloon", "Nugget"},
			"s2": []string{"Fool's Gold", "Nugget", "Settling a Score black"},
		},
	})
	b.Do("s0: turn")
	b.Settle()
	b.Chance()
	out, over := Rules{}.Outcome(b.State)
	if !over || !slices.Equal(out.Points, []int{2, 2, 2, 0}) || !slices.Equal(out.Ranks, []int{3, 1, 2, 4}) ||
		out.Reason != "last-card" {
		t.Errorf("%+v", out)
	}
}
