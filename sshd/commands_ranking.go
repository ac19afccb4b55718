package sshd

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

// standingJSON is a row of a leaderboard.
type standingJSON struct {
	Rank      int     `json:"rank"` // 0 for bots, and for those who are not placed yet
	Name      string  `json:"name"`
	Bot       bool    `json:"bot"`
	Points    int     `json:"points"` // what the board ranks by
	Placed    bool    `json:"placed"`
	Missing   string  `json:"missing"` // what being placed takes, in words
	Moved     int     `json:"moved"`   // ranks up since the last day on which they played
	Rating    int     `json:"rating"`  // of all time; 0 on other boards
	Words     string  `json:"words"`   // where the skill lies with near certainty
	Mu        float64 `json:"mu"`
	Sigma     float64 `json:"sigma"`
	Matches   int     `json:"matches"`
	Wins      int     `json:"wins"`
	Opponents int     `json:"opponents"` // different ones, up to as many as a place takes
	Games     int     `json:"games"`     // on the house's board
	Trend     float64 `json:"trend"`
	Me        bool    `json:"me"`
}

// boardJSON is one leaderboard.
type boardJSON struct {
	Category string         `json:"category"`
	Span     lobby.Span     `json:"span"`
	Window   string         `json:"window"` // which day, week, month, season
	Season   string         `json:"season"` // its name
	Rows     []standingJSON `json:"rows"`
	Mine     *standingJSON  `json:"mine"`
	Total    int            `json:"total"`
}

// standing is a row of a board; it says nothing of skills that the board does not rank by.
func standing(b lobby.Board, s lobby.Standing) standingJSON {
	out := standingJSON{
		Rank: s.Rank, Name: s.Name, Bot: s.Bot, Points: s.Points, Placed: s.Placed, Moved: s.Moved, Matches: s.Matches,
		Wins: s.Wins, Opponents: s.Opponents, Games: s.Games, Trend: s.Trend, Me: s.Me,
		Missing: lobby.Missing(b.Window.Span, s.Matches, s.Opponents),
	}
	switch {
	case b.Category == lobby.HouseWide:
		out.Missing = lobby.MissingHouse(s.Games)
	case b.Window.Span == lobby.SpanAll:
		out.Rating, out.Words = lobby.Shown(s.Skill), lobby.InWords(s.Skill, s.Matches)
		out.Mu, out.Sigma = s.Skill.Mu, s.Skill.Sigma
	}
	if s.Bot {
		out.Missing = ""
	}
	return out
}

// span is the stretch of time that --span and --season ask for.
func (c *call) span() (lobby.BoardQuery, error) {
	q := lobby.BoardQuery{Span: lobby.SpanAll, N: lobby.BoardMax}
	if word, said := c.flags["span"]; said {
		var ok bool
		if q.Span, q.Back, ok = lobby.ParseSpan(word); !ok {
			return q, errUsage("--span wants " + lobby.SpanWords)
		}
	}
	word, said := c.flags["season"]
	if !said {
		return q, nil
	}
	if _, other := c.flags["span"]; other && q.Span != lobby.SpanSeason {
		return q, errUsage("--season and another --span do not go together")
	}
	q.Span = lobby.SpanSeason
	all, err := c.house.Seasons(c.ctx)
	if err != nil {
		return q, err
	}
	i := slices.IndexFunc(all, func(s lobby.Season) bool {
		return strings.EqualFold(s.Name, word) || strconv.Itoa(s.ID) == word
	})
	if i < 0 {
		return q, errPlain(fmt.Sprintf("there is no season %q; the seasons command lists them", word))
	}
	q.Season = all[i].ID
	return q, nil
}

func leaderboard(c *call) error {
	seats, err := c.seats()
	if err != nil {
		return err
	}
	q, err := c.span()
	if err != nil {
		return err
	}
	categories, err := c.categories(seats)
	if err != nil {
		return err
	}
	boards := []boardJSON{}
	for _, q.Category = range categories {
		b, err := c.house.Ranking(c.ctx, q, c.asker.ID)
		if err != nil {
			return err
		}
		if b.Total == 0 && q.Category == lobby.HouseWide && len(c.args) == 0 {
			continue
		}
		out := boardJSON{Category: b.Category, Span: b.Window.Span, Window: b.Window.Key, Rows: []standingJSON{},
			Total: b.Total}
		if b.Season != nil {
			out.Season = b.Season.Name
		}
		for _, s := range b.Rows {
			out.Rows = append(out.Rows, standing(b, s))
		}
		if b.Mine != nil {
			mine := standing(b, *b.Mine)
			out.Mine = &mine
		}
		boards = append(boards, out)
	}
	return c.print(map[string]any{"boards": boards}, func(w io.Writer) { boardsText(w, boards) })
}

