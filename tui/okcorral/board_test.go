package okcorral

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

var people = []string{"Anna", "Burt", "漢字の旅人", "Doc Holliday the Third", "Zoë", "Kid"}

func press(name string) tea.KeyPressMsg {
	switch name {
	case "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case "enter":
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// tableOf is a table of some people, seen by one of them.
func tableOf(seats int, me engine.Seat) felt.Table {
	t := felt.Table{Me: me, Now: noon, Lag: &felt.Lag{Trip: 42 * time.Millisecond}, Slots: true}
	t.Info.Stage = table.Playing
	for i := range seats {
		t.Info.Chairs = append(t.Info.Chairs, table.Chair{
			Seat: engine.Seat(i), Here: i != 3, Owner: table.Person{ID: table.PlayerID(people[i]), Name: people[i]},
		})
	}
	return t
}

// game is a match that is played by the rules.
type game struct {
	state okc.State
	seed  engine.Seed
	n     uint64
}

func newGame(t testing.TB, c engine.Config, seed byte) *game {
	t.Helper()
	s, err := okc.Rules{}.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &game{state: s, seed: engine.Seed{seed}}
}

func (g *game) view(seat engine.Seat) okc.View {
	viewer := engine.Public
	if seat >= 0 {
		viewer = engine.Seated(seat)
	}
	return okc.Rules{}.View(g.state, viewer)
}

func (g *game) play(t testing.TB, act engine.Act[okc.Move]) {
	t.Helper()
	g.n++
	events, err := okc.Rules{}.Decide(g.state, act, g.seed.Entry(g.n))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		g.state = okc.Rules{}.Evolve(g.state, e)
	}
}

// step turns a card, lets it come, or has everybody react and closes the race; false when the match is over.
func (g *game) step(t testing.TB) bool {
	t.Helper()
	turn := okc.Rules{}.Turn(g.state)
	if len(turn) == 0 {
		return false
	}
	if v := g.view(engine.Nobody); v.Phase == okc.Open || v.Phase == okc.Showdown {
		for seat := range engine.Seat(v.Seats) {
			legal := okc.Rules{}.Legal(g.state, seat)
			chance := g.seed.Fork("bots").Entry(g.n)
			m, after, ok, err := okc.Easy.React(context.Background(), g.view(seat), legal, chance)
			if err == nil && ok {
				g.play(t, engine.Act[okc.Move]{Seat: seat, Move: m, After: after})
			} else if err != nil && !errors.Is(err, engine.ErrNotAsked) {
				t.Fatal(err)
			}
		}
	}
	act := engine.Act[okc.Move]{Seat: turn[0]}
	if turn[0] != engine.Nature {
		act.Move = okc.Rules{}.Legal(g.state, turn[0])[0]
	}
	g.play(t, act)
	return true
}

// shown is a board that was shown a view.
func shown(v okc.View, t felt.Table) *Board {
	b := NewBoard()
	b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: t})
	return b
}

func TestKeysAreGestures(t *testing.T) {
	b := NewBoard()
	for key, want := range map[string]okc.Gesture{
		"s": okc.Salute, "W": okc.Whisky, "h": okc.HitLoot, "g": okc.HitNugget, "c": okc.Cover, "j": okc.ShootLeft,
		"k": okc.ShootBoth, "L": okc.ShootRight,
	} {
		if m, ok := b.Gesture(press(key)); !ok || m.Kind != want {
			t.Errorf("%s is %v, %v", key, m.Kind, ok)
		}
	}
	for _, key := range []string{"x", "space", "enter", "1"} {
		if m, ok := b.Gesture(press(key)); ok {
			t.Errorf("%s is %v", key, m.Kind)
		}
	}
	if _, ok := b.Gesture(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}); ok {
		t.Error("ctrl+s is a gesture")
	}
}

func TestOwnKeysAreDrawnAndUsed(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 3}, 1)
	g.step(t)
	tab := tableOf(3, 0)
	tab.Keys = map[string]string{"salute": "a", "left": "f"}
	b := shown(g.view(0), tab)
	if m, ok := b.Gesture(press("a")); !ok || m.Kind != okc.Salute {
		t.Errorf("a is %v", m.Kind)
	}
	if _, ok := b.Gesture(press("s")); ok {
		t.Error("s is still a gesture")
	}
	text := b.Draw(felt.Size{W: 80, H: 19}, style.Plain())
	for _, want := range []string{"a salute", "f left", "a Cavalry"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
}

