package sshd

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
)

// errBroken is why a session ends that went wrong. The person is told so, the log knows more.
var errBroken = errors.New("something went wrong, and we have a note of it: come back, everything is kept")

// middleware is what a session goes through, innermost first: THE LAST ONE RUNS FIRST. In the order of running:
//
//	recovering    a panic ends this session only
//	logging       who came, how long, with what end
//	limiting      the house is full, or closes
//	identifying   the proved key, never the offered one; too many sessions of it
//	commanding    a command, with or without a terminal
//	terminal      no terminal, or one that cannot place a cursor
//	program       the screens
func (s *Server) middleware() []wish.Middleware {
	return []wish.Middleware{
		s.program,
		s.terminal,
		s.commanding,
		s.identifying,
		s.limiting,
		s.logging,
		s.recovering,
	}
}

// step makes a middleware of a function that gets our session.
func step(run func(sess *session, next func())) func(ssh.Handler) ssh.Handler {
	return func(next ssh.Handler) ssh.Handler {
		return func(outer ssh.Session) {
			sess, ok := outer.(*session)
			if !ok {
				_ = outer.Exit(1) // not from our front: nothing to build on
				return
			}
			run(sess, func() { next(sess) })
		}
	}
}

func (s *Server) recovering(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		defer func() {
			if r := recover(); r != nil {
				sess.log.Error("Session panicked", "panic", r, "stack", string(debug.Stack()))
				s.apologize(sess, errBroken)
			}
			_ = sess.Exit(0) // unless something else was said
			sess.cancel(errGone)
			sess.line.unheed(sess)
			close(sess.finished)
			s.dismiss(sess)
		}()
		next()
	})(next)
}

func (s *Server) logging(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		from := s.cfg.Now()
		sess.log = sess.log.With("client", clean(sess.Context().ClientVersion(), argumentWidth))
		sess.log.Info("Session opened", "command", wordOf(sess.Command()), "pty", sess.pty, "term", sess.term)
		sess.log.Debug("Session wants", "user", clean(sess.User(), suggestionWidth), "command",
			clean(sess.RawCommand(), argumentWidth))
		defer func() {
			sess.log.Info("Session ended", "player", sess.id.Fingerprint, "exit", sess.status(),
				"for", s.cfg.Now().Sub(from).Round(time.Millisecond), "lag", sess.line.trips.Lag(s.cfg.Now()))
		}()
		next()
	})(next)
}

// wordOf is the command of a session as the log may have it: what stands behind it is people's names, the codes of
// tables and what was said.
func wordOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	for _, cmd := range commands() {
		if cmd.name == words[0] {
			return cmd.name
		}
	}
	return "unknown"
}

func (s *Server) limiting(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		if err := s.enroll(sess); err != nil {
			why := "full"
			if errors.Is(err, errClosing) {
				why = "closing"
			}
			s.cfg.Meter.Refused(why)
			s.apologize(sess, err)
			return
		}
		next()
	})(next)
}

func (s *Server) identifying(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		id, ok := identify(sess)
		if !ok {
			sess.log.Error("The proved key is not the offered one")
			s.apologize(sess, errBroken)
			return
		}
		sess.id = id
		if err := s.admit(sess); err != nil {
			s.cfg.Meter.Refused("sessions of one player")
			s.apologize(sess, err)
			return
		}
		next()
	})(next)
}

// apologize tells somebody why the session ends, and ends it with exit status 1.
func (s *Server) apologize(sess *session, why error) {
	say(sess, "%s.", capital(why.Error()))
	_ = sess.Exit(1)
}

// say writes a line to the person, where it does not mix with the output of a command.
func say(sess *session, format string, args ...any) {
	var w io.Writer = sess
	if !sess.pty {
		w = sess.Stderr()
	}
	_, _ = fmt.Fprintf(w, format+"\n", args...) // the line may be gone, and then nobody reads it
}

// capital writes an error as a sentence begins.
func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
