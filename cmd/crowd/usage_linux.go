package main

import (
	"syscall"
	"time"
)

// usage is the processor's time that this thread has taken. On a machine that others use too it says what a look costs,
// where a clock says how long one had to wait.
func usage() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
