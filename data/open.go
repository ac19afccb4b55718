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
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the database/sql driver

	"saloon/lobby"
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
	// readCache is how much of the file a connection that reads keeps in memory, in KiB: in a large house the inner
	// pages of its indices alone are more than the 2,000 that are usual.
	readCache = 8_000
	// sqliteFloor is the first SQLite without the WAL-reset bug, which could corrupt a database.
	sqliteFloor = 3_051_003
)

// Rate computes how ratings move by a rated match; lobby.RateMatch is one.
type Rate func(m lobby.Played, k lobby.Known) []table.RatingChange

// Config says where the data is and what it needs from outside.
type Config struct {
	Dir  string // made if missing, readable by the owner alone
	Rate Rate
	Now  func() time.Time
	Log  *slog.Logger
	// Wait is how long another process may take that has the directory open and is about to end.
	Wait time.Duration
	// Distrust opens what may be damaged, to look at it: the seal stays on and is not compared, and pages are not
	// looked at. What was closed so is sealed only after Accept.
	Distrust bool
	// Committed is told of every commit: how long it took, how many requests it carried, and its error.
	Committed func(took time.Duration, requests int, err error)
}

// Store is an open database.
type Store struct {
	cfg     Config
	write   *sql.DB // one connection; nil on a copy that is only read
	read    *sql.DB
	queue   chan request
	done    chan struct{} // closed when the writer has ended
	gate    sync.RWMutex  // whoever joins the queue holds it to read; it guards closed
	closed  bool
	lock    *Lock
	seal    atomic.Bool           // seal the file when it is closed
	bad     atomic.Pointer[error] // what broke the file while it was open
	failing atomic.Bool           // the last commit failed
}

// Open opens the database of a data directory, makes or migrates it, and starts its writer. Only one process may have a
// directory open: another one gets *InUse. A file that is damaged, or that a newer version of the program wrote, is
// refused with what to do, and nothing is done to it.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := LockDir(ctx, cfg.Dir, cfg.Wait)
	if err != nil {
		return nil, err
	}
	s := &Store{cfg: cfg, queue: make(chan request, queueMax), done: make(chan struct{}), lock: lock}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.closeFiles())
	}
	s.seal.Store(!cfg.Distrust)
	go s.writer() // contained: writer recovers each request and reports it as that request's error
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	path := filepath.Join(s.cfg.Dir, file)
	sealed := false
	var err error
	if !s.cfg.Distrust {
		if sealed, err = unseal(ctx, s.cfg.Dir); err != nil {
			return s.refused(path, err)
		}
	}
	if !sealed && !s.cfg.Distrust {
		if err := checkLog(path + "-wal"); err != nil {
			return s.refused(path, err)
		}
		// SQLite looks at pages in no order of the disk's: 1.2 GB that are not in memory take it half a minute, and
		// six seconds once they were read from end to end. What cannot be read SQLite will say better.
		_, _ = hashFile(ctx, path)
	}
	// SQLite gives what it makes beside the file the file's own mode.
	if err := create(path); err != nil {
		return err
	}
	if s.write, err = connect(dsn(path, false)); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1) // a second writer would only wait for the first
	if err := checkVersion(ctx, s.write); err != nil {
		return s.refused(path, err)
	}
	if s.read, err = connect(dsn(path, true)); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers) // what they have prepared and read before goes with them
	if !sealed && !s.cfg.Distrust {
		if err := s.quickCheck(ctx); err != nil {
			return s.refused(path, err)
		}
	}
	if err := s.migrate(ctx); err != nil {
		return s.refused(path, err)
	}
	return s.refused(path, s.derive(ctx))
}

// create makes a file that only its owner may read, if there is none.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return f.Close()
}

// refused says what to do about a file that cannot be played on. Other errors stay as they are.
func (s *Store) refused(path string, err error) error {
	known := func(e error) bool { return errors.Is(err, e) }
	if !slices.ContainsFunc([]error{errPages, errSeal, errLost, errLog}, known) && !corrupt(err) {
		return err
	}
	admin := "saloon admin --data " + s.cfg.Dir
	if errors.Is(err, errLost) {
		return fmt.Errorf("%s: %w; put it back, restore a backup with %q, or remove %s to begin with nothing",
			path, err, admin+" restore FILE", filepath.Join(s.cfg.Dir, sealFile))
	}
	return fmt.Errorf("the database %s is damaged: %w; nothing was done to it: look at it with %q, "+
		"or put a backup in its place with %q, which keeps this one aside", path, err, admin+" check",
		admin+" restore FILE")
}

