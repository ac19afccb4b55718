package lobby

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

func TestClean(t *testing.T) {
	for raw, want := range map[string]string{
		"Hello there":                     "Hello there",
		"  a \t\r\n b  ":                  "a b",
		"Grüße, Анна! 你好 👍":               "Grüße, Анна! 你好 👍",
		"\x1b[31mred\x1b[0m":              "[31mred[0m",
		"\x1b]52;c;aGk=\x07x":             "]52;c;aGk=x",
		"a\u009b2Jb":                      "a2Jb",
		"\u202eevil\u202c":                "evil",
		"a\u200bb\u2060c\ufeffd":          "abcd",
		"x\u2028y":                        "x y",
		"Z\u0301\u0302\u0303\u0304\u0305": "Ź\u0302\u0303", // two beyond the letter as it is composed
		"\u0301lone":                      "lone",
		"👍🏽":                              "👍",
		"🇩🇪 flag":                         "flag",
		"👨‍👩‍👧":                           "👨👩👧",
		"a\ufe0fb":                        "ab",
		"\xff\xfeok":                      "ok",
		"ㅤ\u2800\u115f":                   "",
		"\u0e33กำ \u0e33 ﾞｶ":              "ก ｶ",
		"":                                "",
	} {
		got := Clean(raw, TalkWidth)
		if got != want {
			t.Errorf("Clean(%q) = %q, want %q", raw, got, want)
		}
	}
	if got := Clean(strings.Repeat("很", 200), 20); displaywidth.String(got) != 19 || !strings.HasSuffix(got, "很…") {
		t.Errorf("cut to %q", got)
	}
	if got := Clean(strings.Repeat("word ", 1<<20), 20); displaywidth.String(got) > 20 {
		t.Errorf("a paste became %q", got)
	}
}

// TestEveryLetterKeepsToItsCells has every letter there is begin and end a text: beside a border of the screen none may
// be narrower, or the border would move.
func TestEveryLetterKeepsToItsCells(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		if utf8.ValidRune(r) && unicode.IsGraphic(r) {
			checkShown(t, Clean(string(r), 20), 20)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"Hello", "\x1b[2J", "क्षत्रिय", "ꦃꦃ", "👨‍👩‍👧", "🇩🇪", "ﷺ", "a\u0600b", "각"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, raw string, width int) {
		width = 2 + max(width, -width)%300
		got := Clean(raw, width)
		checkShown(t, got, width)
		if again := Clean(got, width); again != got {
			t.Fatalf("%q became %q, which became %q", raw, got, again)
		}
	})
}
