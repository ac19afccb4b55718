package felt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// drawGathering draws who sits where before a match, how others come in, and what was agreed on.
func (f *Felt) drawGathering(w int, st *style.Style) string {
	info := f.frame.Info
	rows := []string{""}
	if t := style.Clean(info.Settings.Title, 40); t != "" {
		rows = append(rows, "  "+st.Strong.Render(t), "")
	}
	for i, c := range info.Chairs {
		rows = append(rows, f.gatheringRow(i, c, w, st))
	}
	rows = append(rows, "")
	if info.Settings.Lesson {
		for _, line := range style.Wrap("A first hand, with somebody at your elbow: no clock runs, nobody looks on, "+
			"and nothing counts. Take your time.", w-4) {
			rows = append(rows, "  "+line)
		}
		return strings.Join(rows, "\n")
	}
	if f.deps.Join != "" {
		rows = append(rows, f.bring(w, st), "")
	}
	for _, s := range settingsWords(info.Settings, f.deps.Spec) {
		for _, line := range style.Wrap(s, w-4) {
			rows = append(rows, "  "+line)
		}
	}
	rows = append(rows, "", "  "+st.Dim.Render("The match begins when every seat is taken and everybody is ready."))
	if held := f.holds(); held != "" {
		rows = append(rows, "  "+st.Warn.Render(st.Cut("But not just now: "+held+".", w-4)))
	}
	return strings.Join(rows, "\n")
}

// bring says how others come here: to a community's table by its name, which stays, to any other by its code.
func (f *Felt) bring(w int, st *style.Style) string {
	const bring = "  Bring somebody:  "
	info := f.frame.Info
	if info.Settings.Club != "" {
		join := f.deps.Join + " \"" + style.Clean(info.Settings.Title, lobby.NameWidthMax) + "\""
		if style.Width(bring+join) <= w {
			return bring + st.Key.Render(join)
		}
	}
	return bring + st.Key.Render(f.deps.Join+" "+string(info.ID))
}

// holds says why no match may begin just now.
func (f *Felt) holds() string {
	if f.deps.Held == nil {
		return ""
	}
	return style.Clean(f.deps.Held(), 100)
}

func (f *Felt) gatheringRow(i int, c table.Chair, w int, st *style.Style) string {
	number := st.Dim.Render(fmt.Sprintf("  %d ", i+1))
	if c.Free() {
		return st.Pad(number+st.Dim.Render(st.Dot+" free seat"), w)
	}
	name := called(c.Owner)
	sign, ink := st.Good.Render(st.Here), st.Text
	switch {
	case c.Owner.IsBot():
		sign = st.Dim.Render(st.Bot)
	case !c.Here:
		sign = st.Warn.Render(st.Away)
	}
	var marks []string
	if engine.Seat(i) == f.frame.You {
		marks, ink = append(marks, "you"), st.Strong
	}
	if c.Owner.ID == f.frame.Info.Host {
		marks = append(marks, "host")
	}
	if c.Owner.IsBot() {
		marks = append(marks, c.Owner.Bot+" bot")
	}
	if c.Owner.Guest {
		marks = append(marks, "guest")
	}
	left := number + sign + " " + ink.Render(name)
	if len(marks) > 0 {
		left += st.Dim.Render(" (" + strings.Join(marks, ", ") + ")")
	}
	ready := st.Dim.Render("not ready yet")
	if c.Ready || c.Owner.IsBot() {
		ready = st.Good.Render(st.Yes + " ready")
	}
	note := ""
	if f.deps.Rating != nil && !c.Owner.IsBot() {
		note = f.deps.Rating(c.Owner.ID)
	}
	return st.Pad(st.Pad(left, min(w/2, 40))+st.Pad(ready, 16)+st.Dim.Render(note), w)
}

// drawEnded draws the final standings, how the rating moved and why, and what proves that the cards were fair.
func (f *Felt) drawEnded(w, h int, st *style.Style) string {
	res := f.frame.Info.Result
	if res == nil {
		return "\n  The match has ended."
	}
	rows := []string{"", "  " + st.Accent.Render(f.verdict(res)), ""}
	rows = append(rows, f.standings(res, w, st)...)
	rows = append(rows, "")
	for _, s := range f.ratingWords(res) {
		for _, line := range style.Wrap(s, w-4) {
			rows = append(rows, "  "+line)
		}
	}
	for _, part := range f.proof(res) {
		var lines []string
		for _, p := range part {
			lines = append(lines, style.Wrap(p, w-4)...)
		}
		if len(rows)+len(lines) > h {
			break
		}
		if len(rows)+len(lines) < h {
			rows = append(rows, "")
		}
		for _, l := range lines {
			rows = append(rows, "  "+st.Dim.Render(l))
		}
	}
	return strings.Join(rows, "\n")
}

