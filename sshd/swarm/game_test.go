package swarm

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestScreensAreAnswered(t *testing.T) {
	games := make(map[string]*Game)
	for _, g := range Games() {
		games[g.Name] = &g
	}
	for _, c := range []struct {
		name, game string
		rows       []string
		want       string // the keys that may be pressed; empty for none
		soon       bool
	}{
		{"a draw", "wyatt-earp", []string{"…", "  Your move  Draw: s for two cards, t for Bob.",
			" s draw two  t take Bob  ← → look at cards  / talk  ? help"}, "s", false},
		{"a card", "wyatt-earp", []string{"…", "  Your move  Enter lays 3 Wes Hardin. d discards it.",
			" ← → card  enter lay 3  d discard  1-9 jump  ? help"}, "\rd", false},
		{"a word of warning", "wyatt-earp", []string{"…", "  Your move  Discard Wes Hardin and end the turn?",
			" d yes  esc no"}, "d", true},
		{"nothing to do", "wyatt-earp", []string{"…", " Waiting for Burt", " / talk  l log  R rules  esc menu"}, "",
			false},
		{"being ready", "wyatt-earp", []string{"…", " Are you ready? Press r", " r ready  b fill with bots"}, "r",
			true},
		{"being ready already", "wyatt-earp", []string{"…", "", " r not ready  b fill with bots"}, "", false},
		{"a bot on one's seat", "25-outlaws", []string{"…", "  A bot plays for you", " any key take your seat back"},
			"\r", false},
		{"a bet", "25-outlaws", []string{"…", "  Your move  k checks.", " k check  m min $10  a all-in $90"}, "k",
			false},
		{"a score", "25-outlaws", []string{"…", " Space goes on · 0:16", " space go on  / talk  l log"}, " ", false},
		{"a card to be turned", "ok-corral", []string{"", "   ╭─ last card ───╮", "   │ S A L O O N │", "…",
			"  Your move", " space turn your card  / talk"}, " ", true},
		{"a card that is over", "ok-corral", []string{"", "   ╭─ last card ───╮", "   │ S A L O O N │", "…", "", ""},
			"", false},
		{"a card face down", "ok-corral", []string{"", "   ╭─ Burt turns a card ─╮", "…", "", ""}, "", false},
		{"an open card", "ok-corral", []string{"", "     everybody    slowest -3", "     S A L O O N", "…", "", ""},
			"w", false},
		{"a card that calls on one", "ok-corral", []string{"", "   all but Burt", "   W A N T E D", "   YOU SHOOT",
			"…", "", ""}, "jkl", false},
		{"gold that is none", "ok-corral", []string{"", "     gold", "     F O O L ' S   G O L D", "…", "", ""}, "",
			false},
		{"a dialog by mistake", "wyatt-earp", []string{"", "", "  ╭─▸About whom? ───╮", "…", "  Your move  Draw",
			" s draw two  t take Bob"}, "\x1b", false},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		seen := ""
		for range 40 {
			m, ok := games[c.game].choose(shown(c.rows...), move{}, r)
			if ok != (c.want != "") || ok && !strings.Contains(c.want, m.key) || m.soon != c.soon {
				t.Errorf("%s: %+v %t", c.name, m, ok)
				break
			}
			if !strings.Contains(seen, m.key) {
				seen += m.key
			}
		}
		if len(seen) != len(c.want) {
			t.Errorf("%s: %q were pressed of %q", c.name, seen, c.want)
		}
	}
}

func TestACardIsAnsweredOnce(t *testing.T) {
	race := &Games()[2]
	r := rand.New(rand.NewPCG(1, 2))
	open := shown(" O.K. Corral  ·  card 6 of 38", "  everybody", "  S A L O O N", "…", "", "")
	m, ok := race.choose(open, move{}, r)
	if !ok || m.key != "w" {
		t.Fatalf("%+v", m)
	}
	if again, ok := race.choose(open, m, r); ok {
		t.Errorf("again: %+v", again)
	}
	next := shown(" O.K. Corral  ·  card 7 of 38", "  everybody", "  S A L O O N", "…", "", "")
	if _, ok := race.choose(next, m, r); !ok {
		t.Error("the next one is not answered")
	}
}

func TestATableHasAnsweredWhenTheQuestionHasChanged(t *testing.T) {
	const keys = " s draw two  ? help"
	asked := shown("…", "  Your move  Draw.", keys)
	done := settled(question(asked))
	for _, c := range []struct {
		name, prompt, keys string
		want               bool
	}{
		{"nothing", "  Your move  Draw.", keys, false},
		{"the next question", "  Your move  Discard.", " d discard  ? help", true},
		{"others move", " Waiting for Burt", " / talk  ? help", true},
	} {
		if got := done(shown("…", c.prompt, c.keys)); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	waits := shown("…", "x", keys)
	_, _ = waits.Write([]byte("\x1b[23;1H…\x1b[K\x1b[24;1H / talk\x1b[K"))
	if done(waits) {
		t.Error("a move that is not written down yet counts as answered")
	}
	late := settled(question(shown("…", " Space goes on · 0:16", " space go on")))
	if late(shown("…", " Space goes on · 0:15", " space go on")) {
		t.Error("a clock that goes on counts as an answer")
	}
}

// hall is the lobby's screen with tables, the mark on one of them.
func hall(mark, tables int) []string {
	rows := []string{" ★ SALOON ★  ·  the lobby                    Anna ", "═════", "  [p] play now", "╭─▸Tables ──╮",
		"│   Table              Seats   State  │"}
	for i := range tables {
		row := "│   Wyatt Earp: Burt   ●●     playing │"
		if i == mark {
			row = "│ ▸ Wyatt Earp: Burt   ●●     playing │"
		}
		rows = append(rows, row)
	}
	return append(rows, "│                                     │", "╰───╯")
}

// swapped is two arrow keys the other way round.
func swapped(keys string) string { return keys[len(keys)/2:] + keys[:len(keys)/2] }

func TestTheMarkInTheLobbyMoves(t *testing.T) {
	p := &person{rnd: rand.New(rand.NewPCG(1, 2))}
	for _, c := range []struct {
		mark, tables int
		want         string
	}{
		{0, 0, ""}, {0, 1, ""}, {0, 2, down}, {1, 2, up}, {1, 3, up + down},
	} {
		seen := ""
		for range 40 {
			key, before := p.aside(shown(hall(c.mark, c.tables)...))
			if before != marked(shown(hall(c.mark, c.tables)...)) {
				t.Fatalf("%d of %d: before %q", c.mark, c.tables, before)
			}
			if !strings.Contains(seen, key) {
				seen += key
			}
		}
		if seen != c.want && seen != swapped(c.want) {
			t.Errorf("%d of %d: %q, want %q", c.mark, c.tables, seen, c.want)
		}
	}
	if marked(shown(hall(0, 2)...)) == marked(shown(hall(1, 2)...)) {
		t.Error("two places of the mark look alike")
	}
	if got := title(shown(hall(0, 1)...)); got != "the lobby" {
		t.Errorf("title %q", got)
	}
}
