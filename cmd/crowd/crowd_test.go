package main

import (
	"bytes"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"saloon/data"
	"saloon/lobby"
)

func TestACrowdIsWhatItsSeedSays(t *testing.T) {
	c := crowd{players: 60, results: 900, seed: 7, days: 40, seasons: 2,
		until: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	var first, again []data.Finished
	for m := range c.matches() {
		first = append(first, m)
	}
	for m := range c.matches() {
		again = append(again, m)
	}
	people := 0
	for i, m := range first {
		if !reflect.DeepEqual(m, again[i]) {
			t.Fatalf("match %d differs", i)
		}
		if i > 0 && m.Ended.At.Before(first[i-1].Ended.At) {
			t.Fatalf("match %d ended before the one before it", i)
		}
		for _, p := range m.Opened.People {
			if !p.IsBot() {
				people++
			}
		}
	}
	if people < c.results || people > c.results+5 || len(first) != len(again) {
		t.Errorf("%d results in %d matches, wanted %d", people, len(first), c.results)
	}
}

func TestACrowdMovesIn(t *testing.T) {
	c := crowd{players: 60, results: 900, seed: 7, days: 40, seasons: 2, until: time.Now()}
	dir := t.TempDir()
	var out bytes.Buffer
	for range 2 { // the second time it is there
		if err := run(t.Context(), dir, c, 10, &out); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(out.String(), "filled") != 1 || strings.Count(out.String(), "p99") != 14 {
		t.Errorf("printed:\n%s", out.String())
	}
	store, err := data.Open(t.Context(), data.Config{Dir: dir, Rate: lobby.RateMatch, Now: time.Now,
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if diff, err := store.Recompute(t.Context()); err != nil || len(diff) > 0 {
		t.Errorf("recomputed: %v, %v", diff, err)
	}
	awards, err := store.Awards(t.Context(), 1, "")
	if err != nil || len(awards) == 0 {
		t.Errorf("awards of the season that is over: %v, %v", awards, err)
	}
}
