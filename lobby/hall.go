package lobby

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"saloon/engine"
	"saloon/lobby/table"
)

// desk is a table as the house knows it. Its fields are guarded by House.mu, but for the first three, which never
// change once it is in the hall.
type desk struct {
	id     table.ID
	table  *table.Table
	lesson bool
	info   table.Info // what everybody may see, as it was last reported
	shown  Listing    // as the lobby lists it
	from   map[table.PlayerID]netip.Prefix
	fill   *time.Timer // seats bots at fillAt; nil if nothing is planned
	// fillAt is when bots take the free seats; nil if they do not. It is read without the lock.
	fillAt atomic.Pointer[time.Time]
	// awake is closed with the first report; nil after it. Until then the table is as it was written down.
	awake chan struct{}
	// opening is for whom the table counts as one that is being opened; nobody once it is in the hall.
	opening table.PlayerID
}

// enlist puts a table into the hall and waits for its end. It is false on a house that has closed.
func (h *House) enlist(d *desk, t *table.Table, saved table.Saved) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	info := d.info
	if info.ID == "" { // the table has reported nothing yet
		info, d.awake = saved.Info(), make(chan struct{})
	}
	d.id, d.table, d.info = t.ID(), t, table.Info{}
	h.desks[d.id] = d
	h.opened(d)
	h.note(d, info)
	h.spawn("end of table "+string(d.id), func() {
		<-t.Done()
		h.dismiss(d)
	})
	return true
}

// changed takes in what a table reports. It is called by the table and must not wait.
func (h *House) changed(d *desk, info table.Info) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d.table == nil { // not enlisted yet
		d.info = info
		return
	}
	if h.desks[d.id] == d {
		h.note(d, info)
	}
	d.woke()
}

// woke notes that a table sleeps no more. It is called with the house's lock held.
func (d *desk) woke() {
	if d.awake != nil {
		close(d.awake)
		d.awake = nil
	}
}

// rouse has the tables read back at once that sleep and where somebody sits, and lists them. It is called with the lock
// held.
func (h *House) rouse(id table.PlayerID) (awake []<-chan struct{}) {
	for _, d := range h.seats[id] {
		if d.awake != nil {
			d.table.Rouse()
			awake = append(awake, d.awake)
		}
	}
	return awake
}

// note brings the hall up to date with one table, and tells those whom it concerns. It is called with the lock held.
func (h *House) note(d *desk, info table.Info) {
	old := d.info
	d.info = info
	h.reseat(d, old, info)
	if l := listing(info); !sameListing(l, d.shown) {
		l.Conduct = h.conductAt(info)
		d.shown, h.dirty = l, true
	}
	if info.Stage != table.Gathering {
		d.stopFilling()
	}
	h.warm(d)
	h.settleConduct(old, info)
	h.settleRatings(old, info)
	h.tell(d, old, info)
	h.ring()
}

// reseat keeps track of who sits where, and of whose own news the change makes old.
func (h *House) reseat(d *desk, old, info table.Info) {
	for _, c := range old.Chairs {
		if _, still := info.Chair(c.Owner.ID); !still && c.Owner.ID != "" {
			delete(h.seats[c.Owner.ID], d.id)
			if len(h.seats[c.Owner.ID]) == 0 {
				delete(h.seats, c.Owner.ID)
				if h.sessions[string(c.Owner.ID)] == nil {
					delete(h.conduct, c.Owner.ID)
				}
			}
			h.age(c.Owner.ID)
		}
	}
	for _, c := range info.Chairs {
		if c.Owner.ID == "" || c.Owner.IsBot() {
			continue
		}
		if h.seats[c.Owner.ID] == nil {
			h.seats[c.Owner.ID] = map[table.ID]*desk{}
		}
		h.seats[c.Owner.ID][d.id] = d
		if was, ok := old.Chair(c.Owner.ID); !ok || was.Asked != c.Asked || old.Stage != info.Stage {
			h.age(c.Owner.ID)
		}
	}
}

// age marks somebody's own part of the news as old.
func (h *House) age(id table.PlayerID) {
	if s, ok := h.sessions[string(id)]; ok {
		h.stale[s] = struct{}{}
	}
}

// conductAt is how those stay at their tables who own the seats of one; the zero Conduct for everybody unknown.
func (h *House) conductAt(info table.Info) []Conduct {
	out := make([]Conduct, len(info.Chairs))
	for i, c := range info.Chairs {
		out[i] = h.conductOf(c.Owner.ID)
	}
	return out
}

func (h *House) conductOf(id table.PlayerID) Conduct { return Fade(h.conduct[id], h.deps.Now()) }

// settleConduct takes in how people stayed in a match that has ended.
func (h *House) settleConduct(old, info table.Info) {
	r := info.Result
	known := old.ID == "" || old.Result != nil && r != nil && old.Result.Match == r.Match
	if r == nil || known || !Counts(info.Settings, r.Places) {
		return
	}
	month := MonthOf(h.deps.Now())
	for _, p := range r.Places {
		months, known := h.conduct[p.Person.ID]
		if !known || p.Person.IsBot() {
			continue
		}
		i := slices.IndexFunc(months, func(m ConductMonth) bool { return m.Month == month })
		if i < 0 {
			i, months = len(months), append(months, ConductMonth{Month: month})
		}
		months[i].Add(ConductOf(p))
		h.conduct[p.Person.ID], h.dirty = months, true
	}
}

