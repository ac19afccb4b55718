package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

const (
	// MinW and MinH are the least cells in which screens are drawn. Below them the app says so.
	MinW = 60
	MinH = 20
	// toastFor is how long a toast stays.
	toastFor = 5 * time.Second
)

// App is the one model of a session. It is a tea.Model.
type App struct {
	desk    *desk
	stack   []screen.Screen
	dialogs []*dialog
	size    screen.Size
	style   *style.Style
	toast   string
	until   time.Time // of the toast
	lastKey time.Time
	key     string        // the last one
	byHand  bool          // what is handled now is a key or a click
	hosted  bool          // whoever runs the app knows what time it is
	timer   int           // the number of the running timer
	due     time.Time     // when it rings; zero if none runs
	stop    chan struct{} // ends it early
	gone    bool          // the session has ended
	warning string        // the warning that was shown last
	leaves  bool          // the player ends it
	view    tea.View
	drawn   bool // view shows what is
	bare    bool // what is on top of the stack has no room
}

// Notice is a message with words for the player from outside of the screens, such as the door's. It is shown for a
// few seconds.
type Notice struct{ Text string }

type (
	newsMsg struct {
		news     lobby.News
		ok, open bool
	}
)

// New makes the app of a session.
func New(o Options) (*App, error) {
	if err := o.Complete(); err != nil {
		return nil, err
	}
	d := &desk{Options: o, prefs: o.Session.Player().Prefs, now: o.Now(), books: newShelf()}
	a := &App{desk: d, size: screen.Size{W: o.Width, H: o.Height}, lastKey: d.now}
	a.restyle()
	ban, out := o.Session.Banned()
	switch {
	case out:
		a.stack = []screen.Screen{newBanned(d, ban)}
	case o.Session.Named():
		a.stack = []screen.Screen{newHall(d)}
		if ask, ok := d.comeBack(a.top()); ok {
			a.open(ask, false)
		}
	default:
		a.stack = []screen.Screen{newDoor(d)}
	}
	return a, nil
}

// Init waits for the first news and starts the first screen.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.listen(), a.start(a.top())}
	if a.desk.AskGround {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Close gives back what the screens hold and closes the session. It may be called more than once. Unless the player
// has said so, this is a lost line, and tables hear it as one.
func (a *App) Close() {
	a.disarm()
	if !a.leaves {
		a.desk.Session.Close()
	}
	for _, s := range a.stack {
		if c, ok := s.(screen.Closer); ok {
			c.Close()
		}
	}
	a.desk.Session.Close()
}

// Update routes a message: the size to all, keys to the dialog or the top screen, everything else to all screens.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.KeyReleaseMsg, tea.ColorProfileMsg:
		return a, nil // nothing follows from these
	case screen.Hosted:
		a.hosted = true
		a.disarm()
		return a, nil
	case screen.Listen:
		return a, a.await(m)
	case rungMsg:
		return a.rung(m)
	}
	was, toast := a.drawn, a.toast
	a.drawn, a.byHand = false, false
	a.front()
	told := a.tell(a.desk.Now())
	var cmd tea.Cmd
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		a.size = screen.Size{W: min(max(m.Width, 1), 1000), H: min(max(m.Height, 1), 500)}
	case tea.BackgroundColorMsg:
		a.desk.Look.Ground = style.Light
		if m.IsDark() {
			a.desk.Look.Ground = style.Dark
		}
		a.restyle()
	case tea.KeyPressMsg:
		cmd = a.press(m, m)
	case screen.Stroke:
		cmd = a.press(m.Key, m)
	case tea.MouseClickMsg:
		cmd = a.click(m)
	case tea.MouseWheelMsg:
		cmd = a.wheel(m)
	case tea.PasteMsg:
		cmd = a.paste(m)
	case tickMsg:
		if m.n != a.timer {
			return a, told // of an older timer: a newer one runs
		}
		a.due, a.stop = time.Time{}, nil
	case screen.Tick: // the time is told to all with every message
	case newsMsg:
		cmd = a.hear(m)
		if _, away := a.top().(*felt.Felt); away && a.toast == toast {
			a.drawn = was // the lobby's news change nothing on a table's screen
		}
	case Notice:
		a.say(m.Text)
	case reply:
		cmd = a.follow(m.from, m.act)
	default:
		cmd = a.spread(msg)
	}
	a.restyle()
	return a, tea.Batch(told, cmd, a.arm())
}

// top is the screen that has the keyboard.
func (a *App) top() screen.Screen { return a.stack[len(a.stack)-1] }

// front tells every screen whether it is what the player sees.
func (a *App) front() {
	for _, s := range a.stack {
		if f, ok := s.(screen.Fronted); ok {
			f.Front(s == a.top() && len(a.dialogs) == 0 && !a.bare)
		}
	}
}

// tell gives everybody the time.
func (a *App) tell(now time.Time) tea.Cmd {
	a.desk.now = now
	if a.toast != "" && !now.Before(a.until) {
		a.toast = ""
	}
	var cmds []tea.Cmd
	for _, s := range append([]screen.Screen(nil), a.stack...) {
		if _, ok := s.(screen.Clocked); ok {
			cmds = append(cmds, a.follow(s, func() (tea.Cmd, screen.Nav) { return s.Handle(screen.Tick{Now: now}) }))
		}
	}
	return tea.Batch(cmds...)
}

