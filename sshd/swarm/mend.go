package swarm

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// mend writes to an emulator what it would otherwise misread. Terminals shift the cells of a line on either side of the
// scrolled rows, and know a mode in which what is printed shifts the rest of its line; the emulator does the first only
// between its margins and the second not at all. Both are said in other words here. The zero value is ready.
type mend struct {
	held    []byte // the beginning of something, until its end comes
	insert  bool   // what is printed shifts the rest of the line
	margins string // the sequence that set them; empty while all rows scroll
	out     []byte
}

// heldMax bounds what is held, in bytes. What is longer is no sequence that matters here.
const heldMax = 256

const (
	insertOn  = "\x1b[4h"
	insertOff = "\x1b[4l"
)

// bytes are those for the emulator. They are good until the next call.
func (m *mend) bytes(b []byte) []byte {
	if len(m.held) > 0 {
		b = append(m.held, b...)
		m.held = nil
	}
	if keep := torn(b); keep > 0 && keep <= heldMax {
		m.held = bytes.Clone(b[len(b)-keep:])
		b = b[:len(b)-keep]
	}
	if !m.insert && m.margins == "" && !bytes.Contains(b, []byte(insertOn)) && !setsMargins(b) {
		return b
	}
	m.out = m.out[:0]
	for state := byte(ansi.NormalState); len(b) > 0; {
		seq, width, n, next := ansi.DecodeSequence(b, state, nil)
		if n <= 0 {
			break
		}
		m.add(seq, width)
		b, state = b[n:], next
	}
	return m.out
}

// add appends one sequence or one sign.
func (m *mend) add(seq []byte, width int) {
	switch final := csiFinal(seq); {
	case string(seq) == insertOn, string(seq) == insertOff:
		m.insert = string(seq) == insertOn
		return
	case final == 'r':
		m.margins = string(seq)
		if m.margins == "\x1b[r" {
			m.margins = ""
		}
	case (final == 'P' || final == '@') && m.margins != "":
		m.out = fmt.Appendf(m.out, "\x1b7\x1b[r\x1b8%s\x1b7%s\x1b8", seq, m.margins)
		return
	case width > 0 && m.insert:
		m.add(fmt.Appendf(nil, "\x1b[%d@", width), 0)
	}
	m.out = append(m.out, seq...)
}

// csiFinal is the last byte of a control sequence without a private mark; 0 for everything else.
func csiFinal(seq []byte) byte {
	if len(seq) < 3 || seq[0] != 0x1b || seq[1] != '[' {
		return 0
	}
	for _, c := range seq[2 : len(seq)-1] {
		if (c < '0' || c > '9') && c != ';' {
			return 0
		}
	}
	return seq[len(seq)-1]
}

// setsMargins reports whether a sequence in b sets the rows that scroll.
func setsMargins(b []byte) bool {
	for {
		at := bytes.Index(b, []byte("\x1b["))
		if at < 0 {
			return false
		}
		b = b[at+2:]
		if end := bytes.TrimLeft(b, "0123456789;"); len(end) > 0 && end[0] == 'r' {
			return true
		}
	}
}

// torn is how many bytes at the end of b are the beginning of a sequence or of a rune.
func torn(b []byte) int {
	for n := 1; n <= min(len(b), utf8.UTFMax); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if tail[0] >= utf8.RuneSelf && !utf8.FullRune(tail) {
				return n
			}
			break
		}
	}
	at := bytes.LastIndexByte(b, 0x1b)
	if at < 0 {
		return 0
	}
	if at > 0 && b[at-1] == 0x1b { // the end of a string is an escape, too
		at--
	}
	state := byte(ansi.NormalState)
	for rest := b[at:]; len(rest) > 0; {
		_, _, n, next := ansi.DecodeSequence(rest, state, nil)
		if n <= 0 {
			break
		}
		rest, state = rest[n:], next
	}
	if state != ansi.NormalState || at == len(b)-1 {
		return len(b) - at
	}
	return 0
}
