package clock

import (
	"fmt"
	"time"
)

const (
	// GraceMax is the most that a flag waits, after the shown time is up, for an answer on its way.
	GraceMax = 2 * time.Second
	// DaysMax is the longest time for a move in correspondence, in days.
	DaysMax = 14

	lagGain = 150 * time.Millisecond // what an answer puts back into the purse: an honest line's usual round trip
	lagMax  = 2 * time.Second
)

// Control is what a table plays by. All durations are at least 0.
type Control struct {
	Bank      time.Duration // what a seat starts with
	Increment time.Duration // what every answer adds
	BankMax   time.Duration // increments fill the bank up to this and no further; at least Bank
	MoveMax   time.Duration // the longest that one answer may take, however full the bank; 0 is no limit
	LagGain   time.Duration // what every answer adds to the lag purse
	LagMax    time.Duration // what the purse holds at most, and at the start
}

// Quick is for one evening: two minutes, five seconds more for every answer, half a minute at most for one.
func Quick() Control {
	return Control{Bank: 2 * time.Minute, Increment: 5 * time.Second, BankMax: 3 * time.Minute,
		MoveMax: 30 * time.Second, LagGain: lagGain, LagMax: lagMax}
}

// Normal leaves time to think and to talk: five minutes, ten seconds more for every answer, two minutes at most for
// one.
func Normal() Control {
	return Control{Bank: 5 * time.Minute, Increment: 10 * time.Second, BankMax: 10 * time.Minute,
		MoveMax: 2 * time.Minute, LagGain: lagGain, LagMax: lagMax}
}

// Days is for correspondence: so many days for every answer, from 1 to DaysMax; other numbers become the nearest. Lag
// does not matter there.
func Days(n int) Control {
	d := time.Duration(min(max(n, 1), DaysMax)) * 24 * time.Hour
	return Control{Bank: d, Increment: d, BankMax: d}
}

// String says it in words: "2 minutes, 5 seconds more for every answer, at most 30 seconds for one".
func (c Control) String() string {
	if c.Bank == c.BankMax && c.Increment >= c.BankMax {
		return words(c.Bank) + " for every answer"
	}
	s := words(c.Bank)
	if c.Increment > 0 {
		s += ", " + words(c.Increment) + " more for every answer"
	}
	if c.MoveMax > 0 {
		s += ", at most " + words(c.MoveMax) + " for one"
	}
	return s
}

// words names a duration by the largest unit that divides it.
func words(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if d >= unit.of && d%unit.of == 0 {
			n := int(d / unit.of)
			if n == 1 {
				return "1 " + unit.name
			}
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return d.String()
}
