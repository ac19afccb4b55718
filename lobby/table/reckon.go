package table

import (
	"slices"
	"sort"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

const (
	// never is longer than any reaction.
	never = 24 * time.Hour
	// reckonStep is how exactly the moment is found at which a race may close.
	reckonStep = 100 * time.Microsecond
)

// latest is the latest moment from which a key of a runner that was not read yet may count.
func (c *core) latest(r *runner) time.Time {
	var at time.Time
	for _, s := range r.sights {
		if l := s.Passes(0); !s.Sent.IsZero() && (at.IsZero() || l.Before(at)) {
			at = l
		}
	}
	if at.IsZero() {
		return c.race.opened.Add(slackMax + clock.LagMax + clock.Jitter)
	}
	return at
}

// least is the shortest reaction time that a seat's answer may have which the table does not know at a moment.
func (c *core) least(s engine.Seat, at time.Time) time.Duration {
	r := &c.race.runners[s]
	switch {
	case r.done || r.passed:
		return never
	case r.chosen != nil:
		return r.chosen.after
	case r.bot != 0 || len(r.keys) > 0 || c.race.opened.IsZero():
		return -never
	}
	return at.Sub(c.latest(r).Add(carryMax)).Round(time.Millisecond)
}

// settled reports whether nothing that the table does not know at a moment could change the race's result.
func (c *core) settledAt(at time.Time) bool {
	var least [engine.SeatsMax]time.Duration
	for i := range least {
		least[i] = never
		if i < len(c.chairs) {
			least[i] = c.least(engine.Seat(i), at)
		}
	}
	return c.play.Settled(least)
}

// reckon finds out when the open race may close: at the first moment at which nothing that is still on its way could
// change the result, as far as is known now; at the latest when everybody's time is over.
func (c *core) reckon() {
	r := c.race
	r.closeAt, r.botAt = time.Time{}, time.Time{}
	if r.opened.IsZero() {
		return
	}
	for i := range c.chairs {
		if o := &r.runners[i]; o.chosen != nil && !o.done && !o.passed {
			if at := r.opened.Add(o.chosen.after); r.botAt.IsZero() || at.Before(r.botAt) {
				r.botAt = at
			}
		}
	}
	window := c.play.Timing().Window
	end := r.opened.Add(window)
	for i := range c.chairs {
		if o := &r.runners[i]; !o.done && o.bot == 0 {
			end = later(end, c.latest(o).Add(carryMax+window+time.Millisecond)) // times are rounded to it
		}
	}
	r.closeAt = later(end, c.now)
	if !c.settledAt(r.closeAt) {
		return
	}
	steps := int(r.closeAt.Sub(c.now)/reckonStep) + 1
	n := sort.Search(steps, func(i int) bool { return c.settledAt(c.now.Add(time.Duration(i) * reckonStep)) })
	r.closeAt = earlier(r.closeAt, c.now.Add(time.Duration(n)*reckonStep))
}

// field lets bots react for the seats that they play, and for those whose owners cannot any more.
func (c *core) field() error {
	for i := range c.chairs {
		ch, r := &c.chairs[i], &c.race.runners[i]
		if _, bot := ch.byBot(); r.done || r.bot != 0 || !c.race.cut && (!bot || ch.rousing) {
			continue
		}
		if err := c.early(ch); err != nil {
			return err
		}
		if r = &c.race.runners[i]; r.done {
			continue
		}
		floor := time.Duration(0)
		if !c.race.opened.IsZero() && !c.race.cut {
			floor = max(c.least(ch.Seat, c.now), 0) // nobody gains by leaving when it is too late already
		}
		c.askSeq++
		r.bot, r.floor = c.askSeq, floor
		r.passed = len(c.play.Legal(ch.Seat)) == 0 // others are called on to break a tie
	}
	return nil
}

// ran takes in how a bot reacts.
func (c *core) ran(s engine.Seat, in played) {
	r := &c.race.runners[s]
	after := max(in.after, r.floor).Truncate(time.Millisecond)
	if in.err != nil || in.move == nil || after > c.play.Timing().Window {
		r.passed = true
		return
	}
	r.chosen = &chosen{move: in.move, after: after}
}

// botsReact lets those bots answer whose time has come. People then see a race of bots take as long as it took.
func (c *core) botsReact() error {
	for i := range c.chairs {
		r := &c.race.runners[i]
		opened := c.race.opened
		if r.done || r.passed || r.chosen == nil || opened.IsZero() || opened.Add(r.chosen.after).After(c.now) {
			continue
		}
		err := c.act(engine.Act[any]{Seat: engine.Seat(i), Move: r.chosen.move, After: r.chosen.after})
		if fatal(err) {
			return err
		}
		r.passed = err != nil
	}
	return nil
}

// asked reports whether a bot is to say what it does.
func (r runner) asked() bool { return r.bot != 0 && !r.done && !r.passed && r.chosen == nil }

// runs finds the seat for which a bot reacts.
func (c *core) runs(job uint64) (engine.Seat, bool) {
	if !c.raceOpen() || job == 0 {
		return engine.Nobody, false
	}
	i := slices.IndexFunc(c.race.runners[:], func(r runner) bool { return r.bot == job && r.asked() })
	return engine.Seat(i), i >= 0
}

// racing lists the bots that are to react now.
func (c *core) racing() []task {
	if !c.raceOpen() || c.race.opened.IsZero() {
		return nil
	}
	var out []task
	for i := range c.chairs {
		r := &c.race.runners[i]
		if !r.asked() {
			continue
		}
		s := engine.Seat(i)
		level, ok := c.chairs[i].byBot()
		if !ok {
			level = c.standInLevel()
		}
		t := task{
			ask: r.bot, seat: s, legal: c.play.Legal(s), match: c.play, player: c.kit.Fallback, race: true,
			chance: c.chanceOf("bot", s, c.race.seq+1),
		}
		if l, ok := c.kit.Level(level); ok {
			t.player = l.Bot
		}
		out = append(out, t)
	}
	return out
}

// runRace brings the open race on, and closes it once nothing can change its result. It reports whether it still is on.
func (c *core) runRace() (on bool, err error) {
	c.asks, c.window = nil, time.Time{}
	if c.waiting || c.awaits() {
		return true, nil
	}
	if err := c.field(); err != nil {
		return true, err
	}
	if err := c.botsReact(); err != nil {
		return true, err
	}
	if c.reckon(); !c.raceDue() {
		return true, nil
	}
	return false, c.closeRace()
}

// raceDue reports whether the open race may close: keys that came while the table was busy writing, before the moment
// at which it was to close, have all been looked at.
func (c *core) raceDue() bool {
	at := c.race.closeAt
	return !at.IsZero() && !at.After(c.now) && !c.now.After(c.at)
}

// closeRace ends the race that is open.
func (c *core) closeRace() error {
	if err := c.botsReact(); err != nil {
		return err
	}
	for i := range c.chairs {
		if err := c.early(&c.chairs[i]); err != nil {
			return err
		}
	}
	r, t := c.race, c.play.Timing()
	var mute [engine.SeatsMax]bool // called on, and the time is over
	for _, s := range t.Called {
		mute[s] = !r.runners[s].done && c.least(s, c.now) > t.Window
	}
	if err := c.act(engine.Act[any]{Seat: engine.Nature}); err != nil {
		return err
	}
	for i := range c.chairs {
		ch, o := &c.chairs[i], &r.runners[i]
		if !ch.person() || o.bot != 0 || r.cut {
			continue
		}
		for _, s := range o.sights {
			if s.Marks && !s.Sent.IsZero() && !s.Mark.IsZero() {
				ch.marks = ch.marks.Add(s.Late())
			}
		}
		if mute[i] {
			if ch.silent++; ch.silent >= silentMax {
				c.standIn(ch)
			}
		}
	}
	c.departures()
	return nil
}

// reactions are how people answered in the race that facts closed, for their histories: where a bot played, in a lesson
// or in a match that is tried out, there is nothing to remember.
func (c *core) reactions(r *race, facts []engine.Fact) error {
	if c.settings.Lesson || c.opening.Settings.From != nil {
		return nil
	}
	all, err := c.play.Reactions(facts)
	if err != nil {
		return faultf("entry %d: %v", c.entries, err)
	}
	for _, e := range all {
		if ch := c.seat(e.Seat); ch != nil && ch.person() && r.runners[e.Seat].bot == 0 {
			c.batch.Reactions = append(c.batch.Reactions,
				Reaction{Seq: c.entries, Player: ch.Owner.ID, Reaction: e, At: c.now})
		}
	}
	return nil
}
