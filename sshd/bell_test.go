package sshd

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	screens "saloon/tui/screen"
)

// crier has words to say, and rings whatever bell it was told.
type crier struct {
	mu    sync.Mutex
	words []word
	bell  chan struct{}
	asked int  // how often somebody listened
	last  word // after which nothing comes
}

func (c *crier) ringOn(bell chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bell = bell
	c.ring()
}

func (c *crier) ring() {
	select {
	case c.bell <- struct{}{}:
	default:
	}
}

func (c *crier) cries(words ...word) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.words = append(c.words, words...)
	c.ring()
}

func (c *crier) hear() (msg tea.Msg, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if len(c.words) == 0 {
		return nil, true
	}
	w := c.words[0]
	if c.words = c.words[1:]; len(c.words) > 0 {
		c.ring()
	}
	return w, w != c.last
}

func (c *crier) listen() tea.Msg { return screens.Listen{RingOn: c.ringOn, Hear: c.hear} }

// hearer is a model that listens to some, and notes what it hears.
type hearer struct {
	to []*crier

	mu    sync.Mutex
	heard []string
}

func (h *hearer) Init() tea.Cmd {
	var all []tea.Cmd
	for _, c := range h.to {
		all = append(all, c.listen)
	}
	return tea.Batch(all...)
}

func (h *hearer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w, ok := msg.(word); ok {
		h.heard = append(h.heard, string(w))
	}
	return h, nil
}

func (h *hearer) View() tea.View { return tea.NewView("") }

// Whoever rings the bell of a stage is heard, also if they had something to say before or ring at the same time, until
// they have said their last word.
func TestEverybodyWhoRingsIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &crier{last: "bye"}, &crier{last: "bye"}
		a.words = []word{"early"}
		m := &hearer{to: []*crier{a, b}}
		stop := make(chan struct{})
		crew := newCrew(stop)
		crew.start()
		s := newStage(bare(t), newScreen(&pieces{}, time.Now), m, 60, crew)
		go func() { _ = s.run() }()
		hears := func(want string) {
			t.Helper()
			synctest.Wait()
			m.mu.Lock()
			defer m.mu.Unlock()
			if got := strings.Join(m.heard, " "); got != want {
				t.Errorf("heard %q, want %q", got, want)
			}
			m.heard = nil
		}
		hears("early")
		a.cries("one", "two", "three")
		hears("one two three")
		b.cries("x")
		hears("x")
		a.cries("bye", "no more")
		hears("bye")
		asked := a.asked
		b.cries("y", "bye")
		hears("y bye")
		if a.asked != asked || len(s.ears) != 0 {
			t.Errorf("who had said their last word was asked %d times, %d are listened to", a.asked-asked, len(s.ears))
		}
		s.close()
		close(stop)
		synctest.Wait()
	})
}
