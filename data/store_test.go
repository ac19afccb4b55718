package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// testRate moves every paid player of a match by 1/rank, and everything else follows from that.
func testRate(m lobby.Played, k lobby.Known) []table.RatingChange {
	category := fmt.Sprintf("%s/%d", m.Game, m.Seats)
	var out []table.RatingChange
	for _, p := range m.Places {
		if p.Unpaid {
			continue
		}
		before := k.Skill(p.Person.ID, category)
		if before.Sigma == 0 {
			before = table.Skill{Mu: 25, Sigma: 25.0 / 3}
		}
		after := table.Skill{Mu: before.Mu + 1/float64(p.Rank), Sigma: before.Sigma * 0.97}
		out = append(out, table.RatingChange{Player: p.Person.ID, Seat: p.Seat, Category: category, Before: before,
			After: after, Shares: []table.RatingShare{{Player: "x", Name: "X", Points: 1}}})
	}
	return out
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{Dir: dir, Rate: testRate, Now: func() time.Time { return noon },
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func openNew(t *testing.T) *Store {
	t.Helper()
	s := open(t, t.TempDir())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func anna() lobby.Player {
	return lobby.Player{ID: "p-anna", Name: "Anna", Created: noon, Seen: noon}
}

func addPlayers(t *testing.T, s *Store, names ...string) []table.Person {
	t.Helper()
	var out []table.Person
	for i, name := range names {
		p := lobby.Player{ID: table.PlayerID("p-" + strings.ToLower(name)), Name: name, Created: noon, Seen: noon}
		if strings.HasPrefix(name, "Bot") {
			p.Bot = "regular"
		}
		print := fmt.Sprintf("SHA256:%s-%d", name, i)
		key := lobby.Key{Fingerprint: print, Type: "ssh-ed25519", Added: noon, Used: noon}
		must(t, s.Create(t.Context(), p, strings.ToLower(name), key))
		out = append(out, p.Person())
	}
	return out
}

func entry(seq uint64) table.Entry {
	body := json.RawMessage(fmt.Sprintf(`{"cards":["Hideout"],"n":%d}`, seq))
	return table.Entry{Seq: seq, Seat: engine.Seat(int(seq) % 2), Words: fmt.Sprintf("play %d", seq),
		After: 5 * time.Millisecond, Facts: []engine.Fact{{Kind: "played", Body: body}}, Sum: 1<<63 + seq,
		At: noon.Add(time.Duration(seq) * time.Second)}
}

func opening(people []table.Person) *table.Opening {
	o := &table.Opening{Game: "toy", Rules: 1, Config: engine.Config{Seats: len(people)}, People: people,
		Seed: engine.Seed{1, 2, 3}, Commitment: engine.Seed{1, 2, 3}.Commitment(), At: noon,
		Settings: table.Settings{Game: "toy", Seats: len(people), Pace: table.Normal, Rated: true}}
	for _, p := range people {
		o.Names = append(o.Names, p.Name)
	}
	return o
}

func saved(id table.ID, match table.MatchID) *table.Saved {
	return &table.Saved{ID: id, Settings: table.Settings{Game: "toy", Seats: 2, Pace: table.Normal},
		Stage: table.Playing, Match: match, Opened: noon}
}

// begin writes the opening of a match with its first entries.
func begin(t *testing.T, s *Store, match table.MatchID, people []table.Person, entries uint64) {
	t.Helper()
	id := "T" + table.ID(match)
	b := table.Batch{Table: id, Match: match, Opened: opening(people), Saved: saved(id, match)}
	for i := range entries {
		b.Entries = append(b.Entries, entry(i+1))
	}
	_, err := s.Append(t.Context(), b)
	must(t, err)
}

func finish(t *testing.T, s *Store, match table.MatchID, people []table.Person, ranks ...int) []table.RatingChange {
	t.Helper()
	end := &table.Ending{Outcome: engine.Outcome{Points: make([]int, len(ranks)), Ranks: ranks, Reason: "target"},
		Rated: true, At: noon.Add(time.Hour)}
	for i, p := range people {
		end.Places = append(end.Places, table.Place{Seat: engine.Seat(i), Person: p, Rank: ranks[i]})
	}
	w, err := s.Append(t.Context(), table.Batch{Table: "T" + table.ID(match), Match: match, Ended: end,
		Saved: saved("T"+table.ID(match), match)})
	must(t, err)
	return w.Changes
}

func TestPragmasHoldOnEveryConnection(t *testing.T) {
	s := openNew(t)
	want := map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000",
		"trusted_schema": "0", "cell_size_check": "1"}
	for name, value := range want {
		var got string
		must(t, s.write.QueryRow("PRAGMA "+name).Scan(&got))
		if got != value {
			t.Errorf("writer: %s = %s, want %s", name, got, value)
		}
		must(t, s.read.QueryRow("PRAGMA "+name).Scan(&got))
		if got != value {
			t.Errorf("reader: %s = %s, want %s", name, got, value)
		}
	}
	if _, err := s.read.Exec("DELETE FROM players"); err == nil {
		t.Error("a reader could write")
	}
}

func TestMatchIsReadBackAsWritten(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	begin(t, s, "M1", people, 3)
	must(t, s.Close())

	s = open(t, dir)
	defer s.Close()
	kept, err := s.Running(t.Context())
	must(t, err)
	if len(kept) != 1 || kept[0].Saved.ID != "TM1" || kept[0].Match == nil {
		t.Fatalf("running tables: %+v", kept)
	}
	m := kept[0].Match
	want, _ := json.Marshal([]table.Entry{entry(1), entry(2), entry(3)})
	got, _ := json.Marshal(m.Entries)
	if string(got) != string(want) {
		t.Errorf("entries\n%s\nwant\n%s", got, want)
	}
	if m.Opened.Seed != (engine.Seed{1, 2, 3}) || m.Opened.Names[1] != "Burt" || m.Opened.People[0].ID != "p-anna" {
		t.Errorf("opening %+v", m.Opened)
	}
	if m.Ended != nil {
		t.Error("a running match has an ending")
	}
}

func TestGapsAndDoublesAreRefused(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	begin(t, s, "M1", people, 2)
	for _, seq := range []uint64{2, 4} {
		_, err := s.Append(t.Context(), table.Batch{Table: "TM1", Match: "M1", Entries: []table.Entry{entry(seq)}})
		if !errors.Is(err, table.ErrDisk) {
			t.Errorf("entry %d after 2: %v", seq, err)
		}
	}
	_, err := s.Append(t.Context(), table.Batch{Table: "TM1", Match: "M1", Entries: []table.Entry{entry(3)}})
	must(t, err)
	m, err := s.Match(t.Context(), "M1")
	must(t, err)
	if len(m.Entries) != 3 {
		t.Errorf("%d entries, want 3", len(m.Entries))
	}
}

func TestAFailingRequestTakesNoOtherWithIt(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	const n = 20
	for i := range n {
		begin(t, s, table.MatchID(fmt.Sprint("M", i)), people, 1)
	}
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() {
			seq := uint64(2)
			if i%4 == 0 {
				seq = 7 // a gap
			}
			match := table.MatchID(fmt.Sprint("M", i))
			_, errs[i] = s.Append(context.Background(), table.Batch{Table: "T" + table.ID(match), Match: match,
				Entries: []table.Entry{entry(seq)}})
		})
	}
	wg.Wait()
	for i := range n {
		m, err := s.Match(t.Context(), table.MatchID(fmt.Sprint("M", i)))
		must(t, err)
		if bad := i%4 == 0; bad != (errs[i] != nil) || bad != (len(m.Entries) == 1) {
			t.Errorf("match %d: error %v, %d entries", i, errs[i], len(m.Entries))
		}
	}
}

