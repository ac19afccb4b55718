// Package intake turns the bytes of a terminal that nobody trusts into events.
//
// A [Filter] cuts the stream into tokens: text, control characters, whole escape sequences, pasted text. It holds what
// is unfinished until its end, so that a reply that arrives in two pieces is never taken for typing, and lets nothing
// through that is larger than what terminals send. A [Decoder] makes events of the tokens. Neither has a goroutine, a
// clock or a buffer that grows: time is passed in, and [Filter.Deadline] says when to come back.
//
// Strings that a terminal sends (OSC, DCS, APC, PM, SOS) are answers to questions that the house does not ask. They are
// swallowed whole, but for one: the color of the ground, which is asked of terminals that are known to answer. The
// answer to the question whether it has drawn (CSI 5 n) is a token of its own and never an event, wherever it stands:
// in the middle of a paste, in pieces, much too late, or unasked.
package intake

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

// What a terminal may send. Everything beyond is rubbish: swallowed and counted.
const (
	// SequenceMax bounds a control sequence, in bytes with its introducer.
	SequenceMax = 64
	// ParamsMax is one more than the parameters that a control sequence may have.
	ParamsMax = 16
	// PasteMax bounds a paste, in bytes; the rest of a longer one is swallowed.
	PasteMax = 16 << 10
	// StringMax bounds what is swallowed of an operating system command and its kind before it counts as rubbish.
	StringMax = 4 << 10
	// RubbishMax is how much rubbish a terminal may send, in bytes, before it is given up.
	RubbishMax = 256 << 10
	// PasteCut is how many bytes cut off a paste weigh as much as one of rubbish: a long paste is somebody's mistake,
	// and an endless one is not.
	PasteCut = 8
	// RubbishForgiven is how much of that is forgotten in a second.
	RubbishForgiven = 256

	// EscapeHold is how long a lone escape waits for what may follow. It is the delay of the escape key.
	EscapeHold = 80 * time.Millisecond
	// PrefixHold is how long an unfinished sequence waits for its next byte.
	PrefixHold = 500 * time.Millisecond
	// StringHold is how long an unfinished string may last in all.
	StringHold = 5 * time.Second
	// PasteHold is how long a paste waits for its next byte.
	PasteHold = 5 * time.Second
	// AnswerHold is how long the beginning of an answer that is owed waits for its next byte, and AnswerEscape how
	// long its first byte does, which may be the escape key.
	AnswerHold   = 2 * time.Second
	AnswerEscape = PrefixHold
)

// ErrRubbish ends the intake of a terminal that sends too much that makes no sense.
var ErrRubbish = errors.New("too much came in that makes no sense")

// Token is a piece of input that is whole: text, a control character, an escape sequence, or a paste.
type Token struct {
	Bytes []byte // valid until the callback returns
	Paste bool   // Bytes are pasted text, cleaned of controls other than newline and tab
	// Answer is set for a terminal's answer to CSI 5 n: it has drawn what was written before the question.
	Answer bool
}

type state uint8

const (
	ground    state = iota
	escape          // held: ESC or ESC ESC
	sequence        // held: ESC [ …
	skipping        // a sequence that is too long: swallow to its final byte
	shift           // held: ESC O …
	console         // held: ESC [ [, a function key of the Linux console
	mouse           // held: ESC [ M, three raw bytes follow
	text            // held: the beginning of a rune, perhaps after ESC
	str             // inside OSC, DCS, APC, PM or SOS
	strEscape       // the same, after an ESC that may begin its terminator
	pasting         // between the brackets of a paste
)

const (
	esc = 0x1b
	bel = 0x07
	can = 0x18
	sub = 0x1a
	del = 0x7f
)

// pasteEnd closes a bracketed paste.
const pasteEnd = "\x1b[201~"

// Filter cuts a terminal's bytes into tokens. The zero value is ready. It is not safe for concurrent use.
type Filter struct {
	state   state
	held    []byte // the unfinished token
	begun   time.Time
	last    time.Time // of the last byte
	counted int       // bytes swallowed in the current string or overlong sequence
	matched int       // of pasteEnd
	paste   []byte
	bell    bool // the current string ends with BEL as well
	owed    bool // an answer is on its way

	rubbish int
	cut     int // bytes cut off pastes
	swept   time.Time
}

// Feed takes bytes in, in the order of their arrival, and hands every token that is whole to emit. It fails with
// ErrRubbish when the terminal is to be given up.
func (f *Filter) Feed(now time.Time, in []byte, emit func(Token)) error {
	f.forgive(now)
	f.last = now
	in = answered(in, emit)
	fresh := true // nothing was typed in this read since the last sequence
	for i := 0; i < len(in); i++ {
		if f.state != ground {
			fresh = true
		} else {
			if fresh {
				fresh = false
				if n := rawPaste(in[i:]); n > 0 {
					emit(Token{Bytes: cleanPaste(in[i : i+min(n, PasteMax)]), Paste: true})
					i += n - 1
					continue
				}
			}
			if n := printable(in[i:]); n > 0 {
				emit(Token{Bytes: in[i : i+n]})
				i += n - 1
				continue
			}
		}
		for again := true; again; {
			again = f.step(now, in[i], emit)
		}
	}
	if f.rubbish > RubbishMax {
		return ErrRubbish
	}
	return nil
}

