package clock

import (
	"fmt"
	"slices"
	"time"
)

// What a race allows a line. The numbers are those of the rules of O.K. Corral, 2.6 and 2.9, which say why.
const (
	// LagMax is the most round trip that is taken out of a reaction time.
	LagMax = 250 * time.Millisecond
	// Jitter is how far the answer of a terminal may move the moment from which it reacts.
	Jitter = 40 * time.Millisecond
	// DetourMax is how much longer than the kernel's round trip that of the protocol may be.
	DetourMax = 60 * time.Millisecond
)

// Lag is what is known of a line, for races. Zero is unknown.
type Lag struct {
	Trip   time.Duration `json:"trip"`   // the shortest of the last round trips that the protocol measured
	Kernel time.Duration `json:"kernel"` // the shortest that the kernel measured, to the nearest end of a connection
}

// Measured is the round trip that is believed: the protocol's, unless it is further behind the kernel's than a machine
// that answers at once could be. A player who delays answers, but not the line, gains no more than DetourMax.
func (l Lag) Measured() time.Duration {
	trip := max(l.Trip, 0)
	if l.Kernel > 0 {
		trip = min(trip, l.Kernel+DetourMax)
	}
	return trip
}

// Credit is what is taken out of a reaction time: what was measured, at most LagMax.
func (l Lag) Credit() time.Duration { return min(l.Measured(), LagMax) }

// Full reports whether the whole of what was measured is taken out.
func (l Lag) Full() bool { return l.Measured() <= LagMax }

// Sight is what is known of the moment at which one player could see what to react to. Times are of one monotonic
// clock.
type Sight struct {
	Sent  time.Time // the write of the picture returned
	Lag   Lag
	Marks bool      // the terminal was asked to say when it had drawn the picture
	Mark  time.Time // when its answer was read; zero if it has not come
}

// Base is the moment to which a key read at a moment is a reaction: when the picture was sent, and the round trip
// later; or when the terminal answered, if it did before the key, but no more than Jitter later than that.
func (s Sight) Base(key time.Time) time.Time {
	base := s.Sent.Add(s.Lag.Credit())
	if !s.Marks || s.Mark.IsZero() || !s.Mark.Before(key) {
		return base
	}
	return s.clamped(base)
}

func (s Sight) clamped(base time.Time) time.Time {
	switch {
	case s.Mark.Before(base):
		return base
	case s.Mark.After(base.Add(Jitter)):
		return base.Add(Jitter)
	}
	return s.Mark
}

// Reaction is how long a key read at a moment took, in whole milliseconds rounded to the nearest. It is below zero for
// a key that was pressed before there was anything to see.
func (s Sight) Reaction(key time.Time) time.Duration {
	return key.Sub(s.Base(key)).Round(time.Millisecond)
}

// Least is the shortest reaction time that a key could still have which was not read by now.
func (s Sight) Least(now time.Time) time.Duration { return now.Sub(s.latest()) }

// Passes is the moment at which Least reaches a reaction time, as far as is known now.
func (s Sight) Passes(reaction time.Duration) time.Time { return s.latest().Add(reaction) }

// latest is the latest base that a key may still have.
func (s Sight) latest() time.Time {
	base := s.Sent.Add(s.Lag.Credit())
	switch {
	case !s.Marks:
		return base
	case s.Mark.IsZero():
		return base.Add(Jitter)
	}
	return s.clamped(base)
}

// Late reports whether the terminal's answer came as late as it can count for, or later.
func (s Sight) Late() bool {
	return s.Marks && !s.Mark.IsZero() && !s.Mark.Before(s.Sent.Add(s.Lag.Credit()+Jitter))
}

// What it takes to do without a terminal's answers: lateMax of the last marksKept came as late as they could count for.
const (
	marksKept = 10
	lateMax   = 8
)

// Marks remembers how late the last answers of one terminal came. The zero value knows none.
type Marks struct {
	late [marksKept]bool
	n    int
	off  bool
}

// Add takes in the answer to one more picture.
func (m Marks) Add(late bool) Marks {
	m.late[m.n%marksKept] = late
	m.n++
	count := 0
	for _, l := range m.late {
		if l {
			count++
		}
	}
	m.off = m.off || count > lateMax
	return m
}

// Off reports whether the terminal's answers count no more: so many as late as they can count for are no accident.
func (m Marks) Off() bool { return m.off }

// What makes a row of reaction times one that people do not have.
const (
	// ScriptedOver is how many valid reaction times are judged.
	ScriptedOver  = 20
	spreadLeast   = 15 * time.Millisecond
	scriptedUnder = 180 * time.Millisecond
)

// Scripted judges the last ScriptedOver valid reaction times of one player: choices of people are slower than these,
// and vary more. It gives a reason to look, not a proof; fewer times are never judged.
func Scripted(times []time.Duration) (why string, yes bool) {
	if len(times) < ScriptedOver {
		return "", false
	}
	last := slices.Sorted(slices.Values(times[len(times)-ScriptedOver:]))
	spread := Spread(last)
	median := Median(last)
	switch {
	case spread < spreadLeast:
		return fmt.Sprintf("%d reactions within a standard deviation of %d ms; people vary by more than %d",
			ScriptedOver, spread.Milliseconds(), spreadLeast.Milliseconds()), true
	case median < scriptedUnder:
		return fmt.Sprintf("%d reactions with a median of %d ms; people need more than %d to choose",
			ScriptedOver, median.Milliseconds(), scriptedUnder.Milliseconds()), true
	}
	return "", false
}
