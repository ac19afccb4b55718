package bot_test

import (
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy/firstin"
)

// TestSimRaces lets everybody react once in every race.
func TestSimRaces(t *testing.T) {
	c := bot.SimConfig{
		Config: engine.Config{Seats: 3}, Matches: 200, Bots: []string{"quick", "random", "random"}, Check: 20,
		Workers: 2,
	}
	r, err := firstin.Kit().Sim(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Checked != 10 || r.EntriesMax > 6*6 || r.EntriesMin < 6*3 {
		t.Errorf("%+v", r)
	}
	for _, b := range r.Bots {
		if b.Name == "quick" && b.Low < 0.8 {
			t.Errorf("who does what the sign says wins %.2f of the matches", b.Share)
		}
	}
	if lone := r.Moves; lone < 200*6*(1+2) || lone > 200*6*(1+3) {
		t.Errorf("%d moves", lone)
	}
}

// TestRandomReacts has the random bot do everything that may happen.
func TestRandomReacts(t *testing.T) {
	var early, guess, fair, late, none int
	var seed engine.Seed
	legal := []int{1, 2, 3}
	for i := range uint64(2000) {
		m, after, ok, err := bot.Random[int, int]{}.React(t.Context(), 0, legal, seed.Entry(i))
		switch {
		case err != nil:
			t.Fatal(err)
		case !ok:
			none++
			continue
		case after < 0:
			early++
		case after < 150*time.Millisecond:
			guess++
		case after < 2*time.Second:
			fair++
		default:
			late++
		}
		if m < 1 || m > 3 || after%time.Millisecond != 0 {
			t.Fatalf("%d after %v", m, after)
		}
	}
	if min(early, guess, late, none) < 20 || fair < 1200 {
		t.Errorf("%d early, %d guesses, %d in time, %d late, %d not at all", early, guess, fair, late, none)
	}
	if _, _, ok, err := (bot.Random[int, int]{}).React(t.Context(), 0, nil, seed.Entry(1)); ok || err == nil {
		t.Error("it reacts with nothing to do")
	}
}
