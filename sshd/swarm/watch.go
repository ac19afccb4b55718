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
	Err        error // why the server could not be looked at
}

// watch looks from time to time how it goes, until the context ends, and tells.
func (c *crowd) watch(ctx context.Context, start view) (moments []Moment) {
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
			Cores: (now.server.CPU - last.server.CPU).Seconds() / now.at.Sub(last.at).Seconds(), Err: err}
		var all []time.Duration
		for place := range places {
			took, _ := c.keys[place].since(last.keys[place])
			all = append(all, took...)
			m.Lost += c.lost[place].Load()
		}
		m.Keys = times(all)
		c.mu.Lock()
		m.Errors = c.errors
		c.mu.Unlock()
		if moments = append(moments, m); c.Watch != nil {
			c.Watch(m)
		}
		if err == nil {
			last = now
		}
	}
}
