package paint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"pgregory.net/rapid"

	"saloon/tui/style"
)

// plainPainter does what a Painter does in the plainest way: it takes both rows apart from the first byte to the last
// and looks at every cell. A Painter must write the very same bytes.
type plainPainter struct {
	w, h int
	rows []string
}

type plainCell struct {
	text string
	pen  pen
}

var plainBlank = plainCell{text: " "}

func (p *plainPainter) frame(frame string, w, h int) []byte {
	b := plainBrush{x: -1, w: w}
	if p.rows == nil || p.w != w || p.h != h {
		b.out = append(b.out, "\x1b[m\x1b[H\x1b[2J"...)
		b.x, b.y = 0, 0
		p.rows, p.w, p.h = make([]string, h), w, h
	}
	for y := range h {
		var row string
		row, frame, _ = strings.Cut(frame, "\n")
		if row != p.rows[y] {
			b.row(y, plainCells(p.rows[y], w), plainCells(row, w))
			p.rows[y] = row
		}
	}
	b.turn(pen{})
	return b.out
}

func plainCells(row string, w int) []plainCell {
	cells := make([]plainCell, w)
	for i := range cells {
		cells[i] = plainBlank
	}
	x, ink := 0, pen{}
	for i := 0; i < len(row); {
		if row[i] == esc {
			n := style.SGR(row[i:])
			if n > 0 {
				ink.take(row[i+2 : i+n-1])
			} else {
				n = skip(row[i:])
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(row[i:])
		i += n
		if r >= 0x20 && r < 0x7f || r >= 0xa0 {
			x = plainPut(cells, x, r, ink)
		}
	}
	return cells
}

func plainPut(cells []plainCell, x int, r rune, ink pen) int {
	w := displaywidth.Rune(r)
	switch {
	case w <= 0:
		at := x - 1
		if at > 0 && at < len(cells) && cells[at].text == "" {
			at--
		}
		if at >= 0 && at < len(cells) {
			cells[at].text += string(r)
		}
	case w == 1 && x < len(cells):
		cells[x] = plainCell{string(r), ink}
	case x+1 < len(cells):
		cells[x], cells[x+1] = plainCell{string(r), ink}, plainCell{"", ink}
	case x < len(cells):
		cells[x] = plainCell{" ", ink}
	}
	return x + w
}

// plainBrush writes cells one by one.
type plainBrush struct {
	out     []byte
	pen     pen
	x, y, w int
}

func (b *plainBrush) row(y int, was, is []plainCell) {
	end := len(is)
	for end > 0 && is[end-1] == plainBlank {
		end--
	}
	for x := 0; x < end; {
		if was[x] == is[x] {
			x++
			continue
		}
		for x > 0 && is[x].text == "" {
			x--
		}
		b.move(x, y)
		x = b.run(x, was[:end], is[:end])
	}
	b.clear(end, y, was)
}

func (b *plainBrush) run(x int, was, is []plainCell) int {
	for x < len(is) {
		next := x + 1
		if was[x] == is[x] && is[x].text != "" {
			if next = b.resume(x, was, is); next == x {
				return x
			}
		}
		for ; x < next; x++ {
			b.cell(is[x])
		}
	}
	return x
}

func (b *plainBrush) resume(x int, was, is []plainCell) int {
	n := x
	for n < len(is) && was[n] == is[n] {
		if n-x >= gapMax || is[n].pen != b.pen || len(is[n].text) > 1 {
			return x
		}
		n++
	}
	if n == len(is) || is[n].text == "" {
		return x
	}
	return n
}

func (b *plainBrush) cell(c plainCell) {
	b.x++
	if c.text != "" {
		b.turn(c.pen)
		b.out = append(b.out, c.text...)
	}
	if b.x >= b.w {
		b.x = -1
	}
}

func (b *plainBrush) clear(x, y int, was []plainCell) {
	end := len(was)
	for end > x && was[end-1] == plainBlank {
		end--
	}
	if end == x {
		return
	}
	for x < end && was[x] == plainBlank && end-x > 1 {
		x++
	}
	b.move(x, y)
	b.turn(pen{})
	if end-x < 3 && was[end-1].text != "" {
		for range end - x {
			b.cell(plainBlank)
		}
		return
	}
	b.out = append(b.out, "\x1b[K"...)
}

func (b *plainBrush) move(x, y int) {
	switch {
	case b.x == x && b.y == y:
		return
	case b.x >= 0 && b.y == y && b.x+1 == x:
		b.say("\x1b[C")
	case b.x >= 0 && b.y == y && b.x < x:
		b.say("\x1b[%dC", x-b.x)
	case b.x >= 0 && b.y+1 == y && x == 0:
		b.say("\r\n")
	case x > 0:
		b.say("\x1b[%d;%dH", y+1, x+1)
	case y > 0:
		b.say("\x1b[%dH", y+1)
	default:
		b.say("\x1b[H")
	}
	b.x, b.y = x, y
}

func (b *plainBrush) say(format string, args ...any) { b.out = fmt.Appendf(b.out, format, args...) }

// turn makes the terminal write like q: by what is new, or from a fresh start where that is shorter or something has to
// be taken back.
func (b *plainBrush) turn(q pen) {
	p := b.pen
	b.pen = q
	if p == q {
		return
	}
	if q == (pen{}) {
		b.say("\x1b[m")
		return
	}
	anew := plainWords(q.marks.words(), q.fore, q.back, q.under)
	if p != (pen{}) {
		anew = "0;" + anew
	}
	on := plainWords((q.marks &^ p.marks).words(), change(p.fore, q.fore, "39"), change(p.back, q.back, "49"),
		change(p.under, q.under, "59"))
	if p.marks&^q.marks == 0 && len(on) <= len(anew) {
		anew = on
	}
	b.say("\x1b[%sm", anew)
}

func plainWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ";")
}

