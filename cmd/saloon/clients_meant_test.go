package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"saloon/sshd"
	"saloon/tui/screen"
)

// meanings knows, beneath the screens, what the newest session of each key means to show. It can be had by tests alone:
// nothing that starts a server from outside of this package gives it one.
type meanings struct {
	mu    sync.Mutex
	byKey map[string]*meaning
}

// meaning is what one session means to show.
type meaning struct {
	visit sshd.Visit

	mu   sync.Mutex
	view string // the frame as it was drawn, with styles
	w, h int
	said bytes.Buffer // in plain lines
}

// begin notes a new session.
func (m *meanings) begin(v sshd.Visit) *meaning {
	one := &meaning{visit: v, w: v.Width, h: v.Height}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byKey == nil {
		m.byKey = make(map[string]*meaning)
	}
	m.byKey[v.Fingerprint] = one
	return one
}

// of is what the newest session of a key means; it is empty before there is one.
func (m *meanings) of(fingerprint string) *meaning {
	m.mu.Lock()
	defer m.mu.Unlock()
	if one := m.byKey[fingerprint]; one != nil {
		return one
	}
	return &meaning{}
}

// program makes screens as another function does, and notes what they draw.
func (m *meanings) program(inner programMaker) programMaker {
	return func(v sshd.Visit) tea.Model { return overlooked{inner(v), m.begin(v)} }
}

// lines speaks as another function does, and notes what is said.
func (m *meanings) lines(inner lineSpeaker) lineSpeaker {
	return func(v sshd.Visit, in io.Reader, out io.Writer) error {
		return inner(v, in, io.MultiWriter(m.begin(v), out))
	}
}

// overlooked is a program over whose shoulder somebody looks.
type overlooked struct {
	tea.Model
	m *meaning
}

// Update hands all on and notes the size.
func (o overlooked) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		o.m.mu.Lock()
		o.m.w, o.m.h = size.Width, size.Height
		o.m.mu.Unlock()
	}
	inner, cmd := o.Model.Update(msg)
	return overlooked{inner, o.m}, cmd
}

// View notes the frame.
func (o overlooked) View() tea.View {
	v := o.Model.View()
	o.m.mu.Lock()
	defer o.m.mu.Unlock()
	o.m.view = v.Content
	return v
}

// Due is when the program wants to be woken.
func (o overlooked) Due(now time.Time) time.Time {
	if c, ok := o.Model.(screen.Clocked); ok {
		return c.Due(now)
	}
	return time.Time{}
}

// Close closes the program.
func (o overlooked) Close() {
	if c, ok := o.Model.(interface{ Close() }); ok {
		c.Close()
	}
}

// Write notes lines.
func (m *meaning) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.said.Write(p)
}

// lines is what was said, line by line.
func (m *meaning) lines() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Split(strings.TrimSuffix(m.said.String(), "\n"), "\n")
}

// sheet is the frame that is meant, as cells, in the colors that the terminal has.
func (m *meaning) sheet() uv.ScreenBuffer {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := uv.NewScreenBuffer(m.w, m.h)
	uv.NewStyledString(m.view).Draw(b, b.Bounds())
	for y := range m.h {
		for x := range m.w {
			if c := b.CellAt(x, y); c != nil {
				c.Style = uv.ConvertStyle(c.Style, m.visit.Profile)
			}
		}
	}
	return b
}

// text is the frame that is meant, without styles.
func (m *meaning) text() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows := strings.Split(ansi.Strip(m.view), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}

// differs says in which cell two screens are not the same first, or nothing.
func differs(got, want uv.Screen) string {
	if got.Bounds() != want.Bounds() {
		return fmt.Sprintf("the screen has %v, meant were %v", got.Bounds(), want.Bounds())
	}
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			g, w := cellOf(got, x, y), cellOf(want, x, y)
			if g != w {
				return fmt.Sprintf("row %d, column %d shows %s, meant was %s", y, x, g, w)
			}
		}
	}
	return ""
}

// shown is a cell as it can be compared: colors as numbers of the palette where they are of it.
type shown struct {
	glyph     string
	width     int
	fg, bg    string
	attrs     uint8
	underline uv.Underline
}

func (s shown) String() string {
	return fmt.Sprintf("%q in %s on %s (%d, %d)", s.glyph, s.fg, s.bg, s.attrs, s.underline)
}

// visible are the attributes that change how a blank looks.
const visible = uv.AttrReverse | uv.AttrStrikethrough

func cellOf(s uv.Screen, x, y int) shown {
	c := s.CellAt(x, y)
	if c == nil {
		return shown{glyph: " ", width: 1, fg: "default", bg: "default"}
	}
	one := shown{c.Content, c.Width, paint(c.Style.Fg), paint(c.Style.Bg), c.Style.Attrs, c.Style.Underline}
	if one.glyph == "" && one.width != 0 {
		one.glyph = " "
	}
	if one.glyph == " " && one.attrs&visible == 0 && one.underline == uv.UnderlineNone {
		one.fg, one.attrs = "default", 0 // a blank has no ink, so what it would be like does not count
	}
	return one
}

// paint names a color, the same one always by the same name.
func paint(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return "default"
	case ansi.BasicColor:
		return fmt.Sprint(uint8(c))
	case ansi.IndexedColor:
		return fmt.Sprint(uint8(c))
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func TestEveryDifferenceOfCellsIsSeen(t *testing.T) {
	draw := func(text string) uv.ScreenBuffer {
		b := uv.NewScreenBuffer(8, 2)
		uv.NewStyledString(text).Draw(b, b.Bounds())
		return b
	}
	const meant = "a \x1b[1;31mb\x1b[m \x1b[48;5;20m \x1b[m\n語c"
	if why := differs(draw("a \x1b[1;38;5;1mb\x1b[m \x1b[48;5;20m \x1b[m\n語c"), draw(meant)); why != "" {
		t.Errorf("the same: %s", why)
	}
	for name, text := range map[string]string{
		"a glyph":       "x \x1b[1;31mb\x1b[m \x1b[48;5;20m \x1b[m\n語c",
		"an ink":        "a \x1b[1;32mb\x1b[m \x1b[48;5;20m \x1b[m\n語c",
		"a weight":      "a \x1b[31mb\x1b[m \x1b[48;5;20m \x1b[m\n語c",
		"a ground":      "a \x1b[1;31mb\x1b[m \x1b[48;5;21m \x1b[m\n語c",
		"an underline":  "a \x1b[1;31mb\x1b[m\x1b[4m \x1b[m\x1b[48;5;20m \x1b[m\n語c",
		"a wide glyph":  "a \x1b[1;31mb\x1b[m \x1b[48;5;20m \x1b[m\nccc",
		"a second line": "a \x1b[1;31mb\x1b[m \x1b[48;5;20m \x1b[m",
	} {
		if differs(draw(text), draw(meant)) == "" {
			t.Errorf("%s is not seen", name)
		}
	}
	if differs(uv.NewScreenBuffer(8, 3), uv.NewScreenBuffer(8, 2)) == "" {
		t.Error("another size is not seen")
	}
}
