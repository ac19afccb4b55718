package firstin

import (
	"fmt"

	"saloon/engine"
)

// View is what one viewer may know.
type View struct {
	Seats, Rounds, Round int
	Phase                string      // "ready", "armed", "open" or "over"
	Viewer               engine.Seat // Nobody for the public
	Starter              engine.Seat
	Sign                 Kind   // while open
	Own                  Answer // the viewer's, sealed
	Points               [seatsMax]int
	Last                 Closed // the last race
}

// View shows a viewer its own answer and what lies open.
func (Rules) View(s State, v engine.Viewer) View {
	out := View{
		Seats: s.seats, Rounds: s.rounds, Round: s.round, Phase: phaseNames[s.phase], Viewer: engine.Nobody,
		Starter: s.starter(), Sign: s.sign, Points: s.points, Last: s.last,
	}
	if seat := v.Seat(); seat >= 0 && int(seat) < s.seats {
		out.Viewer, out.Own = seat, s.answers[seat]
	}
	return out
}

// Imagine draws when the sign goes up, and lets the others answer or not.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := State{seats: v.Seats, rounds: v.Rounds, round: v.Round, sign: v.Sign, points: v.Points, last: v.Last}
	for p, name := range phaseNames {
		if name == v.Phase {
			s.phase = phase(p)
		}
	}
	if s.phase == armed {
		s.wait = wait(r)
	}
	for i := range engine.Seat(s.seats) {
		if i == v.Viewer {
			s.answers[i] = v.Own
		} else if s.phase == open && r.IntN(2) == 0 {
			s.answers[i] = Answer{Kind: Left + Kind(r.IntN(3)), After: wait(r)}
		}
	}
	return s
}

// Tell is an event's line: nothing before a close tells more than that a sign is up.
func (Rules) Tell(e Event, _ engine.Viewer) (engine.Note, bool) {
	n := engine.Note{Seat: engine.Nature, Other: engine.Nobody}
	switch e := e.(type) {
	case Shown:
		n.Kind, n.Text = "first-in/shown", fmt.Sprintf("The sign says %v.", e.Sign)
	case Closed:
		n.Kind, n.Seat, n.Text = "first-in/closed", e.Winner, "Nobody got it right."
		if e.Winner >= 0 {
			n.N = int(e.Answers[e.Winner].After.Milliseconds())
			n.Text = "{seat} was first, after {n} ms."
		}
	default:
		return n, false
	}
	return n, true
}
