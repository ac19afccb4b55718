package widget

import (
	"strings"

	"saloon/tui/style"
)

// Card is one card to draw. Cards are told apart by Mark and Short; Hue only helps.
type Card struct {
	Name  string   // "Jesse James"
	Lines []string // Name as it is broken on a drawn card, at most 2 lines of 8 cells; empty: broken at a space
	Short string   // 1 or 2 letters: "JJ"
	Mark  string   // one cell: the suit's or outlaw's sign
	Hue   int      // see style.Hue
	Value string   // at most 3 cells, in the corner of a drawn card
	Foot  string   // at most 8 cells, on the last line of a drawn card
	Back  bool     // face down: nothing else is shown

	Idle   bool // cannot be played just now
	Cursor bool
	Chosen bool
	Count  int // several equal cards drawn as one; 0 and 1 show nothing
}

const (
	// CardW and CardH are the cells of a drawn card.
	CardW = 10
	CardH = 5
	// ShortW are the cells of a card in short form, its sign of state included.
	ShortW = 6
)

// state is the sign before or under a card, so that its state is told without colour.
func (c Card) state(st *style.Style) string {
	switch {
	case c.Cursor:
		return st.Accent.Render(st.Turn)
	case c.Chosen:
		return st.Good.Render(st.Yes)
	case !c.Idle && !c.Back:
		return st.Dim.Render(st.Dot)
	default:
		return " "
	}
}

// face is the ink of the card's ground and of what is written on it in the card's own hue.
func (c Card) face(st *style.Style) (ground, hue style.Ink) {
	switch {
	case c.Back:
		return st.Back, st.Back
	case c.Idle:
		return st.Worn, st.Worn
	default:
		return st.Paper, st.OnPaper(c.Hue)
	}
}

// Drawn draws a whole card, CardW × CardH cells.
func Drawn(c Card, st *style.Style) string {
	ground, hue := c.face(st)
	edge := st.Faint
	switch {
	case c.Cursor:
		edge = st.Accent
	case c.Chosen:
		edge = st.Good
	}
	if st.Painted() && !c.Cursor && !c.Chosen {
		edge = ground
	}
	if st.Painted() {
		edge = ground.With(edge)
	}
	inner := CardW - 2
	rows := make([]string, 0, CardH)
	rows = append(rows, edge.Render(st.TopLeft+style.Repeat(st.Horizontal, inner)+st.TopRight))
	side := edge.Render(st.Vertical)
	for _, text := range c.rows(st, ground, hue) {
		rows = append(rows, side+text+side)
	}
	rows = append(rows, edge.Render(st.BottomLeft+style.Repeat(st.Horizontal, inner)+st.BottomRight))
	return strings.Join(rows, "\n")
}

// rows are the three inner lines of a drawn card.
func (c Card) rows(st *style.Style, ground, hue style.Ink) []string {
	inner := CardW - 2
	if c.Back {
		fill := ground.Render(style.Repeat(st.BackFill, inner))
		return []string{fill, fill, fill}
	}
	value := c.Value
	if c.Count > 1 {
		value = times(c.Count)
	}
	head := st.Pad(c.Mark+c.Short, inner-style.Width(value))
	lines := c.Lines
	if len(lines) == 0 {
		first, second, _ := strings.Cut(c.Name, " ")
		lines = []string{first, second}
	}
	second := c.Foot
	if len(lines) > 1 && lines[1] != "" {
		second = lines[1]
	}
	return []string{
		hue.Render(head) + ground.Render(value),
		ground.Render(st.Pad(lines[0], inner)),
		ground.Render(st.Pad(second, inner)),
	}
}

// Short draws a card on one line, ShortW cells: a sign of its state, then its mark and its letters.
func Short(c Card, st *style.Style) string {
	ground, hue := c.face(st)
	left, right := "[", "]"
	if st.Painted() {
		left, right = " ", " "
	}
	body := st.Pad(c.Mark+c.Short, ShortW-3)
	if c.Back {
		body = style.Repeat(st.BackFill, ShortW-3)
	}
	if c.Count > 1 {
		right = string(rune('0' + min(c.Count, 9)))
	}
	out := ground.Render(left) + hue.Render(body) + ground.Render(right)
	if c.Cursor {
		out = st.Cursor.Under(out)
		if st.Painted() {
			out = st.Sign.Render(left + body + right)
		}
	}
	return c.state(st) + out
}

// Letters draws a card in three cells: a sign of its state and its letters.
func Letters(c Card, st *style.Style) string {
	if c.Back {
		return c.state(st) + st.Back.Render(style.Repeat(st.BackFill, 2))
	}
	text := st.Pad(c.Short, 2)
	if c.Cursor {
		return c.state(st) + st.Sign.Render(text)
	}
	if c.Idle {
		return c.state(st) + st.Dim.Render(text)
	}
	return c.state(st) + st.Hue(c.Hue).Render(text)
}

func times(n int) string {
	const digits = "0123456789"
	if n > 9 {
		return "x9+"
	}
	return "x" + digits[n:n+1]
}
