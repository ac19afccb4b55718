package firstin

import (
	"fmt"
	"strconv"
	"time"

	"saloon/engine"
)

// Rules is the game.
type Rules struct{}

var (
	_ engine.Rules[State, Move, Event, View] = Rules{}
	_ engine.Timekeeper[State]               = Rules{}
	_ engine.Chronicler[Event]               = Rules{}
	_ engine.Imaginer[State, View]           = Rules{}
)

// Spec names the game and its bounds.
func (Rules) Spec() engine.Spec {
	return engine.Spec{
		Name: "first-in", Title: "First In", Blurb: "Do what the sign says before anybody else.", Rules: 1,
		SeatsMin: seatsMin, SeatsMax: seatsMax,
		Options: []engine.Option{{
			Key: "rounds", Title: "Rounds", Clause: "1", Min: 1, Max: roundsMax, Step: 1,
			Default: strconv.Itoa(roundsMax),
		}},
		EntriesMax: roundsMax * (3 + seatsMax), Reveals: true, Representatives: true, Live: true,
	}
}

// New is a table before its first sign.
func (r Rules) New(c engine.Config) (State, error) {
	values, err := c.Values(r.Spec())
	if err != nil {
		return State{}, err
	}
	rounds, err := strconv.Atoi(values["rounds"])
	return State{seats: c.Seats, rounds: rounds, round: 1}, err
}

// Turn lists who is asked.
func (Rules) Turn(s State) []engine.Seat {
	switch s.phase {
	case ready:
		return []engine.Seat{s.starter()}
	case armed:
		return []engine.Seat{engine.Nature}
	case open:
		asked := []engine.Seat{engine.Nature}
		for i := range s.seats {
			asked = append(asked, engine.Seat(i))
		}
		return asked
	default:
		return nil
	}
}

// Legal lists a seat's moves, answers with no time of their own.
func (Rules) Legal(s State, seat engine.Seat) []Move {
	var moves []Move
	for k := Go; k < kinds; k++ {
		if check(&s, engine.Act[Move]{Seat: seat, Move: Move{k}}) == nil {
			moves = append(moves, Move{k})
		}
	}
	return moves
}

// afterMax bounds reaction times, and those before the sign.
const afterMax = 5 * time.Second

// check is the one predicate of legality.
func check(s *State, a engine.Act[Move]) error {
	switch {
	case s.phase == over:
		return engine.ErrOver
	case a.Seat < 0 || int(a.Seat) >= s.seats, s.phase == armed, s.phase == ready && a.Seat != s.starter():
		return engine.ErrNotAsked
	case s.phase == ready && a.Move.Kind != Go, a.Move.Kind < Go || a.Move.Kind >= kinds:
		return engine.Refuse("1", "say go")
	case s.phase == ready:
		return nil
	case a.Move.Kind == Go:
		return engine.Refuse("3", "the sign is up")
	case s.answers[a.Seat].Kind > 0:
		return engine.Refuse("3", "you have answered")
	case a.After < -afterMax || a.After > afterMax || a.After%time.Millisecond != 0:
		return engine.Refuse("3", "that is no reaction time")
	}
	return nil
}

// Decide says what an act leads to.
func (Rules) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if a.Seat == engine.Nature {
		return nature(&s, r)
	}
	if err := check(&s, a); err != nil {
		return nil, err
	}
	if s.phase == ready {
		return []Event{Readied{Wait: wait(r)}}, nil
	}
	return []Event{Answered{Seat: a.Seat, Kind: a.Move.Kind, After: a.After}}, nil
}

// wait draws how long it takes until a sign goes up.
func wait(r *engine.Rand) time.Duration {
	return Soon + time.Duration(r.IntN(int(Spread/time.Millisecond)))*time.Millisecond
}

func nature(s *State, r *engine.Rand) ([]Event, error) {
	switch s.phase {
	case armed:
		return []Event{Shown{Sign: Left + Kind(r.IntN(3))}}, nil
	case open:
		return []Event{s.close()}, nil
	case over:
		return nil, engine.ErrOver
	default:
		return nil, engine.ErrNotAsked
	}
}

