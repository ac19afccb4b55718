package data

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// react is one reaction of a player, in the race that an entry closed.
func react(seq uint64, who table.Person, seat engine.Seat, how engine.Response, ms int) table.Reaction {
	return table.Reaction{Seq: seq, Player: who.ID, At: noon.Add(time.Duration(seq) * time.Second),
		Reaction: engine.Reaction{Seat: seat, On: []string{"Cavalry", "Wanted"}[seq%2], How: how,
			After: time.Duration(ms) * time.Millisecond}}
}

// raced writes a match of one entry a reaction time: Anna's times, and Burt's, which are slower and vary. At is when.
func raced(t *testing.T, s *Store, match table.MatchID, people []table.Person, annas []int) {
	t.Helper()
	id := "T" + table.ID(match)
	b := table.Batch{Table: id, Match: match, Opened: opening(people), Saved: saved(id, match)}
	for i, ms := range annas {
		seq := uint64(i + 1)
		b.Entries = append(b.Entries, entry(seq))
		b.Reactions = append(b.Reactions, react(seq, people[0], 0, engine.Valid, ms),
			react(seq, people[1], 1, engine.Valid, 400+i*13%170))
	}
	_, err := s.Append(t.Context(), b)
	must(t, err)
	finish(t, s, match, people, 1, 2)
}

func TestReactionsAreSummedUp(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	b := table.Batch{Table: "TM1", Match: "M1", Opened: opening(people), Saved: saved("TM1", "M1")}
	for i, r := range []struct {
		how engine.Response
		ms  int
	}{
		{engine.Valid, 400}, {engine.Valid, 500}, {engine.Valid, 450}, {engine.FalseStart, 90}, {engine.WrongMove, 300},
		{engine.NoResponse, 0}, {engine.Valid, 600},
	} {
		b.Entries = append(b.Entries, entry(uint64(i+1)))
		b.Reactions = append(b.Reactions, react(uint64(i+1), people[0], 0, r.how, r.ms))
	}
	_, err := s.Append(t.Context(), b)
	must(t, err)
	b.Opened, b.Entries = nil, []table.Entry{entry(9)} // does not follow: nothing of it is written
	if _, err := s.Append(t.Context(), b); !errors.Is(err, table.ErrDisk) {
		t.Fatalf("a gap: %v", err)
	}
	got, err := s.Reflexes(t.Context(), people[0].ID)
	must(t, err)
	ms := time.Millisecond
	want := lobby.Reflexes{
		All: lobby.Reflex{Count: 7, Valid: 4, FalseStarts: 1, WrongMoves: 1, NoResponses: 1, Median: 475 * ms,
			Lower: 438 * ms, Upper: 525 * ms, Spread: 85 * ms},
		On: []lobby.Reflex{
			{On: "Cavalry", Count: 3, Valid: 1, FalseStarts: 1, NoResponses: 1, Median: 500 * ms, Lower: 500 * ms,
				Upper: 500 * ms},
			{On: "Wanted", Count: 4, Valid: 3, WrongMoves: 1, Median: 450 * ms, Lower: 425 * ms, Upper: 525 * ms,
				Spread: 104 * ms},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("reflexes\n%+v\nwant\n%+v", got, want)
	}
	if got, err := s.Reflexes(t.Context(), people[1].ID); err != nil || !reflect.DeepEqual(got, lobby.Reflexes{}) {
		t.Errorf("of somebody who has not raced: %+v, %v", got, err)
	}
}

func TestTheCrowdAreThoseWhoHaveRacedEnough(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	var times []int
	for i := range 19 {
		times = append(times, 300+i*i)
	}
	raced(t, s, "M1", people, times)
	if crowd, err := s.Crowd(t.Context()); err != nil || len(crowd) != 0 {
		t.Fatalf("with 19 reactions each: %v, %v", crowd, err)
	}
	raced(t, s, "M2", people, []int{500})
	crowd, err := s.Crowd(t.Context())
	must(t, err)
	if len(crowd) != 2 || crowd[0] >= crowd[1] {
		t.Fatalf("crowd: %v", crowd)
	}
	mine, err := s.Reflexes(t.Context(), people[0].ID)
	must(t, err)
	if mine.All.Median != crowd[0] || mine.All.Valid != 20 {
		t.Errorf("Anna's median is %v of %d, the crowd has %v", mine.All.Median, mine.All.Valid, crowd)
	}
}

// Times that no person has are noticed when a match ends, once for every twenty.
func TestScriptsAreFlagged(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	flags := func() []lobby.Flag {
		t.Helper()
		all, err := s.Flags(t.Context())
		must(t, err)
		return all
	}
	steady := func(n int) []int {
		var out []int
		for i := range n {
			out = append(out, 300+i%5)
		}
		return out
	}
	raced(t, s, "M1", people, steady(19))
	if got := flags(); len(got) != 0 {
		t.Fatalf("after 19: %+v", got)
	}
	raced(t, s, "M2", people, steady(1))
	raced(t, s, "M3", people, steady(19))
	got := flags()
	if len(got) != 1 || got[0].Player != people[0].ID || got[0].Name != "Anna" || got[0].Match != "M2" ||
		!strings.Contains(got[0].Why, "standard deviation") || !got[0].At.Equal(noon.Add(time.Hour)) {
		t.Fatalf("after 39: %+v", got)
	}
	raced(t, s, "M4", people, steady(1))
	if got := flags(); len(got) != 2 || got[0].Match == got[1].Match {
		t.Fatalf("after 40: %+v", got)
	}
	for _, f := range flags() {
		if f.Player == people[1].ID {
			t.Errorf("Burt, who varies, was flagged: %+v", f)
		}
	}
}

// The bench is a match's end for somebody who has raced for a year.
func BenchmarkReflexesAtTheEndOfAMatch(b *testing.B) {
	ctx := b.Context()
	s, err := Open(ctx, Config{Dir: b.TempDir(), Rate: testRate, Now: func() time.Time { return noon },
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	people := []table.Person{{ID: "p-anna", Name: "Anna"}, {ID: "p-burt", Name: "Burt"}}
	n := 0
	match := func() {
		n++
		id := table.MatchID(fmt.Sprintf("M%d", n))
		batch := table.Batch{Table: "T", Match: id, Opened: opening(people), Saved: saved("T", id)}
		for i := range 40 {
			batch.Entries = append(batch.Entries, entry(uint64(i+1)))
			batch.Reactions = append(batch.Reactions, react(uint64(i+1), people[0], 0, engine.Valid, 300+i*7%200))
		}
		batch.Ended = &table.Ending{At: noon}
		if _, err := s.Append(ctx, batch); err != nil {
			b.Fatal(err)
		}
	}
	for range 250 {
		match()
	}
	for b.Loop() {
		match()
	}
}
