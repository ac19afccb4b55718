package table_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

func TestMailboxKeepsTheNewestFrameAndAllLines(t *testing.T) {
	m := table.NewMailbox()
	for i := range table.LinesMax + 7 {
		if !m.Put(table.Frame{Seq: uint64(i + 1), Lines: []table.Line{{Seq: uint64(i + 1)}}}) {
			t.Fatal("an open mailbox takes everything")
		}
	}
	f, ok, open := m.Take()
	if !ok || !open || f.Seq != table.LinesMax+7 || f.Missed != 7 {
		t.Errorf("frame %d, %d missed, %v, %v", f.Seq, f.Missed, ok, open)
	}
	if len(f.Lines) != table.LinesMax || f.Lines[0].Seq != 8 {
		t.Errorf("%d lines, the first is %d", len(f.Lines), f.Lines[0].Seq)
	}
	if _, ok, open := m.Take(); ok || !open {
		t.Error("an empty mailbox gave a frame, or said that it was the end")
	}
	m.Put(table.Frame{Seq: 1000})
	m.Close()
	if m.Put(table.Frame{Seq: 1001}) {
		t.Error("a closed mailbox took a frame")
	}
	if f, ok, open := m.Take(); !ok || !open || f.Seq != 1000 {
		t.Errorf("the last frame: %d, %v, %v", f.Seq, ok, open)
	}
	for range 2 { // every reader that still waits is told
		<-m.Bell()
		if _, ok, open := m.Take(); ok || open {
			t.Error("after the end there is something")
		}
	}
}

// Many mailboxes ring one bell, each of them at once when it is told to: what came before is not overheard.
func TestMailboxesShareABell(t *testing.T) {
	a, b, bell := table.NewMailbox(), table.NewMailbox(), make(chan struct{}, 1)
	rings := func(what string, rings bool) {
		t.Helper()
		select {
		case <-bell:
			if !rings {
				t.Error("it rings after " + what)
			}
		default:
			if rings {
				t.Error("it does not ring after " + what)
			}
		}
	}
	a.Put(table.Frame{Seq: 1})
	a.RingOn(bell)
	rings("there was something before", true)
	b.RingOn(bell)
	rings("another one came", true)
	rings("nothing", false)
	b.Put(table.Frame{Seq: 2})
	a.Put(table.Frame{Seq: 3})
	rings("two frames", true)
	rings("nothing again", false)
	if f, ok, _ := a.Take(); !ok || f.Seq != 3 {
		t.Errorf("took %d, %v", f.Seq, ok)
	}
	a.Close()
	rings("the end", true)
}

// A table that its rules have stopped can be left; with the last person it closes, and nobody has lost.
func TestStoppedTableCanBeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := false
		h := tabletest.NewHouse(toy.Kit(), 20)
		open := h.Deps.Kit.Open
		h.Deps.Kit.Open = func(c engine.Config) (engine.Match, error) {
			m, err := open(c)
			return breaking{m, func() bool { return broken }}, err
		}
		tb, a, _ := begun(t, h, rounds(1))
		broken = true
		if err := a.Answer(0); !errors.Is(err, table.ErrHalted) {
			t.Fatalf("verdict %v", err)
		}
		a.Must(table.Stand{Who: anna.ID, Now: true})
		broken = false
		shut(t, tb)
		again := h.Restart(t, tb.ID()) // once somebody has left it stays stopped
		b := tabletest.Look(t, again, burt)
		b.UntilStage(table.Halted)
		b.Must(table.Stand{Who: burt.ID})
		<-again.Done()
		if _, err := h.Log.Reload(t.Context(), tb.ID()); !errors.Is(err, table.ErrGone) {
			t.Errorf("kept: %v", err)
		}
		if m := match(t, h, a); m.Ended != nil {
			t.Errorf("somebody lost by it: %+v", m.Ended)
		}
	})
}

// blinding is the toy game whose views panic.
type blinding struct{ engine.Match }

func (blinding) View(engine.Viewer) any { panic("no view") }

