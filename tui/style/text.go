package style

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// simple reports whether every byte of s is one visible cell, which is so for most of what is drawn.
func simple(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// typewriter writes the signs of books that are not ASCII.
var typewriter = strings.NewReplacer("–", "-", "—", "-", "…", "...", "×", "x", "•", "*", "♠", "s", "♥", "h", "♦", "d",
	"♣", "c")

// Typed is a text of the house's own, such as a rule book, with the signs that the terminal has. What other people
// wrote stays as it is.
func (s *Style) Typed(text string) string {
	if s.ASCII {
		return typewriter.Replace(text)
	}
	return text
}

// Width is how many cells a line takes. Escape sequences take none.
func Width(s string) int {
	if w, ok := quickWidth(s); ok {
		return w
	}
	return ansi.StringWidth(s)
}

// quickWidth measures what screens are mostly made of: ASCII, Latin letters, boxes, and the sequences that set inks.
// Measuring is most of what drawing costs. ok is false where it takes more to know.
func quickWidth(s string) (w int, ok bool) {
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case b >= 0x20 && b < 0x7f:
			w++
			i++
		case b == 0x1b:
			n := SGR(s[i:])
			if n == 0 {
				return 0, false
			}
			i += n
		case b < 0x80:
			return 0, false
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if !narrow(r) {
				return 0, false
			}
			w++
			i += n
		}
	}
	return w, true
}

// SGR is the length in bytes of the sequence that s begins with, if it sets an ink: ESC [ digits ; : … m (ECMA-48,
// select graphic rendition). It is 0 for others.
func SGR(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch b := s[i]; {
		case b >= '0' && b <= ';':
		case b == 'm':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// narrow reports whether a rune is one cell and joins nothing: Latin letters, boxes, blocks and shapes.
func narrow(r rune) bool {
	return r >= 0xa1 && r < 0x300 && r != 0xad || r >= 0x2500 && r < 0x25fd || r == 0x2026 || r == 0x2605
}

// Cut shortens a line to at most w cells, with an ellipsis where something is missing. Escape sequences are kept.
func (s *Style) Cut(line string, w int) string {
	switch {
	case w <= 0:
		return ""
	case Width(line) <= w:
		return line
	case w == 1:
		return s.Ellipsis
	}
	return ansi.Truncate(line, w, s.Ellipsis)
}

// Pad makes a line exactly w cells wide: cut, or filled on the right.
func (s *Style) Pad(line string, w int) string {
	line = s.Cut(line, w)
	return line + Spaces(w-Width(line))
}

// PadLeft is Pad for figures: filled on the left.
func (s *Style) PadLeft(line string, w int) string {
	line = s.Cut(line, w)
	return Spaces(w-Width(line)) + line
}

// Center is Pad with the line in the middle.
func (s *Style) Center(line string, w int) string {
	line = s.Cut(line, w)
	gap := w - Width(line)
	return Spaces(gap/2) + line + Spaces(gap-gap/2)
}

// Spread sets one text to the left and one to the right of a line of w cells; the left one is cut first.
func (s *Style) Spread(left, right string, w int) string {
	right = s.Cut(right, w)
	return s.Pad(left, w-Width(right)) + right
}

const blanks = "                                                                                                    "

// Spaces is n spaces, none if n is negative.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

// Repeat is s n times, nothing if n is negative.
func Repeat(s string, n int) string { return strings.Repeat(s, max(n, 0)) }

// Fit makes a block exactly w × h cells: lines cut or filled, blank lines added below, what is too much left off.
func (s *Style) Fit(block string, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(max(len(block), w*h/2) + h)
	for i := range h {
		if i > 0 {
			b.WriteByte('\n')
		}
		var line string
		line, block, _ = strings.Cut(block, "\n")
		b.WriteString(s.Pad(line, w))
	}
	return b.String()
}

// Beside sets blocks of the same height side by side. They keep their own widths, so fit them first.
func Beside(blocks ...string) string {
	if len(blocks) == 0 {
		return ""
	}
	rest := append([]string(nil), blocks...)
	var b strings.Builder
	b.Grow(room(blocks))
	for n := 1 + strings.Count(blocks[0], "\n"); n > 0; n-- {
		for i := range rest {
			var line string
			line, rest[i], _ = strings.Cut(rest[i], "\n")
			b.WriteString(line)
		}
		if n > 1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// room is how many bytes blocks take together, with what stands between them.
func room(blocks []string) int {
	n := len(blocks)
	for _, b := range blocks {
		n += len(b)
	}
	return n
}

// Stack sets blocks one below another, leaving out empty ones.
func Stack(blocks ...string) string {
	var b strings.Builder
	b.Grow(room(blocks))
	for _, block := range blocks {
		if block == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(block)
	}
	return b.String()
}

// Wrap breaks text into lines of at most w cells, at spaces where it can.
func Wrap(text string, w int) []string {
	if w <= 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(text, w, ""), "\n")
}

// Lay puts a block over another one with its top left corner at cell x, y, keeping what is beside it.
func (s *Style) Lay(base, over string, x, y int) string {
	rows, tops := strings.Split(base, "\n"), strings.Split(over, "\n")
	for i, top := range tops {
		r := y + i
		if r < 0 || r >= len(rows) {
			continue
		}
		w, full := Width(top), Width(rows[r])
		left := s.Pad(ansi.Truncate(rows[r], max(x, 0), ""), max(x, 0))
		var right string
		if x+w < full {
			right = ansi.TruncateLeft(rows[r], x+w, "")
			if Width(right) > full-x-w { // a wide letter lies half below
				right = ansi.TruncateLeft(rows[r], x+w+1, "")
			}
			right = Spaces(full-x-w-Width(right)) + right
		}
		rows[r] = left + top + right
	}
	return strings.Join(rows, "\n")
}
