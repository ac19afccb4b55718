package table_test

import (
	"errors"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// A match that is killed after any entry comes back with the same cards, and no clock has lost time.
func TestRestartAfterEveryEntry(t *testing.T) {
	for kill := 1; ; kill++ {
		over := false
		synctest.Test(t, func(t *testing.T) { over = killAfter(t, kill) })
		if over {
			if kill < 5 {
				t.Errorf("the match was over after %d entries", kill)
			}
			return
		}
	}
}

func killAfter(t *testing.T, kill int) (over bool) {
	h := tabletest.NewHouse(toy.Kit(), 6)
	tb, a, b := begun(t, h, rounds(2))
	for a.Frame.Info.Entries < kill && a.Frame.Info.Stage == table.Playing {
		tabletest.Pass(time.Second)
		progressed := false
		for _, c := range []*tabletest.Clerk{a, b} {
			synctest.Wait()
			c.Take()
			if c.Frame.Ask != nil && c.Frame.Info.Entries < kill {
				progressed = c.Answer(-1) == nil || progressed
			}
			synctest.Wait()
			a.Take()
		}
		if !progressed {
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			b.Must(table.Ready{Who: burt.ID, Yes: true})
		}
	}
	if a.Frame.Info.Stage != table.Playing {
		shut(t, tb)
		return true
	}
	before := a.Frame
	kept, err := h.Log.Reload(t.Context(), tb.ID()) // what a kill leaves
	if err != nil {
		t.Fatal(err)
	}
	shut(t, tb)
	tabletest.Pass(time.Hour)
	again := h.Back(t, kept)
	a2 := tabletest.Look(t, again, anna)
	tabletest.Look(t, again, burt)
	synctest.Wait()
	a2.Take()
	after := a2.Frame
	if !reflect.DeepEqual(before.View, after.View) || before.Info.Entries != after.Info.Entries {
		t.Errorf("after %d entries: %+v, before: %+v", kill, after.View, before.View)
	}
	asked := func(a *table.Ask) []any {
		if a == nil {
			return nil
		}
		return a.Legal
	}
	if !reflect.DeepEqual(asked(before.Ask), asked(after.Ask)) {
		t.Errorf("after %d entries: asked %+v, before: %+v", kill, after.Ask, before.Ask)
	}
	for i, c := range after.Info.Chairs {
		if was := before.Info.Chairs[i].Clock.Left; c.Clock.Left < was-time.Millisecond {
			t.Errorf("after %d entries: seat %d has %v, before: %v", kill, i, c.Clock.Left, was)
		}
	}
	shut(t, again)
	return false
}

func TestShutdownKeepsTheClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 7)
		h.Deps.Times.Given = 0
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		tabletest.Pass(10 * time.Second)
		shut(t, tb)
		a.Take()
		if a.Frame.Gone != "closed by the test" {
			t.Errorf("gone: %q", a.Frame.Gone)
		}
		if _, ok, open := a.Box.Take(); ok || open {
			t.Error("the mailbox is still open")
		}
		if err := a.Do(table.Wake{Who: anna.ID}); !errors.Is(err, table.ErrGone) {
			t.Errorf("after the end: %v", err)
		}
		again := h.Restart(t, tb.ID())
		a = tabletest.Look(t, again, anna)
		a.UntilAsked()
		if got := a.Frame.Info.Chairs[0].Clock.Bank; got != 110*time.Second {
			t.Errorf("Anna has %v, want 1:50", got)
		}
		shut(t, again)
	})
}

// Nobody is at the table, everybody leaves in every order: it comes to an end by itself.
func TestEveryOrderOfLeaving(t *testing.T) {
	people := []table.Person{anna, burt, carl}
	for order := range 6 {
		for how := range 8 {
			synctest.Test(t, func(t *testing.T) {
				h := tabletest.NewHouse(toy.Kit(), uint64(order))
				tb := h.Open(t, rounds(2), people...)
				clerks := make([]*tabletest.Clerk, 3)
				for i, p := range people {
					clerks[i] = tabletest.Look(t, tb, p)
					clerks[i].Must(table.Ready{Who: p.ID, Yes: true})
				}
				for i, n := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[order] {
					c := clerks[n]
					if how&(1<<i) != 0 {
						_ = c.Do(table.Stand{Who: c.Who.ID, Now: true})
					}
					c.Must(table.Unlook{Box: c.Box})
					tabletest.Pass(30 * time.Second)
				}
				select {
				case <-tb.Done():
				case <-time.After(15 * 24 * time.Hour):
					t.Errorf("order %d, %03b: the table still stands", order, how)
					shut(t, tb)
				}
				m, err := h.Log.Match("M0000001")
				if err != nil || m.Ended == nil {
					t.Errorf("order %d, %03b: the match has no end (%v)", order, how, err)
				}
				if _, err := h.Log.Reload(t.Context(), tb.ID()); !errors.Is(err, table.ErrGone) {
					t.Errorf("order %d, %03b: the table was kept: %v", order, how, err)
				}
			})
		}
	}
}

// A line that comes and goes all the time never gains a moment.
func TestComingAndGoingGainsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 11)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		last := a.Frame.Info.Chairs[0].Clock.LeftAt(time.Now())
		for range 50 {
			a.Must(table.Unlook{Box: a.Box})
			tabletest.Pass(200 * time.Millisecond)
			a = tabletest.Look(t, tb, anna)
			synctest.Wait()
			a.Take()
			left := a.Frame.Info.Chairs[0].Clock.LeftAt(time.Now())
			if left > last-200*time.Millisecond {
				t.Fatalf("%v left, then %v", last, left)
			}
			last = left
		}
		shut(t, tb)
	})
}
