package equilibrium

import (
	_ "embed"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// Game is one game of the table: its betting, and by flop the strategy of both.
type Game struct {
	Tree *Tree
	Play [Flops]Strategy
}

// Table is the strategies for all shapes, and which class of hand, by flop, is how strong.
type Table struct {
	Games []Game
	// Equity is the share of a showdown's pot that each class wins against any one other hand.
	Equity [Flops][]float64
}

// Shapes are the games that are solved, from the shallowest stacks to the deepest. The ante is larger where stacks are
// shallow, as it is late in a match, so that there are chips enough to bet with.
func Shapes() []Shape {
	return []Shape{
		{1, 1}, {4, 6}, {4, 7}, {3, 7}, {3, 9}, {2, 8}, {2, 10}, {2, 12}, {1, 9}, {1, 13}, {1, 19}, {1, 30},
	}
}

// Up to so many chips all the amounts that the rules allow, or many of them, are few enough to ship.
const (
	everyStack = 8
	manyStack  = 13
)

// SolvedMenu are the bets that each shape is solved with. A match begins with stacks of nine antes; most
// hands of it are played with no more than thirteen.
func SolvedMenu(s Shape) Menu {
	switch {
	case s.Stack <= everyStack:
		return EveryBet
	case s.Stack <= manyStack:
		return ManyBets
	default:
		return FewBets
	}
}

// Iterations is with how many the shipped table was computed, for each game and flop.
const Iterations = 2000

// Solve computes a table of some shapes; told hears of each game and flop that is begun.
func Solve(judge Judge, shapes []Shape, iterations int, told func(Shape, int)) *Table {
	t := &Table{}
	for _, shape := range shapes {
		g := Game{Tree: NewTree(shape, SolvedMenu(shape))}
		for flop := range Flops {
			told(shape, flop)
			s := NewSolver(FlopDeal(flop, judge), g.Tree)
			s.Run(iterations)
			g.Play[flop] = s.Average()
		}
		t.Games = append(t.Games, g)
	}
	for flop := range Flops {
		t.Equity[flop] = FlopDeal(flop, judge).Equity()
	}
	return t
}

// The form of the table: magic, the number of games, the equities in 1/65535; then by game, flop, decision and class
// the acts that have a chance, one bit each, and the chances of all of them but the last, in parts of whole.
const (
	magic  = "saloon equilibrium 1\n"
	whole  = 255
	actMax = 8
	// trifle is the chance below which an act is not worth a byte, and rare that of coming there and acting so.
	trifle = 0.005
	rare   = 0.002
)

// Encode writes the table. Chances are rounded; an act that is hardly ever chosen is never chosen.
func (t *Table) Encode() ([]byte, error) {
	out := append([]byte(magic), byte(len(t.Games)))
	for flop := range Flops {
		for _, e := range t.Equity[flop] {
			n := int(float64(e*65535) + 0.5)
			out = append(out, byte(n>>8), byte(n))
		}
	}
	for _, g := range t.Games {
		out = append(out, byte(g.Tree.Shape.Ante), byte(g.Tree.Shape.Stack))
		for _, play := range g.Play {
			reach := g.Tree.reach(play)
			for at, n := range g.Tree.nodes {
				acts := len(n.acts)
				if acts > actMax {
					return nil, fmt.Errorf("%d acts at one point of %v", acts, g.Tree.Shape)
				}
				for class := 0; class*acts < len(play[at]); class++ {
					out = encodeChances(out, play[at][class*acts:class*acts+acts], reach[at][class])
				}
			}
		}
	}
	return out, nil
}

// reach is how likely the player who acts at a node gets there with each class, as far as it depends on that player.
func (t *Tree) reach(play Strategy) [][]float64 {
	both := make([][2][Classes]float64, len(t.nodes)) // parents come before their children
	for p := range both[0] {
		for class := range Classes {
			both[0][p][class] = 1
		}
	}
	out := make([][]float64, len(t.nodes))
	for at, n := range t.nodes {
		out[at] = both[at][n.actor][:]
		for a, kid := range n.kids {
			both[kid] = both[at]
			for class := range Classes {
				both[kid][n.actor][class] *= play[at][class*len(n.acts)+a]
			}
		}
	}
	return out
}

// encodeChances appends one class's chances at one point that it reaches with some chance.
func encodeChances(out []byte, chances []float64, reach float64) []byte {
	var parts [actMax]int
	best, left := 0, whole
	for a, c := range chances {
		if c > chances[best] {
			best = a
		}
		if c >= trifle && float64(c*reach) >= rare {
			parts[a] = int(float64(c*whole) + 0.5)
		}
		left -= parts[a]
	}
	parts[best] += left
	var mask byte
	last := 0
	for a, p := range parts {
		if p > 0 {
			mask |= 1 << a
			last = a
		}
	}
	out = append(out, mask)
	for _, p := range parts[:last] {
		if p > 0 {
			out = append(out, byte(p))
		}
	}
	return out
}

var errTable = errors.New("the table of strategies is damaged")

// Decode reads what Encode wrote. It fails on anything else.
func Decode(in []byte) (*Table, error) {
	r := reader{in: in}
	if string(r.take(len(magic))) != magic {
		return nil, errTable
	}
	t := &Table{}
	games := int(r.byte())
	for flop := range Flops {
		t.Equity[flop] = make([]float64, Classes)
		for i := range t.Equity[flop] {
			hi, lo := r.byte(), r.byte()
			t.Equity[flop][i] = float64(int(hi)<<8|int(lo)) / 65535
		}
	}
	for range games {
		shape := Shape{Ante: int(r.byte()), Stack: int(r.byte())}
		if !slices.Contains(Shapes(), shape) {
			return nil, errTable
		}
		g := Game{Tree: NewTree(shape, SolvedMenu(shape))}
		for flop := range Flops {
			g.Play[flop] = r.strategy(g.Tree)
		}
		t.Games = append(t.Games, g)
	}
	if r.bad || len(r.in) > 0 || games == 0 {
		return nil, errTable
	}
	return t, nil
}

// reader takes bytes off the front; where none are left it is bad.
type reader struct {
	in  []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if n > len(r.in) {
		r.bad, r.in = true, nil
		return make([]byte, n)
	}
	out := r.in[:n]
	r.in = r.in[n:]
	return out
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) strategy(t *Tree) Strategy {
	out := make(Strategy, len(t.nodes))
	for at, n := range t.nodes {
		acts := len(n.acts)
		out[at] = make([]float64, Classes*acts)
		if acts == 0 {
			continue
		}
		for group := range slices.Chunk(out[at], acts) {
			r.chances(group)
		}
	}
	return out
}

func (r *reader) chances(out []float64) {
	mask := r.byte()
	if mask == 0 || int(mask)>>len(out) != 0 {
		r.bad = true
		return
	}
	left := whole
	for ; mask&(mask-1) != 0; mask &= mask - 1 {
		p := int(r.byte())
		out[bits.TrailingZeros8(mask)] = float64(p) / whole
		left -= p
	}
	if left <= 0 {
		r.bad = true
	}
	out[bits.TrailingZeros8(mask)] = float64(left) / whole
}

//go:embed table.bin
var shipped []byte

// Shipped is the table that comes with the game. It panics if the file that it was built from is damaged.
func Shipped() *Table {
	t, err := Decode(shipped)
	if err != nil {
		panic("equilibrium: " + err.Error())
	}
	return t
}

// ShippedBytes is the size of the table as it comes with the game.
func ShippedBytes() int { return len(shipped) }
