package data

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"saloon/lobby/table"
)

// ended is a match that has ended, as everything sees it that follows from matches.
type ended struct {
	rated
	isRated  bool
	ended    time.Time // as it was written down
	settings table.Settings
}

// endedPage is how many matches are looked up at once.
const endedPage = 1000

// played is what became of a page of matches: those that moved ratings, and how.
type played struct {
	moved []moved
	err   error
}

type moved struct {
	rated
	changes []table.RatingChange
}

// eachEnded goes through the matches that ended, in the order in which they did, in bounded memory. play makes of each
// page what follows from it, and tell writes that down. Playing takes as long as reading and writing, so it goes on
// beside them, a page behind the one and a page ahead of the other.
func eachEnded(tx *sql.Tx, play func([]ended) ([]moved, error), tell func(moved) error) error {
	in, out := make(chan []ended, 1), make(chan played, 1)
	go func() { // contained: playPage turns a panic into its page's error
		defer close(out)
		for page := range in {
			out <- playPage(page, play)
		}
	}()
	defer func() {
		close(in)
		for range out { // nobody plays on when this returns
		}
	}()
	last, begun := int64(0), 0
	for {
		page, err := endedAfter(tx, last)
		if err != nil {
			return err
		}
		if len(page) > 0 {
			last = page[len(page)-1].seq
			in <- page
			begun++
		}
		if begun == 0 {
			return nil
		}
		if len(page) > 0 && begun == 1 {
			continue
		}
		p := <-out
		if begun--; p.err != nil {
			return p.err
		}
		for _, m := range p.moved {
			if err := tell(m); err != nil {
				return err
			}
		}
	}
}

func playPage(page []ended, play func([]ended) ([]moved, error)) (p played) {
	defer func() {
		if x := recover(); x != nil {
			p.err = fmt.Errorf("panic while ratings were made again: %v\n%s", x, debug.Stack())
		}
	}()
	p.moved, p.err = play(page)
	return p
}

// endedAfter reads one page of matches with their places, in one query.
func endedAfter(tx *sql.Tx, seq int64) ([]ended, error) {
	rows, err := tx.Query(`SELECT m.ended_seq, m.id, m.game, m.config, m.settings, m.ended_ms, m.rated,
		m.rating_rule, `+placeColumns+` FROM (SELECT * FROM matches WHERE ended_seq > ? ORDER BY ended_seq LIMIT ?) m
		JOIN places p ON p.match_id = m.id ORDER BY m.ended_seq, p.seat, p.walked, p.player_id`, seq, endedPage)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []ended
	for rows.Next() {
		var m ended
		var config, settings []byte
		var at int64
		p, err := scanPlace(rows, &m.seq, &m.Played.Match, &m.Game, &config, &settings, &at, &m.isRated, &m.Rule)
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && out[n-1].seq == m.seq {
			out[n-1].Places = append(out[n-1].Places, p)
			continue
		}
		m.ended, m.At, m.Places = fromMs(at), fromMs(at), []table.Place{p}
		if err := json.Unmarshal(settings, &m.settings); err != nil {
			return nil, err
		}
		if m.Seats, err = seatsOf(config); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}
