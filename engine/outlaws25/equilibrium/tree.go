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

// FewBets is the menu of the table: the minimum, half the pot, the pot and all-in to open; the minimum, the pot and
// all-in to raise; then the pot and all-in, then all-in alone. What is within a quarter of all-in is left to it.
func FewBets(s Spot) []int {
	pot := s.Pot + 2*s.Level // after a call
	least := s.Level + s.Full
	var want []int
	switch s.Raises {
	case 0:
		want = []int{least, s.Level + pot/2, s.Level + pot}
	case 1:
		want = []int{least, s.Level + pot}
	case 2:
		want = []int{s.Level + pot}
	}
	var out []int
	for _, to := range want {
		if to >= least && 4*(to-s.Level) <= 3*(s.Stack-s.Level) && !slices.Contains(out, to) {
			out = append(out, to)
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
	next := Spot{Pot: s.Pot, Stack: s.Stack, Mine: s.Level, Full: s.Full, Raises: s.Raises, Late: !s.Late, Checked: s.Checked}
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
