package equilibrium

import ("testing";"slices";"saloon/engine/outlaws25")

func jj(hand [3]int) int {
	var cards [3]outlaws25.Card
	for i, c := range hand {
		cards[i] = outlaws25.Card(c + 1)
	}
	_, v := outlaws25.Judge(cards, outlaws25.ByThree)
	return int(v)
}

func menu(fr [][]float64, merge float64) Menu {
	return func(s Spot) []int {
		pot := s.Pot + 2*s.Level
		least := s.Level + s.Full
		var out []int
		if s.Raises < len(fr) {
			for _, f := range fr[s.Raises] {
				to := s.Level + int(f*float64(pot)+.5)
				to = max(to, least)
				if float64(to-s.Level) <= merge*float64(s.Stack-s.Level) && !slices.Contains(out, to) { out = append(out, to) }
			}
		}
		slices.Sort(out)
		return append(out, s.Stack)
	}
}

func TestMenus(t *testing.T) {
	for _, m := range []struct{n string; fr [][]float64; merge float64}{
		{"few", [][]float64{{0,.5,1},{0,1},{1}}, .75},
		{"a", [][]float64{{0,1,2},{0,1},{0,1}}, .75},
		{"b", [][]float64{{0,1,2},{0,.5,1,2},{0,1}}, .8},
		{"c", [][]float64{{0,1,1.5,2,3},{0,.5,1,2},{0,1},{0,1},{0}}, .8},
		{"d", [][]float64{{0,1},{0,.5,1},{0,.5,1},{0,1},{0},{0},{0}}, .8},
		{"e", [][]float64{{0,1,2},{0,.5,1},{0,.5,1},{0},{0},{0},{0}}, .8},
	} {
		for _, s := range []Shape{{1,9},{1,19}} {
			tree := NewTree(s, menu(m.fr, m.merge))
			full := NewTree(s, EveryBet)
			deal := FlopDeal(2, jj)
			sv := NewSolver(deal, tree)
			sv.Run(400)
			st := sv.Average()
			tb := &Table{Games: []Game{{Tree: tree}}}
			tb.Games[0].Play[2] = st
			t.Logf("%s %v nodes %d solved $%.4f full $%.4f", m.n, s, tree.Decisions(), 10*Exploitability(deal, tree, st), 10*Exploitability(deal, full, tb.Carried(2, full)))
		}
	}
}
