package sshd

import (
	"charm.land/ssh"
)

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1 // it was understood, and cannot be
	exitUsage = 2 // it was not understood
)

func helpText() string { return "help\n" }

func (s *Server) commanding(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		if sess.RawCommand() == "" {
			sess.intent = Intent{Aim: ToLobby}
			next()
			return
		}
		_ = sess.Exit(exitUsage)
	})(next)
}
