package table_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// asleep is a table of two with its match on that was closed and comes back, when it is nobody's turn to be read.
func asleep(t *testing.T, reload func(h *tabletest.House) (table.Kept, error)) (*tabletest.House, *table.Table) {
	t.Helper()
	h := tabletest.NewHouse(toy.Kit(), 9)
	deps := h.Deps
	deps.Waking = make(chan struct{}) // without a place
	deps.Reload = func(context.Context, table.ID) (table.Kept, error) { return reload(h) }
	return h, back(t, deps, written(t, h))
}

// written is a table of two with its match on, as it is written down when it has closed.
func written(t *testing.T, h *tabletest.House) table.Saved {
	t.Helper()
	tb, _, _ := begun(t, h, rounds(2))
	shut(t, tb)
	kept, err := h.Log.Reload(t.Context(), tb.ID())
	if err != nil {
		t.Fatal(err)
	}
	return kept.Saved
}

func back(t *testing.T, deps table.Deps, saved table.Saved) *table.Table {
	t.Helper()
	tb, err := table.Restore(deps, saved)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

func read(h *tabletest.House) (table.Kept, error) {
	return h.Log.Reload(context.Background(), "TABLE1")
}

// Whoever comes to a table that is not read back yet wakes it, and finds the match as it was.
func TestWhoeverComesWakesATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		_, tb := asleep(t, func(h *tabletest.House) (table.Kept, error) { reads.Add(1); return read(h) })
		tabletest.Pass(time.Hour)
		if n := reads.Load(); n != 0 {
			t.Errorf("the table was read back %d times though nobody had come", n)
		}
		a := tabletest.Look(t, tb, anna)
		synctest.Wait()
		a.Take()
		i := a.Frame.Info
		if n := reads.Load(); n != 1 || i.Stage != table.Playing || i.Host != anna.ID || i.Entries == 0 {
			t.Errorf("%d reads, then %+v", n, i)
		}
		shut(t, tb)
	})
}

// A table may be roused without wanting anything else of it.
func TestATableIsRoused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		_, tb := asleep(t, func(h *tabletest.House) (table.Kept, error) { reads.Add(1); return read(h) })
		for range 3 {
			tb.Rouse()
			synctest.Wait()
		}
		if n := reads.Load(); n != 1 {
			t.Errorf("the table was read back %d times", n)
		}
		shut(t, tb)
	})
}

// A table that sleeps may be closed: it is written down as it is.
func TestASleepingTableCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, tb := asleep(t, read)
		before := h.Log.Appends()
		shut(t, tb)
		if n := h.Log.Appends() - before; n != 0 {
			t.Errorf("%d batches were written", n)
		}
		if err := tb.Do(t.Context(), table.Look{Who: anna, Box: table.NewMailbox()}); !errors.Is(err, table.ErrGone) {
			t.Errorf("a look at a closed table: %v", err)
		}
	})
}

// What cannot be read is said, and tried again until it can.
func TestATableThatCannotBeReadIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mended atomic.Bool
		_, tb := asleep(t, func(h *tabletest.House) (table.Kept, error) {
			if !mended.Load() {
				return table.Kept{}, errors.New("no such luck")
			}
			return read(h)
		})
		look := table.Look{Who: anna, Box: table.NewMailbox()}
		for range 3 {
			err := tb.Do(t.Context(), look)
			if !errors.Is(err, table.ErrDisk) || table.DiskWords(err) != table.ErrUnread.Error() {
				t.Fatalf("a look at a table that cannot be read: %v, in words %q", err, table.DiskWords(err))
			}
			tabletest.Pass(time.Minute)
		}
		mended.Store(true)
		tabletest.Pass(table.Usual().RetryMax) // nobody asks, and nobody's turn it is
		a := tabletest.Look(t, tb, anna)
		a.UntilAsked()
		shut(t, tb)
	})
}

// A table that the log does not have is over before anybody sees it.
func TestATableThatIsGoneEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, tb := asleep(t, func(*tabletest.House) (table.Kept, error) { return table.Kept{}, table.ErrGone })
		if err := tb.Do(t.Context(), table.Ready{Who: anna.ID, Yes: true}); !errors.Is(err, table.ErrGone) {
			t.Errorf("an input to a table that is gone: %v", err)
		}
		<-tb.Done()
	})
}

// rotten is a match whose rules break down when it is played on.
type rotten struct{ engine.Match }

func (rotten) Apply([]engine.Fact) (engine.Match, error) { panic("no such card") }

// rottenKit is the toy game, whose matches break down from some moment on.
func rottenKit(kit bot.Kit, from func() bool) bot.Kit {
	open := kit.Open
	kit.Open = func(c engine.Config) (engine.Match, error) {
		m, err := open(c)
		if err == nil && from() {
			m = rotten{m}
		}
		return m, err
	}
	return kit
}

// A match over which the rules break down when it is read back stands there set aside, and its table has not kept the
// turn of the others.
func TestRulesThatBreakDownStopTheirTableAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 9)
		saved := written(t, h)
		var stages []table.Info
		deps := h.Deps
		deps.Waking = make(chan struct{}, 1)
		deps.Changed = func(i table.Info) { stages = append(stages, i) }
		deps.Kit = rottenKit(deps.Kit, func() bool { return true })
		broken := back(t, deps, saved)
		synctest.Wait()
		if n := len(stages); n == 0 || stages[n-1].Stage != table.Halted {
			t.Fatalf("the table shows %+v", stages)
		}
		a := tabletest.Look(t, broken, anna)
		synctest.Wait()
		a.Take()
		if i := a.Frame.Info; i.Stage != table.Halted || !strings.Contains(i.Trouble, "entry 1") {
			t.Errorf("who comes to it sees %+v", i)
		}
		stages, deps.Kit = nil, h.Deps.Kit
		whole := back(t, deps, saved)
		synctest.Wait()
		if n := len(stages); n == 0 || stages[n-1].Stage != table.Playing {
			t.Errorf("the next table was not read back: %+v", stages)
		}
		shut(t, broken)
		shut(t, whole)
	})
}

// What panics while a table is read is as what cannot be read: it is tried again.
func TestAPanicInReadingIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		broken.Store(true)
		_, tb := asleep(t, func(h *tabletest.House) (table.Kept, error) {
			if broken.Load() {
				panic("no such luck")
			}
			return read(h)
		})
		look := table.Look{Who: anna, Box: table.NewMailbox()}
		if err := tb.Do(t.Context(), look); !errors.Is(err, table.ErrDisk) {
			t.Fatalf("a look at a table that cannot be read: %v", err)
		}
		broken.Store(false)
		tabletest.Pass(table.Usual().RetryMax)
		tabletest.Look(t, tb, anna).UntilAsked()
		shut(t, tb)
	})
}
