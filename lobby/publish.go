package lobby

import (
	"cmp"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby/table"
)

// said is a line of the lobby's talk, and who was ignored by its speaker.
type said struct {
	Said
	hidden []table.PlayerID
}

// board is what all news have in common. It is made once for all sessions and never changed.
type board struct {
	entries []entry // all tables but lessons
	public  *list
	ended   int // of the public ones, those whose match is over
	people  []Presence
	who     map[table.PlayerID]int // where somebody stands in people
	talk    []said
	lines   []Said
}

type entry struct {
	Listing
	host table.PlayerID
}

// seat is a table where somebody sits, as their own news have it.
type seat struct {
	id       table.ID
	asked    bool
	until    time.Time // of the clock, if asked
	stage    table.Stage
	opened   time.Time
	watching bool // without a seat
	lesson   bool
}

// errand is what one session's news need beside the board.
type errand struct {
	session *Session
	me      table.PlayerID
	mine    []seat
	hides   func(table.PlayerID) bool // nil if nobody is hidden
}

// ring says that there may be something to publish.
func (h *House) ring() {
	select {
	case h.kick <- struct{}{}:
	default:
	}
}

// publish brings news to the sessions when something has changed, but not more often than they can be read: a session
// at a table, whose screen shows little of the lobby, gets only what concerns itself at once and the rest now and then.
// In a full house it goes round, some sessions at a time: all screens drawn at once would keep everybody waiting.
func (h *House) publish() {
	rest, next := time.NewTimer(0), time.NewTimer(time.Hour)
	defer rest.Stop()
	defer next.Stop()
	for {
		select {
		case <-h.kick:
		case <-next.C:
		case <-h.quit:
			return
		}
		if in, more := h.issue(); more {
			next.Reset(in)
		}
		rest.Reset(publishRound)
		select {
		case <-rest.C:
		case <-h.quit:
			return
		}
	}
}

// issue makes one round of the news. It returns in how long there will be something to do though nobody rings.
func (h *House) issue() (in time.Duration, more bool) {
	now := h.deps.Now()
	pause := h.renew(now)
	h.mu.Lock()
	round, next := h.round(now, pause)
	if h.dirty {
		next = sooner(next, h.printed.Add(pause))
	}
	errands := make([]errand, 0, len(round))
	for _, s := range round {
		errands = append(errands, h.errand(s))
		s.told = now
	}
	clear(h.stale)
	b := h.board
	h.mu.Unlock()
	for _, e := range errands {
		e.session.box.put(b.news(e, now))
	}
	return max(next.Sub(now), 0), !next.IsZero()
}

// renew makes the board anew if it is out of date and old enough, and lines everybody up for it. It returns how long a
// board is good for. Under the lock it gathers, and no more: everybody who comes, and every table that reports, waits
// for it.
func (h *House) renew(now time.Time) (pause time.Duration) {
	h.mu.Lock()
	pause = h.pause()
	if !h.dirty || now.Sub(h.printed) < pause {
		h.mu.Unlock()
		return pause
	}
	b, line := h.gather(), h.line(pause)
	h.dirty, h.printed = false, now
	h.mu.Unlock()
	b.arrange()
	slices.SortFunc(line, waiting.before)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.board, h.queue = b, line
	return pause
}

// pause is how long a board is good for. It is called with the lock held.
func (h *House) pause() time.Duration {
	return min(max(publishEach*time.Duration(len(h.sessions)), publishMin), publishMax)
}

// waiting is somebody who has to get the board, and from when on it is their turn.
type waiting struct {
	session *Session
	at      time.Time
}

// before puts those first who have waited longest.
func (w waiting) before(o waiting) int { return w.at.Compare(o.at) }

// line is everybody, and when they get a new board. It is called with the lock held.
func (h *House) line(pause time.Duration) []waiting {
	out := make([]waiting, 0, len(h.sessions))
	for _, s := range h.sessions {
		s.behind = true
		at := s.told.Add(pause)
		if s.latest != nil {
			at = s.told.Add(publishSeated)
		}
		out = append(out, waiting{s, at})
	}
	return out
}

