package seal

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var gang = Shuffle{
	Deck: "gang 1", Cards: []string{"speed 3", "speed 5", "speed 1", "speed 2", "speed 4"}, Heaps: []int{3, 2},
}

func poker() Shuffle {
	s := Shuffle{Deck: "poker"}
	for i := range 20 {
		s.Cards = append(s.Cards, fmt.Sprintf("card %d", i))
	}
	return s
}

// TestText writes the hashed text out, as a shell would, and pins the values: seals that were shown must stay what they
// are.
func TestText(t *testing.T) {
	key := NewKey([32]byte{1, 2, 3})
	if want := sha256.Sum256(append([]byte{1, 2, 3}, make([]byte, 29)...)); key.Match != Hash(want) {
		t.Errorf("the match is %v", key.Match)
	}
	s := poker()
	o := key.Open(7, s, 4)
	text := "saloon card\n" + key.Match.String() + "\n7\n4\ncard 4\n" + o.Salt.String() + "\n"
	leaf := Hash(sha256.Sum256([]byte(text)))
	leaves := key.Leaves(7, s)
	if o.Position != 4 || o.Card != "card 4" || leaves[4] != leaf || Leaf(key.Match, 7, o) != leaf {
		t.Errorf("the leaf of %+v is %v, not %v", o, leaves[4], leaf)
	}
	text = "saloon deck\n" + key.Match.String() + "\n7\npoker\n20\n"
	for _, leaf := range leaves {
		text += leaf.String() + "\n"
	}
	root := Root(key.Match, 7, "poker", leaves)
	if root != Hash(sha256.Sum256([]byte(text))) {
		t.Error("the root is not the hash of its text")
	}
	const pinned = "2134dae55eb2cd5366e27372029bd0549d2d5d6fd38cbcb85770fa7ff5a96bae"
	if root.String() != pinned || o.Salt.String() != "889533f72f9cfbd07210142032400483" {
		t.Errorf("root %v, salt %v", root, o.Salt)
	}
}

// TestBinding changes one thing after the other: every hash must change.
func TestBinding(t *testing.T) {
	key := NewKey([32]byte{1})
	o := Opening{Position: 3, Card: "Qh", Salt: Salt{9}}
	leaf := Leaf(key.Match, 5, o)
	for name, other := range map[string]Hash{
		"match":    Leaf(NewKey([32]byte{2}).Match, 5, o),
		"shuffle":  Leaf(key.Match, 6, o),
		"position": Leaf(key.Match, 5, Opening{Position: 4, Card: "Qh", Salt: Salt{9}}),
		"card":     Leaf(key.Match, 5, Opening{Position: 3, Card: "Qd", Salt: Salt{9}}),
		"salt":     Leaf(key.Match, 5, Opening{Position: 3, Card: "Qh", Salt: Salt{8}}),
	} {
		if other == leaf {
			t.Errorf("another %s, the same leaf", name)
		}
	}
	leaves := []Hash{{1}, {2}, {3}}
	root := Root(key.Match, 5, "poker", leaves)
	for name, other := range map[string]Hash{
		"match":   Root(Hash{}, 5, "poker", leaves),
		"shuffle": Root(key.Match, 6, "poker", leaves),
		"deck":    Root(key.Match, 5, "wanted", leaves),
		"size":    Root(key.Match, 5, "poker", leaves[:2]),
		"order":   Root(key.Match, 5, "poker", []Hash{{2}, {1}, {3}}),
		"leaf":    Root(key.Match, 5, "poker", []Hash{{1}, {2}, {4}}),
	} {
		if other == root {
			t.Errorf("another %s, the same root", name)
		}
	}
}

// guess finds a card that stays sealed, from everything that is known of a shuffle: all hashes, all cards' names, and
// the salts of the cards that were opened.
func guess(match Hash, shuffle int, leaves []Hash, names []string, opened []Opening) (found []Opening) {
	known := map[int]bool{}
	salts := []Salt{{}}
	for _, o := range opened {
		known[o.Position] = true
		salts = append(salts, o.Salt)
	}
	for at, leaf := range leaves {
		for _, card := range names {
			for _, salt := range salts {
				o := Opening{Position: at, Card: card, Salt: salt}
				if !known[at] && Leaf(match, shuffle, o) == leaf {
					found = append(found, o)
				}
			}
		}
	}
	return found
}

