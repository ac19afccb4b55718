package okcorral

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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
		{"is no card", engine.Position{"card": "Joker"}},
		{"is no card", engine.Position{"card": "Wanted"}},
		{"is no Duel card", engine.Position{"centre": "Wanted red"}},
		{"is no character", engine.Position{"characters": T{"s0": "Sheriff"}}},
		{"there is one Colonel only", engine.Position{"characters": T{"s0": "Colonel", "s1": "Colonel"}}},
		{"nobody here is called s9", engine.Position{"revealer": "s9"}},
		{"a card too many: Cavalry", engine.Position{"taken": T{"s0": slices.Repeat([]string{"Cavalry"}, 5)}}},
		{"a card too many: Duel white", engine.Position{"card": "Duel white"}},
		{"a card too many: Duel red", engine.Position{"card": "Duel red", "centre": "Duel red"}},
		{"taken: a card too many: Duel red", engine.Position{
			"card": "Duel red", "taken": T{"s0": []string{"Duel red"}},
		}},
		{"removed: a card too many", engine.Position{"removed": slices.Repeat([]string{"Nugget"}, 5)}},
		{"a card is missing", engine.Position{"removed": []string{}, "piles": T{}}},
		{"no card is left to be turned", engine.Position{"piles": T{}}},
		{"revealer: no card is left", engine.Position{"piles": T{"s0": []string{"Saloon"}}, "revealer": "s1"}},
		{"nobody is asked anything in the phase over", engine.Position{"phase": "over"}},
		{"nobody is asked anything in the phase armed", engine.Position{"phase": "armed"}},
		{"which one is raced for", engine.Position{"phase": "open"}},
		{"none lies open", engine.Position{"phase": "wait", "card": "Saloon"}},
		{"there is no showdown", engine.Position{"phase": "open", "card": "Saloon", "tied": []string{"s0", "s1"}}},
		{"it takes two to draw", engine.Position{"card": "Saloon", "tied": []string{"s0"}}},
		{"s0 was not called on by Wanted red", engine.Position{"card": "Wanted red", "tied": []string{"s0", "s1"}}},
		{"stands there twice", engine.Position{"card": "Saloon", "tied": []string{"s0", "s0"}}},
		{"what viewers see", engine.Position{"pile_sizes": T{"s0": 3}}},
		{"no card lies open", engine.Position{"gestures": T{"s0": T{"key": "loot", "ms": 1}}}},
		{"has a key and its ms", engine.Position{"card": "Saloon", "gestures": T{"s0": T{"key": "loot"}}}},
		{"is none of", engine.Position{"card": "Saloon", "gestures": T{"s0": T{"key": "turn", "ms": 1}}}},
		{"no whole number", engine.Position{"card": "Saloon", "gestures": T{"s0": T{"key": "loot", "ms": 6001}}}},
		{"no whole number", engine.Position{"card": "Saloon", "gestures": T{"s0": T{"key": "loot", "ms": 0.5}}}},
		{"gestures: s2: Only the tied players draw", engine.Position{
			"card": "Saloon", "tied": []string{"s0", "s1"}, "gestures": T{"s2": T{"key": "loot", "ms": 500}},
		}},
	} {
		if _, given := c.p["characters"]; !given {
			c.p["characters"] = T{"s0": "Colonel", "s1": "Cowgirl", "s2": "Mercenary"}
		}
		_, err := Notation{}.Place(engine.Config{Seats: 3}, sixNames[:3], c.p, stage.Seed(1).Entry(0))
		if !errors.Is(err, engine.ErrPosition) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%v: %v, want %q", c.p, err, c.reason)
		}
	}
	if _, err := (Notation{}).Place(engine.Config{Seats: 3}, sixNames, engine.Position{}, nil); !errors.Is(err,
		engine.ErrConfig) {
		t.Errorf("six names for three seats: %v", err)
	}
}

