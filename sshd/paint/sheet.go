package paint

import (
	"strings"
	"sync"
	"unicode/utf8"

	"saloon/tui/style"
)

// sheet is room for two rows of cells, of which those that may differ are filled in.
type sheet struct {
	was, is []cell
	at, end int  // the columns between which the rows may differ
	more    bool // after them both rows have the same cells, and not all of them are blank
}

// scratch is used by all painters by turns.
var scratch = sync.Pool{New: func() any { return new(sheet) }}

func (s *sheet) fit(w int) {
	if cap(s.was) < w {
		s.was, s.is = make([]cell, w), make([]cell, w)
	}
	s.was, s.is = s.was[:w], s.is[:w]
}

// rule takes two rows apart where they may differ. Mostly that is a few cells, such as a clock, and what both rows
// have before and after it is only counted.
func (s *sheet) rule(was, is string) {
	at, x, ink := lead(is[:sameHead(was, is)])
	old, now := ruler{was, at, x, ink, s.was}, ruler{is, at, x, ink, s.is}
	n := sameTail(was[at:], is[at:])
	old.read(len(was) - n)
	now.read(len(is) - n)
	meet(&old, &now)
	s.at, s.end = min(x, len(s.is)), min(max(old.x, now.x), len(s.is))
	old.fill(s.end)
	now.fill(s.end)
	s.more = now.inks(s.end)
}

// meet reads two rows until what is left of both is the same and means the same, which may be where both end.
func meet(a, b *ruler) {
	for {
		switch {
		case a.left() > b.left():
			a.read(a.i + 1)
		case a.left() < b.left():
			b.read(b.i + 1)
		case a.left() == 0 || a.x == b.x && a.ink == b.ink && a.opens():
			return
		default:
			a.read(a.i + 1)
			b.read(b.i + 1)
		}
	}
}

// lead is how far two rows are surely the same that both begin with a text: the byte, the column and the pen of its
// last letter. The letter itself is not counted, for it may have an accent in one row that it has not in the other.
// Where a text is not plain letters and inks, what it means may depend on what follows, so the lead ends there.
func lead(text string) (at, x int, ink *pen) {
	next := 0
	for i := 0; i < len(text); {
		b, n, w := text[i], 1, 1
		switch {
		case b >= 0x20 && b < 0x7f:
		case b == esc:
			n, w = style.SGR(text[i:]), 0
		case b < 0x80:
			n = 0
		default:
			var r rune
			if r, n = utf8.DecodeRuneInString(text[i:]); r < 0xa0 || r == utf8.RuneError {
				n = 0
			} else {
				w = width(r)
			}
		}
		if n == 0 {
			break
		}
		if w > 0 {
			at, x, next = i, next, next+w
		}
		i += n
	}
	return at, x, inkAfter(text[:at])
}

// inkAfter is the pen after a text of letters and inks. What comes before the last reset does not matter.
func inkAfter(text string) *pen {
	ink := plain
	text = text[max(strings.LastIndex(text, reset), 0):]
	for {
		i := strings.IndexByte(text, esc)
		if i < 0 {
			return ink
		}
		text = text[i:]
		n := style.SGR(text)
		ink, text = ink.after(text[:n]), text[n:]
	}
}

// stride is how many bytes are compared at once where two rows are mostly the same.
const stride = 32

// sameHead is how many bytes two rows have in common at their beginnings.
func sameHead(a, b string) int {
	n, most := 0, min(len(a), len(b))
	for n+stride <= most && a[n:n+stride] == b[n:n+stride] {
		n += stride
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// sameTail is how many bytes two rows have in common at their ends.
func sameTail(a, b string) int {
	n, most := 0, min(len(a), len(b))
	for n+stride <= most && a[len(a)-n-stride:len(a)-n] == b[len(b)-n-stride:len(b)-n] {
		n += stride
	}
	for n < most && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}
