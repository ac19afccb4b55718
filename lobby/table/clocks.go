package table

import (
	"slices"
	"time"

	"saloon/engine/clock"
)

// endMove ends a move that the owner has not made: it costs what was thought, and adds nothing.
func (c *core) endMove(ch *chair) {
	s := ch.clock.Save(c.now)
	s.Asked, s.UsedMS = false, 0
	ch.clock = clock.Restore(c.control, s)
}

// ticks reports whether a seat's clock should run: a person is asked who plays, and is there or has no grace left. In a
// lesson no clock runs: reading takes as long as it takes.
func (c *core) ticks(ch *chair) bool {
	return c.live() && !c.settings.Lesson && ch.person() && ch.StandIn == "" && ch.hold.IsZero() &&
		!c.inWindow() && !c.limited() &&
		slices.ContainsFunc(c.asks, func(q ask) bool { return q.seat == ch.Seat })
}

// clocks stops the clocks that should not run. Those that should are started when it is shown.
func (c *core) clocks() {
	for i := range c.chairs {
		ch := &c.chairs[i]
		if ch.clock.Running() && !c.ticks(ch) {
			ch.clock = ch.clock.Pause(c.now)
		}
	}
}

// shown starts what runs from the moment at which people see it. It is called after everything is written, so that a
// slow disk costs nobody time.
func (c *core) shown(now time.Time) {
	if now.After(c.now) {
		c.now = now
	}
	if !c.live() {
		return
	}
	for i := range c.asks {
		if c.asks[i].shown.IsZero() {
			c.asks[i].shown = c.now
		}
	}
	for i := range c.chairs {
		if ch := &c.chairs[i]; c.ticks(ch) {
			ch.clock = ch.clock.Start(c.now).Resume(c.now)
		}
	}
	if c.window.IsZero() && c.inWindow() && !c.held() {
		c.window = c.now.Add(c.windowFor())
	}
	c.timed()
	if c.pauseAt != 0 && c.pauseEnd.IsZero() {
		c.pauseEnd = c.now.Add(c.pauseFor())
	}
}

// held reports whether somebody is asked who is missing and has a time for coming back: no window runs meanwhile.
func (c *core) held() bool {
	return slices.ContainsFunc(c.asks, func(q ask) bool { return !c.seat(q.seat).hold.IsZero() })
}

// flags answers for those whose time is up.
func (c *core) flags() error {
	for i := range c.chairs {
		ch := &c.chairs[i]
		if !ch.clock.Flagged(c.now) {
			continue
		}
		n := slices.IndexFunc(c.asks, func(q ask) bool { return q.seat == ch.Seat })
		if n < 0 {
			ch.clock = ch.clock.Pause(c.now)
			continue
		}
		q := c.asks[n]
		stopped, _ := ch.clock.Stop(c.now, 0)
		if err := c.fallback(q); err != nil {
			return err
		}
		ch.clock = stopped // the next answer gets its increment: with nothing the flag would fall at once
		ch.misses++
		c.house("%s ran out of time: the move that costs the least is made.", ch.Owner.Called())
		if ch.misses >= missesMax {
			c.standIn(ch)
		}
	}
	return nil
}

// pauseFor is how long people may look at a score.
func (c *core) pauseFor() time.Duration {
	someone := slices.ContainsFunc(c.chairs, func(ch chair) bool { return c.looking(&ch) })
	switch {
	case c.letters() || !someone:
		return c.times.Glance
	case c.settings.Lesson:
		return c.times.Study
	default:
		return c.times.Look
	}
}

// looking reports whether the table waits for somebody to have seen the score.
func (c *core) looking(ch *chair) bool { return ch.person() && ch.Here && ch.StandIn == "" }

// pause stops before Nature goes on; it reports whether it still does.
func (c *core) pause() bool {
	if c.seenAt == c.entries {
		return false
	}
	if c.pauseAt != c.entries {
		c.pauseAt, c.pauseEnd, c.stirred = c.entries, time.Time{}, true
		c.asks = nil
		for i := range c.chairs {
			c.chairs[i].Ready = false
		}
		for i := range c.chairs {
			if ch := &c.chairs[i]; ch.Leaving && c.stage == Playing {
				c.walkOut(ch)
			}
		}
		return true
	}
	anyone, waits := false, false
	for i := range c.chairs {
		if ch := &c.chairs[i]; c.looking(ch) {
			anyone, waits = true, waits || !ch.Ready
		}
	}
	if anyone && !waits {
		c.endPause()
		return false
	}
	return true
}

// endPause lets the match go on.
func (c *core) endPause() {
	c.seenAt, c.pauseAt, c.pauseEnd = c.entries, 0, time.Time{}
	for i := range c.chairs {
		c.chairs[i].Ready = false
	}
}
