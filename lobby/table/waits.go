package table

import (
	"fmt"
	"slices"
	"time"

	"saloon/engine"
)

// waits says everything that the table waits for, most urgent first.
func (c *core) waits() []Wait {
	var w waitList
	switch {
	case c.broken:
	case c.trouble != "":
		w.add("the house to write again", c.retryAt)
	case c.stage == Gathering:
		c.waitsGathering(&w)
	case c.waiting:
		w.add("somebody to come back", c.closesAt())
	case c.stage == Playing:
		c.waitsPlaying(&w)
	case c.stage == Adjourned && c.vote == nil:
		w.add("somebody to ask to go on", time.Time{})
	}
	if c.vote != nil {
		for _, s := range c.missing(c.vote) {
			w.seat(s, c.name(s)+" to agree to "+motionWords[c.vote.motion], c.vote.until)
		}
	}
	return w
}

type waitList []Wait

func (w *waitList) add(text string, until time.Time) { w.seat(engine.Nobody, text, until) }

func (w *waitList) seat(s engine.Seat, text string, until time.Time) {
	*w = append(*w, Wait{Text: text, Seat: s, Until: until})
}

func (c *core) name(s engine.Seat) string { return c.chairs[s].Owner.Called() }

func (c *core) waitsGathering(w *waitList) {
	if !c.startAt.IsZero() {
		text := "the match to begin"
		if c.startHow != "" {
			text = "the house: " + c.startHow
		}
		w.add(text, c.startAt)
		return
	}
	free := 0
	for i := range c.chairs {
		ch := &c.chairs[i]
		switch {
		case ch.Free():
			free++
		case ch.person() && !ch.Here && !c.letters():
			w.seat(ch.Seat, ch.Owner.Called()+" to come back", c.freedAt(ch))
		case ch.person() && !ch.Ready:
			w.seat(ch.Seat, ch.Owner.Called()+" to be ready", time.Time{})
		}
	}
	switch {
	case free == 1:
		w.add("one more to sit down", time.Time{})
	case free > 1:
		w.add(fmt.Sprintf("%d more to sit down", free), time.Time{})
	}
}

func (c *core) waitsPlaying(w *waitList) {
	if c.pauseAt != 0 {
		looking, what := false, "the score"
		if c.play.Timing().Before > 0 {
			what = "it"
		}
		for i := range c.chairs {
			if ch := &c.chairs[i]; c.looking(ch) && !ch.Ready {
				looking = true
				w.seat(ch.Seat, ch.Owner.Called()+" to have seen "+what, c.pauseEnd)
			}
		}
		if !looking {
			w.add("the next deal", c.pauseEnd)
		}
	}
	switch {
	case c.awaits(): // below
	case c.raceOpen():
		w.add("everybody to react", time.Time{})
	case c.race != nil:
		w.add("the signal", time.Time{})
	case c.holds():
		w.add("people to look", c.due)
	}
	window := c.inWindow()
	for _, q := range c.asks {
		ch := c.seat(q.seat)
		until, _ := ch.clock.Deadline()
		text := ch.Owner.Called() + " to move"
		switch {
		case !ch.hold.IsZero():
			until = ch.hold
			text = ch.Owner.Called() + " to come back"
		case c.limited():
			until = c.limit
		case window:
			until = c.window
			text = ch.Owner.Called() + " to answer"
		case ch.StandIn != "" && ch.person():
			text = "a bot to move for " + ch.Owner.Called()
		}
		w.seat(q.seat, text, until)
	}
	for i := range c.chairs {
		ch := &c.chairs[i]
		if ch.BotAt.IsZero() || !ch.hold.IsZero() && c.isAsked(ch.Seat) {
			continue
		}
		w.seat(ch.Seat, ch.Owner.Called()+" to come back; then a bot plays", ch.BotAt)
	}
}

func (c *core) isAsked(s engine.Seat) bool {
	return slices.ContainsFunc(c.asks, func(q ask) bool { return q.seat == s })
}
