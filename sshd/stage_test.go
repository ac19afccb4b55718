package sshd

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// script notes the words that reach it. It ends on "end".
type script struct {
	first tea.Cmd
	words *[]string
}

type word string

func (s script) Init() tea.Cmd { return s.first }

func (s script) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if w, ok := msg.(word); ok {
		*s.words = append(*s.words, string(w))
		if w == "end" {
			return s, tea.Quit
		}
	}
	return s, nil
}

func (s script) View() tea.View { return tea.NewView(strings.Join(*s.words, " ")) }

func says(w string) tea.Cmd { return func() tea.Msg { return word(w) } }

// performs runs a script to its end and gives the words that reached it and what was written.
func performs(t *testing.T, first tea.Cmd) (words []string, out string) {
	t.Helper()
	got := &pieces{}
	l := &line{}
	sess := &session{ctx: t.Context(), cancel: func(error) {}, log: slog.New(slog.DiscardHandler), line: l}
	sess.size = size{40, 1}
	s := newStage(sess, newScreen(got, time.Now), script{first, &words}, 60, newTurns())
	defer s.close()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	return words, got.text()
}

// Whoever has pressed a key sees what comes of it at once. What somebody did not ask for is drawn in turn.
func TestWhoPressesAKeyWaitsForNobodysTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var words []string
		got := &pieces{}
		sess := &session{ctx: t.Context(), cancel: func(error) {}, log: slog.New(slog.DiscardHandler), line: &line{}}
		sess.size = size{40, 1}
		turns := make(chan struct{}, 1)
		s := newStage(sess, newScreen(got, time.Now), script{nil, &words}, 60, turns)
		defer s.close()
		ended := make(chan error, 1)
		go func() { ended <- s.run() }()
		says := func(msg tea.Msg, text string, want bool) {
			t.Helper()
			s.send(msg)
			<-time.After(2 * s.pace)
			synctest.Wait()
			if out := got.text(); strings.Contains(out, text) != want {
				t.Errorf("%q is on the screen: %v, want %v: %q", text, !want, want, out)
			}
		}
		turns <- struct{}{} // somebody else draws, and never ends
		says(word("unasked"), "unasked", false)
		says(tea.KeyPressMsg{Code: 'x'}, "unasked", true)
		says(word("answer"), "answer", true)
		<-time.After(hurriesFor)
		says(word("again"), "again", false)
		<-turns
		says(word("later"), "later", true)
		s.send(word("end"))
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	})
}

func TestCommandsOfASequenceComeInOrder(t *testing.T) {
	words, out := performs(t, tea.Sequence(says("one"), nil, says("two"), says("three"), says("end")))
	if got := fmt.Sprint(words); got != "[one two three end]" {
		t.Errorf("heard %s", got)
	}
	if !strings.Contains(out, "end") {
		t.Errorf("the last frame is missing: %q", out)
	}
}

func TestAScreenIsPaintedAnewWhenAskedFor(t *testing.T) {
	_, out := performs(t, tea.Sequence(says("one"), tea.ClearScreen, says("two"), says("end")))
	if n := strings.Count(out, "\x1b[2J"); n != 2 {
		t.Errorf("the terminal was cleared %d times, want at the start and when asked: %q", n, out)
	}
}

func TestWhatIsRawIsWrittenAsItIs(t *testing.T) {
	_, out := performs(t, tea.Sequence(tea.Raw("\x1b]99;raw\a"), says("end")))
	if !strings.Contains(out, "\x1b]99;raw\a") {
		t.Errorf("wrote %q", out)
	}
}
