package table

import "sync"

// LinesMax bounds the unread lines that a mailbox keeps.
const LinesMax = 200

// Mailbox hands frames from a table to one session. It holds one frame: a newer one replaces it and inherits its unread
// lines, so that putting never waits and a slow reader misses nothing that matters.
type Mailbox struct {
	mu     sync.Mutex
	frame  Frame
	full   bool
	closed bool
	bell   Bell // something is in the box, or it was closed
}

// NewMailbox makes an empty mailbox.
func NewMailbox() *Mailbox { return &Mailbox{bell: NewBell()} }

// Put leaves a frame and returns at once. After Close it does nothing and reports false: nobody will take a frame.
func (m *Mailbox) Put(f Frame) (open bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return false
	}
	if m.full {
		f.Lines = append(m.frame.Lines[:len(m.frame.Lines):len(m.frame.Lines)], f.Lines...)
		f.Missed += m.frame.Missed
		if over := len(f.Lines) - LinesMax; over > 0 {
			f.Lines = f.Lines[over:]
			f.Missed += over
		}
	}
	m.frame, m.full = f, true
	m.bell.Ring()
	return true
}

// Close ends the mailbox: Bell rings, and once the last frame is taken Take reports that there will be none.
func (m *Mailbox) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.bell.Ring()
}

// Bell receives a value when there may be something to take. A reader waits for it, then calls Take.
func (m *Mailbox) Bell() <-chan struct{} { return m.bell }

// RingOn has the mailbox ring a bell of its reader's from now on, to begin with at once: a channel with one slot, which
// many may share. Bell receives nothing any more.
func (m *Mailbox) RingOn(bell chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bell = bell
	m.bell.Ring()
}

// Take takes the frame out. ok is false if there is none; open is false if none will come any more.
func (m *Mailbox) Take() (f Frame, ok, open bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok = m.frame, m.full
	m.frame, m.full = Frame{}, false
	if m.closed {
		m.bell.Ring() // further readers must not wait
	}
	return f, ok, ok || !m.closed
}
