package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// banned is the only screen of somebody who may not come in: until when, why, and a line to say something against it.
type banned struct {
	sheet
	ban    order.Sanction
	prompt widget.Prompt
	typing bool
	said   string // what came of it
}

func newBanned(d *desk, ban order.Sanction) *banned {
	s := &banned{sheet: sheet{d: d}, ban: ban}
	s.prompt.Max = order.AppealWidth
	s.prompt.Hint = "what you have to say against it; the staff reads it once"
	return s
}

// Typing reports whether keys are text just now.
func (s *banned) Typing() bool { return s.typing }

// appeal hands in what was typed.
func (s *banned) appeal() tea.Cmd {
	text := strings.TrimSpace(s.prompt.Text())
	s.typing = false
	if text == "" {
		return nil
	}
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := s.d.Session.Appeal(ctx, text)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				s.said = s.d.words(err)
				return nil, screen.Stay()
			}
			s.ban.Appeal, s.said = text, "The staff will read it."
			return nil, screen.Stay()
		}
	})
}

func (s *banned) actions() []action {
	var all []action
	if s.ban.Appeal == "" {
		all = append(all, act("a", "say something against it", func() (tea.Cmd, screen.Nav) {
			s.typing = true
			return nil, screen.Stay()
		}))
	}
	return append(all, act("q", "leave", going(screen.Leave)).as("q", "esc", "enter"))
}

func (s *banned) Bindings() []screen.Binding {
	if s.typing {
		return []screen.Binding{
			{Keys: []string{"enter"}, Show: "enter", Does: "hand it in"},
			{Keys: []string{"esc"}, Show: "esc", Does: "leave it"},
		}
	}
	return bindings(s.actions())
}

func (s *banned) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.prompt.Paste(m.Content)
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.Handle(pressOf(z.key))
		}
	case tea.KeyPressMsg:
		if !s.typing {
			cmd, nav, _ := dispatch(s.actions(), m)
			return cmd, nav
		}
		switch m.String() {
		case "enter":
			return s.appeal(), screen.Stay()
		case "esc":
			s.typing = false
		default:
			s.prompt.Key(m)
		}
	}
	return nil, screen.Stay()
}

func (s *banned) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "the door", size, st, func(b screen.Size) string {
		w := min(b.W-4, 72)
		rows := []string{""}
		rows = append(rows, style.Wrap(style.Clean(s.ban.Words(s.d.zone()), 600), w)...)
		rows = append(rows, "", st.Dim.Render("It goes by the number "+s.ban.ID+"."), "")
		switch {
		case s.typing:
			rows = append(rows, s.prompt.Draw("Say "+st.Right, true, w, st))
		case s.ban.Appeal != "":
			rows = append(rows, style.Wrap("You said against it: "+style.Clean(s.ban.Appeal, order.AppealWidth), w)...)
		default:
			rows = append(rows, style.Wrap("If that is wrong, press a and say why.", w)...)
		}
		if s.said != "" {
			rows = append(rows, "", st.Accent.Render(s.said))
		}
		return widget.Box(widget.Frame{Title: "You may not come in", Hot: true}, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

// warned asks the player to take note of a warning, if there is one that is not on the screen yet.
func (a *App) warned() {
	w, yes := a.desk.Session.Warned()
	if !yes || a.warning == w.ID || a.gone {
		return
	}
	a.warning = w.ID
	a.open(screen.Dialog{
		Title: "A word from the house", Text: style.Clean(w.Words(a.desk.zone()), 600),
		Choices: []screen.Choice{{Key: "enter", Words: "I have read it", Do: func(string) (tea.Cmd, screen.Nav) {
			return a.desk.tell(a.top(), func(ctx context.Context) error {
				return a.desk.Session.TakeNote(ctx, w.ID)
			}), screen.Stay()
		}}},
	}, false)
}

// complaint asks what somebody did wrong, and reports it with what was read: at a table, or in the lobby.
func (d *desk) complaint(from screen.Screen, about string, at table.ID) screen.Dialog {
	name := style.Clean(about, lobby.NameWidthMax)
	return screen.Dialog{
		Title: "Report " + name,
		Text: "The staff gets your words, the last lines that you have read here, and where the match stood. You are " +
			"told what came of it.",
		Field: &screen.Field{Label: "What happened", Max: order.ReasonWidth},
		Choices: []screen.Choice{
			{Key: "enter", Words: "report it", Do: func(words string) (tea.Cmd, screen.Nav) {
				return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
					err := d.Session.Report(ctx, about, words, at)
					return func() (tea.Cmd, screen.Nav) {
						if err != nil {
							return nil, d.sorry(err)
						}
						const said = "It is with the staff. In the lobby, i beside a name hears it no more."
						return nil, screen.Toast(said)
					}
				}), screen.Stay()
			}},
			{Key: "esc", Words: "back"},
		},
	}
}