func TestAPanicInAWriteIsThatWritesError(t *testing.T) {
	s := openNew(t)
	err := s.do(t.Context(), func(*sql.Tx) error { panic("boom") })
	if err == nil || !strings.Contains(err.Error(), "boom") {
		t.Fatalf("got %v", err)
	}
	addPlayers(t, s, "Anna") // the writer lives
}

func TestDamageIsFoundWhereItIs(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	for i, damage := range []string{
		"UPDATE entries SET body = replace(body, 'Hideout', 'Hideouz') WHERE match_id = ? AND seq = 3",
		"UPDATE entries SET words = 'play 4' WHERE match_id = ? AND seq = 3",
		"UPDATE entries SET seat = 0 WHERE match_id = ? AND seq = 3",
		"UPDATE entries SET sum = sum + 1 WHERE match_id = ? AND seq = 3",
		"UPDATE entries SET after_ns = 0 WHERE match_id = ? AND seq = 3",
		"DELETE FROM entries WHERE match_id = ? AND seq = 3",
	} {
		match := table.MatchID(fmt.Sprint("M", i))
		begin(t, s, match, people, 5)
		must(t, s.do(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(damage, match)
			return err
		}))
		m, err := s.Match(t.Context(), match)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "entry 3") || len(m.Entries) != 2 {
			t.Errorf("%s: %v, %d entries", damage, err, len(m.Entries))
		}
	}
	kept, err := s.Running(t.Context())
	must(t, err)
	for _, k := range kept {
		if k.Saved.Stage != table.Halted {
			t.Errorf("table %s with a damaged match is %s", k.Saved.ID, k.Saved.Stage)
		}
	}
}

