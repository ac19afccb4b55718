package table

import (
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

const (
	ruined   = "The log of this match does not add up at entry %d. It is kept as it is; nobody loses by it."
	setAside = "This match was set aside because its rules or its log broke down. Nobody loses by it."
	writing  = "The house cannot write this table down just now. Nothing is lost, clocks stand still, " +
		"and it goes on by itself."
)

// fresh is a new table. It fails with engine.ErrConfig on chairs that the game does not have.
func fresh(g *ground, s Saved, now time.Time) (*core, error) {
	c := &core{ground: g, now: now, stage: Gathering, since: now, host: s.Host, chairs: make([]chair, g.config.Seats)}
	for i := range c.chairs {
		c.chairs[i].Seat = engine.Seat(i)
	}
	for _, ch := range s.Chairs {
		at := c.seat(ch.Seat)
		if at == nil || !at.Free() || ch.Owner.ID != "" && c.owns(ch.Owner.ID) != engine.Nobody {
			return nil, fmt.Errorf("%w: seat %d", engine.ErrConfig, ch.Seat)
		}
		at.Owner, at.AwaySince, at.fresh = ch.Owner, now, true
	}
	return c, nil
}

// restored is a table as it was written down, its clocks standing still.
func restored(g *ground, k Kept, now time.Time) *core {
	c := rebuilt(g, k, now)
	if k.Saved.unready() {
		for i := range c.chairs {
			c.chairs[i].Ready = false
		}
	}
	if c.trouble != "" || c.stage != Playing {
		return c
	}
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.clock.Asked() && !c.letters() {
			s := ch.clock.Save(now) // a move that was interrupted may begin again
			s.UsedMS = 0
			ch.clock = clock.Restore(c.control, s).Give(c.times.Given)
		}
	}
	c.waiting = !c.letters() && slices.ContainsFunc(c.chairs, func(ch chair) bool { return ch.person() })
	if c.waiting {
		c.house("The house was closed for a moment. Nothing is lost: the match goes on when somebody is back.")
	}
	return c
}

// rebuilt reads a table back. What does not add up leaves it broken, with the last state that did.
func rebuilt(g *ground, k Kept, now time.Time) *core {
	s := k.Saved
	c := &core{
		ground: g, now: now, stage: s.Stage, since: s.Since, host: s.Host, match: s.Match, result: s.Result,
		chairs: make([]chair, g.config.Seats), rev: 1,
	}
	for i := range c.chairs {
		c.chairs[i].Seat, c.chairs[i].clock = engine.Seat(i), clock.New(g.control)
		if i < len(s.Banks) {
			c.chairs[i].clock = clock.Restore(g.control, s.Banks[i])
		}
	}
	for _, ch := range s.Chairs {
		if at := c.seat(ch.Seat); at != nil {
			at.Chair = ch
			if at.person() {
				at.AwaySince = now
			}
		}
	}
	switch {
	case c.stage == Halted:
		if k.Match != nil {
			c.replay(k.Match)
		}
		c.trouble, c.broken = setAside, true
	case c.stage == Gathering:
		c.match = ""
	default:
		c.replay(k.Match)
	}
	if c.stage == Playing && g.letters() {
		c.saveAt = now.Add(g.times.Save)
	}
	return c
}

// replay puts the match together from its entries. Where the rules break down over them, the match is set aside as one
// that does not add up.
func (c *core) replay(m *Stored) {
	if c.flaw = c.putTogether(m); c.flaw != nil {
		c.ruin(c.entries + 1)
	}
}

// putTogether replays the entries of a match. Checksums cost more than anything else, so only the last is compared; if
// it differs the entries are gone through again to find the first bad one. It fails with a fault if something panics.
func (c *core) putTogether(m *Stored) (err error) {
	defer contained(&err)
	if m == nil || m.ID != c.match || len(m.Opened.People) != len(c.chairs) {
		c.ruin(0)
		return nil
	}
	opening := m.Opened // not of m, which has all entries and would stay as long as the table
	c.opening = &opening
	start, err := c.kit.Open(m.Opened.Config)
	if err != nil {
		c.ruin(0)
		return nil
	}
	if bad := c.follow(start, m, false); bad != 0 {
		if first := c.follow(start, m, true); first != 0 {
			bad = first
		}
		c.ruin(bad)
		return nil
	}
	if c.stage == Ended {
		c.race = nil // nobody was left to run it
	}
	if _, over := c.play.Outcome(); (c.stage == Ended) != (m.Ended != nil) || over && c.stage != Ended {
		c.ruin(c.entries + 1)
	}
	return nil
}

// follow applies a match's entries, up to the first bad one, whose number it returns; 0 if there is none. Checksums of
// another version of the rules are not compared, nor those of states that looked different: a program that keeps more
// in its states than the one before it prints them in another way, and already the first entry shows that. The bytes of
// the entries have checksums of their own.
func (c *core) follow(start engine.Match, m *Stored, every bool) (bad uint64) {
	c.play, c.entries, c.races, c.race = start, 0, 0, nil
	alike := m.Opened.Rules == c.spec.Rules
	for i, e := range m.Entries {
		next, err := c.play.Apply(e.Facts)
		if err != nil || e.Seq != uint64(i+1) {
			return uint64(i + 1)
		}
		if i == 0 && alike {
			alike = next.Sum() == e.Sum
		}
		if alike && (every || i == len(m.Entries)-1) && next.Sum() != e.Sum {
			return e.Seq
		}
		before := c.play.Timing()
		c.play, c.entries = next, e.Seq
		c.raced(before, e.Seat)
	}
	c.interrupt()
	return 0
}

