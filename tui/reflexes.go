package tui

import (
	"time"

	"saloon/lobby"
	"saloon/tui/style"
	"saloon/tui/widget"
)

var reflexColumns = []widget.Column{
	{Title: "Reaction to", W: 16, Grow: 1},
	{Title: "Median", W: 7, Right: true},
	{Title: "Half of them", W: 14, Right: true},
	{Title: "Spread", W: 7, Right: true, Drop: 3},
	{Title: "Races", W: 5, Right: true},
	{Title: "Early", W: 5, Right: true, Drop: 1},
	{Title: "Wrong", W: 5, Right: true, Drop: 1},
	{Title: "None", W: 5, Right: true, Drop: 2},
}

// reflexRows tell how somebody reacts in races, in all and to each kind of card.
func reflexRows(r lobby.Reflexes, w int, st *style.Style) []string {
	if r.All.Count == 0 {
		return nil
	}
	rows := []string{"", widget.Rule("In races", w, st), widget.Heads(reflexColumns, w, st)}
	row := func(name string, x lobby.Reflex) {
		half := "-"
		if x.Valid > 0 {
			half = itoa(int(x.Lower.Milliseconds())) + "-" + took(x.Upper)
		}
		rows = append(rows, widget.Cells(reflexColumns, []string{
			name, st.Strong.Render(took(x.Median)), half, took(x.Spread), itoa(x.Count), itoa(x.FalseStarts),
			itoa(x.WrongMoves), itoa(x.NoResponses),
		}, w, false, st))
	}
	row("all", r.All)
	for _, x := range r.On {
		row(style.Clean(x.On, 24), x)
	}
	last := "The last " + lobby.Plural(r.All.Count, "race") + ", with the line's delay taken out."
	return append(rows, st.Dim.Render(last))
}

// took writes a time; "-" for none.
func took(d time.Duration) string {
	if d <= 0 {
		return "-"
	}
	return millis(d)
}
