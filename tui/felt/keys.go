package felt

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
)

// action is a key of the table screen with what it does.
type action struct {
	screen.Binding
	do func(*Felt) (tea.Cmd, screen.Nav)
}

func key(show, does string, do func(*Felt) (tea.Cmd, screen.Nav), keys ...string) action {
	return action{screen.Binding{Keys: keys, Show: show, Does: does}, do}
}

// calm is a key that only changes the screen.
func calm(show, does string, do func(*Felt), keys ...string) action {
	return key(show, does, func(f *Felt) (tea.Cmd, screen.Nav) {
		do(f)
		return nil, screen.Stay()
	}, keys...)
}

// send is a key that does something at the table.
func send(show, does string, do func(*Felt, context.Context) error, keys ...string) action {
	return key(show, does, func(f *Felt) (tea.Cmd, screen.Nav) {
		f.notice = notice{}
		return f.act(func(ctx context.Context) error { return do(f, ctx) }), screen.Stay()
	}, keys...)
}

// Bindings are the keys that do something just now.
func (f *Felt) Bindings() []screen.Binding {
	if f.talking {
		return []screen.Binding{
			{Keys: []string{"enter"}, Show: "enter", Does: "say it"},
			{Keys: []string{"esc"}, Show: "esc", Does: "back to the game"},
		}
	}
	if f.replaced() {
		return []screen.Binding{{Keys: []string{"enter"}, Show: "any key", Does: "take your seat back"}}
	}
	all := make([]screen.Binding, 0, 24)
	if f.boardKeys() {
		all = append(all, f.face.Bindings()...)
		if f.face.Modal() {
			return all
		}
	}
	for _, a := range f.actions() {
		all = append(all, a.Binding)
	}
	return all
}

// replaced reports whether a bot plays for this player, who is here.
func (f *Felt) replaced() bool {
	c, seated := f.chair()
	return seated && c.StandIn != "" && f.lost == ""
}

// boardShows reports whether the game's board is on the screen.
func (f *Felt) boardShows() bool {
	if f.frame.View == nil || f.reading {
		return false
	}
	switch f.frame.Info.Stage {
	case table.Playing, table.Adjourned, table.Halted, table.Replayed:
		return true
	case table.Ended:
		return f.peek
	default:
		return false
	}
}

// boardKeys reports whether keys reach the board.
func (f *Felt) boardKeys() bool { return f.boardShows() && f.lost == "" && !f.replayed() }

// actions are the screen's own keys, most important first.
func (f *Felt) actions() []action {
	if f.lost != "" {
		return []action{
			key("esc", "back to the lobby", func(*Felt) (tea.Cmd, screen.Nav) {
				return nil, screen.Pop()
			}, "esc", "q", "enter"),
		}
	}
	if f.reading {
		return f.readingKeys()
	}
	if f.replayed() {
		return f.reelActions()
	}
	all := append(make([]action, 0, 12), f.voteKeys()...)
	all = append(all, f.stageKeys()...)
	if c := f.deps.Coach; c != nil {
		if tip, ok := c.Tip(); ok && tip.Waits && f.tipping() {
			all = append(all, key("n", "next tip", (*Felt).nextTip, "n"))
		}
	}
	all = append(all, talkKey, f.logKey())
	if f.notice.clause != "" {
		all = append(all, key("R", "rule "+f.notice.clause, (*Felt).openRules, "R", "ctrl+r"))
	} else {
		all = append(all, key("R", "rules", (*Felt).openRules, "R", "ctrl+r"))
	}
	return append(all,
		key("esc", "menu", (*Felt).openMenu, "esc", "q"),
		key("?", "help", func(*Felt) (tea.Cmd, screen.Nav) { return nil, screen.Help() }, "?"))
}

