package table_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/engine/enginetest/toy/firstin"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// With the disk failing at any write of a match, in either way, nobody has seen anything that is not written, not even
// the own gesture, and the match comes to its end.
func TestDiskFailsAtEveryWriteOfARace(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Lost, tabletest.Durable} {
		for n := 2; ; n++ {
			met := false
			synctest.Test(t, func(t *testing.T) { met = failRace(t, n, fault) })
			if !met {
				if n < 12 {
					t.Errorf("only %d writes in a match", n)
				}
				break
			}
		}
	}
}

func failRace(t *testing.T, n int, fault tabletest.Fault) (met bool) {
	h := tabletest.NewHouse(firstin.Kit(), 3)
	times := 0
	h.Log.Fail(func(i int, _ table.Batch) tabletest.Fault {
		if i != n && (times == 0 || times >= 3) {
			return tabletest.Fine
		}
		times++
		met = true
		if times > 1 {
			return tabletest.Lost // it goes on failing for a while
		}
		return fault
	})
	tb := h.Open(t, rounds(2), anna, burt, quick(2))
	var last *runner
	done := make(chan struct{}, 2)
	for i, who := range []table.Person{anna, burt} {
		p := &runner{Clerk: tabletest.Look(t, tb, who), lag: clock.Lag{Trip: 20 * time.Millisecond}}
		p.presses, last = reactions(uint64(i)), p
		insist(p.Clerk, table.Ready{Who: who.ID, Yes: true})
		go func() { defer func() { done <- struct{}{} }(); watchful(t, h, p) }()
	}
	<-done
	<-done
	if m := match(t, h, last.Clerk); m.Ended == nil {
		t.Errorf("write %d: the match has no end", n)
	} else {
		replays(t, m)
	}
	shut(t, tb)
	return met
}

// watchful races to the end and looks whether anything is shown that is not written.
func watchful(t *testing.T, h *tabletest.House, p *runner) {
	told := map[string]int{}
	p.Until("the end", func(f table.Frame) bool {
		m, err := h.Log.Match(f.Info.Match)
		if f.Info.Match != "" && (err != nil || f.Info.Entries > len(m.Entries)) {
			t.Errorf("%d entries shown, %d written", f.Info.Entries, len(m.Entries))
		}
		if v, ok := f.View.(firstin.View); ok && v.Own.Kind != 0 {
			last := m.Entries[len(m.Entries)-1]
			for i := len(m.Entries) - 1; i >= 0 && last.Seat != f.You; i-- {
				last = m.Entries[i]
			}
			if want := v.Own.After; last.Seat != f.You || last.After != want {
				t.Errorf("seat %d sees %v, written is %+v", f.You, v.Own, last)
			}
		}
		for _, l := range f.Lines {
			told[l.Note.Kind]++
		}
		if f.Ask != nil {
			insist(p.Clerk, table.Answer{Who: p.Who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[0]})
			f.Ask = nil
		}
		p.take(f)
		return f.Info.Stage == table.Ended
	})
	if told["first-in/shown"] != 2 || told["first-in/closed"] != 2 {
		t.Errorf("told: %v", told)
	}
}

// replays decides every entry of a match again.
func replays(t *testing.T, m table.Stored) {
	t.Helper()
	play, err := firstin.Kit().Open(m.Opened.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range m.Entries {
		act := engine.Act[any]{Seat: e.Seat}
		if e.Words != "" {
			if act, err = play.Parse(e.Words, e.Seat, m.Opened.Names); err != nil {
				t.Fatal(err)
			}
		}
		next, _, err := play.Play(act, m.Opened.Seed.Entry(e.Seq))
		if err != nil || next.Sum() != e.Sum {
			t.Fatalf("entry %d, %q: sum %x, want %x, %v", e.Seq, e.Words, next.Sum(), e.Sum, err)
		}
		play = next
	}
}

// A house that is killed between a sign and the close knows the sign afterwards, and whoever had answered has. Nobody
// is asked to react to what has been seen before: bots do it for all others, once somebody is back.
func TestKilledInARace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(firstin.Kit(), 4)
		tb, a, b := opened(t, h)
		id := a.Frame.Race.ID
		a.Must(table.Reached{Who: anna.ID, Box: a.Box, Race: id, Sent: time.Now()})
		tabletest.Pass(300 * time.Millisecond)
		a.Must(table.Gesture{Who: anna.ID, Box: a.Box, Race: id, Move: right(view(a)), At: time.Now()})
		kept, err := h.Log.Reload(t.Context(), tb.ID())
		if err != nil {
			t.Fatal(err)
		}
		seen := view(b)
		shut(t, tb)
		again := h.Back(t, kept)
		tabletest.Pass(time.Hour)
		b = tabletest.Look(t, again, burt)
		synctest.Wait()
		b.Take()
		if v := view(b); v.Sign != seen.Sign || v.Round != seen.Round || b.Frame.Race != nil || b.Frame.Ask != nil {
			t.Errorf("Burt sees %+v, race %+v", v, b.Frame.Race)
		}
		g := table.Gesture{Who: burt.ID, Box: b.Box, Race: id, Move: right(seen), At: time.Now()}
		if err := b.Do(g); !errors.Is(err, table.ErrStale) {
			t.Errorf("Burt may react: %v", err)
		}
		a = tabletest.Look(t, again, anna)
		a.Until("the close", func(f table.Frame) bool { return f.View.(firstin.View).Phase != "open" })
		// Burt's bot took longer, so nothing could change it any more.
		if last := view(a).Last; last.Answers[0].After != 300*time.Millisecond || last.Winner != 0 {
			t.Errorf("what came of it: %+v", last)
		}
		shut(t, again)
	})
}

