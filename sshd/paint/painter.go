package paint

import (
	"strconv"
	"strings"
	"sync"
)

// Painter is what one terminal shows. Its zero value knows nothing of it: the first frame is painted from the ground.
type Painter struct {
	w, h int
	rows []string // what it shows, with its inks; nil if that is not known
}

// Forget lets the next frame be painted from the ground.
func (p *Painter) Forget() { p.rows, p.w, p.h = nil, 0, 0 }

// Frame appends to out what makes a terminal of w × h cells show a frame: h lines of w cells with their inks. It
// appends nothing if the terminal shows it already.
func (p *Painter) Frame(out []byte, frame string, w, h int) []byte {
	b := brush{out: out, pen: plain, x: -1, w: w}
	if p.rows == nil || p.w != w || p.h != h {
		b.out = append(b.out, "\x1b[m\x1b[H\x1b[2J"...)
		b.x, b.y = 0, 0
		p.rows, p.w, p.h = make([]string, h), w, h
	}
	s := scratch.Get().(*sheet)
	defer scratch.Put(s)
	for y := range h {
		var row string
		row, frame, _ = strings.Cut(frame, "\n")
		if row != p.rows[y] {
			s.fit(w)
			rule(p.rows[y], s.was)
			rule(row, s.is)
			b.row(y, s.was, s.is)
			p.rows[y] = row
		}
	}
	return b.pen.turn(b.out, plain)
}

// sheet is room for two rows of cells.
type sheet struct{ was, is []cell }

// scratch is used by all painters by turns.
var scratch = sync.Pool{New: func() any { return new(sheet) }}

func (s *sheet) fit(w int) {
	if cap(s.was) < w {
		s.was, s.is = make([]cell, w), make([]cell, w)
	}
	s.was, s.is = s.was[:w], s.is[:w]
}

// brush writes cells where they belong.
type brush struct {
	out  []byte
	pen  *pen
	x, y int // where the terminal's cursor is; x is negative if that is not known
	w    int
}

// gapMax is how many cells that are right already are written once more rather than stepped over. To step over takes
// four bytes or more.
const gapMax = 4

// row writes the cells in which a row differs.
func (b *brush) row(y int, was, is []cell) {
	end := len(is)
	for end > 0 && is[end-1] == blank {
		end--
	}
	for x := 0; x < end; {
		if was[x] == is[x] {
			x++
			continue
		}
		for x > 0 && is[x].tail() {
			x--
		}
		b.move(x, y)
		x = b.run(x, was[:end], is[:end])
	}
	b.clear(end, y, was)
}

// run writes cells from a column on until enough of them are right already, and returns the column after it.
func (b *brush) run(x int, was, is []cell) int {
	for x < len(is) {
		if was[x] == is[x] && !is[x].tail() {
			next := b.resume(x, was, is)
			if next == x {
				return x
			}
			b.cells(is[x:next])
			x = next
			continue
		}
		b.cells(is[x : x+1])
		x++
	}
	return x
}

// resume is where cells differ again, if what lies before is cheaper written than stepped over; else x.
func (b *brush) resume(x int, was, is []cell) int {
	n := x
	for n < len(is) && was[n] == is[n] {
		if n-x >= gapMax || is[n].pen != b.pen || len(is[n].text) > 1 {
			return x
		}
		n++
	}
	if n == len(is) || is[n].tail() {
		return x
	}
	return n
}

// cells writes cells at the cursor.
func (b *brush) cells(cells []cell) {
	for _, c := range cells {
		b.x++
		if c.tail() {
			continue
		}
		b.out = b.pen.turn(b.out, c.pen)
		b.pen = c.pen
		b.out = append(b.out, c.text...)
	}
	if b.x >= b.w { // the cursor hangs at the edge, or not: terminals differ
		b.x = -1
	}
}

// clear makes the rest of a row blank, if it is not.
func (b *brush) clear(x, y int, was []cell) {
	end := len(was)
	for end > x && was[end-1] == blank {
		end--
	}
	if end == x {
		return
	}
	for x < end && was[x] == blank && end-x > 1 {
		x++
	}
	b.move(x, y)
	b.out = b.pen.turn(b.out, plain)
	b.pen = plain
	if end-x < len("\x1b[K") && !was[end-1].tail() {
		for range end - x {
			b.cells([]cell{blank})
		}
		return
	}
	b.out = append(b.out, "\x1b[K"...)
}

// move brings the cursor to a cell.
func (b *brush) move(x, y int) {
	switch {
	case b.x == x && b.y == y:
		return
	case b.x >= 0 && b.y == y && b.x < x:
		b.out = sequence(b.out, x-b.x, 'C')
	case b.x >= 0 && b.y+1 == y && x == 0:
		b.out = append(b.out, "\r\n"...)
	default:
		b.out = append(b.out, "\x1b["...)
		if y > 0 || x > 0 {
			b.out = strconv.AppendInt(b.out, int64(y+1), 10)
		}
		if x > 0 {
			b.out = strconv.AppendInt(append(b.out, ';'), int64(x+1), 10)
		}
		b.out = append(b.out, 'H')
	}
	b.x, b.y = x, y
}

// sequence appends a sequence with one number, which is left off if it is 1.
func sequence(out []byte, n int, final byte) []byte {
	out = append(out, "\x1b["...)
	if n > 1 {
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, final)
}
