package paint

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/displaywidth"

	"saloon/tui/style"
)

// cell is one cell of a row that was taken apart.
type cell struct {
	text string // a letter with its accents; empty for the second half of a wide one
	pen  *pen
}

// blank is a cell as a terminal has it after it was cleared.
var blank = cell{" ", plain}

// tail reports whether a cell is the second half of a wide letter.
func (c cell) tail() bool { return c.text == "" }

// same reports whether two cells show the same. Most letters are one byte, which is compared at once.
func same(a, b *cell) bool {
	if a.pen != b.pen || len(a.text) != len(b.text) {
		return false
	}
	return len(a.text) == 1 && a.text[0] == b.text[0] || a.text == b.text
}

// ruler takes a row apart into cells, as many as there is room for: what is too much is left off.
type ruler struct {
	row   string
	i, x  int  // the byte and the column that come next
	ink   *pen // what comes next is written with
	cells []cell
}

// read takes the row apart until all bytes before end are read. It stops between letters and sequences only, so it may
// read further.
func (r *ruler) read(end int) {
	i, x, ink := r.i, r.x, r.ink
	for i < end {
		b := r.row[i]
		switch {
		case b >= 0x20 && b < 0x7f:
			if x < len(r.cells) {
				r.cells[x] = cell{r.row[i : i+1], ink}
			}
			x++
			i++
		case b == esc:
			if n := style.SGR(r.row[i:]); n > 0 {
				ink = ink.after(r.row[i : i+n])
				i += n
				continue
			}
			i += skip(r.row[i:])
		case b < 0x80:
			i++ // a control character has no place in a frame
		default:
			c, n := utf8.DecodeRuneInString(r.row[i:])
			if c >= 0xa0 { // what is below is a control character of old
				x = put(r.cells, x, letter(r.row[i:i+n], c), width(c), ink)
			}
			i += n
		}
	}
	r.i, r.x, r.ink = i, x, ink
}

// left is how many bytes were not read yet.
func (r *ruler) left() int { return len(r.row) - r.i }

// opens reports whether a cell of its own comes next, rather than an ink or an accent for the cell before.
func (r *ruler) opens() bool {
	switch b := r.row[r.i]; {
	case b >= 0x20 && b < 0x7f:
		return true
	case b < 0x80:
		return false
	}
	c, _ := utf8.DecodeRuneInString(r.row[r.i:])
	return c >= 0xa0 && width(c) > 0
}

// fill makes cells blank up to a column.
func (r *ruler) fill(end int) {
	for ; r.x < end; r.x++ {
		r.cells[r.x] = blank
	}
}

// inks reads on until a cell from a column on is not blank, and reports whether there is one.
func (r *ruler) inks(from int) bool {
	for from < len(r.cells) && r.i < len(r.row) {
		r.read(r.i + 1)
		if x := min(r.x, len(r.cells)); x > from && r.cells[x-1] != blank {
			return true
		}
	}
	return false
}

// put writes a letter of 0 to 2 cells at a column and returns the column after it.
func put(cells []cell, x int, letter string, w int, ink *pen) int {
	switch {
	case w <= 0:
		at := x - 1
		if at > 0 && at < len(cells) && cells[at].tail() {
			at--
		}
		if at >= 0 && at < len(cells) {
			cells[at].text += letter
		}
		return x
	case w == 1:
		if x < len(cells) {
			cells[x] = cell{letter, ink}
		}
	case x+1 < len(cells):
		cells[x], cells[x+1] = cell{letter, ink}, cell{"", ink}
	case x < len(cells):
		cells[x] = cell{" ", ink} // half of it would be cut off
	}
	return x + w
}

// width is how many cells a rune takes: 0, 1 or 2.
func width(r rune) int {
	if r > 0xad && r < 0x300 || r >= 0x2500 && r < 0x25fd || r == utf8.RuneError {
		return 1 // Latin letters, boxes, blocks and shapes: most of what is not ASCII, known without a look into tables
	}
	return displaywidth.Rune(r)
}

// letter is how a rune is written: bytes that are none get the sign for it.
func letter(bytes string, r rune) string {
	if r == utf8.RuneError {
		return string(utf8.RuneError)
	}
	return bytes
}

const esc = 0x1b

// skip is the length of any other sequence that s begins with.
func skip(s string) int {
	_, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
	return max(n, 1)
}
