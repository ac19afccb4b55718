package lobby

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	xrate "golang.org/x/time/rate"

	"saloon/lobby/order"
	"saloon/lobby/table"
)

var (
	// ErrUnnamed answers what one can do only with a name.
	ErrUnnamed = errors.New("choose a name first")
	// ErrCrowded answers when the house is as full as it may be.
	ErrCrowded = errors.New("the house is full just now")
	// ErrKeyTaken answers to a code that comes with a key which has an account of its own.
	ErrKeyTaken = errors.New("this key has an account of its own already")
)

// Session is one person in the house, at one terminal. All methods may be called by several goroutines; those with a
// context wait for the database or a table and are not called from a screen's own loop.
type Session struct {
	house *House
	id    Identity
	box   *box
	keyed atomic.Int64           // when the last key was pressed, in nanoseconds since 1970
	who   atomic.Pointer[Player] // who this is; never changed in place, and set under the house's lock
	tries *xrate.Limiter         // of names and codes
	acts  *xrate.Limiter         // of an owner's powers
	offer string                 // a name to suggest

	// The house's lock guards what follows.
	place  string // where the house keeps the session: the player's ID, or the key of a newcomer
	named  bool
	closed bool
	visits map[table.ID]*Visit
	latest *desk // of the visit begun last, that is not over
	came   time.Time
	told   time.Time            // when they got the last news
	behind bool                 // they have not got the board
	banned *order.Sanction      // this session is only a place to speak against it; nil for all others
	lag    func() time.Duration // the round trip of the line; nil if nobody measures it
}

// bans reports whether somebody may not come in. Their session is in no list and can do nothing but speak against it.
func (h *House) bans(s *Session) bool {
	ban, yes := s.barredBy()
	if !yes {
		return false
	}
	s.shutOut(ban)
	return true
}

// shutOut makes a session that is in no list no more than a place to speak against a ban.
func (s *Session) shutOut(ban order.Sanction) {
	s.house.mu.Lock()
	s.banned = &ban
	s.house.mu.Unlock()
	s.box.put(News{Now: s.house.deps.Now()})
}

// Enter lets somebody in: an account by its proved key, a newcomer with a new key, who must choose a name before
// anything else, or a guest without a key. A second session with the same key takes the first one's place: the first
// is told so, and the seats stay. It fails with ErrCrowded and ErrClosed.
func (h *House) Enter(ctx context.Context, id Identity) (*Session, error) {
	if err := h.roomFor(1); err != nil {
		return nil, err
	}
	s := &Session{
		house: h, id: id, box: newBox(), visits: map[table.ID]*Visit{},
		tries: xrate.NewLimiter(xrate.Every(triesEvery), tries),
		acts:  xrate.NewLimiter(xrate.Every(actsEvery), acts),
	}
	s.came = h.deps.Now()
	s.keyed.Store(s.came.UnixNano())
	p, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	s.is(p)
	if h.bans(s) {
		return s, nil
	}
	s.place = string(p.ID)
	if !s.named {
		s.place = "key " + id.Fingerprint
	}
	if err := s.arrive(ctx); err != nil {
		if p.Guest {
			h.forget(p.ID)
		}
		return nil, err
	}
	return s, nil
}

// known finds out who comes. A newcomer has an ID and no name yet.
func (s *Session) known(ctx context.Context) (p Player, err error) {
	h := s.house
	if s.id.Fingerprint == "" {
		s.named = true
		return h.newGuest(ctx)
	}
	p, err = h.deps.Players.ByKey(ctx, s.id.Fingerprint)
	s.named = err == nil
	if errors.Is(err, ErrNotFound) {
		p.ID, err = h.newPlayerID()
		s.offer = h.offerName(ctx, s.id.Suggested)
	}
	return p, err
}

// self is who this is. Nobody changes what it holds.
func (s *Session) self() *Player { return s.who.Load() }

// is sets who this is.
func (s *Session) is(p Player) {
	p = p.clone()
	s.who.Store(&p)
}

func (h *House) roomFor(n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return ErrClosed
	case len(h.sessions)+n > SessionsMax:
		return ErrCrowded
	}
	return nil
}

