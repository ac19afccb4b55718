package wyattearp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// game plays real matches with random moves that like to play, so that every phase comes up.
type game struct {
	state we.State
	seed  engine.Seed
	n     uint64
	rnd   *rand.Rand
}

func newGame(t testing.TB, seats int, seed uint64) *game {
	t.Helper()
	s, err := we.Rules{}.New(engine.Config{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	g := &game{state: s, rnd: rand.New(rand.NewPCG(seed, 1))}
	g.seed[0], g.seed[1] = byte(seed), byte(seed>>8)
	return g
}

// step plays one act; false when the match is over.
func (g *game) step(t testing.TB) bool {
	t.Helper()
	turn := we.Rules{}.Turn(g.state)
	if len(turn) == 0 {
		return false
	}
	act := engine.Act[we.Move]{Seat: turn[0]}
	if turn[0] != engine.Nature {
		legal := we.Rules{}.Legal(g.state, turn[0])
		act.Move = legal[g.rnd.IntN(len(legal))]
		for range 3 {
			if act.Move.Use == we.Discard {
				act.Move = legal[g.rnd.IntN(len(legal))]
			}
		}
	}
	g.n++
	events, err := we.Rules{}.Decide(g.state, act, g.seed.Entry(g.n))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		g.state = we.Rules{}.Evolve(g.state, e)
	}
	return true
}

var people = []string{"Anna", "牛仔安娜牛仔", "Ünsal Öztürk-Şahin", "Дмитрий"}

// scene is what a seat sees, or the public for engine.Nobody.
func (g *game) scene(seat engine.Seat) felt.Scene[we.View, we.Move] {
	viewer := engine.Public
	if seat >= 0 {
		viewer = engine.Seated(seat)
	}
	s := felt.Scene[we.View, we.Move]{View: we.Rules{}.View(g.state, viewer), Table: felt.Table{Me: seat}}
	if seat >= 0 {
		s.Legal = we.Rules{}.Legal(g.state, seat)
	}
	s.Info = peopleInfo(s.View)
	return s
}

// peopleInfo seats people with names of every width.
func peopleInfo(v we.View) (info table.Info) {
	for i := range v.Seats {
		info.Chairs = append(info.Chairs, table.Chair{Seat: engine.Seat(i),
			Owner: table.Person{ID: table.PlayerID(people[i]), Name: people[i]}})
	}
	return info
}

func press(name string) tea.KeyPressMsg {
	special := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "up": tea.KeyUp,
		"down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
		"tab": tea.KeyTab, "backspace": tea.KeyBackspace}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// reach finds keys that make a move, as a person would who reads the screen.
func reach(t *testing.T, s felt.Scene[we.View, we.Move], want we.Move) bool {
	t.Helper()
	keys := func(b *Board, names ...string) (m we.Move, ok bool) {
		for _, n := range names {
			m, ok = b.Key(press(n))
		}
		return m, ok
	}
	b := NewBoard()
	b.Show(s)
	switch want.Use {
	case we.DrawSupply:
		m, ok := keys(b, "s")
		return ok && m == want
	case we.DrawDiscard:
		m, ok := keys(b, "t")
		return ok && m == want
	case we.EndHand:
		m, ok := keys(b, "e", "e")
		return ok && m == want
	case we.Meld, we.Discard, we.PlayPhoto:
		card := want.Card
		if want.Use == we.Meld {
			card = want.Outlaw.Card()
		} else if want.Use == we.PlayPhoto {
			card = want.Outlaw.Photo()
		}
		keys(b, "home")
		for range 30 {
			if s, _, _ := b.under(); s.card == card {
				break
			}
			keys(b, "right")
		}
		if want.Use == we.Discard {
			m, ok := keys(b, "d", "d")
			return ok && m == want
		}
		for range 8 {
			if want.Use == we.Meld && b.lay > int(want.N) {
				keys(b, "down")
			}
		}
		m, ok := keys(b, "enter")
		return ok && m == want
	}
	return search(b, s, want)
}

// search tries every card and every entry of every list by its key.
func search(b *Board, s felt.Scene[we.View, we.Move], want we.Move) bool {
	var try func(path []string, depth int) bool
	replay := func(path []string) (*Board, we.Move, bool) {
		b := NewBoard()
		b.Show(s)
		var m we.Move
		var ok bool
		for _, k := range path {
			m, ok = b.Key(press(k))
		}
		return b, m, ok
	}
	try = func(path []string, depth int) bool {
		b, m, ok := replay(path)
		if ok {
			return m == want
		}
		p := b.top()
		if p == nil || depth == 0 {
			return false
		}
		for _, it := range p.items {
			if try(append(slices.Clip(path), it.key), depth-1) {
				return true
			}
		}
		return false
	}
	if b.top() != nil {
		return try(nil, 4)
	}
	path := []string{"home"}
	for range b.hand {
		at, _, _ := replay(path)
		if s, _, _ := at.under(); s.card == want.Sheriff() && try(append(slices.Clip(path), "enter"), 4) {
			return true
		}
		path = append(path, "right")
	}
	return false
}

// Every legal move of real positions has keys, and no two moves share them.
func TestEveryLegalMoveHasKeys(t *testing.T) {
	seen := make(map[we.Use]int)
	for seed := range uint64(9) {
		g := newGame(t, 2+int(seed%3), seed)
		for range 400 {
			for _, seat := range (we.Rules{}).Turn(g.state) {
				if seat == engine.Nature {
					continue
				}
				s := g.scene(seat)
				for _, m := range s.Legal {
					if seen[m.Use] >= 24 {
						continue
					}
					seen[m.Use]++
					if !reach(t, s, m) {
						t.Fatalf("no keys for %+v with %v in hand", m, s.View.Hand)
					}
				}
			}
			if !g.step(t) {
				break
			}
		}
	}
	for u := we.DrawSupply; u <= we.Pass; u++ {
		if seen[u] == 0 && u != we.EndHand { // needs a supply used up twice: see TestEndOfHandAsksTwice
			t.Errorf("no position had a move of kind %d", u)
		}
	}
}

var monkeyKeys = []string{"enter", "esc", "space", "up", "down", "left", "right", "home", "end", "tab", "backspace",
	"1", "2", "3", "4", "5", "9", "0", "a", "b", "c", "d", "e", "s", "t", "p", "r", "+", "-", "x", "Z"}

// Whatever is typed or clicked, a board proposes only what it was shown as legal, and fills its size.
func TestMonkeyNeverProposesAnIllegalMove(t *testing.T) {
	st := style.For(style.Look{Profile: 4, Ground: style.Dark})
	for seed := range uint64(6) {
		g := newGame(t, 2+int(seed%3), 100+seed)
		r := rand.New(rand.NewPCG(seed, 2))
		boards := make([]*Board, people4(g))
		for i := range boards {
			boards[i] = NewBoard()
		}
		for range 250 {
			for i, b := range boards {
				s := g.scene(engine.Seat(i))
				b.Show(s)
				size := felt.Size{W: 60 + r.IntN(80), H: 12 + r.IntN(40)}
				fills(t, b.Draw(size, st), size)
				for range 6 {
					m, ok := b.Key(press(monkeyKeys[r.IntN(len(monkeyKeys))]))
					if r.IntN(4) == 0 {
						m, ok = b.Click(r.IntN(size.W), r.IntN(size.H))
					}
					if ok && !slices.Contains(s.Legal, m) {
						t.Fatalf("proposed %+v, which was not offered", m)
					}
				}
				fills(t, b.Draw(size, st), size)
				b.Prompt()
				b.Bindings()
			}
			if !g.step(t) {
				break
			}
		}
	}
}

func people4(g *game) int { return we.Rules{}.View(g.state, engine.Public).Seats }

func fills(t *testing.T, drawing string, size felt.Size) {
	t.Helper()
	lines := strings.Split(drawing, "\n")
	if len(lines) != size.H {
		t.Fatalf("%d lines, want %d", len(lines), size.H)
	}
	for i, l := range lines {
		if style.Width(l) != size.W {
			t.Fatalf("line %d is %d cells wide, want %d: %q", i, style.Width(l), size.W, l)
		}
	}
}

// A discard takes two keys, and any other second key takes it back.
func TestDiscardAsksTwice(t *testing.T) {
	g := newGame(t, 2, 3)
	for we.Rules.View(we.Rules{}, g.state, engine.Public).Phase != we.Play {
		g.step(t)
	}
	b := NewBoard()
	b.Show(g.scene(we.Rules{}.Turn(g.state)[0]))
	for _, second := range []string{"esc", "right", "x", "1"} {
		if _, ok := b.Key(press("d")); ok {
			t.Fatal("one key discarded")
		}
		if !b.Modal() || !strings.Contains(b.Prompt(), "Discard") {
			t.Fatal("the board does not ask")
		}
		if _, ok := b.Key(press(second)); ok {
			t.Fatalf("d and %s discarded", second)
		}
	}
	b.Key(press("d"))
	if m, ok := b.Key(press("d")); !ok || m.Use != we.Discard || !b.Grave(m) {
		t.Fatalf("d d gave %+v %v", m, ok)
	}
}

// Ending the hand, like a discard, takes two keys.
func TestEndOfHandAsksTwice(t *testing.T) {
	b := NewBoard()
	b.Show(felt.Scene[we.View, we.Move]{
		View:  we.View{Phase: we.Draw, Round: 1, Seats: 2, Shuffled: true, Top: we.Bank, Discards: 1},
		Legal: []we.Move{{Use: we.DrawDiscard}, {Use: we.EndHand}},
	})
	if _, ok := b.Key(press("s")); ok {
		t.Fatal("drew from a supply that is used up")
	}
	if why, clause := b.Why(); why == "" || clause != "R47" {
		t.Errorf("said %q (%s)", why, clause)
	}
	if _, ok := b.Key(press("e")); ok {
		t.Fatal("one key ended the hand")
	}
	if m, ok := b.Key(press("e")); !ok || m.Use != we.EndHand {
		t.Fatalf("e e gave %+v %v", m, ok)
	}
}

// A card that cannot be played says why, with a clause that the rule book has.
func TestEveryIdleCardSaysWhy(t *testing.T) {
	for seed := range uint64(8) {
		g := newGame(t, 2+int(seed%3), 40+seed)
		for range 300 {
			for _, seat := range (we.Rules{}).Turn(g.state) {
				if seat == engine.Nature {
					continue
				}
				b := NewBoard()
				b.Show(g.scene(seat))
				if b.v.Phase != we.Play {
					continue
				}
				for i, s := range b.hand {
					b.point(i)
					if p := b.Prompt(); style.Width(p) > promptMax {
						t.Errorf("too long for a small screen: %q", p)
					}
					if s.playable() {
						continue
					}
					if _, ok := b.Key(press("enter")); ok {
						t.Fatalf("played %v", s.card)
					}
					why, clause := b.Why()
					if why == "" || !strings.Contains(Book(), fmt.Sprintf("\n**%s.", clause)) {
						t.Fatalf("%v says %q (%s)", s.card, why, clause)
					}
				}
			}
			if !g.step(t) {
				break
			}
		}
	}
}

// What lies on the discard stack and the odds of a shot share a line, and never touch.
func TestTheStacksLineHasGaps(t *testing.T) {
	g := newGame(t, 4, 7)
	g.step(t)
	for w := 60; w <= 100; w++ {
		for _, top := range []we.Card{we.WyattEarp, we.Stagecoach, we.Bank, we.SundanceKid.Photo()} {
			s := g.scene(0)
			s.View.Top, s.View.Discards, s.View.Shuffled = top, 23, true
			b := NewBoard()
			b.Show(s)
			for line := range strings.SplitSeq(b.Draw(felt.Size{W: w, H: 18}, style.Plain()), "\n") {
				if i := strings.Index(line, "shot "); i > 0 && strings.Contains(line, "Supply") && line[i-1] != ' ' {
					t.Fatalf("%d wide: %q", w, line)
				}
			}
		}
	}
}
