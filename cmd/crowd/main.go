// Command crowd fills a data directory with people who never were and the matches that they never played, and measures
// how fast a house finds its way in it.
//
//	go run ./cmd/crowd -dir crowd-data -players 1000000 -results 10000000
//
// The same seed makes the same crowd. It takes memory for the people, not for the matches, and some seven gigabytes of
// disk for ten million results. Matches have no moves: they are there to be counted, not to be looked at.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"saloon/data"
	"saloon/lobby"
	"saloon/lobby/table"
)

func main() {
	c := crowd{until: time.Now().UTC().Truncate(time.Second)}
	dir := flag.String("dir", "crowd-data", "data directory; filled if there are no matches in it")
	flag.IntVar(&c.players, "players", 1_000_000, "people, 10 or more")
	flag.IntVar(&c.results, "results", 10_000_000, "results: what one of them did in one match")
	flag.Uint64Var(&c.seed, "seed", 1, "chooses who plays whom, and how well")
	flag.IntVar(&c.days, "days", 1095, "over how many days, up to now")
	flag.IntVar(&c.seasons, "seasons", 4, "in how many seasons, the last one open")
	looks := flag.Int("looks", 2000, "how many times to look at everything")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *dir, c, *looks, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "crowd:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir string, c crowd, looks int, out io.Writer) error {
	if c.players < 10 || c.results < 1 || c.days < 1 || c.seasons < 0 || looks < 0 {
		return errors.New("allowed: -players 10 or more, -results and -days 1 or more, -seasons and -looks 0 or more")
	}
	log := slog.New(slog.DiscardHandler)
	began := time.Now()
	store, err := data.Open(ctx, data.Config{Dir: dir, Rate: lobby.RateMatch, Now: time.Now, Log: log})
	if err != nil {
		return err
	}
	defer store.Close()
	fmt.Fprintf(out, "opened in %.1f s\n", time.Since(began).Seconds())
	began = time.Now()
	err = store.Import(ctx, data.Past{People: c.people(), Matches: c.matches(), Seasons: c.held()})
	switch {
	case err == nil:
		fmt.Fprintf(out, "filled in %.0f s\n", time.Since(began).Seconds())
	case !errors.Is(err, data.ErrPlayed):
		return err
	}
	house, err := lobby.Open(ctx, lobby.Deps{Players: store, Results: store, Tables: store, Log: log})
	if err != nil {
		return err
	}
	err = look(ctx, house, c, looks, out)
	if err == nil {
		err = end(ctx, store, c, looks/10, out)
	}
	return errors.Join(err, house.Close(ctx))
}

// end measures what the end of a rated match costs: one transaction that moves the ratings and all boards.
func end(ctx context.Context, store *data.Store, c crowd, matches int, out io.Writer) error {
	now := time.Now()
	r := rand.New(rand.NewPCG(c.seed, uint64(now.UnixNano())))
	skill := make([]float32, c.players)
	n := 0
	return measure("a match that ends and moves the boards", matches, func() error {
		n++
		m, _ := c.match(r, n, now, skill)
		m.Match = table.MatchID(fmt.Sprintf("E%d-%d", now.UnixNano(), n))
		_, err := store.Append(ctx, table.Batch{Table: m.Table, Match: m.Match, Opened: &m.Opened, Ended: &m.Ended})
		return err
	}, out)
}

// page is how many rows of a board are read, as the leaderboard's screen does.
const page = 50

// look measures what people look at.
func look(ctx context.Context, house *lobby.House, c crowd, looks int, out io.Writer) error {
	categories, err := house.Categories(ctx)
	if err != nil {
		return err
	}
	categories = append(categories, lobby.HouseWide)
	r := rand.New(rand.NewPCG(c.seed, 2))
	ranking := func(change func(*lobby.BoardQuery)) func() error {
		return func() error {
			q := lobby.BoardQuery{Category: categories[r.IntN(len(categories))], N: page}
			q.Span = lobby.Spans()[r.IntN(5)]
			change(&q)
			_, err := house.Ranking(ctx, q, playerID(c.somebody(r)))
			return err
		}
	}
	for _, what := range []struct {
		name string
		look func() error
	}{
		{"a leaderboard's first page, with my row", ranking(func(*lobby.BoardQuery) {})},
		{"my own rank on a board", ranking(func(q *lobby.BoardQuery) { q.N = 0 })},
		{"the page around me", ranking(func(q *lobby.BoardQuery) { q.Around = true })},
		{"a page anywhere", ranking(func(q *lobby.BoardQuery) { q.From = r.IntN(c.players / 2) })},
		{"a profile, with me and them", func() error {
			_, err := house.Profile(ctx, playerID(c.somebody(r)), name(c.somebody(r)))
			return err
		}},
		{"the profile of somebody busy", func() error {
			_, err := house.Profile(ctx, playerID(c.somebody(r)), name(r.IntN(min(c.players, 100))))
			return err
		}},
	} {
		if err := measure(what.name, looks, what.look, out); err != nil {
			return fmt.Errorf("%s: %w", what.name, err)
		}
	}
	return nil
}

// measure does something many times and says how long it took, and how much of this thread's processor at p50 and p99:
// of a match that ends only its asking, since the store has a goroutine that writes.
func measure(name string, looks int, look func() error, out io.Writer) error {
	if looks == 0 {
		return nil
	}
	runtime.LockOSThread() // usage is a thread's
	defer runtime.UnlockOSThread()
	took, used := make([]time.Duration, looks), make([]time.Duration, looks)
	for i := range took {
		began, before := time.Now(), usage()
		if err := look(); err != nil {
			return err
		}
		took[i], used[i] = time.Since(began), usage()-before
	}
	slices.Sort(took)
	slices.Sort(used)
	at := func(all []time.Duration, share float64) float64 {
		return float64(all[int(share*float64(looks-1))].Microseconds()) / 1000
	}
	_, err := fmt.Fprintf(out, "%-42s p50 %5.2f ms, p99 %5.2f ms, max %5.2f ms; processor %5.2f and %5.2f ms\n",
		name, at(took, 0.5), at(took, 0.99), at(took, 1), at(used, 0.5), at(used, 0.99))
	return err
}
