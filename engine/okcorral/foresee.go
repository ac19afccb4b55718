package okcorral

import "slices"

// table is what everybody knows of a match, as a state without its piles.
func (v *View) table() State {
	return State{
		house: house{deck: v.Deck, fool: v.Fool, aim: v.Aim, slow: v.Slow}, seats: uint8(v.Seats),
		characters: v.Characters, revealer: v.Revealer, centre: v.Centre,
	}
}

// Foresee is what each seat would have to do if a card were turned by the revealer, as things stand: its right
// gestures, none for a seat that would not be called on (rules 7.4).
func (v *View) Foresee(c Card) [seatsMax]GestureSet {
	s := v.table()
	s.phase, s.card = Open, c
	return s.right()
}

// Unseen is the cards that nobody has seen yet, in the order of table 1.1 (rules 7.5).
func (v *View) Unseen() []Card {
	s := v.table()
	left := s.deck()
	slices.Sort(left)
	seen := append(slices.Clone(v.Removed), v.Card, v.Centre)
	for seat := range v.Seats {
		seen = append(seen, v.Taken[seat]...)
	}
	for _, c := range seen {
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return left
}

// Next is the card that will be turned next in the guided deck, whose order everybody knows; NoCard in the others, and
// where none is left.
func (v *View) Next() Card {
	if v.Deck != Guided || v.Phase == Dealing {
		return NoCard
	}
	s := v.table()
	all := s.guided()
	if left := v.Left(); left > 0 && left <= len(all) {
		return all[len(all)-left]
	}
	return NoCard
}
