package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/data"
	"saloon/engine"
	"saloon/lobby/table"
)

// TestNothingIsLostInAMonth is the command's month, with a few people and on a few days. Then the house that it left is
// spoiled in one way after the other, and each time the month must notice.
func TestNothingIsLostInAMonth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := plan{seed: 1, days: daysMin, people: peopleMin, clubs: 4, kills: 4, upgrades: 3, stay: 9 * time.Minute,
			out: t.Output()}
		p.after = func(m *month) {
			if len(m.faults) > 0 {
				return // there is enough to tell
			}
			if x := m.tally; x.matches < 20 || x.rated < 3 || x.answers < 500 || x.lines < 1000 || x.drops == 0 {
				t.Errorf("little happened: %+v", x)
			}
			for name, spoil := range spoilers {
				if !m.notices(t, name, spoil) {
					t.Errorf("nobody noticed: %s", name)
				}
			}
		}
		if err := p.live(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// spoiler spoils a house, and says in which words the month must notice.
type spoiler struct {
	do    func(m *month, db *sql.DB) error
	words string
	look  func(m *month, s *data.Store) error // the part of the month's laws that must notice
}

func compared(m *month, s *data.Store) error {
	m.compare(s, true)
	return nil
}

func witnessed(m *month, s *data.Store) error {
	m.witness(s)
	return nil
}

// statement is a spoiler that changes the database.
func statement(words, sql_ string, look func(*month, *data.Store) error) spoiler {
	return spoiler{words: words, look: look, do: func(_ *month, db *sql.DB) error {
		result, err := db.Exec(sql_)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.New("it changed nothing")
		}
		return nil
	}}
}

const lastEntry = `(match_id, seq) IN
	(SELECT match_id, MAX(seq) FROM entries GROUP BY match_id ORDER BY match_id LIMIT 1)`

var spoilers = map[string]spoiler{
	"the last entry of a match is lost": statement("is not as it was", "DELETE FROM entries WHERE "+lastEntry,
		compared),
	"an entry has other words": statement("cannot be read", "UPDATE entries SET words = words || '!' WHERE "+lastEntry,
		compared),
	"a rating is a little off": statement("the ladder of", "UPDATE standings SET mu = mu + 1e-9", (*month).ladders),
	"a rating moved in another way": statement("is not as it was", `UPDATE changes SET mu_after = mu_after + 1e-9
		WHERE ended_seq = (SELECT MAX(ended_seq) FROM changes)`, compared),
	"a community table has another name": statement("is not as it was", `UPDATE clubs SET body =
		replace(body, '"name":"', '"name":"X')`, compared),
	"somebody lost their name": statement("is not as it was", "UPDATE players SET name = name || 'x' WHERE bot = ''",
		compared),
	"an act was changed": statement("audit log", `DROP TRIGGER audit_keeps; UPDATE audit SET reason = 'none'
		WHERE seq = 1`, (*month).whole),
	"a line was told that never happened": sighted("which is not in the log", func(s *sight) {
		s.notes = append(s.notes, "nonsense")
	}),
	"more was shown than was written": sighted("are written", func(s *sight) {
		s.frames[0].entries, s.frames[0].view = 1<<20, nil
	}),
	"a view was another one": sighted("the log makes", func(s *sight) { s.frames[0].view = 7 }),
	"a commitment was another one": sighted("saw the commitment", func(s *sight) {
		s.frames[0].commitment = "none"
	}),
}

// sighted is a spoiler that changes what somebody was shown.
func sighted(words string, change func(*sight)) spoiler {
	return spoiler{words: words, look: witnessed, do: func(m *month, db *sql.DB) error {
		for _, at := range slices.Sorted(maps.Keys(m.book.matches)) {
			for _, id := range m.book.matches[at] {
				if !m.tried[id] {
					continue
				}
				var commitment string
				err := db.QueryRow("SELECT commitment FROM matches WHERE id = ?", id).Scan(&commitment)
				if errors.Is(err, sql.ErrNoRows) {
					continue // it was played after the backup
				}
				s := &sight{who: "Anna", at: at, eyes: engine.Nobody,
					frames: []framed{{match: id, commitment: commitment}}}
				change(s)
				m.sights = []*sight{s}
				return err
			}
		}
		return errors.New("there is no match")
	}}
}

// notices spoils the house, looks at it, and puts it back as it was.
func (m *month) notices(t *testing.T, name string, spoil spoiler) bool {
	whole, err := os.ReadFile(m.file())
	if err != nil {
		t.Fatal(err)
	}
	m.mu.Lock()
	book := m.book
	m.book, m.sights = book.copy(), nil
	m.mu.Unlock()
	db, err := sql.Open("sqlite", m.file())
	if err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(m.file() + ".seal") // the laws must notice by themselves
	if err := errors.Join(spoil.do(m, db), db.Close()); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	out := m.out
	m.out = &bytes.Buffer{}
	store, err := data.Open(m.ctx, m.config(nil))
	if err == nil {
		err = errors.Join(spoil.look(m, store), store.Close())
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	told := fmt.Sprint(m.faults)
	m.faults, m.given, m.out, m.book = nil, false, out, book
	if err := os.WriteFile(m.file(), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	return strings.Contains(told, spoil.words)
}

// TestATornFileIsOnItsWay cuts files at every place that chance chooses.
func TestATornFileIsOnItsWay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ before, after string }{
		{"head", "headtail"}, {"aaaabbbbcccc", "aaaaXXXXcccc"}, {"abcd", "wxyz"}, {"abcd", "abcd"},
	} {
		for range 20 {
			got := string(tornBetween([]byte(c.before), []byte(c.after), r))
			n := 0
			for n < len(got) && n < len(c.after) && got[n] == c.after[n] {
				n++
			}
			rest := got[n:]
			if rest != "" && !strings.HasSuffix(c.before, rest) || c.before != c.after && got == c.after {
				t.Errorf("%q on its way to %q: %q", c.before, c.after, got)
			}
		}
	}
}

func TestRunsFindsALostLine(t *testing.T) {
	whole := []string{"a", "b", "a", "c"}
	for _, c := range []struct {
		part string
		want bool
	}{{"", true}, {"a b", true}, {"a c", true}, {"b c", false}, {"a b a c", true}, {"a b a c a", false}} {
		if got := runs(whole, strings.Fields(c.part)); got != c.want {
			t.Errorf("runs(%q) = %v", c.part, got)
		}
	}
}

// TestBlurAllowsBothValues is what a backup may hold of things that changed while it was made.
func TestBlurAllowsBothValues(t *testing.T) {
	old, newer := newBook(), newBook()
	old.said["name p"] = &promise{value: "Anna"}
	newer.said["name p"] = &promise{value: "Bea", pending: []string{"Cora"}}
	newer.matches["T"] = []table.MatchID{"M"}
	old.blur(newer)
	if p := old.said["name p"]; p.value != "Anna" || !slices.Equal(p.pending, []string{"Cora", "Bea"}) {
		t.Errorf("%+v", p)
	}
	if len(old.matches) != 1 {
		t.Error("a match is forgotten")
	}
}
