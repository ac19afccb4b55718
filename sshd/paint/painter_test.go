package paint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"saloon/tui/style"
)

// look is what a terminal shows, a line a row, with the ink of every cell.
func look(e *vt.Emulator, w, h int) []string {
	out := make([]string, h)
	for y := range h {
		var b strings.Builder
		for x := range w {
			c := e.CellAt(x, y)
			if c == nil || c.Width == 0 {
				continue
			}
			fmt.Fprintf(&b, "%s%q", c.Style.String(), c.Content)
		}
		out[y] = b.String()
	}
	return out
}

// afresh is how a terminal looks that was cleared and had the frame written on it row by row.
func afresh(frame string, w, h int) []string {
	e := vt.NewEmulator(w, h)
	for y, row := range strings.Split(frame, "\n") {
		_, _ = fmt.Fprintf(e, "\x1b[%d;1H%s\x1b[m", y+1, row)
	}
	return look(e, w, h)
}

func differ(t interface{ Fatalf(string, ...any) }, got, want []string, wrote []byte) {
	for y := range want {
		if got[y] != want[y] {
			t.Fatalf("row %d shows\n%s\nwant\n%s\nafter %q", y, got[y], want[y], wrote)
		}
	}
}

// inks are manners of writing as the house's palette and its rule books make them.
var inks5 = []string{
	"", "", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[38;5;208m", "\x1b[38;2;1;2;3m", "\x1b[48;5;230m",
	"\x1b[1m\x1b[38;5;208m", "\x1b[38;5;0m\x1b[48;5;230m", "\x1b[7m", "\x1b[1;4;33m", "\x1b[38;5;208m\x1b[1m",
}

var letters = []string{"a", "b", "c", " ", " ", " ", "─", "é", "e\u0301", "牛", "♠", "█", "Ж"}

// rowOf makes a row of exactly w cells.
func rowOf(t *rapid.T, w int) string {
	var b strings.Builder
	for left := w; left > 0; {
		ink := rapid.SampledFrom(inks5).Draw(t, "ink")
		b.WriteString(ink)
		for n := rapid.IntRange(1, 6).Draw(t, "run"); n > 0 && left > 0; n-- {
			l := rapid.SampledFrom(letters).Draw(t, "letter")
			if style.Width(l) > left {
				l = " "
			}
			left -= style.Width(l)
			b.WriteString(l)
		}
		if ink != "" {
			b.WriteString("\x1b[m")
		}
	}
	return b.String()
}

// Whatever frame follows whatever other, the terminal shows it as if it had been written on an empty one.
func TestATerminalShowsTheLastFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 14).Draw(t, "w"), rapid.IntRange(1, 4).Draw(t, "h")
		e := vt.NewEmulator(w, h)
		var p Painter
		rows := make([]string, h)
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			for y := range rows {
				switch rapid.IntRange(0, 3).Draw(t, "change") {
				case 0:
					rows[y] = rowOf(t, w)
				case 1:
					rows[y] = strings.Repeat(" ", w)
				case 2:
					rows[y] = rows[max(y-1, 0)]
				}
			}
			frame := strings.Join(rows, "\n")
			wrote := p.Frame(nil, frame, w, h)
			_, _ = e.Write(wrote)
			differ(t, look(e, w, h), afresh(frame, w, h), wrote)
			if again := p.Frame(nil, frame, w, h); len(again) > 0 {
				t.Fatalf("the same frame again is written as %q", again)
			}
		}
	})
}

// What is written between two frames has no ink but its own.
func TestEveryFrameLeavesThePenPlain(t *testing.T) {
	e := vt.NewEmulator(4, 1)
	var p Painter
	for _, frame := range []string{"\x1b[1mab\x1b[m  ", "\x1b[1ma\x1b[31mb\x1b[m c", "\x1b[7mabcd\x1b[m", "abcd"} {
		_, _ = e.Write(p.Frame(nil, frame, 4, 1))
		_, _ = e.Write([]byte("\x1b[1;1HX"))
		if c := e.CellAt(0, 0); c.Content != "X" || c.Style.String() != "\x1b[m" && c.Style.String() != "" {
			t.Errorf("after %q a letter has the ink %q", frame, c.Style.String())
		}
	}
}

