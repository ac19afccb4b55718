package lobby

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"saloon/engine/rating"
	"saloon/lobby/table"
)

// Span is a length of time with leaderboards of its own.
type Span string

// The spans, from the shortest to the longest. Days, weeks (from Monday) and months are those of UTC.
const (
	SpanDay    Span = "day"
	SpanWeek   Span = "week"
	SpanMonth  Span = "month"
	SpanSeason Span = "season"
	SpanAll    Span = "all"
)

// Spans lists all spans, from the shortest to the longest.
func Spans() []Span { return []Span{SpanDay, SpanWeek, SpanMonth, SpanSeason, SpanAll} }

// SpanWords are the words that ParseSpan knows.
const SpanWords = "day, week, month, season, all, yesterday, last-week or last-month"

// ParseSpan reads a span as it is typed, and whether the one before is meant: "week", "last-week".
func ParseSpan(word string) (s Span, back, ok bool) {
	switch word {
	case "yesterday":
		return SpanDay, true, true
	case "last-week":
		return SpanWeek, true, true
	case "last-month":
		return SpanMonth, true, true
	}
	s = Span(word)
	return s, false, slices.Contains(Spans(), s)
}

// HouseWide is the category of the board that counts all games together.
const HouseWide = "house"

// What it takes to be placed on a board. Whoever lacks some of it is listed after all who do not.
var placing = map[Span]struct{ matches, opponents int }{
	SpanDay:    {3, 2},
	SpanWeek:   {3, 2},
	SpanMonth:  {6, 3},
	SpanSeason: {rating.ProvisionalMatches, 3},
	SpanAll:    {rating.ProvisionalMatches, 3},
}

const (
	// OpponentsKept is how many different opponents a board counts; more make no difference to it.
	OpponentsKept = 3
	// HousePart is the most points that one game can give to the house's board, HouseGames how many games count there,
	// the best ones, and HouseLeast in how many one must be placed to be placed there.
	HousePart  = 1000
	HouseGames = 3
	HouseLeast = 2
	// PointsMin and PointsMax bound the points of a board.
	PointsMin, PointsMax = -900, 9999
)

// Placed reports whether somebody is ranked on a category's board with so many matches against so many different
// opponents. A rating from few matches, or against the same two people, says more about luck and friends than skill.
func Placed(s Span, matches, opponents int) bool {
	p := placing[s]
	return matches >= p.matches && opponents >= p.opponents
}

// Missing says what keeps somebody from being placed: "3 more matches and 1 more opponent"; "" if nothing does.
func Missing(s Span, matches, opponents int) string {
	p := placing[s]
	var parts []string
	if n := p.matches - matches; n > 0 {
		parts = append(parts, more(n, "match", "es"))
	}
	if n := p.opponents - opponents; n > 0 {
		parts = append(parts, more(n, "opponent", "s"))
	}
	return strings.Join(parts, " and ")
}

// MissingHouse is Missing for the house's board, on which games count.
func MissingHouse(games int) string {
	if n := HouseLeast - games; n > 0 {
		return "a place in " + more(n, "game", "s")
	}
	return ""
}

func more(n int, what, ending string) string {
	if n == 1 {
		return "1 more " + what
	}
	return fmt.Sprintf("%d more %s%s", n, what, ending)
}

// Measure is what a category's board of a span ranks a skill by: whole points, by which ranks are shared, and a score
// that orders those of equal points.
//
// The board of all time is the ladder: the shown rating. A shorter span measures what one's play in it alone shows. One
// begins it as a newcomer, at 0, while opponents count with their whole rating, and every match moves that form as it
// would a newcomer's rating. What counts is the form less one deviation, which five times of six is surpassed: a few
// lucky matches cannot make it high, since nearly nothing is known then, and many matches alone cannot either, since
// they only make surer what one is worth.
func Measure(s Span, k table.Skill) (points int, score float64) {
	r := rating.Rating(k)
	if s == SpanAll {
		return min(r.Shown(), PointsMax), r.Order()
	}
	score = r.Likely() - params().New().Likely()
	return inBounds(score), score
}

func inBounds(score float64) int {
	return max(min(rating.Whole(score), PointsMax), PointsMin)
}

// Part is what a category's points give to the house's board: of a game's categories the best counts, with at most
// HousePart and at least 0. The ladder of all time counts from a newcomer's 1,000 up.
func Part(s Span, points int) int {
	if s == SpanAll {
		points -= Shown(Newcomer())
	}
	return max(min(points, HousePart), 0)
}

// HousePoints is the sum of the best HouseGames games, each with what it gives; see Part.
func HousePoints(parts map[string]int) int {
	best := slices.Sorted(maps.Values(parts))
	sum := 0
	for _, n := range best[max(len(best)-HouseGames, 0):] {
		sum += n
	}
	return sum
}

// Window is one stretch of time with boards: this day, that season.
type Window struct {
	Span Span
	Key  string // names it: "all", "season 3", "week 2026-03-02"
	// Since and Until bound it; Until is zero while its end is not known.
	Since, Until time.Time
}

// WindowAt is the window of a span in which a moment lies. Seasons begin and end by somebody's word: see Season.Window.
func WindowAt(s Span, at time.Time) Window {
	at = at.UTC()
	y, m, d := at.Date()
	w := Window{Span: s}
	switch s {
	case SpanDay:
		w.Since = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		w.Until = w.Since.AddDate(0, 0, 1)
	case SpanWeek:
		w.Since = time.Date(y, m, d-(int(at.Weekday())+6)%7, 0, 0, 0, 0, time.UTC)
		w.Until = w.Since.AddDate(0, 0, 7)
	case SpanMonth:
		w.Since = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
		w.Until = w.Since.AddDate(0, 1, 0)
	default:
		return Window{Span: SpanAll, Key: string(SpanAll)}
	}
	w.Key = string(s) + " " + w.Since.Format(time.DateOnly)
	return w
}

// Before is the window of the same span that ended when this one began. That of all time has none before it.
func (w Window) Before() Window {
	if w.Since.IsZero() || w.Span == SpanSeason {
		return w
	}
	return WindowAt(w.Span, w.Since.Add(-time.Second))
}

// Kept is until when the boards of a window are kept: one more window of its length, so that everybody can see how the
// last one ended. It is zero for those that stay for good: all time, and the seasons.
func (w Window) Kept() time.Time {
	switch w.Span {
	case SpanDay, SpanWeek, SpanMonth:
		return WindowAt(w.Span, w.Until).Until
	}
	return time.Time{}
}