// arrive registers a session, first news in its box, and reads what the house shows of a known player.
func (s *Session) arrive(ctx context.Context) error {
	h := s.house
	if s.named {
		if err := h.learn(ctx, s.self().ID); err != nil {
			return err
		}
	}
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return ErrClosed
	}
	if ban, yes := s.barredBy(); yes { // written down since they came to the door
		h.mu.Unlock()
		s.shutOut(ban)
		return nil
	}
	if s.named {
		h.rouse(s.self().ID)
	}
	first, b := h.errand(s), h.board
	s.box.put(b.news(first, h.deps.Now())) // before the publisher knows the box: nothing newer can be in it
	old := h.sessions[s.place]
	h.sessions[s.place] = s
	h.peopleChanged(s.self())
	if id := s.self().ID; s.named && !s.self().Guest { // nobody waits at the door for the disk
		h.spawn("touch", func() { h.touch(id, s.id.Fingerprint) })
	}
	h.mu.Unlock()
	h.ring()
	if old != nil {
		old.end(s.takesOver())
	}
	if s.named {
		h.mu.Lock()
		h.spawn("outcomes", s.outcomes)
		h.mu.Unlock()
	}
	return nil
}

// touch notes that somebody was here, and with which key.
func (h *House) touch(id table.PlayerID, fingerprint string) {
	ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
	defer cancel()
	if err := h.deps.Players.Touch(ctx, id, fingerprint, h.deps.Now()); err != nil {
		h.deps.Log.Warn("Visit not noted", "player", id, "err", err)
	}
}

// takesOver tells an older session why it ends.
func (s *Session) takesOver() string {
	from := s.id.Addr
	if host, _, err := net.SplitHostPort(from); err == nil {
		from = host
	}
	if from = Clean(from, NameWidthMax*2); from != "" {
		from = " (" + from + ")"
	}
	return "You came in from another terminal" + from + ". Your seat is there now."
}

// learn reads somebody's ratings and conduct.
func (h *House) learn(ctx context.Context, id table.PlayerID) error {
	records, err := h.deps.Results.Records(ctx, id)
	if err != nil {
		return err
	}
	skills := make(map[string]table.Skill, len(records))
	for _, r := range records {
		skills[r.Category] = r.Skill
	}
	months, err := h.deps.Results.Conduct(ctx, id)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ladder[id], h.conduct[id] = h.rungs(skills), months
	return nil
}

// offerName finds a free name like the one that somebody logged in with.
func (h *House) offerName(ctx context.Context, login string) string {
	base := SuggestName(login)
	for n := 1; base != "" && n <= 5; n++ {
		name := base
		if n > 1 {
			name += " " + strconv.Itoa(n)
		}
		name, err := CheckName(name)
		if err != nil {
			return ""
		}
		if _, err := h.deps.Players.ByName(ctx, Skeleton(name)); errors.Is(err, ErrNotFound) {
			return name
		}
	}
	return ""
}

// Player is who this is; without a name yet while Named is false.
func (s *Session) Player() Player { return s.self().clone() }

// Named is false on somebody's first visit, until SetName or Redeem succeeded. Guests are named by the house.
func (s *Session) Named() bool {
	s.house.mu.Lock()
	defer s.house.mu.Unlock()
	return s.named
}

// Suggestion is a name to offer to somebody who has none: free when they came, or empty.
func (s *Session) Suggestion() string { return s.offer }

// try counts an attempt at names or codes.
func (s *Session) try() error {
	if ban, yes := s.Banned(); yes {
		return &denied{ErrBanned, ban.Words(time.UTC)}
	}
	if !s.tries.AllowN(s.house.deps.Now(), 1) {
		return fmt.Errorf("%w: try again in %d seconds", ErrSlow, int(triesEvery.Seconds()))
	}
	return nil
}

// SetName gives a newcomer a first name, and everybody else another one. It fails with ErrName, whose text says why,
// with ErrNameTaken, and with ErrSlow.
func (s *Session) SetName(ctx context.Context, name string) error {
	name, err := CheckName(name)
	if err != nil {
		return err
	}
	if err := s.try(); err != nil {
		return err
	}
	h, p := s.house, s.Player()
	now := h.deps.Now()
	if s.Named() {
		if name == p.Name {
			return nil
		}
		if err := h.deps.Players.Rename(ctx, p.ID, name, Skeleton(name), now); err != nil {
			return err
		}
		p.Name = name
		return s.become(ctx, p)
	}
	p.Name, p.Created, p.Seen = name, now, now
	err = h.deps.Players.Create(ctx, p, Skeleton(name), s.key(now))
	if errors.Is(err, ErrNameTaken) { // perhaps not the name: the key, by another session at the same moment
		if q, found := h.deps.Players.ByKey(ctx, s.id.Fingerprint); found == nil {
			return s.become(ctx, q)
		}
	}
	if err != nil {
		return err
	}
	return s.become(ctx, p)
}

