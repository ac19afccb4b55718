package equilibrium_test

import (
	"math"
	"testing"

	"saloon/engine/outlaws25"
	"saloon/engine/outlaws25/equilibrium"
)

// kuhn is Kuhn's poker: three cards, an ante and a bet of one. Who acts first loses an eighteenth.
func kuhn() (*equilibrium.Deal, *equilibrium.Tree) {
	deal := equilibrium.NewDeal([]int{1, 1, 1}, [][]int{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, []int{0, 1, 2})
	return deal, equilibrium.NewTree(equilibrium.Shape{Ante: 1, Stack: 1}, equilibrium.EveryBet)
}

func TestKuhn(t *testing.T) {
	deal, tree := kuhn()
	solver := equilibrium.NewSolver(deal, tree)
	last := math.Inf(1)
	for range 4 {
		solver.Run(500)
		now := equilibrium.Exploitability(deal, tree, solver.Average())
		if now < 0 || now >= last {
			t.Errorf("exploitability went from %g to %g", last, now)
		}
		last = now
	}
	if last > 1e-3 {
		t.Errorf("after 2,000 iterations a best response wins %g", last)
	}
	if v := equilibrium.Value(deal, tree, solver.Average()); math.Abs(v+1.0/18) > 1e-3 {
		t.Errorf("the first player wins %g, not -1/18", v)
	}
}

// TestBestResponse: somebody who always calls loses to who bets the best card alone. With the queen one wins the ante
// of the worse card and loses it to the better one; the king bets and wins two; the jack checks and loses one.
func TestBestResponse(t *testing.T) {
	deal, tree := kuhn()
	solver := equilibrium.NewSolver(deal, tree)
	play := solver.Average()
	for i := range play {
		// By class and act: check or bet, fold or call. A check and a call come where the other act does not cost.
		clear(play[i])
		for class := range len(play[i]) / 2 {
			play[i][2*class+1-i%2] = 1
		}
	}
	if v := equilibrium.Exploitability(deal, tree, play); v <= 0.1 {
		t.Errorf("a best response wins only %g of a silly strategy", v)
	}
}

// judge asks the rules.
func judge(hand [3]int) int {
	var cards [3]outlaws25.Card
	for i, c := range hand {
		cards[i] = outlaws25.Card(c + 1)
	}
	_, v := outlaws25.Judge(cards, outlaws25.ByThree)
	return int(v)
}

// TestExploitabilityFalls on the game with which a match begins.
func TestExploitabilityFalls(t *testing.T) {
	deal := equilibrium.FlopDeal(2, judge)
	tree := equilibrium.NewTree(equilibrium.Shape{Ante: 1, Stack: 9}, equilibrium.FewBets)
	solver := equilibrium.NewSolver(deal, tree)
	last := math.Inf(1)
	for range 3 {
		solver.Run(60)
		now := equilibrium.Exploitability(deal, tree, solver.Average())
		if now < 0 || now >= last {
			t.Errorf("exploitability went from %g to %g", last, now)
		}
		last = now
	}
	if last > 0.01 {
		t.Errorf("after 180 iterations a best response wins %g chips", last)
	}
}

// TestClasses: with every common card there are 171 hands in 51 classes, and hands of one class are alike: of equal
// strength, and beside each the others are as many of each class.
func TestClasses(t *testing.T) {
	for flop := range equilibrium.Flops {
		common := flop * 4
		deal := equilibrium.FlopDeal(flop, judge)
		hands := 0
		for class, n := range deal.Count {
			if n == 0 {
				t.Errorf("flop %d: class %d is empty", flop, class)
			}
			hands += n
		}
		if hands != 171 {
			t.Errorf("flop %d: %d hands", flop, hands)
		}
		var worth [equilibrium.Classes]map[[2]int]bool
		for a := range equilibrium.Cards {
			for b := range a {
				if a == common || b == common {
					continue
				}
				class := equilibrium.Class(common, a, b)
				if class != equilibrium.Class(common, b, a) {
					t.Errorf("flop %d: the order of %d and %d matters", flop, a, b)
				}
				if worth[class] == nil {
					worth[class] = map[[2]int]bool{}
				}
				worth[class][[2]int{judge([3]int{a, b, common}), beats(common, a, b)}] = true
			}
		}
		for class, w := range worth {
			if len(w) != 1 {
				t.Errorf("flop %d: hands of class %d differ: %v", flop, class, w)
			}
		}
	}
}

// beats counts the hands that a hand beats.
func beats(common, a, b int) int {
	n := 0
	for c := range equilibrium.Cards {
		for d := range c {
			if c != common && c != a && c != b && d != common && d != a && d != b &&
				judge([3]int{a, b, common}) > judge([3]int{c, d, common}) {
				n++
			}
		}
	}
	return n
}
