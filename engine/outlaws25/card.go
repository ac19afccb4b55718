package outlaws25

import (
	"fmt"
	"slices"
)

// Rank is the rank of a poker card, which is also the label of a Wanted card: 10 J Q K A, from 0 (rules 2, 5).
type Rank uint8

// The ranks.
const (
	Ten Rank = iota
	Jack
	Queen
	King
	Ace
	// Ranks is how many there are.
	Ranks = 5
)

var labels = [Ranks]string{"10", "J", "Q", "K", "A"}

// String is the rank as Wanted cards have it.
func (r Rank) String() string {
	if r >= Ranks {
		return "no rank"
	}
	return labels[r]
}

// MarshalText writes the label.
func (r Rank) MarshalText() ([]byte, error) {
	if r >= Ranks {
		return nil, fmt.Errorf("no rank has number %d", r)
	}
	return []byte(labels[r]), nil
}

// UnmarshalText reads a label.
func (r *Rank) UnmarshalText(text []byte) error {
	named, ok := rankNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is no rank", text)
	}
	*r = named
	return nil
}

// rankNamed finds a rank by its label; the ten is also called T, as on poker cards.
func rankNamed(name string) (Rank, bool) {
	if name == "T" {
		return Ten, true
	}
	i := slices.Index(labels[:], name)
	return Rank(max(i, 0)), i >= 0
}

// Card is one of the 20 poker cards (rules 2). The zero value is NoCard.
type Card uint8

// NoCard stands where a card is missing or unknown.
const NoCard Card = 0

const (
	suits = 4
	// PokerCards is how many poker cards there are.
	PokerCards = Ranks * suits

	rankLetters = "TJQKA"
	suitLetters = "shdc"
)

// PokerCard is the card of a rank and a suit; suits are 0 to 3 for spades, hearts, diamonds, clubs.
func PokerCard(r Rank, suit int) Card { return Card(int(r)*suits+suit) + 1 }

// Rank is the card's rank; NoCard has none and must not be asked.
func (c Card) Rank() Rank { return Rank((c - 1) / suits) }

// Suit is the card's suit: 0 to 3 for spades, hearts, diamonds, clubs.
func (c Card) Suit() int { return int((c - 1) % suits) }

// String is the card as records write it: "As", "Td".
func (c Card) String() string {
	if c == NoCard || c > PokerCards {
		return "no card"
	}
	return string([]byte{rankLetters[c.Rank()], suitLetters[c.Suit()]})
}

