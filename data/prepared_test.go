package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// pool is a pool of one connection on a new file, with a way to see which statements it keeps.
func pool(t *testing.T) (db *sql.DB, kept func() []string) {
	t.Helper()
	db, err := connect(dsn(filepath.Join(t.TempDir(), "x.db"), false))
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { must(t, db.Close()) })
	_, err = db.Exec("CREATE TABLE t (n INTEGER) STRICT")
	must(t, err)
	return db, func() (all []string) {
		c, err := db.Conn(t.Context())
		must(t, err)
		defer c.Close()
		must(t, c.Raw(func(dc any) error {
			for query := range dc.(*keeper).kept {
				all = append(all, query)
			}
			return nil
		}))
		slices.Sort(all)
		return all
	}
}

func numbers(t *testing.T, q querier, query string, args ...any) []int {
	t.Helper()
	rows, err := q.Query(query, args...)
	out, err := collect(rows, err, func(rows *sql.Rows) (n int, err error) { return n, rows.Scan(&n) })
	must(t, err)
	return out
}

func TestStatementsAreKept(t *testing.T) {
	db, kept := pool(t)
	const add, all = "INSERT INTO t VALUES (?)", "SELECT n FROM t WHERE n > ? ORDER BY n"
	for i := range 5 {
		_, err := db.Exec(add, i)
		must(t, err)
	}
	for least, want := range [][]int{{1, 2, 3, 4}, {2, 3, 4}, {3, 4}} { // each time with its own argument
		if got := numbers(t, db, all, least); !slices.Equal(got, want) {
			t.Errorf("above %d: %v", least, got)
		}
	}
	_, err := db.Exec("PRAGMA user_version = 7") // nothing to keep
	must(t, err)
	if got := kept(); !slices.Equal(got, []string{add, all}) {
		t.Errorf("kept are %q", got)
	}
	_, err = db.Exec("ALTER TABLE t ADD COLUMN m INTEGER NOT NULL DEFAULT 0") // what is kept lives on
	must(t, err)
	if got := numbers(t, db, all, 3); !slices.Equal(got, []int{4}) {
		t.Errorf("after the schema changed: %v", got)
	}
}

// A statement that is in use is not lent a second time.
func TestAStatementInUseIsNotShared(t *testing.T) {
	db, kept := pool(t)
	for i := range 3 {
		_, err := db.Exec("INSERT INTO t VALUES (?)", i)
		must(t, err)
	}
	tx, err := db.Begin()
	must(t, err)
	const all = "SELECT n FROM t ORDER BY n"
	rows, err := tx.Query(all)
	must(t, err)
	var outer []int
	for rows.Next() {
		var n int
		must(t, rows.Scan(&n))
		outer = append(outer, n)
		if inner := numbers(t, tx, all); !slices.Equal(inner, []int{0, 1, 2}) {
			t.Errorf("inside: %v", inner)
		}
	}
	must(t, errors.Join(rows.Err(), rows.Close(), tx.Commit()))
	if !slices.Equal(outer, []int{0, 1, 2}) {
		t.Errorf("outside: %v", outer)
	}
	if got := kept(); !slices.Contains(got, all) {
		t.Errorf("kept are %q", got)
	}
}

// A statement that fails is let go, its error is SQLite's own, and the connection goes on.
func TestAStatementThatFailsIsLetGo(t *testing.T) {
	db, kept := pool(t)
	const add = "INSERT INTO t VALUES (?)"
	_, err := db.Exec("CREATE UNIQUE INDEX once ON t (n)")
	must(t, err)
	_, err = db.Exec(add, 1)
	must(t, err)
	if _, err := db.Exec(add, 1); !taken(err) {
		t.Errorf("the same number twice: %v", err)
	}
	if got := kept(); len(got) != 0 {
		t.Errorf("kept are %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.ExecContext(ctx, add, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := db.Exec("SELECT nothing FROM nowhere"); err == nil {
		t.Error("nonsense was run")
	}
	_, err = db.Exec(add, 3)
	must(t, err)
	if got := numbers(t, db, "SELECT n FROM t ORDER BY n"); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("there are %v", got)
	}
}

func TestStatementsAreKeptInBounds(t *testing.T) {
	db, kept := pool(t)
	for i := range preparedMax + 10 {
		if got := numbers(t, db, fmt.Sprintf("SELECT %d", i)); got[0] != i {
			t.Errorf("%v, want %d", got, i)
		}
	}
	if n := len(kept()); n != preparedMax {
		t.Errorf("%d are kept", n)
	}
}
