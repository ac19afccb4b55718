package okcorral

import "fmt"

// Gesture is what a key does (rules 2.1). The zero value is NoGesture.
type Gesture uint8

// The gestures. Turn turns the own top card; all others are answers to a card that lies open.
const (
	NoGesture Gesture = iota
	Turn
	Salute     // Cavalry
	Whisky     // Saloon
	HitLoot    // Hold-up
	HitNugget  // Nugget, and the mistake on Fool's Gold
	Cover      // the own character card: a Poker cheater
	ShootLeft  // at a seat that is nearer clockwise
	ShootRight // at one that is nearer the other way round
	ShootBoth  // Double Shoot
	gestures
)

var gestureWords = [gestures]string{
	"", "turn", "salute", "whisky", "loot", "nugget", "cover", "left", "right", "both",
}

// gestureTold says in the log what somebody did.
var gestureTold = [gestures]string{
	"", "turned a card", "saluted", "drank whisky", "hit the loot", "hit the nugget", "covered a card", "shot left",
	"shot right", "shot both ways",
}

// String is the gesture as records write it.
func (g Gesture) String() string {
	if g == NoGesture || g >= gestures {
		return "nothing"
	}
	return gestureWords[g]
}

// MarshalText writes the word; NoGesture is "".
func (g Gesture) MarshalText() ([]byte, error) {
	if g >= gestures {
		return nil, fmt.Errorf("no gesture has number %d", g)
	}
	return []byte(gestureWords[g]), nil
}

// UnmarshalText reads a word or "".
func (g *Gesture) UnmarshalText(text []byte) error {
	for i, word := range gestureWords {
		if word == string(text) {
			*g = Gesture(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no gesture", text)
}

// Answers lists the gestures that answer a card, in the order of the keys: all but Turn.
func Answers() []Gesture {
	all := make([]Gesture, 0, gestures-Salute)
	for g := Salute; g < gestures; g++ {
		all = append(all, g)
	}
	return all
}

// GestureSet is a set of gestures. Its zero value is empty.
type GestureSet uint16

// Has reports whether a gesture is in the set.
func (s GestureSet) Has(g Gesture) bool { return s>>g&1 != 0 }

// List is the gestures in the set, in the order of Answers.
func (s GestureSet) List() []Gesture {
	var out []Gesture
	for g := Turn; g < gestures; g++ {
		if s.Has(g) {
			out = append(out, g)
		}
	}
	return out
}

func just(all ...Gesture) GestureSet {
	var s GestureSet
	for _, g := range all {
		s |= 1 << g
	}
	return s
}

// Move is what a seat does. How long it took for it is engine.Act.After.
type Move struct {
	Kind Gesture
}
