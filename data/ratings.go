package data

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/lobby/table"
)

// rated is a rated match as far as ratings care.
type rated struct {
	match  table.MatchID
	seq    int64 // its place in the order in which matches ended
	game   string
	seats  int
	places []table.Place
}

// rate moves the ratings by one match. It is the same code for a match that ends now and for one that is recomputed.
func (s *Store) rate(tx *sql.Tx, m rated) ([]table.RatingChange, error) {
	var failed error
	skill := func(id table.PlayerID, category string) table.Skill {
		var k table.Skill
		err := tx.QueryRow("SELECT mu, sigma FROM ratings WHERE category = ? AND player_id = ?", category, id).
			Scan(&k.Mu, &k.Sigma)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			failed = err
		}
		return k // the zero Skill where there is none: the function knows where newcomers start
	}
	changes := s.cfg.Rate(m.game, m.seats, m.places, skill)
	if failed != nil {
		return nil, failed
	}
	for _, c := range changes {
		i := slices.IndexFunc(m.places, func(p table.Place) bool { return p.Seat == c.Seat && p.Person.ID == c.Player })
		if i < 0 {
			return nil, fmt.Errorf("match %s: a rating moved for %s, who did not play", m.match, c.Player)
		}
		if err := writeChange(tx, m, c, m.places[i]); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func writeChange(tx *sql.Tx, m rated, c table.RatingChange, p table.Place) error {
	shares, err := json.Marshal(c.Shares)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO changes (ended_seq, player_id, match_id, category, seat, mu_before, sigma_before,
		mu_after, sigma_after, shares) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, m.seq, c.Player, m.match, c.Category,
		c.Seat, c.Before.Mu, c.Before.Sigma, c.After.Mu, c.After.Sigma, string(shares))
	if err != nil {
		return err
	}
	win := p.Rank == 1 && !p.Left
	_, err = tx.Exec(`INSERT INTO ratings (category, player_id, mu, sigma, matches, wins, walked)
		VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (category, player_id) DO UPDATE SET mu = excluded.mu,
		sigma = excluded.sigma, matches = matches + 1, wins = wins + excluded.wins, walked = walked + excluded.walked`,
		c.Category, c.Player, c.After.Mu, c.After.Sigma, win, p.Left)
	return err
}

// Difference is a rating that a recomputation finds elsewhere than the live ladder has it.
type Difference struct {
	Category string
	Player   table.PlayerID
	Live     table.Skill
	Again    table.Skill
}

// Recompute makes all ratings again from the places of the matches, in the order in which they ended, and returns where
// the result differs from what was there. It replaces what was there only if write is set.
func (s *Store) Recompute(ctx context.Context, write bool) ([]Difference, error) {
	var diff []Difference
	err := s.do(ctx, func(tx *sql.Tx) error {
		before, err := allRatings(tx)
		if err != nil {
			return err
		}
		if err := s.rateAgain(tx); err != nil {
			return err
		}
		after, err := allRatings(tx)
		if err != nil {
			return err
		}
		diff = differences(before, after)
		if !write {
			return errUndo
		}
		return nil
	})
	if errors.Is(err, errUndo) {
		err = nil
	}
	return diff, err
}

// errUndo rolls a request back that only wanted to look.
var errUndo = errors.New("undo")

func (s *Store) rateAgain(tx *sql.Tx) error {
	if _, err := tx.Exec("DELETE FROM changes"); err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM ratings"); err != nil {
		return err
	}
	matches, err := ratedMatches(tx)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if m.places, err = placesOf(tx, m.match); err != nil {
			return err
		}
		if _, err := s.rate(tx, m); err != nil {
			return err
		}
	}
	return nil
}

func ratedMatches(tx *sql.Tx) ([]rated, error) {
	rows, err := tx.Query("SELECT id, ended_seq, game, config FROM matches WHERE rated = 1 ORDER BY ended_seq")
	return collect(rows, err, func(rows *sql.Rows) (m rated, err error) {
		var config []byte
		if err := rows.Scan(&m.match, &m.seq, &m.game, &config); err != nil {
			return m, err
		}
		m.seats, err = seatsOf(config)
		return m, err
	})
}

// seatsOf reads the number of seats out of a stored configuration.
func seatsOf(config []byte) (int, error) {
	var c engine.Config
	err := json.Unmarshal(config, &c)
	return c.Seats, err
}

func placesOf(q querier, match table.MatchID) ([]table.Place, error) {
	rows, err := q.Query(`SELECT seat, person, rank, points, walked, unpaid FROM places WHERE match_id = ?
		ORDER BY seat, walked, player_id`, match)
	return collect(rows, err, func(rows *sql.Rows) (p table.Place, err error) {
		var person []byte
		if err := rows.Scan(&p.Seat, &person, &p.Rank, &p.Points, &p.Left, &p.Unpaid); err != nil {
			return p, err
		}
		return p, json.Unmarshal(person, &p.Person)
	})
}

type ratingKey struct {
	category string
	player   table.PlayerID
}

func allRatings(tx *sql.Tx) (map[ratingKey]table.Skill, error) {
	rows, err := tx.Query("SELECT category, player_id, mu, sigma FROM ratings")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[ratingKey]table.Skill)
	for rows.Next() {
		var k ratingKey
		var v table.Skill
		if err := rows.Scan(&k.category, &k.player, &v.Mu, &v.Sigma); err != nil {
			return nil, err
		}
		out[k] = v
	}
	return out, rows.Err()
}

func differences(before, after map[ratingKey]table.Skill) []Difference {
	var out []Difference
	for k, v := range before {
		if after[k] != v {
			out = append(out, Difference{k.category, k.player, v, after[k]})
		}
	}
	for k, v := range after {
		if _, ok := before[k]; !ok {
			out = append(out, Difference{k.category, k.player, table.Skill{}, v})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int {
		if a.Category != b.Category {
			return cmp.Compare(a.Category, b.Category)
		}
		return cmp.Compare(a.Player, b.Player)
	})
	return out
}
