package lobby

import (
	"context"
	"errors"

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

// Board is the leaderboard of a category: n rows from a rank on, counted from 0, and the asker's own.
func (h *House) Board(ctx context.Context, category string, asker table.PlayerID, from, n int) (Board, error) {
	return h.deps.Results.Board(ctx, category, asker, max(from, 0), min(max(n, 0), BoardMax))
}

// Categories lists every category that has a board.
func (h *House) Categories(ctx context.Context) ([]string, error) {
	return h.deps.Results.Categories(ctx)
}

// Profile is what the asker may see of a player; an empty name is the asker's own. It fails with ErrNotFound.
func (h *House) Profile(ctx context.Context, asker table.PlayerID, name string) (Profile, error) {
	return Profile{}, errors.ErrUnsupported
}

// History lists somebody's last n matches, latest first; an empty name is the asker's own. It fails with ErrNotFound.
func (h *House) History(ctx context.Context, asker table.PlayerID, name string, n int) ([]Past, error) {
	return nil, errors.ErrUnsupported
}

// Record is a match in the record format: all of it once it has ended, before only what the asker may see.
func (h *House) Record(ctx context.Context, match table.MatchID, asker table.PlayerID) (string, error) {
	return "", errors.ErrUnsupported
}

// Who lists the people in the house, as everybody may see them.
func (h *House) Who() []Presence { return nil }

// TableList lists the tables that the asker may see; an empty asker sees the public ones.
func (h *House) TableList(asker table.PlayerID) []Listing { return nil }

// Keys are a player's keys. It fails with ErrGuest for somebody without an account.
func (h *House) Keys(ctx context.Context, who table.PlayerID) ([]Key, error) {
	if who == "" {
		return nil, ErrGuest
	}
	return h.deps.Players.Keys(ctx, who)
}

// Code is Session.Code for a command.
func (h *House) Code(ctx context.Context, who table.PlayerID) (string, error) {
	return "", errors.ErrUnsupported
}

// RemoveKey takes a key away from a player; the last one stays.
func (h *House) RemoveKey(ctx context.Context, who table.PlayerID, fingerprint string) error {
	if who == "" {
		return ErrGuest
	}
	return h.deps.Players.RemoveKey(ctx, who, fingerprint)
}
