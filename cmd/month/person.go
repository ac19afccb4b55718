package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

// person is somebody with habits.
type person struct {
	m    *month
	n    int
	name string
	id   lobby.Identity
	r    *rand.Rand

	hour    time.Duration // when they usually come, by UTC
	often   float64       // how many days they come, of all
	stays   time.Duration // how long, about
	games   []string      // the favourite first
	levels  []string      // how well they play, by the same index
	line    float64       // how often they lose it, per answer
	temper  float64       // how often they walk out, per answer
	quarrel float64       // how often they start something, per answer
	trip    time.Duration // of their line
	pens    bool          // plays by correspondence
	club    string        // where they belong
	own     string        // the community table that they found
	founded bool          // or tried to
	friends bool          // with the person who comes before or after
}

var heads = []string{"An", "Bel", "Cor", "Dal", "Em", "Fin", "Gus", "Hal", "Ira", "Jed", "Kit", "Lem", "Mor", "Ned",
	"Ott", "Pim", "Ros", "Sal", "Tam", "Ung", "Vik", "Wes"}

var tails = []string{"ka", "mer", "son", "ley", "ton", "wick", "by", "dric", "fred", "gar", "hilt", "jen", "mund",
	"nard", "rik", "sha", "tes", "vin", "wyn", "zeb"}

func newPerson(m *month, n int) *person {
	p := &person{m: m, n: n, r: rand.New(rand.NewPCG(m.seed, uint64(n)+1))}
	p.name = heads[n%len(heads)] + tails[(n/len(heads)+n)%len(tails)]
	if round := n / (len(heads) * len(tails)); round > 0 {
		p.name += " " + heads[round%len(heads)]
	}
	p.id = lobby.Identity{Fingerprint: fmt.Sprintf("SHA256:%s-%d", p.name, n), KeyType: "ssh-ed25519",
		Suggested: p.name, Addr: fmt.Sprintf("203.%d.%d.7:4022", n/200, n%200)}
	if n%20 == 19 {
		p.id = lobby.Identity{Addr: p.id.Addr} // a guest, whom the house names
	}
	p.hour = 19*time.Hour + time.Duration(p.r.IntN(90))*time.Minute
	if p.r.IntN(3) == 0 {
		p.hour = time.Duration(p.r.IntN(24)) * time.Hour // lives elsewhere
	}
	p.stays = time.Duration((0.5 + p.r.Float64()) * float64(m.stay))
	p.often = 0.2 + 0.5*p.r.Float64()
	if p.friends = n < m.plan.people/3; p.friends {
		p.hour, p.often, p.stays = 19*time.Hour+time.Duration(n/2%6)*10*time.Minute, 0.9, 2*p.stays
	}
	for _, i := range p.r.Perm(len(games())) {
		kit := games()[i]
		level := kit.Levels[p.r.IntN(min(len(kit.Levels), 3))]
		if level.Name == "sharp" {
			level = kit.Levels[1] // thinks for longer than it is worth here
		}
		p.games, p.levels = append(p.games, kit.Spec.Name), append(p.levels, level.Name)
	}
	p.line = []float64{0.0005, 0.002, 0.01}[p.r.IntN(3)]
	p.temper = []float64{0, 0.001, 0.004}[p.r.IntN(3)]
	p.quarrel = []float64{0, 0.01, 0.03}[p.r.IntN(3)]
	p.trip = time.Duration(5+p.r.IntN(250)) * time.Millisecond
	p.pens = p.r.IntN(3) == 0
	if m.clubs > 0 {
		p.club = clubName(min(int(p.r.ExpFloat64()*float64(m.clubs)/4), m.clubs-1)) // some are where everybody goes
	}
	if n < m.clubs && p.id.Fingerprint != "" {
		p.own = clubName(n)
	}
	return p
}

func clubName(n int) string {
	return heads[n%len(heads)] + tails[(n*7+n/len(heads))%len(tails)] + " Hall"
}

// guest reports whether the person has no key.
func (p *person) guest() bool { return p.id.Fingerprint == "" }

// chance reports whether something happens that does so often.
func (p *person) chance(part float64) bool { return p.r.Float64() < part }

// about is a length of time that is often near d.
func (p *person) about(d time.Duration) time.Duration {
	return time.Duration((0.5 + p.r.ExpFloat64()) * float64(d))
}

// pause waits; false if the month is over.
func (p *person) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-p.m.over:
		return false
	}
}

