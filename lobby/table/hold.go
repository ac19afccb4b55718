package table

import (
	"time"

	"saloon/engine"
)

// heldBack reports whether what is due now has to wait: for somebody who comes back to a game that needs everybody, or
// for as long as the rules say from when people saw how things stand. In a lesson the learner says when to go on,
// unless it is the learner's question.
func (c *core) heldBack(turn []engine.Seat) bool {
	if c.awaits() {
		c.asks = nil
		return true
	}
	t := c.play.Timing()
	if t.Before <= 0 || c.ripe == c.entries+1 {
		return false
	}
	learner := len(turn) == 1 && turn[0] != engine.Nature && c.seat(turn[0]).person()
	if c.settings.Lesson && !t.Armed && (!learner || c.pauseAt != 0 || c.seenAt == c.entries) {
		c.due = time.Time{}
		return c.pause()
	}
	c.asks = nil
	return true
}

// awaits reports whether the match waits for somebody who is missing, because it is played live or not at all.
func (c *core) awaits() bool {
	if !c.spec.Live {
		return false
	}
	for i := range c.chairs {
		if !c.chairs[i].hold.IsZero() {
			return true
		}
	}
	return false
}

// holds reports whether the rules' time holds back what is due.
func (c *core) holds() bool {
	return c.stage == Playing && c.play != nil && len(c.asks) == 0 && c.pauseAt == 0 && !c.raceOpen() &&
		c.play.Timing().Before > 0 && c.ripe != c.entries+1
}

// limited reports whether the question that is open has to be answered in the time of the rules. In a lesson reading
// takes as long as it takes.
func (c *core) limited() bool {
	return c.play != nil && len(c.asks) == 1 && !c.inWindow() && c.play.Timing().Limit > 0 && !c.settings.Lesson
}

// timed starts the times of the rules from what was shown.
func (c *core) timed() {
	if c.awaits() {
		return
	}
	switch {
	case c.raceOpen():
		if c.race.opened.IsZero() {
			c.race.opened, c.race.publicAt = c.now, c.now.Add(publicLate)
			c.reckon()
		}
	case c.holds() && c.due.IsZero():
		c.due = c.now.Add(c.play.Timing().Before)
		if c.race != nil {
			c.race.armed = c.now
		}
	case c.limited() && c.limit.IsZero():
		c.limit = c.now.Add(c.play.Timing().Limit)
	}
}

// ripen lets what was held back happen.
func (c *core) ripen() {
	c.due, c.ripe, c.stirred = time.Time{}, c.entries+1, true
}

// overdue makes the first legal move for a seat that was asked long enough. Nobody is held to be away for it.
func (c *core) overdue() error {
	c.limit = time.Time{}
	if !c.limited() {
		return nil
	}
	q := c.asks[0]
	return c.act(engine.Act[any]{Seat: q.seat, Move: q.legal[0], After: c.took(q)})
}

// departures lets those go who wanted to leave after this one, where the rules have no longer pause for it.
func (c *core) departures() {
	if _, over := c.play.Outcome(); over {
		return // they have played to the end
	}
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.Leaving && c.stage == Playing {
			c.walkOut(ch)
		}
	}
}

// raceShown is the race as everybody may see it; nil outside of races, and while nobody can take part.
func (c *core) raceShown() *Race {
	if !c.live() || c.play == nil || c.races == 0 || c.awaits() {
		return nil
	}
	out := &Race{ID: c.races}
	switch t := c.play.Timing(); {
	case c.race != nil && c.race.cut:
		return nil
	case t.Race:
		out.Stage = RaceOpen
	case t.Armed:
		out.Stage = RaceArmed
	case c.holds():
		out.Stage, out.Until = RaceShow, c.due
	case c.pauseAt != 0 && t.Before > 0:
		out.Stage = RaceShow
	default:
		return nil
	}
	return out
}

// known is how many entries everybody may know of: not those of gestures that are still sealed.
func (c *core) known() uint64 {
	if c.race != nil {
		return c.race.seq
	}
	return c.entries
}
