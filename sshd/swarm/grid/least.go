package grid

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// Least is the smallest diff between two screens of one size: the fewest bytes that we know to bring a terminal, whose
// screen, cursor and pen are those of before, to where every cell looks as in after. What it may use:
//
//   - the text of cells, those that change and, where that is shorter than a jump, those between them that do not;
//   - the shortest way of the cursor: CR, LF, BS, CUU, CUD, CUF, CUB, CHA, VPA or CUP;
//   - the shortest SGR from one pen to the next: what differs, or a reset and what is left;
//   - for blanks, ECH and EL.
//
// It moves no rows or cells (SU, IL, DCH and their like), which can be shorter where a list scrolls; repeats nothing
// (REP); and leaves pen and cursor where they end up. Two cells look the same if nobody can tell them apart: a blank
// has no ink. Rows are taken from the top, and of the many ways to go on the cheapest few are followed, so that it is
// within a few bytes of the least that these means can do. It is nil for screens of different sizes.
func Least(before, after *Grid) []byte {
	if before.w != after.w || before.h != after.h {
		return nil
	}
	d := differ{before: before, after: after, at: make([][]way, after.w+1)}
	start := way{x: before.at.x, y: before.at.y, pen: before.at.pen, last: -1}
	if before.at.full {
		start.x = before.w
	}
	ways := []way{start}
	for y := range after.h {
		ways = d.row(y, ways)
	}
	return d.bytes(ways[0])
}

// look is a cell as it can be told from others.
func look(c Cell) Cell {
	if c.R == ' ' && c.Attr&(Underline|Reverse|Strike) == 0 {
		return blank(c.Bg)
	}
	return c
}

// way is one way to bring the screen to some place: what it cost, and where it leaves the cursor and the pen.
type way struct {
	x, y int // x is the width behind the last column: only an absolute move is safe there
	pen  Pen
	cost int
	last int // the last of its steps; -1 for none
}

// step is one thing that is written.
type step struct {
	before int // the step before it; -1 for none
	text   []byte
}

// waysMax is how many ways are followed.
const waysMax = 8

// bridge is how many cells that do not change are written at most to get to one that does.
const bridge = 10

type differ struct {
	before, after *Grid
	at            [][]way // of the row: the ways by the first column that they have not done
	steps         []step
	scratch       []byte
}

// row follows ways over a row.
func (d *differ) row(y int, ways []way) []way {
	first, end := d.changes(y)
	if first < 0 {
		return ways
	}
	for x := range d.at {
		d.at[x] = d.at[x][:0]
	}
	d.at[first] = append(d.at[first], ways...)
	row := d.after.row(y)
	for x := first; x < end; x++ {
		here := prune(d.at[x])
		d.at[x] = here
		if len(here) == 0 {
			continue
		}
		wide := 1
		if x+1 < d.after.w && row[x+1].R == 0 {
			wide = 2
		}
		changed := d.changed(x, y) || wide == 2 && d.changed(x+1, y)
		soon := changed || d.soon(x, y, end)
		for _, w := range here {
			if !changed {
				d.at[x+wide] = append(d.at[x+wide], w)
			}
			if changed || soon && w.x == x && w.y == y {
				d.write(w, x, y, wide)
			}
			if changed && row[x].R == ' ' {
				d.wipe(w, x, y, end)
			}
		}
	}
	var all []way
	for x := end; x < len(d.at); x++ {
		all = append(all, d.at[x]...)
	}
	return prune(all)
}

// changes are the first column of a row that changes, and that after the last one; -1 if none does.
func (d *differ) changes(y int) (first, end int) {
	first = -1
	for x := range d.after.w {
		if d.changed(x, y) {
			if first < 0 {
				first = x
			}
			end = x + 1
		}
	}
	if first > 0 && d.after.row(y)[first].R == 0 { // the second half of a rune
		first--
	}
	return first, end
}

func (d *differ) changed(x, y int) bool {
	i := y*d.after.w + x
	return d.before.cells[i] != d.after.cells[i] && look(d.before.cells[i]) != look(d.after.cells[i])
}

// soon reports whether a cell changes within a bridge's length.
func (d *differ) soon(x, y, end int) bool {
	for i := x + 1; i < min(x+bridge, end); i++ {
		if d.changed(i, y) {
			return true
		}
	}
	return false
}

// prune keeps the cheapest ways, the best first, and of those that end alike only the cheapest.
func prune(ways []way) []way {
	slices.SortFunc(ways, func(a, b way) int { return a.cost - b.cost })
	kept := ways[:0]
	for _, w := range ways {
		alike := func(k way) bool { return k.x == w.x && k.y == w.y && k.pen == w.pen }
		if len(kept) < waysMax && !slices.ContainsFunc(kept, alike) {
			kept = append(kept, w)
		}
	}
	return kept
}

