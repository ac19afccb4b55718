package sshd

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"saloon/sshd/paint"
)

// screen is what a session's terminal shows. It is drawn on by frames, each written in one piece; what is flashed comes
// between two of them. The alternate screen is on from the first frame until the terminal is given back.
type screen struct {
	w   io.Writer
	now func() time.Time

	anew atomic.Bool // the next frame is painted from the ground

	mu      sync.Mutex
	painter paint.Painter
	begun   bool
	title   string
	mouse   tea.MouseMode
	done    bool // the terminal was given back
}

// buffers are what frames are written down in, by turns.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// bufferMax is how large a buffer may be that is kept, in bytes: a first frame in full color.
const bufferMax = 64 << 10

func newScreen(w io.Writer, now func() time.Time) *screen { return &screen{w: w, now: now} }

// draw makes the terminal show a view. Nothing is written if it shows it already.
func (s *screen) draw(v tea.View, at size) error {
	s.mu.Lock()
	if s.done {
		s.mu.Unlock()
		return io.ErrClosedPipe
	}
	return s.write(s.paint(v, at))
}

// frame is what is written to show a view; nil if there is nothing to write.
type frame *[]byte

// tryPaint makes the frame of a view, which must be written at once: nothing else is until then. It is false, and does
// not wait, while something else is written.
func (s *screen) tryPaint(v tea.View, at size) (frame, bool) {
	if !s.mu.TryLock() {
		return nil, false
	}
	return s.paint(v, at), true
}

// paint makes a frame. It is called with the lock held, and keeps it for write if there is something to write.
func (s *screen) paint(v tea.View, at size) (f frame) {
	defer func() {
		if f == nil { // or it has panicked
			s.mu.Unlock()
		}
	}()
	if s.done {
		return nil // whoever wrote the last word ends the stage, too
	}
	buf := buffers.Get().(*[]byte)
	out := s.modes((*buf)[:0], v)
	if s.anew.Swap(false) {
		s.painter.Forget()
	}
	out = s.painter.Frame(out, v.Content, at.w, at.h)
	*buf = out
	if len(out) == 0 {
		buffers.Put(buf)
		return nil
	}
	return buf
}

// write writes what paint has made. It takes as long as the reader likes.
func (s *screen) write(f frame) error {
	if f == nil {
		return nil
	}
	defer s.mu.Unlock()
	_, err := s.w.Write(*f)
	if cap(*f) <= bufferMax {
		buffers.Put((*[]byte)(f))
	}
	return err
}

// modes appends what turns the terminal to what a view wants of it. It is called with the lock held.
func (s *screen) modes(out []byte, v tea.View) []byte {
	if !s.begun {
		s.begun = true
		out = append(out, altScreenOn+ansi.HideCursor+ansi.SetModeBracketedPaste...)
	}
	if v.MouseMode != s.mouse {
		s.mouse = v.MouseMode
		out = append(out, mouseModes[s.mouse]...)
	}
	if v.WindowTitle != s.title {
		s.title = v.WindowTitle
		out = append(out, ansi.SetWindowTitle(s.title)...)
	}
	return out
}

// mouseModes is what turns each mode on, and the others off.
var mouseModes = map[tea.MouseMode]string{
	tea.MouseModeNone:       ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr,
	tea.MouseModeCellMotion: ansi.ResetModeMouseAnyEvent + ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr,
	tea.MouseModeAllMotion:  ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr,
}

// forget lets the next frame be painted from the ground. It does not wait.
func (s *screen) forget() { s.anew.Store(true) }

// flash writes p as it is, at once, between two frames, and says when that was done.
func (s *screen) flash(p []byte) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return time.Time{}, io.ErrClosedPipe
	}
	_, err := s.w.Write(p)
	return s.now(), err
}

// restore gives the terminal back as it was. It may be called after the program has ended, whatever its end was, and
// again. Nothing is drawn any more.
func (s *screen) restore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return
	}
	s.done = true
	out := modesOff
	if s.title != "" {
		out += ansi.SetWindowTitle("")
	}
	if s.begun {
		out += altScreenOff
	}
	_, _ = io.WriteString(s.w, out) // the line may be gone
}