// first is the first right answer so far.
func (s *State) first() engine.Seat {
	best := engine.Nobody
	for i := range engine.Seat(s.seats) {
		if s.judge(i) == engine.Valid && (best < 0 || s.answers[i].After < s.answers[best].After) {
			best = i
		}
	}
	return best
}

// judge says what a seat's answer is worth.
func (s *State) judge(seat engine.Seat) engine.Response {
	a := s.answers[seat]
	switch {
	case !s.called(seat):
		return ""
	case a.Kind == 0 || a.After > Stands:
		return engine.NoResponse
	case a.After < Sooner:
		return engine.FalseStart
	case a.Kind != s.sign:
		return engine.WrongMove
	default:
		return engine.Valid
	}
}

func (s *State) close() Closed {
	e := Closed{Sign: s.sign, Answers: s.answers, Winner: s.first()}
	for i := range engine.Seat(s.seats) {
		if e.How[i] = s.judge(i); e.How[i] == engine.NoResponse && e.Winner >= 0 {
			e.How[i] = "" // it was over before its time was
		}
	}
	return e
}

// Evolve says what is true after an event.
func (Rules) Evolve(s State, e Event) State {
	switch e := e.(type) {
	case Readied:
		s.phase, s.wait = armed, e.Wait
	case Shown:
		s.phase, s.wait, s.sign = open, 0, e.Sign
	case Answered:
		s.answers[e.Seat] = Answer{Kind: e.Kind, After: e.After}
	case Closed:
		s.phase, s.last, s.answers, s.sign = ready, e, [seatsMax]Answer{}, 0
		if e.Winner >= 0 {
			s.points[e.Winner]++
		}
		if s.round++; s.round > s.rounds {
			s.phase, s.round = over, s.rounds
		}
	default:
		panic(fmt.Sprintf("firstin: no such event: %T", e))
	}
	return s
}

// Timing says what time the rules give.
func (Rules) Timing(s State) engine.Timing {
	switch s.phase {
	case ready:
		t := engine.Timing{Limit: Limit}
		if s.last.Sign > 0 {
			t.Before = Rest
		}
		return t
	case armed:
		return engine.Timing{Before: s.wait, Armed: true}
	case open:
		t := engine.Timing{Race: true, Window: Stands}
		for i := range engine.Seat(s.seats) {
			if s.called(i) {
				t.Called = append(t.Called, i)
			}
		}
		return t
	default:
		return engine.Timing{}
	}
}

// Settled reports that nobody can be first any more who is not, or that nobody can answer any more.
func (Rules) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	if s.phase != open {
		return false
	}
	limit := Stands
	if w := s.first(); w >= 0 {
		limit = s.answers[w].After
	}
	for i := range engine.Seat(s.seats) {
		if s.called(i) && s.answers[i].Kind == 0 && least[i] <= limit {
			return false
		}
	}
	return true
}

// Reactions lists how those who were called on answered.
func (Rules) Reactions(e Event) []engine.Reaction {
	closed, ok := e.(Closed)
	if !ok {
		return nil
	}
	var all []engine.Reaction
	for i, how := range closed.How {
		if how == "" {
			continue
		}
		r := engine.Reaction{Seat: engine.Seat(i), On: closed.Sign.String(), How: how}
		if how != engine.NoResponse {
			r.After = closed.Answers[i].After
		}
		all = append(all, r)
	}
	return all
}

// Outcome ranks the seats by points.
func (Rules) Outcome(s State) (engine.Outcome, bool) {
	if s.phase != over {
		return engine.Outcome{}, false
	}
	o := engine.Outcome{Points: make([]int, s.seats), Ranks: make([]int, s.seats), Reason: "rounds"}
	copy(o.Points, s.points[:])
	for i := range o.Ranks {
		o.Ranks[i] = 1
		for _, p := range o.Points {
			if p > o.Points[i] {
				o.Ranks[i]++
			}
		}
	}
	return o, true
}