// write goes on by writing a cell.
func (d *differ) write(w way, x, y, wide int) {
	c := d.after.row(y)[x]
	pen := c.Pen
	if c.R == ' ' && look(Cell{' ', w.pen}) == look(c) {
		pen = w.pen // it has no ink
	}
	out := appendMove(d.scratch[:0], w, x, y, d.after.w)
	out = utf8.AppendRune(appendPen(out, w.pen, pen), c.R)
	d.add(w, out, way{x: min(x+wide, d.after.w), y: y, pen: pen}, x+wide)
}

// wipe goes on by emptying all blanks that come now.
func (d *differ) wipe(w way, x, y, end int) {
	row := d.after.row(y)
	ground := look(row[x])
	if ground != blank(ground.Bg) {
		return
	}
	to := x
	for to < d.after.w && look(row[to]) == ground {
		to++
	}
	pen := w.pen
	if pen.Bg != ground.Bg {
		pen = Pen{Bg: ground.Bg}
	}
	out := appendMove(d.scratch[:0], w, x, y, d.after.w)
	out = appendPen(out, w.pen, pen)
	if to == d.after.w {
		out = append(out, "\x1b[K"...)
	} else {
		out = appendCSI(out, 'X', min(to, max(end, x+1))-x)
		to = min(to, max(end, x+1))
	}
	d.add(w, out, way{x: x, y: y, pen: pen}, to)
}

// add notes a step.
func (d *differ) add(w way, out []byte, next way, to int) {
	d.scratch = out
	d.steps = append(d.steps, step{w.last, slices.Clone(out)})
	next.cost, next.last = w.cost+len(out), len(d.steps)-1
	d.at[to] = append(d.at[to], next)
}

// bytes is all that a way writes.
func (d *differ) bytes(w way) []byte {
	var parts [][]byte
	for i := w.last; i >= 0; i = d.steps[i].before {
		parts = append(parts, d.steps[i].text)
	}
	slices.Reverse(parts)
	return slices.Concat(parts...)
}

// appendCSI appends a sequence with one number, which is left out where it is 1.
func appendCSI(out []byte, end byte, n int) []byte {
	out = append(out, "\x1b["...)
	if n != 1 {
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, end)
}

// appendMove appends the shortest way for the cursor. Behind the last column only absolute moves along a row are safe.
func appendMove(out []byte, w way, x, y, width int) []byte {
	if w.x == x && w.y == y {
		return out
	}
	best := appendCUP(nil, x, y)
	try := func(rows, columns []byte) {
		if n := len(rows) + len(columns); n < len(best) {
			best = append(rows, columns...)
		}
	}
	at := w.x
	if y != w.y && w.x < width {
		if x == w.x {
			try(appendCSI(nil, 'd', y+1), nil)
		}
	}
	for _, rows := range vertical(y - w.y) {
		if at < width {
			for _, columns := range horizontal(x - at) {
				try(slices.Clone(rows), columns)
			}
		}
		try(slices.Clone(rows), appendCSI(nil, 'G', x+1))
		if x == 0 {
			try(slices.Clone(rows), []byte{'\r'})
		} else {
			try(slices.Clone(rows), appendCSI([]byte{'\r'}, 'C', x))
		}
	}
	return append(out, best...)
}

func appendCUP(out []byte, x, y int) []byte {
	out = append(out, "\x1b["...)
	if y > 0 || x > 0 {
		if y > 0 {
			out = strconv.AppendInt(out, int64(y+1), 10)
		}
		if x > 0 {
			out = strconv.AppendInt(append(out, ';'), int64(x+1), 10)
		}
	}
	return append(out, 'H')
}

// vertical are ways to go down n rows, or up -n.
func vertical(n int) [][]byte {
	switch {
	case n == 0:
		return [][]byte{nil}
	case n < 0:
		return [][]byte{appendCSI(nil, 'A', -n)}
	case n <= 4:
		return [][]byte{slices.Repeat([]byte{'\n'}, n)}
	}
	return [][]byte{appendCSI(nil, 'B', n)}
}

// horizontal are ways to go right n columns, or left -n.
func horizontal(n int) [][]byte {
	switch {
	case n == 0:
		return [][]byte{nil}
	case n > 0:
		return [][]byte{appendCSI(nil, 'C', n)}
	case n >= -4:
		return [][]byte{slices.Repeat([]byte{'\b'}, -n)}
	}
	return [][]byte{appendCSI(nil, 'D', -n)}
}
