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

// rule takes a row apart into cells, exactly as many as there is room for: what is missing is blank, what is too much
// is left off.
func rule(row string, cells []cell) {
	x, ink := 0, plain
	for i := 0; i < len(row); {
		b := row[i]
		switch {
		case b >= 0x20 && b < 0x7f:
			if x < len(cells) {
				cells[x] = cell{row[i : i+1], ink}
			}
			x++
			i++
		case b == esc:
			if n := style.SGR(row[i:]); n > 0 {
				ink = ink.after(row[i : i+n])
				i += n
				continue
			}
			i += skip(row[i:])
		case b < 0x80:
			i++ // a control character has no place in a frame
		default:
			r, n := utf8.DecodeRuneInString(row[i:])
			if r >= 0xa0 { // what is below is a control character of old
				x = put(cells, x, letter(row[i:i+n], r), width(r), ink)
			}
			i += n
		}
	}
	for ; x < len(cells); x++ {
		cells[x] = blank
	}
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
	if r == utf8.RuneError {
		return 1
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
