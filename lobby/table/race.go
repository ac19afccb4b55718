package table

import "saloon/engine"

// runs refuses what no race is on for.
func (c *core) runs(who PlayerID, _ uint64) error {
	if c.owns(who) == engine.Nobody {
		return denied("you have no seat here")
	}
	return ErrStale
}

func (c *core) reached(in Reached) error { return c.runs(in.Who, in.Race) }
func (c *core) marked(in Marked) error   { return c.runs(in.Who, in.Race) }
func (c *core) gesture(in Gesture) error { return c.runs(in.Who, in.Race) }
