package sshd

import (
	"context"
	"errors"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/x/ansi"

	"saloon/lobby"
	"saloon/sshd/intake"
)

// enterFor is how long the house may take to let somebody in.
const enterFor = 10 * time.Second

// visit lets a session into the house. ok is false if it could not, and the person has been told.
func (s *Server) visit(sess *session) (v Visit, ok bool) {
	ctx, cancel := context.WithTimeout(sess.ctx, enterFor)
	defer cancel()
	in, err := s.cfg.House.Enter(ctx, sess.id)
	switch {
	case errors.Is(err, lobby.ErrClosed):
		s.apologize(sess, errClosing)
		return v, false
	case err != nil:
		sess.log.Error("Nobody could be let in", "err", err)
		s.apologize(sess, errBroken)
		return v, false
	}
	lag := func() time.Duration { return sess.line.trips.Lag(sess.line.now()) }
	in.Measure(lag)
	sess.line.heed(sess, in.Faint)
	at := sess.dimensions()
	return Visit{
		Context: sess.ctx, Session: in,
		Fingerprint: sess.id.Fingerprint, KeyType: sess.id.KeyType,
		Term: sess.term, Width: at.w, Height: at.h,
		Profile: sess.profile(), Env: sess.environ(), Intent: sess.intent, AskGround: sess.answers(),
		Lag:      lag,
		LastRead: sess.times.Read, Office: s.inside(ctx, sess),
	}, true
}

// program runs the screens of a session until the person leaves, the line ends or the house closes.
func (s *Server) program(ssh.Handler) ssh.Handler {
	return step(func(sess *session, _ func()) {
		v, ok := s.visit(sess)
		if !ok {
			return
		}
		defer v.Session.Close()
		out := newScreen(sess.raw, s.cfg.Now)
		defer out.restore() // also when what follows panics
		v.Line = &gauge{sess: sess, out: out}
		shield := &shield{sess: sess}
		shield.inner = s.cfg.Program(v)
		if c, ok := shield.inner.(interface{ Close() }); ok {
			defer c.Close()
		}
		p := tea.NewProgram(shield,
			tea.WithContext(sess.ctx),
			tea.WithInput(nil), // input is read, filtered and decoded by the pump
			tea.WithOutput(out),
			tea.WithoutSignalHandler(), // the process has one
			tea.WithEnvironment(v.Env),
			tea.WithColorProfile(v.Profile),
			tea.WithWindowSize(v.Width, v.Height),
			tea.WithFPS(s.cfg.FPS),
			tea.WithFilter(sess.vet),
		)
		pump := newPump(s, sess, p.Send, v.Session.Key)
		ended := make(chan struct{})
		running, stop := context.WithCancel(sess.ctx)
		go func() { // contained: contain
			defer close(ended)
			defer s.contain("A session's input panicked", sess)
			pump.run(running)
		}()
		_, err := p.Run()
		stop()
		<-ended
		out.restore()
		s.farewell(sess, err)
	})(nil) // nothing comes after it
}

// groundRequest is the type of the message by which a program asks for the color of the ground.
var groundRequest = reflect.TypeOf(tea.RequestBackgroundColor())

// vet looks at every message before Bubble Tea does. It lets the one question through that is asked of a terminal,
// where Bubble Tea itself asks nothing while it has no input of its own; and it drops the one message by which a
// program would stop the whole server, as if it were on a terminal of its own.
func (s *session) vet(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		return nil
	}
	if msg != nil && reflect.TypeOf(msg) == groundRequest && s.answers() {
		return tea.RawMsg{Msg: ansi.RequestBackgroundColor}
	}
	return msg
}

// farewell says why a program ended, if the person did not end it, and sends the exit status.
func (s *Server) farewell(sess *session, err error) {
	why := context.Cause(sess.ctx)
	switch {
	case err == nil && why == nil:
		_ = sess.Exit(0)
		return
	case errors.Is(why, errClosing), errors.Is(why, errQuiet), errors.Is(why, errBroken),
		errors.Is(why, intake.ErrRubbish):
		s.apologize(sess, why)
		return
	case why == nil && !errors.Is(err, tea.ErrInterrupted):
		sess.log.Error("Program ended", "err", err)
		s.apologize(sess, errBroken)
		return
	}
	_ = sess.Exit(1) // nobody is there to be told
}

// shield stands between Bubble Tea and the screens: a panic in them is logged with its stack and ends this session.
// Bubble Tea's own way, which stays on behind it, prints to the server's standard error.
type shield struct {
	inner tea.Model
	sess  *session
}

func (m *shield) broken(where string) {
	if r := recover(); r != nil {
		m.sess.log.Error("Screen panicked", "in", where, "panic", r, "stack", string(debug.Stack()))
		m.sess.cancel(errBroken)
	}
}

// Init begins the program.
func (m *shield) Init() (cmd tea.Cmd) {
	defer m.broken("Init")
	return m.wrap(m.inner.Init())
}

// Update hands a message on.
func (m *shield) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer m.broken("Update")
	m.inner, cmd = m.inner.Update(msg)
	return m, m.wrap(cmd)
}

// View draws; what cannot be drawn is empty.
func (m *shield) View() (v tea.View) {
	defer m.broken("View")
	return m.inner.View()
}

// wrap makes a command that can panic without harm, and the commands that it returns as well.
func (m *shield) wrap(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer m.broken("Cmd")
		msg = cmd()
		// Batches and sequences are slices of commands, the latter of a type that has no name for us.
		if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range v.Len() {
				inner, _ := v.Index(i).Interface().(tea.Cmd)
				v.Index(i).Set(reflect.ValueOf(m.wrap(inner)))
			}
		}
		return msg
	}
}