// live is the whole month.
func (p *person) live() {
	late := 20 * time.Minute
	if p.friends {
		late = time.Minute // somebody waits
	}
	for day := p.m.start; day.Before(p.m.end); day = day.Add(24 * time.Hour) {
		at := day.Add(p.hour + time.Duration(p.r.NormFloat64()*float64(late)))
		if !p.pause(max(time.Until(at), 0)) {
			return
		}
		if p.chance(p.often) && !p.evening(time.Now().Add(p.about(p.stays))) {
			return
		}
	}
}

// evening is one stay, through drops and restarts; false if the month is over.
func (p *person) evening(until time.Time) bool {
	for time.Now().Before(until) {
		l, ok := p.m.await()
		if !ok {
			return false
		}
		p.m.count(func(t *tally) { t.visits++ })
		again, stays := p.session(l, until)
		if !stays {
			return true
		}
		if !p.pause(again) {
			return false
		}
	}
	return true
}

// session is one line into the house. It returns when the person comes back, if they do.
func (p *person) session(l *life, until time.Time) (again time.Duration, stays bool) {
	s, err := l.house.Enter(l.ctx, p.id)
	if err != nil {
		p.m.unplanned(l, p.name+" comes in", err)
		return 15 * time.Second, true
	}
	defer s.Close()
	if _, yes := s.Banned(); yes {
		p.m.count(func(t *tally) { t.turned++ })
		if p.chance(0.5) {
			p.m.unplanned(l, p.name+" appeals", s.Appeal(l.ctx, "It was not me."))
		}
		return 0, false
	}
	if !s.Named() {
		if err := p.introduce(l, s); err != nil {
			p.m.unplanned(l, p.name+" says a name", err)
			return time.Minute, true
		}
	}
	if w, yes := s.Warned(); yes {
		p.m.unplanned(l, p.name+" takes note", s.TakeNote(l.ctx, w.ID))
	}
	if p.own != "" && !p.founded {
		p.founded = true
		p.m.unplanned(l, p.name+" founds a community table", p.rule(l, s))
	}
	var news lobby.News
	for time.Now().Before(until) {
		if !p.pause(p.about(5 * time.Second)) {
			return 0, false
		}
		n, ok, open := s.Take()
		if !open || l.gone() {
			return p.about(20 * time.Second), true
		}
		if ok {
			news = n
		}
		if back, left := p.something(l, s, news, until); left {
			return back, true
		}
	}
	return 0, false
}

// introduce chooses a name, another one if it is taken.
func (p *person) introduce(l *life, s *lobby.Session) error {
	err := s.SetName(l.ctx, p.name)
	for n := 0; errors.Is(err, lobby.ErrNameTaken) && n < 5; n++ {
		err = s.SetName(l.ctx, p.name+" "+tails[p.r.IntN(len(tails))])
	}
	return err
}

// something is what one does next. left is set when the line is gone, and back when it is there again.
func (p *person) something(
	l *life, s *lobby.Session, news lobby.News, until time.Time,
) (back time.Duration, left bool) {
	if len(news.Mine) > 0 && p.chance(0.7) {
		v, err := s.Join(l.ctx, news.Mine[p.r.IntN(len(news.Mine))], engine.Nobody)
		return p.sit(l, s, v, err, until)
	}
	if p.friends && p.chance(0.6) {
		return p.meet(l, s, until)
	}
	if p.chance(0.4) {
		if back, left := p.joinAny(l, s, news, until); left {
			return back, left
		}
	}
	game := p.games[min(int(p.r.ExpFloat64()), len(p.games)-1)]
	switch x := p.r.IntN(100); {
	case x < 28:
		v, err := s.Quick(l.ctx, game)
		return p.sit(l, s, v, err, until)
	case x < 50 && p.club != "":
		v, err := s.JoinClub(l.ctx, p.club)
		return p.sit(l, s, v, err, until)
	case x < 62:
		return p.open(l, s, until)
	case x < 66 && p.pens:
		return p.letter(l, s, news, until)
	case x < 68:
		p.m.count(func(t *tally) { t.lessons++ })
		v, err := s.Lesson(l.ctx, game, p.chance(0.2))
		return p.sit(l, s, v, err, until)
	case x < 74:
		return p.watch(l, s, news, until)
	case x < 80:
		return p.replay(l, s, until)
	case x < 88:
		p.atHall(l, s)
	case x < 94:
		p.talk(l, s, news)
	default:
		p.read(l, s)
	}
	return 0, false
}

