package okcorral

import (
	"time"

	"saloon/engine"
)

// afterMax bounds reaction times, and how long before the reveal a key may have been pressed: no foreperiod and no
// window is longer, also at a slow table and over a slow line.
const afterMax = 6 * time.Second

// check is the one predicate of legality, for acts of seats.
func (s *State) check(a *engine.Act[Move]) error {
	switch {
	case s.phase == Over:
		return engine.ErrOver
	case a.Seat < 0 || a.Seat >= engine.Seat(s.seats):
		return engine.ErrNotAsked
	case s.phase == Waiting:
		return s.checkTurn(a)
	case s.phase == Open || s.phase == Showdown:
		return s.checkGesture(a)
	default:
		return engine.ErrNotAsked
	}
}

func (s *State) checkTurn(a *engine.Act[Move]) error {
	switch {
	case a.Seat != s.revealer:
		return engine.ErrNotAsked
	case a.Move.Kind != Turn:
		return engine.Refuse("14", "No card lies open yet; turn yours first.")
	}
	return nil
}

func (s *State) checkGesture(a *engine.Act[Move]) error {
	switch {
	case a.Move.Kind == Turn:
		return engine.Refuse("14", "A card lies open already.")
	case a.Move.Kind == NoGesture || a.Move.Kind >= gestures:
		return engine.Refuse("2.1", "There is no such gesture.")
	case s.phase == Showdown && !s.tied.Has(a.Seat):
		return engine.Refuse("2.4", "Only the tied players draw.")
	case s.strokes[a.Seat].Gesture != NoGesture:
		return engine.Refuse("2.3", "Only your first gesture counts.")
	case a.After < -afterMax || a.After > afterMax || a.After%time.Millisecond != 0:
		return engine.Refuse("2.3", "A reaction time is whole milliseconds from %d to %d.", -afterMax.Milliseconds(),
			afterMax.Milliseconds())
	}
	return nil
}
