package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

func TestAccountsAreFoundByKeyNameAndID(t *testing.T) {
	s := openNew(t)
	p := anna()
	p.Prefs = lobby.Prefs{Color: "16", Calm: true, Lessons: map[string]string{"toy": "done"}}
	key := lobby.Key{Fingerprint: "SHA256:a", Type: "ssh-ed25519", Added: noon, Used: noon}
	must(t, s.Create(t.Context(), p, "anna", key))
	for name, find := range map[string]func() (lobby.Player, error){
		"key":  func() (lobby.Player, error) { return s.ByKey(t.Context(), "SHA256:a") },
		"name": func() (lobby.Player, error) { return s.ByName(t.Context(), "anna") },
		"id":   func() (lobby.Player, error) { return s.ByID(t.Context(), "p-anna") },
	} {
		got, err := find()
		must(t, err)
		if !reflect.DeepEqual(got, p) {
			t.Errorf("by %s: %+v, want %+v", name, got, p)
		}
	}
	if _, err := s.ByKey(t.Context(), "SHA256:b"); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("unknown key: %v", err)
	}
}

func TestOneOfManyGetsTheName(t *testing.T) {
	s := openNew(t)
	var wg sync.WaitGroup
	errs := make([]error, 50)
	for i := range errs {
		wg.Go(func() {
			p := anna()
			p.ID = table.PlayerID(fmt.Sprint("p", i))
			errs[i] = s.Create(context.Background(), p, "anna", lobby.Key{Fingerprint: fmt.Sprint("k", i)})
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if !errors.Is(err, lobby.ErrNameTaken) {
			t.Error(err)
		}
	}
	if won != 1 {
		t.Errorf("%d got the name", won)
	}
	var keys int
	must(t, s.read.QueryRow("SELECT COUNT(*) FROM keys").Scan(&keys))
	if keys != 1 {
		t.Errorf("%d keys are left of %d tries", keys, len(errs))
	}
}

func TestNamesHaveAHistory(t *testing.T) {
	s := openNew(t)
	addPlayers(t, s, "Anna", "Burt")
	later := noon.Add(time.Hour)
	must(t, s.Rename(t.Context(), "p-anna", "Annie", "annie", later))
	if err := s.Rename(t.Context(), "p-anna", "BURT", "burt", later); !errors.Is(err, lobby.ErrNameTaken) {
		t.Errorf("took Burt's name: %v", err)
	}
	if err := s.Rename(t.Context(), "p-nobody", "Zoe", "zoe", later); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("renamed nobody: %v", err)
	}
	names, err := s.Names(t.Context(), "p-anna")
	must(t, err)
	want := []lobby.Named{{Name: "Annie", Since: later}, {Name: "Anna", Since: noon}}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("names %v, want %v", names, want)
	}
}

func TestACodeBringsOneKeyOnce(t *testing.T) {
	s := openNew(t)
	guest := lobby.Player{ID: "g1", Name: "Guest", Guest: true, Created: noon, Seen: noon}
	must(t, s.Create(t.Context(), guest, "guest", lobby.Key{}))
	must(t, s.NewCode(t.Context(), "g1", "hash", noon.Add(time.Minute)))
	key := lobby.Key{Fingerprint: "SHA256:new", Type: "ssh-ed25519", Added: noon, Used: noon}
	if _, err := s.Redeem(t.Context(), "hash", key, noon.Add(2*time.Minute)); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("an expired code: %v", err)
	}
	p, err := s.Redeem(t.Context(), "hash", key, noon)
	must(t, err)
	if p.ID != "g1" || p.Guest {
		t.Errorf("redeemed: %+v", p)
	}
	_, err = s.Redeem(t.Context(), "hash", lobby.Key{Fingerprint: "SHA256:x"}, noon)
	if !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("a code used twice: %v", err)
	}
	if got, err := s.ByKey(t.Context(), "SHA256:new"); err != nil || got.ID != "g1" {
		t.Errorf("by the new key: %+v, %v", got, err)
	}
}

