package style

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// latin counts the cells of a text; ok is false unless it is all ASCII and Latin letters, each of them one cell that
// joins nothing, which is so for most names and most of what is said.
func latin(s string) (cells int, ok bool) {
	for i := 0; i < len(s); cells++ {
		if b := s[i]; b < utf8.RuneSelf {
			if b < 0x20 || b > 0x7e {
				return 0, false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r >= 0x300 || !narrow(r) {
			return 0, false
		}
		i += n
	}
	return cells, true
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
	w, _ := width(s)
	return w
}

// width measures a line. quick reports whether it is made of nothing but what quickWidth knows.
func width(s string) (w int, quick bool) {
	if w, ok := quickWidth(s); ok {
		return w, true
	}
	return ansi.StringWidth(s), false
}

// quickWidth measures what screens are mostly made of: ASCII, Latin letters, boxes, suits, and the sequences that set
// inks. Measuring is most of what drawing costs. ok is false where it takes more to know.
func quickWidth(s string) (w int, ok bool) {
	for i := 0; i < len(s); {
		for i+8 <= len(s) && plain8(s[i:]) {
			i, w = i+8, w+8
		}
		if i == len(s) {
			break
		}
		n, cells := unit(s[i:])
		if n == 0 {
			return 0, false
		}
		i, w = i+n, w+cells
	}
	return w, true
}

// plain8 reports whether each of the first eight bytes of s is one visible cell. A byte below a space borrows from
// above, one that is no ASCII has its highest bit, and a delete gets it by one more.
func plain8(s string) bool {
	_ = s[7]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	const ones = 0x0101010101010101
	return (x|(x-0x20*ones)|(x+ones))&(0x80*ones) == 0
}

// unit is the length in bytes of what s begins with, a letter or a sequence that sets an ink, and how many cells it
// takes. n is 0 for what the quick way does not know.
func unit(s string) (n, cells int) {
	switch b := s[0]; {
	case b >= 0x20 && b < 0x7f:
		return 1, 1
	case b == 0x1b:
		return SGR(s), 0
	case b < 0x80:
		return 0, 0
	}
	r, n := utf8.DecodeRuneInString(s)
	if !narrow(r) {
		return 0, 0
	}
	return n, 1
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

// narrow reports whether a rune is one cell and joins nothing: Latin letters, boxes, blocks and shapes, and of the
// other signs those that books and boards are set in.
func narrow(r rune) bool {
	switch {
	case r < 0x300:
		return r >= 0xa1 && r != 0xad
	case r >= 0x2500:
		return r < 0x25fd || r >= 0x2660 && r <= 0x2666 || r == 0x2605 || r == 0x2713 || r == 0x2717
	}
	return r >= 0x2010 && r <= 0x2026 || r >= 0x2190 && r <= 0x2193 || r == 0x2039 || r == 0x203a || r == 0x21b5
}

// Cut shortens a line to at most w cells, with an ellipsis where something is missing. Escape sequences are kept.
func (s *Style) Cut(line string, w int) string {
	line, _ = s.cut(line, w)
	return line
}

// cut is Cut with the cells that are left, so that nobody has to measure the line again.
func (s *Style) cut(line string, w int) (short string, cells int) {
	if w <= 0 {
		return "", 0
	}
	cells, quick := width(line)
	switch {
	case cells <= w:
		return line, cells
	case w == 1:
		return s.Ellipsis, 1
	case quick:
		return quickCut(line, w-1, s.Ellipsis), w
	}
	line = ansi.Truncate(line, w, s.Ellipsis)
	return line, Width(line)
}

// quickCut shortens a line that quickWidth could measure, and that is longer, to room cells and a tail. The sequences
// behind the tail are kept: one of them ends the ink.
func quickCut(line string, room int, tail string) string {
	var b strings.Builder
	b.Grow(len(line) + len(tail))
	from := 0
	for used := 0; ; {
		n, cells := unit(line[from:])
		if used+cells > room {
			break
		}
		from, used = from+n, used+cells
	}
	b.WriteString(line[:from])
	b.WriteString(tail)
	for from < len(line) {
		n, cells := unit(line[from:])
		if cells == 0 {
			b.WriteString(line[from : from+n])
		}
		from += n
	}
	return b.String()
}

// Pad makes a line exactly w cells wide: cut, or filled on the right.
func (s *Style) Pad(line string, w int) string {
	line, cells := s.cut(line, w)
	return line + Spaces(w-cells)
}

// PadTo writes what Pad makes of a line to b.
func (s *Style) PadTo(b *strings.Builder, line string, w int) {
	line, cells := s.cut(line, w)
	b.WriteString(line)
	b.WriteString(Spaces(w - cells))
}

// AppendPad adds what Pad makes of a line to b.
func (s *Style) AppendPad(b []byte, line string, w int) []byte {
	line, cells := s.cut(line, w)
	return append(append(b, line...), Spaces(w-cells)...)
}

// PadLeft is Pad for figures: filled on the left.
func (s *Style) PadLeft(line string, w int) string {
	line, cells := s.cut(line, w)
	return Spaces(w-cells) + line
}

// Center is Pad with the line in the middle.
func (s *Style) Center(line string, w int) string {
	line, cells := s.cut(line, w)
	gap := w - cells
	return Spaces(gap/2) + line + Spaces(gap-gap/2)
}

// Spread sets one text to the left and one to the right of a line of w cells; the left one is cut first.
func (s *Style) Spread(left, right string, w int) string {
	right, taken := s.cut(right, w)
	left, cells := s.cut(left, w-taken)
	return left + Spaces(w-taken-cells) + right
}

// blanks are as many spaces as the widest window takes.
var blanks = strings.Repeat(" ", 1000)

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

// edges are the lines that boxes and pages are ruled with, by their sign, as long as the widest window.
var edges = func() map[string]string {
	all := map[string]string{}
	for _, ascii := range []bool{false, true} {
		g := glyphs(ascii)
		for _, sign := range []string{g.Horizontal, g.Double} {
			all[sign] = strings.Repeat(sign, 1000)
		}
	}
	return all
}()

// Repeat is s n times, nothing if n is negative.
func Repeat(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if long := edges[s]; n*len(s) <= len(long) {
		return long[:n*len(s)]
	}
	return strings.Repeat(s, n)
}

// Fit makes a block exactly w × h cells: lines cut or filled, blank lines added below, what is too much left off. A
// block that is so already is not copied.
func (s *Style) Fit(block string, w, h int) string {
	if w <= 0 || h <= 0 {
		return ""
	}
	good, end := fitting(block, w, h)
	if good == h {
		return block[:end]
	}
	rest := block[min(end+1, len(block)):]
	if good == 0 {
		rest = block
	}
	var b strings.Builder
	b.Grow(end + len(rest) + (h-good)*(w+1))
	b.WriteString(block[:end])
	for i := good; i < h; i++ {
		if i > 0 {
			b.WriteByte('\n')
		}
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		s.PadTo(&b, line, w)
	}
	return b.String()
}

// fitting counts the lines, at most h, that a block begins with and that are w cells wide. They end before byte end.
func fitting(block string, w, h int) (lines, end int) {
	for at := 0; lines < h && at <= len(block); {
		next := len(block)
		if n := strings.IndexByte(block[at:], '\n'); n >= 0 {
			next = at + n
		}
		if Width(block[at:next]) != w {
			break
		}
		lines, end, at = lines+1, next, next+1
	}
	return lines, end
}

// Beside sets blocks of the same height side by side. They keep their own widths, so fit them first.
func Beside(blocks ...string) string {
	if len(blocks) == 0 {
		return ""
	}
	var few [16]string
	rest := append(few[:0], blocks...)
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

// Columns writes two columns side by side, each of blocks below each other, of as many rows together. The blocks keep
// their own widths, so fit them first.
func Columns(to *strings.Builder, left, right []string) {
	l, r := column{rest: left}, column{rest: right}
	for begun := false; l.more() && r.more(); begun = true {
		if begun {
			to.WriteByte('\n')
		}
		to.WriteString(l.row())
		to.WriteString(r.row())
	}
}

// column gives the rows of blocks below each other, one by one.
type column struct {
	block string
	in    bool // of block, a row is left at least
	rest  []string
}

func (c *column) more() bool { return c.in || len(c.rest) > 0 }

func (c *column) row() (row string) {
	if !c.in {
		c.block, c.rest = c.rest[0], c.rest[1:]
	}
	row, c.block, c.in = strings.Cut(c.block, "\n")
	return row
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
	tops := strings.Split(over, "\n")
	var b strings.Builder
	b.Grow(len(base) + len(over))
	for r, more := 0, true; more; r++ {
		var row string
		row, base, more = strings.Cut(base, "\n")
		if i := r - y; i >= 0 && i < len(tops) {
			s.layRow(&b, row, tops[i], x)
		} else {
			b.WriteString(row)
		}
		if more {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// layRow writes a row over which another one lies from cell x on.
func (s *Style) layRow(b *strings.Builder, row, top string, x int) {
	w, full := Width(top), Width(row)
	s.PadTo(b, ansi.Truncate(row, max(x, 0), ""), max(x, 0))
	b.WriteString(top)
	if x+w >= full {
		return
	}
	right := ansi.TruncateLeft(row, x+w, "")
	if Width(right) > full-x-w { // a wide letter lies half below
		right = ansi.TruncateLeft(row, x+w+1, "")
	}
	b.WriteString(Spaces(full - x - w - Width(right)))
	b.WriteString(right)
}
