package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
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

// BenchmarkRestart measures how long it takes until everybody can come back to unfinished matches of all games: the
// file opened, every table put up. awake-s is when the last match is replayed too. Nobody waits for that: who comes to
// a table that sleeps has it read at once, and wake-ms is how long it takes while all others are read. cpu-s is what is
// used of all cores, to the last match.
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
	var used, awake, wake time.Duration
	for b.Loop() {
		before, began := processor(b), time.Now()
		store := open()
		counted := &readBack{Store: store, left: tables, all: make(chan struct{})}
		deps := lobby.Deps{Kits: kits(), Players: store, Results: store, Tables: counted, Log: quiet}
		house, err := lobby.Open(b.Context(), deps)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		asked := time.Now()
		if err := comeTo(b.Context(), house, tables-1); err != nil {
			b.Fatal(err)
		}
		wake += time.Since(asked)
		<-counted.all
		used, awake = used+processor(b)-before, awake+time.Since(began)
		if n := house.Stats(); n.Tables != tables || n.Matches != tables {
			b.Fatalf("%d tables with %d matches came back of %d", n.Tables, n.Matches, tables)
		}
		if err := errors.Join(house.Close(b.Context()), store.Close()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(used.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(awake.Seconds()/float64(b.N), "awake-s/op")
	b.ReportMetric(float64(wake.Milliseconds())/float64(b.N), "wake-ms/op")
	b.ReportMetric(float64(entries), "entries")
}

// readBack is a log that counts what is read back.
type readBack struct {
	*data.Store
	mu   sync.Mutex
	left int
	all  chan struct{}
}

// Reload reads a table, and counts it when it is read.
func (r *readBack) Reload(ctx context.Context, id table.ID) (lobby.Kept, error) {
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.left--; r.left == 0 {
			close(r.all)
		}
	}()
	return r.Store.Reload(ctx, id)
}

// comeTo looks at a table as somebody does who comes back.
func comeTo(ctx context.Context, house *lobby.House, number int) error {
	s, err := house.Enter(ctx, lobby.Identity{Fingerprint: "SHA256:onlooker", Suggested: "Onlooker"})
	if err != nil {
		return err
	}
	defer s.Close()
	if !s.Named() {
		if err := s.SetName(ctx, "Onlooker"); err != nil {
			return err
		}
	}
	_, err = s.Watch(ctx, keptID(number))
	return err
}

func keptID(number int) table.ID { return table.ID(fmt.Sprintf("T%05d", number)) }

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
	id, match := keptID(i), table.MatchID(fmt.Sprintf("M%07d", i))
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
