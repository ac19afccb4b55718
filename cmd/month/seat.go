package main

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/lobby/table"
)

// seat is a person at a table.
type seat struct {
	*person
	l     *life
	s     *lobby.Session
	v     *lobby.Visit
	f     table.Frame
	seen  *sight
	me    table.PlayerID
	until time.Time

	chores []chore
	done   map[string]bool
	back   time.Duration // when the line is there again
	left   bool          // the line is gone
	leaves bool          // the person goes
}

// chore is something that one will do.
type chore struct {
	at time.Time
	do func() error
}

// sit is everything that somebody does at a table, until they or their line are gone.
func (p *person) sit(l *life, s *lobby.Session, v *lobby.Visit, err error, until time.Time) (time.Duration, bool) {
	if err != nil {
		p.m.unplanned(l, p.name+" goes to a table", err)
		return 0, false
	}
	st := &seat{person: p, l: l, s: s, v: v, me: s.Player().ID, until: until, done: map[string]bool{}}
	st.plan("bedtime", time.Until(until)+p.about(10*time.Minute), func() error { return st.go_(true) })
	st.stay()
	v.Close()
	if st.seen != nil {
		l.m.mu.Lock()
		st.seen.over = true
		l.m.mu.Unlock()
	}
	return st.back, st.left
}

// plan does something once, after a while.
func (st *seat) plan(key string, after time.Duration, do func() error) {
	if st.done[key] {
		return
	}
	st.done[key] = true
	c := chore{time.Now().Add(max(after, 0)), do}
	i, _ := slices.BinarySearchFunc(st.chores, c, func(a, b chore) int { return a.at.Compare(b.at) })
	st.chores = slices.Insert(st.chores, i, c)
}

// stay takes frames and does what is due.
func (st *seat) stay() {
	for !st.leaves && !st.left {
		wait := time.Hour
		if len(st.chores) > 0 {
			wait = time.Until(st.chores[0].at)
		}
		select {
		case <-st.v.Bell():
			f, ok, open := st.v.Take()
			if ok {
				st.f = f
				st.seen = st.l.saw(st.seen, st.name, f)
				st.react()
			}
			if !open || ok && f.Gone != "" {
				return
			}
		case <-time.After(wait):
			st.due()
		case <-st.l.ctx.Done():
			st.back, st.left = st.about(10*time.Second), true
		case <-st.m.over:
			st.leaves = true
		}
	}
}

// due does what is due.
func (st *seat) due() {
	for len(st.chores) > 0 && !st.chores[0].at.After(time.Now()) && !st.leaves && !st.left {
		c := st.chores[0]
		st.chores = st.chores[1:]
		st.m.unplanned(st.l, st.name+" at table "+string(st.v.ID()), c.do())
	}
}

// react plans what follows from the newest frame.
func (st *seat) react() {
	f, i := st.f, st.f.Info
	mine, seated := i.Chair(st.me)
	if !seated {
		st.plan("enough seen", st.about(4*time.Minute), func() error { return st.go_(false) })
		return
	}
	switch {
	case f.Race != nil && f.Race.Stage == table.RaceOpen:
		st.race(f)
	case f.Ask != nil:
		st.plan("ask "+itoa(f.Ask.ID), st.thinks(), func() error { return st.answer(f) })
	}
	if mine.StandIn != "" {
		st.plan("wake "+itoa(f.Seq), st.about(2*time.Second), func() error { return st.v.Wake(st.l.ctx) })
	}
	step := string(i.Match) + " " + itoa(uint64(i.Entries))
	asked := slices.ContainsFunc(i.Waits, func(w table.Wait) bool { return w.Seat == mine.Seat })
	switch {
	case i.Stage == table.Gathering:
		st.gather(mine)
	case i.Stage == table.Playing && asked && f.Ask == nil && !mine.Ready && f.Race == nil,
		i.Stage == table.Playing && f.Race != nil && f.Race.Stage == table.RaceShow && asked:
		st.plan("seen "+step, st.about(2*time.Second), func() error { return st.v.Ready(st.l.ctx, true) })
	case i.Stage == table.Ended:
		st.plan("after "+string(i.Match), st.about(10*time.Second), st.after)
	case i.Stage == table.Adjourned:
		st.plan("resume "+step, st.about(40*time.Second), func() error {
			return st.v.Cast(st.l.ctx, table.Resume, true)
		})
		st.plan("adjourned "+step, st.about(3*time.Minute), func() error { return st.go_(false) })
	}
	if i.Settings.Pace == table.Correspondence && f.Ask == nil && i.Stage != table.Ended {
		st.plan("written "+step, 5*time.Second, func() error { return st.go_(false) })
	}
	for _, vote := range i.Votes {
		if slices.Contains(vote.Missing, mine.Seat) {
			st.plan("vote "+string(vote.Motion)+step, st.about(4*time.Second), func() error {
				st.m.count(func(t *tally) { t.votes++ })
				return st.v.Cast(st.l.ctx, vote.Motion, st.chance(0.8))
			})
		}
	}
}

