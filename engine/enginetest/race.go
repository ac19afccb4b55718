package enginetest

import (
	"reflect"
	"slices"
	"time"

	"saloon/engine"
)

const (
	timeMin = -3500 // milliseconds: reaction times that are tried
	timeMax = 3000
	// leastTried is how many suppositions about what may still come are tried on each state of a race.
	leastTried = 8
)

// edges are distances, in milliseconds, at which rules are likely to draw a line.
var edges = [...]time.Duration{-11, -10, -1, 0, 1, 9, 10, 11, 100}

// racing reports whether a race is open.
func racing[S any, M comparable, E, V any](rules engine.Rules[S, M, E, V], s S) bool {
	k, ok := any(rules).(engine.Timekeeper[S])
	return ok && k.Timing(s).Race
}

func (c *Checker[S, M, E, V]) racing(s S) bool { return c.keeper != nil && c.keeper.Timing(s).Race }

// shownTiming is the timing as everybody may know it: all but how long it takes until a race opens.
func (c *Checker[S, M, E, V]) shownTiming(s S) engine.Timing {
	if c.keeper == nil {
		return engine.Timing{}
	}
	t := c.keeper.Timing(s)
	if t.Armed {
		t.Before = 0
	}
	return t
}

// someTime is a reaction time that follows from the entry and a number.
func (c *Checker[S, M, E, V]) someTime(i int) time.Duration {
	span := timeMax - timeMin + 1
	return time.Duration(timeMin+(int(c.entry)*997+i*1361)%span) * time.Millisecond
}

// checkTiming checks that the timing fits who is asked, that answers of any time are taken, and when a race is settled.
func (c *Checker[S, M, E, V]) checkTiming(s S) {
	c.t.Helper()
	if c.keeper == nil {
		return
	}
	t, turn := c.keeper.Timing(s), c.rules.Turn(s)
	if !reflect.DeepEqual(t, c.keeper.Timing(s)) {
		c.fail("same in, same out", "two timings differ")
	}
	nature := slices.Equal(turn, []engine.Seat{engine.Nature})
	switch {
	case t.Before < 0 || t.Limit < 0 || t.Window < 0,
		t.Armed && (!nature || t.Race),
		t.Race != (t.Window > 0),
		t.Limit > 0 && (len(turn) != 1 || nature),
		t.Before > 0 && len(turn) == 0:
		c.fail("timing", "%+v where %v are asked", t, turn)
	}
	for i, seat := range t.Called {
		if !t.Race || !slices.Contains(turn, seat) || seat < 0 || slices.Contains(t.Called[:i], seat) {
			c.fail("timing", "%+v where %v are asked", t, turn)
		}
	}
	if !t.Race {
		c.times = nil
		if c.keeper.Settled(s, [engine.SeatsMax]time.Duration{}) {
			c.fail("timing", "no race is open, and it is settled")
		}
		return
	}
	all := []engine.Seat{engine.Nature}
	for i := range c.config.Seats {
		all = append(all, engine.Seat(i))
	}
	if !slices.Equal(turn, all) {
		c.fail("timing", "a race is open, and %v are asked", turn)
	}
	c.checkTimes(s)
	for i := range leastTried {
		c.checkSettled(s, i)
	}
}

// checkTimes checks that a seat that may answer may do so at any time.
func (c *Checker[S, M, E, V]) checkTimes(s S) {
	c.t.Helper()
	for i := range c.config.Seats {
		for j, m := range c.rules.Legal(s, engine.Seat(i)) {
			act := engine.Act[M]{Seat: engine.Seat(i), Move: m, After: c.someTime(i*7 + j)}
			if _, err := c.rules.Decide(s, act, c.seed.Entry(c.entry+1)); err != nil {
				c.fail("predicate", "seat %d: %v after %v is refused: %v", i, m, act.After, err)
			}
		}
	}
}

// checkSettled supposes how soon an answer may still come, and where the race is settled under that, lets answers come.
func (c *Checker[S, M, E, V]) checkSettled(s S, try int) {
	c.t.Helper()
	var pick picker
	pick.rand.Reset(c.seed.Fork("settled"), c.entry*leastTried+uint64(try))
	least := c.suppose(&pick)
	if !c.keeper.Settled(s, least) {
		return
	}
	later, came := s, 0
	for i := range c.config.Seats {
		moves := c.rules.Legal(s, engine.Seat(i))
		if len(moves) == 0 || pick.of(4) == 0 {
			continue
		}
		act := engine.Act[M]{Seat: engine.Seat(i), Move: moves[pick.of(len(moves))], After: least[i]}
		act.After += time.Duration(pick.of(2)*pick.of(200)) * time.Millisecond
		events, err := c.rules.Decide(later, act, c.seed.Entry(c.entry+1))
		if err != nil {
			c.fail("predicate", "seat %d: %v after %v is refused: %v", i, act.Move, act.After, err)
			return
		}
		later, came = c.evolved(later, events), came+1
	}
	if came > 0 {
		c.compareCloses(s, later)
	}
}

// suppose draws how soon answers may still come: any time, or one that is as far from an answer's as some edge.
func (c *Checker[S, M, E, V]) suppose(pick *picker) (least [engine.SeatsMax]time.Duration) {
	near := func() time.Duration {
		if len(c.times) == 0 || pick.of(3) == 0 {
			return pick.time()
		}
		return c.times[pick.of(len(c.times))] + edges[pick.of(len(edges))]*time.Millisecond
	}
	alike, all := pick.of(2) > 0, near()
	for i := range least {
		if least[i] = all; !alike {
			least[i] = near()
		}
	}
	return least
}

