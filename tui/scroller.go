package tui

import (
	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
)

// scroller shows a window on more lines than fit.
type scroller struct {
	top  int // the first line in sight
	rows int // of the last drawing
	room int
}

// view is the lines in sight, and what the edge says about the rest.
func (s *scroller) view(rows []string, h int) (shown []string, foot string) {
	s.rows, s.room = len(rows), max(h, 1)
	s.top = max(min(s.top, len(rows)-s.room), 0)
	end := min(s.top+s.room, len(rows))
	if len(rows) <= s.room {
		return rows, ""
	}
	return rows[s.top:end], itoa(end*100/len(rows)) + "%"
}

func (s *scroller) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.top = max(min(s.top+n, s.rows-s.room), 0)
		return nil, screen.Stay()
	}
}

// roll is what the wheel does, also where the arrow keys mean something else, or are text.
func (s *scroller) roll(lines int) (tea.Cmd, screen.Nav) { return s.by(lines)() }

func (s *scroller) page(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) { return s.by(n * max(s.room-1, 1))() }
}

func (s *scroller) actions() []action {
	const short = "All of it is in sight."
	fits := s.rows <= s.room
	return []action{
		act("up", "scroll", s.by(-1)).as("up/down", "k").not(short, fits),
		act("down", "scroll down", s.by(1)).as("", "j").not(short, fits),
		act("pgdown", "page down", s.page(1)).as("space", "space", "f").not(short, fits),
		act("pgup", "page up", s.page(-1)).as("", "b").not(short, fits),
		act("home", "to the top", s.by(-1<<20)).as("", "g").not(short, fits),
		act("end", "to the end", s.by(1<<20)).as("", "G").not(short, fits),
	}
}
