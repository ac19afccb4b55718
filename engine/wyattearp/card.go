package wyattearp

import (
	"fmt"
	"math/bits"
	"strings"
)

// Outlaw is one of the seven outlaws of rules R1, from 0 in the order of that clause and of the posters.
type Outlaw uint8

// The outlaws of rules R1.
const (
	BelleStarr Outlaw = iota
	BillyTheKid
	BobDalton
	ButchCassidy
	JesseJames
	SundanceKid
	WesHardin
	// Outlaws is how many there are.
	Outlaws = 7
)

var outlawNames = [Outlaws]string{
	"Belle Starr", "Billy the Kid", "Bob Dalton", "Butch Cassidy", "Jesse James", "Sundance Kid", "Wes Hardin",
}

// String is the outlaw's name as records write it.
func (o Outlaw) String() string {
	if o >= Outlaws {
		return "no outlaw"
	}
	return outlawNames[o]
}

// Card is the outlaw's Outlaw card, the kind with a bullet hole.
func (o Outlaw) Card() Card { return Card(o) + 1 }

// Photo is the outlaw's Photo, which is a Sheriff card.
func (o Outlaw) Photo() Card { return Card(o) + 1 + Outlaws }

// MarshalText writes the name.
func (o Outlaw) MarshalText() ([]byte, error) {
	if o >= Outlaws {
		return nil, fmt.Errorf("no outlaw has number %d", o)
	}
	return []byte(outlawNames[o]), nil
}

// UnmarshalText reads a name.
func (o *Outlaw) UnmarshalText(text []byte) error {
	named, ok := OutlawNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is no outlaw", text)
	}
	*o = named
	return nil
}

// OutlawNamed finds an outlaw by its name.
func OutlawNamed(name string) (Outlaw, bool) {
	for i, n := range outlawNames {
		if n == name {
			return Outlaw(i), true
		}
	}
	return 0, false
}

// Card is a kind of card: seven Outlaw cards, seven Photos and the six other Sheriff cards of rules R2. Cards of a kind
// are interchangeable. The zero value is NoCard.
type Card uint8

// The kinds of cards that do not belong to one outlaw; Outlaw.Card and Outlaw.Photo give the others.
const (
	NoCard     Card = 0
	Stagecoach Card = iota + 2*Outlaws
	Bank
	FastestGun
	MostWanted
	Hideout
	WyattEarp
	// cardKinds is one more than the last kind, so that it can size arrays.
	cardKinds
)

// DeckSize is the number of cards of rules R2.
const DeckSize = 78

// outlawCards is how many of them have a bullet hole.
const outlawCards = 49

var cardCounts = [cardKinds]uint8{
	0,
	7, 7, 7, 7, 7, 7, 7,
	1, 1, 1, 1, 1, 1, 1,
	2, 4, 3, 3, 3, 7,
}

var cardNames = func() (names [cardKinds]string) {
	for o := range Outlaw(Outlaws) {
		names[o.Card()] = outlawNames[o]
		names[o.Photo()] = "Photo of " + outlawNames[o]
	}
	copy(names[Stagecoach:], []string{
		"Stagecoach Robbery", "Bank Robbery", "Fastest Gun", "Most Wanted", "Hideout", "Wyatt Earp",
	})
	return names
}()

// Cards is every kind of card in the order in which hands are sorted.
func Cards() []Card {
	all := make([]Card, 0, cardKinds-1)
	for c := Card(1); c < cardKinds; c++ {
		all = append(all, c)
	}
	return all
}

// Count is how many cards of the kind the deck has (rules R2).
func (c Card) Count() int {
	if c >= cardKinds {
		return 0
	}
	return int(cardCounts[c])
}

// String is the card's name as records write it; "" for NoCard.
func (c Card) String() string {
	if c >= cardKinds {
		return "no card"
	}
	return cardNames[c]
}

// Hole reports whether the card has a bullet hole (rules R3).
func (c Card) Hole() bool { return c >= 1 && c <= Outlaws }

// Sheriff reports whether the card is a Sheriff card, Photos included (rules R3).
func (c Card) Sheriff() bool { return c > Outlaws && c < cardKinds }

// Numbered reports whether the card is one of the three that need a shot and stay on a pile (rules R5).
func (c Card) Numbered() bool { return c == Stagecoach || c == Bank || c == FastestGun }

