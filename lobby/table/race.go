package table

import (
	"errors"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

const (
	// slackMax is how much later than it was shown a picture may have been sent. A terminal that takes nothing in could
	// otherwise put its start off, and look at the picture elsewhere.
	slackMax = 100 * time.Millisecond
	// publicLate is how much later those see it who only look on. Whoever plays over a long line could otherwise look
	// on over a short one, and be ahead by half a round trip.
	publicLate = clock.LagMax / 2
	// carryMax is how long a key may be on its way inside the house, from where it was read to the table: far more than
	// it ever takes, but on a machine with no time to spare.
	carryMax = 50 * time.Millisecond
	// keysMax bounds the keys of a seat that wait until its picture has reached it.
	keysMax = 4
	// silentMax is how many races in a row somebody may let go by before a bot plays the seat.
	silentMax = 3
)

// race is a race from armed to its close.
type race struct {
	id      uint64
	seq     uint64    // the last entry that everybody may know of: the one by which it came, or opened
	armed   time.Time // when people could see that it was; zero before
	opened  time.Time // when the table showed what people react to; zero before
	closeAt time.Time // when nothing can change its result any more, or its time is over; zero before it is shown
	botAt   time.Time // when the next bot reacts; zero if none will
	// publicAt is when those who only look on may see what people react to; zero once they may.
	publicAt time.Time
	// cut: the table stood still meanwhile. Nobody can react to what was seen before, so bots do it for all who have
	// not answered; see the package comment.
	cut     bool
	runners [engine.SeatsMax]runner
	facts   []engine.Fact // of the gestures: they are told when it is over
}

// runner is a seat's part in a race. Its slices are never written to in place.
type runner struct {
	sights []sight       // by terminal of the owner
	keys   []key         // that came before their terminal's picture was reported
	done   bool          // an answer is written
	bot    uint64        // the job of the bot that plays here in this race; 0 while the owner does
	passed bool          // the bot lets it go by
	chosen *chosen       // what the bot does; it is written when it would have done it
	floor  time.Duration // a bot that steps in midway has not reacted sooner than this
}

// sight is what is known of one terminal's picture. Its Sent is zero until that is reported.
type sight struct {
	box *Mailbox
	clock.Sight
}

// chosen is what a bot does in a race, and when.
type chosen struct {
	move  any
	after time.Duration
}

// key is a gesture as it was read.
type key struct {
	box  *Mailbox
	move any
	at   time.Time
}

func (r *race) clone() *race {
	if r == nil {
		return nil
	}
	n := *r
	n.facts = slices.Clip(r.facts)
	return &n
}

// open reports whether people are reacting.
func (c *core) raceOpen() bool { return c.race != nil && c.play != nil && c.play.Timing().Race }

// raced keeps the book of races: an act by a seat, written as the last entry, led here from a state with other times.
func (c *core) raced(before engine.Timing, seat engine.Seat) {
	after := c.play.Timing()
	switch {
	case !after.Armed && !after.Race:
		c.race = nil
	case c.race != nil && before.Race && after.Race && seat != engine.Nature:
		c.race.runners[seat].done = true
	case c.race != nil && before.Armed:
		c.race.seq = c.entries
	default:
		c.races++
		c.race = &race{id: c.races, seq: c.entries}
	}
}

// interrupt is for a match that stands still: what was held back begins anew afterwards, and an open race is cut.
func (c *core) interrupt() {
	c.due, c.limit = time.Time{}, time.Time{}
	if c.race == nil {
		return
	}
	n := &race{id: c.race.id, seq: c.race.seq, facts: c.race.facts, cut: c.raceOpen()}
	for i, r := range c.race.runners {
		if n.cut && (r.done || r.passed) {
			n.runners[i] = runner{done: r.done, passed: r.passed, bot: r.bot}
		}
	}
	c.race = n
}

// runner finds the part of somebody in the race that is on. It fails with ErrStale if another one is.
func (c *core) runner(who PlayerID, box *Mailbox, id uint64) (*chair, *runner, error) {
	ch := c.seat(c.owns(who))
	switch {
	case ch == nil:
		return nil, nil, denied("you have no seat here")
	case c.race == nil || c.race.id != id || c.race.cut || !c.live():
		return nil, nil, &denial{kind: ErrStale, reason: "that race is over"}
	case !slices.ContainsFunc(c.looks, func(l look) bool { return l.box == box && l.who.ID == who }):
		return nil, nil, ErrStale
	}
	return ch, &c.race.runners[ch.Seat], nil
}

// sight finds what is known of a terminal's picture, or begins to note it.
func (r *runner) sight(box *Mailbox) *sight {
	r.sights = slices.Clone(r.sights)
	i := slices.IndexFunc(r.sights, func(s sight) bool { return s.box == box })
	if i < 0 {
		r.sights = append(r.sights, sight{box: box})
		i = len(r.sights) - 1
	}
	return &r.sights[i]
}

func (c *core) reached(in Reached) error {
	ch, r, err := c.runner(in.Who, in.Box, in.Race)
	if err != nil {
		return err
	}
	opened := c.race.opened
	if opened.IsZero() {
		return ErrStale
	}
	if i := slices.IndexFunc(c.looks, func(l look) bool { return l.box == in.Box }); i >= 0 {
		c.looks[i].lag = &in.Lag
	}
	s := r.sight(in.Box)
	if !s.Sent.IsZero() {
		return nil
	}
	s.Sent = earlier(later(in.Sent, opened), earlier(c.now, opened.Add(slackMax)))
	s.Lag, s.Marks = in.Lag, in.Marks && !ch.marks.Off()
	mine := func(k key) bool { return k.box == in.Box }
	keys := r.keys
	r.keys = slices.DeleteFunc(slices.Clone(keys), mine)
	for _, k := range keys {
		if !mine(k) || r.bot != 0 {
			continue
		}
		if err := c.react(ch, k); fatal(err) {
			return err
		}
	}
	return nil
}

func (c *core) marked(in Marked) error {
	_, r, err := c.runner(in.Who, in.Box, in.Race)
	if err != nil {
		return err
	}
	if s := r.sight(in.Box); s.Mark.IsZero() {
		s.Mark = earlier(in.At, c.now)
	}
	return nil
}

func (c *core) gesture(in Gesture) error {
	ch, r, err := c.runner(in.Who, in.Box, in.Race)
	if err != nil {
		return err
	}
	k := key{box: in.Box, move: in.Move, at: earlier(in.At, c.now)}
	if from := c.armedFor(in.Box); from.IsZero() || k.at.Before(from) || in.Move == nil {
		return &denial{kind: ErrStale, reason: "that key came before the race"}
	}
	ch.silent = 0
	c.rouse(ch)
	if r.bot != 0 {
		c.verdict = &denial{kind: ErrStale, reason: "a bot has this one; the seat is yours from the next on"}
		return nil
	}
	seen := slices.ContainsFunc(r.sights, func(s sight) bool { return s.box == in.Box && !s.Sent.IsZero() })
	if seen {
		return c.react(ch, k)
	}
	if len(r.keys) < keysMax {
		r.keys = append(slices.Clip(r.keys), k)
	}
	return nil
}

// armedFor is the moment from which a key that is read was pressed by somebody who could see that the race is on: as
// far away as their terminal was in the last race. It is zero before anybody can see it.
func (c *core) armedFor(box *Mailbox) time.Time {
	from := c.race.armed
	if from.IsZero() {
		return c.race.opened
	}
	for _, l := range c.looks {
		if l.box == box && l.lag != nil {
			return from.Add(l.lag.Credit())
		}
	}
	return from
}

// react writes down what a key is to the rules. It tells its owner alone.
func (c *core) react(ch *chair, k key) error {
	base := c.base(&c.race.runners[ch.Seat], k.at)
	after := k.at.Sub(base).Round(time.Millisecond)
	if after > c.play.Timing().Window {
		return &denial{kind: ErrStale, reason: "the time for it was over"}
	}
	if err := c.act(engine.Act[any]{Seat: ch.Seat, Move: k.move, After: after}); err != nil {
		return err
	}
	c.own = ch.Owner.ID
	return nil
}

// base is the moment to which a key is a reaction: the first at which its owner could see the picture, on whichever of
// the own terminals. While no picture is reported it is the moment at which the table showed it.
func (c *core) base(r *runner, at time.Time) time.Time {
	var base time.Time
	for _, s := range r.sights {
		if b := s.Base(at); !s.Sent.IsZero() && (base.IsZero() || b.Before(base)) {
			base = b
		}
	}
	switch {
	case !base.IsZero():
		return base
	case c.race.opened.IsZero():
		return c.now
	default:
		return c.race.opened
	}
}

// early judges the keys that came before the race was open and whose owner's terminal has told nothing since: whenever
// the picture came, they were false starts.
func (c *core) early(ch *chair) error {
	r := &c.race.runners[ch.Seat]
	keys := r.keys
	r.keys = nil
	for _, k := range keys {
		if opened := c.race.opened; !opened.IsZero() && !k.at.Before(opened) {
			continue // nobody knows what it was
		}
		if err := c.react(ch, k); fatal(err) {
			return err
		}
	}
	return nil
}

// fatal reports whether an error is more than a refusal of the rules or of the table.
func fatal(err error) bool {
	return err != nil && !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, ErrStale)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
