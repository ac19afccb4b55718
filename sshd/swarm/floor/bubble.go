package floor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"charm.land/wish/v2/activeterm"
	"charm.land/wish/v2/bubbletea"
)

// bubble serves the list of Bubble Tea's own tutorial with Wish's own middleware.
func bubble(ctx context.Context, l net.Listener, key []byte) error {
	s, err := wish.NewServer(
		wish.WithHostKeyPEM(key),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(
			bubbletea.Middleware(func(ssh.Session) (tea.Model, []tea.ProgramOption) { return shopping(), nil }),
			activeterm.Middleware(),
		),
	)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); err != nil && !errors.Is(err, ssh.ErrServerClosed) {
		return err
	}
	return nil
}

// list has its first choice on the third row, and its mark in the first column.
type list struct {
	choices  []string
	cursor   int
	selected map[int]struct{}
}

func shopping() list {
	return list{
		choices:  []string{"Buy carrots", "Buy celery", "Buy kohlrabi"},
		selected: make(map[int]struct{}),
	}
}

// Init needs nothing.
func (m list) Init() tea.Cmd { return nil }

// Update moves the mark and checks what it is on.
func (m list) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m, nil
	}
	switch k.String() {
	case "ctrl+c", "q":
		return m, tea.Quit
	case "up", "k":
		m.cursor = max(m.cursor-1, 0)
	case "down", "j":
		m.cursor = min(m.cursor+1, len(m.choices)-1)
	case "enter", "space":
		if _, ok := m.selected[m.cursor]; ok {
			delete(m.selected, m.cursor)
		} else {
			m.selected[m.cursor] = struct{}{}
		}
	}
	return m, nil
}

// View is the list.
func (m list) View() tea.View {
	var b strings.Builder
	b.WriteString("What should we buy at the market?\n\n")
	for i, choice := range m.choices {
		cursor, checked := " ", " "
		if m.cursor == i {
			cursor = ">"
		}
		if _, ok := m.selected[i]; ok {
			checked = "x"
		}
		fmt.Fprintf(&b, "%s [%s] %s\n", cursor, checked, choice)
	}
	b.WriteString("\nPress q to quit.\n")
	v := tea.NewView(b.String())
	v.AltScreen = true
	return v
}
