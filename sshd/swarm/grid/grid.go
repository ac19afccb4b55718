package grid

import (
	"strings"
	"unicode/utf8"
)

// Pen is how a cell looks.
type Pen struct {
	Fg, Bg Color
	Attr   Attr
}

// Color is the terminal's own if zero, else a number of the palette with Indexed, or 24 bits with Direct.
type Color uint32

// The kinds of colors.
const (
	Indexed Color = 1 << 24
	Direct  Color = 2 << 24
)

// Attr are the attributes of a pen.
type Attr uint16

// The attributes, in the order of their numbers in SGR.
const (
	Bold Attr = 1 << iota
	Dim
	Italic
	Underline
	Blink
	Reverse
	Conceal
	Strike
)

// Cell is one cell. A rune of two cells is in the first of them; the second has none.
type Cell struct {
	R rune
	Pen
}

// blank is a cell with nothing in it.
func blank(bg Color) Cell { return Cell{R: ' ', Pen: Pen{Bg: bg}} }

// cursor is where the next rune goes, and how.
type cursor struct {
	x, y int
	full bool // the last column was written: the next rune goes to the next line
	pen  Pen
}

// Grid is a terminal. It is not safe for use by several goroutines.
type Grid struct {
	w, h  int
	cells []Cell
	at    cursor
	saved cursor
	top   int // the rows that scroll: from top …
	end   int // … to before end
	last  rune

	parser
	replies []byte
}

// sizeMax is the largest width or height, in cells.
const sizeMax = 1000

// New makes an empty screen of 1 to 1000 cells each way; other sizes are brought between these.
func New(w, h int) *Grid {
	g := &Grid{}
	g.size(w, h)
	return g
}

func (g *Grid) size(w, h int) {
	g.w, g.h = min(max(w, 1), sizeMax), min(max(h, 1), sizeMax)
	g.cells = make([]Cell, g.w*g.h)
	for i := range g.cells {
		g.cells[i] = blank(0)
	}
	g.top, g.end = 0, g.h
}

// Size is the width and the height in cells.
func (g *Grid) Size() (w, h int) { return g.w, g.h }

// Resize changes the size, with what fits kept at its place.
func (g *Grid) Resize(w, h int) {
	old := *g
	g.size(w, h)
	for y := range min(g.h, old.h) {
		copy(g.row(y)[:min(g.w, old.w)], old.row(y))
	}
	g.at.x, g.at.y, g.at.full = min(g.at.x, g.w-1), min(g.at.y, g.h-1), false
}

// CopyFrom makes this screen look like another one.
func (g *Grid) CopyFrom(other *Grid) {
	cells, replies := g.cells, g.replies
	*g = *other
	g.cells, g.replies = append(cells[:0], other.cells...), replies[:0]
	g.parser = parser{}
}

// Same reports whether two screens have the same cells.
func (g *Grid) Same(other *Grid) bool {
	if g.w != other.w || g.h != other.h {
		return false
	}
	for i, c := range g.cells {
		if c != other.cells[i] {
			return false
		}
	}
	return true
}

// Cell is the cell at a place, which must be on the screen.
func (g *Grid) Cell(x, y int) Cell { return g.cells[y*g.w+x] }

func (g *Grid) row(y int) []Cell { return g.cells[y*g.w : (y+1)*g.w] }

// Row is the text of a row without the blanks at its end. Rows below zero count from the last one, which is -1; those
// that are not there are empty.
func (g *Grid) Row(y int) string {
	if y < 0 {
		y += g.h
	}
	if y < 0 || y >= g.h {
		return ""
	}
	row := g.row(y)
	n := len(row)
	for n > 0 && (row[n-1].R == ' ' || row[n-1].R == 0) {
		n--
	}
	var buf [256]byte
	out := buf[:0]
	for _, c := range row[:n] {
		if c.R != 0 {
			out = utf8.AppendRune(out, c.R)
		}
	}
	return string(out)
}

// Screen is the text of all rows.
func (g *Grid) Screen() []string {
	out := make([]string, g.h)
	for y := range out {
		out[y] = g.Row(y)
	}
	return out
}

// On reports whether a text stands on one row.
func (g *Grid) On(text string) bool {
	for y := range g.h {
		if strings.Contains(g.Row(y), text) {
			return true
		}
	}
	return false
}

// Replies are what the terminal has to answer to what was written, and are forgotten by that.
func (g *Grid) Replies() string {
	if len(g.replies) == 0 {
		return ""
	}
	out := string(g.replies)
	g.replies = g.replies[:0]
	return out
}

// put writes a rune at the cursor.
func (g *Grid) put(r rune) {
	wide := 1
	if r >= 0x300 {
		if wide = width(r); wide == 0 {
			return // it would be drawn over the last one
		}
	}
	if g.at.full || g.at.x+wide > g.w {
		g.at.x, g.at.full = 0, false
		g.feed()
	}
	g.last = r
	row := g.row(g.at.y)
	x := g.at.x
	if row[x].R == 0 && x > 0 {
		row[x-1].R = ' ' // half of it is gone
	}
	if x+wide < g.w && row[x+wide].R == 0 {
		row[x+wide].R = ' '
	}
	row[x] = Cell{r, g.at.pen}
	if wide == 2 && x+1 < g.w {
		row[x+1] = Cell{0, g.at.pen}
	}
	if x+wide >= g.w {
		g.at.x, g.at.full = g.w-1, true
		return
	}
	g.at.x = x + wide
}

// feed goes to the next line, and scrolls at the last one.
func (g *Grid) feed() {
	switch {
	case g.at.y == g.end-1:
		g.scroll(g.top, 1)
	case g.at.y < g.h-1:
		g.at.y++
	}
}

// scroll moves the rows from a row on up by n, or down by -n.
func (g *Grid) scroll(from, n int) {
	region := g.cells[from*g.w : g.end*g.w]
	by := min(max(n, -n)*g.w, len(region))
	empty := region[len(region)-by:]
	if n > 0 {
		copy(region, region[by:])
	} else {
		copy(region[by:], region)
		empty = region[:by]
	}
	for i := range empty {
		empty[i] = blank(g.at.pen.Bg)
	}
}

// erase empties cells of a row.
func (g *Grid) erase(y, from, to int) {
	row := g.row(y)
	for x := max(from, 0); x < min(to, g.w); x++ {
		row[x] = blank(g.at.pen.Bg)
	}
}

// shift moves the cells of the cursor's row from the cursor on right by n, or left by -n.
func (g *Grid) shift(n int) {
	row := g.row(g.at.y)[g.at.x:]
	by := min(max(n, -n), len(row))
	if n > 0 {
		copy(row[by:], row)
		g.erase(g.at.y, g.at.x, g.at.x+by)
		return
	}
	copy(row, row[by:])
	g.erase(g.at.y, g.w-by, g.w)
}

// move puts the cursor somewhere on the screen.
func (g *Grid) move(x, y int) {
	g.at.x, g.at.y, g.at.full = min(max(x, 0), g.w-1), min(max(y, 0), g.h-1), false
}
