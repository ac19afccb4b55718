package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

const (
	// typingPause is how long nobody may have typed before a dialog that popped up by itself listens.
	typingPause = 425 * time.Millisecond
	// typingMost is after which time it listens in any case.
	typingMost = 1500 * time.Millisecond
)

// dialog is a question on top of a screen.
type dialog struct {
	screen.Dialog
	opened  time.Time
	asked   bool // the player brought it up
	awake   bool // it takes keys
	leaving bool // it asks whether to end the session
	cursor  int
	prompt  widget.Prompt
	zones   zones
}

func newDialog(d screen.Dialog, now time.Time, asked bool) *dialog {
	out := &dialog{Dialog: d, opened: now, asked: asked}
	for _, c := range d.Choices {
		if c.Danger {
			out.cursor = len(d.Choices) - 1
		}
	}
	if d.Field != nil {
		out.prompt.Max = d.Field.Max
		out.prompt.Set(d.Field.Text)
		out.cursor = 0
	}
	return out
}

// swallows reports whether a key was meant for what was there before the dialog. before is when the key before it was
// pressed; again means that it was the same key.
func (d *dialog) swallows(now, before time.Time, again bool) bool {
	if d.awake {
		return false
	}
	since := d.opened
	if before.After(since) {
		since = before
	}
	quiet := now.Sub(since) >= typingPause || now.Sub(d.opened) >= typingMost
	if d.asked {
		quiet = quiet || !again // only the repeats of the key that brought it up
	}
	d.awake = quiet
	return !quiet
}

// key handles a key. done means that the dialog was answered; act, if any, is what follows.
func (d *dialog) key(k tea.KeyPressMsg) (done bool, act func() (tea.Cmd, screen.Nav)) {
	n := len(d.Choices)
	name := k.String()
	switch name {
	case "esc":
		return d.choose(n - 1)
	case "enter":
		return d.choose(d.cursor)
	case "tab":
		d.cursor = (d.cursor + 1) % max(n, 1)
		return false, nil
	case "shift+tab":
		d.cursor = (d.cursor + n - 1) % max(n, 1)
		return false, nil
	}
	if d.Field != nil {
		d.prompt.Key(k)
		return false, nil
	}
	switch name {
	case "right", "down":
		d.cursor = min(d.cursor+1, n-1)
	case "left", "up":
		d.cursor = max(d.cursor-1, 0)
	}
	for i, c := range d.Choices {
		if c.Key == name {
			return d.choose(i)
		}
	}
	return false, nil
}

func (d *dialog) choose(i int) (bool, func() (tea.Cmd, screen.Nav)) {
	if i < 0 || i >= len(d.Choices) || d.Choices[i].Do == nil {
		return true, nil
	}
	do, text := d.Choices[i].Do, d.prompt.Text()
	return true, func() (tea.Cmd, screen.Nav) { return do(text) }
}

func (d *dialog) paste(text string) {
	if d.Field != nil {
		d.prompt.Paste(text)
	}
}

// click handles a press at a cell of the screen.
func (d *dialog) click(x, y int) (bool, func() (tea.Cmd, screen.Nav)) {
	if i, ok := d.zones.at(x, y); ok {
		return d.choose(i.n)
	}
	return false, nil
}

// over draws the dialog over a screen, which stands back.
func (d *dialog) over(under string, size screen.Size, st *style.Style) string {
	w := min(64, size.W-4)
	inner := w - 4
	var rows []string
	for line := range strings.SplitSeq(d.Text, "\n") {
		rows = append(rows, style.Wrap(line, inner)...)
	}
	if d.Field != nil {
		rows = append(rows, "", d.prompt.Draw(d.Field.Label, true, inner, st))
	}
	rows = append(rows, "")
	if most := size.H - 4; len(rows) > most { // the choices must be in sight
		rows = append(rows[:max(most-1, 0)], "")
	}
	buttons, spots := d.buttons(inner, st)
	h := len(rows) + len(buttons) + 2
	x, y := (size.W-w)/2, max((size.H-h)/2, 0)
	d.zones.reset()
	for _, s := range spots {
		d.zones.add(zone{x: x + 2 + s.x, y: y + 1 + len(rows) + s.y, w: s.w, h: 1, n: s.n})
	}
	box := widget.Box(widget.Frame{Title: d.Title, Hot: true}, strings.Join(append(rows, buttons...), "\n"), w, h, st)
	back := strings.Split(strip(under), "\n")
	for i, line := range back {
		back[i] = st.Dim.Render(line)
	}
	return st.Lay(strings.Join(back, "\n"), box, x, y)
}

// buttons lays the choices out, on as many lines as they need.
func (d *dialog) buttons(w int, st *style.Style) (rows []string, spots []zone) {
	line, used := "", 0
	for i, c := range d.Choices {
		key := c.Key
		if d.Field != nil && i == len(d.Choices)-1 {
			key = "esc"
		}
		text := widget.Button(keyShow(key, st), c.Words, i == d.cursor, c.Danger, st)
		tw := style.Width(text)
		if used > 0 && used+2+tw > w {
			rows = append(rows, line)
			line, used = "", 0
		}
		if used > 0 {
			line += "  "
			used += 2
		}
		spots = append(spots, zone{x: used, y: len(rows), w: tw, n: i})
		line += text
		used += tw
	}
	return append(rows, line), spots
}

// leaveDialog asks whether to end the session.
func leaveDialog(d *desk) screen.Dialog {
	text := "You can come back any time. Your seats, cards and clocks stay as they are."
	if len(d.news.Mine) > 0 {
		text = "Your seat stays yours. If you are away for long, a bot plays for you until you are back."
	}
	return screen.Dialog{
		Title: "Leave the saloon?", Text: text,
		Choices: []screen.Choice{
			{Key: "y", Words: "leave", Do: func(string) (tea.Cmd, screen.Nav) { return nil, screen.Leave() }},
			{Key: "n", Words: "stay"},
		},
	}
}
