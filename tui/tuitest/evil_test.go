package tuitest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// evil is what terminals obey, what turns or hides text, what is no text, and what takes more room than it says.
var evil = []string{
	"\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]52;c;cHduZWQ=\x07", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
	"\x1bP+q544e\x1b\\", "\x1b_apc\x1b\\", "\x1b[8mhidden", "\u009b2J", "\u009d0;x\u009c", "\x00\x01\x02", "a\rb",
	"a\nFAKE: b", "a\bb", "a\tb\vc\f", "\u202eevil", "\u2066x\u2069", "z\u200bz\u200c\u200d", "\ufeffbom",
	"x\u2028line\u2029", "so\u00adft", "\u2060\u2063x", "\U000e0041\U000e007fx", "\ue000x",
	"x\xff\xfe\x80", "\xed\xa0\x80x",
	"👨\u200d👩\u200d👧\u200d👦", "🇫🇷🇩", "❤️", "ｆｕｌｌ", "﷽", "e" + strings.Repeat("\u0301", 40), "\ua983\u0e33กำ",
	"क्षत्रिय", "👍🏽", strings.Repeat("很", 300),
}

// quiet fails if something on a screen is more than letters in their cells: a terminal would obey it, it could not be
// seen, or terminals would not agree on how wide it is.
func quiet(t *testing.T, whose, text, screen string) {
	t.Helper()
	for line := range strings.Lines(screen) {
		line = strings.TrimSuffix(line, "\n")
		bad := func(r rune) bool {
			return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
		}
		if !utf8.ValidString(line) || strings.ContainsFunc(line, bad) || strings.Contains(line, "\u0301\u0301\u0301") ||
			ansi.StringWidth(line) != ansi.StringWidthWc(line) {
			t.Errorf("%q is shown to %s as %q", text, whose, line)
		}
	}
}

// TestEvilWordsReachNoScreen has somebody say evil things wherever words can be left, past the screens that would clean
// them first, and looks over the shoulders of those in the lobby, at the table, at a community's page and in plain
// lines.
func TestEvilWordsReachNoScreen(t *testing.T) {
	for i, text := range evil {
		story(t, func(t *testing.T, house *tuitest.House) {
			id := lobby.Identity{Fingerprint: "SHA256:eve", Suggested: text, Addr: "192.0.2.9"}
			eve, err := house.Enter(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			defer eve.Close()
			if eve.SetName(t.Context(), text) != nil {
				if err := eve.SetName(t.Context(), fmt.Sprintf("Eve %d", i)); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{text, "The Den"} { // a name that is nothing once it is clean is refused
				_, err = eve.Found(t.Context(), club.Club{Name: name, About: text,
					Settings: table.Settings{Game: "toy", Seats: 2, Pace: table.Quick}})
				_ = eve.Pin(t.Context(), name, text)
			}
			if err != nil {
				t.Fatal(err)
			}
			set := table.Settings{Game: "toy", Title: text, Seats: 3, Pace: table.Quick}
			at, err := eve.OpenTable(t.Context(), set, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer at.Close()
			code := at.ID()
			shoulders := map[string]*tuitest.Terminal{
				"the lobby": house.Comes("Anna"),
				"a seat":    house.Comes("Burt", tuitest.Bound(tui.Intent{Verb: tui.ToJoin, Table: code})),
				"a watcher": house.Comes("Curt", tuitest.Bound(tui.Intent{Verb: tui.ToWatch, Table: code})),
				"the clubs": house.Comes("Dora").Presses("u"),
				"one club":  house.Comes("Emma").Presses("u", "enter"),
			}
			line := house.Calls("Finn", false)
			line.Types("tables").Types("join " + string(code))
			if err := eve.Talk(t.Context(), text); err != nil {
				t.Error(err)
			}
			if err := at.Talk(t.Context(), text); err != nil {
				t.Error(err)
			}
			for whose, term := range shoulders {
				term.Waits(3 * time.Second)
				quiet(t, whose, text, term.App.View().Content)
				quiet(t, whose, text, term.App.View().WindowTitle)
			}
			quiet(t, "plain lines", text, line.Text())
			shoulders["a seat"].Sees("gathering")
		})
	}
}
