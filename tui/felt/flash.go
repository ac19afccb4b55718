package felt

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Flash is a part of a board that is shown to everybody at once, for all to react to: fixed cells at a fixed place.
type Flash struct {
	X, Y int      // its place on the board
	Rows []string // its cells, row by row, as Draw shows them afterwards
}

// FlashBytes is how long a flash is on the line, whatever it shows, to whom, in which window and in how many colours.
// It fits into one packet with what the line puts around it, so that no part of it can come later than the rest.
const FlashBytes = 1280

// slack is how many bytes must be left for padding: every number of bytes from here on can be filled.
const slack = 6

// Bytes are what paints a flash whose board begins at a cell of the window: exactly FlashBytes. Inks go before cells
// if both are too much; ok is false if it does not fit without them.
func (f Flash) Bytes(x, y int) (p []byte, ok bool) {
	text := f.paint(x, y)
	if len(text) > FlashBytes-slack {
		plain := Flash{X: f.X, Y: f.Y, Rows: make([]string, len(f.Rows))}
		for i, row := range f.Rows {
			plain.Rows[i] = ansi.Strip(row)
		}
		text = plain.paint(x, y)
	}
	if len(text) > FlashBytes-slack {
		return nil, false
	}
	return []byte(text + padding(FlashBytes-len(text))), true
}

// paint moves to each row and writes it. An ink that goes on in the next run or row is not said again.
func (f Flash) paint(x, y int) string {
	var b strings.Builder
	ink := "" // that the terminal writes in
	for i, row := range f.Rows {
		b.WriteString("\x1b[" + strconv.Itoa(y+f.Y+i+1) + ";" + strconv.Itoa(x+f.X+1) + "H")
		for want := ""; row != ""; {
			if n := inkLen(row); n > 0 {
				if row[:n] == ansi.ResetStyle {
					want = ""
				} else {
					want += row[:n]
				}
				row = row[n:]
				continue
			}
			n := strings.IndexByte(row, '\x1b')
			if n <= 0 {
				n = len(row)
			}
			if want != ink {
				b.WriteString(ansi.ResetStyle + want)
				ink = want
			}
			b.WriteString(row[:n])
			row = row[n:]
		}
	}
	b.WriteString(ansi.ResetStyle)
	return b.String()
}

// inkLen is the length of the sequence that text begins with, if it sets an ink.
func inkLen(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	if n := strings.IndexByte(text, 'm'); n > 0 && strings.Trim(text[2:n], "0123456789;:") == "" {
		return n + 1
	}
	return 0
}

// padding is n bytes that change nothing on the screen; n is at least slack.
func padding(n int) string {
	long := n % 3 // of four bytes each; the others have three
	return strings.Repeat("\x1b[0m", long) + strings.Repeat(ansi.ResetStyle, (n-4*long)/3)
}
