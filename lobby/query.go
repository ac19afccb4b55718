package lobby

import (
	"context"
	"strings"

	"saloon/lobby/table"
)

// Find is the account of a proved key, without entering: a command must not take a running session's place. It fails
// with ErrNotFound for newcomers and guests.
func (h *House) Find(ctx context.Context, id Identity) (Player, error) {
	if id.Fingerprint == "" {
		return Player{}, ErrNotFound
	}
	return h.deps.Players.ByKey(ctx, id.Fingerprint)
}

// byName finds a player by a name as somebody typed it, or anything that looks like it.
func (h *House) byName(ctx context.Context, name string) (Player, error) {
	if len(name) > nameBytesMax {
		return Player{}, ErrNotFound
	}
	return h.deps.Players.ByName(ctx, Skeleton(strings.ToValidUTF8(name, "")))
}

// who is a player by name, or the asker for an empty name.
func (h *House) who(ctx context.Context, asker table.PlayerID, name string) (Player, error) {
	if name != "" {
		return h.byName(ctx, name)
	}
	if asker == "" {
		return Player{}, ErrNotFound
	}
	return h.deps.Players.ByID(ctx, asker)
}

// Board is the ladder of a category: n rows from a place on, counted from 0, and the asker's own.
func (h *House) Board(ctx context.Context, category string, asker table.PlayerID, from, n int) (Board, error) {
	return h.Ranking(ctx, BoardQuery{Category: category, From: from, N: n}, asker)
}

// Ranking is a part of any leaderboard, and the asker's row. It fails with ErrNoSeason.
func (h *House) Ranking(ctx context.Context, q BoardQuery, asker table.PlayerID) (Board, error) {
	q.From, q.N = max(q.From, 0), min(max(q.N, 0), BoardMax)
	if q.Span == "" {
		q.Span = SpanAll
	}
	return h.deps.Results.Board(ctx, q, asker)
}

// Categories lists every category in which somebody has a rating.
func (h *House) Categories(ctx context.Context) ([]string, error) {
	return h.deps.Results.Categories(ctx)
}

// Profile is what the asker may see of a player; an empty name is the asker's own. It fails with ErrNotFound.
func (h *House) Profile(ctx context.Context, asker table.PlayerID, name string) (Profile, error) {
	p, err := h.who(ctx, asker, name)
	if err != nil {
		return Profile{}, err
	}
	p.Prefs = Prefs{} // nobody's business, and whom one ignores least of all
	out := Profile{Player: p}
	if out.Names, err = h.deps.Players.Names(ctx, p.ID); err != nil {
		return Profile{}, err
	}
	if out.Records, err = h.deps.Results.Records(ctx, p.ID); err != nil {
		return Profile{}, err
	}
	if out.Reflexes, err = h.deps.Results.Reflexes(ctx, p.ID); err != nil {
		return Profile{}, err
	}
	if asker != "" && asker != p.ID {
		if out.Versus, err = h.deps.Results.Against(ctx, asker, p.ID); err != nil {
			return Profile{}, err
		}
		out.Against = &HeadToHead{}
		for _, v := range out.Versus {
			out.Against.Matches += v.Matches
			out.Against.Better += v.Better
			out.Against.Worse += v.Worse
		}
	}
	if out.Awards, err = h.deps.Results.Awards(ctx, 0, p.ID); err != nil {
		return Profile{}, err
	}
	months, err := h.deps.Results.Conduct(ctx, p.ID)
	if err != nil {
		return Profile{}, err
	}
	out.Conduct = Fade(months, h.deps.Now())
	return out, nil
}

// History lists the last n of somebody's matches that a search lets through, the newest first; an empty name is the
// asker's own. The codes of other people's private tables are left out: whoever has one can come in. It fails with
// ErrNotFound.
func (h *House) History(ctx context.Context, asker table.PlayerID, name string, find Search, n int) ([]Past, error) {
	p, err := h.who(ctx, asker, name)
	if err != nil {
		return nil, err
	}
	f, err := h.filter(ctx, find)
	if err != nil {
		return nil, err
	}
	past, err := h.deps.Results.History(ctx, p.ID, f, min(max(n, 0), BoardMax))
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range past {
		d, open := h.desks[past[i].Table]
		if past[i].Ended.IsZero() { // what is written already is not always to be known
			past[i].Entries = 0
			if open && d.info.Match == past[i].Match {
				past[i].Entries = d.info.Entries
			}
		}
		if asker != p.ID && open && d.info.Settings.Private && h.seats[asker][d.id] == nil {
			past[i].Table = ""
		}
	}
	return past, nil
}

// Who lists the people in the house, as everybody may see them.
func (h *House) Who() []Presence {
	h.mu.Lock()
	b := h.gather()
	h.mu.Unlock()
	b.arrange()
	return b.people
}

// TableList lists the tables that the asker may see; an empty asker sees the public ones. Tables where the asker sits
// and that sleep are waited for a moment: they know whether it is the asker's move.
func (h *House) TableList(ctx context.Context, asker table.PlayerID) []Listing {
	ctx, cancel := context.WithTimeout(ctx, rouseMax)
	defer cancel()
	h.mu.Lock()
	asleep := h.rouse(asker)
	h.mu.Unlock()
	for _, awake := range asleep {
		select {
		case <-awake:
		case <-ctx.Done():
		}
	}
	h.mu.Lock()
	b, mine := h.gather(), h.mine(asker)
	h.mu.Unlock()
	b.arrange()
	return b.tables(mine, nil)
}

// Keys are a player's keys. It fails with ErrGuest for somebody without an account.
func (h *House) Keys(ctx context.Context, who table.PlayerID) ([]Key, error) {
	if who == "" {
		return nil, ErrGuest
	}
	return h.deps.Players.Keys(ctx, who)
}

// RemoveKey takes a key away from a player, and ends the session that came in with it. It fails with ErrNotFound, and
// with ErrLastKey: the last one stays.
func (h *House) RemoveKey(ctx context.Context, who table.PlayerID, fingerprint string) error {
	if who == "" {
		return ErrGuest
	}
	if err := h.deps.Players.RemoveKey(ctx, who, fingerprint); err != nil {
		return err
	}
	h.mu.Lock()
	s := h.sessions[string(who)]
	h.mu.Unlock()
	if s != nil && s.id.Fingerprint == fingerprint {
		s.end("The key with which you came in was taken away from this account.")
	}
	return nil
}
