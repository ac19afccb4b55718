package lobbytest

import (
	"context"
	"fmt"

	"saloon/engine"
	"saloon/lobby/table"
)

// Finish writes a rated match down that ended at the store's own moment, without its moves: the first of the players
// came in first, and so on. It fails with lobby.ErrNotFound for somebody unknown.
func (s *Store) Finish(game string, who ...table.PlayerID) error {
	s.mu.Lock()
	n, now := len(s.matches), s.now()
	s.mu.Unlock()
	match := table.MatchID(fmt.Sprintf("F%07d", n))
	set := table.Settings{Game: game, Seats: len(who), Pace: table.Normal, Rated: true}
	o := &table.Opening{Game: game, Rules: 1, Config: engine.Config{Seats: len(who)}, Settings: set, At: now}
	end := &table.Ending{Rated: true, At: now}
	for i, id := range who {
		p, err := s.ByID(context.Background(), id)
		if err != nil {
			return err
		}
		o.People, o.Names = append(o.People, p.Person()), append(o.Names, p.Name)
		end.Outcome.Ranks = append(end.Outcome.Ranks, i+1)
		end.Outcome.Points = append(end.Outcome.Points, 10*(len(who)-i))
		end.Places = append(end.Places, table.Place{
			Seat: engine.Seat(i), Person: p.Person(), Rank: i + 1, Points: 10 * (len(who) - i),
		})
	}
	_, err := s.Append(context.Background(), table.Batch{Table: table.ID(match), Match: match, Opened: o, Ended: end})
	return err
}
