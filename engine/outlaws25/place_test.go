package outlaws25

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// TestPlaceRefuses has positions that cannot be, and a part of the reason.
func TestPlaceRefuses(t *testing.T) {
	for _, c := range []struct {
		reason string
		p      engine.Position
	}{
		{"no such key", engine.Position{"hands": T{}}},
		{"no amount", engine.Position{"bank": 15}},
		{"multiple of 10", engine.Position{"gangs": T{"A": T{"R": man(1, 95)}}}},
		{"$300 a player", engine.Position{"bank": 100}},
		{"contributions make $20", engine.Position{"pot": 50}},
		{"a card too many: As", engine.Position{"hole": T{"A": []string{"As", "Kd"}}, "flop": "As"}},
		{"a card too many: Dead-Eye", engine.Position{"gangs": T{
			"A": T{"R": man(1, 90, "reward", "Dead-Eye"), "M": man(2, 100, "reward", "Dead-Eye"),
				"L": man(3, 100, "reward", "Dead-Eye")},
		}}},
		{"a card too many: Q", engine.Position{"gangs": T{
			"A": T{"R": man(1, 90, "wanted", []string{"Q", "Q", "Q", "Q", "Q"}), "M": man(2, 100), "L": man(3, 100)},
		}}},
		{"a card too many: 5", engine.Position{"sheriffs": []int{5, 5, 5}}},
		{"too many of speed 1", engine.Position{"gangs": T{
			"A": T{"R": man(1, 90), "M": man(1, 100), "L": man(3, 100)},
		}}},
		{"nobody here is called", engine.Position{"turn": []string{"Z"}}},
		{"none of", engine.Position{"phase": "poker"}},
		{"nobody is asked anything", engine.Position{"phase": "settled"}},
		{"two gangs must be left", engine.Position{"eliminated": []string{"A"}}},
		{"no outlaw and is not out", engine.Position{"gangs": T{"A": T{}}}},
		{"no poker hand", engine.Position{"phase": "holdup", "flop": "As"}},
		{"it should be", engine.Position{"to_act": []string{"A"}, "staked": T{"A": 10}}},
		{"is not asked here", engine.Position{"phase": "holdup", "dealer": "A", "turn": []string{"B"}}},
		{"no outlaw is there", engine.Position{"phase": "answer"}},
		{"of another gang", engine.Position{"phase": "answer", "duel": T{
			"attacker": []string{"A", "R"}, "defender": []string{"A", "M"}}}},
		{"flop's rank", engine.Position{"phase": "lawman", "round": 2, "flop": "As", "duel": T{
			"attacker": []string{"A", "R"}, "sheriff": 4}}},
		{"what viewers see", engine.Position{"stub_size": 3}},
		{"three outlaws", engine.Position{"phase": "arrange", "gangs": T{"A": T{"R": man(1, 100), "M": man(2, 200)}}}},
		{"would be out", engine.Position{"phase": "share", "gangs": T{"A": T{"R": man(1, 90)}}}},
		{"whole number from 1 to 6", engine.Position{"dice": []int{7}}},
		{"at round 0", engine.Position{"phase": "arrange", "round": 3}},
	} {
		_, err := Notation{}.Place(engine.Config{Seats: 2}, engine.Names{"A", "B"}, c.p, stage.Seed(1).Entry(0))
		if !errors.Is(err, engine.ErrPosition) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%v: %v, want %q", c.p, err, c.reason)
		}
	}
}

// TestPlaceImplies sets up what a position leaves out.
func TestPlaceImplies(t *testing.T) {
	b := set(t, 4, engine.Position{"dealer": "C"})
	b.is("phase", b.State.phase, Betting).is("turn", b.State.bets.turn, engine.Seat(3)).is("pot", b.State.pot(), 4)
	b.has(0, 90, 100, 100).is("bank", b.State.bank, uint8(0)).is("stub", b.State.stub.n, uint8(11))
	b = set(t, 3, engine.Position{"dealer": "A", "turn": []string{"A"}})
	b.is("who has checked", b.State.bets.acted, engine.SeatSet(0b110))
	b = set(t, 3, engine.Position{"dealer": "A", "staked": T{"B": 20, "C": 60}})
	b.is("turn", b.State.bets.turn, engine.Seat(0)).is("raise", b.State.bets.full, uint8(4)).has(2, 30)
	b.refused("A: raise 80", "26").allowed("A: raise 90")
	b = set(t, 2, engine.Position{"phase": "arrange"})
	b.is("asked", b.State.asked(), engine.SeatSet(0b11)).has(0, 100, 100, 100)
	b = set(t, 2, engine.Position{"phase": "share", "turn": []string{"B"}})
	b.play("B: share 100 100 100").is("round", b.State.round, uint16(2))
}

