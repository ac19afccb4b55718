package enginetest

import (
	"errors"
	"slices"

	"saloon/engine"
)

// checkTurn checks who is asked, and that exactly they have legal moves.
func (c *Checker[S, M, E, V]) checkTurn(s S) {
	c.t.Helper()
	turn := c.rules.Turn(s)
	if !slices.IsSorted(turn) || len(slices.Compact(slices.Clone(turn))) != len(turn) {
		c.fail("predicate", "%v are asked: not in ascending order", turn)
	}
	for _, seat := range turn {
		if seat < engine.Nature || int(seat) >= c.config.Seats {
			c.fail("predicate", "seat %d is asked", seat)
		}
	}
	if w, ok := any(c.rules).(engine.Windower[S]); ok {
		if d := w.Window(s); d < 0 || d > 0 && (len(turn) != 1 || turn[0] < 0) {
			c.fail("predicate", "a window of %v for %v", d, turn)
		}
	}
	for i := range c.config.Seats {
		seat := engine.Seat(i)
		legal := c.rules.Legal(s, seat)
		asked := slices.Contains(turn, seat)
		if sealed := asked && c.racing(s) && len(legal) == 0; !sealed && asked != (len(legal) > 0) {
			c.fail("predicate", "seat %d: asked is %v, legal moves are %v", seat, asked, legal)
		}
		if again := c.rules.Legal(s, seat); !slices.Equal(legal, again) {
			c.fail("same in, same out", "legal moves %v, asked again %v", legal, again)
		}
		once := map[M]bool{}
		for _, m := range legal {
			if once[m] {
				c.fail("predicate", "seat %d: %v is listed twice", seat, m)
			}
			once[m] = true
		}
	}
}

// checkPredicate checks that Decide accepts exactly the listed moves, and Nature exactly when it is asked.
func (c *Checker[S, M, E, V]) checkPredicate(s S) {
	c.t.Helper()
	turn := c.rules.Turn(s)
	for i := range c.config.Seats {
		seat := engine.Seat(i)
		legal := c.rules.Legal(s, seat)
		for _, m := range legal {
			c.remember(m)
			events, err := c.rules.Decide(s, engine.Act[M]{Seat: seat, Move: m}, c.seed.Entry(c.entry+1))
			if err != nil {
				c.fail("predicate", "seat %d: %v is listed and refused: %v", seat, m, err)
				continue
			}
			next := s
			for _, e := range events {
				next = c.rules.Evolve(next, e)
			}
			if a, ok := any(c.rules).(engine.Auditor[S]); ok && a.Audit(next) != nil {
				c.fail("conservation", "seat %d: %v: %v", seat, m, a.Audit(next))
			}
		}
		for j := range min(netTry, len(c.net)) {
			m := c.net[(int(c.entry)*netTry+i+j)%len(c.net)]
			if !slices.Contains(legal, m) {
				c.refuses(s, engine.Act[M]{Seat: seat, Move: m}, slices.Contains(turn, seat), len(legal) > 0)
			}
		}
	}
	strangers := []engine.Seat{engine.Nobody, engine.Seat(c.config.Seats), engine.SeatsMax, 100}
	if !slices.Contains(turn, engine.Nature) {
		strangers = append(strangers, engine.Nature)
	}
	for _, seat := range strangers {
		c.refuses(s, engine.Act[M]{Seat: seat, Move: c.net[int(c.entry)%len(c.net)]}, false, false)
		if got := c.rules.Legal(s, seat); len(got) > 0 {
			c.fail("predicate", "seat %d has legal moves %v", seat, got)
		}
	}
}

// refuses checks that an act is refused for a reason of the right kind, and that the refusal drew nothing. Where the
// seat has moves, its list may hold examples.
func (c *Checker[S, M, E, V]) refuses(s S, act engine.Act[M], asked, moves bool) {
	c.t.Helper()
	var r engine.Rand
	r.Reset(c.seed, c.entry+1)
	fresh := r
	_, err := c.rules.Decide(s, act, &r)
	if err == nil && asked && moves && c.spec.Representatives {
		return // the game's own check is the authority
	}
	_, over := c.rules.Outcome(s)
	switch {
	case err == nil:
		c.fail("predicate", "seat %d: %v is not listed and accepted", act.Seat, act.Move)
	case over && !errors.Is(err, engine.ErrOver) && !errors.Is(err, engine.ErrNotAsked),
		!over && !asked && !errors.Is(err, engine.ErrNotAsked),
		asked && !errors.Is(err, engine.ErrIllegal):
		c.fail("predicate", "seat %d, asked %v, over %v: %v is refused with %v", act.Seat, asked, over, act.Move, err)
	}
	if err != nil && r != fresh {
		c.fail("predicate", "seat %d: the refused move %v drew chance", act.Seat, act.Move)
	}
}