// compareCloses closes a race without and with answers that came when it was settled.
func (c *Checker[S, M, E, V]) compareCloses(s, later S) {
	c.t.Helper()
	act := engine.Act[M]{Seat: engine.Nature}
	e1, err1 := c.rules.Decide(s, act, c.seed.Entry(c.entry+1))
	e2, err2 := c.rules.Decide(later, act, c.seed.Entry(c.entry+1))
	if err1 != nil || err2 != nil || len(e1) == 0 || len(e2) == 0 {
		c.fail("predicate", "an open race is not closed: %v, %v", err1, err2)
		return
	}
	n1, _ := c.rules.Tell(e1[len(e1)-1], engine.Public)
	n2, _ := c.rules.Tell(e2[len(e2)-1], engine.Public)
	s, later = c.evolved(s, e1), c.evolved(later, e2)
	o1, _ := c.rules.Outcome(s)
	o2, _ := c.rules.Outcome(later)
	same := reflect.DeepEqual(n1, n2) && reflect.DeepEqual(o1, o2) &&
		slices.Equal(c.rules.Turn(s), c.rules.Turn(later)) &&
		reflect.DeepEqual(c.keeper.Timing(s), c.keeper.Timing(later))
	if same && c.o.Result != nil {
		same = reflect.DeepEqual(c.o.Result(c.rules.View(s, engine.Public)),
			c.o.Result(c.rules.View(later, engine.Public)))
	}
	if !same {
		c.fail("settled", "an answer that was still to come changes how the race ends: %+v, and with it %+v", e1, e2)
	}
}

func (c *Checker[S, M, E, V]) evolved(s S, events []E) S {
	for _, e := range events {
		s = c.rules.Evolve(s, e)
	}
	return s
}

// checkSealed checks that nobody else notices an answer in a race, in any way.
func (c *Checker[S, M, E, V]) checkSealed(act engine.Act[M], after S, events []E) {
	c.t.Helper()
	if !c.racing(c.state) || act.Seat == engine.Nature {
		return
	}
	c.times = append(c.times, act.After)
	if len(c.rules.Legal(after, act.Seat)) > 0 {
		c.fail("sealed", "seat %d has answered and may answer again", act.Seat)
	}
	if !slices.Equal(c.rules.Turn(c.state), c.rules.Turn(after)) ||
		!reflect.DeepEqual(c.keeper.Timing(c.state), c.keeper.Timing(after)) {
		c.fail("sealed", "an answer changes who is asked, or the time")
	}
	for _, v := range c.viewers() {
		if v.Is(act.Seat) {
			continue
		}
		if len(c.tell(events, v)) > 0 {
			c.fail("sealed", "viewer %d is told of an answer", v.Seat())
		}
		if !reflect.DeepEqual(c.rules.View(c.state, v), c.rules.View(after, v)) {
			c.fail("sealed", "viewer %d sees an answer", v.Seat())
		}
		if seat := v.Seat(); !slices.Equal(c.rules.Legal(c.state, seat), c.rules.Legal(after, seat)) {
			c.fail("sealed", "an answer changes what seat %d may do", seat)
		}
	}
}

// checkArmed decides an act after which a race is about to open once more, with other chance: what it drew, and so when
// the race opens, must be seen and told to nobody.
func (c *Checker[S, M, E, V]) checkArmed(act engine.Act[M], after S, events []E) {
	c.t.Helper()
	if c.keeper == nil || !c.keeper.Timing(after).Armed {
		return
	}
	others, err := c.rules.Decide(c.state, act, c.seed.Fork("armed").Entry(c.entry))
	other := c.evolved(c.state, others)
	if err != nil || !c.keeper.Timing(other).Armed {
		c.fail("sealed", "chance decides whether a race is about to open (%v)", err)
		return
	}
	for _, v := range c.viewers() {
		if a, b := c.rules.View(after, v), c.rules.View(other, v); !reflect.DeepEqual(a, b) {
			c.fail("sealed", "viewer %d sees when the race will open:\n\t%+v\n\t%+v", v.Seat(), a, b)
		}
		if a, b := c.tell(events, v), c.tell(others, v); !reflect.DeepEqual(a, b) {
			c.fail("sealed", "viewer %d is told when the race will open:\n\t%+v\n\t%+v", v.Seat(), a, b)
		}
	}
}

// checkReactions checks what an event says of people's reactions.
func (c *Checker[S, M, E, V]) checkReactions(e E) {
	c.t.Helper()
	k, ok := any(c.rules).(engine.Chronicler[E])
	if !ok {
		return
	}
	once := map[engine.Seat]bool{}
	for _, r := range k.Reactions(e) {
		known := slices.Contains([]engine.Response{
			engine.Valid, engine.FalseStart, engine.WrongMove, engine.NoResponse,
		}, r.How)
		if !known || r.On == "" || r.Seat < 0 || int(r.Seat) >= c.config.Seats || once[r.Seat] ||
			r.After%time.Millisecond != 0 || r.How == engine.NoResponse && r.After != 0 {
			c.fail("reactions", "%+v", r)
		}
		once[r.Seat] = true
	}
}
