package engine

import "time"

// Timekeeper is implemented by rules that keep time themselves, because people race in them: everybody answers at once,
// and how long each took decides. An answer's Act.After is then its reaction time in whole milliseconds, measured and
// compensated by the table; it is below zero for one that came before there was anything to react to.
//
// While a race is open, Turn lists Nature, whose act closes it, and every seat, whether it has answered or not: who is
// asked must not tell who has answered. Legal is empty for a seat that has.
type Timekeeper[S any] interface {
	// Timing says what time the rules give at a state. The table keeps it, and shows none of it.
	Timing(S) Timing
	// Settled reports whether closing the race would do the same whatever still came in, if no answer of a seat that
	// has given none could take less than least of that seat. It is false where no race is open.
	Settled(s S, least [SeatsMax]time.Duration) bool
}

// Timing is the time that the rules give at one state. Its zero value leaves everything to the table.
type Timing struct {
	// Before is how long the table holds back what is due, from when people saw the state: the question to a seat, or
	// Nature's act where that is due alone.
	Before time.Duration
	// Armed is set where the race opens after Before: an answer that comes meanwhile is the seat's answer in it.
	Armed bool
	// Limit is how long a seat that is asked alone may take; then its first legal move is made for it, and it is not
	// held to be away for it. Zero leaves it to the seat's clock.
	Limit time.Duration
	// Race is set while a race is open. It stands for Window at most, from when each player saw it open.
	Race   bool
	Window time.Duration
	// Called are the seats that should answer: one that again and again does not is held to be away.
	Called []Seat
}

// Chronicler is implemented by rules that can tell how people reacted, for their histories.
type Chronicler[E any] interface {
	// Reactions lists how seats answered in the race that an event closed; none for any other event.
	Reactions(E) []Reaction
}

// Reaction is how a seat that was called on answered in a race.
type Reaction struct {
	Seat  Seat
	On    string        // what it answered to, such as "Cavalry"
	How   Response      // what came of it
	After time.Duration // in whole milliseconds; zero for NoResponse
}

// Response says what came of a seat's part in a race. Its values are stored and never renamed.
type Response string

const (
	// Valid is a right answer in time.
	Valid Response = "valid"
	// FalseStart is an answer that came before it can have been a reaction.
	FalseStart Response = "false start"
	// WrongMove is an answer in time, but not the one that was called for.
	WrongMove Response = "wrong move"
	// NoResponse is no answer in time.
	NoResponse Response = "no response"
)

func (m match[S, M, E, V]) Timing() Timing {
	if k, ok := any(m.rules).(Timekeeper[S]); ok {
		return k.Timing(m.state)
	}
	return Timing{}
}

func (m match[S, M, E, V]) Settled(least [SeatsMax]time.Duration) bool {
	k, ok := any(m.rules).(Timekeeper[S])
	return ok && k.Settled(m.state, least)
}

func (m match[S, M, E, V]) Reactions(facts []Fact) ([]Reaction, error) {
	c, ok := any(m.rules).(Chronicler[E])
	if !ok {
		return nil, nil
	}
	var all []Reaction
	for _, f := range facts {
		if f.Kind == sealKind {
			continue
		}
		e, err := m.codec.Decode(f)
		if err != nil {
			return nil, err
		}
		all = append(all, c.Reactions(e)...)
	}
	return all, nil
}
