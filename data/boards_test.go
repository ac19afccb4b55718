package data

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// months is a store with some months of play in it: two games, seats from two to four, bots, leavers, drops, a clock
// that is set back now and then, two seasons.
type months struct {
	*testing.T
	*Store
	dir    string
	now    time.Time
	people []table.Person
	ended  int
}

func openMonths(t *testing.T) *months {
	m := &months{T: t, dir: t.TempDir(), now: noon}
	m.Store = m.openAgain()
	m.people = addPlayers(t, m.Store, "Anna", "Burt", "Curt", "Dora", "Ezra", "Faye", "Gus", "Hope", "BotDoc", "BotKid")
	return m
}

func (m *months) openAgain() *Store {
	s, err := Open(m.Context(), Config{Dir: m.dir, Rate: lobby.RateMatch, Now: func() time.Time { return m.now },
		Log: slog.New(slog.DiscardHandler)})
	must(m.T, err)
	return s
}

// play plays some matches, one in four hours.
func (m *months) play(r *rand.Rand, n int) {
	for range n {
		m.ended++
		m.now = m.now.Add(4 * time.Hour)
		at := m.now
		if r.IntN(10) == 0 {
			at = at.Add(-20 * time.Hour)
		}
		match := table.MatchID(fmt.Sprintf("M%04d", m.ended))
		var who []table.Person
		for _, i := range r.Perm(len(m.people))[:2+r.IntN(3)] {
			who = append(who, m.people[i])
		}
		o := opening(who)
		o.Game = []string{"toy", "tic"}[r.IntN(2)]
		end := &table.Ending{Rated: r.IntN(8) > 0, At: at,
			Outcome: engine.Outcome{Points: make([]int, len(who)), Ranks: make([]int, len(who)), Reason: "target"}}
		for i, p := range who {
			end.Outcome.Ranks[i] = 1 + r.IntN(len(who))
			place := table.Place{Seat: engine.Seat(i), Person: p, Rank: end.Outcome.Ranks[i], Drops: r.IntN(2)}
			place.Returned = r.IntN(place.Drops + 1)
			place.Left = r.IntN(20) == 0
			end.Places = append(end.Places, place)
		}
		id := "T" + table.ID(match)
		_, err := m.Append(m.Context(), table.Batch{Table: id, Match: match, Opened: o, Ended: end,
			Saved: saved(id, match)})
		must(m.T, err)
	}
}

// dump writes what follows from matches, of the boards whose time is not over.
func (m *months) dump() []string {
	var out []string
	for _, q := range []string{
		`SELECT b.span, b.category, s.player_id, s.mu, s.sigma, s.score, s.step, s.matches, s.wins, s.walked, s.games,
			s.met, s.trend, s.day, s.was FROM standings s JOIN boards b ON b.id = s.board
			WHERE b.until_ms IS NULL OR b.until_ms > ?1 ORDER BY 1, 2, 3`,
		`SELECT b.span, b.category, s.step, s.people, s.stand, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM steps s
			JOIN boards b ON b.id = s.board WHERE b.until_ms IS NULL OR b.until_ms > ?1 ORDER BY 1, 2, 3`,
		`SELECT ended_seq, player_id, at_ms, mu_after, sigma_after, shares, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM changes
			WHERE ?1 > 0 ORDER BY 1, 2`,
		`SELECT day, first_seq, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM days WHERE ?1 > 0 ORDER BY 1`,
		`SELECT season, category, gain, player_id, match_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM shots WHERE ?1 > 0
			ORDER BY 1, 2`,
		`SELECT player_id, month, matches, back, lost, walked, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM conduct WHERE ?1 > 0
			ORDER BY 1, 2`,
	} {
		last, err := lastMoved(m.read)
		must(m.T, err)
		rows, err := m.read.Query(q, ms(last))
		lines, err := collect(rows, err, func(rows *sql.Rows) (string, error) {
			cells := make([]any, 15)
			for i := range cells {
				cells[i] = new(any)
			}
			err := rows.Scan(cells...)
			var b strings.Builder
			for _, c := range cells {
				fmt.Fprint(&b, *c.(*any), " ")
			}
			return b.String(), err
		})
		must(m.T, err)
		out = append(out, lines...)
	}
	return out
}

