package grid

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
)

func wrote(w, h int, text string) *Grid {
	g := New(w, h)
	_, _ = g.Write([]byte(text))
	return g
}

func TestSequencesDoWhatTheySay(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"text wraps", "abcdef", []string{"abcd", "ef", ""}},
		{"the last column waits", "abcd\rX", []string{"Xbcd", "", ""}},
		{"the last row scrolls", "a\r\nb\r\nc\r\nd", []string{"b", "c", "d"}},
		{"a cursor is placed", "\x1b[2;3Hx\x1b[Hy", []string{"y", "  x", ""}},
		{"relative moves", "\x1b[B\x1b[2Cx\x1b[A\x1b[Dy\x1b[3Gz\x1b[3dw", []string{"  z", "  x", "   w"}},
		{"cells are erased", "abcd\x1b[2G\x1b[2X", []string{"a  d", "", ""}},
		{"lines are erased", "abcd\x1b[2;1Hefgh\x1b[2G\x1b[K\x1b[H\x1b[1K", []string{" bcd", "e", ""}},
		{"screens are erased", "abcd\r\nef\x1b[2J", []string{"", "", ""}},
		{"below is erased", "abcd\r\nef\r\ngh\x1b[2;2H\x1b[J", []string{"abcd", "e", ""}},
		{"cells are moved", "abcd\x1b[2G\x1b[@\x1b[3d\x1b[1Gwxyz\x1b[1G\x1b[P", []string{"a bc", "", "xyz"}},
		{"lines are moved", "a\r\nb\r\nc\x1b[2d\x1b[L", []string{"a", "", "b"}},
		{"lines are deleted", "a\r\nb\r\nc\x1b[H\x1b[M", []string{"b", "c", ""}},
		{"a region scrolls", "a\r\nb\r\nc\x1b[1;2r\x1b[S\x1b[r", []string{"b", "", "c"}},
		{"a region scrolls down", "a\r\nb\r\nc\x1b[2;3r\x1b[T\x1b[r", []string{"a", "", "b"}},
		{"the cursor comes back", "\x1b[2;2H\x1b7\x1b[Hx\x1b8y", []string{"x", " y", ""}},
		{"runes are repeated", "x\x1b[2b", []string{"xxx", "", ""}},
		{"tabs and bells are no text", "\ta\x07", []string{"   a", "", ""}},
		{"titles are no text", "\x1b]2;Saloon\x07a\x1b]2;x\x1b\\b", []string{"ab", "", ""}},
		{"wide runes take two", "漢a字", []string{"漢a", "字", ""}},
		{"half a wide rune is none", "漢a\x1b[2Gx", []string{" xa", "", ""}},
		{"marks that are laid over", "e\u0301a", []string{"ea", "", ""}},
		{"a new screen is empty", "abc\x1b[?1049h", []string{"", "", ""}},
		{"modes and sets are no text", "\x1b[?25l\x1b[>1u\x1b(B\x1b[4 qa", []string{"a", "", ""}},
	} {
		if got := wrote(4, 3, c.text).Screen(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is %q, want %q", c.name, c.text, got, c.want)
		}
		g := New(4, 3) // a byte at a time
		for i := range len(c.text) {
			_, _ = g.Write([]byte{c.text[i]})
		}
		if !g.Same(wrote(4, 3, c.text)) {
			t.Errorf("%s: in pieces it is %q", c.name, g.Screen())
		}
	}
}

