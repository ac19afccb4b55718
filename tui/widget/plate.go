package widget

import (
	"bytes"
	"fmt"
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

// plateRoom is how many bytes one side of a plate takes at most, inks included, if nobody's name is very long.
const plateRoom = 256

// Plate draws a seat's plate, w cells wide and 1 or 2 lines high: turn mark, presence, name, score, clock.
func Plate(s Seat, w, h int, st *style.Style) string {
	var lefts, rights, notes [plateRoom]byte // of the stack: plates are drawn every second
	left := string(plateLeft(lefts[:0], s, w, st))
	right := plateRight(rights[:0], s, st)
	if s.State == "" {
		if h < 2 {
			return st.Spread(left, string(right), w)
		}
		return st.Spread(left, string(right), w) + "\n" + st.Pad("   "+s.Note, w)
	}
	note := append(st.Warn.Append(notes[:0], s.State), "  "...)
	if h < 2 {
		return st.Spread(left, string(bytes.TrimSpace(append(note, right...))), w)
	}
	note = bytes.TrimSpace(append(note, s.Note...))
	return st.Spread(left, string(right), w) + "\n" + st.Pad("   "+string(note), w)
}

// plateLeft adds whose turn it is, who is there and what they are called.
func plateLeft(b []byte, s Seat, w int, st *style.Style) []byte {
	if s.Turn {
		b = st.Accent.Append(b, st.Turn)
	} else {
		b = append(b, ' ')
	}
	b = append(presence(b, s, st), ' ')
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
	return ink.Append(b, name)
}

// plateRight adds the score and the clock.
func plateRight(b []byte, s Seat, st *style.Style) []byte {
	b = append(b, s.Score...)
	if s.Clock == "" {
		return b
	}
	b = append(b, "  "...)
	switch {
	case s.Low:
		b = st.Danger.Append(b, s.Clock+"!")
	case s.Turn:
		b = st.Strong.Append(b, s.Clock)
	default:
		b = st.Dim.Append(b, s.Clock)
	}
	return bytes.TrimSpace(b)
}

// presence adds the sign for who is behind a seat.
func presence(b []byte, s Seat, st *style.Style) []byte {
	switch {
	case s.Free:
		return st.Dim.Append(b, st.Dot)
	case s.Bot:
		return st.Dim.Append(b, st.Bot)
	case s.Here:
		return st.Good.Append(b, st.Here)
	default:
		return st.Warn.Append(b, st.Away)
	}
}

// ClockLow is from when on a clock is nearly out: it counts seconds and is drawn in alarm.
const ClockLow = 20 * time.Second

// Clock writes a remaining time: minutes while there are many, seconds when they count, days in a correspondence match.
func Clock(left time.Duration) string {
	switch {
	case left <= 0:
		return seconds[0]
	case left >= 48*time.Hour:
		return itoa(int(left/(24*time.Hour))) + " days"
	case left >= 2*time.Hour:
		return itoa(int(left/time.Hour)) + " h"
	case left >= clockMinutes:
		return minutes[left/time.Minute]
	}
	return seconds[(left+time.Second-1)/time.Second] // 0:00 means that it is over
}

// seconds and minutes are the times that most clocks show, by their number: every screen writes them all the time.
var seconds, minutes = shownTimes()

func shownTimes() (sec [clockMinutes/time.Second + 1]string, mins [2 * time.Hour / time.Minute]string) {
	for s := range sec {
		sec[s] = fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	for m := range mins {
		mins[m] = itoa(m) + " min"
	}
	return sec, mins
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
