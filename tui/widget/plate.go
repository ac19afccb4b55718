package widget

import (
	"strings"
	"time"

	"saloon/tui/style"
)

// Seat is what a seat's plate says.
type Seat struct {
	Name  string // cleaned by the plate
	You   bool
	Turn  bool // the table waits for this seat
	Bot   bool
	Guest bool
	Here  bool   // the owner is at the table
	Free  bool   // nobody's
	State string // one or two words instead of signs: "ready", "bot plays", "leaves"
	Score string // "$12,000"
	Clock string // as Clock wrote it
	Low   bool   // the clock is nearly out
	Note  string // the second line, where there is one
}

// Plate draws a seat's plate, w cells wide and 1 or 2 lines high: turn mark, presence, name, score, clock.
func Plate(s Seat, w, h int, st *style.Style) string {
	mark := " "
	if s.Turn {
		mark = st.Accent.Render(st.Turn)
	}
	name := style.Clean(s.Name, w)
	ink := st.Text
	switch {
	case s.Free:
		name, ink = "free seat", st.Dim
	case s.You:
		name, ink = name+" (you)", st.Strong
	case s.Guest:
		name += " (guest)"
	}
	if s.Turn {
		ink = st.Accent
	}
	right := s.Score
	if s.Clock != "" {
		clock := st.Dim.Render(s.Clock)
		if s.Turn {
			clock = st.Strong.Render(s.Clock)
		}
		if s.Low {
			clock = st.Danger.Render(s.Clock + "!")
		}
		right = strings.TrimSpace(right + "  " + clock)
	}
	if h < 2 && s.State != "" {
		right = strings.TrimSpace(st.Warn.Render(s.State) + "  " + right)
	}
	left := mark + presence(s, st) + " " + ink.Render(name)
	top := st.Spread(left, right, w)
	if h < 2 {
		return top
	}
	note := s.Note
	if s.State != "" {
		note = strings.TrimSpace(st.Warn.Render(s.State) + "  " + note)
	}
	return top + "\n" + st.Pad("   "+note, w)
}

// presence is the sign for who is behind a seat.
func presence(s Seat, st *style.Style) string {
	switch {
	case s.Free:
		return st.Dim.Render(st.Dot)
	case s.Bot:
		return st.Dim.Render(st.Bot)
	case s.Here:
		return st.Good.Render(st.Here)
	default:
		return st.Warn.Render(st.Away)
	}
}

// ClockLow is from when on a clock is nearly out: it counts seconds and is drawn in alarm.
const ClockLow = 20 * time.Second

// Clock writes a remaining time: minutes while there are many, seconds when they count, days in a correspondence match.
func Clock(left time.Duration) string {
	switch {
	case left <= 0:
		return "0:00"
	case left >= 48*time.Hour:
		return itoa(int(left/(24*time.Hour))) + " days"
	case left >= 2*time.Hour:
		return itoa(int(left/time.Hour)) + " h"
	case left >= clockMinutes:
		return itoa(int(left/time.Minute)) + " min"
	}
	s := int((left + time.Second - 1) / time.Second) // 0:00 means that it is over
	sec := itoa(s % 60)
	if s%60 < 10 {
		sec = "0" + sec
	}
	return itoa(s/60) + ":" + sec
}

// clockMinutes is down to where a clock shows minutes only, so that a screen is drawn once a minute.
const clockMinutes = 5 * time.Minute

// Glance writes the time that is left to somebody else: in tens of seconds until it is nearly out, so that the screens
// of those who wait are not drawn every second.
func Glance(left time.Duration) string { return Clock(glance(left)) }

// glanceStep is how much at a time a clock goes down for those who wait.
const glanceStep = 10 * time.Second

// glance is what Glance shows of a time.
func glance(left time.Duration) time.Duration {
	if left <= ClockLow || left >= clockMinutes {
		return left
	}
	return min((left+glanceStep-1)/glanceStep*glanceStep, clockMinutes-1)
}

// GlanceDue is how long a running clock of somebody else looks the same.
func GlanceDue(left time.Duration) time.Duration {
	if left <= ClockLow || left >= clockMinutes {
		return ClockDue(left)
	}
	return (left-1)%glanceStep + 1
}

// ClockDue is how long a running clock looks the same.
func ClockDue(left time.Duration) time.Duration {
	step := time.Second
	switch {
	case left <= 0:
		return time.Hour
	case left >= 48*time.Hour:
		step = 24 * time.Hour
	case left >= 2*time.Hour:
		step = time.Hour
	case left >= clockMinutes:
		step = time.Minute
	default:
		return (left-1)%step + 1 // Clock rounds seconds up, so it changes when a whole one is left
	}
	return left%step + time.Millisecond // Clock rounds down, so it changes just below a whole step
}
