// Package stage is what the tests of all games do in the same way: set a position up and play on from it in the words
// of records, play whole matches, and replay the records that come with a game.
package stage

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"saloon/engine"
)

// Seed makes a seed of a number.
func Seed(n uint64) engine.Seed {
	var seed engine.Seed
	binary.BigEndian.PutUint64(seed[:], n)
	return seed
}

// Stage is a match that a test plays, in the words of records: "Anna: meld 3 Jesse James".
type Stage[S any, M comparable, E, V any] struct {
	T     testing.TB
	Names engine.Names
	State S
	// Seen are the events of the last move.
	Seen []E
	// Check, where there is one, is asked after every event.
	Check func(*S, E)

	rules    engine.Rules[S, M, E, V]
	notation engine.Notation[S, M, V]
	seed     engine.Seed
	entry    uint64
}

// New is a match that begins with a state. Everything random follows from the seed.
func New[S any, M comparable, E, V any](
	tb testing.TB, rules engine.Rules[S, M, E, V], notation engine.Notation[S, M, V], seed engine.Seed,
) *Stage[S, M, E, V] {
	return &Stage[S, M, E, V]{T: tb, rules: rules, notation: notation, seed: seed}
}

// Open begins with an empty table.
func (x *Stage[S, M, E, V]) Open(c engine.Config, names engine.Names) {
	x.T.Helper()
	s, err := x.rules.New(c)
	if err != nil {
		x.T.Fatal(err)
	}
	x.State, x.Names = s, names
}

// Place begins with a position that must be possible.
func (x *Stage[S, M, E, V]) Place(c engine.Config, names engine.Names, p engine.Position) {
	x.T.Helper()
	s, err := x.notation.Place(c, names, p, x.seed.Entry(0))
	if err != nil {
		x.T.Fatal(err)
	}
	x.State, x.Names = s, names
	x.audit()
}

// audit asks the rules, where they are an Auditor.
func (x *Stage[S, M, E, V]) audit() {
	x.T.Helper()
	if a, ok := x.rules.(engine.Auditor[S]); ok {
		if err := a.Audit(x.State); err != nil {
			x.T.Fatal(err)
		}
	}
}

// Parse reads a line; one that has no meaning fails the test.
func (x *Stage[S, M, E, V]) Parse(line string) engine.Act[M] {
	x.T.Helper()
	name, words, _ := strings.Cut(line, ": ")
	act, err := x.notation.Parse(words, x.Names.Seat(name), x.Names)
	if err != nil {
		x.T.Fatalf("%s: %v", line, err)
	}
	return act
}

// Act decides and applies an act, or returns why not.
func (x *Stage[S, M, E, V]) Act(act engine.Act[M]) error {
	x.T.Helper()
	x.entry++
	events, err := x.rules.Decide(x.State, act, x.seed.Entry(x.entry))
	if err != nil {
		return err
	}
	x.Seen = events
	for _, e := range events {
		x.State = x.rules.Evolve(x.State, e)
		if x.Check != nil {
			x.Check(&x.State, e)
		}
	}
	x.audit()
	return nil
}

// Do plays lines that must be allowed.
func (x *Stage[S, M, E, V]) Do(lines ...string) {
	x.T.Helper()
	for _, line := range lines {
		if err := x.Act(x.Parse(line)); err != nil {
			x.T.Fatalf("%s: %v", line, err)
		}
	}
}

// Chance lets Nature act once.
func (x *Stage[S, M, E, V]) Chance() {
	x.T.Helper()
	if err := x.Act(engine.Act[M]{Seat: engine.Nature}); err != nil {
		x.T.Fatal(err)
	}
}

// Settle lets Nature act for as long as nobody else is asked.
func (x *Stage[S, M, E, V]) Settle() {
	x.T.Helper()
	for {
		if turn := x.rules.Turn(x.State); len(turn) != 1 || turn[0] != engine.Nature {
			return
		}
		x.Chance()
	}
}

// Why asks what a line would be answered, without playing it: nil where it is allowed.
func (x *Stage[S, M, E, V]) Why(line string) error {
	x.T.Helper()
	_, err := x.rules.Decide(x.State, x.Parse(line), x.seed.Entry(x.entry+1))
	return err
}

// Refused wants a line refused under a clause; by a seat that is not asked where clause is "".
func (x *Stage[S, M, E, V]) Refused(line, clause string) {
	x.T.Helper()
	err := x.Why(line)
	var r *engine.Refusal
	switch {
	case err == nil:
		x.T.Errorf("%s is allowed, it should be refused by clause %q", line, clause)
	case clause == "" && !errors.Is(err, engine.ErrNotAsked):
		x.T.Errorf("%s: %v, want ErrNotAsked", line, err)
	case clause != "" && (!errors.As(err, &r) || r.Clause != clause):
		x.T.Errorf("%s: %v, want a refusal by clause %s", line, err, clause)
	}
}

// Legal is what a seat may do, in words.
func (x *Stage[S, M, E, V]) Legal(seat engine.Seat) []string {
	var words []string
	for _, m := range x.rules.Legal(x.State, seat) {
		words = append(words, x.notation.Words(engine.Act[M]{Seat: seat, Move: m}, x.Names))
	}
	return words
}
