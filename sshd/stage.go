package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	screens "saloon/tui/screen"
)

// stage runs a Bubble Tea model on a session's screen, as a tea.Program would: one message at a time to Update, and
// commands beside it. It stands in the place of one because thousands of them run at once. A tea.Program wakes up for
// every frame that it might draw, 60 times a second, and keeps three sheets of cells, half a megabyte for each person.
// A stage sleeps until there is a message, and its screen keeps the text of the last frame. It follows those messages
// of Bubble Tea's own that are of use where a terminal is far away and the door decodes its input; the model gets the
// rest.
type stage struct {
	sess  *session
	out   *screen
	model tea.Model
	pace  time.Duration // at least between two frames
	size  size
	// turns has one place for everybody who draws what they did not ask for; see hurries.
	turns *turns
	acted time.Time // when the person last did something: came, to begin with
	alarm *time.Timer
	due   time.Time // when the alarm rings; zero if it does not

	stale  bool        // the screen is out of date
	early  bool        // it is too early for the next frame; rest ends that
	rest   *time.Timer // until then
	drawn  time.Time   // when the last frame was
	number uint64      // in the line of those who draw by turns; kept until there is a frame

	msgs chan tea.Msg
	ctx  context.Context // ends with the stage
	end  context.CancelFunc
}

func newStage(sess *session, out *screen, model tea.Model, fps int, turns *turns) *stage {
	ctx, end := context.WithCancel(sess.ctx)
	return &stage{
		sess: sess, out: out, model: model, pace: time.Second / time.Duration(fps), size: sess.dimensions(),
		turns: turns, acted: time.Now(), alarm: stopped(), rest: stopped(), msgs: make(chan tea.Msg),
		ctx: ctx, end: end,
	}
}

// stopped is a timer that does not run.
func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// drawTurns is how many draw at a time who do not hurry: on all cores but one, which is left to those who do.
func drawTurns() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// hurriesFor is how long after a key what comes may be the answer to it.
const hurriesFor = time.Second

// hurries reports whether somebody waits for the next frame, who came or pressed a key a moment ago. All others draw by
// turns: a full house has much to draw at a time, for people who do not see whether it comes a little later, and a key
// must not wait for all of that.
func (s *stage) hurries(now time.Time) bool { return now.Sub(s.acted) < hurriesFor }

// act notes when the person does something.
func (s *stage) act(msg tea.Msg, now time.Time) {
	switch msg.(type) {
	case screens.Stroke, tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.WindowSizeMsg:
		s.acted = now
	}
}

// close gives back what the model holds, however the stage came to its end.
func (s *stage) close() {
	s.end()
	if c, ok := s.model.(interface{ Close() }); ok {
		c.Close()
	}
}

// send gives a message to the model. It waits until the model has taken it, or has ended.
func (s *stage) send(msg tea.Msg) {
	select {
	case s.msgs <- msg:
	case <-s.ctx.Done():
	}
}

// run works until the model quits or the session ends. A message is followed by a frame: at once, if the last one was
// long enough ago, so that a key is not kept waiting; else as soon as it is, with all that has happened until then.
func (s *stage) run() error {
	defer s.end()
	defer s.rest.Stop()
	defer s.alarm.Stop()
	s.start(s.init())
	s.wind()
	if err := s.draw(); err != nil {
		return err
	}
	for {
		in := s.queue()
		var err error
		over := false
		select {
		case <-s.ctx.Done():
			in.leave()
			return nil
		case <-s.rest.C:
			in.leave()
			s.early = false
		case <-in.come:
			err = s.show(s.viewIn(in))
		case now := <-s.alarm.C:
			in.leave() // nobody waits for somebody who does something else
			s.due = time.Time{}
			over, err = s.take(screens.Tick{Now: now})
		case msg := <-s.msgs:
			in.leave()
			over, err = s.take(msg)
		}
		if over {
			_ = s.draw() // the last thing that is seen; the line may be gone
			return err
		}
		if err == nil && s.stale && !s.early && s.hurries(time.Now()) {
			err = s.draw()
		}
		if err != nil {
			return err
		}
	}
}

// take takes a message in, and sees to it that a frame follows.
func (s *stage) take(msg tea.Msg) (over bool, err error) {
	s.act(msg, time.Now())
	was := s.stale
	if over, err = s.handle(msg); over || was || !s.stale {
		return over, err
	}
	if rest := s.pace - time.Since(s.drawn); rest > 0 {
		s.early = true
		s.rest.Reset(rest)
	}
	return false, nil
}

