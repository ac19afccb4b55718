package data

import (
	"database/sql"
	"encoding/json"
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

// eachEnded goes through the matches that ended, in the order in which they did, in bounded memory.
func eachEnded(tx *sql.Tx, f func(ended) error) error {
	for last := int64(0); ; {
		page, err := endedAfter(tx, last)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		for _, m := range page {
			if err := f(m); err != nil {
				return err
			}
			last = m.seq
		}
	}
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
