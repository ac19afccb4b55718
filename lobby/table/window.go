package table

import (
	"errors"
	"slices"
	"time"

	"saloon/engine"
)

// reply is an answer that waits for the end of its window.
type reply struct {
	move  any
	words string
	bot   bool // a bot's: an owner who comes back may still answer instead
}

// windowed reports whether Nature is asked beside seats: several may answer until it closes the window.
func (c *core) windowed() bool {
	return c.play != nil && len(c.asks) > 0 && slices.Contains(c.play.Turn(), engine.Nature)
}

// standing is how long the open question stands in full before its answer may show; zero if it may at once. In a lesson
// there is nobody to hide anything from, and by correspondence nobody can tell when a question was read.
func (c *core) standing() time.Duration {
	if c.play == nil || len(c.asks) != 1 || c.settings.Lesson || c.letters() {
		return 0
	}
	return min(c.play.Window(), c.times.Window)
}

// inWindow reports whether a window is open, of either kind: no clock runs, and its time is over for all alike.
func (c *core) inWindow() bool { return c.windowed() || c.standing() > 0 }

// windowFor is how long the window that is open lasts; zero if none is.
func (c *core) windowFor() time.Duration {
	switch {
	case !c.windowed():
		return c.standing()
	case c.settings.Lesson:
		return c.times.Study
	case c.letters():
		return c.control.Bank
	default:
		return c.times.Window
	}
}

// seal takes in an answer to a question that stands: it is judged at once, and played when the window ends. Nothing of
// it may be seen by anybody but who gave it.
func (c *core) seal(q ask, move any, byBot bool) error {
	if q.sealed != nil && !q.sealed.bot {
		return &denial{kind: ErrStale, reason: "your answer is in; it cannot be changed"}
	}
	a := engine.Act[any]{Seat: q.seat, Move: move}
	if _, _, err := c.decide(a); err != nil {
		return err
	}
	words, err := c.play.Words(a, c.opening.Names)
	if err != nil {
		return faultf("entry %d, seat %d: %v", c.entries, q.seat, err)
	}
	i := slices.IndexFunc(c.asks, func(o ask) bool { return o.id == q.id })
	c.asks[i].sealed = &reply{move: move, words: words, bot: byBot}
	if !byBot {
		c.own = c.seat(q.seat).Owner.ID
	}
	return nil
}

// closeWindow ends a window whose time is over: Nature closes it, or what was sealed is played.
func (c *core) closeWindow() error {
	c.window = time.Time{}
	switch {
	case c.windowed():
		return c.act(engine.Act[any]{Seat: engine.Nature})
	case c.standing() > 0:
		return c.unseal(c.asks[0])
	}
	return nil
}

// unseal plays the sealed answer, or what costs the least where there is none. Both are written as answers that took
// the whole window, and neither counts for or against who was asked: a log that told them apart would say who had
// something to think about.
func (c *core) unseal(q ask) error {
	play := func(move any) error { return c.act(engine.Act[any]{Seat: q.seat, Move: move, After: c.took(q)}) }
	if ch := c.seat(q.seat); ch.clock.Asked() {
		c.endMove(ch) // it ran for another question, which became this one
	}
	if q.sealed == nil {
		return c.spare(q, play)
	}
	err := play(q.sealed.move)
	if errors.Is(err, engine.ErrIllegal) {
		return faultf("entry %d, seat %d: %q was accepted and then refused: %v", c.entries, q.seat, q.sealed.words, err)
	}
	return err
}

// sealedOf is the answer of a seat's owner that waits for the end of its window, or nil.
func (c *core) sealedOf(s engine.Seat) *Sealed {
	if s == engine.Nobody || !c.live() {
		return nil
	}
	i := slices.IndexFunc(c.asks, func(q ask) bool { return q.seat == s && q.sealed != nil && !q.sealed.bot })
	if i < 0 {
		return nil
	}
	return &Sealed{Words: c.asks[i].sealed.words, Until: c.window}
}
