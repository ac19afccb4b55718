package data

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"time"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// derivedNow is the version of what this program makes of the matches: ratings, boards, conduct. It grows when their
// tables or their meaning change; a file with another version has them made again when it is opened.
const derivedNow = 2

// derive makes everything again that follows from the matches, if another version of the program made it.
func (s *Store) derive(ctx context.Context) error {
	var version, ended int
	err := s.write.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0), (SELECT COUNT(*) FROM
		(SELECT 1 FROM matches WHERE ended_ms IS NOT NULL LIMIT 1)) FROM derived`).Scan(&version, &ended)
	if err != nil || version == derivedNow {
		return err
	}
	if ended > 0 {
		s.cfg.Log.Info("Making ratings and boards again from the matches", slog.Int("version", derivedNow))
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if err := s.remake(tx); err != nil {
		return fmt.Errorf("making ratings again: %w", err)
	}
	return tx.Commit()
}

// remake makes everything again that follows from the matches.
func (s *Store) remake(tx *sql.Tx) error {
	for _, t := range []string{"changes", "days", "standings", "steps", "boards", "conduct", "shots", "derived"} {
		if _, err := tx.Exec("DELETE FROM " + t); err != nil {
			return err
		}
	}
	var again []string // indices are made of all rows at once, in order
	for _, index := range []string{"changes_by_player", "standings_by_step"} {
		statement, err := dropIndex(tx, index)
		if err != nil {
			return err
		}
		again = append(again, statement)
	}
	if err := s.refill(tx); err != nil {
		return err
	}
	for _, statement := range append(again, "INSERT INTO derived (version) VALUES ("+strconv.Itoa(derivedNow)+")") {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	return nil
}

// refill fills the empty tables.
func (s *Store) refill(tx *sql.Tx) error {
	change, err := tx.Prepare(newChange)
	if err != nil {
		return err
	}
	f, err := s.fold(tx, func(m moved) error {
		if err := insertDay(tx, m.rated); err != nil {
			return err
		}
		for _, c := range m.changes {
			args, err := changeArgs(m.rated, c)
			if err != nil {
				return err
			}
			if _, err := change.Exec(args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err := cmp.Or(err, change.Close()); err != nil {
		return err
	}
	return f.write(tx)
}

// folded is what follows from all matches, in memory.
type folded struct {
	book    *ranking.Book
	last    time.Time // of the matches that moved ratings
	since   int       // the month from which on conduct is kept
	conduct map[table.PlayerID][]lobby.ConductMonth
	shots   map[shotKey]shot
	gone    departures
	seasons spans
	rate    ranking.Rate
}

// fold goes through all matches that ended, in the order in which they did, and tells how each moved the ratings.
func (s *Store) fold(tx *sql.Tx, tell func(moved) error) (*folded, error) {
	f := &folded{book: ranking.NewBook(), conduct: map[table.PlayerID][]lobby.ConductMonth{},
		shots: map[shotKey]shot{}, rate: ranking.Rate(s.cfg.Rate)}
	var last int64
	err := tx.QueryRow("SELECT COALESCE(MAX(ended_ms), 0) FROM matches").Scan(&last)
	if err != nil {
		return nil, err
	}
	f.since = lobby.MonthOf(fromMs(last)) - lobby.ConductMonths + 1
	if f.seasons, err = seasonSpans(tx); err != nil {
		return nil, err
	}
	if f.gone, err = departed(tx); err != nil {
		return nil, err
	}
	err = eachEnded(tx, f.play, tell)
	f.gone.before(math.MaxInt64, f.book)
	return f, err
}

// play moves everything by a page of matches, and returns those that moved ratings.
func (f *folded) play(page []ended) ([]moved, error) {
	out := make([]moved, 0, len(page))
	for _, m := range page {
		f.gone.before(m.seq, f.book)
		f.stay(m)
		if !m.isRated {
			continue
		}
		if m.At.Before(f.last) {
			m.At = f.last
		}
		m.Season = f.seasons.at(m.seq)
		changes, err := f.book.Move(m.Match, f.rate)
		if err != nil {
			return nil, err
		}
		if len(changes) == 0 {
			continue
		}
		f.last = m.At
		for _, c := range changes {
			key := shotKey{m.Season, c.Category}
			if t, ok := shotOf(m.rated, c); ok && t.gain > f.shots[key].gain {
				f.shots[key] = t
			}
		}
		out = append(out, moved{m.rated, changes})
	}
	return out, nil
}

// stay counts how people stayed in a match.
func (f *folded) stay(m ended) {
	month := lobby.MonthOf(m.ended)
	if month < f.since || !lobby.Counts(m.settings, m.Places) {
		return
	}
	for _, p := range m.Places {
		if p.Person.IsBot() || f.gone.gone[p.Person.ID] {
			continue
		}
		months := f.conduct[p.Person.ID]
		i := slices.IndexFunc(months, func(c lobby.ConductMonth) bool { return c.Month == month })
		if i < 0 {
			i, months = len(months), append(months, lobby.ConductMonth{Month: month})
		}
		months[i].Add(lobby.ConductOf(p))
		f.conduct[p.Person.ID] = months
	}
}

// write writes boards and conduct into empty tables.
func (f *folded) write(tx *sql.Tx) error {
	keep, err := tx.Prepare(keepStanding)
	if err != nil {
		return err
	}
	for b, until := range f.book.Boards() {
		board, err := insertBoard(tx, b, until)
		if err != nil {
			return err
		}
		steps := map[int][2]int{}
		for _, r := range sorted(f.book, b) {
			met, err := json.Marshal(r.Met)
			if err != nil {
				return err
			}
			_, err = keep.Exec(board, r.Player, r.Skill.Mu, r.Skill.Sigma, r.Score, r.Step(), r.Bot, r.Matches, r.Wins,
				r.Walked, r.Games, string(met), r.Trend, r.Day, r.Was)
			if err != nil {
				return err
			}
			n := steps[r.Step()]
			if !r.Bot {
				n[0]++
			}
			n[1]++
			steps[r.Step()] = n
		}
		for at, n := range steps {
			_, err := tx.Exec("INSERT INTO steps (board, step, people, stand) VALUES (?, ?, ?, ?)", board, at, n[0],
				n[1])
			if err != nil {
				return err
			}
		}
	}
	if err := keep.Close(); err != nil {
		return err
	}
	for k, t := range f.shots {
		if _, err := tx.Exec(keepShot, k.season, k.category, t.gain, t.player, t.match); err != nil {
			return err
		}
	}
	return f.writeConduct(tx)
}

// sorted are the rows of a board by player: in the order in which the table has them, nothing is written twice.
func sorted(book *ranking.Book, b ranking.Board) []ranking.Standing {
	return slices.SortedFunc(book.Standings(b), func(x, y ranking.Standing) int {
		return cmp.Compare(x.Player, y.Player)
	})
}

func (f *folded) writeConduct(tx *sql.Tx) error {
	add, err := tx.Prepare(`INSERT INTO conduct (player_id, month, matches, back, lost, walked)
		VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	for id, months := range f.conduct {
		for _, m := range months {
			if _, err := add.Exec(id, m.Month, m.Matches, m.Back, m.Lost, m.Walked); err != nil {
				return err
			}
		}
	}
	return add.Close()
}

