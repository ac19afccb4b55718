package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"saloon/lobby/admin"
)

// copyInto writes the database as it is at one moment into a file that is not there, or empty. Writers go on.
func copyInto(ctx context.Context, db *sql.DB, path string) error {
	_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
	return err
}

// Backup copies the database to a file that must not exist yet, while it is written to, and checks the copy: SQLite's
// own check, and the checksums of every match and act. What does not pass is removed again.
func (s *Store) Backup(ctx context.Context, path string) (admin.Backup, error) {
	from := s.cfg.Now()
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return admin.Backup{}, errors.Join(fmt.Errorf("%s is there already: a backup overwrites nothing", path), err)
	}
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, filepath.Base(path)+".*.partial") // readable by the owner alone
	if err != nil {
		return admin.Backup{}, fmt.Errorf("backup: %w", err)
	}
	b, err := s.backup(ctx, tmp)
	if err == nil {
		err = os.Link(tmp.Name(), path) // unlike a rename it fails if the name is taken by now
	}
	if err = errors.Join(err, os.Remove(tmp.Name())); err != nil {
		return admin.Backup{}, fmt.Errorf("backup: %w", err)
	}
	b.Path, b.Took = path, s.cfg.Now().Sub(from)
	return b, syncDir(dir)
}

// backup fills an empty file, checks it and makes it durable. It closes the file.
func (s *Store) backup(ctx context.Context, tmp *os.File) (admin.Backup, error) {
	defer tmp.Close() // Sync reported what could be lost
	own, err := sql.Open("sqlite", dsn(filepath.Join(s.cfg.Dir, file), false))
	if err != nil {
		return admin.Backup{}, err
	}
	own.SetMaxOpenConns(1)
	if err := errors.Join(copyInto(ctx, own, tmp.Name()), own.Close()); err != nil {
		return admin.Backup{}, err
	}
	b, err := inspect(ctx, s.cfg, tmp.Name())
	if err != nil {
		return b, err
	}
	return b, tmp.Sync()
}

// inspect checks a copy that nobody else has open.
func inspect(ctx context.Context, cfg Config, path string) (b admin.Backup, err error) {
	q := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"query_only(1)", "trusted_schema(0)",
		"cell_size_check(1)"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return b, err
	}
	c := &Store{cfg: cfg, read: db}
	defer func() { err = errors.Join(err, c.Close()) }()
	faults, err := c.Integrity(ctx)
	if err != nil {
		return b, err
	}
	chains, err := c.Chains(ctx)
	if err != nil {
		return b, err
	}
	if faults = append(faults, chains.Faults...); len(faults) > 0 {
		return b, fmt.Errorf("%w in the copy: %s", ErrDamaged, strings.Join(faults[:min(len(faults), 3)], "; "))
	}
	info, err := os.Stat(path)
	if err != nil {
		return b, err
	}
	return admin.Backup{Bytes: info.Size(), Matches: chains.Matches, Entries: chains.Entries}, nil
}

// Stage is a backup in a directory of its own, open to be checked before it takes the place of the database.
type Stage struct {
	*Store
	dir   string // the data directory
	stage string
}

const stageDir = "restoring"

// NewStage copies a backup beside the database of a data directory, which this process must have locked, and opens the
// copy, migrated if it is of an older version.
func NewStage(ctx context.Context, cfg Config, backup string) (*Stage, error) {
	st := &Stage{dir: cfg.Dir, stage: filepath.Join(cfg.Dir, stageDir)}
	if err := os.RemoveAll(st.stage); err != nil { // of a restore that was interrupted
		return nil, err
	}
	if err := os.Mkdir(st.stage, 0o700); err != nil {
		return nil, err
	}
	err := copyFile(backup, filepath.Join(st.stage, file))
	if err == nil {
		cfg.Dir, cfg.Distrust = st.stage, false
		st.Store, err = Open(ctx, cfg)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be restored: %w", backup, err), os.RemoveAll(st.stage))
	}
	return st, nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// Drop forgets the backup's copy; the database is as it was.
func (st *Stage) Drop() error {
	return errors.Join(st.Close(), os.RemoveAll(st.stage))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Replace puts the copy in the place of the database, which is kept aside under a name that it returns, empty if there
// was none. There is a whole database under the right name at every moment.
func (st *Stage) Replace() (aside string, err error) {
	if err := st.Close(); err != nil {
		return "", err
	}
	now := filepath.Join(st.dir, file)
	stamp := ".replaced-" + stampOf(st.cfg.Now())
	for n := 2; exists(now + stamp); n++ {
		stamp = fmt.Sprintf(".replaced-%s-%d", stampOf(st.cfg.Now()), n)
	}
	for _, part := range []string{"", "-wal"} {
		switch err := os.Link(now+part, now+stamp+part); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", fmt.Errorf("keep the old database aside: %w", err)
		case part == "":
			aside = now + stamp
		}
	}
	if err := syncDir(st.dir); err != nil {
		return aside, err
	}
	for _, part := range []string{sealFile, file + "-wal", file + "-shm"} {
		if err := os.Remove(filepath.Join(st.dir, part)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return aside, err
		}
	}
	for _, part := range []string{file, sealFile} {
		if err := os.Rename(filepath.Join(st.stage, part), filepath.Join(st.dir, part)); err != nil {
			return aside, err
		}
	}
	return aside, errors.Join(syncDir(st.dir), os.RemoveAll(st.stage))
}
