package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"saloon/engine"
	"saloon/engine/enginetest"
)

// SimConfig says what a simulation plays.
type SimConfig struct {
	engine.Config
	Matches int
	// Bots are names of levels by seat, repeated from the start if they are fewer than the seats. In every further
	// match everybody moves up one seat, so that over many matches each bot sits everywhere.
	Bots []string
	Seed engine.Seed // match i is played with Seed.Fork("match/" + i), whatever the number of workers
	// Workers play at the same time; at least 1.
	Workers int
	// Check: every Check-th match, beginning with the first, is watched by package enginetest; 0 watches none. The
	// conservation law is checked after every act of every match in any case.
	Check int
}

// arena plays matches of one game over its own types.
type arena[S any, M comparable, E, V any] struct {
	rules    engine.Rules[S, M, E, V]
	codec    engine.Codec[E]
	notation engine.Notation[S, M, V]
	spec     engine.Spec
	skills   []Skill[V, M]
}

// blind is implemented by bots that choose without looking, which saves making the view.
type blind interface{ blind() }

func (Random[V, M]) blind() {}

// sitter is a bot in a seat.
type sitter[V any, M comparable] struct {
	skill int // index of arena.skills
	bot   Bot[V, M]
	blind bool
	rand  engine.Rand
}

func (a *arena[S, M, E, V]) sim(ctx context.Context, c SimConfig) (SimResult, error) {
	lineup, err := a.lineup(c)
	if err != nil {
		return SimResult{}, err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	tallies := make([]tally, max(c.Workers, 1))
	for i := range tallies {
		tallies[i] = newTally(len(a.skills))
		wait.Go(func() {
			w := &worker[S, M, E, V]{arena: a, config: c, lineup: lineup, tally: &tallies[i]}
			for ctx.Err() == nil {
				match := int(next.Add(1) - 1)
				if match >= c.Matches {
					return
				}
				if err := w.play(ctx, match); err != nil {
					stop(err)
				}
			}
		})
	}
	wait.Wait()
	sum := newTally(len(a.skills))
	for _, t := range tallies {
		sum.add(t)
	}
	return a.result(c, sum, lineup), context.Cause(ctx)
}

// lineup is the skill of each seat in the first match.
func (a *arena[S, M, E, V]) lineup(c SimConfig) ([]int, error) {
	if _, err := a.rules.New(c.Config); err != nil {
		return nil, err
	}
	if c.Matches < 1 || c.Check < 0 || len(c.Bots) < 1 || len(c.Bots) > c.Seats {
		return nil, fmt.Errorf("%w: %d matches with %d bots in %d seats; at least one match and one bot, "+
			"at most one bot a seat", engine.ErrConfig, c.Matches, len(c.Bots), c.Seats)
	}
	var names []string
	for _, s := range a.skills {
		names = append(names, s.Name)
	}
	lineup := make([]int, c.Seats)
	for i := range lineup {
		name := c.Bots[i%len(c.Bots)]
		lineup[i] = -1
		for j, n := range names {
			if n == name {
				lineup[i] = j
			}
		}
		if lineup[i] < 0 {
			return nil, unknown(name, names)
		}
	}
	return lineup, nil
}

// worker plays one match after the other.
type worker[S any, M comparable, E, V any] struct {
	*arena[S, M, E, V]
	config SimConfig
	lineup []int
	tally  *tally

	seed    engine.Seed
	rand    engine.Rand // of the entry
	sitters [engine.SeatsMax]sitter[V, M]
	keeper  engine.Timekeeper[S] // nil where nobody races
	raced   int                  // seats, from 0, that have had their part in the open race
	entry   uint64
	moves   int
}

// play plays one match and counts it.
func (w *worker[S, M, E, V]) play(ctx context.Context, match int) (err error) {
	w.seed = w.config.Seed.Fork("match/" + strconv.Itoa(match))
	w.entry, w.moves, w.raced = 0, 0, 0
	w.keeper, _ = w.rules.(engine.Timekeeper[S])
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("match %d (seed %s), entry %d: %w", match, w.seed, w.entry, err)
		}
	}()
	n := w.config.Seats
	for i := range n {
		s := &w.sitters[i]
		s.skill = w.lineup[(i+match)%n]
		s.bot = w.skills[s.skill].Bot
		_, s.blind = s.bot.(blind)
		s.rand.Reset(w.seed.Fork("bot/"+strconv.Itoa(i)), 1)
	}
	var end S
	if w.config.Check > 0 && match%w.config.Check == 0 {
		end, err = w.watched(ctx)
		w.tally.checked++
	} else {
		end, err = w.quick(ctx)
	}
	if err != nil {
		return err
	}
	out, over := w.rules.Outcome(end)
	if !over {
		return errors.New("nobody is asked and the match is not over")
	}
	skills := make([]int, n)
	for i := range skills {
		skills[i] = w.sitters[i].skill
	}
	w.tally.count(out, skills, int(w.entry), w.moves)
	return nil
}

