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

// untitled begin the names of terminals that have no title, and know no sequence for one: they would print it.
var untitled = []string{"ansi", "cons25", "linux", "pcansi", "sun", "vt", "wyse"}

// titled reports whether the terminal's window may be given a title.
func (s *session) titled() bool {
	return !slices.ContainsFunc(untitled, func(name string) bool { return strings.HasPrefix(s.term, name) })
}

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
	if strings.HasPrefix(s.term, "vt") {
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
