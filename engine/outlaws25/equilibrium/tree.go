package equilibrium

import "slices"

// Shape is a game between two: the ante of each and what each can bet besides, in chips. The minimum bet is the ante.
type Shape struct{ Ante, Stack int }

// Use is what a player does.
type Use uint8

// The uses. A check is a call of nothing.
const (
	Fold Use = iota
	Call
	Raise
)

// Act is what a player does; a raise, of which a bet is the first, is to so many chips in this round.
type Act struct {
	Use Use
	To  int
}

// Spot is where a player has to act, as far as the amounts tell: what can be bet, what both have staked in this round,
// and how often was raised. Amounts are in chips.
type Spot struct {
	// Pot is what both would have put in before the round if they had put in equally.
	Pot    int
	Stack  int
	Mine   int
	Level  int // what the other has staked
	Full   int // the least by which a raise must lift the level
	Raises int
	// Late is set for the dealer; Checked says that the first to act did not bet at once.
	Late, Checked bool
}

// Menu lists to which amounts the solved game lets a player raise, all-in included, ascending.
type Menu func(Spot) []int

// EveryBet is all that the rules allow.
func EveryBet(s Spot) []int {
	var out []int
	for to := min(s.Level+s.Full, s.Stack); to <= s.Stack; to++ {
		out = append(out, to)
	}
	return out
}

// A raise's sizes are in halves of the pot as it is after a call; 0 is the minimum. They are listed by how often was
// raised before; beyond the lists only all-in is left.
var (
	fewSizes  = [][]int{{0, 2, 4}, {0, 2}, {0, 2}}
	manySizes = [][]int{{0, 2, 3, 4, 6}, {0, 1, 2, 4}, {0, 2}, {0, 2}, {0}}
)

// FewBets has the minimum, the pot and twice the pot to open, the minimum and the pot for two raises, and always
// all-in.
func FewBets(s Spot) []int { return sized(s, fewSizes) }

// ManyBets has about twice as many.
func ManyBets(s Spot) []int { return sized(s, manySizes) }

// sized makes a menu of sizes. What is within a fifth of all-in is left to it.
func sized(s Spot, sizes [][]int) []int {
	var out []int
	if s.Raises < len(sizes) {
		for _, halves := range sizes[s.Raises] {
			up := max((halves*(s.Pot+2*s.Level)+1)/2, s.Full)
			if 5*up <= 4*(s.Stack-s.Level) && !slices.Contains(out, s.Level+up) {
				out = append(out, s.Level+up)
			}
		}
	}
	slices.Sort(out)
	return append(out, s.Stack)
}

// node is a point of the betting: somebody acts, or it is over.
type node struct {
	spot  Spot
	actor int // 0 acts first, 1 is the dealer
	acts  []Act
	kids  []int
	// done is set where the betting is over; folded is who gave up, -1 at a showdown; stake is what the loser loses.
	done   bool
	folded int
	stake  float64
}

// Tree is all of the betting of a game, its root first.
type Tree struct {
	Shape Shape
	nodes []node
}

// NewTree lays the betting of a game out with a menu.
func NewTree(shape Shape, menu Menu) *Tree {
	t := &Tree{Shape: shape}
	t.grow(Spot{Pot: 2 * shape.Ante, Stack: shape.Stack, Full: shape.Ante}, 0, menu)
	return t
}

// Decisions is at how many points somebody has to act.
func (t *Tree) Decisions() int {
	n := 0
	for i := range t.nodes {
		if !t.nodes[i].done {
			n++
		}
	}
	return n
}

// Spots lists where somebody has to act.
func (t *Tree) Spots() []Spot {
	var out []Spot
	for i := range t.nodes {
		if !t.nodes[i].done {
			out = append(out, t.nodes[i].spot)
		}
	}
	return out
}

// Spot is a point of the betting, by its number; false where it is over.
func (t *Tree) Spot(at int) (Spot, bool) { return t.nodes[at].spot, !t.nodes[at].done }

func (t *Tree) end(folded, stake int) int {
	t.nodes = append(t.nodes, node{done: true, folded: folded, stake: float64(stake + t.Shape.Ante)})
	return len(t.nodes) - 1
}

func (t *Tree) grow(s Spot, actor int, menu Menu) int {
	at := len(t.nodes)
	t.nodes = append(t.nodes, node{})
	n := node{spot: s, actor: actor}
	add := func(a Act, kid int) { n.acts, n.kids = append(n.acts, a), append(n.kids, kid) }
	if s.Level > s.Mine {
		add(Act{Use: Fold}, t.end(actor, s.Mine))
	}
	next := s
	next.Mine, next.Late = s.Level, !s.Late
	if s.Raises == 0 && !s.Late {
		next.Checked = true
		add(Act{Use: Call}, t.grow(next, 1-actor, menu))
	} else {
		add(Act{Use: Call}, t.end(-1, s.Level))
	}
	if s.Level < s.Stack {
		for _, to := range menu(s) {
			up := next
			up.Checked = s.Checked
			up.Mine, up.Level, up.Full, up.Raises = s.Level, to, max(s.Full, to-s.Level), s.Raises+1
			add(Act{Use: Raise, To: to}, t.grow(up, 1-actor, menu))
		}
	}
	t.nodes[at] = n
	return at
}