// Deadline is when Expire is to be called, if nothing else comes in; ok is false if nothing is held.
func (f *Filter) Deadline() (at time.Time, ok bool) {
	switch f.state {
	case ground:
		return time.Time{}, false
	case escape:
		if f.owed {
			return f.last.Add(AnswerEscape), true
		}
		return f.last.Add(EscapeHold), true
	case sequence:
		if f.owed && f.answering() {
			return f.last.Add(AnswerHold), true
		}
	case str, strEscape:
		if at := f.begun.Add(StringHold); at.Before(f.last.Add(PrefixHold)) {
			return at, true
		}
	case pasting:
		return f.last.Add(PasteHold), true
	}
	return f.last.Add(PrefixHold), true
}

// Expire gives up waiting for the rest of what is held, if its time has come: an escape was the escape key, two bytes
// were a key with alt, all else is dropped.
func (f *Filter) Expire(now time.Time, emit func(Token)) {
	at, ok := f.Deadline()
	if !ok || now.Before(at) {
		return
	}
	switch f.state {
	case escape:
		for range f.held {
			emit(Token{Bytes: []byte{esc}})
		}
	case sequence, shift, str:
		if f.owed && f.state == sequence && f.answering() {
			f.escapes(emit)
			break
		}
		f.giveUp(emit)
	default:
		f.rubbish += len(f.held)
	}
	f.reset()
}

// giveUp ends an unfinished sequence: right after its introducer it was that key with alt, later it is dropped.
func (f *Filter) giveUp(emit func(Token)) {
	n := len(f.held)
	if (n == 2 || n == 3 && f.held[1] == esc) && f.counted == 0 {
		if n == 3 {
			emit(Token{Bytes: f.held[:1]})
		}
		emit(Token{Bytes: f.held[n-2:]})
		return
	}
	f.rubbish += n
}

func (f *Filter) reset() {
	f.state, f.held, f.counted, f.matched, f.paste = ground, f.held[:0], 0, 0, nil
}

func (f *Filter) enter(s state, b byte) bool {
	f.state, f.held = s, append(f.held, b)
	return false
}

// forgive forgets rubbish as time goes by.
func (f *Filter) forgive(now time.Time) {
	if f.rubbish > 0 {
		f.rubbish = max(0, f.rubbish-int(now.Sub(f.swept).Seconds()*RubbishForgiven))
	}
	f.swept = now
}

// step takes one byte; it reports true if the byte is to be taken once more, in the new state.
func (f *Filter) step(now time.Time, b byte, emit func(Token)) bool {
	switch f.state {
	case escape:
		return f.stepEscape(now, b, emit)
	case sequence:
		return f.stepSequence(b, emit)
	case skipping:
		return f.stepSkipping(b)
	case shift:
		return f.stepShift(b, emit)
	case console:
		if b >= 'A' && b <= 'E' { // F1 to F5, as the others write them
			emit(Token{Bytes: []byte{esc, '[', '1', '1' + b - 'A', '~'}})
		}
		f.reset()
		return false
	case mouse:
		f.held = append(f.held, b)
		if len(f.held) == 6 {
			emit(Token{Bytes: f.held})
			f.reset()
		}
		return false
	case text:
		return f.stepText(b, emit)
	case str, strEscape:
		return f.stepString(b, emit)
	case pasting:
		f.stepPaste(b, emit)
		return false
	}
	return f.stepGround(now, b, emit)
}

func (f *Filter) stepGround(now time.Time, b byte, emit func(Token)) bool {
	switch {
	case b == esc:
		f.begun = now
		return f.enter(escape, b)
	case b < 0x80:
		emit(Token{Bytes: []byte{b}})
	case b >= 0xc2 && b <= 0xf4:
		return f.enter(text, b)
	default:
		f.rubbish++ // no rune begins with it
	}
	return false
}

func (f *Filter) stepEscape(now time.Time, b byte, emit func(Token)) bool {
	twice := len(f.held) == 2
	switch {
	case b == '[':
		return f.enter(sequence, b)
	case b == 'O':
		return f.enter(shift, b)
	case twice: // the first was the escape key
		emit(Token{Bytes: []byte{esc}})
		f.held = f.held[:1]
		return true
	case b == esc:
		f.held = append(f.held, b)
		return false
	case b == ']' || b == 'P' || b == '_' || b == '^' || b == 'X':
		f.begun, f.bell = now, b == ']'
		return f.enter(str, b)
	case b >= 0xc2 && b <= 0xf4:
		return f.enter(text, b)
	case b < 0x80:
		f.held = append(f.held, b)
		emit(Token{Bytes: f.held})
		f.reset()
		return false
	}
	emit(Token{Bytes: []byte{esc}})
	f.reset()
	return true
}