// A table whose match is not in the file stands still, where people see it: it has not closed.
func TestATableWithoutItsMatchIsHalted(t *testing.T) {
	s := open(t, t.TempDir())
	defer s.Close()
	saved := table.Saved{ID: "T1", Settings: table.Settings{Game: "toy", Seats: 2}, Stage: table.Playing, Match: "M1"}
	_, err := s.Append(t.Context(), table.Batch{Table: saved.ID, Saved: &saved})
	must(t, err)
	kept, err := s.Reload(t.Context(), saved.ID)
	must(t, err)
	if kept.Saved.Stage != table.Halted || kept.Match == nil || kept.Match.ID != saved.Match {
		t.Errorf("it is read back as %+v", kept)
	}
	all, err := s.Running(t.Context())
	must(t, err)
	if len(all) != 1 || all[0].Saved.Stage != table.Halted {
		t.Errorf("what runs is %+v", all)
	}
}

func TestOneServerADirectory(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	defer s.Close()
	_, err := Open(t.Context(), Config{Dir: dir, Rate: testRate, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("second server: %v", err)
	}
}

func TestANewerDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (999999, 1)")
		return err
	}))
	must(t, s.Close())
	_, err := Open(t.Context(), Config{Dir: dir, Rate: testRate, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("opened a newer database: %v", err)
	}
}

func TestACutOffDatabaseIsRefusedInWords(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	addPlayers(t, s, "Anna", "Burt")
	must(t, s.Close())
	damage(t, filepath.Join(dir, file))
	_, err := Open(t.Context(), Config{Dir: dir, Rate: testRate, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		t.Error("a damaged database was opened")
	}
}

// damage overwrites the second half of a file with rubbish.
func damage(t *testing.T, path string) {
	t.Helper()
	body, err := os.ReadFile(path)
	must(t, err)
	for i := len(body) / 2; i < len(body); i++ {
		body[i] = 0xa5
	}
	must(t, os.WriteFile(path, body, 0o600))
}

// TestWhoComesAfterTheCloseIsToldSo writes from many sides while the store closes: each write is either in the file or
// answered with an error.
func TestWhoComesAfterTheCloseIsToldSo(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	begin(t, s, "M0", people, 1)
	var wait sync.WaitGroup
	done := make(chan table.MatchID, 1000)
	for n := range 8 {
		wait.Go(func() {
			for i := range 100 {
				id := table.MatchID(fmt.Sprintf("N%d-%d", n, i))
				_, err := s.Append(t.Context(), table.Batch{Table: "T", Match: id, Opened: opening(people),
					Entries: []table.Entry{entry(1)}, Saved: saved("T", id)})
				if err != nil {
					return
				}
				done <- id
			}
		})
	}
	first := <-done
	must(t, s.Close())
	wait.Wait()
	close(done)
	if err := s.Touch(t.Context(), people[0].ID, "SHA256:Anna-0", noon); !errors.Is(err, errClosed) {
		t.Errorf("a write afterwards: %v", err)
	}
	s = open(t, dir)
	defer s.Close()
	for id := first; id != ""; id = <-done {
		if _, err := s.Match(t.Context(), id); err != nil {
			t.Errorf("match %s was written: %v", id, err)
		}
	}
}