// Exists reports whether a data directory has a database, or had one that is gone.
func Exists(dir string) bool {
	for _, name := range []string{file, sealFile} {
		if exists(filepath.Join(dir, name)) {
			return true
		}
	}
	return false
}

// Accept vouches for a file that was opened with distrust.
func (s *Store) Accept() { s.seal.Store(true) }

// Damaged is what broke the file while it was open, or nil. Nothing is written any more from then on.
func (s *Store) Damaged() error {
	if bad := s.bad.Load(); bad != nil {
		return *bad
	}
	return nil
}

// errClosed answers who wants to write after the store has closed.
var errClosed = errors.New("the database has been closed")

// Close finishes what is queued, closes the file and seals it. Whoever asks for anything afterwards gets an error.
func (s *Store) Close() error {
	if s.queue != nil {
		s.gate.Lock()
		s.closed = true
		close(s.queue)
		s.gate.Unlock()
		<-s.done
	}
	return s.closeFiles()
}

func (s *Store) closeFiles() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.seal.Load() && s.Damaged() == nil && errors.Join(errs...) == nil {
		errs = append(errs, seal(s.cfg.Dir))
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// dsn puts every pragma into the data source name, so that it holds for every connection of the pool.
func dsn(path string, readOnly bool) string {
	q := url.Values{}
	q.Add("_txlock", "immediate") // a reader that becomes a writer would fail with BUSY_SNAPSHOT
	for _, p := range []string{
		"busy_timeout(" + strconv.Itoa(busy) + ")", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"trusted_schema(0)", "cell_size_check(1)", "secure_delete(fast)",
		"journal_size_limit(" + strconv.Itoa(walMax) + ")",
	} {
		q.Add("_pragma", p)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
		q.Add("_pragma", "cache_size("+strconv.Itoa(-readCache)+")")
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
// version of the program has written. What an older version wrote is copied first: that version cannot go back.
func (s *Store) migrate(ctx context.Context) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.write, dir)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	has, wants, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	pending, err := p.HasPending(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("migrations: %w", err)
	case has > wants:
		return fmt.Errorf("the database was written by a newer version of the program (schema %d, this one knows %d): "+
			"start that one, or restore a backup that is older than it", has, wants)
	case !pending:
		return nil
	case s.cfg.Distrust:
		return fmt.Errorf("the database was written by an older version of the program (schema %d, this one has %d): "+
			"start the server once, which copies it and brings it up to date", has, wants)
	case has > 0:
		kept := filepath.Join(s.cfg.Dir, fmt.Sprintf("%s.schema-%d.%s", file, has, stampOf(s.cfg.Now())))
		if err := copyInto(ctx, s.write, kept); err != nil {
			return fmt.Errorf("copy of the database before its upgrade: %w", err)
		}
		s.cfg.Log.Info("Database copied before its upgrade", "copy", kept, "has", has, "wants", wants)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// stampOf writes a moment as part of a file's name.
func stampOf(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// roomMin is the free room on a disk, in bytes, below which the next commit may fail.
const roomMin = 1 << 20

// Free is the room on the disk of the database that this process may fill, in bytes.
func (s *Store) Free() (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(s.cfg.Dir, &st); err != nil {
		return 0, fmt.Errorf("free room: %w", err)
	}
	return st.Bavail * uint64(st.Bsize), nil
}

// Ready says why nothing can be written just now, or returns nil. After a commit that failed it tries one.
func (s *Store) Ready(ctx context.Context) error {
	if err := s.Damaged(); err != nil {
		return err
	}
	free, err := s.Free()
	if err != nil {
		return err
	}
	if free < roomMin {
		return fmt.Errorf("the disk of %s is full: %d bytes are free", s.cfg.Dir, free)
	}
	if !s.failing.Load() {
		return nil
	}
	err = s.do(ctx, func(tx *sql.Tx) error { // a number that means nothing, in the first page of the file
		var n int64
		if err := tx.QueryRow("PRAGMA user_version").Scan(&n); err != nil {
			return err
		}
		_, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", (n+1)%(1<<30)))
		return err
	})
	if err != nil {
		return fmt.Errorf("the database cannot be written: %w", err)
	}
	return nil
}
