package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

// ErrHalted answers while the table stands still because its rules or its log broke down.
var ErrHalted = errors.New("this table has stopped")

// todo is what a step leaves to be done, in this order: write Batch and wait until it is durable, show everybody a
// frame, begin a match, end.
type todo struct {
	Batch *Batch // nil when nothing changed that lasts
	Seen  bool   // something changed that anybody may see; otherwise there are no frames
	// Own is who has something new to see that is nobody else's business: without Seen, only they get a frame.
	Own PlayerID
	// Public: those who look on have something to see that the others have seen already.
	Public bool
	Begin  bool // all are ready: the next input is begin, with a seed
	Over   bool // the table has closed

	Verdict error // what the sender hears, although the step did something
}

// shows reports whether there are frames.
func (r todo) shows() bool { return r.Seen || r.Over || r.Public || r.Own != "" }

// Inputs of the table's own.
type (
	// tick: a moment has come at which something is due.
	tick struct{}
	// begin opens a match, or says why none may begin.
	begin struct {
		match MatchID
		seed  engine.Seed
		held  string
	}
	// settled brings the ratings that moved with the end of a match.
	settled struct{ changes []RatingChange }
	// played is what a bot chose.
	played struct {
		ask   uint64
		move  any // in a race nil: the bot lets it go by
		err   error
		after time.Duration // in a race its reaction time
	}
)

func (tick) input()    {}
func (begin) input()   {}
func (settled) input() {}
func (played) input()  {}

// chair is a seat with what only the core needs to know of it.
type chair struct {
	Chair
	clock  clock.Clock
	misses int       // times in a row that the owner's time was up
	fresh  bool      // the owner has not looked at the table since sitting down
	hold   time.Time // until then the clock of an owner who is missing stands still
	silent int       // races in a row that the owner let go by
	// rousing: the owner is back while a race is on; the seat is theirs when it is over, so that no frame says that
	// they pressed a key.
	rousing bool
	marks   clock.Marks // how late the owner's terminal says that it has drawn
}

// person reports whether a person owns the seat.
func (c *chair) person() bool { return !c.Free() && !c.Owner.IsBot() }

// byBot reports whether a bot plays the seat, and of which strength.
func (c *chair) byBot() (level string, ok bool) {
	if c.StandIn != "" {
		return c.StandIn, true
	}
	return c.Owner.Bot, c.Owner.IsBot()
}

// look is a subscription.
type look struct {
	who   Person
	box   *Mailbox
	heard uint64 // the last line that went into the box
	seq   uint64 // frames so far
	lag   *clock.Lag
	faint bool // the line does not answer just now
}

// core is everything of a table that changes. Steps work on a copy; the slices of a core are never written to in
// place, but for those that clone copies.
type core struct {
	*ground
	now   time.Time
	stage Stage
	since time.Time // when the stage began

	host   PlayerID
	chairs []chair
	looks  []look
	barred []PlayerID // removed by the host
	vote   *vote
	cooled map[Motion]time.Time // until when a motion that failed may not be moved again; never written in place

	match    MatchID
	opening  *Opening
	play     engine.Match // nil while there is none
	entries  uint64
	rev      uint64 // grows with every change of play
	asks     []ask
	askSeq   uint64
	waiting  bool      // everybody is away and the match stands still
	startAt  time.Time // when a match begins
	startHow string    // why none begins although all are ready, in words
	pauseAt  uint64    // the entry after which people look at the score; 0 for none
	pauseEnd time.Time // zero until it is shown
	seenAt   uint64    // the entry after which people have looked
	window   time.Time // when the window ends that is open; zero if none is, or it was not shown yet
	races    uint64    // of the match so far
	race     *race     // the one that is armed or open
	due      time.Time // when what the rules hold back is due; zero if nothing is, or it was not shown yet
	ripe     uint64    // one more than the entry after which it was held back long enough
	limit    time.Time // when the time is over that the rules give for the open question
	saveAt   time.Time // when correspondence clocks are written down next
	emptied  time.Time // since when nobody is there; zero while somebody is
	result   *Result

	trouble string    // in words; the table is halted
	broken  bool      // by its rules: nothing helps but a restart
	flaw    error     // why its match could not be put together again, if the rules broke down over it
	blind   bool      // not even views can be made
	retryAt time.Time // when writing is tried again
	gone    string    // the table says goodbye with these words

	lines   []*told
	lineSeq uint64

	views map[engine.Seat]seen // of rev; shared by clones, filled when shown

	// Of one step, but for over:
	at      time.Time // when its input came: before now if the table was busy then
	batch   Batch
	entered []Entry
	dirty   bool // something changed that lasts
	stirred bool // something changed that is seen
	opens   bool
	over    bool
	verdict error
	own     PlayerID   // who alone sees something new, beside what is stirred
	public  bool       // the same of those who look on
	left    []PlayerID // who goes by their own wish
	parting []parting  // whose subscription the table ends
}