// meet goes to where two friends play against each other, or waits there.
func (p *person) meet(l *life, s *lobby.Session, until time.Time) (time.Duration, bool) {
	m, pair := p.m, p.n/2
	m.mu.Lock()
	at, agreed := m.meets[pair]
	m.mu.Unlock()
	if agreed {
		if v, err := s.Join(l.ctx, at, engine.Nobody); err == nil {
			return p.sit(l, s, v, err, until)
		}
	}
	kit := games()[pair%len(games())]
	set := settings(kit, 2)
	set.Private, set.Title = true, "the two of us"
	v, err := s.OpenTable(l.ctx, set, nil)
	if err == nil {
		m.mu.Lock()
		m.meets[pair] = v.ID()
		m.mu.Unlock()
	}
	return p.sit(l, s, v, err, until)
}

// joinAny goes to a table that waits for somebody.
func (p *person) joinAny(l *life, s *lobby.Session, news lobby.News, until time.Time) (time.Duration, bool) {
	for _, t := range news.Tables() {
		if t.Free > 0 && t.Settings.Pace != table.Correspondence && !t.Seated && p.chance(0.7) {
			v, err := s.Join(l.ctx, t.ID, engine.Nobody)
			return p.sit(l, s, v, err, until)
		}
	}
	return 0, false
}

// open opens a table.
func (p *person) open(l *life, s *lobby.Session, until time.Time) (time.Duration, bool) {
	kit, _ := gameNamed(p.games[0])
	set := settings(kit, 2+p.r.IntN(3))
	set.Title, set.Private, set.Rated = p.name+"'s table", p.chance(0.2), p.chance(0.7)
	if set.NoSpectators = p.chance(0.1); p.chance(0.5) {
		set.Pace = table.Normal
	}
	bots := make([]string, set.Seats)
	for i := 1; i < len(bots); i++ {
		if p.chance(0.3) {
			bots[i] = kit.Levels[p.r.IntN(2)].Name
		}
	}
	v, err := s.OpenTable(l.ctx, set, bots)
	return p.sit(l, s, v, err, until)
}

// letter opens a table of correspondence, or joins one.
func (p *person) letter(l *life, s *lobby.Session, news lobby.News, until time.Time) (time.Duration, bool) {
	for _, t := range news.Tables() {
		if t.Free > 0 && t.Settings.Pace == table.Correspondence && !t.Seated {
			v, err := s.Join(l.ctx, t.ID, engine.Nobody)
			return p.sit(l, s, v, err, until)
		}
	}
	for _, game := range p.games {
		if kit, _ := gameNamed(game); !kit.Spec.Live {
			set := settings(kit, 2)
			set.Pace, set.Days, set.Title = table.Correspondence, 1+p.r.IntN(3), "letters of "+p.name
			v, err := s.OpenTable(l.ctx, set, nil)
			return p.sit(l, s, v, err, until)
		}
	}
	return 0, false
}

// watch looks on at somebody's match.
func (p *person) watch(l *life, s *lobby.Session, news lobby.News, until time.Time) (time.Duration, bool) {
	for _, t := range news.Tables() {
		if t.Stage == table.Playing && p.chance(0.5) {
			v, err := s.Watch(l.ctx, t.ID)
			return p.sit(l, s, v, err, until)
		}
	}
	return 0, false
}

// replay looks at an old match, alone or with others, and may try what would have been.
func (p *person) replay(l *life, s *lobby.Session, until time.Time) (time.Duration, bool) {
	var reel *lobby.Reel
	var err error
	if code, ok := p.m.showing(p.r.IntN); ok && p.chance(0.4) {
		reel, err = s.Follow(l.ctx, code)
	} else {
		past, broke := s.History(l.ctx, "", lobby.Search{}, 10)
		if broke != nil || len(past) == 0 {
			p.m.unplanned(l, p.name+" reads a history", broke)
			return 0, false
		}
		reel, err = s.Replay(l.ctx, past[p.r.IntN(len(past))].Match, p.r.IntN(20))
	}
	if err != nil {
		p.m.unplanned(l, p.name+" looks at a replay", err)
		return 0, false
	}
	defer reel.Close()
	p.m.mu.Lock()
	p.m.tally.replays++
	p.m.shows = append(p.m.shows[max(0, len(p.m.shows)-5):], reel.ID())
	p.m.mu.Unlock()
	for range 3 + p.r.IntN(20) {
		if !p.pause(p.about(3 * time.Second)) {
			return 0, false
		}
		[]func(){func() { reel.Skip(true) }, func() { reel.Step(1 + p.r.IntN(9)) }, func() { reel.Turn() },
			func() { reel.Skip(false) }, func() { reel.Rejoin() }}[p.r.IntN(5)]()
		if f, ok, _ := reel.Take(); ok && f.Gone != "" {
			p.m.fault("%s cannot see match %s again: %s", p.name, f.Info.Match, f.Gone)
		}
	}
	if !p.chance(0.15) {
		return 0, false
	}
	v, err := reel.Branch(l.ctx)
	if err == nil {
		p.m.count(func(t *tally) { t.branches++ })
	}
	return p.sit(l, s, v, err, until)
}

