package okcorral

import (
	"time"

	"saloon/engine"
	"saloon/engine/deck"
)

// Imagine makes a state that fits a view: the cards that lie face down in any order, gestures of others or none, and
// any foreperiod.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := State{
		house: house{deck: v.Deck, fool: v.Fool, aim: v.Aim, slow: v.Slow}, seats: uint8(v.Seats), phase: v.Phase,
		revealer: v.Revealer, characters: v.Characters, centre: v.Centre, card: v.Card, tied: v.Tied, last: v.Last,
	}
	if s.phase == Dealing {
		return s
	}
	var seen [cardsMax]int
	seen[v.Centre]++
	seen[v.Card]++
	for seat := range engine.Seat(s.seats) {
		for _, c := range v.Taken[seat] {
			s.goes(c, seat)
			seen[c]++
		}
	}
	for _, c := range v.Removed {
		s.goes(c, engine.Nobody)
		seen[c]++
	}
	hidden := make([]Card, 0, deckMax)
	for _, c := range s.deck() {
		if seen[c] > 0 {
			seen[c]--
		} else {
			hidden = append(hidden, c)
		}
	}
	deck.Shuffle(r, hidden)
	for seat, n := range v.Piles[:s.seats] {
		for _, c := range hidden[:n] {
			s.piles[seat].put(c)
		}
		hidden = hidden[n:]
	}
	switch s.phase {
	case Armed:
		s.wait = duration(s.foreperiod(r))
	case Open, Showdown:
		s.imagineStrokes(&v, r)
	}
	return s
}

// imagineStrokes lets each of the others answer or not.
func (s *State) imagineStrokes(v *View, r *engine.Rand) {
	for seat := range engine.Seat(s.seats) {
		switch {
		case seat == v.Viewer:
			s.strokes[seat] = v.Own
		case s.phase == Showdown && !s.tied.Has(seat):
		case r.IntN(2) == 0:
			s.strokes[seat] = Stroke{
				Gesture: Salute + Gesture(r.IntN(int(gestures-Salute))),
				After:   time.Duration(200+r.IntN(800)) * time.Millisecond,
			}
		}
	}
}
