package lobby

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

var (
	// ErrMuted answers somebody who may not talk. The text says until when, and why.
	ErrMuted = errors.New("you may not talk here")
	// ErrBanned answers somebody who may not come in. The text says until when, and why.
	ErrBanned = errors.New("you may not come in")
	// ErrReports answers who has reported more than anybody can look at.
	ErrReports = errors.New("your reports of today are still being looked at")
	// ErrReport answers who reports what is nobody's wrong.
	ErrReport = errors.New("that cannot be reported")
)

// Orders is where the decisions of those who keep order are kept. The data package implements it.
type Orders interface {
	// Sanctions lists those that stand at a moment, and warnings that nobody took note of yet.
	Sanctions(ctx context.Context, at time.Time) ([]order.Sanction, error)
	// Sanction reads one, or ErrNotFound.
	Sanction(ctx context.Context, id string) (order.Sanction, error)
	// SaveSanction writes one down, new or changed.
	SaveSanction(ctx context.Context, s order.Sanction) error
	// AddReport writes a report down.
	AddReport(ctx context.Context, r order.Report) error
	// ReportsSince counts what somebody has reported since a moment.
	ReportsSince(ctx context.Context, by table.PlayerID, since time.Time) (int, error)
	// Outcomes takes out what came of somebody's reports and was not told to them yet.
	Outcomes(ctx context.Context, by table.PlayerID) ([]order.Report, error)
}

const (
	// sanctionLetters is the length of a sanction's id.
	sanctionLetters = 6
	// reportsADay bounds what one person reports.
	reportsADay = 10
)

// loadOrders reads who is held to what when the house opens.
func (h *House) loadOrders(ctx context.Context) error {
	if h.deps.Orders == nil {
		return nil
	}
	h.amending = make(chan struct{}, 1)
	all, err := h.deps.Orders.Sanctions(ctx, h.deps.Now())
	if err != nil {
		return fmt.Errorf("sanctions: %w", err)
	}
	h.sanctions.Store(&all)
	return nil
}

// standing are the sanctions that stand, and some that no longer do.
func (h *House) standing() []order.Sanction { return *h.sanctions.Load() }

// sanction finds one of a kind that meets somebody now; the one that holds longest.
func (h *House) sanction(kind order.Kind, who table.PlayerID, id Identity) (order.Sanction, bool) {
	now := h.deps.Now()
	var best order.Sanction
	found := false
	for _, s := range h.standing() {
		if s.Kind != kind || !s.Holds(now) || !s.Whom.Meets(who, id.Fingerprint, id.Addr) {
			continue
		}
		if !found || s.Until.IsZero() || !best.Until.IsZero() && s.Until.After(best.Until) {
			best, found = s, true
		}
	}
	return best, found
}

// breath says why somebody may not say a line just now: they are muted, or talk too fast.
func (s *Session) breath() error {
	if err := s.muted(); err != nil {
		return err
	}
	return s.house.breath(s.Player().ID)
}

// muted says why nothing that somebody writes may be shown to others, if that is so.
func (s *Session) muted() error {
	me := s.self()
	if mute, yes := s.house.sanction(order.Mute, me.ID, s.id); yes {
		return &denied{ErrMuted, mute.Words(me.Prefs.Clock())}
	}
	return nil
}

// denied is an error of the lobby's with words of its own.
type denied struct {
	kind  error
	words string
}

func (d *denied) Error() string { return d.words }
func (d *denied) Unwrap() error { return d.kind }

// Banned is why this session is no more than a place to say something against a ban, if it is: as much of it as is for
// the one concerned. What somebody else said against a ban that meets both is not.
func (s *Session) Banned() (order.Sanction, bool) {
	s.house.mu.Lock()
	defer s.house.mu.Unlock()
	if s.banned == nil {
		return order.Sanction{}, false
	}
	x := *s.banned
	x.Whom, x.By, x.Why = order.Whom{}, "", ""
	if s.banned.Whom.Block.IsValid() {
		x.Appeal, x.Appealed = "", time.Time{}
	}
	return x, true
}

// Appeal says something against the ban that keeps this session out, once; everybody whom a ban of addresses meets has
// one answer together.
func (s *Session) Appeal(ctx context.Context, text string) error {
	h := s.house
	h.mu.Lock()
	ban := s.banned
	h.mu.Unlock()
	if ban == nil {
		return ErrNotFound
	}
	if text = Clean(text, order.AppealWidth); text == "" {
		return nil
	}
	return h.amend(ctx, ban.ID, func(x *order.Sanction) error {
		switch {
		case !x.Holds(h.deps.Now()):
			return &denied{ErrBanned, "it does not stand any more: come in again"}
		case x.Appeal != "" && x.Whom.Block.IsValid():
			return &denied{ErrBanned, "somebody has said something against it already, and it is with the staff"}
		case x.Appeal != "":
			return &denied{ErrBanned, "what you said against it is with the staff already"}
		}
		x.Appeal, x.Appealed = text, h.deps.Now()
		return nil
	})
}