// readingKeys are those of the log in the board's place. Where people race there is no letter among them: the log
// closes when a race begins, and a letter would be an answer in it.
func (f *Felt) readingKeys() []action {
	up, down, far := []string{"up", "k"}, []string{"down", "j"}, []string{"pgdown", "space"}
	back := []string{"esc", "l", "q"}
	if f.face.Races() {
		up, down, far, back = up[:1], down[:1], far[:1], []string{"esc", "tab", "q"}
	}
	return []action{
		calm("↑ ↓", "scroll", func(f *Felt) { f.scrollBy(1) }, up...),
		calm("", "", func(f *Felt) { f.scrollBy(-1) }, down...),
		calm("", "", func(f *Felt) { f.scrollBy(10) }, "pgup"),
		calm("", "", func(f *Felt) { f.scrollBy(-10) }, far...),
		calm("", "", func(f *Felt) { f.scroll = 0 }, "end"),
		calm("esc", "back to the table", func(f *Felt) { f.reading, f.scroll = false, 0 }, back...),
		talkKey,
	}
}

func (f *Felt) logKey() action {
	name := "l"
	if f.face.Races() { // its letters are the game's
		name = "tab"
	}
	return calm(name, "log", func(f *Felt) { f.reading, f.scroll = true, 0 }, name)
}

var talkKey = calm("/", "talk", func(f *Felt) { f.talking = true }, "/")

func (f *Felt) nextTip() (tea.Cmd, screen.Nav) {
	f.deps.Coach.Next()
	f.version++
	return f.learned(true)
}

func (f *Felt) openRules() (tea.Cmd, screen.Nav) {
	clause := f.notice.clause
	if clause == "" && f.boardShows() {
		clause = f.face.Clause()
	}
	return nil, screen.Rules(f.deps.Spec.Name, clause)
}

// stageKeys are the keys of the table's stage.
func (f *Felt) stageKeys() []action {
	switch f.frame.Info.Stage {
	case table.Gathering:
		return f.gatheringKeys()
	case table.Playing:
		var all []action
		if f.canReady() {
			all = append(all, send("space", "go on", func(f *Felt, ctx context.Context) error {
				return f.deps.Visit.Ready(ctx, true)
			}, "space", "enter"))
		}
		return append(all, f.sitOpenKeys()...)
	case table.Adjourned:
		if _, seated := f.chair(); seated && !f.voting(table.Resume) {
			return []action{f.motionKey("u", "resume", table.Resume)}
		}
	case table.Ended:
		return f.endedKeys()
	}
	return nil
}

// canReady reports whether the table waits for this player to have looked, as at a scored hand. What still moves has
// not been seen: who goes on too soon would cut it short for everybody.
func (f *Felt) canReady() bool {
	c, seated := f.chair()
	if !seated || c.Ready || f.frame.Ask != nil || !f.paused() || !f.moving().IsZero() {
		return false
	}
	for _, w := range f.frame.Info.Waits {
		if w.Seat == f.frame.You {
			return true
		}
	}
	return false
}

// paused reports whether a match stands still so that people can look.
func (f *Felt) paused() bool { return paused(f.frame.Info) }

func paused(info table.Info) bool {
	if info.Stage != table.Playing || len(info.Waits) == 0 {
		return false
	}
	for _, c := range info.Chairs {
		if c.Asked {
			return false
		}
	}
	return true
}

func (f *Felt) gatheringKeys() []action {
	me, seated := f.chair()
	if f.frame.Info.Settings.Lesson {
		return lessonKeys(seated && !me.Ready)
	}
	var all []action
	switch {
	case seated && me.Ready:
		all = append(all, send("r", "not ready", func(f *Felt, ctx context.Context) error {
			return f.deps.Visit.Ready(ctx, false)
		}, "r", "enter", "space"))
	case seated:
		all = append(all, send("r", "ready", func(f *Felt, ctx context.Context) error {
			return f.deps.Visit.Ready(ctx, true)
		}, "r", "enter", "space"))
	}
	free := false
	for _, c := range f.frame.Info.Chairs {
		free = free || c.Free()
	}
	if !seated && free {
		all = append(all, sitKey)
	}
	if (seated || f.host()) && free {
		all = append(all, key("b", "fill with bots", (*Felt).openBots, "b"))
	}
	if f.host() && f.removable() {
		all = append(all, key("x", "empty a seat", (*Felt).openRemove, "x"))
	}
	if f.host() && f.taken() {
		all = append(all, key("w", "swap seats", (*Felt).openSwap, "w"))
	}
	return all
}

