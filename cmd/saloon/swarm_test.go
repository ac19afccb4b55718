package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"saloon/sshd/swarm"
	"saloon/sshd/swarm/grid"
)

func TestSwarmWordsAreRefusedOrSpread(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*swarming)
		want   string // in the refusal; empty for none
		counts [3]int
	}{
		{"as it is", func(*swarming) {}, "", [3]int{40, 40, 20}},
		{"another mix", func(s *swarming) { s.mix = "1/0/1" }, "", [3]int{50, 0, 50}},
		{"counts", func(s *swarming) { s.places = [3]int{8, -1, 2} }, "", [3]int{8, 0, 2}},
		{"a far address", func(s *swarming) { s.crowd.Addr = "192.0.2.1:22" }, "--addr", [3]int{}},
		{"far figures", func(s *swarming) { s.metrics = "192.0.2.1:80" }, "--metrics", [3]int{}},
		{"too many", func(s *swarming) { s.sessions = swarmMax + 1 }, "--sessions", [3]int{}},
		{"too long", func(s *swarming) { s.crowd.For = swarmForMax + 1 }, "--for", [3]int{}},
		{"drops that never come", func(s *swarming) { s.crowd.DropEvery = 0 }, "", [3]int{40, 40, 20}},
		{"drops at once", func(s *swarming) { s.crowd.DropEvery = 1 }, "--drop-every", [3]int{}},
		{"two parts", func(s *swarming) { s.mix = "1/1" }, "--mix", [3]int{}},
		{"nobody", func(s *swarming) { s.places = [3]int{0, 0, 0} }, "allowed: 1 to", [3]int{}},
		{"no tables to look at", func(s *swarming) { s.places = [3]int{0, 4, 4} }, "--watching", [3]int{}},
		{"a game", func(s *swarming) { s.games = "ok-corral,ok-corral" }, "", [3]int{40, 40, 20}},
		{"no game", func(s *swarming) { s.games = "whist" }, "--games", [3]int{}},
		{"stalled for a moment", func(s *swarming) { s.crowd.Stalled = 1 }, "--stalled", [3]int{}},
	} {
		s := swarming{sessions: 100, mix: "40/40/20", games: swarmGames, places: [3]int{-1, -1, -1},
			crowd: swarm.Crowd{Addr: "127.0.0.1:2222", For: time.Minute, MoveEvery: time.Second,
				DropEvery: time.Minute}}
		c.change(&s)
		err := s.check()
		got := [3]int{s.crowd.Seated, s.crowd.Watching, s.crowd.Lobby}
		switch {
		case c.want == "" && (err != nil || got != c.counts):
			t.Errorf("%s: %v %v", c.name, err, got)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestASwarmLivesInTheHouse lets a few people of every kind in, until all kinds had keys answered and some have come
// back after their line broke.
func TestASwarmLivesInTheHouse(t *testing.T) {
	p := serve(t, t.TempDir())
	enough := func(m swarm.Moment) bool {
		return m.Returned >= 4 && min(m.Answered["seated"], m.Answered["watching"], m.Answered["lobby"]) >= 3
	}
	last := swarm.Moment{}
	r, err := swarm.Run(t.Context(), swarm.Crowd{
		Addr: p.addr, Seated: 8, Watching: 3, Lobby: 2, Games: swarm.Games(), For: patience,
		MoveEvery: 200 * time.Millisecond, DropEvery: 3 * time.Second, Away: 300 * time.Millisecond, Haste: 10,
		Every: 200 * time.Millisecond, Watch: func(m swarm.Moment) { last = m }, Enough: enough,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !enough(last) {
		t.Errorf("too little happened: %+v", last)
	}
	if r.Errors > 0 || r.Sessions != 13 || r.Tables != 2 || r.Frames == 0 || r.LoginsPerSec <= 0 {
		t.Errorf("%v", r)
	}
	if r.Diff.Frames == 0 || r.Diff.Ratio < 0.9 || r.All.P50 <= 0 {
		t.Errorf("frames against the smallest diffs: %+v, keys %+v", r.Diff, r.All)
	}
}

// TestAGridShowsWhatATerminalShows lets both read the same, and compares them screen by screen.
func TestAGridShowsWhatATerminalShows(t *testing.T) {
	p := serve(t, t.TempDir())
	var mu sync.Mutex
	g := grid.New(100, 26)
	l := swarm.Login{Addr: p.addr, User: "reader", Key: swarm.Key(7, 1), W: 100, H: 26,
		Heard: func(b []byte, _ time.Time) []byte {
			mu.Lock()
			defer mu.Unlock()
			_, _ = g.Write(b)
			return b
		}}
	term, err := swarm.Dial(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = term.Close() }() // the test is over
	do(t, func(ctx context.Context) error { return swarm.Enter(ctx, term) })
	for _, c := range []struct{ keys, sees string }{
		{"?", "What the keys do here"}, {"\x1b", "the lobby"}, {"b", "Who plays best"}, {"\x1b", "the lobby"},
		{"o", "Open the table"}, {right, "25 Outlaws"}, {right, "O.K. Corral"}, {down, "▸ Seats"}, {"o", "gathering"},
		{"b", "Bots for the free seats"}, {"1", "r ready"}, {"\x1b", "gathering"},
	} {
		press(t, term, c.keys)
		sees(t, term, c.sees)
		do(t, func(ctx context.Context) error {
			err := term.Until(ctx, "the same screen", func(screen []string) bool {
				mu.Lock()
				defer mu.Unlock()
				return slices.Equal(g.Screen(), screen)
			})
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				return errors.Join(err, errors.New("the grid has\n"+strings.Join(g.Screen(), "\n")))
			}
			return nil
		})
	}
}