// gather waits for a match to begin, for a while.
func (st *seat) gather(mine table.Chair) {
	if !mine.Ready {
		st.plan("ready "+itoa(st.f.Seq), st.about(2*time.Second), func() error { return st.v.Ready(st.l.ctx, true) })
	}
	st.plan("bored", st.about(4*time.Minute), func() error {
		if st.f.Info.Stage != table.Gathering {
			st.done["bored"] = false
			return nil
		}
		if st.f.Info.Host != st.me || st.chance(0.3) {
			if st.chance(0.7) || st.f.Info.Settings.Pace == table.Correspondence {
				return st.go_(false) // keeps the seat for as long as it is kept
			}
			return errors.Join(st.v.Stand(st.l.ctx, true), st.go_(false))
		}
		st.done["bored"] = false
		if st.f.Info.Settings.Pace == table.Correspondence {
			return st.go_(false)
		}
		kit, _ := gameNamed(st.f.Info.Settings.Game)
		return st.v.SeatBot(st.l.ctx, engine.Nobody, kit.Levels[st.r.IntN(2)].Name)
	})
}

// thinks is how long somebody thinks.
func (st *seat) thinks() time.Duration {
	if st.chance(0.01) {
		return time.Duration(1+st.r.IntN(4)) * time.Minute // the door bell
	}
	return st.about(3 * time.Second)
}

// brain is how this person plays a game.
func (st *seat) brain() bot.Player {
	game := st.f.Info.Settings.Game
	kit, _ := gameNamed(game)
	level, _ := kit.Level(st.levels[slices.Index(st.games, game)])
	return level.Bot
}

// luck is chance for a bot.
func (st *seat) luck() *engine.Rand {
	var seed engine.Seed
	for i := range seed {
		seed[i] = byte(st.r.IntN(256))
	}
	return seed.Entry(1)
}

// answer answers the ask of a frame, or does something else.
func (st *seat) answer(f table.Frame) error {
	if st.f.Ask == nil || st.f.Ask.ID != f.Ask.ID {
		return nil
	}
	if st.mishap() {
		return nil
	}
	move, err := st.brain().Choose(st.l.ctx, f.View, f.Ask.Legal, st.luck())
	if err != nil {
		return err
	}
	st.m.count(func(t *tally) { t.answers++ })
	err = st.v.Answer(st.l.ctx, f.Ask.ID, move)
	if st.chance(st.quarrel) {
		err = errors.Join(err, st.fight())
	}
	return err
}

// mishap is what comes between somebody and their answer.
func (st *seat) mishap() bool {
	switch {
	case st.chance(st.line):
		st.m.count(func(t *tally) { t.drops++ })
		st.s.Close()
		st.back, st.left = st.about(time.Duration(1+st.r.IntN(120))*time.Second), true
	case st.chance(st.temper):
		st.m.count(func(t *tally) { t.walkouts++ })
		st.m.unplanned(st.l, st.name+" walks out", st.v.Stand(st.l.ctx, st.chance(0.7)))
		return true
	case st.chance(0.004):
		st.m.unplanned(st.l, st.name+" wants a break", st.v.Cast(st.l.ctx, table.Adjourn, true))
		return false
	case st.chance(0.002): // another terminal takes the place of this one
		twin, err := st.l.house.Enter(st.l.ctx, st.id)
		st.m.unplanned(st.l, st.name+" comes from elsewhere", err)
		if err == nil {
			twin.Close()
		}
		st.back, st.left = st.about(5*time.Second), true
	default:
		return false
	}
	return true
}

// fight is a quarrel at a table.
func (st *seat) fight() error {
	chairs := st.f.Info.Chairs
	other := chairs[st.r.IntN(len(chairs))].Owner
	if other.ID == "" || other.ID == st.me || other.IsBot() {
		return st.v.Talk(st.l.ctx, "These cards!")
	}
	switch st.r.IntN(4) {
	case 0:
		return st.s.Report(st.l.ctx, other.Name, "plays too slowly", st.v.ID())
	case 1:
		return st.s.Ignore(st.l.ctx, other.Name, true)
	}
	return st.v.Talk(st.l.ctx, other.Name+", hurry up!")
}

// race takes part in one.
func (st *seat) race(f table.Frame) {
	id := f.Race.ID
	key := "race " + string(f.Info.Match) + itoa(id)
	if st.done[key] {
		return
	}
	st.done[key] = true
	lag := clock.Lag{Trip: st.trip}
	err := st.v.Reached(st.l.ctx, id, time.Now(), lag, false)
	st.m.unplanned(st.l, st.name+" sees a race", err)
	does, err := st.brain().React(st.l.ctx, f.View, strokes(f.Info.Settings.Game), st.luck())
	st.m.unplanned(st.l, st.name+" reacts", err)
	if does.Move == nil {
		return
	}
	st.plan("gesture "+string(f.Info.Match)+itoa(id), does.After+st.trip, func() error {
		if st.mishap() {
			return nil
		}
		st.m.count(func(t *tally) { t.gestures++ })
		err := st.v.Gesture(st.l.ctx, id, does.Move, time.Now())
		if errors.Is(err, engine.ErrIllegal) {
			return nil // hands are quicker than eyes
		}
		return err
	})
}

// after is what one does when a match is over.
func (st *seat) after() error {
	switch {
	case time.Now().After(st.until) || st.chance(0.4):
		return errors.Join(st.v.Stand(st.l.ctx, true), st.go_(false))
	case st.f.Info.Settings.Club != "":
		return nil // the next match comes by itself
	}
	return st.v.Cast(st.l.ctx, table.Rematch, true)
}

// go_ leaves the table; at the end of the evening the line goes with it.
func (st *seat) go_(home bool) error {
	st.leaves = true
	if home {
		st.s.Close()
		st.left = true
	}
	return nil
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