// lessonKeys are those of a lesson that has not begun: it begins by itself, unless its pupil has been away.
func lessonKeys(waits bool) []action {
	if !waits {
		return nil
	}
	return []action{send("r", "begin", func(f *Felt, ctx context.Context) error {
		return f.deps.Visit.Ready(ctx, true)
	}, "r", "enter", "space")}
}

var sitKey = send("s", "sit down", func(f *Felt, ctx context.Context) error {
	return f.deps.Visit.Sit(ctx, engine.Nobody)
}, "s")

// sitOpenKeys let somebody who looks on take a seat that its owner left.
func (f *Felt) sitOpenKeys() []action {
	if _, seated := f.chair(); seated {
		return nil
	}
	for _, c := range f.frame.Info.Chairs {
		if c.Open {
			return []action{sitKey}
		}
	}
	return nil
}

func (f *Felt) endedKeys() []action {
	var all []action
	if _, seated := f.chair(); seated && !f.voting(table.Rematch) {
		all = append(all, f.motionKey("m", "rematch", table.Rematch))
	}
	if f.frame.View == nil {
		return all
	}
	if f.peek {
		return append(all, calm("v", "standings", func(f *Felt) { f.peek = false }, "v", "tab"))
	}
	return append(all, calm("v", "last board", func(f *Felt) { f.peek = true }, "v", "tab"))
}

func (f *Felt) motionKey(k, does string, m table.Motion) action {
	return send(k, does, func(f *Felt, ctx context.Context) error { return f.deps.Visit.Cast(ctx, m, true) }, k)
}

// voting reports whether a vote is on.
func (f *Felt) voting(m table.Motion) bool {
	for _, v := range f.frame.Info.Votes {
		if v.Motion == m {
			return true
		}
	}
	return false
}

// vote is the first vote that waits for this player.
func (f *Felt) vote() (table.Vote, bool) {
	for _, v := range f.frame.Info.Votes {
		for _, s := range v.Missing {
			if s == f.frame.You && s >= 0 {
				return v, true
			}
		}
	}
	return table.Vote{}, false
}

func (f *Felt) voteKeys() []action {
	v, ok := f.vote()
	if !ok {
		return nil
	}
	cast := func(yes bool) func(*Felt, context.Context) error {
		return func(f *Felt, ctx context.Context) error { return f.deps.Visit.Cast(ctx, v.Motion, yes) }
	}
	word := string(v.Motion)
	return []action{send("y", "yes, "+word, cast(true), "y"), send("n", "no", cast(false), "n")}
}

// handleKey gives a key to whoever has the keyboard: talk, the board's open list, the screen, the board.
func (f *Felt) handleKey(k tea.KeyPressMsg) (tea.Cmd, screen.Nav) {
	if f.talking {
		return f.handleTalk(k), screen.Stay()
	}
	if f.replaced() {
		f.note(notice{text: "Welcome back: the seat is yours again."})
		return f.act(f.deps.Visit.Wake), screen.Stay()
	}
	if cmd, taken := f.raceKey(k); taken {
		return cmd, screen.Stay()
	}
	board := f.boardKeys()
	if board && f.face.Modal() {
		return f.boardKey(k), screen.Stay()
	}
	for _, a := range f.actions() {
		if a.Is(k) {
			f.version++
			cmd, nav := a.do(f)
			return cmd, nav
		}
	}
	if board {
		return f.boardKey(k), screen.Stay()
	}
	return nil, screen.Stay()
}

func (f *Felt) boardKey(k tea.KeyPressMsg) tea.Cmd {
	f.version++
	f.notice = notice{}
	move, ok := f.face.Key(k)
	if ok {
		return f.answer(move)
	}
	f.explain()
	return nil
}

// handleTalk edits the line of talk. It never reaches the game: after a line was said, keys are still talk.
func (f *Felt) handleTalk(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		f.talking = false
	case "enter":
		text := strings.TrimSpace(f.prompt.Text())
		if text == "" {
			f.talking = false
			return nil
		}
		f.prompt.Set("")
		visit := f.deps.Visit
		return f.act(func(ctx context.Context) error { return visit.Talk(ctx, text) })
	default:
		f.prompt.Key(k)
	}
	return nil
}
