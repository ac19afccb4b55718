package sshd

import (
	"runtime"
	"sync"
)

// crew are a few goroutines that think and draw for all stages. A stage could do that itself, but for the garbage
// collector: while it marks, every goroutine that allocates has to help with 64 KiB at least (gcOverAssistWork in
// runtime/mgcpacer.go), whether it needs a megabyte or a byte. Thousands of sessions that draw a little each helped
// more than there was to be marked, keys waited half a second behind them, and that every ten seconds. So whatever
// allocates in a session's loop is done by the crew.
type crew struct {
	*turns
	hurried, others chan worker
	stop            <-chan struct{} // nobody works any more
	begin           sync.Once
}

// worker is somebody for whom the crew works.
type worker interface {
	work()
	// worked receives a value after each work.
	worked() chan struct{}
}

// newCrew makes a crew that works from start to stop. Before and after that everybody works for themselves.
func newCrew(stop <-chan struct{}) *crew {
	return &crew{turns: newTurns(drawTurns()), hurried: make(chan worker), others: make(chan worker), stop: stop}
}

// crewOf is how many work at a time for those who hurry, for each core: one waits for a core while another has it.
const crewOf = 2

// start lets the crew begin.
func (c *crew) start() {
	c.begin.Do(func() {
		cores := runtime.GOMAXPROCS(0)
		for range crewOf * cores {
			go c.serve(c.hurried, func() {}) // contained: stages contain what their models do
		}
		for range cores {
			go c.serve(c.others, runtime.Gosched) // contained: likewise
		}
	})
}

// serve works for whoever comes in a lane. Between two of those who do not hurry it goes to the end of the line for a
// core: bytes that came over the network stand in that line too, and while everybody else finds work without it the
// scheduler looks there once in 61 times only.
func (c *crew) serve(lane <-chan worker, between func()) {
	for {
		select {
		case w := <-lane:
			w.work()
			w.worked() <- struct{}{}
			between()
		case <-c.stop:
			return
		}
	}
}

// do has somebody of the crew work for w, and returns when that is done.
func (c *crew) do(w worker, hurries bool) {
	lane := c.others
	if hurries {
		lane = c.hurried
	}
	if lane == nil {
		w.work()
		return
	}
	select {
	case lane <- w:
		<-w.worked()
	case <-c.stop:
		w.work()
	}
}
