package okcorral

import (
	"fmt"

	"saloon/engine"
)

// apply makes an event true.
func (s *State) apply(e Event) {
	switch e := e.(type) {
	case Cast:
		s.characters[e.Seat] = e.Character
	case Dealt:
		for seat, cards := range e.Piles {
			s.piles[seat] = pile{}
			for i := len(cards) - 1; i >= 0; i-- {
				s.piles[seat].put(cards[i])
			}
		}
		s.phase, s.revealer = Waiting, e.First
	case Turned:
		s.phase, s.wait = Armed, duration(e.Wait)
	case Revealed:
		s.card = s.piles[e.Seat].draw()
		s.open(Open)
	case DrawCalled:
		s.open(Showdown)
	case Gestured:
		s.strokes[e.Seat] = Stroke{Gesture: e.Gesture, After: duration(e.After)}
	case Answered:
		s.last.Answers[e.Seat] = Answer{Gesture: e.Gesture, After: duration(e.After), How: e.How, Late: e.Late}
	case Judged:
		s.judged(&e)
	case Scored:
	case Won:
		s.phase = Over
	default:
		panic(fmt.Sprintf("okcorral: no such event: %T", e))
	}
}

// open begins a race; what came of the one before is not shown any longer.
func (s *State) open(p Phase) {
	s.phase, s.wait, s.strokes = p, 0, [seatsMax]Stroke{}
	s.last = Race{}
}

// judged moves the cards.
func (s *State) judged(e *Judged) {
	s.strokes = [seatsMax]Stroke{}
	l := &s.last
	l.Card, l.Revealer, l.Showdown, l.Result, l.Taker, l.Took = e.Card, s.revealer, e.Showdown, e.Result, e.Seat, e.Took
	s.tied = 0
	for _, seat := range e.Tied {
		s.tied.Add(seat)
	}
	if l.Tied = s.tied; s.tied != 0 {
		s.phase, s.wait = Armed, duration(e.Wait)
		return
	}
	if e.Took != NoCard {
		s.goes(e.Took, e.Seat)
	}
	if s.card.Kind() == Duel {
		s.centre = s.card
	}
	s.card = NoCard
	s.phase = Waiting
	if e.Next != engine.Nobody {
		s.revealer = e.Next
	}
}
