package record

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, moves, expect string
		want                []string // what the failures contain, one each
	}{
		{"nothing expected", `"Anna: play 8"`, "", nil},
		{"refused where none is expected", `"Anna: play 8", "Anna: pass"`, "",
			[]string{`line 6: "Anna: pass" was refused: not your turn`}},
		{"refused as expected", `"Anna: play 3"`, `refused = "hold no 3"`, nil},
		{"in other letters", `"Anna: play 3"`, `refused = "YOU HOLD"`, nil},
		{"with any reason", `"Anna: play 3"`, `refused = ""`, nil},
		{"with another reason", `"Anna: play 3"`, `refused = "no 4"`,
			[]string{`you hold no 3 (2); the reason should contain "no 4"`}},
		{"accepted where it should be refused", `"Anna: play 8"`, `refused = ""`,
			[]string{`"Anna: play 8" was accepted, it should be refused`}},
		{"refused too early", `"Anna: play 3", "Burt: play 3"`, `refused = "hold no 3"`,
			[]string{`"Anna: play 3" was refused: you hold no 3`}},
		{"the position before a refused move", `"Anna: play 8", "Burt: play 3"`,
			"refused = \"\"\nposition.hands = { Anna = [5, 1], Burt = [2, 5, 7] }", nil},
		{"nothing more after a wrong refusal", `"Anna: play 3"`, "position.round = 4", []string{"was refused"}},
		{"keys not given are free", `"Anna: play 8"`, `position = { hands = { Burt = [7, 5, 2] }, round = 1 }`, nil},
		{"an order that means nothing", "", `position.hands.Anna = [8, 5, 1]`, nil},
		{"a wrong number", "", `position.round = 2`, []string{"line 8: round is 1, it should be 2"}},
		{"a wrong card", "", `position.hands.Anna = [1, 5, 7]`,
			[]string{"line 8: hands.Anna is [1,5,8], it should be [1,5,7]"}},
		{"two wrong keys", "", `position = { round = 2, phase = "goes" }`, []string{"phase is", "round is"}},
		{"empty is as good as missing", "", `position = { pile = [], top = 0, turn = "", points = { Anna = 0 } }`, nil},
		{"missing is no card", `"Anna: play 8", "table: close"`, `position.pile = []`,
			[]string{"pile is [8], it should be"}},
		{"an empty table has nothing in it", `"Anna: play 8"`, `position.sealed = {}`,
			[]string{`sealed is {"Anna":8}, it should be`}},
		{"a table that is not there", "", `position.sealed = { Anna = 8 }`,
			[]string{"sealed.Anna is absent, it should be 8"}},
		{"exactly these moves", `"Anna: play 8", "table: close"`,
			`legal = { Anna = ["pass", "draw", "play 5", "play 1"], Burt = [] }`, nil},
		{"a move too few and one too many", "", `legal.Burt = ["pass", "play 2", "play 5", "play 6"]`,
			[]string{"line 8: Burt may not: play 6", "line 8: Burt may also: play 7"}},
		{"nobody is asked", `"Anna: play 8"`, `legal.Anna = ["pass"]`, []string{"Anna may not: pass"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := head + "moves = [" + tt.moves + "]\n"
			if tt.expect != "" {
				text += "[expect]\n" + tt.expect + "\n"
			}
			failures, err := Check(games, parse(t, text+window))
			if err != nil || len(failures) != len(tt.want) {
				t.Fatalf("%d failures, want %d: %q (%v)", len(failures), len(tt.want), failures, err)
			}
			for i := range failures {
				if !strings.Contains(failures[i], tt.want[i]) {
					t.Errorf("the failure is %q, want %q", failures[i], tt.want[i])
				}
			}
		})
	}
}

func TestCheckWithoutAFile(t *testing.T) {
	rec := parse(t, head+`moves = ["Anna: play 3"]`+window)
	rec.lines = lines{}
	failures, err := Check(games, rec)
	if err != nil || !slices.Equal(failures, []string{`move 1: "Anna: play 3" was refused: you hold no 3 (2)`}) {
		t.Errorf("%q, %v", failures, err)
	}
	rec.Moves[0] = "Anna: sing"
	if _, err := Check(games, rec); err == nil || strings.Contains(err.Error(), "line") {
		t.Errorf("the error is %v", err)
	}
}

func TestVerifyWantsWhatIsExpected(t *testing.T) {
	if err := Verify(games, parse(t, head+`moves = ["Anna: play 3"]`+window)); err == nil {
		t.Error("a refused move that nobody expects is verified")
	}
	text := head + "moves = [\"Anna: play 3\"]\n[expect]\nrefused = \"\"\n" + window
	if err := Verify(games, parse(t, text)); err != nil {
		t.Error(err)
	}
}

// faulty is a match with something wrong in it from some entry on.
type faulty struct {
	engine.Match
	fault string
	at    int // acts until it shows
}

func (f faulty) next(m engine.Match) engine.Match { return faulty{m, f.fault, f.at - 1} }

