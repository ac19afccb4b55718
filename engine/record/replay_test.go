package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"saloon/engine"
)

// A match that was played and written down replays to the same state, by every road.
func TestWholeMatches(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for i := range 10 {
			l, _ := played(t, fmt.Sprint(seats, i), seats)
			for k := range l.Entries { // a record of this game does not say how quick an answer was
				l.Entries[k].After = 0
			}
			l = again(t, l)
			end := last(t, l)
			rec, err := l.Record(high)
			if err != nil {
				t.Fatal(err)
			}
			text, err := Write(rec)
			if err != nil {
				t.Fatal(err)
			}
			back := parse(t, text)
			res, err := Replay(games, back)
			if err != nil || res.Refused != nil || res.Applied != len(rec.Moves) {
				t.Fatalf("%v, %+v after %d of %d moves of\n%s", err, res.Refused, res.Applied, len(rec.Moves), text)
			}
			if res.Match.Sum() != end.Sum() {
				t.Errorf("the record leads to another state:\n%s", text)
			}
			if err := Verify(games, back); err != nil {
				t.Error(err)
			}
			if err := l.Verify(high); err != nil {
				t.Error(err)
			}
		}
	}
}

// again plays a log's acts once more and writes down what they lead to.
func again(t *testing.T, l Log) Log {
	t.Helper()
	m, err := high.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		act, err := l.act(m, *e)
		if err != nil {
			t.Fatal(err)
		}
		if m, e.Facts, err = m.Play(act, l.Seed.Entry(uint64(i+1))); err != nil {
			t.Fatal(err)
		}
		e.Sum = m.Sum()
	}
	return l
}

