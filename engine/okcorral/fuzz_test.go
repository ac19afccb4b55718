package okcorral

import (
	"errors"
	"fmt"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// twinOf is an open race as the twin is told of it, and its window.
func twinOf(s *State) (*twinRace, int) {
	w := &twinRace{
		n: s.n(), revealer: int(s.revealer), card: s.card, centre: s.centre, characters: s.characters[:s.seats],
		aim: s.house.aim,
	}
	for _, seat := range s.tied.List() {
		w.tied = append(w.tied, int(seat))
	}
	called := false
	for seat := range w.n {
		key := ""
		for k, g := range keys { // order: one key has the gesture
			if g == s.strokes[seat].Gesture {
				key = k
			}
		}
		w.keys, w.ms = append(w.keys, key), append(w.ms, millis(s.strokes[seat].After))
		called = called || w.must(seat) != ""
	}
	window := 2500
	switch {
	case s.card.Kind() == FoolsGold:
		window = 1500
	case !called:
		window = 1000
	}
	if s.house.slow {
		window = window * 3 / 2
	}
	return w, window
}

// count is what a match comes to, counted from the log alone.
type count struct {
	points  []int
	kinds   [][kinds]int
	heroes  []Character
	dealt   int
	settled int // cards that are done with
}

func (c *count) see(e Event) {
	switch e := e.(type) {
	case Cast:
		c.points, c.kinds = append(c.points, 0), append(c.kinds, [kinds]int{})
		c.heroes = append(c.heroes, e.Character)
	case Dealt:
		for _, p := range e.Piles {
			c.dealt += len(p)
		}
	case Judged:
		if e.Seat >= 0 {
			c.points[e.Seat] += e.Value
			c.kinds[e.Seat][e.Took.Kind()]++
		}
		if e.Result != Drawn {
			c.settled++
		}
	}
}

// total is a seat's points by the words of rules 32.
func (c *count) total(seat int) int {
	of := func(k Kind) int { return c.kinds[seat][k] }
	bonus := 0
	switch c.heroes[seat].String() {
	case "Colonel":
		bonus = map[bool]int{true: 3}[of(Cavalry) == 0]
	case "Cowgirl":
		bonus = map[bool]int{true: 3}[of(Saloon) == 0]
	case "Outlaw":
		bonus = map[bool]int{true: 3}[of(HoldUp) == 0]
	case "Mercenary":
		bonus = of(DoubleShoot)
	case "Prospector":
		bonus = of(Nugget)
	case "Trigger Ace":
		bonus = 2 * of(Duel)
	}
	return c.points[seat] + bonus
}

// fuzzed are the tables that are fuzzed.
func fuzzed(n uint8) engine.Config {
	c := engine.Config{Seats: 2 + int(n)%5, Options: map[string]string{}}
	for i, o := range (Rules{}).Spec().Options {
		c.Options[o.Key] = o.Values[(int(n)/5+i*int(n)/7)%len(o.Values)]
	}
	return c
}

// match plays a match by choices: every race is judged by the twin too, nothing is lost, nobody sees a gesture, and the
// result is the one that the log adds up to.
func match(t testing.TB, table uint8, c *chooses) {
	t.Helper()
	config := fuzzed(table)
	s, err := Rules{}.New(config)
	if err != nil {
		t.Fatal(err)
	}
	var sum count
	seed := stage.Seed(uint64(table))
	for entry := uint64(1); ; entry++ {
		turn := Rules{}.Turn(s)
		if len(turn) == 0 {
			break
		}
		if entry > entriesMax {
			t.Fatal("no end")
		}
		act := fuzzedAct(&s, turn, c)
		events, err := Rules{}.Decide(s, act, seed.Entry(entry))
		if err != nil {
			t.Fatalf("%+v: %v", act, err)
		}
		before := s
		for _, e := range events {
			sum.see(e)
			s = Rules{}.Evolve(s, e)
		}
		if err := (Rules{}).Audit(s); err != nil {
			t.Fatalf("%+v: %v", act, err)
		}
		if act.Seat == engine.Nature && (before.phase == Open || before.phase == Showdown) {
			twin, window := twinOf(&before)
			want := twin.judge(window)
			if s.last.Result != want.result || int(s.last.Taker) != want.taker {
				t.Fatalf("%+v: %v for seat %d, its twin %+v", twin, s.last.Result, s.last.Taker, want)
			}
		}
	}
	out, _ := Rules{}.Outcome(s)
	for seat := range config.Seats {
		if out.Points[seat] != sum.total(seat) {
			t.Errorf("seat %d has %d points, the log makes %d", seat, out.Points[seat], sum.total(seat))
		}
	}
	if sum.settled != sum.dealt {
		t.Errorf("%d of %d cards are done with", sum.settled, sum.dealt)
	}
}

// fuzzedAct is any act; in a race the table closes one time in five. Half of the gestures are right ones.
func fuzzedAct(s *State, turn []engine.Seat, c *chooses) engine.Act[Move] {
	act := engine.Act[Move]{Seat: turn[0]}
	if len(turn) > 1 && c.of(5) > 0 {
		act.Seat = turn[c.of(len(turn))]
	}
	if act.Seat < 0 {
		return act
	}
	legal := Rules{}.Legal(*s, act.Seat)
	if len(legal) == 0 {
		return engine.Act[Move]{Seat: engine.Nature} // it has answered, or is not tied
	}
	if act.Move = legal[c.of(len(legal))]; act.Move.Kind == Turn {
		return act
	}
	if right := s.right()[act.Seat].List(); len(right) > 0 && c.of(2) > 0 {
		act.Move.Kind = right[0]
	}
	switch ms := c.of(256); c.of(8) {
	case 0:
		act.After = duration(ms*25 - 3500)
	case 1:
		act.After = duration(ms)
	default:
		act.After = duration(300 + ms/4)
	}
	return act
}

// FuzzMatch plays whole matches by bytes, then by chance.
func FuzzMatch(f *testing.F) {
	f.Add(uint8(0), []byte{})
	f.Add(uint8(14), []byte{0, 5, 9, 200, 3, 3, 3, 7})
	f.Add(uint8(77), []byte("turn, salute, salute, salute, close"))
	f.Fuzz(func(t *testing.T, table uint8, bytes []byte) {
		match(t, table, &chooses{bytes: bytes, r: stage.Seed(uint64(table)).Fork("rest").Entry(1)})
	})
}

// TestMatches plays every table that is fuzzed.
func TestMatches(t *testing.T) {
	for n := range uint64(400) {
		match(t, uint8(n), &chooses{r: stage.Seed(n).Fork("matches").Entry(1)})
	}
}

// FuzzDecode feeds the codec: it must refuse or give an event that is written as it was read.
func FuzzDecode(f *testing.F) {
	for _, e := range []Event{
		Cast{Seat: 1, Character: Colonel}, Dealt{Piles: [][]Card{{1, 2}, {3}}, First: 1}, Turned{Seat: 0, Wait: 900},
		Revealed{Seat: 0, Card: CardOf(Wanted, Red)}, DrawCalled{Card: CardOf(Cavalry, 0)},
		Gestured{Seat: 1, Gesture: Salute, After: -30}, Answered{Seat: 1, On: "Saloon", How: engine.NoResponse},
		Judged{Card: CardOf(Cavalry, 0), Result: Drawn, Tied: []engine.Seat{0, 1}, Wait: 800}, Scored{Cards: -3},
		Won{Seats: []engine.Seat{1}},
	} {
		fact, err := Codec.Encode(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(fact.Kind, []byte(fact.Body))
	}
	f.Add("judged", []byte(`{"seat": 99, "took": "Nugget", "tied": [7, -3]}`))
	game := engine.Erase(Rules{}, Codec, Notation{})
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		fact := engine.Fact{Kind: kind, Body: body}
		e, err := Codec.Decode(fact)
		if err != nil {
			if !errors.Is(err, engine.ErrFact) {
				t.Fatal(err)
			}
			return
		}
		if _, err := Codec.Encode(e); err != nil {
			t.Fatalf("%+v was read and cannot be written: %v", e, err)
		}
		m, err := game.Open(engine.Config{Seats: 4})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Apply([]engine.Fact{fact}); err != nil && !errors.Is(err, engine.ErrFact) {
			t.Fatal(fmt.Errorf("%s %s: %w", kind, body, err))
		}
	})
}
