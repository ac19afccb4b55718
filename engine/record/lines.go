package record

import (
	"strings"

	"github.com/BurntSushi/toml"
)

// lines says on which line of a TOML text its keys and its listed strings stand, which the decoder does not tell. It
// reads any text without failing, and is right about valid ones.
type lines struct {
	keys  map[string]int   // by path, from 1
	items map[string][]int // of the strings directly in a list
	deep  int              // the deepest nesting of brackets or of a key
}

func path(parts []string) string { return strings.Join(parts, "\x00") }

// of is the line of a key or, where it has none of its own, of the nearest table around it; 0 if there is none.
func (l lines) of(key ...string) int {
	for ; len(key) > 0; key = key[:len(key)-1] {
		if line, ok := l.keys[path(key)]; ok {
			return line
		}
	}
	return 0
}

// item is the line of the ith string in a list, or of the list's key.
func (l lines) item(i int, key ...string) int {
	if items := l.items[path(key)]; i >= 0 && i < len(items) {
		return items[i]
	}
	return l.of(key...)
}

// scan finds the lines of a text.
func scan(text string) lines {
	s := scanner{text: text, line: 1, out: lines{keys: map[string]int{}, items: map[string][]int{}}}
	for s.skip(" \t\r\n"); s.at < len(s.text); s.skip(" \t\r\n") {
		s.statement()
	}
	return s.out
}

type scanner struct {
	text  string
	at    int
	line  int
	table []string
	out   lines
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return '\n'
}

func (s *scanner) next() {
	if s.peek() == '\n' {
		s.line++
	}
	s.at++
}

func (s *scanner) skip(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.next()
	}
}

// statement reads a comment, a table's heading, or a key and its value.
func (s *scanner) statement() {
	line := s.line
	switch s.peek() {
	case '#':
		s.comment()
	case '[':
		s.skip("[ \t")
		s.table = s.key(']')
		s.mark(s.table, line)
		s.comment()
	default:
		key := append(s.table[:len(s.table):len(s.table)], s.key('=')...)
		s.mark(key, line)
		s.value(path(key))
	}
}

func (s *scanner) mark(key []string, line int) {
	s.out.deep = max(s.out.deep, len(key))
	if len(key) > nestingMax {
		return // nobody will ask
	}
	for n := range key { // "a.b = 1" is the line of a, too, if a has no earlier one
		if p := path(key[:n+1]); s.out.keys[p] == 0 {
			s.out.keys[p] = line
		}
	}
}

// comment goes to the end of the line.
func (s *scanner) comment() {
	for s.at < len(s.text) && s.peek() != '\n' {
		s.next()
	}
}

// key reads the parts of a dotted key and the character that ends it.
func (s *scanner) key(end byte) []string {
	var parts []string
	var part strings.Builder
	for s.at < len(s.text) && s.peek() != '\n' {
		switch c := s.peek(); c {
		case end:
			s.next()
			return append(parts, part.String())
		case '.':
			parts = append(parts, part.String())
			part.Reset()
			s.next()
		case '"', '\'':
			part.WriteString(s.quoted())
		case ' ', '\t', '\r':
			s.next()
		default:
			part.WriteByte(c)
			s.next()
		}
	}
	return append(parts, part.String())
}

// value goes past a value, noting the strings that stand directly in a list.
func (s *scanner) value(key string) {
	var open []byte
	for s.at < len(s.text) {
		switch c := s.peek(); c {
		case '[', '{':
			open = append(open, c)
			s.out.deep = max(s.out.deep, len(open))
		case ']', '}':
			open = open[:max(len(open)-1, 0)]
		case '"', '\'':
			if len(open) == 1 && open[0] == '[' {
				s.out.items[key] = append(s.out.items[key], s.line)
			}
			s.quoted()
			continue
		case '#':
			s.comment()
			continue
		case '\n':
			if len(open) == 0 {
				return
			}
		}
		s.next()
	}
}

// quoted goes past a string of any of the four kinds and returns what it says.
func (s *scanner) quoted() string {
	from, quote := s.at, s.text[s.at]
	mark := strings.Repeat(string(quote), 3)
	long := strings.HasPrefix(s.text[s.at:], mark)
	if !long {
		mark = mark[:1]
	}
	s.at += len(mark)
	for s.at < len(s.text) && (long || s.peek() != '\n') {
		if strings.HasPrefix(s.text[s.at:], mark) {
			s.at += len(mark)
			for long && s.at < len(s.text) && s.text[s.at] == quote { // a long string may end in quotes of its own
				s.at++
			}
			break
		}
		if s.peek() == '\\' && quote == '"' && s.at+1 < len(s.text) {
			s.next()
		}
		s.next()
	}
	return unquote(s.text[from:s.at])
}

// unquote says what a quoted key means. Keys without escapes, nearly all, need no decoder.
func unquote(quoted string) string {
	if len(quoted) < 2 {
		return quoted
	}
	if quoted[0] == '\'' || !strings.Contains(quoted, `\`) {
		return quoted[1 : len(quoted)-1]
	}
	var v struct{ K string }
	if _, err := toml.Decode("K = "+quoted, &v); err != nil {
		return quoted
	}
	return v.K
}
