package record

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/seal"
)

// sealedRecord is what would be published of a match of a game that keeps its secrets: two cards of three are seen.
func sealedRecord() Record {
	key := seal.NewKey(engine.Seed{7})
	s := seal.Shuffle{Deck: "cards", Cards: []string{"8", "3", "5"}}
	spare := seal.Shuffle{Deck: "spare cards", Cards: []string{"1", "2"}}
	leaves, others := key.Leaves(1, s), key.Leaves(2, spare)
	return Record{
		Game: "toy", Rules: 1, Seats: engine.Names{"Anna", "Burt"}, Seedless: true,
		Moves: []string{"Anna: play 8", "Burt: pass"}, Options: map[string]string{"rounds": "1"},
		Deal: &Deal{
			Match: key.Match,
			Log: []Told{
				{Text: "The first round."}, {Text: "Anna played 8.", Cards: []string{"8"}}, {Text: "Burt passed."},
				{Text: "On top lies 5, on it 8.", Cards: []string{"5"}},
			},
			Shuffles: []Shuffle{
				{Deck: "cards", Line: 1, Size: 3, Root: seal.Root(key.Match, 1, "cards", leaves), Leaves: leaves},
				{Deck: "spare cards", Line: 3, Size: 2, Root: seal.Root(key.Match, 2, spare.Deck, others)},
			},
			Opened: []Opened{
				{Line: 2, Shuffle: 1, Opening: key.Open(1, s, 0)}, {Line: 4, Shuffle: 1, Opening: key.Open(1, s, 2)},
			},
		},
		End: &End{
			Position: engine.Position{"round": 1.0, "top": 5.0},
			Outcome: &Outcome{
				Ranks:  map[string]int{"Anna": 1, "Burt": 2},
				Points: map[string]int{"Anna": 3, "Burt": 0}, Reason: "rounds",
			},
		},
	}
}

