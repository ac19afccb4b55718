package data

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"saloon/lobby/table"
)

// names lists a directory, without the lock and the files that SQLite keeps beside an open database.
func names(t *testing.T, dir string) []string {
	t.Helper()
	all, err := os.ReadDir(dir)
	must(t, err)
	var out []string
	for _, e := range all {
		if e.Name() != lockFile && !strings.HasSuffix(e.Name(), "-wal") && !strings.HasSuffix(e.Name(), "-shm") {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestABackupOfABusyDatabaseIsWholeAndChecked(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	begin(t, s, "M1", people, 5)
	stop, ended := make(chan struct{}), make(chan int)
	go func() { // writes until the backup is made
		n := 0
		defer func() { ended <- n }()
		for ; ; n++ {
			select {
			case <-stop:
				return
			default:
				begin(t, s, table.MatchID(fmt.Sprint("N", n)), people, 3)
			}
		}
	}()
	to := t.TempDir()
	b, err := s.Backup(t.Context(), filepath.Join(to, "b.db"))
	close(stop)
	wrote := <-ended
	must(t, err)
	if b.Matches < 1 || b.Matches > wrote+1 || b.Entries != 5+3*(b.Matches-1) || b.Bytes == 0 {
		t.Errorf("%+v, while %d matches were written", b, wrote)
	}
	if got := names(t, to); !slices.Equal(got, []string{"b.db"}) {
		t.Errorf("the directory has %v", got)
	}
	if info, err := os.Stat(b.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := s.Backup(t.Context(), b.Path); err == nil || !strings.Contains(err.Error(), "overwrites nothing") {
		t.Errorf("over another backup: %v", err)
	}
}

func TestABackupOfADamagedDatabaseIsNotKept(t *testing.T) {
	s := openNew(t)
	begin(t, s, "M1", addPlayers(t, s, "Anna", "Burt"), 5)
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE entries SET words = 'x' WHERE seq = 2")
		return err
	}))
	to := t.TempDir()
	_, err := s.Backup(t.Context(), filepath.Join(to, "b.db"))
	if err == nil || !strings.Contains(err.Error(), "match M1") || !strings.Contains(err.Error(), "entry 2") {
		t.Errorf("got %v", err)
	}
	if got := names(t, to); len(got) != 0 {
		t.Errorf("the directory has %v", got)
	}
}

func TestARestoredBackupTakesThePlaceAndTheOldFileStaysAside(t *testing.T) {
	dir := t.TempDir()
	backup := filepath.Join(t.TempDir(), "b.db")
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	begin(t, s, "M1", people, 5)
	_, err := s.Backup(t.Context(), backup)
	must(t, err)
	begin(t, s, "M2", people, 2)
	must(t, s.Close())

	st, err := NewStage(t.Context(), s.cfg, backup)
	must(t, err)
	if m, err := st.Match(t.Context(), "M1"); err != nil || len(m.Entries) != 5 {
		t.Errorf("staged: %v, %d entries", err, len(m.Entries))
	}
	must(t, st.Note(t.Context(), act("restore", backup)))
	aside, err := st.Replace()
	must(t, err)
	want := []string{file, filepath.Base(aside), sealFile}
	slices.Sort(want)
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("the directory has %v, want %v", got, want)
	}

	s = open(t, dir)
	defer s.Close()
	if _, err := s.Match(t.Context(), "M2"); err == nil {
		t.Error("what came after the backup is still there")
	}
	if acts, err := s.Acts(t.Context()); err != nil || acts != 1 {
		t.Errorf("%d acts, %v", acts, err)
	}
	old, err := NewStage(t.Context(), s.cfg, aside)
	must(t, err)
	if m, err := old.Match(t.Context(), "M2"); err != nil || len(m.Entries) != 2 {
		t.Errorf("aside: %v, %d entries", err, len(m.Entries))
	}
	must(t, old.Drop())
	if got := names(t, dir); slices.Contains(got, stageDir) {
		t.Errorf("the directory has %v", got)
	}
}

func TestWhatIsNoBackupIsNotRestored(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Close())
	before := names(t, dir)
	for name, body := range map[string]string{"text": "no database", "sqlite": "SQLite format 3\x00 and rubbish"} {
		from := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(from, []byte(body), 0o600))
		_, err := NewStage(t.Context(), s.cfg, from)
		if err == nil || !strings.Contains(err.Error(), "cannot be restored") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewStage(t.Context(), s.cfg, filepath.Join(dir, "nothing")); err == nil {
		t.Error("a file that is not there was restored")
	}
	if got := names(t, dir); !slices.Equal(got, before) {
		t.Errorf("the directory has %v, not %v", got, before)
	}
}

func TestAnOlderDatabaseIsCopiedBeforeItsUpgrade(t *testing.T) {
	dir := t.TempDir()
	first, err := fs.Sub(migrations, "migrations")
	must(t, err)
	db, err := sql.Open("sqlite", dsn(filepath.Join(dir, file), false))
	must(t, err)
	p, err := goose.NewProvider(goose.DialectSQLite3, db, first)
	must(t, err)
	_, err = p.UpTo(t.Context(), 1)
	must(t, err)
	_, err = db.Exec("INSERT INTO players (id, name, skeleton, created_ms, seen_ms) VALUES ('p', 'Anna', 'anna', 1, 1)")
	must(t, errors.Join(err, db.Close()))
	s := open(t, dir)
	defer s.Close()
	copies := slices.DeleteFunc(names(t, dir), func(n string) bool { return !strings.HasPrefix(n, file+".schema-") })
	if len(copies) != 1 {
		t.Fatalf("copies %v", copies)
	}
	old, err := sql.Open("sqlite", "file:"+filepath.Join(dir, copies[0])+"?mode=ro")
	must(t, err)
	defer old.Close()
	var players, staff int
	must(t, old.QueryRow("SELECT COUNT(*) FROM players").Scan(&players))
	must(t, old.QueryRow("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'staff'").Scan(&staff))
	if players != 1 || staff != 0 {
		t.Errorf("the copy has %d players and %d tables of staff", players, staff)
	}
	if _, err := s.StaffList(t.Context()); err != nil {
		t.Errorf("after the upgrade: %v", err)
	}
}
