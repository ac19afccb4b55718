package wyattearp

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// see shows a coach what the learner in seat 0 sees.
func see(c felt.Coach, g *game) {
	s := g.scene(0)
	var ask *table.Ask
	if slices.Contains((we.Rules{}).Turn(g.state), engine.Seat(0)) {
		ask = &table.Ask{}
		for _, m := range s.Legal {
			ask.Legal = append(ask.Legal, m)
		}
	}
	c.See(s.View, ask, s.Table)
}

// Whatever cards come, the lesson goes through its steps in order and is done when the first hand was looked at.
func TestCoachComesToItsEnd(t *testing.T) {
	reached := make(map[string]bool)
	for seed := range uint64(30) {
		g := newGame(t, 2, 500+seed)
		g.step(t)
		c := NewCoach("")
		last := -1
		for range 3000 {
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
			for _, key := range []string{"ress ", "arrows", "cursor", "Enter", "green", "hand shows"} {
				if said := cmp.Or(tip.Plain, tip.Text); strings.Contains(said, key) {
					t.Errorf("%s speaks of %q to who types: %s", tip.Step, key, said)
				}
			}
			if tip.Waits {
				c.Next()
			}
			if !g.step(t) {
				t.Fatalf("the match ended in step %s", tip.Step)
			}
		}
		if _, ok := c.Tip(); ok {
			t.Fatalf("seed %d: no end", seed)
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
	g.step(t)
	c := NewCoach("lead")
	see(c, g)
	if tip, ok := c.Tip(); !ok || tip.Step != "lead" || !tip.Waits {
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

// The lesson's cards let a learner do in the first turn what the tips speak of: lay four, and hit with a robbery.
func TestLessonDealsWhatItTeaches(t *testing.T) {
	g := newGame(t, 2, 0)
	g.seed = we.Kit().Lesson
	c := NewCoach("")
	act := func(m we.Move) {
		t.Helper()
		seat := (we.Rules{}).Turn(g.state)[0]
		if seat > 0 {
			t.Fatalf("seat %d is asked, not the learner", seat)
		}
		g.n++
		events, err := we.Rules{}.Decide(g.state, engine.Act[we.Move]{Seat: seat, Move: m}, g.seed.Entry(g.n))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			g.state = we.Rules{}.Evolve(g.state, e)
		}
		see(c, g)
	}
	tip := func(want string) {
		t.Helper()
		if got, _ := c.Tip(); got.Step != want {
			t.Fatalf("the coach is at %q, want %q", got.Step, want)
		}
	}
	act(we.Move{}) // the deal
	tip("goal")
	c.Next()
	tip("draw")
	act(we.Move{Use: we.DrawSupply})
	tip("meld")
	act(we.Move{Use: we.Meld, Outlaw: we.WesHardin, N: 4})
	tip("count")
	c.Next()
	tip("shot")
	act(we.Move{Use: we.PlayStagecoach})
	if v := (we.Rules{}).View(g.state, engine.Seated(0)); v.Phase != we.Target {
		t.Fatalf("the first shot does not hit: phase %v", v.Phase)
	}
	act(we.Move{Use: we.On, Outlaw: we.WesHardin})
	tip("discard")
}
