// Package cells is a sheet of terminal cells to draw on at coordinates: text, boxes and fills that clip at its edges
// and never shift each other, whatever the width of a name. Boards and the table screen are drawn on one and written
// out at the end, with one escape sequence per run of the same ink.
package cells

import (
	"sync"

	"github.com/clipperhouse/displaywidth"

	"saloon/tui/style"
)

// cell is one terminal cell. The cell after a wide letter is covered: it has no text of its own.
type cell struct {
	text string // "" is a blank
	ink  style.Ink
	tail bool // covered by the wide letter before it
}

// Sheet is W × H cells. Its zero value has none.
type Sheet struct {
	W, H  int
	paper *paper
	at    int // index of the top left cell
	pitch int // cells from one row to the next
}

// paper is what sheets are made of, by turns.
type paper struct {
	cells []cell
	out   []byte // what was written out last
}

var pool = sync.Pool{New: func() any { return new(paper) }}

// New makes a blank sheet; negative sizes count as zero. Free gives its memory back.
func New(w, h int) Sheet {
	w, h = max(w, 0), max(h, 0)
	p := pool.Get().(*paper)
	if cap(p.cells) < w*h {
		p.cells = make([]cell, w*h)
	}
	p.cells = p.cells[:w*h]
	clear(p.cells)
	return Sheet{W: w, H: h, paper: p, pitch: w}
}

// Free gives the sheet's memory to the next one. Neither the sheet nor a part of it may be used afterwards.
func (s Sheet) Free() {
	if s.paper != nil {
		pool.Put(s.paper)
	}
}

// Part is a window on the sheet, clipped to it: drawing on it draws on the sheet.
func (s Sheet) Part(x, y, w, h int) Sheet {
	if x < 0 {
		w, x = w+x, 0
	}
	if y < 0 {
		h, y = h+y, 0
	}
	w, h = max(min(w, s.W-x), 0), max(min(h, s.H-y), 0)
	return Sheet{W: w, H: h, paper: s.paper, at: s.at + y*s.pitch + x, pitch: s.pitch}
}

func (s Sheet) cell(x, y int) *cell { return &s.paper.cells[s.at+y*s.pitch+x] }

// set writes one cell, mending wide letters that it cuts in half, also where their other half lies outside this part.
func (s Sheet) set(x, y int, c cell) {
	i := s.at + y*s.pitch + x
	all, col := s.paper.cells, i%s.pitch
	if all[i].tail && col > 0 {
		all[i-1].text = ""
	}
	if col+1 < s.pitch && all[i+1].tail {
		all[i+1].tail = false
	}
	all[i] = c
}

// Put writes a line of text from a cell on and returns the column after it. What does not fit is left off; a wide
// letter of which half would fit becomes a blank. The text must hold no escape sequences.
func (s Sheet) Put(x, y int, ink style.Ink, text string) int {
	if y < 0 || y >= s.H {
		return x + style.Width(text)
	}
	for i, r := range text {
		if r < 0x80 {
			if x >= 0 && x < s.W {
				s.set(x, y, cell{text: text[i : i+1], ink: ink})
			}
			x++
			continue
		}
		letter := text[i : i+len(string(r))]
		switch w := displaywidth.Rune(r); {
		case w <= 0:
			s.accent(x-1, y, letter)
		case w == 1:
			if x >= 0 && x < s.W {
				s.set(x, y, cell{text: letter, ink: ink})
			}
			x++
		default:
			s.wide(x, y, ink, letter)
			x += 2
		}
	}
	return x
}

// accent joins a mark without width to the letter before it.
func (s Sheet) accent(x, y int, mark string) {
	if x >= 0 && x < s.W && s.cell(x, y).tail {
		x--
	}
	if x >= 0 && x < s.W && s.cell(x, y).text != "" {
		s.cell(x, y).text += mark
	}
}

func (s Sheet) wide(x, y int, ink style.Ink, letter string) {
	switch {
	case x >= 0 && x+1 < s.W:
		s.set(x+1, y, cell{ink: ink})
		s.set(x, y, cell{text: letter, ink: ink})
		s.cell(x+1, y).tail = true
	case x == -1 && s.W > 0:
		s.set(0, y, cell{ink: ink})
	case x >= 0 && x == s.W-1:
		s.set(x, y, cell{ink: ink})
	}
}

// Span is a piece of a line in one ink.
type Span struct {
	Ink  style.Ink
	Text string
}

// Line writes pieces one after the other and returns the column after them.
func (s Sheet) Line(x, y int, spans ...Span) int {
	for _, p := range spans {
		x = s.Put(x, y, p.Ink, p.Text)
	}
	return x
}

// Fill writes the same one-cell sign into every cell.
func (s Sheet) Fill(ink style.Ink, sign string) {
	for y := range s.H {
		for x := range s.W {
			s.set(x, y, cell{text: sign, ink: ink})
		}
	}
}

// Tint lays an ink over every cell, keeping text and inks below it.
func (s Sheet) Tint(ink style.Ink) {
	for y := range s.H {
		for x := range s.W {
			c := s.cell(x, y)
			c.ink = c.ink.With(ink)
		}
	}
}

// Frame draws a border along the sheet's edge.
func (s Sheet) Frame(ink style.Ink, g style.Glyphs) {
	if s.W < 2 || s.H < 2 {
		return
	}
	r, b := s.W-1, s.H-1
	for x := 1; x < r; x++ {
		s.Put(x, 0, ink, g.Horizontal)
		s.Put(x, b, ink, g.Horizontal)
	}
	for y := 1; y < b; y++ {
		s.Put(0, y, ink, g.Vertical)
		s.Put(r, y, ink, g.Vertical)
	}
	s.Put(0, 0, ink, g.TopLeft)
	s.Put(r, 0, ink, g.TopRight)
	s.Put(0, b, ink, g.BottomLeft)
	s.Put(r, b, ink, g.BottomRight)
}

// String writes the sheet out: H lines of exactly W cells.
func (s Sheet) String() string {
	if s.paper == nil {
		return ""
	}
	out := s.paper.out[:0]
	for y := range s.H {
		if y > 0 {
			out = append(out, '\n')
		}
		out = s.row(out, y)
	}
	s.paper.out = out
	return string(out)
}

// row writes a row out.
func (s Sheet) row(out []byte, y int) []byte {
	var ink style.Ink
	for x := range s.W {
		c := s.cell(x, y)
		if c.tail {
			continue
		}
		if c.ink != ink {
			out, ink = c.ink.Open(ink.Close(out)), c.ink
		}
		if c.text == "" {
			out = append(out, ' ')
		} else {
			out = append(out, c.text...)
		}
	}
	return ink.Close(out)
}