// mutate changes a position at one place, as damaged files and careless hands do.
func mutate(v any, c *chooses) any {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return v
		}
		key := keys[c.of(len(keys))]
		if c.of(4) == 0 {
			delete(v, key)
		} else {
			v[key] = mutate(v[key], c)
		}
		return v
	case []any:
		switch n := len(v); {
		case n > 0 && c.of(3) == 0:
			return slices.Delete(v, 0, 1)
		case n > 0 && c.of(2) == 0:
			return append(v, v[c.of(n)])
		case n > 0:
			i := c.of(n)
			v[i] = mutate(v[i], c)
		}
		return v
	case float64:
		return float64([...]int{0, 1, 2, 10, 30, 100, 300, -1, 1500, int(v) + 10, int(v) - 10}[c.of(11)])
	case bool:
		return !v
	default:
		return [...]any{
			"A", "B", "C", "R", "M", "L", "As", "Qd", "Q", "10", "Dead-Eye", "Bribed Lawman", "betting", "lawman",
			"share", "before-roll", "after-roll", "rewards", "holdup", "answer", "arrange", 7.0, "",
		}[c.of(23)]
	}
}

// comparePlaced damages a position out of a match, and plays on from whatever is accepted: nothing may break.
func comparePlaced(t testing.TB, c *chooses) (accepted bool) {
	config := engine.Config{Seats: 2 + c.of(4)}
	names := engine.Names{"A", "B", "C", "D", "E"}[:config.Seats]
	seed := stage.Seed(uint64(c.of(200)))
	stop, n := 1+c.of(250), 0
	var at State
	playOut(t, config, seed, randomly(seed.Fork("moves").Entry(1)), func(_, s *State, e Event) {
		if n++; e == nil && s.asked() != 0 && (n < stop || at.phase == Dealing) {
			at = *s
		}
	})
	text, err := json.Marshal(Notation{}.Whole(at, names))
	if err != nil {
		t.Fatal(err)
	}
	var p map[string]any
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	for range 1 + c.of(4) {
		p, _ = mutate(p, c).(map[string]any)
	}
	s, err := Notation{}.Place(config, names, p, seed.Entry(0))
	if err != nil {
		if !errors.Is(err, engine.ErrPosition) {
			t.Fatalf("%v: %v", p, err)
		}
		return false
	}
	for entry := uint64(1); entry < 400; entry++ {
		turn := Rules{}.Turn(s)
		if len(turn) == 0 {
			break
		}
		act := engine.Act[Move]{Seat: turn[c.of(len(turn))]}
		if act.Seat != engine.Nature {
			legal := Rules{}.Legal(s, act.Seat)
			act.Move = legal[c.of(len(legal))]
		}
		events, err := Rules{}.Decide(s, act, seed.Entry(entry))
		if err != nil {
			t.Fatalf("%v: %+v: %v", p, act, err)
		}
		for _, e := range events {
			s = Rules{}.Evolve(s, e)
		}
		if err := (Rules{}).Audit(s); err != nil {
			t.Fatalf("%v: %+v: %v", p, act, err)
		}
	}
	return true
}

func TestPlaceDamaged(t *testing.T) {
	accepted := 0
	for n := range uint64(1500) {
		if comparePlaced(t, &chooses{r: stage.Seed(n).Fork("damage").Entry(1)}) {
			accepted++
		}
	}
	if accepted < 50 || accepted > 1450 {
		t.Errorf("%d of 1500 damaged positions were accepted", accepted)
	}
}

func FuzzPlace(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 9, 120, 3, 2, 4, 6, 1, 3, 2, 2, 7, 1, 4, 9})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		comparePlaced(t, &chooses{bytes: bytes, r: stage.Seed(uint64(len(bytes))).Entry(1)})
	})
}
