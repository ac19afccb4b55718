package data

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/table"
)

const seasonColumns = "id, name, opened_ms, opened_by, closed_ms, closed_by"

func scanSeason(row interface{ Scan(...any) error }) (s lobby.Season, err error) {
	var opened int64
	var closed sql.NullInt64
	err = row.Scan(&s.ID, &s.Name, &opened, &s.OpenedBy, &closed, &s.ClosedBy)
	s.Opened = fromMs(opened)
	if closed.Valid {
		s.Closed = fromMs(closed.Int64)
	}
	return s, err
}

// Seasons lists all seasons, the newest first.
func (s *Store) Seasons(ctx context.Context) ([]lobby.Season, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+seasonColumns+" FROM seasons ORDER BY id DESC")
	return collect(rows, err, func(rows *sql.Rows) (lobby.Season, error) { return scanSeason(rows) })
}

// season finds a season by its number, or the open one, or else the last for 0; lobby.ErrNoSeason if there is none.
func season(q querier, id int) (lobby.Season, error) {
	found, err := scanSeason(q.QueryRow("SELECT "+seasonColumns+` FROM seasons WHERE id = ?1 OR ?1 = 0
		ORDER BY id DESC`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return found, lobby.ErrNoSeason
	}
	return found, err
}

// seasonSpan is which matches a season holds, by the order in which they ended.
type seasonSpan struct {
	id          int
	after, upTo int64 // upTo is 0 while it is open
}

type spans []seasonSpan

func seasonSpans(q querier) (spans, error) {
	rows, err := q.Query("SELECT id, opened_seq, COALESCE(closed_seq, 0) FROM seasons ORDER BY id")
	return collect(rows, err, func(rows *sql.Rows) (s seasonSpan, err error) {
		return s, rows.Scan(&s.id, &s.after, &s.upTo)
	})
}

// at is the season of the match that ended as the seq-th; 0 if none was open.
func (s spans) at(seq int64) int {
	for _, one := range s {
		if seq > one.after && (one.upTo == 0 || seq <= one.upTo) {
			return one.id
		}
	}
	return 0
}

const lastEnded = "(SELECT COALESCE(MAX(ended_seq), 0) FROM matches)"

// OpenSeason opens a season: the matches that end from now on are in it.
func (s *Store) OpenSeason(ctx context.Context, name, by string, at time.Time) (out lobby.Season, err error) {
	err = s.do(ctx, func(tx *sql.Tx) (err error) {
		out, err = beginSeason(tx, name, by, at)
		return err
	})
	return out, err
}

// BeginSeason is OpenSeason by somebody who looks after the house, with a note of it in the same transaction.
func (s *Store) BeginSeason(ctx context.Context, name string, a admin.Act) (out lobby.Season, err error) {
	err = s.do(ctx, func(tx *sql.Tx) (err error) {
		if out, err = beginSeason(tx, name, a.Who, a.At); err != nil {
			return err
		}
		return note(tx, a)
	})
	return out, err
}

func beginSeason(tx *sql.Tx, name, by string, at time.Time) (lobby.Season, error) {
	if id, err := openSeason(tx); err != nil || id != 0 {
		return lobby.Season{}, cmp.Or(err, lobby.ErrSeasonOpen)
	}
	_, err := tx.Exec(`INSERT INTO seasons (name, opened_ms, opened_by, opened_seq)
		VALUES (?, ?, ?, `+lastEnded+")", name, ms(at), by)
	if taken(err) {
		return lobby.Season{}, fmt.Errorf("%w: there was one of that name", lobby.ErrSeasonName)
	}
	if err != nil {
		return lobby.Season{}, err
	}
	return season(tx, 0)
}

// CloseSeason closes the open season and gives its awards.
func (s *Store) CloseSeason(
	ctx context.Context, by string, at time.Time,
) (out lobby.Season, awards []lobby.Award, err error) {
	err = s.do(ctx, func(tx *sql.Tx) (err error) {
		out, err = endSeason(tx, by, at)
		return err
	})
	if err == nil {
		awards, err = s.Awards(ctx, out.ID, "")
	}
	return out, awards, err
}

// EndSeason is CloseSeason by somebody who looks after the house, with a note of it in the same transaction.
func (s *Store) EndSeason(ctx context.Context, a admin.Act) (out lobby.Season, awards []lobby.Award, err error) {
	err = s.do(ctx, func(tx *sql.Tx) (err error) {
		if out, err = endSeason(tx, a.Who, a.At); err != nil {
			return err
		}
		a.About = out.Name
		return note(tx, a)
	})
	if err == nil {
		awards, err = s.Awards(ctx, out.ID, "")
	}
	return out, awards, err
}

func endSeason(tx *sql.Tx, by string, at time.Time) (lobby.Season, error) {
	id, err := openSeason(tx)
	if err != nil {
		return lobby.Season{}, err
	}
	if id == 0 {
		return lobby.Season{}, lobby.ErrNoSeason
	}
	_, err = tx.Exec("UPDATE seasons SET closed_ms = ?, closed_by = ?, closed_seq = "+lastEnded+" WHERE id = ?",
		ms(at), by, id)
	if err != nil {
		return lobby.Season{}, err
	}
	if err := honour(tx, id); err != nil {
		return lobby.Season{}, err
	}
	return season(tx, id)
}

// honour gives the awards of a season that is closed.
func honour(tx *sql.Tx, id int) error {
	spans, err := seasonSpans(tx)
	if err != nil {
		return err
	}
	held := spans[slices.IndexFunc(spans, func(s seasonSpan) bool { return s.id == id })]
	rows, err := tx.Query("SELECT id, span, category FROM boards WHERE span = ? ORDER BY category", lobby.SeasonKey(id))
	boards, err := collect(rows, err, func(rows *sql.Rows) (b board, err error) {
		return b, rows.Scan(&b.id, &b.Span, &b.Category)
	})
	if err != nil {
		return err
	}
	for _, b := range boards {
		if err := crown(tx, held, b); err != nil {
			return err
		}
		if b.Category == lobby.HouseWide {
			continue
		}
		if err := bestShot(tx, held, b.Category); err != nil {
			return err
		}
	}
	return nil
}

// crown makes those the champions of a board who are placed first on it. The match to look at is the one that gave them
// the most in the season.
func crown(tx *sql.Tx, held seasonSpan, b board) error {
	rows, err := tx.Query(`SELECT player_id, step FROM standings WHERE board = ?1 AND bot = 0 AND step >= ?2
		AND step = (SELECT MAX(step) FROM standings WHERE board = ?1)`, b.id, lobby.PointsMin)
	type first struct {
		player table.PlayerID
		points int
	}
	firsts, err := collect(rows, err, func(rows *sql.Rows) (f first, err error) {
		return f, rows.Scan(&f.player, &f.points)
	})
	if err != nil {
		return err
	}
	for _, f := range firsts {
		var match table.MatchID
		err := tx.QueryRow(`SELECT match_id FROM changes WHERE player_id = ?1 AND ended_seq > ?2 AND ended_seq <= ?3
			AND (category = ?4 OR ?4 = ?5) ORDER BY mu_after - mu_before DESC, ended_seq LIMIT 1`, f.player, held.after,
			held.upTo, b.Category, lobby.HouseWide).Scan(&match)
		if err != nil {
			return err
		}
		if err := award(tx, lobby.Award{Season: held.id, Kind: lobby.AwardChampion, Category: b.Category,
			Player: f.player, Match: match, Points: f.points}); err != nil {
			return err
		}
	}
	return nil
}

// shot is the match of a season and a category in which somebody settled gained the most.
type shot struct {
	gain   float64
	player table.PlayerID
	match  table.MatchID
}

// shotKey is a season and a category.
type shotKey struct {
	season   int
	category string
}

// shotOf is what a change is worth as a shot; ok is false if it is none.
func shotOf(m rated, c table.RatingChange) (s shot, ok bool) {
	s = shot{gain: c.After.Mu - c.Before.Mu, player: c.Player, match: m.Played.Match}
	bot := slices.ContainsFunc(m.Places, func(p table.Place) bool {
		return p.Person.ID == c.Player && p.Person.IsBot()
	})
	return s, m.Season > 0 && !bot && s.gain > 0 && c.Before.Sigma <= lobby.SettledSigma
}

// keepShot keeps a shot if there was none as good in its season before.
const keepShot = `INSERT INTO shots (season, category, gain, player_id, match_id) VALUES (?, ?, ?, ?, ?)
	ON CONFLICT (season, category) DO UPDATE SET gain = excluded.gain, player_id = excluded.player_id,
	match_id = excluded.match_id WHERE excluded.gain > gain`

// bestShot honours the shot of a season in a category.
func bestShot(tx *sql.Tx, held seasonSpan, category string) error {
	a := lobby.Award{Season: held.id, Kind: lobby.AwardShot, Category: category}
	var gain float64
	err := tx.QueryRow("SELECT gain, player_id, match_id FROM shots WHERE season = ? AND category = ?", held.id,
		category).Scan(&gain, &a.Player, &a.Match)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	a.Points = rating.Whole(gain)
	return award(tx, a)
}

func award(tx *sql.Tx, a lobby.Award) error {
	_, err := tx.Exec(`INSERT INTO awards (season, kind, category, player_id, match_id, points)
		VALUES (?, ?, ?, ?, ?, ?)`, a.Season, a.Kind, a.Category, a.Player, a.Match, a.Points)
	return err
}

// Awards lists awards, those of the newest season first.
func (s *Store) Awards(ctx context.Context, season int, player table.PlayerID) ([]lobby.Award, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT a.season, s.name, a.kind, a.category, a.player_id,
		COALESCE(p.name, ''), a.match_id, a.points FROM awards a JOIN seasons s ON s.id = a.season
		LEFT JOIN players p ON p.id = a.player_id WHERE (?1 = 0 OR a.season = ?1) AND (?2 = '' OR a.player_id = ?2)
		ORDER BY a.season DESC, a.kind, a.category, a.player_id`, season, player)
	return collect(rows, err, func(rows *sql.Rows) (a lobby.Award, err error) {
		return a, rows.Scan(&a.Season, &a.SeasonName, &a.Kind, &a.Category, &a.Player, &a.Name, &a.Match, &a.Points)
	})
}
