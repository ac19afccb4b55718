package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/outlaws25"
	"saloon/engine/record"
)

// sealedText plays a match of a game that keeps its secrets, and writes what everybody gets of it.
func sealedText(t *testing.T) string {
	t.Helper()
	game, _ := gameNamed(outlaws25.Name)
	l := record.Log{
		Config: engine.Config{Seats: 3}, Names: engine.Names{"Anna", "Burt", "Curt"}, Seed: engine.Seed{2, 5},
	}
	m, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	pick := l.Seed.Fork("moves").Entry(1)
	for turn := m.Turn(); len(turn) > 0; turn = m.Turn() {
		act := engine.Act[any]{Seat: turn[0]}
		e := record.Entry{Seat: act.Seat}
		if act.Seat != engine.Nature {
			legal := m.Legal(act.Seat)
			act.Move = legal[pick.IntN(len(legal))]
			if e.Words, err = m.Words(act, l.Names); err != nil {
				t.Fatal(err)
			}
		}
		if m, e.Facts, err = m.Play(act, l.Seed.Entry(uint64(len(l.Entries)+1))); err != nil {
			t.Fatal(err)
		}
		l.Entries = append(l.Entries, e)
	}
	rec, err := l.Public(game)
	if err != nil {
		t.Fatal(err)
	}
	text, err := record.Write(rec)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func fileOf(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "sealed.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// swapped puts another card in the place of the first flop that a record shows, in the words and among the opened
// cards.
func swapped(t *testing.T, text string) string {
	t.Helper()
	rec, err := record.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(rec.Deal.Log, func(l record.Told) bool { return strings.HasPrefix(l.Text, "The flop is ") })
	line := &rec.Deal.Log[i]
	card := "Kd"
	if line.Cards[0] == card {
		card = "Ks"
	}
	for j := range rec.Deal.Opened {
		if o := &rec.Deal.Opened[j]; o.Line == i+1 {
			o.Card = card
		}
	}
	line.Text, line.Cards = "The flop is "+card+".", []string{card}
	out, err := record.Write(rec)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRecordWithoutASeed verifies, shows and compares what everybody gets of a match whose seed stays secret.
func TestRecordWithoutASeed(t *testing.T) {
	text := sealedText(t)
	good, bad := fileOf(t, text), fileOf(t, swapped(t, text))
	for _, tt := range []struct {
		args []string
		code int
		want []string // contained in the output
	}{
		{[]string{"verify", good}, 0, []string{
			good + ": ", "is the one that was sealed", "compare the roots", "Not checked", "dice",
		}},
		{[]string{"check", good}, 0, nil},
		{[]string{"verify", bad}, 1, []string{bad + ": shuffle ", "is not the card that was sealed at position"}},
		{[]string{"check", bad, good}, 1, []string{"is not the card that was sealed"}},
		{[]string{"show", good}, 0, []string{"25-outlaws, ", "over", "The match ended"}},
		{[]string{"show", good, "--public", "--json"}, 0, []string{`"over":true`, `"phase":"over"`, `"ranks":{`}},
		{[]string{"show", good, "--seat", "Anna"}, 2, []string{"nothing of a seat's own"}},
		{[]string{"show", good, "--seat", "Dora"}, 2, []string{"nobody in this record is called"}},
	} {
		out, code := runRecordOf(t, gameNamed, tt.args...)
		if code != tt.code || tt.want == nil && out != "" {
			t.Errorf("%v: exit code %d, want %d:\n%s", tt.args, code, tt.code, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v: %q is not in\n%s", tt.args, want, out)
			}
		}
	}
}
