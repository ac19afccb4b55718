package outlaws25

import (
	"fmt"
	"slices"
)

// Category is what three cards make, before it is known what beats what.
type Category uint8

// The categories.
const (
	HighCard Category = iota
	Pair
	Flush
	Straight
	Trips
	StraightFlush
	categories
)

var categoryNames = [categories]string{"high card", "pair", "flush", "straight", "three of a kind", "straight flush"}

// String is the category in words.
func (c Category) String() string {
	if c >= categories {
		return "no hand"
	}
	return categoryNames[c]
}

// Ranking is an order of the categories (rules 34, option ranking).
type Ranking uint8

// The orders that a table may choose.
const (
	ByThree Ranking = iota
	ByRarity
	ByFive
	rankings
)

var rankingNames = [rankings]string{"three", "rarity", "five"}

// String is the option's value.
func (k Ranking) String() string {
	if k >= rankings {
		return "no ranking"
	}
	return rankingNames[k]
}

// orders are the categories from the lowest up.
var orders = [rankings][categories]Category{
	ByThree:  {HighCard, Pair, Flush, Straight, Trips, StraightFlush},
	ByRarity: {HighCard, Pair, Straight, Flush, Trips, StraightFlush},
	ByFive:   {HighCard, Pair, Trips, Straight, Flush, StraightFlush},
}

// heights is a category's place in each order.
var heights = func() (h [rankings][categories]uint8) {
	for k, order := range orders {
		for i, c := range order {
			h[k][c] = uint8(i)
		}
	}
	return h
}()

// Strength is what a hand is worth in one order: the greater wins, equal ones share (rules 32, 36).
type Strength uint16

// Judge finds what three cards make and how strong that is. It counts ranks and suits; ranks that come more often, then
// higher ones, weigh first, which is all that rules 36 asks for.
func Judge(hand [3]Card, by Ranking) (Category, Strength) {
	var ranks [Ranks]uint8
	var suit [suits]uint8
	low, high := Rank(Ranks), Rank(0)
	most, same := uint8(0), uint8(0)
	for _, c := range hand {
		r := c.Rank()
		ranks[r]++
		suit[c.Suit()]++
		most, same = max(most, ranks[r]), max(same, suit[c.Suit()])
		low, high = min(low, r), max(high, r)
	}
	run, suited := most == 1 && high-low == 2, same == 3
	var c Category
	switch {
	case run && suited:
		c = StraightFlush
	case most == 3:
		c = Trips
	case run:
		c = Straight
	case suited:
		c = Flush
	case most == 2:
		c = Pair
	default:
		c = HighCard
	}
	v := Strength(heights[by][c])
	for n := uint8(3); n > 0; n-- {
		for r := Ranks - 1; r >= 0; r-- {
			if ranks[r] == n {
				v = v*Ranks + Strength(r)
			}
		}
	}
	// Three different ranks make three digits, a pair two, three of a kind one: bring all to three.
	switch most {
	case 2:
		v *= Ranks
	case 3:
		v *= Ranks * Ranks
	}
	return c, v
}

var (
	rankWords   = [Ranks]string{"ten", "jack", "queen", "king", "ace"}
	pluralWords = [Ranks]string{"tens", "jacks", "queens", "kings", "aces"}
)

// Describe says what three cards make: "pair of queens, ace kicker".
func Describe(hand [3]Card) string {
	c, _ := Judge(hand, ByThree)
	ranks := []Rank{hand[0].Rank(), hand[1].Rank(), hand[2].Rank()}
	slices.Sort(ranks)
	switch c {
	case Trips:
		return "three " + pluralWords[ranks[0]]
	case Pair:
		kicker := ranks[0] + ranks[2] - ranks[1] // the middle one is of the pair
		return fmt.Sprintf("pair of %s, %s kicker", pluralWords[ranks[1]], rankWords[kicker])
	case HighCard:
		return fmt.Sprintf("%s high, then %s and %s", rankWords[ranks[2]], rankWords[ranks[1]], rankWords[ranks[0]])
	default:
		return fmt.Sprintf("%s, %s high", c, rankWords[ranks[2]])
	}
}
