package table

import (
	"time"

	"saloon/engine"
)

// A table of a community stands as long as there is somebody at it or a match on it. Its host is the community's owner,
// wherever they are. When a match is over the people keep their seats, and the next one follows; a match that nobody is
// left for waits without limit.

// Swap lets two seats change their owners before a match: the host's power.
type Swap struct {
	By   PlayerID
	A, B engine.Seat
}

// Crown makes somebody the host of a community's table: it has another owner.
type Crown struct{ Host PlayerID }

// Disband closes a community's table for good. It is denied while a match is on.
type Disband struct{ Why string }

func (Disband) input() {}

func (c *core) swap(in Swap) error {
	if !c.between() {
		return denied("the host's powers end when a match begins")
	}
	if err := c.mayHost(in.By, false); err != nil {
		return err
	}
	a, b := c.seat(in.A), c.seat(in.B)
	if a == nil || b == nil || a == b {
		return denied("that takes two different seats")
	}
	*a, *b = *b, *a
	a.Seat, b.Seat = in.A, in.B
	c.vote, c.dirty = nil, true
	c.house("Seats %d and %d change places.", in.A+1, in.B+1)
	return nil
}

func (c *core) crown(in Crown) error {
	if c.settings.Club == "" || in.Host == "" {
		return denied("this table is nobody's to hand over")
	}
	c.host, c.barred, c.dirty = in.Host, nil, true
	return nil
}

func (c *core) disband(in Disband) error {
	switch {
	case c.settings.Club == "":
		return denied("this table is nobody's to close")
	case c.matchOn():
		return denied("a match is on at it; it can be closed when that is over")
	}
	c.close()
	c.gone = in.Why
	return nil
}

// nextAt is when the next match is gathered for after one has ended; zero if it is not.
func (c *core) nextAt() time.Time {
	if c.stage != Ended || c.settings.Club == "" {
		return time.Time{}
	}
	return c.since.Add(c.times.Next)
}

// next gathers for another match: people keep their seats, if they are still there, and bots give theirs up.
func (c *core) next() {
	for i := range c.chairs {
		ch := &c.chairs[i]
		if ch.Owner.IsBot() {
			c.free(ch)
		}
	}
	var here []engine.Seat
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.person() && (ch.Here || c.letters()) {
			here = append(here, ch.Seat)
		}
	}
	c.again(here)
	for i := range c.chairs {
		c.chairs[i].Ready = false // nobody was asked yet
	}
}