func TestTheLastKeyStays(t *testing.T) {
	s := openNew(t)
	addPlayers(t, s, "Anna", "Burt")
	if err := s.RemoveKey(t.Context(), "p-anna", "SHA256:Anna-0"); err == nil {
		t.Error("removed the only key")
	}
	must(t, s.AddKey(t.Context(), "p-anna", lobby.Key{Fingerprint: "SHA256:2", Type: "ssh-rsa", Added: noon}))
	err := s.AddKey(t.Context(), "p-anna", lobby.Key{Fingerprint: "SHA256:Burt-1"})
	if !errors.Is(err, lobby.ErrNameTaken) {
		t.Errorf("took Burt's key: %v", err)
	}
	if err := s.RemoveKey(t.Context(), "p-anna", "SHA256:Burt-1"); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("removed Burt's key: %v", err)
	}
	must(t, s.RemoveKey(t.Context(), "p-anna", "SHA256:Anna-0"))
	keys, err := s.Keys(t.Context(), "p-anna")
	must(t, err)
	if len(keys) != 1 || keys[0].Fingerprint != "SHA256:2" {
		t.Errorf("keys %v", keys)
	}
}

func TestOnlyGuestsWithoutAPastAreForgotten(t *testing.T) {
	s := openNew(t)
	addPlayers(t, s, "Anna", "Burt")
	for _, id := range []string{"g1", "g2", "g3"} {
		guest := lobby.Player{ID: table.PlayerID(id), Name: id, Guest: true, Created: noon}
		must(t, s.Create(t.Context(), guest, id, lobby.Key{}))
	}
	people := []table.Person{{ID: "g2", Name: "g2", Guest: true}, {ID: "p-anna", Name: "Anna"}}
	begin(t, s, "M1", people, 1)
	finish(t, s, "M1", people, 1, 2)
	must(t, s.NewCode(t.Context(), "g3", "hash", noon.Add(time.Hour)))
	for id, stays := range map[table.PlayerID]bool{"g1": false, "g2": true, "g3": true, "p-anna": true} {
		must(t, s.Forget(t.Context(), id))
		_, err := s.ByID(t.Context(), id)
		if stays != (err == nil) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestRatingsMoveInTheTransactionThatEndsTheMatch(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt", "BotDoc")
	begin(t, s, "M1", people, 3)
	changes := finish(t, s, "M1", people, 2, 1, 3)
	if len(changes) != 3 || changes[1].After.Mu != 26 {
		t.Fatalf("changes %+v", changes)
	}
	stored, err := s.Changes(t.Context(), "M1")
	must(t, err)
	if !reflect.DeepEqual(stored, changes) {
		t.Errorf("stored %+v, told %+v", stored, changes)
	}
	_, err = s.Append(t.Context(), table.Batch{Table: "TM1", Match: "M1", Ended: &table.Ending{Rated: true}})
	if err == nil || !strings.Contains(err.Error(), "ended before") {
		t.Errorf("ended twice: %v", err)
	}
	b, err := s.Board(t.Context(), lobby.BoardQuery{Category: "toy/3", Span: lobby.SpanAll, N: 10}, "p-anna")
	must(t, err)
	var rows []string
	for _, r := range b.Rows {
		rows = append(rows, fmt.Sprint(r.Rank, r.Name, r.Wins, r.Matches, r.Me))
	}
	want := "[0Burt1 1 false 0Anna0 1 true 0BotDoc0 1 false]" // after one match nobody is placed
	if fmt.Sprint(rows) != want || b.Total != 3 || b.Mine == nil || b.Mine.Points != b.Rows[1].Points {
		t.Errorf("board %v, want %s; mine %+v", rows, want, b.Mine)
	}
	past, err := s.History(t.Context(), "p-anna", lobby.Filter{}, 10)
	must(t, err)
	if len(past) != 1 || past[0].Ranks[past[0].Seat] != 2 || past[0].Entries != 3 || past[0].Change == 0 {
		t.Errorf("history %+v", past)
	}
	opened := past[0].Opened
	for i, c := range []struct {
		find lobby.Filter
		want int
	}{
		{lobby.Filter{Game: "toy", With: "p-burt", Result: lobby.Lost, Table: past[0].Table, Since: opened,
			Until: opened.Add(time.Millisecond)}, 1},
		{lobby.Filter{Game: "chess"}, 0}, {lobby.Filter{With: "p-nobody"}, 0}, {lobby.Filter{Result: lobby.Won}, 0},
		{lobby.Filter{Club: "NOCLUB"}, 0},
		{lobby.Filter{Table: "NOSUCH"}, 0}, {lobby.Filter{Since: opened.Add(time.Millisecond)}, 0},
		{lobby.Filter{Until: opened}, 0},
	} {
		found, err := s.History(t.Context(), "p-anna", c.find, 10)
		must(t, err)
		if len(found) != c.want {
			t.Errorf("filter %d finds %d", i, len(found))
		}
	}
	h, err := s.Against(t.Context(), "p-anna", "p-burt")
	must(t, err)
	if !slices.Equal(h, []lobby.Versus{{Game: "toy", HeadToHead: lobby.HeadToHead{Matches: 1, Worse: 1}}}) {
		t.Errorf("head to head %+v", h)
	}
}

func TestEqualRatingsShareARankAndBotsTakeNone(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt", "BotDoc", "Curt", "Dora")
	for i := range rating.ProvisionalMatches {
		match := table.MatchID(fmt.Sprint("M", i))
		begin(t, s, match, people, 1)
		finish(t, s, match, people, 2, 2, 1, 4, 5)
	}
	b, err := s.Board(t.Context(), lobby.BoardQuery{Category: "toy/5", Span: lobby.SpanAll, N: 10}, "")
	must(t, err)
	var got []string
	for _, r := range b.Rows {
		got = append(got, fmt.Sprint(r.Name, ":", r.Rank))
	}
	if want := "[BotDoc:0 Anna:1 Burt:1 Curt:3 Dora:4]"; fmt.Sprint(got) != want {
		t.Errorf("board %v, want %s", got, want)
	}
}

func TestRecomputingGivesTheLiveLadderToTheLastDigit(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt", "Curt")
	for i := range 30 {
		match := table.MatchID(fmt.Sprint("M", i))
		begin(t, s, match, people, 1)
		finish(t, s, match, people, 1+i%3, 1+(i+1)%3, 1+(i+2)%3)
	}
	diff, err := s.Recompute(t.Context())
	must(t, err)
	if len(diff) != 0 {
		t.Errorf("differs: %+v", diff)
	}
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE standings SET mu = mu + 1e-9 WHERE player_id = 'p-burt'
			AND board = (SELECT id FROM boards WHERE span = 'all' AND category = 'toy/3')`)
		return err
	}))
	look := func() ([]admin.Difference, error) { return s.Recompute(t.Context()) }
	mend := func() ([]admin.Difference, error) { return s.Rewrite(t.Context(), admin.Act{Act: "ratings recompute"}) }
	for i, again := range []func() ([]admin.Difference, error){look, mend} {
		diff, err = again()
		must(t, err)
		if len(diff) != 1 || diff[0].Player != "p-burt" {
			t.Errorf("after damage, way %d: %+v", i, diff)
		}
	}
	if diff, err = s.Recompute(t.Context()); err != nil || len(diff) != 0 {
		t.Errorf("after the mend: %+v, %v", diff, err)
	}
}

// What goes wrong while a page of matches is played is the recomputation's error, a panic too, and the house goes on.
func TestARecomputationThatFails(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	must(t, s.Import(t.Context(), Past{Matches: func(yield func(Finished) bool) {
		for i := range endedPage + 10 { // two pages
			id := table.MatchID(fmt.Sprintf("M%05d", i))
			end := table.Ending{Outcome: engine.Outcome{Points: []int{0, 0}, Ranks: []int{1, 2}}, Rated: true, At: noon}
			for seat, p := range people {
				end.Places = append(end.Places, table.Place{Seat: engine.Seat(seat), Person: p, Rank: seat + 1})
			}
			if !yield(Finished{Match: id, Table: "T", Opened: *opening(people), Ended: end}) {
				return
			}
		}
	}}))
	calls := 0
	s.cfg.Rate = func(m lobby.Played, k lobby.Known) []table.RatingChange {
		if calls++; calls == 7 {
			panic("nobody can rate this")
		}
		return testRate(m, k)
	}
	if _, err := s.Recompute(t.Context()); err == nil || !strings.Contains(err.Error(), "nobody can rate this") {
		t.Errorf("a panic: %v", err)
	}
	s.cfg.Rate = func(m lobby.Played, k lobby.Known) []table.RatingChange {
		out := testRate(m, k)
		if m.Match == "M01003" {
			out[0].Player = "stranger"
		}
		return out
	}
	var stranger *ranking.StrangerError
	if _, err := s.Recompute(t.Context()); !errors.As(err, &stranger) {
		t.Errorf("an error on the second page: %v", err)
	}
	s.cfg.Rate = testRate
	if diff, err := s.Recompute(t.Context()); err != nil || len(diff) > 0 {
		t.Errorf("afterwards: %v, %v", diff, err)
	}
}
