package record

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"saloon/engine"
)

// Differs says at which step a match is not what its seed and its moves make of it.
type Differs struct {
	Entry uint64 // from 1, chance counted
	Act   string // "SEAT: MOVE"; the table's name alone for chance
	What  string
}

// Error names the step and what differs.
func (d *Differs) Error() string { return fmt.Sprintf("entry %d, %q: %s", d.Entry, d.Act, d.What) }

// Verify replays a record and decides every act again from the seed: the facts must be the same, writing and reading
// them must lead to the same state, and the game's own law must hold. An error of type *Differs names the first step
// that fails, one of type *Error what cannot be played at all. A refused move fails unless the record expects it.
func Verify(games Games, rec Record) error {
	res, err := replay(games, rec, func(s step) error { return s.verify(rec.Seed, rec.Seats) })
	if err != nil {
		return err
	}
	if f := rec.checkRefused(res); f != "" {
		return errors.New(f)
	}
	return nil
}

func (s step) verify(seed engine.Seed, names engine.Names) error {
	differs := func(format string, args ...any) error {
		return &Differs{Entry: s.n, Act: line(s.before, s.act, names), What: fmt.Sprintf(format, args...)}
	}
	again, facts, err := s.before.Play(s.act, seed.Entry(s.n))
	switch {
	case err != nil:
		return differs("decided again it is refused: %v", err)
	case !reflect.DeepEqual(facts, s.facts):
		return differs("decided again it leads to %s, not %s", compact(facts), compact(s.facts))
	case again.Sum() != s.after.Sum():
		return differs("decided again it leads to another state")
	}
	read, err := s.before.Apply(s.facts)
	switch {
	case err != nil:
		return differs("its facts cannot be read back: %v", err)
	case read.Sum() != s.after.Sum():
		return differs("its facts lead to another state")
	}
	if err := s.after.Audit(); err != nil {
		return differs("%v", err)
	}
	return nil
}

// line writes an act as records do. Chance has no words.
func line(m engine.Match, act engine.Act[any], names engine.Names) string {
	if act.Seat == engine.Nature && act.Move == nil {
		return engine.TableName
	}
	words, err := m.Words(act, names)
	if err != nil {
		words = fmt.Sprint(act.Move)
	}
	return names.Of(act.Seat) + ": " + words
}

// Log is a match as it was written down while it was played.
type Log struct {
	Config  engine.Config
	Names   engine.Names
	Seed    engine.Seed
	Entries []Entry // entry i+1 of the seed is the chance of Entries[i]
}

// Entry is one accepted act and what it led to.
type Entry struct {
	Seat  engine.Seat
	Words string // the act without its seat; empty for chance
	After time.Duration
	Facts []engine.Fact
	Sum   uint64 // checksum of the state after it
}

// Verify replays a log and decides every entry again from the seed. An error of type *Differs names the first entry
// that differs; other errors say that the match cannot be opened.
func (l Log) Verify(game engine.Game) error {
	m, err := game.Open(l.Config)
	if err != nil {
		return err
	}
	for i, e := range l.Entries {
		if m, err = l.step(m, uint64(i+1), e); err != nil {
			return err
		}
	}
	return nil
}

// step verifies one entry and returns the match after it.
func (l Log) step(m engine.Match, n uint64, e Entry) (next engine.Match, err error) {
	differs := func(format string, args ...any) error {
		return &Differs{Entry: n, Act: l.line(e), What: fmt.Sprintf(format, args...)}
	}
	defer func() {
		if broken := recover(); broken != nil {
			next, err = m, differs("the rules broke: %v", broken)
		}
	}()
	act, err := l.act(m, e)
	if err != nil {
		return m, differs("%v", err)
	}
	decided, facts, err := m.Play(act, l.Seed.Entry(n))
	switch {
	case err != nil:
		return m, differs("refused: %v", err)
	case !slices.EqualFunc(facts, e.Facts, sameFact):
		return m, differs("it leads to %s, written was %s", compact(facts), compact(e.Facts))
	}
	applied, err := m.Apply(e.Facts)
	switch {
	case err != nil:
		return m, differs("%v", err)
	case applied.Sum() != decided.Sum():
		return m, differs("what was written leads to another state")
	case applied.Sum() != e.Sum:
		return m, differs("the state's checksum is %d, written was %d", applied.Sum(), e.Sum)
	}
	if err := applied.Audit(); err != nil {
		return m, differs("%v", err)
	}
	return applied, nil
}

func sameFact(a, b engine.Fact) bool { return a.Kind == b.Kind && string(a.Body) == string(b.Body) }

func (l Log) act(m engine.Match, e Entry) (engine.Act[any], error) {
	act := engine.Act[any]{Seat: e.Seat}
	if e.Seat != engine.Nature || e.Words != "" {
		var err error
		if act, err = m.Parse(e.Words, e.Seat, l.Names); err != nil {
			return act, err
		}
	}
	act.After = e.After
	return act, nil
}

func (l Log) line(e Entry) string {
	if e.Words == "" {
		return l.Names.Of(e.Seat)
	}
	return l.Names.Of(e.Seat) + ": " + e.Words
}

// Record writes a log as a record. Whoever gets it learns the seed, and with it every hidden card: only a match that is
// over, of a game whose secrets end with it, may be given away. It fails if the log cannot be replayed.
func (l Log) Record(game engine.Game) (Record, error) {
	rec := Record{
		Game: game.Spec.Name, Rules: game.Spec.Rules, Seats: l.Names, Seed: l.Seed, Options: l.Config.Options,
	}
	m, err := game.Open(l.Config)
	if err != nil {
		return rec, err
	}
	for i, e := range l.Entries {
		act, err := l.act(m, e)
		if err != nil {
			return rec, fmt.Errorf("entry %d: %w", i+1, err)
		}
		if line, ok := Line(m, act, l.Names); ok {
			rec.Moves = append(rec.Moves, line)
		}
		if m, err = m.Apply(e.Facts); err != nil {
			return rec, fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return rec, nil
}

// Line is an act as the moves of a record hold it, made before the act is played. Chance that nobody else is asked
// beside has no line: false.
func Line(before engine.Match, act engine.Act[any], names engine.Names) (string, bool) {
	if act.Seat == engine.Nature && len(before.Turn()) < 2 {
		return "", false
	}
	words, err := before.Words(act, names)
	if err != nil {
		return "", false
	}
	return names.Of(act.Seat) + ": " + words, true
}
