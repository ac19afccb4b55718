package style_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"saloon/tui/style"
)

var hostile = []string{
	"\x1b[31mred\x1b[0m", "\x1b]52;c;cHduZWQ=\x07x", "a\x1b_APC\x1b\\b", "a\x1bPq#0\x1b\\b",
	"\x1b]8;;http://x\x07link\x1b]8;;\x07",
	"a\u009b31mb", "a\x9bb\xff\xfe", "a\u202eevil", "zero\u200bwidth", "a\u2028b", "line\nfeed\rreturn\ttab",
	"\U000e0041tag", "ก็็็็็็็็็็", "🇫🇷", "👨‍👩‍👧", "❤️", "ｆｕｌｌ", "नमस्ते", "e\u0301\u0302\u0303\u0304",
	"\u3164\u2800", "漢字かな",
}

func TestCleanKeepsOutWhatMovesTheScreen(t *testing.T) {
	for _, in := range hostile {
		for _, w := range []int{0, 1, 5, 40} {
			check(t, in, w)
		}
	}
}

// TestEveryLetterLeavesBordersAlone has every letter there is stand between two borders.
func TestEveryLetterLeavesBordersAlone(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		if !utf8.ValidRune(r) || !unicode.IsGraphic(r) {
			continue
		}
		out := style.Clean(string(r), 12)
		wide, slow := ansi.StringWidth("│"+out+"│"), ansi.StringWidthWc("│"+out+"│")
		if want := ansi.StringWidthWc(out) + 2; wide != want || slow != want {
			t.Errorf("%q between borders is %d or %d cells wide, want %d", out, wide, slow, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, 12)
	}
	f.Fuzz(func(t *testing.T, in string, w int) { check(t, in, max(w%400, 0)) })
}

func check(t *testing.T, in string, w int) {
	t.Helper()
	out := style.Clean(in, w)
	if !utf8.ValidString(out) {
		t.Fatalf("Clean(%q) = %q: not UTF-8", in, out)
	}
	if a, b := ansi.StringWidth(out), ansi.StringWidthWc(out); a > w || b > w {
		t.Fatalf("Clean(%q, %d) = %q: %d or %d cells", in, w, out, a, b)
	}
	marks := 0
	for _, r := range out {
		if r < 0x20 || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) {
			t.Fatalf("Clean(%q) = %q: keeps %U", in, out, r)
		}
		if unicode.Is(unicode.Mn, r) {
			marks++
		} else {
			marks = 0
		}
		if marks > 2 {
			t.Fatalf("Clean(%q) = %q: stacks accents", in, out)
		}
	}
	if again := style.Clean(out, w); again != out {
		t.Fatalf("Clean is not idempotent: %q then %q", out, again)
	}
	st := style.For(style.Look{Profile: colorprofile.TrueColor})
	if line := "|" + st.Pad(out, w) + "|"; ansi.StringWidth(line) != w+2 || ansi.StringWidthWc(line) != w+2 {
		t.Fatalf("a border behind %q moved", out)
	}
}

// The quick way to measure agrees with the slow one wherever it says that it knows.
func TestWidthAgreesWithTheSlowWay(t *testing.T) {
	for r := rune(1); r < 0x30000; r++ {
		s := string(r)
		lines := []string{s, "a" + s + "\u0301", s + "\x1b[1;38;5;3mx\x1b[m", "\x1b[3" + s}
		if r < 0x3000 { // what the quick way knows are some of these
			lines = append(lines, s+s, "♠"+s+"│", "1234567"+s)
		}
		for _, s := range lines {
			if got, want := style.Width(s), ansi.StringWidth(s); got != want {
				t.Fatalf("%q is %d cells wide, not %d", s, got, want)
			}
		}
	}
}

func TestCleanKeepsLetters(t *testing.T) {
	for _, s := range []string{"Anna", "Zoë", "Łukasz", "Дмитрий", "漢字", "العربية", "Ελένη", "O'Neil-2", "★ Sheriff"} {
		if got := style.Clean(s, 40); got != s {
			t.Errorf("Clean(%q) = %q", s, got)
		}
	}
}

func TestBlocksAreExact(t *testing.T) {
	st := style.For(style.Look{Profile: colorprofile.TrueColor})
	block := st.Accent.Render("one\ntwo is longer") + "\n漢字漢字漢字"
	for w := range 20 {
		for h := range 6 {
			got := st.Fit(block, w, h)
			if w == 0 || h == 0 {
				if got != "" {
					t.Fatalf("Fit(%d, %d) = %q", w, h, got)
				}
				continue
			}
			lines := strings.Split(got, "\n")
			if len(lines) != h {
				t.Fatalf("Fit(%d, %d) has %d lines", w, h, len(lines))
			}
			for _, l := range lines {
				if style.Width(l) != w {
					t.Fatalf("Fit(%d, %d) has a line of %d cells: %q", w, h, style.Width(l), l)
				}
			}
		}
	}
}

func TestLayKeepsWhatIsBeside(t *testing.T) {
	st := style.Plain()
	got := st.Lay("0123456789\n0123456789\n0123456789", "ab\ncd", 3, 1)
	want := "0123456789\n012ab56789\n012cd56789"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for x := range 8 { // a wide letter is never cut in half
		if got := st.Lay("漢字漢字漢字", "abc", x, 0); style.Width(got) != 12 || !strings.Contains(got, "abc") {
			t.Errorf("at %d: %q", x, got)
		}
	}
}
