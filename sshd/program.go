package sshd

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"

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
	case errors.Is(err, lobby.ErrCrowded):
		s.apologize(sess, errFull)
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
		Console: sess.console(), Profile: sess.profile(), Env: sess.environ(), Intent: sess.intent,
		AskGround: sess.answers(), Lag: lag,
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
		stage := newStage(sess, out, s.cfg.Program(v), s.cfg.FPS, s.crew)
		defer stage.close()
		pump := newPump(s, sess, stage.send, v.Session.Key)
		ended := make(chan struct{})
		running, stop := context.WithCancel(sess.ctx)
		go func() { // contained: contain
			defer close(ended)
			defer s.contain("A session's input panicked", sess)
			pump.run(running)
		}()
		err := stage.run()
		stop()
		<-ended
		out.restore()
		s.farewell(sess, err)
	})(nil) // nothing comes after it
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
