package lobby

import (
	"context"
	"errors"
	"fmt"

	"saloon/engine"
	"saloon/lobby/table"
)

// ErrOver answers who wants to play on where a match was over.
var ErrOver = errors.New("the match was over there: there is nothing left to play")

// Branch plays on from where the reel stands, against bots, in the seat whose eyes it looks with, or else the one that
// was to move: what would have been. The cards lie as they lay, and what is shuffled later is shuffled anew. Nothing
// counts. It fails with ErrSecret where the game keeps its cards secret for good, and with ErrOver. One tries out one
// match at a time: an earlier branch is left.
func (r *Reel) Branch(ctx context.Context) (*Visit, error) {
	w := r.show
	w.mu.Lock()
	at, seat := r.at, r.replay.eyes[r.eyes]
	w.mu.Unlock()
	if !r.replay.Spec.Reveals {
		return nil, fmt.Errorf("%w: this game keeps its cards secret for good", ErrSecret)
	}
	play, err := r.replay.at(at)
	if err != nil {
		return nil, err
	}
	if _, over := play.Outcome(); over {
		return nil, ErrOver
	}
	for _, s := range play.Turn() {
		if seat == engine.Nobody && s >= 0 {
			seat = s
		}
	}
	return r.session.branch(ctx, r.replay, at, max(seat, 0))
}

// branch opens a table on which a match goes on as it did not.
func (s *Session) branch(ctx context.Context, r *Replay, at int, seat engine.Seat) (*Visit, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	opened := r.stored.Opened
	kit, ok := s.house.Kit(opened.Game)
	if !ok {
		return nil, ErrNotFound
	}
	set := table.Settings{
		Game: opened.Game, Title: "What if", Seats: opened.Config.Seats, Options: opened.Config.Options,
		Pace: table.Normal, Private: true, NoSpectators: true, From: &table.Branch{Match: r.Match, Entry: at},
	}
	bots := make([]string, set.Seats)
	for i := range bots {
		if engine.Seat(i) != seat {
			bots[i] = levelOf(kit, fillLevel)
		}
	}
	chairs, err := arrange(kit, set, p.Person(), bots)
	if err != nil {
		return nil, err
	}
	if err := s.house.leaveBranches(ctx, p.ID); err != nil {
		return nil, err
	}
	d, err := s.found(ctx, set, chairs, r.stored.Entries[:at:at])
	if err != nil {
		return nil, err
	}
	return s.settle(ctx, d)
}

// leaveBranches lets somebody walk out of what they tried out before: they have one branch at a time.
func (h *House) leaveBranches(ctx context.Context, who table.PlayerID) error {
	h.mu.Lock()
	var old []*desk
	for _, d := range h.seats[who] {
		if d.info.Settings.From != nil {
			old = append(old, d)
		}
	}
	h.mu.Unlock()
	for _, d := range old {
		err := d.table.Do(ctx, table.Stand{Who: who, Now: true})
		if err != nil && !errors.Is(err, table.ErrGone) && !errors.Is(err, table.ErrHalted) {
			return err
		}
	}
	return nil
}
