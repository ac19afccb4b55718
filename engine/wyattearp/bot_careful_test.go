package wyattearp

import (
	"testing"

	"saloon/engine"
)

// TestFallbackPlaysNoCards lets it answer for everybody: nothing is laid, nobody reacts, and the match ends.
func TestFallbackPlaysNoCards(t *testing.T) {
	kit := Kit()
	m, err := kit.Open(engine.Config{Seats: 3, Options: map[string]string{"target": "5000"}})
	if err != nil {
		t.Fatal(err)
	}
	seed := engine.Seed{1}
	for n := uint64(1); ; n++ {
		if _, over := m.Outcome(); over {
			return
		}
		act := engine.Act[any]{Seat: m.Turn()[0]}
		if act.Seat != engine.Nature {
			legal, view := m.Legal(act.Seat), m.View(engine.Seated(act.Seat))
			if act.Move, err = kit.Fallback.Choose(t.Context(), view, legal, nil); err != nil {
				t.Fatal(err)
			}
			switch mv := act.Move.(Move); mv.Use {
			case DrawSupply, DrawDiscard, EndHand, Discard:
			default:
				t.Fatalf("entry %d: %v", n, mv)
			}
		}
		if m, _, err = m.Play(act, seed.Entry(n)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFallbackDiscardsWhatIsWorthLeast keeps a set in the hand and declines a reaction.
func TestFallbackDiscardsWhatIsWorthLeast(t *testing.T) {
	for _, c := range []struct {
		name     string
		position engine.Position
		want     string
	}{
		{"set", engine.Position{"phase": "play", "turn": "Anna", "hands": map[string]any{
			"Anna": []any{"Jesse James", "Jesse James", "Jesse James", "Belle Starr"}}}, "discard Belle Starr"},
		{"draw", engine.Position{"phase": "draw", "turn": "Anna", "hands": map[string]any{
			"Anna": []any{"Jesse James"}, "Burt": []any{"Hideout"}}}, "draw supply"},
		{"react", engine.Position{"phase": "react", "turn": "Burt", "sheriff": "Hideout", "sheriff_played": true,
			"opened": []any{"Jesse James"},
			"hands":  map[string]any{"Anna": []any{"Wyatt Earp", "Bank Robbery"}, "Burt": []any{"Bank Robbery"}},
			"territories": map[string]any{
				"Anna": map[string]any{"Jesse James": map[string]any{"outlaws": 4, "hideout": true}},
			},
		}, "pass"},
	} {
		names := engine.Names{"Anna", "Burt"}
		kit := Kit()
		m, err := kit.Place(engine.Config{Seats: 2}, names, c.position, engine.Seed{}.Entry(0))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		move, err := kit.Fallback.Choose(t.Context(), m.View(engine.Seated(0)), m.Legal(0), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got, _ := m.Words(engine.Act[any]{Seat: 0, Move: move}, names); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
