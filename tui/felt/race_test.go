package felt

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// racer is a board of a game in which people race to type what the view says.
type racer struct{ stub }

func (b *racer) Show(s Scene[string, int]) {
	if s.Veiled {
		s.View = b.scene.View
	}
	b.stub.Show(s)
}

func (b *racer) Gestures() []Gesture { return []Gesture{{Name: "run", Does: "run", Key: "l"}} }

func (b *racer) Gesture(k tea.KeyPressMsg) (int, bool) {
	name, ok := Pressed(k)
	return 5, ok && Keymap(b.Gestures(), b.scene.Keys)[name] == "run"
}

func (b *racer) Reveal(s Size, st *style.Style) Flash {
	return Flash{X: 5, Y: 2, Rows: []string{st.Accent.Render("NOW"), st.Accent.Render("RUN")}}
}

func (b *racer) Cry() []string { return []string{b.scene.View} }

// line notes what is written past the renderer.
type line struct {
	wrote []string
	asked []string
}

func (l *line) Flash(p []byte, mark bool) (sent time.Time, marked uint64, err error) {
	l.wrote = append(l.wrote, string(p))
	return noon.Add(time.Millisecond), uint64(len(l.wrote)), nil
}
func (l *line) Lag() clock.Lag        { return clock.Lag{Trip: 20 * time.Millisecond} }
func (l *line) Probe()                { l.asked = append(l.asked, "probe") }
func (l *line) Quiet(d time.Duration) { l.asked = append(l.asked, "quiet") }
func (l *line) Slots() bool           { return false }

// race tells a story of two racers at a table, with a line to the first one's terminal.
func race(t *testing.T, story func(*rig, *line)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, l := raceRig(t)
		story(r, l)
		r.v.box.Close()
		<-time.After(2 * restIn) // commands that waited come to their end
	})
}

func raceRig(t *testing.T) (*rig, *line) {
	r := newRig(t)
	l := &line{}
	r.f.deps.Line = l
	r.f.face = Hide[string, int](&racer{})
	r.f.Front(true)
	f := frame(table.Playing, 0)
	f.View = "wait"
	r.shows(f)
	r.sees("view wait")
	return r, l
}

func racing(stage table.RaceStage, view string) table.Frame {
	f := frame(table.Playing, 0)
	f.View, f.Race = view, &table.Race{ID: 3, Stage: stage}
	return f
}

// sends shows a frame and returns what comes of it, but for what waits for something. It is not handled yet.
func (r *rig) sends(f table.Frame) []tea.Msg {
	cmd, _ := r.f.Handle(frameMsg{of: r.f, frame: f, ok: true, now: noon})
	return ended(cmd)
}

// ended runs a command, and those that it has in it, and returns their messages, but of those that wait.
func ended(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	back := make(chan tea.Msg, 1)
	go func() { back <- cmd() }() // contained: a panic ends the test
	synctest.Wait()
	select {
	case m := <-back:
		batch, ok := m.(tea.BatchMsg)
		if !ok {
			return []tea.Msg{m}
		}
		var all []tea.Msg
		for _, c := range batch {
			all = append(all, ended(c)...)
		}
		return all
	default:
		return nil
	}
}

// takes handles messages and all that comes of them.
func (r *rig) takes(all ...tea.Msg) {
	for _, m := range all {
		if m != nil {
			cmd, _ := r.f.Handle(m)
			r.takes(ended(cmd)...)
		}
	}
}

func (r *rig) did(want ...string) {
	r.Helper()
	if !slices.Equal(r.v.done, want) {
		r.Errorf("did %q, want %q", r.v.done, want)
	}
}

func TestARevealIsPaintedBeforeItIsDrawn(t *testing.T) {
	race(t, func(r *rig, l *line) {
		r.sends(racing(table.RaceArmed, "armed"))
		f := racing(table.RaceOpen, "open")
		f.Lines = []table.Line{{Lane: table.Play, Text: "The card was the queen."}}
		cmds := r.sends(f)
		r.sees("view armed")
		r.misses("view open")
		r.takes(cmds...)
		if len(l.wrote) != 1 || len(l.wrote[0]) != FlashBytes || !strings.Contains(l.wrote[0], "\x1b[5;6HNOW") {
			t.Errorf("painted %q", l.wrote)
		}
		r.sees("view open")
		r.misses("The card was the queen.")
		r.did("reached 3 after 1ms, marks true")
		r.takes(screen.Marked{N: 1, At: noon.Add(4 * time.Millisecond)})
		r.takes(screen.Marked{N: 1, At: noon.Add(9 * time.Millisecond)}) // nobody asked
		r.takes(screen.Stroke{Key: press("L"), At: noon.Add(300 * time.Millisecond)})
		r.takes(screen.Stroke{Key: press("l"), At: noon.Add(310 * time.Millisecond)}) // too much
		r.did("reached 3 after 1ms, marks true", "marked 3 after 4ms", "gesture 5 in 3 after 300ms")
		r.sends(racing(table.RaceShow, "over"))
		r.sees("view over", "The card was the queen.")
		if r.presses("l"); len(r.v.done) != 3 || r.f.reading {
			t.Error("a late key did something")
		}
		if !slices.Equal(l.asked, []string{"quiet", "probe"}) {
			t.Errorf("asked the line: %q", l.asked)
		}
	})
}

// What the terminal says before it is known to what, is kept until it is.
func TestAnAnswerMayComeBeforeTheQuestionIsKnown(t *testing.T) {
	race(t, func(r *rig, _ *line) {
		cmds := r.sends(racing(table.RaceOpen, "open"))
		r.takes(screen.Marked{N: 1, At: noon.Add(2 * time.Millisecond)})
		r.did()
		r.takes(cmds...)
		r.did("reached 3 after 1ms, marks true", "marked 3 after 2ms")
	})
}