func (s *Session) key(now time.Time) Key {
	return Key{Fingerprint: s.id.Fingerprint, Type: s.id.KeyType, Added: now, Used: now}
}

// become makes the session another player's, or the same one's by another name.
func (s *Session) become(ctx context.Context, p Player) error {
	h := s.house
	if err := h.learn(ctx, p.ID); err != nil {
		return err
	}
	h.mu.Lock()
	var old *Session
	if !s.closed {
		if h.sessions[s.place] == s {
			delete(h.sessions, s.place)
		}
		s.place = string(p.ID)
		if old = h.sessions[s.place]; old == s {
			old = nil
		}
		h.sessions[s.place] = s
	}
	before := s.self()
	s.is(p)
	s.named = true
	ban, barred := s.barredBy()
	h.peopleChanged(before, &p)
	h.mu.Unlock()
	h.ring()
	if old != nil {
		old.end(s.takesOver())
	}
	if barred { // whose account it is now may not come in
		s.end(ban.Words(p.Prefs.Clock()))
	}
	return nil
}

// Code makes a one-time code of CodeLetters letters, good for CodeFor: typed at the door with another key, it makes
// that key this player's too. A guest's code makes the guest an account. A new code ends the one before.
func (s *Session) Code(ctx context.Context) (string, error) {
	if !s.Named() {
		return "", ErrUnnamed
	}
	if err := s.try(); err != nil {
		return "", err
	}
	return s.house.Code(ctx, s.Player().ID)
}

// Code is Session.Code for a command.
func (h *House) Code(ctx context.Context, who table.PlayerID) (string, error) {
	if who == "" {
		return "", ErrGuest
	}
	code, err := h.word(CodeLetters)
	if err != nil {
		return "", err
	}
	return code, h.deps.Players.NewCode(ctx, who, hashed(code), h.deps.Now().Add(CodeFor))
}

// Redeem uses such a code up: this session's key becomes the key of the code's player, and this session that player's.
// It fails with ErrNotFound on unknown, used and expired codes, with ErrGuest for somebody without a key, with
// ErrKeyTaken for an account, and with ErrSlow.
func (s *Session) Redeem(ctx context.Context, code string) error {
	if _, yes := s.Banned(); yes {
		return s.try()
	}
	switch {
	case s.id.Fingerprint == "":
		return ErrGuest
	case s.Named():
		return ErrKeyTaken
	}
	if err := s.try(); err != nil {
		return err
	}
	now := s.house.deps.Now()
	p, err := s.house.deps.Players.Redeem(ctx, hashed(plainCode(code)), s.key(now), now)
	if errors.Is(err, ErrNameTaken) {
		return ErrKeyTaken
	}
	if err != nil {
		return err
	}
	return s.become(ctx, p)
}

// Bell receives a value when there may be news to take. A reader waits for it, then calls Take.
func (s *Session) Bell() <-chan struct{} { return s.box.bell }

// RingOn has the house ring a bell of the reader's instead, to begin with at once: a channel with one slot, which many
// may share.
func (s *Session) RingOn(bell chan struct{}) { s.box.ringOn(bell) }

// Take takes the news out. ok is false if there are none; open is false if none will come any more.
func (s *Session) Take() (n News, ok, open bool) { return s.box.take() }

// Key notes that somebody pressed a key: they are there. It is cheap and never waits for anything slow.
func (s *Session) Key() {
	now := s.house.deps.Now()
	if before := s.keyed.Swap(now.UnixNano()); now.Sub(time.Unix(0, before)) < idleAfter {
		return
	}
	s.house.mu.Lock()
	s.house.dirty = true
	s.house.mu.Unlock()
	s.house.ring()
}

// Close ends the session and its visits. Seats stay. It does not wait.
func (s *Session) Close() { s.end("") }

// end closes a session with a last word.
func (s *Session) end(why string) {
	h := s.house
	h.mu.Lock()
	if s.closed {
		h.mu.Unlock()
		return
	}
	s.closed = true
	me := s.self()
	if h.sessions[s.place] == s {
		delete(h.sessions, s.place)
		delete(h.ladder, me.ID)
		if len(h.seats[me.ID]) == 0 { // whoever looks at a table sees also how those stay who are not there
			delete(h.conduct, me.ID)
		}
	}
	delete(h.stale, s)
	s.behind = false
	visits := slices.Collect(maps.Values(s.visits))
	h.peopleChanged(me)
	if id := me.ID; me.Guest {
		h.spawn("forget", func() { h.forget(id) })
	}
	h.mu.Unlock()
	h.ring()
	for _, v := range visits {
		v.end(false)
	}
	s.box.close(why)
}
