package ranking

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// Board names a board: a category in a window.
type Board struct {
	Span     string // the window's key
	Category string
}

// Row is somebody's standing on a board.
type Row struct {
	Skill   table.Skill // in the board's span; zero on the house's board
	Points  int         // what people are ranked by
	Score   float64     // orders those of equal points
	Placed  bool
	Bot     bool
	Matches int
	Wins    int
	Walked  int
	Games   int // on the house's board: in how many games they are placed
	// Met are the first different opponents, lobby.OpponentsKept at most.
	Met   []table.PlayerID
	Trend float64 // see lobby.Standing
	Day   int     // of the last match, in days from 1970
	Was   int     // the rank at the beginning of that day; 0 if there was none
}

// unplaced is what the step of somebody lacks who is not placed: they come after all who are.
const unplaced = 1_000_000

// Step is where the row stands on its board: higher steps come first.
func (r Row) Step() int {
	if r.Placed {
		return r.Points
	}
	return r.Points - unplaced
}

// Stand sets Points and Placed from a step.
func (r *Row) Stand(step int) {
	r.Placed = step > lobby.PointsMin-1
	r.Points = step
	if !r.Placed {
		r.Points += unplaced
	}
}

// Shelf is where standings are kept.
type Shelf interface {
	// Row is somebody's standing; ok is false if there is none.
	Row(b Board, id table.PlayerID) (r Row, ok bool, err error)
	// Keep keeps a standing in place of the old one, if there was one. The board is kept until a moment; for good if
	// that is zero.
	Keep(b Board, until time.Time, id table.PlayerID, now Row) error
	// Rank is one more than the number of people on higher steps than this one.
	Rank(b Board, step int) (int, error)
	// Categories lists the categories that have a board in a window, but for the house's.
	Categories(span string) ([]string, error)
	// Met counts the matches in which two people were rated together in a category, since the beginning of a day.
	Met(a, b table.PlayerID, category string, since int) (int, error)
}

// Rate is how a match moves the ratings; lobby.RateMatch is one.
type Rate func(m lobby.Played, k lobby.Known) []table.RatingChange

// Match is a rated match as it comes to the boards. Matches come in the order in which they ended.
type Match struct {
	lobby.Played
	Season int // the one in which it ended; 0 if none was open
}

// DayOf numbers the day of a moment, in UTC, from 1970.
func DayOf(at time.Time) int { return int(at.Unix() / (24 * 60 * 60)) }

// mover moves the boards by one match.
type mover struct {
	shelf Shelf
	match Match
	known lobby.Known
	fail  error // the first of what went wrong while ratings were computed
	skill map[table.PlayerID]table.Skill
	met   map[[2]table.PlayerID]int
}

// Move moves the ratings and all boards by one match, and returns how the ratings moved. With an error the shelf is
// left with a part of it.
func Move(s Shelf, m Match, rate Rate) ([]table.RatingChange, error) {
	v := &mover{shelf: s, match: m, skill: map[table.PlayerID]table.Skill{}, met: map[[2]table.PlayerID]int{}}
	v.known = lobby.Known{Skill: v.skillOf, Met: v.metBefore}
	changes := rate(m.Played, v.known)
	if v.fail != nil {
		return nil, v.fail
	}
	for _, c := range changes {
		i := slices.IndexFunc(m.Places, func(p table.Place) bool { return p.Seat == c.Seat && p.Person.ID == c.Player })
		if i < 0 {
			return nil, &StrangerError{Match: m.Match, Player: c.Player}
		}
		var met []table.PlayerID
		for _, o := range changes {
			if o.Player != c.Player && !isBot(m.Places, o.Player) {
				met = append(met, o.Player)
			}
		}
		if err := v.moveAll(c, m.Places[i], met); err != nil {
			return nil, err
		}
	}
	return changes, v.fail
}

// StrangerError is a rating that moved for somebody who did not play.
type StrangerError struct {
	Match  table.MatchID
	Player table.PlayerID
}

func (e *StrangerError) Error() string {
	return "match " + string(e.Match) + ": a rating moved for " + string(e.Player) + ", who did not play"
}

func isBot(places []table.Place, id table.PlayerID) bool {
	return slices.ContainsFunc(places, func(p table.Place) bool { return p.Person.ID == id && p.Person.IsBot() })
}

// skillOf is somebody's skill before the match.
func (v *mover) skillOf(id table.PlayerID, category string) table.Skill {
	if k, ok := v.skill[id]; ok {
		return k
	}
	r, _, err := v.shelf.Row(Board{Span: string(lobby.SpanAll), Category: category}, id)
	v.note(err)
	v.skill[id] = r.Skill
	return r.Skill
}

// metBefore counts how often two people were rated together lately.
func (v *mover) metBefore(a, b table.PlayerID, category string) int {
	if b < a {
		a, b = b, a
	}
	pair := [2]table.PlayerID{a, b}
	if n, ok := v.met[pair]; ok {
		return n
	}
	n, err := v.shelf.Met(a, b, category, DayOf(v.match.At)-lobby.RepeatDays)
	v.note(err)
	v.met[pair] = n
	return n
}

func (v *mover) note(err error) {
	if v.fail == nil {
		v.fail = err
	}
}

