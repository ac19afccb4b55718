package felt

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
)

// frameMsg brings what the table shows; doneMsg the table's verdict on something that the player did; guardMsg the end
// of a question's first moment. Each is for one screen: others leave it alone.
type (
	frameMsg struct {
		of    *Felt
		frame table.Frame
		ok    bool // there is one, and the table has not closed
		now   time.Time
	}
	doneMsg struct {
		of   *Felt
		ask  uint64 // of an answer
		err  error
		away bool // the screen is left if it was done
	}
	guardMsg struct {
		of  *Felt
		ask uint64
	}
)

// listen asks for every frame of the table.
func (f *Felt) listen() tea.Cmd {
	visit, now := f.deps.Visit, f.deps.Now
	hear := func() (tea.Msg, bool) {
		frame, ok, open := visit.Take()
		if open && !ok {
			return nil, true
		}
		return frameMsg{of: f, frame: frame, ok: ok, now: now()}, open
	}
	return screen.Listen{Bell: visit.Bell, RingOn: visit.RingOn, Hear: hear}.Cmd()
}

// act does something at the table and brings back its verdict.
func (f *Felt) act(do func(context.Context) error) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), answerIn)
		defer cancel()
		return doneMsg{of: f, err: do(ctx)}
	}
}

// leave does something at the table that ends one's part in it, and then goes back to the lobby.
func (f *Felt) leave(do func(context.Context) error) tea.Cmd {
	act := f.act(do)
	return func() tea.Msg {
		m := act().(doneMsg)
		m.away = true
		return m
	}
}

// Handle takes a message.
func (f *Felt) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case screen.Tick:
		f.now = m.Now
		f.pass()
	case frameMsg:
		if m.of == f {
			return f.handleFrame(m)
		}
	case doneMsg:
		if m.of == f {
			return nil, f.handleDone(m)
		}
	case guardMsg:
		if m.of == f && m.ask == f.ask {
			f.guarded = false
		}
	case tea.PasteMsg:
		if f.talking {
			f.prompt.Paste(m.Content)
		}
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			return f.handleClick(m.X, m.Y)
		}
	case tea.MouseWheelMsg:
		f.handleWheel(m)
	case tea.KeyPressMsg:
		return f.handleKey(m)
	case screen.Stroke:
		f.struck = m.At
		cmd, nav := f.handleKey(m.Key)
		f.struck = time.Time{}
		return cmd, nav
	default:
		return f.handleRace(m), screen.Stay()
	}
	return nil, screen.Stay()
}

// handleRace takes what comes of races.
func (f *Felt) handleRace(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case screen.Marked:
		return f.handleMarked(m)
	case flashedMsg:
		if m.of == f {
			return f.handleFlashed(m)
		}
	case racedMsg:
		if m.of == f {
			f.handleRaced(m.err)
		}
	case restMsg:
		if m.of == f && m.race == f.bout.id && f.bout.stage == table.RaceShow {
			f.hush()
		}
	}
	return nil
}

func (f *Felt) handleFrame(m frameMsg) (tea.Cmd, screen.Nav) {
	f.now = m.now
	if f.frame.Gone != "" {
		return nil, screen.Stay() // that was the last word
	}
	if !m.ok {
		f.lose("This table has closed.")
		return nil, screen.Stay()
	}
	before := f.frame
	f.frame, f.seen = m.frame, true
	if f.deps.Reel != nil {
		f.lines = f.lines[:0] // a replay's frame holds all its lines
	}
	f.remember(m.frame)
	f.hear(before.Info, m.frame)
	if m.frame.Gone != "" {
		f.lose(m.frame.Gone)
	}
	if before.Info.Stage != m.frame.Info.Stage {
		f.peek, f.reading = false, false
	}
	asks, races := f.question(), f.followRace()
	f.show()
	f.lag(before, m.frame)
	learns, nav := f.coach()
	return tea.Batch(asks, races, learns), nav
}

// lag lets the lines of a frame wait, and the standings after the last one, until the board has shown what happened, or
// until a race is over.
func (f *Felt) lag(before, now table.Frame) {
	if f.moving().IsZero() && !f.raceOpen() {
		f.held = 0
		return
	}
	f.held = min(f.held+len(now.Lines), len(f.lines))
	f.peek = f.peek || before.Info.Stage == table.Playing && now.Info.Stage == table.Ended
}

// pass lets the board's time go on.
func (f *Felt) pass() {
	if f.notice.text != "" && !f.now.Before(f.notice.until) {
		f.notice = notice{}
	}
	f.roll()
	if f.frame.View == nil {
		return
	}
	if f.face.Pass(f.now) {
		f.version++
	}
	if f.held > 0 && f.moving().IsZero() && !f.raceOpen() {
		f.held, f.version = 0, f.version+1
		if f.frame.Info.Stage == table.Ended {
			f.peek = false
		}
	}
}

// lose notes that no more frames will come.
func (f *Felt) lose(why string) {
	f.lost = why
	f.frame.Ask, f.ask, f.sent, f.talking = nil, 0, 0, false
	f.show()
}

func (f *Felt) remember(frame table.Frame) {
	if frame.Missed > 0 {
		f.lines = append(f.lines, table.Line{Lane: table.House, Text: "(some lines were lost while the line was slow)"})
	}
	f.lines = append(f.lines, frame.Lines...)
	if over := len(f.lines) - LogKept; over > 0 {
		f.lines = append(f.lines[:0], f.lines[over:]...)
	}
	if f.scroll > 0 { // what is being read stays in sight
		f.scroll = min(f.scroll+len(frame.Lines), len(f.lines))
	}
}