func (m blinding) Play(a engine.Act[any], r *engine.Rand) (engine.Match, []engine.Fact, error) {
	next, facts, err := m.Match.Play(a, r)
	return blinding{next}, facts, err
}

func TestPanicInAViewStopsTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 21)
		open := h.Deps.Kit.Open
		h.Deps.Kit.Open = func(c engine.Config) (engine.Match, error) {
			m, err := open(c)
			return blinding{m}, err
		}
		tb := h.Open(t, rounds(1), anna, regular(1))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.UntilStage(table.Halted)
		if a.Frame.View != nil || a.Frame.Info.Trouble == "" {
			t.Errorf("%+v", a.Frame)
		}
		shut(t, tb)
	})
}

// A session that died without taking leave is found out with the next frame.
func TestGhostsAreNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 22)
		tb, a, b := begun(t, h, rounds(1))
		a.Box.Close()
		if err := b.Answer(0); err != nil {
			t.Fatal(err)
		}
		b.Until("Anna's line", func(f table.Frame) bool { return !f.Info.Chairs[0].Here })
		if b.Heard("Anna lost the line: 1:00 left, then a bot plays.") != 1 {
			t.Errorf("heard %v", b.Lines)
		}
		shut(t, tb)
	})
}

// Whose line does not answer is there still, and the others see what they wait for.
func TestALineThatDoesNotAnswerIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 24)
		tb, a, b := begun(t, h, rounds(1))
		faint := func(want bool) func(table.Frame) bool {
			return func(f table.Frame) bool { return f.Info.Chairs[0].Faint == want && f.Info.Chairs[0].Here }
		}
		a.Must(table.Faint{Box: a.Box, Faint: true})
		b.Until("Anna's line does not answer", faint(true))
		second := tabletest.Look(t, tb, anna)
		b.Until("another line of hers does", faint(false))
		second.Must(table.Unlook{Box: second.Box, Left: true})
		b.Until("the first one is all there is", faint(true))
		a.Must(table.Faint{Box: a.Box})
		b.Until("it answers again", faint(false))
		if b.Heard("Anna is back.") != 0 {
			t.Errorf("she had never gone: %v", b.Lines)
		}
		shut(t, tb)
	})
}

func TestNoMatchBeginsWhileTheHouseHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var words atomic.Value
		words.Store("it closes in a moment")
		h := tabletest.NewHouse(toy.Kit(), 23)
		h.Deps.Hold = func() string { return words.Load().(string) }
		tb := h.Open(t, rounds(1), anna, regular(1))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.Until("the reason", func(f table.Frame) bool {
			return len(f.Info.Waits) == 1 && strings.Contains(f.Info.Waits[0].Text, "it closes in a moment")
		})
		words.Store("")
		a.UntilAsked()
		shut(t, tb)
	})
}

// dearest is a fallback that takes the last move of the list.
type dearest struct{ bot.Player }

func (dearest) Choose(_ context.Context, _ any, legal []any, _ *engine.Rand) (any, error) {
	return legal[len(legal)-1], nil
}

func TestTheGameSaysWhatCostsTheLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 24)
		h.Deps.Kit.Fallback = dearest{}
		s := rounds(1)
		s.Pace = table.Normal
		tb, a, b := begun(t, h, s)
		toGoes(t, a, b)
		b.UntilAsked() // Anna thinks until her time is up
		m := match(t, h, a)
		if e := m.Entries[len(m.Entries)-1]; e.Seat != 0 || e.Words != "pass" {
			t.Errorf("the house played %q for seat %d", e.Words, e.Seat)
		}
		shut(t, tb)
	})
}

func TestAFullInboxIsBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 25)
		tb, a, _ := begun(t, h, rounds(1))
		release := h.Log.Hold()
		ask := *a.Frame.Ask
		ctx, cancel := context.WithCancel(t.Context())
		verdicts := make(chan error, 400)
		for range 400 {
			go func() { verdicts <- tb.Do(ctx, table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}) }()
		}
		synctest.Wait()
		cancel()
		busy := 0
		for range 400 {
			err := <-verdicts
			if errors.Is(err, table.ErrBusy) {
				busy++
			} else if !errors.Is(err, context.Canceled) {
				t.Errorf("verdict %v", err)
			}
		}
		if busy == 0 || busy == 400 {
			t.Errorf("%d of 400 were busy", busy)
		}
		release()
		shut(t, tb)
	})
}

