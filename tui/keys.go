package tui

import (
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/bot"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// raceKeys are a player's own keys for the gestures of a game in which people race.
type raceKeys struct {
	sheet
	kit    bot.Kit
	all    []felt.Gesture
	cursor int
	asking bool   // the next key is the one for the gesture under the cursor
	said   string // why the last one was not taken
}

// newRaceKeys makes the screen of a game's keys; ok is false for a game without any that can be changed.
func newRaceKeys(d *desk, kit bot.Kit) (s *raceKeys, ok bool) {
	all := d.Faces[kit.Spec.Name]().Gestures()
	return &raceKeys{sheet: sheet{d: d}, kit: kit, all: all}, len(all) > 0
}

// own are the keys that the player has chosen.
func (s *raceKeys) own() map[string]string { return s.d.prefs.Keys[s.kit.Spec.Name] }

// Typing: while a key is asked for, all keys are meant for that.
func (s *raceKeys) Typing() bool { return s.asking }

func (s *raceKeys) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.all)-1), 0)
		s.said = ""
		return nil, screen.Stay()
	}
}

func (s *raceKeys) ask() (tea.Cmd, screen.Nav) {
	s.asking, s.said = true, ""
	return nil, screen.Stay()
}

func (s *raceKeys) reset() (tea.Cmd, screen.Nav) {
	s.said = ""
	return s.keep(nil), screen.Toast("All keys are as they were.")
}

// keep stores the player's keys.
func (s *raceKeys) keep(own map[string]string) tea.Cmd {
	p := s.d.prefs
	p.Keys = maps.Clone(p.Keys)
	if p.Keys == nil {
		p.Keys = make(map[string]map[string]string)
	}
	if delete(p.Keys, s.kit.Spec.Name); len(own) > 0 {
		p.Keys[s.kit.Spec.Name] = own
	}
	return s.d.save(s, p)
}

// take gives the gesture under the cursor a key, unless that is needed for something else.
func (s *raceKeys) take(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "esc" {
		s.asking = false
		return nil
	}
	key, ok := felt.Pressed(k)
	if !ok {
		s.said = "That is not one of the keys that write a single sign. Another one, or Esc."
		return nil
	}
	if why := felt.Taken(key); why != "" {
		s.said = "The key " + key + " is needed for " + why + ". Another one, or Esc."
		return nil
	}
	mine := s.all[s.cursor]
	for _, g := range s.all {
		if g.Name != mine.Name && felt.KeyOf(g, s.own()) == key {
			s.said = "The key " + key + " is taken: " + g.Does + ". Another one, or Esc."
			return nil
		}
	}
	own := maps.Clone(s.own())
	if own == nil {
		own = make(map[string]string)
	}
	if delete(own, mine.Name); key != mine.Key {
		own[mine.Name] = key
	}
	s.asking, s.said = false, ""
	return s.keep(own)
}

func (s *raceKeys) actions() []action {
	return []action{
		act("up", "line", s.by(-1)).as("up/down"), act("down", "line", s.by(1)).as("", "tab"),
		act("enter", "another key", s.ask).as("enter", "space", "right"),
		act("d", "all as they were", s.reset).not("They are as they were.", len(s.own()) == 0),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

// Bindings are the keys that do something just now.
func (s *raceKeys) Bindings() []screen.Binding {
	if s.asking {
		return []screen.Binding{{Keys: []string{"esc"}, Show: "esc", Does: "keep the old one"}}
	}
	return bindings(s.actions())
}

// Handle takes a message.
func (s *raceKeys) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case !ok:
		case z.key != "":
			return s.Handle(pressOf(z.key))
		case z.n < len(s.all):
			s.cursor = z.n
			return s.ask()
		}
	case tea.KeyPressMsg:
		if s.asking {
			return s.take(m), screen.Stay()
		}
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

// Draw fills exactly size.W × size.H cells.
func (s *raceKeys) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "keys", size, st, func(b screen.Size) string {
		w := b.W - 4
		rows := []string{st.Dim.Render("One key each; capitals are as good as small letters."), ""}
		for i, g := range s.all {
			key := felt.KeyOf(g, s.own())
			note := ""
			if key != g.Key {
				note = "  " + st.Dim.Render("instead of "+g.Key)
			}
			if i == s.cursor && s.asking {
				key, note = "...", "  "+st.Strong.Render("Press the key for it now.")
			}
			mark := "  "
			if i == s.cursor {
				mark = st.Accent.Render(st.Turn) + " "
			}
			line := st.Pad(mark+st.Pad(g.Does, 24)+st.Key.Render(st.Pad(key, 6))+note, w)
			if i == s.cursor {
				line = st.Select(line)
			}
			s.zones.add(zone{x: 1, y: headH + 1 + len(rows), w: b.W - 2, h: 1, n: i})
			rows = append(rows, line)
		}
		rows = append(rows, "", st.Warn.Render(s.said))
		f := widget.Frame{Title: "Your keys for " + s.kit.Spec.Title, Hot: true}
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}
