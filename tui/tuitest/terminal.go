package tuitest

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/tui"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Terminal is one person at a screen.
type Terminal struct {
	App  *tui.App
	t    *testing.T
	name string
	w, h int
	gone bool // the program has ended

	mu   sync.Mutex
	back []tea.Msg
}

func newTerminal(t *testing.T, name string, app *tui.App, w, h int) *Terminal {
	if w == 0 {
		w, h = 80, 24
	}
	term := &Terminal{App: app, t: t, name: name, w: w, h: h}
	t.Cleanup(func() {
		app.Close()
		RunOut()
	})
	term.start(app.Init())
	term.settle()
	return term
}

// start runs a command beside the loop.
func (p *Terminal) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { // contained: a panic ends the test
		msg := cmd()
		if steps, ok := screen.Steps(msg); ok {
			for _, c := range steps {
				if c != nil {
					p.put(c())
				}
			}
			return
		}
		p.put(msg)
	}()
}

func (p *Terminal) put(msg tea.Msg) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.back = append(p.back, msg)
}

func (p *Terminal) take() []tea.Msg {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.back
	p.back = nil
	return all
}

// settle handles messages until nobody has anything to do any more, and checks the screen.
func (p *Terminal) settle() {
	p.t.Helper()
	for {
		synctest.Wait()
		all := p.take()
		if len(all) == 0 {
			break
		}
		for _, msg := range all {
			p.handle(msg)
		}
	}
	p.check()
}

func (p *Terminal) handle(msg tea.Msg) {
	switch m := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range m {
			p.start(c)
		}
	case tea.QuitMsg:
		p.gone = true
	default:
		if !p.gone {
			_, cmd := p.App.Update(msg)
			p.start(cmd)
		}
	}
}

// check fails if the screen does not fill its window to the cell.
func (p *Terminal) check() {
	p.t.Helper()
	lines := strings.Split(p.App.View().Content, "\n")
	if len(lines) != p.h {
		p.t.Fatalf("%s's window has %d rows, the screen %d:\n%s", p.name, p.h, len(lines), p.App.Text())
	}
	for i, l := range lines {
		if w := style.Width(l); w != p.w {
			p.t.Fatalf("%s's window has %d columns, row %d has %d:\n%s", p.name, p.w, i, w, p.App.Text())
		}
	}
}

// Text is what the screen shows.
func (p *Terminal) Text() string { return p.App.Text() }

// flat is the screen with every run of blanks as one, so that a sentence that was wrapped can be found.
func flat(s string) string {
	s = strings.NewReplacer("│", " ", "|", " ").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// Sees fails unless each text is on the screen, or comes there within patience. Line breaks and runs of blanks do not
// matter.
func (p *Terminal) Sees(texts ...string) *Terminal {
	p.t.Helper()
	for _, text := range texts {
		p.SeesWithin(patience, text)
	}
	return p
}

// patience is how long Sees waits: the house tells its news once in a while, and a match takes a moment to begin.
const patience = 10 * time.Second

// SeesNot fails if a text is on the screen.
func (p *Terminal) SeesNot(texts ...string) *Terminal {
	p.t.Helper()
	p.settle()
	for _, text := range texts {
		if strings.Contains(flat(p.Text()), flat(text)) {
			p.t.Fatalf("%s sees %q:\n%s", p.name, text, p.Text())
		}
	}
	return p
}

// Waits lets time pass, with everybody's commands coming back to this screen as they end.
func (p *Terminal) Waits(d time.Duration) *Terminal {
	p.t.Helper()
	time.Sleep(d)
	p.settle()
	return p
}

// SeesWithin lets time pass until a text is on the screen, at most d.
func (p *Terminal) SeesWithin(d time.Duration, text string) *Terminal {
	p.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		p.settle()
		if strings.Contains(flat(p.Text()), flat(text)) {
			return p
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("%s does not see %q:\n%s", p.name, text, p.Text())
	return p
}

// keyPause is between two keys of somebody who does not hurry: no dialog takes one for the other's.
const keyPause = 600 * time.Millisecond

// Presses presses keys by their names in bindings, unhurried.
func (p *Terminal) Presses(keys ...string) *Terminal {
	p.t.Helper()
	for _, k := range keys {
		time.Sleep(keyPause)
		p.settle()
		p.handle(tui.Press(k))
		p.settle()
	}
	return p
}

// Hurries presses keys one right after the other.
func (p *Terminal) Hurries(keys ...string) *Terminal {
	p.t.Helper()
	for _, k := range keys {
		p.handle(tui.Press(k))
	}
	p.settle()
	return p
}

// Strikes presses a key whose moment is known, as on a line that stamps them.
func (p *Terminal) Strikes(key string) *Terminal {
	p.t.Helper()
	p.settle()
	p.handle(screen.Stroke{Key: tui.Press(key), At: time.Now()})
	p.settle()
	return p
}

// Types types text, letter by letter.
func (p *Terminal) Types(text string) *Terminal {
	p.t.Helper()
	for _, r := range text {
		p.handle(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	p.settle()
	return p
}

// Pastes pastes text, as a terminal brackets it.
func (p *Terminal) Pastes(text string) *Terminal {
	p.t.Helper()
	p.handle(tea.PasteMsg{Content: text})
	p.settle()
	return p
}

// Clicks presses the left button on the first letter of a text on the screen.
func (p *Terminal) Clicks(text string) *Terminal {
	p.t.Helper()
	p.settle()
	for y, line := range strings.Split(p.Text(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return p.ClicksAt(style.Width(before), y)
		}
	}
	p.t.Fatalf("%s finds no %q to click:\n%s", p.name, text, p.Text())
	return p
}

// ClicksAt presses the left button at a cell.
func (p *Terminal) ClicksAt(x, y int) *Terminal {
	p.t.Helper()
	p.handle(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	p.settle()
	return p
}

// Gets brings a message from outside of the screens.
func (p *Terminal) Gets(msg tea.Msg) *Terminal {
	p.t.Helper()
	p.handle(msg)
	p.settle()
	return p
}

// Resizes changes the window.
func (p *Terminal) Resizes(w, h int) *Terminal {
	p.t.Helper()
	p.w, p.h = w, h
	p.handle(tea.WindowSizeMsg{Width: w, Height: h})
	p.settle()
	return p
}

// Gone reports whether the program has ended.
func (p *Terminal) Gone() bool { return p.gone }

// HangsUp ends the line.
func (p *Terminal) HangsUp() {
	p.App.Close()
	synctest.Wait()
}

// Wheels turns the mouse wheel.
func (p *Terminal) Wheels(up bool) *Terminal {
	p.t.Helper()
	button := tea.MouseWheelDown
	if up {
		button = tea.MouseWheelUp
	}
	p.handle(tea.MouseWheelMsg{X: 10, Y: 10, Button: button})
	p.settle()
	return p
}
