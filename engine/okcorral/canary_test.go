package okcorral

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest"
	"saloon/engine/enginetest/stage"
)

// ear records what the suite complains about.
type ear struct{ heard []string }

func (e *ear) Helper() {}

func (e *ear) Errorf(format string, args ...any) {
	e.heard = append(e.heard, fmt.Sprintf(format, args...))
}

// The canaries are the game with one thing broken each. The suite must complain about every one, and name the law.

// views shows everybody something that nobody, or one alone, may see.
type views struct {
	Rules
	leak func(*State, *View)
}

func (l views) View(s State, v engine.Viewer) View {
	out := l.Rules.View(s, v)
	l.leak(&s, &out)
	return out
}

// notes tells everybody something.
type notes struct {
	Rules
	leak func(Event, *engine.Note) bool
}

func (l notes) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	n, ok := l.Rules.Tell(e, v)
	if n.Seat == engine.Nature {
		n.Seat = 0
	}
	leaks := l.leak(e, &n)
	return n, ok || leaks
}

// asksTheOthers asks only who has not answered.
type asksTheOthers struct{ Rules }

func (a asksTheOthers) Turn(s State) []engine.Seat {
	var out []engine.Seat
	for _, seat := range a.Rules.Turn(s) {
		if seat < 0 || s.strokes[seat].Gesture == NoGesture {
			out = append(out, seat)
		}
	}
	return out
}

// legals lists what a seat may do by what another has done.
type legals struct{ Rules }

func (l legals) Legal(s State, seat engine.Seat) []Move {
	moves := l.Rules.Legal(s, seat)
	if len(moves) > 1 && seat > 0 && s.strokes[0].Gesture != NoGesture {
		return moves[1:]
	}
	return moves
}

// timings give away time.
type timings struct {
	Rules
	leak func(*State, *engine.Timing)
}

func (l timings) Timing(s State) engine.Timing {
	t := l.Rules.Timing(s)
	l.leak(&s, &t)
	return t
}

// settles says too early that nothing can change.
type settles struct {
	Rules
	early time.Duration
}

func (l settles) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	for i := range least {
		least[i] += l.early
	}
	return l.Rules.Settled(s, least)
}

// settlesBlindly forgets that seats who are not called on may hit Fool's Gold.
type settlesBlindly struct{ Rules }

func (l settlesBlindly) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	return l.Rules.Settled(s, least) || s.phase == Open && s.card.Kind() == FoolsGold
}

// spoils breaks a state.
type spoils struct {
	Rules
	spoil func(*State, Event)
}

func (l spoils) Evolve(s State, e Event) State {
	s = l.Rules.Evolve(s, e)
	l.spoil(&s, e)
	return s
}

// again lets a seat answer twice.
type again struct{ Rules }

func (a again) Decide(s State, act engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if act.Seat >= 0 && int(act.Seat) < s.n() {
		s.strokes[act.Seat] = Stroke{}
	}
	return a.Rules.Decide(s, act, r)
}

// reacts tells reactions of who was not there.
type reacts struct{ Rules }

func (l reacts) Reactions(e Event) []engine.Reaction {
	all := l.Rules.Reactions(e)
	for i := range all {
		all[i].How = "shy"
	}
	return all
}

func leaks(leak func(*State, *View)) engine.Rules[State, Move, Event, View] { return views{leak: leak} }

func says(leak func(Event, *engine.Note) bool) engine.Rules[State, Move, Event, View] {
	return notes{leak: leak}
}