func (c *core) clone() *core {
	n := *c
	n.chairs = slices.Clone(c.chairs)
	n.looks = slices.Clone(c.looks)
	n.asks = slices.Clone(c.asks)
	n.race = c.race.clone()
	n.lines = c.lines[:len(c.lines):len(c.lines)]
	n.batch, n.entered, n.dirty, n.stirred, n.opens = Batch{}, nil, false, false, false
	n.verdict, n.left, n.own, n.public = nil, nil, "", false
	return &n
}

// step lets what is due happen, takes one input in, and says what has to be done about it. With an error the core is
// as it was: refusals and the package's errors are for whoever sent the input, a fault halts the table.
func step(old *core, in Input, at time.Time) (*core, todo, error) {
	if old.over {
		return old, todo{}, ErrGone
	}
	c := old.clone()
	c.at = at
	if at.After(c.now) {
		c.now = at // a clock that was set back makes nothing late
	}
	if c.trouble != "" {
		return c.stepHalted(old, in)
	}
	if err := c.elapse(); err != nil {
		return old, todo{}, err
	}
	if c.over {
		if _, ok := in.(tick); !ok {
			return old, todo{}, ErrGone // the tick that is due closes it
		}
		return c, c.todo(), nil
	}
	if err := c.accept(in); err != nil {
		return old, todo{}, err
	}
	if err := c.settle(); err != nil {
		return old, todo{}, err
	}
	return c, c.todo(), nil
}

// accept takes one input in.
func (c *core) accept(in Input) error {
	switch in := in.(type) {
	case tick:
		return nil
	case Answer:
		return c.answer(in)
	case played:
		return c.played(in)
	case Talk:
		return c.talk(in)
	case Look:
		return c.look(in)
	case Unlook:
		return c.unlook(in)
	case Faint:
		return c.faint(in)
	case Sit:
		return c.sit(in)
	case SeatBot:
		return c.seatBot(in)
	case Remove:
		return c.remove(in)
	case Stand:
		return c.stand(in)
	case Ready:
		return c.ready(in)
	case Wake:
		return c.wake(in)
	case Cast:
		return c.cast(in)
	case Swap:
		return c.swap(in)
	case Crown:
		return c.crown(in)
	case Rename:
		return c.rename(in)
	case Disband:
		return c.disband(in)
	case Reached:
		return c.reached(in)
	case Marked:
		return c.marked(in)
	case Gesture:
		return c.gesture(in)
	case begin:
		return c.open(in)
	case settled:
		return c.settled(in)
	}
	return fmt.Errorf("table: no such input: %T", in)
}

// settle brings everything that follows from an input to its end: who is there, who is host, what Nature does, which
// votes have carried, whether a match begins.
func (c *core) settle() error {
	c.presence()
	c.tally()
	if err := c.advance(); err != nil {
		return err
	}
	c.stillness() // somebody may have walked out
	c.succession()
	c.spectators()
	c.clocks()
	c.gather()
	c.emptiness()
	return nil
}

// todo collects what the step left.
func (c *core) todo() todo {
	out := todo{Begin: c.opens, Over: c.over, Seen: c.stirred || c.dirty, Verdict: c.verdict, Own: c.own,
		Public: c.public}
	if !c.dirty && len(c.entered) == 0 && c.batch.Opened == nil {
		return out
	}
	b := c.batch
	b.Table, b.Entries = c.id, c.entered
	if len(b.Entries) > 0 || b.Opened != nil || b.Ended != nil {
		b.Match = c.match
	}
	s := c.saved()
	b.Saved = &s
	if b.Drop {
		b.Saved = nil
	}
	out.Batch = &b
	return out
}

