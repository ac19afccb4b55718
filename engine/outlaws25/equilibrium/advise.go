package equilibrium

import "math"

// Choice is an act and its chance.
type Choice struct {
	Act    Act
	Chance float64
}

// Advise is what the strategy does with a class of hand at a spot of any game: it takes the game of the table whose
// stacks are nearest, the point of its betting that is most alike, and makes its bets the same part of the pot. A bet
// between two that the table knows is taken for either, with chances that make it as good to bet one as the other
// (the pseudo-harmonic mapping). The chances of the choices, of which none is impossible, add up to 1. Flop is a rank.
func (t *Table) Advise(flop, class int, s Spot) []Choice {
	g := t.nearest(s)
	low, high, share := g.points(s)
	var out choices
	for _, side := range [...]struct {
		at     int
		weight float64
	}{{low, share}, {high, 1 - share}} {
		if side.weight <= 0 {
			continue
		}
		n := &g.Tree.nodes[side.at]
		acts := len(n.acts)
		for a, p := range g.Play[flop][side.at][class*acts : class*acts+acts] {
			if p > 0 {
				out.add(carry(n, n.acts[a], s), float64(p*side.weight))
			}
		}
	}
	return out
}

// choices are different acts.
type choices []Choice

func (c *choices) add(a Act, chance float64) {
	for i := range *c {
		if (*c)[i].Act == a {
			(*c)[i].Chance += chance
			return
		}
	}
	*c = append(*c, Choice{a, chance})
}

// depth is how many antes can be bet, on a logarithmic scale.
func depth(pot, stack int) float64 { return math.Log(float64(max(stack, 1)) / float64(pot)) }

// nearest is the game whose stacks are most like those of a spot.
func (t *Table) nearest(s Spot) *Game {
	best, least := 0, math.Inf(1)
	for i, g := range t.Games {
		d := math.Abs(depth(2*g.Tree.Shape.Ante, g.Tree.Shape.Stack) - depth(s.Pot, s.Stack))
		if d < least {
			best, least = i, d
		}
	}
	return &t.Games[best]
}

// points finds the points of a game between which a spot lies, and how likely it is taken for the lower one.
func (g *Game) points(s Spot) (low, high int, share float64) {
	low, high = -1, -1
	family, least := 0, math.Inf(1)
	for i := range g.Tree.nodes {
		if d := g.unlike(i, s); d < least {
			family, least = i, d
		}
	}
	level := part(s.Level, s.Pot)
	like := &g.Tree.nodes[family].spot
	for i := range g.Tree.nodes {
		n := &g.Tree.nodes[i]
		if n.done || n.spot.Late != like.Late || n.spot.Checked != like.Checked || n.spot.Raises != like.Raises ||
			n.spot.Mine != like.Mine {
			continue
		}
		at := part(n.spot.Level, n.spot.Pot)
		if at <= level && (low < 0 || at > part(g.Tree.nodes[low].spot.Level, like.Pot)) {
			low = i
		}
		if at >= level && (high < 0 || at < part(g.Tree.nodes[high].spot.Level, like.Pot)) {
			high = i
		}
	}
	switch {
	case low < 0:
		return high, high, 1
	case high < 0 || low == high:
		return low, low, 1
	}
	return low, high, harmonic(bet(g.Tree.nodes[low].spot), bet(g.Tree.nodes[high].spot), bet(s))
}

// part is an amount as part of the pot before the betting.
func part(chips, pot int) float64 { return float64(chips) / float64(pot) }

// bet is what a player has to call, as part of the pot as it was before that raise.
func bet(s Spot) float64 { return float64(s.Level-s.Mine) / float64(s.Pot+2*s.Mine) }

// harmonic is the chance that a bet of x, as part of the pot, is taken for one of low instead of high.
func harmonic(low, high, x float64) float64 {
	x = min(max(x, low), high)
	return (high - x) * (1 + low) / ((high - low) * (1 + x))
}

// unlike is how much a point of the game differs from a spot, its level aside: first in whether something is owed, then
// in the number of raises, then in what came before.
func (g *Game) unlike(at int, s Spot) float64 {
	n := &g.Tree.nodes[at]
	if n.done || n.spot.Late != s.Late || (n.spot.Level > n.spot.Mine) != (s.Level > s.Mine) {
		return math.Inf(1)
	}
	d := math.Abs(float64(n.spot.Raises-s.Raises)) * 100
	if n.spot.Checked != s.Checked {
		d += 10
	}
	return d + math.Abs(part(n.spot.Mine, n.spot.Pot)-part(s.Mine, s.Pot))
}

// carry makes an act at a point of the table one at a spot: the minimum stays the minimum, all-in stays all-in, and
// other raises are the same part of the pot.
func carry(n *node, a Act, s Spot) Act {
	if a.Use != Raise {
		return a
	}
	if s.Level >= s.Stack {
		return Act{Use: Call}
	}
	least := s.Level + s.Full
	to := s.Stack
	switch {
	case a.To == n.spot.Stack:
	case a.To <= n.spot.Level+n.spot.Full:
		to = least
	default:
		pot := n.spot.Pot + 2*n.spot.Level
		up := (a.To - n.spot.Level) * (s.Pot + 2*s.Level)
		to = max(least, s.Level+(up+pot/2)/pot)
	}
	return Act{Use: Raise, To: min(to, s.Stack)}
}

// Carried is the table's strategy for a game in which every bet is allowed that the rules allow.
func (t *Table) Carried(flop int, full *Tree) Strategy {
	out := make(Strategy, len(full.nodes))
	for at := range full.nodes {
		n := &full.nodes[at]
		acts := len(n.acts)
		out[at] = make([]float64, Classes*acts)
		if n.done {
			continue
		}
		for class := range Classes {
			for _, c := range t.Advise(flop, class, n.spot) {
				for a := range n.acts {
					if n.acts[a] == c.Act {
						out[at][class*acts+a] += c.Chance
					}
				}
			}
		}
	}
	return out
}
