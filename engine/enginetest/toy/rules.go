package toy

import (
	"fmt"
	"strconv"

	"saloon/engine"
)

// Rules is the game.
type Rules struct{}

var (
	_ engine.Rules[State, Move, Event, View] = Rules{}
	_ engine.Pauser[State]                   = Rules{}
	_ engine.Auditor[State]                  = Rules{}
	_ engine.Imaginer[State, View]           = Rules{}
)

// Spec names the game and its bounds.
func (Rules) Spec() engine.Spec {
	return engine.Spec{
		Name: "toy", Title: "High Card", Blurb: "Seal a high card, then climb.", Rules: 1,
		SeatsMin: seatsMin, SeatsMax: seatsMax,
		Options: []engine.Option{
			{
				Key: "rounds", Title: "Rounds", Clause: "1", Min: 1, Max: roundsMax, Step: 1,
				Default: strconv.Itoa(roundsMax),
			},
		},
		EntriesMax: roundsMax * (2 + 2*seatsMax),
		Reveals:    true,
	}
}

// New is a table before its first deal.
func (r Rules) New(c engine.Config) (State, error) {
	values, err := c.Values(r.Spec())
	if err != nil {
		return State{}, err
	}
	rounds, err := strconv.Atoi(values["rounds"])
	return State{seats: c.Seats, rounds: rounds}, err
}

// Turn lists who is asked.
func (Rules) Turn(s State) []engine.Seat {
	switch s.phase {
	case empty, rest:
		return []engine.Seat{engine.Nature}
	case window:
		asked := make([]engine.Seat, 1, 1+seatsMax)
		asked[0] = engine.Nature
		for i := range s.seats {
			if !s.answered[i] {
				asked = append(asked, engine.Seat(i))
			}
		}
		return asked
	case goes:
		return []engine.Seat{s.turn}
	default:
		return nil
	}
}

