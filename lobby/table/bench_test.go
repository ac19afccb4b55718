package table_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// forgetful is a log that costs nothing.
type forgetful struct{}

func (forgetful) Append(context.Context, table.Batch) (table.Written, error) {
	return table.Written{}, nil
}

// player is a seat at a table that plays as fast as it is asked.
type player struct {
	tb  *table.Table
	box *table.Mailbox
	who table.Person
}

// BenchmarkMove is 50 tables of four: what one accepted answer costs, up to everybody's frame, new matches included.
// The log costs nothing.
func BenchmarkMove(b *testing.B) {
	players := crowd(b, 50)
	var moves atomic.Int64
	enough := make(chan struct{})
	stop := sync.OnceFunc(func() { close(enough) })
	var wait sync.WaitGroup
	b.ResetTimer()
	for _, p := range players {
		wait.Go(func() {
			p.play(enough, func() {
				if moves.Add(1) == int64(b.N) {
					stop()
				}
			})
		})
	}
	wait.Wait()
	b.StopTimer()
	for i := 0; i < len(players); i += 4 {
		if err := players[i].tb.Close(context.Background(), "done"); err != nil {
			b.Fatal(err)
		}
	}
}

func crowd(b *testing.B, tables int) []player {
	h := tabletest.NewHouse(toy.Kit(), 29)
	h.Deps.Log = forgetful{}
	var players []player
	for i := range tables {
		saved := table.Saved{ID: table.ID(fmt.Sprintf("T%d", i)), Opened: time.Now(),
			Settings: table.Settings{Game: "toy", Seats: 4, Pace: table.Quick}}
		for n := range 4 {
			who := tabletest.Someone(fmt.Sprintf("player-%d-%d", i, n))
			saved.Chairs = append(saved.Chairs, table.Chair{Seat: engine.Seat(n), Owner: who})
		}
		tb, err := table.New(b.Context(), h.Deps, saved)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range saved.Chairs {
			p := player{tb: tb, box: table.NewMailbox(), who: c.Owner}
			look, ready := table.Look{Who: p.who, Box: p.box}, table.Ready{Who: p.who.ID, Yes: true}
			for _, in := range []table.Input{look, ready} {
				if err := tb.Do(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
			players = append(players, p)
		}
	}
	return players
}

// play answers what it is asked and is ready when the table waits for that.
func (p player) play(stop <-chan struct{}, moved func()) {
	for {
		select {
		case <-stop:
			return
		case <-p.box.Bell():
		}
		f, ok, _ := p.box.Take()
		if !ok {
			continue
		}
		mine, _ := f.Info.Chair(p.who.ID)
		switch {
		case f.Ask != nil:
			a := table.Answer{Who: p.who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[len(f.Ask.Legal)-1]}
			if p.tb.Do(context.Background(), a) == nil {
				moved()
			}
		case !mine.Ready && (f.Info.Stage == table.Ended || f.Info.Stage == table.Playing && !asks(f.Info)):
			_ = p.tb.Do(context.Background(), table.Ready{Who: p.who.ID, Yes: true})
		}
	}
}

func asks(i table.Info) bool {
	for _, c := range i.Chairs {
		if c.Asked {
			return true
		}
	}
	return false
}
