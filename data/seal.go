package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// sealFile holds a hash of the database as it was closed. SQLite finds a changed byte only where it breaks a page;
	// the seal finds every one that changed while no server ran.
	sealFile = file + ".seal"
	// sealChunk is hashed at once by one core, in bytes.
	sealChunk = 4 << 20
	// sealFor bounds how long a closing house works at its seal. A file that is too large for it stays without one,
	// and the next start looks at its pages instead.
	sealFor = 2 * time.Second
)

var (
	errSeal = errors.New("a byte of the file changed while no server had it open")
	errLost = errors.New("the database is gone, though a server has left one here")
)

// seal writes the hash of a database that nobody has open.
func seal(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, file+"-wal")); err == nil {
		return nil // not all of the database is in its file
	}
	ctx, cancel := context.WithTimeout(context.Background(), sealFor)
	defer cancel()
	sum, err := hashFile(ctx, filepath.Join(dir, file))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("seal: %w", err)
	}
	return writeFile(dir, sealFile, []byte(sum+"\n"))
}

// unseal compares the database with its seal and takes the seal off, for good, before anything is written. It reports
// whether there was one.
func unseal(ctx context.Context, dir string) (bool, error) {
	sealed, err := sealHolds(ctx, dir)
	if err != nil || !sealed {
		return false, err
	}
	if err := os.Remove(filepath.Join(dir, sealFile)); err != nil {
		return false, fmt.Errorf("seal: %w", err)
	}
	return true, syncDir(dir)
}

// sealHolds reports whether there is a seal, and fails if it is not the database's.
func sealHolds(ctx context.Context, dir string) (bool, error) {
	want, err := os.ReadFile(filepath.Join(dir, sealFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("seal: %w", err)
	}
	got, err := hashFile(ctx, filepath.Join(dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return false, errLost
	}
	if err != nil {
		return false, fmt.Errorf("seal: %w", err)
	}
	if got != strings.TrimSpace(string(want)) {
		return false, errSeal
	}
	return true, nil
}

// hashFile hashes a file in pieces, on all cores, and then the pieces' hashes.
func hashFile(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // only read: nothing can be lost
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	sums := make([][sha256.Size]byte, (info.Size()+sealChunk-1)/sealChunk)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range sums {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			h := sha256.New()
			if _, err := io.Copy(h, io.NewSectionReader(f, int64(i)*sealChunk, sealChunk)); err != nil {
				return err
			}
			h.Sum(sums[i][:0])
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return "", err
	}
	h := sha256.New()
	for _, s := range sums {
		h.Write(s[:])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// writeFile replaces a small file of a directory, whole or not at all.
func writeFile(dir, name string, body []byte) error {
	tmp, err := os.CreateTemp(dir, name+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(body)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return syncDir(dir)
}

// syncDir makes names in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
