package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// between is a program that stands between a client and the terminal, and is a terminal itself.
type between struct {
	program string // Debian calls the package as the program
	terms   []string
	// start is how it runs a command in a terminal of a kind; its own files are below dir.
	start func(t *testing.T, dir, term string, argv []string) []string
	// reads is how it is asked for what is in its window, nil where it only tells that in Latin letters.
	reads func(dir string) []string
	end   func(dir string) []string // ends it, wherever it is
}

var betweens = []between{
	{
		program: "tmux", terms: []string{"tmux", "tmux-256color", "screen", "screen-256color"},
		start: func(t *testing.T, dir, term string, argv []string) []string {
			keep(t, dir+"/conf", "set -g default-terminal "+term+"\nset -g status off\nset -s escape-time 0\n")
			return []string{"tmux", "-u", "-S", dir + "/socket", "-f", dir + "/conf", "new-session", "-s", "evening",
				quoted(argv)}
		},
		reads: func(dir string) []string {
			return []string{"tmux", "-S", dir + "/socket", "capture-pane", "-p", "-t", "evening"}
		},
		end: func(dir string) []string {
			return []string{"tmux", "-S", dir + "/socket", "kill-session", "-t", "evening"}
		},
	},
	{
		program: "screen", terms: []string{"screen", "screen-256color"},
		start: func(t *testing.T, dir, term string, argv []string) []string {
			keep(t, dir+"/conf", "startup_message off\naltscreen on\ndefutf8 on\nterm "+term+"\n")
			return append([]string{"screen", "-U", "-c", dir + "/conf", "-S", "evening"}, argv...)
		},
		end: func(string) []string { return []string{"screen", "-S", "evening", "-X", "quit"} },
	},
}

// quoted are words as a shell reads them.
func quoted(argv []string) string {
	var all []string
	for _, w := range argv {
		all = append(all, "'"+w+"'") // none has such a mark
	}
	return strings.Join(all, " ")
}

// TestTerminalsInBetween sits down by OpenSSH within tmux and screen, and reads the terminal outside of them, and what
// they say is in their window.
func TestTerminalsInBetween(t *testing.T) {
	t.Parallel()
	h := openWatched(t)
	for _, b := range betweens {
		crowd(t, len(b.terms), func(i int) {
			t.Run(b.program+" as "+b.terms[i], func(t *testing.T) {
				openSSH.here(t)
				found(t, b.program, b.program)
				h.within(t, b, b.terms[i], fmt.Sprintf("Dusty %s %d", b.program, i))
			})
		})
	}
}

// within visits the house by OpenSSH in a terminal of what stands in between.
func (h *watchedHouse) within(t *testing.T, b between, term, name string) {
	t.Helper()
	dir := short(t)
	v := h.visits(t, openSSH, "rider", "ed25519")
	v.env = []string{"SCREENDIR=" + dir}
	t.Cleanup(func() { _ = v.aside(b.end(dir)).Run() }) // it has ended by itself, if all went well
	out, d := v.sits(t, b.start(t, dir, term, openSSH.argv(v)), 100, 26)
	s := &sitter{t, out, v, func() int { return d.exits(t) }}
	openSSH.meets(t, s.term, v)
	s.glance(name)
	if got := v.means().visit.Term; !strings.HasPrefix(got, term) { // screen adds what it is in
		t.Errorf("the house heard of a terminal %q", got)
	}
	if b.reads != nil {
		s.copied(b, dir)
	}
	s.walks()
	s.leaves()
}

// aside runs a program of this traveller beside the one at the terminal.
func (v *traveller) aside(argv []string) *exec.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env, cmd.Dir = v.environ(), v.home
	return cmd
}

// copied compares what the program in between says is in its window with what was meant.
func (s *sitter) copied(b between, dir string) {
	s.t.Helper()
	s.goes("?", "What the keys do here") // no clock runs there, but news may come
	do(s.t, func(ctx context.Context) error {
		for {
			body, err := s.who.aside(b.reads(dir)).CombinedOutput()
			got, want := rows(string(body)), s.who.means().text()
			if err != nil || ctx.Err() != nil {
				return fmt.Errorf("%s copied\n%q\nmeant was\n%q: %w, %w", b.program, got, want, err, ctx.Err())
			}
			if slices.Equal(got, want) {
				return nil
			}
		}
	})
	s.goes("\x1b", "Your move")
}

// rows are the lines of a text without the blanks at their ends.
func rows(text string) []string {
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range all {
		all[i] = strings.TrimRight(all[i], " ")
	}
	return all
}
