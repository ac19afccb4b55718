package toy

import (
	"errors"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest"
)

var stray = []Move{
	{Kind: Play, Card: 0}, {Kind: Play, Card: ranks + 1}, {Kind: Play, Card: 255},
	{Kind: Draw, Card: 3}, {Kind: Pass, Card: 3}, {Kind: 200}, {Kind: 0, Card: 5},
}

func TestLaws(t *testing.T) {
	enginetest.Conform(t, Rules{}, Codec, Notation{}, enginetest.Options[Move, View]{
		Matches: 60, Stray: stray, Cards: Cards,
	})
}

func FuzzLaws(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 1, 0, 3, 5, 0, 1, 2, 200, 17, 4})
	f.Fuzz(func(t *testing.T, choices []byte) {
		enginetest.Conform(t, Rules{}, Codec, Notation{}, enginetest.Options[Move, View]{
			Choices: append([]byte{}, choices...), Stray: stray, Cards: Cards,
		})
	})
}

// TestRound plays one round by hand, from a position to its points.
func TestRound(t *testing.T) {
	names := engine.Names{"Anna", "Burt"}
	game := engine.Erase(Rules{}, Codec, Notation{})
	m, err := game.Place(engine.Config{Seats: 2, Options: map[string]string{"rounds": "1"}}, names, engine.Position{
		"phase": "window",
		"hands": map[string]any{"Anna": []int{5, 7}, "Burt": []int{1, 7, 8}},
		"stock": []int{6},
	}, new(engine.Rand))
	if err != nil {
		t.Fatal(err)
	}
	var seed engine.Seed
	for i, step := range []struct {
		seat  engine.Seat
		words string
		after time.Duration
	}{
		{0, "play 7", 900 * time.Millisecond},
		{1, "play 7", 400 * time.Millisecond}, // quicker: Burt scores 2 and begins
		{engine.Nature, "close", 0},
		{1, "play 8", 0}, // scores 1
		{0, "draw", 0},
	} {
		act, err := m.Parse(step.words, step.seat, names)
		if err != nil {
			t.Fatal(err)
		}
		act.After = step.after
		if m, _, err = m.Play(act, seed.Entry(uint64(i+1))); err != nil {
			t.Fatalf("%s: %v", step.words, err)
		}
	}
	out, over := m.Outcome()
	if !over || out.Points[0] != 0 || out.Points[1] != 3 || out.Ranks[1] != 1 || out.Ranks[0] != 2 {
		t.Errorf("outcome %+v, over %v", out, over)
	}
	if v := m.View(engine.Seated(0)).(View); len(v.Hand) != 2 || v.Hand[1] != 6 {
		t.Errorf("Anna holds %v, want the 5 and the 6 that she drew", v.Hand)
	}
}

func TestRefusals(t *testing.T) {
	names := engine.Names{"Anna", "Burt"}
	c := engine.Config{Seats: 2}
	s, err := Notation{}.Place(c, names, engine.Position{
		"phase": "goes", "turn": "Anna", "top": 5, "hands": map[string]any{"Anna": []int{4}}, "pile": []int{5},
	}, new(engine.Rand))
	if err != nil {
		t.Fatal(err)
	}
	for words, reason := range map[string]string{
		"play 4": "higher than the last one laid",
		"play 8": "you hold no 8",
	} {
		act, err := Notation{}.Parse(words, 0, names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = (Rules{}).Decide(s, act, new(engine.Rand)); !errors.Is(err, engine.ErrIllegal) ||
			!strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", words, err, reason)
		}
	}
	for _, p := range []engine.Position{
		{"hands": map[string]any{"Anna": []int{4, 4, 4}}},
		{"hands": map[string]any{"Anna": []int{4, 4}}, "pile": []int{4}},
		{"hands": map[string]any{"Zoe": []int{4}}},
		{"phase": "lunch"},
		{"pile": []int{9}},
	} {
		if _, err := (Notation{}).Place(c, names, p, new(engine.Rand)); !errors.Is(err, engine.ErrPosition) {
			t.Errorf("%v gives %v, want ErrPosition", p, err)
		}
	}
}
