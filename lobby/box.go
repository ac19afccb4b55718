package lobby

import (
	"sync"

	"saloon/lobby/table"
)

// toastsMax bounds the toasts that wait for somebody who does not look.
const toastsMax = 8

// box hands news to one session. It holds one: newer news replaces older, but no toast and no farewell gets lost.
type box struct {
	mu     sync.Mutex
	news   News
	full   bool
	closed bool
	toasts []string
	gone   string
	bell   table.Bell
}

func newBox() *box { return &box{bell: table.NewBell()} }

// put leaves news and returns at once. After close it does nothing.
func (b *box) put(n News) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.news, b.full = n, true
	b.bell.Ring()
}

// toast adds something to tell to the news to come.
func (b *box) toast(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || len(b.toasts) >= toastsMax {
		return
	}
	b.toasts = append(b.toasts, text)
	b.full = true
	b.bell.Ring()
}

// close leaves the last news, which says why, if why is not empty.
func (b *box) close(why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.closed = true
	if why != "" {
		b.gone, b.full = why, true
	}
	b.bell.Ring()
}

// take takes the news out. ok is false if there are none; open is false if none will come any more.
func (b *box) take() (n News, ok, open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, ok = b.news, b.full
	b.full = false
	n.Gone = b.gone
	if ok && len(b.toasts) > 0 {
		n.Toast, b.toasts = b.toasts[0], b.toasts[1:]
		if len(b.toasts) > 0 {
			b.full = true
			b.bell.Ring()
		}
	}
	if b.closed {
		b.bell.Ring() // further readers must not wait
	}
	return n, ok, ok || !b.closed
}

// ringOn has the box ring a bell that others share.
func (b *box) ringOn(bell chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bell = bell
	b.bell.Ring()
}
