package wyattearp

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// tables are the configurations that random matches are played with: every number of seats, every house rule.
func tables() []engine.Config {
	var all []engine.Config
	for seats := seatsMin; seats <= seatsMax; seats++ {
		all = append(all, engine.Config{Seats: seats}, engine.Config{Seats: seats, Options: map[string]string{
			"hideouts": "one-on-table", "reactions": "many", "zero-shares": "yes", "second-supply": "ends-hand",
			"target": "40000",
		}})
	}
	return all
}

// chooser picks a move of those that are legal.
type chooser = stage.Choose[State, Move]

func randomly(r *engine.Rand) chooser { return stage.Randomly[State, Move](r) }

// playOut plays a match to its end and calls see with each state and the events that led to it.
func playOut(
	tb testing.TB, c engine.Config, seed engine.Seed, choose chooser, see func(before, after State, events []Event),
) State {
	tb.Helper()
	x := stage.New(tb, Rules{}, Notation{}, seed)
	x.Open(c, seatNames[:c.Seats])
	return x.PlayOut(choose, see)
}

func TestRandomMatches(t *testing.T) {
	for _, c := range tables() {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			for n := range uint64(20) {
				testMatch(t, c, stage.Seed(n))
			}
		})
	}
}

// testMatch plays one match and asserts on every entry what must hold of every match.
func testMatch(t *testing.T, c engine.Config, seed engine.Seed) {
	t.Helper()
	rules := Rules{}
	imagined := seed.Fork("imagine").Entry(1)
	entries := 0
	end := playOut(t, c, seed, randomly(seed.Fork("moves").Entry(1)), func(before, after State, events []Event) {
		entries++
		if err := rules.Audit(after); err != nil {
			t.Fatalf("after %+v: %v", events, err)
		}
		testMoney(t, before, after, events)
		testCodec(t, events)
		if entries%7 != 0 {
			return
		}
		for seat := range engine.Seat(c.Seats) + 1 {
			testTwoWorlds(t, after, engine.Seated(seat-1), imagined)
		}
	})
	out, over := rules.Outcome(end)
	if !over || !slices.Contains(out.Ranks, 1) {
		t.Fatalf("outcome %+v, %t", out, over)
	}
	if best := out.Points[slices.Index(out.Ranks, 1)]; best != slices.Max(out.Points) {
		t.Fatalf("the first place has %d of %v", best, out.Points)
	}
}

// testMoney checks that a scoring pays what leaves the posters and that they shrink nowhere else (rules R26, R56).
func testMoney(t *testing.T, before, after State, events []Event) {
	t.Helper()
	scored, redealt, added := false, false, 0
	for _, e := range events {
		switch e := e.(type) {
		case Laid: // a card that ends the hand by the house rule second-supply still pays first
			added = e.Added / 1000
		case RoundScored:
			scored = true
		case Dealt:
			redealt = true
		}
	}
	for o := range before.posters {
		was, is := before.posters[o], after.posters[o]
		if redealt && is != was+1 || !scored && is < was {
			t.Fatalf("poster %v went from %d to %d thousand", Outlaw(o), was, is)
		}
	}
	total := func(s State) (sum int) {
		for _, p := range s.posters {
			sum += int(p)
		}
		for _, m := range s.cash {
			sum += int(m)
		}
		return sum
	}
	if scored && total(before)+added != total(after) {
		t.Fatalf("a scoring turned %d thousand into %d", total(before)+added, total(after))
	}
	if !scored && before.cash != after.cash {
		t.Fatalf("purses went from %v to %v without a scoring", before.cash, after.cash)
	}
}

func testCodec(t *testing.T, events []Event) {
	t.Helper()
	for _, e := range events {
		fact, err := Codec.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Codec.Decode(fact)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(e, back) {
			t.Fatalf("%s %s came back as %+v", fact.Kind, fact.Body, back)
		}
	}
}

// testTwoWorlds checks that what a viewer cannot know changes nothing for him.
func testTwoWorlds(t *testing.T, s State, viewer engine.Viewer, r *engine.Rand) {
	t.Helper()
	rules := Rules{}
	v := rules.View(s, viewer)
	other := rules.Imagine(v, r)
	if err := rules.Audit(other); err != nil {
		t.Fatalf("imagined by %v: %v", viewer, err)
	}
	if again := rules.View(other, viewer); again != v {
		t.Fatalf("view of the imagined state:\n%+v\nnot:\n%+v", again, v)
	}
	if !slices.Equal(rules.Turn(other), rules.Turn(s)) {
		t.Fatal("another seat is asked in the imagined state")
	}
	if seat := viewer.Seat(); seat >= 0 && !slices.Equal(rules.Legal(other, seat), rules.Legal(s, seat)) {
		t.Fatalf("legal in the imagined state: %v, not %v", rules.Legal(other, seat), rules.Legal(s, seat))
	}
	if o := v.Odds; o.Outlaws < 0 || o.Outlaws > o.Unseen {
		t.Fatalf("odds %+v", o)
	}
}

