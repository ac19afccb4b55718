package clock

import "time"

// Saved is a clock as it is written down: standing still. Times are in milliseconds, rounded down.
type Saved struct {
	LeftMS  int64 `json:"left_ms"`
	UsedMS  int64 `json:"used_ms,omitempty"`  // of the move that is on
	PurseMS int64 `json:"purse_ms,omitempty"` // lag that can still be refunded
	Asked   bool  `json:"asked,omitempty"`    // a move is on
}

// Save writes the clock down as it is at now.
func (c Clock) Save(now time.Time) Saved {
	c = c.Pause(now)
	return Saved{LeftMS: c.left.Milliseconds(), UsedMS: upMS(c.used), PurseMS: c.purse.Milliseconds(), Asked: c.Asked()}
}

// Restore reads a clock back. If a move was on, it is paused. Numbers that the control does not allow become the
// nearest that it does.
func Restore(control Control, s Saved) Clock {
	c := Clock{
		control: control,
		left:    fromMS(s.LeftMS, max(control.Bank, control.BankMax)),
		purse:   fromMS(s.PurseMS, control.LagMax),
	}
	if s.Asked {
		c.phase, c.used = paused, fromMS(s.UsedMS, usedMax)
	}
	return c
}

// usedMax bounds what is believed of a move's length: longer than any move that can be on.
const usedMax = 365 * 24 * time.Hour

func fromMS(ms int64, most time.Duration) time.Duration {
	return time.Duration(min(max(ms, 0), most.Milliseconds())) * time.Millisecond
}

// upMS rounds up: what was used may not shrink by being written down.
func upMS(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }
