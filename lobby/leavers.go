package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

const (
	// leaversEvery is how often the house looks after those who leave, while somebody does.
	leaversEvery = time.Hour
	// leaversMax is the longest that it takes to look after all of them at once.
	leaversMax = 30 * time.Minute
	// goneWords is what somebody reads who is in the house when their account ends.
	goneWords = "Your account is gone now, as you asked for. With this key you are a stranger here: come in again, " +
		"and choose a name."
)

// lookForLeavers asks the house to look after those who leave.
func (h *House) lookForLeavers() {
	select {
	case h.leavers <- struct{}{}:
	default:
	}
}

// loadTombs reads who is gone when the house opens.
func (h *House) loadTombs(ctx context.Context) error {
	all, err := h.deps.Players.Tombs(ctx)
	if err != nil {
		return fmt.Errorf("accounts that are gone: %w", err)
	}
	h.gone = map[table.PlayerID]bool{}
	for _, t := range all {
		h.gone[t.Player] = true
	}
	return nil
}

// seeOff looks after those who leave until the house closes. It keeps no timer while nobody does.
func (h *House) seeOff() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	h.mu.Lock()
	h.spawn("leavers' end", func() {
		select {
		case <-h.quit:
			cancel()
		case <-ctx.Done():
		}
	})
	h.mu.Unlock()
	for {
		var due <-chan time.Time
		var timer *time.Timer
		if next := h.sweep(ctx); next > 0 {
			timer = time.NewTimer(next)
			due = timer.C
		}
		select {
		case <-h.quit:
			return
		case <-h.leavers:
		case <-due:
		}
		if timer != nil {
			timer.Stop()
		}
	}
}

// sweep lets go all whose time has come, and says in how long somebody has to be looked after again; 0 if nobody does.
func (h *House) sweep(ctx context.Context) (next time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, leaversMax)
	defer cancel()
	again := func(in time.Duration) {
		if in = min(max(in, time.Second), leaversEvery); next == 0 || in < next {
			next = in
		}
	}
	all, err := h.deps.Players.Leaving(ctx)
	if err != nil {
		h.sorry(ctx, "", err)
		return leaversEvery
	}
	for _, p := range all {
		now := h.deps.Now()
		if p.Leaving.After(now) {
			again(p.Leaving.Sub(now))
			break
		}
		if err := h.bury(ctx, p); err != nil && !errors.Is(err, ErrNotFound) { // they may have stayed just now
			h.sorry(ctx, p.ID, err)
			again(leaversEvery)
		}
	}
	tombs, err := h.deps.Players.Tombs(ctx)
	if err != nil {
		h.sorry(ctx, "", err)
		return leaversEvery
	}
	for _, t := range tombs {
		if t.Rested {
			continue
		}
		done, err := h.rest(ctx, t)
		if err != nil {
			h.sorry(ctx, t.Player, err)
		}
		if !done {
			again(leaversEvery)
		}
	}
	return next
}

func (h *House) sorry(ctx context.Context, who table.PlayerID, err error) {
	if ctx.Err() == nil {
		h.deps.Log.Error("Account not taken away", "player", who, "err", err)
	}
}

// bury ends an account. What the house decided about its owner goes on to meet their keys: nobody gets rid of a ban by
// becoming a stranger.
func (h *House) bury(ctx context.Context, p Player) error {
	keys, err := h.deps.Players.Keys(ctx, p.ID)
	if err != nil {
		return err
	}
	now := h.deps.Now()
	held := slices.DeleteFunc(slices.Clone(h.standing()), func(x order.Sanction) bool {
		return x.Whom.Player != p.ID || x.Kind == order.Warning || !x.Holds(now)
	})
	for _, x := range held {
		for _, k := range keys {
			x.ID, x.Whom = "", order.Whom{Key: k.Fingerprint}
			if _, _, err := h.Impose(ctx, x); err != nil {
				return err
			}
		}
	}
	if _, err := h.deps.Players.Bury(ctx, p.ID, now); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.gone = maps.Clone(h.gone)
	h.gone[p.ID] = true
	delete(h.voices, p.ID)
	h.talk = slices.DeleteFunc(slices.Clone(h.talk), func(s said) bool { return s.From.ID == p.ID })
	h.dirty = true
	h.ring()
	return nil
}

// rest does what is left to do about an account that is gone: it may have been broken off at any point.
func (h *House) rest(ctx context.Context, t Tomb) (done bool, err error) {
	h.mu.Lock()
	s := h.sessions[string(t.Player)]
	h.mu.Unlock()
	if s != nil {
		s.end(goneWords)
	}
	if err := h.inherit(ctx, t.Player); err != nil {
		return false, err
	}
	if err := h.vacate(ctx, t); err != nil {
		return false, err
	}
	done, err = h.deps.Players.Rest(ctx, t.Player, h.deps.Now(), h.reword)
	if done {
		h.mu.Lock()
		clear(h.clubs.ladders) // they hold names
		h.mu.Unlock()
	}
	return done, err
}

