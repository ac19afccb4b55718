package ranking

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// Book is a Shelf in memory. It holds some hundred bytes for every row of the boards that are kept, and little for
// everything else, however many matches it has seen. It is for one goroutine.
type Book struct {
	ids    map[table.PlayerID]uint32
	names  []table.PlayerID
	sheets map[Board]*sheet
	spans  map[string][]string // categories by window
	pairs  map[pair][]int32    // the days on which two people were rated together, lately
	today  int                 // the day of the last match
	swept  int                 // the day up to which pairs were forgotten
}

// sheet is one board.
type sheet struct {
	until time.Time
	rows  map[uint32]slot
	tree  tree
}

// slot is a Row without pointers, so that millions of them are no work for the garbage collector.
type slot struct {
	mu, sigma, score, trend float64
	points, matches, wins   int32
	walked, day, was        int32
	met                     [lobby.OpponentsKept]uint32 // from 1; 0 is nobody
	games                   int16
	placed, bot             bool
}

type pair struct {
	category string
	a, b     uint32
}

// NewBook makes an empty book.
func NewBook() *Book {
	return &Book{
		ids: map[table.PlayerID]uint32{}, names: []table.PlayerID{""}, sheets: map[Board]*sheet{},
		spans: map[string][]string{}, pairs: map[pair][]int32{},
	}
}

// number is a player's number, from 1.
func (k *Book) number(id table.PlayerID) uint32 {
	n, ok := k.ids[id]
	if !ok {
		n = uint32(len(k.names))
		k.ids[id] = n
		k.names = append(k.names, id)
	}
	return n
}

// Row is somebody's standing.
func (k *Book) Row(b Board, id table.PlayerID) (Row, bool, error) {
	s, n := k.sheets[b], k.ids[id]
	if s == nil || n == 0 {
		return Row{}, false, nil
	}
	t, ok := s.rows[n]
	return k.row(t), ok, nil
}

func (k *Book) row(t slot) Row {
	r := Row{
		Skill: table.Skill{Mu: t.mu, Sigma: t.sigma}, Points: int(t.points), Score: t.score, Placed: t.placed,
		Bot: t.bot, Matches: int(t.matches), Wins: int(t.wins), Walked: int(t.walked), Games: int(t.games),
		Trend: t.trend, Day: int(t.day), Was: int(t.was),
	}
	if t.met[0] != 0 {
		r.Met = make([]table.PlayerID, 0, len(t.met))
	}
	for _, n := range t.met {
		if n != 0 {
			r.Met = append(r.Met, k.names[n])
		}
	}
	return r
}

// Keep keeps a standing.
func (k *Book) Keep(b Board, until time.Time, id table.PlayerID, r Row) error {
	s := k.sheets[b]
	if s == nil {
		s = &sheet{until: until, rows: map[uint32]slot{}}
		k.sheets[b] = s
		if b.Category != lobby.HouseWide {
			k.spans[b.Span] = append(k.spans[b.Span], b.Category)
			slices.Sort(k.spans[b.Span])
		}
	}
	n := k.number(id)
	if old, ok := s.rows[n]; ok && old.placed && !old.bot {
		s.tree.add(int(old.points), -1)
	}
	t := slot{
		mu: r.Skill.Mu, sigma: r.Skill.Sigma, score: r.Score, trend: r.Trend, points: int32(r.Points),
		matches: int32(r.Matches), wins: int32(r.Wins), walked: int32(r.Walked), day: int32(r.Day), was: int32(r.Was),
		games: int16(r.Games), placed: r.Placed, bot: r.Bot,
	}
	for i, o := range r.Met {
		t.met[i] = k.number(o)
	}
	s.rows[n] = t
	if r.Placed && !r.Bot {
		s.tree.add(r.Points, 1)
	}
	return nil
}

