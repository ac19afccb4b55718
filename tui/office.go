package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// officeKept bounds the lines of answers that the office's screen remembers.
const officeKept = 2000

// office is where the staff looks after the house from inside: the words of "admin", and what they answer.
type office struct {
	sheet
	scroller
	prompt widget.Prompt
	lines  []string
	past   []string // what was typed before, the latest last
	at     int      // index of past while it is leafed through
	busy   bool
}

func newOffice(d *desk) *office {
	s := &office{sheet: sheet{d: d}}
	s.prompt.Max = lobby.TalkWidth
	s.prompt.Hint = "help lists all words"
	return s
}

// Start shows what there is to say.
func (s *office) Start() tea.Cmd { return s.say("help") }

// Typing reports that keys are text.
func (s *office) Typing() bool { return true }

// say says a line to the office and shows its answer.
func (s *office) say(line string) tea.Cmd {
	if s.busy {
		return nil
	}
	s.busy = true
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		text, err := s.d.Office(ctx, line)
		return func() (tea.Cmd, screen.Nav) {
			s.busy = false
			s.add("> " + line)
			s.add(strings.Split(strings.TrimRight(text, "\n"), "\n")...)
			if err != nil {
				s.add(sentence(err.Error()))
			}
			s.add("")
			s.top = 1 << 20 // the end
			return nil, screen.Stay()
		}
	})
}

func (s *office) add(lines ...string) {
	for _, l := range lines {
		s.lines = append(s.lines, style.Clean(l, 2000))
	}
	if over := len(s.lines) - officeKept; over > 0 {
		s.lines = append(s.lines[:0], s.lines[over:]...)
	}
}

func (s *office) enter() tea.Cmd {
	line := strings.TrimSpace(s.prompt.Text())
	if line == "" {
		return nil
	}
	s.prompt.Set("")
	s.past = append(s.past, line)
	s.at = len(s.past)
	return s.say(line)
}

// leaf brings a line back that was typed before.
func (s *office) leaf(by int) {
	s.at = max(min(s.at+by, len(s.past)), 0)
	s.prompt.Set("")
	if s.at < len(s.past) {
		s.prompt.Set(s.past[s.at])
	}
}

func (s *office) Bindings() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"enter"}, Show: "enter", Does: "say it"},
		{Keys: []string{"up", "down"}, Show: "up/down", Does: "what was said"},
		{Keys: []string{"pgup", "pgdown"}, Show: "pgup pgdn", Does: "scroll"},
		{Keys: []string{"esc"}, Show: "esc", Does: "back"},
	}
}

func (s *office) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.prompt.Paste(m.Content)
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.Handle(pressOf(z.key))
		}
	case tea.KeyPressMsg:
		switch m.String() {
		case "esc":
			return nil, screen.Pop()
		case "enter":
			return s.enter(), screen.Stay()
		case "up":
			s.leaf(-1)
		case "down":
			s.leaf(1)
		case "pgup", "pgdown":
			cmd, nav, _ := dispatch(s.scroller.actions(), m)
			return cmd, nav
		default:
			s.prompt.Key(m)
		}
	}
	return nil, screen.Stay()
}

func (s *office) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "the office", size, st, func(b screen.Size) string {
		var all []string
		for _, l := range s.lines { // columns stay where they fit, and nothing is lost where they do not
			if style.Width(l) <= b.W-4 {
				all = append(all, l)
				continue
			}
			all = append(all, style.Wrap(l, b.W-4)...)
		}
		rows, foot := s.view(all, b.H-3)
		out := append([]string(nil), rows...)
		for len(out) < b.H-3 {
			out = append(out, "")
		}
		out = append(out, s.prompt.Draw("Say "+st.Right, true, b.W-4, st))
		f := widget.Frame{Title: "Looking after the house", Hot: true, Foot: foot}
		return widget.Box(f, strings.Join(out, "\n"), b.W, b.H, st)
	})
}