// TestPlaceImplies sets up what a position leaves out.
func TestPlaceImplies(t *testing.T) {
	sizes := func(b board) []uint8 {
		var out []uint8
		for _, p := range b.State.piles[:b.State.seats] {
			out = append(out, p.n)
		}
		return out
	}
	b := set(t, 3, engine.Position{})
	if got := sizes(b); !slices.Equal(got, []uint8{13, 13, 12}) || b.State.phase != Waiting || b.State.revealer != 0 {
		t.Errorf("%v in phase %v", got, b.State.phase)
	}
	b = set(t, 3, engine.Position{"card": "Saloon", "revealer": "s1"})
	if got := sizes(b); !slices.Equal(got, []uint8{12, 12, 13}) || b.State.phase != Open {
		t.Errorf("%v in phase %v", got, b.State.phase)
	}
	b = set(t, 3, engine.Position{"card": "Saloon", "tied": []string{"s2", "s0"}})
	if b.State.phase != Showdown || b.State.tied != 0b101 {
		t.Errorf("%03b in phase %v", b.State.tied, b.State.phase)
	}
	b = set(t, 3, engine.Position{"piles": T{"s2": []string{"Nugget", "Saloon"}}})
	if got := sizes(b); !slices.Equal(got, []uint8{0, 0, 2}) || b.State.revealer != 2 || b.State.went != 36 {
		t.Errorf("%v, %d out of the game, seat %d turns", got, b.State.went, b.State.revealer)
	}
	b.Do("s2: turn")
	b.Settle()
	if b.State.card != CardOf(Nugget, 0) {
		t.Errorf("the top card was %v", b.State.card)
	}
	drawn := map[Character]bool{}
	b = set(t, 6, engine.Position{"characters": T{"s4": "Outlaw"}})
	for _, c := range b.State.characters {
		drawn[c] = true
	}
	if len(drawn) != 6 || b.State.characters[4] != Outlaw {
		t.Errorf("%v", b.State.characters)
	}
	p := engine.Position{"card": "Saloon", "gestures": T{"s1": T{"key": "loot", "ms": -30.0}}}
	b = set(t, 3, p)
	if b.State.strokes[1] != (Stroke{HitLoot, -30 * time.Millisecond}) {
		t.Errorf("%+v", b.State.strokes)
	}
}

// TestSighted hides the piles and the gestures of others.
func TestSighted(t *testing.T) {
	b := card(t, 3, "Saloon", 0).do("0 w 300", "1 s 400")
	p := Notation{}.Sighted(Rules{}.View(b.State, engine.Seated(1)), sixNames[:3])
	if _, ok := p["piles"]; ok {
		t.Error("it has the piles")
	}
	if want := (T{"s1": T{"key": "salute", "ms": 400}}); !reflect.DeepEqual(p["gestures"], want) {
		t.Errorf("%v, want %v", p["gestures"], want)
	}
	if want := (T{"s0": 12, "s1": 13, "s2": 12}); !reflect.DeepEqual(p["pile_sizes"], want) {
		t.Errorf("%v, want %v", p["pile_sizes"], want)
	}
	p = Notation{}.Sighted(Rules{}.View(b.State, engine.Public), sixNames[:3])
	if _, ok := p["gestures"]; ok {
		t.Error("spectators see gestures")
	}
}

// TestWords reads moves as section 8 writes them, and nothing else.
func TestWords(t *testing.T) {
	for words, want := range map[string]engine.Act[Move]{
		"turn": {Move: Move{Turn}}, "salute 540": {Move: Move{Salute}, After: 540 * time.Millisecond},
		"whisky 612": {Move: Move{Whisky}, After: 612 * time.Millisecond}, "loot 0": {Move: Move{HitLoot}},
		"nugget -20": {Move: Move{HitNugget}, After: -20 * time.Millisecond},
		"cover 640":  {Move: Move{Cover}, After: 640 * time.Millisecond},
		"left 505":   {Move: Move{ShootLeft}, After: 505 * time.Millisecond},
		"right 498":  {Move: Move{ShootRight}, After: 498 * time.Millisecond},
		"both 391":   {Move: Move{ShootBoth}, After: 391 * time.Millisecond},
	} {
		got, err := Notation{}.Parse(words, 0, sixNames)
		if err != nil || got != want || (Notation{}).Words(got, sixNames) != words {
			t.Errorf("%q is read as %+v (%v)", words, got, err)
		}
	}
	for _, words := range []string{
		"", "turn 5", "turn ", "salute", "salute ", "salute 05", "salute +5", "salute -0", "salute 5 5", "salute five",
		"Salute 5", "nothing 5", "close", " 5", "left 99999999999",
	} {
		if got, err := (Notation{}).Parse(words, 0, sixNames); !errors.Is(err, engine.ErrWords) {
			t.Errorf("%q is read as %+v (%v)", words, got, err)
		}
	}
	if _, err := (Notation{}).Parse("salute 540", engine.Nature, sixNames); !errors.Is(err, engine.ErrWords) {
		t.Error("the table salutes")
	}
}