func last(t *testing.T, l Log) engine.Match {
	t.Helper()
	m, err := high.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		if m, err = m.Apply(e.Facts); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestChanceIsPlayedBeforeAnythingIsPrinted(t *testing.T) {
	res, err := Replay(games, parse(t, head))
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Match.Whole(res.Seats)["phase"]; got != "window" {
		t.Errorf("without a move the phase is %v: the deal is missing", got)
	}
	for _, moves := range []string{
		`"Anna: pass", "table: close", "Anna: pass", "Burt: pass"`,
		`"Anna: pass", "Burt: pass", "table: close", "Anna: pass", "Burt: pass"`,
		// Nobody is left to wait for: the close is chance that is due.
		`"Anna: pass", "Burt: pass", "Anna: pass", "Burt: pass"`,
	} {
		rec := parse(t, head+"moves = ["+moves+"]")
		if res, err = Replay(games, rec); err != nil || res.Refused != nil || res.Applied != len(rec.Moves) {
			t.Fatal(moves, err, res.Refused)
		}
		if got := res.Match.Whole(res.Seats)["round"]; got != 2.0 {
			t.Errorf("%s: the round is %v: the next deal is missing", moves, got)
		}
	}
}

// A position in which everybody has answered waits for a close that is written, and for no other line.
func TestCloseAfterAPosition(t *testing.T) {
	answered := window + "sealed = { Anna = 0, Burt = 0 }\n"
	for moves, want := range map[string]int{`"table: close", "Anna: pass"`: 2, `"Anna: pass"`: 1} {
		res, err := Replay(games, parse(t, head+"moves = ["+moves+"]"+answered))
		if err != nil || res.Refused != nil || res.Applied != want {
			t.Errorf("%s: %d applied, refused %+v, %v", moves, res.Applied, res.Refused, err)
		}
	}
}

func TestRefusedMoveEndsTheReplay(t *testing.T) {
	rec := parse(t, head+`moves = ["Anna: play 8", "Anna: play 1", "Burt: pass"]`+window)
	res, err := Replay(games, rec)
	if err != nil {
		t.Fatal(err)
	}
	if res.Applied != 1 || res.Refused == nil || res.Refused.Move != "Anna: play 1" {
		t.Errorf("%d applied, refused %+v", res.Applied, res.Refused)
	}
	rec = parse(t, head+`moves = ["table: close", "table: close"]`+window)
	if res, err = Replay(games, rec); err != nil || res.Applied != 1 || res.Refused == nil {
		t.Errorf("a window closed twice: %d applied, refused %+v, %v", res.Applied, res.Refused, err)
	}
}

func TestPositionDrawsFromTheSeed(t *testing.T) {
	stock := func(text string) any {
		res, err := Replay(games, parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		return res.Match.Whole(res.Seats)["stock"]
	}
	one, same := stock(head+window), stock(head+window)
	other := stock(strings.Replace(head, "c0ffee00", "c0ffee01", 1) + window)
	if !reflect.DeepEqual(one, same) || reflect.DeepEqual(one, other) {
		t.Errorf("the same seed gives %v and %v, another %v", one, same, other)
	}
}

func TestShow(t *testing.T) {
	res, err := Replay(games, parse(t, head+`moves = ["Anna: play 8", "Anna: play 1"]`+window))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := res.Whole()
	if err != nil {
		t.Fatal(err)
	}
	mine, err := res.Show(engine.Seated(1))
	if err != nil {
		t.Fatal(err)
	}
	asked, err := res.Show(engine.Seated(0))
	if err != nil {
		t.Fatal(err)
	}
	public, err := res.Show(engine.Public)
	if err != nil {
		t.Fatal(err)
	}
	const secret = `{"move":"Anna: …","reason":"only the player is told"}`
	const open = `{"move":"Anna: play 1","reason":"not your turn"}`
	for _, tt := range []struct {
		who            string
		shown          Shown
		refused, legal string
		hands          string
	}{
		{"all", whole, open, `{"Burt":["play 2","play 5","play 7","pass"]}`, `{"Anna":[1,5],"Burt":[2,5,7]}`},
		{"Burt", mine, secret, `{"Burt":["play 2","play 5","play 7","pass"]}`, `{"Burt":[2,5,7]}`},
		{"Anna", asked, open, `{}`, `{"Anna":[1,5]}`},
		{"the public", public, secret, `{}`, `null`},
	} {
		text, err := tt.shown.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(text, `{"game":"toy","applied":1,"refused":`+tt.refused+`,"over":false,"position":{`) ||
			!strings.HasSuffix(text, `,"legal":`+tt.legal+`,"outcome":null}`+"\n") {
			t.Errorf("%s see %s", tt.who, text)
		}
		hands, err := json.Marshal(tt.shown.Position["hands"])
		if err != nil || string(hands) != tt.hands {
			t.Errorf("%s see the hands %s, want %s", tt.who, hands, tt.hands)
		}
	}
}

func TestShowTheEnd(t *testing.T) {
	rec := parse(t, head+`moves = ["Anna: play 8", "table: close", "Anna: pass", "Burt: pass"]
[options]
rounds = 1
`+window)
	res, err := Replay(games, rec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := res.Show(engine.Public)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.JSON()
	want := `"over":true,`
	end := `"legal":{},"outcome":{"ranks":{"Anna":1,"Burt":2},"points":{"Anna":2,"Burt":0},"reason":"rounds"}}`
	if err != nil || !strings.Contains(text, want) || !strings.HasSuffix(text, end+"\n") {
		t.Errorf("shown is %s, want %s … %s", text, want, end)
	}
	words, err := s.Text()
	if err != nil || !strings.Contains(words, "4 moves played, over.") ||
		!strings.Contains(words, "The match ended (rounds).\n  Anna: place 1 with 2\n  Burt: place 2 with 0\n") {
		t.Errorf("in words it is\n%s", words)
	}
}

func TestText(t *testing.T) {
	res, err := Replay(games, parse(t, head+`moves = ["Anna: play 8", "Anna: play 1"]`+window))
	if err != nil {
		t.Fatal(err)
	}
	s, err := res.Whole()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Text()
	want := `toy, 1 move played.
Then "Anna: play 1" was refused: not your turn.

hands:
  Anna: 1, 5
  Burt: 2, 5, 7
phase: window
points: Anna 0, Burt 0
round: 1
sealed: Anna 8
`
	if head, rest, ok := strings.Cut(got, "stock: 3, 4, 6, "); err != nil || !ok || head != want ||
		!strings.HasSuffix(rest, "\nBurt may:\n  play 2\n  play 5\n  play 7\n  pass\n") {
		t.Errorf("in words it is\n%s", got)
	}
}

func TestWrite(t *testing.T) {
	refused := "a \"quoted\"\nreason"
	rec := Record{
		Game: "toy", Rules: 1, Seats: engine.Names{"Anna", "Burt"}, Moves: []string{"Anna: play 8", "Burt: pass"},
		Options:  map[string]string{"rounds": "3", "mood": "007"},
		Position: engine.Position{"turn": "Anna", "hands": map[string][]int{"Burt": {1}, "An na": {}}, "half": 0.5},
		Expect: &Expect{Refused: &refused, Position: engine.Position{"round": 2.0, "pile": []any{}},
			Legal: map[string][]string{"Burt": {"pass"}}},
	}
	text, err := Write(rec)
	want := `format = "saloon-record/1"
game   = "toy"
rules  = 1
seats  = ["Anna", "Burt"]
seed   = "0000000000000000000000000000000000000000000000000000000000000000"
moves  = [
  "Anna: play 8",
  "Burt: pass",
]

[options]
mood = "007"
rounds = 3

[position]
half = 0.5
turn = "Anna"
[position.hands]
"An na" = []
Burt = [1]

[expect]
refused = "a \"quoted\"\nreason"
[expect.legal]
Burt = ["pass"]
[expect.position]
pile = []
round = 2
`
	squeeze := func(s string) string { return strings.ReplaceAll(s, "\n\n", "\n") }
	if err != nil || squeeze(text) != squeeze(want) {
		t.Errorf("written is\n%s\nwant\n%s", text, want)
	}
	back := parse(t, text)
	if once, err := Write(back); err != nil || once != text {
		t.Errorf("written again it is\n%s", once)
	}
}

func TestWriteFailsOnWhatJSONCannotHold(t *testing.T) {
	bad := engine.Position{"f": func() {}}
	for _, rec := range []Record{{Position: bad}, {Expect: &Expect{Position: bad}}} {
		if text, err := Write(rec); err == nil {
			t.Errorf("written is %s", text)
		}
	}
	for _, s := range []Shown{{Position: bad}} {
		if _, err := s.JSON(); err == nil {
			t.Error("JSON holds a function")
		}
		if _, err := s.Text(); err == nil {
			t.Error("the text holds a function")
		}
	}
}
