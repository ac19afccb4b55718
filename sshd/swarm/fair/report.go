package fair

import (
	"math"
	"slices"
	"time"
)

// Report is what a run found. Times are milliseconds.
type Report struct {
	Seconds float64   `json:"seconds"`
	Races   int       `json:"races"` // of each pair, at least
	Pairs   []Pair    `json:"pairs"`
	Lines   []Line    `json:"lines"`
	Cheats  []Cheat   `json:"cheats"`
	Far     Farthest  `json:"far"`
	Noise   *Deviance `json:"noise,omitempty"`
}

// Pair is how two riders who react alike did against each other.
type Pair struct {
	Near     float64 `json:"near_ms"`
	Far      float64 `json:"far_ms"`
	Races    int     `json:"races"`
	Share    Share   `json:"far_wins"`
	Unhelped Share   `json:"far_wins_without_compensation"`
}

// Share is a part of some races, from 0 to 1, with the interval in which it lies with a probability of 95 %.
type Share struct {
	Part float64 `json:"part"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Line is how the house measured over a line of one length.
type Line struct {
	Trip     float64  `json:"trip_ms"`
	Jitter   float64  `json:"jitter_ms"`
	Measured float64  `json:"measured_ms"` // median of the round trips that the house believed
	Error    Deviance `json:"error"`
}

// Deviance is how far measured reaction times were from the true ones. P50 and P99 are of the absolute values.
type Deviance struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean_ms"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
}

// Cheat is what a trick gained over those who react alike on a line of the same length.
type Cheat struct {
	Name    string  `json:"name"`
	Count   int     `json:"count"`
	Gain    float64 `json:"gain_ms"` // mean
	Allowed float64 `json:"allowed_ms"`
}

// Farthest is whether somebody who is too far away to be made up for is told so.
type Farthest struct {
	Trip float64 `json:"trip_ms"`
	Told bool    `json:"told"`
}

// share is Wilson's interval for some wins of some races.
func share(wins float64, races int) Share {
	if races == 0 {
		return Share{0, 0, 1}
	}
	const z = 1.96
	n := float64(races)
	p := wins / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Share{p, mid - half, mid + half}
}

// pair compares what two riders did at the same time.
func pair(near, far Link, meets [][2]run) Pair {
	p := Pair{Near: ms(near.Trip), Far: ms(far.Trip)}
	var helped, unhelped float64
	for _, m := range meets {
		a, okA := m[0].measured()
		b, okB := m[1].measured()
		if !okA || !okB {
			continue
		}
		p.Races++
		helped += won(b, a)
		unhelped += won(m[1].raw(), m[0].raw())
	}
	p.Share, p.Unhelped = share(helped, p.Races), share(unhelped, p.Races)
	return p
}

// won is 1 if mine is sooner, and half if nobody is.
func won(mine, theirs time.Duration) float64 {
	switch {
	case mine < theirs:
		return 1
	case mine == theirs:
		return 0.5
	}
	return 0
}

// off is by how much each run was measured too long.
func off(runs []run) (all []time.Duration) {
	for _, r := range runs {
		if _, ok := r.measured(); ok {
			all = append(all, r.key.Sub(r.Base(r.key))-r.took)
		}
	}
	return all
}

func deviance(all []time.Duration) Deviance {
	d := Deviance{Count: len(all), Mean: ms(mean(all))}
	abs := make([]time.Duration, len(all))
	for i, x := range all {
		abs[i] = x.Abs()
	}
	slices.Sort(abs)
	d.P50, d.P99 = ms(quantile(abs, 0.5)), ms(quantile(abs, 0.99))
	return d
}

func mean(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sum := time.Duration(0)
	for _, d := range all {
		sum += d
	}
	return sum / time.Duration(len(all))
}

// quantile of a sorted list; 0 of an empty one.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// line is how runs over one link were measured.
func line(l Link, runs []run) Line {
	var trips []time.Duration
	for _, r := range runs {
		trips = append(trips, r.Lag.Measured())
	}
	slices.Sort(trips)
	return Line{
		Trip: ms(l.Trip), Jitter: ms(l.Jitter), Measured: ms(quantile(trips, 0.5)), Error: deviance(off(runs)),
	}
}
