package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// window is how long a go of table.StandingKit stands.
const window = 8 * time.Second

// watch notes every frame that comes into a box, with the moment at which it came, until the table stops. Frames of one
// moment would be one: what comes of it is waited for.
func watch(tb *table.Table, who table.Person) <-chan []string {
	synctest.Wait()
	defer synctest.Wait()
	out, box, start := make(chan []string, 1), table.NewMailbox(), time.Now()
	err := tb.Do(context.Background(), table.Look{Who: who, Box: box})
	go func() {
		all := []string{fmt.Sprint(err)}
		for {
			<-box.Bell()
			f, ok, open := box.Take()
			if !open {
				break
			}
			if ok {
				body, err := json.Marshal(f)
				all = append(all, fmt.Sprintf("%v %s %v", time.Since(start), body, err))
			}
		}
		out <- all
	}()
	return out
}

// same compares what was seen in two runs that must look alike.
func same(t *testing.T, what string, want, got []string) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) {
			t.Errorf("%s: %d frames, and %d", what, len(want), len(got))
			return
		}
		if want[i] != got[i] {
			t.Errorf("%s, frame %d:\n%s\n%s", what, i, want[i], got[i])
			return
		}
	}
}

// seen is what came of one run: the frames of those who look on, and what was written.
type seen struct {
	burt, carl []string
	entries    []table.Entry
}

// passing plays Anna's go: she passes after a time, or for a negative one not at all, and does before whatever else.
func passing(t *testing.T, after time.Duration, before func(a *tabletest.Clerk)) (s seen) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(table.StandingKit(), 30)
		h.Deps.Kit.Fallback = dearest{} // to pass
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		burts, carls := watch(tb, burt), watch(tb, carl)
		start, bank := time.Now(), a.Frame.Info.Chairs[0].Clock
		if d := a.Frame.Ask.Deadline; !d.Equal(start.Add(window)) {
			t.Errorf("the window ends at %v, not %v", d, start.Add(window))
		}
		if before != nil {
			before(a)
		}
		if after >= 0 {
			<-time.After(after - time.Since(start))
			ask := *a.Frame.Ask
			if err := a.Answer(-1); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if a.Take(); a.Frame.Ask != nil || a.Frame.Sealed == nil || a.Frame.Sealed.Words != "pass" ||
				!a.Frame.Sealed.Until.Equal(start.Add(window)) {
				t.Errorf("after %v Anna sees %+v, %+v", after, a.Frame.Ask, a.Frame.Sealed)
			}
			err := a.Do(table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]})
			if !errors.Is(err, table.ErrStale) {
				t.Errorf("a second answer: %v", err)
			}
		}
		b.UntilAsked()
		if d := time.Since(start); d != window {
			t.Errorf("with a pass after %v Burt was asked after %v", after, d)
		}
		a.Take()
		if c := a.Frame.Info.Chairs[0].Clock; c.Left != bank.Left || c.Bank != bank.Bank {
			t.Errorf("Anna's clock had %+v and has %+v", bank, c)
		}
		tabletest.Pass(time.Second)
		s.entries = match(t, h, a).Entries
		shut(t, tb)
		s.burt, s.carl = <-burts, <-carls
	})
	return s
}

// Whether somebody passes at once, late or not at all, and whatever they try before, all others see the same frames at
// the same moments, and the log holds the same.
func TestAWindowTellsNothing(t *testing.T) {
	want := passing(t, -1, nil)
	if len(want.burt) < 4 || len(want.carl) < 4 {
		t.Fatalf("%d and %d frames", len(want.burt), len(want.carl))
	}
	compare := func(what string, got seen) {
		t.Helper()
		same(t, what+": Burt", want.burt, got.burt)
		same(t, what+": Carl", want.carl, got.carl)
		if !reflect.DeepEqual(want.entries, got.entries) {
			t.Errorf("%s: the log holds\n%+v\n%+v", what, want.entries, got.entries)
		}
	}
	for _, after := range []time.Duration{0, time.Millisecond, 3 * time.Second, window - 1} {
		compare(fmt.Sprintf("a pass after %v", after), passing(t, after, nil))
	}
	compare("a refusal", passing(t, 2*time.Second, func(a *tabletest.Clerk) {
		err := a.Do(table.Answer{Who: anna.ID, Ask: a.Frame.Ask.ID, Move: "a word"})
		if !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("no move at all: %v", err)
		}
		if synctest.Wait(); a.Take() && a.Frame.Ask == nil {
			t.Error("what was refused counts")
		}
	}))
}

// slow is a bot that takes its time, and passes in the end or fails.
type slow struct {
	bot.Player
	takes time.Duration
	err   error
}

