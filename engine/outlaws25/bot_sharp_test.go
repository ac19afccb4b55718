package outlaws25

import (
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/stage"
)

// TestSharpBeatsRegular plays one sharp bot, in every seat in turn, among regular ones. It is a small sample of what
// the simulator measures over a thousand matches and more; the seed is fixed, so that the sample is always the same.
func TestSharpBeatsRegular(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		bots := []string{"sharp", "regular", "regular", "regular", "regular"}[:seats]
		r, err := Kit().Sim(t.Context(), bot.SimConfig{
			Config: engine.Config{Seats: seats}, Matches: 240 / seats, Bots: bots, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Bots {
			t.Logf("%d seats: %s wins %.3f (%.3f to %.3f), equal %.3f", seats, b.Name, b.Share, b.Low, b.High, b.Equal)
			if b.Name == "sharp" && b.Share < 1.2*b.Equal {
				t.Errorf("%d seats: sharp wins %.3f of its matches against regular", seats, b.Share)
			}
		}
	}
}

// TestSharpUnderHouseRules plays sharp bots under every house rule, watched by the conformance suite.
func TestSharpUnderHouseRules(t *testing.T) {
	for i, options := range []map[string]string{
		{}, {"ranking": "rarity"}, {"ranking": "five"}, {"limit": "pot"}, {"limit": "fixed"}, {"short": "yes"},
	} {
		_, err := Kit().Sim(t.Context(), bot.SimConfig{
			Config: engine.Config{Seats: 2 + i%4, Options: options}, Matches: 10, Bots: []string{"sharp", "random"},
			Workers: 2, Check: 10,
		})
		if err != nil {
			t.Errorf("%v: %v", options, err)
		}
	}
}

// TestSharpKnowsItsViewAlone follows a match of sharp bots and asks each again in another world: the same view, made of
// a state in which all that it hides is redrawn, must lead to the same move.
func TestSharpKnowsItsViewAlone(t *testing.T) {
	player := newSharp()
	seed := stage.Seed(25)
	s, err := Rules{}.New(engine.Config{Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	for entry := uint64(1); s.phase != Over; entry++ {
		act := engine.Act[Move]{Seat: Rules{}.Turn(s)[0]}
		if me := act.Seat; me != engine.Nature {
			other := Rules{}.Imagine(Rules{}.View(s, engine.Seated(me)), seed.Fork("world").Entry(entry))
			var moves [2]Move
			for i, world := range [...]State{s, other} {
				moves[i], err = player.Choose(t.Context(), Rules{}.View(world, engine.Seated(me)),
					Rules{}.Legal(world, me), seed.Fork("bot").Entry(entry))
				if err != nil {
					t.Fatal(err)
				}
			}
			if moves[0] != moves[1] {
				t.Fatalf("entry %d: %+v, but %+v where what it cannot see is otherwise", entry, moves[0], moves[1])
			}
			act.Move = moves[0]
		}
		events, err := Rules{}.Decide(s, act, seed.Entry(entry))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			s.apply(e)
		}
	}
}

// advised asks the sharp bot in the seat whose turn it is.
func (b *board) advised() Move {
	b.T.Helper()
	seat := Rules{}.Turn(b.State)[0]
	m, err := newSharp().Choose(b.T.Context(), Rules{}.View(b.State, engine.Seated(seat)), Rules{}.Legal(b.State, seat),
		stage.Seed(uint64(len(b.Names))).Fork("advice").Entry(1))
	if err != nil {
		b.T.Fatal(err)
	}
	return m
}

// TestSharpHoldups has answers that follow from the odds and from what is at stake.
func TestSharpHoldups(t *testing.T) {
	for _, c := range []struct {
		words string
		b     T // B's row
		line  string
		want  Use
	}{
		{words: "cower before the fastest", line: "A: hold up B R with R", want: Cower,
			b: T{"R": man(1, 100), "M": man(2, 100), "L": man(3, 100)}},
		{words: "fight the slowest", line: "A: hold up B L with L", want: Fight,
			b: T{"R": man(1, 100), "M": man(2, 100), "L": man(5, 100)}},
		{words: "rather fight than pay what ruins the gang", line: "A: hold up B L with R", want: Fight,
			b: T{"R": man(1, 20), "M": man(2, 20), "L": man(3, 100)}},
		{words: "ride away on the Fast Horse", line: "A: hold up B R with R", want: Play,
			b: T{"R": man(1, 200, "reward", "Fast Horse"), "M": man(2, 50), "L": man(3, 50)}},
	} {
		b := set(t, 2, engine.Position{"phase": "holdup", "dealer": "A", "gangs": T{
			"A": T{"R": man(5, 100, "up", true), "M": man(2, 100), "L": man(1, 100, "up", true)}, "B": c.b,
		}})
		if m := b.play(c.line).advised(); m.Use != c.want {
			t.Errorf("%s: %+v", c.words, m)
		}
	}
}

// TestSharpRuins holds up the outlaw whose payment puts its gang out, not the richest one.
func TestSharpRuins(t *testing.T) {
	b := set(t, 3, engine.Position{"phase": "holdup", "dealer": "A", "gangs": T{
		"A": T{"R": man(5, 100), "M": man(4, 100), "L": man(1, 100)},
		"B": T{"R": man(1, 50, "up", true), "M": man(2, 40, "up", true), "L": man(3, 30, "up", true)},
		"C": T{"R": man(5, 100, "up", true), "M": man(4, 100, "up", true), "L": man(3, 120, "up", true)},
	}})
	if m := b.advised(); m.Use != HoldUp || m.Seat != 1 {
		t.Errorf("%+v", m)
	}
}

// TestSharpPoker has hands between two of which there is no doubt.
func TestSharpPoker(t *testing.T) {
	for _, c := range []struct{ hole, bet, want string }{
		{"Kd Jd", "bet 90", "call"}, // K-Q-J of one suit
		{"Qs Qh", "bet 90", "call"},
		{"Ks Th", "bet 90", "fold"}, // K-Q-10: nothing
		{"Ts Th", "bet 90", "fold"},
		{"As Kh", "bet 30", "call raise"},
	} {
		b := set(t, 2, engine.Position{
			"phase": "betting", "dealer": "A", "flop": "Qd",
			"gangs": T{
				"A": T{"R": man(5, 90), "M": man(4, 100), "L": man(1, 100)},
				"B": T{"R": man(1, 90), "M": man(2, 100), "L": man(3, 100)},
			},
			"hole":        T{"A": []string{c.hole[:2], c.hole[3:]}, "B": []string{"Jc", "Tc"}},
			"contributed": T{"A": 10, "B": 10}, "to_act": []string{"B", "A"},
		})
		m := b.play("B: " + c.bet).advised()
		words := Notation{}.Words(engine.Act[Move]{Seat: 0, Move: m}, b.Names)
		if use, _, _ := strings.Cut(words, " "); !strings.Contains(c.want, use) {
			t.Errorf("%s after %s: %s, want %s", c.hole, c.bet, words, c.want)
		}
	}
}

// BenchmarkSharp is one choice of each kind that takes long.
func BenchmarkSharp(b *testing.B) {
	s, err := Rules{}.New(engine.Config{Seats: 5})
	if err != nil {
		b.Fatal(err)
	}
	player := newSharp()
	seed := stage.Seed(5)
	var asked [phases]State
	for entry := uint64(1); s.phase != Over; entry++ {
		act := engine.Act[Move]{Seat: Rules{}.Turn(s)[0]}
		if act.Seat != engine.Nature {
			if asked[s.phase].seats == 0 || s.round == 2 {
				asked[s.phase] = s
			}
			view := Rules{}.View(s, engine.Seated(act.Seat))
			act.Move, err = player.Choose(b.Context(), view, Rules{}.Legal(s, act.Seat), seed.Fork("bot").Entry(entry))
			if err != nil {
				b.Fatal(err)
			}
		}
		events, err := Rules{}.Decide(s, act, seed.Entry(entry))
		if err != nil {
			b.Fatal(err)
		}
		for _, e := range events {
			s.apply(e)
		}
	}
	for _, phase := range []Phase{Betting, HoldingUp, Answering, Sharing} {
		s := asked[phase]
		b.Run(phase.String(), func(b *testing.B) {
			seat := Rules{}.Turn(s)[0]
			view, legal := Rules{}.View(s, engine.Seated(seat)), Rules{}.Legal(s, seat)
			for b.Loop() {
				if _, err := player.Choose(b.Context(), view, legal, seed.Entry(1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
