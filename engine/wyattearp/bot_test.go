package wyattearp_test

import (
	"fmt"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/wyattearp"
)

// faceOff plays a bot against others of another level and returns its share of wins.
func faceOff(t *testing.T, c engine.Config, matches int, one, rest string) float64 {
	t.Helper()
	bots := append([]string{one}, strings.Split(strings.Repeat(rest+" ", c.Seats-1), " ")[:c.Seats-1]...)
	r, err := wyattearp.Kit().Sim(t.Context(), bot.SimConfig{
		Config: c, Matches: matches, Bots: bots, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range r.Bots {
		if b.Name == one {
			return b.Share
		}
	}
	t.Fatalf("no result for %s in %+v", one, r)
	return 0
}

// TestRegularBeatsRandom: by far, at every number of seats.
func TestRegularBeatsRandom(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		if share := faceOff(t, engine.Config{Seats: seats}, 60, "regular", "random"); share < 0.95 {
			t.Errorf("%d seats: regular wins %.2f of its matches against random", seats, share)
		}
	}
}

// TestSharpBeatsRegular is a small sample of what `saloon sim` measures over a thousand matches; the seed is fixed, so
// that the sample is always the same. Matches to 10,000 dollars are mostly over after one hand.
func TestSharpBeatsRegular(t *testing.T) {
	short := engine.Config{Seats: 2, Options: map[string]string{"target": "10000"}}
	if share := faceOff(t, short, 12, "sharp", "regular"); share < 0.5 {
		t.Errorf("sharp wins %.2f of its matches against regular", share)
	}
}

// TestBotsUnderHouseRules plays every level under every house rule, watched by the conformance suite.
func TestBotsUnderHouseRules(t *testing.T) {
	for i, o := range []string{
		"hideouts=one-on-table", "reactions=many", "zero-shares=yes", "second-supply=ends-hand", "target=5000",
	} {
		key, value, _ := strings.Cut(o, "=")
		options := map[string]string{key: value}
		if key != "target" {
			options["target"] = "10000"
		}
		_, err := wyattearp.Kit().Sim(t.Context(), bot.SimConfig{
			Config: engine.Config{Seats: 2 + i%3, Options: options}, Matches: 6,
			Bots: []string{"regular", "random"}, Workers: 2, Check: 3,
		})
		if err != nil {
			t.Errorf("%s: %v", o, err)
		}
	}
}

// advice is what a teacher says, as positions of Anna's and the move that regular makes.
var advice = []struct {
	words string
	pos   engine.Position
	want  string
}{
	{
		"take the card that completes a set",
		engine.Position{
			"phase": "draw", "hands": advisedHand("Jesse James", "Jesse James", "Hideout", "Bob Dalton"),
			"discard": []string{"Jesse James"},
		},
		"draw discard",
	},
	{
		"rather draw two than one of little use",
		engine.Position{
			"phase": "draw", "hands": advisedHand("Jesse James", "Jesse James", "Hideout", "Bob Dalton"),
			"discard": []string{"Butch Cassidy"},
		},
		"draw supply",
	},
	{
		"lay a set together",
		engine.Position{
			"hands": advisedHand("Jesse James", "Jesse James", "Jesse James", "Jesse James", "Hideout", "Bob Dalton"),
		},
		"meld 4 Jesse James",
	},
	{
		"keep a card to discard",
		engine.Position{"hands": advisedHand("Jesse James", "Jesse James", "Jesse James", "Jesse James")},
		"meld 3 Jesse James",
	},
	{
		"feed no reward that a rival takes: one card at a time",
		engine.Position{
			"hands":  advisedHand("Jesse James", "Jesse James", "Hideout", "Bob Dalton", "Wes Hardin"),
			"opened": []string{"Jesse James"}, "sheriff_played": true, "posters": map[string]any{"Jesse James": 6000},
			"territories": map[string]any{"Burt": map[string]any{
				"Jesse James": map[string]any{"outlaws": 5, "photo": true},
			}},
		},
		"meld 1 Jesse James",
	},
	{
		"ask for the third card of a set",
		engine.Position{"hands": advisedHand("Jesse James", "Jesse James", "Most Wanted", "Bob Dalton", "Hideout")},
		"most-wanted ask Jesse James left",
	},
	{
		"answer a Hideout on a pile that earns",
		engine.Position{
			"phase": "react", "turn": "Burt", "sheriff": "Hideout", "sheriff_played": true,
			"hands": advisedHand("Wyatt Earp", "Bob Dalton", "Hideout"), "opened": []string{"Jesse James"},
			"posters":     map[string]any{"Jesse James": 6000},
			"territories": map[string]any{"Anna": map[string]any{"Jesse James": advisedPile(5, true)}},
		},
		"react",
	},
	{
		"stop at a short supply while ahead",
		engine.Position{
			"phase": "draw", "reshuffled": true, "supply": []string{}, "hands": advisedHand("Wyatt Earp", "Bob Dalton"),
			"discard": advisedRest(), "opened": []string{"Jesse James"},
			"posters":     map[string]any{"Jesse James": 6000},
			"territories": map[string]any{"Anna": map[string]any{"Jesse James": advisedPile(5, false)}},
		},
		"end hand",
	},
}

// advisedHand gives Anna cards, and the others what they hold in all of the advice.
func advisedHand(cards ...string) map[string]any {
	return map[string]any{
		"Anna": cards, "Burt": []string{"Bob Dalton", "Wes Hardin", "Bob Dalton", "Wyatt Earp"},
		"Curt": []string{"Belle Starr", "Belle Starr", "Wes Hardin", "Most Wanted"},
	}
}

func advisedPile(outlaws int, hideout bool) map[string]any {
	return map[string]any{"outlaws": outlaws, "hideout": hideout}
}

func TestThumbs(t *testing.T) {
	names := engine.Names{"Anna", "Burt", "Curt"}
	kit := wyattearp.Kit()
	regular, _ := kit.Level("regular")
	for _, c := range advice {
		if c.pos["turn"] == nil {
			c.pos["turn"] = "Anna"
		}
		if c.pos["phase"] == nil {
			c.pos["phase"] = "play"
		}
		m, err := kit.Place(engine.Config{Seats: 3}, names, c.pos, new(engine.Rand))
		if err != nil {
			t.Errorf("%s: %v", c.words, err)
			continue
		}
		move, err := regular.Bot.Choose(t.Context(), m.View(engine.Seated(0)), m.Legal(0), new(engine.Rand))
		if err != nil {
			t.Errorf("%s: %v", c.words, err)
			continue
		}
		if got, _ := m.Words(engine.Act[any]{Seat: 0, Move: move}, names); got != c.want {
			t.Errorf("%s: %q, want %q", c.words, got, c.want)
		}
	}
}

// advisedRest is the deck without what the short-supply position has in hands and on the table.
func advisedRest() []string {
	used := map[string]int{
		"Jesse James": 5, "Wyatt Earp": 2, "Bob Dalton": 3, "Wes Hardin": 2, "Belle Starr": 2, "Most Wanted": 1,
	}
	var cards []string
	for _, c := range wyattearp.Cards() {
		for range c.Count() - used[c.String()] {
			cards = append(cards, c.String())
		}
	}
	return cards
}

// TestBotsReproduceTheirPlay: the same view, list and chance give the same move.
func TestBotsReproduceTheirPlay(t *testing.T) {
	kit := wyattearp.Kit()
	m, err := kit.Open(engine.Config{Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	seed := engine.Seed{7}
	for n := uint64(1); n < 12; n++ {
		act := engine.Act[any]{Seat: m.Turn()[0]}
		if act.Seat != engine.Nature {
			for _, level := range kit.Levels {
				view, legal := m.View(engine.Seated(act.Seat)), m.Legal(act.Seat)
				r := seed.Fork("bot")
				if act.Move, err = level.Bot.Choose(t.Context(), view, legal, r.Entry(n)); err != nil {
					t.Fatal(err)
				}
				if again, _ := level.Bot.Choose(t.Context(), view, legal, r.Entry(n)); again != act.Move {
					t.Errorf("entry %d: %s plays %v, then %v", n, level.Name, act.Move, again)
				}
			}
		}
		if m, _, err = m.Play(act, seed.Entry(n)); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkSim(b *testing.B) {
	for _, c := range []struct {
		seats int
		bots  string
	}{{4, "random"}, {4, "regular"}, {2, "sharp,regular"}} {
		b.Run(fmt.Sprintf("seats=%d/bots=%s", c.seats, c.bots), func(b *testing.B) {
			config := bot.SimConfig{
				Config: engine.Config{Seats: c.seats}, Matches: 2, Bots: strings.Split(c.bots, ","), Workers: 2,
			}
			var moves int64
			for b.Loop() {
				r, err := wyattearp.Kit().Sim(b.Context(), config)
				if err != nil {
					b.Fatal(err)
				}
				moves += r.Moves
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkChoose is one choice of each level at the start of a hand, with a full hand and everything ahead.
func BenchmarkChoose(b *testing.B) {
	kit := wyattearp.Kit()
	for _, seats := range []int{2, 4} {
		m, err := kit.Open(engine.Config{Seats: seats})
		if err != nil {
			b.Fatal(err)
		}
		seed := engine.Seed{3}
		if m, _, err = m.Play(engine.Act[any]{Seat: engine.Nature}, seed.Entry(1)); err != nil {
			b.Fatal(err)
		}
		seat := m.Turn()[0]
		draw := engine.Act[any]{Seat: seat, Move: wyattearp.Move{Use: wyattearp.DrawSupply}}
		if m, _, err = m.Play(draw, seed.Entry(2)); err != nil {
			b.Fatal(err)
		}
		view, legal := m.View(engine.Seated(seat)), m.Legal(seat)
		for _, level := range kit.Levels {
			b.Run(fmt.Sprintf("seats=%d/%s", seats, level.Name), func(b *testing.B) {
				n := uint64(0)
				for b.Loop() {
					n++
					if _, err := level.Bot.Choose(b.Context(), view, legal, seed.Entry(n)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
