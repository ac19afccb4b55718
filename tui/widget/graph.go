package widget

import (
	"math"
	"strings"

	"saloon/tui/style"
)

// graphLeast is the least difference that a graph shows as its whole height: less is noise, and not to look like a
// mountain.
const graphLeast = 40

// Graph draws values as a curve over a scale, in w by h cells: the oldest on the left, the last ones where not all fit.
// It is empty where there is nothing to draw, or no room for it.
func Graph(values []float64, w, h int, st *style.Style) []string {
	low, high, ok := bounds(values)
	if !ok || h < 2 {
		return nil
	}
	labels := []string{points(high), points(low)}
	if h > 2 {
		labels = []string{points(high), points((high + low) / 2), points(low)}
	}
	margin := 0
	for _, l := range labels {
		margin = max(margin, len(l))
	}
	plot := w - margin - 1
	if plot < 4 {
		return nil
	}
	cols := spread(values, plot)
	rows := make([]string, h)
	for y := range rows {
		label := ""
		switch {
		case y == 0:
			label = labels[0]
		case y == h-1:
			label = labels[len(labels)-1]
		case y == (h-1)/2 && len(labels) == 3 && h%2 == 1:
			label = labels[1]
		}
		var b strings.Builder
		for x, v := range cols {
			before := v
			if x > 0 {
				before = cols[x-1]
			}
			b.WriteString(graphCell(level(v, low, high, h), level(before, low, high, h), h-1-y, st))
		}
		edge := st.Faint.Render(st.Vertical)
		rows[y] = st.Dim.Render(st.PadLeft(label, margin)) + edge + st.Accent.Render(b.String())
	}
	return rows
}

func points(v float64) string { return itoa(int(math.Round(v))) }

// bounds are the scale of a graph, in tens.
func bounds(values []float64) (low, high float64, ok bool) {
	if len(values) == 0 {
		return 0, 0, false
	}
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	if math.IsNaN(low) || math.IsInf(high-low, 0) {
		return 0, 0, false
	}
	low, high = 10*math.Floor(low/10), 10*math.Ceil(high/10)
	if more := graphLeast - (high - low); more > 0 {
		low -= 10 * math.Ceil(more/20)
		high = max(high, low+graphLeast)
	}
	return low, high, true
}

// spread gives every column of a graph a value: the last ones where there are more, each several columns wide where
// there are fewer.
func spread(values []float64, w int) []float64 {
	values = values[max(len(values)-w, 0):]
	wide := min(w/len(values), 3)
	out := make([]float64, 0, w)
	for _, v := range values {
		for range wide {
			out = append(out, v)
		}
	}
	return out
}

// level is how high a value stands in h rows, in eighths of a row, from 1.
func level(v, low, high float64, h int) int {
	return 1 + int(math.Round((v-low)/(high-low)*float64(8*h-1)))
}

// graphCell is one cell of a graph: of a hill in blocks, or of a line in letters. row counts from the bottom.
func graphCell(now, before, row int, st *style.Style) string {
	if !st.ASCII {
		eighths := min(max(now-8*row, 0), 8)
		if eighths == 0 {
			return " "
		}
		return st.Spark[eighths-1]
	}
	at, from := (now-1)/8, (before-1)/8
	switch {
	case row == at:
		return "*"
	case row > min(at, from) && row < max(at, from):
		return "|"
	}
	return " "
}
