package table

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
)

// bots runs the bots of one table. Each open question to a bot has a goroutine; its answer comes in through the inbox
// like everybody's. Only the table's loop calls its methods.
type bots struct {
	table *Table
	log   *slog.Logger
	ctx   context.Context
	end   context.CancelFunc
	jobs  map[uint64]context.CancelFunc // by ask
	wait  sync.WaitGroup
}

func newBots(t *Table, log *slog.Logger) *bots {
	ctx, end := context.WithCancel(context.Background())
	return &bots{table: t, log: log, ctx: ctx, end: end, jobs: make(map[uint64]context.CancelFunc)}
}

// reconcile sets bots thinking about questions that are new, and calls those back whose question is settled.
func (b *bots) reconcile(tasks []task) {
	open := make(map[uint64]bool, len(tasks))
	for _, k := range tasks {
		open[k.ask] = true
		if b.jobs[k.ask] != nil {
			continue
		}
		ctx, cancel := context.WithCancel(b.ctx)
		b.jobs[k.ask] = cancel
		b.wait.Add(1)
		Go(b.log, "bot", func() {
			defer b.wait.Done()
			defer cancel()
			b.play(ctx, k)
		})
	}
	for id, cancel := range b.jobs {
		if !open[id] {
			cancel()
			delete(b.jobs, id)
		}
	}
}

// stop ends all jobs and waits for them.
func (b *bots) stop() {
	b.end()
	b.wait.Wait()
}

// play thinks about one question and hands the answer in.
func (b *bots) play(ctx context.Context, k task) {
	began := b.table.deps.Now()
	if k.paced && !rest(ctx, b.table.deps.Pace(k.pause)) {
		return
	}
	chosen, err := b.choose(ctx, k)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		b.log.Warn("Bot failed", "seat", k.seat, "err", err)
	}
	now := b.table.deps.Now()
	in := played{ask: k.ask, move: chosen.Move, err: err, after: max(now.Sub(began), 0)}
	if k.race {
		in.after = chosen.After
	}
	select {
	case b.table.inbox <- envelope{in: in, at: now}:
	case <-ctx.Done():
	}
}

// choose asks the bot, within thinkMax. A bot that does not come to an end keeps its place among those who think until
// it does, but keeps no table waiting. Who reacts needs no place: that takes no time, and must wait for nobody.
func (b *bots) choose(ctx context.Context, k task) (bot.Reaction, error) {
	places := b.table.deps.Thinking
	if k.race {
		places = nil
	}
	if places != nil {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			return bot.Reaction{}, ctx.Err()
		}
	}
	type choice struct {
		bot.Reaction
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, thinkMax)
	defer cancel()
	chosen := make(chan choice, 1)
	Go(b.log, "bot thinks", func() {
		var c choice
		defer func() {
			if places != nil {
				<-places
			}
			chosen <- c
		}()
		defer contained(&c.err)
		view := k.match.View(engine.Seated(k.seat))
		switch {
		case k.player == nil && k.race: // nobody who could
		case k.player == nil:
			c.Move = k.legal[0]
		case k.race:
			c.Reaction, c.err = k.player.React(ctx, view, k.legal, k.chance)
		default:
			c.Move, c.err = k.player.Choose(ctx, view, k.legal, k.chance)
		}
	})
	select {
	case c := <-chosen:
		return c.Reaction, c.err
	case <-ctx.Done():
		return bot.Reaction{}, ctx.Err()
	}
}

// rest waits; it reports false if ctx ended first.
func rest(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
