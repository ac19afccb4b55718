package engine_test

import (
	"slices"
	"testing"

	"saloon/engine"
)

func TestASetOfSeats(t *testing.T) {
	var set engine.SeatSet
	if set.Len() != 0 || set.List() != nil || set.After(2, 4) != engine.Nobody {
		t.Fatalf("the empty set has %v", set.List())
	}
	for _, seat := range []engine.Seat{4, 1, 3, 1} {
		set.Add(seat)
	}
	set.Remove(3)
	set.Remove(0)
	if want := []engine.Seat{1, 4}; !slices.Equal(set.List(), want) || set.Len() != 2 || set.First() != 1 {
		t.Fatalf("%v with first %d and length %d, want %v", set.List(), set.First(), set.Len(), want)
	}
	for _, seat := range []engine.Seat{engine.Nature, engine.Nobody, 0, 3, 5} {
		if set.Has(seat) {
			t.Errorf("seat %d is in it", seat)
		}
	}
	for seat, want := range map[engine.Seat]engine.Seat{0: 1, 1: 4, 2: 4, 3: 4, 4: 1} {
		if got := set.After(seat, 5); got != want {
			t.Errorf("after %d comes %d, want %d", seat, got, want)
		}
	}
	if set.Remove(1); set.After(4, 5) != 4 {
		t.Error("the only seat does not come after itself")
	}
}
