package fair

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"saloon/sshd/swarm"
)

// Field is where riders meet.
type Field struct {
	Net   *Net
	Book  *Book
	Seed  uint64
	Title string // of the game that is raced in, as the form says it
	Races int    // of each two links, at least
	Pairs int    // of riders, of each two links, at the same time
}

// field is a run under way.
type field struct {
	Field
	number atomic.Int64  // of the last rider
	door   chan struct{} // as many slots as may come in at the same time
}

// atOnce bounds the handshakes that are under way.
const atOnce = 8

func newField(f Field) *field { return &field{Field: f, door: make(chan struct{}, atOnce)} }

// The links of a run: how far people are, and how much their lines stutter.
var (
	trips = []time.Duration{
		5 * time.Millisecond, 50 * time.Millisecond, 120 * time.Millisecond, 200 * time.Millisecond,
	}
	stutter  = 10 * time.Millisecond
	tooFar   = 400 * time.Millisecond
	trickery = 300 * time.Millisecond // how much later those who cheat answer
)

// Run lets riders meet and reports. It fails if one of them is lost.
func Run(ctx context.Context, f Field) (Report, error) {
	began := time.Now()
	run := newField(f)
	rep := Report{Races: f.Races}
	if err := run.pairs(ctx, &rep); err != nil {
		return rep, err
	}
	if err := run.cheats(ctx, &rep); err != nil {
		return rep, err
	}
	err := run.far(ctx, &rep)
	rep.Seconds = time.Since(began).Seconds()
	return rep, err
}

// pairs lets each two links meet.
func (f *field) pairs(ctx context.Context, rep *Report) error {
	var links [][2]Link
	for i, near := range trips {
		for _, far := range trips[i+1:] {
			links = append(links, [2]Link{{near, stutter}, {far, stutter}})
		}
	}
	each := (f.Races + f.Pairs - 1) / f.Pairs
	all := make([][]bout, len(links)*f.Pairs)
	g, meeting := errgroup.WithContext(ctx)
	for i := range all {
		g.Go(func() error {
			m, err := f.meet(meeting, links[i%len(links)], each)
			defer m.leave()
			if err == nil {
				all[i], err = f.bouts(meeting, m)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	runs := make(map[time.Duration][]run)
	var told []time.Duration
	for i, l := range links {
		var bouts []bout
		for k := i; k < len(all); k += len(links) {
			bouts = append(bouts, all[k]...)
		}
		rep.Pairs = append(rep.Pairs, pair(l[0], l[1], bouts))
		for _, b := range bouts {
			runs[l[0].Trip] = append(runs[l[0].Trip], b.runs[0])
			runs[l[1].Trip] = append(runs[l[1].Trip], b.runs[1])
			told = append(told, b.amiss()...)
		}
	}
	for _, trip := range trips {
		rep.Lines = append(rep.Lines, line(Link{trip, stutter}, runs[trip]))
	}
	rep.Table = deviance(told)
	return nil
}

// alone lets one rider draw until there are enough, or for the verdict.
func (f *field) alone(ctx context.Context, r *rider, enough int) ([]run, []string, error) {
	r.key = drawKey
	r, err := f.comes(ctx, r, "draw")
	if err != nil {
		return nil, nil, err
	}
	t := r.term.Load()
	defer t.Close()
	if err := r.draws(ctx, enough); err != nil {
		return nil, nil, err
	}
	return r.runs(), t.Screen(), nil
}

// tricks are what is tried, and how much of it the rules let pass: a late mark counts for 40 ms, and round trips for
// 60 ms more than the kernel's (rules 2.9).
var tricks = []struct {
	name    string
	t       Tricks
	allowed time.Duration
}{
	{"late marks", Tricks{Marks: trickery}, 40 * time.Millisecond},
	{"late replies", Tricks{Replies: trickery}, 60 * time.Millisecond},
	{"both", Tricks{Marks: trickery, Replies: trickery}, 100 * time.Millisecond},
}

// cheatRuns is how often each trick is tried.
const cheatRuns = 20

// cheats tries tricks on a line of 50 ms that does not stutter, against somebody there who tries none.
func (f *field) cheats(ctx context.Context, rep *Report) error {
	l := Link{Trip: 50 * time.Millisecond}
	rep.Cheats = make([]Cheat, len(tricks))
	var honest []run
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		honest, _, err = f.alone(ctx, &rider{link: l, hand: Usual}, cheatRuns)
		return err
	})
	lucky := make([][]run, len(tricks))
	for i, c := range tricks {
		g.Go(func() (err error) {
			lucky[i], _, err = f.alone(ctx, &rider{link: l, hand: Usual, tricks: c.t}, cheatRuns)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	fair := mean(off(honest))
	for i, c := range tricks {
		gains := off(lucky[i])
		rep.Cheats[i] = Cheat{Name: c.name, Count: len(gains), Gain: ms(fair - mean(gains)), Allowed: ms(c.allowed)}
	}
	return nil
}

// far looks whether somebody who is too far away is told so.
func (f *field) far(ctx context.Context, rep *Report) error {
	_, screen, err := f.alone(ctx, &rider{link: Link{Trip: tooFar}, hand: Usual}, 0)
	rep.Far = Farthest{Trip: ms(tooFar), Told: swarm.On(screen, "stand against you")}
	return err
}

// Company waits until as many tables are at play in the house.
func Company(ctx context.Context, f Field, tables int) error {
	login := swarm.Login{Addr: f.Net.Addr().String(), User: "watch", Key: swarm.Key(f.Seed, 0)}
	look := time.NewTicker(time.Second / 2)
	defer look.Stop()
	for {
		text, err := swarm.Ask(ctx, login, "tables --json")
		if err != nil {
			return err
		}
		var all struct {
			Tables []struct {
				Stage string `json:"stage"`
			} `json:"tables"`
		}
		if err := json.Unmarshal(text, &all); err != nil {
			return err
		}
		at := 0
		for _, t := range all.Tables {
			if t.Stage == "playing" {
				at++
			}
		}
		if at >= tables {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Exactness measures the noise: how exactly the house measures riders who all need exactly 300 ms, on a line of 50 ms
// that does not stutter.
func Exactness(ctx context.Context, f Field) (Noise, error) {
	field := newField(f)
	each := (f.Races + f.Pairs - 1) / f.Pairs
	all := make([][]run, f.Pairs)
	g, ctx := errgroup.WithContext(ctx)
	for i := range all {
		g.Go(func() (err error) {
			r := &rider{link: Link{Trip: 50 * time.Millisecond}, hand: Steady(300 * time.Millisecond)}
			all[i], _, err = field.alone(ctx, r, each)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return Noise{}, err
	}
	runs := slices.Concat(all...)
	return Noise{Deviance: deviance(off(runs)), House: deviance(noise(runs))}, nil
}
