package table

import (
	"maps"
	"slices"
	"time"

	"saloon/engine"
)

// vote is a motion on which people are voting. There is one at a time.
type vote struct {
	motion Motion
	by     engine.Seat
	yes    []engine.Seat
	until  time.Time // zero: it waits for those who are away
}

var motionWords = map[Motion]string{
	Adjourn: "adjourn the match",
	Resume:  "go on with the match",
	Rematch: "play another match",
}

// cast moves a motion or votes on it.
func (c *core) cast(in Cast) error {
	mine := c.owns(in.Who)
	if mine == engine.Nobody {
		return denied("only those who sit here vote")
	}
	stages := map[Motion]Stage{Adjourn: Playing, Resume: Adjourned, Rematch: Ended}
	if stage, ok := stages[in.Motion]; !ok || stage != c.stage {
		return denied("that cannot be voted on just now")
	}
	if in.Motion == Adjourn && c.letters() {
		return denied("a match by correspondence needs no adjourning: nobody has to be here")
	}
	c.rouse(c.seat(mine))
	name := c.seat(mine).Owner.Called()
	switch {
	case !in.Yes && c.vote == nil:
		return nil
	case !in.Yes:
		c.fail("%s would rather not %s.", name, motionWords[in.Motion])
		return nil
	case c.vote != nil && slices.Contains(c.vote.yes, mine):
		return nil
	case c.vote != nil:
		v := *c.vote
		v.yes = append(slices.Clone(v.yes), mine)
		c.vote = &v
		c.house("%s agrees.", name)
		return nil
	case c.now.Before(c.cooled[in.Motion]):
		return denied("that was voted down just now; ask again in %s", span(c.cooled[in.Motion].Sub(c.now)))
	}
	c.vote = &vote{motion: in.Motion, by: mine, yes: []engine.Seat{mine}, until: c.now.Add(c.times.Vote)}
	if c.letters() || in.Motion == Resume {
		c.vote.until = time.Time{}
	}
	c.house("%s would like to %s.", name, motionWords[in.Motion])
	return nil
}

// fail ends the vote without the motion.
func (c *core) fail(format string, args ...any) {
	c.house(format, args...)
	cooled := maps.Clone(c.cooled)
	if cooled == nil {
		cooled = make(map[Motion]time.Time)
	}
	cooled[c.vote.motion] = c.now.Add(c.times.Again)
	c.cooled, c.vote, c.stirred = cooled, nil, true
}

// present counts the owners who are there.
func (c *core) present() int {
	n := 0
	for i := range c.chairs {
		if c.chairs[i].person() && c.chairs[i].Here {
			n++
		}
	}
	return n
}

// electorate lists the seats whose yes a motion needs. To adjourn and to go on everybody who sits is asked, so that
// nobody stops or plays a match behind another's back; but after some time anybody may let it go on, so that nobody
// stops it for good. For another match those are asked who are there, in correspondence everybody.
func (c *core) electorate(m Motion) []engine.Seat {
	if m == Resume && !c.now.Before(c.since.Add(c.times.Adjourn)) {
		return nil
	}
	var out []engine.Seat
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.person() && (ch.Here || m != Rematch || c.letters()) {
			out = append(out, ch.Seat)
		}
	}
	return out
}

// missing lists the seats of the electorate that have not said yes.
func (c *core) missing(v *vote) []engine.Seat {
	return slices.DeleteFunc(c.electorate(v.motion), func(s engine.Seat) bool { return slices.Contains(v.yes, s) })
}

// unvote takes back the yes of a seat that changes hands. A motion without any yes is gone.
func (c *core) unvote(s engine.Seat) {
	if c.vote == nil {
		return
	}
	v := *c.vote
	v.yes = slices.DeleteFunc(slices.Clone(v.yes), func(o engine.Seat) bool { return o == s })
	c.vote = &v
	if len(v.yes) == 0 {
		c.vote = nil
	}
}

// tally carries the motion once everybody who counts has said yes.
func (c *core) tally() {
	if c.vote == nil {
		return
	}
	v := *c.vote
	if len(c.missing(&v)) > 0 || v.motion == Adjourn && c.race != nil { // a race is run to its end
		return
	}
	switch v.motion {
	case Adjourn:
		c.enter(Adjourned)
		c.pauseEnd, c.window = time.Time{}, time.Time{}
		c.interrupt()
		for i := range c.chairs {
			c.chairs[i].BotAt, c.chairs[i].hold = time.Time{}, time.Time{}
		}
		c.house("The match is adjourned. Its clocks stand still, also if you leave; come back whenever you like.")
	case Resume:
		c.enter(Playing)
		c.house("The match goes on.")
		c.graces()
	case Rematch:
		c.again(v.yes)
	}
}

// again gathers those who said yes for another match.
func (c *core) again(yes []engine.Seat) {
	for i := range c.chairs {
		ch := &c.chairs[i]
		ch.Left, ch.Open, ch.StandIn, ch.Leaving = nil, false, "", false
		ch.BotAt, ch.hold, ch.misses = time.Time{}, time.Time{}, 0
		switch {
		case ch.Owner.ID == "":
			c.free(ch)
		case ch.person() && (!slices.Contains(yes, ch.Seat) || !ch.Here && !c.letters()):
			c.house("%s is not here any more: the seat is free.", ch.Owner.Called())
			c.free(ch)
		default:
			ch.Ready = ch.person()
		}
	}
	c.match, c.opening, c.play, c.result, c.asks = "", nil, nil, nil, nil
	c.entries, c.rev, c.races, c.race = 0, c.rev+1, 0, nil
	c.enter(Gathering)
	c.house("Another match.")
}
