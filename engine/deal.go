package engine

import (
	"encoding/json"
	"fmt"
	"strings"

	"saloon/engine/seal"
)

// Dealer is implemented by rules of games whose secrets outlive the match, so that its seed can never be shown: every
// shuffle is sealed card by card when it is dealt, and each card that everybody sees can be checked for itself.
type Dealer[S, E any] interface {
	// Trace is where the cards of a match are before anything has happened.
	Trace() Trace[S, E]
}

// Trace remembers where cards came from. It is a value like a state: See leaves it as it was.
type Trace[S, E any] interface {
	// See says what an event of a state shuffled, and which cards everybody has seen since. What it shows, with shuffle
	// and index, must follow from what everybody knows.
	See(before S, e E) (Trace[S, E], Dealing)
}

// Dealing is what one event did to cards that are sealed.
type Dealing struct {
	Shuffles []seal.Shuffle
	Shown    []Showing // of these shuffles, or of earlier ones
}

// Showing is a card that everybody sees.
type Showing struct {
	Shuffle int // the number of the shuffle in the match, from 1
	Index   int // in its cards
	Card    string
}

// Seal is the root of a shuffle as everybody is told of it when the cards are dealt.
type Seal struct {
	Shuffle int    `json:"shuffle"` // its number in the match, from 1
	Deck    string `json:"deck"`
	Size    int    `json:"size"` // cards
	Root    string `json:"root"` // 64 hexadecimal digits
	Quiet   bool   `json:"quiet,omitempty"`
}

// shortRoot is how many digits of a root stand in the log.
const shortRoot = 8

// Short is the beginning of the root, as the log has it.
func (s Seal) Short() string { return s.Root[:min(shortRoot, len(s.Root))] }

// sealKind is the fact that tells the roots of the shuffles of an entry. It is the house's, not a game's; no match that
// was played before there were seals has one.
const sealKind = "house/sealed"

// sealed is the body of that fact.
type sealed struct {
	Seals []Seal `json:"seals"`
}

// Unsealed is facts without those that tell of seals: what the rules made.
func Unsealed(facts []Fact) []Fact {
	out := make([]Fact, 0, len(facts))
	for _, f := range facts {
		if f.Kind != sealKind {
			out = append(out, f)
		}
	}
	return out
}

func readSeals(f Fact) ([]Seal, error) {
	var body sealed
	if err := Strict(f.Body, &body); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFact, err)
	}
	return body.Seals, nil
}

// tellSeals is the line about an entry's seals; false if they were all made in passing.
func tellSeals(f Fact) (Note, bool, error) {
	seals, err := readSeals(f)
	if err != nil {
		return Note{}, false, err
	}
	var parts []string
	for _, s := range seals {
		if !s.Quiet {
			parts = append(parts, s.Deck+" "+s.Short())
		}
	}
	n := Note{
		Kind: sealKind, Seat: Nature, Other: Nobody, N: len(parts),
		Text: "The cards are sealed: " + strings.Join(parts, ", ") + ".",
	}
	return n, len(parts) > 0, nil
}

// deals is what a match knows about its sealed cards.
type deals[S, E any] struct {
	trace Trace[S, E] // nil where nothing is sealed
	seals []Seal
}

// see follows an event.
func (d *deals[S, E]) see(before S, e E) Dealing {
	if d.trace == nil {
		return Dealing{}
	}
	var done Dealing
	d.trace, done = d.trace.See(before, e)
	return done
}

// seal makes the fact about an entry's shuffles.
func (d *deals[S, E]) seal(shuffles []seal.Shuffle, seed Seed) (Fact, error) {
	key := seal.NewKey(seed)
	var body sealed
	for i, s := range shuffles {
		n := len(d.seals) + 1 + i
		body.Seals = append(body.Seals, Seal{
			Shuffle: n, Deck: s.Deck, Size: len(s.Cards), Quiet: s.Quiet,
			Root: seal.Root(key.Match, n, s.Deck, key.Leaves(n, s)).String(),
		})
	}
	d.keep(body.Seals)
	text, err := json.Marshal(body)
	if err != nil {
		return Fact{}, fmt.Errorf("%w: %v", ErrFact, err)
	}
	return Fact{Kind: sealKind, Body: text}, nil
}

// keep adds seals, and leaves those who hold the list so far alone.
func (d *deals[S, E]) keep(seals []Seal) {
	d.seals = append(d.seals[:len(d.seals):len(d.seals)], seals...)
}

// read checks the seals that an entry's facts tell of against what they shuffled. A match in which shuffles were not
// sealed is older than seals, and goes on without.
func (d *deals[S, E]) read(seals []Seal, shuffles []seal.Shuffle) error {
	if d.trace == nil || len(seals) == 0 && len(shuffles) == 0 {
		return nil
	}
	if len(seals) == 0 && len(d.seals) == 0 {
		d.trace = nil
		return nil
	}
	if len(seals) != len(shuffles) {
		return fmt.Errorf("%w: %d seals for %d shuffles", ErrFact, len(seals), len(shuffles))
	}
	for i, s := range seals {
		if s.Shuffle != len(d.seals)+1+i || s.Deck != shuffles[i].Deck || s.Size != len(shuffles[i].Cards) {
			return fmt.Errorf("%w: the seal of shuffle %d is of another deck", ErrFact, s.Shuffle)
		}
	}
	d.keep(seals)
	return nil
}