// round is who gets the news now: all whom they concern, and of the others those whose turn it is. Next is when it is
// somebody's turn again; zero if nobody waits. It is called with the lock held.
func (h *House) round(now time.Time, pause time.Duration) (round []*Session, next time.Time) {
	for s := range h.stale {
		s.behind = false
		round = append(round, s)
	}
	most := len(round) + max(len(h.sessions)*int(publishRound)/int(pause), publishLeast)
	for ; len(h.queue) > 0; h.queue = h.queue[1:] {
		first := h.queue[0]
		switch {
		case !first.session.behind: // they have got it, or have gone
		case first.at.After(now):
			return round, first.at
		case len(round) == most:
			return round, now
		default:
			first.session.behind = false
			round = append(round, first.session)
		}
	}
	return round, time.Time{}
}

// sooner is the earlier of two moments, of which a zero one is none.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// gather notes what the board is made of. It is called with the lock held, as all that follows up to news.
func (h *House) gather() *board {
	b := &board{talk: slices.Clip(h.talk)}
	for _, d := range h.desks {
		if !d.info.Settings.Lesson && d.shown.Stage != table.Closed {
			b.entries = append(b.entries, entry{Listing: d.shown, host: d.info.Host})
		}
	}
	b.people = make([]Presence, 0, len(h.sessions))
	for _, s := range h.sessions {
		if s.named {
			b.people = append(b.people, h.presence(s))
		}
	}
	return b
}

// arrange puts in order what was gathered. No lock is needed: nobody else knows the board yet.
func (b *board) arrange() {
	slices.SortFunc(b.entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(listRank(x.Listing), listRank(y.Listing)), x.Opened.Compare(y.Opened),
			cmp.Compare(x.ID, y.ID))
	})
	var public []Listing
	for _, e := range b.entries {
		if e.Settings.Private {
			continue
		}
		if public = append(public, e.Listing); e.Stage == table.Ended {
			b.ended++
		}
	}
	b.public = listOf(public)
	slices.SortFunc(b.people, func(x, y Presence) int { return cmp.Compare(x.Player.Name, y.Player.Name) })
	b.who = make(map[table.PlayerID]int, len(b.people))
	for i, p := range b.people {
		b.who[p.Player.ID] = i
	}
	for _, t := range b.talk {
		b.lines = append(b.lines, t.Said)
	}
}

// listRank sorts tables by how much they want somebody to come.
func listRank(l Listing) int {
	switch {
	case l.Stage == table.Gathering && l.Free > 0:
		return 0
	case l.Open > 0:
		return 1
	case l.Stage == table.Gathering || l.Stage == table.Ended:
		return 2
	case l.Stage == table.Playing:
		return 3
	default:
		return 4
	}
}

func (h *House) presence(s *Session) Presence {
	me := s.self()
	return Presence{
		Player: me.Person(), Where: h.where(s), Since: time.Unix(0, s.keyed.Load()), Rating: h.ladder[me.ID].best,
		Conduct: h.conductOf(me.ID),
	}
}

// where says in words where somebody is. The code of a private table is nobody else's business.
func (h *House) where(s *Session) string {
	d := s.latest
	switch {
	case d == nil:
		return "lobby"
	case d.info.Settings.Lesson:
		return "in a lesson"
	case d.info.Settings.Private:
		return "at a private table"
	case h.seats[s.self().ID][d.id] == nil:
		return "watching " + string(d.id)
	default:
		return "at " + string(d.id)
	}
}

// rungs are where somebody stands on the ladders.
type rungs struct {
	skills map[string]table.Skill // by category
	best   string                 // of them, in words: all who are here are listed with it at every turn
}

// rungs makes them of somebody's ratings.
func (h *House) rungs(skills map[string]table.Skill) rungs {
	words, most := "", -1
	for _, k := range h.deps.Kits {
		for _, class := range []struct {
			seats int
			words string
		}{{2, " for two"}, {3, ""}} {
			skill, ok := skills[Category(k.Spec.Name, class.seats)]
			if n := Shown(skill); ok && n > most {
				most, words = n, Thousands(n)+" at "+k.Spec.Title+class.words
			}
		}
	}
	return rungs{skills, words}
}

// errand gathers what one session's news need.
func (h *House) errand(s *Session) errand {
	me := s.self().ID
	e := errand{session: s, me: me, mine: h.mine(me), hides: h.hides(s.self())}
	for id, v := range s.visits {
		if h.seats[me][id] == nil {
			e.mine = append(e.mine, seat{id: id, stage: v.desk.info.Stage, watching: true})
		}
	}
	return e
}

