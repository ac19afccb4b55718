package swarm

import (
	"slices"
	"sync"
	"time"
)

// Times are how long things took, in milliseconds.
type Times struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// durations collects times. Its methods may be called by several goroutines.
type durations struct {
	mu  sync.Mutex
	all []time.Duration
}

func (d *durations) add(t time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, t)
}

// since is a copy of what was added after the first n, and how many there are now.
func (d *durations) since(n int) ([]time.Duration, int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.all[n:]), len(d.all)
}

// times sums up. It sorts what it is given.
func times(all []time.Duration) Times {
	slices.Sort(all)
	return Times{Count: len(all), P50: ms(Quantile(all, 0.5)), P99: ms(Quantile(all, 0.99)), Max: ms(Quantile(all, 1))}
}

// Quantile is the least of a sorted list that at least the part q of it does not exceed; 0 of an empty one.
func Quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	at := q * float64(len(sorted))
	i := int(at)
	if float64(i) == at { // at least i of them, counted from one
		i--
	}
	return sorted[min(max(i, 0), len(sorted)-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
