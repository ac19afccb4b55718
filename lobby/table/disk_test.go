package table_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

func TestNothingIsShownBeforeItIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 2)
		tb, a, b := begun(t, h, rounds(1))
		release := h.Log.Hold()
		verdict := make(chan error, 1)
		ask := *a.Frame.Ask
		go func() { verdict <- tb.Do(t.Context(), table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}) }()
		tabletest.Pass(2 * time.Second)
		synctest.Wait()
		select {
		case err := <-verdict:
			t.Fatalf("a verdict before the write: %v", err)
		default:
		}
		if a.Take() || b.Take() {
			t.Fatal("a frame before the write")
		}
		release()
		if err := <-verdict; err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !b.Take() || b.Frame.Info.Entries != 2 {
			t.Fatalf("after the write: %d entries", b.Frame.Info.Entries)
		}
		shut(t, tb)
	})
}

// A slow disk costs nobody time: a clock starts when its question is shown, and stops when the answer came.
func TestSlowDiskCostsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 2)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		tabletest.Pass(3 * time.Second)
		release := h.Log.Hold()
		done := make(chan error, 1)
		ask := *a.Frame.Ask
		go func() { done <- tb.Do(t.Context(), table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}) }()
		tabletest.Pass(9 * time.Second)
		release()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		b.UntilAsked()
		for _, c := range b.Frame.Info.Chairs {
			want := 2 * time.Minute // 3 seconds of thinking, 5 more for the answer, or nothing at all
			if c.Seat == 0 {
				want += 2 * time.Second
			}
			if got := c.Clock.Bank; got != want {
				t.Errorf("seat %d has %v, want %v", c.Seat, got, want)
			}
		}
		shut(t, tb)
	})
}

// With the disk failing at any write, in either way, everybody has seen exactly what was written, the table says why
// it stands still, and the match comes to the same end.
func TestDiskFailsAtEveryWrite(t *testing.T) {
	t.Run("plain", func(t *testing.T) { failEverywhere(t, toy.Kit()) })
	t.Run("windows", func(t *testing.T) { failEverywhere(t, table.StandingKit()) })
}

func failEverywhere(t *testing.T, kit bot.Kit) {
	for _, fault := range []tabletest.Fault{tabletest.Lost, tabletest.Durable} {
		for n := 2; ; n++ {
			met := false
			synctest.Test(t, func(t *testing.T) { met = failAt(t, kit, n, fault) })
			if !met {
				if n < 10 {
					t.Errorf("only %d writes in a match", n)
				}
				break
			}
		}
	}
}

func failAt(t *testing.T, kit bot.Kit, n int, fault tabletest.Fault) (met bool) {
	h := tabletest.NewHouse(kit, 3)
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
	tb := h.Open(t, rounds(1), anna, burt, regular(2))
	a, b := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
	for _, c := range []*tabletest.Clerk{a, b} {
		insist(c, table.Ready{Who: c.Who.ID, Yes: true})
	}
	doneA, doneB := make(chan struct{}), make(chan struct{})
	go func() { defer close(doneA); playOn(t, h, a) }()
	go func() { defer close(doneB); playOn(t, h, b) }()
	<-doneA
	<-doneB
	m := match(t, h, a)
	if m.Ended == nil {
		t.Fatalf("write %d: the match has no end", n)
	}
	verify(t, m)
	told := 0
	for _, l := range b.Lines {
		if l.Lane == table.Play {
			told++
		}
	}
	facts := 0
	for _, e := range m.Entries {
		facts += len(e.Facts)
	}
	if told != facts {
		t.Errorf("write %d: %d events told, %d happened", n, told, facts)
	}
	shut(t, tb)
	return met
}

// insist says it again for as long as the disk fails.
func insist(c *tabletest.Clerk, in table.Input) {
	for errors.Is(c.Do(in), table.ErrDisk) {
		<-time.After(time.Second)
	}
}

// playOn plays to the end and looks whether anything is shown that is not written.
func playOn(t *testing.T, h *tabletest.House, c *tabletest.Clerk) {
	seen := uint64(0)
	c.Until("the end", func(f table.Frame) bool {
		m, err := h.Log.Match(f.Info.Match)
		if f.Info.Match != "" && (err != nil || f.Info.Entries > len(m.Entries)) {
			t.Errorf("%d entries shown, %d written", f.Info.Entries, len(m.Entries))
		}
		if (f.Info.Stage == table.Halted) != (f.Info.Trouble != "") {
			t.Errorf("%s, and says %q", f.Info.Stage, f.Info.Trouble)
		}
		if f.Ask != nil && f.Ask.ID != seen {
			seen = f.Ask.ID
			insist(c, table.Answer{Who: c.Who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[len(f.Ask.Legal)-1]})
		}
		return f.Info.Stage == table.Ended
	})
}

