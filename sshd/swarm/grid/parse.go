package grid

import (
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// width is how many cells a rune takes.
func width(r rune) int { return displaywidth.Rune(r) }

type state uint8

const (
	ground state = iota
	escape
	sequence   // CSI
	text       // OSC, DCS and their like, up to ST or BEL
	textEscape // an escape in one: the next byte ends it
	charset    // one byte that names a set of characters
)

const (
	paramsMax = 16
	textMax   = 64
)

// parser keeps what is not whole yet.
type parser struct {
	state   state
	params  [paramsMax]int // -1 for one that is not there
	n       int
	private byte // what stands before the parameters
	between byte // what stands before the end
	words   []byte
	rune    [utf8.UTFMax]byte
	have    int
}

// Write takes what a server wrote. It never fails.
func (g *Grid) Write(p []byte) (int, error) {
	for i := 0; i < len(p); {
		b := p[i]
		if g.state == ground && b >= ' ' && b < 0x7f && g.have == 0 {
			g.put(rune(b))
			i++
			continue
		}
		if g.state == ground && (b >= 0x80 || g.have > 0) {
			i += g.many(p[i:])
			continue
		}
		g.byte(b)
		i++
	}
	return len(p), nil
}

// many takes the next byte or bytes of a rune that has several, and says how many.
func (g *Grid) many(p []byte) int {
	if g.have == 0 && utf8.FullRune(p) {
		r, n := utf8.DecodeRune(p)
		g.put(r)
		return n
	}
	if g.have > 0 && p[0] < 0x80 || g.have == len(g.rune) {
		g.have = 0 // it was none
		return 0
	}
	g.rune[g.have] = p[0]
	g.have++
	if utf8.FullRune(g.rune[:g.have]) {
		r, _ := utf8.DecodeRune(g.rune[:g.have])
		g.have = 0
		g.put(r)
	}
	return 1
}

func (g *Grid) byte(b byte) {
	switch g.state {
	case ground:
		g.control(b)
	case escape:
		g.escaped(b)
	case sequence:
		g.csi(b)
	case text:
		switch {
		case b == 0x07:
			g.said()
		case b == 0x1b:
			g.state = textEscape
		case len(g.words) < textMax:
			g.words = append(g.words, b)
		}
	case textEscape:
		g.said()
	case charset:
		g.state = ground
	}
}

func (g *Grid) control(b byte) {
	switch b {
	case 0x1b:
		g.state = escape
	case '\r':
		g.move(0, g.at.y)
	case '\n', '\v', '\f':
		g.at.full = false
		g.feed()
	case '\b':
		g.move(g.at.x-1, g.at.y)
	case '\t':
		g.move((g.at.x/8+1)*8, g.at.y)
	}
}

func (g *Grid) escaped(b byte) {
	g.state = ground
	switch b {
	case '[':
		g.state, g.n, g.private, g.between = sequence, 1, 0, 0
		g.params[0] = -1
	case ']', 'P', 'X', '^', '_':
		g.state, g.words = text, g.words[:0]
		if b != ']' {
			g.words = append(g.words, b)
		}
	case '(', ')', '*', '+', '#', '%', ' ':
		g.state = charset
	case '7':
		g.saved = g.at
	case '8':
		g.at = g.saved
		g.at.x, g.at.y = min(g.at.x, g.w-1), min(g.at.y, g.h-1)
	case 'D':
		g.feed()
	case 'E':
		g.at.x, g.at.full = 0, false
		g.feed()
	case 'M':
		if g.at.y == g.top {
			g.scroll(g.top, -1)
		} else {
			g.move(g.at.x, g.at.y-1)
		}
	}
}

func (g *Grid) csi(b byte) {
	switch {
	case b >= '0' && b <= '9':
		p := &g.params[g.n-1]
		*p = min(max(*p, 0)*10+int(b-'0'), 1<<20)
	case b == ';' || b == ':':
		if g.n < paramsMax {
			g.params[g.n] = -1
			g.n++
		}
		if b == ':' {
			g.between = ':'
		}
	case b >= '<' && b <= '?':
		g.private = b
	case b >= ' ' && b <= '/':
		g.between = b
	case b >= '@' && b <= '~':
		g.state = ground
		g.do(b)
	case b == 0x1b:
		g.state = escape
	}
}

// param is a parameter, or what it is where it is missing or zero.
func (g *Grid) param(i, otherwise int) int {
	if i >= g.n || g.params[i] <= 0 {
		return otherwise
	}
	return g.params[i]
}

// The colors that are told to those who ask: those of a dark terminal.
const (
	darkGround = "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"
	lightInk   = "\x1b]10;rgb:e0e0/e0e0/e0e0\x1b\\"
)

// said is called at the end of a string.
func (g *Grid) said() {
	g.state = ground
	switch string(g.words) {
	case "11;?":
		g.replies = append(g.replies, darkGround...)
	case "10;?":
		g.replies = append(g.replies, lightInk...)
	}
}
