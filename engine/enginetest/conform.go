package enginetest

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"saloon/engine"
)

// T is the part of testing.TB that the suite needs, so that the simulator and the suite's own tests can listen too.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Options say how much is played and what only the game knows.
type Options[M comparable, V any] struct {
	// Matches is the number of matches, spread evenly over Configs. Default: 20, at least one a configuration.
	Matches int
	Seed    engine.Seed
	// Stray are moves that the game should mostly refuse: damaged kinds, cards that nobody holds, wrong seats.
	Stray []M
	// Cards lists the names of all cards that a view shows. Without it notes are not checked for names.
	Cards func(V) []string
	// Configs are what is played. Default: every number of seats, and every option away from its default.
	Configs []engine.Config
	// Result, if not nil, is what of a view follows from how a race came out. Without it a settled race is held to
	// who is asked, the time, the outcome and the last line alone.
	Result func(V) any
	// Choices, when not nil, choose the configuration and the acts of a single match up to shortly after their end: the
	// body of a fuzz target.
	Choices []byte
}

// Conform plays random matches and reports every broken law, at most failuresMax a match.
func Conform[S any, M comparable, E, V any](
	t T, rules engine.Rules[S, M, E, V], codec engine.Codec[E], notation engine.Notation[S, M, V], o Options[M, V],
) {
	t.Helper()
	spec := rules.Spec()
	if len(o.Configs) == 0 {
		o.Configs = configs(spec)
	}
	c := NewChecker(t, rules, codec, notation, o)
	if o.Choices != nil {
		pick := &picker{bytes: o.Choices}
		pick.rand.Reset(o.Seed.Fork("choices/"+string(o.Choices)), 1)
		c.Open(o.Configs[pick.of(len(o.Configs))], o.Seed)
		driveSome(c, pick)
		return
	}
	checkSpec(t, rules)
	n := o.Matches
	if n == 0 {
		n = max(20, len(o.Configs))
	}
	for i := range n {
		seed := o.Seed.Fork("match/" + strconv.Itoa(i))
		pick := &picker{}
		pick.rand.Reset(seed.Fork("picks"), 1)
		c.Open(o.Configs[i%len(o.Configs)], seed)
		drive(c, pick)
	}
	c.Close()
}

// drive plays random acts until the match is over or its bound is passed.
func drive[S any, M comparable, E, V any](c *Checker[S, M, E, V], pick *picker) {
	for step(c, pick) {
	}
}

// actsAfter is how many acts by chance follow those that a fuzzer has chosen. A whole match would take seconds, and
// leave it hardly any tries.
const actsAfter = 16

// driveSome plays the acts that bytes choose, and a few more.
func driveSome[S any, M comparable, E, V any](c *Checker[S, M, E, V], pick *picker) {
	for left := actsAfter; left > 0 && step(c, pick); {
		if len(pick.bytes) == 0 {
			left--
		}
	}
}

// step plays one act, and reports whether another one may follow.
func step[S any, M comparable, E, V any](c *Checker[S, M, E, V], pick *picker) bool {
	if c.Done() {
		return false
	}
	act, ok := choose(c.rules, c.state, pick)
	return ok && c.Play(act)
}

// choose is any act of any seat that is asked and has a move. Nature, where it is asked beside seats, acts one time in
// six.
func choose[S any, M comparable, E, V any](
	rules engine.Rules[S, M, E, V], s S, pick *picker,
) (act engine.Act[M], ok bool) {
	turn := rules.Turn(s)
	beside := len(turn) > 1 && turn[0] == engine.Nature
	race := beside && racing(rules, s)
	if race {
		turn = slices.DeleteFunc(turn, func(seat engine.Seat) bool {
			return seat != engine.Nature && len(rules.Legal(s, seat)) == 0 // it has answered
		})
	}
	if beside && len(turn) > 1 && pick.of(6) > 0 {
		turn = turn[1:]
	}
	if len(turn) == 0 {
		return act, false
	}
	if act.Seat = turn[pick.of(len(turn))]; act.Seat == engine.Nature {
		return act, true
	}
	moves := rules.Legal(s, act.Seat)
	if len(moves) == 0 {
		return act, false
	}
	act.Move = moves[pick.of(len(moves))]
	if race {
		act.After = pick.time()
	}
	return act, true
}

// picker draws from bytes while there are any, then from chance.
type picker struct {
	bytes []byte
	rand  engine.Rand
}

func (p *picker) of(n int) int {
	if len(p.bytes) == 0 {
		return p.rand.IntN(n)
	}
	b := p.bytes[0]
	p.bytes = p.bytes[1:]
	return int(b) % n
}

// time is a reaction time in whole milliseconds: every third from timeMin to timeMax, the others as people have them,
// close enough together for ties.
func (p *picker) time() time.Duration {
	ms := timeMin + p.of(26)*250 + p.of(251)
	if p.of(3) > 0 {
		ms = 300 + p.of(60)
	}
	return time.Duration(ms) * time.Millisecond
}

// configs are all numbers of seats with the default options, then one configuration for every value of an option that
// is not its default (of a number: its bounds), the seats going round.
func configs(spec engine.Spec) []engine.Config {
	var out []engine.Config
	for n := spec.SeatsMin; n <= spec.SeatsMax; n++ {
		out = append(out, engine.Config{Seats: n})
	}
	seats := spec.SeatsMin
	for _, o := range spec.Options {
		values := o.Values
		if len(values) == 0 {
			values = []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
		}
		for _, v := range slices.Compact(slices.Clone(values)) {
			if v == o.Default {
				continue
			}
			out = append(out, engine.Config{Seats: seats, Options: map[string]string{o.Key: v}})
			if seats++; seats > spec.SeatsMax {
				seats = spec.SeatsMin
			}
		}
	}
	return out
}

// checkSpec checks the spec itself and that impossible configurations are refused.
func checkSpec[S any, M comparable, E, V any](t T, rules engine.Rules[S, M, E, V]) {
	t.Helper()
	spec := rules.Spec()
	if spec.Name == "" || spec.Title == "" || spec.Blurb == "" || spec.Rules < 1 || spec.EntriesMax < 1 {
		t.Errorf("spec: name, title, blurb, rules and the bound of entries must be set: %+v", spec)
	}
	if spec.SeatsMin < 1 || spec.SeatsMax < spec.SeatsMin || spec.SeatsMax > engine.SeatsMax {
		t.Errorf("spec: %d to %d seats", spec.SeatsMin, spec.SeatsMax)
	}
	if _, races := any(rules).(engine.Timekeeper[S]); races && !spec.Live {
		t.Errorf("spec: people who race must be there at the same time")
	}
	bad := []engine.Config{
		{Seats: spec.SeatsMin - 1},
		{Seats: spec.SeatsMax + 1},
		{Seats: spec.SeatsMin, Options: map[string]string{"no-such-option": "1"}},
	}
	for _, o := range spec.Options {
		if o.Check(o.Default) != nil {
			t.Errorf("spec: option %s does not allow its own default %q", o.Key, o.Default)
		}
		if len(o.Words) > 0 && len(o.Words) != len(o.Values) {
			t.Errorf("spec: option %s has %d values and words for %d", o.Key, len(o.Values), len(o.Words))
		}
		bad = append(bad, engine.Config{Seats: spec.SeatsMin, Options: map[string]string{o.Key: "no such value"}})
	}
	for _, c := range bad {
		if _, err := rules.New(c); !errors.Is(err, engine.ErrConfig) {
			t.Errorf("spec: New(%+v) gives %v, want ErrConfig", c, err)
		}
	}
}
