package sshd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

// clubJSON is a community table as the clubs command prints it. Members, ladder, notes and matches are those of one
// that is asked for by its name.
type clubJSON struct {
	Name    string      `json:"name"`
	Game    string      `json:"game"`
	Seats   int         `json:"seats"`
	Pace    string      `json:"pace"`
	Rated   bool        `json:"rated"`
	Bots    string      `json:"bots"` // the strength of those that take free seats; empty for none
	Owner   string      `json:"owner"`
	About   string      `json:"about"`
	Roster  bool        `json:"roster_only"`
	Members []string    `json:"members"`
	Hours   string      `json:"hours"` // by the clock of its own zone
	Zone    string      `json:"zone"`
	Open    bool        `json:"open"`
	Table   string      `json:"table"` // the code of its table, if that is up
	Stage   string      `json:"stage"`
	Here    int         `json:"here"`
	Founded time.Time   `json:"founded"`
	Ladder  []rungJSON  `json:"ladder"`
	Notes   []noteJSON  `json:"notes"`
	Matches []matchJSON `json:"matches"`
}

type rungJSON struct {
	Rank    int    `json:"rank"`
	Name    string `json:"name"`
	Rating  int    `json:"rating"`
	Matches int    `json:"matches"`
	Wins    int    `json:"wins"`
}

type noteJSON struct {
	At   time.Time `json:"at"`
	Name string    `json:"name"`
	Text string    `json:"text"`
}

type matchJSON struct {
	Match  table.MatchID `json:"match"`
	Opened time.Time     `json:"opened"`
	Names  []string      `json:"names"`
	Ranks  []int         `json:"ranks"` // by seat; none while it is played
}

func clubOf(h lobby.Hall) clubJSON {
	out := clubJSON{
		Name: h.Name, Game: h.Settings.Game, Seats: h.Settings.Seats, Pace: string(h.Settings.Pace),
		Rated: h.Settings.Rated, Bots: h.Warm, Owner: h.OwnerName, About: h.About, Roster: h.RosterOnly,
		Members: append([]string{}, h.Names...), Hours: h.Hours.String(), Zone: h.Hours.Zone, Open: h.Open,
		Here: h.Here, Founded: h.Founded.UTC(), Ladder: []rungJSON{}, Notes: []noteJSON{}, Matches: []matchJSON{},
	}
	if h.Live != nil {
		out.Table, out.Stage = string(h.Live.ID), string(h.Live.Stage)
	}
	for i, r := range h.Ladder {
		out.Ladder = append(out.Ladder, rungJSON{i + 1, r.Name, lobby.Shown(r.Skill), r.Matches, r.Wins})
	}
	for _, n := range h.Notes {
		out.Notes = append(out.Notes, noteJSON{n.At.UTC(), n.Name, n.Text})
	}
	for _, p := range h.Matches {
		out.Matches = append(out.Matches, matchJSON{p.Match, p.Opened.UTC(), p.Names, append([]int{}, p.Ranks...)})
	}
	return out
}

// clubs lists the community tables, or tells of one.
func clubs(c *call) error {
	if len(c.args) > 0 {
		h, err := c.house.ClubHall(c.ctx, strings.Join(c.args, " "))
		if err != nil {
			return err
		}
		one := clubOf(h)
		return c.print(one, func(w io.Writer) { clubText(w, one, c.yours(h)) })
	}
	halls, err := c.house.ClubHalls(c.ctx)
	if err != nil {
		return err
	}
	all := []clubJSON{}
	for _, h := range halls {
		all = append(all, clubOf(h))
	}
	return c.print(map[string]any{"clubs": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "No community has a table of its own here yet.")
			return
		}
		rows := [][]string{{"NAME", "GAME", "HERE", "HOURS", "OWNER"}}
		for _, one := range all {
			rows = append(rows, []string{one.Name, one.Game, strconv.Itoa(one.Here), hours(one), one.Owner})
		}
		sheet.Columns(w, rows, "llr")
	})
}

// hours says when a community's table is open, and by whose clock.
func hours(c clubJSON) string {
	switch {
	case c.Hours == "always":
		return c.Hours
	case c.Zone == "":
		return c.Hours + " UTC"
	}
	return c.Hours + " " + c.Zone
}

// yours says a community table's hours by the clock of whoever asks, if they have said which that is and it is another.
func (c *call) yours(h lobby.Hall) string {
	zone := c.asker.Prefs.Clock()
	if c.asker.Prefs.Zone == "" || h.Hours.Always() || zone.String() == h.Hours.Zone {
		return ""
	}
	return "By your clock: " + h.Hours.In(zone, c.server.cfg.Now()) + " " + zone.String()
}

// clubText tells of one, with its hours by the asker's clock where that is another.
func clubText(w io.Writer, c clubJSON, yours string) {
	_, _ = fmt.Fprintf(w, "%s: %s, owned by %s\n", c.Name, c.Game, c.Owner)
	if c.About != "" {
		_, _ = fmt.Fprintln(w, c.About)
	}
	_, _ = fmt.Fprintf(w, "Open: %s. Join it: ssh -t … join %q\n", hours(c), c.Name)
	if yours != "" {
		_, _ = fmt.Fprintln(w, yours)
	}
	if len(c.Ladder) > 0 {
		rows := [][]string{{"RANK", "NAME", "RATING", "MATCHES", "WINS"}}
		for _, r := range c.Ladder {
			rows = append(rows, []string{
				strconv.Itoa(r.Rank), r.Name, strconv.Itoa(r.Rating), strconv.Itoa(r.Matches), strconv.Itoa(r.Wins),
			})
		}
		_, _ = fmt.Fprintln(w)
		sheet.Columns(w, rows, "rlrrr")
	}
	for i, n := range c.Notes {
		if i == 0 {
			_, _ = fmt.Fprintln(w)
		}
		_, _ = fmt.Fprintf(w, "%s  %s: %s\n", sheet.Day(n.At), n.Name, n.Text)
	}
}