// MarshalText writes the name; NoCard is "".
func (c Card) MarshalText() ([]byte, error) {
	if c > PokerCards {
		return nil, fmt.Errorf("no card has number %d", c)
	}
	if c == NoCard {
		return nil, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads a name or "".
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

// CardNamed finds a card by its name.
func CardNamed(name string) (Card, bool) {
	for c := Card(1); c <= PokerCards; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return NoCard, false
}

// Reward is a kind of reward card (rules 6.3). The zero value is NoReward.
type Reward uint8

// The kinds of reward cards.
const (
	NoReward Reward = iota
	OiledHolster
	HairTrigger
	DeadEye
	Whiskey
	Rotgut
	SecondDraw
	BribedLawman
	FastHorse
	CardUpTheSleeve
	// rewardKinds is one more than the last kind, so that it can size arrays.
	rewardKinds
)

// rewardCards is how many reward cards there are (rules 4).
const rewardCards = 25

var rewardNames = [rewardKinds]string{
	"", "Oiled Holster", "Hair Trigger", "Dead-Eye", "Shot of Whiskey", "Rotgut Bottle", "Second Draw", "Bribed Lawman",
	"Fast Horse", "Card up the Sleeve",
}

var rewardCounts = [rewardKinds]uint8{0, 4, 4, 2, 4, 3, 2, 2, 2, 2}

// modifiers are what a reward adds to the total that it is played on (rules 6.3).
var modifiers = [rewardKinds]int8{OiledHolster: 1, HairTrigger: 2, DeadEye: 3, Whiskey: -1, Rotgut: -2}

// Rewards is every kind of reward.
func Rewards() []Reward {
	all := make([]Reward, 0, rewardKinds-1)
	for r := OiledHolster; r < rewardKinds; r++ {
		all = append(all, r)
	}
	return all
}

// Count is how many cards of the kind there are.
func (r Reward) Count() int {
	if r >= rewardKinds {
		return 0
	}
	return int(rewardCounts[r])
}

// Modifier is what the kind adds to a total in a duel; 0 for kinds that work otherwise.
func (r Reward) Modifier() int {
	if r >= rewardKinds {
		return 0
	}
	return int(modifiers[r])
}

// Drink reports whether the kind slows a duellist from anywhere on the table.
func (r Reward) Drink() bool { return r == Whiskey || r == Rotgut }

// String is the kind's name; "no reward" for none.
func (r Reward) String() string {
	if r == NoReward || r >= rewardKinds {
		return "no reward"
	}
	return rewardNames[r]
}

// MarshalText writes the name; NoReward is "".
func (r Reward) MarshalText() ([]byte, error) {
	if r >= rewardKinds {
		return nil, fmt.Errorf("no reward has number %d", r)
	}
	return []byte(rewardNames[r]), nil
}

// UnmarshalText reads a name or "".
func (r *Reward) UnmarshalText(text []byte) error {
	i := slices.Index(rewardNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no reward", text)
	}
	*r = Reward(i)
	return nil
}

// RewardNamed finds a kind by its name.
func RewardNamed(name string) (Reward, bool) {
	i := slices.Index(rewardNames[:], name)
	return Reward(max(i, 0)), i > 0
}

// Place is an outlaw's position in its gang's row.
type Place uint8

// The positions of a row. The marker moves to the left: R, M, L and back to R (rules 63).
const (
	Right Place = iota
	Middle
	Left
	// Row is how many outlaws a row has.
	Row = 3
)

const placeLetters = "RML"

// String is the letter that records use: R, M or L.
func (p Place) String() string {
	if p >= Row {
		return "?"
	}
	return placeLetters[p : p+1]
}

// MarshalText writes the letter.
func (p Place) MarshalText() ([]byte, error) {
	if p >= Row {
		return nil, fmt.Errorf("no place has number %d", p)
	}
	return []byte(p.String()), nil
}

// UnmarshalText reads a letter.
func (p *Place) UnmarshalText(text []byte) error {
	named, ok := placeNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is no place", text)
	}
	*p = named
	return nil
}

func placeNamed(name string) (Place, bool) {
	for p := range Place(Row) {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// Speeds of outlaws and sheriffs (rules 6.1, 6.2).
const (
	speedMax = 5
	// sheriffCards is how many sheriffs there are.
	sheriffCards = 10
)

var sheriffCounts = [speedMax + 1]uint8{0, 0, 2, 3, 3, 2}

// wantedCards is how many Wanted cards there are, as many of each label (rules 5).
const (
	wantedCards = 20
	wantedEach  = wantedCards / Ranks
)

// Wanted counts Wanted cards by label. Its zero value is none.
type Wanted uint16

const (
	wantedBits = 3
	wantedMask = 1<<wantedBits - 1
)

// Of is how many cards of a label there are.
func (w Wanted) Of(r Rank) int { return int(w>>(wantedBits*r)) & wantedMask }

// Len is how many cards there are.
func (w Wanted) Len() int {
	n := 0
	for r := range Rank(Ranks) {
		n += w.Of(r)
	}
	return n
}

// Labels lists the cards, lowest first.
func (w Wanted) Labels() []Rank {
	out := make([]Rank, 0, w.Len())
	for r := range Rank(Ranks) {
		for range w.Of(r) {
			out = append(out, r)
		}
	}
	return out
}

func one(r Rank) Wanted { return 1 << (wantedBits * r) }

// SpeedSet is a set of speeds 1 to 5. Its zero value is empty.
type SpeedSet uint8

// Has reports whether the speed is in the set.
func (s SpeedSet) Has(speed int) bool { return s>>speed&1 != 0 }

// allSpeeds is a whole gang (rules 6.1).
const allSpeeds SpeedSet = 1<<(speedMax+1) - 2

// List is the speeds in the set, ascending.
func (s SpeedSet) List() []int {
	var out []int
	for v := 1; v <= speedMax; v++ {
		if s.Has(v) {
			out = append(out, v)
		}
	}
	return out
}
