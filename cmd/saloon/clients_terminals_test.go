package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/sync/errgroup"
)

// ink is how many colors a terminal is given.
type ink int

const (
	noInk    ink = iota
	basicInk     // 16 colors
	manyInks     // 256
	trueInk
)

// terminal is a value of TERM and what it gets.
type terminal struct {
	term  string
	inks  ink
	ascii bool // and not a byte more, also not within a sequence
	line  bool // plain lines
}

// terminals are the values of TERM that are tried, and what each of them must get.
var terminals = []terminal{
	{term: "xterm", inks: basicInk}, {term: "xterm-256color", inks: manyInks},
	{term: "screen", inks: manyInks}, {term: "screen-256color", inks: manyInks},
	{term: "tmux", inks: manyInks}, {term: "tmux-256color", inks: manyInks},
	{term: "linux", inks: basicInk, ascii: true}, {term: "vt100", inks: noInk, ascii: true},
	{term: "xterm-kitty", inks: trueInk}, {term: "kitty", inks: trueInk}, {term: "alacritty", inks: trueInk},
	{term: "nonsense", inks: basicInk},
	{term: "dumb", line: true}, {term: "", line: true},
}

// TestTerminalsOfEveryKind sits down by OpenSSH, and by Go's own client, at terminals that call themselves otherwise.
func TestTerminalsOfEveryKind(t *testing.T) {
	t.Parallel()
	h := openWatched(t)
	crowd(t, len(terminals), func(i int) {
		c := terminals[i]
		name := fmt.Sprintf("Dusty %d", i)
		if c.term != "" { // ours always calls its terminal something
			t.Run(fmt.Sprintf("Go at %q", c.term), func(t *testing.T) {
				v := h.visits(t, way{}, "rider", "ed25519")
				v.term = c.term
				h.byGo(t, v, "").tries(c, "Go "+name)
			})
		}
		t.Run(fmt.Sprintf("OpenSSH at %q", c.term), func(t *testing.T) {
			openSSH.here(t)
			v := h.visits(t, openSSH, "rider", "ed25519")
			v.term = c.term
			s := v.sitsAt(t, openSSH)
			openSSH.meets(t, s.term, v)
			s.tries(c, "Open "+name)
		})
	})
}

// crowdMax is how many clients are at work at once, more than there are processors: most of them wait.
const crowdMax = 6

// crowd runs the numbers below n through a function that waits a lot, many at once.
func crowd(t *testing.T, n int, each func(int)) {
	t.Helper()
	var all errgroup.Group
	all.SetLimit(crowdMax)
	for i := range n {
		all.Go(func() error {
			each(i)
			return nil
		})
	}
	_ = all.Wait() // each fails its own test
}

// tries visits the house at a kind of terminal.
func (s *sitter) tries(c terminal, name string) {
	s.t.Helper()
	if c.line {
		s.evening(name)
		return
	}
	s.glance(name)
	if got := s.inks(); got != c.inks {
		s.t.Errorf("it has inks of kind %d, not %d", got, c.inks)
	}
	s.walks()
	s.leaves()
	text := s.drawn()
	if at := strings.IndexFunc(text, func(r rune) bool { return r > '~' }); (at < 0) != c.ascii {
		s.t.Errorf("ASCII alone: %v; the first that is not: %.20q", c.ascii, text[max(0, at):])
	}
}

// glance is a short visit to a table, a rule book and the help.
func (s *sitter) glance(name string) {
	s.t.Helper()
	s.arrives(name)
	s.opens()
	s.settles("Your move")
	s.goes("R", "rule book")
	for range 6 {
		s.pages()
	}
	s.goes("\x1b", "Your move")
	s.goes("?", "What the keys do here")
	s.goes("\x1b[27u", "Your move") // as who speaks kitty's protocol sends the escape key
}

// pages goes on by a page.
func (s *sitter) pages() {
	s.t.Helper()
	before := s.who.means().text()
	press(s.t, s.term, " ")
	do(s.t, func(ctx context.Context) error {
		return s.term.Until(ctx, "the next page", func(screen []string) bool {
			return !slices.Equal(before, s.who.means().text())
		})
	})
	s.settles("rule book")
}

// drawn is everything that was written on the alternate screen.
func (s *sitter) drawn() string {
	_, after, _ := strings.Cut(s.term.Text(), "\x1b[?1049h")
	return after
}

// inks is the richest kind of color on the screen.
func (s *sitter) inks() (most ink) {
	s.term.Look(func(screen uv.Screen) {
		for y := range screen.Bounds().Dy() {
			for x := range screen.Bounds().Dx() {
				c := cellOf(screen, x, y)
				most = max(most, inkOf(c.fg), inkOf(c.bg))
			}
		}
	})
	return most
}

func inkOf(name string) ink {
	n := 0
	switch _, err := fmt.Sscanf(name, "%d", &n); {
	case strings.HasPrefix(name, "#"):
		return trueInk
	case err != nil:
		return noInk
	case n < 16:
		return basicInk
	}
	return manyInks
}
