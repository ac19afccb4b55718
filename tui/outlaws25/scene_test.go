package outlaws25

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// fight finds a holdup that is fought and decided at once, because nobody holds a reward, and what lay before it.
func fight(t *testing.T) (before, after felt.Scene[o25.View, o25.Move]) {
	t.Helper()
	for seed := range uint64(400) {
		g := newGame(t, 3, seed)
		for v := g.view(); v.Phase != o25.Over; v = g.view() {
			if v.Phase == o25.Answering && v.Viewer == engine.Nobody {
				before = g.scene(engine.Nobody)
			}
			if !g.step(t) {
				break
			}
			if now := g.view(); v.Phase == o25.Answering && now.Phase == o25.Settled && now.Duel.Rolled == 1 {
				after = g.scene(engine.Nobody)
				before.Now, after.Now = noon, noon
				return before, after
			}
		}
	}
	t.Fatal("no fight")
	return before, after
}

func plain(calm bool) *style.Style {
	return style.For(style.Look{Profile: colorprofile.NoTTY, ASCII: true, Calm: calm})
}

// A duel is played out before everybody's eyes: cards, dice, totals, verdict, one after the other, and the table does
// not show who died before that.
func TestDuelIsAScene(t *testing.T) {
	before, after := fight(t)
	b := NewBoard()
	b.Show(before)
	b.Show(after)
	size := felt.Size{W: 100, H: 30}
	dead := after.View.Duel.Attacker
	if after.View.Duel.Totals[0] > after.View.Duel.Totals[1] {
		dead = after.View.Duel.Defender
	}
	if b.outlaw(dead).Alive {
		t.Fatal("the loser lives")
	}
	steps := []struct {
		at           time.Duration
		want, absent string
	}{
		{0, "against", "= "},
		{turnFor, "speed", " wins, "},
		{turnFor + tumbleFor/2, "speed", "die"},
		{turnFor + rollFor - 1, " = ", " wins, "},
		{turnFor + rollFor + verdictIn, " wins, ", "\x00"},
		{turnFor + rollFor + verdictIn + verdictFor, " wins, ", "\x00"},
	}
	for _, s := range steps {
		b.Pass(noon.Add(s.at))
		drawing := b.Draw(size, plain(false))
		fills(t, drawing, size)
		if !strings.Contains(drawing, s.want) || strings.Contains(drawing, s.absent) {
			t.Errorf("after %v there should be %q and no %q in:\n%s", s.at, s.want, s.absent, drawing)
		}
		told := !b.facing(dead, plain(false)).Alive
		if verdict := strings.Contains(drawing, " wins, "); told != verdict {
			t.Errorf("after %v: the dead one shown %v, the verdict said %v", s.at, told, verdict)
		}
	}
	if !b.Due().IsZero() {
		t.Errorf("still moving: due %v", b.Due())
	}
}

// Time always goes on in a scene, and it comes to its end.
func TestSceneComesToRest(t *testing.T) {
	before, after := fight(t)
	b := NewBoard()
	b.Show(before)
	b.Show(after)
	now, n := noon, 0
	for ; !b.Due().IsZero(); n++ {
		if !b.Due().After(now) || n > 200 {
			t.Fatalf("due %v at %v", b.Due(), now)
		}
		now = b.Due()
		b.Pass(now)
	}
	if spent := now.Sub(noon); n == 0 || spent > 5*time.Second {
		t.Errorf("%d pictures in %v", n, spent)
	}
}

// Who wants calm reads how it ended at once, and so does who comes later.
func TestCalmAndLatecomersSeeTheEnd(t *testing.T) {
	before, after := fight(t)
	b := NewBoard()
	b.Show(before)
	b.Show(after)
	if drawing := b.Draw(felt.Size{W: 80, H: 18}, plain(true)); !strings.Contains(drawing, " wins, ") {
		t.Errorf("no verdict in:\n%s", drawing)
	}
	late := NewBoard()
	late.Show(after)
	if drawing := late.Draw(felt.Size{W: 80, H: 18}, plain(false)); !strings.Contains(drawing, " wins, ") {
		t.Errorf("no verdict in:\n%s", drawing)
	}
	if !late.Due().IsZero() {
		t.Error("a duel moves for somebody who came when it was over")
	}
}

