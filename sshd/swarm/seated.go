package swarm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"saloon/sshd/swarm/grid"
)

// The arrow keys as terminals send them.
const (
	up    = "\x1b[A"
	down  = "\x1b[B"
	right = "\x1b[C"
)

// formTurns bounds how often a line of the form is turned until it shows what is wanted.
const formTurns = 12

// open lets the host open the table.
func (t *table) open(ctx context.Context) error {
	host := t.seats[0]
	return host.insist(ctx, host.opens, func(ctx context.Context) error {
		if err := host.again(ctx); err != nil {
			return err
		}
		return host.opens(ctx)
	})
}

// opens opens the table by the form for it, with its game, its number of seats, and bots on the last of them.
func (p *person) opens(ctx context.Context) error {
	t := p.table
	if err := p.step(ctx, "o", "Open the table"); err != nil {
		return err
	}
	if err := p.turn(ctx, "A new table for "+t.game.Title); err != nil {
		return err
	}
	seats := len(t.seats) + t.bots
	if err := p.step(ctx, down, "▸ Seats"); err != nil {
		return err
	}
	if err := p.turn(ctx, fmt.Sprintf("‹ %d ", seats)); err != nil {
		return err
	}
	for seat := 2; t.bots > 0 && seat <= seats; seat++ {
		if err := p.step(ctx, down, fmt.Sprintf("▸ Seat %d", seat)); err != nil {
			return err
		}
		if seat <= len(t.seats) {
			continue
		}
		if err := p.console.Press(right); err != nil { // to the first kind of bot
			return err
		}
		if err := p.until(ctx, "a bot", func(g *grid.Grid) bool { return !g.On("‹ for somebody") }); err != nil {
			return err
		}
	}
	if err := p.step(ctx, "o", "gathering"); err != nil {
		return err
	}
	p.console.Look(func(g *grid.Grid) {
		if m := tableCode.FindStringSubmatch(g.Row(0)); m != nil {
			t.code = m[1]
		}
	})
	if t.code == "" {
		return errors.New("no table's code on the screen")
	}
	return nil
}

// turn turns the chosen line of a form until something stands on the screen.
func (p *person) turn(ctx context.Context, sees string) error {
	for range formTurns {
		var before string
		there := false
		p.console.Look(func(g *grid.Grid) {
			before, there = strings.Join(g.Screen(), "\n"), g.On(sees)
		})
		if there {
			return nil
		}
		if err := p.console.Press(right); err != nil {
			return err
		}
		turned := func(g *grid.Grid) bool { return strings.Join(g.Screen(), "\n") != before }
		if err := p.until(ctx, sees, turned); err != nil {
			return err
		}
	}
	return fmt.Errorf("%q is not to be had", sees)
}

// play plays what the screen asks for until the line breaks.
func (p *person) play(ctx context.Context, leaves time.Time) error {
	whim := time.Now().Add(p.now(p.hurried(whimEach)))
	for {
		var m move
		asked := func(g *grid.Grid) (ok bool) {
			m, ok = p.table.game.choose(g, p.last, p.rnd)
			return ok
		}
		next := whim
		if leaves.Before(next) {
			next = leaves
		}
		_, err := p.console.Until(ctx, max(time.Until(next), 0), asked)
		switch {
		case err == nil:
			err = p.move(ctx, m)
		case !errors.Is(err, errLate):
		case next == leaves:
			return errLeaves
		default:
			whim = time.Now().Add(p.now(p.hurried(whimEach)))
			err = p.whim(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// How long somebody waits who need not think: at least so long, and up to so much more.
const (
	soonLeast = 600 * time.Millisecond
	soonMore  = 2 * time.Second
)

// move thinks and answers what is asked, if it still is then.
func (p *person) move(ctx context.Context, m move) error {
	if m.card != "" { // the screen shows nothing until all have answered
		p.last = m
		if !pause(ctx, reaction(p.rnd)) {
			return ctx.Err()
		}
		return p.console.Press(m.key)
	}
	if m.over {
		return p.answer(ctx, m.key, func(g *grid.Grid) bool { return !dialog(g) })
	}
	thinks := p.table.slot(p.rnd)
	if m.soon {
		thinks = soonLeast + time.Duration(p.rnd.Int64N(int64(soonMore)))
	}
	if !pause(ctx, thinks) {
		return ctx.Err()
	}
	ok := false
	p.console.Look(func(g *grid.Grid) {
		var now move
		now, ok = p.table.game.choose(g, p.last, p.rnd)
		ok = ok && now.card == "" && !now.over
		m = now
	})
	if !ok {
		return nil // the table went on by itself
	}
	return p.answer(ctx, m.key, settled(m.asks))
}
