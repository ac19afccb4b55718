package table

import "slices"

// Rename calls somebody by another name at the table, wherever it says who sits or sat there: their account is gone.
type Rename struct {
	Who  PlayerID
	Name string
}

func (Rename) input() {}

// Knows reports whether a table says anything about somebody: that they sit there, that they walked out, or which place
// they had in the match that ended last.
func (i Info) Knows(who PlayerID) bool {
	is := func(p Person) bool { return p.ID == who && who != "" }
	return slices.ContainsFunc(i.Chairs, func(ch Chair) bool {
		return is(ch.Owner) || slices.ContainsFunc(ch.Left, is)
	}) || i.Result != nil && slices.ContainsFunc(i.Result.Places, func(p Place) bool { return is(p.Person) })
}

func (c *core) rename(in Rename) error {
	call := func(p *Person) {
		if p.ID == in.Who && in.Who != "" && p.Name != in.Name {
			p.Name, c.dirty = in.Name, true
		}
	}
	for i := range c.chairs {
		ch := &c.chairs[i]
		call(&ch.Owner)
		ch.Left = slices.Clone(ch.Left)
		for n := range ch.Left {
			call(&ch.Left[n])
		}
		if n := len(ch.Left); n > 0 && ch.Owner.IsBot() && ch.Open {
			ch.Owner.Name = botFor(ch.Left[n-1])
		}
	}
	if c.result == nil {
		return nil
	}
	r := *c.result
	r.Places = slices.Clone(r.Places)
	for i := range r.Places {
		call(&r.Places[i].Person)
	}
	r.Changes = slices.Clone(r.Changes)
	for i := range r.Changes {
		ch := &r.Changes[i]
		ch.Shares = slices.Clone(ch.Shares)
		for n := range ch.Shares {
			if ch.Shares[n].Player == in.Who {
				ch.Shares[n].Name = in.Name
			}
		}
	}
	c.result = &r
	return nil
}

// botFor is the name of a bot that plays on for somebody who walked out.
func botFor(who Person) string { return "Bot for " + who.Name }
