package engine

import (
	"math/bits"
	"time"
)

// Seat is a place at the table, numbered clockwise from 0.
type Seat int8

const (
	// Nature deals, turns cards and closes windows. It is asked like a seat and answered by the table.
	Nature Seat = -1
	// Nobody stands where a seat is missing.
	Nobody Seat = -2
)

// SeatsMax bounds the seats of any game, so that states can hold fixed arrays.
const SeatsMax = 6

// Next is the seat to the left of s, clockwise, at a table of n seats.
func (s Seat) Next(n int) Seat { return Seat((int(s) + 1) % n) }

// Prev is the seat to the right of s at a table of n seats.
func (s Seat) Prev(n int) Seat { return Seat((int(s) + n - 1) % n) }

// SeatSet is a set of seats. Its zero value is empty.
type SeatSet uint8

// Has reports whether a seat is in the set.
func (s SeatSet) Has(seat Seat) bool { return seat >= 0 && s>>uint8(seat)&1 != 0 }

// Len is how many seats are in the set.
func (s SeatSet) Len() int { return bits.OnesCount8(uint8(s)) }

// List is the seats in the set, ascending; nil for none.
func (s SeatSet) List() []Seat {
	var out []Seat
	for seat := range Seat(SeatsMax) {
		if s.Has(seat) {
			out = append(out, seat)
		}
	}
	return out
}

// Add puts a seat, 0 to 7, into the set.
func (s *SeatSet) Add(seat Seat) { *s |= 1 << uint8(seat) }

// Remove takes a seat, 0 to 7, out of the set.
func (s *SeatSet) Remove(seat Seat) { *s &^= 1 << uint8(seat) }

// First is the lowest seat of a set that is not empty.
func (s SeatSet) First() Seat { return Seat(bits.TrailingZeros8(uint8(s))) }

// After is the first seat of the set clockwise after a seat at a table of n seats, that seat itself last; Nobody of an
// empty set.
func (s SeatSet) After(seat Seat, n int) Seat {
	if s == 0 {
		return Nobody
	}
	for next := seat.Next(n); ; next = next.Next(n) {
		if s.Has(next) {
			return next
		}
	}
}

// Viewer says for whose eyes a view or a note is made. Its zero value is Public, which sees the least.
type Viewer struct{ seat int8 } // seat + 1; 0 is the public

// Public is the viewer that holds no seat: a spectator, the lobby, the press.
var Public = Viewer{}

// Seated is the viewer in seat s. A negative seat makes it Public.
func Seated(s Seat) Viewer {
	if s < 0 {
		return Public
	}
	return Viewer{seat: int8(s) + 1}
}

// Seat returns the viewer's seat, or Nobody for the public.
func (v Viewer) Seat() Seat {
	if v.seat == 0 {
		return Nobody
	}
	return Seat(v.seat - 1)
}

// Is reports whether the viewer sits in s.
func (v Viewer) Is(s Seat) bool { return v.seat > 0 && Seat(v.seat-1) == s }

// Act is one seat's move and how long it took it to decide.
type Act[M any] struct {
	Seat Seat
	Move M // the zero value when Seat is Nature
	// After is the reaction time with lag refunded; zero where it does not matter, negative for a key before its cue.
	After time.Duration
}
