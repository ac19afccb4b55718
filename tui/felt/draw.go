package felt

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
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
	left := style.Stack(f.drawPlates(r.plates, st), f.drawMiddle(r.board, st), f.drawLog(r.log, st),
		f.drawTip(r.tip, st))
	if r.side.w > 0 {
		gap := style.Repeat(" \n", r.side.h-1) + " "
		left = style.Beside(left, gap, f.drawSide(r.side, st))
	}
	return style.Stack(f.drawTitle(r.title.w, st), left, f.drawPrompt(r.prompt, st), f.drawKeys(r.keys, st))
}

// drawSmall asks for a bigger window. The match goes on meanwhile.
func (f *Felt) drawSmall(size Size, st *style.Style) string {
	text := "This window is too small for a table: it takes 60 by 20. The match goes on."
	if f.MyMove() {
		text = "Your move! " + text
	}
	return st.Fit(strings.Join(style.Wrap(text, size.W), "\n"), size.W, size.H)
}

func (f *Felt) drawTitle(w int, st *style.Style) string {
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

// drawPlates draws who sits where, side by side.
func (f *Felt) drawPlates(r rect, st *style.Style) string {
	chairs := f.frame.Info.Chairs
	if len(chairs) == 0 || r.h == 0 {
		return st.Fit("", r.w, r.h)
	}
	var scores []string
	if f.frame.View != nil {
		scores = f.face.Scores()
	}
	blocks := make([]string, 0, 2*len(chairs))
	at := 0
	for i := range chairs {
		end := r.w * (i + 1) / len(chairs)
		w := end - at
		if i < len(chairs)-1 {
			w--
		}
		plate := widget.Plate(f.plate(engine.Seat(i), scores, w), w, r.h, st)
		blocks = append(blocks, st.Fit(plate, w, r.h))
		if i < len(chairs)-1 {
			blocks = append(blocks, style.Repeat(" \n", r.h-1)+" ")
		}
		at = end
	}
	return style.Beside(blocks...)
}

// narrowPlate is below which width a plate has room for a name and one thing more.
const narrowPlate = 32

// plate says what a seat's plate says in w cells.
func (f *Felt) plate(s engine.Seat, scores []string, w int) widget.Seat {
	c := f.frame.Info.Chairs[s]
	p := widget.Seat{
		Name: called(c.Owner), You: s == f.frame.You, Turn: c.Asked, Bot: c.Owner.IsBot(),
		Guest: c.Owner.Guest && w >= 40, Here: c.Here, Free: c.Free(), State: f.scene().State(s, w < narrowPlate),
	}
	if p.You && w < narrowPlate {
		p.Name, p.You = "You", false
	}
	if int(s) < len(scores) && w >= narrowPlate {
		p.Score = scores[s]
	}
	stage := f.frame.Info.Stage
	if !c.Free() && (stage == table.Playing || stage == table.Adjourned) && f.timed(c) &&
		(p.State == "" || w >= narrowPlate) {
		left := c.Clock.LeftAt(f.now)
		p.Clock, p.Low = f.clock(s, left), c.Clock.Running && left < widget.ClockLow
	}
	if c.Owner.IsBot() {
		p.Note = c.Owner.Bot + " bot"
	} else if f.deps.Rating != nil && !c.Free() {
		p.Note = strings.Replace(f.deps.Rating(c.Owner.ID), " at "+f.deps.Spec.Title, "", 1)
	}
	return p
}

// timed reports whether a seat has a clock to show: bots and lessons have none.
func (f *Felt) timed(c table.Chair) bool {
	return !c.Owner.IsBot() && !f.frame.Info.Settings.Lesson
}

// State is the one thing about a seat that the others should know first; empty if there is nothing.
func (t Table) State(s engine.Seat, short bool) string {
	if s < 0 || int(s) >= len(t.Info.Chairs) {
		return ""
	}
	c := t.Info.Chairs[s]
	switch {
	case c.Free():
		return ""
	case c.Open:
		return "open seat"
	case c.StandIn != "":
		return "bot plays"
	case !c.AwaySince.IsZero() && !c.BotAt.IsZero():
		if short {
			return "bot in " + widget.Glance(c.BotAt.Sub(t.Now))
		}
		return "away, bot in " + widget.Glance(c.BotAt.Sub(t.Now))
	case !c.AwaySince.IsZero() && !c.Owner.IsBot():
		return "away"
	case c.Faint && short:
		return "line?"
	case c.Faint:
		return "line is silent"
	case c.Leaving:
		return "leaves"
	case c.Ready && !c.Owner.IsBot() && (t.Info.Stage == table.Gathering || paused(t.Info)):
		return "ready"
	}
	return ""
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
		c := &f.cache.board
		key := Size{W: r.w, H: r.h}
		if c.text == "" || c.size != key || c.style != st || c.version != f.version {
			*c = cached{text: st.Fit(f.face.Draw(key, st), r.w, r.h), size: key, style: st, version: f.version}
		}
		return c.text
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

// drawPrompt draws the line that says what is expected of whom.
func (f *Felt) drawPrompt(r rect, st *style.Style) string {
	if f.talking {
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
		return " " + f.prompt.Draw(label, true, r.w-1, st)
	}
	return st.Pad(" "+f.promptText(r.w-1, st), r.w)
}

func (f *Felt) promptText(w int, st *style.Style) string {
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
		return st.Sign.Render(" Your move"+f.windowLeft(st)+" ") + " " + f.face.Prompt()
	}
	if text := f.waitText(st); text != "" {
		return text
	}
	return f.endText(st)
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
	c, size := &f.cache.keys, Size{W: r.w, H: r.h}
	extra := f.notice.clause
	if f.talking {
		extra = "talk"
	}
	if c.text == "" || c.size != size || c.style != st || c.version != f.version || c.extra != extra {
		f.hints = spelled(f.Bindings(), st)
		*c = cached{
			text: " " + widget.Hints(f.hints, r.w-1, st), size: size, style: st, version: f.version, extra: extra,
		}
	}
	return c.text
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
