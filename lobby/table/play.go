package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/clock"
	"saloon/engine/record"
)

// ask is an open question to a seat.
type ask struct {
	id     uint64
	seat   engine.Seat
	legal  []any
	words  []string
	bounds string
	shown  time.Time // zero until it was
	sealed *reply    // in a window: what will be played at its end; nil while there is nothing
}

// open begins a match, or says why it does not.
func (c *core) open(in begin) error {
	if c.stage != Gathering {
		return ErrStale
	}
	if in.held != "" {
		c.startAt, c.startHow, c.stirred = c.now.Add(max(c.times.Countdown, c.times.Retry)), in.held, true
		return nil
	}
	m, err := c.kit.Open(c.config)
	if err != nil {
		return faultf("a match cannot be opened: %v", err)
	}
	o := &Opening{
		Game: c.spec.Name, Rules: c.spec.Rules, Config: c.config, Seed: in.seed, Settings: c.settings, At: c.now,
		People: make([]Person, len(c.chairs)),
	}
	if len(c.begun) == 0 {
		o.Settings.From = nil // another match at the table where one was tried out is a match of its own
	}
	names := make([]string, len(c.chairs))
	for i := range c.chairs {
		ch := &c.chairs[i]
		o.People[i], names[i] = ch.Owner, ch.Owner.Name
		*ch = chair{
			Chair: Chair{Seat: ch.Seat, Owner: ch.Owner, Here: ch.Here, AwaySince: ch.AwaySince},
			clock: clock.New(c.control), fresh: ch.fresh,
		}
	}
	o.Names = record.Names(names)
	o.Commitment = in.seed.Commitment()
	c.match, c.opening, c.play, c.entries, c.result = in.match, o, m, 0, nil
	c.races, c.race, c.ripe, c.due, c.limit = 0, nil, 0, time.Time{}, time.Time{}
	if err := c.takeUp(); err != nil {
		return err
	}
	c.pauseAt, c.seenAt, c.pauseEnd, c.window, c.startHow = 0, 0, time.Time{}, time.Time{}, ""
	c.asks, c.rev = nil, c.rev+1
	c.batch.Opened = o
	c.enter(Playing)
	if c.letters() {
		c.saveAt = c.now.Add(c.times.Save)
	}
	c.house("The match begins.")
	return nil
}

// takeUp goes over the entries with which the table's first match begins: they become its own.
func (c *core) takeUp() error {
	for _, e := range c.begun {
		next, err := c.play.Apply(e.Facts)
		if err != nil {
			return faultf("entry %d of another match: %v", e.Seq, err)
		}
		e.Sum, e.At = next.Sum(), c.now
		before := c.play.Timing()
		c.play, c.entries = next, e.Seq
		c.raced(before, e.Seat)
		c.entered = append(c.entered, e)
	}
	if last := len(c.begun) - 1; last >= 0 {
		c.tell(c.begun[last].Facts)
	}
	c.interrupt() // a race into which it begins has been seen
	ground := *c.ground
	ground.begun = nil
	c.ground = &ground
	return nil
}

// act plays one act and leaves its entry to be written. A refusal changes nothing; whatever else goes wrong is a fault.
func (c *core) act(a engine.Act[any]) error {
	n := c.entries + 1
	next, facts, err := c.decide(a)
	if err != nil {
		return err
	}
	sum, err := c.proved(next, facts)
	if err != nil {
		return faultf("entry %d, seat %d: %v", n, a.Seat, err)
	}
	words := ""
	if a.Seat != engine.Nature || len(c.play.Turn()) > 1 { // chance alone is not written in records
		if words, err = c.play.Words(a, c.opening.Names); err != nil {
			return faultf("entry %d, seat %d: %v", n, a.Seat, err)
		}
	}
	before, r := c.play.Timing(), c.race
	c.play, c.entries, c.rev = next, n, c.rev+1
	c.entered = append(c.entered, Entry{
		Seq: n, Seat: a.Seat, Words: words, After: a.After, Facts: facts, Sum: sum, At: c.now,
	})
	c.asks = slices.DeleteFunc(slices.Clone(c.asks), func(q ask) bool { return q.seat == a.Seat })
	c.due, c.limit = time.Time{}, time.Time{}
	c.raced(before, a.Seat)
	switch {
	case !before.Race || r == nil:
		c.tell(facts)
		return nil
	case a.Seat != engine.Nature:
		r.facts = append(r.facts, facts...) // sealed until the close, and so is their number
		return nil
	}
	c.tell(r.facts)
	c.tell(facts)
	return c.reactions(r, facts)
}

