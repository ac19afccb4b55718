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
	"saloon/lobby/admin"
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
	changes, err := s.moves(m, func(id table.PlayerID, category string) table.Skill {
		var k table.Skill
		err := tx.QueryRow("SELECT mu, sigma FROM ratings WHERE category = ? AND player_id = ?", category, id).
			Scan(&k.Mu, &k.Sigma)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			failed = err
		}
		return k // the zero Skill where there is none: the function knows where newcomers start
	})
	if err = errors.Join(failed, err); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if err := writeChange(tx, m, c.RatingChange, c.place); err != nil {
			return nil, err
		}
	}
	return plain(changes), nil
}

// move is how a rating moves, and by which place.
type move struct {
	table.RatingChange
	place table.Place
}

func plain(moves []move) []table.RatingChange {
	var out []table.RatingChange
	for _, m := range moves {
		out = append(out, m.RatingChange)
	}
	return out
}

// moves computes how ratings move by one match.
func (s *Store) moves(m rated, skill func(table.PlayerID, string) table.Skill) ([]move, error) {
	var out []move
	for _, c := range s.cfg.Rate(m.game, m.seats, m.places, skill) {
		i := slices.IndexFunc(m.places, func(p table.Place) bool { return p.Seat == c.Seat && p.Person.ID == c.Player })
		if i < 0 {
			return nil, fmt.Errorf("match %s: a rating moved for %s, who did not play", m.match, c.Player)
		}
		out = append(out, move{c, m.places[i]})
	}
	return out, nil
}

// won reports whether a place counts as a win.
func won(p table.Place) bool { return p.Rank == 1 && !p.Left }

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
	_, err = tx.Exec(`INSERT INTO ratings (category, player_id, mu, sigma, matches, wins, walked)
		VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT (category, player_id) DO UPDATE SET mu = excluded.mu,
		sigma = excluded.sigma, matches = matches + 1, wins = wins + excluded.wins, walked = walked + excluded.walked`,
		c.Category, c.Player, c.After.Mu, c.After.Sigma, won(p), p.Left)
	return err
}

// Recompute makes all ratings again from the places of the matches, in the order in which they ended, in memory, and
// returns where the result differs from what is there. It reads one moment of the file and holds up no writer.
func (s *Store) Recompute(ctx context.Context) ([]admin.Difference, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	live, err := allRatings(tx)
	if err != nil {
		return nil, err
	}
	again, err := s.ladder(tx)
	if err != nil {
		return nil, err
	}
	return differences(live, again), nil
}

// ladder computes all ratings from the places of the matches.
func (s *Store) ladder(tx *sql.Tx) (map[ratingKey]row, error) {
	out := make(map[ratingKey]row)
	skill := func(id table.PlayerID, category string) table.Skill { return out[ratingKey{category, id}].Skill }
	err := eachRated(tx, func(m rated) error {
		changes, err := s.moves(m, skill)
		if err != nil {
			return err
		}
		for _, c := range changes {
			r := out[ratingKey{c.Category, c.Player}]
			r.Skill = c.After
			r.matches++
			if won(c.place) {
				r.wins++
			}
			if c.place.Left {
				r.walked++
			}
			out[ratingKey{c.Category, c.Player}] = r
		}
		return nil
	})
	return out, err
}

// Rewrite replaces all ratings by recomputed ones, notes the act in the same transaction, and returns what differed.
func (s *Store) Rewrite(ctx context.Context, a admin.Act) ([]admin.Difference, error) {
	var diff []admin.Difference
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
		return note(tx, a)
	})
	return diff, err
}

func (s *Store) rateAgain(tx *sql.Tx) error {
	if _, err := tx.Exec("DELETE FROM changes"); err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM ratings"); err != nil {
		return err
	}
	return eachRated(tx, func(m rated) error {
		_, err := s.rate(tx, m)
		return err
	})
}

// ratedPage is how many rated matches are looked up at once.
const ratedPage = 500

// eachRated goes through the rated matches in the order in which they ended.
func eachRated(tx *sql.Tx, f func(rated) error) error {
	for last := int64(0); ; {
		page, err := ratedAfter(tx, last)
		if err != nil {
			return err
		}
		for _, m := range page {
			if m.places, err = placesOf(tx, m.match); err != nil {
				return err
			}
			if err := f(m); err != nil {
				return err
			}
			last = m.seq
		}
		if len(page) < ratedPage {
			return nil
		}
	}
}

func ratedAfter(tx *sql.Tx, seq int64) ([]rated, error) {
	rows, err := tx.Query(`SELECT id, ended_seq, game, config FROM matches WHERE rated = 1 AND ended_seq > ?
		ORDER BY ended_seq LIMIT ?`, seq, ratedPage)
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

// row is a rating with what is counted beside it.
type row struct {
	table.Skill
	matches, wins, walked int
}

func allRatings(tx *sql.Tx) (map[ratingKey]row, error) {
	rows, err := tx.Query("SELECT category, player_id, mu, sigma, matches, wins, walked FROM ratings")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[ratingKey]row)
	for rows.Next() {
		var k ratingKey
		var v row
		if err := rows.Scan(&k.category, &k.player, &v.Mu, &v.Sigma, &v.matches, &v.wins, &v.walked); err != nil {
			return nil, err
		}
		out[k] = v
	}
	return out, rows.Err()
}

func differences(before, after map[ratingKey]row) []admin.Difference {
	var out []admin.Difference
	for k, v := range before {
		if after[k] != v {
			d := admin.Difference{Category: k.category, Player: k.player, Live: v.Skill, Again: after[k].Skill}
			out = append(out, d)
		}
	}
	for k, v := range after {
		if _, ok := before[k]; !ok {
			out = append(out, admin.Difference{Category: k.category, Player: k.player, Again: v.Skill})
		}
	}
	slices.SortFunc(out, func(a, b admin.Difference) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Player, b.Player))
	})
	return out
}