func (f faulty) Play(a engine.Act[any], r *engine.Rand) (engine.Match, []engine.Fact, error) {
	if f.at > 0 {
		m, facts, err := f.Match.Play(a, r)
		if err != nil {
			return f, nil, err
		}
		return f.next(m), facts, nil
	}
	switch f.fault {
	case "panic":
		panic("no such card")
	case "broken":
		return f, nil, engine.ErrFact
	case "nature":
		return f, nil, engine.ErrIllegal
	case "moody":
		calls++
		if calls%2 == 0 {
			return f, nil, engine.ErrIllegal
		}
	}
	m, facts, err := f.Match.Play(a, r)
	if f.fault == "random" {
		calls++
		facts = append(facts, engine.Fact{Kind: strings.Repeat("x", calls)})
	}
	if f.fault == "forgetful" {
		facts = facts[:0]
	}
	if f.fault == "unreadable" {
		facts = append(facts, engine.Fact{Kind: "riddle"})
	}
	return f.next(m), facts, err
}

var calls int

func (f faulty) Apply(facts []engine.Fact) (engine.Match, error) {
	m, err := f.Match.Apply(facts)
	return f.next(m), err
}

func (f faulty) Audit() error {
	if f.fault == "lossy" && f.at < 0 {
		return errors.New("a card is lost")
	}
	return f.Match.Audit()
}

func (f faulty) Turn() []engine.Seat {
	if f.fault == "endless" {
		return []engine.Seat{engine.Nature}
	}
	return f.Match.Turn()
}

func (f faulty) Sum() uint64 {
	if f.fault == "blurred" && f.at < 0 {
		calls++
		return uint64(calls)
	}
	return f.Match.Sum()
}

func with(fault string, at int) Games {
	return func(string) (engine.Game, bool) {
		g := high
		g.Open = func(c engine.Config) (engine.Match, error) {
			m, err := high.Open(c)
			return faulty{m, fault, at}, err
		}
		return g, true
	}
}

// The canaries: games that break a law must be caught, at the entry where they do.
func TestVerifyCatches(t *testing.T) {
	for _, tt := range []struct{ fault, want string }{
		{"random", `entry 3, "Burt: pass": decided again it leads to`},
		{"moody", `entry 3, "Burt: pass": decided again it is refused`},
		{"forgetful", `entry 3, "Burt: pass": its facts lead to another state`},
		{"unreadable", `entry 3, "Burt: pass": its facts cannot be read back`},
		{"blurred", `entry 3, "Burt: pass": decided again it leads to another state`},
		{"lossy", `entry 3, "Burt: pass": a card is lost`},
		{"broken", `entry 3: unreadable fact`},
		{"panic", `entry 3: the rules broke: no such card`},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			calls = 0
			rec := parse(t, head+`moves = ["Anna: pass", "Burt: pass", "table: close"]`)
			err := Verify(with(tt.fault, 2), rec)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("the error is %v, want %q", err, tt.want)
			}
		})
	}
	if err := Verify(with("endless", 0), parse(t, head)); err == nil {
		t.Error("a game that never comes to an end is verified")
	}
	err := Verify(with("nature", 0), parse(t, head))
	if err == nil || !strings.Contains(err.Error(), "chance was refused") {
		t.Errorf("a game that refuses chance: %v", err)
	}
}

func TestLogVerifyCatches(t *testing.T) {
	for _, tt := range []struct {
		name   string
		spoil  func(*Log)
		entry  uint64
		reason string
	}{
		{"another seed", func(l *Log) { l.Seed = l.Seed.Fork("x") }, 1, "it leads to"},
		{"another act", func(l *Log) { l.Entries[1].Words = "play 9" }, 2, "not a move"},
		{"a fact changed", func(l *Log) { l.Entries[2].Facts[0].Body = []byte(`{"seat":0,"card":1,"after":7}`) }, 3,
			"it leads"},
		{"a fact lost", func(l *Log) { l.Entries[3].Facts = nil }, 4, "written was null"},
		{"another sum", func(l *Log) { l.Entries[4].Sum++ }, 5, "checksum"},
		{"an entry lost", func(l *Log) { l.Entries = slices.Delete(l.Entries, 0, 1) }, 1, ""},
		{"the table itself answers", func(l *Log) { l.Entries[0].Seat = engine.Nobody }, 1, ""},
		{"after the end", func(l *Log) { l.Entries = append(l.Entries, l.Entries[0]) }, 0, "the match is over"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, _ := played(t, "log", 3)
			if err := l.Verify(high); err != nil {
				t.Fatal(err)
			}
			tt.spoil(&l)
			err := l.Verify(high)
			var d *Differs
			if !errors.As(err, &d) || (tt.entry != 0 && d.Entry != tt.entry) || !strings.Contains(d.What, tt.reason) {
				t.Errorf("the error is %v, want entry %d and %q", err, tt.entry, tt.reason)
			}
		})
	}
	l, _ := played(t, "log", 3)
	broken, _ := with("panic", 2)("")
	if err := l.Verify(broken); err == nil || !strings.Contains(err.Error(), "the rules broke") {
		t.Errorf("rules that panic: %v", err)
	}
	lossy, _ := with("lossy", 2)("")
	if err := l.Verify(lossy); err == nil || !strings.Contains(err.Error(), "a card is lost") {
		t.Errorf("rules that lose a card: %v", err)
	}
	l.Config.Seats = 9
	if err := l.Verify(high); err == nil {
		t.Error("a log for nine seats is verified")
	}
	if _, err := l.Record(high); err == nil {
		t.Error("a log for nine seats is written")
	}
}
