package felt

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// Draw fills exactly size.W × size.H cells.
func (f *Felt) Draw(size Size, st *style.Style) string {
	r := layout(size, shape{
		seats: max(len(f.frame.Info.Chairs), f.frame.Info.Settings.Seats), tip: f.tipping(),
		bare: f.face.Seats() && f.boardShows(),
	})
	f.drawn, f.style = r, st
	if r.title.w == 0 {
		return f.drawSmall(size, st)
	}
	title, plates, board := f.drawTitle(r.title, st), f.drawPlates(r.plates, st), f.drawMiddle(r.board, st)
	log, tip, keys := f.drawLog(r.log, st), f.drawTip(r.tip, st), f.drawKeys(r.keys, st)
	prompt := f.promptText(r.prompt.w-1, st)
	p := page{}
	if r.side.w > 0 {
		p.side = f.drawSide(r.side, st)
	}
	p.b.Grow(len(title) + platesRoom(plates) + len(board) + len(log) + len(tip) + len(p.side) + len(prompt) +
		r.prompt.w + len(keys) + 2*size.H)
	p.b.WriteString(title)
	if len(plates) > 0 {
		p.seats(plates, r.plates.h)
	} else {
		p.block(st.Fit("", r.plates.w, r.plates.h))
	}
	p.block(board)
	p.block(log)
	p.block(tip)
	p.row()
	p.b.WriteByte(' ')
	st.PadTo(&p.b, prompt, r.prompt.w-1)
	p.block(keys)
	return p.b.String()
}

// drawSmall asks for a bigger window. The match goes on meanwhile.
func (f *Felt) drawSmall(size Size, st *style.Style) string {
	text := "This window is too small for a table: it takes 60 by 20. The match goes on."
	if f.MyMove() {
		text = "Your move! " + text
	}
	return st.Fit(strings.Join(style.Wrap(text, size.W), "\n"), size.W, size.H)
}

// drawTitle draws the first line. All of it comes with a frame or is the board's.
func (f *Felt) drawTitle(r rect, st *style.Style) string {
	return f.cache.title.Draw(r.w, r.h, st, f.version, func() string { return f.titleText(r.w, st) })
}

func (f *Felt) titleText(w int, st *style.Style) string {
	info := f.frame.Info
	left := " " + st.Accent.Render(f.deps.Spec.Title)
	if head := f.headline(); head != "" {
		left += st.Dim.Render("  " + st.Dot + "  " + head)
	}
	var right []string
	if info.Settings.Lesson {
		right = append(right, "lesson")
	}
	if n := len(info.Watchers); n > 0 {
		right = append(right, lobby.Plural(n, "spectator"))
	}
	if f.replayed() {
		right = append(right, "match "+string(info.Match))
		if info.ID != "" { // a recording is shown to nobody else just now
			right = append(right, "showing "+string(info.ID))
		}
	} else if f.seen && !info.Settings.Lesson {
		if w >= 100 {
			right = append(right, ratedWord(info.Settings), string(info.Settings.Pace))
		}
		right = append(right, "table "+string(info.ID))
	}
	return st.Spread(left, st.Dim.Render(strings.Join(right, " "+st.Dot+" ")+" "), w)
}

func (f *Felt) headline() string {
	switch f.frame.Info.Stage {
	case table.Gathering:
		return "gathering"
	case table.Adjourned:
		return "adjourned"
	case table.Ended:
		return "the match is over"
	case table.Halted:
		return "stopped"
	case table.Replayed:
		return "replay"
	}
	if f.frame.View == nil {
		return ""
	}
	return f.face.Headline()
}

