package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/seal"
)

const (
	failuresMax = 8   // reported a match; what follows a broken law is mostly its echo
	netMax      = 400 // stray moves kept
	netTry      = 12  // of them tried on each state, for each seat
)

// Checker watches one match after the other: every act goes through Play, which decides it and checks the laws on the
// way and on the state it leads to.
type Checker[S any, M comparable, E, V any] struct {
	t        T
	rules    engine.Rules[S, M, E, V]
	codec    engine.Codec[E]
	notation engine.Notation[S, M, V]
	o        Options[M, V]
	spec     engine.Spec
	game     engine.Game
	imaginer engine.Imaginer[S, V] // nil if the rules are none
	keeper   engine.Timekeeper[S]  // nil likewise

	config engine.Config
	seed   engine.Seed
	names  engine.Names
	state  S
	facts  engine.Match // the same match, driven by its written facts alone
	entry  uint64       // entries played
	last   string       // the last act in words
	failed int

	shuffles []seal.Shuffle  // sealed so far
	opened   map[[2]int]bool // shuffle and index of cards that everybody has seen
	times    []time.Duration // of the answers in the open race
	net      []M             // moves that may be illegal now
	known    map[M]bool
	imagined int // worlds imagined, and how many of them were not the true one
	differed int
}

// NewChecker makes a checker; Open comes next.
func NewChecker[S any, M comparable, E, V any](
	t T, rules engine.Rules[S, M, E, V], codec engine.Codec[E], notation engine.Notation[S, M, V], o Options[M, V],
) *Checker[S, M, E, V] {
	c := &Checker[S, M, E, V]{
		t: t, rules: rules, codec: codec, notation: notation, o: o, spec: rules.Spec(),
		game: engine.Erase(rules, codec, notation), known: map[M]bool{},
	}
	c.imaginer, _ = any(rules).(engine.Imaginer[S, V])
	c.keeper, _ = any(rules).(engine.Timekeeper[S])
	var zero M
	for _, m := range append([]M{zero}, o.Stray...) {
		c.remember(m)
	}
	return c
}

func (c *Checker[S, M, E, V]) remember(m M) {
	if !c.known[m] && len(c.net) < netMax {
		c.known[m] = true
		c.net = append(c.net, m)
	}
}

func (c *Checker[S, M, E, V]) fail(law, format string, args ...any) {
	c.t.Helper()
	c.failed++
	if c.failed <= failuresMax {
		c.t.Errorf("%s: %s\n\tseats %d, options %v, seed %s, entry %d (%s)", law, fmt.Sprintf(format, args...),
			c.config.Seats, c.config.Options, c.seed, c.entry, c.last)
	}
}

// Open begins a match.
func (c *Checker[S, M, E, V]) Open(config engine.Config, seed engine.Seed) {
	c.t.Helper()
	c.config, c.seed, c.entry, c.failed, c.last = config, seed, 0, 0, "open"
	c.times, c.shuffles, c.opened = nil, nil, map[[2]int]bool{}
	c.names = engine.Names{"Anna", "Burt", "Curt", "Dora", "Emil", "Fritz"}[:config.Seats]
	defer c.rescue()
	var err error
	if c.state, err = c.rules.New(config); err != nil {
		c.fail("config", "%v", err)
		return
	}
	if c.facts, err = c.game.Open(config); err != nil {
		c.fail("config", "%v", err)
		return
	}
	c.checkState()
}

// rescue reports a panic of the game and ends the match.
func (c *Checker[S, M, E, V]) rescue() {
	c.t.Helper()
	if p := recover(); p != nil {
		c.fail("panic", "%v\n%s", p, debug.Stack())
		c.failed = max(c.failed, failuresMax)
	}
}

// State is the match as it is.
func (c *Checker[S, M, E, V]) State() S { return c.state }

// Done reports that the match is over, passed its bound, or broke too many laws to go on.
func (c *Checker[S, M, E, V]) Done() bool {
	_, over := c.rules.Outcome(c.state)
	return over || c.failed >= failuresMax || c.entry > uint64(max(c.spec.EntriesMax, 0))
}

// Play decides an act as the next entry and checks the laws. It reports false if the match cannot go on.
func (c *Checker[S, M, E, V]) Play(act engine.Act[M]) (on bool) {
	c.t.Helper()
	defer c.rescue()
	c.entry++
	c.last = c.names.Of(act.Seat) + ": " + c.notation.Words(act, c.names)
	if c.entry > uint64(max(c.spec.EntriesMax, 0)) {
		c.fail("bound", "a match longer than %d entries", c.spec.EntriesMax)
		return false
	}
	before := c.state
	events, err := c.rules.Decide(before, act, c.seed.Entry(c.entry))
	if err != nil {
		c.fail("predicate", "a legal act is refused: %v", err)
		return false
	}
	again, err := c.rules.Decide(before, act, c.seed.Entry(c.entry))
	if err != nil || !reflect.DeepEqual(events, again) {
		c.fail("same in, same out", "decided again, %+v became %+v (%v)", events, again, err)
	}
	if len(events) == 0 {
		c.fail("same in, same out", "an accepted act had no event")
	}
	after := before
	for _, e := range events {
		next := c.rules.Evolve(after, e)
		c.checkNotes(after, next, e)
		c.checkReactions(e)
		after = next
	}
	c.checkSealed(act, after, events)
	c.checkArmed(act, after, events)
	c.checkFacts(act, after, events)
	c.checkWorlds(act, events)
	c.state = after
	c.checkState()
	return c.failed < failuresMax
}

