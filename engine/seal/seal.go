// Package seal commits to the cards of a shuffle, to every card apart: a hash of each, salted, and one root over them
// that is shown when the cards are dealt. Later a card is opened by its salt, and nothing is learnt of the others.
//
// The hashes are SHA-256 of lines of text, so that anybody can check a card with a shell. A card is
//
//	printf 'saloon card\n%s\n%d\n%d\n%s\n%s\n' MATCH SHUFFLE POSITION CARD SALT | sha256sum
//
// and a root the same over "saloon deck", match, shuffle, name of the deck, number of cards and every card's hash, a
// line each. MATCH is SHA-256 of the match's seed, shown when the match opens: what is sealed for one match, shuffle
// or position says nothing about another.
//
// Salts are 16 bytes each, made with HMAC-SHA-256 from a secret that is itself made from the seed and is never shown:
// who knows some salts cannot guess the others.
package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Hash is a SHA-256.
type Hash [sha256.Size]byte

// String gives 64 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads 64 hexadecimal digits.
func ParseHash(s string) (h Hash, err error) { return h, parse(h[:], s) }

// Salt hides a card in its hash.
type Salt [16]byte

// String gives 32 hexadecimal digits.
func (s Salt) String() string { return hex.EncodeToString(s[:]) }

// ParseSalt reads 32 hexadecimal digits.
func ParseSalt(text string) (s Salt, err error) { return s, parse(s[:], text) }

// parse reads digits as String writes them, so that a value has one spelling.
func parse(into []byte, s string) error {
	if len(s) != 2*len(into) || strings.ToLower(s) != s {
		return fmt.Errorf("%q is no hash or salt of %d hexadecimal digits", s, 2*len(into))
	}
	_, err := hex.Decode(into, []byte(s))
	return err
}

// Shuffle is a deck in an order that stays secret, card by card.
type Shuffle struct {
	// Deck is what the cards are called together, such as "poker".
	Deck string
	// Cards are their names in order, from the top. No name has a line break.
	Cards []string
	// Heaps are how many cards, from the first on, lie in heaps in which a card's place means nothing and must not be
	// told: their order is drawn anew, from the secret. Cards after the heaps keep their order.
	Heaps []int
	// Quiet is set for a deck that is shuffled in passing: its root is kept, but is no line in the log.
	Quiet bool
}

// Key seals the shuffles of one match.
type Key struct {
	// Match is SHA-256 of the seed.
	Match  Hash
	secret [sha256.Size]byte
}

// NewKey makes the key of a match of its seed.
func NewKey(seed [32]byte) Key {
	k := Key{Match: sha256.Sum256(seed[:])}
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte("saloon seal"))
	mac.Sum(k.secret[:0])
	return k
}

// derive is a pseudorandom value that belongs to one place of one shuffle.
func (k *Key) derive(label byte, shuffle, place int) (out [sha256.Size]byte) {
	var in [13]byte
	in[0] = label
	binary.BigEndian.PutUint64(in[1:], uint64(shuffle))
	binary.BigEndian.PutUint32(in[9:], uint32(place))
	mac := hmac.New(sha256.New, k.secret[:])
	mac.Write(in[:])
	mac.Sum(out[:0])
	return out
}

// Salt is what opens a position of a shuffle. Shuffles are numbered from 1, positions from 0.
func (k *Key) Salt(shuffle, position int) Salt {
	sum := k.derive('s', shuffle, position)
	return Salt(sum[:])
}

// Positions says where each card of a shuffle lies in the sealed order.
func (k *Key) Positions(shuffle int, s Shuffle) []int {
	at := make([]int, len(s.Cards))
	for i := range at {
		at[i] = i
	}
	from := 0
	for _, n := range s.Heaps {
		heap := make([]int, n)
		for i := range heap {
			heap[i] = from + i
		}
		slices.SortFunc(heap, func(a, b int) int {
			da, db := k.derive('o', shuffle, a), k.derive('o', shuffle, b)
			return slices.Compare(da[:], db[:])
		})
		for position, card := range heap {
			at[card] = from + position
		}
		from += n
	}
	return at
}

// Leaves are the hashes of a shuffle's cards, by position.
func (k *Key) Leaves(shuffle int, s Shuffle) []Hash {
	leaves := make([]Hash, len(s.Cards))
	for i, at := range k.Positions(shuffle, s) {
		leaves[at] = Leaf(k.Match, shuffle, Opening{Position: at, Card: s.Cards[i], Salt: k.Salt(shuffle, at)})
	}
	return leaves
}

// Open opens a card of a shuffle, named by its index there.
func (k *Key) Open(shuffle int, s Shuffle, index int) Opening {
	at := k.Positions(shuffle, s)[index]
	return Opening{Position: at, Card: s.Cards[index], Salt: k.Salt(shuffle, at)}
}

// Opening is a card with what is needed to check that it was the one.
type Opening struct {
	Position int // from 0
	Card     string
	Salt     Salt
}

// Leaf is the hash that an opened card must have.
func Leaf(match Hash, shuffle int, o Opening) Hash {
	const form = "saloon card\n%v\n%d\n%d\n%s\n%v\n"
	return sha256.Sum256(fmt.Appendf(nil, form, match, shuffle, o.Position, o.Card, o.Salt))
}

// Root is the hash over all cards' hashes.
func Root(match Hash, shuffle int, deck string, leaves []Hash) Hash {
	text := fmt.Appendf(nil, "saloon deck\n%v\n%d\n%s\n%d\n", match, shuffle, deck, len(leaves))
	for _, leaf := range leaves {
		text = fmt.Appendf(text, "%v\n", leaf)
	}
	return sha256.Sum256(text)
}

// Named reports whether a text names a card, in words of its own.
func Named(text, card string) bool {
	for from := 0; card != ""; {
		i := strings.Index(text[from:], card)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(card)
		if !letterAt(text, start-1) && !letterAt(text, end) {
			return true
		}
		from = start + 1
	}
	return false
}

// letterAt reports whether a letter or a digit is there; those of other scripts count, by their bytes.
func letterAt(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}
