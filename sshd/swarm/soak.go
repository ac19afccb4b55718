package swarm

import (
	"fmt"
	"slices"
	"time"
)

// Trend is how a figure went over a run: its mean in each third of the looks, and how the last two differ.
type Trend struct {
	First  float64 `json:"first"`
	Second float64 `json:"second"`
	Last   float64 `json:"last"`
	Grew   float64 `json:"grew"` // last by second, less one: 0.05 is 5 % more
}

// SoakReport is the verdict on a long run. It is flat if neither memory nor goroutines grew by more than FlatWithin
// from the second third to the last one: in the first one, caches fill and the heap finds its size.
type SoakReport struct {
	Looks      int   `json:"looks"`
	Memory     Trend `json:"memory_bytes"`
	Goroutines Trend `json:"goroutines"` // zero if the server shows no figures
	Flat       bool  `json:"flat"`
}

// FlatWithin is how much more counts as nothing more.
const FlatWithin = 0.05

// looksLeast is how many looks a verdict needs: what a server grows by in its first minutes is no leak.
const looksLeast = 15

// soak judges the looks at a run; nil if there are too few.
func soak(all []Moment) *SoakReport {
	all = slices.DeleteFunc(slices.Clone(all), func(m Moment) bool { return m.Err != nil })
	if len(all) < looksLeast {
		return nil
	}
	r := &SoakReport{
		Looks:      len(all),
		Memory:     trend(all, func(m Moment) float64 { return float64(m.Bytes) }),
		Goroutines: trend(all, func(m Moment) float64 { return m.Goroutines }),
	}
	r.Flat = r.Memory.Grew <= FlatWithin && r.Goroutines.Grew <= FlatWithin
	return r
}

func trend(all []Moment, of func(Moment) float64) Trend {
	third := len(all) / 3
	t := Trend{
		First: mean(all[:third], of), Second: mean(all[third:len(all)-third], of), Last: mean(all[len(all)-third:], of),
	}
	if t.Second != 0 {
		t.Grew = t.Last/t.Second - 1
	}
	return t
}

func mean(all []Moment, of func(Moment) float64) float64 {
	sum := 0.0
	for _, m := range all {
		sum += of(m)
	}
	return sum / float64(len(all))
}

// String is a moment as one line.
func (m Moment) String() string {
	at := m.At.Round(time.Second)
	if m.Err != nil {
		return fmt.Sprintf("%8v  the server cannot be looked at: %v", at, m.Err)
	}
	return fmt.Sprintf("%8v  %.1f MiB  %.0f goroutines  %.2f cores  p50 %.1f ms  p99 %.1f ms  max %.1f ms of %d keys  "+
		"%d without an answer  %d errors", at, mib(m.Bytes), m.Goroutines, m.Cores, m.Keys.P50, m.Keys.P99, m.Keys.Max,
		m.Keys.Count, m.Lost, m.Errors)
}