// A slow disk is nobody's reaction time: it is taken from when the picture was sent to when the key was read.
func TestASlowDiskIsNoReaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(firstin.Kit(), 4)
		tb, a, b := opened(t, h)
		id := a.Frame.Race.ID
		for _, c := range []*tabletest.Clerk{a, b} {
			c.Must(table.Reached{Who: c.Who.ID, Box: c.Box, Race: id, Sent: time.Now()})
		}
		tabletest.Pass(300 * time.Millisecond)
		release := h.Log.Hold()
		for _, c := range []*tabletest.Clerk{a, b} {
			in := table.Gesture{Who: c.Who.ID, Box: c.Box, Race: id, Move: right(view(c)), At: time.Now()}
			go func() { _ = tb.Do(context.Background(), in) }()
			tabletest.Pass(5 * time.Millisecond)
		}
		tabletest.Pass(2 * time.Second)
		release()
		a.Until("the close", isOver)
		if got := view(a).Last.Answers; got[0].After != 300*time.Millisecond || got[1].After != 305*time.Millisecond {
			t.Errorf("answers %+v", got)
		}
		shut(t, tb)
	})
}

// Somebody with a near and a far terminal reacts from when they could see it on the near one, whichever key they press.
func TestTwoTerminalsAreNoHeadStart(t *testing.T) {
	for _, farFirst := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) { twoTerminals(t, farFirst) })
	}
}

func twoTerminals(t *testing.T, farFirst bool) {
	h := tabletest.NewHouse(firstin.Kit(), 4)
	tb := h.Open(t, table.Settings{}, anna, burt)
	far := tabletest.Look(t, tb, anna)
	a, b := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
	a.Must(table.Ready{Who: anna.ID, Yes: true})
	b.Must(table.Ready{Who: burt.ID, Yes: true})
	a.Until("open", func(f table.Frame) bool { return f.Race != nil && f.Race.Stage == table.RaceOpen })
	id, lag := a.Frame.Race.ID, clock.Lag{Trip: 10 * time.Millisecond}
	slow := clock.Lag{Trip: 250 * time.Millisecond}
	if farFirst {
		far.Must(table.Reached{Who: anna.ID, Box: far.Box, Race: id, Sent: time.Now(), Lag: slow})
	}
	a.Must(table.Reached{Who: anna.ID, Box: a.Box, Race: id, Sent: time.Now(), Lag: lag})
	if !farFirst {
		far.Must(table.Reached{Who: anna.ID, Box: far.Box, Race: id, Sent: time.Now(), Lag: slow})
	}
	b.Must(table.Reached{Who: burt.ID, Box: b.Box, Race: id, Sent: time.Now(), Lag: lag})
	tabletest.Pass(400 * time.Millisecond)
	far.Must(table.Gesture{Who: anna.ID, Box: far.Box, Race: id, Move: wrong(view(a)), At: time.Now()})
	other := table.Gesture{Who: burt.ID, Box: far.Box, Race: id, Move: wrong(view(a)), At: time.Now()}
	if err := tb.Do(t.Context(), other); !errors.Is(err, table.ErrStale) {
		t.Errorf("a key of somebody else's terminal: %v", err)
	}
	a.Until("the own answer", func(f table.Frame) bool { return f.View.(firstin.View).Own.Kind != 0 })
	if got := view(a).Own.After; got != 390*time.Millisecond {
		t.Errorf("she took %v", got)
	}
	far.Take()
	if l := far.Frame.Lag; l == nil || *l != slow || *a.Frame.Lag != lag {
		t.Errorf("the terminals' lags: %v, %v", l, a.Frame.Lag)
	}
	shut(t, tb)
}
