package grid

import "strconv"

// appendPen appends the shortest SGR from one pen to another.
func appendPen(out []byte, from, to Pen) []byte {
	if from == to {
		return out
	}
	reset := sgr{out: []byte("\x1b[")}
	if to != (Pen{}) {
		reset.parts = 1 // an empty one is a reset
		reset.change(Pen{}, to)
	}
	delta := sgr{out: []byte("\x1b[")}
	delta.change(from, to)
	if len(reset.out) <= len(delta.out) {
		delta = reset
	}
	return append(append(out, delta.out...), 'm')
}

// sgr is a sequence that is being put together.
type sgr struct {
	out   []byte
	parts int
}

func (s *sgr) add(numbers ...int) {
	for _, n := range numbers {
		if s.parts++; s.parts > 1 {
			s.out = append(s.out, ';')
		}
		s.out = strconv.AppendInt(s.out, int64(n), 10)
	}
}

// change adds what differs between two pens.
func (s *sgr) change(from, to Pen) {
	off, on := from.Attr&^to.Attr, to.Attr&^from.Attr
	if weights := Bold | Dim; off&weights != 0 {
		s.add(22) // ends both
		on |= to.Attr & weights
	}
	for i, a := range attrs[:] {
		if i < 3 || i == 6 || off&a == 0 {
			continue
		}
		s.add(20 + i)
	}
	for i, a := range attrs[:] {
		if i > 0 && i != 6 && on&a != 0 {
			s.add(i)
		}
	}
	if from.Fg != to.Fg {
		s.color(to.Fg, 30)
	}
	if from.Bg != to.Bg {
		s.color(to.Bg, 40)
	}
}

// color adds a color of the ink, whose numbers begin at 30, or of the ground, at 40.
func (s *sgr) color(c Color, base int) {
	n := int(c & 0xff)
	switch {
	case c == 0:
		s.add(base + 9)
	case c&Direct != 0:
		s.add(base+8, 2, int(c>>16&0xff), int(c>>8&0xff), n)
	case n < 8:
		s.add(base + n)
	case n < 16:
		s.add(base + 60 + n - 8)
	default:
		s.add(base+8, 5, n)
	}
}
