// Package sheet writes rows as columns of plain text: the form in which commands answer, over SSH and on the console.
package sheet

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/clipperhouse/displaywidth"
)

// Columns writes rows as columns, two spaces apart, wide enough for what is in them. A letter of align, for each
// column, is r for one that is flush right.
func Columns(w io.Writer, rows [][]string, align string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], displaywidth.String(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-displaywidth.String(cell))
			if i < len(align) && align[i] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			b.WriteString(cell + "  ")
		}
		_, _ = fmt.Fprintln(w, strings.TrimRight(b.String(), " ")) // the line may be gone, and then nobody reads it
	}
}

// Day writes a moment for people, in UTC; the zero moment is "-".
func Day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}
