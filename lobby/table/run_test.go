package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
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

func TestNothingIsShownBeforeItIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 2)
		tb, a, b := begun(t, h, rounds(1))
		release := h.Log.Hold()
		verdict := make(chan error, 1)
		ask := *a.Frame.Ask
		go func() { verdict <- tb.Do(t.Context(), table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}) }()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		select {
		case err := <-verdict:
			t.Fatalf("a verdict before the write: %v", err)
		default:
		}
		if a.Take() || b.Take() {
			t.Fatal("a frame before the write")
		}
		release()
		if err := <-verdict; err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !b.Take() || b.Frame.Info.Entries != 2 {
			t.Fatalf("after the write: %d entries", b.Frame.Info.Entries)
		}
		shut(t, tb)
	})
}

// A slow disk costs nobody time: a clock starts when its question is shown, and stops when the answer came.
func TestSlowDiskCostsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 2)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		time.Sleep(3 * time.Second)
		release := h.Log.Hold()
		done := make(chan error, 1)
		ask := *a.Frame.Ask
		go func() { done <- tb.Do(t.Context(), table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}) }()
		time.Sleep(9 * time.Second)
		release()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		b.UntilAsked()
		for _, c := range b.Frame.Info.Chairs {
			want := 2 * time.Minute // 3 seconds of thinking, 5 more for the answer, or nothing at all
			if c.Seat == 0 {
				want += 2 * time.Second
			}
			if got := c.Clock.Bank; got != want {
				t.Errorf("seat %d has %v, want %v", c.Seat, got, want)
			}
		}
		shut(t, tb)
	})
}

// With the disk failing at any write, in either way, everybody has seen exactly what was written, the table says why
// it stands still, and the match comes to the same end.
func TestDiskFailsAtEveryWrite(t *testing.T) {
	for _, fault := range []tabletest.Fault{tabletest.Lost, tabletest.Durable} {
		for n := 2; ; n++ {
			met := false
			synctest.Test(t, func(t *testing.T) { met = failAt(t, n, fault) })
			if !met {
				if n < 10 {
					t.Errorf("only %d writes in a match", n)
				}
				break
			}
		}
	}
}

func failAt(t *testing.T, n int, fault tabletest.Fault) (met bool) {
	h := tabletest.NewHouse(toy.Kit(), 3)
	times := 0
	h.Log.Fail(func(i int, _ table.Batch) tabletest.Fault {
		if i == n || times > 0 && times < 3 {
			times++
			met = true
			if times > 1 {
				return tabletest.Lost // it goes on failing for a while
			}
			return fault
		}
		return tabletest.Fine
	})
	tb := h.Open(t, rounds(1), anna, burt, regular(2))
	a, b := tabletest.Look(t, tb, anna), tabletest.Look(t, tb, burt)
	for _, c := range []*tabletest.Clerk{a, b} {
		for errors.Is(c.Do(table.Ready{Who: c.Who.ID, Yes: true}), table.ErrDisk) {
			time.Sleep(time.Second)
		}
	}
	play := func(c *tabletest.Clerk, done chan<- struct{}) {
		defer close(done)
		seen := uint64(0)
		c.Until("the end", func(f table.Frame) bool {
			m, err := h.Log.Match(f.Info.Match)
			if f.Info.Match != "" && (err != nil || f.Info.Entries > len(m.Entries)) {
				t.Errorf("write %d: %d entries shown, %d written", n, f.Info.Entries, len(m.Entries))
			}
			if (f.Info.Stage == table.Halted) != (f.Info.Trouble != "") {
				t.Errorf("write %d: %s, and says %q", n, f.Info.Stage, f.Info.Trouble)
			}
			if f.Info.Stage == table.Ended {
				return true
			}
			if f.Ask != nil && f.Ask.ID != seen {
				seen = f.Ask.ID
				for {
					err := c.Do(table.Answer{Who: c.Who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[len(f.Ask.Legal)-1]})
					if !errors.Is(err, table.ErrDisk) {
						break
					}
					time.Sleep(time.Second)
				}
			}
			return false
		})
	}
	doneA, doneB := make(chan struct{}), make(chan struct{})
	go play(a, doneA)
	go play(b, doneB)
	<-doneA
	<-doneB
	m, err := h.Log.Match(a.Frame.Info.Match)
	if err != nil || m.Ended == nil {
		t.Fatalf("write %d: %+v, %v", n, m, err)
	}
	verify(t, m)
	told := 0
	for _, l := range b.Lines {
		if l.Lane == table.Play {
			told++
		}
	}
	facts := 0
	for _, e := range m.Entries {
		facts += len(e.Facts)
	}
	if told != facts {
		t.Errorf("write %d: %d events told, %d happened", n, told, facts)
	}
	shut(t, tb)
	return met
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
		if err := b.Do(table.Answer{Who: carl.ID, Ask: b.Frame.Ask.ID, Move: b.Frame.Ask.Legal[0]}); !errors.Is(err, table.ErrDenied) {
			t.Errorf("a stranger's answer: %v", err)
		}
		if err := b.Do(table.Answer{Who: burt.ID, Ask: b.Frame.Ask.ID, Move: "a word"}); !errors.Is(err, engine.ErrIllegal) {
			t.Errorf("no move at all: %v", err)
		}
		shut(t, tb)
	})
}

