package engine

import (
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"saloon/engine/seal"
)

// Match is one game being played, its types hidden. It is a value: Play and Apply return the next one and leave the
// receiver as it was, so a Match may be read by several goroutines.
type Match interface {
	Spec() Spec
	// Turn lists the seats that are asked; see Rules.
	Turn() []Seat
	Legal(Seat) []any
	// Bounds says in words what Legal cannot list; "" where it lists everything.
	Bounds(Seat) string
	// Play decides an act and applies what happened. A refused act leaves an error and the same match.
	Play(Act[any], *Rand) (Match, []Fact, error)
	// Apply replays facts, those of whole entries. It draws nothing. It fails with ErrFact.
	Apply([]Fact) (Match, error)
	View(Viewer) any
	// Tell gives the lines for one viewer; it fails with ErrFact.
	Tell([]Fact, Viewer) ([]Note, error)
	Outcome() (Outcome, bool)
	// Pause reports that there is something to look at before Nature goes on.
	Pause() bool
	// Window is how long the question stands before its answer may show; zero if it may at once. See Windower.
	Window() time.Duration
	// Timing is the time that the rules give at this state; see Timekeeper.
	Timing() Timing
	// Settled reports whether nothing that may still come in would change what closing the race does; see Timekeeper.
	Settled(least [SeatsMax]time.Duration) bool
	// Reactions lists how people answered in the races that facts closed; see Chronicler. It fails with ErrFact.
	Reactions([]Fact) ([]Reaction, error)
	// Seals lists the roots of all shuffles so far, where the game seals its cards; see Dealer.
	Seals() []Seal
	// Dealt says what facts that follow on this match did to sealed cards, fact by fact. It holds what nobody may see.
	// It is nothing where the match's cards are not sealed. It fails with ErrFact.
	Dealt([]Fact) ([]Dealing, error)
	// Audit checks the game's conservation law.
	Audit() error
	// Sum is a checksum of the state, for the log.
	Sum() uint64
	// Words and Parse write acts as records do.
	Words(Act[any], Names) (string, error)
	// Overt is an act as everybody may read it; see Discreet.
	Overt(Act[any], Names) (string, bool, error)
	Parse(words string, seat Seat, names Names) (Act[any], error)
	// Whole is the open position; Sighted what a viewer sees of it.
	Whole(Names) Position
	Sighted(Viewer, Names) Position
}

// Opener opens a match. It fails with ErrConfig.
type Opener func(Config) (Match, error)

// Game is everything that the house knows of one game.
type Game struct {
	Spec Spec
	Open Opener
	// Place sets a match up from a position. It fails with ErrPosition or ErrConfig.
	Place func(Config, Names, Position, *Rand) (Match, error)
	// Canon brings a position into the form in which positions are written; see Notation.
	Canon func(Position, Names) (Position, error)
}

// Erase hides the types of a game's rules behind Game and Match.
func Erase[S any, M comparable, E, V any](rules Rules[S, M, E, V], codec Codec[E], notation Notation[S, M, V]) Game {
	k := &kit[S, M, E, V]{rules: rules, codec: codec, notation: notation}
	return Game{
		Spec: rules.Spec(),
		Open: func(c Config) (Match, error) {
			s, err := rules.New(c)
			if err != nil {
				return nil, err
			}
			m := match[S, M, E, V]{kit: k, state: s}
			if d, ok := any(rules).(Dealer[S, E]); ok {
				m.deals.trace = d.Trace()
			}
			return m, nil
		},
		Place: func(c Config, names Names, p Position, r *Rand) (Match, error) {
			s, err := notation.Place(c, names, p, r)
			if err != nil {
				return nil, err
			}
			return match[S, M, E, V]{kit: k, state: s}, nil
		},
		Canon: notation.Canon,
	}
}

type kit[S any, M comparable, E, V any] struct {
	rules    Rules[S, M, E, V]
	codec    Codec[E]
	notation Notation[S, M, V]
}

type match[S any, M comparable, E, V any] struct {
	*kit[S, M, E, V]
	state S
	deals deals[S, E]
}

func (m match[S, M, E, V]) Spec() Spec             { return m.rules.Spec() }
func (m match[S, M, E, V]) Turn() []Seat           { return m.rules.Turn(m.state) }
func (m match[S, M, E, V]) View(v Viewer) any      { return m.rules.View(m.state, v) }
func (m match[S, M, E, V]) Bounds(s Seat) string   { return m.notation.Bounds(m.state, s) }
func (m match[S, M, E, V]) Whole(n Names) Position { return m.notation.Whole(m.state, n) }

func (m match[S, M, E, V]) Outcome() (Outcome, bool) { return m.rules.Outcome(m.state) }

func (m match[S, M, E, V]) Sighted(v Viewer, n Names) Position {
	return m.notation.Sighted(m.rules.View(m.state, v), n)
}

func (m match[S, M, E, V]) Legal(s Seat) []any {
	moves := m.rules.Legal(m.state, s)
	out := make([]any, len(moves))
	for i, mv := range moves {
		out[i] = mv
	}
	return out
}

// typed is the one place where a move from outside becomes the game's own.
func (m match[S, M, E, V]) typed(a Act[any]) (Act[M], error) {
	act := Act[M]{Seat: a.Seat, After: a.After}
	if a.Move == nil && a.Seat == Nature {
		return act, nil
	}
	mv, ok := a.Move.(M)
	if !ok {
		return act, fmt.Errorf("%w: a %T is no move of %s", ErrIllegal, a.Move, m.rules.Spec().Title)
	}
	act.Move = mv
	return act, nil
}

