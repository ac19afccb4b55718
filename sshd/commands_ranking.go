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
	"saloon/tui/style"
	"saloon/tui/widget"
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

// recordJSON is what somebody has done in one category.
type recordJSON struct {
	Category  string    `json:"category"`
	Rating    int       `json:"rating"`
	Words     string    `json:"words"`
	Rank      int       `json:"rank"` // 0 while not placed
	Missing   string    `json:"missing"`
	Matches   int       `json:"matches"`
	Wins      int       `json:"wins"`
	Left      int       `json:"left"`
	Opponents int       `json:"opponents"`
	Curve     []float64 `json:"curve"` // the rating before the last matches and after each
}

// conductJSON is how somebody stays at their tables, in matches that fade with the months.
type conductJSON struct {
	Stays *int   `json:"stays"` // in how many of 100 matches; null where too few are known
	Words string `json:"words"`
	lobby.Conduct
}

// stays is a share of matches; nil where too few are known.
func stays(c lobby.Conduct) *int {
	n, ok := c.Share()
	if !ok {
		return nil
	}
	return &n
}

func percent(n *int) string {
	if n == nil {
		return "new"
	}
	return strconv.Itoa(*n) + "%"
}

// versusJSON is what two people have played against each other in one game.
type versusJSON struct {
	Game    string `json:"game"`
	Matches int    `json:"matches"`
	Better  int    `json:"better"` // you came out ahead
	Worse   int    `json:"worse"`
}

// profileJSON is a player as the profile command prints them.
type profileJSON struct {
	Name    string            `json:"name"`
	Bot     string            `json:"bot"` // a bot's strength; empty for people
	Created time.Time         `json:"created"`
	Names   []string          `json:"names"`
	Records []recordJSON      `json:"records"`
	Against *lobby.HeadToHead `json:"against"` // you and this player; null for oneself
	Versus  []versusJSON      `json:"versus"`  // the same by game
	Conduct conductJSON       `json:"conduct"`
	Awards  []awardJSON       `json:"awards"`
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
		Names: []string{}, Records: []recordJSON{}, Against: p.Against, Versus: []versusJSON{},
		Awards: awards(p.Awards), Conduct: conductJSON{stays(p.Conduct), p.Conduct.InWords(), p.Conduct},
	}
	for _, n := range p.Names {
		out.Names = append(out.Names, n.Name)
	}
	for _, v := range p.Versus {
		out.Versus = append(out.Versus, versusJSON{v.Game, v.Matches, v.Better, v.Worse})
	}
	for _, r := range p.Records {
		out.Records = append(out.Records, recordJSON{
			Category: r.Category, Rating: lobby.Shown(r.Skill), Words: lobby.InWords(r.Skill, r.Matches), Rank: r.Rank,
			Missing: lobby.Missing(lobby.SpanAll, r.Matches, r.Opponents), Matches: r.Matches, Wins: r.Wins,
			Left: r.Left, Opponents: r.Opponents, Curve: r.Trend,
		})
	}
	return c.print(out, func(w io.Writer) { profileText(w, out) })
}

func profileText(w io.Writer, p profileJSON) {
	_, _ = fmt.Fprintf(w, "%s, here since %s\n", p.Name, sheet.Day(p.Created))
	if len(p.Names) > 1 {
		_, _ = fmt.Fprintf(w, "also known as %s\n", strings.Join(p.Names, ", "))
	}
	if p.Bot == "" && p.Conduct.Matches > 0 {
		_, _ = fmt.Fprintf(w, "%s\n", p.Conduct.Words)
	}
	for _, v := range p.Versus {
		_, _ = fmt.Fprintf(w, "against you in %s: %d matches, %d better, %d worse\n", v.Game, v.Matches, v.Better,
			v.Worse)
	}
	for _, a := range p.Awards {
		_, _ = fmt.Fprintf(w, "%s, %s\n", a.Season, a.words())
	}
	if len(p.Records) == 0 {
		_, _ = fmt.Fprintln(w, "no rated match yet")
		return
	}
	rows := [][]string{{"CATEGORY", "RATING", "RANK", "MATCHES", "WINS", "LEFT", ""}}
	for _, r := range p.Records {
		rank, words := "-", r.Words
		if r.Rank > 0 {
			rank = strconv.Itoa(r.Rank)
		}
		if r.Missing != "" && p.Bot == "" {
			words += "; not placed: " + r.Missing
		}
		rows = append(rows, []string{
			r.Category, strconv.Itoa(r.Rating), rank, strconv.Itoa(r.Matches), strconv.Itoa(r.Wins),
			strconv.Itoa(r.Left), words,
		})
	}
	sheet.Columns(w, rows, "lrrrrr")
	for _, r := range p.Records {
		curveText(w, r)
	}
}

// Size of a rating curve as text, in cells.
const (
	curveWidth  = 72
	curveHeight = 7
)

// curveText draws a rating curve in letters.
func curveText(w io.Writer, r recordJSON) {
	drawn := widget.Graph(r.Curve, curveWidth, curveHeight, style.Plain())
	if len(r.Curve) < 3 || drawn == nil {
		return
	}
	_, _ = fmt.Fprintf(w, "\n%s, the last %d matches\n", r.Category, len(r.Curve)-1)
	for _, row := range drawn {
		_, _ = fmt.Fprintln(w, strings.TrimRight(row, " "))
	}
}