func TestNewRefusesWhatCannotBePlayed(t *testing.T) {
	h := tabletest.NewHouse(toy.Kit(), 26)
	two := table.Settings{Seats: 2, Pace: table.Quick}
	strange := two
	strange.Options = map[string]string{"x": "1"}
	for name, saved := range map[string]table.Saved{
		"seats":   {ID: "T", Settings: table.Settings{Seats: 9, Pace: table.Quick}},
		"option":  {ID: "T", Settings: strange},
		"pace":    {ID: "T", Settings: table.Settings{Seats: 2, Pace: "hurried"}},
		"no seat": {ID: "T", Settings: two, Chairs: []table.Chair{{Seat: 5, Owner: anna}}},
		"twice":   {ID: "T", Settings: two, Chairs: []table.Chair{{Seat: 0, Owner: anna}, {Seat: 1, Owner: anna}}},
	} {
		if _, err := table.New(t.Context(), h.Deps, saved); !errors.Is(err, engine.ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.Log.Fail(func(int, table.Batch) tabletest.Fault { return tabletest.Lost })
	saved := table.Saved{ID: "T", Settings: two}
	if _, err := table.New(t.Context(), h.Deps, saved); !errors.Is(err, table.ErrDisk) {
		t.Errorf("on a full disk: %v", err)
	}
}

// The hook hears what everybody may see, after it was written, and the close last.
func TestChangedHearsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 27)
		var infos []table.Info
		h.Deps.Changed = func(i table.Info) {
			if m, err := h.Log.Match(i.Match); i.Match != "" && (err != nil || i.Entries > len(m.Entries)) {
				t.Errorf("%d entries reported before they were written", i.Entries)
			}
			infos = append(infos, i)
		}
		tb := h.Open(t, rounds(1), anna, regular(1))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.Play(table.Ended)
		a.Must(table.Unlook{Box: a.Box, Left: true})
		<-tb.Done()
		last := infos[len(infos)-1]
		if last.Stage != table.Closed || len(infos) < 8 {
			t.Errorf("%d reports, the last is %s", len(infos), last.Stage)
		}
		asked := false
		for _, i := range infos {
			asked = asked || i.Chairs[0].Asked
		}
		if !asked {
			t.Error("nobody was told that Anna is asked")
		}
	})
}

func TestLessonsHaveNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tabletest.NewHouse(toy.Kit(), 28)
		s := rounds(1)
		s.Lesson, s.Private = true, true
		tb := h.Open(t, s, anna, regular(1))
		a := tabletest.Look(t, tb, anna)
		a.Must(table.Ready{Who: anna.ID, Yes: true})
		a.UntilAsked()
		if err := a.Answer(-1); err != nil {
			t.Fatal(err)
		}
		ask := a.UntilAsked()
		tabletest.Pass(5 * time.Minute)
		a.Take()
		if err := a.Do(table.Answer{Who: anna.ID, Ask: ask.ID, Move: ask.Legal[0]}); err != nil {
			t.Errorf("after five minutes of reading: %v", err)
		}
		shut(t, tb)
	})
}

// Who is away is played by a bot of usual strength, whatever the game calls it.
func TestUsualLevel(t *testing.T) {
	kit := func(names ...string) (k bot.Kit) {
		for _, n := range names {
			k.Levels = append(k.Levels, bot.Level{Name: n})
		}
		return k
	}
	for want, k := range map[string]bot.Kit{
		"regular": kit("random", "weak", "normal", "regular"), "normal": kit("random", "easy", "normal", "hard"),
		"quick": kit("random", "quick", "sharp"), "random": kit("random"), "": kit(),
	} {
		if got := table.UsualLevel(k); got != want {
			t.Errorf("of %v the usual level is %q, want %q", k.Levels, got, want)
		}
	}
}
