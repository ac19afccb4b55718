package widget

import (
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"saloon/tui/style"
)

// Frame is how a Box is drawn.
type Frame struct {
	Title string // in the upper edge
	Right string // at the right of the upper edge
	Foot  string // in the lower edge
	Hot   bool   // has the keyboard: its edge is brass, and its title is marked
}

// Box draws a border around a body, exactly w × h cells, border included. The body is cut or filled to the inside,
// which is w-4 × h-2: one blank cell stands on either side. It returns blank space where there is no room for a border.
func Box(f Frame, body string, w, h int, st *style.Style) string {
	if w < 6 || h < 3 {
		return st.Fit("", w, h)
	}
	edge := st.Faint
	if f.Hot {
		edge = st.Accent
	}
	top, side, bottom := topEdge(f, w, edge, st), edge.Render(st.Vertical), bottomEdge(f, w, edge, st)
	sheet := sheets.Get().(*[]byte)
	defer sheets.Put(sheet)
	b := append((*sheet)[:0], top...)
	for range h - 2 {
		var line string
		line, body, _ = strings.Cut(body, "\n")
		b = append(append(append(b, '\n'), side...), ' ')
		b = append(append(st.AppendPad(b, line, w-4), ' '), side...)
	}
	*sheet = append(append(b, '\n'), bottom...)
	return string(*sheet)
}

// sheets are what boxes are written on, by turns: how long one gets is known when it is done.
var sheets = sync.Pool{New: func() any { return new([]byte) }}

func topEdge(f Frame, w int, edge style.Ink, st *style.Style) string {
	title, right := f.Title, f.Right
	room := w - 6
	if right != "" && style.Width(right)+2 > room/2 {
		right = ""
	}
	if right != "" {
		room -= style.Width(right) + 3
	}
	if title == "" && right == "" {
		return edge.Render(st.TopLeft + style.Repeat(st.Horizontal, w-2) + st.TopRight)
	}
	title = st.Cut(title, room)
	used := 0
	out := st.TopLeft + st.Horizontal
	if title != "" {
		mark := " "
		if f.Hot {
			mark = st.Turn
		}
		used = style.Width(title) + 2
		out = edge.Render(out+mark) + st.Accent.Render(title) + edge.Render(" ")
	} else {
		out = edge.Render(out)
	}
	fill := w - 3 - used
	if right != "" {
		fill -= style.Width(right) + 3
		return out + edge.Render(style.Repeat(st.Horizontal, fill)+" ") + right +
			edge.Render(" "+st.Horizontal+st.TopRight)
	}
	return out + edge.Render(style.Repeat(st.Horizontal, fill)+st.TopRight)
}

func bottomEdge(f Frame, w int, edge style.Ink, st *style.Style) string {
	foot := st.Cut(f.Foot, w-6)
	if foot == "" {
		return edge.Render(st.BottomLeft + style.Repeat(st.Horizontal, w-2) + st.BottomRight)
	}
	return edge.Render(st.BottomLeft+style.Repeat(st.Horizontal, w-5-style.Width(foot))+" ") + st.Dim.Render(foot) +
		edge.Render(" "+st.Horizontal+st.BottomRight)
}

// Rule is a horizontal line of w cells with a title in it.
func Rule(title string, w int, st *style.Style) string {
	if title == "" || w < 6 {
		return st.Faint.Render(style.Repeat(st.Horizontal, w))
	}
	title = st.Cut(title, w-4)
	return st.Faint.Render(st.Horizontal+" ") + st.Accent.Render(title) +
		st.Faint.Render(" "+style.Repeat(st.Horizontal, w-3-style.Width(title)))
}

// Button is a key and what it does, to be pressed with either hand: "[p] play now". Lit is the one under the cursor. An
// empty key leaves the words alone.
func Button(key, words string, lit, danger bool, st *style.Style) string {
	if lit {
		if key != "" {
			words = "[" + key + "] " + words
		}
		return st.Sign.Render(st.Turn + words + " ")
	}
	ink := st.Text
	if danger {
		ink = st.Danger
	}
	if key == "" {
		return " " + ink.Render(words) + " "
	}
	return " " + st.Faint.Render("[") + st.Key.Render(key) + st.Faint.Render("]") + " " + ink.Render(words) + " "
}

// Toast is news on a lit ground: one row of at most w cells, or two of the same width if it takes them.
func Toast(text string, w int, st *style.Style) []string {
	rows := style.Wrap(st.Star+" "+text, w-2)
	if len(rows) > 2 {
		rows = []string{rows[0], st.Cut(strings.Join(rows[1:], " "), w-2)}
	}
	wide := 0
	for _, r := range rows {
		wide = max(wide, style.Width(r))
	}
	for i, r := range rows {
		rows[i] = st.Sign.Render(" " + st.Pad(r, wide) + " ")
	}
	return rows
}

// Meter is a bar of w cells, part of whole full.
func Meter(part, whole, w int, st *style.Style) string {
	if whole <= 0 || w <= 0 {
		return style.Spaces(w)
	}
	n := min(max(part*w/whole, 0), w)
	return st.Accent.Render(style.Repeat(st.BarFull, n)) + st.Faint.Render(style.Repeat(st.BarEmpty, w-n))
}

// Spark draws values as small columns, one cell each, the last w of them.
func Spark(values []float64, w int, st *style.Style) string {
	if len(values) == 0 || w <= 0 {
		return ""
	}
	values = values[max(len(values)-w, 0):]
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	var b strings.Builder
	for _, v := range values {
		i := len(st.Spark) / 2
		if high > low {
			i = int((v - low) / (high - low) * float64(len(st.Spark)-1))
		}
		b.WriteString(st.Spark[min(max(i, 0), len(st.Spark)-1)])
	}
	return st.Accent.Render(b.String())
}

func itoa(n int) string { return strconv.Itoa(n) }

// cut is the cells from left to right of a line that may hold escape sequences.
func cut(line string, left, right int) string {
	if left == 0 && right >= style.Width(line) {
		return line
	}
	return ansi.Cut(line, left, right)
}
