package table_test

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/engine/enginetest/toy/firstin"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

func quick(seat engine.Seat) table.Person {
	p, _ := tabletest.Bot("quick", seat)
	return p
}

// runner is somebody who races at the end of a line: pictures take There, keys take Back, the terminal says when it has
// drawn, if Marks, and the table believes that the line's round trip is Lag.
type runner struct {
	*tabletest.Clerk
	there, back time.Duration
	marks       bool
	lag         clock.Lag
	// presses says what this runner does about a sign, and after how long; no move is nothing.
	presses func(v firstin.View) (firstin.Move, time.Duration)
	seen    uint64 // the last race whose picture has come
	judged  uint64 // the last whose result was looked at
	won, of int    // races that called on everybody
	refused []error
}

// right is the move that a sign asks for.
func right(v firstin.View) firstin.Move { return firstin.Move{Kind: v.Sign} }

// wrong is one that it does not.
func wrong(v firstin.View) firstin.Move {
	if v.Sign == firstin.Left {
		return firstin.Move{Kind: firstin.Right}
	}
	return firstin.Move{Kind: firstin.Left}
}

// take does what a frame asks for: say go, and run.
func (p *runner) take(f table.Frame) {
	if f.Ask != nil {
		_ = p.Do(table.Answer{Who: p.Who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[0]})
	}
	p.judge(f)
	if f.Race == nil || f.Race.Stage != table.RaceOpen || f.Race.ID == p.seen {
		return
	}
	p.seen = f.Race.ID
	v, id, sent := f.View.(firstin.View), f.Race.ID, time.Now()
	err := p.Do(table.Reached{Who: p.Who.ID, Box: p.Box, Race: id, Sent: sent, Lag: p.lag, Marks: p.marks})
	if err != nil {
		p.refused = append(p.refused, err)
	}
	if p.marks {
		time.AfterFunc(p.there+p.back, func() {
			_ = p.Do(table.Marked{Who: p.Who.ID, Box: p.Box, Race: id, At: time.Now()})
		})
	}
	if m, after := p.presses(v); m.Kind != 0 {
		time.AfterFunc(p.there+after+p.back, func() {
			_ = p.Do(table.Gesture{Who: p.Who.ID, Box: p.Box, Race: id, Move: m, At: time.Now()})
		})
	}
}

// judge counts the race that was over last.
func (p *runner) judge(f table.Frame) {
	v, ok := f.View.(firstin.View)
	if !ok || p.judged == p.seen || f.Race != nil && f.Race.Stage == table.RaceOpen {
		return
	}
	p.judged = p.seen
	if v.Last.Sign != firstin.Duck && v.Last.Winner >= 0 {
		p.of++
		if v.Last.Winner == f.You {
			p.won++
		}
	}
}

// run races until the match is over.
func (p *runner) run() {
	p.Until("the end", func(f table.Frame) bool {
		p.take(f)
		return f.Info.Stage == table.Ended
	})
}

// reactions are times such as people have, the same distribution for everybody.
func reactions(seed uint64) func(firstin.View) (firstin.Move, time.Duration) {
	r := rand.New(rand.NewPCG(seed, 7))
	return func(v firstin.View) (firstin.Move, time.Duration) {
		after := time.Duration((330+40*r.NormFloat64()+70*r.ExpFloat64())*1000) * time.Microsecond
		return right(v), max(after, 150*time.Millisecond)
	}
}

// distance plays races between somebody who sits at the table's door and somebody far away, and returns how many the
// far one won of how many.
func distance(t *testing.T, matches int, far runner) (won, of int) {
	for n := range matches {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(firstin.Kit(), uint64(n))
			chairs := []table.Person{anna, burt}
			if n%2 == 0 { // the lower seat has the better of ties
				chairs = []table.Person{burt, anna}
			}
			tb := h.Open(t, table.Settings{}, chairs...)
			near := &runner{Clerk: tabletest.Look(t, tb, anna), presses: reactions(uint64(2 * n))}
			near.there, near.back, near.lag = time.Millisecond, time.Millisecond, clock.Lag{Trip: 2 * time.Millisecond}
			other := far
			other.Clerk, other.presses = tabletest.Look(t, tb, burt), reactions(uint64(2*n+1))
			done := make(chan struct{})
			go func() { defer close(done); other.run() }()
			near.Must(table.Ready{Who: anna.ID, Yes: true})
			near.Must(table.Ready{Who: burt.ID, Yes: true})
			near.run()
			<-done
			won, of = won+other.won, of+other.of
			if len(near.refused)+len(other.refused) > 0 {
				t.Errorf("refused: %v %v", near.refused, other.refused)
			}
			shut(t, tb)
		})
	}
	return won, of
}

