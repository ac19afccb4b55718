package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

const (
	// smallDisk names the directory on which a test mounts a small file system, in a process of its own.
	smallDisk = "SALOON_TEST_SMALL_DISK"
	// ownDisk is set besides where that process has a place for it that nobody else sees.
	ownDisk = "SALOON_TEST_OWN_DISK"
	// roomFor is how large that is, in bytes.
	roomFor = 48 << 20
)

// TestTheDiskIsFull plays an evening on a small disk, which is full for a while. It does so in a process
// of its own: on a file system of its own where this machine lets it mount one, else under a bound of the system's on
// the size of files.
func TestTheDiskIsFull(t *testing.T) {
	if dir := os.Getenv(smallDisk); dir != "" {
		onASmallDisk(t, dir)
		return
	}
	for _, own := range []bool{true, false} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTheDiskIsFull$", "-test.v")
		cmd.Env = append(os.Environ(), smallDisk+"="+t.TempDir())
		if own {
			cmd.Env = append(cmd.Env, ownDisk+"=1")
			cmd.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
			}
		}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Start()
		if err != nil && own {
			t.Logf("no file system of its own: %v", err)
			continue
		}
		if err == nil {
			err = cmd.Wait()
		}
		if err != nil {
			t.Errorf("%v\n%s", err, out.String())
		} else {
			t.Log(out.String())
		}
		return
	}
}

// onASmallDisk is the other process.
func onASmallDisk(t *testing.T, dir string) {
	p := plan{seed: 2, days: 1, people: 24, clubs: 2, stay: 10 * time.Minute, dir: dir, out: t.Output()}
	p.fill = boundFiles
	if os.Getenv(ownDisk) != "" {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", roomFor)); err != nil {
			t.Logf("no file system of its own: %v", err)
		} else {
			t.Log("on a file system of its own")
			p.fill = fillUp
		}
	}
	p.after = func(m *month) {
		if m.tally.stood == 0 {
			t.Error("nobody was told that the house cannot write")
		}
	}
	synctest.Test(t, func(t *testing.T) {
		if err := p.live(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// fillUp writes until there is no room.
func fillUp(dir string) (give func() error, err error) {
	name := filepath.Join(filepath.Dir(dir), "filler")
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	for size := 1 << 20; size > 0; {
		if _, err = f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		return nil, errors.Join(fmt.Errorf("the disk is not full: %w", err), f.Close())
	}
	return func() error { return os.Remove(name) }, f.Close()
}

// boundFiles lets no file grow.
func boundFiles(dir string) (give func() error, err error) {
	all, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		return nil, err
	}
	bound := before
	bound.Cur = math.MaxInt64
	for _, e := range all {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), "-wal") {
			bound.Cur = uint64(info.Size())
		}
	}
	signal.Ignore(syscall.SIGXFSZ) // a write that is too long fails then
	return func() error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before) },
		syscall.Setrlimit(syscall.RLIMIT_FSIZE, &bound)
}
