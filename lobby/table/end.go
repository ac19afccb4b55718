package table

import (
	"slices"
	"time"

	"saloon/engine"
)

// Abandoned is why a match ended that nobody was left to play.
const Abandoned engine.Reason = "abandoned"

// finish ends a match that is over by its rules.
func (c *core) finish(out engine.Outcome) {
	rated, why := c.rated()
	c.conclude(out, c.places(out), rated, why)
	c.house("The match is over.")
	c.dismissLeaving()
}

// dismissLeaving frees the seats of those who wanted to leave after the hand that was the last: they have played to the
// end.
func (c *core) dismissLeaving() {
	for i := range c.chairs {
		if ch := &c.chairs[i]; ch.Leaving {
			c.house("%s stands up.", ch.Owner.Name)
			c.free(ch)
		}
	}
}

// abandon ends a match whose last person walked out, or that nobody came back to (then last is nil). It counts only if
// somebody walked out before: the last one has not lost then.
func (c *core) abandon(last *chair) {
	out := engine.Outcome{
		Points: make([]int, len(c.chairs)), Ranks: make([]int, len(c.chairs)), Reason: Abandoned,
	}
	rated, why := false, "nobody was left to play it"
	left := slices.ContainsFunc(c.chairs, func(ch chair) bool {
		return len(ch.Left) > 0 && (last == nil || ch.Seat != last.Seat)
	})
	for i := range out.Ranks {
		out.Ranks[i] = 1
		if last != nil && left && i != int(last.Seat) {
			out.Ranks[i] = 2
		}
	}
	if last != nil && left {
		last.Left = last.Left[:len(last.Left)-1]
		rated, why = c.rated()
	}
	places := c.places(out)
	for i := range places {
		if places[i].Person.IsBot() {
			places[i].Unpaid = true // nobody knows what place it would have reached
		}
	}
	c.conclude(out, places, rated, why)
}

// rated says whether a match counts, and if not, why.
func (c *core) rated() (yes bool, why string) {
	accounts := 0
	for _, p := range c.opening.People {
		if !p.Guest && !p.IsBot() {
			accounts++
		}
	}
	switch {
	case c.settings.Lesson:
		return false, "it was a lesson"
	case !c.settings.Rated:
		return false, "the table is not rated"
	case accounts < 2:
		return false, "ratings need two people with an account at the table"
	}
	return true, ""
}

// places says who is credited with which place. Whoever walked out comes after all others; a substitute's place is
// nobody's.
func (c *core) places(out engine.Outcome) []Place {
	var places []Place
	key := func(p Place) int {
		if p.Left {
			return len(out.Ranks) + 1
		}
		return out.Ranks[p.Seat]
	}
	for i := range c.chairs {
		ch, first := &c.chairs[i], c.opening.People[i].ID
		add := func(who Person, left bool) {
			p := Place{
				Seat: ch.Seat, Person: who, Points: out.Points[i], Left: left, Unpaid: who.Guest || who.ID != first,
			}
			if !left {
				p.Drops, p.Returned = ch.Drops, ch.Returned
			}
			places = append(places, p)
		}
		for _, who := range ch.Left {
			add(who, true)
		}
		if ch.Owner.ID != "" && !slices.ContainsFunc(ch.Left, func(p Person) bool { return p.ID == ch.Owner.ID }) {
			add(ch.Owner, false)
		}
	}
	for i := range places {
		places[i].Rank = 1
		for j := range places {
			if key(places[j]) < key(places[i]) {
				places[i].Rank++
			}
		}
	}
	return places
}

// conclude writes the end down.
func (c *core) conclude(out engine.Outcome, places []Place, rated bool, why string) {
	c.batch.Ended = &Ending{Outcome: out, Rated: rated, Why: why, Places: places, At: c.now}
	c.result = &Result{Match: c.match, Outcome: out, Rated: rated, Why: why, Places: places}
	c.asks, c.pauseAt, c.pauseEnd, c.window, c.saveAt = nil, 0, time.Time{}, time.Time{}, time.Time{}
	c.waiting, c.race, c.due, c.limit = false, nil, time.Time{}, time.Time{}
	for i := range c.chairs {
		ch := &c.chairs[i]
		c.endMove(ch)
		ch.Ready, ch.Open, ch.StandIn, ch.misses = false, false, "", 0
		ch.BotAt, ch.hold = time.Time{}, time.Time{}
		ch.rousing, ch.silent = false, 0
	}
	c.enter(Ended)
}

// settled notes how the ratings moved.
func (c *core) settled(in settled) error {
	if c.result == nil {
		return ErrStale
	}
	r := *c.result
	r.Changes = in.changes
	c.result, c.stirred = &r, true // written with the end already; see Log
	return nil
}
