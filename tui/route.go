package tui

import (
	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
)

// press routes a key: to the dialog first, then the app's own keys, then the top screen. A screen that wants to know
// when it was pressed gets it as it came.
func (a *App) press(k tea.KeyPressMsg, came tea.Msg) tea.Cmd {
	a.desk.Session.Key()
	a.byHand = true
	again, before := k.String() == a.key, a.lastKey
	a.lastKey, a.key = a.desk.now, k.String()
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if k.String() == "ctrl+l" {
		return tea.ClearScreen
	}
	if a.bare {
		return nil // a key does nothing that one cannot see
	}
	if n := len(a.dialogs); n > 0 {
		d := a.dialogs[n-1]
		if d.swallows(a.desk.now, before, again) {
			return nil
		}
		done, act := d.key(k)
		return a.answer(d, done, act)
	}
	top := a.top()
	if k.String() == "?" && !typing(top) {
		return a.follow(top, func() (tea.Cmd, screen.Nav) { return nil, screen.Help() })
	}
	if t, ok := top.(screen.Timed); !ok || !t.Timing() {
		came = k
	}
	return a.follow(top, func() (tea.Cmd, screen.Nav) { return top.Handle(came) })
}

// interrupt asks whether to leave; asked already, it leaves.
func (a *App) interrupt() tea.Cmd {
	if n := len(a.dialogs); a.gone || a.bare || n > 0 && a.dialogs[n-1].leaving {
		a.leaves = true
		return tea.Quit
	}
	a.open(leaveDialog(a.desk), true)
	a.dialogs[len(a.dialogs)-1].leaving = true
	return nil
}

// click routes a press of the left button.
func (a *App) click(m tea.MouseClickMsg) tea.Cmd {
	a.desk.Session.Key()
	a.byHand = true
	if m.Button != tea.MouseLeft || a.bare {
		return nil
	}
	if n := len(a.dialogs); n > 0 {
		d := a.dialogs[n-1]
		done, act := d.click(m.X, m.Y)
		return a.answer(d, done, act)
	}
	top := a.top()
	return a.follow(top, func() (tea.Cmd, screen.Nav) { return top.Handle(m) })
}

// wheelLines is how far a notch of the wheel goes.
const wheelLines = 3

// wheel turns the wheel into what the top screen makes of it: the table reads its log, lists move.
func (a *App) wheel(m tea.MouseWheelMsg) tea.Cmd {
	top := a.top()
	if a.bare || len(a.dialogs) > 0 {
		return nil
	}
	if _, sheet := top.(interface{ onSheet() }); !sheet {
		return a.follow(top, func() (tea.Cmd, screen.Nav) { return top.Handle(m) })
	}
	key, lines := "down", wheelLines
	switch m.Button {
	case tea.MouseWheelUp:
		key, lines = "up", -wheelLines
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if r, ok := top.(interface {
		roll(lines int) (tea.Cmd, screen.Nav)
	}); ok {
		return a.follow(top, func() (tea.Cmd, screen.Nav) { return r.roll(lines) })
	}
	if typing(top) { // there the keys mean the text
		return nil
	}
	var cmds []tea.Cmd
	for range wheelLines {
		cmds = append(cmds, a.follow(top, func() (tea.Cmd, screen.Nav) { return top.Handle(pressOf(key)) }))
	}
	return tea.Batch(cmds...)
}

// paste fills text fields and does nothing else.
func (a *App) paste(m tea.PasteMsg) tea.Cmd {
	if a.bare {
		return nil
	}
	if n := len(a.dialogs); n > 0 {
		a.dialogs[n-1].paste(m.Content)
		return nil
	}
	if top := a.top(); typing(top) {
		return a.follow(top, func() (tea.Cmd, screen.Nav) { return top.Handle(m) })
	}
	return nil
}

func typing(s screen.Screen) bool {
	t, ok := s.(screen.Typist)
	return ok && t.Typing()
}

// answer closes a dialog that was answered and does what the answer says.
func (a *App) answer(d *dialog, done bool, act func() (tea.Cmd, screen.Nav)) tea.Cmd {
	if !done {
		return nil
	}
	for i, other := range a.dialogs {
		if other == d {
			a.dialogs = append(a.dialogs[:i], a.dialogs[i+1:]...)
			break
		}
	}
	if act == nil {
		return nil
	}
	return a.follow(a.top(), act)
}

// follow handles something for a screen and goes where it says.
func (a *App) follow(from screen.Screen, act func() (tea.Cmd, screen.Nav)) tea.Cmd {
	cmd, nav := act()
	if nav.Toast != "" {
		a.say(nav.Toast)
	}
	if nav.Dialog != nil {
		a.open(*nav.Dialog, a.byHand)
	}
	onTop := from == nil || from == a.top()
	switch nav.Move {
	case screen.Pushes:
		cmd = tea.Batch(cmd, a.push(nav.To))
	case screen.Replaces:
		if onTop && len(a.stack) > 0 {
			a.drop()
		}
		cmd = tea.Batch(cmd, a.push(nav.To))
	case screen.Pops:
		if onTop && len(a.stack) > 1 {
			a.drop()
			cmd = tea.Batch(cmd, a.back())
		}
	case screen.OpensRules:
		cmd = tea.Batch(cmd, a.push(newBook(a.desk, nav.Game, nav.Clause)))
	case screen.OpensHelp:
		cmd = tea.Batch(cmd, a.push(newHelp(a.desk, a.top())))
	case screen.Leaves:
		a.leaves = true
		cmd = tea.Batch(cmd, tea.Quit)
	}
	return cmd
}

// push puts a screen on top and starts it.
func (a *App) push(s screen.Screen) tea.Cmd {
	if s == nil || a.gone {
		if c, ok := s.(screen.Closer); ok {
			c.Close()
		}
		return nil
	}
	a.stack = append(a.stack, s)
	return a.start(s)
}

func (a *App) start(s screen.Screen) tea.Cmd {
	if st, ok := s.(screen.Starter); ok {
		return st.Start()
	}
	return nil
}

// drop takes the top screen off.
func (a *App) drop() {
	s := a.top()
	if c, ok := s.(screen.Closer); ok {
		c.Close()
	}
	a.stack = a.stack[:len(a.stack)-1]
}

// back tells a screen that it is on top again.
func (a *App) back() tea.Cmd {
	if s, ok := a.top().(interface{ Back() tea.Cmd }); ok {
		return s.Back()
	}
	return nil
}

// open puts a dialog on top. asked means that the player's key or click just now brought it up.
func (a *App) open(d screen.Dialog, asked bool) {
	a.dialogs = append(a.dialogs, newDialog(d, a.desk.now, asked))
}
