package sshd

import (
	"io"
	"slices"
	"strings"

	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"
)

// cursorless are the terminals that cannot place a cursor, or say nothing about themselves.
var cursorless = map[string]bool{
	"": true, "dumb": true, "unknown": true, "network": true, "emacs": true, "vt52": true, "tty": true, "printer": true,
}

// terminal lets those through that have a terminal on which screens can be drawn. Others get the house in lines, or are
// told what to type.
func (s *Server) terminal(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		switch {
		case !sess.pty:
			say(sess, "Saloon is played in a terminal: ssh without -T, or ssh -t with a command.\n")
			_, _ = io.WriteString(sess, helpText())
			_ = sess.Exit(exitUsage)
		case !cursorless[sess.term]:
			next()
		case s.cfg.Lines != nil:
			s.lines(sess)
		default:
			say(sess, "Your terminal says that it is %q, which cannot place a cursor. "+
				"If it can: TERM=xterm-256color ssh …", sess.term)
			_ = sess.Exit(1)
		}
	})(next)
}

// answering begin the names of terminals that answer a question for a color in silence. Others would print it.
var answering = []string{"xterm", "tmux", "alacritty", "foot", "ghostty", "kitty", "rio", "contour", "wezterm", "rxvt"}

// answers reports whether the terminal may be asked for the color of its ground.
func (s *session) answers() bool {
	return slices.ContainsFunc(answering, func(name string) bool { return strings.HasPrefix(s.term, name) })
}

// consoles are the kinds of terminals that have no window: their fonts have little more than ASCII, and what sets a
// window's title they would print.
var consoles = []string{"ansi", "cons", "linux", "pcansi", "sun", "vt", "wyse"}

// kind is what a terminal's name begins with, without number and variant: vt of vt100-w, but vte of vte-256color.
func (s *session) kind() string {
	if i := strings.IndexFunc(s.term, func(r rune) bool { return r < 'a' || r > 'z' }); i >= 0 {
		return s.term[:i]
	}
	return s.term
}

// console reports whether the terminal is a console, or one of old.
func (s *session) console() bool { return slices.Contains(consoles, s.kind()) }

// mouse reports whether the terminal may be asked for its mouse. GNU screen may not: while somebody wants its mouse, it
// keeps a lone escape key back until the next key comes, and hands both on as one. Within tmux, which may call itself
// the same, there is no harm in it.
func (s *session) mouse() bool {
	return !strings.HasPrefix(s.term, "screen") || slices.Contains(s.env, "TERM_PROGRAM=tmux")
}

// environ is what programs get to know of the client's environment.
func (s *session) environ() []string {
	return append([]string{"TERM=" + s.term}, s.env...)
}

// profile is how many colors a terminal is given. Nothing is asked of the terminal: old ones print questions.
func (s *session) profile() colorprofile.Profile {
	for _, kv := range s.env {
		if v, ok := strings.CutPrefix(kv, "NO_COLOR="); ok && v != "" {
			return colorprofile.ASCII
		}
	}
	if s.kind() == "vt" {
		return colorprofile.ASCII
	}
	return colorprofile.Env(s.environ())
}

// Sequences that a screen leaves behind, if nobody cleans up.
const (
	altScreenOn  = "\x1b[?1049h"
	altScreenOff = "\x1b[?1049l"
	// modesOff ends colors, mouse, focus reports and bracketed paste, and shows the cursor. It changes nothing where
	// none of them was on.
	modesOff = "\x1b[m\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?25h"
)
