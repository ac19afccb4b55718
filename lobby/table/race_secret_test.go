package table_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/engine/enginetest/toy/firstin"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// burts is what Burt does in a race that is armed now, at the moments at which he is told that it is armed and open.
type burts struct {
	armed, open func(do func(table.Input))
}

// secret plays one race in which Burt does something that cannot settle it, while a spectator talks, and returns what
// everybody else saw until it was over.
func secret(t *testing.T, how burts) (annas, carls []string) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(firstin.Kit(), 5)
		tb := h.Open(t, table.Settings{}, anna, burt)
		a, b, c := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt), tabletest.Look(t, tb, carl)
		do := func(in table.Input) {
			switch g := in.(type) {
			case table.Gesture:
				g.Who, g.Box, g.Race, g.At = burt.ID, b.Box, 1, time.Now()
				in = g
			case table.Reached:
				g.Who, g.Box, g.Race, g.Sent = burt.ID, b.Box, 1, time.Now()
				in = g
			case table.Wake:
				g.Who = burt.ID
				in = g
			case table.Marked:
				g.Who, g.Box, g.Race, g.At = burt.ID, b.Box, 1, time.Now()
				in = g
			}
			if err := b.Do(in); err != nil && !errors.Is(err, engine.ErrIllegal) && !errors.Is(err, table.ErrStale) {
				t.Error(err)
			}
		}
		for _, who := range []table.PlayerID{anna.ID, burt.ID} {
			a.Must(table.Ready{Who: who, Yes: true})
		}
		b.Until("armed", func(f table.Frame) bool { return f.Race != nil })
		seenA, seenC := watch(tb, anna), watch(tb, carl)
		if how.armed != nil {
			how.armed(do)
		}
		a.Until("open", func(f table.Frame) bool { return f.Race != nil && f.Race.Stage == table.RaceOpen })
		if view(a).Sign == firstin.Duck {
			t.Fatal("the sign calls on one alone: take another seed")
		}
		lag := clock.Lag{Trip: 200 * time.Millisecond}
		a.Must(table.Reached{Who: anna.ID, Box: a.Box, Race: 1, Sent: time.Now(), Lag: lag})
		if how.open != nil {
			go how.open(do)
		}
		for range 12 {
			tabletest.Pass(80 * time.Millisecond)
			c.Must(table.Talk{Who: carl, Text: "psst"})
		}
		a.Until("the close", isOver)
		shut(t, tb)
		annas, carls = untilClose(t, <-seenA), untilClose(t, <-seenC)
	})
	return annas, carls
}

// untilClose leaves out what was seen from the close on.
func untilClose(t *testing.T, all []string) []string {
	t.Helper()
	for i, s := range all {
		if strings.Contains(s, `"Stage":"show"`) {
			return all[:i]
		}
	}
	t.Fatalf("no close in %d frames", len(all))
	return nil
}

// Whatever somebody does in a race, opponents and spectators see the same frames, to the byte and the moment, until it
// is over.
func TestNobodySeesAGestureBeforeTheClose(t *testing.T) {
	wantA, wantC := secret(t, burts{})
	if len(wantA) < 10 || len(wantC) < 10 {
		t.Fatalf("only %d and %d frames", len(wantA), len(wantC))
	}
	after := func(d time.Duration) { <-time.After(d) }
	left, duck := firstin.Move{Kind: firstin.Left}, firstin.Move{Kind: firstin.Duck} // left is wrong with this seed
	reached := table.Reached{Lag: clock.Lag{Trip: 30 * time.Millisecond}, Marks: true}
	for name, how := range map[string]burts{
		"the picture alone": {open: func(do func(table.Input)) {
			do(reached)
			after(time.Second / 9)
			do(table.Marked{})
		}},
		"a false start": {
			armed: func(do func(table.Input)) { do(table.Gesture{Move: duck}) },
			open:  func(do func(table.Input)) { do(reached) },
		},
		"false starts without a picture": {armed: func(do func(table.Input)) {
			for range 9 {
				do(table.Gesture{Move: left})
			}
		}},
		"a key without a picture": {open: func(do func(table.Input)) {
			after(time.Second / 3)
			do(table.Gesture{Move: left})
		}},
		"a wrong key, and more": {open: func(do func(table.Input)) {
			do(reached)
			after(time.Second / 4)
			do(table.Gesture{Move: duck})
			do(table.Gesture{Move: left})
			do(table.Wake{})
		}},
		"a late wrong key": {open: func(do func(table.Input)) {
			do(reached)
			after(900 * time.Millisecond)
			do(table.Gesture{Move: duck})
		}},
		"no move at all": {open: func(do func(table.Input)) {
			do(reached)
			after(300 * time.Millisecond)
			do(table.Gesture{})
			do(table.Gesture{Move: "nonsense"})
		}},
	} {
		gotA, gotC := secret(t, how)
		same(t, name+": Anna", wantA, gotA)
		same(t, name+": Carl", wantC, gotC)
	}
}