// A match that is killed after any entry comes back with the same cards, and no clock has lost time.
func TestRestartAfterEveryEntry(t *testing.T) {
	for kill := 1; ; kill++ {
		over := false
		synctest.Test(t, func(t *testing.T) { over = killAfter(t, kill) })
		if over {
			if kill < 5 {
				t.Errorf("the match was over after %d entries", kill)
			}
			return
		}
	}
}

func killAfter(t *testing.T, kill int) (over bool) {
	h := tabletest.NewHouse(toy.Kit(), 6)
	tb, a, b := begun(t, h, rounds(2))
	for a.Frame.Info.Entries < kill && a.Frame.Info.Stage == table.Playing {
		time.Sleep(time.Second)
		progressed := false
		for _, c := range []*tabletest.Clerk{a, b} {
			synctest.Wait()
			c.Take()
			if c.Frame.Ask != nil && c.Frame.Info.Entries < kill {
				progressed = c.Answer(-1) == nil || progressed
			}
			synctest.Wait()
			a.Take()
		}
		if !progressed {
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			b.Must(table.Ready{Who: burt.ID, Yes: true})
		}
	}
	if a.Frame.Info.Stage != table.Playing {
		shut(t, tb)
		return true
	}
	before := a.Frame
	kept, err := h.Log.Reload(t.Context(), tb.ID()) // what a kill leaves
	if err != nil {
		t.Fatal(err)
	}
	shut(t, tb)
	time.Sleep(time.Hour)
	again, err := table.Restore(h.Deps, kept)
	if err != nil {
		t.Fatal(err)
	}
	a2 := tabletest.Look(t, again, anna)
	tabletest.Look(t, again, burt)
	synctest.Wait()
	a2.Take()
	after := a2.Frame
	if !reflect.DeepEqual(before.View, after.View) || before.Info.Entries != after.Info.Entries {
		t.Errorf("after %d entries: %+v, before: %+v", kill, after.View, before.View)
	}
	if (before.Ask == nil) != (after.Ask == nil) || before.Ask != nil && !reflect.DeepEqual(before.Ask.Legal, after.Ask.Legal) {
		t.Errorf("after %d entries: asked %+v, before: %+v", kill, after.Ask, before.Ask)
	}
	for i, c := range after.Info.Chairs {
		if was := before.Info.Chairs[i].Clock.Left; c.Clock.Left < was-time.Millisecond {
			t.Errorf("after %d entries: seat %d has %v, before: %v", kill, i, c.Clock.Left, was)
		}
	}
	shut(t, again)
	return false
}

func TestShutdownKeepsTheClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 7)
		h.Deps.Times.Given = 0
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		time.Sleep(10 * time.Second)
		shut(t, tb)
		a.Take()
		if a.Frame.Gone != "closed by the test" {
			t.Errorf("gone: %q", a.Frame.Gone)
		}
		if _, ok, open := a.Box.Take(); ok || open {
			t.Error("the mailbox is still open")
		}
		if err := a.Do(table.Wake{Who: anna.ID}); !errors.Is(err, table.ErrGone) {
			t.Errorf("after the end: %v", err)
		}
		again := h.Restart(t, tb.ID())
		a = tabletest.Look(t, again, anna)
		a.UntilAsked()
		if got := a.Frame.Info.Chairs[0].Clock.Bank; got != 110*time.Second {
			t.Errorf("Anna has %v, want 1:50", got)
		}
		shut(t, again)
	})
}

// breaking is the toy game with rules that panic or lie.
type breaking struct {
	engine.Match
	on func() bool
}

func (m breaking) Play(a engine.Act[any], r *engine.Rand) (engine.Match, []engine.Fact, error) {
	if m.on() {
		panic("the rules broke")
	}
	next, facts, err := m.Match.Play(a, r)
	return breaking{next, m.on}, facts, err
}

func (m breaking) Apply(f []engine.Fact) (engine.Match, error) {
	next, err := m.Match.Apply(f)
	return breaking{next, m.on}, err
}

func TestPanicInTheRulesStopsThisTableOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := false
		h := tabletest.NewHouse(toy.Kit(), 8)
		open := h.Deps.Kit.Open
		h.Deps.Kit.Open = func(c engine.Config) (engine.Match, error) {
			m, err := open(c)
			return breaking{m, func() bool { return broken }}, err
		}
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		written := len(match(t, h, a).Entries)
		broken = true
		if err := a.Answer(-1); !errors.Is(err, table.ErrHalted) {
			t.Fatalf("verdict: %v", err)
		}
		b.UntilStage(table.Halted)
		if b.Frame.Info.Trouble == "" || b.Frame.View == nil {
			t.Error("a halted table must say so and show what was shown")
		}
		if err := b.Do(table.Answer{Who: burt.ID, Ask: 1}); !errors.Is(err, table.ErrHalted) {
			t.Errorf("verdict: %v", err)
		}
		if n := len(match(t, h, a).Entries); n != written {
			t.Errorf("%d entries in the log, %d before", n, written)
		}
		b.Must(table.Talk{Who: burt, Text: "what now?"})
		a.Until("talk", func(table.Frame) bool { return a.Heard("what now?") == 1 })
		broken = false
		shut(t, tb)
		again := h.Restart(t, tb.ID()) // with rules that work it goes on
		a = tabletest.Look(t, again, anna)
		a.UntilAsked()
		shut(t, again)
	})
}

func match(t *testing.T, h *tabletest.House, c *tabletest.Clerk) table.Stored {
	t.Helper()
	m, err := h.Log.Match(c.Frame.Info.Match)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A log that does not add up sets its match aside, names the entry, and loses nothing.
func TestDamagedLogIsSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 9)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		shut(t, tb)
		for name, spoil := range map[string]func(*table.Stored){
			"entry 3": func(m *table.Stored) { m.Entries[2].Sum++ },
			"entry 2": func(m *table.Stored) { m.Entries = slices.Delete(m.Entries, 1, 2) },
			"entry 4": func(m *table.Stored) { m.Entries[3].Facts[0].Kind = "nonsense" },
		} {
			whole := match(t, h, a)
			if err := h.Log.Spoil(whole.ID, spoil); err != nil {
				t.Fatal(err)
			}
			again := h.Restart(t, tb.ID())
			c := tabletest.Look(t, again, anna)
			c.UntilStage(table.Halted)
			if !strings.Contains(c.Frame.Info.Trouble, name) {
				t.Errorf("%s: %q", name, c.Frame.Info.Trouble)
			}
			shut(t, again)
			if err := h.Log.Spoil(whole.ID, func(m *table.Stored) { *m = whole }); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// stuck is a bot that never answers, or not well.
type stuck struct{ how string }

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
			h.Deps.Kit.Levels = []bot.Level{{Name: "regular", Bot: stuck{how}}}
			tb := h.Open(t, rounds(1), anna, regular(1))
			a := tabletest.Look(t, tb, anna)
			a.Must(table.Ready{Who: anna.ID, Yes: true})
			a.Play(table.Ended)
			verify(t, match(t, h, a))
			shut(t, tb)
		})
	}
}

// Nobody is at the table, everybody leaves in every order: it comes to an end by itself.
func TestEveryOrderOfLeaving(t *testing.T) {
	people := []table.Person{anna, burt, carl}
	for order := range 6 {
		for how := range 8 {
			synctest.Test(t, func(t *testing.T) {
				h := tabletest.NewHouse(toy.Kit(), uint64(order))
				tb := h.Open(t, rounds(2), people...)
				clerks := make([]*tabletest.Clerk, 3)
				for i, p := range people {
					clerks[i] = tabletest.Look(t, tb, p)
					clerks[i].Must(table.Ready{Who: p.ID, Yes: true})
				}
				for i, n := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[order] {
					c := clerks[n]
					if how&(1<<i) != 0 {
						_ = c.Do(table.Stand{Who: c.Who.ID, Now: true})
					}
					c.Must(table.Unlook{Box: c.Box})
					time.Sleep(30 * time.Second)
				}
				select {
				case <-tb.Done():
				case <-time.After(15 * 24 * time.Hour):
					t.Errorf("order %d, %03b: the table still stands", order, how)
					shut(t, tb)
				}
				m, err := h.Log.Match("M0000001")
				if err != nil || m.Ended == nil {
					t.Errorf("order %d, %03b: the match has no end (%v)", order, how, err)
				}
				if _, err := h.Log.Reload(t.Context(), tb.ID()); !errors.Is(err, table.ErrGone) {
					t.Errorf("order %d, %03b: the table was kept: %v", order, how, err)
				}
			})
		}
	}
}

// A line that comes and goes all the time never gains a moment.
func TestComingAndGoingGainsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 11)
		tb, a, b := begun(t, h, rounds(1))
		toGoes(t, a, b)
		last := a.Frame.Info.Chairs[0].Clock.LeftAt(time.Now())
		for range 50 {
			a.Must(table.Unlook{Box: a.Box})
			time.Sleep(200 * time.Millisecond)
			a = tabletest.Look(t, tb, anna)
			synctest.Wait()
			a.Take()
			left := a.Frame.Info.Chairs[0].Clock.LeftAt(time.Now())
			if left > last-200*time.Millisecond {
				t.Fatalf("%v left, then %v", last, left)
			}
			last = left
		}
		shut(t, tb)
	})
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
