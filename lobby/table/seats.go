package table

import (
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

// denial is one of this package's errors with a reason for the player, who reads the reason alone.
type denial struct {
	kind   error
	reason string
}

func (d *denial) Error() string { return d.reason }
func (d *denial) Unwrap() error { return d.kind }

func denied(format string, args ...any) error {
	return &denial{kind: ErrDenied, reason: fmt.Sprintf(format, args...)}
}

// between reports whether seats may change hands freely: no match is on.
func (c *core) between() bool { return c.stage == Gathering || c.stage == Ended }

func (c *core) sit(in Sit) error {
	who := in.Who
	switch {
	case who.ID == "" || who.IsBot():
		return denied("only people sit down by themselves")
	case in.Seat != engine.Nobody && c.seat(in.Seat) == nil:
		return &denial{kind: ErrFull, reason: "there is no such seat"}
	case slices.Contains(c.barred, who.ID):
		return denied("the host would rather not have you at this table")
	}
	have := c.owns(who.ID)
	if have != engine.Nobody && (have == in.Seat || in.Seat == engine.Nobody) {
		return nil
	}
	if !c.between() {
		return c.substitute(in, have)
	}
	at := in.Seat
	if at == engine.Nobody {
		at = engine.Seat(slices.IndexFunc(c.chairs, func(ch chair) bool { return ch.Free() }))
	}
	ch := c.seat(at)
	if ch == nil || !ch.Free() {
		return ErrFull
	}
	if have != engine.Nobody {
		old := c.seat(have)
		ch.fresh, ch.Here, ch.AwaySince = old.fresh, old.Here, old.AwaySince
		c.vacate(old)
		ch.Owner = who
		c.house("%s moves to seat %d.", who.Name, at+1)
	} else {
		*ch = chair{Chair: Chair{Seat: at, Owner: who, AwaySince: c.now}, fresh: true}
		c.house("%s sits down.", who.Name)
	}
	c.dirty = true
	return nil
}

// substitute takes an open seat over in a match, or gives it back to whoever walked out of it.
func (c *core) substitute(in Sit, have engine.Seat) error {
	if have != engine.Nobody {
		return denied("you have a seat in this match")
	}
	back := engine.Seat(slices.IndexFunc(c.chairs, func(ch chair) bool {
		return slices.ContainsFunc(ch.Left, func(p Person) bool { return p.ID == in.Who.ID })
	}))
	at := in.Seat
	if at == engine.Nobody {
		at = engine.Seat(slices.IndexFunc(c.chairs, func(ch chair) bool { return ch.Open }))
		if back >= 0 {
			at = back
		}
	}
	ch := c.seat(at)
	switch {
	case ch == nil || !ch.Open:
		return ErrFull
	case back >= 0 && back != at:
		return denied("you walked out of this match; only your own seat is open to you")
	}
	ch.Owner, ch.Open, ch.StandIn, ch.misses = in.Who, false, "", 0
	ch.fresh, ch.AwaySince = true, c.now
	ch.silent, ch.rousing, ch.marks = 0, false, clock.Marks{}
	c.dirty = true
	if back >= 0 {
		ch.Left = slices.DeleteFunc(slices.Clone(ch.Left), func(p Person) bool { return p.ID == in.Who.ID })
		c.house("%s is back, and it is as if nothing had happened.", in.Who.Name)
		return nil
	}
	c.house("%s takes the seat over from %s.", in.Who.Name, ch.Left[len(ch.Left)-1].Name)
	return nil
}

func (c *core) seatBot(in SeatBot) error {
	if c.stage != Gathering {
		return denied("bots are seated before a match")
	}
	if err := c.mayHost(in.By, true); err != nil {
		return err
	}
	if _, ok := c.kit.Level(in.Level); !ok {
		return denied("there is no bot %q for %s", in.Level, c.spec.Title)
	}
	seated := 0
	for i := range c.chairs {
		ch := &c.chairs[i]
		if in.Seat != ch.Seat && !(in.Seat == engine.Nobody && ch.Free()) || ch.person() {
			continue
		}
		who, ok := c.person(in.Level, ch.Seat)
		if !ok {
			return denied("there is no bot %q to be had just now", in.Level)
		}
		*ch = chair{Chair: Chair{Seat: ch.Seat, Owner: who}}
		c.house("%s, %s, sits down.", who.Called(), who.Sort())
		seated++
	}
	if seated == 0 {
		return ErrFull
	}
	c.dirty = true
	return nil
}

// mayHost reports whether somebody may do what the host may; with others, anybody who sits may too once all other
// people are ready.
func (c *core) mayHost(who PlayerID, others bool) error {
	if who != "" && who == c.host {
		return nil
	}
	if mine := c.owns(who); others && mine != engine.Nobody {
		waits := slices.ContainsFunc(c.chairs, func(ch chair) bool {
			return ch.person() && ch.Seat != mine && !ch.Ready
		})
		if !waits {
			return nil
		}
		return denied("the host may, and you may once all others are ready")
	}
	return denied("only the host may")
}

func (c *core) remove(in Remove) error {
	if !c.between() {
		return denied("the host's powers end when a match begins")
	}
	if err := c.mayHost(in.By, false); err != nil {
		return err
	}
	ch := c.seat(in.Seat)
	switch {
	case ch == nil || ch.Free():
		return denied("nobody sits there")
	case ch.Owner.ID == in.By:
		return denied("stand up instead")
	}
	if ch.person() {
		c.barred = append(slices.Clone(c.barred), ch.Owner.ID)
		if over := len(c.barred) - barredMax; over > 0 {
			c.barred = c.barred[over:]
		}
	}
	host := "The host"
	if by := c.seat(c.owns(in.By)); by != nil {
		host = by.Owner.Called()
	}
	c.house("%s asks %s to leave the seat.", host, ch.Owner.Called())
	c.free(ch)
	return nil
}

func (c *core) stand(in Stand) error {
	ch := c.seat(c.owns(in.Who))
	if ch == nil {
		return denied("you have no seat here")
	}
	c.dirty = true
	switch {
	case c.between():
		c.house("%s stands up.", ch.Owner.Called())
		c.free(ch)
	case in.Now:
		c.walkOut(ch)
	case ch.Leaving:
		ch.Leaving = false
		c.house("%s stays after all.", ch.Owner.Called())
	default:
		ch.Leaving = true
		c.house("%s leaves after this hand; then a bot plays, or a substitute.", ch.Owner.Called())
	}
	return nil
}

// walkOut opens an owner's seat in a match.
func (c *core) walkOut(ch *chair) {
	who := ch.Owner
	ch.Left = append(slices.Clone(ch.Left), who)
	ch.Leaving = false
	c.unvote(ch.Seat)
	c.dirty = true
	if !slices.ContainsFunc(c.chairs, func(o chair) bool { return o.person() && o.Seat != ch.Seat }) {
		c.house("%s leaves, the last to go: the match ends here.", who.Name)
		c.abandon(ch)
		c.free(ch)
		return
	}
	ch.BotAt, ch.hold, ch.AwaySince, ch.Here = time.Time{}, time.Time{}, time.Time{}, false
	ch.rousing, ch.silent = false, 0
	ch.clock = ch.clock.Pause(c.now)
	ch.Drops, ch.Returned = 0, 0 // they were the leaver's, who has walked out, which is the worse
	ch.Owner = Person{Name: botFor(who), Bot: c.standInLevel()}
	ch.StandIn, ch.Open = c.standInLevel(), true
	c.house("%s walks out and loses. A bot plays on; the seat is open to a substitute.", who.Name)
}

// standInLevel is the strength of bots that play for people. A game without any has its fallback.
func (c *core) standInLevel() string {
	if c.level == "" {
		return "fallback"
	}
	return c.level
}

// standIn lets a bot play for an owner.
func (c *core) standIn(ch *chair) {
	if !ch.person() || ch.StandIn != "" || c.stage != Playing {
		return
	}
	ch.StandIn, ch.hold = c.standInLevel(), time.Time{}
	if !ch.Here && !c.letters() {
		c.missed(ch)
	}
	ch.clock = ch.clock.Pause(c.now)
	c.dirty = true
	until := "is back"
	if ch.Here {
		until = "presses a key"
	}
	c.house("A bot plays for %s until %s %s.", ch.Owner.Called(), ch.Owner.Called(), until)
}

// rouse gives a seat back to its owner.
func (c *core) rouse(ch *chair) {
	if ch.StandIn == "" || !ch.person() {
		return
	}
	if c.race != nil {
		ch.rousing = true
		return
	}
	ch.StandIn, ch.misses, ch.silent, ch.rousing, c.dirty = "", 0, 0, false, true
	// The move that the bot did not make yet begins anew, and a bank that ran out holds enough for it: otherwise the
	// flag would fall again at once.
	bank := ch.clock.Save(c.now)
	bank.UsedMS, bank.LeftMS = 0, max(bank.LeftMS, c.control.Increment.Milliseconds())
	ch.clock = clock.Restore(c.control, bank)
	c.house("%s plays again.", ch.Owner.Called())
}

// rouseAll gives seats back to owners who came back during a race.
func (c *core) rouseAll() {
	if c.race != nil {
		return
	}
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.rousing {
			c.rouse(ch)
		}
	}
}

