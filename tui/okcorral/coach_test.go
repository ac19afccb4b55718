package okcorral

import (
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// lessonGame is a match as a lesson opens it.
func lessonGame(t *testing.T) *game {
	kit := okc.Kit()
	g := newGame(t, engine.Config{Seats: kit.LessonSeats, Options: kit.LessonOptions}, 0)
	g.seed = kit.Lesson
	return g
}

// The lesson goes through all kinds of cards in order, says of each what to press before it is turned, and nothing else
// from then on until it is decided.
func TestCoachComesToItsEnd(t *testing.T) {
	g := lessonGame(t)
	c := NewCoach("")
	var steps []string
	told := make(map[okc.Kind]bool)
	said := ""
	for g.step(t) {
		v, tab := g.view(0), tableOf(3, 0)
		looks := v.Phase == okc.Waiting && v.Last.Card != okc.NoCard
		if looks {
			tab.Race = &table.Race{ID: 1, Stage: table.RaceShow}
		}
		c.See(v, nil, tab)
		tip, ok := c.Tip()
		if !ok {
			break
		}
		if lines := style.Wrap(tip.Text, 77); len(lines) > 2 {
			t.Errorf("%s does not fit on a small screen: %q", tip.Step, lines)
		}
		if strings.Contains(tip.Text, "{") {
			t.Errorf("%q", tip.Text)
		}
		if looks {
			if tip.Title != "What came of it" {
				t.Errorf("after a race the coach speaks of %q", tip.Title)
			}
			tab.Race = nil
			c.See(v, nil, tab)
			tip, _ = c.Tip()
		}
		for tip.Waits {
			steps = append(steps, tip.Step)
			c.Next()
			tip, _ = c.Tip()
		}
		if !slices.Contains(steps, tip.Step) {
			steps = append(steps, tip.Step)
		}
		switch v.Phase {
		case okc.Open:
			k := group(v.Card.Kind())
			if tip.Text != said {
				t.Errorf("%v: said %q, then %q", k, said, tip.Text)
			}
			if !told[k] && tip.Title == "You know this one" {
				t.Errorf("%v is new", k)
			}
			told[k] = true
		default:
			said = tip.Text
		}
	}
	c.See(g.view(0), nil, tableOf(3, 0))
	if tip, ok := c.Tip(); ok {
		t.Errorf("ends at %s", tip.Step)
	}
	var want []string
	for _, l := range lesson {
		want = append(want, l.name)
	}
	if !slices.Equal(steps, want) {
		t.Errorf("steps %q", steps)
	}
}

// The learner has time to read before the first card: it is the learner's.
func TestTheLearnerTurnsTheFirstCard(t *testing.T) {
	g := lessonGame(t)
	g.step(t)
	if v := g.view(0); v.Revealer != 0 {
		t.Errorf("seat %d turns it", v.Revealer)
	}
}

func TestCoachResumesAndSkips(t *testing.T) {
	g := lessonGame(t)
	for v := g.view(0); v.Last.Card.Kind() != okc.Wanted; v = g.view(0) {
		g.step(t)
	}
	c := NewCoach("nugget")
	c.See(g.view(0), nil, tableOf(3, 0))
	if tip, ok := c.Tip(); !ok || tip.Step != "wanted" {
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
