package stamp

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

func TestTimesAreThoseOfTheLine(t *testing.T) {
	start := time.Unix(1000, 0)
	now := start
	times := New(func() time.Time { return now })
	if times.Read() != start || times.Wrote() != start {
		t.Fatalf("before anything: read %v, wrote %v", times.Read(), times.Wrote())
	}
	r := times.Reader(strings.NewReader("abc"))
	w := times.Writer(&bytes.Buffer{})
	now = start.Add(2 * time.Second)
	if _, err := r.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	now = start.Add(3 * time.Second)
	if _, err := w.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	now = start.Add(9 * time.Second)
	if _, err := r.Read(make([]byte, 8)); err != io.EOF {
		t.Fatalf("at the end: %v", err)
	}
	if got := times.Read().Sub(start); got != 2*time.Second {
		t.Errorf("read at %v, want 2s: an end is not a read", got)
	}
	if got := times.Wrote().Sub(start); got != 3*time.Second {
		t.Errorf("wrote at %v, want 3s", got)
	}
}

func TestLagIsTheShortestOfTheLast(t *testing.T) {
	var trips Trips
	if trips.Lag() != 0 {
		t.Fatal("a lag out of nothing")
	}
	trips.Add(20 * time.Millisecond)
	trips.Add(90 * time.Millisecond)
	if got := trips.Lag(); got != 20*time.Millisecond {
		t.Errorf("lag %v, want 20ms", got)
	}
	for range tripsKept {
		trips.Add(50 * time.Millisecond)
	}
	if got := trips.Lag(); got != 50*time.Millisecond {
		t.Errorf("lag %v, want 50ms once the short one is forgotten", got)
	}
	trips.Add(-time.Second)
	if got := trips.Lag(); got != 0 {
		t.Errorf("lag %v, want 0", got)
	}
}
