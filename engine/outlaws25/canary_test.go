package outlaws25

import (
	"fmt"
	"strings"
	"testing"

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

// The canaries are the game with one leak each. The suite must complain about every one, and name the law.

// leakyView shows everybody something that only one may see.
type leakyView struct {
	Rules
	leak func(*State, *View)
}

func (l leakyView) View(s State, v engine.Viewer) View {
	out := l.Rules.View(s, v)
	l.leak(&s, &out)
	return out
}

// leakyAsking passes over, in a window, the seats whose rewards are of no use there: the silence tells what they hold.
type leakyAsking struct{ Rules }

func (l leakyAsking) asks(s *State) bool {
	if s.phase != BeforeRoll && s.phase != AfterRoll || s.turn < 0 {
		return true
	}
	return len(s.legal(s.turn)) > 1
}

func (l leakyAsking) Turn(s State) []engine.Seat {
	if !l.asks(&s) {
		return []engine.Seat{engine.Nature}
	}
	return l.Rules.Turn(s)
}

func (l leakyAsking) Legal(s State, seat engine.Seat) []Move {
	if !l.asks(&s) {
		return nil
	}
	return l.Rules.Legal(s, seat)
}

func (l leakyAsking) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if !l.asks(&s) {
		if a.Seat != engine.Nature {
			return nil, engine.ErrNotAsked
		}
		return []Event{Passed{Seat: s.turn}}, nil
	}
	return l.Rules.Decide(s, a, r)
}

// leakyPause stops only where somebody folded a pair or better.
type leakyPause struct{ Rules }

func (l leakyPause) Pause(s State) bool {
	if s.phase != Showdown {
		return l.Rules.Pause(s)
	}
	for seat := range engine.Seat(s.seats) {
		if s.hole[seat][0] != NoCard && !s.shown.Has(seat) {
			if c, _ := Judge(s.hand(seat), ByThree); c >= Pair {
				return true
			}
		}
	}
	return false
}

// leakyNote tells everybody what one seat learns.
type leakyNote struct {
	Rules
	leak func(Event, *engine.Note)
}

func (l leakyNote) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	n, ok := l.Rules.Tell(e, v)
	if ok {
		l.leak(e, &n)
	}
	return n, ok
}

// leakyLegal lets a seat hold up only outlaws that are slower than its own.
type leakyLegal struct{ Rules }

func (l leakyLegal) Legal(s State, seat engine.Seat) []Move {
	moves := l.Rules.Legal(s, seat)
	if s.phase != HoldingUp {
		return moves
	}
	if len(moves) == 0 {
		return moves
	}
	out := moves[:1:1]
	for _, m := range moves[1:] {
		if s.gangs[seat][m.Place].speed >= s.gangs[m.Seat][m.Other].speed {
			out = append(out, m)
		}
	}
	return out
}

// loses loses money, drops money in the bank twice, or a card.
type loses struct {
	Rules
	spoil func(*State, Event)
}

func (l loses) Evolve(s State, e Event) State {
	s = l.Rules.Evolve(s, e)
	l.spoil(&s, e)
	return s
}

// leakyTrace opens cards that it should not, or not those that were sealed.
type leakyTrace struct {
	Rules
	spoil func(t trace, before *State, e Event, d *engine.Dealing)
}

func (l leakyTrace) Trace() engine.Trace[State, Event] { return spoiltTrace{spoil: l.spoil} }

type spoiltTrace struct {
	trace
	spoil func(t trace, before *State, e Event, d *engine.Dealing)
}

func (s spoiltTrace) See(before State, e Event) (engine.Trace[State, Event], engine.Dealing) {
	next, d := s.trace.See(before, e)
	s.trace, _ = next.(trace)
	s.spoil(s.trace, &before, e, &d)
	return s, d
}

func traces(spoil func(t trace, before *State, e Event, d *engine.Dealing)) engine.Rules[State, Move, Event, View] {
	return leakyTrace{spoil: spoil}
}

func views(leak func(*State, *View)) engine.Rules[State, Move, Event, View] {
	return leakyView{leak: leak}
}

func notes(leak func(Event, *engine.Note)) engine.Rules[State, Move, Event, View] {
	return leakyNote{leak: leak}
}

