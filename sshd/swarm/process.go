package swarm

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of a process's times in /proc: Linux reports hundredths of a second on every architecture.
const tick = 10 * time.Millisecond

// Usage is what a process has used.
type Usage struct {
	RSS int64         // bytes of resident memory
	CPU time.Duration // user and system time
}

// ErrNoServer means that no process of this machine that may be looked at listens on a port.
var ErrNoServer = errors.New("no server of yours listens on that port")

// Listener finds the process of this machine that listens on a TCP port. It reads Linux's /proc.
func Listener(port int) (pid int, err error) {
	inodes := make(map[string]bool)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		body, err := os.ReadFile(table)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", ErrNoServer, err)
		}
		for line := range strings.Lines(string(body)) {
			f := strings.Fields(line)
			if len(f) > 9 && f[3] == "0A" && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) {
				inodes["socket:["+f[9]+"]"] = true
			}
		}
	}
	fds, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return 0, err
	}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && inodes[to] {
			return strconv.Atoi(strings.Split(fd, "/")[2])
		}
	}
	return 0, ErrNoServer
}

// UsageOf reads what a process has used so far.
func UsageOf(pid int) (Usage, error) {
	var u Usage
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return u, err
	}
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the name before it may hold anything
	if len(f) < 22 {
		return u, fmt.Errorf("process %d: unreadable status", pid)
	}
	user, err := strconv.ParseInt(f[11], 10, 64)
	if err != nil {
		return u, err
	}
	system, err := strconv.ParseInt(f[12], 10, 64)
	if err != nil {
		return u, err
	}
	pages, err := strconv.ParseInt(f[21], 10, 64)
	if err != nil {
		return u, err
	}
	return Usage{RSS: pages * int64(os.Getpagesize()), CPU: time.Duration(user+system) * tick}, nil
}

// ownUsage is what this process has used.
func ownUsage() (Usage, error) { return UsageOf(os.Getpid()) }
