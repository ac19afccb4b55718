package main

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
)

// chronicle plays a match of a game at random and writes it down as a table would.
func chronicle(t *testing.T, kit bot.Kit, people []table.Person, seed engine.Seed) table.Batch {
	t.Helper()
	o := &table.Opening{
		Game: kit.Spec.Name, Rules: kit.Spec.Rules, Config: engine.Config{Seats: len(people)}, People: people,
		Seed:       seed,
		Commitment: seed.Commitment(), Settings: table.Settings{Game: kit.Spec.Name, Seats: len(people)},
	}
	for _, p := range people {
		o.Names = append(o.Names, p.Name)
	}
	b := table.Batch{Table: "T", Match: "M0000001", Opened: o}
	m, err := kit.Open(o.Config)
	if err != nil {
		t.Fatal(err)
	}
	pick := seed.Fork("moves").Entry(1)
	for turn := m.Turn(); len(turn) > 0; turn = m.Turn() {
		turn = slices.DeleteFunc(slices.Clone(turn), func(s engine.Seat) bool {
			return s != engine.Nature && len(m.Legal(s)) == 0
		})
		act := engine.Act[any]{Seat: turn[pick.IntN(len(turn))]}
		e := table.Entry{Seq: uint64(len(b.Entries) + 1)}
		if act.Seat != engine.Nature {
			legal := m.Legal(act.Seat)
			act.Move = legal[pick.IntN(len(legal))]
			if e.Words, err = m.Words(act, o.Names); err != nil {
				t.Fatal(err)
			}
		}
		e.Seat, e.After = act.Seat, act.After
		if m, e.Facts, err = m.Play(act, seed.Entry(e.Seq)); err != nil {
			t.Fatal(err)
		}
		e.Sum = m.Sum()
		b.Entries = append(b.Entries, e)
	}
	out, _ := m.Outcome()
	b.Ended = &table.Ending{Outcome: out}
	for i, p := range people {
		b.Ended.Places = append(b.Ended.Places, table.Place{Seat: engine.Seat(i), Person: p, Rank: out.Ranks[i]})
	}
	return b
}

// Whoever is gone, the records of every game say what they said, under another name, and verify.
func TestRecordsOfThoseWhoAreGone(t *testing.T) {
	for _, kit := range kits() {
		t.Run(kit.Spec.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { leaveGame(t, kit) })
		})
	}
}

func leaveGame(t *testing.T, kit bot.Kit) {
	ctx, store := t.Context(), lobbytest.New()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var people []table.Person
	for _, name := range []string{"Anna", "Burt", "Curt"} {
		p := lobby.Player{ID: table.PlayerID("id-" + name), Name: name}
		must(store.Create(ctx, p, lobby.Skeleton(name), lobby.Key{Fingerprint: "SHA256:" + name}))
		people = append(people, p.Person())
	}
	b := chronicle(t, kit, people, engine.Seed{7, 7, 7})
	_, err := store.Append(ctx, b)
	must(err)
	open := func() *lobby.House {
		h, err := lobby.Open(ctx, lobby.Deps{Kits: kits(), Players: store, Results: store, Tables: store, Clubs: store})
		must(err)
		synctest.Wait()
		return h
	}
	h := open()
	before, err := h.Record(ctx, b.Match, people[2].ID)
	must(err)
	must(h.Close(ctx))
	if !strings.Contains(before, "Burt") {
		t.Fatal("nobody is named in the record")
	}
	must(store.Leave(ctx, people[1].ID, b.Opened.At, b.Opened.At.Add(1)))
	h = open()
	defer func() { must(h.Close(ctx)) }()
	after, err := h.Record(ctx, b.Match, people[2].ID)
	must(err)
	got, want := sortedLines(after), sortedLines(strings.ReplaceAll(before, "Burt", "Gone-Player-1"))
	if !slices.Equal(got, want) { // tables are in the order of names
		t.Errorf("the record became\n%s\nbefore\n%s", after, before)
	}
	stored, err := store.Match(ctx, b.Match)
	must(err)
	must(lobby.LogOf(stored).Verify(kit.Game))
	rec, err := record.Parse([]byte(after))
	must(err)
	must(record.Verify(gameNamed, rec))
}

func sortedLines(text string) []string {
	return slices.Sorted(strings.SplitSeq(text, "\n"))
}
