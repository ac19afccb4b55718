package tui

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	clocks "saloon/engine/clock"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// fakeLine is a line whose moments are those of the test's clock.
type fakeLine struct {
	lag     clocks.Lag
	mark    bool
	slots   bool
	err     error
	flashes []string
	probes  int
}

func (l *fakeLine) Flash(p []byte, mark bool) (time.Time, uint64, error) {
	l.flashes = append(l.flashes, string(p))
	if mark && l.mark {
		return time.Now(), uint64(len(l.flashes)), l.err
	}
	return time.Now(), 0, l.err
}
func (l *fakeLine) Lag() clocks.Lag       { return l.lag }
func (l *fakeLine) Probe()                { l.probes++ }
func (l *fakeLine) Quiet(d time.Duration) {}
func (l *fakeLine) Slots() bool           { return l.slots }

// drawer is somebody at the draw. Commands run one after the other: in a test only one matters at a time.
type drawer struct {
	t    *testing.T
	s    *draw
	line *fakeLine
	msgs chan tea.Msg
}

func newDrawer(t *testing.T, line *fakeLine) *drawer {
	d := &desk{Options: Options{Context: t.Context(), Now: time.Now, Chance: func() float64 { return 0 }}}
	if line != nil {
		d.Line = line
	}
	g := &drawer{t: t, s: newDraw(d), line: line, msgs: make(chan tea.Msg, 10)}
	g.s.size, g.s.style = screen.Size{W: 80, H: 24}, style.Plain()
	return g
}

func (g *drawer) does(msg tea.Msg) {
	g.t.Helper()
	cmd, _ := g.s.Handle(msg)
	g.runs(cmd)
}

func (g *drawer) runs(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { // contained: a panic ends the test
		switch m := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range m {
				g.runs(c)
			}
		default:
			g.msgs <- m
		}
	}()
}

// passes lets time go by, with what comes of it.
func (g *drawer) passes(d time.Duration) {
	g.t.Helper()
	for end := time.Now().Add(d); ; {
		synctest.Wait()
		select {
		case m := <-g.msgs:
			g.does(m)
			continue
		default:
		}
		if !time.Now().Before(end) {
			return
		}
		<-time.After(min(time.Millisecond, time.Until(end)))
	}
}

func (g *drawer) shoots(at time.Time) {
	g.t.Helper()
	g.does(screen.Stroke{Key: Press("j"), At: at})
	g.passes(0)
}

func (g *drawer) sees(texts ...string) {
	g.t.Helper()
	rows := g.s.verdict()
	for _, text := range texts {
		if !strings.Contains(strings.Join(rows, "\n"), text) {
			g.t.Errorf("%q is not said in %q", text, rows)
		}
	}
}

// begins begins a run; the first word comes when the rest and the least wait are over.
func (g *drawer) begins() {
	g.t.Helper()
	g.does(Press("enter"))
	g.passes(drawRest)
}

func TestDrawTakesTheLineOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newDrawer(t, &fakeLine{lag: clocks.Lag{Trip: 100 * time.Millisecond}, mark: true, slots: true})
		g.s.d.Paces = []Pace{{"hard", 386 * time.Millisecond}}
		g.begins()
		for n := range drawsOfOne {
			if g.s.stage != drawArmed {
				t.Fatalf("draw %d: stage %v", n, g.s.stage)
			}
			g.passes(waitLeast)
			if g.s.stage != drawOpen || len(g.line.flashes) != n+1 {
				t.Fatalf("draw %d: stage %v, %d words", n, g.s.stage, len(g.line.flashes))
			}
			sent := time.Now()
			g.does(screen.Marked{N: uint64(n + 1), At: sent.Add(110 * time.Millisecond)})
			g.shoots(sent.Add(time.Duration(410+n) * time.Millisecond)) // 300+n after the terminal had drawn
			g.passes(drawRest)
		}
		g.sees("Your median is 305 ms", "half of your draws took 302 ms to 307 ms", "deviation 3 ms", "hard 386 ms",
			"Your line takes 100 ms there and back. All of it was taken out.", "ObscureKeystrokeTiming=no")
		if g.line.probes < drawsOfOne {
			t.Errorf("the line was measured %d times", g.line.probes)
		}
	})
}