// Drop takes somebody off all boards: their account is gone. What is known of whom they met stays.
func (k *Book) Drop(id table.PlayerID) {
	n := k.ids[id]
	for _, s := range k.sheets {
		old, ok := s.rows[n]
		if !ok {
			continue
		}
		if old.placed && !old.bot {
			s.tree.add(int(old.points), -1)
		}
		delete(s.rows, n)
	}
}

// Rank counts the people on higher steps, plus one.
func (k *Book) Rank(b Board, step int) (int, error) {
	s := k.sheets[b]
	if s == nil {
		return 1, nil
	}
	return 1 + s.tree.above(step), nil
}

// Categories lists the categories with a board in a window.
func (k *Book) Categories(span string) ([]string, error) { return k.spans[span], nil }

// Met counts the matches of two people since a day.
func (k *Book) Met(a, b table.PlayerID, category string, since int) (int, error) {
	days := k.pairs[k.pair(a, b, category)]
	i, _ := slices.BinarySearch(days, int32(since))
	return len(days) - i, nil
}

func (k *Book) pair(a, b table.PlayerID, category string) pair {
	x, y := k.number(a), k.number(b)
	return pair{category: category, a: min(x, y), b: max(x, y)}
}

// Move moves the book by one match; see the function Move. It forgets the boards whose time is over, and which pairs
// met before ratings look back.
func (k *Book) Move(m Match, rate Rate) ([]table.RatingChange, error) {
	k.forget(m.At)
	changes, err := Move(k, m, rate)
	day := DayOf(m.At)
	for i, c := range changes {
		for _, o := range changes[:i] {
			if !isBot(m.Places, c.Player) && !isBot(m.Places, o.Player) {
				p := k.pair(c.Player, o.Player, c.Category)
				k.pairs[p] = append(k.pairs[p], int32(day))
			}
		}
	}
	return changes, err
}

func (k *Book) forget(now time.Time) {
	day := DayOf(now)
	if day == k.today {
		return
	}
	k.today = day
	for b, s := range k.sheets {
		if !s.until.IsZero() && !s.until.After(now) {
			delete(k.sheets, b)
			delete(k.spans, b.Span)
		}
	}
	if day-k.swept < lobby.RepeatDays {
		return
	}
	k.swept = day
	for p, days := range k.pairs {
		i, _ := slices.BinarySearch(days, int32(day-lobby.RepeatDays))
		if i == len(days) {
			delete(k.pairs, p)
		} else {
			k.pairs[p] = slices.Clone(days[i:])
		}
	}
}

// Boards lists the boards that are kept, in order, and until when each is; zero for those that stay for good.
func (k *Book) Boards() iter.Seq2[Board, time.Time] {
	return func(yield func(Board, time.Time) bool) {
		all := make([]Board, 0, len(k.sheets))
		for b := range k.sheets {
			all = append(all, b)
		}
		slices.SortFunc(all, func(x, y Board) int {
			return cmp.Or(cmp.Compare(x.Span, y.Span), cmp.Compare(x.Category, y.Category))
		})
		for _, b := range all {
			if !yield(b, k.sheets[b].until) {
				return
			}
		}
	}
}

// Standing is somebody's row on a board, with who it is.
type Standing struct {
	Player table.PlayerID
	Row
}

// Standings are the rows of a board, in no order.
func (k *Book) Standings(b Board) iter.Seq[Standing] {
	return func(yield func(Standing) bool) {
		s := k.sheets[b]
		if s == nil {
			return
		}
		for n, t := range s.rows {
			if !yield(Standing{Player: k.names[n], Row: k.row(t)}) {
				return
			}
		}
	}
}

// Len is the number of rows of a board.
func (k *Book) Len(b Board) int {
	if s := k.sheets[b]; s != nil {
		return len(s.rows)
	}
	return 0
}

// Compare orders the rows of a board, best first: by step, then score, then player.
func Compare(x, y Standing) int {
	return cmp.Or(cmp.Compare(y.Step(), x.Step()), cmp.Compare(y.Score, x.Score), cmp.Compare(x.Player, y.Player))
}
