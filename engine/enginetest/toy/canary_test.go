package toy

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest"
)

// ear records what the suite complains about.
type ear struct{ heard []string }

func (e *ear) Helper() {}

func (e *ear) Errorf(format string, args ...any) {
	e.heard = append(e.heard, fmt.Sprintf(format, args...))
}

// The canaries are the game with one thing broken each. The suite must complain about every one, and name the law.

type leakyView struct{ Rules }

func (l leakyView) View(s State, v engine.Viewer) View {
	out := l.Rules.View(s, v)
	out.Points[0] += int(s.stock[0]) // the top card of the stock
	return out
}

type leakyAsking struct{ Rules }

// Turn asks only those who hold a card above 4: a bystander learns what the others hold by who has to answer.
func (l leakyAsking) Turn(s State) []engine.Seat {
	turn := l.Rules.Turn(s)
	if s.phase != window {
		return turn
	}
	out := turn[:1]
	for _, seat := range turn[1:] {
		for card := 5; card <= ranks; card++ {
			if s.hands[seat][card] > 0 {
				out = append(out, seat)
				break
			}
		}
	}
	return out
}

func (l leakyAsking) Legal(s State, seat engine.Seat) []Move {
	for _, asked := range l.Turn(s) {
		if asked == seat {
			return l.Rules.Legal(s, seat)
		}
	}
	return nil
}

func (l leakyAsking) View(s State, v engine.Viewer) View {
	out := l.Rules.View(s, v)
	out.Asked = nil // the view itself keeps the secret
	return out
}

// leakySkip passes over the goes of seats without a card above the last one: no question, no line, but a visible jump.
type leakySkip struct{ Rules }

func (l leakySkip) Evolve(s State, e Event) State {
	next := l.Rules.Evolve(s, e)
	if _, laid := e.(Laid); laid && next.phase == goes && next.gone < next.seats-1 {
		for card := next.top + 1; card <= ranks; card++ {
			if next.hands[next.turn][card] > 0 {
				return next
			}
		}
		next.next()
	}
	return next
}

// leakyWindow lets a question stand only for who holds a card above 4: the others' answers show at once.
type leakyWindow struct{ Rules }

func (l leakyWindow) Window(s State) time.Duration {
	if s.phase == goes {
		for card := 5; card <= ranks; card++ {
			if s.hands[s.turn][card] > 0 {
				return time.Second
			}
		}
	}
	return 0
}

// wideWindow lets questions stand that several seats are asked at once.
type wideWindow struct{ Rules }

func (wideWindow) Window(State) time.Duration { return time.Second }

type listsTooMuch struct{ Rules }

func (l listsTooMuch) Legal(s State, seat engine.Seat) []Move {
	moves := l.Rules.Legal(s, seat)
	if len(moves) > 0 && s.phase == window {
		moves = append(moves, Move{Kind: Draw})
	}
	return moves
}

type listsTooLittle struct{ Rules }

func (l listsTooLittle) Legal(s State, seat engine.Seat) []Move {
	moves := l.Rules.Legal(s, seat)
	if len(moves) > 1 && s.phase == goes {
		return moves[1:]
	}
	return moves
}

type moody struct {
	Rules
	calls *int
}

func (m moody) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	*m.calls++
	if *m.calls%2 == 0 && a.Seat == engine.Nature && s.phase == empty {
		r.Uint64()
	}
	return m.Rules.Decide(s, a, r)
}

type greedy struct{ Rules }

func (g greedy) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if s.phase == goes {
		r.Uint64() // also if the act is refused below
	}
	return g.Rules.Decide(s, a, r)
}

type loses struct{ Rules }

func (l loses) Evolve(s State, e Event) State {
	next := l.Rules.Evolve(s, e)
	if shown, ok := e.(Shown); ok && shown.Card == 7 {
		next.pile[7]--
	}
	return next
}

type blabs struct{ Rules }

