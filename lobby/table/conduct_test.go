package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// How a match loses Anna, and whether she comes back, is written down with her place.
func TestPlacesTellWhoCameBack(t *testing.T) {
	for name, c := range map[string]struct {
		left            bool // by her own wish
		away            time.Duration
		back            bool
		drops, returned int
	}{
		"a line that is lost and found":      {false, 10 * time.Second, true, 1, 1},
		"a line that is lost for good":       {false, 10 * time.Second, false, 1, 0},
		"a look elsewhere":                   {true, 10 * time.Second, true, 0, 0},
		"a look elsewhere until a bot plays": {true, 65 * time.Second, true, 1, 1},
		"a look elsewhere that never ends":   {true, 10 * time.Second, false, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := tabletest.NewHouse(toy.Kit(), 40)
				tb, a, b := begun(t, h, rounds(2))
				toGoes(t, a, b)
				a.Must(table.Unlook{Box: a.Box, Left: c.left})
				tabletest.Pass(c.away)
				if c.back {
					a = tabletest.Look(t, tb, anna)
					go a.Play(table.Ended)
				}
				go b.Play(table.Ended)
				tabletest.Pass(time.Hour)
				m := match(t, h, b)
				if m.Ended == nil {
					t.Fatal("the match has no end")
				}
				for _, p := range m.Ended.Places {
					drops, returned := 0, 0
					if p.Person.ID == anna.ID {
						drops, returned = c.drops, c.returned
					}
					if p.Drops != drops || p.Returned != returned {
						t.Errorf("%s: %d drops, %d returned, want %d and %d", p.Person.Name, p.Drops, p.Returned, drops,
							returned)
					}
				}
				shut(t, tb)
			})
		})
	}
}

// A house that was closed is nobody's fault.
func TestARestartIsNoLostLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 41)
		tb, a, b := begun(t, h, rounds(2))
		toGoes(t, a, b)
		shut(t, tb)
		tabletest.Pass(time.Minute)
		k, err := h.Log.Reload(t.Context(), tb.ID())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range k.Saved.Chairs {
			if c.Drops != 0 {
				t.Errorf("%s has %d drops", c.Owner.Name, c.Drops)
			}
		}
	})
}
