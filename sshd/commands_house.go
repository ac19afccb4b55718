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
	for _, l := range c.house.TableList(c.asker.ID) {
		t := tableJSON{
			Table: string(l.ID), Game: l.Settings.Game, Title: l.Settings.Title, Stage: string(l.Stage), Host: l.Host,
			Free: l.Free, Open: l.Open, Watchers: l.Watchers, Pace: string(l.Settings.Pace), Rated: l.Settings.Rated,
			Private: l.Settings.Private, Opened: l.Opened.UTC(), Seated: l.Seated, MyTurn: l.MyTurn, Seats: []string{},
		}
		for _, ch := range l.Chairs {
			t.Seats = append(t.Seats, ch.Owner.Name)
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
			rows = append(rows, []string{t.Table, t.Game, t.Stage, seats(t.Seats), t.Pace, yes(t.Rated), t.Title})
		}
		sheet.Columns(w, rows, "")
	})
}

// seats writes who sits at a table.
func seats(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		if out[i] = n; n == "" {
			out[i] = "(free)"
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
}

func who(c *call) error {
	all := []personJSON{}
	for _, p := range c.house.Who() {
		all = append(all, personJSON{p.Player.Name, p.Player.Guest, p.Where, p.Since.UTC(), p.Rating})
	}
	return c.print(map[string]any{"people": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "Nobody is here just now. Bots always are: ssh -t … play")
			return
		}
		rows := [][]string{{"NAME", "WHERE", "QUIET FOR", "RATING"}}
		for _, p := range all {
			name := p.Name
			if p.Guest {
				name += " (guest)"
			}
			quiet := c.server.cfg.Now().Sub(p.Since)
			rows = append(rows, []string{name, p.Where, words(max(quiet, 0)), p.Rating})
		}
		sheet.Columns(w, rows, "")
	})
}

// standingJSON is a row of a leaderboard.
type standingJSON struct {
	Rank    int     `json:"rank"`
	Name    string  `json:"name"`
	Bot     bool    `json:"bot"`
	Rating  int     `json:"rating"`
	Words   string  `json:"words"` // where the skill lies with near certainty
	Mu      float64 `json:"mu"`
	Sigma   float64 `json:"sigma"`
	Matches int     `json:"matches"`
	Wins    int     `json:"wins"`
	Trend   float64 `json:"trend"`
	Me      bool    `json:"me"`
}

// boardJSON is one leaderboard.
type boardJSON struct {
	Category string         `json:"category"`
	Rows     []standingJSON `json:"rows"`
	Mine     *standingJSON  `json:"mine"`
	Total    int            `json:"total"`
}

func standing(s lobby.Standing) standingJSON {
	return standingJSON{
		Rank: s.Rank, Name: s.Name, Bot: s.Bot, Rating: lobby.Shown(s.Skill), Words: lobby.InWords(s.Skill, s.Matches),
		Mu: s.Skill.Mu, Sigma: s.Skill.Sigma, Matches: s.Matches, Wins: s.Wins, Trend: s.Trend, Me: s.Me,
	}
}

func leaderboard(c *call) error {
	seats, err := c.seats()
	if err != nil {
		return err
	}
	categories, err := c.house.Categories(c.ctx)
	if err != nil {
		return err
	}
	game := ""
	if len(c.args) > 0 {
		game = c.args[0]
		if err := c.knows(game); err != nil {
			return err
		}
	}
	boards := []boardJSON{}
	for _, cat := range categories {
		of, _, _ := strings.Cut(cat, "/")
		if game != "" && of != game || seats != 0 && cat != lobby.Category(of, seats) {
			continue
		}
		b, err := c.house.Board(c.ctx, cat, c.asker.ID, 0, lobby.BoardMax)
		if err != nil {
			return err
		}
		out := boardJSON{Category: cat, Rows: []standingJSON{}, Total: b.Total}
		for _, s := range b.Rows {
			out.Rows = append(out.Rows, standing(s))
		}
		if b.Mine != nil {
			mine := standing(*b.Mine)
			out.Mine = &mine
		}
		boards = append(boards, out)
	}
	return c.print(map[string]any{"boards": boards}, func(w io.Writer) {
		if len(boards) == 0 {
			_, _ = fmt.Fprintln(w, "Nobody has played a rated match of that yet. Be the first: ssh -t … play")
		}
		for i, b := range boards {
			if i > 0 {
				_, _ = fmt.Fprintln(w)
			}
			board(w, b)
		}
	})
}

