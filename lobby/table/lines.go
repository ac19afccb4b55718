package table

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"saloon/engine"
)

// told is a line as the table keeps it; who hears it as what is decided when it is heard.
type told struct {
	seq    uint64
	at     time.Time
	lane   Lane
	from   Person
	text   string      // but for Play
	fact   engine.Fact // for Play
	names  []string    // by seat, for Play: a seat may change hands
	hushed bool        // a whisper during a match
}

func (c *core) line(t told) {
	c.lineSeq++
	t.seq, t.at = c.lineSeq, c.now
	c.lines = append(c.lines, &t)
	c.stirred = true
}

// house says what happened at the table.
func (c *core) house(format string, args ...any) {
	c.line(told{lane: House, text: fmt.Sprintf(format, args...)})
}

// tell says what happened in the match.
func (c *core) tell(facts []engine.Fact) {
	names := make([]string, len(c.chairs))
	for i := range c.chairs {
		names[i] = c.chairs[i].Owner.Called()
	}
	for _, f := range facts {
		c.line(told{lane: Play, fact: f, names: names})
	}
}

func (c *core) talk(in Talk) error {
	lane := Whisper
	if c.owns(in.Who.ID) != engine.Nobody {
		lane = Say
	} else if !c.watches(in.Who.ID) {
		return denied("you are not at this table")
	}
	text := clean(in.Text)
	if text == "" {
		return denied("there was nothing in it to say")
	}
	c.line(told{lane: lane, from: in.Who, text: text, hushed: lane == Whisper && c.matchOn()})
	return nil
}

// matchOn reports whether there is something that spectators must not talk about with those who play.
func (c *core) matchOn() bool { return c.stage == Playing || c.stage == Adjourned }

func (c *core) watches(who PlayerID) bool {
	for _, l := range c.looks {
		if l.who.ID == who {
			return true
		}
	}
	return false
}

// hear gives the lines after one that a viewer has heard, as that viewer may hear them, oldest first.
func (c *core) hear(seat engine.Seat, after uint64) ([]Line, error) {
	var out []Line
	for _, t := range c.lines {
		if t.seq <= after || seat != engine.Nobody && t.hushed && c.matchOn() {
			continue
		}
		line := Line{Seq: t.seq, At: t.at, Lane: t.lane, From: t.from, Text: t.text}
		if t.lane != Play {
			out = append(out, line)
			continue
		}
		notes, err := c.teller.Tell([]engine.Fact{t.fact}, engine.Seated(seat))
		if err != nil {
			return nil, err
		}
		for _, n := range notes {
			line.Note = n
			line.Text = t.say(n, seat)
			out = append(out, line)
		}
	}
	return out, nil
}

// say fills the names into a note, as it is said to a seat.
func (t *told) say(n engine.Note, to engine.Seat) string {
	return n.SayTo(to, func(s engine.Seat) string {
		if int(s) < len(t.names) {
			return t.names[s]
		}
		return "nobody"
	})
}

// recap is the line after which a late comer begins to hear.
func (c *core) recap() uint64 {
	if len(c.lines) <= RecapLines {
		return 0
	}
	return c.lines[len(c.lines)-RecapLines-1].seq
}

// forget drops lines that everybody has heard and no late comer will hear.
func (c *core) forget() {
	if over := len(c.lines) - keptMax; over > 0 {
		c.lines = c.lines[over:]
	}
}

// clean leaves of other people's text what can be printed, on one line and of bounded length: no controls, no marks
// that turn the direction of writing.
func clean(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == unicode.ReplacementChar, turns(r), !unicode.IsGraphic(r) && r != '\u200d':
			continue
		}
		if n++; n > TalkMax {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// turns reports whether a rune changes the direction of what follows.
func turns(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// span says a duration as people do: "45 seconds", "1:40", "3 hours", "2 days".
func span(d time.Duration) string {
	d = (d + time.Second - 1).Truncate(time.Second)
	day := 24 * time.Hour
	count := func(unit time.Duration, name string) string {
		n := int((d + unit/2) / unit)
		if n == 1 {
			return "1 " + name
		}
		return fmt.Sprintf("%d %ss", n, name)
	}
	switch {
	case d >= 2*day:
		return count(day, "day")
	case d >= 2*time.Hour:
		return count(time.Hour, "hour")
	case d >= time.Minute:
		return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return count(time.Second, "second")
	}
}
