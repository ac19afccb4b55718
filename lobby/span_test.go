package lobby_test

import (
	"testing"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

func TestWindowsFollowEachOther(t *testing.T) {
	at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC) // a Sunday
	for span, want := range map[lobby.Span][3]string{
		lobby.SpanDay:   {"day 2026-03-01", "day 2026-02-28", "2026-03-03"},
		lobby.SpanWeek:  {"week 2026-02-23", "week 2026-02-16", "2026-03-09"},
		lobby.SpanMonth: {"month 2026-03-01", "month 2026-02-01", "2026-05-01"},
	} {
		w := lobby.WindowAt(span, at)
		if got := [3]string{w.Key, w.Before().Key, w.Kept().Format(time.DateOnly)}; got != want {
			t.Errorf("%s: %v, want %v", span, got, want)
		}
		if next := lobby.WindowAt(span, w.Until); next.Before() != w || w.Since.After(at) || !w.Until.After(at) {
			t.Errorf("%s: %+v, then %+v", span, w, next)
		}
	}
	if w := lobby.WindowAt(lobby.SpanAll, at); w.Key != "all" || !w.Kept().IsZero() || w.Before() != w {
		t.Errorf("all time is %+v", w)
	}
}

func TestPlacingSaysWhatIsMissing(t *testing.T) {
	for want, have := range map[string][2]int{
		"":                                     {10, 3},
		"1 more match":                         {9, 3},
		"10 more matches and 3 more opponents": {0, 0},
		"1 more opponent":                      {200, 2},
	} {
		got := lobby.Missing(lobby.SpanAll, have[0], have[1])
		if got != want || lobby.Placed(lobby.SpanAll, have[0], have[1]) != (want == "") {
			t.Errorf("%v: %q, want %q", have, got, want)
		}
	}
	if lobby.MissingHouse(1) != "a place in 1 more game" || lobby.MissingHouse(lobby.HouseLeast) != "" {
		t.Error(lobby.MissingHouse(1), lobby.MissingHouse(2))
	}
}

func TestNoGameCarriesTheHouse(t *testing.T) {
	if got := lobby.Part(lobby.SpanAll, 9000); got != lobby.HousePart {
		t.Errorf("a rating of 9,000 gives %d", got)
	}
	if got := lobby.Part(lobby.SpanAll, 900) + lobby.Part(lobby.SpanWeek, -5); got != 0 {
		t.Errorf("less than nothing gives %d", got)
	}
	parts := map[string]int{"a": 1000, "b": 300, "c": 200, "d": 100}
	if got := lobby.HousePoints(parts); got != 1500 {
		t.Errorf("the best three give %d", got)
	}
}

func TestConductFades(t *testing.T) {
	now := time.Date(2026, 6, 15, 0, 0, 0, 0, time.UTC)
	var m lobby.ConductMonth
	for _, p := range []table.Place{{}, {Drops: 2, Returned: 2}, {Drops: 2, Returned: 1}, {Left: true, Drops: 1}} {
		m.Add(lobby.ConductOf(p))
	}
	if m != (lobby.ConductMonth{Matches: 4, Back: 1, Lost: 1, Walked: 1}) {
		t.Errorf("counted %+v", m)
	}
	month := func(ago int) lobby.ConductMonth {
		m := lobby.ConductMonth{Matches: 20, Walked: 20}
		m.Month = lobby.MonthOf(now) - ago
		return m
	}
	good := lobby.ConductMonth{Month: lobby.MonthOf(now), Matches: 20}
	share := func(months ...lobby.ConductMonth) int {
		percent, ok := lobby.Fade(months, now).Share()
		if !ok {
			t.Errorf("%+v: unknown", months)
		}
		return percent
	}
	for ago, want := range map[int]int{0: 50, 2: 66, 4: 80, 12: 100} {
		if got := share(month(ago), good); got != want {
			t.Errorf("a bad month %d months ago leaves %d of 100, want %d", ago, got, want)
		}
	}
	if _, ok := lobby.Fade([]lobby.ConductMonth{{Month: lobby.MonthOf(now), Matches: 4}}, now).Share(); ok {
		t.Error("four matches say something")
	}
	if !lobby.Counts(table.Settings{}, []table.Place{{}, {}}) ||
		lobby.Counts(table.Settings{}, []table.Place{{}, {Person: table.Person{Bot: "sharp"}}}) ||
		lobby.Counts(table.Settings{Lesson: true}, []table.Place{{}, {}}) {
		t.Error("conduct counts where somebody waits")
	}
}
