package stage

import "saloon/engine"

// Choose picks one of the moves that are legal for a seat.
type Choose[S any, M comparable] func(s *S, seat engine.Seat, legal []M) M

// Randomly picks any.
func Randomly[S any, M comparable](r *engine.Rand) Choose[S, M] {
	return func(_ *S, _ engine.Seat, legal []M) M { return legal[r.IntN(len(legal))] }
}

// PlayOut plays the match to its end and returns the last state. Of seats that are asked together the first moves
// first. It calls see, unless that is nil, after each entry, with the state before it, the state after it, and what
// happened.
func (x *Stage[S, M, E, V]) PlayOut(choose Choose[S, M], see func(before, after S, events []E)) S {
	x.T.Helper()
	for {
		turn := x.rules.Turn(x.State)
		if len(turn) == 0 {
			return x.State
		}
		if x.entry >= uint64(x.rules.Spec().EntriesMax) {
			x.T.Fatalf("no end after %d entries", x.entry)
		}
		act := engine.Act[M]{Seat: turn[0]}
		if act.Seat != engine.Nature {
			legal := x.rules.Legal(x.State, act.Seat)
			if len(legal) == 0 {
				x.T.Fatalf("entry %d: seat %d is asked and has no move", x.entry+1, act.Seat)
			}
			act.Move = choose(&x.State, act.Seat, legal)
		}
		before := x.State
		if err := x.Act(act); err != nil {
			x.T.Fatalf("entry %d: %+v: %v", x.entry, act, err)
		}
		if see != nil {
			see(before, x.State, x.Seen)
		}
	}
}