// Recompute makes all ratings and boards again from the places of the matches, in the order in which they ended, in
// memory, and returns where the result differs from what is there. It reads one moment of the file and holds up no
// writer.
func (s *Store) Recompute(ctx context.Context) ([]admin.Difference, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	f, err := s.fold(tx, func(moved) error { return nil })
	if err != nil {
		return nil, err
	}
	return f.differences(tx)
}

// Rewrite replaces all ratings and boards by recomputed ones, notes the act in the same transaction, and returns what
// differed.
func (s *Store) Rewrite(ctx context.Context, a admin.Act) ([]admin.Difference, error) {
	diff, err := s.Recompute(ctx)
	if err != nil {
		return nil, err
	}
	return diff, s.do(ctx, func(tx *sql.Tx) error {
		if err := s.remake(tx); err != nil {
			return err
		}
		return note(tx, a)
	})
}

// differences compares all boards whose time is not over with those that are written down.
func (f *folded) differences(tx *sql.Tx) ([]admin.Difference, error) {
	var out []admin.Difference
	written := map[ranking.Board]bool{}
	boards, err := liveBoards(tx, f.last)
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		written[b.Board] = true
		diff, err := f.compare(tx, b)
		if err != nil {
			return nil, err
		}
		out = append(out, diff...)
	}
	for b, until := range f.book.Boards() {
		if !written[b] && (until.IsZero() || until.After(f.last)) {
			for _, r := range sorted(f.book, b) {
				out = append(out, admin.Difference{Category: wordsOf(b), Player: r.Player, Again: r.Skill})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b admin.Difference) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Player, b.Player))
	})
	return out, nil
}

// compare compares one board.
func (f *folded) compare(tx *sql.Tx, b board) (out []admin.Difference, err error) {
	rows, err := tx.Query("SELECT s.player_id, "+standingColumns+` FROM standings s WHERE s.board = ?
		ORDER BY s.player_id`, b.id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	seen := 0
	for rows.Next() {
		var id table.PlayerID
		live, err := scanRow(rows, &id)
		if err != nil {
			return nil, err
		}
		again, ok, _ := f.book.Row(b.Board, id)
		if ok {
			seen++
		}
		if !ok || !live.Equal(again) {
			out = append(out, admin.Difference{Category: wordsOf(b.Board), Player: id, Live: live.Skill,
				Again: again.Skill})
		}
	}
	if err := rows.Err(); err != nil || seen == f.book.Len(b.Board) {
		return out, err
	}
	return f.missing(tx, b, out)
}

// missing adds those who should stand on a board and do not.
func (f *folded) missing(tx *sql.Tx, b board, out []admin.Difference) ([]admin.Difference, error) {
	for _, r := range sorted(f.book, b.Board) {
		var there bool
		err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM standings WHERE board = ? AND player_id = ?)", b.id, r.Player).
			Scan(&there)
		if err != nil {
			return nil, err
		}
		if !there {
			out = append(out, admin.Difference{Category: wordsOf(b.Board), Player: r.Player, Again: r.Skill})
		}
	}
	return out, nil
}

// board is a board as it is written down.
type board struct {
	ranking.Board
	id int64
}

// liveBoards lists the boards whose time was not over at a moment.
func liveBoards(tx *sql.Tx, at time.Time) ([]board, error) {
	rows, err := tx.Query("SELECT id, span, category FROM boards WHERE until_ms IS NULL OR until_ms > ? ORDER BY id",
		ms(at))
	return collect(rows, err, func(rows *sql.Rows) (b board, err error) {
		return b, rows.Scan(&b.id, &b.Span, &b.Category)
	})
}

func wordsOf(b ranking.Board) string {
	if b.Span == string(lobby.SpanAll) {
		return b.Category
	}
	return b.Category + ", " + b.Span
}
