package outlaws25

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// game plays real matches with random moves.
type game struct {
	state o25.State
	seed  engine.Seed
	n     uint64
	rnd   *rand.Rand
}

func newGame(t testing.TB, seats int, seed uint64) *game {
	t.Helper()
	return newGameOf(t, engine.Config{Seats: seats}, seed)
}

func newGameOf(t testing.TB, c engine.Config, seed uint64) *game {
	t.Helper()
	s, err := o25.Rules{}.New(c)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{state: s, rnd: rand.New(rand.NewPCG(seed, 1))}
	g.seed[0], g.seed[1] = byte(seed), byte(seed>>8)
	return g
}

func (g *game) view() o25.View { return o25.Rules{}.View(g.state, engine.Public) }

// step plays one act; false when the match is over. Orders of rows are tried twice at most, so that rounds begin.
func (g *game) step(t testing.TB) bool {
	t.Helper()
	turn := o25.Rules{}.Turn(g.state)
	if len(turn) == 0 {
		return false
	}
	act := engine.Act[o25.Move]{Seat: turn[g.rnd.IntN(len(turn))]}
	if act.Seat != engine.Nature {
		legal := o25.Rules{}.Legal(g.state, act.Seat)
		act.Move = legal[g.rnd.IntN(len(legal))]
		switch act.Move.Use {
		case o25.Order, o25.Fold, o25.Pass: // rarer than the others, so that more happens
			act.Move = legal[g.rnd.IntN(len(legal))]
		}
	}
	g.play(t, act)
	return true
}

func (g *game) play(t testing.TB, act engine.Act[o25.Move]) {
	t.Helper()
	g.n++
	events, err := o25.Rules{}.Decide(g.state, act, g.seed.Entry(g.n))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		g.state = o25.Rules{}.Evolve(g.state, e)
	}
}

// names are of every width, and one is hostile; the lobby would not let it in, and a board must bear it all the same.
var people = []string{"Anna", "牛仔安娜牛仔", "Ünsal Öztürk-Şahin", "Дмитрий", "Eve\x1b[31m\u202e\n$9999"}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// scene is what a seat sees, or the public for engine.Nobody.
func (g *game) scene(seat engine.Seat) felt.Scene[o25.View, o25.Move] {
	viewer := engine.Public
	if seat >= 0 {
		viewer = engine.Seated(seat)
	}
	s := felt.Scene[o25.View, o25.Move]{
		View: o25.Rules{}.View(g.state, viewer), Table: felt.Table{Me: seat,
			Now: noon.Add(time.Duration(g.n) * time.Minute)},
	}
	if seat >= 0 {
		s.Legal = o25.Rules{}.Legal(g.state, seat)
	}
	s.Info = peopleInfo(s.View)
	return s
}

func peopleInfo(v o25.View) (info table.Info) {
	for i := range v.Seats {
		info.Chairs = append(info.Chairs, table.Chair{
			Seat: engine.Seat(i), Owner: table.Person{ID: table.PlayerID(fmt.Sprint(i)), Name: people[i]},
		})
	}
	return info
}