func (f *Filter) stepSequence(b byte, emit func(Token)) bool {
	lead := len(f.held) - len(body(f.held))
	switch {
	case b == can || b == sub:
		f.rubbish += len(f.held) + 1
		f.reset()
		return false
	case b < 0x20 || b >= del:
		f.giveUp(emit)
		f.reset()
		return true
	case b < 0x40:
		f.held = append(f.held, b)
		if b == '$' && digits(f.held[lead:len(f.held)-1]) { // a key of rxvt with shift
			emit(Token{Bytes: f.held})
			f.reset()
		} else if len(f.held) >= SequenceMax || params(f.held) >= ParamsMax {
			f.counted, f.state = len(f.held), skipping
			f.rubbish += len(f.held)
		}
		return false
	}
	f.held = append(f.held, b)
	switch seq := string(f.held[lead:]); {
	case seq == "M":
		f.held = append(f.held[:0], esc, '[', 'M')
		f.state = mouse
		return false
	case seq == "[":
		f.state = console
		return false
	case seq == "200~":
		f.reset()
		f.state = pasting
		return false
	case b == '_': // a key of the Windows console, with a count of how often to repeat it
		f.rubbish += len(f.held)
	case seq == answer[2:]:
		f.escapes(emit)
		emit(Token{Bytes: []byte(answer), Answer: true})
	default:
		emit(Token{Bytes: f.held})
	}
	f.reset()
	return false
}

func (f *Filter) stepSkipping(b byte) bool {
	if b == esc {
		f.reset()
		return true
	}
	f.rubbish++
	if b >= 0x40 && b < del || b == can || b == sub {
		f.reset()
	}
	return false
}

func (f *Filter) stepShift(b byte, emit func(Token)) bool {
	switch {
	case b < 0x21 || b >= del:
		f.giveUp(emit)
		f.reset()
		return true
	case b >= '0' && b <= '9' && len(f.held) < 6:
		f.held = append(f.held, b)
		return false
	}
	f.held = append(f.held, b)
	emit(Token{Bytes: f.held})
	f.reset()
	return false
}

func (f *Filter) stepText(b byte, emit func(Token)) bool {
	if b < 0x80 || b >= 0xc0 { // cut off
		f.rubbish += len(f.held)
		f.reset()
		return true
	}
	f.held = append(f.held, b)
	r := f.held
	if r[0] == esc {
		r = r[1:]
	}
	if !utf8.FullRune(r) {
		return false
	}
	if printable(r) == len(r) {
		emit(Token{Bytes: f.held})
	} else {
		f.rubbish += len(f.held)
	}
	f.reset()
	return false
}

func (f *Filter) stepString(b byte, emit func(Token)) bool {
	if f.state == strEscape {
		f.state = str
		if b != '\\' { // an escape ends a string also when it begins something else
			f.reset()
			f.held, f.state = append(f.held, esc), escape
			return true
		}
		f.answer(emit)
		return false
	}
	switch {
	case b == esc && f.counted == 0:
		f.giveUp(emit)
		f.reset()
		return true
	case b == esc:
		f.state = strEscape
	case b == bel && f.bell:
		f.answer(emit)
	case b == can, b == sub:
		f.reset()
	default:
		if f.counted++; f.counted > StringMax {
			f.rubbish++
		} else if len(f.held) < SequenceMax {
			f.held = append(f.held, b)
		}
	}
	return false
}

// groundAnswer begins the answer to the question for the color of the ground.
const groundAnswer = "\x1b]11;"

// answer ends a string: if it is the answer that may have been asked for, and whole, it is a token.
func (f *Filter) answer(emit func(Token)) {
	whole := f.counted == len(f.held)-2 && printable(f.held[1:]) == len(f.held)-1
	if whole && strings.HasPrefix(string(f.held), groundAnswer) {
		emit(Token{Bytes: append(f.held, bel)})
	}
	f.reset()
}

func (f *Filter) stepPaste(b byte, emit func(Token)) {
	if b == pasteEnd[f.matched] {
		if f.matched++; f.matched == len(pasteEnd) {
			emit(Token{Bytes: cleanPaste(answered(f.paste, emit)), Paste: true})
			f.reset()
		}
		return
	}
	for _, c := range []byte(pasteEnd[:f.matched]) {
		f.keep(c)
	}
	f.matched = 0
	if b == esc {
		f.matched = 1
		return
	}
	f.keep(b)
}

func (f *Filter) keep(b byte) {
	if len(f.paste) >= PasteMax {
		if f.cut++; f.cut%PasteCut == 0 {
			f.rubbish++
		}
		return
	}
	f.paste = append(f.paste, b)
}
