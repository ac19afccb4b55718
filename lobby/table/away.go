package table

import (
	"slices"
	"time"
)

// presence notices who came and who went.
func (c *core) presence() {
	for i := range c.chairs {
		ch := &c.chairs[i]
		if !ch.person() {
			ch.Here, ch.Faint = false, false
			continue
		}
		here := slices.ContainsFunc(c.looks, func(l look) bool { return l.who.ID == ch.Owner.ID })
		switch {
		case here && !ch.Here:
			c.arrives(ch)
		case !here && ch.Here:
			c.departs(ch)
		}
		if faint := here && c.unheard(ch.Owner.ID); faint != ch.Faint {
			ch.Faint, c.stirred = faint, true
		}
	}
	c.stillness()
}

// faint notes that a viewer's line does not answer, or does again.
func (c *core) faint(in Faint) error {
	if i := slices.IndexFunc(c.looks, func(l look) bool { return l.box == in.Box }); i >= 0 {
		c.looks[i].faint = in.Faint
	}
	return nil
}

// unheard reports whether no line to somebody answers.
func (c *core) unheard(who PlayerID) bool {
	return !slices.ContainsFunc(c.looks, func(l look) bool { return l.who.ID == who && !l.faint })
}

func (c *core) arrives(ch *chair) {
	back := !ch.fresh
	ch.Here, ch.fresh, ch.AwaySince, ch.BotAt, ch.hold = true, false, time.Time{}, time.Time{}, time.Time{}
	c.stirred = true
	if ch.Drops > ch.Returned {
		ch.Returned, c.dirty = ch.Drops, true
	}
	if back && c.stage != Gathering && !c.letters() {
		c.house("%s is back.", ch.Owner.Called())
	}
	c.rouse(ch)
}

func (c *core) departs(ch *chair) {
	ch.Here, ch.AwaySince, ch.rousing, c.stirred = false, c.now, false, true
	name, verb := ch.Owner.Called(), "lost the line"
	if slices.Contains(c.left, ch.Owner.ID) {
		verb = "went away"
	}
	switch {
	case c.letters():
	case c.stage == Gathering:
		ch.Ready, c.dirty = false, true
		c.house("%s %s: the seat is kept for %s.", name, verb, span(c.times.SeatKept))
	case c.stage == Playing && ch.StandIn == "" && c.spec.Live:
		c.house("%s %s.", name, verb)
		if c.present() > 0 { // a race waits for nobody; but without anybody there is none
			c.standIn(ch)
		}
	case c.stage == Playing && ch.StandIn == "":
		if verb == "lost the line" { // who only looks elsewhere for a moment is not gone yet: see standIn
			c.missed(ch)
		}
		ch.BotAt = c.now.Add(c.grace())
		c.house("%s %s: %s left, then a bot plays.", name, verb, span(c.grace()))
	default:
		c.house("%s %s.", name, verb)
	}
}

// missed counts that the match has lost somebody, once until they are back.
func (c *core) missed(ch *chair) {
	if ch.Drops == ch.Returned {
		ch.Drops, c.dirty = ch.Drops+1, true
	}
}

// grace is how long somebody may be away from a match before a bot plays.
func (c *core) grace() time.Duration {
	if c.settings.Pace == Quick {
		return c.times.AwayQuick
	}
	return c.times.AwayNormal
}

// stillness lets the match stand still while every person is away, and go on when the first is back.
func (c *core) stillness() {
	people, here := 0, 0
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.person() {
			people++
			if ch.Here {
				here++
			}
		}
	}
	still := c.stage == Playing && !c.letters() && people > 0 && here == 0
	switch {
	case still && !c.waiting:
		c.waiting, c.stirred, c.pauseEnd, c.window = true, true, time.Time{}, time.Time{}
		c.interrupt()
		for i := range c.chairs {
			c.chairs[i].BotAt, c.chairs[i].hold = time.Time{}, time.Time{}
		}
		c.house("Everybody is away: the match stands still until somebody is back.")
	case !still && c.waiting:
		c.waiting, c.stirred = false, true
		c.graces()
	}
}

// graces gives those who are missing a time of their own when a match goes on that had stood still.
func (c *core) graces() {
	if c.stage != Playing || c.letters() {
		return
	}
	for i := range c.chairs {
		ch := &c.chairs[i]
		if !ch.person() || ch.Here || ch.StandIn != "" {
			continue
		}
		ch.hold = c.now.Add(c.times.Return)
		ch.BotAt = ch.hold.Add(c.grace())
		if c.spec.Live {
			ch.BotAt = ch.hold // until then the whole match waits
		}
		c.house("%s is still missing: %s left, then a bot plays.", ch.Owner.Called(), span(ch.BotAt.Sub(c.now)))
	}
}

// emptiness notes since when nobody is there.
func (c *core) emptiness() {
	here := len(c.looks) > 0
	if c.stage == Playing || c.stage == Adjourned { // a match is kept by those who play it, not by those who watch
		here = slices.ContainsFunc(c.chairs, func(ch chair) bool { return ch.Here })
	}
	switch {
	case here:
		c.emptied = time.Time{}
	case c.emptied.IsZero():
		c.emptied, c.stirred = c.now, true
	}
}

// closesAt is when a table closes that nobody comes back to; zero if it does not.
func (c *core) closesAt() time.Time {
	if c.emptied.IsZero() {
		return time.Time{}
	}
	keep := c.times.Idle
	switch {
	case c.stage == Playing && !c.waiting:
		return time.Time{} // it goes on by itself, to its end
	case c.settings.Club != "" && c.matchOn():
		return time.Time{} // it waits for its players
	case c.settings.Lesson:
		keep = c.times.KeepLesson
	case c.stage == Playing, c.stage == Adjourned, c.stage == Halted:
		keep = c.times.KeepMatch
	case c.letters():
		keep = c.times.KeepDays
	}
	return c.emptied.Add(keep)
}

// close ends the table. A match that was on ends unfinished.
func (c *core) close() {
	if c.stage == Playing || c.stage == Adjourned {
		c.abandon(nil)
	}
	c.enter(Closed)
	c.batch.Drop, c.over = true, true
	c.gone = "This table has closed: nobody was here any more."
	c.house("The table closes.")
}