func (s slow) Choose(ctx context.Context, _ any, legal []any, _ *engine.Rand) (any, error) {
	select {
	case <-time.After(s.takes):
		return legal[len(legal)-1], s.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestBotsTellNothingInAWindow(t *testing.T) {
	run := func(b slow, pace time.Duration) (frames []string) {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(table.StandingKit(), 31)
			h.Deps.Kit.Fallback = dearest{}
			inGo := false
			h.Deps.Pace = func(*engine.Rand) time.Duration {
				if inGo {
					return pace
				}
				return 0
			}
			h.Deps.Kit.Levels = []bot.Level{{Name: "regular", Bot: slow{}}}
			tb := h.Open(t, rounds(1), anna, regular(1))
			a := tabletest.Look(t, tb, anna)
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			a.UntilAsked()
			synctest.Wait()
			a.Take()
			if err := a.Answer(-1); err != nil {
				t.Fatal(err)
			}
			a.Until("her go", func(f table.Frame) bool { return f.Ask != nil && len(f.Ask.Legal) > 2 })
			h.Deps.Kit.Levels[0].Bot, inGo = b, true
			carls := watch(tb, carl)
			a.UntilStage(table.Ended)
			tabletest.Pass(time.Second)
			shut(t, tb)
			frames = <-carls
		})
		return frames
	}
	want := run(slow{}, 0)
	if len(want) < 4 {
		t.Fatalf("%d frames", len(want))
	}
	same(t, "a bot that thinks", want, run(slow{takes: 5 * time.Second}, 0))
	same(t, "a bot that seems to think", want, run(slow{}, 20*time.Second))
	same(t, "a bot that comes to no end", want, run(slow{takes: time.Hour}, 0))
	same(t, "a bot that fails", want, run(slow{takes: time.Second, err: errors.New("gave up")}, 0))
}

// A sealed answer was shown to nobody and is not written: after a restart, and after a disk that failed at the end of
// the window, the question is asked again, for as long as ever.
func TestASealedAnswerIsAskedAgain(t *testing.T) {
	again := func(t *testing.T, a *tabletest.Clerk, entries int) {
		t.Helper()
		a.UntilAsked()
		left := time.Until(a.Frame.Ask.Deadline)
		if a.Frame.Sealed != nil || a.Frame.Info.Entries != entries || left != window {
			t.Errorf("asked %+v with %v left after %d entries", a.Frame.Ask, left, a.Frame.Info.Entries)
		}
	}
	seal := func(t *testing.T, a *tabletest.Clerk) (entries int) {
		t.Helper()
		tabletest.Pass(3 * time.Second)
		if err := a.Answer(0); err != nil {
			t.Fatal(err)
		}
		a.Until("the sealed answer", func(f table.Frame) bool { return f.Sealed != nil })
		return a.Frame.Info.Entries
	}
	t.Run("restart", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(table.StandingKit(), 32)
			tb, a, b := begun(t, h, rounds(1))
			toGoes(t, a, b)
			entries := seal(t, a)
			shut(t, tb)
			tb = h.Restart(t, tb.ID())
			again(t, tabletest.Look(t, tb, anna), entries)
			shut(t, tb)
		})
	})
	t.Run("disk", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			h := tabletest.NewHouse(table.StandingKit(), 33)
			tb, a, b := begun(t, h, rounds(1))
			toGoes(t, a, b)
			entries := seal(t, a)
			h.Log.Fail(func(int, table.Batch) tabletest.Fault { return tabletest.Lost })
			a.UntilStage(table.Halted)
			if a.Frame.Sealed != nil {
				t.Error("a table that stands still holds an answer")
			}
			h.Log.Fail(nil)
			again(t, a, entries)
			shut(t, tb)
		})
	})
}

// A line that is lost in a window changes nothing: what was answered is played at its end.
func TestAWindowOutlastsALostLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(table.StandingKit(), 34)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		start := time.Now()
		if err := a.Answer(-1); err != nil {
			t.Fatal(err)
		}
		a.Must(table.Unlook{Box: a.Box})
		b.UntilAsked()
		if e := match(t, h, a).Entries; time.Since(start) != window || e[len(e)-1].Words != "pass" {
			t.Errorf("after %v: %q", time.Since(start), e[len(e)-1].Words)
		}
		shut(t, tb)
	})
}

// Times.Window shortens every window; lessons and correspondence have none that stands.
func TestWhereNoWindowStands(t *testing.T) {
	lesson, letters := rounds(1), rounds(1)
	lesson.Lesson, lesson.Private = true, true
	letters.Pace, letters.Days = table.Correspondence, 1
	for name, c := range map[string]struct {
		settings table.Settings
		most     time.Duration
		want     time.Duration
	}{
		"short":          {rounds(1), 50 * time.Millisecond, 50 * time.Millisecond},
		"long":           {rounds(1), time.Hour, window},
		"lesson":         {lesson, time.Hour, 0},
		"correspondence": {letters, time.Hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := tabletest.NewHouse(table.StandingKit(), 35)
				h.Deps.Times.Window = c.most
				tb, a, b := begun(t, h, c.settings)
				toGoes(t, a, b)
				start := time.Now()
				if err := a.Answer(-1); err != nil {
					t.Fatal(err)
				}
				b.UntilAsked()
				if d := time.Since(start); d != c.want {
					t.Errorf("Burt is asked after %v, want %v", d, c.want)
				}
				shut(t, tb)
			})
		})
	}
}
