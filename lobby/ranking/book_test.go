package ranking_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC) // a Monday

// town is a crowd with known strengths, and what they play.
type town struct {
	*testing.T
	r     *rand.Rand
	book  *ranking.Book
	skill []float64
	n     int
}

func newTown(t *testing.T, people int) *town {
	w := &town{T: t, r: rand.New(rand.NewPCG(1, 2)), book: ranking.NewBook()}
	for range people {
		w.skill = append(w.skill, w.r.NormFloat64())
	}
	return w
}

func id(i int) table.PlayerID { return table.PlayerID(fmt.Sprintf("p%03d", i)) }

// play plays a match in which luck is as large as the difference between two people.
func (w *town) play(game string, at time.Time, who ...int) {
	w.Helper()
	var played []float64
	for _, i := range who {
		played = append(played, w.skill[i]+w.r.NormFloat64())
	}
	var places []table.Place
	for i, p := range who {
		place := table.Place{Seat: engine.Seat(i), Rank: 1, Person: table.Person{ID: id(p), Name: fmt.Sprint(p)}}
		for _, other := range played {
			if other > played[i] {
				place.Rank++
			}
		}
		places = append(places, place)
	}
	w.n++
	m := ranking.Match{Played: lobby.Played{Match: table.MatchID(fmt.Sprint("M", w.n)), Game: game, Seats: len(who),
		Rule: lobby.RuleNow, At: at, Places: places}}
	if _, err := w.book.Move(m, lobby.RateMatch); err != nil {
		w.Fatal(err)
	}
}

func (w *town) row(span lobby.Span, category string, i int) ranking.Row {
	w.Helper()
	r, ok, err := w.book.Row(ranking.Board{Span: lobby.WindowAt(span, noon).Key, Category: category}, id(i))
	if err != nil || !ok {
		w.Fatalf("player %d has no row: %v", i, err)
	}
	return r
}

// Somebody average who plays a whole week through does not overtake the best one who plays twenty matches, and three
// wins are less than a good week.
func TestFormIsSkillAndNotVolume(t *testing.T) {
	w := newTown(t, 60)
	const best, busy, rare = 0, 1, 2
	w.skill[best], w.skill[busy], w.skill[rare] = 2, 0, 0
	at := noon
	other := func() int { return 3 + w.r.IntN(57) }
	for i := range 1500 {
		at = noon.Add(time.Duration(i) * time.Minute)
		w.play("toy", at, other(), other())
	}
	for i := range 400 {
		w.play("toy", at, busy, other())
		if i%20 == 0 {
			w.play("toy", at, best, other())
		}
	}
	w.skill[rare] = 9 // luck
	for range 3 {
		w.play("toy", at, rare, other())
	}
	top, much, lucky := w.row(lobby.SpanWeek, "toy/2", best), w.row(lobby.SpanWeek, "toy/2", busy),
		w.row(lobby.SpanWeek, "toy/2", rare)
	if top.Points <= much.Points || top.Points <= lucky.Points {
		t.Errorf("the best has %d points after %d matches, somebody average %d after %d, somebody lucky %d after %d",
			top.Points, top.Matches, much.Points, much.Matches, lucky.Points, lucky.Matches)
	}
	if !top.Placed || len(top.Met) != lobby.OpponentsKept {
		t.Errorf("the best stands as %+v", top)
	}
}

func TestOneGameDoesNotCarryTheHouse(t *testing.T) {
	w := newTown(t, 30)
	const one, all = 0, 1
	w.skill[one], w.skill[all] = 4, 1
	for i := range 600 {
		other := 2 + i%28
		w.play("toy", noon, one, other)
		w.play([]string{"toy", "tic", "tac"}[i%3], noon, all, other)
		w.play([]string{"toy", "tic", "tac"}[i%3], noon, other, 2+(i+1+i/28)%28)
	}
	farmer, player := w.row(lobby.SpanWeek, lobby.HouseWide, one), w.row(lobby.SpanWeek, lobby.HouseWide, all)
	if farmer.Placed || farmer.Games != 1 || farmer.Points > lobby.HousePart {
		t.Errorf("one game alone: %+v", farmer)
	}
	if !player.Placed || player.Games != 3 || player.Step() <= farmer.Step() || player.Matches != 600 {
		t.Errorf("three games: %+v", player)
	}
}

func TestBooksForget(t *testing.T) {
	w := newTown(t, 6)
	for day := range 120 {
		at := noon.AddDate(0, 0, day)
		for i := range 5 {
			w.play("toy", at, i, i+1)
		}
	}
	spans := map[string]int{}
	for b, until := range w.book.Boards() {
		if !until.IsZero() && !until.After(noon.AddDate(0, 0, 119)) {
			t.Errorf("%v is kept past %v", b, until)
		}
		spans[b.Span]++
	}
	if len(spans) != 7 { // all time, and two days, weeks and months each
		t.Errorf("kept: %v", spans)
	}
	if n, _ := w.book.Met(id(0), id(1), "toy/2", ranking.DayOf(noon)+119-lobby.RepeatDays); n != lobby.RepeatDays+1 {
		t.Errorf("met %d times in the last %d days", n, lobby.RepeatDays)
	}
}

func TestWhoPlaysHasARankToComeFrom(t *testing.T) {
	w := newTown(t, 5)
	for i := range 60 {
		w.play("toy", noon, i%4, (i+1+i/4%3)%4, 4)
	}
	before := w.row(lobby.SpanAll, "toy/3+", 4)
	if before.Was != 0 || !before.Placed {
		t.Fatalf("on the first day: %+v", before)
	}
	b := ranking.Board{Span: string(lobby.SpanAll), Category: "toy/3+"}
	rank, err := w.book.Rank(b, before.Step())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 9 {
		w.play("toy", noon.AddDate(0, 0, 1), i%4, (i+1)%4, 4)
	}
	if after := w.row(lobby.SpanAll, "toy/3+", 4); after.Was != rank {
		t.Errorf("rank %d yesterday, %d today by its row", rank, after.Was)
	}
	rows := slices.SortedFunc(w.book.Standings(b), ranking.Compare)
	for i := range rows[1:] {
		if rows[i].Step() < rows[i+1].Step() {
			t.Errorf("row %d stands below row %d", i, i+1)
		}
	}
}
