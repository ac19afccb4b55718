package grid

import "fmt"

// do carries out a control sequence.
func (g *Grid) do(end byte) {
	if g.private != 0 || g.between != 0 && g.between != ':' {
		g.ask(end)
		return
	}
	switch end {
	case 'm':
		g.pen()
	case 'H', 'f':
		g.move(g.param(1, 1)-1, g.param(0, 1)-1)
	case 'r':
		g.top, g.end = min(g.param(0, 1), g.h)-1, min(g.param(1, g.h), g.h)
		if g.top >= g.end-1 {
			g.top, g.end = 0, g.h
		}
		g.move(0, 0)
	case 'J', 'K', 'X', '@', 'P':
		g.wipe(end)
	case 'L', 'M', 'S', 'T':
		g.lines(end)
	case 's':
		g.saved = g.at
	case 'u':
		g.at = g.saved
	case 'n', 'c':
		g.ask(end)
	case 'b':
		for range min(g.param(0, 1), g.w*g.h) {
			g.put(g.last)
		}
	default:
		g.walk(end)
	}
}

// walk moves the cursor.
func (g *Grid) walk(end byte) {
	n := g.param(0, 1)
	switch end {
	case 'A':
		g.move(g.at.x, g.at.y-n)
	case 'B', 'e':
		g.move(g.at.x, g.at.y+n)
	case 'C', 'a':
		g.move(g.at.x+n, g.at.y)
	case 'D':
		g.move(g.at.x-n, g.at.y)
	case 'E':
		g.move(0, g.at.y+n)
	case 'F':
		g.move(0, g.at.y-n)
	case 'G', '`':
		g.move(n-1, g.at.y)
	case 'd':
		g.move(g.at.x, n-1)
	case 'I':
		g.move((g.at.x/8+n)*8, g.at.y)
	case 'Z':
		g.move(((g.at.x+7)/8-n)*8, g.at.y)
	}
}

// wipe empties cells, or moves those of a row.
func (g *Grid) wipe(end byte) {
	x, y := g.at.x, g.at.y
	switch end {
	case 'X':
		g.erase(y, x, x+g.param(0, 1))
	case '@':
		g.shift(g.param(0, 1))
	case 'P':
		g.shift(-g.param(0, 1))
	case 'K':
		switch g.param(0, 0) {
		case 0:
			g.erase(y, x, g.w)
		case 1:
			g.erase(y, 0, x+1)
		default:
			g.erase(y, 0, g.w)
		}
	case 'J':
		from, to := y+1, g.h
		switch g.param(0, 0) {
		case 0:
			g.erase(y, x, g.w)
		case 1:
			g.erase(y, 0, x+1)
			from, to = 0, y
		default:
			from, to = 0, g.h
		}
		for y := from; y < to; y++ {
			g.erase(y, 0, g.w)
		}
	}
}

// lines moves rows.
func (g *Grid) lines(end byte) {
	n := g.param(0, 1)
	inside := g.at.y >= g.top && g.at.y < g.end
	switch {
	case end == 'S':
		g.scroll(g.top, n)
	case end == 'T':
		g.scroll(g.top, -n)
	case inside && end == 'L':
		g.scroll(g.at.y, -n)
	case inside && end == 'M':
		g.scroll(g.at.y, n)
	}
}

// ask answers questions, and follows the switch between the two screens; all other modes change no cell.
func (g *Grid) ask(end byte) {
	p := g.param(0, 0)
	switch {
	case end == 'n' && g.private == 0 && p == 5:
		g.replies = append(g.replies, "\x1b[0n"...)
	case end == 'n' && p == 6:
		g.replies = fmt.Appendf(g.replies, "\x1b[%d;%dR", g.at.y+1, g.at.x+1)
	case end == 'c' && g.private == 0:
		g.replies = append(g.replies, "\x1b[?62;22c"...)
	case end == 'p' && g.between == '$' && g.private == '?':
		g.replies = fmt.Appendf(g.replies, "\x1b[?%d;0$y", p) // never heard of it
	case (end == 'h' || end == 'l') && g.private == '?' && (p == 1049 || p == 47 || p == 1047):
		for i := range g.cells {
			g.cells[i] = blank(0)
		}
	}
}

// pen changes the pen.
func (g *Grid) pen() {
	for i := 0; i < g.n; i++ {
		pen := &g.at.pen
		switch p := max(g.params[i], 0); {
		case p == 0:
			*pen = Pen{}
		case p <= 9:
			pen.Attr |= attrOf(p)
			if g.between == ':' && p == 4 && g.n == 2 { // its style
				if i++; g.params[1] == 0 {
					pen.Attr &^= Underline
				}
			}
		case p == 22:
			pen.Attr &^= Bold | Dim
		case p >= 23 && p <= 29:
			pen.Attr &^= attrOf(p - 20)
		case p == 38:
			pen.Fg, i = g.color(i + 1)
		case p == 48:
			pen.Bg, i = g.color(i + 1)
		case p == 58:
			_, i = g.color(i + 1)
		case p >= 30 && p <= 37:
			pen.Fg = Indexed | Color(p-30)
		case p == 39:
			pen.Fg = 0
		case p >= 40 && p <= 47:
			pen.Bg = Indexed | Color(p-40)
		case p == 49:
			pen.Bg = 0
		case p >= 90 && p <= 97:
			pen.Fg = Indexed | Color(p-90+8)
		case p >= 100 && p <= 107:
			pen.Bg = Indexed | Color(p-100+8)
		}
	}
}

// attrs are the attributes by their numbers in SGR; 6 is the fast kind of blinking.
var attrs = [10]Attr{0, Bold, Dim, Italic, Underline, Blink, Blink, Reverse, Conceal, Strike}

func attrOf(p int) Attr { return attrs[p] }

// color reads a color from the parameters, and says where it ends.
func (g *Grid) color(i int) (c Color, last int) {
	at := func(i int) Color {
		if i < g.n {
			return Color(max(g.params[i], 0)) & 0xff
		}
		return 0
	}
	switch {
	case i < g.n && g.params[i] == 5:
		return Indexed | at(i+1), i + 1
	case i < g.n && g.params[i] == 2:
		if g.between == ':' && i+4 < g.n {
			i++ // a color space, which nobody names
		}
		return Direct | at(i+1)<<16 | at(i+2)<<8 | at(i+3), i + 3
	}
	return 0, i
}