// allMoves is every move that could be written down, also impossible ones.
func allMoves() []Move {
	var all []Move
	for u := NoUse; u <= uses; u++ {
		for o := range Outlaw(Outlaws + 1) {
			all = append(all, Move{Use: u, Outlaw: o}, Move{Use: u, Outlaw: o, Left: true})
			for n := range uint8(9) {
				all = append(all, Move{Use: u, Outlaw: o, N: n})
			}
			for seat := engine.Seat(-2); seat <= seatsMax; seat++ {
				all = append(all, Move{Use: u, Outlaw: o, Seat: seat})
			}
		}
		for c := range cardKinds + 1 {
			all = append(all, Move{Use: u, Card: c})
		}
	}
	seen := map[Move]bool{}
	for _, m := range all {
		seen[m] = true
	}
	return slices.Collect(maps.Keys(seen))
}

// TestLegalIsComplete compares the list with a judgement of every move there is.
func TestLegalIsComplete(t *testing.T) {
	all := allMoves()
	for _, c := range tables() {
		seed := stage.Seed(77)
		n := 0
		playOut(t, c, seed, randomly(seed.Fork("moves").Entry(1)), func(_, s State, _ []Event) {
			seat := s.asked()
			if n++; seat < 0 || n%23 != 0 {
				return
			}
			legal := Rules{}.Legal(s, seat)
			for _, m := range all {
				_, err := Rules{}.Decide(s, engine.Act[Move]{Seat: seat, Move: m}, seed.Entry(1))
				if listed := slices.Contains(legal, m); listed != (err == nil) {
					t.Fatalf("%v: %+v: listed %t, decided %v", s.phase, m, listed, err)
				}
			}
		})
	}
}

func BenchmarkRandomMatch(b *testing.B) {
	for _, seats := range []int{2, 3, 4} {
		b.Run(fmt.Sprint(seats), func(b *testing.B) { benchmarkMatch(b, engine.Config{Seats: seats}) })
	}
}

// benchmarkMatch reports what a simulation reaches: legal moves listed, one chosen, decided, applied.
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
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/match")
}

// TestMatchesEnd plays with people who never lay a card: the guards of rules R47 and of the hundredth hand end it.
func TestMatchesEnd(t *testing.T) {
	prefer := func(uses ...Use) chooser {
		return func(_ *State, _ engine.Seat, legal []Move) Move {
			for _, u := range uses {
				for _, m := range legal {
					if m.Use == u {
						return m
					}
				}
			}
			return legal[len(legal)-1]
		}
	}
	for name, choose := range map[string]chooser{
		"only the top discard": prefer(DrawDiscard, Discard),
		"only the supply":      prefer(DrawSupply, DrawDiscard, Discard),
		"search and ask":       prefer(DrawSupply, EarpTake, Ask, DrawDiscard, Discard),
	} {
		for seats := seatsMin; seats <= seatsMax; seats++ {
			entries := 0
			end := playOut(t, engine.Config{Seats: seats}, stage.Seed(5), choose, func(_, after State, _ []Event) {
				entries++
				if err := (Rules{}).Audit(after); err != nil {
					t.Fatal(err)
				}
			})
			out, over := Rules{}.Outcome(end)
			if !over || end.round > roundsMax || entries > entriesMax {
				t.Errorf("%s, %d seats: %d hands, %d entries, %+v", name, seats, end.round, entries, out)
			}
		}
	}
}

// TestAuditFinds breaks a state in every way that the conservation law is about.
func TestAuditFinds(t *testing.T) {
	good := scene{
		phase: "target", hands: by{"A": "Bob Dalton", "B": "2 Jesse James"}, discard: "Hideout",
		tables: by{"A Belle Starr": "3 Bank"},
		more:   engine.Position{"sheriff": "Bank Robbery"},
	}.open(t).State
	for name, damage := range map[string]func(*State){
		"a card lost from a hand":    func(s *State) { s.hands[1].take(JesseJames.Card(), 1) },
		"a card doubled":             func(s *State) { s.hands[1].put(JesseJames.Card(), 1) },
		"a card turned into another": func(s *State) { s.hands[0] = BagOf(WesHardin.Card()) },
		"a card lost from the stack": func(s *State) { s.stacks.pop() },
		"a card lost in the supply":  func(s *State) { s.stacks.cards[0] = NoCard },
		"a card lost on the table":   func(s *State) { s.piles[0][BelleStarr].Banks = 0 },
		"a card lost in limbo":       func(s *State) { s.limbo = NoCard },
		"cards on no outlaw":         func(s *State) { s.piles[0][BelleStarr].Outlaws = 0 },
		"a false memory":             func(s *State) { s.memory.known[0].put(Hideout, 1) },
		"a false lack":               func(s *State) { s.memory.lacks[0].add(BobDalton) },
	} {
		s := good
		damage(&s)
		if err := (Rules{}).Audit(s); (err == nil) != (s == good) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkAudit(b *testing.B) {
	s := scene{hands: by{"A": "Bob Dalton"}, tables: by{"A Belle Starr": "3", "B Belle Starr": "2"}}.open(b).State
	for b.Loop() {
		if err := (Rules{}).Audit(s); err != nil {
			b.Fatal(err)
		}
	}
}