// TestHiding opens all cards but one, of this shuffle and of others: the last one stays secret. The canaries do not
// hide: one salt for all cards, or none.
func TestHiding(t *testing.T) {
	key := NewKey([32]byte{4})
	s := poker()
	var opened []Opening
	for shuffle := 1; shuffle <= 3; shuffle++ {
		for i := range s.Cards {
			if o := key.Open(shuffle, s, i); shuffle != 2 || i != 13 {
				if shuffle != 2 {
					o.Position = -1 // a salt of another shuffle
				}
				opened = append(opened, o)
			}
		}
	}
	if found := guess(key.Match, 2, key.Leaves(2, s), s.Cards, opened); len(found) > 0 {
		t.Errorf("guessed %+v", found)
	}
	leaky := make([]Hash, len(s.Cards))
	for i, card := range s.Cards {
		leaky[i] = Leaf(key.Match, 2, Opening{Position: i, Card: card, Salt: opened[0].Salt})
	}
	first := []Opening{{Position: 0, Card: s.Cards[0], Salt: opened[0].Salt}}
	if found := guess(key.Match, 2, leaky, s.Cards, first); len(found) != len(s.Cards)-1 {
		t.Errorf("with one salt for all, %d are guessed", len(found))
	}
	bare := []Hash{Leaf(key.Match, 2, Opening{Card: "card 3"})}
	if found := guess(key.Match, 2, bare, s.Cards, nil); len(found) != 1 {
		t.Error("without a salt the card is not guessed")
	}
}

// TestSalts: no two are alike, over positions, shuffles and matches.
func TestSalts(t *testing.T) {
	seen := map[Salt]bool{}
	for match := range byte(4) {
		key := NewKey([32]byte{match})
		for shuffle := 1; shuffle < 300; shuffle++ {
			for position := range 25 {
				salt := key.Salt(shuffle, position)
				if seen[salt] {
					t.Fatalf("the salt of match %d, shuffle %d, position %d is there already", match, shuffle, position)
				}
				seen[salt] = true
			}
		}
	}
}

// TestHeaps: cards stay in their heaps, and each order of a heap comes about as often as any other.
func TestHeaps(t *testing.T) {
	key := NewKey([32]byte{5})
	orders := map[string]int{}
	const shuffles = 6000
	for n := 1; n <= shuffles; n++ {
		at := key.Positions(n, gang)
		first, rest := slices.Sorted(slices.Values(at[:3])), slices.Sorted(slices.Values(at[3:]))
		if !slices.Equal(first, []int{0, 1, 2}) || !slices.Equal(rest, []int{3, 4}) {
			t.Fatalf("shuffle %d: %v", n, at)
		}
		orders[fmt.Sprint(at[:3])]++
		if o := key.Open(n, gang, 1); o.Card != "speed 5" || key.Leaves(n, gang)[at[1]] != Leaf(key.Match, n, o) {
			t.Fatalf("shuffle %d opens %+v", n, o)
		}
	}
	if len(orders) != 6 {
		t.Errorf("orders %v", orders)
	}
	for order, n := range orders {
		if n < shuffles/6-150 || n > shuffles/6+150 { // more than five standard deviations
			t.Errorf("%s came %d times of %d", order, n, shuffles)
		}
	}
	if at := key.Positions(1, poker()); !slices.IsSorted(at) {
		t.Errorf("without heaps the order is %v", at)
	}
}

// TestParse has one spelling for every value.
func TestParse(t *testing.T) {
	h, s := Hash{1, 0xab}, Salt{2, 0xcd}
	if got, err := ParseHash(h.String()); err != nil || got != h {
		t.Error(got, err)
	}
	if got, err := ParseSalt(s.String()); err != nil || got != s {
		t.Error(got, err)
	}
	for _, bad := range []string{"", "00", strings.ToUpper(h.String()), h.String() + "0", strings.Repeat("g", 64)} {
		if _, err := ParseHash(bad); err == nil {
			t.Errorf("%q is a hash", bad)
		}
		if _, err := ParseSalt(bad); err == nil {
			t.Errorf("%q is a salt", bad)
		}
	}
}

// TestNamed: a name counts where it stands for itself.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		text, card string
		want       bool
	}{
		{"The flop is Qh.", "Qh", true}, {"Qh", "Qh", true}, {"wanted now: Q.", "Q", true},
		{"Quinn is wanted now: Q.", "Q", true}, {"Quinn is wanted now: K.", "Q", false}, {"Qhx or xQh", "Qh", false},
		{"éQh", "Qh", false}, {"speed 41", "speed 4", false}, {"speed 41, speed 4", "speed 4", true}, {"", "Q", false},
		{"anything", "", false},
	} {
		if Named(c.text, c.card) != c.want {
			t.Errorf("%q names %q: %t", c.text, c.card, !c.want)
		}
	}
}

// BenchmarkSeal is what a hand of poker costs.
func BenchmarkSeal(b *testing.B) {
	key, s := NewKey([32]byte{6}), poker()
	for b.Loop() {
		Root(key.Match, 1, s.Deck, key.Leaves(1, s))
	}
}
