package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// question is a position of a match in which a person is asked something, with all that led there.
type question struct {
	kinds   []string // the phase with each verb that may be said: "betting check", "betting bet"
	seat    engine.Seat
	words   []string // the choices …
	bounds  string   // … and what they cannot list
	stands  bool     // its answer waits for the end of a window
	opening table.Opening
	entries []table.Entry
}

// people are who sits at the tables of this test; a bot has the seat after theirs.
var people = []string{"Anna", "Burt"}

// TestComingBackToEveryKindOfQuestion cuts the line of whoever is asked, at every kind of question that a game has, and
// finds the same question with the same choices on the way back, on a screen and in plain lines, and an answer that
// waits for the end of its window still waiting.
func TestComingBackToEveryKindOfQuestion(t *testing.T) {
	for _, g := range riding {
		t.Run(g.name, func(t *testing.T) {
			all := questions(t, g)
			for _, k := range g.asks {
				if !slices.ContainsFunc(all, func(q question) bool { return slices.Contains(q.kinds, k) }) {
					t.Errorf("nobody was ever asked %q", k)
				}
			}
			synctest.Test(t, func(t *testing.T) { comeBack(t, g, all) })
		})
	}
}

// searches is how many random matches are searched for kinds of questions.
const searches = 60

// questions finds questions of every kind that people are asked in random matches.
func questions(t *testing.T, g played) (all []question) {
	t.Helper()
	kit := kitsByName()[g.name]
	met := make(map[string]bool)
	for n := range searches {
		q := question{opening: opening(kit, engine.Seed{byte(n), 25})}
		m, err := kit.Open(q.opening.Config)
		if err != nil {
			t.Fatal(err)
		}
		choice := q.opening.Seed.Fork("choice").Entry(1)
		for seq := uint64(1); ; seq++ {
			turn := m.Turn()
			if len(turn) == 0 {
				break
			}
			for _, seat := range turn {
				if seat < 0 || int(seat) >= len(people) {
					continue
				}
				q.seat, q.words = seat, worded(t, m, seat, q.opening.Names)
				q.bounds, q.stands = m.Bounds(seat), m.Window() > 0
				q.kinds = kinds(m, q)
				if slices.ContainsFunc(q.kinds, func(k string) bool { return !met[k] }) {
					all = append(all, q)
				}
				for _, k := range q.kinds {
					met[k] = true
				}
			}
			var e table.Entry
			m, e = step(t, m, q.opening, seq, choice)
			q.entries = append(q.entries[:len(q.entries):len(q.entries)], e)
		}
	}
	return all
}

// opening begins a match of the people and a bot.
func opening(kit bot.Kit, seed engine.Seed) table.Opening {
	o := table.Opening{
		Game: kit.Spec.Name, Rules: kit.Spec.Rules, Config: engine.Config{Seats: len(people) + 1}, Seed: seed,
		Commitment: seed.Commitment(), At: time.Now(),
		Settings: table.Settings{Game: kit.Spec.Name, Seats: len(people) + 1, Pace: table.Normal},
	}
	for _, name := range people {
		o.People = append(o.People, table.Person{ID: table.PlayerID(name), Name: name})
	}
	o.People = append(o.People, table.Person{ID: "bot-random-old-bess", Name: "Old Bess (random)", Bot: "random"})
	for _, p := range o.People {
		o.Names = append(o.Names, p.Name)
	}
	return o
}

// worded are a seat's choices.
func worded(t *testing.T, m engine.Match, seat engine.Seat, names engine.Names) (out []string) {
	t.Helper()
	for _, move := range m.Legal(seat) {
		w, err := m.Words(engine.Act[any]{Seat: seat, Move: move}, names)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, w)
	}
	return out
}

