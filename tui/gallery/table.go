package gallery

import (
	"context"
	"fmt"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
)

// visit is a table at which nothing happens after its one frame.
type visit struct {
	id    table.ID
	frame mailbox[table.Frame]
}

func newVisit(f table.Frame) *visit {
	v := &visit{id: f.Info.ID}
	v.frame.put(f)
	return v
}

func (v *visit) ID() table.ID                                                      { return v.id }
func (v *visit) Bell() <-chan struct{}                                             { return v.frame.bell }
func (v *visit) RingOn(bell chan struct{})                                         { v.frame.ringOn(bell) }
func (v *visit) Answer(context.Context, uint64, any) error                         { return errHung }
func (v *visit) Sit(context.Context, engine.Seat) error                            { return errHung }
func (v *visit) Ready(context.Context, bool) error                                 { return errHung }
func (v *visit) Stand(context.Context, bool) error                                 { return errHung }
func (v *visit) SeatBot(context.Context, engine.Seat, string) error                { return errHung }
func (v *visit) Remove(context.Context, engine.Seat) error                         { return errHung }
func (v *visit) Swap(context.Context, engine.Seat, engine.Seat) error              { return errHung }
func (v *visit) Talk(context.Context, string) error                                { return errHung }
func (v *visit) Cast(context.Context, table.Motion, bool) error                    { return errHung }
func (v *visit) Wake(context.Context) error                                        { return errHung }
func (v *visit) SetLag(time.Duration)                                              {}
func (v *visit) Marked(context.Context, uint64, time.Time) error                   { return errHung }
func (v *visit) Gesture(context.Context, uint64, any, time.Time) error             { return errHung }
func (v *visit) Reached(context.Context, uint64, time.Time, clock.Lag, bool) error { return errHung }
func (v *visit) Close()                                                            { v.frame.close() }

func (v *visit) Take() (f table.Frame, ok, open bool) { return v.frame.take() }

// moment says when to stop a match that bots play.
type moment func(m engine.Match, acts int) bool

// play lets bots play a game until a moment, or its end, and returns the match and the lines for a viewer.
func play(k bot.Kit, seats int, viewer engine.Viewer, stop moment) (engine.Match, []table.Line, error) {
	m, err := k.Open(engine.Config{Seats: seats})
	if err != nil {
		return nil, nil, err
	}
	seed := engine.Seed{5: 7}
	chance := seed.Fork("bots").Entry(1)
	level := k.Levels[min(1, len(k.Levels)-1)]
	if l, ok := k.Level("regular"); ok {
		level = l
	}
	var lines []table.Line
	for n := 1; n < k.Spec.EntriesMax; n++ {
		turn := m.Turn()
		if len(turn) == 0 || stop(m, n) {
			break
		}
		act, err := choose(m, turn, level.Bot, chance)
		if err != nil {
			return nil, nil, err
		}
		next, facts, err := m.Play(act, seed.Entry(uint64(n)))
		if err != nil {
			return nil, nil, fmt.Errorf("after %d acts: %w", n, err)
		}
		notes, err := next.Tell(facts, viewer)
		if err != nil {
			return nil, nil, err
		}
		m = next
		for _, note := range notes {
			lines = append(lines, table.Line{Seq: uint64(len(lines) + 1), At: noon, Lane: table.Play, Note: note,
				Text: note.Say(func(s engine.Seat) string { return players[s] })})
		}
	}
	return m, lines, nil
}

// choose is what happens next: what a bot does whose turn it is, or who still reacts in a race, or else chance.
func choose(m engine.Match, turn []engine.Seat, b bot.Player, chance *engine.Rand) (engine.Act[any], error) {
	ctx := context.Background()
	if m.Timing().Race {
		for _, s := range turn {
			legal := m.Legal(s)
			if len(legal) == 0 {
				continue
			}
			r, err := b.React(ctx, m.View(engine.Seated(s)), legal, chance)
			if err != nil || r.Move != nil {
				return engine.Act[any]{Seat: s, Move: r.Move, After: r.After}, err
			}
		}
	}
	act := engine.Act[any]{Seat: turn[0]}
	if turn[0] == engine.Nature {
		return act, nil
	}
	move, err := b.Choose(ctx, m.View(engine.Seated(turn[0])), m.Legal(turn[0]), chance)
	act.Move = move
	return act, err
}

