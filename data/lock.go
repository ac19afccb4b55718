package data

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockFile is held by the process that has a data directory open. It says who that is.
const lockFile = "lock"

// lockLook is how often somebody who waits for a lock looks again.
const lockLook = 20 * time.Millisecond

// Holder is who has a data directory open.
type Holder struct {
	PID     int    `json:"pid"`
	Door    string `json:"door,omitempty"`    // how one enters: "ssh -p 2222 localhost"; empty before the door is open
	Closing bool   `json:"closing,omitempty"` // it is about to end
}

// InUse answers to a second process in a data directory.
type InUse struct {
	Dir string
	Holder
}

// Error says who has the directory, and what one may do.
func (e *InUse) Error() string {
	text := fmt.Sprintf("the data directory %s is in use by another process", e.Dir)
	if e.PID > 0 {
		text = fmt.Sprintf("the data directory %s is in use by process %d", e.Dir, e.PID)
	}
	switch {
	case e.Closing:
		return text + ", which is about to end: try again in a moment"
	case e.Door != "":
		return text + ", a running server: ask it with \"" + e.Door + " admin …\", or stop it first"
	}
	return text + ": wait until it has ended, or stop it"
}

// Lock is a data directory that no other process can open. It ends with the process, however that ends.
type Lock struct {
	file *os.File
	as   Holder
}

// LockDir takes a data directory for this process, which must exist. A holder that is about to end is waited for,
// up to a while; any other answers at once with *InUse.
func LockDir(ctx context.Context, dir string, while time.Duration) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	if err := hold(ctx, f, dir, while); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	l := &Lock{file: f, as: Holder{PID: os.Getpid()}}
	return l, l.write()
}

func hold(ctx context.Context, f *os.File, dir string, while time.Duration) error {
	look := time.NewTicker(lockLook)
	defer look.Stop()
	enough := time.NewTimer(while)
	defer enough.Stop()
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return fmt.Errorf("data directory: %w", err)
		}
		used := &InUse{Dir: dir, Holder: holder(f)}
		if !used.Closing {
			return used
		}
		select {
		case <-look.C:
		case <-enough.C:
			return used
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// holder reads who has a lock; nobody, if it is just being written.
func holder(f *os.File) (h Holder) {
	var body [1 << 10]byte
	n, _ := f.ReadAt(body[:], 0) // an end before the buffer's is what one expects
	_ = json.Unmarshal(body[:n], &h)
	return h
}

func (l *Lock) write() error {
	body, err := json.Marshal(l.as)
	if err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	if _, err := l.file.WriteAt(body, 0); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	return nil
}

// Close gives the directory back.
func (l *Lock) Close() error { return l.file.Close() }

// Announce tells other processes how to ask this one, or that it is about to end.
func (s *Store) Announce(door string, closing bool) error {
	s.lock.as.Door, s.lock.as.Closing = door, closing
	return s.lock.write()
}
