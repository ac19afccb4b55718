package record

import (
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
)

var high = engine.Erase(toy.Rules{}, toy.Codec, toy.Notation{})

// games knows the toy game alone.
func games(name string) (engine.Game, bool) { return high, name == "toy" }

const seed = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"

// head is a record without moves for two seats.
const head = `format = "saloon-record/1"
game   = "toy"
rules  = 1
seats  = ["Anna", "Burt"]
seed   = "` + seed + `"
`

func parse(t testing.TB, text string) Record {
	t.Helper()
	rec, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// window is a position in which everything is known: Anna holds 1, 5 and 8, Burt 2, 5 and 7.
const window = `
[position]
round = 1
phase = "window"
hands = { Anna = [8, 1, 5], Burt = [7, 2, 5] }
stock = [3, 4, 6]
`

// played is a toy match played by chance, as a log and with the match at its end.
func played(t testing.TB, label string, seats int) (Log, engine.Match) {
	t.Helper()
	s, err := engine.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	l := Log{
		Config: engine.Config{Seats: seats, Options: map[string]string{"rounds": "3"}},
		Names:  engine.Names{"Anna", "Burt", "Curt", "Dora"}[:seats], Seed: s.Fork(label),
	}
	m, err := high.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	choice := s.Fork(label + "/choice").Entry(1)
	for turn := m.Turn(); len(turn) > 0; turn = m.Turn() {
		e := Entry{Seat: turn[choice.IntN(len(turn))]}
		act := engine.Act[any]{Seat: e.Seat}
		if e.Seat != engine.Nature {
			moves := m.Legal(e.Seat)
			act.Move = moves[choice.IntN(len(moves))]
			act.After = time.Duration(choice.IntN(3)) * time.Millisecond
			if e.Words, err = m.Words(act, l.Names); err != nil {
				t.Fatal(err)
			}
		}
		e.After = act.After
		if m, e.Facts, err = m.Play(act, l.Seed.Entry(uint64(len(l.Entries)+1))); err != nil {
			t.Fatal(err)
		}
		e.Sum = m.Sum()
		l.Entries = append(l.Entries, e)
	}
	return l, m
}

func TestParse(t *testing.T) {
	rec := parse(t, head+`moves = [
  "Anna: play 5", # a comment with "quotes"
  'Burt: pass',
]

[options]
rounds = 3

[expect]
refused = ""
legal.Burt = ["draw"]
[expect.position]
turn = "Burt"
`)
	if rec.Game != "toy" || rec.Rules != 1 || rec.Seed.String() != seed || len(rec.Seats) != 2 ||
		len(rec.Moves) != 2 ||
		rec.Options["rounds"] != "3" || rec.Expect.Refused == nil || rec.Expect.Legal["Burt"][0] != "draw" ||
		rec.Expect.Position["turn"] != "Burt" || rec.Position != nil {
		t.Errorf("read %+v", rec)
	}
	for _, tt := range []struct {
		line int
		key  []string
	}{{3, []string{"rules"}}, {6, []string{"moves"}}, {12, []string{"options", "rounds"}},
		{16, []string{"expect", "legal", "Burt"}}, {17, []string{"expect", "position"}},
		{18, []string{"expect", "position", "turn"}}, {17, []string{"expect", "position", "phase"}},
		{0, []string{"no"}}} {
		if got := rec.lines.of(tt.key...); got != tt.line {
			t.Errorf("%v stands on line %d, found on %d", tt.key, tt.line, got)
		}
	}
	for i, want := range []int{7, 8, 6} {
		if got := rec.lines.item(i, "moves"); got != want {
			t.Errorf("move %d stands on line %d, found on %d", i, want, got)
		}
	}
}

// Each text is refused with its line and a reason that contains the words.
func TestUnreadable(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no TOML", head + "moves = [", "line 6: "},
		{"twice the same key", head + `game = "toy"`, "line 6: "},
		{"nothing", "", `the key "format" is missing`},
		{"unknown key", head + "colour = 1", `line 6: unknown key "colour"`},
		{"the first unknown key", head + "zz = 1\naa = 1", `line 6: unknown key "zz"`},
		{"unknown table", head + "[result]\nx = 1", `line 6: unknown key "result"`},
		{"unknown expectation", head + "[expect]\noutcome = 1", `line 7: unknown key "outcome"`},
		{"format", strings.Replace(head, "record/1", "record/2", 1), "line 1: the format is"},
		{"unknown game", strings.Replace(head, "toy", "poker", 1), `line 2: unknown game "poker"`},
		{"game is no text", strings.Replace(head, `"toy"`, "7", 1), "line 2: game is a text"},
		{"rules version", strings.Replace(head, "rules  = 1", "rules = 2", 1), "line 3: version 2 of the rules"},
		{"rules is no number", strings.Replace(head, "rules  = 1", `rules = "1"`, 1), "line 3: rules is a whole"},
		{"rules below 1", strings.Replace(head, "rules  = 1", `rules = 0`, 1), "line 3: rules is a whole number"},
		{"seats are no list", strings.Replace(head, `["Anna", "Burt"]`, `"Anna"`, 1), "line 4: seats is a list"},
		{"seat is no text", strings.Replace(head, `"Burt"`, `7`, 1), "line 4: seats is a list of texts, item 2"},
		{"too few seats", strings.Replace(head, `, "Burt"`, "", 1), "line 4: cannot be played like that"},
		{"empty name", strings.Replace(head, `"Burt"`, `""`, 1), `line 4: "" is no name`},
		{"long name", strings.Replace(head, "Burt", strings.Repeat("b", 25), 1), "is no name of a seat"},
		{"name with a space", strings.Replace(head, "Burt", "Bu rt", 1), "is no name of a seat"},
		{"name with a letter from elsewhere", strings.Replace(head, "Burt", "Bürt", 1), "is no name of a seat"},
		{"name with a line break", strings.Replace(head, "Burt", `Burt\n`, 1), "is no name of a seat"},
		{"two of a name", strings.Replace(head, "Burt", "Anna", 1), `line 4: two seats are called "Anna"`},
		{"the table's name", strings.Replace(head, "Burt", "table", 1), `no seat is called "table"`},
		{"short seed", strings.Replace(head, "c0ffee00", "c0ffee", 1), "line 5: bad seed"},
		{"no hexadecimal seed", strings.Replace(head, "c0ffee00", "c0ffeeXX", 1), "line 5: bad seed"},
		{"moves are no list", head + `moves = "Anna: pass"`, "line 6: moves is a list"},
		{"move without a seat", head + "moves = [\n\"pass\"]", `line 7: "pass" is not of the form`},
		{"move by nobody", head + "moves = [\n\n\"Curt: pass\"]", `line 8: nobody here is called "Curt"`},
		{"unknown move", head + "moves = [\"Anna: pass\",\n\"Anna: sing\"]", `line 7: not a move: "sing"`},
		{"unknown move of the table", head + `moves = ["table: open"]`, `line 6: not a move`},
		{"unknown option", head + "[options]\nspeed = 1", `line 7: cannot be played like that: High Card`},
		{"option out of bounds", head + "[options]\n\nrounds = 9", `line 8: cannot be played like that: rounds = "9"`},
		{"option of a strange kind", head + "[options]\nrounds = true", `line 7: the option "rounds"`},
		{"options are no table", head + "options = 1", `line 6: options is a table`},
		{"unknown key of a position", head + "[position]\ncards = 1", `line 7: impossible position`},
		{"nobody's cards", head + "[position]\nround = 1\nhands.Curt = [1]", `line 8: impossible position: "Curt"`},
		{"a card too many", head + "[position]\nhands = {Anna = [3, 3], Burt = [3]}",
			`line 6: impossible position: a card 3`},
		{"a card too many in one hand", head + "[position]\nhands.Anna = [3]\nhands.Burt = [3, 3, 3, 3]",
			`line 8: impossible position: hands: Burt: a card 3 too many`},
		{"a date", head + "[position]\nround = 2026-11-30", `line 7: round: is no text`},
		{"no finite number", head + "[position]\nround = inf", `line 7: round: is no finite number`},
		{"unknown key of an expected position", head + "[expect.position]\ncards = 1", `line 7: impossible position`},
		{"refused is no text", head + "moves = [\"Anna: pass\"]\n[expect]\nrefused = true",
			`line 8: refused is a text`},
		{"nothing to be refused", head + "[expect]\nrefused = \"x\"", `line 7: no move is there`},
		{"legal is no table", head + "[expect]\nlegal = 1", `line 7: legal is a table`},
		{"legal for nobody", head + "[expect.legal]\nCurt = []", `line 7: nobody here is called "Curt"`},
		{"legal is no list", head + "[expect.legal]\nAnna = \"pass\"", `line 7: Anna is a list of texts`},
		{"unknown legal move", head + "[expect.legal]\nAnna = [\"pass\",\n\"sing\"]", `line 8: not a move: "sing"`},
		{"expect is no table", head + "expect = 1", `line 6: expect is a table`},
		{"deep brackets", head + "position = {a = " + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "}",
			"nested more"},
		{"deep keys", head + "position.a" + strings.Repeat(".a", 20) + " = 1", "nested more"},
		{"no text", head + "\xff", "UTF-8"},
		{"too long", head + strings.Repeat("#", BytesMax), "at most"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, err := Parse([]byte(tt.text))
			if err == nil {
				_, err = Check(games, rec)
			}
			if _, ok := err.(*Error); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v (%T), want %q", err, err, tt.want)
			}
		})
	}
}