// verdict says who won.
func (f *Felt) verdict(res *table.Result) string {
	t := f.scene()
	var best []string
	for seat, rank := range res.Outcome.Ranks {
		if rank == 1 {
			best = append(best, t.Name(engine.Seat(seat)))
		}
	}
	switch {
	case len(best) == 1 && best[0] == "You":
		return "You win the match!"
	case len(best) == 1:
		return best[0] + " wins the match."
	}
	return join(best) + " share the first place."
}

func (f *Felt) standings(res *table.Result, w int, st *style.Style) []string {
	t := f.scene()
	seats := make([]engine.Seat, len(res.Outcome.Ranks))
	for i := range seats {
		seats[i] = engine.Seat(i)
	}
	slices.SortStableFunc(seats, func(a, b engine.Seat) int {
		return cmp.Compare(res.Outcome.Ranks[a], res.Outcome.Ranks[b])
	})
	scores := f.face.Scores()
	cols := []widget.Column{
		{Title: "", W: 3}, {Title: "player", W: 26}, {Title: "result", W: 9, Right: true},
		{Title: "rating", W: 22, Right: true, Drop: 1},
	}
	rows := []string{widget.Heads(cols, w, st)}
	for _, s := range seats {
		score := fmt.Sprint(res.Outcome.Points[s])
		if int(s) < len(scores) {
			score = scores[s]
		}
		name := t.Name(s)
		if s == t.Me {
			name = st.Strong.Render(name)
		}
		if c := f.frame.Info.Chairs; int(s) < len(c) && c[s].Owner.IsBot() {
			name += st.Dim.Render(" (" + c[s].Owner.Bot + " bot)")
		}
		rows = append(rows, widget.Cells(cols, []string{
			fmt.Sprintf("%d.", res.Outcome.Ranks[s]), name, score, changeShort(res, s),
		}, w, false, st))
	}
	return rows
}

func changeOf(res *table.Result, s engine.Seat) (table.RatingChange, bool) {
	for _, c := range res.Changes {
		if c.Seat == s {
			return c, true
		}
	}
	return table.RatingChange{}, false
}

func changeShort(res *table.Result, s engine.Seat) string {
	c, ok := changeOf(res, s)
	if !ok {
		return ""
	}
	before, after := lobby.Shown(c.Before), lobby.Shown(c.After)
	return fmt.Sprintf("%s (%+d)", lobby.Thousands(after), after-before)
}

// ratingWords explains in a sentence how the viewer's rating moved.
func (f *Felt) ratingWords(res *table.Result) []string {
	if !res.Rated {
		why := res.Why
		if why == "" {
			why = "unrated table"
		}
		return []string{"No rating moved: " + style.Clean(why, 160) + "."}
	}
	c, ok := changeOf(res, f.frame.You)
	if !ok {
		return nil
	}
	return []string{lobby.Explain(c)}
}

// proof says, part by part and the most useful first, how anybody can check that the cards were not touched.
func (f *Felt) proof(res *table.Result) [][]string {
	info := f.frame.Info
	match := []string{fmt.Sprintf("Match %s, %d moves and deals.", res.Match, info.Entries)}
	if cmd, ok := f.recordCommand(); ok && f.frame.You >= 0 {
		match = append(match, "Its record:  "+cmd)
	}
	switch {
	case info.Seed == "" && len(info.Seals) > 0:
		return [][]string{match, {
			"Every shuffle was sealed when it was dealt; the seed stays secret, as folded hands do.",
			"What was seen is opened in the record:  saloon record verify",
		}}
	case info.Seed == "":
		return [][]string{match}
	}
	return [][]string{match, {
		"All cards followed from this seed:", info.Seed,
		"It was promised at the start: its SHA-256 is", info.Commitment,
	}}
}

func (f *Felt) drawHalted(w int, st *style.Style) string {
	rows := []string{"", "  " + st.Danger.Render("This table has stopped."), ""}
	for _, line := range style.Wrap(style.Clean(f.frame.Info.Trouble, 400), w-4) {
		rows = append(rows, "  "+line)
	}
	return strings.Join(append(rows, "", "  Everything that was shown is kept. The house has been told."), "\n")
}
