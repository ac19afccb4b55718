package okcorral

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// The worked cases of the rules page, section 5, each under its own number.

type T = map[string]any

// board is a match that a test plays.
type board struct {
	*stage.Stage[State, Move, Event, View]
	t *testing.T
}

var sixNames = engine.Names{"s0", "s1", "s2", "s3", "s4", "s5"}

// set sets a position up for n players; characters are in the order of the colors unless the position says otherwise.
func set(t *testing.T, n int, p engine.Position, options ...string) board {
	t.Helper()
	if _, given := p["characters"]; !given {
		characters := T{}
		for i := range n {
			characters[sixNames[i]] = Color(i).Character().String()
		}
		p["characters"] = characters
	}
	c := engine.Config{Seats: n, Options: map[string]string{}}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		c.Options[key] = value
	}
	b := board{stage.New(t, Rules{}, Notation{}, stage.Seed(7)), t}
	b.Place(c, sixNames[:n], p)
	return b
}

// card is a race for a card that was turned by a seat.
func card(t *testing.T, n int, name string, revealer int) board {
	t.Helper()
	return set(t, n, engine.Position{"card": name, "revealer": sixNames[revealer]})
}

// do plays "1 j 540": a seat, its key and its reaction time.
func (b board) do(gestures ...string) board {
	b.t.Helper()
	for _, g := range gestures {
		var seat, ms int
		var key string
		if _, err := fmt.Sscanf(g, "%d %s %d", &seat, &key, &ms); err != nil {
			b.t.Fatal(g, err)
		}
		b.Do(fmt.Sprintf("%s: %v %d", sixNames[seat], keys[key], ms))
	}
	return b
}

// keys are the gestures by the keys of rules 2.1.
var keys = map[string]Gesture{
	"s": Salute, "w": Whisky, "h": HitLoot, "g": HitNugget, "c": Cover, "j": ShootLeft, "l": ShootRight, "k": ShootBoth,
}

// close ends the race and wants a result and a taker, -2 for nobody.
func (b board) close(result Result, taker engine.Seat) board {
	b.t.Helper()
	b.Chance()
	if l := b.State.last; l.Result != result || l.Taker != taker {
		b.t.Errorf("%v, seat %d takes it; want %v, seat %d", l.Result, l.Taker, result, taker)
	}
	return b
}

// how wants a seat's part judged.
func (b board) how(seat engine.Seat, how engine.Response) board {
	b.t.Helper()
	if got := b.State.last.Answers[seat].How; got != how {
		b.t.Errorf("seat %d: %q, want %q", seat, got, how)
	}
	return b
}

// tied wants a showdown among some seats, and lets it begin.
func (b board) tied(seats ...engine.Seat) board {
	b.t.Helper()
	if got := b.State.tied.List(); !slices.Equal(got, seats) || b.State.phase != Armed {
		b.t.Fatalf("%v draw, in phase %v, want %v", got, b.State.phase, seats)
	}
	b.Settle()
	return b
}

// has wants the cards that a seat took, or with -2 those out of the game.
func (b board) has(seat engine.Seat, names ...string) board {
	b.t.Helper()
	var got []string
	for _, c := range b.State.wentTo(seat) {
		got = append(got, c.String())
	}
	if !slices.Equal(got, names) {
		b.t.Errorf("seat %d has %v, want %v", seat, got, names)
	}
	return b
}

const nobody = engine.Nobody

func TestCase01Setup(t *testing.T) {
	for _, c := range []struct {
		deck  string
		sizes map[int][]int
	}{
		{"full", map[int][]int{
			6: {8, 8, 8, 8, 8, 7}, 5: {9, 9, 9, 9, 8}, 4: {11, 10, 10, 10}, 3: {13, 13, 12}, 2: {18, 17},
		}},
		{"first-games", map[int][]int{
			6: {6, 6, 6, 6, 6, 5}, 5: {7, 7, 7, 6, 6}, 4: {8, 8, 8, 7}, 3: {10, 10, 9}, 2: {15, 14},
		}},
		{"guided", map[int][]int{6: {4, 4, 3, 3, 3, 3}, 4: {5, 5, 5, 5}, 3: {7, 7, 6}, 2: {9, 8}}},
	} {
		for n, want := range c.sizes { // order: each table is checked by itself
			s, err := Rules{}.New(engine.Config{Seats: n, Options: map[string]string{"deck": c.deck}})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range s.nature(stage.Seed(uint64(n)).Entry(1)) {
				s.apply(e)
			}
			seat := s.revealer
			for i, size := range want {
				if got := int(s.piles[seat].n); got != size {
					t.Errorf("%s, %d players: pile %d has %d cards, want %d", c.deck, n, i, got, size)
				}
				seat = seat.Next(n)
			}
			if err := (Rules{}).Audit(s); err != nil {
				t.Error(err)
			}
			census := s.census()
			for _, card := range s.deck() {
				census[card]--
			}
			if census != [cardsMax]int8{} {
				t.Errorf("%s, %d players: the census is off by %v", c.deck, n, census)
			}
		}
	}
}

