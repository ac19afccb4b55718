package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
)

func sim(t *testing.T, c bot.SimConfig) bot.SimResult {
	t.Helper()
	r, err := toy.Kit().Sim(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSimIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	c := bot.SimConfig{Config: engine.Config{Seats: 3}, Matches: 60, Bots: []string{"regular", "random"}, Check: 7}
	one := sim(t, c)
	c.Workers = 5
	five := sim(t, c)
	a, _ := json.Marshal(one)
	b, _ := json.Marshal(five)
	if string(a) != string(b) {
		t.Errorf("one worker:   %s\nfive workers: %s", a, b)
	}
	if one.Matches != 60 || one.Checked != 9 || one.Entries != 60*40 || one.EntriesMin != 40 || one.EntriesMax != 40 {
		t.Errorf("%+v", one)
	}
	if one.Moves != 60*30 {
		t.Errorf("%d moves, want an answer and a go for each of 3 seats in 5 rounds", one.Moves)
	}
	var wins float64
	for _, b := range one.Bots {
		wins += b.Wins
		if b.Low > b.Share || b.Share > b.High {
			t.Errorf("share %v outside its own bounds %v to %v", b.Share, b.Low, b.High)
		}
	}
	if wins != 60 {
		t.Errorf("%v wins in 60 matches", wins)
	}
	if one.Bots[0].Seats != 1 || one.Bots[1].Seats != 2 {
		t.Errorf("lineup regular, random, regular gives %+v", one.Bots)
	}
}

func TestLevelsBeatRandom(t *testing.T) {
	for _, seats := range []int{2, 3, 4} {
		for _, pair := range [][2]string{{"regular", "random"}, {"sharp", "random"}} {
			bots := []string{pair[0], pair[1], pair[1], pair[1]}[:seats]
			r := sim(t, bot.SimConfig{Config: engine.Config{Seats: seats}, Matches: 200, Bots: bots, Workers: 2})
			for _, b := range r.Bots {
				if b.Name == pair[0] && b.Low < b.Equal {
					t.Errorf("%d seats: %s wins %.2f of its matches against %s", seats, pair[0], b.Share, pair[1])
				}
			}
		}
	}
}

func TestSimRefuses(t *testing.T) {
	for name, c := range map[string]bot.SimConfig{
		"an unknown bot": {Config: engine.Config{Seats: 2}, Matches: 1, Bots: []string{"genius"}},
		"no bots":        {Config: engine.Config{Seats: 2}, Matches: 1},
		"too many bots":  {Config: engine.Config{Seats: 2}, Matches: 1, Bots: []string{"random", "random", "random"}},
		"too many seats": {Config: engine.Config{Seats: 9}, Matches: 1, Bots: []string{"random"}},
		"no matches":     {Config: engine.Config{Seats: 2}, Bots: []string{"random"}},
		"an unknown option": {
			Config: engine.Config{Seats: 2, Options: map[string]string{"x": "1"}}, Matches: 1, Bots: []string{"random"},
		},
	} {
		if _, err := toy.Kit().Sim(t.Context(), c); !errors.Is(err, engine.ErrConfig) {
			t.Errorf("%s: %v, want ErrConfig", name, err)
		}
	}
}

func TestSimStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := toy.Kit().Sim(ctx, bot.SimConfig{Config: engine.Config{Seats: 2}, Matches: 1, Bots: []string{"random"}})
	if !errors.Is(err, context.Canceled) || r.Matches != 0 {
		t.Errorf("%v, %+v", err, r)
	}
}

// losing loses a card; the simulator must say which match.
type losing struct{ toy.Rules }

func (losing) Audit(toy.State) error { return errors.New("a card is lost") }

// wobbling is asked about its own legal moves and answers differently every time.
type wobbling struct {
	toy.Rules
	n *int
}

func (w wobbling) Legal(s toy.State, seat engine.Seat) []toy.Move {
	moves := w.Rules.Legal(s, seat)
	if *w.n++; len(moves) > 1 && *w.n%2 == 0 {
		moves[0], moves[1] = moves[1], moves[0]
	}
	return moves
}

