package lobby

import (
	"context"
	"errors"
	"sync"

	"saloon/engine"
	"saloon/lobby/table"
)

// ErrUnnamed answers what one can do only with a name.
var ErrUnnamed = errors.New("choose a name first")

// Session is one person in the house, at one terminal. All methods may be called by several goroutines; those with a
// context wait for the database or a table and are not called from a screen's own loop.
type Session struct {
	house *House
	id    Identity
	box   *box

	mu     sync.Mutex
	player Player
	named  bool
	visits map[*Visit]struct{}
	closed bool
}

// Enter lets somebody in: an account by its proved key, a newcomer with a new key, who must choose a name before
// anything else, or a guest without a key. A second session with the same key takes the first one's place.
func (h *House) Enter(ctx context.Context, id Identity) (*Session, error) {
	s := &Session{house: h, id: id, box: newBox(), visits: make(map[*Visit]struct{})}
	if id.Fingerprint != "" {
		p, err := h.deps.Players.ByKey(ctx, id.Fingerprint)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		s.player, s.named = p, err == nil
	}
	return s, nil
}

// Player is who this is; without a name yet while Named is false.
func (s *Session) Player() Player {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.player
}

// Named is false on somebody's first visit, until SetName or Redeem succeeded. Guests are named by the house.
func (s *Session) Named() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.named
}

// Suggestion is a name to offer to somebody who has none: free when it was made, or empty.
func (s *Session) Suggestion() string { return s.id.Suggested }

// SetName gives a newcomer a first name, and everybody else another one. It fails with ErrName, whose text says why,
// with ErrNameTaken, and with ErrSlow.
func (s *Session) SetName(ctx context.Context, name string) error {
	return errors.ErrUnsupported
}

// Code makes a one-time code of CodeLetters letters, good for CodeFor: typed at the door with another key, it makes
// that key this player's too. A guest's code makes the guest an account.
func (s *Session) Code(ctx context.Context) (string, error) { return "", errors.ErrUnsupported }

// Redeem uses such a code up: this session's key becomes the key of the code's player, and this session that player's.
// It fails with ErrNotFound on unknown, used and expired codes, and with ErrGuest for somebody without a key.
func (s *Session) Redeem(ctx context.Context, code string) error { return errors.ErrUnsupported }

// Bell receives a value when there may be news to take. A reader waits for it, then calls Take.
func (s *Session) Bell() <-chan struct{} { return s.box.bell }

// Take takes the news out. ok is false if there are none; open is false if none will come any more.
func (s *Session) Take() (n News, ok, open bool) { return s.box.take() }

// Key notes that somebody pressed a key: they are there. It is cheap and never waits.
func (s *Session) Key() {}

// Close ends the session and its visits. Seats stay.
func (s *Session) Close() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	s.closed = true
	s.mu.Unlock()
	s.box.close("")
}

// OpenTable opens a table and sits down at it as its host. bots gives the strength of a bot by seat, "" for people; it
// may be shorter than the seats. It fails with ErrTables, ErrDraining and engine.ErrConfig.
func (s *Session) OpenTable(ctx context.Context, set table.Settings, bots []string) (*Visit, error) {
	return nil, errors.ErrUnsupported
}

// Quick sits down at the best open table of a game, or opens one, where bots take the free seats after a short wait.
func (s *Session) Quick(ctx context.Context, game string) (*Visit, error) {
	return nil, errors.ErrUnsupported
}

// Join goes to a table and takes a seat: the own one if there is one, else this one, or any for engine.Nobody. Case and
// the letters that look like digits do not matter in the code. It fails with ErrNotFound and table.ErrFull.
func (s *Session) Join(ctx context.Context, id table.ID, seat engine.Seat) (*Visit, error) {
	return nil, errors.ErrUnsupported
}

// Watch goes to a table without taking a seat. Somebody who sits there sees as that seat.
func (s *Session) Watch(ctx context.Context, id table.ID) (*Visit, error) {
	return nil, errors.ErrUnsupported
}

// Lesson opens a guided table for one person and bots, or goes back to the one that is open.
func (s *Session) Lesson(ctx context.Context, game string) (*Visit, error) {
	return nil, errors.ErrUnsupported
}

// Talk says a line in the lobby. It fails with ErrSlow.
func (s *Session) Talk(ctx context.Context, text string) error { return errors.ErrUnsupported }

// Ignore hides somebody's talk and tables from this player, and this player's from them; yes false ends it.
func (s *Session) Ignore(ctx context.Context, name string, yes bool) error {
	return errors.ErrUnsupported
}

// SavePrefs stores a player's own settings. The list of ignored people is Ignore's and stays as it is. A guest's are
// kept for this session only.
func (s *Session) SavePrefs(ctx context.Context, p Prefs) error { return errors.ErrUnsupported }

// Board is House.Board for this player.
func (s *Session) Board(ctx context.Context, category string, from, n int) (Board, error) {
	return s.house.Board(ctx, category, s.Player().ID, from, n)
}

// Categories is House.Categories.
func (s *Session) Categories(ctx context.Context) ([]string, error) { return s.house.Categories(ctx) }

// Profile is House.Profile for this player; an empty name is one's own.
func (s *Session) Profile(ctx context.Context, name string) (Profile, error) {
	return s.house.Profile(ctx, s.Player().ID, name)
}

// History is House.History for this player; an empty name is one's own.
func (s *Session) History(ctx context.Context, name string, n int) ([]Past, error) {
	return s.house.History(ctx, s.Player().ID, name, n)
}

// Record is House.Record for this player.
func (s *Session) Record(ctx context.Context, match table.MatchID) (string, error) {
	return s.house.Record(ctx, match, s.Player().ID)
}

// Keys are this player's keys. It fails with ErrGuest for somebody without one.
func (s *Session) Keys(ctx context.Context) ([]Key, error) {
	return s.house.Keys(ctx, s.Player().ID)
}

// RemoveKey takes a key away; the last one stays.
func (s *Session) RemoveKey(ctx context.Context, fingerprint string) error {
	return s.house.RemoveKey(ctx, s.Player().ID, fingerprint)
}