func sealedText(t testing.TB) string {
	t.Helper()
	text, err := Write(sealedRecord())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSealedRecord writes a record without a seed, reads it, checks, verifies and shows it.
func TestSealedRecord(t *testing.T) {
	text := sealedText(t)
	rec := parse(t, text)
	rec.lines = lines{}
	if want := sealedRecord(); !reflect.DeepEqual(rec, want) {
		t.Errorf("read is\n%+v\nnot\n%+v", rec, want)
	}
	if strings.Contains(text, "seed") {
		t.Error("it has a seed")
	}
	if err := Verify(games, rec); err != nil {
		t.Error(err)
	}
	if failures, err := Check(games, rec); err != nil || len(failures) > 0 {
		t.Error(failures, err)
	}
	judged := strings.Join(rec.Judged(), "\n")
	if !strings.Contains(judged, "2 shuffles") || !strings.Contains(judged, "2 in all") ||
		!strings.Contains(judged, "Not checked") {
		t.Errorf("judged %q", judged)
	}
	shown, err := rec.Public(games)
	if err != nil || !shown.Over || shown.Applied != 2 || shown.Outcome.Ranks["Anna"] != 1 ||
		shown.Position["top"] != 5.0 {
		t.Errorf("shown is %+v (%v)", shown, err)
	}
	if text, err := shown.Text(); err != nil || !strings.Contains(text, "toy, 2 moves played, over.") {
		t.Errorf("%q (%v)", text, err)
	}
	var unreadable *Error
	if _, err := Replay(games, rec); !errors.As(err, &unreadable) || !strings.Contains(err.Error(), "without a seed") {
		t.Errorf("replayed: %v", err)
	}
	seeded := parse(t, head)
	if judged := seeded.Judged(); judged != nil {
		t.Errorf("of a record with a seed it is said that %q", judged)
	}
}

// TestUnknownGameWithoutSeed: what is no record of a game known here is unreadable, not refuted.
func TestUnknownGameWithoutSeed(t *testing.T) {
	for _, spoil := range []func(*Record){
		func(r *Record) { r.Game = "whist" },
		func(r *Record) { r.Rules = 2 },
		func(r *Record) { r.Options = map[string]string{"rounds": "99"} },
	} {
		rec := sealedRecord()
		spoil(&rec)
		var unreadable *Error
		if err := Verify(games, rec); !errors.As(err, &unreadable) {
			t.Errorf("verified: %v", err)
		}
		if _, err := Check(games, rec); !errors.As(err, &unreadable) {
			t.Errorf("checked: %v", err)
		}
		if _, err := rec.Public(games); !errors.As(err, &unreadable) {
			t.Errorf("shown: %v", err)
		}
	}
}

// TestDealErrors has damaged files, and what is said of each.
func TestDealErrors(t *testing.T) {
	text := sealedText(t)
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown key", "[deal]", "[deal]\nseed = 1", `unknown key "seed"`},
		{"no hash", "match = \"", "match = \"xx", "is no hash or salt of 64"},
		{"no match", "match = ", "# ", `the key "match" is missing`},
		{"capital digits", "root = \"", "root = \"AB", "shuffle 1: root: "},
		{"a list of numbers", "opened = [", "opened = [1, 2]\nmore = [", "unknown key"},
		{"log is no list", "log = [", "log = 1\nmore = [", "unknown key"},
		{"text is no text", "text = \"Burt", "text = 1 },\n{ text = \"Burt", "line 3 of the log: text is a text"},
		{"cards are no texts", `cards = ["8"]`, `cards = [8]`, "line 2 of the log: cards is a list of texts"},
		{"cards are no list", `cards = ["8"]`, `cards = "8"`, "line 2 of the log: cards is a list of texts"},
		{"unknown key of a card", "position = 2", "place = 2", `opened card 2: unknown key "place"`},
		{"unknown key of a shuffle", "size = 3", "cards = 3", `shuffle 1: unknown key "cards"`},
		{"a number below zero", "position = 2", "position = -1", "opened card 2: position is a whole number from 0"},
		{"a huge number", "size = 3", "size = 99999999999", "shuffle 1: size is a whole number from 0"},
		{"half a salt", `salt = "`, `salt = "ab`, "is no hash or salt of 32"},
		{"half a leaf", `leaves = ["`, `leaves = ["ab`, "shuffle 1: "},
		{"no deck", `deck = "cards"`, "deck = 1", "shuffle 1: deck is a text"},
		{"a position to begin with", "[deal]", "[position]\nround = 1\n[deal]", "cannot be played again"},
		{"something expected", "[deal]", "[expect]\nposition.round = 1\n[deal]", "cannot be played again"},
		{"end has no position", "[end.position]", "[end.place]", `unknown key "place"`},
		{"unknown end", "[end]", "[end]\nwhen = 1", `unknown key "when"`},
		{"no reason", `reason = "rounds"`, "reason = 1", "reason is a text"},
		{"no ranks", "[end.outcome.ranks]", "[end.outcome.points2]", `unknown key "points2"`},
		{"a stranger's rank", "Burt = 2", "Curt = 2", `"Curt" is no seat`},
		{"a broken rank", "Burt = 2", "Burt = 2.5", `"Burt" is no seat with a whole number`},
	} {
		if !strings.Contains(text, c.old) {
			t.Errorf("%s: %q is not there", c.name, c.old)
			continue
		}
		_, err := Parse([]byte(strings.Replace(text, c.old, c.new, 1)))
		var unreadable *Error
		if !errors.As(err, &unreadable) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for deal, want := range map[string]string{
		"deal = 1":                         "deal is a table",
		"[deal]\nmatch = \"\"":             "is no hash",
		"[deal]\nlog = 1":                  "log is a list of tables",
		"[deal]\nopened = [1, 2]":          "opened is a list of tables, item 1 is none",
		"[[deal.shuffles]]\ndeck = \"x\"":  "line is a whole number",
		"[deal]\nshuffles = [{ line = 1}]": "deck is a text",
	} {
		text := strings.ReplaceAll(head, "seed   =", "# seed =") + deal
		if !strings.Contains(deal, "match") {
			text = strings.Replace(text, "[deal]\n", "[deal]\nmatch = \""+strings.Repeat("0", 64)+"\"\n", 1)
			text = strings.Replace(text, "[[deal.s", "[deal]\nmatch = \""+strings.Repeat("0", 64)+"\"\n[[deal.s", 1)
		}
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", deal, err, want)
		}
	}
	if _, err := Parse([]byte(strings.Split(text, "[deal]")[0])); err == nil ||
		!strings.Contains(err.Error(), `the key "seed" is missing`) {
		t.Errorf("neither seed nor deal: %v", err)
	}
}

// TestDealOfAnotherSeed: a deal that is sound in itself, beside a seed from which it does not follow.
func TestDealOfAnotherSeed(t *testing.T) {
	rec := sealedRecord()
	rec.Seedless, rec.Seed, rec.Moves, rec.End = false, engine.Seed{8}, nil, nil
	if err := Verify(games, rec); err == nil || !strings.Contains(err.Error(), "not of this seed") {
		t.Error(err)
	}
	rec.Seed = engine.Seed{7}
	if err := Verify(games, rec); err == nil || !strings.Contains(err.Error(), "2 shuffles") {
		t.Error(err)
	}
}