// atHall does what one does about community tables: their owners found and change them, everybody pins notes.
func (p *person) atHall(l *life, s *lobby.Session) {
	err := error(nil)
	switch {
	case p.own != "" && p.chance(0.6):
		err = p.rule(l, s)
	case p.club != "":
		err = s.Pin(l.ctx, p.club, "I was here, "+p.name)
	}
	p.m.unplanned(l, p.name+" at a community table", err)
}

// rule is an owner's work.
func (p *person) rule(l *life, s *lobby.Session) error {
	hall, err := s.Club(l.ctx, p.own)
	if errors.Is(err, lobby.ErrNotFound) {
		kit, _ := gameNamed(p.games[0])
		set := settings(kit, 2+p.r.IntN(3))
		set.Options = rulesOf(kit, p.r.IntN)
		c := club.Club{Name: p.own, About: "since ever", Settings: set}
		if p.chance(0.6) {
			c.Warm = kit.Levels[p.r.IntN(2)].Name
		}
		c.Hours, _ = club.ParseHours([]string{"", "daily 17:00-23:30", "Sat 20:00-02:00, Sun 15:00-23:00"}[p.r.IntN(3)],
			[]string{"", "Europe/Berlin", "America/New_York"}[p.r.IntN(3)])
		_, err = s.Found(l.ctx, c)
		return err
	}
	if err != nil {
		return err
	}
	friend := p.m.people[p.r.IntN(len(p.m.people))]
	switch x := p.r.IntN(20); {
	case x < 12:
		return s.Enroll(l.ctx, p.own, friend.name, p.chance(0.8))
	case x < 16:
		c := hall.Club
		c.About, c.RosterOnly = "changed by "+p.name, p.chance(0.2) && len(c.Members) > 3
		_, err = s.Change(l.ctx, p.own, c)
		return err
	case x < 17:
		return s.HandOver(l.ctx, p.own, friend.name)
	case x < 18:
		return s.Shut(l.ctx, p.own)
	}
	return nil
}

// talk says something in the lobby, or hides somebody.
func (p *person) talk(l *life, s *lobby.Session, news lobby.News) {
	err := s.Talk(l.ctx, "Good evening from "+p.name)
	if len(news.People) > 0 && p.chance(p.quarrel*20) {
		other := news.People[p.r.IntN(len(news.People))].Player.Name
		if p.chance(0.3) {
			err = errors.Join(err, s.Ignore(l.ctx, other, p.chance(0.7)))
		} else {
			err = errors.Join(err, s.Report(l.ctx, other, "is rude in the lobby", ""))
		}
	}
	p.m.unplanned(l, p.name+" talks", err)
}

// read looks at boards and people.
func (p *person) read(l *life, s *lobby.Session) {
	categories, err := s.Categories(l.ctx)
	for _, c := range categories {
		_, broke := s.Board(l.ctx, c, 0, 20)
		err = errors.Join(err, broke)
	}
	_, broke := s.Profile(l.ctx, p.m.people[p.r.IntN(len(p.m.people))].name)
	_, mine := s.History(l.ctx, "", lobby.Search{Game: p.games[0]}, 20)
	if p.chance(0.3) && !p.guest() {
		prefs := s.Player().Prefs
		prefs.Calm, prefs.Zone = p.chance(0.5), []string{"", "Europe/Berlin", "Asia/Tokyo"}[p.r.IntN(3)]
		err = errors.Join(err, s.SavePrefs(l.ctx, prefs))
	}
	p.m.unplanned(l, p.name+" reads", errors.Join(err, broke, mine))
}
