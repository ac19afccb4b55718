package felt

import (
	"strings"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// plateKey is all that a plate's drawing depends on beside its size: a running clock draws one anew, not all of them.
type plateKey struct {
	widget.Seat        // without its note
	about       string // what is known of a person, or a bot's strength
}

// drawPlates draws who sits where, a plate for each.
func (f *Felt) drawPlates(r rect, st *style.Style) []widget.Drawing[plateKey] {
	n := len(f.frame.Info.Chairs)
	if n == 0 || r.h == 0 {
		return nil
	}
	if len(f.cache.plates) != n {
		f.cache.plates = make([]widget.Drawing[plateKey], n)
	}
	at := 0
	for i := range f.cache.plates {
		end := r.w * (i + 1) / n
		place := rect{w: end - at, h: r.h}
		if i < n-1 {
			place.w-- // a gap
		}
		key := f.plate(engine.Seat(i), place)
		f.cache.plates[i].Draw(place.w, place.h, st, key, func() string {
			return widget.Plate(f.noted(key), place.w, place.h, st)
		})
		at = end
	}
	return f.cache.plates
}

// noted puts what is known of who sits there on the plate.
func (f *Felt) noted(k plateKey) widget.Seat {
	if k.Bot {
		k.Note = k.about + " bot"
	} else {
		k.Note = strings.Replace(k.about, " at "+f.deps.Spec.Title, "", 1)
	}
	return k.Seat
}

// narrowPlate is below which width a plate has room for a name and one thing more.
const narrowPlate = 32

// plate says what a seat's plate says. What stands on its second line is not asked for where there is none.
func (f *Felt) plate(s engine.Seat, r rect) plateKey {
	c, said := &f.frame.Info.Chairs[s], f.said()
	p := plateKey{Seat: widget.Seat{
		Name: said.names[s], You: s == f.frame.You, Turn: c.Asked, Bot: c.Owner.IsBot(),
		Guest: c.Owner.Guest && r.w >= 40, Here: c.Here, Free: c.Free(),
		State: Table{Info: f.frame.Info, Now: f.now}.State(s, r.w < narrowPlate),
	}}
	if p.You && r.w < narrowPlate {
		p.Name, p.You = "You", false
	}
	if int(s) < len(said.scores) && r.w >= narrowPlate {
		p.Score = said.scores[s]
	}
	stage := f.frame.Info.Stage
	if !c.Free() && (stage == table.Playing || stage == table.Adjourned) && f.timed(c) &&
		(p.State == "" || r.w >= narrowPlate) {
		left := c.Clock.LeftAt(f.now)
		p.Clock, p.Low = f.clock(s, left), c.Clock.Running && left < widget.ClockLow
	}
	switch {
	case r.h < 2:
	case p.Bot:
		p.about = c.Owner.Bot
	case f.deps.Rating != nil && !c.Free():
		p.about = f.deps.Rating(c.Owner.ID)
	}
	return p
}

// timed reports whether a seat has a clock to show: bots and lessons have none.
func (f *Felt) timed(c *table.Chair) bool {
	return !c.Owner.IsBot() && !f.frame.Info.Settings.Lesson
}

// State is the one thing about a seat that the others should know first; empty if there is nothing.
func (t Table) State(s engine.Seat, short bool) string {
	if s < 0 || int(s) >= len(t.Info.Chairs) {
		return ""
	}
	c := t.Info.Chairs[s]
	switch {
	case c.Free():
		return ""
	case c.Open:
		return "open seat"
	case c.StandIn != "":
		return "bot plays"
	case !c.AwaySince.IsZero() && !c.BotAt.IsZero():
		if short {
			return "bot in " + widget.Glance(c.BotAt.Sub(t.Now))
		}
		return "away, bot in " + widget.Glance(c.BotAt.Sub(t.Now))
	case !c.AwaySince.IsZero() && !c.Owner.IsBot():
		return "away"
	case c.Faint && short:
		return "line?"
	case c.Faint:
		return "line is silent"
	case c.Leaving:
		return "leaves"
	case c.Ready && !c.Owner.IsBot() && (t.Info.Stage == table.Gathering || paused(t.Info)):
		return "ready"
	}
	return ""
}