// drawMiddle draws what the table is about in its stage.
func (f *Felt) drawMiddle(r rect, st *style.Style) string {
	if f.reading {
		return f.drawReading(r, st)
	}
	if f.reel.open != "" {
		return f.drawOpen(r, st)
	}
	if f.boardShows() {
		return f.cache.board.Draw(r.w, r.h, st, f.version, func() string {
			return f.face.Draw(Size{W: r.w, H: r.h}, st)
		})
	}
	if !f.seen {
		return st.Fit("\n  Going to the table "+st.Ellipsis, r.w, r.h)
	}
	switch f.frame.Info.Stage {
	case table.Gathering:
		return st.Fit(f.drawGathering(r.w, st), r.w, r.h)
	case table.Ended:
		return st.Fit(f.drawEnded(r.w, r.h, st), r.w, r.h)
	case table.Halted:
		return st.Fit(f.drawHalted(r.w, st), r.w, r.h)
	}
	return st.Fit("\n  The cards are being dealt "+st.Ellipsis, r.w, r.h)
}

// promptText is the line that says what is expected of whom, in about w cells.
func (f *Felt) promptText(w int, st *style.Style) string {
	if f.talking {
		return f.talkText(w, st)
	}
	if f.lost != "" {
		return st.Sign.Render(" "+style.Clean(f.lost, w-2)+" ") + "  " + st.Dim.Render("Esc goes to the lobby.")
	}
	if n := f.notice; n.text != "" {
		ink, mark := st.Good, st.Star
		if n.bad {
			ink, mark = st.Warn, st.No
		}
		text := ink.Render(mark + " " + style.Clean(n.text, 240))
		if n.clause != "" {
			return st.Spread(text, st.Dim.Render(" R: rule "+n.clause+" "), w)
		}
		return text
	}
	if f.replayed() {
		return f.reelText(st)
	}
	if f.frame.Info.Stage == table.Halted {
		return st.Danger.Render("This table has stopped: " + style.Clean(f.frame.Info.Trouble, 200))
	}
	if c, seated := f.chair(); seated && c.StandIn != "" {
		return st.Sign.Render(" A bot plays for you ") + "  Press any key: the seat is yours again."
	}
	if v, ok := f.vote(); ok {
		return st.Sign.Render(" Vote ") + " " + f.voteText(v, st)
	}
	if f.frame.Ask != nil && f.frame.Info.Stage == table.Playing {
		return st.Sign.Render(" Your move"+f.windowLeft(st)+" ") + " " + f.said().prompt
	}
	if text := f.waitText(st); text != "" {
		return text
	}
	return f.endText(st)
}

// talkText is the line of talk that is being typed.
func (f *Felt) talkText(w int, st *style.Style) string {
	label := "Say " + st.Right
	if f.frame.You < 0 {
		label = "Whisper " + st.Right
	}
	f.prompt.Hint = "to the table. Enter says it, Esc goes back to the game."
	switch {
	case f.MyMove():
		label = "Your move! " + label
	case f.racing():
		label = "A race is on! " + label
	}
	return f.prompt.Draw(label, true, w, st)
}

// endText says what may be done once nothing is waited for.
func (f *Felt) endText(st *style.Style) string {
	if f.frame.Info.Stage != table.Ended {
		return ""
	}
	if _, seated := f.chair(); seated {
		return "Once more? " + st.Key.Render("m") + " asks the others for another match."
	}
	return "The match is over."
}

// waitText says what everybody waits for.
func (f *Felt) waitText(st *style.Style) string {
	var parts []string
	if s := f.frame.Sealed; s != nil {
		text := "Your answer is in: " + style.Clean(s.Words, 60) + ". It shows when the window ends"
		if !s.Until.IsZero() {
			text += " " + st.Dot + " " + widget.Clock(s.Until.Sub(f.now))
		}
		return strings.Join(append(parts, text), "  ")
	}
	mine := f.canReady() || f.frame.Info.Stage == table.Gathering
	var others []string
	for _, w := range f.frame.Info.Waits {
		if mine && w.Seat >= 0 && w.Seat == f.frame.You {
			parts = append([]string{f.readyText(w, st)}, parts...)
			continue
		}
		if w.Seat >= 0 && w.Seat == f.frame.You && !f.moving().IsZero() {
			continue
		}
		text := style.Clean(w.Text, 100)
		if left := w.Until.Sub(f.now); !w.Until.IsZero() {
			text += " " + st.Dot + " " + f.clock(w.Seat, left)
		}
		others = append(others, text)
	}
	if len(others) > 0 {
		parts = append(parts, "Waiting for "+join(others))
	}
	if len(parts) == 0 && f.frame.Info.Stage == table.Playing && f.sent != 0 {
		parts = append(parts, st.Ellipsis)
	}
	if f.frame.You < 0 && f.seen {
		parts = append([]string{st.Accent.Render("You are watching.")}, parts...)
	}
	return strings.Join(parts, "  ")
}