func TestPensAreRead(t *testing.T) {
	for text, want := range map[string]Pen{
		"\x1b[1;33m":               {Fg: Indexed | 3, Attr: Bold},
		"\x1b[1;2m\x1b[22m":        {},
		"\x1b[38;5;200;7m":         {Fg: Indexed | 200, Attr: Reverse},
		"\x1b[48;2;1;2;3m":         {Bg: Direct | 0x010203},
		"\x1b[38:2::1:2:3m":        {Fg: Direct | 0x010203},
		"\x1b[95;104m":             {Fg: Indexed | 13, Bg: Indexed | 12},
		"\x1b[31;41;4m\x1b[39;49m": {Attr: Underline},
		"\x1b[4m\x1b[4:0m":         {},
		"\x1b[3;9m\x1b[;1m":        {Attr: Bold},
		"\x1b[7m\x1b[m":            {},
	} {
		if got := wrote(4, 1, text+"x").Cell(0, 0); got != (Cell{'x', want}) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestQuestionsAreAnswered(t *testing.T) {
	g := wrote(4, 3, "\x1b[2;3H\x1b[5n\x1b[6n\x1b]11;?\x07\x1b[?2026$p\x1b[c")
	want := "\x1b[0n\x1b[2;3R\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[?2026;0$y\x1b[?62;22c"
	if got := g.Replies(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := g.Replies(); got != "" {
		t.Errorf("answered again: %q", got)
	}
}

func TestResizedScreensKeepWhatFits(t *testing.T) {
	g := wrote(4, 3, "abcd\r\nefgh\r\nijkl")
	g.Resize(2, 2)
	if got := g.Screen(); !slices.Equal(got, []string{"ab", "ef"}) {
		t.Errorf("%q", got)
	}
	_, _ = g.Write([]byte("X"))
	if g.Resize(3, 3); g.Row(1) != "eX" || g.Row(-2) != "eX" || g.Row(7) != "" {
		t.Errorf("%q", g.Screen())
	}
}

// scene is a random screen of words, made from the last one by a few changes.
type scene struct {
	w, h int
	rnd  *rand.Rand
	rows []string
}

func (s *scene) text() string {
	var b strings.Builder
	for width := 0; ; {
		word := []string{"saloon", "漢字", "····", "╭────────────────╮", " ", "        ", "x", "$1,000"}[s.rnd.IntN(8)]
		if width += len([]rune(word)) + strings.Count(word, "漢字")*2; width > s.w {
			return b.String()
		}
		pens := []string{"", "\x1b[1m", "\x1b[33;1m", "\x1b[2m", "\x1b[7m", "\x1b[38;5;200m", "\x1b[48;2;9;8;7m"}
		b.WriteString(pens[s.rnd.IntN(len(pens))] + word + "\x1b[m")
	}
}

func (s *scene) change() {
	switch {
	case len(s.rows) == 0:
		for range s.h {
			s.rows = append(s.rows, s.text())
		}
	case s.rnd.IntN(4) == 0: // a line more, and the oldest gone
		s.rows = append(s.rows[1:], s.text())
	default:
		for range 1 + s.rnd.IntN(4) {
			s.rows[s.rnd.IntN(s.h)] = s.text()
		}
	}
}

// frames draws scenes with the renderer that servers use.
func frames(t *testing.T, seed uint64, n int, see func(frame []byte, want *uv.ScreenBuffer)) {
	t.Helper()
	var out bytes.Buffer
	r := uv.NewTerminalRenderer(&out, []string{"TERM=xterm-256color"})
	r.SetColorProfile(colorprofile.TrueColor)
	r.SetFullscreen(true)
	r.SetRelativeCursor(false)
	r.SetScrollOptim(true)
	r.Erase()
	s := scene{w: 40, h: 12, rnd: rand.New(rand.NewPCG(seed, 0))}
	buf := uv.NewScreenBuffer(s.w, s.h)
	for range n {
		s.change()
		buf.Clear()
		uv.NewStyledString(strings.Join(s.rows, "\n")).Draw(buf, buf.Bounds())
		r.Render(buf.RenderBuffer)
		if err := r.Flush(); err != nil {
			t.Fatal(err)
		}
		see(bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte("\r\n")), &buf)
		out.Reset()
	}
}

func TestARenderersFramesAreUnderstood(t *testing.T) {
	for seed := range uint64(8) {
		g := New(40, 12)
		frames(t, seed, 20, func(frame []byte, want *uv.ScreenBuffer) {
			_, _ = g.Write(frame)
			for y := range 12 {
				var row strings.Builder
				for x := range 40 {
					if c := want.CellAt(x, y); c != nil && c.Width > 0 {
						row.WriteString(c.Content)
					}
				}
				if got, want := g.Row(y), strings.TrimRight(row.String(), " "); got != want {
					t.Fatalf("seed %d, row %d: %q, want %q after %q", seed, y, got, want, frame)
				}
			}
		})
	}
}

// alike reports whether two screens look the same.
func alike(a, b *Grid) bool {
	return slices.EqualFunc(a.cells, b.cells, func(a, b Cell) bool { return look(a) == look(b) })
}

func TestTheLeastDiffGetsThereWithFewerBytes(t *testing.T) {
	least, written := 0, 0
	for seed := range uint64(8) {
		before, after := New(40, 12), New(40, 12)
		frames(t, seed, 20, func(frame []byte, _ *uv.ScreenBuffer) {
			before.CopyFrom(after)
			_, _ = after.Write(frame)
			diff := Least(before, after)
			if _, _ = before.Write(diff); !alike(before, after) {
				t.Fatalf("seed %d: %q leads to %q, want %q", seed, diff, before.Screen(), after.Screen())
			}
			least += len(diff)
			written += len(frame)
		})
	}
	if least >= written {
		t.Errorf("%d bytes, but the renderer needs %d", least, written)
	}
}

func TestTheLeastDiffIsKnownWhereItIsPlain(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"nothing", "abc", "abc", ""},
		{"one cell where the cursor is", "abc", "abcd", "d"},
		{"one cell back", "abc", "abd", "\bd"},
		{"the first cell", "abc", "xbc", "\rx"},
		{"the next line", "abc\r\n", "abc\r\nx", "x"},
		{"far down", "\x1b[H", "\x1b[7;8Hx", "\x1b[7;8Hx"},
		{"a short gap is written", "\r\x1b[30Gabcdef\r\x1b[29C", "\x1b[30GAbcdEf", "AbcdE"},
		{"a long gap is jumped", strings.Repeat("-", 20) + "\r", "x" + strings.Repeat("-", 18) + "y", "x\x1b[18Cy"},
		{"blanks to the end", strings.Repeat("-", 30) + "\r", "", "\x1b[K"},
		{"blanks within", strings.Repeat("-", 30) + "\r", "\x1b[20C" + strings.Repeat("-", 10), "\x1b[20X"},
		{"a pen", "a\r", "\x1b[1;33mA", "\x1b[1;33mA"},
		{"a pen that goes on", "\x1b[1m", "\x1b[1;33mA", "\x1b[33mA"},
		{"a pen that ends", "\x1b[1;33m", "A", "\x1b[mA"},
		{"ink on a blank is none", "a b\r", "a\x1b[33m \x1b[mb", ""},
		{"ground is seen", "   \r", "\x1b[41m \x1b[m", "\x1b[41m "},
	} {
		before, after := wrote(40, 8, c.before), wrote(40, 8, c.after)
		if got := string(Least(before, after)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if Least(New(3, 3), New(4, 3)) != nil {
		t.Error("screens of two sizes have no diff")
	}
}

func BenchmarkWrite(b *testing.B) {
	frame := []byte("\x1b[H" + strings.Repeat("\x1b[33;1m╭────────╮\x1b[m text and more text\r\n", 24))
	g := New(80, 24)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		_, _ = g.Write(frame)
	}
}

func BenchmarkLeast(b *testing.B) {
	before, after := New(80, 24), New(80, 24)
	for y := range 24 {
		_, _ = fmt.Fprintf(after, "\x1b[%d;1H\x1b[33;1m╭──%d───╮\x1b[m text and %d text", y+1, y, y)
	}
	for b.Loop() {
		Least(before, after)
	}
}
