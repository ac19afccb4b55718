package intake

import "bytes"

// answer is what a terminal says to CSI 5 n.
const answer = "\x1b[0n"

// Owe says whether the terminal owes an answer to CSI 5 n just now. What may be the beginning of one then waits longer,
// and is nothing else if the rest does not come.
func (f *Filter) Owe(yes bool) { f.owed = yes }

// answering reports whether the sequence that is held may become an answer.
func (f *Filter) answering() bool {
	b := body(f.held)
	return len(b) == 0 || len(b) == 1 && b[0] == '0'
}

// escapes emits the escape key that was pressed just before the sequence that is held.
func (f *Filter) escapes(emit func(Token)) {
	if f.held[1] == esc {
		emit(Token{Bytes: f.held[:1]})
	}
}

// answered takes whole answers out of what came in, and emits them.
func answered(in []byte, emit func(Token)) []byte {
	n := bytes.Count(in, []byte(answer))
	if n == 0 {
		return in
	}
	for range n {
		emit(Token{Bytes: []byte(answer), Answer: true})
	}
	return bytes.ReplaceAll(in, []byte(answer), nil)
}
