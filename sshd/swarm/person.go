package swarm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"saloon/sshd/swarm/grid"
)

// person is one of the crowd, with a console of their own.
type person struct {
	crowd   *crowd
	place   Place
	n       int
	rnd     *rand.Rand
	login   Login
	table   *table // at which they sit or look on
	console *Console
	last    move
	lines   int // that they have said
	sample  *sample
}

// sizes are those of people's terminals; most have the first.
var sizes = [...]struct{ w, h int }{{80, 24}, {80, 24}, {80, 24}, {100, 30}, {120, 36}}

func newPerson(c *crowd, place Place, n int) *person {
	p := &person{crowd: c, place: place, n: n, rnd: rand.New(rand.NewPCG(c.Seed, uint64(n)))}
	size := sizes[p.rnd.IntN(len(sizes))]
	p.login = Login{
		Addr: c.Addr, User: fmt.Sprintf("rider-%d-%d", c.Seed, n), Key: Key(c.Seed, n), Term: "xterm-256color",
		W: size.w, H: size.h,
	}
	if len(c.people[place])%sampleEach(c.number()) == 0 {
		p.sample = newSample(&c.diffs[place])
	}
	return p
}

// Bounds of waiting.
const (
	firstWithin  = time.Minute
	enterWithin  = 30 * time.Second
	answerWithin = 10 * time.Second
)

// connect logs in, for their table if there is one, and waits for the first frame.
func (p *person) connect(ctx context.Context) error {
	switch {
	case p.place == LookingOn:
		p.login.Command = "watch " + p.table.code
	case p.place == AtTable && p.table.code != "":
		p.login.Command = "join " + p.table.code
	}
	began := time.Now()
	c, err := Open(ctx, p.login, &p.crowd.traffic, p.sample)
	if err != nil {
		return fmt.Errorf("logging in: %w", err)
	}
	p.console, p.last = c, move{}
	timer := time.NewTimer(firstWithin)
	defer timer.Stop()
	select {
	case <-c.Started():
		p.crowd.logins.add(time.Since(began))
		return nil
	case <-c.Over():
		return fmt.Errorf("logging in: %w", c.ended)
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("logging in: no first frame: %w", errLate)
	}
}

// triesMax is how often somebody tries to get to their place at first.
const triesMax = 5

// insist does something, and if that does not work, hangs up, does it another way, and tries that again a few times.
// Each time that something does not work counts as an error.
func (p *person) insist(ctx context.Context, do, otherwise func(context.Context) error) error {
	err := do(ctx)
	for n := 1; err != nil && n < triesMax; n++ {
		if ctx.Err() != nil {
			return err
		}
		p.crowd.failed(p.place, err)
		p.hangUp()
		if !pause(ctx, p.crowd.Away/3) {
			return ctx.Err()
		}
		err = otherwise(ctx)
	}
	return err
}

// hangUp ends the connection, if there is one.
func (p *person) hangUp() {
	if p.console != nil {
		p.console.Drop()
		p.console = nil
	}
}

// come logs in for the first time.
func (p *person) come(ctx context.Context) error { return p.insist(ctx, p.connect, p.connect) }

// settle goes through the door.
func (p *person) settle(ctx context.Context) error { return p.insist(ctx, p.enter, p.again) }

// again logs in and goes through the door.
func (p *person) again(ctx context.Context) error {
	if err := p.connect(ctx); err != nil {
		return err
	}
	return p.enter(ctx)
}

// Words on screens by which people know where they are.
const (
	newcomer = "What shall we call you"
	named    = "You will be known as"
	lobby    = "the lobby"
)