// Outlaw is whose Outlaw card or Photo this is; false for the other Sheriff cards.
func (c Card) Outlaw() (Outlaw, bool) {
	if c == NoCard || c > 2*Outlaws {
		return 0, false
	}
	return Outlaw((c - 1) % Outlaws), true
}

// Photo reports whether the card is a Photo.
func (c Card) Photo() bool { return c > Outlaws && c <= 2*Outlaws }

// adds is what the card brings to its poster when it is laid on a pile, in thousands (rules R2).
func (c Card) adds() uint16 {
	switch {
	case c == Stagecoach:
		return 3
	case c == Bank, c == FastestGun, c.Photo():
		return 1
	default:
		return 0
	}
}

// MarshalText writes the name; NoCard is the empty text.
func (c Card) MarshalText() ([]byte, error) {
	if c >= cardKinds {
		return nil, fmt.Errorf("no card has number %d", c)
	}
	return []byte(cardNames[c]), nil
}

// UnmarshalText reads a name.
func (c *Card) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*c = NoCard
		return nil
	}
	named, ok := CardNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is no card", text)
	}
	*c = named
	return nil
}

// CardNamed finds a kind of card by its name.
func CardNamed(name string) (Card, bool) {
	for c := Card(1); c < cardKinds; c++ {
		if cardNames[c] == name {
			return c, true
		}
	}
	return NoCard, false
}

// Bag counts cards by kind. No kind has more than seven cards, so three bits count one and a bag is a single word:
// copying, comparing and counting it cost next to nothing. Its zero value is empty.
type Bag uint64

const (
	bagBits = 3
	bagMask = 1<<bagBits - 1
	// bagOnes has the lowest bit of every kind's three set, Outlaw kinds only in bagOutlaws.
	bagOnes    Bag = 0o1111111111_11111111110
	bagOutlaws Bag = 0o77777770
)

// BagOf counts cards.
func BagOf(cards ...Card) Bag {
	var b Bag
	for _, c := range cards {
		b.put(c, 1)
	}
	return b
}

// Of is how many cards of a kind the bag holds.
func (b Bag) Of(c Card) int { return int(b >> (bagBits * c) & bagMask) }

// Has reports whether the bag holds the kind.
func (b Bag) Has(c Card) bool { return b>>(bagBits*c)&bagMask != 0 }

// Len is how many cards the bag holds.
func (b Bag) Len() int {
	u := uint64(b)
	ones := uint64(bagOnes)
	return bits.OnesCount64(u&ones) + 2*bits.OnesCount64(u>>1&ones) + 4*bits.OnesCount64(u>>2&ones)
}

// Outlaws is how many Outlaw cards the bag holds.
func (b Bag) Outlaws() int { return (b & bagOutlaws).Len() }

// Cards lists the cards in their order.
func (b Bag) Cards() []Card {
	cards := make([]Card, 0, b.Len())
	for c := Card(1); c < cardKinds; c++ {
		for range b.Of(c) {
			cards = append(cards, c)
		}
	}
	return cards
}

// String lists the cards with their numbers: "2 Jesse James, Hideout".
func (b Bag) String() string {
	var parts []string
	for c := Card(1); c < cardKinds; c++ {
		switch n := b.Of(c); n {
		case 0:
		case 1:
			parts = append(parts, c.String())
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, c))
		}
	}
	return strings.Join(parts, ", ")
}

// put adds n cards. It panics where a kind would overflow, since that would turn one card into another.
func (b *Bag) put(c Card, n int) {
	if c == NoCard || c >= cardKinds || b.Of(c)+n > bagMask {
		panic(fmt.Sprintf("wyattearp: %d more of %v do not fit into a bag", n, c))
	}
	*b += Bag(n) << (bagBits * c)
}

// take removes n cards. It panics where the bag has fewer.
func (b *Bag) take(c Card, n int) {
	if c == NoCard || c >= cardKinds || b.Of(c) < n {
		panic(fmt.Sprintf("wyattearp: a bag has no %d of %v", n, c))
	}
	*b -= Bag(n) << (bagBits * c)
}

// within reports whether every card of b is also in other.
func (b Bag) within(other Bag) bool {
	for rest := b; rest != 0; {
		c := Card(bits.TrailingZeros64(uint64(rest)) / bagBits)
		if b.Of(c) > other.Of(c) {
			return false
		}
		rest &^= bagMask << (bagBits * c)
	}
	return true
}
