package widget

import (
	"strings"

	"saloon/tui/style"
)

// FanH is the height of a fan of drawn cards: raised cards stand one line higher.
const FanH = CardH + 1

// FanStep is how far apart the cards of a fan stand: as wide as they are if there is room, else overlapping. It is 0 if
// n drawn cards cannot be told apart in w cells.
func FanStep(n, w int) int {
	switch {
	case n == 0 || w < CardW:
		return 0
	case n == 1 || n*CardW <= w:
		return CardW
	}
	step := (w - CardW) / (n - 1)
	if step < 4 { // edge, mark and two letters
		return 0
	}
	return step
}

// Fan draws cards side by side, overlapping as FanStep says, w × FanH cells. The cursor's card and the chosen ones are
// raised. It returns "" where FanStep is 0: use Row there.
func Fan(cards []Card, w int, st *style.Style) string {
	step := FanStep(len(cards), w)
	if step == 0 {
		return ""
	}
	drawn := make([][]string, len(cards))
	for i, c := range cards {
		drawn[i] = strings.Split(Drawn(c, st), "\n")
	}
	var b strings.Builder
	for y := range FanH {
		if y > 0 {
			b.WriteByte('\n')
		}
		used := 0
		for i, c := range cards {
			part := step
			if i == len(cards)-1 || c.Cursor && step < CardW {
				part = CardW
			}
			at := i * step
			if at < used { // the cursor's card lies over its right neighbours
				part -= used - at
				at = used
			}
			if part <= 0 {
				continue
			}
			b.WriteString(fanCell(c, drawn[i], y, [2]int{at - i*step, at - i*step + part}, st))
			used = at + part
		}
		b.WriteString(style.Spaces(w - used))
	}
	return b.String()
}

// fanCell is the piece of line y of a card between two of its cells.
func fanCell(c Card, rows []string, y int, part [2]int, st *style.Style) string {
	w := part[1] - part[0]
	if !c.Cursor && !c.Chosen {
		y--
	}
	switch {
	case y < 0:
		return style.Spaces(w)
	case y < CardH:
		return cut(rows[y], part[0], part[1])
	default: // below a raised card
		mark := c.state(st)
		return mark + style.Spaces(w-1)
	}
}

// Row draws cards in short form, as many on a line as fit, n lines at most; the last place says how many are left out.
func Row(cards []Card, w, lines int, st *style.Style) string {
	per := max(w/ShortW, 1)
	form, fw := Short, ShortW
	if len(cards) > per*lines {
		form, fw = Letters, 3
		per = max(w/3, 1)
	}
	var b strings.Builder
	for y := range lines {
		if y > 0 {
			b.WriteByte('\n')
		}
		used := 0
		for i := y * per; i < min(len(cards), (y+1)*per) && used+fw <= w; i++ {
			if y == lines-1 && i == (y+1)*per-1 && i < len(cards)-1 {
				b.WriteString(st.Pad(st.Dim.Render("+"+itoa(len(cards)-i)), fw))
				used += fw
				break
			}
			b.WriteString(form(cards[i], st))
			used += fw
		}
		b.WriteString(style.Spaces(w - used))
	}
	return b.String()
}

// RowAt says which card a press at cell x, y of a Row hit; ok is false beside the cards.
func RowAt(n, w, lines, x, y int) (i int, ok bool) {
	per, fw := max(w/ShortW, 1), ShortW
	if n > per*lines {
		per, fw = max(w/3, 1), 3
	}
	if x < 0 || y < 0 || y >= lines || x/fw >= per {
		return 0, false
	}
	i = y*per + x/fw
	return i, i < n
}

// FanAt says which card a press at cell x of a Fan hit; cursor is the raised card on top, or -1.
func FanAt(n, w, cursor, x int) (i int, ok bool) {
	step := FanStep(n, w)
	if step == 0 || x < 0 {
		return 0, false
	}
	if cursor >= 0 && x >= cursor*step && x < cursor*step+CardW {
		return cursor, true
	}
	i = min(x/step, n-1)
	return i, x < i*step+CardW
}

// Pile draws a pile of n cards with its top card, CardW × CardH cells; an empty pile is an empty place.
func Pile(top Card, n int, label string, st *style.Style) string {
	if n == 0 {
		rows := make([]string, CardH)
		inner := CardW - 2
		rows[0] = st.Faint.Render(st.TopLeft + style.Repeat(st.Horizontal, inner) + st.TopRight)
		for i := 1; i < CardH-1; i++ {
			text := style.Spaces(inner)
			if i == CardH/2 {
				text = st.Center("empty", inner)
			}
			rows[i] = st.Faint.Render(st.Vertical + text + st.Vertical)
		}
		rows[CardH-1] = bottomLabel(label, CardW, st.Faint, st)
		return strings.Join(rows, "\n")
	}
	rows := strings.Split(Drawn(top, st), "\n")
	ground, _ := top.face(st)
	edge := st.Faint
	if st.Painted() {
		edge = ground
	}
	rows[CardH-1] = bottomLabel(label+" "+itoa(n), CardW, edge, st)
	return strings.Join(rows, "\n")
}

func bottomLabel(label string, w int, edge style.Ink, st *style.Style) string {
	label = st.Cut(strings.TrimSpace(label), w-2)
	rest := w - 2 - style.Width(label)
	return edge.Render(st.BottomLeft + style.Repeat(st.Horizontal, rest/2) + label +
		style.Repeat(st.Horizontal, rest-rest/2) + st.BottomRight)
}
