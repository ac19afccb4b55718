package equilibrium

// Strategy is how both play a tree: for each of its nodes, for each class in turn, the chances of the node's acts.
type Strategy [][]float64

// Solver improves a strategy for one deal and one tree. It is not safe for use by two goroutines.
type Solver struct {
	deal   *Deal
	tree   *Tree
	regret [][]float64 // as a strategy is laid out
	sum    [][]float64
	now    [][]float64
	values [][]float64 // of a node, by class
	reach  [2][][]float64
	round  int
}

// NewSolver knows nothing yet.
func NewSolver(deal *Deal, tree *Tree) *Solver {
	s := &Solver{deal: deal, tree: tree}
	classes := len(deal.Count)
	for i := range tree.nodes {
		room := classes * len(tree.nodes[i].acts)
		s.regret = append(s.regret, make([]float64, room))
		s.sum = append(s.sum, make([]float64, room))
		s.now = append(s.now, make([]float64, room))
		s.values = append(s.values, make([]float64, classes))
		for p := range s.reach {
			s.reach[p] = append(s.reach[p], make([]float64, classes))
		}
	}
	for p := range s.reach {
		for i := range s.reach[p][0] {
			s.reach[p][0][i] = 1
		}
	}
	return s
}

// Run goes on for so many iterations.
func (s *Solver) Run(iterations int) {
	for range iterations {
		s.round++
		for p := range 2 {
			s.walk(0, p)
		}
	}
}

// walk finds what each class of a player is worth at a node, and improves its strategy below.
func (s *Solver) walk(at, player int) {
	n := &s.tree.nodes[at]
	value := s.values[at]
	if n.done {
		s.deal.settle(n, player, s.reach[1-player][at], value)
		return
	}
	s.match(at)
	clear(value)
	acts := len(n.acts)
	now := s.now[at]
	for a, kid := range n.kids {
		for p := range 2 {
			copy(s.reach[p][kid], s.reach[p][at])
		}
		reach := s.reach[n.actor][kid]
		for i := range reach {
			reach[i] = float64(reach[i] * now[i*acts+a])
		}
		s.walk(kid, player)
		for i, v := range s.values[kid] {
			if n.actor == player {
				v = float64(v * now[i*acts+a])
			}
			value[i] += v
		}
	}
	if n.actor == player {
		s.learn(at, player)
	}
}

// learn adds what each act would have been worth more than the strategy, and remembers what was played.
func (s *Solver) learn(at, player int) {
	n := &s.tree.nodes[at]
	acts := len(n.acts)
	for a, kid := range n.kids {
		for i, v := range s.values[kid] {
			k := i*acts + a
			s.regret[at][k] = max(0, s.regret[at][k]+v-s.values[at][i])
			s.sum[at][k] += float64(float64(s.reach[player][at][i]*s.now[at][k]) * float64(s.round))
		}
	}
}

// match plays each act in proportion to its regret.
func (s *Solver) match(at int) { normal(s.regret[at], s.now[at], len(s.tree.nodes[at].acts)) }

// normal scales each group of so many numbers to a sum of 1; a group of zeros becomes equal chances.
func normal(in, out []float64, group int) {
	for i := 0; i < len(in); i += group {
		sum := 0.0
		for _, v := range in[i : i+group] {
			sum += v
		}
		for k := i; k < i+group; k++ {
			if sum > 0 {
				out[k] = in[k] / sum
			} else {
				out[k] = 1 / float64(group)
			}
		}
	}
}

// Average is the strategy so far.
func (s *Solver) Average() Strategy {
	out := make(Strategy, len(s.sum))
	for i, sum := range s.sum {
		out[i] = make([]float64, len(sum))
		normal(sum, out[i], max(1, len(s.tree.nodes[i].acts)))
	}
	return out
}

// settle is what each class of a player wins where the betting is over, weighted with how likely the other gets there.
func (d *Deal) settle(n *node, player int, other, out []float64) {
	switch n.folded {
	case -1:
		d.against(d.wins, other, out, n.stake)
	case player:
		d.against(d.ways, other, out, -n.stake)
	default:
		d.against(d.ways, other, out, n.stake)
	}
}

// rating walks a tree with a given strategy.
type rating struct {
	deal *Deal
	tree *Tree
	play Strategy
	best bool // the player does what is best against the other's strategy, instead of its own
}

// Value is what the player who acts first wins a hand, in chips, if both play the strategy.
func Value(deal *Deal, tree *Tree, play Strategy) float64 {
	r := rating{deal: deal, tree: tree, play: play}
	return r.worth(0)
}

// Exploitability is what a player who knows the strategy wins of it a hand, in chips, sitting on either side half of
// the time. It is exact, and zero only in an equilibrium.
func Exploitability(deal *Deal, tree *Tree, play Strategy) float64 {
	r := rating{deal: deal, tree: tree, play: play, best: true}
	return (r.worth(0) + r.worth(1)) / 2
}

func (r *rating) worth(player int) float64 {
	other := make([]float64, len(r.deal.Count))
	for i := range other {
		other[i] = 1
	}
	sum := 0.0
	for i, v := range r.walk(0, player, other) {
		sum += float64(v * float64(r.deal.Count[i]))
	}
	return sum / r.deal.total
}

func (r *rating) walk(at, player int, other []float64) []float64 {
	n := &r.tree.nodes[at]
	out := make([]float64, len(other))
	if n.done {
		r.deal.settle(n, player, other, out)
		return out
	}
	acts, play := len(n.acts), r.play[at]
	for a, kid := range n.kids {
		if n.actor != player {
			next := make([]float64, len(other))
			for i, v := range other {
				next[i] = float64(v * play[i*acts+a])
			}
			for i, v := range r.walk(kid, player, next) {
				out[i] += v
			}
			continue
		}
		for i, v := range r.walk(kid, player, other) {
			switch {
			case !r.best:
				out[i] += float64(v * play[i*acts+a])
			case a == 0 || v > out[i]:
				out[i] = v
			}
		}
	}
	return out
}
