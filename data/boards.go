package data

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// Board returns a part of a leaderboard and the asker's own row. It costs the same on a board of a million rows as on
// one of a hundred: ranks are sums over steps.
func (s *Store) Board(ctx context.Context, q lobby.BoardQuery, asker table.PlayerID) (lobby.Board, error) {
	out := lobby.Board{Category: q.Category}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // one moment for rows and ranks
	if err != nil {
		return out, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	if err := s.window(tx, q, &out); err != nil || out.Window.Key == "" {
		return out, err
	}
	id, err := boardID(tx, ranking.Board{Span: out.Window.Key, Category: q.Category})
	if err != nil || id == 0 {
		return out, err
	}
	err = tx.QueryRow("SELECT COALESCE(SUM(stand), 0) FROM steps WHERE board = ?", id).Scan(&out.Total)
	if err != nil {
		return out, err
	}
	l := look{tx: tx, board: id, asker: asker}
	if err := l.mine(&out); err != nil {
		return out, err
	}
	out.From = q.From
	if q.Around && l.own != nil {
		at, err := l.place()
		if err != nil {
			return out, err
		}
		out.From = max(at-q.N/2, 0)
	}
	return out, l.page(&out, q.N)
}

// window finds the stretch of time that a query is about. Its key is empty if there never was a season.
func (s *Store) window(tx *sql.Tx, q lobby.BoardQuery, out *lobby.Board) error {
	if q.Span != lobby.SpanSeason {
		out.Window = lobby.WindowAt(q.Span, s.cfg.Now())
		if q.Back {
			out.Window = out.Window.Before()
		}
		return nil
	}
	found, err := season(tx, q.Season)
	if errors.Is(err, lobby.ErrNoSeason) && q.Season == 0 {
		out.Window.Span = lobby.SpanSeason
		return nil
	}
	if err != nil {
		return err
	}
	out.Season, out.Window = &found, found.Window()
	return nil
}

// look is one look at a board.
type look struct {
	tx    *sql.Tx
	board int64
	asker table.PlayerID
	own   *ranking.Row // the asker's
}

const standingsWithNames = "SELECT s.player_id, p.name, " + standingColumns +
	" FROM standings s JOIN players p ON p.id = s.player_id WHERE s.board = ?1 "

// mine reads the asker's row.
func (l *look) mine(out *lobby.Board) error {
	if l.asker == "" {
		return nil
	}
	var id table.PlayerID
	var name string
	r, err := scanRow(l.tx.QueryRow(standingsWithNames+"AND s.player_id = ?2", l.board, l.asker), &id, &name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	rank, err := rankOf(l.tx, l.board, r.Step())
	if err != nil {
		return err
	}
	row := r.Standing(id, name, rank)
	row.Me = true
	l.own, out.Mine = &r, &row
	return nil
}

// place is how many rows stand before the asker's.
func (l *look) place() (n int, err error) {
	return n, l.tx.QueryRow(`SELECT COALESCE((SELECT SUM(stand) FROM steps WHERE board = ?1 AND step > ?2), 0)
		+ (SELECT COUNT(*) FROM standings WHERE board = ?1 AND step = ?2
			AND (score > ?3 OR (score = ?3 AND player_id < ?4)))`, l.board, l.own.Step(), l.own.Score, l.asker).Scan(&n)
}

// page reads n rows from out.From on.
func (l *look) page(out *lobby.Board, n int) error {
	if n == 0 || out.From >= out.Total {
		return nil
	}
	var first, skip int // the step on which the page begins, and how many of its rows come before
	var err error
	if out.From == 0 {
		err = l.tx.QueryRow("SELECT MAX(step) FROM steps WHERE board = ?", l.board).Scan(&first)
	} else {
		err = l.tx.QueryRow(`SELECT step, ?2 - above FROM (SELECT step, stand,
			SUM(stand) OVER (ORDER BY step DESC) - stand AS above FROM steps WHERE board = ?1)
			WHERE above <= ?2 AND above + stand > ?2`, l.board, out.From).Scan(&first, &skip)
	}
	if err != nil {
		return err
	}
	// Those that are skipped are looked at in the index alone.
	rows, err := l.tx.Query("SELECT s.player_id, p.name, "+standingColumns+` FROM (SELECT player_id AS id FROM standings
		WHERE board = ?1 AND step <= ?2 ORDER BY step DESC, score DESC, player_id LIMIT ?3 OFFSET ?4) o
		CROSS JOIN standings s ON s.board = ?1 AND s.player_id = o.id JOIN players p ON p.id = s.player_id
		ORDER BY s.step DESC, s.score DESC, s.player_id`, l.board, first, n, skip)
	type named struct {
		ranking.Standing
		name string
	}
	page, err := collect(rows, err, func(rows *sql.Rows) (r named, err error) {
		r.Row, err = scanRow(rows, &r.Player, &r.name)
		return r, err
	})
	if err != nil || len(page) == 0 {
		return err
	}
	ranks, err := l.ranks(first, page[len(page)-1].Step())
	if err != nil {
		return err
	}
	for _, r := range page {
		row := r.Standing.Standing(r.Player, r.name, ranks[r.Step()])
		row.Me = r.Player == l.asker
		out.Rows = append(out.Rows, row)
	}
	return nil
}

// ranks are the ranks of the steps from one down to another.
func (l *look) ranks(from, to int) (map[int]int, error) {
	rank, err := rankOf(l.tx, l.board, from)
	if err != nil {
		return nil, err
	}
	rows, err := l.tx.Query(`SELECT step, people FROM steps WHERE board = ? AND step BETWEEN ? AND ?
		ORDER BY step DESC`, l.board, to, from)
	steps, err := collect(rows, err, func(rows *sql.Rows) (s [2]int, err error) { return s, rows.Scan(&s[0], &s[1]) })
	out := make(map[int]int, len(steps))
	for _, s := range steps {
		out[s[0]] = rank
		rank += s[1]
	}
	return out, err
}

// Categories lists the categories in which somebody has a rating.
func (s *Store) Categories(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT category FROM boards WHERE span = ? AND category <> ?
		ORDER BY category`, lobby.SpanAll, lobby.HouseWide)
	return collect(rows, err, func(rows *sql.Rows) (c string, err error) { return c, rows.Scan(&c) })
}

// Records lists what a player has done, a row a category.
func (s *Store) Records(ctx context.Context, id table.PlayerID) ([]lobby.Record, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	rows, err := tx.Query("SELECT b.id, b.category, "+standingColumns+` FROM boards b
		CROSS JOIN standings s ON s.board = b.id AND s.player_id = ?1
		WHERE b.span = ?2 AND b.category <> ?3 ORDER BY b.category`, id, lobby.SpanAll, lobby.HouseWide)
	type one struct {
		board    int64
		category string
		ranking.Row
	}
	all, err := collect(rows, err, func(rows *sql.Rows) (r one, err error) {
		r.Row, err = scanRow(rows, &r.board, &r.category)
		return r, err
	})
	if err != nil {
		return nil, err
	}
	var out []lobby.Record
	for _, r := range all {
		rec := lobby.Record{Category: r.category, Skill: r.Skill, Matches: r.Matches, Wins: r.Wins, Left: r.Walked,
			Opponents: len(r.Met)}
		if r.Placed && !r.Bot {
			if rec.Rank, err = rankOf(tx, r.board, r.Step()); err != nil {
				return nil, err
			}
		}
		if rec.Trend, err = curve(tx, id, r.category); err != nil {
			return nil, err
		}
		out = append(out, rec)
	}
	return out, nil
}

// curve is the way of a player's rating over the last matches, in shown points that may be below 0: before the first
// and after each.
func curve(q querier, id table.PlayerID, category string) ([]float64, error) {
	rows, err := q.Query(`SELECT mu_before, sigma_before, mu_after, sigma_after FROM changes
		WHERE player_id = ? AND category = ? ORDER BY ended_seq DESC LIMIT ?`, id, category, lobby.CurveMatches)
	type step struct{ before, after rating.Rating }
	steps, err := collect(rows, err, func(rows *sql.Rows) (t step, err error) {
		return t, rows.Scan(&t.before.Mu, &t.before.Sigma, &t.after.Mu, &t.after.Sigma)
	})
	if err != nil || len(steps) == 0 {
		return nil, err
	}
	slices.Reverse(steps)
	out := []float64{steps[0].before.Points()}
	for _, t := range steps {
		out = append(out, t.after.Points())
	}
	return out, nil
}

// Conduct lists how somebody stayed at their tables, the newest month first.
func (s *Store) Conduct(ctx context.Context, id table.PlayerID) ([]lobby.ConductMonth, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT month, matches, back, lost, walked FROM conduct WHERE player_id = ?
		ORDER BY month DESC LIMIT ?`, id, lobby.ConductMonths)
	return collect(rows, err, func(rows *sql.Rows) (m lobby.ConductMonth, err error) {
		return m, rows.Scan(&m.Month, &m.Matches, &m.Back, &m.Lost, &m.Walked)
	})
}

// Against counts the ended matches in which two players sat, by game, and who came out better. It goes through those of
// whoever has played less.
func (s *Store) Against(ctx context.Context, a, b table.PlayerID) ([]lobby.Versus, error) {
	var swap bool
	err := s.read.QueryRowContext(ctx, `SELECT (SELECT COALESCE(SUM(matches), 0) FROM conduct WHERE player_id = ?1)
		> (SELECT COALESCE(SUM(matches), 0) FROM conduct WHERE player_id = ?2)`, a, b).Scan(&swap)
	if err != nil {
		return nil, err
	}
	few, many := a, b
	if swap {
		few, many = b, a
	}
	// First the matches that both have, in the index alone, where one player's lie together; then these few are read.
	rows, err := s.read.QueryContext(ctx, `SELECT m.game, COUNT(*), COALESCE(SUM(x.rank < y.rank), 0),
		COALESCE(SUM(x.rank > y.rank), 0)
		FROM (SELECT a.match_id AS id, a.seat AS mine, b.seat AS theirs
			FROM places a INDEXED BY places_by_player CROSS JOIN places b INDEXED BY places_by_player
			WHERE a.player_id = ?1 AND b.player_id = ?2 AND b.match_id = a.match_id) both
		CROSS JOIN places x ON x.match_id = both.id AND x.seat = both.mine AND x.player_id = ?1
		CROSS JOIN places y ON y.match_id = both.id AND y.seat = both.theirs AND y.player_id = ?2
		CROSS JOIN matches m ON m.id = both.id GROUP BY m.game ORDER BY m.game`, few, many)
	return collect(rows, err, func(rows *sql.Rows) (v lobby.Versus, err error) {
		err = rows.Scan(&v.Game, &v.Matches, &v.Better, &v.Worse)
		if swap {
			v.Better, v.Worse = v.Worse, v.Better
		}
		return v, err
	})
}
