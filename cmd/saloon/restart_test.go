package main

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"saloon/data"
	"saloon/engine"
	"saloon/engine/wyattearp"
	"saloon/lobby"
	"saloon/lobby/table"
)

// BenchmarkRestart measures how long it takes to have every seat of 1,000 unfinished matches back: the file read, every
// match replayed, every table put up.
func BenchmarkRestart(b *testing.B) {
	const tables, entries = 1000, 130
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
	for i := range tables {
		fill(b, store, i, entries)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		store := open()
		deps := lobby.Deps{Kits: kits(), Players: store, Results: store, Tables: store, Log: quiet}
		house, err := lobby.Open(b.Context(), deps)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if n := len(house.TableList("")); n != tables {
			b.Fatalf("%d tables came back of %d", n, tables)
		}
		if err := house.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// fill writes a table with an unfinished match of random moves.
func fill(b *testing.B, store *data.Store, i, entries int) {
	b.Helper()
	const seats = 4
	id, match := table.ID(fmt.Sprintf("T%05d", i)), table.MatchID(fmt.Sprintf("M%07d", i))
	seed := engine.Seed{byte(i), byte(i >> 8), 1}
	settings := table.Settings{Game: "wyatt-earp", Seats: seats, Pace: table.Normal}
	batch := table.Batch{Table: id, Match: match, Saved: &table.Saved{ID: id, Settings: settings, Stage: table.Playing,
		Match: match, Opened: time.Now(), Since: time.Now()}}
	open := &table.Opening{Game: "wyatt-earp", Rules: 1, Config: engine.Config{Seats: seats}, Seed: seed,
		Commitment: seed.Commitment(), Settings: settings, At: time.Now()}
	for s := range engine.Seat(seats) {
		p := table.Person{ID: table.PlayerID(fmt.Sprintf("p-%d-%d", i, s)), Name: fmt.Sprintf("P%d-%d", i, s)}
		open.People = append(open.People, p)
		open.Names = append(open.Names, p.Name)
		batch.Saved.Chairs = append(batch.Saved.Chairs, table.Chair{Seat: s, Owner: p})
	}
	batch.Opened = open
	m, err := wyattearp.Kit().Open(open.Config)
	if err != nil {
		b.Fatal(err)
	}
	choice := seed.Fork("choice").Entry(1)
	for n := uint64(1); len(batch.Entries) < entries; n++ {
		if _, over := m.Outcome(); over {
			b.Fatal("the match ended too soon")
		}
		act := engine.Act[any]{Seat: m.Turn()[0]}
		words := ""
		if act.Seat != engine.Nature {
			legal := m.Legal(act.Seat)
			act.Move = legal[choice.IntN(len(legal))]
			if words, err = m.Words(act, open.Names); err != nil {
				b.Fatal(err)
			}
		}
		next, facts, err := m.Play(act, seed.Entry(n))
		if err != nil {
			b.Fatal(err)
		}
		m = next
		e := table.Entry{Seq: n, Seat: act.Seat, Words: words, Facts: facts, Sum: m.Sum(), At: time.Now()}
		batch.Entries = append(batch.Entries, e)
	}
	if _, err := store.Append(b.Context(), batch); err != nil {
		b.Fatal(err)
	}
}
