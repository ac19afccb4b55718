package okcorral

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
)

// Name is the game's name in records and on the command line.
const Name = "ok-corral"

// Rules are the rules of O.K. Corral. The zero value is ready for use.
type Rules struct{}

var (
	_ engine.Rules[State, Move, Event, View] = Rules{}
	_ engine.Timekeeper[State]               = Rules{}
	_ engine.Chronicler[Event]               = Rules{}
	_ engine.Auditor[State]                  = Rules{}
	_ engine.Imaginer[State, View]           = Rules{}
)

// entriesMax is the deal and, for each card, its turn and a card and a showdown that everybody answers.
const entriesMax = 1 + deckMax*(1+2*(1+seatsMax+1))

// Spec names the game, its house rules and its bounds.
func (Rules) Spec() engine.Spec {
	return engine.Spec{
		Name:  Name,
		Title: "O.K. Corral",
		Blurb: "Everybody reacts at once: the fastest takes the good cards, the slowest the bad ones.",
		Rules: 1, SeatsMin: seatsMin, SeatsMax: seatsMax,
		Options: []engine.Option{
			{
				Key: "deck", Title: "Deck", Clause: "10", Default: "full", Values: deckNames[:],
				Words: []string{
					"all kinds of cards",
					"no Settling a Score and no Poker",
					"a short first game in a fixed order, one new kind of card after the other",
				},
			},
			{
				Key: "fool", Title: "Fool's Gold", Clause: "7", Default: "-n", Values: foolNames[:],
				Words: []string{
					"costs a point for each player", "costs 2 points", "costs nothing",
				},
			},
			{
				Key: "aim", Title: "Aim", Clause: "2.1", Default: "on", Values: []string{"on", "off"},
				Words: []string{
					"shots must go to the target's side", "any shot will do, but for a Double Shoot",
				},
			},
			{
				Key: "pace", Title: "Pace", Clause: "2.2", Default: "normal", Values: []string{"normal", "slow"},
				Words: []string{
					"2.5 seconds to react", "half as long again, before a card is up and to react",
				},
			},
		},
		EntriesMax: entriesMax, Reveals: true, Representatives: true, Live: true,
	}
}

// New is an empty table. It fails with ErrConfig.
func (r Rules) New(c engine.Config) (State, error) {
	values, err := c.Values(r.Spec())
	if err != nil {
		return State{}, err
	}
	return State{
		house: house{
			deck: Deck(slices.Index(deckNames[:], values["deck"])),
			fool: Fool(slices.Index(foolNames[:], values["fool"])),
			aim:  values["aim"] == "on",
			slow: values["pace"] == "slow",
		},
		seats: uint8(c.Seats),
	}, nil
}

// Turn lists who is asked: the revealer; Nature alone where chance is due; in a race Nature and everybody, whoever has
// answered; none once the match is over.
func (Rules) Turn(s State) []engine.Seat {
	switch s.phase {
	case Waiting:
		return []engine.Seat{s.revealer}
	case Open, Showdown:
		asked := make([]engine.Seat, 1, 1+seatsMax)
		asked[0] = engine.Nature
		for seat := range engine.Seat(s.seats) {
			asked = append(asked, seat)
		}
		return asked
	case Over:
		return nil
	default:
		return []engine.Seat{engine.Nature}
	}
}

// Legal lists a seat's moves; gestures without their times, which Bounds tells.
func (Rules) Legal(s State, seat engine.Seat) []Move {
	var moves []Move
	from, to := Salute, gestures
	if s.phase == Waiting {
		from, to = Turn, Salute
	}
	for g := from; g < to; g++ {
		a := engine.Act[Move]{Seat: seat, Move: Move{Kind: g}}
		if s.check(&a) != nil {
			continue
		}
		if moves == nil {
			moves = make([]Move, 0, gestures)
		}
		moves = append(moves, a.Move)
	}
	return moves
}

// Decide refuses a move or says what happens up to the next question.
func (Rules) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if a.Seat == engine.Nature {
		if s.phase == Over {
			return nil, engine.ErrOver
		}
		if s.phase == Waiting {
			return nil, engine.ErrNotAsked
		}
		if a.Move != (Move{}) || a.After != 0 {
			return nil, engine.Refuse("14", "The table makes no gestures.")
		}
		return s.nature(r), nil
	}
	if err := s.check(&a); err != nil {
		return nil, err
	}
	if a.Move.Kind == Turn {
		return []Event{Turned{Seat: a.Seat, Wait: s.foreperiod(r)}}, nil
	}
	return []Event{Gestured{Seat: a.Seat, Gesture: a.Move.Kind, After: millis(a.After)}}, nil
}

// Evolve makes an event true.
func (Rules) Evolve(s State, e Event) State {
	s.apply(e)
	return s
}

// Timing says what time the rules give (rules 2.2).
func (Rules) Timing(s State) engine.Timing {
	switch s.phase {
	case Waiting:
		t := engine.Timing{Limit: TurnLimit}
		if s.last.Card != NoCard {
			t.Before = Show
		}
		return t
	case Armed:
		return engine.Timing{Before: s.wait, Armed: true}
	case Open, Showdown:
		r := s.race()
		return engine.Timing{Race: true, Window: r.window, Called: r.called().List()}
	default:
		return engine.Timing{}
	}
}

// Settled reports that nothing that may still come would change what closing the race does (rules 2.5).
func (Rules) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	if s.phase != Open && s.phase != Showdown {
		return false
	}
	r := s.race()
	return r.settled(least)
}

// Reactions tells how a seat that was called on answered, or hit Fool's Gold, which is a wrong move. Who was still
// thinking when a positive card was somebody else's is not mentioned.
func (Rules) Reactions(e Event) []engine.Reaction {
	a, ok := e.(Answered)
	if !ok {
		return nil
	}
	return []engine.Reaction{{Seat: a.Seat, On: a.On, How: a.How, After: duration(a.After)}}
}

// endReason is the one way in which matches end (rules 17).
const endReason engine.Reason = "last-card"

// Outcome is the result: most points, then duels won, then positive cards (rules 34).
func (Rules) Outcome(s State) (engine.Outcome, bool) {
	if s.phase != Over {
		return engine.Outcome{}, false
	}
	scores := s.scores()
	out := engine.Outcome{Points: make([]int, s.seats), Ranks: make([]int, s.seats), Reason: endReason}
	for seat := range s.seats {
		out.Points[seat], out.Ranks[seat] = scores[seat].Total(), 1
		for other := range s.seats {
			if scores[other].beats(scores[seat]) {
				out.Ranks[seat]++
			}
		}
	}
	return out, true
}

// Audit checks that every card of the match is in exactly one place.
func (Rules) Audit(s State) error {
	if s.phase == Dealing {
		return nil
	}
	count := s.census()
	for seat := range s.seats {
		for _, c := range s.piles[seat].cards[:s.piles[seat].n] {
			count[c]--
		}
	}
	for _, g := range s.gone[:s.went] {
		count[g.card]--
	}
	count[s.centre]--
	count[s.card]--
	count[NoCard] = 0
	if count == [cardsMax]int8{} {
		return nil
	}
	var errs []error
	for c, n := range count {
		switch {
		case n < 0:
			errs = append(errs, fmt.Errorf("a card too many: %v", Card(c)))
		case n > 0:
			errs = append(errs, fmt.Errorf("a card is missing: %v", Card(c)))
		}
	}
	return errors.Join(errs...)
}

func millis(d time.Duration) int { return int(d / time.Millisecond) }

func duration(ms int) time.Duration { return time.Duration(ms) * time.Millisecond }