// spread gives a message to every screen, the top one last.
func (a *App) spread(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range append([]screen.Screen(nil), a.stack...) {
		cmds = append(cmds, a.follow(s, func() (tea.Cmd, screen.Nav) { return s.Handle(msg) }))
	}
	return tea.Batch(cmds...)
}

// listen asks for the lobby's news.
func (a *App) listen() tea.Cmd {
	s := a.desk.Session
	hear := func() (tea.Msg, bool) {
		n, ok, open := s.Take()
		if open && !ok {
			return nil, true
		}
		return newsMsg{n, ok, open}, open
	}
	return screen.Listen{Bell: s.Bell, RingOn: s.RingOn, Hear: hear}.Cmd()
}

// hear takes the lobby's news in.
func (a *App) hear(m newsMsg) tea.Cmd {
	var cmds []tea.Cmd
	if m.ok {
		a.desk.news = m.news
		a.desk.heard++
		a.desk.prefs.Ignored = a.desk.Session.Player().Prefs.Ignored
		if m.news.Toast != "" {
			a.say(m.news.Toast)
		}
		if m.news.Gone != "" && !a.gone {
			a.leave(m.news.Gone)
		}
		a.warned()
		cmds = append(cmds, a.spread(m.news))
	}
	if !m.open && !a.gone {
		a.leave("Your session has ended.")
	}
	return tea.Batch(cmds...)
}

// leave shows the last screen that this session sees.
func (a *App) leave(why string) {
	a.gone = true
	a.dialogs = nil
	for _, s := range a.stack {
		if c, ok := s.(screen.Closer); ok {
			c.Close()
		}
	}
	a.stack = []screen.Screen{newFarewell(a.desk, why)}
}

// say shows a toast.
func (a *App) say(text string) {
	a.toast = style.Clean(text, 200)
	a.until = a.desk.now.Add(toastFor)
}

// restyle takes up what the player wants of the terminal.
func (a *App) restyle() {
	l := a.desk.Look
	l.Profile = depth(a.desk.prefs.Color, l.Profile)
	l.ASCII = l.ASCII || a.desk.prefs.ASCII
	l.Calm = l.Calm || a.desk.prefs.Calm
	a.style = style.For(l)
}

// Due is when something will next look different by time alone, as the last message has left it; zero is never.
func (a *App) Due(now time.Time) time.Time {
	due := time.Time{}
	if c, ok := a.top().(screen.Clocked); ok && !a.bare {
		due = c.Due(now)
	}
	if a.toast != "" && (due.IsZero() || a.until.Before(due)) {
		due = a.until
	}
	return due
}

// Stale reports whether anything has happened since the last View.
func (a *App) Stale() bool { return !a.drawn }

// View draws the top screen, the dialog over it and the toast, unless nothing has happened since it last did.
func (a *App) View() tea.View {
	if a.drawn {
		return a.view
	}
	a.drawn = true
	a.view = tea.NewView(a.draw())
	a.view.AltScreen = true
	a.view.MouseMode = tea.MouseModeCellMotion
	a.view.WindowTitle = "Saloon"
	if a.mine() {
		a.view.WindowTitle = "Saloon: your move"
	}
	return a.view
}

func (a *App) draw() string {
	a.bare = a.size.W < MinW || a.size.H < MinH
	if a.bare {
		return tiny(a.size, a.style, a.goesOn())
	}
	text := a.top().Draw(a.size, a.style)
	if n := len(a.dialogs); n > 0 {
		text = a.dialogs[n-1].over(text, a.size, a.style)
	}
	if a.toast != "" {
		text = a.layToast(text)
	}
	return text
}

// codeW is what a table's title ends with: its code, which somebody may just be reading out to a friend.
const codeW = len("  table ABCDEF ")

// layToast puts the toast where it covers the least: on the rule below a sheet's head, or on a title, of a table's all
// but the code.
func (a *App) layToast(text string) string {
	room, y := a.size.W-1, 0
	if _, table := a.top().(*felt.Felt); table {
		room = a.size.W - codeW
	}
	rows := widget.Toast(a.toast, room-1, a.style)
	if _, sheet := a.top().(interface{ onSheet() }); sheet {
		y = headH - len(rows)
	}
	return a.style.Lay(text, strings.Join(rows, "\n"), room-style.Width(rows[0]), y)
}

// goesOn says what somebody should know whose window is too small, or nothing.
func (a *App) goesOn() string {
	switch {
	case a.mine():
		return "Your match goes on: it is your move."
	case len(a.desk.news.Mine) > 0:
		return "Nothing is lost: your match goes on."
	}
	return ""
}

// mine reports whether a table on the stack waits for this player.
func (a *App) mine() bool {
	for _, s := range a.stack {
		if m, ok := s.(interface{ MyMove() bool }); ok && m.MyMove() {
			return true
		}
	}
	return false
}

// Go goes where a Nav says, as if the top screen had said it.
func (a *App) Go(n screen.Nav) tea.Cmd {
	return a.follow(a.top(), func() (tea.Cmd, screen.Nav) { return nil, n })
}

// Text is what the screen shows now, without escape sequences, for tests and tools.
func (a *App) Text() string { return strip(a.View().Content) }

// Farewell is what the session ended with, in words, or empty: to be printed once the screen is left.
func (a *App) Farewell() string {
	if f, ok := a.top().(*farewell); ok {
		return strings.TrimSpace(f.why)
	}
	return ""
}