func TestCanaries(t *testing.T) {
	for _, c := range []struct {
		name, law string
		rules     engine.Rules[State, Move, Event, View]
	}{
		{"a hole card in a view", "secrets", views(func(s *State, v *View) { v.Hand.Hole[0] = s.hole[0] })},
		{"a folded hand in a view", "two worlds", views(func(s *State, v *View) {
			for seat := range engine.Seat(s.seats) {
				if s.flop != NoCard && !s.bets.in.Has(seat) {
					v.Hand.Hole[seat] = s.hole[seat]
				}
			}
		})},
		{"a speed in a view", "two worlds", views(func(s *State, v *View) {
			v.Gangs[0][Left].Speed = int(s.gangs[0][Left].speed)
		})},
		{"an order of speeds in a view", "two worlds", views(func(s *State, v *View) {
			if s.gangs[0][Left].speed > s.gangs[0][Right].speed {
				v.Bank++
			}
		})},
		{"outlaws never got in a view", "two worlds", views(func(s *State, v *View) {
			for seat := range engine.Seat(s.seats) {
				if s.outs[seat] == 0 {
					v.Seen[seat] |= 1 << s.gangs[seat][s.gangs[seat].next(Right)].speed
				}
			}
		})},
		{"a reward in a view", "two worlds", views(func(s *State, v *View) {
			for at, o := range s.gangs[0] {
				v.Gangs[0][at].Reward = o.reward
			}
		})},
		{"the next reward in a view", "two worlds", views(func(s *State, v *View) {
			v.Rewards += int(s.rewards.cards[0])
		})},
		{"the stub in a view", "two worlds", views(func(s *State, v *View) { v.Hand.Stub += int(s.stub.cards[0]) })},
		{"the next sheriff in a view", "two worlds", views(func(s *State, v *View) {
			if s.sheriffs.n > 0 {
				v.Sheriffs[0] += int(s.sheriffs.top())
			}
		})},
		{"the next Wanted card in a view", "two worlds", views(func(s *State, v *View) {
			v.Ante += int(s.wanted.cards[0])
		})},
		{"a leak through asking", "two worlds", leakyAsking{}},
		{"a leak through pausing", "two worlds", leakyPause{}},
		{"a leak through the moves", "secrets", leakyLegal{}},
		{"a note that names a bought reward", "notes", notes(func(e Event, n *engine.Note) {
			if e, ok := e.(RewardBought); ok {
				n.Cards = []string{e.Reward.String()}
			}
		})},
		{"a note that names a sleeved card", "notes", notes(func(e Event, n *engine.Note) {
			if e, ok := e.(Sleeved); ok {
				n.Cards = names(e.Drawn)
			}
		})},
		{"a note that names the dealt cards", "notes", notes(func(e Event, n *engine.Note) {
			if e, ok := e.(HandDealt); ok {
				n.Cards = names(e.Hole[0][0])
			}
		})},
		{"a note that hints at a sealed share", "notes", notes(func(e Event, n *engine.Note) {
			if e, ok := e.(ShareSealed); ok && e.Money[Right] > 100 {
				n.Text += " With a smile."
			}
		})},
		{"a folded hand that is opened", "seals", traces(func(t trace, before *State, e Event, d *engine.Dealing) {
			if e, ok := e.(Folded); ok {
				c := before.hole[e.Seat][0]
				d.Shown = append(d.Shown, t.poker.find(c).showing(c.String()))
			}
		})},
		{"a removed outlaw that is opened", "seals", traces(func(t trace, _ *State, e Event, d *engine.Dealing) {
			if e, ok := e.(Eliminated); ok {
				f := t.gangs[e.Seat]
				d.Shown = append(d.Shown, drawn{f.shuffle, Row}.showing(speedName(f.cards[Row])))
			}
		})},
		{"a reward opened when it is bought", "seals", traces(func(t trace, _ *State, e Event, d *engine.Dealing) {
			if e, ok := e.(RewardBought); ok {
				at := t.held[e.Owner.Seat][e.Owner.Place]
				d.Shown = append(d.Shown, at.showing(e.Reward.String()))
			}
		})},
		{"a card that is opened twice", "seals", traces(func(_ trace, _ *State, _ Event, d *engine.Dealing) {
			d.Shown = append(d.Shown, d.Shown...)
		})},
		{"a card that was swapped", "seals", traces(func(_ trace, _ *State, _ Event, d *engine.Dealing) {
			for i := range d.Shown {
				d.Shown[i].Index++
			}
		})},
		{"money from nowhere", "conservation", loses{spoil: func(s *State, e Event) {
			if _, ok := e.(Cowered); ok {
				s.bank++
			}
		}}},
		{"a reward twice", "conservation", loses{spoil: func(s *State, e Event) {
			if e, ok := e.(RewardBought); ok {
				s.rewards.under(uint8(e.Reward))
			}
		}}},
		{"a Wanted card lost", "conservation", loses{spoil: func(s *State, e Event) {
			if e, ok := e.(WantedDrawn); ok {
				s.at(e.Outlaw).wanted = 0
			}
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := &ear{}
			if c.law == "secrets" { // the suite imagines from the view, so it takes what a view shows for known
				checkSecrets(e, c.rules, 8)
			}
			for n := range uint64(16) { // some leaks are rare
				enginetest.Conform(e, c.rules, Codec, Notation{}, enginetest.Options[Move, View]{
					Matches: 1, Seed: stage.Seed(n), Cards: cardNames, Configs: []engine.Config{
						{Seats: 3 + int(n)%3, Options: map[string]string{"short": "yes"}},
					},
				})
				for _, line := range e.heard {
					if strings.HasPrefix(line, c.law+": ") {
						return
					}
				}
			}
			t.Errorf("not caught; the suite said %q", e.heard)
		})
	}
}

// cardNames are the names of the cards that a view shows.
func cardNames(v View) []string {
	shown := names(v.Hand.Flop, v.Hand.Away)
	for seat := range v.Gangs {
		shown = append(shown, names(v.Hand.Hole[seat][:]...)...)
		for _, o := range v.Gangs[seat] {
			shown = append(shown, o.Reward.String())
			for _, label := range o.Wanted.Labels() {
				shown = append(shown, label.String())
			}
		}
	}
	return append(append(shown, v.Played.String()), faceUp(v)...)
}

// faceUp are the names of the outlaws and of the sheriff that lie open.
func faceUp(v View) []string {
	var shown []string
	for seat := range v.Gangs {
		for _, o := range v.Gangs[seat] {
			if o.Up {
				shown = append(shown, speedName(o.Speed))
			}
		}
	}
	if v.Duel.Sheriff > 0 {
		shown = append(shown, speedName(v.Duel.Sheriff))
	}
	return shown
}
