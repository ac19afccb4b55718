package data

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"saloon/lobby/table"
)

func config(dir string) Config {
	return Config{Dir: dir, Rate: testRate, Now: func() time.Time { return noon }, Log: slog.New(slog.DiscardHandler)}
}

// filled is a data directory with some matches, closed.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	for _, m := range []table.MatchID{"M1", "M2"} {
		begin(t, s, m, people, 20)
		finish(t, s, m, people, 1, 2)
	}
	must(t, s.Close())
	return dir
}

// flip changes one bit of a file.
func flip(t *testing.T, path string, at int64, bit int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	var b [1]byte
	_, err = f.ReadAt(b[:], at)
	must(t, err)
	b[0] ^= 1 << bit
	_, err = f.WriteAt(b[:], at)
	must(t, errors.Join(err, f.Close()))
}

func TestEveryFlippedBitOfAClosedDatabaseIsRefusedWithWhatToDo(t *testing.T) {
	dir := filled(t)
	path := filepath.Join(dir, file)
	info, err := os.Stat(path)
	must(t, err)
	r := rand.New(rand.NewPCG(3, 5))
	for range 100 {
		at, bit := r.Int64N(info.Size()), r.IntN(8)
		flip(t, path, at, bit)
		s, err := Open(t.Context(), config(dir))
		if err == nil {
			t.Fatalf("opened with byte %d changed: %v", at, s.Close())
		}
		for _, word := range []string{"damaged", "nothing was done to it", "check", "restore FILE", dir} {
			if !strings.Contains(err.Error(), word) {
				t.Fatalf("byte %d: %q does not say %q", at, err, word)
			}
		}
		flip(t, path, at, bit)
	}
	s := open(t, dir) // as it was it opens again
	must(t, s.Close())
}

func TestADatabaseThatIsGoneIsMissed(t *testing.T) {
	dir := filled(t)
	must(t, os.Rename(filepath.Join(dir, file), filepath.Join(dir, "elsewhere")))
	_, err := Open(t.Context(), config(dir))
	if err == nil || !strings.Contains(err.Error(), "gone") || !strings.Contains(err.Error(), "restore FILE") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
		t.Error("an empty database was made")
	}
}

// TestAChangeThatACheckFindsSoundIsAccepted is what a host does who changed the file with a tool of SQLite's.
func TestAChangeThatACheckFindsSoundIsAccepted(t *testing.T) {
	dir := filled(t)
	db, err := sql.Open("sqlite", dsn(filepath.Join(dir, file), false))
	must(t, err)
	_, err = db.Exec("UPDATE players SET prefs = '{\"calm\":true}'")
	must(t, errors.Join(err, db.Close()))
	if _, err := Open(t.Context(), config(dir)); !errors.Is(err, errSeal) {
		t.Fatalf("a changed file: %v", err)
	}
	for _, accept := range []bool{false, true} {
		cfg := config(dir)
		cfg.Distrust = true
		s, err := Open(t.Context(), cfg)
		must(t, err)
		if accept {
			s.Accept()
		}
		must(t, s.Close())
		s, err = Open(t.Context(), config(dir))
		if accept != (err == nil) {
			t.Fatalf("accepted %v: %v", accept, err)
		}
		if err == nil {
			must(t, s.Close())
		}
	}
}

// TestBrokenPagesAreFoundWithoutASeal is a file that was damaged after its server was killed.
func TestBrokenPagesAreFoundWithoutASeal(t *testing.T) {
	dir := filled(t)
	must(t, os.Remove(filepath.Join(dir, sealFile)))
	damage(t, filepath.Join(dir, file))
	_, err := Open(t.Context(), config(dir))
	if err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "restore FILE") {
		t.Errorf("got %v", err)
	}
}

func TestAFileThatBreaksWhileItIsOpenIsNotWrittenAnyMore(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	rubbish := filepath.Join(t.TempDir(), "rubbish")
	must(t, os.WriteFile(rubbish, []byte(strings.Repeat("no database ", 1000)), 0o600))
	err := s.do(t.Context(), func(*sql.Tx) error { // SQLite's own error, of another file
		db, err := sql.Open("sqlite", "file:"+rubbish)
		if err != nil {
			return err
		}
		_, err = db.Exec("SELECT * FROM sqlite_schema")
		return errors.Join(err, db.Close())
	})
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Fatalf("the write: %v", err)
	}
	begun := s.do(t.Context(), func(*sql.Tx) error { return nil })
	if begun == nil || s.Damaged() == nil || s.Ready(t.Context()) == nil {
		t.Errorf("afterwards: %v, %v, %v", begun, s.Damaged(), s.Ready(t.Context()))
	}
	must(t, s.Close())
	if _, err := os.Stat(filepath.Join(dir, sealFile)); err == nil {
		t.Error("a damaged file was sealed")
	}
}

func TestReadyTriesACommitAfterOneThatFailed(t *testing.T) {
	s := openNew(t)
	must(t, s.Ready(t.Context()))
	s.failing.Store(true)
	must(t, s.Ready(t.Context()))
	if s.failing.Load() {
		t.Error("no commit was tried")
	}
	if free, err := s.Free(); err != nil || free == 0 {
		t.Errorf("free: %d, %v", free, err)
	}
}

func TestASecondServerIsToldWhoHasTheDirectory(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Announce("ssh -p 2222 localhost", false))
	_, err := Open(t.Context(), config(dir))
	used, ok := errors.AsType[*InUse](err)
	if !ok || used.PID != os.Getpid() || !strings.Contains(err.Error(), "ssh -p 2222 localhost admin") {
		t.Errorf("got %v", err)
	}
	must(t, s.Close())
}

func TestASecondServerWaitsForOneThatIsAboutToEnd(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Announce("", true))
	hasty := config(dir)
	if _, err := Open(t.Context(), hasty); err == nil || !strings.Contains(err.Error(), "about to end") {
		t.Errorf("without patience: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hasty.Wait = time.Hour
	if _, err := Open(ctx, hasty); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	next := make(chan error)
	go func() {
		s, err := Open(t.Context(), hasty)
		if err == nil {
			err = s.Close()
		}
		next <- err
	}()
	must(t, s.Close())
	must(t, <-next)
}
