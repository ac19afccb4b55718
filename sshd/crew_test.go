package sshd

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// chores is somebody for whom something takes as long as a test likes.
type chores struct {
	f    func()
	done chan struct{}
}

func chored(f func()) *chores { return &chores{f, make(chan struct{}, 1)} }

func (c *chores) work()                 { c.f() }
func (c *chores) worked() chan struct{} { return c.done }

// However much there is to do for others, who hurries is served; and once nobody works any more, all work themselves.
func TestWhoHurriesIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop, hold := make(chan struct{}), make(chan struct{})
		c := newCrew(stop)
		c.start()
		began, ended := 0, make(chan struct{}, 100)
		for range 100 {
			go func() {
				c.do(chored(func() { <-hold }), false)
				ended <- struct{}{}
			}()
		}
		synctest.Wait()
		c.do(chored(func() { began++ }), true)
		if began != 1 || len(ended) > 0 {
			t.Errorf("%d chores in a hurry were done, and %d others", began, len(ended))
		}
		close(hold)
		synctest.Wait()
		if len(ended) != 100 {
			t.Errorf("%d of 100 others were served", len(ended))
		}
		close(stop)
		synctest.Wait()
		c.do(chored(func() { began++ }), false)
		c.do(chored(func() { began++ }), true)
		if began != 3 {
			t.Errorf("%d of 2 chores were done after the crew had gone", began-1)
		}
	})
}

// seen is a model that says when it is looked at.
type seen chan struct{}

func (s seen) Init() tea.Cmd { return nil }

func (s seen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if msg == word("end") {
		return s, tea.Quit
	}
	return s, nil
}

func (s seen) View() tea.View {
	s <- struct{}{}
	return tea.NewView("howdy")
}

// Nobody of the crew waits for a screen to which something is written, which takes as long as the reader likes.
func TestTheCrewWaitsForNoReader(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	crew := newCrew(stop)
	crew.start()
	looked := make(seen, 10)
	s := newStage(bare(t), newScreen(&pieces{}, time.Now), looked, 60, crew)
	ended := make(chan error, 1)
	go func() { ended <- s.run() }()
	<-looked
	s.out.mu.Lock() // somebody writes, and nobody reads
	s.send(word("more"))
	<-looked
	for range 100 {
		crew.do(chored(func() {}), true)
		crew.do(chored(func() {}), false)
	}
	s.out.mu.Unlock()
	s.send(word("end"))
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
