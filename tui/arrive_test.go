package tui

import (
	"slices"
	"testing"

	"saloon/lobby/table"
	"saloon/tui/felt"
)

// boxed is a visit that is nothing but its mailbox.
type boxed struct {
	felt.Visit
	box *table.Mailbox
}

func (b boxed) Bell() <-chan struct{}                { return b.box.Bell() }
func (b boxed) RingOn(bell chan struct{})            { b.box.RingOn(bell) }
func (b boxed) Take() (f table.Frame, ok, open bool) { return b.box.Take() }

// What a table shows while somebody is on the way to its screen is shown after the first frame, whichever bell rings.
func TestNoFrameIsLostOnTheWay(t *testing.T) {
	for _, own := range []bool{false, true} {
		box := table.NewMailbox()
		a := &arrived{Visit: boxed{box: box}, first: table.Frame{Seq: 1}}
		box.Put(table.Frame{Seq: 2})
		bell := a.Bell
		if own {
			mine := make(chan struct{}, 1)
			a.RingOn(mine)
			bell = func() <-chan struct{} { return mine }
		}
		takes := func(want ...uint64) {
			t.Helper()
			var got []uint64
			for more := true; more; {
				select {
				case <-bell():
					if f, ok, _ := a.Take(); ok {
						got = append(got, f.Seq)
					}
				default:
					more = false
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("by a bell of one's own (%v) took %v, want %v", own, got, want)
			}
		}
		takes(1, 2)
		box.Put(table.Frame{Seq: 3})
		takes(3)
	}
}
