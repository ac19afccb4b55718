package data

import (
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// rated is a rated match as ratings and boards see it.
type rated struct {
	ranking.Match
	seq int64 // its place in the order in which matches ended
}

// rate moves the ratings and the boards by a match that ends now. What it does follows from the matches alone: a
// recomputation gives the same digits.
func (s *Store) rate(tx *sql.Tx, m rated) ([]table.RatingChange, error) {
	last, err := lastMoved(tx)
	if err != nil {
		return nil, err
	}
	if m.At.Before(last) {
		m.At = last // a clock that was set back does not bring back yesterday
	}
	if m.Season, err = openSeason(tx); err != nil {
		return nil, err
	}
	changes, err := ranking.Move(newShelf(tx), m.Match, ranking.Rate(s.cfg.Rate))
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	if err := insertDay(tx, m); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if err := insertChange(tx, m, c); err != nil {
			return nil, err
		}
		if t, ok := shotOf(m, c); ok {
			if _, err := tx.Exec(keepShot, m.Season, c.Category, t.gain, t.player, t.match); err != nil {
				return nil, err
			}
		}
	}
	return changes, sweep(tx, m.At)
}

// lastMoved is the moment of the last match that moved ratings.
func lastMoved(q querier) (time.Time, error) {
	var at int64
	err := q.QueryRow("SELECT at_ms FROM changes ORDER BY ended_seq DESC LIMIT 1").Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMs(at), err
}

// openSeason is the number of the season that is open; 0 if none is.
func openSeason(q querier) (id int, err error) {
	err = q.QueryRow("SELECT id FROM seasons WHERE closed_seq IS NULL").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func insertDay(tx *sql.Tx, m rated) error {
	_, err := tx.Exec("INSERT OR IGNORE INTO days (day, first_seq) VALUES (?, ?)", ranking.DayOf(m.At), m.seq)
	return err
}

const newChange = `INSERT INTO changes (ended_seq, player_id, match_id, category, seat, at_ms, mu_before, sigma_before,
	mu_after, sigma_after, shares) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func insertChange(tx *sql.Tx, m rated, c table.RatingChange) error {
	args, err := changeArgs(m, c)
	if err != nil {
		return err
	}
	_, err = tx.Exec(newChange, args...)
	return err
}

func changeArgs(m rated, c table.RatingChange) ([]any, error) {
	shares, err := json.Marshal(c.Shares)
	return []any{m.seq, c.Player, m.Played.Match, c.Category, c.Seat, ms(m.At), c.Before.Mu, c.Before.Sigma, c.After.Mu,
		c.After.Sigma, string(shares)}, err
}

// seatsOf reads the number of seats out of a stored configuration.
func seatsOf(config []byte) (int, error) {
	var c engine.Config
	err := json.Unmarshal(config, &c)
	return c.Seats, err
}

func placesOf(q querier, match table.MatchID) ([]table.Place, error) {
	rows, err := q.Query("SELECT "+placeColumns+` FROM places p WHERE p.match_id = ?
		ORDER BY p.seat, p.walked, p.player_id`, match)
	return collect(rows, err, func(rows *sql.Rows) (table.Place, error) { return scanPlace(rows) })
}

// placeColumns are the columns of a table.Place, in the order in which scanPlace reads them.
const placeColumns = "p.seat, p.person, p.rank, p.points, p.walked, p.unpaid, p.drops, p.returned"

// scanPlace reads a place, and whatever columns come before it.
func scanPlace(rows *sql.Rows, before ...any) (p table.Place, err error) {
	var person []byte
	if err := rows.Scan(append(before, &p.Seat, &person, &p.Rank, &p.Points, &p.Left, &p.Unpaid, &p.Drops,
		&p.Returned)...); err != nil {
		return p, err
	}
	return p, json.Unmarshal(person, &p.Person)
}

// countConduct counts how people stayed in a match that ends.
func countConduct(tx *sql.Tx, settings table.Settings, at time.Time, places []table.Place) error {
	if !lobby.Counts(settings, places) {
		return nil
	}
	for _, p := range places {
		if p.Person.IsBot() {
			continue
		}
		var m lobby.ConductMonth
		m.Add(lobby.ConductOf(p))
		_, err := tx.Exec(`INSERT INTO conduct (player_id, month, matches, back, lost, walked) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (player_id, month) DO UPDATE SET matches = matches + excluded.matches,
			back = back + excluded.back, lost = lost + excluded.lost, walked = walked + excluded.walked`,
			p.Person.ID, lobby.MonthOf(at), m.Matches, m.Back, m.Lost, m.Walked)
		if err != nil {
			return err
		}
	}
	return nil
}
