package tui

import (
	"context"
	"math"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	clocks "saloon/engine/clock"
	"saloon/lobby"
	"saloon/tui/screen"
)

// What a draw alone is made of. The wait is that of the rules of O.K. Corral, 2.2: whoever has waited long need not
// expect the word any sooner.
const (
	drawsOfOne  = 10
	waitLeast   = 600 * time.Millisecond
	waitMean    = 800 * time.Millisecond // beyond the least, exponentially
	waitMost    = 3500 * time.Millisecond
	drawEarly   = 120 * time.Millisecond // nobody reacts sooner: rules 2.6
	drawFor     = 2500 * time.Millisecond
	drawRest    = 1500 * time.Millisecond
	drawNoProbe = 10 * time.Second
)

// Pace is how fast somebody known reacts, to compare oneself with.
type Pace struct {
	Name   string
	Median time.Duration
}

// draw measures one's own reaction, alone, exactly as a table measures it: the word is flashed, the terminal says when
// it has drawn it, the line's length is taken out. It needs no table, and keeps nothing.
type draw struct {
	sheet
	stage  drawStage
	shots  []shot
	armed  *armed // the draw that is on
	marks  clocks.Marks
	lag    clocks.Lag // at the last draw
	early  []screen.Marked
	failed string
	crowd  lobby.Crowd
}

type drawStage uint8

const (
	drawIdle  drawStage = iota
	drawArmed           // wait for it
	drawOpen            // now
	drawShown           // how it was
	drawOver
)

// shot is what one draw came to.
type shot struct {
	how   shotKind
	after time.Duration // of a good one, in whole milliseconds
}

type shotKind uint8

const (
	shotGood shotKind = iota
	shotEarly
	shotNone
)

// armed is one draw from the wait to the key.
type armed struct {
	n     int
	stop  chan struct{} // closed if the word is not to be shown any more
	at    screen.Size   // of the window when the word was painted
	sight clocks.Sight
	asked uint64 // the question behind the word
	hit   time.Time
}

type (
	// drawnMsg says that the word is on the screen, or that it will not be.
	drawnMsg struct {
		of    *armed
		sent  time.Time // zero: it was stopped
		lag   clocks.Lag
		asked uint64
		err   error
	}
	// drawDueMsg says that a draw, or the rest after it, has lasted long enough.
	drawDueMsg struct {
		of    *armed
		stage drawStage
	}
)

func newDraw(d *desk) *draw { return &draw{sheet: sheet{d: d}} }

// Start reads how fast the others are.
func (s *draw) Start() tea.Cmd {
	if s.d.Crowd == nil {
		return nil
	}
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		crowd, err := s.d.Crowd(ctx)
		return func() (tea.Cmd, screen.Nav) {
			s.crowd = crowd
			return nil, s.d.sorry(err)
		}
	})
}

// Timing reports that keys are wanted with their moments.
func (s *draw) Timing() bool { return true }

// Close ends a draw that is on.
func (s *draw) Close() { s.disarm() }

func (s *draw) disarm() {
	if s.armed != nil && s.armed.stop != nil {
		close(s.armed.stop)
		s.armed.stop = nil
	}
}

// Handle takes what happens on the line, and keys.
func (s *draw) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case screen.Stroke:
		return s.press(m.Key, m.At)
	case tea.KeyPressMsg:
		return s.press(m, s.d.now)
	case screen.Marked:
		s.mark(m)
	case drawnMsg:
		return s.opened(m), screen.Stay()
	case drawDueMsg:
		return s.due(m), screen.Stay()
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.press(pressOf(z.key), s.d.now)
		}
	}
	return nil, screen.Stay()
}

// press shoots, begins or leaves.
func (s *draw) press(k tea.KeyPressMsg, at time.Time) (tea.Cmd, screen.Nav) {
	shoots := slices.Contains(shootKeys, k.String())
	switch {
	case shoots && s.stage == drawArmed:
		s.disarm() // and the word comes no more, unless it is on its way already
		if s.armed.hit.IsZero() {
			s.armed.hit = at
		}
		return nil, screen.Stay()
	case shoots && s.stage == drawOpen:
		return s.hit(at), screen.Stay()
	}
	cmd, nav, _ := dispatch(s.actions(), k)
	return cmd, nav
}

// shootKeys are those that shoot, as at the table; space is for whoever has no finger there.
var shootKeys = []string{"j", "k", "l", "J", "K", "L", "space"}

// begin begins the first draw, or the first once more.
func (s *draw) begin() (tea.Cmd, screen.Nav) {
	s.shots, s.failed = nil, ""
	s.d.Line.Probe()
	return s.rest(), screen.Stay()
}