func press(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "tab": tea.KeyTab,
		"backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// typed shows a scene to a fresh board and presses keys; it gives what the last one proposed.
func typed(s felt.Scene[o25.View, o25.Move], keys ...string) (b *Board, m o25.Move, ok bool) {
	b = NewBoard()
	b.Show(s)
	for _, k := range keys {
		m, ok = b.Key(press(k))
	}
	return b, m, ok
}

// keysFor finds the keys that make a move, as a person would who reads the screen.
func keysFor(s felt.Scene[o25.View, o25.Move], want o25.Move) []string {
	switch want.Use {
	case o25.Order:
		return orderKeys(s, want)
	case o25.Ready:
		return []string{"r"}
	case o25.Check:
		return []string{"k"}
	case o25.Fold:
		return []string{"f"}
	case o25.Call:
		if _, _, ok := typed(s, "c"); ok {
			return []string{"c"}
		}
		return []string{"c", "enter"}
	case o25.Bet, o25.Raise:
		keys := append(strings.Split(fmt.Sprint(want.N[0]), ""), "enter")
		if _, _, ok := typed(s, keys...); !ok {
			keys = append(keys, "enter")
		}
		return keys
	case o25.Sleeve:
		if s.View.Hand.Hole[s.Me][0] == want.Card {
			return []string{"x", "1"}
		}
		return []string{"x", "2"}
	case o25.HoldUp:
		return holdKeys(s, want)
	case o25.Share:
		return shareKeys(s, want)
	}
	b, _, _ := typed(s)
	if want.Use == o25.Pass && s.View.Phase == o25.HoldingUp {
		return []string{"p"}
	}
	for _, o := range b.options() {
		if o.move == want {
			return []string{o.key}
		}
	}
	return nil
}

// orderKeys sort the row by carrying outlaws from the left to where they belong.
func orderKeys(s felt.Scene[o25.View, o25.Move], want o25.Move) []string {
	keys := []string{"left", "left"}
	b, _, _ := typed(s, keys...)
	for i := range o25.Row {
		at := i
		for b.order[rowOrder[at]] != want.N[rowOrder[i]] {
			at++
		}
		step := slices.Repeat([]string{"left"}, o25.Row)
		step = append(step, slices.Repeat([]string{"right"}, at)...)
		step = append(step, "space")
		step = append(step, slices.Repeat([]string{"left"}, at-i)...)
		keys = append(keys, append(step, "space")...)
		b, _, _ = typed(s, keys...)
	}
	if !b.rearranged() {
		return nil // it lies so already; nobody needs to say it
	}
	return append(keys, "enter")
}

func holdKeys(s felt.Scene[o25.View, o25.Move], want o25.Move) []string {
	keys := []string{placeKeys[want.Place]}
	for range 20 {
		b, _, _ := typed(s, keys...)
		if b.aim == (o25.Spot{Seat: want.Seat, Place: want.Other}) {
			return append(keys, "enter", "enter")
		}
		keys = append(keys, "right")
	}
	return nil
}

// shareKeys bring every outlaw but the last to what it should have, from wherever the money goes.
func shareKeys(s felt.Scene[o25.View, o25.Move], want o25.Move) []string {
	var keys []string
	for range 400 {
		b, m, _ := typed(s, append(slices.Clip(keys), "enter")...)
		if m == want {
			return append(keys, "enter")
		}
		g, _ := b.gang()
		here, next := b.draft[b.own], int(want.N[b.own])
		switch {
		case here < next:
			keys = append(keys, "up")
		case here > next:
			keys = append(keys, "down")
		case living(g) > 1:
			keys = append(keys, "right")
		default:
			return nil
		}
	}
	return nil
}

// Every legal move of real positions has keys.
func TestEveryLegalMoveHasKeys(t *testing.T) {
	seen := make(map[o25.Use]int)
	for seed := range uint64(300) {
		if seed >= 40 && len(seen) == int(o25.Pass) {
			break
		}
		g := newGame(t, 2+int(seed%4), seed)
		for range 300 {
			for _, seat := range (o25.Rules{}).Turn(g.state) {
				if seat == engine.Nature {
					continue
				}
				s := g.scene(seat)
				for _, m := range s.Legal {
					if seen[m.Use] >= 20 {
						continue
					}
					seen[m.Use]++
					keys := keysFor(s, m)
					if m.Use == o25.Order && keys == nil {
						continue
					}
					if _, got, ok := typed(s, keys...); !ok || got != m {
						t.Fatalf("%v: keys %v for %+v gave %+v (%v)", s.View.Phase, keys, m, got, ok)
					}
				}
			}
			if !g.step(t) {
				break
			}
		}
	}
	for u := o25.Order; u <= o25.Pass; u++ {
		if seen[u] == 0 {
			t.Errorf("no position had a move of kind %d", u)
		}
	}
}

// Amounts and shares that are legal without being listed have keys too: the table takes any of them.
func TestUnlistedAmountsHaveKeys(t *testing.T) {
	bets, shares := 0, 0
	for seed := range uint64(30) {
		g := newGame(t, 2+int(seed%4), 900+seed)
		for range 200 {
			for _, seat := range (o25.Rules{}).Turn(g.state) {
				if seat < 0 {
					continue
				}
				s := g.scene(seat)
				var m o25.Move
				switch h := &s.View.Hand; {
				case s.View.Phase == o25.Betting && h.Most > h.Least+10 && bets < 60:
					m = o25.Move{Use: o25.Bet, N: [o25.Row]int16{int16(h.Least + 10)}}
					if h.Owed > 0 {
						m.Use = o25.Raise
					}
					bets++
				case s.View.Phase == o25.Sharing && shares < 25:
					b, _, _ := typed(s, "up", "right", "up", "up")
					m = o25.Move{Use: o25.Share}
					for p, n := range b.draft {
						m.N[p] = int16(n)
					}
					shares++
				default:
					continue
				}
				if _, got, ok := typed(s, keysFor(s, m)...); !ok || got != m {
					t.Fatalf("keys %v for %+v gave %+v", keysFor(s, m), m, got)
				}
				if _, err := (o25.Rules{}).Decide(g.state, engine.Act[o25.Move]{Seat: seat, Move: m},
					g.seed.Entry(1)); err != nil {
					t.Fatalf("%+v: %v", m, err)
				}
			}
			if !g.step(t) {
				break
			}
		}
	}
	if bets < 20 || shares < 20 {
		t.Errorf("only %d bets and %d shares came up", bets, shares)
	}
}

var monkeyKeys = []string{
	"enter", "esc", "space", "up", "down", "left", "right", "home", "end", "tab", "backspace", "pgup", "pgdown", "0",
	"1", "2",
	"3", "4", "5", "9", "a", "b", "c", "f", "h", "k", "m", "p", "r", "x", "y", "+", "-", "Z",
}

// Whatever is typed or clicked, a board proposes only what the rules take, and fills its size.
func TestMonkeyNeverProposesAnIllegalMove(t *testing.T) {
	st := style.For(style.Look{Profile: 4, Ground: style.Dark})
	options := []map[string]string{nil, {"limit": "pot"}, {"limit": "fixed", "short": "yes"}}
	for seed := range uint64(9) {
		g := newGameOf(t, engine.Config{Seats: 2 + int(seed%4), Options: options[seed%3]}, 100+seed)
		r := rand.New(rand.NewPCG(seed, 2))
		boards := make([]*Board, g.view().Seats+1)
		for i := range boards {
			boards[i] = NewBoard()
		}
		for range 160 {
			for i, b := range boards {
				seat := engine.Seat(i)
				if i == len(boards)-1 {
					seat = engine.Nobody
				}
				s := g.scene(seat)
				b.Show(s)
				size := felt.Size{W: 60 + r.IntN(80), H: 12 + r.IntN(40)}
				fills(t, b.Draw(size, st), size)
				for range 8 {
					m, ok := b.Key(press(monkeyKeys[r.IntN(len(monkeyKeys))]))
					if r.IntN(4) == 0 {
						m, ok = b.Click(r.IntN(size.W), r.IntN(size.H))
					}
					if !ok {
						continue
					}
					act := engine.Act[o25.Move]{Seat: seat, Move: m}
					if _, err := (o25.Rules{}).Decide(g.state, act, g.seed.Entry(g.n+1)); err != nil {
						t.Fatalf("proposed %+v, which is refused: %v", m, err)
					}
				}
				if r.IntN(2) == 0 {
					b.Pass(s.Now.Add(time.Duration(r.IntN(6000)) * time.Millisecond))
				}
				fills(t, b.Draw(size, st), size)
				if p := b.Prompt(); style.Width(p) > promptMax {
					t.Errorf("too long for a small screen: %q", p)
				}
				b.Bindings()
				if w, clause := b.Why(); w != "" && !strings.Contains(Book(), "\n**"+clause+".") {
					t.Errorf("%q names rule %s, which the book does not have", w, clause)
				}
			}
			if !g.step(t) {
				break
			}
		}
	}
}

// promptMax is how many cells a prompt has on a screen of 80 columns.
const promptMax = 66

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