func TestCase02Values(t *testing.T) {
	for _, c := range []struct {
		card  string
		n     int
		value int
	}{
		{"Cavalry", 4, -4}, {"Wanted red", 4, 3}, {"Settling a Score red", 4, 2}, {"Duel red", 4, 2},
		{"Double Shoot", 4, 4}, {"Fool's Gold", 4, -4}, {"Wanted white", 6, 5}, {"Hold-up", 6, -6},
	} {
		card, ok := CardNamed(c.card)
		if got := card.Value(c.n, FoolN); !ok || got != c.value {
			t.Errorf("%s among %d: %d, want %d", c.card, c.n, got, c.value)
		}
	}
	for fool, want := range map[Fool]int{FoolN: -5, FoolTwo: -2, FoolNone: 0} {
		if got := CardOf(FoolsGold, 0).Value(5, fool); got != want {
			t.Errorf("Fool's Gold with %s: %d, want %d", foolNames[fool], got, want)
		}
	}
	for n, want := range map[int][2]int{3: {-54, 40}, 4: {-72, 58}, 5: {-90, 78}, 6: {-108, 100}} {
		s := State{seats: uint8(n)}
		for seat := range n {
			s.characters[seat] = Color(seat).Character()
		}
		var got [2]int
		for _, c := range s.deck() {
			if v := c.Value(n, FoolN); v < 0 && c.Kind() != FoolsGold {
				got[0] += v
			} else if v > 0 {
				got[1] += v
			}
		}
		got[1] -= 2 // the last Duel card is nobody's
		if got != want {
			t.Errorf("%d players: cards are worth %v, want %v", n, got, want)
		}
	}
}

// right wants each seat's right keys: "0 j", "5 jl"; seats that are not named are not called on.
func (b board) right(want ...string) {
	b.t.Helper()
	var got []string
	for seat, set := range b.State.right() {
		text := ""
		for _, g := range set.List() {
			for _, key := range strings.Split("swhgcjlk", "") {
				if keys[key] == g {
					text += key
				}
			}
		}
		if text != "" {
			got = append(got, fmt.Sprint(seat, " ", text))
		}
	}
	if !slices.Equal(got, want) {
		b.t.Errorf("called on are %v, want %v", got, want)
	}
}

func TestCase03Aim(t *testing.T) {
	for n, want := range map[int][]string{
		3: {"", "j", "l"}, 4: {"", "j", "jl", "l"}, 5: {"", "j", "j", "l", "l"}, 6: {"", "j", "j", "jl", "l", "l"},
	} {
		for seat := 1; seat < n; seat++ {
			set := Aim(0, engine.Seat(seat), n, true)
			if left, right := set.Has(ShootLeft), set.Has(ShootRight); set.Has(ShootBoth) ||
				left != strings.Contains(want[seat], "j") || right != strings.Contains(want[seat], "l") {
				t.Errorf("%d players, from 0 at %d: %v, want %s", n, seat, set.List(), want[seat])
			}
		}
	}
	if got := Aim(0, 1, 3, false); !got.Has(ShootLeft) || !got.Has(ShootRight) || !got.Has(ShootBoth) {
		t.Errorf("without aim: %v", got.List())
	}
}

func TestCase04Wanted(t *testing.T) {
	card(t, 6, "Wanted green", 0).right("0 j", "1 j", "3 l", "4 l", "5 jl")
}

func TestCase05Settling(t *testing.T) {
	card(t, 3, "Settling a Score red", 0).right("1 j", "2 l")
	card(t, 4, "Settling a Score red", 0).right("1 jl", "3 jl")
	card(t, 5, "Settling a Score red", 0).right("1 l", "4 j")
	card(t, 6, "Settling a Score red", 0).right("1 l", "5 j")
}

func TestCase06Poker(t *testing.T) {
	card(t, 5, "Poker Left", 1).right("0 j", "1 j", "2 c", "3 l", "4 l")
	card(t, 5, "Poker Right", 1).right("0 c", "1 l", "2 l", "3 j", "4 j")
	card(t, 3, "Poker Left", 2).right("0 c", "1 l", "2 j")
}

func TestCase08Slowest(t *testing.T) {
	b := card(t, 4, "Cavalry", 0).do("0 s 610", "1 s 540", "2 s 702", "3 s 655").close(Slowest, 2)
	b.has(2, "Cavalry").how(2, engine.Valid)
	if b.State.phase != Waiting || b.State.revealer != 1 {
		t.Errorf("phase %v, seat %d turns", b.State.phase, b.State.revealer)
	}
}

