package data

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"saloon/lobby/table"
)

// killed is a data directory as a killed server leaves it: the last commits are in the write-ahead log alone.
func killed(t *testing.T) string {
	t.Helper()
	dir, left := t.TempDir(), t.TempDir()
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	must(t, s.Close()) // and so all of that is in the file
	s = open(t, dir)
	for i := range 12 {
		begin(t, s, table.MatchID(fmt.Sprint("M", i)), people, 3)
	}
	for _, name := range []string{file, file + "-wal"} {
		must(t, copyFile(filepath.Join(dir, name), filepath.Join(left, name)))
	}
	must(t, s.Close())
	return left
}

// walOf reads the log of a directory, and where in it each commit ends.
func walOf(t *testing.T, dir string) (path string, body []byte, commits []int) {
	t.Helper()
	path = filepath.Join(dir, file+"-wal")
	body, err := os.ReadFile(path)
	must(t, err)
	step := walFrame + int(binary.BigEndian.Uint32(body[8:]))
	for at := walHeader; at+step <= len(body); at += step {
		if binary.BigEndian.Uint32(body[at+4:]) != 0 {
			commits = append(commits, at+step)
		}
	}
	if len(commits) < 12 {
		t.Fatalf("only %d commits are in the log", len(commits))
	}
	return path, body, commits
}

func TestALogThatACrashLeftIsReadOn(t *testing.T) {
	dir := killed(t)
	s := open(t, dir)
	defer s.Close()
	if m, err := s.Match(t.Context(), "M11"); err != nil || len(m.Entries) != 3 {
		t.Errorf("the last match: %v, %d entries", err, len(m.Entries))
	}
}

func TestALogThatEndsInTheMiddleOfACommitIsReadToTheOneBefore(t *testing.T) {
	dir := killed(t)
	path, body, commits := walOf(t, dir)
	last := commits[len(commits)-2]
	for _, cut := range []int{last, last + 1, last + walFrame + 100, len(body) - 1} {
		must(t, os.WriteFile(path, body[:cut], 0o600))
		must(t, checkLog(path))
	}
	torn := slices.Clone(body) // a power failure may leave any part of what was not synced
	clear(torn[last+walFrame+8 : last+walFrame+600])
	must(t, os.WriteFile(path, torn, 0o600))
	must(t, checkLog(path))
}

func TestEveryFlippedBitOfASyncedLogIsFound(t *testing.T) {
	dir := killed(t)
	path, body, commits := walOf(t, dir)
	synced := commits[len(commits)-3] // whole frames of later commits are behind it
	r := rand.New(rand.NewPCG(7, 9))
	for try := range 400 {
		at := r.IntN(synced)
		if try < 100 {
			at = r.IntN(walHeader + 2*walFrame) // the heads, where most is decided
		}
		bad := slices.Clone(body)
		bad[at] ^= 1 << r.IntN(8)
		must(t, os.WriteFile(path, bad, 0o600))
		if err := checkLog(path); !errors.Is(err, errLog) {
			t.Errorf("byte %d of %d: %v", at, len(body), err)
		}
	}
}

func TestABrokenLogIsRefusedUntilTheHostSaysOtherwise(t *testing.T) {
	dir := killed(t)
	path, body, commits := walOf(t, dir)
	body[commits[2]+walFrame+50] ^= 4
	must(t, os.WriteFile(path, body, 0o600))
	_, err := Open(t.Context(), config(dir))
	if !errors.Is(err, errLog) || !strings.Contains(err.Error(), "restore FILE") {
		t.Fatalf("got %v", err)
	}
	if err := Suspect(t.Context(), dir, noon); !errors.Is(err, errLog) {
		t.Fatalf("suspected: %v", err)
	}
	cfg := config(dir)
	cfg.Distrust = true
	s, err := Open(t.Context(), cfg) // a look at it, which makes SQLite forget the log
	must(t, err)
	must(t, s.Close())
	if _, err := Open(t.Context(), config(dir)); !errors.Is(err, errSeal) {
		t.Errorf("after a look: %v", err)
	}
	if kept, err := filepath.Glob(path + ".broken-*"); err != nil || len(kept) != 1 {
		t.Errorf("kept aside: %v, %v", kept, err)
	}
}

// TestASoundLogIsNeverSuspected goes through what a log goes through: commits, large ones that are rolled back after
// they spilled into it, and rounds that begin anew over the frames of older ones.
func TestASoundLogIsNeverSuspected(t *testing.T) {
	s := openNew(t)
	path := filepath.Join(s.cfg.Dir, file+"-wal")
	r := rand.New(rand.NewPCG(1, 2))
	undo := errors.New("undo")
	for i := range 30 {
		rows, back := 1+r.IntN(5), r.IntN(3) == 0
		if i%6 == 3 {
			rows = 3000 // more than SQLite keeps in memory
		}
		err := s.do(t.Context(), func(tx *sql.Tx) error {
			for n := range rows {
				_, err := tx.Exec(`INSERT INTO players (id, name, skeleton, created_ms, seen_ms)
					VALUES (?, ?, ?, 1, 1)`, fmt.Sprint(i, "-", n), strings.Repeat("x", 1000), fmt.Sprint(i, "-", n))
				if err != nil {
					return err
				}
			}
			if back {
				return undo
			}
			return nil
		})
		if err != nil && !errors.Is(err, undo) {
			t.Fatal(err)
		}
		if i%7 == 6 {
			_, err := s.write.Exec("PRAGMA wal_checkpoint(RESTART)")
			must(t, err)
		}
		must(t, checkLog(path))
	}
}
