// Package stamp notes when bytes came in and went out, and how long a line takes there and back.
//
// A screen learns of a key long after it arrived: the bytes were filtered, decoded, queued and handled first, and what
// it draws waits for the next frame. [Times] sits under all that, on the session itself, so that its moments are those
// of the line. [Trips] is what one measures of the line between them, [Marks] what a terminal says of its own screen.
package stamp

import (
	"io"
	"sync/atomic"
	"time"
)

// Times are the moments of the last read and the last write of one session. Its methods may be called by several
// goroutines.
type Times struct {
	now         func() time.Time
	since       time.Time
	read, wrote atomic.Int64 // nanoseconds after since
}

// New starts noting times. Both moments are now, until something is read and written.
func New(now func() time.Time) *Times { return &Times{now: now, since: now()} }

// Read is when bytes last came in.
func (t *Times) Read() time.Time { return t.since.Add(time.Duration(t.read.Load())) }

// Wrote is when bytes were last handed to the line; a write that is stuck has not been noted.
func (t *Times) Wrote() time.Time { return t.since.Add(time.Duration(t.wrote.Load())) }

// Reader notes the time of each read that brings bytes.
func (t *Times) Reader(r io.Reader) io.Reader { return reader{t, r} }

// Writer notes the time of each write that takes bytes.
func (t *Times) Writer(w io.Writer) io.Writer { return writer{t, w} }

type reader struct {
	t *Times
	r io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if n > 0 {
		r.t.read.Store(int64(r.t.now().Sub(r.t.since)))
	}
	return n, err
}

type writer struct {
	t *Times
	w io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if n > 0 {
		w.t.wrote.Store(int64(w.t.now().Sub(w.t.since)))
	}
	return n, err
}
