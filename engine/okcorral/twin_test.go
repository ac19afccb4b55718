package okcorral

import (
	"testing"
	"time"

	"saloon/engine"
)

// The twin judges a race once more, straight from the sentences of the rules page and without any code of the game but
// its names. It is slow and simple.

// twinRace is what the twin needs to know.
type twinRace struct {
	n, revealer int
	card        Card
	centre      Card
	characters  []Character
	aim         bool
	tied        []int // in a showdown
	keys        []string
	ms          []int
}

// twinEnd is what comes of it.
type twinEnd struct {
	result Result
	taker  int
	tied   []int
}

// must says which keys a seat has to press; "" for none.
func (w *twinRace) must(seat int) string {
	if w.tied != nil {
		for _, s := range w.tied {
			if s == seat {
				return "jlk"
			}
		}
		return ""
	}
	left, right := (w.revealer+1)%w.n, (w.revealer+w.n-1)%w.n
	name := w.card.Kind().String()
	switch name {
	case "Cavalry":
		return "s"
	case "Saloon":
		return "w"
	case "Double Shoot":
		return "k"
	case "Hold-up":
		return "h"
	case "Nugget":
		return "g"
	case "Poker Left", "Poker Right":
		cheater := left
		if name == "Poker Right" {
			cheater = right
		}
		if seat == cheater {
			return "c"
		}
		return w.shot(seat, cheater)
	case "Wanted":
		if target := w.holder(w.card); seat != target {
			return w.shot(seat, target)
		}
	case "Settling a Score":
		person := w.holder(w.card)
		a, b := (person+1)%w.n, (person+w.n-1)%w.n
		switch seat {
		case a:
			return w.shot(a, b)
		case b:
			return w.shot(b, a)
		}
	case "Duel":
		if w.centre == NoCard {
			return ""
		}
		a, b := w.holder(w.centre), w.holder(w.card)
		if w.n == 2 {
			a, b = 0, 1
		}
		switch {
		case a == b:
		case seat == a:
			return w.shot(a, b)
		case seat == b:
			return w.shot(b, a)
		}
	}
	return ""
}

// holder is who has a card's color.
func (w *twinRace) holder(c Card) int {
	color, _ := c.Color()
	for s, character := range w.characters {
		if character.Color() == color {
			return s
		}
	}
	return -1
}

// shot walks round the table both ways and takes the shorter one.
func (w *twinRace) shot(from, to int) string {
	if !w.aim {
		return "jlk"
	}
	clockwise, other := 0, 0
	for s := from; s != to; s = (s + 1) % w.n {
		clockwise++
	}
	for s := from; s != to; s = (s + w.n - 1) % w.n {
		other++
	}
	switch {
	case clockwise < other:
		return "j"
	case clockwise > other:
		return "l"
	}
	return "jl"
}

// line is the seats clockwise from the revealer's left, the revealer last.
func (w *twinRace) line() []int {
	var seats []int
	for i := 1; i <= w.n; i++ {
		seats = append(seats, (w.revealer+i)%w.n)
	}
	return seats
}

func (w *twinRace) judge(window int) twinEnd {
	if w.card.Kind() == FoolsGold {
		return w.gold(window)
	}
	called, failed, valid := 0, []int{}, []int{}
	for _, s := range w.line() {
		must := w.must(s)
		if must == "" {
			continue
		}
		called++
		right := false
		for _, k := range must {
			right = right || w.keys[s] == string(k)
		}
		if !right || w.ms[s] < 120 || w.ms[s] > window {
			failed = append(failed, s)
		} else {
			valid = append(valid, s)
		}
	}
	positive := w.card.Kind() == DoubleShoot || w.card.Kind() == Nugget || w.card.Kind().Colored()
	switch {
	case called == 0:
		return twinEnd{Centred, -2, nil}
	case positive && len(valid) == 0:
		return twinEnd{Unclaimed, -2, nil}
	case !positive && len(failed) > 0:
		return twinEnd{Failed, failed[0], nil}
	}
	extreme := valid[0]
	for _, s := range valid {
		if positive && w.ms[s] < w.ms[extreme] || !positive && w.ms[s] > w.ms[extreme] {
			extreme = s
		}
	}
	var tied []int
	for s := range w.n {
		for _, v := range valid {
			if d := w.ms[s] - w.ms[extreme]; v == s && max(d, -d) <= 10 {
				tied = append(tied, s)
			}
		}
	}
	switch {
	case len(tied) > 1 && w.tied != nil:
		return twinEnd{DrawnAgain, -2, nil}
	case len(tied) > 1:
		return twinEnd{Drawn, -2, tied}
	case positive:
		return twinEnd{Fastest, extreme, nil}
	}
	return twinEnd{Slowest, extreme, nil}
}

