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
	crew  *crew
	turn  *turn     // to draw what the person did not ask for; see hurries
	acted time.Time // when the person last did something: came, to begin with
	alarm *time.Timer
	due   time.Time // when the alarm rings; zero if it does not

	stale  bool        // the screen is out of date
	early  bool        // it is too early for the next frame; rest ends that
	rest   *time.Timer // until then
	drawn  time.Time   // when the last frame was
	number uint64      // in the line of those who draw by turns; kept until there is a frame

	chore chore // what the crew is to do …
	done  chan struct{}
	left  left // … and what it leaves to be done

	msgs chan tea.Msg
	bell chan struct{}    // rings when there is something to hear; one slot
	ears []screens.Listen // who rings it
	ctx  context.Context  // ends with the stage
	end  context.CancelFunc
}

func newStage(sess *session, out *screen, model tea.Model, fps int, crew *crew) *stage {
	ctx, end := context.WithCancel(sess.ctx)
	return &stage{
		sess: sess, out: out, model: model, pace: time.Second / time.Duration(fps), size: sess.dimensions(),
		crew: crew, turn: crew.place(), done: make(chan struct{}, 1), acted: time.Now(), alarm: stopped(),
		rest: stopped(), msgs: make(chan tea.Msg), bell: make(chan struct{}, 1), ctx: ctx, end: end,
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

// acts reports whether a message is something that the person did.
func acts(msg tea.Msg) bool {
	switch msg.(type) {
	case screens.Stroke, tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.WindowSizeMsg:
		return true
	}
	return false
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
// long enough ago, so that a key is not kept waiting; else as soon as it is, with all that has happened until then. The
// loop itself waits and writes; whatever allocates is a chore for the crew.
func (s *stage) run() error {
	defer s.end()
	defer s.rest.Stop()
	defer s.alarm.Stop()
	over, err := s.does(chore{begin: true})
	for !over && err == nil {
		s.queue()
		select {
		case <-s.ctx.Done():
			s.turn.leave()
			return nil
		case <-s.rest.C:
			s.turn.leave()
			if s.early = false; s.hurries(time.Now()) {
				over, err = s.does(chore{})
			}
		case <-s.turn.come:
			over, err = s.does(chore{draw: true})
		case now := <-s.alarm.C:
			s.turn.leave() // nobody waits for somebody who does something else
			over, err = s.does(chore{woken: now})
		case <-s.bell:
			s.turn.leave()
			over, err = s.does(chore{rung: true})
		case msg := <-s.msgs:
			s.turn.leave()
			over, err = s.does(chore{msg: msg})
		}
	}
	return err
}

// chore is one thing that has happened.
type chore struct {
	begin bool
	draw  bool // it is the stage's turn
	woken time.Time
	rung  bool
	msg   tea.Msg
}

// left is what the crew has not done, because it might have to wait for a reader.
type left struct {
	over  bool
	err   error
	frame frame    // to be written
	view  tea.View // to be painted first, if busy
	busy  bool     // somebody else wrote to the screen just then
	raw   []byte   // to be written between two frames
}

// does has a chore done, and writes what comes of it.
func (s *stage) does(c chore) (over bool, err error) {
	s.chore = c
	s.crew.do(s, s.hurries(time.Now()) || acts(c.msg))
	rest := s.left
	s.left = left{raw: rest.raw[:0]}
	err = s.write(rest)
	if rest.over {
		return true, rest.err // the last frame was shown; the line may be gone
	}
	return false, err
}

// write writes what is left to be written.
func (s *stage) write(l left) error {
	defer s.contain("Write")
	err := s.out.write(l.frame)
	if l.busy {
		err = s.out.draw(l.view, s.size)
	}
	if err == nil && len(l.raw) > 0 {
		_, err = s.out.flash(l.raw)
	}
	return alive(err)
}

// worked is of worker.
func (s *stage) worked() chan struct{} { return s.done }

// work does the chore, and makes the frame that is to follow at once.
func (s *stage) work() {
	c := s.chore
	s.chore = chore{}
	if c.draw {
		defer s.turn.leave() // whoever is next need not wait for this one's reader
	}
	switch {
	case c.begin:
		s.start(s.init())
		if _, ok := s.model.(screens.Clocked); ok {
			s.start(s.update(screens.Hosted{}))
		}
		s.wind()
		s.look()
		return
	case !c.woken.IsZero():
		s.due = time.Time{}
		s.take(screens.Tick{Now: c.woken})
	case c.rung:
		s.hear()
	case c.msg != nil:
		s.take(c.msg)
	}
	if c.draw || s.left.over || s.stale && !s.early && s.hurries(time.Now()) {
		s.look()
	}
}

// take takes a message in, and sees to it that a frame follows.
func (s *stage) take(msg tea.Msg) {
	if acts(msg) {
		s.acted = time.Now()
	}
	was := s.stale
	s.left.over, s.left.err = s.handle(msg)
	if was || !s.stale {
		return
	}
	if rest := s.pace - time.Since(s.drawn); rest > 0 {
		s.early = true
		s.rest.Reset(rest)
	}
}

// queue waits for a turn to draw, if the screen is out of date and does not hurry. It has a number from the first time.
func (s *stage) queue() {
	if !s.stale || s.early || s.hurries(time.Now()) {
		return
	}
	if s.number == 0 {
		s.number = s.crew.number()
	}
	s.turn.join(s.number)
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
		s.left.raw = fmt.Append(s.left.raw, m.Msg)
		return false, nil
	case screens.Listen:
		s.listen(m)
		return false, nil
	case tea.WindowSizeMsg:
		s.size = size{m.Width, m.Height}
	}
	switch reflect.TypeOf(msg) {
	case groundRequest:
		if s.sess.answers() {
			s.left.raw = append(s.left.raw, ansi.RequestBackgroundColor...)
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
		s.alarm.Reset(max(due.Sub(now), screens.LeastNap))
	}
	s.due = due
}

// listen listens to something more. Whatever it is rings the one bell of the stage, which the loop waits for: a
// goroutine for each would have to be woken first, and be looked through by each collection of garbage.
func (s *stage) listen(to screens.Listen) {
	defer s.contain("RingOn")
	s.ears = append(s.ears, to)
	to.RingOn(s.bell)
}

// hear takes what the bell has rung for, from everybody who rings it.
func (s *stage) hear() {
	var few [4]tea.Msg
	heard, ears := few[:0], s.ears[:0]
	for _, l := range s.ears {
		msg, more := s.ask(l)
		if more {
			ears = append(ears, l)
		}
		if msg != nil {
			heard = append(heard, msg)
		}
	}
	clear(s.ears[len(ears):])
	s.ears = ears
	for _, msg := range heard {
		if s.take(msg); s.left.over {
			return
		}
	}
}

// ask takes what somebody has to say; nil if that is nothing.
func (s *stage) ask(l screens.Listen) (msg tea.Msg, more bool) {
	defer s.contain("Hear")
	return l.Hear()
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

// look makes the frame of what the model looks like now.
func (s *stage) look() {
	v, ok := s.view()
	s.stale, s.drawn, s.number = false, time.Now(), 0
	if !ok {
		return
	}
	if s.sess.console() {
		v.WindowTitle = ""
	}
	if !s.sess.mouse() {
		v.MouseMode = tea.MouseModeNone
	}
	s.paint(v)
}

// paint paints a view, unless somebody is writing to the screen: that may take as long as the reader likes, and the
// crew waits for nobody.
func (s *stage) paint(v tea.View) {
	defer s.contain("Frame")
	free := false
	if s.left.frame, free = s.out.tryPaint(v, s.size); !free {
		s.left.view, s.left.busy = v, true
	}
}

// view is what the model looks like; ok is false if that cannot be said, or nobody needs to know.
func (s *stage) view() (v tea.View, ok bool) {
	defer s.contain("View")
	if s.ctx.Err() != nil {
		return v, false
	}
	return s.model.View(), true
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
