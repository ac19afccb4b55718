package fair

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/clock"
	"saloon/sshd"
	"saloon/tui/screen"
)

// Book notes, beneath the screens, what the house reads and writes of each rider: when a picture went out, when the
// terminal had drawn it, when the key came. The zero value is ready. Its methods may be called by several goroutines.
type Book struct {
	mu    sync.Mutex
	pages map[string]*page
}

// sighting is one picture as the house knows it.
type sighting struct {
	clock.Sight
	asked uint64
	key   time.Time // when the first key after it was read; zero before
}

// page is what the book says of one rider.
type page struct {
	mu  sync.Mutex
	all []sighting
}

// page finds the page of a rider by their key's fingerprint.
func (b *Book) page(fingerprint string) *page {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pages == nil {
		b.pages = make(map[string]*page)
	}
	p := b.pages[fingerprint]
	if p == nil {
		p = &page{}
		b.pages[fingerprint] = p
	}
	return p
}

// sightings are all pictures so far.
func (p *page) sightings() []sighting {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]sighting(nil), p.all...)
}

// keys is how many pictures were answered so far.
func (p *page) keys() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, s := range p.all {
		if !s.key.IsZero() {
			n++
		}
	}
	return n
}

// Program makes the programs of sessions as another function does, and takes notes of them.
func (b *Book) Program(inner func(sshd.Visit) tea.Model) func(sshd.Visit) tea.Model {
	return func(v sshd.Visit) tea.Model {
		p := b.page(v.Fingerprint)
		if v.Line != nil {
			v.Line = noted{v.Line, p}
		}
		return witness{inner(v), p}
	}
}

// noted is a line of which notes are taken.
type noted struct {
	screen.Line
	p *page
}

// Flash flashes and notes when that was.
func (n noted) Flash(b []byte, mark bool) (sent time.Time, marked uint64, err error) {
	n.p.mu.Lock() // whatever comes of it is noted afterwards
	defer n.p.mu.Unlock()
	lag := n.Lag()
	sent, marked, err = n.Line.Flash(b, mark)
	if err == nil {
		n.p.all = append(n.p.all, sighting{Sight: clock.Sight{Sent: sent, Lag: lag, Marks: marked != 0}, asked: marked})
	}
	return sent, marked, err
}

// witness is a program that sees what its screens are told.
type witness struct {
	tea.Model
	p *page
}

// Update notes keys and answers, and hands all on.
func (w witness) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case screen.Stroke:
		w.p.stroke(m)
	case screen.Marked:
		w.p.marked(m)
	}
	inner, cmd := w.Model.Update(msg)
	return witness{inner, w.p}, cmd
}

// Close closes the program.
func (w witness) Close() {
	if c, ok := w.Model.(interface{ Close() }); ok {
		c.Close()
	}
}

// stroke notes the first key after a picture. The keys that turn a card and begin are none.
func (p *page) stroke(m screen.Stroke) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.all) == 0 || m.Key.String() == "space" || m.Key.String() == "enter" {
		return
	}
	if last := &p.all[len(p.all)-1]; last.key.IsZero() && m.At.After(last.Sent) {
		last.key = m.At
	}
}

// marked notes when a picture was drawn.
func (p *page) marked(m screen.Marked) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.all {
		if p.all[i].asked == m.N {
			p.all[i].Mark = m.At
		}
	}
}