func TestBoardsCanBeMadeAgainToTheLastDigit(t *testing.T) {
	m := openMonths(t)
	r := rand.New(rand.NewPCG(1, 2))
	m.play(r, 100)
	_, err := m.OpenSeason(t.Context(), "Spring", "Anna", m.now)
	must(t, err)
	m.play(r, 120)
	_, _, err = m.CloseSeason(t.Context(), "Anna", m.now)
	must(t, err)
	m.play(r, 20)
	_, err = m.OpenSeason(t.Context(), "Summer", "Anna", m.now)
	must(t, err)
	m.play(r, 60)
	diff, err := m.Recompute(t.Context())
	must(t, err)
	if len(diff) != 0 {
		t.Fatalf("%d differ, such as %+v", len(diff), diff[0])
	}
	live := m.dump()
	must(t, m.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM derived")
		return err
	}))
	must(t, m.Close())
	m.Store = m.openAgain()
	defer m.Close()
	if again := m.dump(); !slices.Equal(live, again) {
		for i := range min(len(live), len(again)) {
			if live[i] != again[i] {
				t.Fatalf("line %d: live\n%s\nmade again\n%s", i, live[i], again[i])
			}
		}
		t.Fatalf("%d lines live, %d made again", len(live), len(again))
	}
	for _, damage := range []string{
		"UPDATE standings SET wins = wins + 1 WHERE player_id = 'p-burt' AND board = 1",
		"DELETE FROM standings WHERE player_id = 'p-burt' AND board = 1",
		"DELETE FROM boards WHERE id = 1",
	} {
		must(t, m.do(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(damage)
			return err
		}))
		if diff, err := m.Recompute(t.Context()); err != nil || len(diff) == 0 {
			t.Errorf("%s: %v, %v", damage, diff, err)
		}
	}
}

func TestABoardIsWhatItsRowsSay(t *testing.T) {
	m := openMonths(t)
	defer m.Close()
	_, err := m.OpenSeason(t.Context(), "Spring", "Anna", m.now)
	must(t, err)
	m.play(rand.New(rand.NewPCG(3, 4)), 240)
	for _, span := range lobby.Spans() {
		for _, category := range []string{"toy/2", "toy/3+", "tic/3+", lobby.HouseWide} {
			q := lobby.BoardQuery{Category: category, Span: span, N: 100}
			all := m.board(q)
			if span != lobby.SpanDay && span != lobby.SpanWeek && len(all.Rows) < 4 {
				t.Errorf("%s, %s: only %d rows", category, span, len(all.Rows))
			}
			m.checkRanks(all)
			m.checkPages(q, all)
		}
	}
	season := m.board(lobby.BoardQuery{Category: "toy/3+", Span: lobby.SpanSeason, N: 5})
	if season.Season == nil || season.Season.Name != "Spring" || season.Rows[0].Rank != 1 {
		t.Errorf("season board %+v", season)
	}
}

func (m *months) board(q lobby.BoardQuery) lobby.Board {
	m.Helper()
	b, err := m.Board(m.Context(), q, "p-dora")
	must(m.T, err)
	return b
}

// checkRanks counts every rank anew.
func (m *months) checkRanks(b lobby.Board) {
	m.Helper()
	for i, r := range b.Rows {
		rank := 1
		for _, o := range b.Rows {
			if !o.Bot && o.Placed && o.Points > r.Points {
				rank++
			}
		}
		if r.Bot || !r.Placed {
			rank = 0
		}
		if r.Rank != rank || r.Me != (r.Player == "p-dora") {
			m.Errorf("%s, %s: row %d has rank %d, not %d: %+v", b.Category, b.Window.Key, i, r.Rank, rank, r)
		}
		if r.Bot && b.Window.Span != lobby.SpanAll {
			m.Errorf("a bot stands on %s", b.Window.Key)
		}
		if r.Me && (b.Mine == nil || *b.Mine != r) {
			m.Errorf("my row is %+v, and %+v", b.Mine, r)
		}
	}
}

// checkPages reads a board in small pages.
func (m *months) checkPages(q lobby.BoardQuery, all lobby.Board) {
	m.Helper()
	q.N = 3
	var rows []lobby.Standing
	for q.From = 0; q.From < all.Total; q.From += q.N {
		page := m.board(q)
		if page.From != q.From || page.Total != all.Total {
			m.Errorf("page from %d: %d of %d", q.From, page.From, page.Total)
		}
		rows = append(rows, page.Rows...)
	}
	if !slices.Equal(rows, all.Rows) || len(rows) != all.Total {
		m.Errorf("%s, %s: %d rows in pages, %d at once, %d in all", q.Category, q.Span, len(rows), len(all.Rows),
			all.Total)
	}
	if page := m.board(q); len(page.Rows) != 0 {
		m.Errorf("%d rows beyond the end", len(page.Rows))
	}
	q.Around, q.From = true, 0
	if around := m.board(q); all.Mine != nil && !slices.Contains(around.Rows, *all.Mine) {
		m.Errorf("%s, %s: my row is not around me: %+v", q.Category, q.Span, around.Rows)
	}
}

