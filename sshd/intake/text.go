package intake

import "unicode/utf8"

// body is what follows the introducer of a held control sequence.
func body(held []byte) []byte {
	if len(held) > 1 && held[1] == esc {
		return held[3:]
	}
	return held[2:]
}

func digits(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// params counts the parameters of a held sequence, sub-parameters included.
func params(held []byte) int {
	n := 1
	for _, c := range held {
		if c == ';' || c == ':' {
			n++
		}
	}
	return n
}

// printable is the length of the longest prefix that is text: whole runes, none of them a control character.
func printable(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError && size < 2 || r < 0x20 || r >= del && r < 0xa0 {
			break
		}
		n += size
	}
	return n
}

// rawPaste recognizes a paste of a terminal that does not bracket it: several lines at once, which nobody types. It is
// its length, up to the next sequence or the end of the read; 0 if it is none.
func rawPaste(in []byte) int {
	line, inner, i := false, false, 0
	for i < len(in) && in[i] != esc {
		if n := printable(in[i:]); n > 0 {
			inner = inner || line
			i += n
			continue
		}
		if in[i] != '\r' && in[i] != '\n' && in[i] != '\t' {
			return 0
		}
		line = line || in[i] != '\t'
		i++
	}
	if !inner || i < 4 {
		return 0
	}
	return i
}

// cleanPaste keeps the text of a paste: newlines are newlines, tabs stay, other controls and broken runes go.
func cleanPaste(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		if n := printable(b[i:]); n > 0 {
			out = append(out, b[i:i+n]...)
			i += n
			continue
		}
		switch {
		case b[i] == '\t', b[i] == '\n' && (i == 0 || b[i-1] != '\r'):
			out = append(out, b[i])
		case b[i] == '\r':
			out = append(out, '\n')
		}
		i++
	}
	return out
}
