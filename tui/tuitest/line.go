package tuitest

import (
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"saloon/lobby"
	"saloon/tui"
	"saloon/tui/lines"
)

// Line is one person at a plain terminal.
type Line struct {
	t    *testing.T
	in   *io.PipeWriter
	over chan struct{} // closed at the session's end …
	err  error         // … with this

	mu  sync.Mutex
	out strings.Builder
	at  int // how much was said before the last line was typed
}

// Write takes what is said.
func (l *Line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

// Text is all that was said.
func (l *Line) Text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.String()
}

// Fresh is what was said since the last line was typed.
func (l *Line) Fresh() string { return l.fresh() }

func (l *Line) fresh() string { return l.Text()[l.at:] }

// Calls lets somebody in at a plain terminal: an account by the key of that name, which bears the name already unless
// the person is to be asked.
func (h *House) Calls(name string, asked bool) *Line {
	h.t.Helper()
	id := lobby.Identity{Fingerprint: "SHA256:" + name, Suggested: name, Addr: "192.0.2.1"}
	session, err := h.Enter(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	if !asked && !session.Named() {
		if err := session.SetName(h.t.Context(), name); err != nil {
			h.t.Fatal(err)
		}
	}
	in, typed := io.Pipe()
	l := &Line{t: h.t, in: typed, over: make(chan struct{})}
	o := tui.Options{
		Session: session, Kits: h.kits, Faces: h.faces, Books: h.books, Fingerprint: id.Fingerprint, Now: time.Now,
	}
	go func() { // contained: a panic ends the test
		defer close(l.over)
		l.err = lines.Run(h.t.Context(), in, l, o)
	}()
	h.t.Cleanup(func() {
		_ = typed.Close()
		<-l.over
		session.Close()
		RunOut()
	})
	return l
}

// Types types a line and Enter.
func (l *Line) Types(text string) *Line {
	l.t.Helper()
	synctest.Wait()
	l.at = len(l.Text())
	if _, err := io.WriteString(l.in, text+"\n"); err != nil {
		l.t.Fatal(err)
	}
	return l
}

// Hears fails unless each text is said, since the last line was typed or within patience.
func (l *Line) Hears(texts ...string) *Line {
	l.t.Helper()
	for _, text := range texts {
		for end := time.Now().Add(2 * patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			synctest.Wait()
			if strings.Contains(l.fresh(), text) {
				break
			}
		}
		if !strings.Contains(l.fresh(), text) {
			l.t.Fatalf("%q was not said:\n%s", text, l.Text())
		}
	}
	return l
}

// SaysNothingOf fails if a text was said since the last line was typed.
func (l *Line) SaysNothingOf(text string) *Line {
	l.t.Helper()
	synctest.Wait()
	if strings.Contains(l.fresh(), text) {
		l.t.Fatalf("%q was said:\n%s", text, l.Text())
	}
	return l
}

// AsksUntil types the same until a text is said: the lobby tells its news once in a while.
func (l *Line) AsksUntil(what, text string) *Line {
	l.t.Helper()
	for range 400 {
		l.Types(what)
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		if strings.Contains(l.Text(), text) {
			return l
		}
	}
	return l.Hears(text)
}

// HangsUp ends the line.
func (l *Line) HangsUp() {
	_ = l.in.Close()
	<-l.over
	synctest.Wait()
}

// Ended waits for the session's end and returns its error.
func (l *Line) Ended() error {
	<-l.over
	return l.err
}

// RunOut lets time pass until whatever a screen or a table still waits for has come.
func RunOut() { time.Sleep(10 * time.Second) }