// hear notices what makes the log look different: new lines, and who sits and looks on, since everybody at the table
// has a color of their own in it.
func (f *Felt) hear(before table.Info, now table.Frame) {
	owner := func(a, b table.Chair) bool { return a.Owner.ID == b.Owner.ID }
	if len(now.Lines) > 0 || now.Missed > 0 || f.deps.Reel != nil ||
		!slices.EqualFunc(before.Chairs, now.Info.Chairs, owner) ||
		!slices.Equal(before.Watchers, now.Info.Watchers) {
		f.heard++
	}
}

// question notices that the table asks something new. Until a moment has passed, keys that were typed for something
// else may still be under way.
func (f *Felt) question() tea.Cmd {
	var id uint64
	if f.frame.Ask != nil {
		id = f.frame.Ask.ID
	}
	if id == f.ask {
		return nil
	}
	f.ask, f.sent, f.guarded = id, 0, id != 0
	if id == 0 {
		return nil
	}
	cmds := []tea.Cmd{tea.Tick(Guard, func(time.Time) tea.Msg { return guardMsg{of: f, ask: id} })}
	if f.deps.Prefs().Bell {
		cmds = append(cmds, tea.Raw("\a"))
	}
	return tea.Batch(cmds...)
}

// show gives the board the truth: without a question while an answer to it is under way.
func (f *Felt) show() {
	f.version++
	if f.frame.View == nil {
		return
	}
	ask := f.frame.Ask
	if ask != nil && f.sent == ask.ID {
		ask = nil
	}
	if err := f.face.Show(f.frame.View, ask, f.scene()); err != nil {
		f.lost = "This table shows something that this screen does not know. Leave it and come back."
	}
}

// coach lets the coach look, and keeps how far it has come.
func (f *Felt) coach() (tea.Cmd, screen.Nav) {
	c := f.deps.Coach
	if c == nil || f.frame.View == nil {
		return nil, screen.Stay()
	}
	c.See(f.frame.View, f.frame.Ask, f.scene())
	return f.learned(true)
}

// learned keeps how far the lesson has come. Who has taken it to its end is told so.
func (f *Felt) learned(praise bool) (tea.Cmd, screen.Nav) {
	step, before := Done, f.step
	if tip, ok := f.deps.Coach.Tip(); ok {
		step = tip.Step
	}
	if step == before || f.deps.Learned == nil {
		return nil, screen.Stay()
	}
	f.step = step
	nav := screen.Stay()
	if praise && step == Done && before != "" && f.deps.Taught != nil {
		nav = screen.Ask(f.deps.Taught())
	}
	return f.deps.Learned(step), nav
}

func (f *Felt) handleDone(m doneMsg) screen.Nav {
	switch {
	case m.err == nil && m.away:
		return screen.Pop()
	case m.err == nil:
		return screen.Stay()
	}
	if m.ask != 0 && m.ask == f.sent {
		f.sent = 0
		f.show()
	}
	f.note(noticeOf(m.err))
	return screen.Stay()
}

// noticeOf says in words why something was not done.
func noticeOf(err error) notice {
	var r *engine.Refusal
	switch {
	case errors.As(err, &r):
		return notice{text: sentence(r.Reason), clause: r.Clause, bad: true}
	case errors.Is(err, context.DeadlineExceeded):
		return notice{text: "The table did not answer in time. Look again before you repeat it.", bad: true}
	}
	return notice{text: sentence(err.Error()), bad: true}
}

// sentence makes an error's text one.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return s
	}
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	if c := s[0]; c >= 'a' && c <= 'z' {
		s = string(c-'a'+'A') + s[1:]
	}
	return s
}

// answer makes a move, unless it cannot be mended and the question is too new.
func (f *Felt) answer(move any) tea.Cmd {
	ask := f.frame.Ask
	if ask == nil || f.sent == ask.ID {
		return nil
	}
	if f.guarded && f.face.Grave(move) {
		f.note(notice{text: "That key came too early and was left out. Press it again if you mean it."})
		return nil
	}
	f.sent = ask.ID
	f.notice = notice{}
	f.show()
	visit, id := f.deps.Visit, ask.ID
	if f.deps.Lag != nil {
		visit.SetLag(f.deps.Lag())
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), answerIn)
		defer cancel()
		return doneMsg{of: f, ask: id, err: visit.Answer(ctx, id, move)}
	}
}

func (f *Felt) handleClick(x, y int) (tea.Cmd, screen.Nav) {
	if f.drawn.keys.has(x, y) {
		return f.clickKeys(x)
	}
	if b := f.drawn.board; b.has(x, y) && f.boardShows() && !f.talking {
		f.notice = notice{}
		f.version++
		move, ok := f.face.Click(x-b.x, y-b.y)
		if ok {
			return f.answer(move), screen.Stay()
		}
		f.explain()
	}
	return nil, screen.Stay()
}

func (f *Felt) handleWheel(m tea.MouseWheelMsg) {
	if m.Button == tea.MouseWheelUp {
		f.scrollBy(3)
	} else {
		f.scrollBy(-3)
	}
}

func (f *Felt) scrollBy(n int) { f.scroll = min(max(f.scroll+n, 0), max(len(f.lines)-1, 0)) }

// explain shows why the board did nothing.
func (f *Felt) explain() {
	if text, clause := f.face.Why(); text != "" {
		f.note(notice{text: text, clause: clause, bad: true})
	}
}
