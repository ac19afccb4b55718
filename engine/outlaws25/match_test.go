package outlaws25

import (
	"fmt"
	"slices"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// tables are the configurations that random matches are played with: every number of seats, every house rule.
func tables() []engine.Config {
	var all []engine.Config
	for seats := seatsMin; seats <= seatsMax; seats++ {
		all = append(all, engine.Config{Seats: seats},
			engine.Config{Seats: seats, Options: map[string]string{
				"ranking": "rarity", "limit": "pot", "short": "yes",
			}},
			engine.Config{Seats: seats, Options: map[string]string{"ranking": "five", "limit": "fixed"}})
	}
	return all
}

// chooser picks a move of those that are legal.
type chooser = stage.Choose[State, Move]

func randomly(r *engine.Rand) chooser { return stage.Randomly[State, Move](r) }

// watcher is told of every single event, and of the end of every entry with nil.
type watcher func(before, after *State, e Event)

// playOut plays a match to its end.
func playOut(tb testing.TB, c engine.Config, seed engine.Seed, choose chooser, see watcher) State {
	tb.Helper()
	x := stage.New(tb, Rules{}, Notation{}, seed)
	x.Open(c, seatNames[:c.Seats])
	return x.PlayOut(choose, func(before, after State, events []Event) {
		if see == nil {
			return
		}
		s := before
		for _, e := range events {
			last := s
			s = Rules{}.Evolve(s, e)
			see(&last, &s, e)
		}
		see(&after, &after, nil)
	})
}

// TestRandomMatches checks that money is conserved after every event and cards after every entry, that a match ends
// with a winner, and that everything that can happen did.
func TestRandomMatches(t *testing.T) {
	happened := map[string]int{}
	reasons := map[engine.Reason]int{}
	for _, c := range tables() {
		for n := range uint64(60) {
			seed := stage.Seed(n)
			end := playOut(t, c, seed, randomly(seed.Fork("moves").Entry(1)), func(_, s *State, e Event) {
				if e == nil {
					if err := (Rules{}).Audit(*s); err != nil {
						t.Fatal(err)
					}
					return
				}
				happened[kindOf(e)]++
				checkMoney(t, s, e)
			})
			out, over := Rules{}.Outcome(end)
			if !over || !slices.Contains(out.Ranks, 1) {
				t.Fatalf("outcome %+v, %t", out, over)
			}
			reasons[out.Reason]++
		}
	}
	for kind := range Codec.(engine.Kinds[Event]).Read {
		if happened[kind] == 0 && kind != "pot-lost" { // needs every marked outlaw shot by sheriffs at once
			t.Errorf("%s never happened", kind)
		}
	}
	t.Log(happened, reasons)
}

// checkMoney is rules 72 after a single event.
func checkMoney(t *testing.T, s *State, e Event) {
	t.Helper()
	sum := int(s.bank) + s.pot()
	for seat := range s.gangs {
		sum += s.gangs[seat].money()
	}
	if _, dealt := e.(GangsDealt); s.phase != Dealing && sum != int(s.seats)*Row*startMoney {
		t.Fatalf("%d chips after %T %+v (%t)", sum, e, e, dealt)
	}
}

func BenchmarkRandomMatch(b *testing.B) {
	for seats := seatsMin; seats <= seatsMax; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) { benchmarkMatch(b, engine.Config{Seats: seats}) })
	}
}

// benchmarkMatch reports what a simulation reaches: legal moves listed, one chosen, decided, applied, audited.
func benchmarkMatch(b *testing.B, c engine.Config) {
	b.ReportAllocs()
	rules := Rules{}
	moves := 0
	for n := 0; b.Loop(); n++ {
		seed := stage.Seed(uint64(n))
		choice := seed.Fork("moves").Entry(1)
		var chance engine.Rand
		s, err := rules.New(c)
		if err != nil {
			b.Fatal(err)
		}
		for entry := uint64(1); ; entry++ {
			turn := rules.Turn(s)
			if len(turn) == 0 {
				break
			}
			act := engine.Act[Move]{Seat: turn[0]}
			if act.Seat != engine.Nature {
				legal := rules.Legal(s, act.Seat)
				act.Move = legal[choice.IntN(len(legal))]
				moves++
			}
			chance.Reset(seed, entry)
			events, err := rules.Decide(s, act, &chance)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range events {
				s = rules.Evolve(s, e)
			}
			if err := rules.Audit(s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/match")
}
