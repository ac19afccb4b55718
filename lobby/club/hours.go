package club

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// spansMax bounds the spans of a week.
const spansMax = 14

// dayMinutes are the minutes of a day as clocks show them.
const dayMinutes = 24 * 60

// Hours are when a club's table deals: spans of every week, by the clock of one place. The zero value is always open.
type Hours struct {
	Zone  string `json:"zone,omitempty"` // such as "Europe/Berlin"; empty is UTC
	Spans []Span `json:"spans,omitempty"`
}

// Span is a part of every week. One that ends at or before its beginning ends on the next day.
type Span struct {
	Day  time.Weekday `json:"day"`
	From int          `json:"from"` // minutes after midnight, from 0
	To   int          `json:"to"`   // minutes after midnight, to 24*60
}

// days are how days are written and read.
var days = []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}

// ParseHours reads hours as people write them: "Sat 20:00-23:30, Sun 15:00-18:00", or "daily 18:00-22:00"; nothing, or
// "always", is always open. It fails with ErrClub, naming what is wrong.
func ParseHours(text, zone string) (Hours, error) {
	h := Hours{Zone: zone}
	if _, err := h.place(); err != nil {
		return h, fmt.Errorf("%w: there is no time zone %q; write one like Europe/Berlin", ErrClub, zone)
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "always") {
		return h, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		spans, err := parseSpan(strings.TrimSpace(part))
		if err != nil {
			return h, err
		}
		h.Spans = append(h.Spans, spans...)
	}
	if len(h.Spans) > spansMax {
		return h, fmt.Errorf("%w: it can have %d opening times a week", ErrClub, spansMax)
	}
	return h, nil
}

// parseSpan reads "Sat 20:00-23:30", or every day's at once.
func parseSpan(text string) ([]Span, error) {
	wrong := fmt.Errorf("%w: %q is no opening time; write them like Sat 20:00-23:30, or daily 18:00-22:00",
		ErrClub, text)
	day, clock, ok := strings.Cut(text, " ")
	from, to, both := strings.Cut(strings.TrimSpace(clock), "-")
	if !ok || !both {
		return nil, wrong
	}
	s := Span{From: parseClock(from), To: parseClock(to)}
	if s.From < 0 || s.From == dayMinutes || s.To < 0 {
		return nil, wrong
	}
	if strings.EqualFold(day, "daily") {
		var all []Span
		for d := range days {
			s.Day = time.Weekday(d)
			all = append(all, s)
		}
		return all, nil
	}
	at := slices.IndexFunc(days, func(d string) bool {
		return len(day) >= len(d) && strings.EqualFold(day[:len(d)], d)
	})
	if at < 0 {
		return nil, wrong
	}
	s.Day = time.Weekday(at)
	return []Span{s}, nil
}

// parseClock reads "20:00" or "20" as minutes after midnight; -1 is no time of day.
func parseClock(text string) int {
	text, rest, both := strings.Cut(strings.TrimSpace(text), ":")
	hour, err := strconv.Atoi(text)
	minute := 0
	if both && err == nil {
		minute, err = strconv.Atoi(rest)
	}
	if at := hour*60 + minute; err == nil && hour >= 0 && minute >= 0 && minute < 60 && at <= dayMinutes {
		return at
	}
	return -1
}

// place is where the hours are counted.
func (h Hours) place() (*time.Location, error) { return Place(h.Zone) }

// zoneMax bounds the name of a time zone, in bytes.
const zoneMax = 64

// places are the zones that were asked for: there are a few hundred, and each is a file.
var places sync.Map

// Place finds a time zone such as "Europe/Berlin"; an empty name is UTC. "Local" is none: it is where the house stands.
func Place(zone string) (*time.Location, error) {
	switch {
	case zone == "":
		return time.UTC, nil
	case zone == "Local", len(zone) > zoneMax:
		return nil, fmt.Errorf("%w: there is no time zone %q", ErrClub, zone)
	}
	if at, known := places.Load(zone); known {
		return at.(*time.Location), nil
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("%w: there is no time zone %q", ErrClub, zone)
	}
	places.Store(zone, at)
	return at, nil
}

// Always reports whether there are no hours to keep.
func (h Hours) Always() bool { return len(h.Spans) == 0 }

// Open reports whether the table deals at a moment.
func (h Hours) Open(at time.Time) bool {
	if h.Always() {
		return true
	}
	open, _ := h.around(at)
	return open
}

// Next is when it will next open, or close if it is open. It is zero where it is always open.
func (h Hours) Next(at time.Time) time.Time {
	open, next := h.around(at)
	if open && next.Sub(at) >= 7*24*time.Hour { // its spans fill the week
		return time.Time{}
	}
	return next
}

// stretch is a span of one week: from a moment to a moment.
type stretch struct{ from, to time.Time }

// around looks at the spans of the days about a moment: whether one of them holds it, and when that changes. Spans that
// touch are one.
func (h Hours) around(at time.Time) (open bool, next time.Time) {
	place, err := h.place()
	if err != nil || h.Always() {
		return true, time.Time{}
	}
	all := h.stretches(at.In(place))
	for _, s := range all {
		switch {
		case at.Before(s.from):
			if !open {
				return false, s.from
			}
			if next.Before(s.from) {
				return true, next
			}
			next = later(next, s.to)
		case at.Before(s.to):
			open, next = true, later(next, s.to)
		}
	}
	return open, next
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// stretches lists the spans from the day before a moment to the week after it, the earliest first. Clocks that are put
// forward or back shorten or lengthen them, as they do people's evenings.
func (h Hours) stretches(at time.Time) []stretch {
	var all []stretch
	for n := -1; n <= 8; n++ {
		y, m, d := at.AddDate(0, 0, n).Date()
		for _, s := range h.Spans {
			if time.Date(y, m, d, 12, 0, 0, 0, at.Location()).Weekday() != s.Day {
				continue
			}
			to := s.To
			if to <= s.From {
				to += dayMinutes
			}
			all = append(all, stretch{
				time.Date(y, m, d, 0, s.From, 0, 0, at.Location()), time.Date(y, m, d, 0, to, 0, 0, at.Location()),
			})
		}
	}
	slices.SortFunc(all, func(a, b stretch) int { return a.from.Compare(b.from) })
	return all
}

// String writes the hours by the clock of their own place, as ParseHours reads them.
func (h Hours) String() string {
	if h.Always() {
		return "always"
	}
	parts := make([]string, len(h.Spans))
	for i, s := range h.Spans {
		parts[i] = fmt.Sprintf("%s %s-%s", days[s.Day], clock(s.From), clock(s.To))
	}
	return strings.Join(parts, ", ")
}

func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// In writes the hours of the week from a moment on by the clock of somebody who looks from elsewhere.
func (h Hours) In(zone *time.Location, from time.Time) string {
	place, err := h.place()
	if err != nil || h.Always() {
		return "always"
	}
	var parts []string
	for _, s := range h.stretches(from.In(place)) {
		if !s.to.After(from) || len(parts) == len(h.Spans) {
			continue
		}
		a, b := s.from.In(zone), s.to.In(zone)
		parts = append(parts, a.Format("Mon 15:04")+"-"+b.Format("15:04"))
	}
	return strings.Join(parts, ", ")
}