// breaking is the toy game with rules that panic or lie.
type breaking struct {
	engine.Match
	on func() bool
}

func (m breaking) Play(a engine.Act[any], r *engine.Rand) (engine.Match, []engine.Fact, error) {
	if m.on() {
		panic("the rules broke")
	}
	next, facts, err := m.Match.Play(a, r)
	return breaking{next, m.on}, facts, err
}

func (m breaking) Apply(f []engine.Fact) (engine.Match, error) {
	next, err := m.Match.Apply(f)
	return breaking{next, m.on}, err
}

func TestPanicInTheRulesStopsThisTableOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := false
		h := tabletest.NewHouse(toy.Kit(), 8)
		open := h.Deps.Kit.Open
		h.Deps.Kit.Open = func(c engine.Config) (engine.Match, error) {
			m, err := open(c)
			return breaking{m, func() bool { return broken }}, err
		}
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		written := len(match(t, h, a).Entries)
		broken = true
		if err := a.Answer(-1); !errors.Is(err, table.ErrHalted) {
			t.Fatalf("verdict: %v", err)
		}
		b.UntilStage(table.Halted)
		if b.Frame.Info.Trouble == "" || b.Frame.View == nil {
			t.Error("a halted table must say so and show what was shown")
		}
		if err := b.Do(table.Answer{Who: burt.ID, Ask: 1}); !errors.Is(err, table.ErrHalted) {
			t.Errorf("verdict: %v", err)
		}
		if n := len(match(t, h, a).Entries); n != written {
			t.Errorf("%d entries in the log, %d before", n, written)
		}
		b.Must(table.Talk{Who: burt, Text: "what now?"})
		a.Until("talk", func(table.Frame) bool { return a.Heard("what now?") == 1 })
		broken = false
		shut(t, tb)
		again := h.Restart(t, tb.ID()) // with rules that work it goes on
		a = tabletest.Look(t, again, anna)
		a.UntilAsked()
		shut(t, again)
	})
}

func match(t *testing.T, h *tabletest.House, c *tabletest.Clerk) table.Stored {
	t.Helper()
	m, err := h.Log.Match(c.Frame.Info.Match)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A log that does not add up sets its match aside, names the entry, and loses nothing.
func TestDamagedLogIsSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 9)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		shut(t, tb)
		for name, spoil := range map[string]func(*table.Stored){
			"entry 3": func(m *table.Stored) {
				body := string(m.Entries[2].Facts[0].Body)
				m.Entries[2].Facts[0].Body = []byte(strings.Replace(body, `"card":0`, `"card":5`, 1))
			},
			"entry 2": func(m *table.Stored) { m.Entries = slices.Delete(m.Entries, 1, 2) },
			"entry 4": func(m *table.Stored) { m.Entries[3].Facts[0].Kind = "nonsense" },
		} {
			whole := match(t, h, a)
			if err := h.Log.Spoil(whole.ID, spoil); err != nil {
				t.Fatal(err)
			}
			again := h.Restart(t, tb.ID())
			c := tabletest.Look(t, again, anna)
			c.UntilStage(table.Halted)
			if !strings.Contains(c.Frame.Info.Trouble, name) {
				t.Errorf("%s: %q", name, c.Frame.Info.Trouble)
			}
			shut(t, again)
			if err := h.Log.Spoil(whole.ID, func(m *table.Stored) { *m = whole }); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A program whose states hold more than those of the one that wrote a match goes on with it all the same.
func TestStatesMayLookDifferentAfterAnUpgrade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 9)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		shut(t, tb)
		whole := match(t, h, a)
		if err := h.Log.Spoil(whole.ID, func(m *table.Stored) {
			for i := range m.Entries {
				m.Entries[i].Sum ^= 0xbad
			}
		}); err != nil {
			t.Fatal(err)
		}
		again := h.Restart(t, tb.ID())
		c := tabletest.Look(t, again, anna)
		c.UntilAsked()
		if c.Frame.Info.Trouble != "" || c.Frame.Info.Entries < len(whole.Entries) {
			t.Errorf("it goes on at entry %d of %d: %q", c.Frame.Info.Entries, len(whole.Entries), c.Frame.Info.Trouble)
		}
		shut(t, again)
	})
}