// windows are the stretches of time in which a match lies.
func (m Match) windows() []lobby.Window {
	out := []lobby.Window{lobby.WindowAt(lobby.SpanAll, m.At)}
	if m.Season > 0 {
		out = append(out, lobby.Season{ID: m.Season}.Window())
	}
	for _, s := range []lobby.Span{lobby.SpanMonth, lobby.SpanWeek, lobby.SpanDay} {
		out = append(out, lobby.WindowAt(s, m.At))
	}
	return out
}

// moveAll moves one player's rows on all boards.
func (v *mover) moveAll(c table.RatingChange, p table.Place, met []table.PlayerID) error {
	for _, w := range v.match.windows() {
		if p.Person.IsBot() && w.Span != lobby.SpanAll {
			break // spans compare people
		}
		if err := v.move(w, c, p, met); err != nil {
			return err
		}
		if p.Person.IsBot() {
			continue
		}
		if err := v.moveHouse(w, c.Player); err != nil {
			return err
		}
	}
	return nil
}

// trendFade is what a match counts for the trend after the next one.
const trendFade = 0.9

// move moves one row of a category's board.
func (v *mover) move(w lobby.Window, c table.RatingChange, p table.Place, met []table.PlayerID) error {
	b := Board{Span: w.Key, Category: c.Category}
	row, ok, err := v.shelf.Row(b, c.Player)
	if err != nil {
		return err
	}
	if !ok {
		row.Skill, row.Bot = lobby.Newcomer(), p.Person.IsBot()
	}
	if err := v.today(b, &row); err != nil {
		return err
	}
	if w.Span == lobby.SpanAll {
		row.Skill = c.After
		row.Trend = float64(trendFade*row.Trend) + lobby.ShownChange(c)
	} else {
		row.Skill = lobby.Form(v.match.Played, v.known, c.Player, row.Skill)
	}
	row.count(p)
	for _, o := range met {
		if len(row.Met) < lobby.OpponentsKept && !slices.Contains(row.Met, o) {
			row.Met = append(slices.Clip(row.Met), o)
		}
	}
	row.Points, row.Score = lobby.Measure(w.Span, row.Skill)
	row.Placed = lobby.Placed(w.Span, row.Matches, len(row.Met)) ||
		row.Bot && lobby.Placed(w.Span, row.Matches, lobby.OpponentsKept) // a bot has no friends
	return v.shelf.Keep(b, w.Kept(), c.Player, row)
}

// count counts a match.
func (r *Row) count(p table.Place) {
	r.Matches++
	if p.Rank == 1 && !p.Left {
		r.Wins++
	}
	if p.Left {
		r.Walked++
	}
}

// today notes, at the first match of a day, which rank somebody has who begins it.
func (v *mover) today(b Board, r *Row) error {
	day := DayOf(v.match.At)
	if r.Day == day {
		return nil
	}
	r.Day, r.Was = day, 0
	if !r.Placed || r.Bot {
		return nil
	}
	var err error
	r.Was, err = v.shelf.Rank(b, r.Step())
	return err
}

// moveHouse sums up what somebody's games give to the house's board. It needs a place in one game at least.
func (v *mover) moveHouse(w lobby.Window, id table.PlayerID) error {
	categories, err := v.shelf.Categories(w.Key)
	if err != nil {
		return err
	}
	best := map[string]int{}
	var sum Row
	for _, category := range categories {
		r, ok, err := v.shelf.Row(Board{Span: w.Key, Category: category}, id)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		sum.Matches, sum.Wins, sum.Walked = sum.Matches+r.Matches, sum.Wins+r.Wins, sum.Walked+r.Walked
		if !r.Placed {
			continue
		}
		game, _, _ := strings.Cut(category, "/")
		best[game] = max(best[game], lobby.Part(w.Span, r.Points))
	}
	if len(best) == 0 {
		return nil
	}
	b := Board{Span: w.Key, Category: lobby.HouseWide}
	row, _, err := v.shelf.Row(b, id)
	if err != nil {
		return err
	}
	if err := v.today(b, &row); err != nil {
		return err
	}
	row.Matches, row.Wins, row.Walked = sum.Matches, sum.Wins, sum.Walked
	row.Games, row.Points = len(best), lobby.HousePoints(best)
	row.Score = float64(row.Points)
	row.Placed = row.Games >= lobby.HouseLeast
	return v.shelf.Keep(b, w.Kept(), id, row)
}

// Equal reports whether two rows are the same to the last digit.
func (r Row) Equal(o Row) bool {
	met := slices.Equal(r.Met, o.Met)
	r.Met, o.Met = nil, nil
	return met && reflect.DeepEqual(r, o)
}

// Standing is a row as a leaderboard shows it; rank is that of its step.
func (r Row) Standing(id table.PlayerID, name string, rank int) lobby.Standing {
	s := lobby.Standing{
		Player: id, Name: name, Bot: r.Bot, Skill: r.Skill, Points: r.Points, Placed: r.Placed, Matches: r.Matches,
		Wins: r.Wins, Opponents: len(r.Met), Games: r.Games, Trend: r.Trend,
	}
	if r.Placed && !r.Bot {
		s.Rank = rank
		if r.Was > 0 {
			s.Moved = r.Was - rank
		}
	}
	return s
}
