package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
)

// Refused is a move that the rules did not allow.
type Refused struct {
	Move   string      `json:"move"` // as the record has it
	Reason string      `json:"reason"`
	Seat   engine.Seat `json:"-"`
}

// Result is where a replay ended.
type Result struct {
	Game    engine.Game
	Seats   engine.Names
	Match   engine.Match // after the last accepted move and the chance that was due then
	Applied int          // moves of the record that were accepted
	Refused *Refused     // the move that ended the replay, or nil
}

// Replay plays a record to its end, or to the first move that is refused. An error of type *Error says what cannot be
// played at all: an unknown game, option or move, an impossible position.
func Replay(games Games, rec Record) (Result, error) {
	return replay(games, rec, func(step) error { return nil })
}

// step is one accepted act, as replay tells it to whoever looks over its shoulder.
type step struct {
	n      uint64 // the entry's number
	act    engine.Act[any]
	before engine.Match
	after  engine.Match
	facts  []engine.Fact
}

func replay(games Games, rec Record, look func(step) error) (res Result, err error) {
	if rec.Seedless {
		return res, rec.bad([]string{"deal"}, "a record without a seed cannot be played again")
	}
	p := player{seed: rec.Seed, look: look}
	defer func() { // a position from outside must not end the process, whatever the rules make of it
		if broken := recover(); broken != nil {
			err = fmt.Errorf("entry %d: the rules broke: %v", p.n+1, broken)
		}
	}()
	game, m, err := rec.open(games)
	if err != nil {
		return Result{}, err
	}
	res, p.match, p.closing = Result{Game: game, Seats: rec.Seats, Match: m}, m, rec.Position != nil
	acts, err := rec.acts(m)
	if err != nil {
		return res, err
	}
	for i := 0; ; i++ {
		if err := p.nature(i < len(acts) && acts[i].Seat == engine.Nature); err != nil {
			return res, err
		}
		res.Match = p.match
		if i == len(acts) {
			return res, nil
		}
		refusal, err := p.play(acts[i])
		if err != nil {
			return res, err
		}
		if refusal != nil {
			res.Refused = &Refused{Move: rec.Moves[i], Reason: refusal.Error(), Seat: acts[i].Seat}
			return res, nil
		}
		res.Applied++
	}
}

// open finds the game and sets its table up.
func (r *Record) open(games Games) (engine.Game, engine.Match, error) {
	game, ok := games(r.Game)
	if !ok {
		return game, nil, r.bad([]string{"game"}, "unknown game %q", r.Game)
	}
	if r.Rules != game.Spec.Rules {
		return game, nil, r.bad([]string{"rules"}, "version %d of the rules of %s, known is %d",
			r.Rules, game.Spec.Title, game.Spec.Rules)
	}
	if err := r.checkOptions(game.Spec); err != nil {
		return game, nil, err
	}
	if r.Expect != nil {
		if err := r.checkKeys(game, r.Expect.Position, "expect", "position"); err != nil {
			return game, nil, err
		}
	}
	var m engine.Match
	var err error
	if r.Position == nil {
		if m, err = game.Open(r.config()); err != nil {
			return game, nil, r.bad([]string{"options"}, "%v", err)
		}
		return game, m, nil
	}
	if err := r.checkKeys(game, r.Position, "position"); err != nil {
		return game, nil, err
	}
	if m, err = game.Place(r.config(), r.Seats, r.Position, r.Seed.Entry(0)); err != nil {
		return game, nil, r.badPosition([]string{"position"}, err)
	}
	if err := m.Audit(); err != nil {
		return game, nil, r.bad([]string{"position"}, "%v: %v", engine.ErrPosition, err)
	}
	return game, m, nil
}

func (r *Record) checkOptions(spec engine.Spec) error {
	if _, err := (engine.Config{Seats: len(r.Seats)}).Values(spec); err != nil {
		return r.bad([]string{"seats"}, "%v", err)
	}
	for _, key := range sortedKeys(r.Options) {
		one := engine.Config{Seats: len(r.Seats), Options: map[string]string{key: r.Options[key]}}
		if _, err := one.Values(spec); err != nil {
			return r.bad([]string{"options", key}, "%v", err)
		}
	}
	return nil
}

// checkKeys looks at each key of a position alone, to tell on which line the trouble is.
func (r *Record) checkKeys(game engine.Game, p engine.Position, at ...string) error {
	for _, key := range sortedKeys(p) {
		if _, err := game.Canon(engine.Position{key: p[key]}, r.Seats); err != nil {
			return r.badPosition(sub(at, key), err)
		}
	}
	return nil
}

// acts reads all moves before any is played.
func (r *Record) acts(m engine.Match) ([]engine.Act[any], error) {
	acts := make([]engine.Act[any], len(r.Moves))
	for i, move := range r.Moves {
		name, words, ok := strings.Cut(move, ": ")
		if !ok {
			return nil, r.badMove(i, "%q is not of the form \"SEAT: MOVE\"", move)
		}
		seat := r.Seats.Seat(name)
		if name == engine.TableName {
			seat = engine.Nature
		}
		if seat == engine.Nobody {
			return nil, r.badMove(i, "nobody here is called %q", name)
		}
		var err error
		if acts[i], err = m.Parse(words, seat, r.Seats); err != nil {
			return nil, r.badMove(i, "%v", err)
		}
	}
	return acts, nil
}

// player plays acts and the chance between them.
type player struct {
	match engine.Match
	seed  engine.Seed
	n     uint64 // entries so far
	look  func(step) error
	// closing is set where Nature may be due because a window's last seat has answered: its act may have a line then.
	closing bool
}

var errEndless = fmt.Errorf("chance was due %d times in a row", natureMax)

// nature plays all chance that is due, but for a close that the record's next line is.
func (p *player) nature(written bool) error {
	for range natureMax {
		if !slices.Equal(p.match.Turn(), []engine.Seat{engine.Nature}) || p.closing && written {
			return nil
		}
		refusal, err := p.play(engine.Act[any]{Seat: engine.Nature})
		if err != nil {
			return err
		}
		if refusal != nil {
			return fmt.Errorf("entry %d: chance was refused: %w", p.n+1, refusal)
		}
	}
	return errEndless
}

// play plays one act. A refusal leaves everything as it was.
func (p *player) play(act engine.Act[any]) (refusal, err error) {
	next, facts, err := p.match.Play(act, p.seed.Entry(p.n+1))
	if err != nil {
		if errors.Is(err, engine.ErrIllegal) || errors.Is(err, engine.ErrNotAsked) || errors.Is(err, engine.ErrOver) {
			return err, nil
		}
		return nil, fmt.Errorf("entry %d: %w", p.n+1, err)
	}
	s := step{n: p.n + 1, act: act, before: p.match, after: next, facts: facts}
	p.closing = act.Seat != engine.Nature && slices.Contains(p.match.Turn(), engine.Nature)
	p.match, p.n = next, p.n+1
	return nil, p.look(s)
}