func (w *twinRace) gold(window int) twinEnd {
	first := -1
	for s := range w.n {
		if w.keys[s] == "g" && w.ms[s] >= 0 && w.ms[s] <= window && (first < 0 || w.ms[s] < w.ms[first]) {
			first = s
		}
	}
	if first < 0 {
		return twinEnd{Unclaimed, -2, nil}
	}
	for _, s := range w.line() {
		if w.keys[s] == "g" && w.ms[s] >= w.ms[first] && w.ms[s] <= w.ms[first]+10 && w.ms[s] <= window {
			return twinEnd{Caught, s, nil}
		}
	}
	panic("the first is in line")
}

// drawRace makes a race of chance, with times close together. Both forms are of the same race.
func drawRace(c *engine.Rand) (*State, *twinRace) {
	w := &twinRace{n: 2 + c.IntN(5), aim: c.IntN(4) > 0}
	s := &State{seats: uint8(w.n), phase: Open, house: house{aim: w.aim, slow: c.IntN(5) == 0}}
	w.revealer = c.IntN(w.n)
	s.revealer = engine.Seat(w.revealer)
	for seat := range w.n {
		s.characters[seat] = Character(1 + (seat+w.revealer)%Characters)
	}
	w.characters = s.characters[:w.n]
	color := func() Color { return w.characters[c.IntN(w.n)].Color() }
	for {
		w.card = CardOf(Cavalry+Kind(c.IntN(int(kinds-Cavalry))), color())
		if s.has(w.card.Kind()) {
			break
		}
	}
	if c.IntN(4) > 0 {
		w.centre = CardOf(Duel, color())
	}
	s.card, s.centre = w.card, w.centre
	if called := (func() engine.SeatSet { r := s.race(); return r.called() })(); called.Len() > 1 && c.IntN(4) == 0 {
		s.phase = Showdown
		list := called.List()
		for _, seat := range list[:2+c.IntN(len(list)-1)] {
			w.tied = append(w.tied, int(seat))
			s.tied.Add(seat)
		}
	}
	base := 100 + c.IntN(2450)
	for seat := range w.n {
		key, ms := "swhgcjlk"[c.IntN(8):][:1], base+c.IntN(25)-c.IntN(8)
		if right := s.right()[seat].List(); len(right) > 0 && c.IntN(6) > 0 {
			for k, g := range keys { // order: one key has the gesture
				if g == right[0] {
					key = k
				}
			}
		}
		switch c.IntN(12) {
		case 0:
			ms = c.IntN(7000) - 3500
		case 1:
			key = ""
		}
		w.keys, w.ms = append(w.keys, key), append(w.ms, ms)
		if key != "" {
			s.strokes[seat] = Stroke{keys[key], time.Duration(ms) * time.Millisecond}
		}
	}
	return s, w
}

// TestTwin compares the game with its twin.
func TestTwin(t *testing.T) {
	seen := map[Result]int{}
	for i := range uint64(60000) {
		s, w := drawRace(engine.Seed{}.Fork("twin").Entry(i))
		race := s.race()
		window := 2500
		switch {
		case w.card.Kind() == FoolsGold:
			window = 1500
		case w.card.Kind() == Duel && race.called() == 0:
			window = 1000
		}
		if s.house.slow {
			window = window * 3 / 2
		}
		got, want := race.verdict(), w.judge(window)
		seen[got.result]++
		var tied engine.SeatSet
		for _, seat := range want.tied {
			tied.Add(engine.Seat(seat))
		}
		if got.result != want.result || int(got.seat) != want.taker || got.tied != tied ||
			race.window != duration(window) {
			t.Fatalf("race %d: %+v:\n%+v, its twin %+v", i, w, got, want)
		}
	}
	for _, r := range []Result{Fastest, Slowest, Failed, Caught, Drawn, DrawnAgain, Unclaimed, Centred} {
		if seen[r] < 200 {
			t.Errorf("only %d of the races ended with %q", seen[r], r)
		}
	}
}