// chooses draws from bytes while there are any, then from chance.
type chooses struct {
	bytes []byte
	r     *engine.Rand
}

func (c *chooses) of(n int) int {
	if len(c.bytes) == 0 {
		return c.r.IntN(n)
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b) % n
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
		return float64([...]int{0, 119, 120, 2500, 2501, -6000, 6000, 6001, -1, int(v) + 10, int(v) - 10}[c.of(11)])
	default:
		return [...]any{
			"s0", "s1", "s2", "Colonel", "Trigger Ace", "wait", "open", "showdown", "over", "Cavalry", "Fool's Gold",
			"Wanted red", "Duel blue", "Settling a Score green", "salute", "left", "turn", 7.0, "", true,
		}[c.of(20)]
	}
}

// playOn plays a random act, as tables do; ok is false once there is none.
func playOn(t testing.TB, s State, c *chooses, r *engine.Rand) (next State, ok bool) {
	t.Helper()
	turn := Rules{}.Turn(s)
	if len(turn) == 0 {
		return s, false
	}
	act := engine.Act[Move]{Seat: turn[c.of(len(turn))]}
	if act.Seat >= 0 {
		legal := Rules{}.Legal(s, act.Seat)
		if len(legal) == 0 {
			act.Seat = engine.Nature // it has answered: enough
		} else if act.Move = legal[c.of(len(legal))]; act.Move.Kind != Turn {
			act.After = duration(c.of(40) * 20)
		}
	}
	events, err := Rules{}.Decide(s, act, r)
	if err != nil {
		t.Fatalf("%+v: %v", act, err)
	}
	for _, e := range events {
		s = Rules{}.Evolve(s, e)
	}
	if err := (Rules{}).Audit(s); err != nil {
		t.Fatalf("%+v: %v", act, err)
	}
	return s, true
}

// comparePlaced damages a position out of a match, and plays on from whatever is accepted: nothing may break.
func comparePlaced(t testing.TB, c *chooses) (accepted bool) {
	config := engine.Config{Seats: 2 + c.of(5)}
	names := sixNames[:config.Seats]
	seed := stage.Seed(uint64(c.of(200)))
	at, err := Rules{}.New(config)
	if err != nil {
		t.Fatal(err)
	}
	for entry := range uint64(c.of(250) + 1) {
		next, ok := playOn(t, at, c, seed.Entry(entry))
		if !ok {
			break
		}
		at = next
	}
	text, err := json.Marshal(Notation{}.Whole(at, names))
	if err != nil {
		t.Fatal(err)
	}
	var p map[string]any
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	for range c.of(4) {
		p, _ = mutate(p, c).(map[string]any)
	}
	s, err := Notation{}.Place(config, names, p, seed.Entry(0))
	if err != nil {
		if !errors.Is(err, engine.ErrPosition) {
			t.Fatalf("%v: %v", p, err)
		}
		return false
	}
	for entry, ok := uint64(1), true; ok && entry < 900; entry++ {
		s, ok = playOn(t, s, c, seed.Entry(entry))
	}
	return true
}

func TestPlaceDamaged(t *testing.T) {
	accepted := 0
	for n := range uint64(600) {
		if comparePlaced(t, &chooses{r: stage.Seed(n).Fork("damage").Entry(1)}) {
			accepted++
		}
	}
	if accepted < 50 || accepted > 550 {
		t.Errorf("%d of 600 damaged positions were accepted", accepted)
	}
}

func FuzzPlace(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 9, 120, 3, 2, 4, 6, 1, 3, 2, 2, 7, 1, 4, 9})
	f.Fuzz(func(t *testing.T, bytes []byte) {
		comparePlaced(t, &chooses{bytes: bytes, r: stage.Seed(uint64(len(bytes))).Entry(1)})
	})
}