// checkFacts writes the events, reads them back and lets the erased match follow.
func (c *Checker[S, M, E, V]) checkFacts(act engine.Act[M], after S, events []E) {
	c.t.Helper()
	var facts []engine.Fact
	for _, e := range events {
		fact, err := c.codec.Encode(e)
		if err != nil {
			c.fail("codec", "%+v: %v", e, err)
			return
		}
		read, err := c.codec.Decode(fact)
		if err != nil {
			c.fail("codec", "%s %s: %v", fact.Kind, fact.Body, err)
			return
		}
		if twice, err := c.codec.Encode(read); err != nil || twice.Kind != fact.Kind ||
			!bytes.Equal(twice.Body, fact.Body) {
			c.fail("codec", "%s %s was read as %s %s (%v)", fact.Kind, fact.Body, twice.Kind, twice.Body, err)
		}
		for _, v := range c.viewers() {
			n1, ok1 := c.rules.Tell(e, v)
			n2, ok2 := c.rules.Tell(read, v)
			if ok1 != ok2 || !reflect.DeepEqual(n1, n2) {
				c.fail("codec", "%s tells %+v before it is written and %+v after", fact.Kind, n1, n2)
			}
		}
		c.damage(fact)
		facts = append(facts, fact)
	}
	erased := engine.Act[any]{Seat: act.Seat, After: act.After}
	if act.Seat != engine.Nature {
		erased.Move = act.Move
	}
	was := c.facts.Sum()
	played, made, err := c.facts.Play(erased, c.seed.Entry(c.entry))
	if err != nil || !reflect.DeepEqual(engine.Unsealed(made), facts) {
		c.fail("replay", "the erased match made %v of it (%v), want %v", made, err, facts)
	}
	c.checkSeals(events, made)
	next, err := c.facts.Apply(made)
	if err != nil {
		c.fail("replay", "%v", err)
		return
	}
	if want := engine.Sum(after); next.Sum() != want || played.Sum() != want {
		c.fail("replay", "the state replayed from facts differs")
	}
	if c.facts.Sum() != was {
		c.fail("replay", "playing on changed the match it was played from")
	}
	c.facts = next
}

// damage checks that facts which nobody wrote are refused, and do not panic.
func (c *Checker[S, M, E, V]) damage(fact engine.Fact) {
	c.t.Helper()
	if c.entry%7 != 0 {
		return
	}
	bad := []engine.Fact{
		{Kind: "no-such-kind", Body: fact.Body},
		{Kind: fact.Kind, Body: json.RawMessage(`{"no-such-field": 1}`)},
		{Kind: fact.Kind, Body: fact.Body[:len(fact.Body)/2]},
	}
	for _, f := range bad {
		if _, err := c.codec.Decode(f); !errors.Is(err, engine.ErrFact) {
			c.fail("codec", "the damaged fact %s %s gives %v, want ErrFact", f.Kind, f.Body, err)
		}
	}
}

func (c *Checker[S, M, E, V]) viewers() []engine.Viewer {
	out := []engine.Viewer{engine.Public}
	for i := range c.config.Seats {
		out = append(out, engine.Seated(engine.Seat(i)))
	}
	return out
}

// checkState checks the laws that hold of a state by itself.
func (c *Checker[S, M, E, V]) checkState() {
	c.t.Helper()
	s := c.state
	sum := engine.Sum(s)
	if a, ok := any(c.rules).(engine.Auditor[S]); ok {
		if err := a.Audit(s); err != nil {
			c.fail("conservation", "%v", err)
		}
	}
	c.checkOutcome(s)
	c.checkTurn(s)
	c.checkTiming(s)
	c.checkPredicate(s)
	c.checkViews(s)
	c.checkWords(s)
	c.checkPosition(s)
	if engine.Sum(s) != sum {
		c.fail("value", "asking a state about itself changed it")
	}
}

func (c *Checker[S, M, E, V]) checkOutcome(s S) {
	c.t.Helper()
	turn := c.rules.Turn(s)
	o, over := c.rules.Outcome(s)
	if over != (len(turn) == 0) {
		c.fail("predicate", "over is %v and %v are asked", over, turn)
	}
	if !over {
		return
	}
	if o.Reason == "" || len(o.Points) != c.config.Seats || len(o.Ranks) != c.config.Seats {
		c.fail("outcome", "%+v", o)
		return
	}
	sorted := slices.Sorted(slices.Values(o.Ranks))
	for i, r := range sorted {
		if shared := i > 0 && r == sorted[i-1]; !shared && r != i+1 {
			c.fail("outcome", "ranks %v: each must be one more than the number of better seats", o.Ranks)
			break
		}
	}
	_, _, err := c.facts.Play(engine.Act[any]{Seat: engine.Nature}, c.seed.Entry(c.entry+1))
	if !errors.Is(err, engine.ErrOver) {
		c.fail("predicate", "an act after the end gives %v, want ErrOver", err)
	}
}

// Close checks what can only be said of all matches together.
func (c *Checker[S, M, E, V]) Close() {
	c.t.Helper()
	if c.imagined > 0 && c.differed == 0 {
		c.t.Errorf("two worlds: none of %d imagined states differs from the true one", c.imagined)
	}
}
