package clock

import "time"

type phase uint8

const (
	standing phase = iota // the seat is not asked
	running               // it is asked, and its time runs
	paused                // it is asked, and nobody's time runs
)

// Clock is one seat's clock. Make one with New or Restore.
type Clock struct {
	control Control
	phase   phase
	left    time.Duration // in the bank, at since if running
	used    time.Duration // of this move so far, at since if running
	purse   time.Duration // lag that can still be refunded
	since   time.Time     // when it began to run; zero unless running
}

// New is a clock with a full bank and a full purse, standing.
func New(c Control) Clock { return Clock{control: c, left: c.Bank, purse: c.LagMax} }

// Start begins a move: the seat is asked. While a move is on, running or paused, it changes nothing.
func (c Clock) Start(now time.Time) Clock {
	if c.phase == standing {
		c.phase, c.used, c.since = running, 0, now
	}
	return c
}

// Stop ends a move: the answer came at now, over a line with the given round trip. It charges the move, refunds its
// lag, adds the increment, and reports whether the answer was in time. A clock that was not running is charged nothing.
func (c Clock) Stop(now time.Time, lag time.Duration) (stopped Clock, inTime bool) {
	if c.phase == standing {
		return c, true
	}
	spent := c.spent(now)
	refund := max(min(lag, c.purse, spent), 0)
	inTime = spent-refund <= c.room()
	c.left = max(c.left-(spent-refund), 0)
	c.left = c.filled(c.control.Increment)
	c.purse = max(c.purse-refund, min(c.purse-refund+c.control.LagGain, c.control.LagMax))
	c.phase, c.used, c.since = standing, 0, time.Time{}
	return c, inTime
}

// Pause halts a running clock.
func (c Clock) Pause(now time.Time) Clock {
	if c.phase != running {
		return c
	}
	spent := c.spent(now)
	c.left = max(c.left-spent, 0)
	c.used += spent
	c.phase, c.since = paused, time.Time{}
	return c
}

// Resume lets a paused clock run on.
func (c Clock) Resume(now time.Time) Clock {
	if c.phase == paused {
		c.phase, c.since = running, now
	}
	return c
}

// Give adds time to the bank, up to the control's BankMax: what the house owes after it was down.
func (c Clock) Give(d time.Duration) Clock {
	c.left = c.filled(max(d, 0))
	return c
}

// Running reports whether time runs.
func (c Clock) Running() bool { return c.phase == running }

// Asked reports whether a move is on, running or paused.
func (c Clock) Asked() bool { return c.phase != standing }

// Bank is what the bank holds at now, never below 0.
func (c Clock) Bank(now time.Time) time.Duration { return max(c.left-c.spent(now), 0) }

// Remaining is how long the seat may still think over this move at now, or over its next: the bank, or less where one
// answer may not take that long. It is never below 0, and holds no refund that is still to come.
func (c Clock) Remaining(now time.Time) time.Duration { return max(c.room()-c.spent(now), 0) }

// Deadline is the moment at which Remaining is 0; false unless the clock runs.
func (c Clock) Deadline() (time.Time, bool) {
	if c.phase != running {
		return time.Time{}, false
	}
	return c.since.Add(c.room()), true
}

// Flag is the moment from which no answer can be in time: the deadline, and the grace that the purse can still cover.
// False unless the clock runs.
func (c Clock) Flag() (time.Time, bool) {
	at, ok := c.Deadline()
	if !ok {
		return at, false
	}
	return at.Add(min(c.purse, GraceMax)), true
}

// Flagged reports whether the flag has fallen at now.
func (c Clock) Flagged(now time.Time) bool {
	at, ok := c.Flag()
	return ok && now.After(at)
}

// spent is what the running stretch took; a time that went backwards took nothing.
func (c Clock) spent(now time.Time) time.Duration {
	if c.phase != running {
		return 0
	}
	return max(now.Sub(c.since), 0)
}

// room is what the move may still take, at since if running.
func (c Clock) room() time.Duration {
	if c.control.MoveMax > 0 {
		return max(min(c.left, c.control.MoveMax-c.used), 0)
	}
	return c.left
}

// filled is the bank after a gain. A bank that is over its limit already is not cut.
func (c Clock) filled(gain time.Duration) time.Duration {
	return max(c.left, min(c.left+gain, c.control.BankMax))
}