// raceOf is the race that a match is in, as a frame tells it; what came of the last one is looked at where a seat is
// asked.
func raceOf(m engine.Match, spec engine.Spec) *table.Race {
	t := m.Timing()
	switch {
	case t.Race:
		return &table.Race{ID: 7, Stage: table.RaceOpen}
	case t.Armed:
		return &table.Race{ID: 7, Stage: table.RaceArmed}
	case spec.Live && t.Before > 0:
		return &table.Race{ID: 6, Stage: table.RaceShow}
	}
	return nil
}

// players are who sits at the gallery's tables, Anna first.
var players = []string{"Anna", "Burt", "漢字の旅人", "*sharp", "Zoë", "Kid"}

// frame is what a viewer sees of a match at a moment.
func frame(k bot.Kit, seats int, you engine.Seat, stop moment) (table.Frame, error) {
	m, lines, err := play(k, seats, engine.Seated(you), stop)
	if err != nil {
		return table.Frame{}, err
	}
	said := table.Line{Seq: 1000, At: noon, Lane: table.Say, From: person("Burt"), Text: "Take your time."}
	f := table.Frame{
		Seq: 1, You: you, Race: raceOf(m, k.Spec), Info: info(k, seats, table.Playing),
		View: m.View(engine.Seated(you)), Lines: append(lines[max(len(lines)-60, 0):], said),
	}
	for _, s := range m.Turn() {
		if s == engine.Nature {
			f.Info.Waits = append(f.Info.Waits, table.Wait{Text: "everybody to look at the score",
				Seat: engine.Nobody, Until: noon.Add(40 * time.Second)})
			continue
		}
		if f.Race != nil && f.Race.Stage == table.RaceOpen {
			continue // a race is no question
		}
		chair := &f.Info.Chairs[s]
		chair.Asked, chair.Clock.Running, chair.Clock.At = true, true, noon
		f.Info.Waits = append(f.Info.Waits, table.Wait{Text: chair.Owner.Name, Seat: s})
		if s == you {
			if f.Ask, err = ask(m, s, seats); err != nil {
				return table.Frame{}, err
			}
		}
	}
	if out, over := m.Outcome(); over {
		f.Info.Stage = table.Ended
		f.Info.Result = result(k, seats, out)
	}
	return f, nil
}

// ask is the question to a seat.
func ask(m engine.Match, s engine.Seat, seats int) (*table.Ask, error) {
	a := &table.Ask{ID: 1, Seat: s, Legal: m.Legal(s), Bounds: m.Bounds(s), Deadline: noon.Add(4 * time.Minute)}
	for _, l := range a.Legal {
		words, err := m.Words(engine.Act[any]{Seat: s, Move: l}, engine.Names(players[:seats]))
		if err != nil {
			return nil, err
		}
		a.Words = append(a.Words, words)
	}
	return a, nil
}

// result is how the match ended for the ratings.
func result(k bot.Kit, seats int, out engine.Outcome) *table.Result {
	return &table.Result{Match: "M0004711", Outcome: out, Rated: true, Changes: []table.RatingChange{{
		Player: anna.ID, Seat: 0, Category: lobby.Category(k.Spec.Name, seats),
		Before: table.Skill{Mu: 25, Sigma: 5}, After: table.Skill{Mu: 26.2, Sigma: 4.8},
		Shares: []table.RatingShare{
			{Player: "Burt", Name: "Burt", Points: 31}, {Player: "漢字の旅人", Name: "漢字の旅人", Points: -7},
		},
	}}}
}

func info(k bot.Kit, seats int, st table.Stage) table.Info {
	in := table.Info{
		ID: "K7QF2M", Stage: st, Host: anna.ID, Match: "M0004711", Entries: 40, Opened: noon.Add(-time.Hour),
		Settings: table.Settings{Game: k.Spec.Name, Seats: seats, Pace: table.Normal, Rated: true},
		Chairs:   chairs(players[:seats]...), Watchers: []table.Person{person("Doc Holliday")},
		Commitment: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	}
	for i := range in.Chairs {
		in.Chairs[i].Clock.Left = time.Duration(14-3*i)*time.Minute + 12*time.Second
	}
	return in
}

// tableOf makes a table screen of one frame.
func tableOf(k bot.Kit, face felt.Factory, f table.Frame) *felt.Felt {
	return felt.New(felt.Deps{
		Visit: newVisit(f), Spec: k.Spec, Levels: k.Levels, Face: face, Me: anna.ID,
		Prefs: func() lobby.Prefs { return lobby.Prefs{} }, Now: func() time.Time { return noon }, Start: noon,
		Join: "ssh -t saloon.example join",
	})
}