// vacate takes somebody who is gone out of the tables that stand: their name, and their seats.
func (h *House) vacate(ctx context.Context, t Tomb) error {
	h.mu.Lock()
	var at []*desk
	for _, d := range h.desks {
		if d.info.Knows(t.Player) {
			at = append(at, d)
		}
	}
	h.mu.Unlock()
	var errs []error
	for _, d := range at {
		err := d.table.Do(ctx, table.Rename{Who: t.Player, Name: t.Name})
		if err == nil && h.sits(d, t.Player) {
			err = d.table.Do(ctx, table.Stand{Who: t.Player, Now: true})
		}
		if !errors.Is(err, table.ErrGone) && !errors.Is(err, table.ErrHalted) { // such a table is looked at again later
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// inherit gives the community tables of somebody who is gone to those who have been on their rosters longest, or closes
// them, and takes the one off all rosters.
func (h *House) inherit(ctx context.Context, who table.PlayerID) error {
	done, err := h.clubs.alone(ctx)
	if err != nil {
		return err
	}
	defer done()
	h.mu.Lock()
	var theirs []club.Club
	for _, c := range h.clubs.byID {
		if c.Member(who) {
			theirs = append(theirs, c)
		}
	}
	h.mu.Unlock()
	for _, c := range theirs {
		if err := h.inheritOne(ctx, c, who); err != nil {
			return err
		}
	}
	return nil
}

func (h *House) inheritOne(ctx context.Context, c club.Club, who table.PlayerID) error {
	if c.Owner != who {
		c, err := c.Enroll(who, false)
		if err == nil {
			_, err = h.keepClub(ctx, c)
		}
		return err
	}
	heir, err := h.heir(ctx, c)
	if err != nil {
		return err
	}
	act := ClubAct{At: h.deps.Now(), Who: "the house", Act: "club inherit", About: c.Name + ": " + string(heir)}
	if heir == "" {
		return h.disband(ctx, c, act)
	}
	if c, err = c.HandTo(heir); err != nil {
		return err
	}
	if c, err = c.Enroll(who, false); err != nil {
		return err
	}
	if err := h.deps.Clubs.ClubAct(ctx, act); err != nil {
		return err
	}
	if _, err := h.keepClub(ctx, c); err != nil {
		return err
	}
	return h.crown(ctx, c)
}

// disband closes a community table that nobody inherits. A match that is on is played to its end.
func (h *House) disband(ctx context.Context, c club.Club, act ClubAct) error {
	h.mu.Lock()
	d := h.clubDesk(c.ID)
	h.mu.Unlock()
	if d != nil {
		why := "The owner of this community table is gone for good, and so is the table."
		err := d.table.Do(ctx, table.Disband{Why: why})
		if err != nil && !errors.Is(err, table.ErrGone) && !errors.Is(err, table.ErrDenied) {
			return err
		}
	}
	act.Act, act.About = "club close", c.Name
	if err := h.deps.Clubs.ClubAct(ctx, act); err != nil {
		return err
	}
	c.Ended = act.At
	_, err := h.keepClub(ctx, c)
	return err
}

// heir is who has been on the roster longest of those who stay; nobody if there is none.
func (h *House) heir(ctx context.Context, c club.Club) (table.PlayerID, error) {
	for _, m := range c.Members {
		p, err := h.deps.Players.ByID(ctx, m)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return "", err
		}
		if err == nil && p.Gone.IsZero() && p.Leaving.IsZero() && p.ID != c.Owner {
			return m, nil
		}
	}
	return "", nil
}

// reword writes the acts of a match once more for other names of its seats. What its game does not read, or would write
// in other words, stays as it is.
func (h *House) reword(m table.Stored, names engine.Names) []string {
	out := make([]string, len(m.Entries))
	for i, e := range m.Entries {
		out[i] = e.Words
	}
	kit, ok := h.Kit(m.Opened.Game)
	if !ok {
		return out
	}
	play, err := kit.Open(m.Opened.Config)
	if err != nil {
		return out
	}
	for i, e := range m.Entries {
		if e.Words == "" {
			continue
		}
		act, err := play.Parse(e.Words, e.Seat, m.Opened.Names)
		same, again := play.Words(act, m.Opened.Names)
		if err != nil || again != nil || same != e.Words {
			h.deps.Log.Warn("Words not read", "match", m.ID, "entry", e.Seq, "err", err)
			continue
		}
		if words, err := play.Words(act, names); err == nil {
			out[i] = words
		}
	}
	return out
}
