package deck_test

import (
	"slices"
	"testing"

	"saloon/engine"
	"saloon/engine/deck"
)

func TestShuffleKeepsTheCardsAndReachesEveryOrder(t *testing.T) {
	seen := map[[4]int]int{}
	for n := range uint64(2400) {
		cards := [4]int{1, 2, 3, 4}
		deck.Shuffle(engine.Seed{}.Entry(n), cards[:])
		seen[cards]++
		sorted := cards
		slices.Sort(sorted[:])
		if sorted != [4]int{1, 2, 3, 4} {
			t.Fatalf("shuffled into %v", cards)
		}
	}
	if len(seen) != 24 {
		t.Fatalf("%d orders of 24 seen", len(seen))
	}
	for order, n := range seen {
		if n < 50 || n > 160 { // 100 expected, standard deviation just under 10
			t.Errorf("order %v came %d times in 2400", order, n)
		}
	}
}

func TestShuffleOfNothing(t *testing.T) {
	deck.Shuffle(engine.Seed{}.Entry(1), []int{})
	one := []int{7}
	deck.Shuffle(engine.Seed{}.Entry(1), one)
	if one[0] != 7 {
		t.Fatal(one)
	}
}