// Warned is a warning that this player has not taken note of yet.
func (s *Session) Warned() (order.Sanction, bool) {
	return s.house.sanction(order.Warning, s.self().ID, Identity{})
}

// TakeNote says that this player has read a warning.
func (s *Session) TakeNote(ctx context.Context, id string) error {
	h := s.house
	me := s.Player().ID
	return h.amend(ctx, id, func(x *order.Sanction) error {
		if x.Kind != order.Warning || x.Whom.Player != me {
			return ErrNotFound
		}
		x.Lifted = h.deps.Now()
		return nil
	})
}

// amend changes a sanction, in the store first. One is changed at a time: an appeal must not undo a lift.
func (h *House) amend(ctx context.Context, id string, change func(*order.Sanction) error) error {
	if h.deps.Orders == nil {
		return ErrNotFound
	}
	select {
	case h.amending <- struct{}{}:
		defer func() { <-h.amending }()
	case <-ctx.Done():
		return ctx.Err()
	}
	x, err := h.deps.Orders.Sanction(ctx, id)
	if err != nil {
		return err
	}
	if err := change(&x); err != nil {
		return err
	}
	if err := h.deps.Orders.SaveSanction(ctx, x); err != nil {
		return err
	}
	h.hold(x)
	return nil
}

// hold takes a sanction up that is written down.
func (h *House) hold(x order.Sanction) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.deps.Now()
	held := slices.DeleteFunc(slices.Clone(h.standing()), func(o order.Sanction) bool {
		return o.ID == x.ID || !o.Holds(now)
	})
	if x.Holds(now) {
		held = append(held, x)
	}
	h.sanctions.Store(&held)
}

// Impose writes a sanction down and holds people to it at once: who is banned is sent away, who is warned or muted is
// told. It returns the sanction with its id, and how many sessions it met. The staff does this; see package admin.
func (h *House) Impose(ctx context.Context, x order.Sanction) (order.Sanction, int, error) {
	if h.deps.Orders == nil {
		return x, 0, ErrNotFound
	}
	if x.ID == "" {
		id, err := h.word(sanctionLetters)
		if err != nil {
			return x, 0, err
		}
		x.ID = id
	}
	x.Whom = h.follow(x.Whom)
	if err := h.deps.Orders.SaveSanction(ctx, x); err != nil {
		return x, 0, err
	}
	h.hold(x) // whoever comes in from here on is met by it at the door; the others are here
	met := h.met(x.Whom)
	for _, s := range met {
		zone := s.Player().Prefs.Clock()
		switch x.Kind {
		case order.Ban:
			s.end(x.Words(zone) + " Come again to say something against it.")
		case order.Warning:
			h.mu.Lock()
			h.stale[s], h.dirty = struct{}{}, true
			h.mu.Unlock()
			s.box.toast(x.Words(zone))
		default:
			s.box.toast(x.Words(zone))
		}
	}
	h.ring()
	return x, len(met), nil
}

// follow lets what is decided about a guest meet guests from the same line for as long as it stands: a guest who comes
// again has another account.
func (h *House) follow(w order.Whom) order.Whom {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.sessions[string(w.Player)]; s != nil && s.self().Guest {
		if block, err := order.ParseBlock(s.id.Addr); err == nil {
			w.Guests = block
		}
	}
	return w
}

// barredBy finds the ban that meets a session.
func (s *Session) barredBy() (order.Sanction, bool) {
	return s.house.sanction(order.Ban, s.self().ID, s.id)
}

// Bars says why somebody who does not come in, but asks from outside, may not: the error tells it, or is nil.
func (h *House) Bars(who Player, id Identity) error {
	if ban, yes := h.sanction(order.Ban, who.ID, id); yes {
		return &denied{ErrBanned, ban.Words(who.Prefs.Clock())}
	}
	return nil
}

// Lift takes a sanction back. It fails with ErrNotFound on one that does not stand.
func (h *House) Lift(ctx context.Context, id, why string) (order.Sanction, error) {
	var lifted order.Sanction
	err := h.amend(ctx, id, func(x *order.Sanction) error {
		if !x.Holds(h.deps.Now()) {
			return ErrNotFound
		}
		x.Lifted, x.Why = h.deps.Now(), why
		lifted = *x
		return nil
	})
	if err == nil && lifted.Kind == order.Mute {
		for _, s := range h.met(lifted.Whom) {
			s.box.toast("You may talk here again.")
		}
	}
	return lifted, err
}

// Kick ends the sessions of somebody, with words for them, and reports to how many it was said.
func (h *House) Kick(whom order.Whom, why string) int {
	met := h.met(whom)
	words := "The house asks you to leave"
	if why != "" {
		words += ": " + why
	}
	for _, s := range met {
		s.end(words + ".")
	}
	return len(met)
}

// met lists the sessions that are meant.
func (h *House) met(whom order.Whom) []*Session {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []*Session
	for _, s := range h.sessions {
		if whom.Meets(s.self().ID, s.id.Fingerprint, s.id.Addr) {
			out = append(out, s)
		}
	}
	return out
}

