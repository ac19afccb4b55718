package sshd

import (
	"bytes"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// screen writes what a program draws: newlines as a terminal wants them, and it knows whether the alternate screen is
// on, so that it is left also when the program could not do that itself. What is flashed comes between two frames.
//
// The renderer writes each frame in one piece. Should it ever not, a frame that is torn is waited for: nothing is
// flashed while the last write ended within a sequence, a rune or an update that the terminal holds back.
type screen struct {
	w   io.Writer
	now func() time.Time

	mu     sync.Mutex
	whole  sync.Cond // something was written, or the screen was given back
	torn   bool      // the last write was not the end of something
	synced bool      // an update is open that the terminal holds back
	alt    bool
	done   bool // the terminal was given back
}

func newScreen(w io.Writer, now func() time.Time) *screen {
	s := &screen{w: w, now: now}
	s.whole.L = &s.mu
	return s
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.whole.Broadcast()
	s.alt = last(p, altScreenOn, altScreenOff, s.alt)
	s.synced = last(p, ansi.SetModeSynchronizedOutput, ansi.ResetModeSynchronizedOutput, s.synced)
	s.torn = torn(p)
	q := p
	if bytes.IndexByte(p, '\n') >= 0 {
		q = bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
	}
	if _, err := s.w.Write(q); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flash writes p as it is, at once, between two frames, and says when that was done.
func (s *screen) flash(p []byte) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for (s.torn || s.synced) && !s.done {
		s.whole.Wait()
	}
	if s.done {
		return time.Time{}, io.ErrClosedPipe
	}
	_, err := s.w.Write(p)
	return s.now(), err
}

// restore gives the terminal back as it was. It may be called after the program has ended, whatever its end was, and
// again. Nothing is flashed any more.
func (s *screen) restore() {
	s.mu.Lock()
	s.done = true
	out := modesOff
	if s.alt {
		out += altScreenOff
	}
	s.mu.Unlock()
	_, _ = io.WriteString(s, out) // the line may be gone
}

// last is what the last of two sequences in p says: on, off, or what was before if there is neither.
func last(p []byte, on, off string, before bool) bool {
	i, j := bytes.LastIndex(p, []byte(on)), bytes.LastIndex(p, []byte(off))
	if i == j {
		return before
	}
	return i > j
}

// tornWithin is how long a sequence of the renderer may be, in bytes, to be found torn.
const tornWithin = 256

// torn reports whether p ends in the middle of a sequence or of a rune.
func torn(p []byte) bool {
	tail := p[max(0, len(p)-tornWithin):]
	for i := len(tail) - 1; i >= max(0, len(tail)-utf8.UTFMax); i-- {
		if utf8.RuneStart(tail[i]) {
			if !utf8.FullRune(tail[i:]) {
				return true
			}
			break
		}
	}
	from := bytes.LastIndexByte(tail, esc)
	if from < 0 {
		return false
	}
	if from > 0 && tail[from-1] == esc { // the end of a string is an escape, too
		from--
	}
	state := byte(ansi.NormalState)
	for rest := tail[from:]; len(rest) > 0; {
		_, _, n, next := ansi.DecodeSequence(rest, state, nil)
		if n <= 0 {
			break
		}
		rest, state = rest[n:], next
	}
	return state != ansi.NormalState
}

const esc = 0x1b