// board writes one leaderboard as text.
func board(w io.Writer, b boardJSON) {
	_, _ = fmt.Fprintln(w, b.Category)
	rows := [][]string{{"", "RANK", "NAME", "RATING", "MATCHES", "WINS", "TREND", ""}}
	row := func(s standingJSON) {
		me, name := "", s.Name
		if s.Me {
			me = "*"
		}
		if s.Bot {
			name += " (bot)"
		}
		rows = append(rows, []string{
			me, strconv.Itoa(s.Rank), name, strconv.Itoa(s.Rating), strconv.Itoa(s.Matches), strconv.Itoa(s.Wins),
			fmt.Sprintf("%+.0f", s.Trend), s.Words,
		})
	}
	shown := false
	for _, s := range b.Rows {
		row(s)
		shown = shown || s.Me
	}
	if b.Mine != nil && !shown {
		row(*b.Mine)
	}
	sheet.Columns(w, rows, "lrlrrrr")
}

// recordJSON is what somebody has done in one category.
type recordJSON struct {
	Category string `json:"category"`
	Rating   int    `json:"rating"`
	Words    string `json:"words"`
	Rank     int    `json:"rank"` // 0 while unranked
	Matches  int    `json:"matches"`
	Wins     int    `json:"wins"`
	Left     int    `json:"left"`
}

// profileJSON is a player as the profile command prints them.
type profileJSON struct {
	Name    string            `json:"name"`
	Bot     string            `json:"bot"` // a bot's strength; empty for people
	Created time.Time         `json:"created"`
	Names   []string          `json:"names"`
	Records []recordJSON      `json:"records"`
	Against *lobby.HeadToHead `json:"against"` // you and this player; null for oneself
}

func profile(c *call) error {
	name, err := c.whose()
	if err != nil {
		return err
	}
	p, err := c.house.Profile(c.ctx, c.asker.ID, name)
	if err != nil {
		return err
	}
	out := profileJSON{
		Name: p.Player.Name, Bot: p.Player.Bot, Created: p.Player.Created.UTC(),
		Names: []string{}, Records: []recordJSON{}, Against: p.Against,
	}
	for _, n := range p.Names {
		out.Names = append(out.Names, n.Name)
	}
	for _, r := range p.Records {
		out.Records = append(out.Records, recordJSON{
			r.Category, lobby.Shown(r.Skill), lobby.InWords(r.Skill, r.Matches), r.Rank, r.Matches, r.Wins, r.Left,
		})
	}
	return c.print(out, func(w io.Writer) { profileText(w, out) })
}

func profileText(w io.Writer, p profileJSON) {
	_, _ = fmt.Fprintf(w, "%s, here since %s\n", p.Name, sheet.Day(p.Created))
	if len(p.Names) > 1 {
		_, _ = fmt.Fprintf(w, "also known as %s\n", strings.Join(p.Names, ", "))
	}
	if p.Against != nil && p.Against.Matches > 0 {
		_, _ = fmt.Fprintf(w, "against you: %d matches, %d better, %d worse\n",
			p.Against.Matches, p.Against.Better, p.Against.Worse)
	}
	if len(p.Records) == 0 {
		_, _ = fmt.Fprintln(w, "no rated match yet")
		return
	}
	rows := [][]string{{"CATEGORY", "RATING", "RANK", "MATCHES", "WINS", "LEFT", ""}}
	for _, r := range p.Records {
		rank := "-"
		if r.Rank > 0 {
			rank = strconv.Itoa(r.Rank)
		}
		rows = append(rows, []string{
			r.Category, strconv.Itoa(r.Rating), rank, strconv.Itoa(r.Matches), strconv.Itoa(r.Wins),
			strconv.Itoa(r.Left), r.Words,
		})
	}
	sheet.Columns(w, rows, "lrrrrr")
}

// pastJSON is a match as the history command prints it.
type pastJSON struct {
	Match  table.MatchID `json:"match"`
	Game   string        `json:"game"`
	Names  []string      `json:"names"` // by seat
	Ranks  []int         `json:"ranks"`
	Points []int         `json:"points"`
	Seat   int           `json:"seat"` // the player's
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
			Rated: p.Rated, Change: p.Change, Reason: string(p.Reason), Opened: p.Opened.UTC(),
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
		Table: table.ID(c.flags["table"]),
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
	dated, err := lobby.ParseSearch(when, nil, time.UTC)
	if err != nil || dated.Since.IsZero() {
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
