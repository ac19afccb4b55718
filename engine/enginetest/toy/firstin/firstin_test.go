package firstin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest"
)

var stray = []Move{{}, {Kind: kinds}, {Kind: 200}}

func options() enginetest.Options[Move, View] {
	return enginetest.Options[Move, View]{
		Matches: 30, Stray: stray,
		Result: func(v View) any { return [2]any{v.Points, v.Last.Winner} },
	}
}

func TestLaws(t *testing.T) {
	enginetest.Conform(t, Rules{}, Codec, Notation{}, options())
}

func FuzzLaws(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 1, 0, 3, 5, 0, 1, 2, 200, 17, 4, 9, 9, 1, 0, 0, 3, 77})
	f.Fuzz(func(t *testing.T, choices []byte) {
		o := options()
		o.Choices = append([]byte{}, choices...)
		enginetest.Conform(t, Rules{}, Codec, Notation{}, o)
	})
}

// TestRound plays one round from a position.
func TestRound(t *testing.T) {
	names := engine.Names{"Anna", "Burt", "Curt"}
	m, err := engine.Erase(Rules{}, Codec, Notation{}).Place(
		engine.Config{Seats: 3, Options: map[string]string{"rounds": "1"}}, names,
		engine.Position{"phase": "open", "sign": "duck"}, new(engine.Rand),
	)
	if err != nil {
		t.Fatal(err)
	}
	var seed engine.Seed
	for i, line := range []string{"0 duck 150", "2 duck 400", "1 left 300", "-1 close"} {
		var seat int
		var words string
		if _, err := fmt.Sscanf(line, "%d", &seat); err != nil {
			t.Fatal(err)
		}
		_, words, _ = strings.Cut(line, " ")
		act, err := m.Parse(words, engine.Seat(seat), names)
		if err != nil {
			t.Fatal(err)
		}
		var facts []engine.Fact
		if m, facts, err = m.Play(act, seed.Entry(uint64(i+1))); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if seat >= 0 {
			continue
		}
		reactions, err := m.Reactions(facts)
		if err != nil || len(reactions) != 2 || reactions[0].How != engine.WrongMove ||
			reactions[1] != (engine.Reaction{Seat: 2, On: "duck", How: engine.Valid, After: 400 * time.Millisecond}) {
			t.Errorf("reactions %+v, %v", reactions, err)
		}
	}
	if out, over := m.Outcome(); !over || out.Points[2] != 1 || out.Ranks[2] != 1 || out.Ranks[0] != 2 {
		t.Errorf("outcome %+v, over %v", out, over)
	}
}

// ear records what the suite complains about.
type ear struct{ heard []string }

func (e *ear) Helper() {}

func (e *ear) Errorf(format string, args ...any) {
	e.heard = append(e.heard, fmt.Sprintf(format, args...))
}

// The canaries are the game with one thing broken each.

type asksWhoHasNot struct{ Rules }

func (a asksWhoHasNot) Turn(s State) []engine.Seat {
	var out []engine.Seat
	for _, seat := range a.Rules.Turn(s) {
		if seat < 0 || s.answers[seat].Kind == 0 {
			out = append(out, seat)
		}
	}
	return out
}

type showsWhoHas struct{ Rules }

func (w showsWhoHas) View(s State, v engine.Viewer) View {
	out := w.Rules.View(s, v)
	for i, a := range s.answers {
		if a.Kind > 0 {
			out.Points[i]++
		}
	}
	return out
}

type tellsWhoHas struct{ Rules }

func (w tellsWhoHas) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	if a, ok := e.(Answered); ok {
		return engine.Note{Kind: "first-in/answered", Seat: a.Seat, Other: engine.Nobody, Text: "{seat} moved."}, true
	}
	return w.Rules.Tell(e, v)
}

type showsTheWait struct{ Rules }

func (w showsTheWait) View(s State, v engine.Viewer) View {
	out := w.Rules.View(s, v)
	out.Points[0] += int(s.wait.Milliseconds())
	return out
}

type hintsAtTheWait struct{ Rules }

func (h hintsAtTheWait) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	if r, ok := e.(Readied); ok && r.Wait > Soon+Spread/2 {
		return engine.Note{Kind: "first-in/readied", Other: engine.Nobody, Text: "It may take a while."}, true
	}
	return h.Rules.Tell(e, v)
}

type callsBySeal struct{ Rules }

func (c callsBySeal) Timing(s State) engine.Timing {
	t := c.Rules.Timing(s)
	if s.answers[0].Kind > 0 {
		t.Called = nil
	}
	return t
}

type hasty struct{ Rules }

// Settled takes the first right answer for the best.
func (h hasty) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	return s.phase == open && s.first() >= 0
}

type offByOne struct{ Rules }

// Settled forgets that of equal times the lower seat's counts.
func (o offByOne) Settled(s State, least [engine.SeatsMax]time.Duration) bool {
	for i := range least {
		least[i]++
	}
	return o.Rules.Settled(s, least)
}

type second struct{ Rules }

func (w second) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if a.Seat >= 0 && int(a.Seat) < s.seats {
		s.answers[a.Seat] = Answer{}
	}
	return w.Rules.Decide(s, a, r)
}

type absent struct{ Rules }

func (absent) Spec() engine.Spec {
	s := Rules{}.Spec()
	s.Live = false
	return s
}

type idle struct{ Rules }

func (i idle) Timing(s State) engine.Timing {
	t := i.Rules.Timing(s)
	t.Armed = t.Armed || s.phase == ready
	return t
}

type gossip struct{ Rules }

func (g gossip) Reactions(e Event) []engine.Reaction {
	return append(g.Rules.Reactions(e), engine.Reaction{Seat: 9, On: "left", How: engine.Valid})
}

func TestCanaries(t *testing.T) {
	for _, c := range []struct {
		name, law string
		rules     engine.Rules[State, Move, Event, View]
	}{
		{"asks only who has not answered", "two worlds", asksWhoHasNot{}},
		{"a view of who has answered", "two worlds", showsWhoHas{}},
		{"a view of who has answered, noticed at once", "sealed", showsWhoHas{}},
		{"a line about an answer", "sealed", tellsWhoHas{}},
		{"a view of the wait", "two worlds", showsTheWait{}},
		{"a line that hints at the wait", "sealed", hintsAtTheWait{}},
		{"a timing by who has answered", "two worlds", callsBySeal{}},
		{"settled too early", "settled", hasty{}},
		{"settled at a tie", "settled", offByOne{}},
		{"a second answer", "predicate", second{}},
		{"a race by correspondence", "spec", absent{}},
		{"armed while somebody is asked", "timing", idle{}},
		{"a reaction of nobody", "reactions", gossip{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := &ear{}
			enginetest.Conform(e, c.rules, Codec, Notation{}, options())
			for _, line := range e.heard {
				if strings.HasPrefix(line, c.law+": ") {
					return
				}
			}
			t.Errorf("not caught; the suite said %d other things", len(e.heard))
		})
	}
}