func TestCanaries(t *testing.T) {
	for _, c := range []struct {
		name, law string
		rules     engine.Rules[State, Move, Event, View]
	}{
		{"the next card in a view", "two worlds", leaks(func(s *State, v *View) {
			if p := s.piles[s.revealer]; s.phase == Armed && p.n > 0 {
				v.Card = p.draw()
			}
		})},
		{"the last card of a pile in a view", "two worlds", leaks(func(s *State, v *View) {
			v.Scores[0].Bonus += int(s.piles[0].cards[0])
		})},
		{"the foreperiod in a view", "two worlds", leaks(func(s *State, v *View) {
			v.Scores[0].Bonus += millis(s.wait)
		})},
		{"a gesture in a view", "two worlds", leaks(func(s *State, v *View) {
			if v.Viewer < 0 {
				v.Own = s.strokes[0]
			}
		})},
		{"a gesture in a view, noticed at once", "sealed", leaks(func(s *State, v *View) {
			if v.Viewer < 0 {
				v.Own = s.strokes[0]
			}
		})},
		{"who has answered in a view", "sealed", leaks(func(s *State, v *View) {
			for seat, stroke := range s.strokes {
				if stroke.Gesture != NoGesture {
					v.Last.Tied.Add(engine.Seat(seat))
				}
			}
		})},
		{"who is asked", "sealed", asksTheOthers{}},
		{"what may be done", "sealed", legals{}},
		{"a line about a gesture", "sealed", says(func(e Event, n *engine.Note) bool {
			g, ok := e.(Gestured)
			n.Seat, n.Text = max(n.Seat, 0), n.Text+"{seat} moved."
			return ok && g.Seat == 0
		})},
		{"a line that names the next card", "notes", says(func(e Event, n *engine.Note) bool {
			d, ok := e.(Dealt)
			if ok {
				n.Cards = []string{d.Piles[0][0].String()}
			}
			return ok
		})},
		{"a line that hints at the wait", "sealed", says(func(e Event, n *engine.Note) bool {
			d, ok := e.(Turned)
			n.Text += "It may take a while."
			return ok && d.Wait > 1200
		})},
		{"a timing by who has answered", "two worlds", timings{leak: func(s *State, t *engine.Timing) {
			if t.Race && s.strokes[0].Gesture != NoGesture {
				t.Window++
			}
		}}},
		{"a wait before a reveal that is none", "timing", timings{leak: func(s *State, t *engine.Timing) {
			t.Armed = t.Armed || s.phase == Waiting
		}}},
		{"settled at a tie", "settled", settles{early: time.Millisecond}},
		{"settled before Fool's Gold may be hit", "settled", settlesBlindly{}},
		{"a second gesture", "predicate", again{}},
		{"a reaction of no kind", "reactions", reacts{}},
		{"a card lost", "conservation", spoils{spoil: func(s *State, e Event) {
			if j, ok := e.(Judged); ok && j.Took.Kind() == Nugget && s.went > 0 {
				s.went--
			}
		}}},
		{"a card twice", "conservation", spoils{spoil: func(s *State, e Event) {
			if j, ok := e.(Judged); ok && j.Card.Kind() == Duel && s.went < deckMax {
				s.goes(j.Card, 0)
			}
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := &ear{}
			for n := range uint64(12) { // some leaks are rare
				enginetest.Conform(e, c.rules, Codec, Notation{}, enginetest.Options[Move, View]{
					Matches: 1, Seed: stage.Seed(n), Cards: cardNames, Result: withoutTimes,
					Configs: []engine.Config{{Seats: 2 + int(n)%3}},
				})
				for _, line := range e.heard {
					if strings.HasPrefix(line, c.law+": ") {
						return
					}
				}
			}
			t.Errorf("not caught; the suite said %d other things", len(e.heard))
		})
	}
}

// withoutTimes is what of a view follows from how a race came out.
func withoutTimes(v View) any {
	v.Last.Answers = [seatsMax]Answer{}
	return v
}

// cardNames are the names of the cards that a view shows.
func cardNames(v View) []string {
	names := []string{v.Card.String(), v.Centre.String(), v.Last.Took.String()}
	for _, taken := range append(v.Taken[:], v.Removed) {
		for _, c := range taken {
			names = append(names, c.String())
		}
	}
	return names
}
