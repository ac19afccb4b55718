package paint

import (
	"strconv"
	"strings"
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
		b.out = append(b.out, reset+"\x1b[H\x1b[2J"...)
		b.x, b.y = 0, 0
		p.rows, p.w, p.h = make([]string, h), w, h
	}
	s := scratch.Get().(*sheet)
	defer scratch.Put(s)
	for y := range h {
		was := p.rows[y]
		if n := len(was); strings.HasPrefix(frame, was) && (n == len(frame) || frame[n] == '\n') {
			p.rows[y] = frame[:n]                // a row of an old frame would keep all of it in memory
			frame = frame[min(n+1, len(frame)):] // most rows are as they were, so their ends need not be looked for
			continue
		}
		p.rows[y], frame, _ = strings.Cut(frame, "\n")
		s.fit(w)
		s.rule(was, p.rows[y])
		b.row(y, s)
	}
	return b.pen.turn(b.out, plain)
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

// row writes the cells in which a row differs. Where more follows that is right already, blank cells are written like
// others; else the row ends with them, and is cleared.
func (b *brush) row(y int, s *sheet) {
	was, is := s.was[:s.end], s.is[:s.end]
	end := len(is)
	for !s.more && end > s.at && is[end-1] == blank {
		end--
	}
	for x := s.at; x < end; {
		if same(&was[x], &is[x]) {
			x++
			continue
		}
		for x > 0 && is[x].tail() {
			x--
		}
		b.move(x, y)
		x = b.run(x, was[:end], is[:end])
	}
	if !s.more {
		b.clear(end, y, was)
	}
}

// run writes cells from a column on until enough of them are right already, and returns the column after it.
func (b *brush) run(x int, was, is []cell) int {
	for x < len(is) {
		next := x
		for next < len(is) && (!same(&was[next], &is[next]) || is[next].tail()) {
			next++
		}
		b.cells(is[x:next])
		if x = b.resume(next, was, is); x == next {
			return x
		}
		b.cells(is[next:x])
	}
	return x
}

// resume is where cells differ again, if what lies before is cheaper written than stepped over; else x.
func (b *brush) resume(x int, was, is []cell) int {
	n := x
	for n < len(is) && same(&was[n], &is[n]) {
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
	for i := range cells {
		c := &cells[i]
		if c.tail() {
			continue
		}
		if c.pen != b.pen {
			b.out = b.pen.turn(b.out, c.pen)
			b.pen = c.pen
		}
		b.out = append(b.out, c.text...)
	}
	b.x += len(cells)
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
