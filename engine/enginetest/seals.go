package enginetest

import (
	"slices"

	"saloon/engine"
	"saloon/engine/seal"
)

// checkSeals checks what an entry did to sealed cards: every shuffle has its seal, and of the cards only those are
// opened that everybody sees, each once, as what it was sealed as.
func (c *Checker[S, M, E, V]) checkSeals(events []E, facts []engine.Fact) {
	c.t.Helper()
	if _, ok := any(c.rules).(engine.Dealer[S, E]); !ok {
		if len(facts) != len(events) {
			c.fail("seals", "%d facts of %d events", len(facts), len(events))
		}
		return
	}
	dealt, err := c.facts.Dealt(facts)
	if err != nil || len(dealt) != len(facts) {
		c.fail("seals", "%d of %d facts can be followed: %v", len(dealt), len(facts), err)
		return
	}
	for i, view := range c.sights(c.state, events, engine.Public) {
		if i == len(events) {
			break
		}
		c.shuffles = append(c.shuffles, dealt[i].Shuffles...)
		note, _ := c.rules.Tell(events[i], engine.Public)
		for _, shown := range dealt[i].Shown {
			c.checkShowing(shown, view, c.rules.View(c.upTo(events[:i+1]), engine.Public))
			if !seal.Named(note.Text, shown.Card) {
				c.fail("seals", "%q is opened and the line %q does not name it", shown.Card, note.Text)
			}
		}
	}
	if next, err := c.facts.Apply(facts); err != nil || len(next.Seals()) != len(c.shuffles) {
		c.fail("seals", "%d shuffles have not as many seals (%v)", len(c.shuffles), err)
	}
}

// upTo is the state after events.
func (c *Checker[S, M, E, V]) upTo(events []E) S {
	s := c.state
	for _, e := range events {
		s = c.rules.Evolve(s, e)
	}
	return s
}

func (c *Checker[S, M, E, V]) checkShowing(shown engine.Showing, before, after V) {
	c.t.Helper()
	if shown.Shuffle < 1 || shown.Shuffle > len(c.shuffles) {
		c.fail("seals", "%q is opened in shuffle %d of %d", shown.Card, shown.Shuffle, len(c.shuffles))
		return
	}
	cards := c.shuffles[shown.Shuffle-1].Cards
	at := [2]int{shown.Shuffle, shown.Index}
	switch {
	case shown.Index < 0 || shown.Index >= len(cards) || cards[shown.Index] != shown.Card:
		c.fail("seals", "%q is opened as card %d of shuffle %d, which are %v", shown.Card, shown.Index, shown.Shuffle,
			cards)
	case c.opened[at]:
		c.fail("seals", "%q is opened twice in shuffle %d", shown.Card, shown.Shuffle)
	case c.o.Cards != nil && !slices.Contains(append(c.o.Cards(before), c.o.Cards(after)...), shown.Card):
		c.fail("seals", "%q is opened and no spectator sees it", shown.Card)
	}
	c.opened[at] = true
}