func TestSeasonsAreActs(t *testing.T) {
	m := openMonths(t)
	defer m.Close()
	_, _, err := m.CloseSeason(t.Context(), "Anna", m.now)
	wants(t, err, lobby.ErrNoSeason)
	_, err = m.Board(t.Context(), lobby.BoardQuery{Category: "toy/2", Span: lobby.SpanSeason, Season: 1, N: 5}, "")
	wants(t, err, lobby.ErrNoSeason)
	b := m.board(lobby.BoardQuery{Category: "toy/2", Span: lobby.SpanSeason, N: 5})
	if b.Season != nil || b.Total != 0 {
		t.Errorf("before any season: %+v", b)
	}
	one, err := m.OpenSeason(t.Context(), "Gold rush", "Anna", m.now)
	must(t, err)
	_, err = m.OpenSeason(t.Context(), "Another", "Anna", m.now)
	wants(t, err, lobby.ErrSeasonOpen)
	m.play(rand.New(rand.NewPCG(5, 6)), 240)
	closed, awards, err := m.CloseSeason(t.Context(), "Burt", m.now)
	must(t, err)
	if closed.ID != one.ID || closed.OpenedBy != "Anna" || closed.ClosedBy != "Burt" || closed.Open() {
		t.Errorf("closed %+v", closed)
	}
	_, err = m.OpenSeason(t.Context(), "Gold rush", "Anna", m.now)
	wants(t, err, lobby.ErrSeasonName)
	kinds := map[string]int{}
	for _, a := range awards {
		kinds[a.Kind]++
		changes, err := m.Changes(t.Context(), a.Match)
		must(t, err)
		if !slices.ContainsFunc(changes, func(c table.RatingChange) bool { return c.Player == a.Player }) {
			t.Errorf("%+v is not tied to a match of theirs", a)
		}
		b := m.board(lobby.BoardQuery{Category: a.Category, Span: lobby.SpanSeason, Season: one.ID, N: 100})
		if a.Kind == lobby.AwardChampion && b.Rows[0].Points != a.Points {
			t.Errorf("%+v, but the board has %+v", a, b.Rows[0])
		}
	}
	if kinds[lobby.AwardChampion] < 4 || kinds[lobby.AwardShot] < 2 {
		t.Errorf("awards %+v", awards)
	}
	mine, err := m.Awards(t.Context(), 0, awards[0].Player)
	must(t, err)
	if len(mine) == 0 || mine[0].Name != awards[0].Name || mine[0].SeasonName != "Gold rush" {
		t.Errorf("of one player: %+v", mine)
	}
	before := m.board(lobby.BoardQuery{Category: "toy/3+", Span: lobby.SpanSeason, Season: 1, N: 100})
	m.play(rand.New(rand.NewPCG(7, 8)), 20)
	after := m.board(lobby.BoardQuery{Category: "toy/3+", Span: lobby.SpanSeason, Season: 1, N: 100})
	if !slices.Equal(before.Rows, after.Rows) {
		t.Error("a season changed that is over")
	}
}

func wants(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOldBoardsAreSweptAway(t *testing.T) {
	m := openMonths(t)
	defer m.Close()
	m.play(rand.New(rand.NewPCG(9, 10)), 200)
	var old int
	must(t, m.read.QueryRow("SELECT COUNT(*) FROM boards WHERE until_ms < ?", ms(m.now.AddDate(0, 0, -2))).Scan(&old))
	if old > 10 {
		t.Errorf("%d boards stay that nobody can see", old)
	}
	var orphans int
	must(t, m.read.QueryRow("SELECT COUNT(*) FROM standings WHERE board NOT IN (SELECT id FROM boards)").Scan(&orphans))
	if orphans > 0 {
		t.Errorf("%d rows stand on no board", orphans)
	}
	if back := m.board(lobby.BoardQuery{Category: "toy/3+", Span: lobby.SpanMonth, Back: true, N: 5}); back.Total == 0 {
		t.Error("last month is gone")
	}
}

func TestConductIsCountedByMonth(t *testing.T) {
	m := openMonths(t)
	defer m.Close()
	m.play(rand.New(rand.NewPCG(11, 12)), 300)
	months, err := m.Conduct(t.Context(), "p-anna")
	must(t, err)
	var sum lobby.ConductMonth
	for _, c := range months {
		sum.Matches, sum.Back, sum.Lost = sum.Matches+c.Matches, sum.Back+c.Back, sum.Lost+c.Lost
		sum.Walked += c.Walked
	}
	if len(months) < 2 || sum.Back == 0 || sum.Lost == 0 || sum.Walked == 0 || sum.Matches < 50 {
		t.Errorf("months %+v", months)
	}
	if bots, err := m.Conduct(t.Context(), "p-botdoc"); err != nil || len(bots) != 0 {
		t.Errorf("a bot's conduct: %v, %v", bots, err)
	}
}

func TestDaysAreThoseOfUTC(t *testing.T) {
	if got := ranking.DayOf(time.Date(1970, 1, 2, 0, 0, 0, 0, time.FixedZone("", -3600))); got != 1 {
		t.Errorf("day %d", got)
	}
}
