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
	now := time.Unix(1000, 0)
	var trips Trips
	add := func(d time.Duration) { now = now.Add(time.Second); trips.Add(now, d) }
	if trips.Lag(now) != 0 {
		t.Fatal("a lag out of nothing")
	}
	add(20 * time.Millisecond)
	add(90 * time.Millisecond)
	if got := trips.Lag(now); got != 20*time.Millisecond {
		t.Errorf("lag %v, want 20ms", got)
	}
	for range tripsKept {
		add(50 * time.Millisecond)
	}
	if got := trips.Lag(now); got != 50*time.Millisecond {
		t.Errorf("lag %v, want 50ms once the short one is forgotten", got)
	}
	add(-time.Second)
	if got := trips.Lag(now); got != 0 {
		t.Errorf("lag %v, want 0", got)
	}
	now = now.Add(50 * time.Second)
	add(70 * time.Millisecond)
	if got := trips.Lag(now); got != 0 {
		t.Errorf("lag %v, want 0 of the same minute", got)
	}
	now = now.Add(10 * time.Second)
	if got := trips.Lag(now); got != 70*time.Millisecond {
		t.Errorf("lag %v, want 70ms once the others are a minute old", got)
	}
	now = now.Add(time.Hour)
	if got := trips.Lag(now); got != 70*time.Millisecond {
		t.Errorf("lag %v, want that of the last trip, however old", got)
	}
}

func TestMarksAreAnsweredInTheirOrder(t *testing.T) {
	now := time.Unix(1000, 0)
	var m Marks
	answer := func(want uint64) {
		t.Helper()
		if n, ok := m.Answer(); n != want || ok != (want > 0) {
			t.Errorf("the answer is to %d, %v, want %d", n, ok, want)
		}
	}
	answer(0) // nobody asked
	if m.Owed(now) || m.Ask(now) != 1 || !m.Owed(now) || m.Ask(now) != 2 {
		t.Fatal("the first questions are not numbered from 1, or not waited for")
	}
	answer(1)
	answer(2)
	answer(0) // once too often
	if m.Owed(now) {
		t.Error("something is waited for, and nothing is owed")
	}
	if m.Ask(now) != 3 || m.Ask(now) != 4 || m.Owed(now.Add(time.Minute)) {
		t.Error("an answer is waited for for a minute")
	}
	answer(3) // late, and still the third
	if m.Ask(now) != 5 || m.Ask(now) != 6 || m.Ask(now) != 0 {
		t.Error("a terminal that owes three answers is asked again, or one that owes less is not")
	}
	answer(4)
	answer(5)
	answer(6)
	if m.Ask(now) != 0 {
		t.Error("a terminal that was given up is asked again")
	}
}
