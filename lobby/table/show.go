package table

import (
	"slices"

	"saloon/engine"
)

const brokeDown = "This table has broken down. Nothing that you saw is lost."

// addressed is a frame on its way to a mailbox.
type addressed struct {
	box   *Mailbox
	frame Frame
	last  bool // the subscription ends
}

// parting is a subscription that the table ends, and the words for it.
type parting struct {
	box   *Mailbox
	words string
	seq   uint64
}

// seen is a view as it was made for a viewer.
type seen struct {
	rev  uint64
	view any
}

func (c *core) look(in Look) error {
	if in.Box == nil || in.Who.ID == "" {
		return denied("nobody is looking")
	}
	if slices.ContainsFunc(c.looks, func(l look) bool { return l.box == in.Box }) {
		return nil
	}
	if mine := c.seat(c.owns(in.Who.ID)); mine != nil {
		if mine.Owner != in.Who {
			mine.Owner, c.dirty = in.Who, true // a new name, or a guest who has an account now
		}
	} else if err := c.mayWatch(in.Who.ID); err != nil {
		return err
	}
	c.looks = append(c.looks, look{who: in.Who, box: in.Box, heard: c.recap()})
	c.stirred = true
	boxes := 0
	for i := len(c.looks) - 1; i >= 0; i-- {
		if c.looks[i].who.ID != in.Who.ID {
			continue
		}
		if boxes++; boxes > BoxesEach {
			c.part(i, "You look at this table from too many windows.")
		}
	}
	return nil
}

func (c *core) mayWatch(who PlayerID) error {
	if c.settings.NoSpectators && c.matchOn() {
		return denied("this table has no spectators")
	}
	if !c.watches(who) && len(c.watchers()) >= SpectatorsMax {
		return ErrFull
	}
	return nil
}

// part ends the i-th subscription.
func (c *core) part(i int, words string) {
	c.parting = append(c.parting[:len(c.parting):len(c.parting)],
		parting{box: c.looks[i].box, words: words, seq: c.looks[i].seq + 1})
	c.looks = slices.Delete(c.looks, i, i+1)
	c.stirred = true
}

func (c *core) unlook(in Unlook) error {
	i := slices.IndexFunc(c.looks, func(l look) bool { return l.box == in.Box })
	if i < 0 {
		return nil
	}
	if in.Left {
		c.left = append(c.left, c.looks[i].who.ID)
	}
	c.looks, c.stirred = slices.Delete(c.looks, i, i+1), true
	return nil
}

// spectators sends those away who may not look on while a match is on.
func (c *core) spectators() {
	if !c.settings.NoSpectators || !c.matchOn() {
		return
	}
	for i := len(c.looks) - 1; i >= 0; i-- {
		if c.owns(c.looks[i].who.ID) == engine.Nobody {
			c.part(i, "This table has no spectators while a match is on.")
		}
	}
}

// watchers lists who looks on without a seat, each once.
func (c *core) watchers() []Person {
	var out []Person
	for _, l := range c.looks {
		if c.owns(l.who.ID) == engine.Nobody &&
			!slices.ContainsFunc(out, func(p Person) bool { return p.ID == l.who.ID }) {
			out = append(out, l.who)
		}
	}
	return out
}

// frames makes everybody's frame, or the frames of the one person who has something new to see.
func (c *core) frames(r todo) ([]addressed, error) {
	if !r.Seen && !r.Over {
		return c.framesOf(func(l *look) bool {
			return l.who.ID == r.Own || r.Public && c.owns(l.who.ID) == engine.Nobody
		})
	}
	out, err := c.framesOf(func(*look) bool { return true })
	if err != nil {
		return nil, err
	}
	for _, p := range c.parting {
		f := Frame{Seq: p.seq, Info: c.info(), You: engine.Nobody, Gone: p.words}
		out = append(out, addressed{box: p.box, frame: f, last: true})
	}
	c.parting = nil
	c.forget()
	return out, nil
}