func TestAFrameTakesFewBytes(t *testing.T) {
	for _, c := range []struct{ name, was, is, want string }{
		{"nothing", "abc\ndef", "abc\ndef", ""},
		{"one letter", "abc\ndef", "abc\ndxf", "\x1b[2;2Hx"},
		{"the first letter", "abc\ndef", "xbc\ndef", "\x1b[Hx"},
		{"two near ones", "abcdef", "xbcxef", "\x1b[Hxbcx"},
		{"two far ones", "abcdefgh", "xbcdefgx", "\x1b[Hx\x1b[6Cx"},
		{"the rest of a row", "abcdefgh", "abc     ", "\x1b[1;4H\x1b[K"},
		{"the last letter", "abcdefgh", "abcdefg ", "\x1b[1;8H "},
		{"a colored letter", "abc", "a\x1b[31mb\x1b[mc", "\x1b[1;2H\x1b[31mb\x1b[m"},
		{"another color", "ab", "\x1b[31ma\x1b[m\x1b[32mb\x1b[m", "\x1b[H\x1b[31ma\x1b[32mb\x1b[m"},
		{"a mark less", "ab", "\x1b[1;31ma\x1b[m\x1b[31mb\x1b[m", "\x1b[H\x1b[1;31ma\x1b[0;31mb\x1b[m"},
		{"a ground less", "ab", "\x1b[31;48;5;9ma\x1b[m\x1b[31mb\x1b[m", "\x1b[H\x1b[31;48;5;9ma\x1b[49mb\x1b[m"},
		{"rows below each other", "abc\nabc", "abx\nxbc", "\x1b[1;3Hx\x1b[2Hx"},
		{"and not at the edge", "abc\nabc", "xbc\nxbc", "\x1b[Hx\r\nx"},
		{"what is too long", "abc", "abxyz", "\x1b[1;3Hx"},
		{"what is too short", "abc", "ab", "\x1b[1;3H "},
		{"what is no ink", "abc", "\x1b]0;evil\x07\x1b[2Jax\x07c", "\x1b[1;2Hx"},
	} {
		w, h := len(strings.Split(c.was, "\n")[0]), 1+strings.Count(c.was, "\n")
		var p Painter
		p.Frame(nil, c.was, w, h)
		if got := string(p.Frame(nil, c.is, w, h)); got != c.want {
			t.Errorf("%s: %q after %q is written as %q, want %q", c.name, c.is, c.was, got, c.want)
		}
	}
}

// FuzzFrame holds a painter to its promise for rows of any bytes: nothing but what prints, inks and moves is written.
func FuzzFrame(f *testing.F) {
	f.Add("abc", "a\x1b[31mb\x1b[mc", 3)
	f.Add("\x1b[38;5", "\x1b[38;2;1m牛", 2)
	f.Add("\u009b2J", "\u0085\x9b\x9d", 3)
	f.Add("\xff\x1b]52;c;AAAA\x07", "\x1b[1;2;3;4;5;6;7;8;9;38m\x1b[m", 5)
	f.Fuzz(func(t *testing.T, was, is string, w int) {
		if w < 1 || w > 40 {
			return
		}
		var p Painter
		p.Frame(nil, was, w, 1)
		out := string(p.Frame(nil, is, w, 1))
		for rest := out; rest != ""; {
			switch n := style.SGR(rest); {
			case n > 0:
				rest = rest[n:]
			case strings.HasPrefix(rest, "\x1b["):
				end := strings.IndexAny(rest[2:], "HCK")
				if end < 0 || strings.Trim(rest[2:2+end], "0123456789;") != "" {
					t.Fatalf("%q after %q is written as %q", is, was, out)
				}
				rest = rest[end+3:]
			case rest[0] < 0x20 || rest[0] == 0x7f || strings.HasPrefix(rest, "\u009b"):
				t.Fatalf("%q after %q is written as %q", is, was, out)
			default:
				rest = rest[1:]
			}
		}
	})
}

// Inks are followed word by word: colors replace colors, and marks are taken back by the words for that.
func TestInksAreFollowed(t *testing.T) {
	for said, want := range map[string]pen{
		"\x1b[m": {}, "\x1b[1m": {marks: of("1")}, "\x1b[1;4m\x1b[22m": {marks: of("4")},
		"\x1b[31m\x1b[38;5;208m": {fore: "38;5;208"}, "\x1b[38;2;1;2;3;1m": {fore: "38;2;1;2;3", marks: of("1")},
		"\x1b[31;41m\x1b[39m": {back: "41"}, "\x1b[1;31m\x1b[0;4m": {marks: of("4")}, "\x1b[4:3m": {marks: of("4")},
		"\x1b[58;5;1m\x1b[99m": {under: "58;5;1"}, "\x1b[38;5m": {fore: "38;5"},
	} {
		p := plain
		for rest := said; rest != ""; {
			n := style.SGR(rest)
			p, rest = p.after(rest[:n]), rest[n:]
		}
		if *p != want {
			t.Errorf("%q makes %+v, want %+v", said, *p, want)
		}
	}
}
