package stamp

import (
	"sync"
	"time"
)

// What an estimate rests on: the last tripsKept round trips, as far as they are no older than tripsFor.
const (
	tripsKept = 12
	tripsFor  = time.Minute
)

type trip struct {
	at   time.Time
	took time.Duration
}

// Trips are the last round trips of a line. The zero value knows none. Its methods may be called by several goroutines.
type Trips struct {
	mu   sync.Mutex
	last [tripsKept]trip
	n    int
}

// Add notes a round trip that ended at a moment.
func (t *Trips) Add(at time.Time, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last[t.n%tripsKept] = trip{at, max(d, 0)}
	t.n++
}

// Lag is the shortest of the last round trips, the last one if all are old, or 0 while there is none. It is low on
// purpose: it is refunded on clocks and taken out of reaction times, and a line that stutters, or pretends to, gains
// nothing by it.
func (t *Trips) Lag(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == 0 {
		return 0
	}
	low := t.last[(t.n-1)%tripsKept].took
	for _, d := range t.last[:min(t.n, tripsKept)] {
		if now.Sub(d.at) <= tripsFor {
			low = min(low, d.took)
		}
	}
	return low
}

// Count is how many round trips were noted so far.
func (t *Trips) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}
