package stage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/enginetest/toy"
)

var names = engine.Names{"Anna", "Burt"}

// ear is a test that only listens; what it hears as fatal ends the call.
type ear struct {
	testing.TB
	heard []string
}

func (*ear) Helper() {}

func (e *ear) Errorf(format string, args ...any) {
	e.heard = append(e.heard, fmt.Sprintf(format, args...))
}

func (e *ear) Fatalf(format string, args ...any) {
	e.Errorf(format, args...)
	panic(e)
}

func (e *ear) Fatal(args ...any) { e.Fatalf("%s", fmt.Sprint(args...)) }

// hear calls f with a stage of which Anna holds 1, 5, 8 and Burt 2, 6, 7, and returns what the test was told.
func hear(f func(x *stage.Stage[toy.State, toy.Move, toy.Event, toy.View])) (heard []string) {
	e := &ear{}
	defer func() {
		if r := recover(); r != nil && r != e {
			panic(r)
		}
		heard = e.heard
	}()
	x := stage.New(e, toy.Rules{}, toy.Notation{}, stage.Seed(7))
	x.Place(engine.Config{Seats: 2}, names, engine.Position{
		"round": 1, "phase": "goes", "turn": "Anna", "pile": []int{3}, "top": 3,
		"hands": map[string]any{"Anna": []int{1, 5, 8}, "Burt": []int{2, 6, 7}},
	})
	f(x)
	return nil
}

// TestStage: what holds is silent, what does not is said.
func TestStage(t *testing.T) {
	type board = stage.Stage[toy.State, toy.Move, toy.Event, toy.View]
	for _, c := range []struct {
		name string
		f    func(x *board)
		want string
	}{
		{"allowed", func(x *board) { x.Do("Anna: play 5", "Burt: play 6") }, ""},
		{"not allowed", func(x *board) { x.Do("Anna: play 5", "Burt: play 2") }, "Burt: play 2: a card must be higher"},
		{"no words", func(x *board) { x.Do("Anna: hop") }, "Anna: hop"},
		{"refused", func(x *board) { x.Refused("Anna: play 1", "3") }, ""},
		{"refused by another", func(x *board) { x.Refused("Anna: play 1", "2") }, "want a refusal by clause 2"},
		{"not refused", func(x *board) { x.Refused("Anna: play 5", "3") }, "is allowed"},
		{"not asked", func(x *board) { x.Refused("Burt: play 6", "") }, ""},
		{"refused, not unasked", func(x *board) { x.Refused("Anna: play 1", "") }, "want ErrNotAsked"},
		{"no chance", func(x *board) { x.Chance() }, "not"},
		{"impossible", func(x *board) {
			x.Place(engine.Config{Seats: 2}, names, engine.Position{"x": 1})
		}, "impossible"},
		{"no table", func(x *board) { x.Open(engine.Config{Seats: 99}, names) }, "99"},
	} {
		heard := strings.Join(hear(c.f), "\n")
		if (heard == "") != (c.want == "") || !strings.Contains(heard, c.want) {
			t.Errorf("%s: %q, want %q", c.name, heard, c.want)
		}
	}
}

// TestEvents: events of the last move are kept, each is checked, and chance is played until somebody is asked.
func TestEvents(t *testing.T) {
	x := stage.New(t, toy.Rules{}, toy.Notation{}, stage.Seed(1))
	checked := 0
	x.Check = func(*toy.State, toy.Event) { checked++ }
	x.Open(engine.Config{Seats: 2}, names)
	x.Settle()
	if len(x.Seen) == 0 || checked < len(x.Seen) {
		t.Errorf("%d events seen, %d checked", len(x.Seen), checked)
	}
	if legal := x.Legal(0); !slices.Contains(legal, "pass") || x.Why("Anna: "+legal[0]) != nil {
		t.Error(legal)
	}
}

// TestPlayOut: the same seeds play the same match, to its end.
func TestPlayOut(t *testing.T) {
	play := func(see func(before, after toy.State, events []toy.Event)) toy.State {
		x := stage.New(t, toy.Rules{}, toy.Notation{}, stage.Seed(1))
		x.Open(engine.Config{Seats: 3}, engine.Names{"A", "B", "C"})
		return x.PlayOut(stage.Randomly[toy.State, toy.Move](stage.Seed(2).Entry(1)), see)
	}
	entries := 0
	end := play(func(toy.State, toy.State, []toy.Event) { entries++ })
	if _, over := (toy.Rules{}).Outcome(end); !over || entries < 10 {
		t.Errorf("over: %t, after %d entries", over, entries)
	}
	if fmt.Sprint(play(nil)) != fmt.Sprint(end) {
		t.Error("the same seeds, another match")
	}
}
