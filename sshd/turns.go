package sshd

import (
	"container/heap"
	"sync"
)

// turns lets a few at a time do something, in the order in which they came. Who waits may do something else meanwhile:
// they leave, and join again with the number that they had. Its methods may be called by several goroutines.
type turns struct {
	mu   sync.Mutex
	free int
	last uint64
	line waiting
}

// turn is somebody's place in the line, used again and again.
type turn struct {
	turns  *turns
	number uint64
	at     int           // in the line; -1 out of it
	has    bool          // it is their turn
	come   chan struct{} // receives a value when it is
}

func newTurns(n int) *turns { return &turns{free: n} }

// number is the next number; none is 0.
func (t *turns) number() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	return t.last
}

// place is a place that is not in the line yet.
func (t *turns) place() *turn { return &turn{turns: t, at: -1, come: make(chan struct{}, 1)} }

// join waits in line. The turn must be left before it is joined again, whether or not it came.
func (w *turn) join(number uint64) {
	t := w.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	w.number = number
	heap.Push(&t.line, w)
	t.next()
}

// leave ends a turn, or the waiting for it.
func (w *turn) leave() {
	t := w.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case w.at >= 0:
		heap.Remove(&t.line, w.at)
	case w.has:
		w.has = false
		select {
		case <-w.come: // it came while something else was done
		default:
		}
		t.free++
		t.next()
	}
}

// next lets those have their turn for whom there is room. It is called with the lock held.
func (t *turns) next() {
	for t.free > 0 && len(t.line) > 0 {
		t.free--
		w := heap.Pop(&t.line).(*turn)
		w.has = true
		w.come <- struct{}{}
	}
}

// waiting is a heap by numbers.
type waiting []*turn

// Len is of heap.Interface, as all that follows.
func (w waiting) Len() int { return len(w) }

// Less puts the smallest number first.
func (w waiting) Less(i, j int) bool { return w[i].number < w[j].number }

// Swap changes two places.
func (w waiting) Swap(i, j int) {
	w[i], w[j] = w[j], w[i]
	w[i].at, w[j].at = i, j
}

// Push adds the last.
func (w *waiting) Push(x any) {
	t := x.(*turn)
	t.at = len(*w)
	*w = append(*w, t)
}

// Pop takes the last out.
func (w *waiting) Pop() any {
	n := len(*w) - 1
	t := (*w)[n]
	t.at, (*w)[n] = -1, nil
	*w = (*w)[:n]
	return t
}
