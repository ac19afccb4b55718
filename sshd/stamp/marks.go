package stamp

import (
	"sync"
	"time"
)

const (
	// marksOwed is how many answers a terminal may leave out before it is asked no more.
	marksOwed = 3
	// marksFor is how long after the last question an answer is waited for.
	marksFor = 5 * time.Second
)

// Marks counts the questions to one terminal whether it has drawn what was written, and its answers. The answers bear
// no number: they come in the order of the questions. The zero value has asked nothing. Its methods may be called by
// several goroutines.
type Marks struct {
	mu       sync.Mutex
	asked    uint64
	answered uint64
	last     time.Time // of the last question
	off      bool
}

// Ask numbers one more question, from 1 on; 0 means that the terminal is not to be asked, because it has left three
// questions without an answer. It is called before the question is written, because the answer can be quick.
func (m *Marks) Ask(now time.Time) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.off = m.off || m.asked-m.answered >= marksOwed
	if m.off {
		return 0
	}
	m.asked++
	m.last = now
	return m.asked
}

// Answer is the number of the question that an answer belongs to; ok is false for one that nobody has asked for.
func (m *Marks) Answer() (n uint64, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.answered == m.asked {
		return 0, false
	}
	m.answered++
	return m.answered, true
}

// Owed reports whether an answer may be on its way.
func (m *Marks) Owed(now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.answered < m.asked && now.Sub(m.last) < marksFor
}
