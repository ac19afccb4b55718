package paint

import (
	"fmt"
	"strings"
	"testing"
)

// window is the window of most players.
const (
	windowW = 100
	windowH = 24
)

// seatsRow is a row of a table as the house draws it, 100 cells in 21 inks: names, chips, cards and lines between them.
func seatsRow(y, chips int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\x1b[38;5;%dm▸\x1b[mSeat %02d      \x1b[2m│\x1b[m  ", 100+y, y)
	for seat := range 4 {
		fmt.Fprintf(&b, "\x1b[38;5;%d;48;5;230m▒%d▒\x1b[m \x1b[1;38;5;%dm$%03d\x1b[m      ",
			20+seat, (y+seat)%10, 200+seat, (chips+seat)%1000)
		b.WriteString("\x1b[2m│\x1b[m ")
	}
	b.WriteString("\x1b[38;5;208mÉva\x1b[m                ")
	return b.String()
}

// barRow is a row of the head of a screen, with a clock.
func barRow(clock int) string {
	return fmt.Sprintf("\x1b[1m♠ Saloon\x1b[m  \x1b[2m·\x1b[m  Table \x1b[1m7\x1b[m  \x1b[2m·\x1b[m  "+
		"your move, \x1b[33m0:%02d\x1b[m left  \x1b[2m·\x1b[m  \x1b[38;5;208m%s\x1b[m%s"+
		"\x1b[2mhelp\x1b[m \x1b[1m?\x1b[m ",
		clock%60, strings.Repeat("━", 20), strings.Repeat(" ", 23))
}

// screenOf is a table's screen: a head with a clock, and rows of seats, of which the busy ones have other chips.
func screenOf(clock, chips, busy int) string {
	rows := []string{barRow(clock)}
	for y := range windowH - 1 {
		if y < busy {
			rows = append(rows, seatsRow(y, chips))
		} else {
			rows = append(rows, seatsRow(y, 100))
		}
	}
	return strings.Join(rows, "\n")
}

// textOf is a screen of another kind: a rule book.
func textOf() string {
	rows := make([]string, windowH)
	for y := range rows {
		const line = "  %2d. Whoever \x1b[1mdraws\x1b[m a card pays \x1b[33m$%d\x1b[m to the bank — no more."
		rows[y] = fmt.Sprintf(line, y, y) + strings.Repeat(" ", 50)
	}
	return strings.Join(rows, "\n")
}

// BenchmarkFrame paints what sessions mostly paint: a clock that counts, three rows of a table, another screen, and the
// first screen on an empty terminal.
func BenchmarkFrame(b *testing.B) {
	for _, c := range []struct {
		name   string
		frames []string
	}{
		{"tick", []string{screenOf(41, 100, 0), screenOf(40, 100, 0)}},
		{"rows", []string{screenOf(41, 100, 3), screenOf(41, 155, 3)}},
		{"screen", []string{screenOf(41, 100, 0), textOf()}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var p Painter
			var out []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				out = p.Frame(out[:0], c.frames[i%len(c.frames)], windowW, windowH)
			}
		})
	}
	b.Run("first", func(b *testing.B) {
		var out []byte
		frame := screenOf(41, 100, 0)
		b.ReportAllocs()
		for b.Loop() {
			var p Painter
			out = p.Frame(out[:0], frame, windowW, windowH)
		}
	})
}
