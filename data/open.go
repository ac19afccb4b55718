package data

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the database/sql driver

	"saloon/lobby/table"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// file is the database's name in the data directory.
	file = "saloon.db"
	// busy is how long SQLite waits for a lock, in milliseconds. There is one writer, so it never should.
	busy = 5000
	// walMax bounds the size of the write-ahead log that is kept, in bytes.
	walMax = 64 << 20
	// readers bounds the connections that read at once.
	readers = 4
	// sqliteFloor is the first SQLite without the WAL-reset bug, which could corrupt a database.
	sqliteFloor = 3_051_003
)

// Rate computes how ratings move by a rated match: from the places, and from what each player's rating was.
type Rate func(game string, seats int, places []table.Place,
	skill func(id table.PlayerID, category string) table.Skill) []table.RatingChange

// Config says where the data is and what it needs from outside.
type Config struct {
	Dir  string // made if missing, readable by the owner alone
	Rate Rate
	Now  func() time.Time
	Log  *slog.Logger
}

// Store is an open database.
type Store struct {
	cfg   Config
	write *sql.DB // one connection
	read  *sql.DB
	queue chan request
	done  chan struct{} // closed when the writer has ended
	lock  *os.File
}

// Open opens the database of a data directory, makes or migrates it, and starts its writer. Only one process may have a
// directory open.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := lockDir(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s := &Store{cfg: cfg, queue: make(chan request, queueMax), done: make(chan struct{}), lock: lock}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.closeFiles())
	}
	go s.writer() // contained: writer recovers each request and reports it as that request's error
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	path := filepath.Join(s.cfg.Dir, file)
	var err error
	if s.write, err = sql.Open("sqlite", dsn(path, false)); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	s.write.SetMaxOpenConns(1) // a second writer would only wait for the first
	if err := checkVersion(ctx, s.write); err != nil {
		return err
	}
	if err := migrate(ctx, s.write); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", dsn(path, true)); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	s.read.SetMaxOpenConns(readers)
	var verdict string
	if err := s.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("database check: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the database %s is damaged: %s", path, verdict)
	}
	return nil
}

// Close finishes what is queued and closes the file. Nothing may be asked of the store afterwards.
func (s *Store) Close() error {
	close(s.queue)
	<-s.done
	return s.closeFiles()
}

func (s *Store) closeFiles() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.Close())...)
}

// dsn puts every pragma into the data source name, so that it holds for every connection of the pool.
func dsn(path string, readOnly bool) string {
	q := url.Values{}
	q.Add("_txlock", "immediate") // a reader that becomes a writer would fail with BUSY_SNAPSHOT
	for _, p := range []string{
		"busy_timeout(" + strconv.Itoa(busy) + ")", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"trusted_schema(0)", "cell_size_check(1)", "journal_size_limit(" + strconv.Itoa(walMax) + ")",
	} {
		q.Add("_pragma", p)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

func checkVersion(ctx context.Context, db *sql.DB) error {
	var version string
	if err := db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	n := 0
	for i, part := range strings.SplitN(version, ".", 3) {
		v, err := strconv.Atoi(part)
		if err != nil {
			return fmt.Errorf("unreadable SQLite version %q", version)
		}
		n += v * [3]int{1_000_000, 1_000, 1}[i]
	}
	if n < sqliteFloor {
		return fmt.Errorf("SQLite %s can corrupt databases in WAL mode; 3.51.3 or newer is needed", version)
	}
	return nil
}

// migrate brings the schema up to date, each migration in a transaction of its own, and refuses a database that a newer
// version of the program has written.
func migrate(ctx context.Context, db *sql.DB) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, dir)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	has, wants, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if has > wants {
		return fmt.Errorf("the database was written by a newer version (schema %d, this program knows %d)", has, wants)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// lockDir takes the directory for this process. The lock ends with the process, however it ends.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("the data directory %s is in use by another server", dir), f.Close())
	}
	return f, nil
}
