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
		if now >= last {
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

func judge(hand [3]int) int {
	var cards [3]outlaws25.Card
	for i, c := range hand {
		cards[i] = outlaws25.Card(c + 1)
	}
	_, v := outlaws25.Judge(cards, outlaws25.ByThree)
	return int(v)
}

func TestTry(t *testing.T) {
	for _, s := range []equilibrium.Shape{{1, 1}, {4, 6}, {3, 7}, {2, 8}, {2, 12}, {1, 9}, {1, 14}, {1, 20}, {1, 30}} {
		t.Log(s, equilibrium.NewTree(s, equilibrium.FewBets).Decisions())
	}
	s := equilibrium.Shape{1, 9}
	full := equilibrium.NewTree(s, equilibrium.EveryBet)
	t.Log("full", full.Decisions())
	tree := equilibrium.NewTree(s, equilibrium.FewBets)
	for _, flop := range []int{2, 4} {
		deal := equilibrium.FlopDeal(flop, judge)
		t.Log(deal.Count)
		solver := equilibrium.NewSolver(deal, tree)
		for range 4 {
			solver.Run(100)
			t.Log(flop, equilibrium.Exploitability(deal, tree, solver.Average())*10, equilibrium.Value(deal, tree, solver.Average())*10)
		}
	}
}
