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
	return []Shape{{1, 1}, {4, 6}, {3, 7}, {2, 8}, {2, 12}, {1, 9}, {1, 13}, {1, 19}, {1, 30}}
}

// SolvedMenu are the bets that each shape is solved with.
func SolvedMenu(s Shape) Menu {
	if s.Stack <= everyStack {
		return EveryBet
	}
	return FewBets
}

// everyStack is up to how many chips all the amounts that the rules allow are few enough to ship.
const everyStack = 8

// Solve computes the table with so many iterations for each game and flop; told hears of each that is done.
func Solve(judge Judge, iterations int, told func(Shape, int)) *Table {
	t := &Table{}
	for _, shape := range Shapes() {
		g := Game{Tree: NewTree(shape, SolvedMenu(shape))}
		for flop := range Flops {
			s := NewSolver(FlopDeal(flop, judge), g.Tree)
			s.Run(iterations)
			g.Play[flop] = s.Average()
			told(shape, flop)
		}
		t.Games = append(t.Games, g)
	}
	for flop := range Flops {
		t.Equity[flop] = FlopDeal(flop, judge).Equity()
	}
	return t
}

// The form of the table: magic, the number of games; then by game, flop, class and decision the acts that have a
// chance, one bit each, and the chances of all of them but the last, in parts of whole. Equities come first, in 1/65535.
const (
	magic  = "saloon equilibrium 1\n"
	whole  = 255
	actMax = 8
	// trifle is the chance, in parts of whole, below which an act is not worth a byte.
	trifle = 5
)

// Encode writes the table. Chances are rounded; an act that is hardly ever chosen is never chosen.
func (t *Table) Encode() ([]byte, error) {
	out := append([]byte(magic), byte(len(t.Games)))
	for flop := range Flops {
		for _, e := range t.Equity[flop] {
			n := int(e*65535 + 0.5)
			out = append(out, byte(n>>8), byte(n))
		}
	}
	for _, g := range t.Games {
		out = append(out, byte(g.Tree.Shape.Ante), byte(g.Tree.Shape.Stack))
		for flop := range Flops {
			for at, n := range g.Tree.nodes {
				if len(n.acts) > actMax {
					return nil, fmt.Errorf("%d acts at one point of %v", len(n.acts), g.Tree.Shape)
				}
				for group := range slices.Chunk(g.Play[flop][at], max(1, len(n.acts))) {
					out = encodeChances(out, group)
				}
			}
		}
	}
	return out, nil
}

// encodeChances appends one class's chances at one point.
func encodeChances(out []byte, chances []float64) []byte {
	var parts [actMax]int
	best, left := 0, whole
	for a, c := range chances {
		if c > chances[best] {
			best = a
		}
		if p := int(c*whole + 0.5); p >= trifle {
			parts[a] = p
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