func TestCase09WrongKey(t *testing.T) {
	card(t, 4, "Cavalry", 0).do("0 s 610", "1 w 540", "2 s 702", "3 s 655").close(Failed, 1).how(1, engine.WrongMove)
}

func TestCase11Showdown(t *testing.T) {
	b := card(t, 4, "Cavalry", 0).do("0 s 700", "1 s 500", "2 s 702", "3 s 655").close(Drawn, nobody).tied(0, 2)
	b.Refused("s1: left 400", "2.4")
	b.do("0 j 400", "2 l 391").close(DrawnAgain, nobody).has(nobody, "Cavalry")
	b = card(t, 4, "Cavalry", 0).do("0 s 700", "1 s 500", "2 s 702", "3 s 655").close(Drawn, nobody).tied(0, 2)
	b.do("0 j 400", "2 k 389").close(Slowest, 0).has(0, "Cavalry")
	b = card(t, 4, "Cavalry", 0).do("0 s 700", "1 s 500", "2 s 702", "3 s 655").close(Drawn, nobody).tied(0, 2)
	b.do("0 j 400").close(Failed, 2).how(2, engine.NoResponse)
}

func TestCase12FalseStart(t *testing.T) {
	card(t, 3, "Saloon", 1).do("0 w 90", "1 w 600", "2 w 1900").close(Failed, 0).how(0, engine.FalseStart)
}

func TestCase13LastHand(t *testing.T) {
	b := card(t, 6, "Hold-up", 0)
	for k := range 6 {
		b.do(fmt.Sprintf("%d h %d", k, 400+37*k))
	}
	b.close(Slowest, 5).has(5, "Hold-up")
}

// TestCase15Cheater is a cheater who shoots. The race that it varies is not on the page: everybody is right, and the
// slowest takes the card.
func TestCase15Cheater(t *testing.T) {
	card(t, 4, "Poker Left", 0).do("0 j 610", "1 c 500", "2 l 590", "3 j 480").close(Slowest, 0)
	card(t, 4, "Poker Left", 0).do("0 j 610", "1 j 500", "2 l 590", "3 j 480").close(Failed, 1).
		how(1, engine.WrongMove)
}

func TestCase16DoubleShoot(t *testing.T) {
	card(t, 5, "Double Shoot", 0).do("0 k 430", "1 j 391", "2 k 402", "3 k 500").close(Fastest, 2).
		how(1, engine.WrongMove).how(4, "").has(2, "Double Shoot")
}

func TestCase18Wanted(t *testing.T) {
	b := card(t, 4, "Wanted blue", 0).do("0 j 520", "2 l 505", "3 k 480", "1 j 300").close(Fastest, 2)
	b.how(3, engine.WrongMove).how(1, "")
	if s := b.State.scores()[2]; s.Cards != 3 {
		t.Errorf("seat 2 has %d points, want 3", s.Cards)
	}
}

func TestCase20Tie(t *testing.T) {
	b := card(t, 3, "Settling a Score red", 0).do("1 j 600", "2 l 590").close(Drawn, nobody).tied(1, 2)
	b.do("1 k 300", "2 j 420").close(Fastest, 1)
	card(t, 3, "Settling a Score red", 0).do("1 j 601", "2 l 590").close(Fastest, 2)
}

func TestCase22Duel(t *testing.T) {
	duel := func(gestures ...string) board {
		return set(t, 5, engine.Position{"card": "Duel red", "centre": "Duel black"}).do(gestures...)
	}
	duel("4 j 505", "0 l 498").close(Drawn, nobody).tied(0, 4)
	b := duel("4 j 505", "0 l 485").close(Fastest, 0).has(0, "Duel black")
	if b.State.centre != CardOf(Duel, Red) {
		t.Errorf("in the centre lies %v", b.State.centre)
	}
}

func TestCase23NobodyDuels(t *testing.T) {
	b := set(t, 5, engine.Position{"card": "Duel red", "centre": "Duel black"}).close(Unclaimed, nobody)
	b.has(nobody, "Duel black").how(0, engine.NoResponse).how(4, engine.NoResponse)
	if b.State.centre != CardOf(Duel, Red) {
		t.Errorf("in the centre lies %v", b.State.centre)
	}
}

func TestCase25FoolsGold(t *testing.T) {
	card(t, 4, "Fool's Gold", 0).close(Unclaimed, nobody).has(nobody, "Fool's Gold")
	card(t, 4, "Fool's Gold", 0).do("1 h 300").close(Unclaimed, nobody).has(nobody, "Fool's Gold").how(1, "")
}

