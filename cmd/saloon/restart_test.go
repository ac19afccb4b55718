package main

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"saloon/data"
	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
)

// restarts are how many unfinished matches a house comes back with.
var restarts = []int{1_000, 10_000}

// middle is how many entries a match has when the house closes: less if it would be over before.
const middle = 100

// BenchmarkRestart measures how long it takes to have every seat of unfinished matches of all games back: the file
// read, every match replayed, every table put up. Processor time is what it takes of all cores.
func BenchmarkRestart(b *testing.B) {
	for _, tables := range restarts {
		b.Run(fmt.Sprint(tables), func(b *testing.B) { restart(b, tables) })
	}
}

func restart(b *testing.B, tables int) {
	dir := b.TempDir()
	quiet := slog.New(slog.DiscardHandler)
	open := func() *data.Store {
		s, err := data.Open(b.Context(), data.Config{Dir: dir, Rate: lobby.RateMatch, Now: time.Now, Log: quiet})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	store := open()
	entries := fill(b, store, tables)
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	var used time.Duration
	for b.Loop() {
		before := processor(b)
		store := open()
		deps := lobby.Deps{Kits: kits(), Players: store, Results: store, Tables: store, Log: quiet}
		house, err := lobby.Open(b.Context(), deps)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		used += processor(b) - before
		if n := house.Stats(); n.Tables != tables || n.Matches != tables {
			b.Fatalf("%d tables with %d matches came back of %d", n.Tables, n.Matches, tables)
		}
		if err := errors.Join(house.Close(b.Context()), store.Close()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(used.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(entries), "entries")
}

// processor is the time that this process has had of all cores.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// fill writes tables with unfinished matches, many at a time: they share commits.
func fill(b *testing.B, store *data.Store, tables int) (entries int) {
	b.Helper()
	var g errgroup.Group
	g.SetLimit(64)
	var all atomic.Int64
	for i := range tables {
		g.Go(func() error {
			batch, err := unfinished(i)
			if err != nil {
				return err
			}
			all.Add(int64(len(batch.Entries)))
			_, err = store.Append(b.Context(), batch)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
	return int(all.Load())
}

// unfinished is a table with a match in its middle, with moves by chance; the games take turns.
func unfinished(i int) (table.Batch, error) {
	kit := kits()[i%len(kits())]
	id, match := table.ID(fmt.Sprintf("T%05d", i)), table.MatchID(fmt.Sprintf("M%07d", i))
	seats := min(4, kit.Spec.SeatsMax)
	settings := table.Settings{Game: kit.Spec.Name, Seats: seats, Pace: table.Normal}
	batch := table.Batch{Table: id, Match: match, Saved: &table.Saved{ID: id, Settings: settings, Stage: table.Playing,
		Match: match, Opened: time.Now(), Since: time.Now()}}
	open := &table.Opening{Game: kit.Spec.Name, Rules: kit.Spec.Rules, Config: engine.Config{Seats: seats},
		Settings: settings, At: time.Now()}
	for s := range engine.Seat(seats) {
		p := table.Person{ID: table.PlayerID(fmt.Sprintf("p-%d-%d", i, s)), Name: fmt.Sprintf("P%d-%d", i, s)}
		open.People, open.Names = append(open.People, p), append(open.Names, p.Name)
		batch.Saved.Chairs = append(batch.Saved.Chairs, table.Chair{Seat: s, Owner: p})
	}
	batch.Opened = open
	var longest []table.Entry
	for try := range byte(5) { // chance ends some matches soon
		seed := engine.Seed{byte(i), byte(i >> 8), 1, try}
		entries, err := byChance(kit, open, seed)
		if err != nil {
			return batch, err
		}
		if len(entries) > len(longest) {
			longest, open.Seed, open.Commitment = entries, seed, seed.Commitment()
		}
		if len(longest) == middle {
			break
		}
	}
	batch.Entries = longest
	return batch, nil
}

// byChance is a match by chance, as far as middle, or to shortly before its end.
func byChance(kit bot.Kit, open *table.Opening, seed engine.Seed) (out []table.Entry, err error) {
	m, err := kit.Open(open.Config)
	if err != nil {
		return nil, err
	}
	choice := seed.Fork("choice").Entry(1)
	for n := uint64(1); len(out) < middle; n++ {
		act := engine.Act[any]{Seat: m.Turn()[0]}
		words := ""
		if act.Seat != engine.Nature {
			legal := m.Legal(act.Seat)
			act.Move = legal[choice.IntN(len(legal))]
			if words, err = m.Words(act, open.Names); err != nil {
				return nil, err
			}
		}
		next, facts, err := m.Play(act, seed.Entry(n))
		if err != nil {
			return nil, err
		}
		if _, over := next.Outcome(); over {
			return out, nil
		}
		m = next
		out = append(out, table.Entry{Seq: n, Seat: act.Seat, Words: words, Facts: facts, Sum: m.Sum(), At: time.Now()})
	}
	return out, nil
}