// categories are those that the command is about.
func (c *call) categories(seats int) ([]string, error) {
	game := ""
	if len(c.args) > 0 {
		if game = c.args[0]; game == lobby.HouseWide {
			return []string{lobby.HouseWide}, nil
		}
		if err := c.knows(game); err != nil {
			return nil, err
		}
	}
	all, err := c.house.Categories(c.ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, cat := range all {
		of, _, _ := strings.Cut(cat, "/")
		if (game == "" || of == game) && (seats == 0 || cat == lobby.Category(of, seats)) {
			out = append(out, cat)
		}
	}
	if game == "" && seats == 0 {
		out = append(out, lobby.HouseWide)
	}
	return out, nil
}

func boardsText(w io.Writer, boards []boardJSON) {
	if len(boards) == 0 {
		_, _ = fmt.Fprintln(w, "Nobody has played a rated match of that yet. Be the first: ssh -t … play")
	}
	for i, b := range boards {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		board(w, b)
	}
}

// board writes one leaderboard as text.
func board(w io.Writer, b boardJSON) {
	head := b.Category
	switch {
	case b.Season != "":
		head += ", season " + b.Season
	case b.Span == lobby.SpanSeason:
		head += ": there was no season yet"
	case b.Span != lobby.SpanAll:
		head += ", " + b.Window
	}
	_, _ = fmt.Fprintln(w, head)
	if b.Total == 0 {
		_, _ = fmt.Fprintln(w, "nobody yet")
		return
	}
	rows := [][]string{{"", "RANK", "MOVED", "NAME", "POINTS", "MATCHES", "WINS", "TREND", ""}}
	shown := false
	for _, s := range b.Rows {
		rows = append(rows, s.cells(b))
		shown = shown || s.Me
	}
	if b.Mine != nil && !shown {
		rows = append(rows, b.Mine.cells(b))
	}
	sheet.Columns(w, rows, "lrrlrrrr")
}

func (s standingJSON) cells(b boardJSON) []string {
	me, name, rank, moved, trend, words := "", s.Name, "-", "", "", s.Words
	if s.Me {
		me = "*"
	}
	if s.Bot {
		name += " (bot)"
	}
	if s.Rank > 0 {
		rank = strconv.Itoa(s.Rank)
	}
	if s.Moved != 0 {
		moved = fmt.Sprintf("%+d", s.Moved)
	}
	if b.Span == lobby.SpanAll && b.Category != lobby.HouseWide {
		trend = fmt.Sprintf("%+.0f", s.Trend)
	}
	if s.Missing != "" {
		words = strings.TrimPrefix(words+"; not placed: "+s.Missing, "; ")
	}
	return []string{me, rank, moved, name, strconv.Itoa(s.Points), strconv.Itoa(s.Matches), strconv.Itoa(s.Wins), trend,
		words}
}

// seasonJSON is a season as the seasons command prints it.
type seasonJSON struct {
	Season   int         `json:"season"`
	Name     string      `json:"name"`
	Opened   time.Time   `json:"opened"`
	OpenedBy string      `json:"opened_by"`
	Closed   *time.Time  `json:"closed"` // null while it is open
	ClosedBy string      `json:"closed_by"`
	Awards   []awardJSON `json:"awards"`
}

// awardJSON is what somebody earned in a season, and the match to look at.
type awardJSON struct {
	Season   string        `json:"season"`
	Kind     string        `json:"kind"`
	Category string        `json:"category"`
	Name     string        `json:"name"`
	Match    table.MatchID `json:"match"`
	Points   int           `json:"points"`
}

func awards(all []lobby.Award) []awardJSON {
	out := []awardJSON{}
	for _, a := range all {
		out = append(out, awardJSON{a.SeasonName, a.Kind, a.Category, a.Name, a.Match, a.Points})
	}
	return out
}

// words says an award in a line.
func (a awardJSON) words() string {
	if a.Kind == lobby.AwardShot {
		return fmt.Sprintf("shot of the season in %s, %+d points in one match: replay %s", a.Category, a.Points,
			a.Match)
	}
	return fmt.Sprintf("champion of %s with %d points, best match: replay %s", a.Category, a.Points, a.Match)
}

func seasons(c *call) error {
	all, err := c.house.Seasons(c.ctx)
	if err != nil {
		return err
	}
	out := []seasonJSON{}
	for _, s := range all {
		earned, err := c.house.Awards(c.ctx, s.ID)
		if err != nil {
			return err
		}
		one := seasonJSON{Season: s.ID, Name: s.Name, Opened: s.Opened.UTC(), OpenedBy: s.OpenedBy,
			ClosedBy: s.ClosedBy, Awards: awards(earned)}
		if !s.Open() {
			closed := s.Closed.UTC()
			one.Closed = &closed
		}
		out = append(out, one)
	}
	return c.print(map[string]any{"seasons": out}, func(w io.Writer) {
		if len(out) == 0 {
			_, _ = fmt.Fprintln(w, "There was no season yet.")
		}
		for _, s := range out {
			_, _ = fmt.Fprintf(w, "%d  %s, %s\n", s.Season, s.Name, s.time())
			for _, a := range s.Awards {
				_, _ = fmt.Fprintf(w, "   %s: %s\n", a.Name, a.words())
			}
		}
	})
}

func (s seasonJSON) time() string {
	if s.Closed == nil {
		return "open since " + sheet.Day(s.Opened)
	}
	return sheet.Day(s.Opened) + " to " + sheet.Day(*s.Closed)
}
