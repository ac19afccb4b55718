package lobby_test

import (
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
)

func TestParseSearch(t *testing.T) {
	kits := []bot.Kit{
		{Game: engine.Game{Spec: engine.Spec{Name: "wyatt-earp", Title: "Wyatt Earp"}}},
		{Game: engine.Game{Spec: engine.Spec{Name: "25-outlaws", Title: "25 Outlaws"}}},
	}
	zone := time.FixedZone("there", 2*60*60)
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, zone) }
	for text, want := range map[string]lobby.Search{
		"":                                   {},
		"  won ":                             {Result: lobby.Won},
		"LOST burt":                          {Result: lobby.Lost, With: "burt"},
		"earp":                               {Game: "wyatt-earp"},
		"25-outlaws #k7qf2m":                 {Game: "25-outlaws", Table: "k7qf2m"},
		"25":                                 {Game: "25-outlaws"},
		"2026":                               {Since: day(2026, 1, 1), Until: day(2027, 1, 1)},
		"2026-12 out":                        {Game: "25-outlaws", Since: day(2026, 12, 1), Until: day(2027, 1, 1)},
		"2028-02-29":                         {Since: day(2028, 2, 29), Until: day(2028, 3, 1)},
		"2026-02-30":                         {With: "2026-02-30"},
		"wyattearp":                          {With: "wyattearp"},
		"w":                                  {With: "w"},
		"Slim won Stranger":                  {With: "Slim Stranger", Result: lobby.Won},
		"Slim Stranger #The Long Table lost": {With: "Slim Stranger", Table: "The Long Table", Result: lobby.Lost},
		"won Burt outlaws 2025": {
			Result: lobby.Won, With: "Burt", Game: "25-outlaws", Since: day(2025, 1, 1), Until: day(2026, 1, 1),
		},
	} {
		if got := lobby.ParseSearch(text, kits, zone); got != want {
			t.Errorf("%q: %+v; want %+v", text, got, want)
		}
	}
}

func TestHistoryIsSearched(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		first, _ := h.over(toySettings(), anna, burt)
		pass(48 * time.Hour)
		second, seen := h.over(toySettings(), anna, curt)
		table := seen[0].Info.ID
		m, err := h.store.Match(h.ctx, second)
		h.must(err)
		won, lost := lobby.Won, lobby.Lost
		if m.Ended.Outcome.Ranks[0] != 1 {
			won, lost = lost, won
		}
		for _, c := range []struct {
			find lobby.Search
			want int // matches, the newest of which is second
		}{
			{lobby.Search{}, 2},
			{lobby.Search{With: "curt"}, 1},
			{lobby.Search{With: "curt", Result: won}, 1},
			{lobby.Search{With: "curt", Result: lost}, 0},
			{lobby.Search{Game: "toy"}, 2},
			{lobby.Search{Game: "chess"}, 0},
			{lobby.Search{Table: string(table)}, 1},
			{lobby.Search{Table: "the long table"}, 0},
			{lobby.Search{Since: m.Opened.At}, 1},
			{lobby.Search{Since: m.Opened.At.Add(1)}, 0},
			{lobby.Search{Since: m.Opened.At, Until: m.Opened.At}, 0},
		} {
			past, err := anna.History(h.ctx, "", c.find, 10)
			h.must(err)
			if len(past) != c.want || c.want > 0 && past[0].Match != second {
				h.Errorf("%+v: %+v", c.find, past)
			}
		}
		past, err := anna.History(h.ctx, "", lobby.Search{Until: m.Opened.At}, 10)
		h.must(err)
		if len(past) != 1 || past[0].Match != first {
			h.Errorf("before the second: %+v", past)
		}
		_, err = anna.History(h.ctx, "", lobby.Search{With: "Nobody"}, 10)
		h.wants(err, lobby.ErrNotFound)
	})
}
