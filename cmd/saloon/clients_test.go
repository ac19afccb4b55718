package main

import (
	"context"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"saloon/sshd/swarm"
)

// sitter is somebody who has sat down at a terminal, by whatever client.
type sitter struct {
	t    *testing.T
	term *swarm.Terminal
	who  *traveller
	exit func() int // how the client ended
}

// settles waits until what the terminal shows is what the session means to show, in every cell, with a text on it.
func (s *sitter) settles(text string) {
	s.t.Helper()
	why := ""
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	err := s.term.Until(ctx, "what is meant", func(screen []string) bool {
		if !swarm.On(screen, text) {
			why = "there is no " + text
			return false
		}
		want := s.who.means().sheet()
		s.term.Look(func(got uv.Screen) { why = differs(got, want) })
		return why == ""
	})
	if err != nil {
		s.t.Fatalf("%s: %v\nmeant was\n%s", why, err, strings.Join(s.who.means().text(), "\n"))
	}
}

// goes presses keys, and waits for what they bring to stand as it is meant.
func (s *sitter) goes(keys, text string) {
	s.t.Helper()
	press(s.t, s.term, keys)
	s.settles(text)
}

// insists is goes for a dialog, which takes no key at first.
func (s *sitter) insists(keys, text string) {
	s.t.Helper()
	insist(s.t, s.term, keys, text)
	s.settles(text)
}

// arrives takes a name and stands in the lobby.
func (s *sitter) arrives(name string) {
	s.t.Helper()
	s.settles("What shall we call you")
	s.goes("\x7f", "You will be known as "+s.who.name[:len(s.who.name)-1])
	s.goes(strings.Repeat("\x7f", len(s.who.name))+name, "You will be known as "+name)
	s.goes("\r", "the lobby")
}

// again is how long a key may do nothing before it is pressed again: it may have come too early.
const again = 400 * time.Millisecond

// plays plays until a text stands on the screen; whenever the table asks something, the screen must be right.
func (s *sitter) plays(g played, until string) {
	s.t.Helper()
	r := &rider{term: s.term, wants: g.bold}
	for {
		key := ""
		do(s.t, func(ctx context.Context) error {
			return s.term.Until(ctx, "a question", func(screen []string) bool {
				key, _ = r.choose(screen)
				return key != "" || swarm.On(screen, until)
			})
		})
		if swarm.On(s.term.Screen(), until) {
			s.settles(until)
			return
		}
		s.settles("")
		before := asks(s.term.Screen())
		press(s.t, s.term, key)
		ctx, cancel := context.WithTimeout(s.t.Context(), again)
		_ = s.term.Until(ctx, "the result", func(screen []string) bool {
			return asks(screen) != before && !swarm.On(screen, "came too early")
		})
		cancel()
	}
}

// leaves goes out of the house and finds the terminal as it was before.
func (s *sitter) leaves() {
	s.t.Helper()
	s.goes("q", "Leave the saloon?")
	press(s.t, s.term, "y")
	if status := s.exit(); status != 0 {
		s.t.Errorf("the client ended with %d", status)
	}
	_ = s.term.Until(s.t.Context(), "the end", func([]string) bool { return false })
	if swarm.On(s.term.Screen(), "the lobby") {
		s.t.Errorf("the screen was not left:\n%s", strings.Join(s.term.Screen(), "\n"))
	}
}

// story is an evening: to come, to be called something, to sit down, play a hand, talk, change the window, leave.
func (s *sitter) story(name string) {
	s.t.Helper()
	g := riding[0]
	s.arrives(name)
	s.goes("?", "What the keys do here")
	s.goes("\x1b", "the lobby")
	s.opens()
	s.plays(g, "hand 2")
	s.settles("Your move") // nobody else moves meanwhile
	s.goes("/", "Enter says it")
	s.goes("howdy, 語\r", "› "+name+": howdy, 語")
	s.goes("\x1b", "/ talk")
	for _, size := range [][2]int{{120, 40}, {60, 20}, {40, 10}, {100, 26}} {
		if err := s.term.Resize(size[0], size[1]); err != nil {
			s.t.Fatal(err)
		}
		s.settles("")
	}
	s.walks()
	s.leaves()
}

// opens opens a table for Wyatt Earp, as the form has it, and plays there with bots.
func (s *sitter) opens() {
	s.t.Helper()
	s.goes("o", "Open the table")
	s.goes("o", "Bring somebody") // words for them may lie over the title
	s.goes("r", "r not ready")
	s.goes("b", "regular")
	s.insists("2", "WANTED")
}

// walks goes from a table to the lobby.
func (s *sitter) walks() {
	s.t.Helper()
	s.goes("\x1b", "Go to the lobby")
	s.insists("l", "the lobby")
}

// TestRealClients plays the same evening by every client that is on this machine, and reads the screen as it does.
func TestRealClients(t *testing.T) {
	t.Parallel()
	h := openWatched(t)
	crowd(t, len(ways)+1, func(i int) {
		if i == len(ways) {
			t.Run("Go", func(t *testing.T) {
				h.byGo(t, h.visits(t, way{}, "gopher", "ed25519"), "").story("Dusty Go")
			})
			return
		}
		w := ways[i]
		t.Run(w.name, func(t *testing.T) {
			w.here(t)
			v := h.visits(t, w, "rider", "ed25519")
			s := v.sitsAt(t, w)
			w.meets(t, s.term, v)
			s.story("Dusty " + strings.TrimSuffix(w.name, "SSH"))
		})
	})
}

// sitsAt brings a traveller in by a client, on a terminal of 100×26 cells.
func (v *traveller) sitsAt(t *testing.T, w way, words ...string) *sitter {
	t.Helper()
	term, d := v.sits(t, w.argv(v, words...), 100, 26)
	return &sitter{t, term, v, func() int { return d.exits(t) }}
}

// byGo brings a traveller in by Go's own client.
func (h *watchedHouse) byGo(t *testing.T, v *traveller, command string) *sitter {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	term, err := swarm.Dial(ctx, swarm.Login{Addr: h.addr, User: v.name, Key: v.key, Command: command, Term: v.term,
		W: 100, H: 26})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = term.Close() }) // it may be closed
	return &sitter{t, term, v, func() int { return 0 }}
}
