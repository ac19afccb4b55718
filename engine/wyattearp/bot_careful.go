package wyattearp

import (
	"context"
	"slices"

	"saloon/engine"
)

// careful answers for somebody whose time is up with what costs the least: it draws, discards the card that is worth
// least and helps the next player least, declines, and lets a shot that hit go where it helps its owner most. It never
// plays a card.
type careful struct{}

// Choose fails only on an empty list.
func (careful) Choose(_ context.Context, v View, legal []Move, _ *engine.Rand) (Move, error) {
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	t := sighted(&v, legal)
	m := legal[0]
	switch t.phase {
	case Draw: // two from the supply, or else one card more than nothing (rules R47)
		for _, u := range [...]Use{DrawSupply, DrawDiscard, EndHand} {
			if t.may(Move{Use: u}) {
				return Move{Use: u}, nil
			}
		}
	case Play:
		m = Move{Use: Discard, Card: t.spare()}
	case Target:
		m = t.aim()
	case React:
		m = Move{Use: Pass}
	}
	if !slices.Contains(legal, m) {
		return legal[0], nil
	}
	return m, nil
}
