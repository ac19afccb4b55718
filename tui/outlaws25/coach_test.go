package outlaws25

import (
	"slices"
	"testing"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// see shows a coach what the learner in seat 0 sees.
func see(c felt.Coach, g *game) {
	s := g.scene(0)
	var ask *table.Ask
	if slices.Contains((o25.Rules{}).Turn(g.state), engine.Seat(0)) {
		ask = &table.Ask{}
		for _, m := range s.Legal {
			ask.Legal = append(ask.Legal, m)
		}
	}
	c.See(s.View, ask, s.Table)
}

// Whatever cards come, the lesson goes through its steps in order and is done soon after the first round.
func TestCoachComesToItsEnd(t *testing.T) {
	reached := make(map[string]bool)
	for seed := range uint64(40) {
		g := newGame(t, 2, 500+seed)
		g.step(t)
		c := NewCoach("")
		last := -1
		for range 400 {
			see(c, g)
			tip, ok := c.Tip()
			if !ok {
				break
			}
			reached[tip.Step] = true
			at := slices.IndexFunc(lesson, func(s step) bool { return s.name == tip.Step })
			if at < last {
				t.Fatalf("went back from step %d to %d", last, at)
			}
			last = at
			if lines := style.Wrap(tip.Text, 77); len(lines) > 2 {
				t.Errorf("%s does not fit on a small screen: %q", tip.Step, lines)
			}
			if tip.Waits {
				c.Next()
			}
			if !g.step(t) {
				break
			}
		}
		if tip, ok := c.Tip(); ok && tip.Step != "end" {
			t.Fatalf("seed %d: ends at %s", seed, tip.Step)
		}
	}
	for _, l := range lesson {
		if !reached[l.name] {
			t.Errorf("step %s never came up", l.name)
		}
	}
}

func TestCoachResumesAndSkips(t *testing.T) {
	g := newGame(t, 2, 1)
	for g.view().Phase != o25.Sharing {
		g.step(t)
	}
	c := NewCoach("sheriff")
	see(c, g)
	if tip, ok := c.Tip(); !ok || tip.Step != "sheriff" || !tip.Waits {
		t.Errorf("resumed at %+v", tip)
	}
	c.Stop()
	if _, ok := c.Tip(); ok {
		t.Error("still speaks after being stopped")
	}
	if _, ok := NewCoach(felt.Done).Tip(); ok {
		t.Error("speaks again after it was done")
	}
}

// The lesson's cards let a learner do what the tips speak of: bet on a good hand and win it, and hold somebody up.
func TestLessonDealsWhatItTeaches(t *testing.T) {
	g := newGame(t, 2, 0)
	g.seed = o25.Kit().Lesson
	c := NewCoach("")
	act := func(m o25.Move) {
		t.Helper()
		g.play(t, engine.Act[o25.Move]{Seat: (o25.Rules{}).Turn(g.state)[0], Move: m})
		see(c, g)
	}
	tip := func(want string) {
		t.Helper()
		if got, _ := c.Tip(); got.Step != want {
			t.Fatalf("the coach is at %q, want %q", got.Step, want)
		}
	}
	act(o25.Move{}) // the gangs
	tip("goal")
	c.Next()
	tip("speed")
	act(o25.Move{Use: o25.Ready})
	act(o25.Move{Use: o25.Ready})
	act(o25.Move{}) // the hand
	tip("hand")
	c.Next()
	tip("bet")
	act(o25.Move{Use: o25.Check}) // the other one
	act(o25.Move{Use: o25.Bet, N: [o25.Row]int16{20}})
	act(o25.Move{Use: o25.Call})
	tip("showdown")
	if v := g.view(); v.Hand.Won[0] == 0 {
		t.Fatalf("the learner does not win: %+v", v.Hand)
	}
	act(o25.Move{})
	tip("reward")
	for g.view().Phase == o25.Buying {
		act(o25.Move{Use: o25.Buy, Place: o25.Left})
	}
	tip("holdup")
	if v := g.view(); v.Phase != o25.HoldingUp || !v.Asked.Has(0) {
		t.Fatalf("the learner may not hold anybody up: %v", v.Phase)
	}
	act(o25.Move{Use: o25.HoldUp, Place: o25.Left, Seat: 1, Other: o25.Right})
	act(o25.Move{Use: o25.Cower})
	tip("sheriff")
	c.Next()
	tip("share")
}