// saved is the table as it is written down.
func (c *core) saved() Saved {
	s := Saved{
		ID: c.id, Settings: c.settings, Stage: c.stage, Host: c.host, Match: c.match, Opened: c.opened, Since: c.since,
		Result: c.result,
	}
	for i := range c.chairs {
		ch := c.chairs[i].Chair
		ch.Here, ch.Asked, ch.AwaySince, ch.BotAt, ch.Clock = false, false, time.Time{}, time.Time{}, Clock{}
		s.Chairs = append(s.Chairs, ch)
	}
	if c.play != nil {
		for i := range c.chairs {
			s.Banks = append(s.Banks, c.chairs[i].clock.Save(c.now))
		}
	}
	return s
}

// enter goes over to another stage.
func (c *core) enter(s Stage) {
	c.stage, c.since, c.dirty, c.vote = s, c.now, true, nil
	if !c.emptied.IsZero() {
		c.emptied = c.now // every stage keeps its table for a time of its own
	}
}

// seat is the chair of a seat, or nil if there is none.
func (c *core) seat(s engine.Seat) *chair {
	if s < 0 || int(s) >= len(c.chairs) {
		return nil
	}
	return &c.chairs[s]
}

// owns is the seat that somebody owns, or Nobody.
func (c *core) owns(who PlayerID) engine.Seat {
	if who != "" {
		for i := range c.chairs {
			if c.chairs[i].person() && c.chairs[i].Owner.ID == who {
				return engine.Seat(i)
			}
		}
	}
	return engine.Nobody
}

// live reports whether a match is on and its time runs.
func (c *core) live() bool {
	return c.stage == Playing && !c.waiting && c.trouble == ""
}

// deadline is the next moment at which something is due; zero if nothing is.
func (c *core) deadline() time.Time {
	var next time.Time
	at := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	if c.trouble != "" {
		return next
	}
	at(c.startAt)
	at(c.saveAt)
	at(c.nextAt())
	at(c.closesAt())
	if c.vote != nil {
		at(c.vote.until)
		if anybody := c.since.Add(c.times.Adjourn); c.vote.motion == Resume && anybody.After(c.now) {
			at(anybody)
		}
	}
	if c.live() {
		at(c.pauseEnd)
		at(c.window)
		at(c.due)
		at(c.limit)
		if c.race != nil {
			at(c.race.closeAt)
			at(c.race.botAt)
			if len(c.watchers()) > 0 {
				at(c.race.publicAt)
			}
		}
	}
	for i := range c.chairs {
		ch := &c.chairs[i]
		at(ch.hold)
		at(ch.BotAt)
		if c.stage == Gathering {
			at(c.freedAt(ch))
		}
		if flag, ok := ch.clock.Flag(); ok && c.live() {
			at(flag.Add(1)) // the flag falls right after it
		}
	}
	return next
}

// elapse lets everything happen that is due by now.
func (c *core) elapse() error {
	due := func(t time.Time) bool { return !t.IsZero() && !t.After(c.now) }
	if due(c.closesAt()) {
		c.close()
		return nil
	}
	if c.vote != nil && due(c.vote.until) && len(c.missing(c.vote)) > 0 {
		c.fail("Not everybody agreed in time to %s.", motionWords[c.vote.motion])
	}
	if due(c.nextAt()) {
		c.next()
	}
	if due(c.saveAt) {
		c.saveAt, c.dirty = c.now.Add(c.times.Save), true
	}
	for i := range c.chairs {
		ch := &c.chairs[i]
		if due(ch.hold) {
			ch.hold, c.stirred = time.Time{}, true
		}
		if c.stage == Gathering && due(c.freedAt(ch)) {
			c.house("%s has not come back: the seat is free.", ch.Owner.Called())
			c.free(ch)
		}
		if due(ch.BotAt) {
			ch.BotAt = time.Time{}
			c.standIn(ch)
		}
	}
	if due(c.startAt) {
		c.startAt, c.opens = time.Time{}, c.complete() // a seat may have become free at the same moment
	}
	if !c.live() {
		return nil
	}
	if due(c.pauseEnd) {
		c.endPause()
	}
	if err := c.flags(); err != nil {
		return err
	}
	if c.race != nil && due(c.race.publicAt) {
		c.race.publicAt, c.public = time.Time{}, true
	}
	switch {
	case due(c.due):
		c.ripen()
	case due(c.limit):
		return c.overdue()
	case c.raceOpen() && c.raceDue():
		return c.closeRace()
	case due(c.window):
		return c.closeWindow()
	}
	return nil
}