// settleRatings takes in the ratings that moved with the end of a match.
func (h *House) settleRatings(old, info table.Info) {
	if info.Result == nil || old.Result != nil && old.Result.Match == info.Result.Match &&
		len(old.Result.Changes) == len(info.Result.Changes) {
		return
	}
	for _, c := range info.Result.Changes {
		if at, ok := h.ladder[c.Player]; ok {
			at.skills[c.Category] = c.After
			h.ladder[c.Player], h.dirty = h.rungs(at.skills), true
		}
	}
}

// tell leaves a toast with those who sit at a table and look elsewhere. That a table is read back is no news.
func (h *House) tell(d *desk, old, info table.Info) {
	if old.ID == "" || d.awake != nil {
		return
	}
	at := " at table " + string(d.id) + "."
	for _, c := range info.Chairs {
		s, ok := h.sessions[string(c.Owner.ID)]
		if !ok || c.Owner.ID == "" || s.visits[d.id] != nil {
			continue
		}
		was, _ := old.Chair(c.Owner.ID)
		switch {
		case info.Stage == table.Playing && old.Stage == table.Gathering:
			s.box.toast("The match begins" + at)
		case info.Stage == table.Ended && old.Stage != table.Ended:
			s.box.toast("The match is over" + at)
		case c.Asked && !was.Asked:
			s.box.toast("It is your move" + at)
		}
		for _, v := range info.Votes {
			asked := slices.Contains(v.Missing, c.Seat)
			before := slices.ContainsFunc(old.Votes, func(o table.Vote) bool { return o.Motion == v.Motion })
			if asked && !before && v.By >= 0 && int(v.By) < len(info.Chairs) {
				s.box.toast(info.Chairs[v.By].Owner.Name + " wants " + motionWords[v.Motion] + at)
			}
		}
	}
}

var motionWords = map[table.Motion]string{
	table.Adjourn: "to adjourn", table.Resume: "to go on", table.Rematch: "a rematch",
}

// dismiss takes a table that has stopped out of the hall.
func (h *House) dismiss(d *desk) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d.stopFilling()
	d.woke()
	if h.desks[d.id] != d {
		return
	}
	delete(h.desks, d.id)
	h.reseat(d, d.info, table.Info{})
	for _, s := range h.sessions {
		if v := s.visits[d.id]; v != nil && v.desk == d {
			s.drop(v)
		}
	}
	h.dirty = true
	h.ring()
}

// listing is a table as the lobby's list has it, without what changes with every move.
func listing(info table.Info) Listing {
	l := Listing{
		ID: info.ID, Settings: info.Settings, Stage: info.Stage, Chairs: slices.Clone(info.Chairs),
		Watchers: len(info.Watchers), Opened: info.Opened,
	}
	if host, ok := info.Chair(info.Host); ok {
		l.Host = host.Owner.Name
	}
	for i := range l.Chairs {
		c := &l.Chairs[i]
		c.Clock, c.Asked, c.AwaySince, c.Left = table.Clock{}, false, time.Time{}, nil
		switch {
		case c.Open:
			l.Open++
		case c.Free():
			l.Free++
		}
	}
	return l
}

func sameListing(a, b Listing) bool {
	return a.ID == b.ID && a.Stage == b.Stage && a.Host == b.Host && a.Watchers == b.Watchers &&
		slices.EqualFunc(a.Chairs, b.Chairs, func(x, y table.Chair) bool {
			return x.Owner == y.Owner && x.Ready == y.Ready && x.StandIn == y.StandIn && x.Open == y.Open &&
				x.Leaving == y.Leaving && x.Here == y.Here && x.BotAt.Equal(y.BotAt)
		})
}

// desk finds an open table by its code as somebody typed it.
func (h *House) desk(typed table.ID) (*desk, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.desks[table.ID(plainCode(string(typed)))]
	if !ok {
		return nil, ErrNotFound
	}
	return d, nil
}

// fillLater plans that bots take the free seats of a table, unless people do before.
func (h *House) fillLater(d *desk, level string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || d.fill != nil || d.info.Stage != table.Gathering || level == "" {
		return
	}
	h.fillIn(d, level)
}

// fillIn is called with the lock held.
func (h *House) fillIn(d *desk, level string) {
	at := h.deps.Now().Add(h.deps.QuickWait)
	d.fillAt.Store(&at)
	d.fill = time.AfterFunc(h.deps.QuickWait, func() { h.fillNow(d, level) })
}

func (h *House) fillNow(d *desk, level string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	host := d.info.Host
	d.stopFilling()
	if h.closed || d.info.Stage != table.Gathering || d.shown.Free == 0 {
		return
	}
	h.spawn("bots for "+string(d.id), func() {
		ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
		defer cancel()
		if err := d.table.Do(ctx, table.SeatBot{By: host, Seat: engine.Nobody, Level: level}); err != nil {
			h.deps.Log.Info("No bots seated", "table", d.id, "err", err)
		}
	})
}

// stopFilling is called with the house's lock held.
func (d *desk) stopFilling() {
	if d.fill != nil {
		d.fill.Stop()
		d.fill = nil
		d.fillAt.Store(nil)
	}
}

// network is what of an address tells one line from another: all of IPv4, the first 64 bits of IPv6. It is not valid
// where the address says nothing: on this machine, in the own network, behind a proxy in it.
func network(addr string) netip.Prefix {
	if host, _, err := net.SplitHostPort(addr); err == nil {
		addr = host
	}
	ip, err := netip.ParseAddr(addr)
	ip = ip.Unmap()
	if err != nil || ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() {
		return netip.Prefix{}
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
