package sshd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

// historyRows is how many matches the history command lists.
const historyRows = 50

// tableJSON is a table as the tables command prints it.
type tableJSON struct {
	Table    string    `json:"table"`
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Stage    string    `json:"stage"`
	Host     string    `json:"host"`
	Seats    []string  `json:"seats"` // who sits there; empty where the seat is free
	Stays    []*int    `json:"stays"` // in how many of 100 matches they stay; null where too few are known
	Free     int       `json:"free"`
	Open     int       `json:"open"` // seats for a substitute
	Watchers int       `json:"watchers"`
	Pace     string    `json:"pace"`
	Rated    bool      `json:"rated"`
	Private  bool      `json:"private"`
	Opened   time.Time `json:"opened"`
	Seated   bool      `json:"seated"`
	MyTurn   bool      `json:"my_turn"`
}

func tables(c *call) error {
	all := []tableJSON{}
	for _, l := range c.house.TableList(c.ctx, c.asker.ID) {
		t := tableJSON{
			Table: string(l.ID), Game: l.Settings.Game, Title: l.Settings.Title, Stage: string(l.Stage), Host: l.Host,
			Free: l.Free, Open: l.Open, Watchers: l.Watchers, Pace: string(l.Settings.Pace), Rated: l.Settings.Rated,
			Private: l.Settings.Private, Opened: l.Opened.UTC(), Seated: l.Seated, MyTurn: l.MyTurn,
			Seats: []string{}, Stays: []*int{},
		}
		for _, ch := range l.Chairs {
			t.Seats = append(t.Seats, ch.Owner.Name)
		}
		for _, conduct := range l.Conduct {
			t.Stays = append(t.Stays, stays(conduct))
		}
		all = append(all, t)
	}
	return c.print(map[string]any{"tables": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "No table stands just now. Open one: ssh -t … play")
			return
		}
		rows := [][]string{{"TABLE", "GAME", "STAGE", "SEATS", "CLOCK", "RATED", "TITLE"}}
		for _, t := range all {
			rows = append(rows, []string{t.Table, t.Game, t.Stage, seats(t.Seats, t.Stays),
				t.Pace, yes(t.Rated), t.Title})
		}
		sheet.Columns(w, rows, "")
	})
}

// seats writes who sits at a table, and how they stay at theirs.
func seats(names []string, stays []*int) string {
	out := make([]string, len(names))
	for i, n := range names {
		switch {
		case n == "":
			out[i] = "(free)"
		case i < len(stays) && stays[i] != nil:
			out[i] = n + " " + percent(stays[i])
		default:
			out[i] = n
		}
	}
	return strings.Join(out, ", ")
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// personJSON is somebody as the who command prints them.
type personJSON struct {
	Name   string    `json:"name"`
	Guest  bool      `json:"guest"`
	Where  string    `json:"where"`
	Since  time.Time `json:"since"` // of their last key
	Rating string    `json:"rating"`
	// Stays says in how many of 100 matches they stay; null where too few are known.
	Stays *int `json:"stays"`
}

func who(c *call) error {
	all := []personJSON{}
	for _, p := range c.house.Who() {
		all = append(all, personJSON{p.Player.Name, p.Player.Guest, p.Where, p.Since.UTC(), p.Rating, stays(p.Conduct)})
	}
	return c.print(map[string]any{"people": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "Nobody is here just now. Bots always are: ssh -t … play")
			return
		}
		rows := [][]string{{"NAME", "WHERE", "QUIET FOR", "STAYS", "RATING"}}
		for _, p := range all {
			name := p.Name
			if p.Guest {
				name += " (guest)"
			}
			quiet := c.server.cfg.Now().Sub(p.Since)
			rows = append(rows, []string{name, p.Where, words(max(quiet, 0)), percent(p.Stays), p.Rating})
		}
		sheet.Columns(w, rows, "")
	})
}

// pastJSON is a match as the history command prints it.
type pastJSON struct {
	Match  table.MatchID `json:"match"`
	Game   string        `json:"game"`
	Names  []string      `json:"names"` // by seat
	Ranks  []int         `json:"ranks"`
	Points []int         `json:"points"`
	Seat   int           `json:"seat"` // the player's
	Left   bool          `json:"left"` // the player walked out
	Rated  bool          `json:"rated"`
	Change float64       `json:"change"`
	Reason string        `json:"reason"`
	Opened time.Time     `json:"opened"`
	Ended  *time.Time    `json:"ended"` // null while it is played
}

func history(c *call) error {
	name, err := c.whose()
	if err != nil {
		return err
	}
	find, err := c.search()
	if err != nil {
		return err
	}
	past, err := c.house.History(c.ctx, c.asker.ID, name, find, historyRows)
	if err != nil {
		return err
	}
	all := []pastJSON{}
	for _, p := range past {
		out := pastJSON{
			Match: p.Match, Game: p.Game, Names: p.Names, Ranks: p.Ranks, Points: p.Points, Seat: int(p.Seat),
			Left: p.Left, Rated: p.Rated, Change: p.Change, Reason: string(p.Reason), Opened: p.Opened.UTC(),
		}
		if !p.Ended.IsZero() {
			ended := p.Ended.UTC()
			out.Ended = &ended
		}
		all = append(all, out)
	}
	return c.print(map[string]any{"matches": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "No match yet.")
			return
		}
		rows := [][]string{{"MATCH", "OPENED (UTC)", "GAME", "PLACE", "RATING", "PLAYERS"}}
		for _, p := range all {
			rows = append(rows, []string{
				string(p.Match), sheet.Day(p.Opened), p.Game, place(p), change(p), players(p),
			})
		}
		sheet.Columns(w, rows, "lllrr")
	})
}

// search is which matches the flags ask for.
func (c *call) search() (lobby.Search, error) {
	s := lobby.Search{
		Game: c.flags["game"], With: c.flags["with"], Result: lobby.Result(c.flags["result"]),
		Table: c.flags["table"],
	}
	if s.Game != "" {
		if err := c.knows(s.Game); err != nil {
			return s, err
		}
	}
	if s.Result != lobby.AnyResult && s.Result != lobby.Won && s.Result != lobby.Lost {
		return s, errUsage("--result wants won or lost")
	}
	when, said := c.flags["when"]
	if !said {
		return s, nil
	}
	dated := lobby.ParseSearch(when, nil, time.UTC)
	if dated.Since.IsZero() {
		return s, errUsage("--when wants a year, a month or a day, such as 2026, 2026-11 or 2026-11-30")
	}
	s.Since, s.Until = dated.Since, dated.Until
	return s, nil
}

// place is where the player came in.
func place(p pastJSON) string {
	if p.Ended == nil || p.Seat < 0 || p.Seat >= len(p.Ranks) {
		return "-"
	}
	if p.Left {
		return "walked out"
	}
	return fmt.Sprintf("%d of %d", p.Ranks[p.Seat], len(p.Ranks))
}

func change(p pastJSON) string {
	if !p.Rated || p.Ended == nil {
		return "-"
	}
	return fmt.Sprintf("%+.0f", p.Change)
}

// players writes who played, with their points where there are some.
func players(p pastJSON) string {
	out := make([]string, len(p.Names))
	for i, n := range p.Names {
		out[i] = n
		if p.Ended != nil && i < len(p.Points) {
			out[i] += fmt.Sprintf(" %d", p.Points[i])
		}
	}
	return strings.Join(out, ", ")
}