// kinds name a question by its phase and by the first words of its choices, with a reward that is poured for somebody
// apart from one that is played.
func kinds(m engine.Match, q question) (all []string) {
	phase := m.Sighted(engine.Seated(q.seat), q.opening.Names)["phase"]
	for _, w := range q.words {
		verb, rest, _ := strings.Cut(w, " ")
		if strings.Contains(rest, " on ") {
			verb += " on"
		}
		if k := fmt.Sprint(phase, " ", verb); !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	return all
}

// step makes a random move of somebody who is asked.
func step(t *testing.T, m engine.Match, o table.Opening, seq uint64, r *engine.Rand) (engine.Match, table.Entry) {
	t.Helper()
	turn := m.Turn()
	act := engine.Act[any]{Seat: turn[r.IntN(len(turn))]}
	said := ""
	if act.Seat != engine.Nature {
		legal := m.Legal(act.Seat)
		i := r.IntN(len(legal))
		act.Move, said = legal[i], worded(t, m, act.Seat, o.Names)[i]
	}
	next, facts, err := m.Play(act, o.Seed.Entry(seq))
	if err != nil {
		t.Fatal(err)
	}
	return next, table.Entry{Seq: seq, Seat: act.Seat, Words: said, Facts: facts, Sum: next.Sum(), At: o.At}
}

// comeBack puts a table up for every question and lets the people come to one after the other.
func comeBack(t *testing.T, g played, all []question) {
	store := lobbytest.New()
	for _, name := range people {
		p := lobby.Player{ID: table.PlayerID(name), Name: name, Created: time.Now(), Seen: time.Now()}
		key := lobby.Key{Fingerprint: "SHA256:" + name}
		if err := store.Create(t.Context(), p, lobby.Skeleton(name), key); err != nil {
			t.Fatal(err)
		}
	}
	for i, q := range all {
		putUp(t, store, i, q)
	}
	house := tuitest.OpenOn(t, store, tuitest.Game{Kit: kitsByName()[g.name], Face: faces()[g.name],
		Book: books()[g.name], Coach: coaches()[g.name]})
	for i, q := range all {
		leaveAndReturn(t, house, tableID(i), q)
	}
}

func tableID(i int) table.ID { return table.ID(fmt.Sprintf("TAB%03d", i)) }

// putUp writes a table with an unfinished match as a house leaves it.
func putUp(t *testing.T, store *lobbytest.Store, i int, q question) {
	t.Helper()
	o := q.opening
	o.At = time.Now()
	b := table.Batch{Table: tableID(i), Match: table.MatchID(fmt.Sprintf("MATCH%03d", i)), Opened: &o,
		Entries: slices.Clone(q.entries)}
	b.Saved = &table.Saved{ID: b.Table, Settings: o.Settings, Stage: table.Playing, Match: b.Match, Opened: o.At,
		Since: o.At, Host: o.People[0].ID}
	for s, p := range o.People {
		b.Saved.Chairs = append(b.Saved.Chairs, table.Chair{Seat: engine.Seat(s), Owner: p})
	}
	if _, err := store.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
}

// leaveAndReturn goes to a table, cuts the line of whoever is asked and comes back, twice, and once more after the
// answer if that has to wait.
func leaveAndReturn(t *testing.T, house *tuitest.House, at table.ID, q question) {
	t.Helper()
	me, other := people[q.seat], people[1-q.seat]
	come := func(name string) *tuitest.Line { return house.Calls(name, false).Types("join " + string(at)) }
	asked := come(me).Hears("Your move.")
	q.heard(t, asked)
	witness := come(other).Hears("You are at table")
	asked.HangsUp()
	witness.Hears(me + " lost the line")

	screen := house.Comes(me, tuitest.Bound(tui.Intent{Verb: tui.ToJoin, Table: at})).Sees("Your move")
	screen.HangsUp()
	asked = come(me).Hears("Your move.")
	q.heard(t, asked)
	asked.Types("1")
	if q.stands {
		sealed := "Your answer is in: " + q.words[0] + "."
		asked.Hears(sealed).HangsUp()
		asked = come(me).Hears(sealed)
		house.Comes(me, tuitest.Bound(tui.Intent{Verb: tui.ToJoin, Table: at})).Sees(q.words[0]).HangsUp()
	}
	tuitest.RunOut() // a window ends meanwhile
	if got := lastOf(t, house.Store, at, q); got != q.words[0] {
		t.Errorf("%q: answered was %q, and %q was written", q.kinds, q.words[0], got)
	}
	asked.HangsUp()
	witness.HangsUp()
}

// heard fails unless just this question was asked last.
func (q question) heard(t *testing.T, asked *tuitest.Line) {
	t.Helper()
	text := asked.Text()
	_, said, _ := strings.Cut(text[max(strings.LastIndex(text, "Your move."), 0):], "\n")
	want := ""
	for i, w := range q.words {
		want += fmt.Sprintf("%d: %s\n", i+1, w)
	}
	if want += q.bounds; !strings.HasPrefix(said, want) {
		t.Errorf("%q: asked was\n%s\ninstead of\n%s", q.kinds, said, want)
	}
}

// lastOf is the answer of the one who was asked, as it was written.
func lastOf(t *testing.T, store *lobbytest.Store, at table.ID, q question) string {
	t.Helper()
	kept, err := store.Reload(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range kept.Match.Entries[len(q.entries):] {
		if e.Seat == q.seat {
			return e.Words
		}
	}
	return ""
}