func (m match[S, M, E, V]) Play(a Act[any], r *Rand) (Match, []Fact, error) {
	act, err := m.typed(a)
	if err != nil {
		return m, nil, err
	}
	if _, over := m.rules.Outcome(m.state); over {
		return m, nil, ErrOver
	}
	if !slices.Contains(m.rules.Turn(m.state), act.Seat) {
		return m, nil, ErrNotAsked
	}
	events, err := m.rules.Decide(m.state, act, r)
	if err != nil {
		return m, nil, err
	}
	facts := make([]Fact, len(events), len(events)+1)
	next := m
	var shuffles []seal.Shuffle
	for i, e := range events {
		if facts[i], err = m.codec.Encode(e); err != nil {
			return m, nil, err
		}
		shuffles = append(shuffles, next.deals.see(next.state, e).Shuffles...)
		next.state = m.rules.Evolve(next.state, e)
	}
	if len(shuffles) > 0 {
		sealed, err := next.deals.seal(shuffles, r.seed)
		if err != nil {
			return m, nil, err
		}
		facts = append(facts, sealed)
	}
	return next, facts, nil
}

func (m match[S, M, E, V]) Apply(facts []Fact) (next Match, err error) {
	to := m
	defer func() { // a damaged log must not end the process that reads it
		if p := recover(); p != nil {
			next, err = m, fmt.Errorf("%w: %v", ErrFact, p)
		}
	}()
	if _, err := to.follow(facts); err != nil {
		return m, err
	}
	return to, nil
}

// follow makes facts true and says, one by one, what they did to sealed cards. It panics on events that cannot be.
func (m *match[S, M, E, V]) follow(facts []Fact) ([]Dealing, error) {
	var shuffles []seal.Shuffle
	var seals []Seal
	dealt := make([]Dealing, len(facts))
	for i, f := range facts {
		if f.Kind == sealKind {
			more, err := readSeals(f)
			if err != nil {
				return nil, err
			}
			seals = append(seals, more...)
			continue
		}
		e, err := m.codec.Decode(f)
		if err != nil {
			return nil, err
		}
		dealt[i] = m.deals.see(m.state, e)
		shuffles = append(shuffles, dealt[i].Shuffles...)
		m.state = m.rules.Evolve(m.state, e)
	}
	return dealt, m.deals.read(seals, shuffles)
}

func (m match[S, M, E, V]) Seals() []Seal { return m.deals.seals }

func (m match[S, M, E, V]) Dealt(facts []Fact) (dealt []Dealing, err error) {
	defer func() {
		if p := recover(); p != nil {
			dealt, err = nil, fmt.Errorf("%w: %v", ErrFact, p)
		}
	}()
	if dealt, err = m.follow(facts); err != nil || m.deals.trace == nil { // m is a copy: the receiver stays as it was
		return nil, err
	}
	return dealt, nil
}

func (m match[S, M, E, V]) Tell(facts []Fact, v Viewer) ([]Note, error) {
	var notes []Note
	for _, f := range facts {
		n, ok, err := m.note(f, v)
		if err != nil {
			return nil, err
		}
		if ok {
			notes = append(notes, n)
		}
	}
	return notes, nil
}

// note is one fact's line for a viewer.
func (m match[S, M, E, V]) note(f Fact, v Viewer) (Note, bool, error) {
	if f.Kind == sealKind {
		return tellSeals(f)
	}
	e, err := m.codec.Decode(f)
	if err != nil {
		return Note{}, false, err
	}
	n, ok := m.rules.Tell(e, v)
	return n, ok, nil
}

func (m match[S, M, E, V]) Pause() bool {
	p, ok := any(m.rules).(Pauser[S])
	return ok && p.Pause(m.state)
}

func (m match[S, M, E, V]) Window() time.Duration {
	if w, ok := any(m.rules).(Windower[S]); ok {
		return w.Window(m.state)
	}
	return 0
}

func (m match[S, M, E, V]) Audit() error {
	if a, ok := any(m.rules).(Auditor[S]); ok {
		return a.Audit(m.state)
	}
	return nil
}

func (m match[S, M, E, V]) Sum() uint64 { return Sum(m.state) }

// Sum is FNV-1a of a state's printed form: it needs no method of the game, because a state holds no pointers.
func Sum[S any](s S) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", s)
	return h.Sum64()
}

func (m match[S, M, E, V]) Words(a Act[any], n Names) (string, error) {
	act, err := m.typed(a)
	if err != nil {
		return "", err
	}
	return m.notation.Words(act, n), nil
}

func (m match[S, M, E, V]) Overt(a Act[any], n Names) (string, bool, error) {
	act, err := m.typed(a)
	if err != nil {
		return "", false, err
	}
	if d, ok := any(m.notation).(Discreet[M]); ok {
		words, known := d.Overt(act, n)
		return words, known, nil
	}
	return m.notation.Words(act, n), true, nil
}

func (m match[S, M, E, V]) Parse(words string, seat Seat, n Names) (Act[any], error) {
	act, err := m.notation.Parse(words, seat, n)
	if err != nil {
		return Act[any]{Seat: seat}, err
	}
	return Act[any]{Seat: act.Seat, Move: act.Move, After: act.After}, nil
}
