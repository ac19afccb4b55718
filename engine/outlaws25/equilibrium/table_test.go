package equilibrium_test

import (
	"math"
	"os"
	"reflect"
	"testing"

	"saloon/engine/outlaws25/equilibrium"
)

const chip = 10.0

// TestShipped holds the shipped table to what is said of it, in dollars a hand.
func TestShipped(t *testing.T) {
	if n := equilibrium.ShippedBytes(); n >= 200_000 {
		t.Errorf("the table has %d bytes", n)
	}
	table := equilibrium.Shipped()
	if len(table.Games) != len(equilibrium.Shapes()) {
		t.Errorf("%d games", len(table.Games))
	}
	for _, g := range table.Games {
		sum := 0.0
		for flop := range equilibrium.Flops {
			sum += chip * equilibrium.Exploitability(equilibrium.FlopDeal(flop, judge), g.Tree, g.Play[flop])
		}
		if sum /= equilibrium.Flops; sum > 0.03 {
			t.Errorf("%v: a best response wins $%.4f a hand", g.Tree.Shape, sum)
		}
	}
}

// TestShippedEveryBet: with the stacks of a match's beginning, and others that the table does not hold, a best response
// that bets whatever the rules allow.
func TestShippedEveryBet(t *testing.T) {
	table := equilibrium.Shipped()
	for _, c := range []struct {
		shape equilibrium.Shape
		most  float64
	}{
		{equilibrium.Shape{Ante: 1, Stack: 9}, 0.06},
		{equilibrium.Shape{Ante: 1, Stack: 8}, 0.10},
		{equilibrium.Shape{Ante: 1, Stack: 11}, 0.10},
		{equilibrium.Shape{Ante: 3, Stack: 10}, 0.90},
	} {
		full := equilibrium.NewTree(c.shape, equilibrium.EveryBet)
		sum := 0.0
		for flop := range equilibrium.Flops {
			sum += chip * equilibrium.Exploitability(equilibrium.FlopDeal(flop, judge), full, table.Carried(flop, full))
		}
		sum /= equilibrium.Flops
		t.Logf("%v: $%.4f a hand", c.shape, sum)
		if sum > c.most {
			t.Errorf("%v: a best response wins $%.4f a hand", c.shape, sum)
		}
	}
}

// TestSolveAgain computes the smallest game anew: it is to the last bit what was shipped.
func TestSolveAgain(t *testing.T) {
	quiet := func(equilibrium.Shape, int) {}
	solved := equilibrium.Solve(judge, equilibrium.Shapes()[:1], equilibrium.Iterations, quiet)
	bytes, err := solved.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := equilibrium.Decode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	shipped := equilibrium.Shipped()
	if !reflect.DeepEqual(again.Games[0].Play, shipped.Games[0].Play) {
		t.Error("the strategy is not the one that was shipped")
	}
	if !reflect.DeepEqual(again.Equity, shipped.Equity) {
		t.Error("the equities are not those that were shipped")
	}
}

// TestDecodeDamaged: cut off, too long or changed in its head, a table is refused.
func TestDecodeDamaged(t *testing.T) {
	whole, err := os.ReadFile("table.bin")
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(whole); n += 1 + n/2 {
		if _, err := equilibrium.Decode(whole[:n]); err == nil {
			t.Errorf("the first %d bytes are taken for a table", n)
		}
	}
	if _, err := equilibrium.Decode(append(whole[:len(whole):len(whole)], 1)); err == nil {
		t.Error("a byte too many does not matter")
	}
	damaged := append([]byte{}, whole...)
	damaged[0]++
	if _, err := equilibrium.Decode(damaged); err == nil {
		t.Error("a wrong head does not matter")
	}
}

// TestAdvise asks at every point of many games: the chances add up to one, and every act is allowed.
func TestAdvise(t *testing.T) {
	table := equilibrium.Shipped()
	for _, c := range [][2]int{{1, 1}, {1, 2}, {1, 9}, {1, 11}, {2, 5}, {3, 9}, {4, 7}, {10, 3}, {1, 14}} {
		shape := equilibrium.Shape{Ante: c[0], Stack: c[1]}
		for _, s := range equilibrium.NewTree(shape, equilibrium.EveryBet).Spots() {
			for class := 0; class < equilibrium.Classes; class += 5 {
				sum := 0.0
				for _, c := range table.Advise(class%equilibrium.Flops, class, s) {
					sum += c.Chance
					if why := wrong(s, c.Act); c.Chance <= 0 || why != "" {
						t.Fatalf("%+v: %+v: %s", s, c, why)
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%+v: the chances add up to %g", s, sum)
				}
			}
		}
	}
}

// wrong says what is wrong with an act.
func wrong(s equilibrium.Spot, a equilibrium.Act) string {
	switch {
	case a.Use == equilibrium.Fold && s.Level == s.Mine:
		return "nothing is owed"
	case a.Use == equilibrium.Raise && (a.To > s.Stack || a.To <= s.Level):
		return "no raise"
	case a.Use == equilibrium.Raise && a.To < s.Level+s.Full && a.To != s.Stack:
		return "too low"
	}
	return ""
}

// TestAdviseKnows: where the table has a spot itself, and only once, its own strategy comes out. After several raises
// the amounts do not tell the first of them any more.
func TestAdviseKnows(t *testing.T) {
	table := equilibrium.Shipped()
	for _, g := range table.Games {
		spots := g.Tree.Spots()
		for flop := range equilibrium.Flops {
			carried := table.Carried(flop, g.Tree)
			for at, want := range g.Play[flop] {
				if s, acts := g.Tree.Spot(at); !acts || count(spots, s) > 1 {
					continue
				}
				for i := range want {
					if math.Abs(carried[at][i]-want[i]) > 1e-9 {
						t.Fatalf("%v, flop %d, point %d: %g became %g", g.Tree.Shape, flop, at, want[i], carried[at][i])
					}
				}
			}
		}
	}
}

// count is how many spots are the same but for the least raise, which an all-in may leave unlike.
func count(spots []equilibrium.Spot, s equilibrium.Spot) int {
	n := 0
	for _, other := range spots {
		if other.Full = s.Full; other == s {
			n++
		}
	}
	return n
}

// BenchmarkAdvise is one decision.
func BenchmarkAdvise(b *testing.B) {
	table := equilibrium.Shipped()
	s := equilibrium.Spot{Pot: 2, Stack: 11, Level: 3, Full: 3, Raises: 1, Late: true}
	for b.Loop() {
		table.Advise(2, 17, s)
	}
}