func TestDrawJudges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newDrawer(t, &fakeLine{lag: clocks.Lag{Trip: 400 * time.Millisecond}})
		g.begins()
		g.shoots(time.Now()) // while one waits
		if len(g.line.flashes) != 0 || g.s.shots[0].how != shotEarly {
			t.Errorf("too early: %d words, %+v", len(g.line.flashes), g.s.shots)
		}
		g.passes(drawRest + waitLeast)
		g.shoots(time.Now().Add(369 * time.Millisecond)) // the most that is taken out is 250
		g.passes(drawRest + waitLeast)
		g.shoots(time.Now().Add(370 * time.Millisecond))
		g.passes(drawRest + waitLeast)
		g.passes(drawFor)
		want := []shot{{how: shotEarly}, {how: shotEarly}, {shotGood, drawEarly}, {how: shotNone}}
		for i, w := range want {
			if len(g.s.shots) <= i || g.s.shots[i] != w {
				t.Fatalf("%+v, want %+v", g.s.shots, want)
			}
		}
		for range drawsOfOne - len(want) {
			g.passes(drawRest + waitLeast + drawFor)
		}
		g.sees("Your median is 120 ms", "2 false starts", "7 draws without a key",
			"Of that 250 ms were taken out", "the other 150 ms stand against you")
	})
}

// A key whose message overtakes the one that says when the word was sent is judged by its own moment.
func TestDrawKnowsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newDrawer(t, &fakeLine{})
		g.begins()
		a := g.s.armed
		g.does(screen.Marked{N: 1, At: time.Now()})
		g.does(screen.Stroke{Key: Press("k"), At: time.Now().Add(300 * time.Millisecond)})
		g.does(drawnMsg{of: a, sent: time.Now(), asked: 1})
		if len(g.s.shots) != 1 || g.s.shots[0] != (shot{shotGood, 300 * time.Millisecond}) {
			t.Errorf("%+v", g.s.shots)
		}
		g.passes(drawRest)
		g.does(drawnMsg{of: a, sent: time.Now()}) // of the draw before
		if g.s.stage != drawArmed {
			t.Errorf("stage %v", g.s.stage)
		}
		g.s.Close()
		g.passes(waitMost)
	})
}

// What is taken out is what is believed, and who is not believed is told.
func TestDrawBelievesTheKernel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newDrawer(t, &fakeLine{lag: clocks.Lag{Trip: 180 * time.Millisecond, Kernel: 20 * time.Millisecond}})
		g.begins()
		g.passes(waitLeast)
		g.shoots(time.Now().Add(380 * time.Millisecond))
		if len(g.s.shots) != 1 || g.s.shots[0].after != 300*time.Millisecond {
			t.Errorf("%+v", g.s.shots)
		}
		g.sees("takes 80 ms there and back", "answers after 180 ms, but the connection itself takes 20 ms")
		g.s.Close()
	})
}

func TestDrawOnALineThatBreaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newDrawer(t, &fakeLine{err: errors.New("gone")})
		g.begins()
		if g.passes(waitLeast); g.s.stage != drawOver {
			t.Errorf("stage %v", g.s.stage)
		}
		g.sees("broke off")
		g = newDrawer(t, nil)
		if _, nav := g.s.Handle(Press("enter")); nav.Toast == "" || g.s.stage != drawIdle {
			t.Errorf("without a line: %+v, stage %v", nav, g.s.stage)
		}
	})
}

// What is flashed is what the renderer draws there afterwards.
func TestDrawFlashesWhatItShows(t *testing.T) {
	looks := []style.Look{{ASCII: true, Profile: 1}, {Profile: 4, Calm: true}, {Profile: 5, Ground: style.Dark}}
	for _, look := range looks {
		st := style.For(look)
		for i, row := range drawnCard(st) {
			if w := style.Width(row); w != drawW {
				t.Errorf("row %d of the card has %d cells", i, w)
			}
		}
	}
}
