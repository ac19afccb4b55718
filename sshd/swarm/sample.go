package swarm

import (
	"sync/atomic"

	"saloon/sshd/swarm/grid"
)

// sampleEach is how many people one of them stands for, of so many, whose frames are compared with the smallest diffs.
// To compare takes longer than to be sent a frame: in a full house the sample grows no more, so that the swarm leaves
// the server its processor.
func sampleEach(of int) int { return max(8, of/sampleMost) }

// sampleMost bounds a sample.
const sampleMost = 64

// diffs sums up what was written to the terminals of a sample, and what the smallest diffs would have been. Everything
// counts that came in: titles, modes and questions as well.
type diffs struct {
	frames, bytes, least atomic.Int64
}

// sample compares what comes in at one terminal with the smallest diff between the screen before and after it.
type sample struct {
	diffs *diffs
	last  *grid.Grid
}

func newSample(d *diffs) *sample { return &sample{diffs: d, last: grid.New(1, 1)} }

// before remembers a screen.
func (s *sample) before(g *grid.Grid) { s.last.CopyFrom(g) }

// after counts what brought it from there to what it is now.
func (s *sample) after(g *grid.Grid, bytes int) {
	s.diffs.frames.Add(1)
	s.diffs.bytes.Add(int64(bytes))
	s.diffs.least.Add(int64(len(grid.Least(s.last, g))))
}

// DiffReport is how much longer frames are than they need be, of a sample of the sessions. What the smallest diff is
// says grid.Least.
type DiffReport struct {
	Frames        int64   `json:"frames"`
	BytesPerFrame float64 `json:"bytes_per_frame"`
	LeastPerFrame float64 `json:"least_bytes_per_frame"`
	Ratio         float64 `json:"ratio"`
}

// read is what has been summed up so far: frames, bytes, bytes of the smallest diffs.
func (d *diffs) read() [3]int64 { return [3]int64{d.frames.Load(), d.bytes.Load(), d.least.Load()} }

func diffReport(from, to [3]int64) DiffReport {
	frames, bytes, least := float64(to[0]-from[0]), float64(to[1]-from[1]), float64(to[2]-from[2])
	return DiffReport{Frames: to[0] - from[0], BytesPerFrame: per(bytes, frames), LeastPerFrame: per(least, frames),
		Ratio: per(bytes, least)}
}