// quick decides and applies, and audits.
func (w *worker[S, M, E, V]) quick(ctx context.Context) (S, error) {
	s, err := w.rules.New(w.config.Config)
	auditor, audits := w.rules.(engine.Auditor[S])
	for err == nil {
		var act engine.Act[M]
		var more bool
		if act, more, err = w.choose(ctx, s); !more || err != nil {
			break
		}
		w.entry++
		if w.entry > uint64(w.spec.EntriesMax) {
			return s, fmt.Errorf("the match is longer than %d entries", w.spec.EntriesMax)
		}
		w.rand.Reset(w.seed, w.entry)
		events, refused := w.rules.Decide(s, act, &w.rand)
		if refused != nil {
			return s, fmt.Errorf("seat %d: %+v: %w", act.Seat, act.Move, refused)
		}
		for _, e := range events {
			s = w.rules.Evolve(s, e)
		}
		if audits {
			err = auditor.Audit(s)
		}
	}
	return s, err
}

// choose asks the first seat that is asked, Nature last.
func (w *worker[S, M, E, V]) choose(ctx context.Context, s S) (act engine.Act[M], more bool, err error) {
	turn := w.rules.Turn(s)
	if len(turn) == 0 {
		return act, false, nil
	}
	if w.keeper != nil && len(turn) > 1 && w.keeper.Timing(s).Race {
		return w.race(ctx, s)
	}
	w.raced = 0
	if act.Seat = turn[0]; act.Seat == engine.Nature && len(turn) > 1 {
		act.Seat = turn[1]
	}
	if act.Seat == engine.Nature {
		return act, true, nil
	}
	w.moves++
	sit := &w.sitters[act.Seat]
	legal := w.rules.Legal(s, act.Seat)
	var view V
	if !sit.blind {
		view = w.rules.View(s, engine.Seated(act.Seat))
	}
	act.Move, err = sit.bot.Choose(ctx, view, legal, &sit.rand)
	return act, true, err
}

// race lets every seat that may answer react once, then closes.
func (w *worker[S, M, E, V]) race(ctx context.Context, s S) (act engine.Act[M], more bool, err error) {
	for w.raced < w.config.Seats {
		act.Seat = engine.Seat(w.raced)
		w.raced++
		legal := w.rules.Legal(s, act.Seat)
		if len(legal) == 0 {
			continue
		}
		sit := &w.sitters[act.Seat]
		var view V
		if !sit.blind {
			view = w.rules.View(s, engine.Seated(act.Seat))
		}
		var ok bool
		if act.Move, act.After, ok, err = react(ctx, sit.bot, view, legal, &sit.rand); ok || err != nil {
			w.moves++
			return act, true, err
		}
	}
	w.raced = 0
	return engine.Act[M]{Seat: engine.Nature}, true, nil
}

// watched plays the same match through the conformance suite's checker.
func (w *worker[S, M, E, V]) watched(ctx context.Context) (S, error) {
	var heard complaints
	c := enginetest.NewChecker(&heard, w.rules, w.codec, w.notation, enginetest.Options[M, V]{})
	c.Open(w.config.Config, w.seed)
	for len(heard) == 0 {
		act, more, err := w.choose(ctx, c.State())
		if !more || err != nil {
			return c.State(), err
		}
		w.entry++
		c.Play(act)
	}
	return c.State(), errors.New(strings.Join(heard, "\n"))
}

// complaints is what the checker reports.
type complaints []string

// Helper does nothing: there is no test whose line could be named.
func (c *complaints) Helper() {}

// Errorf keeps a report.
func (c *complaints) Errorf(format string, args ...any) {
	*c = append(*c, fmt.Sprintf(format, args...))
}