// NewSanctionID makes an id for a sanction.
func NewSanctionID(entropy io.Reader) (string, error) { return word(entropy, sanctionLetters) }

// Report tells the staff that somebody did something wrong, with the last lines that the reporter has read: of a table
// that they are at, or of the lobby. It fails with ErrNotFound, ErrGuest and ErrReports.
func (s *Session) Report(ctx context.Context, about, words string, at table.ID) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	h := s.house
	switch {
	case h.deps.Orders == nil:
		return ErrNotFound
	case p.Guest:
		return fmt.Errorf("%w: a report needs somebody who can be asked about it", ErrGuest)
	}
	other, err := h.byName(ctx, about)
	switch {
	case err != nil:
		return err
	case other.ID == p.ID:
		return fmt.Errorf("%w: it would be about yourself", ErrReport)
	case other.Bot != "":
		return fmt.Errorf("%w: a bot does what it was made for", ErrReport)
	}
	now := h.deps.Now()
	n, err := h.deps.Orders.ReportsSince(ctx, p.ID, now.Add(-24*time.Hour))
	if err != nil {
		return err
	}
	if n >= reportsADay {
		return ErrReports
	}
	r := order.Report{
		At: now, By: p.ID, Name: p.Name, About: other.ID, Called: other.Name, Words: Clean(words, order.ReasonWidth),
	}
	s.pinTo(ctx, &r, at)
	return h.deps.Orders.AddReport(ctx, r)
}

// pinTo pins what the reporter has read to a report: what was said, and what happened, as it was told to everybody.
// What one seat alone learnt is left out: the staff plays here, too.
func (s *Session) pinTo(ctx context.Context, r *order.Report, at table.ID) {
	h := s.house
	h.mu.Lock()
	v := s.visits[at]
	if v == nil {
		for _, t := range h.talk[max(0, len(h.talk)-order.LinesPinned):] {
			r.Lines = append(r.Lines, order.Line{At: t.At, From: t.From.Name, Text: t.Text})
		}
		h.mu.Unlock()
		return
	}
	i := v.desk.info
	h.mu.Unlock()
	r.Table, r.Match, r.Entry, r.Lines = at, i.Match, i.Entries, v.lines()
	told, err := h.toldOf(ctx, i.Match, i.Entries)
	if err != nil { // what was said is there nevertheless
		h.deps.Log.Error("Report without its match", "match", i.Match, "err", err)
	}
	r.Lines = append(r.Lines, told...)
	slices.SortStableFunc(r.Lines, func(a, b order.Line) int { return a.At.Compare(b.At) })
	r.Lines = r.Lines[max(0, len(r.Lines)-order.LinesPinned):]
}

// toldOf is what everybody was told of a match up to one of its entries: the last lines.
func (h *House) toldOf(ctx context.Context, id table.MatchID, entries int) ([]order.Line, error) {
	if id == "" {
		return nil, nil
	}
	m, err := h.deps.Results.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	kit, ok := h.Kit(m.Opened.Game)
	if !ok {
		return nil, ErrNotFound
	}
	replay, err := newReplay(kit, m, engine.Public)
	if err != nil {
		return nil, err
	}
	lines, err := replay.lines(min(entries, replay.Len()), engine.Nobody)
	out := make([]order.Line, 0, len(lines))
	for _, l := range lines {
		out = append(out, order.Line{At: l.At, Text: l.Text})
	}
	return out, err
}

// reads remembers the last lines that a visit has brought, but for those of the match, which are written down.
func (v *Visit) reads(lines []table.Line) {
	v.reading.Lock()
	defer v.reading.Unlock()
	for _, l := range lines {
		if l.Lane == table.Play {
			continue
		}
		line := order.Line{At: l.At, Text: l.Text}
		if l.Lane == table.Say || l.Lane == table.Whisper {
			line.From = l.From.Name
		}
		v.read = append(v.read, line)
	}
	if over := len(v.read) - order.LinesPinned; over > 0 {
		v.read = append([]order.Line(nil), v.read[over:]...)
	}
}

// lines are those that reads remembers.
func (v *Visit) lines() []order.Line {
	v.reading.Lock()
	defer v.reading.Unlock()
	return slices.Clone(v.read)
}

// TellOutcomes tells somebody who is here what became of their reports, and is false for somebody who is not.
func (h *House) TellOutcomes(who table.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[string(who)]
	if s == nil || h.closed {
		return false
	}
	h.spawn("outcomes", s.outcomes)
	return true
}

// outcomes tells somebody who has come what became of their reports.
func (s *Session) outcomes() {
	h, p := s.house, s.Player()
	if h.deps.Orders == nil || p.Guest {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
	defer cancel()
	done, err := h.deps.Orders.Outcomes(ctx, p.ID)
	if err != nil {
		h.deps.Log.Warn("Outcomes not read", "player", p.ID, "err", err)
		return
	}
	for _, r := range done {
		s.box.toast("Your report about " + r.Called + " was looked at: " + r.Outcome)
	}
}