// rest lets a while go by, and the line be measured, before the next draw.
func (s *draw) rest() tea.Cmd {
	s.stage = drawShown
	s.armed = &armed{n: len(s.shots)}
	return s.after(drawRest, s.armed, drawShown)
}

// after sends word when a time is over.
func (s *draw) after(d time.Duration, of *armed, stage drawStage) tea.Cmd {
	ctx := s.d.Context
	return func() tea.Msg {
		if !sleep(ctx, nil, d) {
			return nil
		}
		return drawDueMsg{of, stage}
	}
}

// sleep lets time go by, and reports false if something ended it.
func sleep(ctx context.Context, stop <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-stop:
	case <-ctx.Done():
	}
	return false
}

// due goes on after a rest, and ends a draw that nobody has answered.
func (s *draw) due(m drawDueMsg) tea.Cmd {
	if m.of != s.armed || m.stage != s.stage {
		return nil
	}
	if s.stage == drawOpen {
		return s.settle(shot{how: shotNone})
	}
	return s.arm()
}

// arm lets the wait begin at whose end the word is flashed.
func (s *draw) arm() tea.Cmd {
	line := s.d.Line
	line.Quiet(drawNoProbe)
	stop := make(chan struct{})
	a := &armed{n: len(s.shots), stop: stop, at: s.size}
	s.stage, s.armed, s.early = drawArmed, a, nil
	wait, mark, ctx := s.foreperiod(), !s.marks.Off(), s.d.Context
	word := s.paint()
	return func() tea.Msg {
		if !sleep(ctx, stop, wait) {
			return drawnMsg{of: a}
		}
		lag := line.Lag()
		sent, asked, err := line.Flash(word, mark)
		return drawnMsg{of: a, sent: sent, lag: lag, asked: asked, err: err}
	}
}

// foreperiod is how long the word is waited for.
func (s *draw) foreperiod() time.Duration {
	more := -math.Log(1-s.d.Chance()) * float64(waitMean)
	return min(waitLeast+time.Duration(more), waitMost)
}

// opened takes in that the word is on the screen. A key that came before this message may have come after the word.
func (s *draw) opened(m drawnMsg) tea.Cmd {
	if m.of != s.armed {
		return nil
	}
	if m.err != nil {
		s.stage, s.failed = drawOver, "The line broke off."
		return nil
	}
	if m.sent.IsZero() {
		return s.settle(shot{how: shotEarly})
	}
	a := s.armed
	a.stop = nil
	a.asked, s.lag = m.asked, m.lag
	a.sight = clocks.Sight{Sent: m.sent, Lag: m.lag, Marks: m.asked != 0}
	s.stage = drawOpen
	for _, e := range s.early {
		s.mark(e)
	}
	var cmd tea.Cmd
	if a.at != s.size { // the word stands where nobody looks for it
		cmd = tea.ClearScreen
	}
	if !a.hit.IsZero() {
		return tea.Batch(cmd, s.hit(a.hit))
	}
	return tea.Batch(cmd, s.after(drawFor, a, drawOpen))
}

// mark takes in when the terminal had drawn the word.
func (s *draw) mark(m screen.Marked) {
	switch {
	case s.stage == drawArmed:
		s.early = append(s.early, m)
	case s.stage == drawOpen && m.N == s.armed.asked && s.armed.sight.Mark.IsZero():
		s.armed.sight.Mark = m.At
	}
}

// hit judges a key.
func (s *draw) hit(at time.Time) tea.Cmd {
	after := s.armed.sight.Reaction(at)
	switch {
	case after < drawEarly:
		return s.settle(shot{how: shotEarly})
	case after > drawFor:
		return s.settle(shot{how: shotNone})
	}
	return s.settle(shot{shotGood, after})
}

// settle ends a draw. The line is measured now, when nothing hangs on it.
func (s *draw) settle(r shot) tea.Cmd {
	if s.armed.asked != 0 && !s.armed.sight.Mark.IsZero() {
		s.marks = s.marks.Add(s.armed.sight.Late())
	}
	s.shots = append(s.shots, r)
	s.d.Line.Probe()
	if len(s.shots) == drawsOfOne {
		s.stage, s.armed = drawOver, nil
		return nil
	}
	return s.rest()
}

func (s *draw) actions() []action {
	words := "begin"
	if s.stage == drawOver {
		words = "once more"
	}
	var all []action
	if s.stage == drawIdle || s.stage == drawOver {
		all = append(all, act("enter", words, s.begin).as("enter", "space").
			not("This line cannot be measured.", s.d.Line == nil))
	} else {
		all = append(all, act("space", "draw", func() (tea.Cmd, screen.Nav) { return nil, screen.Stay() }).
			as("j k l", shootKeys...))
	}
	return append(all,
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)))
}

// Bindings are the keys that do something now.
func (s *draw) Bindings() []screen.Binding { return bindings(s.actions()) }