// free empties a seat while no match is on.
func (c *core) free(ch *chair) {
	c.dirty = true
	c.vacate(ch)
}

func (c *core) vacate(ch *chair) {
	c.unvote(ch.Seat)
	*ch = chair{Chair: Chair{Seat: ch.Seat}, clock: ch.clock}
}

// succession passes the host's powers on when the host has no seat any more.
func (c *core) succession() {
	if c.owns(c.host) != engine.Nobody || c.settings.Club != "" {
		return // a community's table is its owner's, whether or not they are there
	}
	next := slices.IndexFunc(c.chairs, func(ch chair) bool { return ch.person() })
	if next < 0 {
		return // a host who stands stays the host until somebody sits
	}
	who := c.chairs[next].Owner
	if c.host != "" {
		c.house("%s is the host now.", who.Name)
	}
	c.host, c.barred, c.dirty = who.ID, nil, true
}

// freedAt is when a seat is taken back, before a match, from somebody who is not there; zero if it is not.
func (c *core) freedAt(ch *chair) time.Time {
	if !ch.person() || ch.Here || c.letters() || ch.AwaySince.IsZero() {
		return time.Time{}
	}
	return ch.AwaySince.Add(c.times.SeatKept)
}

func (c *core) ready(in Ready) error {
	ch := c.seat(c.owns(in.Who))
	if ch == nil {
		return denied("you have no seat here")
	}
	c.rouse(ch)
	switch {
	case c.stage == Ended:
		return c.cast(Cast{Who: in.Who, Motion: Rematch, Yes: in.Yes})
	case c.stage == Playing && c.pauseAt == 0, c.stage == Adjourned, ch.Ready == in.Yes:
		return nil
	}
	ch.Ready, c.stirred = in.Yes, true
	if c.stage == Gathering {
		c.dirty = true
		if in.Yes {
			c.house("%s is ready.", ch.Owner.Called())
		} else {
			c.house("%s is not ready yet.", ch.Owner.Called())
		}
	}
	return nil
}

func (c *core) wake(in Wake) error {
	ch := c.seat(c.owns(in.Who))
	if ch == nil {
		return denied("you have no seat here")
	}
	c.rouse(ch)
	return nil
}

// complete reports whether all seats are taken and everybody is ready.
func (c *core) complete() bool {
	return !slices.ContainsFunc(c.chairs, func(ch chair) bool { return ch.Free() || ch.person() && !ch.Ready })
}

// gather starts and stops the countdown.
func (c *core) gather() {
	if c.stage != Gathering || c.opens {
		return
	}
	all := c.complete()
	switch {
	case all && c.startAt.IsZero():
		c.startAt, c.stirred = c.now.Add(c.times.Countdown), true
		if c.times.Countdown == 0 || c.settings.Lesson { // nobody else is to be warned of a lesson
			c.startAt, c.opens = time.Time{}, true
		}
	case !all && !c.startAt.IsZero():
		c.startAt, c.startHow, c.stirred = time.Time{}, "", true
	}
}
