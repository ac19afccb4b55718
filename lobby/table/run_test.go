package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

var (
	anna = tabletest.Someone("Anna")
	burt = tabletest.Someone("Burt")
	carl = tabletest.Someone("Carl")
)

func regular(seat engine.Seat) table.Person {
	p, _ := tabletest.Bot("regular", seat)
	return p
}

func rounds(n int) table.Settings {
	return table.Settings{Options: map[string]string{"rounds": fmt.Sprint(n)}}
}

func shut(t *testing.T, tb *table.Table) {
	t.Helper()
	if err := tb.Close(context.Background(), "closed by the test"); err != nil {
		t.Error(err)
	}
}

// begun is a table of two with its match on.
func begun(t *testing.T, h *tabletest.House, s table.Settings) (tb *table.Table, a, b *tabletest.Clerk) {
	t.Helper()
	tb = h.Open(t, s, anna, burt)
	a, b = tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
	a.Must(table.Ready{Who: anna.ID, Yes: true})
	b.Must(table.Ready{Who: burt.ID, Yes: true})
	a.UntilAsked()
	b.UntilAsked()
	return tb, a, b
}

// toGoes answers the window of the toy game, after which Anna is asked alone.
func toGoes(t *testing.T, a, b *tabletest.Clerk) {
	t.Helper()
	for _, c := range []*tabletest.Clerk{a, b} {
		if err := c.Answer(-1); err != nil {
			t.Fatal(err)
		}
	}
	a.UntilAsked()
	b.Take()
}

func TestWholeMatchWithBots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 1)
		h.Deps.Pace = func(r *engine.Rand) time.Duration { return time.Duration(r.IntN(2000)) * time.Millisecond }
		h.Deps.Thinking = make(chan struct{}, 1)
		s := rounds(5)
		s.Rated = true
		tb := h.Open(t, s, anna, regular(1), regular(2))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.Play(table.Ended)
		f := a.Frame
		if f.Info.Result == nil || f.Info.Result.Rated || f.Info.Result.Why == "" || len(f.Info.Result.Places) != 3 {
			t.Fatalf("result %+v", f.Info.Result)
		}
		m, err := h.Log.Match(f.Info.Match)
		if err != nil || m.Ended == nil {
			t.Fatalf("match %+v, %v", m, err)
		}
		if seed := m.Opened.Seed; f.Info.Seed != seed.String() || f.Info.Commitment != seed.Commitment() {
			t.Errorf("seed %q, commitment %q", f.Info.Seed, f.Info.Commitment)
		}
		verify(t, m)
		shut(t, tb)
	})
}

// verify decides every entry of a match again from its words and the seed.
func verify(t *testing.T, m table.Stored) {
	t.Helper()
	play, err := toy.Kit().Open(m.Opened.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range m.Entries {
		act := engine.Act[any]{Seat: e.Seat}
		if e.Words != "" {
			if act, err = play.Parse(e.Words, e.Seat, m.Opened.Names); err != nil {
				t.Fatal(err)
			}
		}
		act.After = e.After
		next, facts, err := play.Play(act, m.Opened.Seed.Entry(e.Seq))
		if err != nil || next.Sum() != e.Sum {
			t.Fatalf("entry %d: sum %x, want %x, %v", e.Seq, next.Sum(), e.Sum, err)
		}
		for i, f := range facts {
			if f.Kind != e.Facts[i].Kind || string(f.Body) != string(e.Facts[i].Body) {
				t.Fatalf("entry %d: %v, want %v", e.Seq, f, e.Facts[i])
			}
		}
		play = next
	}
}

func TestSlowSubscriberMissesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 4)
		tb := h.Open(t, rounds(2), anna, burt, regular(2))
		a, b, c := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt), tabletest.Look(t, tb, carl)
		slow := tabletest.Look(t, tb, carl) // a second window that nobody reads
		c.Take()
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		b.Must(table.Ready{Who: burt.ID, Yes: true})
		end := make(chan struct{})
		go func() { defer close(end); b.Play(table.Ended) }()
		go c.UntilStage(table.Ended)
		a.Play(table.Ended)
		<-end
		synctest.Wait()
		slow.Take()
		if slow.Frame.Info.Stage != table.Ended || !reflect.DeepEqual(slow.Frame.View, c.Frame.View) {
			t.Error("the slow window does not show the end")
		}
		if !reflect.DeepEqual(slow.Lines, c.Lines) {
			t.Errorf("the slow window heard %d lines, the other %d", len(slow.Lines), len(c.Lines))
		}
		for i := 1; i < len(c.Frames); i++ {
			if c.Frames[i].Seq <= c.Frames[i-1].Seq {
				t.Fatal("frames went back")
			}
		}
		shut(t, tb)
	})
}

