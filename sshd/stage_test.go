package sshd

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
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

// bare is a session of which nothing is there but the screen's size.
func bare(t *testing.T) *session {
	ctx, cancel := context.WithCancelCause(t.Context())
	t.Cleanup(func() { cancel(nil) })
	return &session{
		ctx: ctx, cancel: cancel, log: slog.New(slog.DiscardHandler), line: &line{}, size: size{40, 1},
	}
}

// performs runs a script to its end and gives the words that reached it and what was written.
func performs(t *testing.T, first tea.Cmd) (words []string, out string) {
	t.Helper()
	got := &pieces{}
	l := &line{}
	sess := &session{ctx: t.Context(), cancel: func(error) {}, log: slog.New(slog.DiscardHandler), line: l}
	sess.size = size{40, 1}
	s := newStage(sess, newScreen(got, time.Now), script{first, &words}, 60, &crew{turns: newTurns(1)})
	defer s.close()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
	return words, got.text()
}

// Whoever has come or pressed a key sees what comes of it at once. What somebody did not ask for is drawn in turn.
func TestWhoPressesAKeyWaitsForNobodysTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var words []string
		got := &pieces{}
		sess := &session{ctx: t.Context(), cancel: func(error) {}, log: slog.New(slog.DiscardHandler), line: &line{}}
		sess.size = size{40, 1}
		turns := newTurns(1)
		s := newStage(sess, newScreen(got, time.Now), script{nil, &words}, 60, &crew{turns: turns})
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
		other := turns.place()
		other.join(turns.number()) // somebody else draws, and never ends
		says(word("welcome"), "welcome", true)
		<-time.After(hurriesFor)
		says(word("unasked"), "unasked", false)
		says(tea.KeyPressMsg{Code: 'x'}, "unasked", true)
		says(word("answer"), "answer", true)
		<-time.After(hurriesFor)
		says(word("again"), "again", false)
		other.leave()
		says(word("later"), "later", true)
		s.send(word("end"))
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	})
}

// chatty is a model that notes when it is looked at, and panics when it is told to.
type chatty struct {
	name  string
	drawn func(name string)
	rot   bool
}

func (c chatty) Init() tea.Cmd { return nil }

func (c chatty) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	c.rot = c.rot || msg == word("rot")
	return c, nil
}

func (c chatty) View() tea.View {
	c.drawn(c.name)
	if c.rot {
		panic("nothing to be seen")
	}
	return tea.NewView("")
}

// lookers runs stages by their names that all draw by the same turns, and whose time to hurry is over. drawn takes out
// who has drawn since it was asked last, in order.
func lookers(t *testing.T, turns *turns, names ...string) (stages map[string]*stage, drawn func() string) {
	t.Helper()
	var mu sync.Mutex
	var order []string
	note := func(name string) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, name)
	}
	stages = map[string]*stage{}
	for _, name := range names {
		s := newStage(bare(t), newScreen(&pieces{}, time.Now), chatty{name: name, drawn: note}, 60, &crew{turns: turns})
		stages[name] = s
		go func() { _ = s.run() }()
	}
	drawn = func() string {
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		out := strings.Join(order, " ")
		order = nil
		return out
	}
	<-time.After(hurriesFor)
	drawn()
	return stages, drawn
}

// Who waits for a turn keeps the place while more comes: a table at which much happens is drawn as soon as others.
func TestWhoWaitsForATurnKeepsThePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		stages, drawn := lookers(t, turns, "busy", "calm")
		other := turns.place()
		other.join(turns.number())
		for _, name := range []string{"busy", "calm", "busy", "busy"} {
			stages[name].send(word("more"))
			synctest.Wait()
		}
		if got := drawn(); got != "" {
			t.Errorf("drawn out of turn: %s", got)
		}
		other.leave()
		if got := drawn(); got != "busy calm" {
			t.Errorf("drawn are %q", got)
		}
		for _, s := range stages {
			s.close()
		}
	})
}

// A turn is given back by a screen that panics, and by one that ends while it waits.
func TestNobodyKeepsATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns(1)
		stages, drawn := lookers(t, turns, "broken", "gone", "calm")
		other := turns.place()
		other.join(turns.number())
		stages["gone"].send(word("more"))
		synctest.Wait()
		stages["broken"].send(word("rot"))
		synctest.Wait()
		stages["calm"].send(word("more"))
		synctest.Wait()
		stages["gone"].close()
		synctest.Wait()
		other.leave()
		if got := drawn(); got != "broken calm" {
			t.Errorf("drawn are %q", got)
		}
		if len(turns.line) != 0 || turns.free != 1 {
			t.Errorf("%d wait, %d turns are free", len(turns.line), turns.free)
		}
		for _, s := range stages {
			s.close()
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
