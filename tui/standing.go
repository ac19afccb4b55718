package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// stays says for a column or a plate in how many of 100 matches somebody stays; "" where too few are known.
func stays(c lobby.Conduct) string {
	percent, ok := c.Share()
	if !ok {
		return ""
	}
	return "stays " + itoa(percent) + "%"
}

// company says how those stay who sit at a table, but for the player: "Stay to the end: Burt 97%, Zoë new".
func (d *desk) company(l lobby.Listing) string {
	var parts []string
	for i, c := range l.Chairs {
		if c.Free() || c.Owner.IsBot() || c.Owner.ID == d.Session.Player().ID || i >= len(l.Conduct) {
			continue
		}
		parts = append(parts, style.Clean(c.Owner.Name, lobby.NameWidthMax)+" "+l.Conduct[i].Short())
	}
	if len(parts) == 0 {
		return ""
	}
	return "Stay to the end: " + strings.Join(parts, ", ")
}

// Size of a rating curve on a profile, in cells.
const (
	curveW = 76
	curveH = 5
	// curveLeast is from how many points on a curve is drawn: before, a column says as much.
	curveLeast = 4
)

// recordRows are the records of a profile: a line a category, and what is known in words.
func (s *profile) recordRows(w int, st *style.Style) []string {
	if len(s.p.Records) == 0 {
		return []string{st.Dim.Render("No rated match yet.")}
	}
	rows := []string{widget.Rule("Record", w, st), widget.Heads(recordColumns, w, st)}
	for _, r := range s.p.Records {
		words := lobby.InWords(r.Skill, r.Matches)
		if missing := lobby.Missing(lobby.SpanAll, r.Matches, r.Opponents); missing != "" && s.p.Player.Bot == "" {
			words += "; a place takes " + missing
		}
		rows = append(rows, widget.Cells(recordColumns, []string{
			s.d.category(r.Category), st.Strong.Render(standing(r.Skill, r.Matches)), rankOf(r.Rank),
			itoa(r.Matches), itoa(r.Wins), itoa(r.Left), widget.Spark(r.Trend, 12, st),
		}, w, false, st))
		for _, l := range style.Wrap(words, w-4) {
			rows = append(rows, "    "+st.Dim.Render(l))
		}
	}
	return rows
}

// curveRows draw the way of the ratings.
func (s *profile) curveRows(w int, st *style.Style) (rows []string) {
	for _, r := range s.p.Records {
		if len(r.Trend) < curveLeast {
			continue
		}
		title := s.d.category(r.Category) + ": the last " + lobby.Plural(len(r.Trend)-1, "match")
		rows = append(rows, "", widget.Rule(title, w, st))
		for _, l := range widget.Graph(r.Trend, min(w-4, curveW), curveH, st) {
			rows = append(rows, "  "+l)
		}
	}
	return rows
}

// conductRows say how somebody stays at their tables.
func (s *profile) conductRows(w int, st *style.Style) []string {
	c := s.p.Conduct
	if s.p.Player.Bot != "" || c.Matches == 0 {
		return nil
	}
	rows := []string{"", widget.Rule("At the table", w, st)}
	text := "Too few matches lately to tell how they stay."
	if percent, ok := c.Share(); ok {
		text = "Stays in " + itoa(percent) + " of 100 matches, those of long ago counting less."
	}
	rows = append(rows, "  "+text)
	for _, class := range []struct {
		words string
		n     float64
		ink   style.Ink
	}{
		{"came back after a lost line", c.Back, st.Good}, {"lost the line and stayed away", c.Lost, st.Warn},
		{"walked out", c.Walked, st.Danger},
	} {
		rows = append(rows, "  "+class.ink.Render(st.PadLeft(tenths(class.n), 6))+"  "+class.words)
	}
	return rows
}

// tenths writes a number of matches that fade: with one digit where it is small and no whole one.
func tenths(x float64) string {
	n := int(10*x + 0.5)
	if n%10 == 0 || n >= 100 {
		return itoa((n + 5) / 10)
	}
	return itoa(n/10) + "." + itoa(n%10)
}

// versusRows are the record of the player and somebody, by game.
func (s *profile) versusRows(w int, st *style.Style) []string {
	a := s.p.Against
	if a == nil {
		return nil
	}
	rows := []string{"", widget.Rule("You and "+style.Clean(s.p.Player.Name, lobby.NameWidthMax), w, st)}
	if a.Matches == 0 {
		return append(rows, "  You have never sat at one table.")
	}
	rows = append(rows, "  "+lobby.Plural(a.Matches, "match")+" together: you came out ahead in "+itoa(a.Better)+
		", behind in "+itoa(a.Worse)+".")
	if len(s.p.Versus) < 2 {
		return rows
	}
	for _, v := range s.p.Versus {
		rows = append(rows, "  "+st.Pad(s.d.title(v.Game), 20)+st.Dim.Render(lobby.Plural(v.Matches, "match")+
			", ahead in "+itoa(v.Better)+", behind in "+itoa(v.Worse)))
	}
	return rows
}

// awardRows list what somebody has earned.
func (s *profile) awardRows(w int, st *style.Style) []string {
	if len(s.p.Awards) == 0 {
		return nil
	}
	rows := []string{"", widget.Rule("Awards", w, st)}
	for _, a := range s.p.Awards {
		rows = append(rows, "  "+st.Accent.Render(st.Star)+" "+s.d.award(a))
	}
	return rows
}

// award says an award in a line.
func (d *desk) award(a lobby.Award) string {
	season := ", season " + style.Clean(a.SeasonName, lobby.SeasonWidth)
	if a.Kind == lobby.AwardShot {
		return "Shot of the season, " + d.category(a.Category) + season + ": " + lobby.Signed(float64(a.Points)) +
			" in one match"
	}
	return "Champion, " + d.category(a.Category) + season + ": " + lobby.Thousands(a.Points) + " points"
}

// awardsMax is how many awards one can choose from by a digit.
const awardsMax = 9

// earned asks which award's match is to be looked at.
func earned(of screen.Screen, d *desk, title string, all []lobby.Award, named bool) (tea.Cmd, screen.Nav) {
	ask := screen.Dialog{Title: title, Text: "Each was won in a match that you can look at."}
	for i, a := range all[:min(len(all), awardsMax)] {
		words := d.award(a)
		if named {
			words = style.Clean(a.Name, lobby.NameWidthMax) + ": " + words
		}
		ask.Text += "\n" + itoa(i+1) + "  " + words
		match := a.Match
		ask.Choices = append(ask.Choices, screen.Choice{Key: itoa(i + 1), Words: "match " + itoa(i+1),
			Do: func(string) (tea.Cmd, screen.Nav) { return replayOf(of, d, match) }})
	}
	ask.Choices = append(ask.Choices, screen.Choice{Key: "esc", Words: "back"})
	return nil, screen.Ask(ask)
}

// replayOf looks at a match from its beginning.
func replayOf(of screen.Screen, d *desk, match table.MatchID) (tea.Cmd, screen.Nav) {
	return d.replay(of, match, 0), screen.Stay()
}
