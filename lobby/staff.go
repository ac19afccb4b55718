package lobby

import (
	"cmp"
	"slices"
	"time"

	"saloon/lobby/table"
)

// BroadcastWidth bounds what the house says to everybody, in terminal cells.
const BroadcastWidth = 200

// Visitor is a session as those see it who look after the house.
type Visitor struct {
	Player      Player
	Named       bool   // false for somebody new who has not chosen a name yet
	Fingerprint string // of the proved key; empty for a guest
	Addr        string
	Where       string // as everybody may know it: see Presence
	Came        time.Time
	Key         time.Time // when they last pressed one
	Lag         time.Duration
}

// Visitors lists every session, those first who came first.
func (h *House) Visitors() []Visitor {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]Visitor, 0, len(h.sessions))
	for _, s := range h.sessions {
		v := Visitor{
			Player: *s.self(), Named: s.named, Fingerprint: s.id.Fingerprint, Addr: s.id.Addr, Where: h.where(s),
			Came: s.came, Key: time.Unix(0, s.keyed.Load()),
		}
		v.Player.Prefs = Prefs{} // nobody's business
		if s.lag != nil {
			v.Lag = s.lag()
		}
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b Visitor) int {
		return cmp.Or(a.Came.Compare(b.Came), cmp.Compare(a.Player.ID, b.Player.ID))
	})
	return out
}

// Measure says how the round trip of this session's line is known. The function must not wait for anything.
func (s *Session) Measure(lag func() time.Duration) {
	s.house.mu.Lock()
	defer s.house.mu.Unlock()
	s.lag = lag
}

// Infos is what everybody at a table may see of each table that stands, private ones and lessons included. Nobody
// changes what it holds.
func (h *House) Infos() []table.Info {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]table.Info, 0, len(h.desks))
	for _, d := range h.desks {
		out = append(out, d.info)
	}
	slices.SortFunc(out, func(a, b table.Info) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Busy counts the matches that a restart would interrupt: those on a clock, with somebody there. The others stand still
// anyway or take days, and go on after it as if nothing had been.
func (h *House) Busy() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.desks {
		if d.info.Stage == table.Playing && d.info.Settings.Pace != table.Correspondence && present(d.info) > 0 {
			n++
		}
	}
	return n
}

// Draining reports whether matches may not begin just now.
func (h *House) Draining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.holding != ""
}

// Refill ends a drain: tables and matches begin again, those first that have waited for it. Everybody is told why.
func (h *House) Refill(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.holding = ""
	h.toastAll(why)
}

// Broadcast says something to everybody who is here, and reports to how many.
func (h *House) Broadcast(text string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.toastAll(text)
}

// toastAll is called with the lock held.
func (h *House) toastAll(text string) int {
	if text = Clean(text, BroadcastWidth); text == "" {
		return 0
	}
	for _, s := range h.sessions {
		s.box.toast(text)
	}
	return len(h.sessions)
}
