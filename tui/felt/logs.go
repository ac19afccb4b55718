package felt

import (
	"fmt"
	"strings"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// lineRows draws one line of the log in rows of at most w cells: who speaks is told by a mark and a colour, and talk by
// its name as well.
func (f *Felt) lineRows(l table.Line, w int, st *style.Style) []string {
	text := style.Clean(l.Text, 400)
	name := called(l.From)
	mark, ink, plain := st.Dot, st.Faint, st.Text
	switch l.Lane {
	case table.Say:
		mark, ink = st.Right+" "+name+":", st.Hue(f.hueOf(l.From))
	case table.Whisper:
		mark, ink = "("+name+")", st.Dim
	case table.House:
		mark, ink, plain = "*", st.Warn, st.Dim
	}
	rows := style.Wrap(mark+" "+text, w)
	for i, r := range rows { // ink by ink and row by row: none may reach over a line's end
		if rest, ok := strings.CutPrefix(r, mark); ok && i == 0 {
			rows[i] = ink.Render(mark) + plain.Render(rest)
			continue
		}
		rows[i] = "  " + plain.Render(r)
	}
	return rows
}

// hueOf gives everybody at the table a colour of their own.
func (f *Felt) hueOf(p table.Person) int {
	for i, c := range f.frame.Info.Chairs {
		if c.Owner.ID == p.ID {
			return i
		}
	}
	return len(f.frame.Info.Chairs)
}

// lastLines draws the newest lines that fit, wrapped, oldest first. back leaves out as many of the newest.
func (f *Felt) lastLines(w, h, back int, st *style.Style) []string {
	rows := make([]string, 0, h)
	for i := len(f.lines) - 1 - back; i >= 0 && len(rows) < h; i-- {
		wrapped := f.lineRows(f.lines[i], w-2, st)
		for j := len(wrapped) - 1; j >= 0 && len(rows) < h; j-- {
			rows = append(rows, wrapped[j])
		}
	}
	for a, b := 0, len(rows)-1; a < b; a, b = a+1, b-1 {
		rows[a], rows[b] = rows[b], rows[a]
	}
	return rows
}

// drawLog draws the last lines below the board.
func (f *Felt) drawLog(r rect, st *style.Style) string {
	if r.h == 0 {
		return ""
	}
	return f.cache.log.Draw(r.w, r.h, st, f.logged(), func() string {
		rows := f.lastLines(r.w-1, r.h, f.held, st)
		for i := range rows {
			rows[i] = " " + rows[i]
		}
		return strings.Join(rows, "\n")
	})
}

func (f *Felt) logged() logKey { return logKey{heard: f.heard, scroll: f.scroll, held: f.held} }

// drawSide draws log, talk and watchers beside the board.
func (f *Felt) drawSide(r rect, st *style.Style) string {
	return f.cache.side.Draw(r.w, r.h, st, f.logged(), func() string {
		watchers := f.watchers(r.w-4, st)
		h := r.h
		if len(watchers) > 0 {
			h -= len(watchers) + 2
		}
		box := widget.Box(widget.Frame{Title: "What happened", Foot: "/ talk"},
			f.bottom(f.lastLines(r.w-4, h-2, max(f.scroll, f.held), st), h-2), r.w, h, st)
		if len(watchers) == 0 {
			return box
		}
		return style.Stack(box, widget.Box(widget.Frame{Title: "Watching"}, strings.Join(watchers, "\n"), r.w,
			len(watchers)+2, st))
	})
}

// bottom sets rows at the lower end of h lines.
func (f *Felt) bottom(rows []string, h int) string {
	return style.Repeat("\n", h-len(rows)) + strings.Join(rows, "\n")
}

// watchers lists who looks on, in at most three lines.
func (f *Felt) watchers(w int, st *style.Style) []string {
	names := make([]string, len(f.frame.Info.Watchers))
	for i, p := range f.frame.Info.Watchers {
		names[i] = style.Clean(p.Name, 24)
	}
	if len(names) == 0 {
		return nil
	}
	rows := style.Wrap(strings.Join(names, ", "), w)
	if len(rows) > 3 {
		rows = append(rows[:2], st.Dim.Render(fmt.Sprintf("%d in all", len(names))))
	}
	return rows
}

// drawReading draws the log in the board's place.
func (f *Felt) drawReading(r rect, st *style.Style) string {
	return f.cache.reading.Draw(r.w, r.h, st, f.logged(), func() string {
		foot := ""
		if f.scroll > 0 {
			foot = lobby.Plural(f.scroll, "newer line") + " below"
		}
		return widget.Box(widget.Frame{Title: "What happened", Foot: foot, Hot: true},
			f.bottom(f.lastLines(r.w-4, r.h-2, f.scroll, st), r.h-2), r.w, r.h, st)
	})
}
