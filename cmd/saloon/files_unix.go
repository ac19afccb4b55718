//go:build unix

package main

import "syscall"

// filesMax is how many files this process may have open.
func filesMax() (n uint64, known bool) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return 0, false
	}
	return uint64(l.Cur), true // it is signed on some systems
}
