package outlaws25

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/record"
)

// TestOldMatches: what was played before there were seals is replayed, goes on, and is verified, without any.
func TestOldMatches(t *testing.T) {
	l := played(t, 3, stage.Seed(2))
	for i := range l.Entries {
		l.Entries[i].Facts = engine.Unsealed(l.Entries[i].Facts)
	}
	if err := l.Verify(game); err != nil {
		t.Fatal(err)
	}
	m, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	half := len(l.Entries) / 2
	for _, e := range l.Entries[:half] {
		if m, err = m.Apply(e.Facts); err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range l.Entries[half:] {
		act := engine.Act[any]{Seat: e.Seat}
		if e.Seat != engine.Nature {
			if act, err = m.Parse(e.Words, e.Seat, l.Names); err != nil {
				t.Fatal(err)
			}
		}
		var facts []engine.Fact
		if m, facts, err = m.Play(act, l.Seed.Entry(uint64(half+i+1))); err != nil {
			t.Fatal(err)
		}
		if len(facts) != len(engine.Unsealed(facts)) || m.Sum() != e.Sum {
			t.Fatal("an old match is sealed halfway, or goes on otherwise")
		}
	}
	rec, text := public(t, l)
	if len(rec.Deal.Shuffles) > 0 || len(rec.Deal.Opened) > 0 || len(rec.Deal.Log) == 0 {
		t.Errorf("%d shuffles and %d opened cards", len(rec.Deal.Shuffles), len(rec.Deal.Opened))
	}
	again, err := record.Parse([]byte(text))
	if err != nil || record.Verify(sealedGames, again) != nil || !strings.Contains(again.Judged()[0], "not sealed") {
		t.Errorf("%v (%v)", again.Judged(), err)
	}
	if whole, err := l.Record(game); err != nil || whole.Deal != nil {
		t.Errorf("%+v (%v)", whole.Deal, err)
	}
}

// TestDamagedSeals: a log whose seals are not those of its cards is found damaged.
func TestDamagedSeals(t *testing.T) {
	l := played(t, 3, stage.Seed(2))
	second := -1 // the second entry with seals
	for i, n := 0, 0; i < len(l.Entries) && n < 2; i++ {
		if facts := l.Entries[i].Facts; len(facts) != len(engine.Unsealed(facts)) {
			second, n = i, n+1
		}
	}
	facts := l.Entries[second].Facts
	var body struct{ Seals []engine.Seal }
	if err := json.Unmarshal(facts[len(facts)-1].Body, &body); err != nil {
		t.Fatal(err)
	}
	before, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries[:second] {
		if before, err = before.Apply(e.Facts); err != nil {
			t.Fatal(err)
		}
	}
	for name, spoil := range map[string]func([]engine.Seal) []engine.Seal{
		"none":         func([]engine.Seal) []engine.Seal { return nil },
		"one too many": func(s []engine.Seal) []engine.Seal { return append(s, s[0]) },
		"another deck": func(s []engine.Seal) []engine.Seal { s[0].Deck = "jokers"; return s },
		"another size": func(s []engine.Seal) []engine.Seal { s[0].Size++; return s },
		"another one":  func(s []engine.Seal) []engine.Seal { s[0].Shuffle++; return s },
	} {
		bad := append(engine.Unsealed(facts), sealFact(t, spoil(slices.Clone(body.Seals))))
		if _, err := before.Apply(bad); !errors.Is(err, engine.ErrFact) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := before.Apply(engine.Unsealed(facts)); !errors.Is(err, engine.ErrFact) {
		t.Errorf("seals that stop halfway: %v", err)
	}
	broken := append(engine.Unsealed(facts), engine.Fact{Kind: "house/sealed", Body: json.RawMessage(`{"seals": [{}`)})
	if _, err := before.Apply(broken); !errors.Is(err, engine.ErrFact) {
		t.Errorf("half a fact: %v", err)
	}
	if _, err := before.Tell(broken, engine.Public); !errors.Is(err, engine.ErrFact) {
		t.Errorf("half a fact is told: %v", err)
	}
	body.Seals[0].Root = strings.Repeat("0", 64)
	l.Entries[second].Facts = append(engine.Unsealed(facts), sealFact(t, body.Seals))
	if err := l.Verify(game); err == nil {
		t.Error("another root is verified")
	}
	if _, err := l.Public(game); err == nil || !strings.Contains(err.Error(), "not what was sealed") {
		t.Errorf("another root is published: %v", err)
	}
}

// TestTellSeals: the log has the roots of a deal in short, the match all of them in full.
func TestTellSeals(t *testing.T) {
	l := played(t, 2, stage.Seed(1))
	lines, quiet := 0, 0
	m, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		had := len(m.Seals())
		next, err := m.Apply(e.Facts)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Seals()) != had {
			t.Fatal("playing on changed the match before")
		}
		notes, err := m.Tell(e.Facts, engine.Seated(1))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, n := range notes {
			said += n.Say(l.Names.Of) + "\n"
		}
		for _, s := range next.Seals()[had:] {
			if told := strings.Contains(said, s.Deck+" "+s.Root[:8]); told == s.Quiet {
				t.Errorf("%+v in %q", s, said)
			}
			if s.Quiet {
				quiet++
			} else {
				lines++
			}
		}
		m = next
	}
	if lines < 6 || quiet == 0 {
		t.Errorf("%d seals in the log, %d made in passing", lines, quiet)
	}
}
