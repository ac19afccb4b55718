package data

import (
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// shelf keeps standings in the database, inside one transaction.
type shelf struct {
	tx     *sql.Tx
	boards map[ranking.Board]int64
	steps  map[standingKey]*step // as they are written down, of the rows that were read
}

type standingKey struct {
	board  int64
	player table.PlayerID
}

// step is where somebody stands, as far as a board counts them.
type step struct {
	step int
	bot  bool
}

var _ ranking.Shelf = (*shelf)(nil)

func newShelf(tx *sql.Tx) *shelf {
	return &shelf{tx: tx, boards: map[ranking.Board]int64{}, steps: map[standingKey]*step{}}
}

// board finds the number of a board; 0 if there is none.
func (s *shelf) board(b ranking.Board) (int64, error) {
	if id, ok := s.boards[b]; ok {
		return id, nil
	}
	id, err := boardID(s.tx, b)
	if err == nil && id != 0 {
		s.boards[b] = id
	}
	return id, err
}

func boardID(q querier, b ranking.Board) (id int64, err error) {
	err = q.QueryRow("SELECT id FROM boards WHERE span = ? AND category = ?", b.Span, b.Category).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// standingColumns are the columns of a ranking.Row, in the order in which scanRow reads them.
const standingColumns = "s.mu, s.sigma, s.score, s.step, s.bot, s.matches, s.wins, s.walked, s.games, s.met, " +
	"s.trend, s.day, s.was"

// scanRow reads a row, and whatever columns come before it.
func scanRow(row interface{ Scan(...any) error }, before ...any) (r ranking.Row, err error) {
	var at int
	var met []byte
	err = row.Scan(append(before, &r.Skill.Mu, &r.Skill.Sigma, &r.Score, &at, &r.Bot, &r.Matches, &r.Wins, &r.Walked,
		&r.Games, &met, &r.Trend, &r.Day, &r.Was)...)
	if err != nil {
		return r, err
	}
	r.Stand(at)
	return r, json.Unmarshal(met, &r.Met)
}

// Row is somebody's standing.
func (s *shelf) Row(b ranking.Board, id table.PlayerID) (r ranking.Row, ok bool, err error) {
	board, err := s.board(b)
	if err != nil || board == 0 {
		return r, false, err
	}
	key := standingKey{board, id}
	r, err = scanRow(s.tx.QueryRow("SELECT "+standingColumns+" FROM standings s WHERE board = ? AND player_id = ?",
		board, id))
	if errors.Is(err, sql.ErrNoRows) {
		s.steps[key] = nil
		return ranking.Row{}, false, nil
	}
	if err == nil {
		s.steps[key] = &step{r.Step(), r.Bot}
	}
	return r, err == nil, err
}

// Keep keeps a standing, and counts its step.
func (s *shelf) Keep(b ranking.Board, until time.Time, id table.PlayerID, r ranking.Row) error {
	board, err := s.board(b)
	if err != nil {
		return err
	}
	if board == 0 {
		if board, err = insertBoard(s.tx, b, until); err != nil {
			return err
		}
		s.boards[b] = board
	}
	key := standingKey{board, id}
	old, known := s.steps[key]
	if !known { // nobody asked for it
		if _, _, err := s.Row(b, id); err != nil {
			return err
		}
		old = s.steps[key]
	}
	met, err := json.Marshal(r.Met)
	if err != nil {
		return err
	}
	if _, err := s.tx.Exec(keepStanding, board, id, r.Skill.Mu, r.Skill.Sigma, r.Score, r.Step(), r.Bot, r.Matches,
		r.Wins, r.Walked, r.Games, string(met), r.Trend, r.Day, r.Was); err != nil {
		return err
	}
	now := &step{r.Step(), r.Bot}
	s.steps[key] = now
	if old != nil && *old == *now {
		return nil
	}
	if old != nil {
		if err := s.count(board, *old, -1); err != nil {
			return err
		}
	}
	return s.count(board, *now, 1)
}

const keepStanding = `INSERT OR REPLACE INTO standings (board, player_id, mu, sigma, score, step, bot, matches, wins,
	walked, games, met, trend, day, was) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func insertBoard(tx *sql.Tx, b ranking.Board, until time.Time) (int64, error) {
	var end any
	if !until.IsZero() {
		end = ms(until)
	}
	res, err := tx.Exec("INSERT INTO boards (span, category, until_ms) VALUES (?, ?, ?)", b.Span, b.Category, end)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// count counts one more or one less on a step. A step on which nobody stands is taken away.
func (s *shelf) count(board int64, at step, by int) error {
	people := by
	if at.bot {
		people = 0
	}
	_, err := s.tx.Exec(`INSERT INTO steps (board, step, people, stand) VALUES (?, ?, ?, ?)
		ON CONFLICT (board, step) DO UPDATE SET people = people + excluded.people, stand = stand + excluded.stand`,
		board, at.step, people, by)
	if err != nil || by > 0 {
		return err
	}
	_, err = s.tx.Exec("DELETE FROM steps WHERE board = ? AND step = ? AND stand = 0", board, at.step)
	return err
}

// Rank counts the people on higher steps, plus one.
func (s *shelf) Rank(b ranking.Board, at int) (int, error) {
	board, err := s.board(b)
	if err != nil {
		return 0, err
	}
	return rankOf(s.tx, board, at)
}

func rankOf(q querier, board int64, at int) (rank int, err error) {
	return rank, q.QueryRow("SELECT 1 + COALESCE(SUM(people), 0) FROM steps WHERE board = ? AND step > ?", board, at).
		Scan(&rank)
}

// Categories lists the categories with a board in a window.
func (s *shelf) Categories(span string) ([]string, error) {
	rows, err := s.tx.Query("SELECT category FROM boards WHERE span = ? AND category <> ? ORDER BY category", span,
		lobby.HouseWide)
	return collect(rows, err, func(rows *sql.Rows) (c string, err error) { return c, rows.Scan(&c) })
}

// Met counts the matches of two people in a category since a day.
func (s *shelf) Met(a, b table.PlayerID, category string, since int) (n int, err error) {
	var first int64
	err = s.tx.QueryRow("SELECT first_seq FROM days WHERE day >= ? ORDER BY day LIMIT 1", since).Scan(&first)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	err = s.tx.QueryRow(`SELECT COUNT(*) FROM changes x JOIN changes y ON y.ended_seq = x.ended_seq
		WHERE x.player_id = ? AND x.category = ? AND x.ended_seq >= ? AND y.player_id = ?`, a, category, first, b).
		Scan(&n)
	return n, err
}

// sweepRows bounds how much of an old board one match clears away.
const sweepRows = 500

// sweep clears a part of a board away whose time is over. Every match does a little, so that none waits for a night's
// worth of rows.
func sweep(tx *sql.Tx, now time.Time) error {
	var board int64
	err := tx.QueryRow("SELECT id FROM boards WHERE until_ms <= ? ORDER BY until_ms LIMIT 1", ms(now)).Scan(&board)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	res, err := tx.Exec(`DELETE FROM standings WHERE board = ?1 AND player_id IN
		(SELECT player_id FROM standings WHERE board = ?1 LIMIT ?2)`, board, sweepRows)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == sweepRows {
		return err
	}
	if _, err := tx.Exec("DELETE FROM steps WHERE board = ?", board); err != nil {
		return err
	}
	_, err = tx.Exec("DELETE FROM boards WHERE id = ?", board)
	return err
}