func TestWhoseTurnItIs(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 3}, 1)
	g.step(t)
	v := g.view(engine.Nobody)
	turn := okc.Move{Kind: okc.Turn}
	b := NewBoard()
	b.Show(felt.Scene[okc.View, okc.Move]{View: v, Legal: []okc.Move{turn}, Table: tableOf(3, v.Revealer)})
	if m, ok := b.Key(press("space")); !ok || m != turn {
		t.Errorf("space is %v", m)
	}
	if b.Prompt() == "" {
		t.Error("nothing is asked")
	}
	b.Draw(felt.Size{W: 80, H: 19}, style.Plain())
	if m, ok := b.Click(40, 3); !ok || m != turn {
		t.Errorf("a click on the card is %v", m)
	}
	b = shown(v, tableOf(3, v.Revealer.Next(3)))
	if _, ok := b.Key(press("space")); ok {
		t.Error("somebody else's card was turned")
	}
	if _, clause := b.Why(); clause != "14" {
		t.Errorf("rule %s", clause)
	}
}

// All through matches, a veiled board shows nothing of the card, and what it reveals is what it draws afterwards.
func TestNothingShowsBeforeItIsRevealed(t *testing.T) {
	size := felt.Size{W: 80, H: 19}
	st := style.Plain()
	for seats := 2; seats <= 6; seats++ {
		g := newGame(t, engine.Config{Seats: seats}, byte(seats))
		b := NewBoard()
		before := ""
		for g.step(t) {
			v, tab := g.view(0), tableOf(seats, 0)
			if v.Phase != okc.Open && v.Phase != okc.Showdown {
				b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tab})
				before = b.Draw(size, st)
				continue
			}
			tab.Veiled = true
			b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tab})
			if b.Draw(size, st) != before {
				t.Fatalf("a veiled board looks different:\n%s", b.Draw(size, st))
			}
			fresh := shown(v, tab).Draw(size, st)
			if v.Phase == okc.Open && strings.Contains(fresh, spaced(words[v.Card.Kind()])) {
				t.Fatalf("who comes in the middle sees a veiled card:\n%s", fresh)
			}
			flash := b.Reveal(size, st)
			tab.Veiled = false
			b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tab})
			rows := strings.Split(b.Draw(size, st), "\n")
			for i, row := range flash.Rows {
				if !strings.Contains(rows[flash.Y+i], row) {
					t.Fatalf("row %d of the flash is not what is drawn:\n%s", i, strings.Join(rows, "\n"))
				}
			}
		}
	}
}

// The last race stays in sight while the next one is open, but a replay that goes back shows no result before its race.
func TestTheLastRaceStaysInSight(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 4}, 5)
	b := NewBoard()
	var last okc.Race
	kept, held := 0, okc.View{}
	for g.step(t) {
		v := g.view(0)
		b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tableOf(4, 0)})
		switch {
		case v.Phase == okc.Open && last.Card != okc.NoCard:
			kept++
			if held = v; b.v.Last != last {
				t.Fatalf("the last race was %v, shown is %v", last, b.v.Last)
			}
		case v.Phase == okc.Waiting && kept > 0:
			if b.Show(felt.Scene[okc.View, okc.Move]{View: held, Table: tableOf(4, 0)}); b.v.Last.Card != okc.NoCard {
				t.Fatal("the result of an open race is shown")
			}
			b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tableOf(4, 0)})
		}
		last = v.Last
		if v.Phase == okc.Open {
			last = b.v.Last
		}
	}
	if kept < 20 {
		t.Errorf("only %d races", kept)
	}
}