// What a duel's scene says adds up to the totals of the rules.
func TestSumsAddUp(t *testing.T) {
	seen := 0
	for seed := range uint64(60) {
		g := newGame(t, 4, seed)
		boards := NewBoard()
		for g.step(t) {
			s := g.scene(engine.Nobody)
			boards.Show(s)
			d := s.View.Duel
			if !d.On || d.Rolled == 0 {
				continue
			}
			seen++
			pic := boards.scene.picture(true, true)
			for side := range 2 {
				if got := boards.total(side, pic); got != d.Totals[side] {
					t.Fatalf("the scene adds up to %d, the rules to %d: %+v", got, d.Totals[side], d)
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d rolls", seen)
	}
}

// All-in asks twice, a price of everything too, and any other second key takes it back.
func TestAllInAsksTwice(t *testing.T) {
	g := newGame(t, 3, 3)
	for v := g.view(); v.Phase != o25.Betting; v = g.view() {
		g.step(t)
	}
	seat := (o25.Rules{}).Turn(g.state)[0]
	for _, second := range []string{"esc", "a", "x", "1"} {
		b, _, ok := typed(g.scene(seat), "a", "enter")
		if ok || !b.Modal() || !strings.Contains(b.Prompt(), "All-in") {
			t.Fatalf("the board does not ask: %q", b.Prompt())
		}
		if _, ok := b.Key(press(second)); ok {
			t.Fatalf("%s went all-in", second)
		}
	}
	b, m, ok := typed(g.scene(seat), "a", "enter", "enter")
	if !ok || m.Use != o25.Bet || int(m.N[0]) != b.v.Hand.Most || !b.Grave(m) {
		t.Fatalf("gave %+v %v", m, ok)
	}
}

// An amount that was chosen does not survive a new question.
func TestAmountsAreForgotten(t *testing.T) {
	g := newGame(t, 2, 3)
	for v := g.view(); v.Phase != o25.Betting; v = g.view() {
		g.step(t)
	}
	seat := (o25.Rules{}).Turn(g.state)[0]
	b, _, _ := typed(g.scene(seat), "h")
	g.play(t, engine.Act[o25.Move]{Seat: seat, Move: o25.Move{Use: o25.Check}})
	other := (o25.Rules{}).Turn(g.state)[0]
	g.play(t, engine.Act[o25.Move]{Seat: other, Move: o25.Move{Use: o25.Bet, N: [o25.Row]int16{10}}})
	b.Show(g.scene(seat))
	if _, ok := b.Key(press("enter")); ok || b.amount != 0 {
		t.Error("an amount for another question was bet")
	}
}

// The same is told in lines, for ears: every gang, the own hand, the flop, and a duel.
func TestLinesTellEverything(t *testing.T) {
	for _, m := range moments(t, 5) {
		b := m.board()
		text := strings.Join(b.Lines(), "\n")
		for seat := range engine.Seat(5) {
			if name := b.t.Name(seat); !strings.Contains(text, name) {
				t.Errorf("%s: nothing about %s in:\n%s", m.Name, name, text)
			}
		}
		v := m.View
		if v.Hand.On && !strings.Contains(text, cardWords(v.Hand.Flop)) {
			t.Errorf("%s: the flop is missing in:\n%s", m.Name, text)
		}
		if v.Hand.On && m.Me >= 0 && v.Hand.In.Has(m.Me) && !strings.Contains(text, cardWords(v.Hand.Hole[m.Me][0])) {
			t.Errorf("%s: the own cards are missing in:\n%s", m.Name, text)
		}
		if v.Duel.On && v.Duel.Begun && v.Phase != o25.Over && !strings.Contains(text, "Duel: ") {
			t.Errorf("%s: the duel is missing in:\n%s", m.Name, text)
		}
		if strings.Contains(text, "\x1b") {
			t.Errorf("%s: escape sequences in %q", m.Name, text)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	g := newGame(b, 5, 7)
	for v := g.view(); v.Phase != o25.Betting; v = g.view() {
		g.step(b)
	}
	board := NewBoard()
	board.Show(g.scene((o25.Rules{}).Turn(g.state)[0]))
	st := style.For(style.Look{Profile: colorprofile.TrueColor, Ground: style.Dark})
	b.ReportAllocs()
	for b.Loop() {
		board.Draw(felt.Size{W: 80, H: 17}, st)
	}
}

// A share that was decided is what is shown, while the table has not heard of it yet and after that.
func TestASealedShareStaysInSight(t *testing.T) {
	g := newGame(t, 3, 1)
	s := g.scene(0)
	for ; s.View.Phase != o25.Sharing || len(s.Legal) < 2; s = g.scene(0) {
		if !g.step(t) {
			t.Fatal("nobody shared")
		}
	}
	b, move, ok := typed(s, "2", "enter")
	if !ok || move == s.Legal[0] {
		t.Fatalf("the keys gave %v", move)
	}
	says := fmt.Sprintf("You share: L $%d, M $%d, R $%d.", move.N[o25.Left], move.N[o25.Middle], move.N[o25.Right])
	pending := s
	pending.Legal = nil
	b.Show(pending)
	row := b.Draw(felt.Size{W: 80, H: 17}, plain(true))
	g.play(t, engine.Act[o25.Move]{Seat: 0, Move: move})
	b.Show(g.scene(0))
	if drawn := b.Draw(felt.Size{W: 80, H: 17}, plain(true)); !strings.Contains(drawn, says) {
		t.Errorf("%q is not in\n%s", says, drawn)
	}
	if own := fmt.Sprintf("$%d", move.N[s.View.Markers[0]]); !strings.Contains(row, own) {
		t.Errorf("%s is not in sight before the table has answered:\n%s", own, row)
	}
}

// Names begin as their owners write them, also where a sentence begins.
func TestNamesStayAsTheyAre(t *testing.T) {
	for said, want := range map[string]string{
		"burt's M wins": "burt's M wins", "your M wins": "Your M wins", "the sheriff wins": "The sheriff wins",
		"after 2 ties, burt": "After 2 ties, burt",
	} {
		if got := capital(said); got != want {
			t.Errorf("%q begins a sentence as %q", said, got)
		}
	}
}