// queue waits for a turn to draw, if the screen is out of date and does not hurry. It has a number from the first time.
func (s *stage) queue() *turn {
	if !s.stale || s.early || s.hurries(time.Now()) {
		return nowhere
	}
	if s.number == 0 {
		s.number = s.turns.number()
	}
	return s.turns.join(s.number)
}

// The types of messages that have no exported name.
var (
	groundRequest = reflect.TypeOf(tea.RequestBackgroundColor())
	clearRequest  = reflect.TypeOf(tea.ClearScreen())
)

// handle takes one message. over is true once the model is to end, and err says why if that was not its will.
func (s *stage) handle(msg tea.Msg) (over bool, err error) {
	switch m := msg.(type) {
	case nil:
		return false, nil
	case tea.QuitMsg:
		return true, nil
	case tea.InterruptMsg:
		return true, tea.ErrInterrupted
	case tea.SuspendMsg: // there is nothing to go back to
		return false, nil
	case tea.BatchMsg:
		for _, cmd := range m {
			s.start(cmd)
		}
		return false, nil
	case tea.RawMsg:
		_, err := s.out.flash([]byte(fmt.Sprint(m.Msg)))
		return err != nil, alive(err)
	case tea.WindowSizeMsg:
		s.size = size{m.Width, m.Height}
	}
	switch reflect.TypeOf(msg) {
	case groundRequest:
		if s.sess.answers() {
			_, _ = s.out.flash([]byte(ansi.RequestBackgroundColor))
		}
		return false, nil
	case clearRequest:
		s.out.forget()
		s.stale = true
		return false, nil
	}
	s.start(s.update(msg))
	s.wind()
	s.stale = s.stale || s.changed()
	return false, nil
}

// leastNap is how long a model sleeps at least that has set an alarm.
const leastNap = 10 * time.Millisecond

// changed reports whether the model looks different since it last drew, if it is one that knows.
func (s *stage) changed() bool {
	m, ok := s.model.(interface{ Stale() bool })
	return !ok || m.Stale()
}

// wind sets the alarm to when the model wants to be woken next, if it is one that does.
func (s *stage) wind() {
	defer s.contain("Due")
	m, ok := s.model.(screens.Clocked)
	if !ok {
		return
	}
	now := time.Now()
	due := m.Due(now)
	switch {
	case due.Equal(s.due):
	case due.IsZero():
		s.alarm.Stop()
	default:
		s.alarm.Reset(max(due.Sub(now), leastNap))
	}
	s.due = due
}

// start runs a command beside the loop. It may take as long as it likes.
func (s *stage) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { // contained: command
		msg := s.command(cmd)
		if steps, ok := screens.Steps(msg); ok {
			for _, next := range steps {
				s.send(s.command(next))
			}
			return
		}
		if msg != nil {
			s.send(msg)
		}
	}()
}

func (s *stage) command(cmd tea.Cmd) tea.Msg {
	defer s.contain("Cmd")
	if cmd == nil {
		return nil
	}
	return cmd()
}

func (s *stage) init() tea.Cmd {
	defer s.contain("Init")
	return s.model.Init()
}

func (s *stage) update(msg tea.Msg) (cmd tea.Cmd) {
	defer s.contain("Update")
	s.model, cmd = s.model.Update(msg)
	return cmd
}

// draw shows what the model looks like now.
func (s *stage) draw() error { return s.show(s.view()) }

// view is what the model looks like; ok is false if that cannot be said, or nobody needs to know.
func (s *stage) view() (v tea.View, ok bool) {
	defer s.contain("View")
	if s.ctx.Err() != nil {
		return v, false
	}
	return s.model.View(), true
}

// viewIn is view in somebody's turn, which ends before it is written: that may take as long as the reader likes.
func (s *stage) viewIn(in *turn) (v tea.View, ok bool) {
	defer in.leave()
	return s.view()
}

func (s *stage) show(v tea.View, ok bool) error {
	defer s.contain("Frame")
	defer func() { s.stale, s.drawn, s.number = false, time.Now(), 0 }()
	if !ok {
		return nil
	}
	if s.sess.console() {
		v.WindowTitle = ""
	}
	if !s.sess.mouse() {
		v.MouseMode = tea.MouseModeNone
	}
	return alive(s.out.draw(v, s.size))
}

// alive is err, unless it is that of a line that is gone: its context says so.
func alive(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// contain logs a panic of the model with its stack. It ends this session and no other.
func (s *stage) contain(where string) {
	if r := recover(); r != nil {
		s.sess.log.Error("Screen panicked", "in", where, "panic", r, "stack", string(debug.Stack()))
		s.sess.cancel(errBroken)
	}
}