// windowLeft is what is left of a window, in which no clock runs that would say it.
func (f *Felt) windowLeft(st *style.Style) string {
	c, _ := f.chair()
	until := f.frame.Ask.Deadline
	if c.Clock.Running || until.IsZero() {
		return ""
	}
	return " " + st.Dot + " " + widget.Clock(until.Sub(f.now))
}

// readyText asks the player to be ready, when that is what the table waits for.
func (f *Felt) readyText(w table.Wait, st *style.Style) string {
	text := st.Sign.Render(" Space goes on ")
	if f.frame.Info.Stage == table.Gathering {
		text = st.Sign.Render(" Are you ready? Press r ")
	}
	if !w.Until.IsZero() {
		text += " " + st.Dot + " " + widget.Clock(w.Until.Sub(f.now))
	}
	return text
}

// voteText asks the player what they think of a motion.
func (f *Felt) voteText(v table.Vote, st *style.Style) string {
	t := f.scene()
	text := t.Name(v.By) + " " + motionWords(v.Motion, v.By == t.Me) + ". Press y or n"
	if left := v.Until.Sub(f.now); !v.Until.IsZero() && left > 0 {
		text += " " + st.Dot + " " + widget.Clock(left)
	}
	return text
}

func (f *Felt) drawKeys(r rect, st *style.Style) string {
	extra := f.notice.clause
	if f.talking {
		extra = "talk"
	}
	return f.cache.keys.Draw(r.w, r.h, st, keysKey{f.version, extra}, func() string {
		f.hints = spelled(f.Bindings(), st)
		return " " + widget.Hints(f.hints, r.w-1, st)
	})
}

var arrows = strings.NewReplacer("← →", "left/right", "↑ ↓", "up/down")

// spelled writes the arrow keys as words where there are no glyphs for them.
func spelled(bindings []screen.Binding, st *style.Style) []screen.Binding {
	if !st.ASCII {
		return bindings
	}
	out := slices.Clone(bindings)
	for i := range out {
		out[i].Show = arrows.Replace(out[i].Show)
	}
	return out
}

// clickKeys does what the hint under a press says.
func (f *Felt) clickKeys(x int) (tea.Cmd, screen.Nav) {
	b, ok := widget.HintAt(f.hints, f.drawn.keys.w-1, x-1)
	if !ok || len(b.Keys) == 0 {
		return nil, screen.Stay()
	}
	return f.handleKey(press(b.Keys[0]))
}

// tipping reports whether the coach speaks.
func (f *Felt) tipping() bool {
	if f.deps.Coach == nil || f.frame.View == nil || f.reading || f.frame.Info.Stage != table.Playing {
		return false
	}
	_, ok := f.deps.Coach.Tip()
	return ok
}

// drawTip draws what the coach says.
func (f *Felt) drawTip(r rect, st *style.Style) string {
	if r.h == 0 {
		return ""
	}
	tip, _ := f.deps.Coach.Tip()
	head := " " + st.Sign.Render(" "+tip.Title+" ") + st.Dim.Render(" "+count(tip.At, tip.Of)+" ")
	if tip.Waits {
		head += st.Key.Render("n") + st.Dim.Render(" goes on")
	}
	rows := []string{head}
	for _, line := range style.Wrap(tip.Text, r.w-3) {
		rows = append(rows, "  "+line)
	}
	return st.Fit(strings.Join(rows, "\n"), r.w, r.h)
}
