package swarm

import (
	"context"
	"time"
)

// Moment is how a run goes: the last span of it.
type Moment struct {
	At         time.Duration // since all were in
	Bytes      int64         // resident memory of the server
	Goroutines float64       // of the server; 0 if it shows no figures
	Cores      float64       // of the server
	Keys       Times
	Lost       int64 // keys without an answer, from the beginning
	Errors     int   // from the beginning
	Returned   int64 // people who came back, from the beginning
	// Answered is how many keys were answered in each place, from the beginning.
	Answered map[string]int
	Err      error // why the server could not be looked at
}

// watch looks from time to time how it goes, until the context ends, and tells. It ends the run if
// that is enough.
func (c *crowd) watch(ctx context.Context, end func(), start view) (moments []Moment) {
	tick := time.NewTicker(c.Every)
	defer tick.Stop()
	last := start
	for {
		select {
		case <-ctx.Done():
			return moments
		case <-tick.C:
		}
		now, err := c.look(ctx)
		if ctx.Err() != nil {
			return moments
		}
		m := Moment{At: now.at.Sub(start.at), Bytes: now.server.RSS, Goroutines: now.counters["go_goroutines"],
			Returned: c.back.Load(), Answered: make(map[string]int),
			Cores: (now.server.CPU - last.server.CPU).Seconds() / now.at.Sub(last.at).Seconds(), Err: err}
		var all []time.Duration
		for place := range places {
			took, _ := c.keys[place].since(last.keys[place])
			all = append(all, took...)
			m.Answered[placeNames[place]] = now.keys[place]
			m.Lost += c.lost[place].Load()
		}
		m.Keys = times(all)
		c.mu.Lock()
		m.Errors = c.errors
		c.mu.Unlock()
		if moments = append(moments, m); c.Watch != nil {
			c.Watch(m)
		}
		if c.Enough != nil && c.Enough(m) {
			end()
		}
		if err == nil {
			last = now
		}
	}
}