func TestFalseStartsAreHandedIn(t *testing.T) {
	race(t, func(r *rig, _ *line) {
		r.sends(racing(table.RaceArmed, "armed"))
		r.presses("l", "l")
		r.did("gesture 5 in 3 after 0s")
		r.sends(racing(table.RaceOpen, "open"))
		r.presses("l")
		r.did("gesture 5 in 3 after 0s")
		r.v.done = nil
		next := racing(table.RaceArmed, "armed")
		next.Race.ID = 4
		r.sends(next)
		r.presses("l")
		r.did("gesture 5 in 4 after 0s")
	})
}

// Without a line, or with something over the board, the reveal is drawn as everything else is.
func TestWithoutALineARevealIsDrawn(t *testing.T) {
	for name, change := range map[string]func(*Felt){
		"no line": func(f *Felt) { f.deps.Line = nil },
		"covered": func(f *Felt) { f.Front(false) },
	} {
		t.Run(name, func(t *testing.T) {
			race(t, func(r *rig, l *line) {
				change(r.f)
				r.sends(racing(table.RaceArmed, "armed"))
				cmds := r.sends(racing(table.RaceOpen, "open"))
				r.sees("view open")
				r.did()
				r.takes(cmds...)
				r.did("reached 3 after 0s, marks false")
				if len(l.wrote) > 0 {
					t.Errorf("painted %q", l.wrote)
				}
			})
		})
	}
}

// What was painted where something else is to stand by now is drawn over.
func TestAFlashThatComesTooLateIsDrawnOver(t *testing.T) {
	for name, meanwhile := range map[string]func(*rig){
		"over":    func(r *rig) { r.sends(racing(table.RaceShow, "over")) },
		"covered": func(r *rig) { r.f.Front(false) },
		"resized": func(r *rig) { r.f.Draw(screen.Size{W: 100, H: 30}, style.Plain()) },
	} {
		t.Run(name, func(t *testing.T) {
			race(t, func(r *rig, _ *line) {
				flashed := r.sends(racing(table.RaceOpen, "open"))
				meanwhile(r)
				cmd, _ := r.f.Handle(flashed[0])
				if !slices.Contains(ended(cmd), tea.ClearScreen()) {
					t.Error("the screen is not drawn anew")
				}
			})
		})
	}
}

func TestSpectatorsOnlyLookOn(t *testing.T) {
	race(t, func(r *rig, l *line) {
		f := racing(table.RaceOpen, "open")
		f.You = -1
		if all := r.sends(f); len(all) > 0 {
			t.Errorf("did %v", all)
		}
		r.sees("view open")
		if r.presses("l"); len(r.v.done)+len(l.wrote) > 0 {
			t.Errorf("did %q, painted %q", r.v.done, l.wrote)
		}
	})
}

func TestOwnKeys(t *testing.T) {
	race(t, func(r *rig, _ *line) {
		own := map[string]string{"run": "x"}
		r.f.deps.Prefs = func() lobby.Prefs { return lobby.Prefs{Keys: map[string]map[string]string{"stub": own}} }
		r.sends(racing(table.RaceArmed, "armed"))
		r.presses("l")
		r.did()
		r.presses("X")
		r.did("gesture 5 in 3 after 0s")
		r.sees("tab log")
		own["run"] = "q" // the menu's: as if there were no own keys
		next := racing(table.RaceArmed, "armed")
		next.Race.ID = 4
		r.sends(next)
		r.presses("l")
		r.did("gesture 5 in 3 after 0s", "gesture 5 in 4 after 0s")
	})
}

func TestTalkHoldsTheKeysAndSaysSo(t *testing.T) {
	race(t, func(r *rig, _ *line) {
		r.presses("/")
		r.sends(racing(table.RaceArmed, "armed"))
		r.presses("l", "o", "l")
		r.sees("A race is on! Say", "lol")
		r.did()
	})
}

func TestTheLogClosesWhenARaceBegins(t *testing.T) {
	race(t, func(r *rig, _ *line) {
		r.presses("tab")
		r.sees("What happened")
		r.presses("j", "k", "l")
		r.sees("What happened")
		r.sends(racing(table.RaceArmed, "armed"))
		r.sees("view armed")
		r.did()
	})
}

func TestEveryFlashIsAsLongAsAnyOther(t *testing.T) {
	full := style.For(style.Look{Profile: 5, Ground: style.Dark})
	for _, f := range []Flash{
		{},
		{X: 3, Y: 1, Rows: []string{"a"}},
		{X: 300, Y: 100, Rows: []string{full.Accent.Render("漢字") + full.Danger.Render("x"), full.Paper.Render("字")}},
		{Rows: slices.Repeat([]string{full.Accent.Render("1234567890") + full.Danger.Render("12345678901")}, 30)},
	} {
		p, ok := f.Bytes(0, 0)
		if !ok || len(p) != FlashBytes {
			t.Errorf("%d bytes, %v", len(p), ok)
		}
	}
	if _, ok := (Flash{Rows: slices.Repeat([]string{"12345678901234567890"}, 60)}).Bytes(0, 0); ok {
		t.Error("more fits than there is room for")
	}
}

// Nothing is measured on the line of somebody who looks on: it is left alone.
func TestNobodyMeasuresASpectator(t *testing.T) {
	race(t, func(r *rig, l *line) {
		for _, s := range []table.RaceStage{table.RaceArmed, table.RaceOpen, table.RaceShow} {
			f := racing(s, "seen")
			f.You = -1
			r.takes(r.sends(f)...)
		}
		<-time.After(2 * restIn)
		if len(l.asked) != 0 {
			t.Errorf("asked the line: %q", l.asked)
		}
	})
}