// decide asks the rules what would come of an act as the next entry.
func (c *core) decide(a engine.Act[any]) (engine.Match, []engine.Fact, error) {
	n := c.entries + 1
	if c.spec.EntriesMax > 0 && n > uint64(c.spec.EntriesMax) {
		return nil, nil, faultf("entry %d: %s promises an end within %d", n, c.spec.Name, c.spec.EntriesMax)
	}
	next, facts, err := c.play.Play(a, c.opening.Seed.Entry(n))
	if err != nil && (!errors.Is(err, engine.ErrIllegal) || a.Seat == engine.Nature) {
		err = faultf("entry %d, seat %d: %v", n, a.Seat, err)
	}
	return next, facts, err
}

// proved checks, before anything is written, that the game's law of conservation holds and that the facts replay to the
// same state. It returns the state's checksum.
func (c *core) proved(next engine.Match, facts []engine.Fact) (uint64, error) {
	if err := next.Audit(); err != nil {
		return 0, err
	}
	again, err := c.play.Apply(facts)
	if err != nil {
		return 0, err
	}
	sum := next.Sum()
	if other := again.Sum(); other != sum {
		return 0, fmt.Errorf("its facts replay to %x, not %x", other, sum)
	}
	return sum, nil
}

// advance plays Nature where it is alone, stops where there is something to look at, ends the match when it is over,
// and asks who is to be asked.
func (c *core) advance() error {
	if c.stage != Playing || c.trouble != "" {
		return nil
	}
	for n := 0; ; n++ {
		if out, over := c.play.Outcome(); over {
			c.finish(out)
			return nil
		}
		if c.raceOpen() {
			if on, err := c.runRace(); on || err != nil || c.stage != Playing {
				return err
			}
			continue
		}
		c.rouseAll()
		turn := c.play.Turn()
		if c.heldBack(turn) {
			return nil
		}
		if len(turn) != 1 || turn[0] != engine.Nature {
			return c.inquire(turn)
		}
		if c.waiting {
			return nil // not even a deal while everybody is away
		}
		if c.play.Pause() && c.pause() {
			return nil
		}
		if n == natureMax {
			return faultf("entry %d: chance is due more than %d times in a row", c.entries, natureMax)
		}
		c.window = time.Time{}
		if err := c.act(engine.Act[any]{Seat: engine.Nature}); err != nil {
			return err
		}
	}
}

// inquire brings the asks in line with who is asked. An ask stays open while its seat faces the same choice.
func (c *core) inquire(turn []engine.Seat) error {
	var asks []ask
	for _, s := range turn {
		if s < 0 {
			continue
		}
		legal, bounds := c.play.Legal(s), c.play.Bounds(s)
		i := slices.IndexFunc(c.asks, func(q ask) bool { return q.seat == s })
		if i >= 0 && c.asks[i].bounds == bounds && slices.Equal(c.asks[i].legal, legal) {
			asks = append(asks, c.asks[i])
			continue
		}
		c.askSeq++
		c.stirred, c.limit = true, time.Time{}
		q := ask{id: c.askSeq, seat: s, legal: legal, bounds: bounds, words: make([]string, len(legal))}
		for i, m := range legal {
			w, err := c.play.Words(engine.Act[any]{Seat: s, Move: m}, c.opening.Names)
			if err != nil {
				return faultf("entry %d, seat %d: %v", c.entries, s, err)
			}
			q.words[i] = w
		}
		asks = append(asks, q)
	}
	if len(turn) == 0 || len(asks) == 0 {
		return faultf("entry %d: nobody is asked, and the match is not over", c.entries)
	}
	c.asks = asks
	if !c.inWindow() {
		c.window = time.Time{}
	}
	return nil
}

func (c *core) find(id uint64) (ask, bool) {
	i := slices.IndexFunc(c.asks, func(q ask) bool { return q.id == id })
	if i < 0 {
		return ask{}, false
	}
	return c.asks[i], true
}

func (c *core) answer(in Answer) error {
	ch := c.seat(c.owns(in.Who))
	if ch == nil {
		return denied("you have no seat here")
	}
	roused := ch.StandIn != ""
	c.rouse(ch)
	err := c.answered(ch, in)
	if err != nil && roused {
		c.verdict, err = err, nil // whoever answers is there, even if the answer is no good
	}
	return err
}

func (c *core) answered(ch *chair, in Answer) error {
	switch {
	case c.stage == Adjourned:
		return denied("the match is adjourned; move to resume it")
	case c.stage != Playing:
		return ErrStale
	}
	q, ok := c.find(in.Ask)
	if !ok {
		return ErrStale
	}
	if q.seat != ch.Seat {
		return denied("it is another seat's question")
	}
	if c.standing() > 0 {
		return c.seal(q, in.Move, false)
	}
	stopped, inTime := ch.clock.Stop(c.now, in.Lag)
	if !inTime {
		return fmt.Errorf("%w: your time was up", ErrStale)
	}
	after := in.After
	if after == 0 {
		after = c.took(q) - max(in.Lag, 0)
		after = max(after, 0)
	}
	after = min(max(after, -afterLimit), afterLimit).Truncate(time.Millisecond)
	if err := c.act(engine.Act[any]{Seat: ch.Seat, Move: in.Move, After: after}); err != nil {
		return err
	}
	ch.clock, ch.misses = stopped, 0
	return nil
}