func (b blabs) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	n, ok := b.Rules.Tell(e, v)
	if d, drew := e.(Drew); drew {
		n.Cards = names(d.Card)
	}
	return n, ok
}

type whispers struct{ Rules }

func (w whispers) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	n, ok := w.Rules.Tell(e, v)
	if s, sealed := e.(Sealed); sealed && s.Card > 4 {
		n.Text = "{seat} has answered with a smile."
	}
	return n, ok
}

type endless struct{ Rules }

func (e endless) Spec() engine.Spec {
	s := e.Rules.Spec()
	s.EntriesMax = 20
	return s
}

// forgets writes a card drawn without its number: what is read back is not what happened.
type forgets struct{ engine.Codec[Event] }

func (f forgets) Encode(e Event) (engine.Fact, error) {
	if d, ok := e.(Drew); ok {
		d.Card = 1
		e = d
	}
	return f.Codec.Encode(e)
}

type mumbles struct{ Notation }

func (m mumbles) Words(a engine.Act[Move], n engine.Names) string {
	return strings.Replace(m.Notation.Words(a, n), "play 8", "play 7", 1)
}

// misplaces forgets whose go it is.
type misplaces struct{ Notation }

func (m misplaces) Place(c engine.Config, n engine.Names, p engine.Position, r *engine.Rand) (State, error) {
	s, err := m.Notation.Place(c, n, p, r)
	s.turn = 0
	return s, err
}

// caches hands the same list to everybody who sees the same pile.
type caches struct {
	Rules
	piles map[bag][]int
}

func (c caches) View(s State, v engine.Viewer) View {
	out := c.Rules.View(s, v)
	if c.piles[s.pile] == nil {
		c.piles[s.pile] = out.Pile
	}
	out.Pile = c.piles[s.pile]
	return out
}

func TestCanaries(t *testing.T) {
	calls := 0
	for _, c := range []struct {
		name, law string
		rules     engine.Rules[State, Move, Event, View]
		codec     engine.Codec[Event]
		notation  engine.Notation[State, Move, View]
	}{
		{"leak through the view", "two worlds", leakyView{}, nil, nil},
		{"leak through asking", "two worlds", leakyAsking{}, nil, nil},
		{"leak through skipping", "two worlds", leakySkip{}, nil, nil},
		{"leak through a window", "two worlds", leakyWindow{}, nil, nil},
		{"a window for several", "predicate", wideWindow{}, nil, nil},
		{"listed and refused", "predicate", listsTooMuch{}, nil, nil},
		{"not listed and accepted", "predicate", listsTooLittle{}, nil, nil},
		{"decided by mood", "same in, same out", moody{calls: &calls}, nil, nil},
		{"a refusal that draws", "predicate", greedy{}, nil, nil},
		{"a lost card", "conservation", loses{}, nil, nil},
		{"a note that names a secret", "notes", blabs{}, nil, nil},
		{"a note that hints at a secret", "notes", whispers{}, nil, nil},
		{"a view that shares memory", "value", caches{piles: map[bag][]int{}}, nil, nil},
		{"a match past its bound", "bound", endless{}, nil, nil},
		{"a fact that lacks something", "replay", nil, forgets{Codec}, nil},
		{"words for two moves", "words", nil, nil, mumbles{}},
		{"a position set up wrongly", "position", nil, nil, misplaces{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.rules == nil {
				c.rules = Rules{}
			}
			if c.codec == nil {
				c.codec = Codec
			}
			if c.notation == nil {
				c.notation = Notation{}
			}
			e := &ear{}
			enginetest.Conform(e, c.rules, c.codec, c.notation, enginetest.Options[Move, View]{
				Matches: 8, Stray: stray, Cards: Cards,
			})
			for _, line := range e.heard {
				if strings.HasPrefix(line, c.law+": ") {
					return
				}
			}
			t.Errorf("not caught; the suite said %q", e.heard)
		})
	}
}
