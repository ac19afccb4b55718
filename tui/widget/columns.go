package widget

import (
	"strings"

	"saloon/tui/style"
)

// Column is one column of a list.
type Column struct {
	Title string
	W     int  // cells, at least while there is room
	Grow  int  // share of the room that is left
	Right bool // figures
	Drop  int  // dropped while there is no room, highest first; 0 never
}

// Gap is the space between two columns.
const Gap = 2

// widths fits columns into w cells. A dropped column has width 0.
func widths(cols []Column, w int) []int {
	out := make([]int, len(cols))
	for i, c := range cols {
		out[i] = c.W
	}
	total := func() (sum, grow int) {
		sum = -Gap
		for i, c := range cols {
			if out[i] > 0 {
				sum += out[i] + Gap
				grow += c.Grow
			}
		}
		return sum, grow
	}
	for {
		sum, _ := total()
		worst := -1
		for i, c := range cols {
			if out[i] > 0 && c.Drop > 0 && (worst < 0 || c.Drop > cols[worst].Drop) {
				worst = i
			}
		}
		if sum <= w || worst < 0 {
			break
		}
		out[worst] = 0
	}
	sum, grow := total()
	for ; sum > w; sum-- { // nothing is left to drop: the widest gives way
		widest := 0
		for i := range out {
			if out[i] > out[widest] {
				widest = i
			}
		}
		if out[widest] <= 1 {
			break
		}
		out[widest]--
	}
	room := max(w-sum, 0)
	for i, c := range cols {
		if out[i] > 0 && c.Grow > 0 {
			share := room * c.Grow / grow
			out[i] += share
			room -= share
			grow -= c.Grow
		}
	}
	return out
}

// Heads is the line of column titles, w cells.
func Heads(cols []Column, w int, st *style.Style) string {
	cells := make([]string, len(cols))
	for i, c := range cols {
		cells[i] = c.Title
	}
	return st.Dim.Render(line(cols, cells, w, st))
}

// Cells is one row under Heads, w cells. The row under the cursor is lit and marked in the first of two cells that all
// rows leave free.
func Cells(cols []Column, cells []string, w int, cursor bool, st *style.Style) string {
	text := line(cols, cells, w, st)
	if cursor {
		return st.Select(st.Accent.Render(st.Turn) + cut(text, 1, w))
	}
	return text
}

// line lays cells out under their columns, two cells in.
func line(cols []Column, cells []string, w int, st *style.Style) string {
	var room [400]byte // most lines are no longer
	b := room[:0]
	first := true
	for i, cw := range widths(cols, w-2) {
		if cw == 0 || i >= len(cells) {
			continue
		}
		if first {
			b = append(b, "  "...)
		} else {
			b = append(b, style.Spaces(Gap)...)
		}
		first = false
		if cols[i].Right {
			b = append(b, st.PadLeft(cells[i], cw)...)
		} else {
			b = st.AppendPad(b, cells[i], cw)
		}
	}
	return st.Pad(string(b), w)
}

// Window says which part of n rows to show in h lines so that the cursor is among them: from is the first row.
func Window(n, cursor, h int) (from int) {
	if n <= h || h <= 0 {
		return 0
	}
	return min(max(cursor-h/2, 0), n-h)
}

// Tabs is a line of tabs, the chosen one lit; w cells.
func Tabs(names []string, chosen, w int, st *style.Style) string {
	parts := make([]string, len(names))
	for i, n := range names {
		if i == chosen {
			parts[i] = st.Sign.Render(" " + n + " ")
		} else {
			parts[i] = st.Dim.Render(" " + n + " ")
		}
	}
	text := strings.Join(parts, " ")
	if style.Width(text) > w && chosen < len(parts) {
		text = st.Dim.Render(st.Left+" ") + parts[chosen] + st.Dim.Render(" "+st.Right)
	}
	return st.Pad(text, w)
}

// TabAt says which tab a press at cell x of Tabs hit.
func TabAt(names []string, x int) (int, bool) {
	at := 0
	for i, n := range names {
		end := at + style.Width(n) + 2
		if x >= at && x < end {
			return i, true
		}
		at = end + 1
	}
	return 0, false
}