// enter comes through the door: those who are new take the name that is suggested.
func (p *person) enter(ctx context.Context) error {
	there := func(g *grid.Grid) bool { return strings.Contains(g.Row(0), lobby) }
	if p.login.Command != "" {
		there = func(g *grid.Grid) bool { return strings.Contains(g.Row(0), "table "+p.table.code) }
	}
	stranger := func(g *grid.Grid) bool { return g.On(newcomer) }
	if err := p.until(ctx, "the door", func(g *grid.Grid) bool { return there(g) || stranger(g) }); err != nil {
		return err
	}
	isNew := false
	p.console.Look(func(g *grid.Grid) { isNew = stranger(g) })
	if isNew {
		if err := p.until(ctx, named, func(g *grid.Grid) bool { return g.On(named) }); err != nil {
			return err
		}
		if err := p.console.Press("\r"); err != nil {
			return err
		}
	}
	return p.until(ctx, "the house behind the door", there)
}

// until waits for something that must come, and fails with what stands on the screen instead.
func (p *person) until(ctx context.Context, what string, holds func(*grid.Grid) bool) error {
	_, err := p.console.Until(ctx, enterWithin, holds)
	if err == nil || ctx.Err() != nil {
		return err
	}
	var screen []string
	p.console.Look(func(g *grid.Grid) { screen = g.Screen() })
	return fmt.Errorf("waiting for %s: %w, with\n%s", what, err, strings.Join(screen, "\n"))
}

// step presses keys and waits for what they bring.
func (p *person) step(ctx context.Context, keys, sees string) error {
	if err := p.console.Press(keys); err != nil {
		return err
	}
	return p.until(ctx, fmt.Sprintf("%q", sees), func(g *grid.Grid) bool { return g.On(sees) })
}

// errLeaves means that it is time for a line to break.
var errLeaves = errors.New("the line breaks")

// live spends the time until the context ends in the house: plays, looks on or looks around, loses the line now and
// then, and comes back with the same key.
func (p *person) live(ctx context.Context) {
	for ctx.Err() == nil {
		err := p.spend(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errLeaves):
			p.crowd.drops.Add(1)
		default:
			p.crowd.failed(p.place, err)
		}
		p.hangUp()
		for {
			if !pause(ctx, p.crowd.Away/3+time.Duration(p.rnd.Int64N(1+int64(p.crowd.Away)*4/3))) {
				return
			}
			if err = p.again(ctx); err == nil || ctx.Err() != nil {
				p.crowd.back.Add(1)
				break
			}
			p.crowd.failed(p.place, err)
			p.hangUp()
		}
	}
}

// spend spends time in the house until the line breaks or something goes wrong.
func (p *person) spend(ctx context.Context) error {
	leaves := time.Now().Add(p.now(p.crowd.DropEvery))
	if p.crowd.DropEvery == 0 {
		leaves = time.Now().Add(p.crowd.For + time.Hour)
	}
	if p.place == AtTable {
		return p.play(ctx, leaves)
	}
	return p.browse(ctx, leaves)
}

// now draws a time until something that happens so often on average, at any moment as likely as at any other.
func (p *person) now(mean time.Duration) time.Duration {
	return time.Duration(float64(mean) * p.rnd.ExpFloat64())
}

// hurried is a time as it passes for somebody of this crowd.
func (p *person) hurried(d time.Duration) time.Duration {
	if p.crowd.Haste > 0 {
		return time.Duration(float64(d) / p.crowd.Haste)
	}
	return d
}

// loneEsc is the escape key. A server waits for a while whether it is the beginning of another key, so that its times
// are counted apart from those of all others.
const loneEsc = "\x1b"

// answer presses keys, and notes how long the screen took to show what came of them.
func (p *person) answer(ctx context.Context, keys string, holds func(*grid.Grid) bool) error {
	took, err := p.console.Answer(ctx, keys, answerWithin, holds)
	switch {
	case errors.Is(err, errMoot):
		return nil
	case err == nil && keys == loneEsc:
		p.crowd.escapes.add(took)
	case err == nil:
		p.crowd.keys[p.place].add(took)
		if p.crowd.Stalled > 0 && p.table != nil {
			p.table.keys.add(took)
		}
	case errors.Is(err, errLate):
		p.crowd.lose(p, keys)
		return nil
	}
	return err
}

// pause waits, and reports false if the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