// Legal lists a seat's moves: cards in ascending order, then draw, then pass.
func (Rules) Legal(s State, seat engine.Seat) []Move {
	var moves []Move
	for card := uint8(1); card <= ranks; card++ {
		if m := (Move{Kind: Play, Card: card}); check(s, seat, m) == nil {
			moves = append(moves, m)
		}
	}
	for _, k := range []Kind{Draw, Pass} {
		if m := (Move{Kind: k}); check(s, seat, m) == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

func asked(s State, seat engine.Seat) bool {
	if seat < 0 || int(seat) >= s.seats {
		return false
	}
	return s.phase == window && !s.answered[seat] || s.phase == goes && s.turn == seat
}

// check is the one predicate of legality.
func check(s State, seat engine.Seat, m Move) error {
	if s.phase == over {
		return engine.ErrOver
	}
	if !asked(s, seat) {
		return engine.ErrNotAsked
	}
	if (m.Kind == Play) != (m.Card > 0) || m.Card > ranks {
		return engine.Refuse("2", "there is no such card")
	}
	switch m.Kind {
	case Pass:
		return nil
	case Play:
		if s.hands[seat][m.Card] == 0 {
			return engine.Refuse("2", "you hold no %d", m.Card)
		}
		if s.phase == goes && m.Card <= s.top {
			return engine.Refuse("3", "a card must be higher than the last one laid, a %d", s.top)
		}
		return nil
	case Draw:
		if s.phase != goes {
			return engine.Refuse("3", "cards are drawn in goes only")
		}
		if s.left == 0 {
			return engine.Refuse("3", "the stock is empty")
		}
		return nil
	}
	return engine.Refuse("2", "there is no such move")
}

// Decide says what an act leads to.
func (Rules) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if a.Seat == engine.Nature {
		return nature(s, r)
	}
	if err := check(s, a.Seat, a.Move); err != nil {
		return nil, err
	}
	if s.phase == window {
		return []Event{Sealed{Seat: a.Seat, Card: int(a.Move.Card), After: a.After}}, nil
	}
	var e Event
	switch a.Move.Kind {
	case Play:
		e = Laid{Seat: a.Seat, Card: int(a.Move.Card)}
	case Draw:
		e = Drew{Seat: a.Seat, Card: int(s.stock[0])}
	default:
		e = Passed{Seat: a.Seat}
	}
	if s.gone+1 == s.seats {
		return []Event{e, Ended{Round: s.round}}, nil
	}
	return []Event{e}, nil
}

func nature(s State, r *engine.Rand) ([]Event, error) {
	switch s.phase {
	case empty, rest:
		return []Event{deal(s, r)}, nil
	case window:
		return closing(s), nil
	case goes:
		return nil, engine.ErrNotAsked
	default:
		return nil, engine.ErrOver
	}
}

func deal(s State, r *engine.Rand) Event {
	deck := make([]int, deckSize)
	for i := range deck {
		deck[i] = i/copies + 1
	}
	for i := len(deck) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	e := Dealt{Hands: make([][]int, s.seats)}
	for i := range e.Hands {
		e.Hands[i], deck = deck[:handSize:handSize], deck[handSize:]
	}
	e.Stock = deck
	return e
}

func closing(s State) []Event {
	events := make([]Event, 0, seatsMax+1)
	w := engine.Nobody
	for i := range s.seats {
		seat := engine.Seat(i)
		events = append(events, Shown{Seat: seat, Card: int(s.sealed[i])})
		if s.sealed[i] == 0 {
			continue
		}
		if w < 0 || s.sealed[i] > s.sealed[w] || s.sealed[i] == s.sealed[w] && s.after[i] < s.after[w] {
			w = seat
		}
	}
	return append(events, Closed{Winner: w})
}

// Evolve says what is true after an event.
func (Rules) Evolve(s State, e Event) State {
	switch e := e.(type) {
	case Dealt:
		return dealt(s, e)
	case Sealed:
		s.answered[e.Seat], s.sealed[e.Seat], s.after[e.Seat] = true, uint8(e.Card), e.After
		if e.Card > 0 {
			s.hands[e.Seat][e.Card]--
		}
	case Shown:
		s.answered[e.Seat], s.sealed[e.Seat], s.after[e.Seat] = false, 0, 0
		if e.Card > 0 {
			s.pile[e.Card]++
		}
	case Closed:
		s.phase, s.turn = goes, max(e.Winner, 0)
		if e.Winner >= 0 {
			s.points[e.Winner] += 2
		}
	case Laid:
		s.hands[e.Seat][e.Card]--
		s.pile[e.Card]++
		s.top = uint8(e.Card)
		s.points[e.Seat]++
		s.next()
	case Drew:
		s.hands[e.Seat][e.Card]++
		copy(s.stock[:], s.stock[1:])
		s.left--
		s.stock[s.left] = 0
		s.next()
	case Passed:
		s.next()
	case Ended:
		s.phase = rest
		if s.round == s.rounds {
			s.phase = over
		}
	default:
		panic(fmt.Sprintf("toy: no such event: %T", e))
	}
	return s
}

func (s *State) next() {
	s.gone++
	s.turn = s.turn.Next(s.seats)
}

func dealt(s State, e Dealt) State {
	next := State{seats: s.seats, rounds: s.rounds, round: s.round + 1, phase: window, points: s.points}
	for i, hand := range e.Hands {
		for _, card := range hand {
			next.hands[i][card]++
		}
	}
	for i, card := range e.Stock {
		next.stock[i] = uint8(card)
	}
	next.left = len(e.Stock)
	return next
}

// Pause is set between rounds.
func (Rules) Pause(s State) bool { return s.phase == rest }

// Audit checks that every card is in exactly one place.
func (Rules) Audit(s State) error {
	if s.phase == empty {
		return nil
	}
	count := s.pile
	for i := range s.seats {
		for card, n := range s.hands[i] {
			count[card] += n
		}
		count[s.sealed[i]]++
	}
	for _, card := range s.stock[:s.left] {
		count[card]++
	}
	for card := 1; card <= ranks; card++ {
		if count[card] != copies {
			return fmt.Errorf("%d cards with the number %d, not %d", count[card], card, copies)
		}
	}
	return nil
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
