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

	msgs chan tea.Msg
	ctx  context.Context // ends with the stage
	end  context.CancelFunc
}

func newStage(sess *session, out *screen, model tea.Model, fps int, turns *turns) *stage {
	ctx, end := context.WithCancel(sess.ctx)
	return &stage{
		sess: sess, out: out, model: model, pace: time.Second / time.Duration(fps), size: sess.dimensions(),
		turns: turns, acted: time.Now(), msgs: make(chan tea.Msg), ctx: ctx, end: end,
	}
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
	s.start(s.init())
	if err := s.draw(); err != nil {
		return err
	}
	drawn := time.Now()
	due := time.NewTimer(time.Hour)
	due.Stop()
	defer due.Stop()
	var number uint64 // in the line of those who draw by turns; kept until there is a frame
	for stale, early := false, false; ; {
		in := s.queue(stale && !early, &number)
		select {
		case <-s.ctx.Done():
			in.leave()
			return nil
		case <-due.C:
			in.leave()
			early = false
		case <-in.come:
			if err := s.show(s.viewIn(in)); err != nil {
				return err
			}
			stale, drawn, number = false, time.Now(), 0
		case msg := <-s.msgs:
			in.leave() // nobody waits for somebody who does something else
			s.act(msg, time.Now())
			if over, err := s.handle(msg); over {
				_ = s.draw() // the last thing that is seen; the line may be gone
				return err
			}
			if rest := s.pace - time.Since(drawn); !stale && rest > 0 {
				early = true
				due.Reset(rest)
			}
			stale = true
		}
		if now := time.Now(); stale && !early && s.hurries(now) {
			if err := s.draw(); err != nil {
				return err
			}
			stale, drawn, number = false, time.Now(), 0
		}
	}
}

// queue waits for a turn to draw, if the screen is out of date and does not hurry. It has a number from the first time.
func (s *stage) queue(stale bool, number *uint64) *turn {
	if !stale || s.hurries(time.Now()) {
		return &turn{}
	}
	if *number == 0 {
		*number = s.turns.number()
	}
	return s.turns.join(*number)
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
		return false, nil
	}
	s.start(s.update(msg))
	return false, nil
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