func TestSimNoticesBrokenLaws(t *testing.T) {
	c := bot.SimConfig{Config: engine.Config{Seats: 2}, Matches: 3, Bots: []string{"random"}}
	_, err := bot.NewKit(losing{}, toy.Codec, toy.Notation{}).Sim(t.Context(), c)
	if err == nil || err.Error()[:8] != "match 0 " {
		t.Errorf("a lost card: %v", err)
	}
	c.Check = 2
	_, err = bot.NewKit(wobbling{n: new(int)}, toy.Codec, toy.Notation{}).Sim(t.Context(), c)
	if err == nil {
		t.Error("a broken law in a watched match went unnoticed")
	}
}

// TestErased plays a level through its erased form, as tables do.
func TestErased(t *testing.T) {
	kit := toy.Kit()
	m, err := kit.Open(engine.Config{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	var seed engine.Seed
	if m, _, err = m.Play(engine.Act[any]{Seat: engine.Nature}, seed.Entry(1)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"random", "regular", "sharp"} {
		level, ok := kit.Level(name)
		if !ok {
			t.Fatalf("no level %s", name)
		}
		view, legal := m.View(engine.Seated(1)), m.Legal(1)
		a, err := level.Bot.Choose(t.Context(), view, legal, seed.Fork("bot").Entry(2))
		b, _ := level.Bot.Choose(t.Context(), view, legal, seed.Fork("bot").Entry(2))
		if err != nil || a != b {
			t.Errorf("%s: %v, then %v (%v)", name, a, b, err)
		}
		if _, _, err := m.Play(engine.Act[any]{Seat: 1, Move: a}, seed.Entry(2)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := level.Bot.Choose(t.Context(), 42, legal, seed.Entry(2)); err == nil {
			t.Errorf("%s chose from a view of another game", name)
		}
		if _, err := level.Bot.Choose(t.Context(), view, []any{42}, seed.Entry(2)); err == nil {
			t.Errorf("%s chose from moves of another game", name)
		}
	}
	if _, ok := kit.Level("genius"); ok {
		t.Error("found a level that is not there")
	}
}

// TestSearchStops plays the first candidate when there is no time at all.
func TestSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := bot.Search[toy.State, toy.Move, toy.Event, toy.View]{
		Rules:    toy.Rules{},
		Imagine:  toy.Rules{}.Imagine,
		Seat:     func(v toy.View) engine.Seat { return v.Seat },
		Playouts: 1 << 40,
	}
	legal := []toy.Move{{Kind: toy.Play, Card: 3}, {Kind: toy.Pass}}
	if m, err := s.Choose(ctx, toy.View{Seat: 0}, legal, new(engine.Rand)); err != nil || m != legal[0] {
		t.Errorf("%v, %v", m, err)
	}
}

// TestSearchFinds gives a seat one move that wins and one that loses for certain.
func TestSearchFinds(t *testing.T) {
	names := engine.Names{"Anna", "Burt"}
	config := engine.Config{Seats: 2, Options: map[string]string{"rounds": "1"}}
	m, err := toy.Kit().Place(config, names, engine.Position{
		"phase": "goes", "turn": "Burt", "gone": 1, "top": 5, "pile": []int{5},
		"hands": map[string]any{"Burt": []int{8}}, "points": map[string]any{"Anna": 1, "Burt": 1},
	}, new(engine.Rand))
	if err != nil {
		t.Fatal(err)
	}
	sharp, _ := toy.Kit().Level("sharp")
	legal := m.Legal(1)
	legal[0], legal[2] = legal[2], legal[0] // passing comes first
	move, err := sharp.Bot.Choose(t.Context(), m.View(engine.Seated(1)), legal, new(engine.Rand))
	if want := (toy.Move{Kind: toy.Play, Card: 8}); err != nil || move != want {
		t.Errorf("%v (%v), want %v", move, err, want)
	}
}

func BenchmarkSimRandom(b *testing.B) {
	kit := toy.Kit()
	c := bot.SimConfig{Config: engine.Config{Seats: 4}, Matches: 1000, Bots: []string{"random"}, Workers: 2}
	var moves int64
	for b.Loop() {
		r, err := kit.Sim(b.Context(), c)
		if err != nil {
			b.Fatal(err)
		}
		moves += r.Moves
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
