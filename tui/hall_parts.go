package tui

import (
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// hallParts are the parts of the lobby as they were drawn last.
type hallParts struct {
	tables part[tablesKey]
	people part[peopleKey]
	talk   part[talkKey]
	board  part[boardKey]
	keys   struct {
		of   keysKey
		list []screen.Binding
	}
}

// part is a drawing, and where it can be clicked.
type part[K comparable] struct {
	widget.Drawing[placed[K]]
	zones []zone
}

// placed is what a part was made of, and where it stands.
type placed[K comparable] struct {
	at rect
	of K
}

// draw draws a part again only if something that it depends on has changed: of has all of that but its place and style.
func (p *part[K]) draw(z *zones, at rect, st *style.Style, of K, draw func(rect, *style.Style) string) string {
	anew, before := false, len(z.all)
	text := p.Draw(at.w, at.h, st, placed[K]{at, of}, func() string {
		anew = true
		return draw(at, st)
	})
	if anew {
		p.zones = append(p.zones[:0], z.all[before:]...)
	} else {
		z.all = append(z.all, p.zones...)
	}
	return text
}

// What the parts depend on: the news by their number, and what a player does here.
type (
	tablesKey struct {
		news                     uint64
		me                       table.PlayerID
		at                       int
		people, talking, learner bool
	}
	peopleKey struct {
		news            uint64
		me              table.PlayerID
		at, quiet       int             // how many of those in sight are quiet
		ignored         *table.PlayerID // the first one of the list, which is another one when it changes
		people, talking bool
	}
	talkKey  struct{ news uint64 }
	boardKey struct{ read uint64 }
)

func (s *hall) seeTables(r rect, st *style.Style) string {
	s.tables() // puts the cursor where it belongs
	_, learner := s.learner()
	key := tablesKey{s.d.heard, s.d.Session.Player().ID, s.table, s.people, s.talking, learner}
	return s.parts.tables.draw(&s.zones, r, st, key, s.drawTables)
}

func (s *hall) seePeople(r rect, st *style.Style) string {
	key := peopleKey{
		news: s.d.heard, me: s.d.Session.Player().ID, at: s.person, people: s.people, talking: s.talking,
	}
	if list := s.d.prefs.Ignored; len(list) > 0 {
		key.ignored = &list[0]
	}
	from, to := s.peopleSeen(r.h)
	for _, p := range s.d.news.People[from:to] { // in the same news, those who are quiet stay so
		if s.isQuiet(p) {
			key.quiet++
		}
	}
	return s.parts.people.draw(&s.zones, r, st, key, s.drawPeople)
}

// seeTalk draws anew while something is typed, or older talk is read.
func (s *hall) seeTalk(r rect, st *style.Style) string {
	if s.talking || s.prompt.Text() != "" || s.scroll > 0 {
		return s.drawTalk(r, st)
	}
	return s.parts.talk.draw(&s.zones, r, st, talkKey{s.d.heard}, s.drawTalk)
}

func (s *hall) seeBoard(r rect, st *style.Style) string {
	return s.parts.board.draw(&s.zones, r, st, boardKey{s.read}, s.drawBoard)
}
