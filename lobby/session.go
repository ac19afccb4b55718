package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	xrate "golang.org/x/time/rate"

	"saloon/lobby/table"
)

// may says whether the session may do what only somebody with a name, who is here, may.
func (s *Session) may() (Player, error) {
	s.house.mu.Lock()
	defer s.house.mu.Unlock()
	switch {
	case s.house.closed || s.closed:
		return Player{}, ErrClosed
	case s.banned != nil:
		return Player{}, &denied{ErrBanned, s.banned.Words(s.self().Prefs.Clock())}
	case !s.named:
		return Player{}, ErrUnnamed
	}
	return *s.self(), nil
}

// Talk says a line in the lobby. It fails with ErrSlow. A line of which nothing can be shown is not said.
func (s *Session) Talk(_ context.Context, text string) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	text = Clean(text, TalkWidth)
	if text == "" {
		return nil
	}
	h := s.house
	if err := s.breath(); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	line := said{Said: Said{At: h.deps.Now(), From: p.Person(), Text: text}, hidden: p.Prefs.Ignored}
	if over := len(h.talk) + 1 - TalkKept; over > 0 {
		h.talk = h.talk[over:]
	}
	h.talk = append(h.talk, line)
	h.dirty = true
	h.ring()
	return nil
}

// breath counts a line of talk against what its speaker may say. A paste is one line: Clean made it one.
func (h *House) breath(id table.PlayerID) error {
	now := h.deps.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	voice, ok := h.voices[id]
	if !ok {
		if len(h.voices) >= voicesMax {
			h.forgetSilent(now)
		}
		voice = xrate.NewLimiter(xrate.Every(TalkSpan/TalkBurst), TalkBurst)
		h.voices[id] = voice
	}
	r := voice.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait <= 0 {
		return nil
	}
	r.CancelAt(now)
	return fmt.Errorf("%w: say that again in %d seconds", ErrSlow, int(wait/time.Second)+1)
}

// forgetSilent drops the count of everybody who could say TalkBurst lines at once.
func (h *House) forgetSilent(now time.Time) {
	for id, v := range h.voices {
		if v.TokensAt(now) >= TalkBurst {
			delete(h.voices, id)
		}
	}
}

// Ignore hides somebody's talk and tables from this player, and this player's from them; yes false ends it. It fails
// with ErrNotFound.
func (s *Session) Ignore(ctx context.Context, name string, yes bool) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	other, err := s.house.byName(ctx, name)
	if err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(p.Prefs.Ignored), func(id table.PlayerID) bool { return id == other.ID })
	switch {
	case !yes:
	case other.ID == p.ID:
		return fmt.Errorf("%w: nobody can ignore themselves", table.ErrDenied)
	case len(list) >= IgnoredMax:
		return fmt.Errorf("%w: you ignore %d people already", table.ErrDenied, IgnoredMax)
	default:
		list = append(list, other.ID)
	}
	return s.store(ctx, func(prefs *Prefs) { prefs.Ignored = list })
}

// SavePrefs stores a player's own settings. The list of ignored people is Ignore's and stays as it is.
func (s *Session) SavePrefs(ctx context.Context, p Prefs) error {
	if _, err := s.may(); err != nil {
		return err
	}
	return s.store(ctx, func(prefs *Prefs) {
		ignored := prefs.Ignored
		*prefs = p
		prefs.Ignored = ignored
	})
}

// store changes a player's settings, here and in the database.
func (s *Session) store(ctx context.Context, change func(*Prefs)) error {
	h := s.house
	h.mu.Lock()
	before, p := s.self(), s.Player()
	change(&p.Prefs)
	s.is(p)
	h.peopleChanged(before, &p)
	h.mu.Unlock()
	h.ring()
	return h.deps.Players.SavePrefs(ctx, p.ID, s.self().Prefs)
}

// Board is House.Board for this player.
func (s *Session) Board(ctx context.Context, category string, from, n int) (Board, error) {
	return s.house.Board(ctx, category, s.Player().ID, from, n)
}

// Ranking is House.Ranking for this player.
func (s *Session) Ranking(ctx context.Context, q BoardQuery) (Board, error) {
	return s.house.Ranking(ctx, q, s.Player().ID)
}

// Categories is House.Categories.
func (s *Session) Categories(ctx context.Context) ([]string, error) { return s.house.Categories(ctx) }

// Profile is House.Profile for this player; an empty name is one's own.
func (s *Session) Profile(ctx context.Context, name string) (Profile, error) {
	return s.house.Profile(ctx, s.Player().ID, name)
}

// History is House.History for this player; an empty name is one's own.
func (s *Session) History(ctx context.Context, name string, find Search, n int) ([]Past, error) {
	return s.house.History(ctx, s.Player().ID, name, find, n)
}

// Record is House.Record for this player.
func (s *Session) Record(ctx context.Context, match table.MatchID) (string, error) {
	return s.house.Record(ctx, match, s.Player().ID)
}

// Keys are this player's keys.
func (s *Session) Keys(ctx context.Context) ([]Key, error) {
	return s.house.Keys(ctx, s.Player().ID)
}

// RemoveKey takes a key away; the last one stays. Who takes away the key with which they came is here until they leave.
func (s *Session) RemoveKey(ctx context.Context, fingerprint string) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	return s.house.deps.Players.RemoveKey(ctx, p.ID, fingerprint)
}