// Two windows of one player fire the same move many times: it counts once.
func TestOneAnswerCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 5)
		tb, a, b := begun(t, h, rounds(1))
		other := tabletest.Look(t, tb, anna)
		other.UntilAsked()
		const each = 500
		verdicts := make(chan error, 2*each)
		for _, c := range []*tabletest.Clerk{a, other} {
			ask := *c.Frame.Ask
			for range each {
				go func() {
					verdicts <- c.Do(table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]})
				}()
			}
		}
		accepted := 0
		for range 2 * each {
			switch err := <-verdicts; {
			case err == nil:
				accepted++
			case !errors.Is(err, table.ErrStale):
				t.Errorf("refused with %v", err)
			}
		}
		if accepted != 1 {
			t.Errorf("%d answers counted", accepted)
		}
		ask := b.Frame.Ask
		err := b.Do(table.Answer{Who: carl.ID, Ask: ask.ID, Move: ask.Legal[0]})
		if !errors.Is(err, table.ErrDenied) {
			t.Errorf("a stranger's answer: %v", err)
		}
		err = b.Do(table.Answer{Who: burt.ID, Ask: ask.ID, Move: "a word"})
		if !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("no move at all: %v", err)
		}
		shut(t, tb)
	})
}

// stuck is a bot that never answers, or not well.
type stuck struct {
	bot.Player
	how string
}

func (s stuck) Choose(ctx context.Context, _ any, legal []any, _ *engine.Rand) (any, error) {
	switch s.how {
	case "late":
		<-ctx.Done()
		return legal[0], nil
	case "panics":
		panic("the bot broke")
	case "illegal":
		return "nonsense", nil
	}
	return nil, errors.New("the bot gave up")
}

func TestBadBotsKeepNobodyWaiting(t *testing.T) {
	for _, how := range []string{"late", "panics", "illegal", "fails"} {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(toy.Kit(), 10)
			h.Deps.Thinking = make(chan struct{}, 1)
			h.Deps.Kit.Levels = []bot.Level{{Name: "regular", Bot: stuck{how: how}}}
			tb := h.Open(t, rounds(1), anna, regular(1))
			a := tabletest.Look(t, tb, anna)
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			a.Play(table.Ended)
			verify(t, match(t, h, a))
			shut(t, tb)
		})
	}
}

func TestRatedChangesComeWithTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 12)
		h.Log.Rate = func(_ table.MatchID, e table.Ending) []table.RatingChange {
			var out []table.RatingChange
			for _, p := range e.Places {
				out = append(out, table.RatingChange{Player: p.Person.ID, Seat: p.Seat, Category: "toy"})
			}
			return out
		}
		s := rounds(1)
		s.Rated = true
		tb, a, b := begun(t, h, s)
		go b.Play(table.Ended)
		a.Play(table.Ended)
		synctest.Wait()
		if r := a.Frame.Info.Result; !r.Rated || len(r.Changes) != 2 {
			t.Errorf("the end shows %+v", r)
		}
		shut(t, tb)
		k, err := h.Log.Reload(t.Context(), tb.ID())
		if err != nil || len(k.Saved.Result.Changes) != 2 {
			t.Errorf("kept: %+v, %v", k.Saved.Result, err)
		}
	})
}

// What a viewer cannot know is in none of its bytes: two matches that differ in Anna's cards alone look the same to a
// spectator until the cards are shown.
func TestSpectatorsSeeNoHands(t *testing.T) {
	frames := func(seed uint64) (out []string) {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(toy.Kit(), seed)
			tb := h.Open(t, rounds(1), anna, burt)
			c := tabletest.Look(t, tb, carl)
			a, b := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			b.Must(table.Ready{Who: burt.ID, Yes: true})
			a.UntilAsked()
			if err := a.Answer(0); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			c.Take()
			f := c.Frame
			f.Info.Commitment = ""
			body, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(body))
			if f.Info.Seed != "" || f.Ask != nil || f.You != engine.Nobody {
				t.Errorf("a spectator sees %s", body)
			}
			shut(t, tb)
		})
		return out
	}
	if a, b := frames(1), frames(2); !reflect.DeepEqual(a, b) {
		t.Errorf("spectators tell two deals apart:\n%s\n%s", a, b)
	}
}

func TestNothingIsLeftRunning(t *testing.T) {
	before := runtime.NumGoroutine()
	h := tabletest.NewHouse(toy.Kit(), 13)
	for range 20 {
		tb := h.Open(t, rounds(1), anna, regular(1))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.UntilAsked()
		shut(t, tb)
	}
	for runtime.NumGoroutine() > before { // ends with the test's own deadline if something stays
		runtime.Gosched()
	}
}