// Both kinds of gold are alike but for the word and one glyph.
func TestGoldIsAlike(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 4}, 1)
	g.step(t)
	v := g.view(0)
	v.Phase, v.Card = okc.Open, okc.CardOf(okc.Nugget, 0)
	v.Right = v.Foresee(v.Card)
	fool := v
	fool.Card = okc.CardOf(okc.FoolsGold, 0)
	fool.Right = fool.Foresee(fool.Card)
	draw := func(v okc.View) []string {
		b := NewBoard()
		tab := tableOf(4, 0)
		tab.Veiled = true
		b.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tab})
		return b.Reveal(felt.Size{W: 80, H: 19}, style.Plain()).Rows
	}
	whole := func(v okc.View) []string {
		b := shown(v, tableOf(4, 0))
		return strings.Split(b.Draw(felt.Size{W: 80, H: 19}, style.Plain()), "\n")
	}
	for name, two := range map[string][2][]string{
		"card": {draw(v), draw(fool)}, "table": {whole(v), whole(fool)},
	} {
		rows, glyphs := 0, 0
		for i, row := range two[0] {
			if row == two[1][i] {
				continue
			}
			if rows++; strings.Contains(row, spaced("NUGGET")) {
				continue
			}
			for j := range row {
				if row[j] != two[1][i][j] {
					glyphs++
				}
			}
		}
		if rows != 2 || glyphs != 1 {
			t.Errorf("%s: %d rows differ, and %d glyphs", name, rows, glyphs)
		}
	}
}

// Where people sit on the card and round the table is where shots go.
func TestPlacesAreWhereShotsGo(t *testing.T) {
	for seats := 3; seats <= 6; seats++ {
		for me := range engine.Seat(seats) {
			b := shown(okc.View{Seats: seats}, tableOf(seats, me))
			for seat := range engine.Seat(seats) {
				if seat == me {
					continue
				}
				side, _ := b.place(seat, seats)
				aim := okc.Aim(me, seat, seats, true)
				if aim.Has(okc.ShootLeft) != (side <= 0) || aim.Has(okc.ShootRight) != (side >= 0) {
					t.Errorf("%d seats: %d sees %d on side %d and shoots %v", seats, me, seat, side, aim.List())
				}
			}
		}
	}
}

func TestTimesAreRanked(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 6}, 3)
	for g.step(t) {
		v := g.view(0)
		all := ranked(&v.Last, 6)
		if !slices.IsSortedFunc(all, func(x, y engine.Seat) int {
			a, b := v.Last.Answers[x], v.Last.Answers[y]
			if (a.How == engine.NoResponse) != (b.How == engine.NoResponse) {
				if a.How == engine.NoResponse {
					return 1
				}
				return -1
			}
			return int(a.After - b.After)
		}) {
			t.Fatalf("%v", all)
		}
	}
	v := g.view(0)
	if v.Phase != okc.Over {
		t.Fatal("the match did not end")
	}
	b := shown(v, tableOf(6, 0))
	if lines := strings.Join(b.Lines(), "\n"); !strings.Contains(lines, "That was the last card.") {
		t.Errorf("%s", lines)
	}
}

func TestPlainLinesTellWhatLiesOpen(t *testing.T) {
	kinds := make(map[okc.Kind]bool)
	for seed := range byte(4) {
		g := newGame(t, engine.Config{Seats: 5}, seed)
		for g.step(t) {
			v := g.view(0)
			if v.Phase != okc.Open {
				continue
			}
			cry := shown(v, tableOf(5, 0)).Cry()
			if k := v.Card.Kind(); len(cry) != 1 || !strings.HasPrefix(cry[0], words[k]+"!") {
				t.Fatalf("%v is cried as %q", k, cry)
			} else {
				kinds[k] = true
			}
			if target, ok := NewBoard().target(&v); ok && target > 0 && !strings.Contains(cry[0], people[target]) {
				t.Errorf("%q does not name %s", cry, people[target])
			}
		}
	}
	if len(kinds) != len(okc.Kinds()) {
		t.Errorf("only %d kinds came", len(kinds))
	}
}

func TestTheLineIsSpokenOf(t *testing.T) {
	g := newGame(t, engine.Config{Seats: 3}, 1)
	g.step(t)
	for want, lag := range map[string]*felt.Lag{
		"all of it is taken out":         {Trip: 42 * time.Millisecond},
		"only 250 ms of it can be taken": {Trip: 400 * time.Millisecond},
		"is measured and taken out":      nil,
	} {
		tab := tableOf(3, 0)
		tab.Lag = lag
		text := strings.Join(strings.Fields(shown(g.view(0), tab).Draw(felt.Size{W: 83, H: 37}, style.Plain())), " ")
		if !strings.Contains(text, want) || !strings.Contains(text, "ObscureKeystrokeTiming=no") {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
}
