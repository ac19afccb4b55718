package swarm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"saloon/sshd/swarm/floor"
	"saloon/sshd/swarm/grid"
)

// Bare describes a run of the same clients at a bare server, to compare a house with.
type Bare struct {
	Kind     string // of package floor
	Addr     string
	Sessions int
	For      time.Duration
	KeyEvery time.Duration // the mean time between two keys of a person
	Seed     uint64
	Usage    func() (Usage, error)
}

// BareReport is what a bare server needed. Its people press a key as often as those in a lobby.
type BareReport struct {
	Kind         string       `json:"kind"`
	Sessions     int          `json:"sessions"`
	Seconds      float64      `json:"seconds"`
	LoginsPerSec float64      `json:"logins_per_second"`
	Keys         Times        `json:"key_to_frame"`
	Lost         int64        `json:"keys_without_answer"`
	Frames       int64        `json:"frames"`
	CPUPerFrame  float64      `json:"cpu_ms_per_frame"`
	Diff         DiffReport   `json:"diff"`
	Server       ServerReport `json:"server"`
}

// bareRun is a run at a bare server that is on.
type bareRun struct {
	Bare
	traffic  traffic
	keys     durations
	lost     atomic.Int64
	diffs    diffs
	consoles []*Console
	took     time.Duration // until all were in
}

// RunBare lets people in at a bare server, lets them press keys, and reports. It fails if any session does.
func RunBare(ctx context.Context, b Bare) (BareReport, error) {
	run := &bareRun{Bare: b, consoles: make([]*Console, b.Sessions)}
	before, err := b.Usage()
	if err != nil {
		return BareReport{}, err
	}
	defer func() {
		for _, c := range run.consoles {
			if c != nil {
				c.Drop()
			}
		}
	}()
	if err := run.arrive(ctx); err != nil {
		return BareReport{}, fmt.Errorf("%s: %w", b.Kind, err)
	}
	start, began, frames, diffs := Usage{}, time.Now(), run.traffic.frames.Load(), run.diffs.read()
	if start, err = b.Usage(); err != nil {
		return BareReport{}, err
	}
	if err := run.stay(ctx); err != nil {
		return BareReport{}, fmt.Errorf("%s: %w", b.Kind, err)
	}
	end, err := b.Usage()
	if err != nil {
		return BareReport{}, err
	}
	span, all := time.Since(began).Seconds(), run.keys.all
	r := BareReport{
		Kind: b.Kind, Sessions: b.Sessions, Seconds: span, LoginsPerSec: float64(b.Sessions) / run.took.Seconds(),
		Keys: times(all), Lost: run.lost.Load(), Frames: run.traffic.frames.Load() - frames,
		Diff:   diffReport(diffs, run.diffs.read()),
		Server: serverReport(before, start, end, span, b.Sessions),
	}
	r.CPUPerFrame = per(ms(end.CPU-start.CPU), float64(r.Frames))
	return r, nil
}

// arrive lets everybody in.
func (b *bareRun) arrive(ctx context.Context) error {
	began := time.Now()
	numbers := make([]int, b.Sessions)
	for i := range numbers {
		numbers[i] = i
	}
	defer func() { b.took = time.Since(began) }()
	return each(ctx, numbers, func(i int, ctx context.Context) error {
		var s *sample
		if i%sampleEach(b.Sessions) == 0 {
			s = newSample(&b.diffs)
		}
		l := Login{Addr: b.Addr, User: "rider", Key: Key(b.Seed, i), Term: "xterm-256color", W: 80, H: 24}
		c, err := Open(ctx, l, &b.traffic, s)
		if err != nil {
			return err
		}
		b.consoles[i] = c
		select {
		case <-c.Started():
			return nil
		case <-c.Over():
			return c.ended
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// stay lets everybody press keys.
func (b *bareRun) stay(ctx context.Context) error {
	living, cancel := context.WithTimeout(ctx, b.For)
	defer cancel()
	errs := make([]error, len(b.consoles))
	var all sync.WaitGroup
	for i, c := range b.consoles {
		all.Go(func() { errs[i] = b.press(living, c, rand.New(rand.NewPCG(b.Seed, uint64(i)))) })
	}
	all.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// press presses one key after the other.
func (b *bareRun) press(ctx context.Context, c *Console, r *rand.Rand) error {
	for n := 0; pause(ctx, time.Duration(float64(b.KeyEvery)*r.ExpFloat64())); n++ {
		key, holds := echoed(n)
		if b.Kind == floor.Bubble {
			key, holds = marks(n)
		}
		took, err := c.Answer(ctx, key, answerWithin, holds)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			b.keys.add(took)
		case errors.Is(err, errLate):
			b.lost.Add(1)
		default:
			return err
		}
	}
	return nil
}

// echoed is the n-th key at an echo: a letter over the last one.
func echoed(n int) (key string, holds func(*grid.Grid) bool) {
	letter := 'a' + rune(n%26)
	return "\r" + string(letter), func(g *grid.Grid) bool { return g.Cell(0, 0).R == letter }
}

// marks is the n-th key at the list: down and up again.
func marks(n int) (key string, holds func(*grid.Grid) bool) {
	const first, second = 2, 3
	if n%2 == 0 {
		return "j", func(g *grid.Grid) bool { return g.Cell(0, second).R == '>' }
	}
	return "k", func(g *grid.Grid) bool { return g.Cell(0, first).R == '>' }
}