// ruin sets the match aside because of an entry.
func (c *core) ruin(seq uint64) {
	c.trouble, c.broken = fmt.Sprintf(ruined, seq), true
}

// halted is the table after its rules broke down. What was shown stays.
func (c *core) halted(words string) *core {
	n := c.clone()
	n.trouble, n.broken = words, true
	n.freeze()
	return n
}

// failing is the table while the log cannot be written.
func (c *core) failing(now time.Time, retry time.Duration) *core {
	n := c.clone()
	if now.After(n.now) {
		n.now = now
	}
	n.trouble = writing
	n.retryAt = now.Add(retry)
	n.freeze()
	return n
}

func (c *core) freeze() {
	c.vote, c.stirred = nil, true
	c.startAt, c.pauseEnd, c.window = time.Time{}, time.Time{}, time.Time{}
	c.interrupt()
	for i := range c.chairs {
		ch := &c.chairs[i]
		ch.clock = ch.clock.Pause(c.now)
		ch.BotAt, ch.hold = time.Time{}, time.Time{}
	}
}

// recovered is the table as the log has it, with the people who are there now. What the log has and nobody has seen is
// told: a batch whose write failed may be durable all the same.
func (c *core) recovered(k Kept, now time.Time) *core {
	n := rebuilt(c.ground, k, now)
	n.looks, n.parting, n.barred, n.cooled = slices.Clone(c.looks), c.parting, c.barred, c.cooled
	n.lines, n.lineSeq, n.askSeq = c.lines[:len(c.lines):len(c.lines)], c.lineSeq, c.askSeq
	n.rev, n.emptied = c.rev+1, c.emptied
	n.waiting = n.stage == Playing && !n.letters() // those who are there end it at once, those missing get their grace
	for i := range n.chairs {
		ch, old := &n.chairs[i], &c.chairs[i]
		if ch.person() && ch.Owner.ID == old.Owner.ID {
			ch.Here, ch.AwaySince, ch.fresh, ch.misses = old.Here, old.AwaySince, old.fresh, old.misses
		} else if ch.person() {
			ch.fresh = true
		}
	}
	if k.Match != nil && n.play != nil {
		shown := c.known()
		if c.match != n.match {
			shown = 0
		}
		for _, e := range k.Match.Entries[min(shown, uint64(len(k.Match.Entries))):] {
			if n.race != nil && e.Seq > n.race.seq {
				n.race.facts = append(n.race.facts, e.Facts...)
				continue
			}
			n.tell(e.Facts)
		}
	}
	if n.stage == Ended && c.stage != Ended {
		n.house("The match is over.")
	}
	n.house("The house can write again.")
	return n
}

// paused is the table at a moment at which it stops.
func (c *core) paused(now time.Time) *core {
	n := c.clone()
	if now.After(n.now) {
		n.now = now
	}
	return n
}

// stepHalted takes inputs in while the table stands still: people come, go and talk, and may leave a match that cannot
// go on.
func (c *core) stepHalted(old *core, in Input) (*core, todo, error) {
	no := ErrDisk
	if c.broken {
		no = ErrHalted
	}
	var err error
	switch in := in.(type) {
	case tick:
	case played:
		err = ErrStale
	case Talk:
		err = c.talk(in)
	case Look:
		if c.broken || c.owns(in.Who.ID) == engine.Nobody {
			err = c.look(in)
		} else {
			err = c.lookHalted(in)
		}
	case Unlook:
		err = c.unlook(in)
	case Stand:
		if !c.broken {
			return old, todo{}, no
		}
		err = c.standHalted(in)
	default:
		return old, todo{}, no
	}
	if err != nil {
		return old, todo{}, err
	}
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.person() && ch.Here != c.watches(ch.Owner.ID) {
			ch.Here, ch.AwaySince = !ch.Here, c.now
			if ch.Here {
				ch.AwaySince = time.Time{}
			}
		}
	}
	return c, c.todo(), nil
}

// lookHalted subscribes an owner without noting a new name, which would have to be written.
func (c *core) lookHalted(in Look) error {
	in.Who = c.chairs[c.owns(in.Who.ID)].Owner
	return c.look(in)
}

// standHalted lets somebody leave a match that cannot go on. With the last person the table closes.
func (c *core) standHalted(in Stand) error {
	ch := c.seat(c.owns(in.Who))
	if ch == nil {
		return denied("you have no seat here")
	}
	c.house("%s stands up.", ch.Owner.Name)
	c.free(ch)
	c.enter(Halted)
	if c.present() == 0 && !slices.ContainsFunc(c.chairs, func(o chair) bool { return o.person() }) {
		c.batch.Drop, c.over = true, true
		c.gone = "This table has closed."
		c.enter(Closed)
	}
	return nil
}
