package sshd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/tui/style"
	"saloon/tui/widget"
)

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
	// Reflexes are how they react in races: all of them first, then to each kind of card; empty without any.
	Reflexes []reflexJSON `json:"reflexes"`
}

// reflexJSON is how somebody reacts to one thing. Times are of valid reactions alone, null without any.
type reflexJSON struct {
	On     string `json:"on"` // such as "Cavalry"; empty for all together
	Races  int    `json:"races"`
	Valid  int    `json:"valid"`
	Early  int    `json:"early"` // false starts
	Wrong  int    `json:"wrong"`
	None   int    `json:"none"`
	Median *int64 `json:"median_ms"`
	Lower  *int64 `json:"lower_ms"` // a quarter is at most as long
	Upper  *int64 `json:"upper_ms"` // a quarter is at least as long
	Spread *int64 `json:"spread_ms"`
}

func reflexes(r lobby.Reflexes) []reflexJSON {
	out := []reflexJSON{}
	if r.All.Count == 0 {
		return out
	}
	for _, x := range append([]lobby.Reflex{r.All}, r.On...) {
		one := reflexJSON{On: x.On, Races: x.Count, Valid: x.Valid, Early: x.FalseStarts, Wrong: x.WrongMoves,
			None: x.NoResponses}
		if x.Valid > 0 {
			one.Median, one.Lower = millis(x.Median), millis(x.Lower)
			one.Upper, one.Spread = millis(x.Upper), millis(x.Spread)
		}
		out = append(out, one)
	}
	return out
}

func millis(d time.Duration) *int64 {
	ms := d.Milliseconds()
	return &ms
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
		Reflexes: reflexes(p.Reflexes),
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
		_, _ = fmt.Fprintf(w, "against you in %s: %s, %d better, %d worse\n", v.Game, lobby.Plural(v.Matches, "match"),
			v.Better, v.Worse)
	}
	for _, a := range p.Awards {
		_, _ = fmt.Fprintf(w, "%s, %s\n", a.Season, a.words())
	}
	recordsText(w, p)
	reflexesText(w, p.Reflexes)
}

func recordsText(w io.Writer, p profileJSON) {
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

// reflexesText tells how somebody reacts in races, as their screen does.
func reflexesText(w io.Writer, all []reflexJSON) {
	if len(all) == 0 {
		return
	}
	_, _ = fmt.Fprintf(w, "\nin races, the last %d, with the line's delay taken out\n", all[0].Races)
	rows := [][]string{{"REACTION TO", "MEDIAN", "HALF OF THEM", "SPREAD", "RACES", "EARLY", "WRONG", "NONE"}}
	for _, x := range all {
		on, half := x.On, "-"
		if on == "" {
			on = "all"
		}
		if x.Valid > 0 {
			half = fmt.Sprintf("%d-%d ms", *x.Lower, *x.Upper)
		}
		rows = append(rows, []string{on, took(x.Median), half, took(x.Spread), strconv.Itoa(x.Races),
			strconv.Itoa(x.Early), strconv.Itoa(x.Wrong), strconv.Itoa(x.None)})
	}
	sheet.Columns(w, rows, "lrrrrrrr")
}

// took writes a time in milliseconds; "-" for none.
func took(ms *int64) string {
	if ms == nil {
		return "-"
	}
	return strconv.FormatInt(*ms, 10) + " ms"
}
