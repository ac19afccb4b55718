package bot

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"saloon/engine"
)

// Search is a bot that imagines what it cannot see, plays its candidate moves in many imagined worlds with a quick
// policy for everybody, and takes the move that did best. It needs no more than its view.
//
// Every world is shared by all candidates, hidden cards and chance alike, so that they are compared under equal luck:
// what counts is by how much a candidate did better than the first one, which is the move to make without thinking.
// Candidates that do badly drop out half by half (sequential halving), and another than the first is chosen only if
// its lead is more than luck. The budget is a number of playouts, not a time: the same view, list and chance give the
// same move. When the context ends, the best so far is played.
type Search[S any, M comparable, E, V any] struct {
	Rules   engine.Rules[S, M, E, V]
	Imagine func(V, *engine.Rand) S
	// Seat is the seat whose view it is.
	Seat func(V) engine.Seat
	// Candidates are the moves worth a thought, the one to take without thinking first. Nil takes all as they come.
	Candidates func(V, []M) []M
	// Step plays an act in a playout. Nil decides it by Rules and evolves its events; a game may have a quicker way.
	Step func(*S, engine.Act[M], *engine.Rand) error
	// Policy moves for any seat in a playout.
	Policy func(*S, engine.Seat, *engine.Rand) M
	// Horizon says that a playout has gone far enough. Nil plays to the end of the match.
	Horizon func(start, now *S) bool
	// Value is what a state at the horizon is worth to a seat, between 0 and 1.
	Value func(*S, engine.Seat) float64
	// Playouts is the budget of one choice.
	Playouts int
	// ActsMax bounds a playout.
	ActsMax int
	// Doubt is by how many standard errors a candidate's lead over the first one is marked down before they are
	// compared.
	Doubt float64
}

// candidate is a move and by how much its playouts were worth more than the first candidate's in the same worlds.
type candidate[M comparable] struct {
	move     M
	place    int // in the list of candidates
	sum, sqs float64
	n        int
}

func (c candidate[M]) mean() float64 { return c.sum / float64(max(c.n, 1)) }

// sure is the mean less so many standard errors; a candidate that was hardly played is worth nothing.
func (c candidate[M]) sure(doubt float64) float64 {
	if c.place == 0 {
		return 0
	}
	if c.n < 2 {
		return math.Inf(-1)
	}
	mean := c.mean()
	return mean - doubt*math.Sqrt(max(0, c.sqs/float64(c.n)-mean*mean)/float64(c.n-1))
}

// Choose fails only on an empty list.
func (s *Search[S, M, E, V]) Choose(ctx context.Context, view V, legal []M, r *engine.Rand) (M, error) {
	if len(legal) == 0 {
		var none M
		return none, engine.ErrNotAsked
	}
	if s.Candidates != nil && len(legal) > 1 {
		legal = s.Candidates(view, legal)
	}
	if len(legal) == 1 {
		return legal[0], nil
	}
	list := make([]candidate[M], len(legal))
	for i, m := range legal {
		list[i] = candidate[M]{move: m, place: i}
	}
	p := &playout[S, M, E, V]{Search: s, seat: s.Seat(view), seed: fresh(r)}
	rivals := list[1:]
	rounds := bits.Len(uint(len(rivals)))
	for range rounds {
		worlds := max(1, s.Playouts/(rounds*(len(rivals)+1)))
		if !p.compare(ctx, view, list[:1+len(rivals)], worlds) {
			break
		}
		slices.SortStableFunc(rivals, func(a, b candidate[M]) int { return cmp.Compare(b.mean(), a.mean()) })
		rivals = rivals[:(len(rivals)+1)/2]
	}
	best := list[0]
	for _, c := range rivals {
		if c.sure(s.Doubt) > best.sure(s.Doubt) {
			best = c
		}
	}
	return best.move, nil
}

// fresh draws a seed.
func fresh(r *engine.Rand) engine.Seed {
	var seed engine.Seed
	for i := 0; i < len(seed); i += 8 {
		v := r.Uint64()
		for j := range 8 {
			seed[i+j] = byte(v >> (8 * j))
		}
	}
	return seed
}

// playout is one choice being thought about.
type playout[S any, M comparable, E, V any] struct {
	*Search[S, M, E, V]
	seat  engine.Seat
	seed  engine.Seed
	world uint64
	rand  engine.Rand
}

// compare plays every candidate in a number of worlds. It reports false when the context ended.
func (p *playout[S, M, E, V]) compare(ctx context.Context, view V, list []candidate[M], worlds int) bool {
	for range worlds {
		if ctx.Err() != nil {
			return false
		}
		p.world += 2
		p.rand.Reset(p.seed, p.world)
		start := p.Imagine(view, &p.rand)
		base := 0.0
		for i := range list {
			p.rand.Reset(p.seed, p.world+1)
			v, ok := p.play(start, list[i].move)
			if i == 0 {
				base = v
			}
			if ok {
				list[i].sum += v - base
				list[i].sqs += (v - base) * (v - base)
				list[i].n++
			}
		}
	}
	return true
}

// play is one playout: the move, then the policy for all seats until the horizon. A move that this world does not
// allow, which the rules of a game with representatives may find, does not count.
func (p *playout[S, M, E, V]) play(start S, m M) (float64, bool) {
	s := start
	act := engine.Act[M]{Seat: p.seat, Move: m}
	for range p.ActsMax {
		if err := p.step(&s, act); err != nil {
			return 0, false
		}
		turn := p.Rules.Turn(s)
		if len(turn) == 0 || p.Horizon != nil && p.Horizon(&start, &s) {
			break
		}
		act = engine.Act[M]{Seat: turn[0]}
		if turn[0] == engine.Nature && len(turn) > 1 {
			act.Seat = turn[1]
		}
		if act.Seat != engine.Nature {
			act.Move = p.Policy(&s, act.Seat, &p.rand)
		}
	}
	return p.Value(&s, p.seat), true
}

func (p *playout[S, M, E, V]) step(s *S, act engine.Act[M]) error {
	if p.Step != nil {
		return p.Step(s, act, &p.rand)
	}
	events, err := p.Rules.Decide(*s, act, &p.rand)
	for _, e := range events {
		*s = p.Rules.Evolve(*s, e)
	}
	return err
}
