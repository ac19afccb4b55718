package okcorral

import (
	"fmt"
	"slices"
)

// Color is one of the six colors (rules 3). Each goes with a character.
type Color uint8

// The colors, in the order of the characters.
const (
	Red Color = iota
	Blue
	Green
	Yellow
	Black
	White
	// Colors is how many there are.
	Colors = 6
)

var colorNames = [Colors]string{"red", "blue", "green", "yellow", "black", "white"}

// String is the color's name.
func (c Color) String() string {
	if c >= Colors {
		return "no color"
	}
	return colorNames[c]
}

// Character is one of the six characters (rules 32). The zero value is NoCharacter.
type Character uint8

// The characters, in the order of the colors.
const (
	NoCharacter Character = iota
	Colonel
	Cowgirl
	Mercenary
	Outlaw
	Prospector
	TriggerAce
	// Characters is how many there are.
	Characters = 6
)

var characterNames = [Characters + 1]string{
	"", "Colonel", "Cowgirl", "Mercenary", "Outlaw", "Prospector", "Trigger Ace",
}

var characterWords = [Characters + 1]string{
	"", "3 points without a Cavalry card", "3 points without a Saloon card", "1 point for each Double Shoot",
	"3 points without a Hold-up card", "1 point for each Nugget", "2 points for each duel won",
}

// Color is the character's color; NoCharacter has none and must not be asked.
func (c Character) Color() Color { return Color(c - 1) }

// Character is the character that goes with a color.
func (c Color) Character() Character { return Character(c + 1) }

// Words says what the character is paid for at the end.
func (c Character) Words() string {
	if c > Characters {
		return ""
	}
	return characterWords[c]
}

// String is the character's name.
func (c Character) String() string {
	if c == NoCharacter || c > Characters {
		return "no character"
	}
	return characterNames[c]
}

// MarshalText writes the name; NoCharacter is "".
func (c Character) MarshalText() ([]byte, error) {
	if c > Characters {
		return nil, fmt.Errorf("no character has number %d", c)
	}
	return []byte(characterNames[c]), nil
}

// UnmarshalText reads a name or "".
func (c *Character) UnmarshalText(text []byte) error {
	i := slices.Index(characterNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no character", text)
	}
	*c = Character(i)
	return nil
}

// Kind is a kind of action card (rules 4, 18 to 27). The zero value is NoKind.
type Kind uint8

// The kinds, in the order of table 1.1.
const (
	NoKind Kind = iota
	Cavalry
	Saloon
	HoldUp
	PokerLeft
	PokerRight
	FoolsGold
	DoubleShoot
	Nugget
	Wanted
	Settling
	Duel
	kinds
)

var kindNames = [kinds]string{
	"", "Cavalry", "Saloon", "Hold-up", "Poker Left", "Poker Right", "Fool's Gold", "Double Shoot", "Nugget", "Wanted",
	"Settling a Score", "Duel",
}

// groups are the kinds as people compare their reactions to them.
var groups = [kinds]string{
	"", "Cavalry", "Saloon", "Hold-up", "Poker", "Poker", "Fool's Gold", "Double Shoot", "Nugget", "Wanted",
	"Settling a Score", "Duel",
}

// Kinds is every kind of card.
func Kinds() []Kind {
	all := make([]Kind, 0, kinds-1)
	for k := Cavalry; k < kinds; k++ {
		all = append(all, k)
	}
	return all
}

// String is the kind's name.
func (k Kind) String() string {
	if k == NoKind || k >= kinds {
		return "no card"
	}
	return kindNames[k]
}

// Group is the name under which reactions to the kind are kept: both sides of Poker are one.
func (k Kind) Group() string {
	if k >= kinds {
		return ""
	}
	return groups[k]
}

// Colored reports whether there is one card of the kind for each color.
func (k Kind) Colored() bool { return k == Wanted || k == Settling || k == Duel }

// Negative reports whether the slowest takes cards of the kind, or in the case of Fool's Gold whoever hits; of the
// others the fastest does (rules 4).
func (k Kind) Negative() bool { return k >= Cavalry && k <= FoolsGold }

// Gold reports whether the kind is a Nugget or Fool's Gold.
func (k Kind) Gold() bool { return k == Nugget || k == FoolsGold }

// Card is one action card. Cards of one kind and color are alike. The zero value is NoCard.
type Card uint8

// NoCard stands where a card is missing or unknown.
const NoCard Card = 0

// CardOf is the card of a kind; color counts for colored kinds alone.
func CardOf(k Kind, c Color) Card {
	if !k.Colored() {
		return Card(k)
	}
	return Card(Wanted) + Card(k-Wanted)*Colors + Card(c)
}

// cardsMax is one more than the highest card.
const cardsMax = Card(Wanted) + 3*Colors

// Kind is the card's kind.
func (c Card) Kind() Kind {
	switch {
	case c < Card(Wanted):
		return Kind(c)
	case c < cardsMax:
		return Wanted + Kind((c-Card(Wanted))/Colors)
	default:
		return NoKind
	}
}

// Color is the color of a card of a colored kind; ok is false for the others.
func (c Card) Color() (color Color, ok bool) {
	if !c.Kind().Colored() {
		return 0, false
	}
	return Color((c - Card(Wanted)) % Colors), true
}

// String is the card as records write it: "Fool's Gold", "Wanted red".
func (c Card) String() string {
	if color, ok := c.Color(); ok {
		return c.Kind().String() + " " + color.String()
	}
	return c.Kind().String()
}

// MarshalText writes the name; NoCard is "".
func (c Card) MarshalText() ([]byte, error) {
	if c >= cardsMax {
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
	for c := NoCard + 1; c < cardsMax; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return NoCard, false
}

// Value is what a taken card counts at a table of n seats (rules 6, 7): as many points as people it calls on, with a
// minus where the slowest takes it. fool is the table's option for Fool's Gold.
func (c Card) Value(n int, fool Fool) int {
	switch c.Kind() {
	case Cavalry, Saloon, HoldUp, PokerLeft, PokerRight:
		return -n
	case FoolsGold:
		return fool.value(n)
	case DoubleShoot, Nugget:
		return n
	case Wanted:
		return n - 1
	case Settling, Duel:
		return 2
	default:
		return 0
	}
}