// pieces are what rows may be made of, inside the house or from a hostile guest: letters of all widths and what joins
// them, inks, other sequences, controls, and beginnings of all of these.
var pieces = []string{
	"a", "b", "c", " ", "  ", "      ", "00:41", "00:40", "$100", "─", "│", "é", "♠", "█", "Ж", "牛", "仔", "🤠", "👍🏽",
	"e\u0301", "\u0301", "\u0300", "\u200d", "\ufe0f", "\u00a0", "\u00ad", "\u1100", "\u1161", "\ufffd",
	"\x1b[m", "\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[22m", "\x1b[4:3m", "\x1b[7m", "\x1b[31m", "\x1b[39m",
	"\x1b[38;5;208m", "\x1b[38;5;209m", "\x1b[38;2;1;2;3m", "\x1b[48;5;230m", "\x1b[49m", "\x1b[58;5;1m",
	"\x1b[1;4;33m", "\x1b[;m", "\x1b[99m", "\x1b[38m", "\x1b[38;5m",
	"\x1b[K", "\x1b[2J", "\x1b]0;a b\x07", "\x1b]8;;x\x1b\\", "\x1b]", "\x1bP", "\x1b", "\x1b[", "\x1b[3",
	"m", "1m", "\x1b\\", "\x07", "\t", "\r", "\x7f",
	"\u0085", "\u009b", "\x9b", "\xe2", "\xe2\x94", "\x80", "\x82", "\xf0\x9f", "\xff",
}

// anyRow makes a row of any pieces, or one that differs from another row in a few of its pieces or bytes.
func anyRow(t *rapid.T, was string) string {
	some := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 3)
	switch rapid.IntRange(0, 5).Draw(t, "row") {
	case 0:
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "")
	case 1:
		return was
	case 2:
		return was + strings.Join(some.Draw(t, "after"), "")
	case 3:
		return strings.Join(some.Draw(t, "before"), "") + was
	}
	from := rapid.IntRange(0, len(was)).Draw(t, "from")
	to := rapid.IntRange(from, min(len(was), from+6)).Draw(t, "to")
	return was[:from] + strings.Join(some.Draw(t, "between"), "") + was[to:]
}

// A painter that looks only where rows differ writes what one writes that looks at everything.
func TestAPainterWritesWhatAPlainOneWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Painter
		var plainly plainPainter
		w, rows := rapid.IntRange(1, 24).Draw(t, "w"), make([]string, rapid.IntRange(1, 3).Draw(t, "h"))
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			for y := range rows {
				rows[y] = anyRow(t, rows[y])
			}
			was, frame := slices.Clone(p.rows), strings.Join(rows, "\n")
			got, want := p.Frame(nil, frame, w, len(rows)), plainly.frame(frame, w, len(rows))
			if !bytes.Equal(got, want) {
				t.Fatalf("%q after %q is written as\n%q, want\n%q", frame, was, got, want)
			}
		}
	})
}

// FuzzPlain is the same for two rows of any bytes that have a beginning and an end in common.
func FuzzPlain(f *testing.F) {
	f.Add("\x1b[1m♠ Saloon\x1b[m 0:", "41", "40", "\x1b[m left  │", 24)
	f.Add("ab\x1b[31m", "c", "e\u0301", "\u0301d   ", 9)
	f.Add("牛\x1b[2", "m", ";1m", "仔\x1b[m  ", 5)
	f.Add("a\x1b]0;x\x1b", "\\b", "[m", "c\x07d", 8)
	f.Add("a\xe2\x94", "\x80", "b", "\x80", 4)
	f.Fuzz(func(t *testing.T, head, was, is, tail string, w int) {
		if w < 1 || w > 60 {
			return
		}
		var p Painter
		var plainly plainPainter
		for _, row := range []string{head + was + tail, head + is + tail, tail, head + was, head + is} {
			if got, want := p.Frame(nil, row, w, 1), plainly.frame(row, w, 1); !bytes.Equal(got, want) {
				t.Fatalf("%q, %q or %q, %q: written as\n%q, want\n%q", head, was, is, tail, got, want)
			}
		}
	})
}

// Runes whose width is known without a look into tables have the width that tables say.
func TestWidthsAreThoseOfTheTables(t *testing.T) {
	for r := rune(0xa0); r <= utf8.MaxRune; r++ {
		if want := displaywidth.Rune(r); utf8.ValidRune(r) && width(r) != want {
			t.Errorf("%U takes %d cells, want %d", r, width(r), want)
		}
	}
}