func TestCase26EarliestHit(t *testing.T) {
	b := card(t, 4, "Fool's Gold", 0).do("1 g 350", "3 g 290").close(Caught, 3).has(3, "Fool's Gold")
	if s := b.State.scores()[3]; s.Cards != -4 {
		t.Errorf("seat 3 has %d points, want -4", s.Cards)
	}
	card(t, 4, "Fool's Gold", 1).do("1 g 290", "3 g 300", "0 g 299").close(Caught, 3)
	card(t, 4, "Fool's Gold", 1).do("1 g 290", "3 g 301", "0 g 302").close(Caught, 1)
}

func TestCase28HitBefore(t *testing.T) {
	card(t, 4, "Fool's Gold", 0).do("2 g -20").close(Unclaimed, nobody).has(nobody, "Fool's Gold")
	card(t, 4, "Fool's Gold", 0).do("2 g 1501").close(Unclaimed, nobody)
	card(t, 4, "Fool's Gold", 0).do("2 g 1500").close(Caught, 2)
}

func TestCase29NoMercy(t *testing.T) {
	card(t, 4, "Fool's Gold", 0).do("2 g 80").close(Caught, 2)
	card(t, 4, "Fool's Gold", 0).do("2 g 0").close(Caught, 2)
}

// The latency cases are about the reaction times that a table measures; package clock has the arithmetic. Here they are
// judged.

func TestCase30Lag(t *testing.T) {
	card(t, 3, "Nugget", 0).do("2 g 426", "0 g 432", "1 g 380").close(Fastest, 1).how(0, engine.Valid)
}

func TestCase32LateMarker(t *testing.T) {
	card(t, 3, "Nugget", 0).do("0 g 380", "1 g 408").close(Fastest, 0)
	card(t, 3, "Nugget", 0).do("0 g 420", "1 g 408").close(Fastest, 1) // without the marker
}

func TestCase33Cap(t *testing.T) {
	card(t, 3, "Nugget", 0).do("0 g 450", "1 g 430").close(Fastest, 1)
}

func TestCase34MarkerAfterTheKey(t *testing.T) {
	b := card(t, 3, "Nugget", 0).do("2 g 240").close(Fastest, 2)
	if got := b.State.last.Answers[2].After; got != 240*time.Millisecond {
		t.Errorf("%v", got)
	}
}

func TestCase36CompensatedFalseStart(t *testing.T) {
	card(t, 3, "Nugget", 0).do("0 g 70").close(Unclaimed, nobody).how(0, engine.FalseStart)
	card(t, 3, "Cavalry", 0).do("0 s 70", "1 s 500", "2 s 900").close(Failed, 0)
	card(t, 3, "Cavalry", 0).do("0 s 119", "1 s 500", "2 s 900").close(Failed, 0)
	card(t, 3, "Cavalry", 0).do("0 s 120", "1 s 500", "2 s 900").close(Slowest, 2)
}

// score is what a character has who took some cards.
func score(t *testing.T, n int, c Character, taken ...string) Score {
	t.Helper()
	b := set(t, n, engine.Position{"characters": T{"s0": c.String()}})
	s := b.State
	for _, name := range taken {
		card, ok := CardNamed(name)
		if !ok {
			t.Fatal(name)
		}
		s.goes(card, 0)
	}
	return s.scores()[0]
}

func TestCase37Colonel(t *testing.T) {
	s := score(t, 4, Colonel, "Saloon", "Double Shoot", "Wanted blue", "Settling a Score blue", "Duel red")
	if s != (Score{Cards: 7, Bonus: 3, Duels: 1, Positive: 4}) || s.Total() != 10 {
		t.Errorf("%+v", s)
	}
}

func TestCase39Ace(t *testing.T) {
	if s := score(t, 6, TriggerAce, "Duel red", "Duel blue", "Nugget", "Hold-up"); s.Cards != 4 || s.Total() != 8 {
		t.Errorf("%+v", s)
	}
}

func TestCase40Prospector(t *testing.T) {
	if s := score(t, 3, Prospector, "Nugget", "Nugget", "Fool's Gold"); s.Cards != 3 || s.Total() != 5 {
		t.Errorf("%+v", s)
	}
}

func TestCase42EmptyPile(t *testing.T) {
	one := []string{"Cavalry"}
	b := set(t, 6, engine.Position{"piles": T{"s0": one, "s1": one, "s2": one, "s3": one, "s4": []string{"Saloon"}}})
	for _, seat := range []string{"s0", "s1", "s2", "s3", "s4"} {
		b.Do(seat + ": turn")
		b.Settle()
		b.Chance()
	}
	if _, over := (Rules{}).Outcome(b.State); !over {
		t.Errorf("after the last card the match is in phase %v", b.State.phase)
	}
	b = set(t, 6, engine.Position{"piles": T{"s4": one, "s0": one}, "revealer": "s4"})
	b.Do("s4: turn")
	b.Settle()
	b.Chance()
	if b.State.revealer != 0 {
		t.Errorf("seat %d is next, want 0: seat 5 has no card", b.State.revealer)
	}
}
