package equilibrium

// Cards are numbered rank*suits+suit from 0; ranks run from the ten, 0, to the ace, 4.
const (
	ranks = 5
	suits = 4
	// Cards is how many poker cards there are.
	Cards = ranks * suits
	// Flops is how many common cards differ: one of each rank, since suits are alike.
	Flops = ranks
	// Classes is how many classes of hands there are with any common card.
	Classes = 51
)

// The kinds of classes, by the suits of the two cards: both of the flop's, one of them, both of another, two others.
const (
	bothFlop = iota
	oneFlop
	bothOther
	twoOthers
	kinds
)

// numbers are the class numbers by the flop's rank, the kind, and the two ranks.
var numbers = numberClasses()

func numberClasses() (out [Flops][kinds][ranks][ranks]uint8) {
	for flop := range out {
		var n uint8
		for k := range kinds {
			for a := range ranks {
				for b := range ranks {
					// The flop's own card is gone. Two cards of one suit have two ranks. Where the suits do not tell
					// the cards apart, the lower rank comes first.
					switch {
					case k <= oneFlop && a == flop, k == bothFlop && b == flop, k != oneFlop && a > b,
						(k == bothFlop || k == bothOther) && a == b:
						continue
					}
					out[flop][k][a][b] = n
					n++
				}
			}
		}
	}
	return out
}

// Class is the class of two hole cards with a common card, from 0 to Classes-1. The three cards must differ.
func Class(flop, a, b int) int {
	ra, rb, sa, sb, sf := a/suits, b/suits, a%suits, b%suits, flop%suits
	kind := twoOthers
	switch {
	case sa == sf && sb == sf:
		kind = bothFlop
	case sb == sf:
		kind, ra, rb = oneFlop, rb, ra
	case sa == sf:
		kind = oneFlop
	case sa == sb:
		kind = bothOther
	}
	if kind != oneFlop && ra > rb {
		ra, rb = rb, ra
	}
	return int(numbers[flop/suits][kind][ra][rb])
}

// Judge says what three cards, the common card last, are worth: the greater wins, equal ones share.
type Judge func(hand [3]int) int

// Deal is the private side of a game: what both may hold, and who wins. Which class a player holds is secret.
type Deal struct {
	// Count is how many hands each class has.
	Count []int
	// ways is, for each class that one holds, how many hands of each class are left to the other; wins is the same
	// with the sign of who wins.
	ways, wins []float64
	// total is how many pairs of hands there are.
	total float64
}

// NewDeal makes a deal from the number of hands of each class, the number of hands that a hand of one class leaves to
// another, and the strength of each class.
func NewDeal(count []int, ways [][]int, strength []int) *Deal {
	n := len(count)
	d := &Deal{Count: count, ways: make([]float64, n*n), wins: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			w := float64(ways[i][j])
			d.ways[i*n+j] = w
			d.total += float64(float64(count[i]) * w)
			switch {
			case strength[i] > strength[j]:
				d.wins[i*n+j] = w
			case strength[i] < strength[j]:
				d.wins[i*n+j] = -w
			}
		}
	}
	return d
}

// FlopDeal is the deal with a common card of a rank, from 0 for the ten to 4 for the ace.
func FlopDeal(flop int, judge Judge) *Deal {
	common := flop * suits
	count, strength := make([]int, Classes), make([]int, Classes)
	ways := make([][]int, Classes)
	for a := range Cards {
		for b := range a {
			if a == common || b == common {
				continue
			}
			c := Class(common, a, b)
			count[c]++
			if ways[c] != nil {
				continue
			}
			strength[c] = judge([3]int{a, b, common})
			ways[c] = waysBeside(common, a, b)
		}
	}
	return NewDeal(count, ways, strength)
}

// waysBeside counts the hands of each class that the three cards leave.
func waysBeside(common, a, b int) []int {
	out := make([]int, Classes)
	for c := range Cards {
		for d := range c {
			if c != common && c != a && c != b && d != common && d != a && d != b {
				out[Class(common, c, d)]++
			}
		}
	}
	return out
}

// Equity is the share of a showdown's pot that each class wins against any one other hand.
func (d *Deal) Equity() []float64 {
	n := len(d.Count)
	out := make([]float64, n)
	for i := range n {
		all, won := 0.0, 0.0
		for j := range n {
			all += d.ways[i*n+j]
			won += d.wins[i*n+j]
		}
		out[i] = (1 + won/all) / 2
	}
	return out
}

// against is, for each class, the sum of a matrix row weighted by how likely the other holds each class; f scales it.
func (d *Deal) against(matrix, other, out []float64, f float64) {
	n := len(d.Count)
	for i := range n {
		row := matrix[i*n : i*n+n]
		sum := 0.0
		for j, w := range row {
			sum += float64(w * other[j])
		}
		out[i] = float64(sum * f)
	}
}
