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
//
// Of a record without a seed it verifies the sealed cards alone: that every card which the log shows is the one that
// was sealed when it was dealt. Judged says what that leaves open.
func Verify(games Games, rec Record) error {
	if rec.Seedless {
		if err := rec.known(games); err != nil {
			return err
		}
		return rec.verifyDeal()
	}
	book := newLedger(rec.Seed, rec.Seats)
	res, err := replay(games, rec, func(s step) error {
		if err := s.verify(rec.Seed, rec.Seats); err != nil || rec.Deal == nil {
			return err
		}
		return book.add(s.before, s.after, s.facts)
	})
	if err != nil {
		return err
	}
	if f := rec.checkRefused(res); f != "" {
		return errors.New(f)
	}
	if rec.Deal == nil {
		return nil
	}
	if err := rec.verifyDeal(); err != nil {
		return err
	}
	return rec.Deal.differs(book.close())
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
	case !slices.EqualFunc(alike(facts, e.Facts), e.Facts, sameFact):
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

// alike leaves out of decided facts the seals that a log from before there were seals does not have.
func alike(decided, written []engine.Fact) []engine.Fact {
	if plain := engine.Unsealed(decided); len(plain) == len(written) {
		return plain
	}
	return decided
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
	book := newLedger(l.Seed, l.Names)
	_, err := l.follow(game, func(before, after engine.Match, act engine.Act[any], e Entry) error {
		if line, ok := Line(before, act, l.Names); ok {
			rec.Moves = append(rec.Moves, line)
		}
		return book.add(before, after, e.Facts)
	})
	if book.sealed {
		rec.Deal = book.close()
	}
	return rec, err
}

// Line is an act as the moves of a record hold it, made before the act is played. Chance that nobody else is asked
// beside has no line: false.
func Line(before engine.Match, act engine.Act[any], names engine.Names) (string, bool) {
	if !hasLine(before, act) {
		return "", false
	}
	words, err := before.Words(act, names)
	if err != nil {
		return "", false
	}
	return names.Of(act.Seat) + ": " + words, true
}

// hasLine reports whether an act is written: chance is only where somebody else is asked as well.
func hasLine(before engine.Match, act engine.Act[any]) bool {
	return act.Seat != engine.Nature || len(before.Turn()) > 1
}
