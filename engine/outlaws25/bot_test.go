package outlaws25_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/outlaws25"
)

func sim(t testing.TB, seats, matches int, bots ...string) bot.SimResult {
	t.Helper()
	r, err := outlaws25.Kit().Sim(t.Context(), bot.SimConfig{
		Config: engine.Config{Seats: seats}, Matches: matches, Bots: bots, Workers: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRegularBeatsRandom lets one regular bot sit among random ones.
func TestRegularBeatsRandom(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		bots := []string{"regular", "random", "random", "random", "random"}[:seats]
		r := sim(t, seats, 120, bots...)
		for _, b := range r.Bots {
			t.Logf("%d seats: %s wins %.3f (%.3f to %.3f), equal %.3f", seats, b.Name, b.Share, b.Low, b.High, b.Equal)
			if b.Name == "regular" && b.Low < b.Equal {
				t.Errorf("%d seats: regular wins %.3f of its matches against random", seats, b.Share)
			}
		}
	}
}

// TestFallback answers for everybody, always: nobody's money moves but by antes, and the match ends.
func TestFallback(t *testing.T) {
	kit := outlaws25.Kit()
	for seats := 2; seats <= 5; seats++ {
		m, err := kit.Open(engine.Config{Seats: seats, Options: map[string]string{"short": "yes"}})
		if err != nil {
			t.Fatal(err)
		}
		seed := engine.Seed{byte(seats)}
		for entry := uint64(1); ; entry++ {
			if _, over := m.Outcome(); over {
				break
			}
			act := engine.Act[any]{Seat: m.Turn()[0]}
			if act.Seat != engine.Nature {
				move, err := kit.Fallback.Choose(t.Context(), m.View(engine.Seated(act.Seat)), m.Legal(act.Seat), nil)
				if err != nil {
					t.Fatal(err)
				}
				act.Move = move
			}
			if m, _, err = m.Play(act, seed.Entry(entry)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkSim plays random bots, as the simulator does, on one core.
func BenchmarkSim(b *testing.B) {
	var moves int64
	for b.Loop() {
		moves += sim(b, 5, 200, "random").Moves
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