// took is how long ago an ask was shown, in whole milliseconds.
func (c *core) took(q ask) time.Duration {
	if q.shown.IsZero() {
		return 0
	}
	return min(c.now.Sub(q.shown), afterLimit).Truncate(time.Millisecond)
}

// played takes in what a bot chose for a seat.
func (c *core) played(in played) error {
	if s, ok := c.runs(in.ask); ok && c.live() {
		c.ran(s, in)
		return nil
	}
	q, ok := c.find(in.ask)
	if !ok || !c.live() || q.sealed != nil {
		return ErrStale
	}
	ch := c.seat(q.seat)
	if _, bot := ch.byBot(); !bot {
		return ErrStale // the owner is back
	}
	if c.standing() > 0 {
		if in.err == nil {
			if err := c.seal(q, in.move, true); !errors.Is(err, engine.ErrIllegal) {
				return err
			}
		}
		return c.spare(q, func(m any) error { return c.seal(q, m, true) })
	}
	if in.err == nil {
		err := c.act(engine.Act[any]{Seat: q.seat, Move: in.move, After: in.after.Truncate(time.Millisecond)})
		if err == nil || !errors.Is(err, engine.ErrIllegal) {
			c.endMove(ch)
			return err
		}
	}
	return c.fallback(q)
}

// fallback answers an ask with the move that costs the least.
func (c *core) fallback(q ask) error {
	return c.spare(q, func(m any) error {
		err := c.act(engine.Act[any]{Seat: q.seat, Move: m, After: c.took(q)})
		if err == nil || !errors.Is(err, engine.ErrIllegal) {
			c.endMove(c.seat(q.seat))
		}
		return err
	})
}

// spare tries the move that costs the least, and others until one is accepted.
func (c *core) spare(q ask, try func(move any) error) error {
	moves := slices.Clone(q.legal)
	if m, ok := c.leastHarm(q); ok {
		moves = slices.Insert(moves, 0, m)
	}
	for _, m := range moves {
		if err := try(m); !errors.Is(err, engine.ErrIllegal) {
			return err
		}
	}
	return faultf("entry %d, seat %d: none of its legal moves is accepted", c.entries, q.seat)
}

// leastHarm asks the game's fallback. It is a rule of thumb and answers at once; what it may do wrong is not the
// match's trouble.
func (c *core) leastHarm(q ask) (move any, ok bool) {
	if c.kit.Fallback == nil {
		return nil, false
	}
	err := func() (err error) {
		defer contained(&err)
		r := c.chance("fallback", q.seat)
		move, err = c.kit.Fallback.Choose(context.Background(), c.play.View(engine.Seated(q.seat)), q.legal, r)
		return err
	}()
	return move, err == nil
}

// chance is a source of a bot's own for its next answer: bots move no cards.
func (c *core) chance(label string, s engine.Seat) *engine.Rand {
	return c.chanceOf(label, s, c.entries+1)
}

func (c *core) chanceOf(label string, s engine.Seat, entry uint64) *engine.Rand {
	return c.opening.Seed.Fork(fmt.Sprintf("%s/%d", label, s)).Entry(entry)
}

// task is an ask that a bot is to answer.
type task struct {
	ask    uint64
	seat   engine.Seat
	legal  []any
	player bot.Player
	match  engine.Match
	chance *engine.Rand
	pause  *engine.Rand // for how long it seems to think
	paced  bool         // it is to seem to think: somebody looks on
	race   bool         // it is to react, which takes none of its time
}

// thinking lists what bots are to answer now.
func (c *core) thinking() []task {
	if !c.live() {
		return nil
	}
	out := c.racing()
	paced := len(c.looks) > 0 && c.standing() == 0 // the end of a window is no sooner for it
	for _, q := range c.asks {
		level, ok := c.seat(q.seat).byBot()
		if !ok || q.sealed != nil {
			continue
		}
		t := task{
			ask: q.id, seat: q.seat, legal: q.legal, match: c.play, player: c.kit.Fallback,
			chance: c.chance("bot", q.seat), pause: c.chance("pace", q.seat), paced: paced,
		}
		if l, ok := c.kit.Level(level); ok {
			t.player = l.Bot
		}
		out = append(out, t)
	}
	return out
}