// Two who react alike win alike, however far away one of them is; without what the table takes out of their times the
// one far away hardly wins at all.
func TestDistanceWinsAndLosesNothing(t *testing.T) {
	trip := func(d time.Duration) runner {
		return runner{there: d / 2, back: d / 2, lag: clock.Lag{Trip: d}}
	}
	marked := trip(200 * time.Millisecond)
	marked.marks = true
	skewed := trip(120 * time.Millisecond)
	skewed.there, skewed.back = 20*time.Millisecond, 100*time.Millisecond
	early := trip(120 * time.Millisecond)
	early.lag.Trip -= 30 * time.Millisecond // less than it takes, which the terminal sets right
	early.marks = true
	for name, far := range map[string]runner{
		"50 ms": trip(50 * time.Millisecond), "200 ms": trip(200 * time.Millisecond), "with marks": marked,
		"another way back": skewed, "set right by marks": early,
	} {
		if won, of := distance(t, 100, far); of < 350 || max(won, of-won)*100 > of*55 {
			t.Errorf("%s away: won %d of %d", name, won, of)
		}
	}
	far := trip(200 * time.Millisecond)
	far.lag = clock.Lag{}
	if won, of := distance(t, 20, far); won*100 > of*12 {
		t.Errorf("200 ms away and nobody knows: won %d of %d", won, of)
	}
	far.lag.Trip = time.Second // it says so: no more than 250 ms is believed
	if won, of := distance(t, 20, far); won*100 > of*80 {
		t.Errorf("200 ms away, a second claimed: won %d of %d", won, of)
	}
}

// opened is a table of Anna and Burt whose first race that calls on both is open, everybody having looked at the frame.
func opened(t *testing.T, h *tabletest.House) (tb *table.Table, a, b *tabletest.Clerk) {
	t.Helper()
	tb = h.Open(t, table.Settings{}, anna, burt)
	a, b = tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
	a.Must(table.Ready{Who: anna.ID, Yes: true})
	b.Must(table.Ready{Who: burt.ID, Yes: true})
	for _, c := range []*tabletest.Clerk{a, b} {
		c.Until("a sign for both", func(f table.Frame) bool {
			v, ok := f.View.(firstin.View)
			return ok && f.Race != nil && f.Race.Stage == table.RaceOpen && v.Sign != firstin.Duck
		})
	}
	return tb, a, b
}

func isOver(f table.Frame) bool { return f.Race == nil || f.Race.Stage != table.RaceOpen }

func view(c *tabletest.Clerk) firstin.View { return c.Frame.View.(firstin.View) }

// The table closes a race at the first moment at which no key that is still on its way could change who wins, and at no
// later one.
func TestARaceClosesAsSoonAsNothingCanChangeIt(t *testing.T) {
	const first = 300 * time.Millisecond // Anna's time
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	trip := func(n int) clock.Lag { return clock.Lag{Trip: ms(n)} }
	for name, c := range map[string]struct {
		lag    clock.Lag
		marks  bool
		marked time.Duration // after the sign; 0 for no answer
		burt   time.Duration // Burt's key, after the sign; 0 for none
		want   time.Duration // after the sign
		winner engine.Seat
	}{
		"near and silent":            {want: ms(350)},
		"far":                        {lag: trip(200), want: ms(550)},
		"too far":                    {lag: trip(1000), want: ms(600)},
		"by the kernel":              {lag: clock.Lag{Trip: ms(200), Kernel: ms(20)}, want: ms(430)},
		"silent terminal":            {lag: trip(200), marks: true, want: ms(590)},
		"marked":                     {lag: trip(200), marks: true, marked: ms(210), want: ms(560)},
		"marked late":                {lag: trip(20), marks: true, marked: ms(200), want: ms(410)},
		"answered":                   {lag: trip(200), burt: ms(450), want: ms(450), winner: 1},
		"answered slowly":            {lag: trip(200), burt: ms(510), want: ms(510)},
		"too early to be a reaction": {lag: trip(200), burt: ms(250), want: ms(300)},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(firstin.Kit(), 4)
			tb, a, b := opened(t, h)
			id, start := a.Frame.Race.ID, time.Now()
			a.Must(table.Reached{Who: anna.ID, Box: a.Box, Race: id, Sent: start})
			b.Must(table.Reached{Who: burt.ID, Box: b.Box, Race: id, Sent: start, Lag: c.lag, Marks: c.marks})
			press := func(p *tabletest.Clerk) {
				p.Must(table.Gesture{Who: p.Who.ID, Box: p.Box, Race: id, Move: right(view(p)), At: time.Now()})
			}
			time.AfterFunc(first, func() { press(a) })
			if c.burt > 0 {
				time.AfterFunc(c.burt, func() { press(b) })
			}
			if c.marked > 0 {
				time.AfterFunc(c.marked, func() {
					b.Must(table.Marked{Who: burt.ID, Box: b.Box, Race: id, At: time.Now()})
				})
			}
			w := tabletest.Look(t, tb, carl)
			w.Until("the close", isOver)
			// A key that comes at that very moment would be as quick; one after it is rounded to whole milliseconds.
			if d := time.Since(start) - c.want; d < 0 || d > time.Millisecond {
				t.Errorf("%s: closed after %v, want %v", name, time.Since(start), c.want)
			}
			if got := view(w).Last; got.Winner != c.winner {
				t.Errorf("%s: seat %d won: %+v", name, got.Winner, got)
			}
			shut(t, tb)
		})
	}
}