// mine lists the tables where somebody has a seat, the most urgent first.
func (h *House) mine(id table.PlayerID) []seat {
	var out []seat
	for _, d := range h.seats[id] {
		c, _ := d.info.Chair(id)
		out = append(out, seat{
			id: d.id, asked: c.Asked, until: c.Clock.At.Add(c.Clock.Left), stage: d.info.Stage, opened: d.info.Opened,
			lesson: d.lesson,
		})
	}
	slices.SortFunc(out, func(x, y seat) int {
		return cmp.Or(cmp.Compare(urgency(x), urgency(y)), x.until.Compare(y.until), x.opened.Compare(y.opened),
			cmp.Compare(x.id, y.id))
	})
	return out
}

func urgency(s seat) int {
	switch {
	case s.asked:
		return 0
	case s.stage == table.Playing:
		return 1
	case s.stage == table.Gathering:
		return 2
	default:
		return 3
	}
}

// peopleChanged notes that somebody came, went, or changed what they want of others: whom is as they were, and as they
// are. It is called with the lock held.
func (h *House) peopleChanged(whom ...*Player) {
	h.dirty = true
	if !slices.ContainsFunc(whom, (*Player).ignores) {
		return
	}
	var shy []*Player
	for _, s := range h.sessions {
		if p := s.self(); p.ignores() {
			shy = append(shy, p)
		}
	}
	h.shies.Store(&shy)
}

func (p *Player) ignores() bool { return len(p.Prefs.Ignored) > 0 }

// hides tells whose talk and tables somebody is not shown: those whom they ignore, and those who ignore them. It is nil
// if there are none.
func (h *House) hides(me *Player) func(table.PlayerID) bool {
	list := slices.Clip(me.Prefs.Ignored)
	for _, p := range *h.shies.Load() {
		if slices.Contains(p.Prefs.Ignored, me.ID) {
			list = append(list, p.ID)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return func(other table.PlayerID) bool { return slices.Contains(list, other) }
}

// news are one session's, made of the board and its errand. Nothing of the house is touched.
func (b *board) news(e errand, now time.Time) News {
	n := News{Now: now, tables: b.public, Ended: b.ended, People: b.people, who: b.who, Talk: b.lines}
	for _, s := range e.mine {
		if !s.watching {
			n.Mine = append(n.Mine, s.id)
		}
		if s.asked && !s.lesson {
			n.Turns++
		}
		n.Lesson = n.Lesson || s.lesson && s.stage == table.Playing
	}
	if len(e.mine) > 0 || e.hides != nil {
		n.tables = &list{make: func() []Listing { return b.tables(e.mine, e.hides) }}
	}
	if e.hides != nil || slices.ContainsFunc(b.talk, func(t said) bool { return slices.Contains(t.hidden, e.me) }) {
		n.Talk = nil
		for _, t := range b.talk {
			if !slices.Contains(t.hidden, e.me) && (e.hides == nil || !e.hides(t.From.ID)) {
				n.Talk = append(n.Talk, t.Said)
			}
		}
	}
	return n
}

// tables is the list of tables for somebody who has seats, or does not see everybody's.
func (b *board) tables(mine []seat, hides func(table.PlayerID) bool) []Listing {
	out := make([]Listing, 0, len(b.entries))
	for _, t := range b.entries {
		i := slices.IndexFunc(mine, func(s seat) bool { return s.id == t.ID })
		switch {
		case i >= 0:
			t.Seated, t.MyTurn = !mine[i].watching, mine[i].asked
		case t.Settings.Private || hides != nil && hides(t.host):
			continue
		}
		out = append(out, t.Listing)
	}
	return out
}

// hears reports whether a line at a table is for somebody who hides people.
func hears(l table.Line, hides func(table.PlayerID) bool) bool {
	return l.From.ID == "" || l.Lane != table.Say && l.Lane != table.Whisper || !hides(l.From.ID)
}

// seatIn is where somebody sits at a table, or Nobody.
func seatIn(info table.Info, id table.PlayerID) engine.Seat {
	if c, ok := info.Chair(id); ok {
		return c.Seat
	}
	return engine.Nobody
}
