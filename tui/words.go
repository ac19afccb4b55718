package tui

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

func itoa(n int) string { return strconv.Itoa(n) }

// sentence begins with a capital letter and ends with a stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if last := s[len(s)-1]; last != '.' && last != '!' && last != '?' {
		s += "."
	}
	return s
}

// ago says how long something is past: "now", "12 min", "3 h", "5 days", or a date.
func ago(now, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return itoa(int(d/time.Minute)) + " min"
	case d < 48*time.Hour:
		return itoa(int(d/time.Hour)) + " h"
	case d < 60*24*time.Hour:
		return itoa(int(d/(24*time.Hour))) + " days"
	default:
		return t.Format("2006-01-02")
	}
}

// pace says a table's clock in a word or two.
func pace(s table.Settings) string {
	switch s.Pace {
	case table.Correspondence:
		return lobby.Plural(max(s.Days, 1), "day") + " a move"
	case table.Quick:
		return "quick"
	default:
		return "normal"
	}
}

// clock is pace for a column.
func clock(s table.Settings) string {
	if s.Pace == table.Correspondence {
		return lobby.Plural(max(s.Days, 1), "day")
	}
	return pace(s)
}

// stage says where a table is in its life.
func stage(l lobby.Listing) string {
	switch l.Stage {
	case table.Gathering:
		if l.Free > 0 {
			return lobby.Plural(l.Free, "free seat")
		}
		return "about to begin"
	case table.Playing:
		if l.Open > 0 {
			return "seat to fill"
		}
		return "playing"
	case table.Adjourned:
		return "adjourned"
	case table.Ended:
		return "match over"
	case table.Halted:
		return "halted"
	default:
		return "closed"
	}
}

// category says a rating class in words: "Wyatt Earp, 2 seats".
func (d *desk) category(c string) string {
	if c == lobby.HouseWide {
		return "The house"
	}
	game, seats, _ := strings.Cut(c, "/")
	return d.title(game) + ", " + seatClass(seats)
}

func seatClass(seats string) string {
	switch seats {
	case "2":
		return "2 seats"
	case "3+":
		return "3+ seats"
	default:
		return seats
	}
}

// standing says a rating for a column: "1,240", with a mark while it is still settling.
func standing(s table.Skill, matches int) string {
	text := lobby.Thousands(lobby.Shown(s))
	if lobby.Provisional(matches) {
		text += "?"
	}
	return text
}

// level says a bot's strength.
func level(name string) string { return name + " bot" }

// place says a rank: "1st".
func place(rank int) string {
	switch {
	case rank <= 0:
		return "-"
	case rank%100 >= 11 && rank%100 <= 13:
		return itoa(rank) + "th"
	}
	switch rank % 10 {
	case 1:
		return itoa(rank) + "st"
	case 2:
		return itoa(rank) + "nd"
	case 3:
		return itoa(rank) + "rd"
	}
	return itoa(rank) + "th"
}

// around counts in a ring of n.
func around(i, n int) int { return (i%n + n) % n }

// anySeat is any seat.
const anySeat = engine.Nobody