// A mark at the beginning of a file, which some editors write, is no part of its first key; nor are their line ends.
func TestEditors(t *testing.T) {
	rec := parse(t, "\ufeff"+strings.ReplaceAll(head, "\n", "\r\n")+"moves = [\r\n\"Anna: pass\"]\r\n")
	if got := rec.lines.of("format"); got != 1 || rec.lines.item(0, "moves") != 7 {
		t.Errorf("format stands on line %d, the move on %d", got, rec.lines.item(0, "moves"))
	}
}

// What a file says may be shown on a terminal, so an error holds no more of it than it can print on a line.
func TestErrorsAreHarmless(t *testing.T) {
	for _, text := range []string{
		head + "[position]\n\"\\u001b]0;x\\u0007\" = 1",
		head + "[position.hands]\nAnna = \"\\u001b[2J\\n\\u202e\"",
		head + "[position]\nphase = \"" + strings.Repeat("x", 10_000) + "\"",
	} {
		_, err := Replay(games, parse(t, text))
		if err == nil || len(err.Error()) > 2*reasonMax || strings.ContainsAny(err.Error(), "\x1b\a\n\u202e") {
			t.Errorf("the error is %q", err)
		}
	}
}

// Lines are found in every way of writing TOML.
func TestLines(t *testing.T) {
	l := scan(`a."b c".'d' = 1 # [x]
[ "t\u0041" . u ]
list = [ "1", '2',
  """3
3""", # "no"
  "4\"", ["deep"], {k = "v"}, ''''5'''' ]
next = { in = [ "no" ] }
multi = """
x = 1
"""
[[rows]]
last = 'end'
`)
	for _, tt := range []struct {
		line int
		key  []string
	}{{1, []string{"a", "b c", "d"}}, {2, []string{"tA", "u"}}, {3, []string{"tA", "u", "list"}},
		{7, []string{"tA", "u", "next"}}, {8, []string{"tA", "u", "multi"}}, {11, []string{"rows"}},
		{12, []string{"rows", "last"}}, {0, []string{"x"}}} {
		if got := l.of(tt.key...); got != tt.line {
			t.Errorf("%v stands on line %d, found on %d", tt.key, tt.line, got)
		}
	}
	for i, want := range []int{3, 3, 4, 6, 6} {
		if got := l.item(i, "tA", "u", "list"); got != want {
			t.Errorf("item %d stands on line %d, found on %d", i, want, got)
		}
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("x", 30)
	got := Names([]string{"Anna", "Anna", "Señor Óscar", "李小龙", "table", "table", long, long, " -a b- ", "Seat4"})
	want := []string{"Anna", "Anna-2", "Seor-scar", "Seat4", "table-2", "table-3", long[:24], long[:22] + "-2", "a-b",
		"Seat4-2"}
	for i := range want {
		if got[i] != want[i] || !seatName.MatchString(got[i]) {
			t.Errorf("seat %d is called %q, want %q", i, got[i], want[i])
		}
	}
}