// framesOf makes the frames of those who are meant, but for those who may not see yet what there is. What viewers share
// is made once. Frames are numbered for each subscription: a gap would tell the others that somebody got one.
func (c *core) framesOf(meant func(*look) bool) ([]addressed, error) {
	info, race := c.info(), c.raceShown()
	type hearing struct {
		seat  engine.Seat
		after uint64
	}
	heard := make(map[hearing][]Line)
	out := make([]addressed, 0, len(c.looks)+len(c.parting))
	for i := range c.looks {
		l := &c.looks[i]
		if !meant(l) || c.tooSoon(l) {
			continue
		}
		l.seq++
		f := Frame{Seq: l.seq, Info: info, You: c.owns(l.who.ID), Gone: c.gone}
		var err error
		if f.View, err = c.view(f.You); err != nil {
			return nil, err
		}
		f.Ask, f.Sealed, f.Race = c.askOf(f.You), c.sealedOf(f.You), race
		if f.You != engine.Nobody {
			f.Lag = l.lag
		}
		h := hearing{f.You, l.heard}
		lines, ok := heard[h]
		if !ok {
			if lines, err = c.hear(h.seat, h.after); err != nil {
				return nil, err
			}
			heard[h] = lines
		}
		f.Lines, l.heard = lines, c.lineSeq
		out = append(out, addressed{box: l.box, frame: f, last: c.gone != ""})
	}
	return out, nil
}

// tooSoon reports whether somebody only looks on, and what people react to has only just been shown to them.
func (c *core) tooSoon(l *look) bool {
	return c.race != nil && !c.race.publicAt.IsZero() && c.gone == "" && c.owns(l.who.ID) == engine.Nobody
}

// view is the match as a seat sees it, made once for every state.
func (c *core) view(s engine.Seat) (any, error) {
	if c.play == nil || c.blind {
		return nil, nil
	}
	if v, ok := c.views[s]; ok && v.rev == c.rev {
		return v.view, nil
	}
	v := c.play.View(engine.Seated(s))
	if c.views == nil {
		c.views = make(map[engine.Seat]seen)
	}
	c.views[s] = seen{rev: c.rev, view: v}
	return v, nil
}

// askOf is the open question to a seat that can be answered now, or nil.
func (c *core) askOf(s engine.Seat) *Ask {
	if s == engine.Nobody || !c.live() || c.sealedOf(s) != nil {
		return nil
	}
	i := slices.IndexFunc(c.asks, func(q ask) bool { return q.seat == s })
	if i < 0 {
		return nil
	}
	q := c.asks[i]
	out := &Ask{ID: q.id, Seat: s, Legal: q.legal, Words: q.words, Bounds: q.bounds}
	switch {
	case c.inWindow():
		out.Deadline = c.window
	case c.limited():
		out.Deadline = c.limit
	default:
		out.Deadline, _ = c.seat(s).clock.Deadline()
	}
	return out
}

// info is what everybody at the table may see of it.
func (c *core) info() Info {
	out := Info{
		ID: c.id, Settings: c.settings, Stage: c.stage, Host: c.host, Watchers: c.watchers(), Match: c.match,
		Entries: int(c.known()), Opened: c.opened, Waits: c.waits(), Result: c.result, Trouble: c.trouble,
	}
	if c.trouble != "" {
		out.Stage = Halted
	}
	if c.opening != nil {
		out.Commitment = c.opening.Commitment
		if c.result != nil && c.spec.Reveals {
			out.Seed = c.opening.Seed.String()
		}
	}
	if c.play != nil && !c.blind {
		out.Seals = c.play.Seals()
	}
	for i := range c.chairs {
		ch := c.chairs[i].Chair
		ch.Asked = c.stage == Playing && c.isAsked(ch.Seat)
		if k := c.chairs[i].clock; c.play != nil && c.chairs[i].person() && !c.settings.Lesson {
			ch.Clock = Clock{Left: k.Remaining(c.now), Bank: k.Bank(c.now), Running: k.Running(), At: c.now}
		}
		out.Chairs = append(out.Chairs, ch)
	}
	if v := c.vote; v != nil {
		out.Votes = []Vote{{Motion: v.motion, By: v.by, Yes: v.yes, Missing: c.missing(v), Until: v.until}}
	}
	return out
}

// hangUp closes every mailbox. Who has not been told why is told that something went wrong.
func (c *core) hangUp() {
	for _, l := range c.looks {
		if c.gone == "" {
			l.box.Put(Frame{Seq: l.seq + 1, You: engine.Nobody, Gone: brokeDown})
		}
		l.box.Close()
	}
}
