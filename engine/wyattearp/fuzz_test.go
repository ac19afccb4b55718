package wyattearp

import (
	"encoding/json"
	"errors"
	"maps"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// FuzzMatch plays a match by bytes: each picks a legal move. It then plays on at random, so that matches end.
func FuzzMatch(f *testing.F) {
	f.Add(uint8(0), []byte{})
	f.Add(uint8(1), []byte{0, 5, 9, 200, 3, 3, 3, 7})
	f.Add(uint8(5), []byte("draw, play, discard, draw, play, discard"))
	f.Fuzz(func(t *testing.T, table uint8, choices []byte) {
		all := tables()
		c := all[int(table)%len(all)]
		c.Options = maps.Clone(c.Options)
		if c.Options == nil {
			c.Options = map[string]string{}
		}
		c.Options["target"] = "5000" // short matches: more of them
		seed := stage.Seed(uint64(table))
		r := seed.Fork("rest").Entry(1)
		choose := func(_ *State, _ engine.Seat, legal []Move) Move {
			if len(choices) == 0 {
				return legal[r.IntN(len(legal))]
			}
			m := legal[int(choices[0])%len(legal)]
			choices = choices[1:]
			return m
		}
		entries := 0
		playOut(t, c, seed, choose, func(before, after State, events []Event) {
			entries++
			if err := (Rules{}).Audit(after); err != nil {
				t.Fatal(err)
			}
			testMoney(t, before, after, events)
			if entries%31 == 0 {
				testTwoWorlds(t, after, engine.Public, r)
				testTwoWorlds(t, after, engine.Seated(engine.Seat(entries%c.Seats)), r)
			}
		})
	})
}

// FuzzDecode feeds the codec: it must refuse or give an event that is written as it was read.
func FuzzDecode(f *testing.F) {
	seed := stage.Seed(3)
	kinds := map[string]bool{}
	for _, c := range tables() {
		playOut(f, c, seed, randomly(seed.Entry(1)), func(_, _ State, events []Event) {
			for _, e := range events {
				fact, err := Codec.Encode(e)
				if err != nil {
					f.Fatal(err)
				}
				if !kinds[fact.Kind] {
					kinds[fact.Kind] = true
					f.Add(fact.Kind, []byte(fact.Body))
				}
			}
		})
	}
	f.Add("drew", []byte(`{"seat": 0, "cards": ["Nobody"]}`))
	f.Add("", []byte(`null`))
	s, err := Rules{}.New(engine.Config{Seats: 4})
	if err != nil {
		f.Fatal(err)
	}
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
		m, err := game.Open(engine.Config{Seats: int(s.seats)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Apply([]engine.Fact{fact}); err != nil && !errors.Is(err, engine.ErrFact) {
			t.Fatal(err)
		}
	})
}

// FuzzPlace sets hostile positions up and plays on from those that are possible.
func FuzzPlace(f *testing.F) {
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"phase": "play", "hands": {"A": ["Wyatt Earp"]}, "discard": ["Hideout"]}`))
	f.Add([]byte(`{"phase": "react", "turn": "B", "hands": {"B": ["Hideout"], "A": ["Wyatt Earp"]},
		"territories": {"A": {"Bob Dalton": {"outlaws": 3, "hideout": true}}}, "reshuffled": true}`))
	f.Add([]byte(`{"phase": "target", "sheriff": "Most Wanted", "hand": 99, "cash": {"A": 24000, "C": 24000},
		"territories": {"C": {"Bob Dalton": {"outlaws": 1, "sheriffs": ["Bank Robbery", "Fastest Gun"]}}}}`))
	f.Add([]byte(`{"phase": "over", "cash": {"A": 30000, "B": 30000}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var p engine.Position
		if json.Unmarshal(body, &p) != nil {
			return
		}
		n := Notation{}
		for _, c := range []engine.Config{tables()[2], tables()[3]} {
			names := seatNames[:c.Seats]
			s, err := n.Place(c, names, p, stage.Seed(1).Entry(0))
			if err != nil {
				if !errors.Is(err, engine.ErrPosition) {
					t.Fatal(err)
				}
				continue
			}
			if err := (Rules{}).Audit(s); err != nil {
				t.Fatal(err)
			}
			again, err := n.Place(c, names, n.Whole(s, names), stage.Seed(2).Entry(0))
			if err != nil || again != s {
				t.Fatalf("set up again it differs (%v):\n%+v\n%+v", err, s, again)
			}
			playOn(t, s)
		}
	})
}

// playOn plays a position for a while at random.
func playOn(t *testing.T, s State) {
	t.Helper()
	rules := Rules{}
	r := stage.Seed(4).Entry(1)
	for entry := uint64(1); entry < 400; entry++ {
		turn := rules.Turn(s)
		if len(turn) == 0 {
			return
		}
		act := engine.Act[Move]{Seat: turn[0]}
		if act.Seat != engine.Nature {
			legal := rules.Legal(s, act.Seat)
			if len(legal) == 0 {
				t.Fatalf("seat %d has no move in %v", act.Seat, s.phase)
			}
			act.Move = legal[r.IntN(len(legal))]
		}
		events, err := rules.Decide(s, act, stage.Seed(4).Entry(entry))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			s = rules.Evolve(s, e)
		}
		if err := rules.Audit(s); err != nil {
			t.Fatal(err)
		}
		testTwoWorlds(t, s, engine.Seated(act.Seat), r)
	}
}
