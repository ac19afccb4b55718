package fair

import (
	"context"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sync/errgroup"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/sshd"
	"saloon/sshd/swarm"
	"saloon/tui"
	"saloon/tui/felt"
	"saloon/tui/style"
	"saloon/tui/tuitest"
)

// opened is a house with a door on a net, closed at the end of the test.
func opened(t *testing.T) Field {
	t.Helper()
	lines, err := Listen(1)
	if err != nil {
		t.Fatal(err)
	}
	toy := tuitest.Toy()
	store := lobbytest.New()
	house, err := lobby.Open(t.Context(), lobby.Deps{
		Kits: []bot.Kit{toy.Kit}, Players: store, Results: store, Tables: store,
	})
	if err != nil {
		t.Fatal(err)
	}
	book := &Book{}
	door, err := sshd.New(sshd.Config{
		House: house, HostKeyPath: filepath.Join(t.TempDir(), "host"), Limits: sshd.Limits{FreeLoopback: true},
		Program: book.Program(func(v sshd.Visit) tea.Model {
			app, err := tui.New(tui.Options{
				Session: v.Session, Kits: []bot.Kit{toy.Kit}, Context: v.Context, Line: v.Line,
				Faces: map[string]felt.Factory{toy.Kit.Spec.Name: toy.Face},
				Look:  style.Look{Profile: v.Profile}, Width: v.Width, Height: v.Height,
				Intent: tui.Intent{Verb: tui.ToDraw},
			})
			if err != nil {
				t.Error(err)
			}
			return app
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	go func() { served <- door.Serve(ctx, lines) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := house.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return Field{Net: lines, Book: book, Seed: 1}
}

// What riders draw in the test: few, because each takes seconds.
const few = 2

// However busy the machine is: a line is never taken to be shorter than it is, and nobody gets more out of pretending
// than the rules let pass.
func TestLinesAreMadeUpFor(t *testing.T) {
	f := newField(opened(t))
	trick := 300 * time.Millisecond
	cases := []struct {
		name  string
		trip  time.Duration
		t     Tricks
		least time.Duration // what is taken out at least …
		most  time.Duration // … and at most, with the mark
		far   bool          // too far to be made up for
	}{
		{"near", 5 * time.Millisecond, Tricks{}, 5 * time.Millisecond, 105 * time.Millisecond, false},
		{"far", 200 * time.Millisecond, Tricks{}, 200 * time.Millisecond, 290 * time.Millisecond, false},
		{"too far", 400 * time.Millisecond, Tricks{}, 250 * time.Millisecond, 290 * time.Millisecond, true},
		{"late replies", 50 * time.Millisecond, Tricks{Replies: trick}, 50 * time.Millisecond, 150 * time.Millisecond,
			false},
		{"late everything", 50 * time.Millisecond, Tricks{Marks: trick, Replies: trick}, 50 * time.Millisecond,
			150 * time.Millisecond, false},
	}
	var g errgroup.Group
	riders := make([]*rider, len(cases))
	for i, c := range cases {
		g.Go(func() (err error) {
			r := &rider{link: Link{Trip: c.trip}, hand: Usual, tricks: c.t, key: drawKey}
			if riders[i], err = f.comes(t.Context(), r, "draw"); err != nil {
				return err
			}
			return r.draws(t.Context(), few)
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		counted := 0
		for _, run := range riders[i].runs() {
			if _, ok := run.measured(); !ok {
				continue
			}
			counted++
			out := run.Base(run.sighting.key).Sub(run.Sent)
			if out < c.least || out > c.most || c.far && run.Lag.Full() {
				t.Errorf("%s: %v of %+v is taken out, allowed are %v to %v", c.name, out, run.Lag, c.least, c.most)
			}
			// From when the picture came, by the same clock; what the house calls sent is noted after it has left.
			if took := run.sighting.key.Sub(run.at); took < c.trip/2+run.took {
				t.Errorf("%s: a key came %v after the picture, though the way takes %v and the hand %v", c.name, took,
					c.trip/2, run.took)
			}
		}
		if counted < few {
			t.Errorf("%s: %d reactions counted", c.name, counted)
		}
		_ = riders[i].term.Load().Close() // the door is shut after it
	}
}

func TestALinkDelaysAndKeepsTheOrder(t *testing.T) {
	a, b := net.Pipe()
	l := Link{Trip: 20 * time.Millisecond, Jitter: 20 * time.Millisecond}
	near := delayed(a, l, rand.New(rand.NewPCG(1, 2)))
	defer near.Close()
	began := time.Now()
	go func() {
		for _, p := range []string{"one ", "two ", "three"} {
			_, _ = near.Write([]byte(p))
		}
	}()
	got := make([]byte, 13)
	if _, err := io.ReadFull(b, got); err != nil || string(got) != "one two three" {
		t.Fatalf("%q, %v", got, err)
	}
	go func() { _, _ = b.Write(got) }()
	if _, err := io.ReadFull(near, got); err != nil || string(got) != "one two three" {
		t.Fatalf("%q came back, %v", got, err)
	}
	if took := time.Since(began); took < l.Trip {
		t.Errorf("there and back took %v", took)
	}
	_ = b.Close()
	if _, err := near.Read(got); err == nil {
		t.Error("the end did not come through")
	}
}

// A record and what went over the lines, together: who was faster, and whether that is what the keys say.
func TestVerdicts(t *testing.T) {
	races := parse("moves = [\n  \"A: turn\",\n  \"B: left 505\",\n  \"A: salute -20\",\n  \"table: close\",\n" +
		"  \"table: close\",\n  \"B: both 391\",\n  \"table: close\",\n]\n")
	want := []map[string]time.Duration{
		{"A": -20 * time.Millisecond, "B": 505 * time.Millisecond}, {}, {"B": 391 * time.Millisecond},
	}
	if !slices.EqualFunc(races, want, maps.Equal) {
		t.Errorf("the races are %v, want %v", races, want)
	}
	at := time.Unix(1000, 0)
	after := func(d time.Duration) run {
		r := run{own: own{took: d}, sighting: sighting{key: at.Add(d * time.Millisecond)}}
		r.Sent = at
		return r
	}
	for _, c := range []struct {
		keys, told [2]time.Duration // in milliseconds
		far        float64
		ok, wrong  bool
	}{
		{[2]time.Duration{500, 400}, [2]time.Duration{500, 400}, 1, true, false},
		{[2]time.Duration{400, 500}, [2]time.Duration{400, 500}, 0, true, false},
		{[2]time.Duration{400, 400}, [2]time.Duration{400, 400}, 0.5, true, false},
		{[2]time.Duration{400, 500}, [2]time.Duration{400, 0}, 0, true, false},
		{[2]time.Duration{500, 400}, [2]time.Duration{500, 0}, 0, true, true},
		{[2]time.Duration{405, 400}, [2]time.Duration{405, 0}, 0, true, false},
		{[2]time.Duration{400, 411}, [2]time.Duration{0, 411}, 1, true, true},
		{[2]time.Duration{400, 500}, [2]time.Duration{}, 0, false, false},
		{[2]time.Duration{400, 100}, [2]time.Duration{400, 0}, 0, false, false},
	} {
		b := bout{runs: [2]run{after(c.keys[0]), after(c.keys[1])}}
		for i, ms := range c.told {
			b.told[i] = ms * time.Millisecond
		}
		far, ok := b.verdict()
		if far != c.far || ok != c.ok || ok && b.wrong(far) != c.wrong {
			t.Errorf("%+v: %v %v", c, far, ok)
		}
	}
}

func TestShare(t *testing.T) {
	s := share(50, 100)
	if s.Part != 0.5 || math.Abs(s.Low-0.4038) > 0.001 || math.Abs(s.High-0.5962) > 0.001 {
		t.Errorf("50 of 100: %+v", s)
	}
	if s := share(0, 0); s.Low != 0 || s.High != 1 {
		t.Errorf("none of none: %+v", s)
	}
	if s := share(0, 10); s.Low > 1e-9 || s.High < 0.2 {
		t.Errorf("none of ten: %+v", s)
	}
}

// A hand is as fast as the rules say: median, and what nineteen of twenty stay above and below.
func TestTheUsualHand(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]time.Duration, 20_001)
	for i := range all {
		all[i] = Usual.take(r)
	}
	slices.Sort(all)
	for q, want := range map[float64]int{0.05: 384, 0.5: 525, 0.95: 804} {
		if got := swarm.Quantile(all, q).Milliseconds(); math.Abs(float64(got)-float64(want)) > 12 {
			t.Errorf("%v of all take less than %d ms, want %d", q, got, want)
		}
	}
	if d := Steady(300 * time.Millisecond).take(r); d != 300*time.Millisecond {
		t.Errorf("a steady hand took %v", d)
	}
}
