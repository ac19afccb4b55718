package fair

import (
	"math"
	"slices"
	"time"

	"saloon/sshd/swarm"
)

// Report is what a run found. Times are milliseconds.
type Report struct {
	Seconds float64  `json:"seconds"`
	Races   int      `json:"races"` // of each two links, at least
	Pairs   []Pair   `json:"pairs"`
	Lines   []Line   `json:"lines"`
	Table   Deviance `json:"table"` // of the table's times from those that follow from what went over the lines
	Cheats  []Cheat  `json:"cheats"`
	Far     Farthest `json:"far"`
	Noise   *Noise   `json:"noise,omitempty"`
}

// Pair is how two riders who react alike did against each other.
type Pair struct {
	Near     float64 `json:"near_ms"`
	Far      float64 `json:"far_ms"`
	Races    int     `json:"races"`
	Share    Share   `json:"far_wins"`
	Unhelped Share   `json:"far_wins_without_compensation"`
	Wrong    int     `json:"verdicts_against_the_times"`
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

// Noise is how far measured reaction times were from the riders' own, and what of it is the house's: how far they were
// from those of a house without delays at the same end of the same line.
type Noise struct {
	Deviance
	House Deviance `json:"house"`
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

// pair compares what two riders did in the same races: by the table's verdict, and by when their keys came.
func pair(near, far Link, bouts []bout) Pair {
	p := Pair{Near: ms(near.Trip), Far: ms(far.Trip)}
	var helped, unhelped float64
	for _, b := range bouts {
		far, ok := b.verdict()
		if !ok {
			continue
		}
		p.Races++
		helped += far
		unhelped += won(b.runs[1].raw(), b.runs[0].raw())
		if b.wrong(far) {
			p.Wrong++
		}
	}
	p.Share, p.Unhelped = share(helped, p.Races), share(unhelped, p.Races)
	return p
}

// verdict is 1 if the table says that the far rider was faster, 0 if it says that of the near one, and half if both
// were as fast. A race for a good card ends when nobody can be faster any more: who has no time then was slower. ok is
// false where not both pressed a key that counts.
func (b bout) verdict() (far float64, ok bool) {
	_, a := b.runs[0].measured()
	_, c := b.runs[1].measured()
	near, away := b.told[0] >= least, b.told[1] >= least
	switch {
	case !a || !c || !near && !away:
		return 0, false
	case near && away:
		return won(b.told[1], b.told[0]), true
	case away:
		return 1, true
	}
	return 0, true
}

// tie is how near to each other two times are that are as good: rules 2.6.
const tie = 10 * time.Millisecond

// wrong reports whether a verdict is against what went over the lines, by more than is a tie.
func (b bout) wrong(far float64) bool {
	x, _ := b.runs[0].measured()
	y, _ := b.runs[1].measured()
	return far == 1 && y > x+tie || far == 0 && x > y+tie
}

// amiss is by how much the table's times are other than those that follow from what went over the line.
func (b bout) amiss() (all []time.Duration) {
	for i, r := range b.runs {
		if d, ok := r.measured(); ok && b.told[i] > 0 {
			all = append(all, b.told[i]-d)
		}
	}
	return all
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

// noise is by how much each run was measured longer than by a house without delays, which reads and writes the same at
// the end of the same line. What the line stuttered, and the rider, is in both.
func noise(runs []run) (all []time.Duration) {
	for _, r := range runs {
		if _, ok := r.measured(); ok && !r.exactly.IsZero() {
			all = append(all, r.key.Sub(r.Base(r.key))-r.exactly.Sub(r.exact.Base(r.exactly)))
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
	d.P50, d.P99 = ms(swarm.Quantile(abs, 0.5)), ms(swarm.Quantile(abs, 0.99))
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

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// line is how runs over one link were measured.
func line(l Link, runs []run) Line {
	var trips []time.Duration
	for _, r := range runs {
		trips = append(trips, r.Lag.Measured())
	}
	slices.Sort(trips)
	return Line{
		Trip: ms(l.Trip), Jitter: ms(l.Jitter), Measured: ms(swarm.Quantile(trips, 0.5)), Error: deviance(off(runs)),
	}
}
