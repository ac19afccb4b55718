package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/engine/enginetest/toy/firstin"
)

// walker does at a table whatever people may do, in any order, and checks after every step what must always hold.
type walker struct {
	t       *testing.T
	r       *rand.Rand
	core    *core
	ground  *ground
	now     time.Time
	kept    Kept
	opened  int
	people  []Person
	boxes   map[*Mailbox]Person
	heard   map[*Mailbox]uint64
	log     []string
	ended   int
	entries int
	sealed  int
}

func TestRandomWalks(t *testing.T) {
	t.Run("plain", func(t *testing.T) {
		if sealed := walks(t, toy.Kit()); sealed != 0 {
			t.Errorf("%d answers were sealed in a game without windows", sealed)
		}
	})
	t.Run("windows", func(t *testing.T) {
		if sealed := walks(t, StandingKit()); sealed < 100 {
			t.Errorf("only %d answers were sealed", sealed)
		}
	})
	t.Run("races", func(t *testing.T) {
		if sealed := walks(t, firstin.Kit()); sealed < 100 {
			t.Errorf("only %d gestures were made", sealed)
		}
	})
}

func walks(t *testing.T, kit bot.Kit) (sealed int) {
	ended, entries := 0, 0
	for seed := range uint64(70) {
		w := newWalker(t, seed, kit)
		w.come()
		for range 300 {
			w.stroll()
			if t.Failed() {
				for _, l := range w.log[max(0, len(w.log)-40):] {
					t.Log(l)
				}
				t.Fatalf("seed %d", seed)
			}
			if w.core.over {
				break
			}
		}
		w.leave()
		ended, entries, sealed = ended+w.ended, entries+w.entries, sealed+w.sealed
	}
	if ended < 80 || entries < 1000 {
		t.Errorf("the walks saw %d matches end and %d entries", ended, entries)
	}
	return sealed
}

func newWalker(t *testing.T, seed uint64, kit bot.Kit) *walker {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &walker{t: t, r: r, now: time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC),
		boxes: make(map[*Mailbox]Person), heard: make(map[*Mailbox]uint64)}
	for _, name := range []string{"anna", "burt", "carl", "dora", "guest"} {
		w.people = append(w.people, someone(name))
	}
	rounds := "2"
	pace := []Pace{Quick, Normal, Correspondence}[r.IntN(3)]
	if kit.Spec.Live && pace == Correspondence {
		pace, rounds = Quick, "6"
	}
	s := Settings{Game: kit.Spec.Name, Seats: 2 + r.IntN(3), Pace: pace, Days: 1, Rated: r.IntN(2) == 0,
		NoSpectators: r.IntN(4) == 0, Lesson: r.IntN(8) == 0, Options: map[string]string{"rounds": rounds}}
	saved := Saved{ID: "WALK01", Settings: s, Opened: w.now, Host: "anna"}
	var err error
	w.ground, err = newGround(Deps{Kit: kit, Times: Usual(), Bot: botPerson}, saved)
	if err != nil {
		t.Fatal(err)
	}
	if w.core, err = fresh(w.ground, saved, w.now); err != nil {
		t.Fatal(err)
	}
	w.kept.Saved = w.core.saved()
	return w
}

func (w *walker) someone() Person { return w.people[w.r.IntN(len(w.people))] }

// come brings people to the table who want to play; they do it now and then, as matches end and people leave.
func (w *walker) come() {
	for _, i := range w.r.Perm(len(w.people))[:2+w.r.IntN(3)] {
		who := w.people[i]
		w.do(Sit{Who: who, Seat: engine.Nobody})
		if box := NewMailbox(); !w.core.watches(who.ID) && w.do(Look{Who: who, Box: box}) == nil {
			w.boxes[box] = who
		}
		if w.core.stage != Playing {
			w.do(Cast{Who: who.ID, Motion: Resume, Yes: true})
			w.do(Ready{Who: who.ID, Yes: true})
		}
	}
	w.do(SeatBot{By: w.core.host, Seat: engine.Nobody, Level: "regular"})
	w.do(SeatBot{By: w.core.host, Seat: engine.Nobody, Level: []string{"random", "quick"}[w.r.IntN(2)]})
}

// stroll does one thing: most often what a friendly player would.
func (w *walker) stroll() {
	if w.r.IntN(25) == 0 {
		w.come()
	}
	if w.core.race != nil && w.r.IntN(10) > 0 {
		w.race()
		return
	}
	who := w.someone()
	seat := engine.Seat(w.r.IntN(6) - 2)
	switch n := w.r.IntN(60) - 20; {
	case n < -12:
		w.wait()
	case n < 18:
		w.answer()
	case n < 21:
		w.do(Ready{Who: who.ID, Yes: w.r.IntN(6) > 0})
	case n < 23:
		w.do(Sit{Who: who, Seat: seat})
	case n < 26:
		box := NewMailbox()
		if w.do(Look{Who: who, Box: box}) == nil {
			w.boxes[box] = who
		}
	case n < 27:
		for _, box := range w.open() {
			w.do(Unlook{Box: box, Left: w.r.IntN(2) == 0})
			delete(w.boxes, box)
			break
		}
	case n < 29:
		w.do(SeatBot{By: who.ID, Seat: engine.Nobody, Level: "regular"})
		w.do(SeatBot{By: who.ID, Seat: engine.Nobody, Level: "quick"})
	case n < 30:
		w.do(Remove{By: who.ID, Seat: seat})
	case n < 31:
		w.do(Stand{Who: who.ID, Now: w.r.IntN(3) == 0})
	case n < 32:
		w.do(Wake{Who: who.ID})
	case n < 33:
		w.do(Talk{Who: who, Text: "hello"})
	case n < 36:
		m := []Motion{Adjourn, Resume, Rematch}[w.r.IntN(3)]
		w.do(Cast{Who: who.ID, Motion: m, Yes: w.r.IntN(4) > 0})
	case n < 37:
		w.restart()
	default:
		w.bots()
	}
}

// open lists the subscriptions in an order that does not depend on the run.
func (w *walker) open() []*Mailbox {
	var out []*Mailbox
	for _, l := range w.core.looks {
		out = append(out, l.box)
	}
	return out
}

func (w *walker) answer() {
	if len(w.core.asks) == 0 {
		return
	}
	q := w.core.asks[w.r.IntN(len(w.core.asks))]
	who := w.core.seat(q.seat).Owner.ID
	if w.r.IntN(8) == 0 {
		who = w.someone().ID
	}
	id := q.id - uint64(w.r.IntN(20)/19)
	lag := time.Duration(w.r.IntN(500)) * time.Millisecond
	w.do(Answer{Who: who, Ask: id, Move: q.legal[w.r.IntN(len(q.legal))], Lag: lag})
}

func (w *walker) bots() {
	for _, k := range w.core.thinking() {
		if k.race {
			r, err := k.player.React(context.Background(), k.match.View(engine.Seated(k.seat)), k.legal, k.chance)
			switch w.r.IntN(20) {
			case 0:
				err = errors.New("gave up")
			case 1:
				r.Move = firstin.Move{} // no gesture: the rules refuse it
			}
			w.do(played{ask: k.ask, move: r.Move, after: r.After, err: err})
			continue
		}
		m, err := k.player.Choose(context.Background(), k.match.View(engine.Seated(k.seat)), k.legal, k.chance)
		if w.r.IntN(20) == 0 {
			err = errors.New("gave up")
		}
		w.do(played{ask: k.ask, move: m, err: err})
	}
}

// wait lets time pass: a moment, or until something is due.
func (w *walker) wait() {
	w.now = w.now.Add(time.Duration(w.r.IntN(4000)) * time.Millisecond)
	if at := w.core.deadline(); w.r.IntN(3) == 0 && at.After(w.now) {
		w.now = at
	}
	w.tick()
}

// tick must leave nothing that is due: otherwise the loop would spin.
func (w *walker) tick() {
	w.do(tick{})
	if w.core.raceOpen() && !w.core.deadline().After(w.now) {
		w.do(tick{}) // false starts, and what bots did before it was shown
	}
	if at := w.core.deadline(); !w.core.over && !at.IsZero() && !at.After(w.core.now) && w.core.trouble == "" {
		w.t.Errorf("after a tick at %v something is due at %v", w.core.now, at)
	}
}

func (w *walker) do(in Input) error {
	before := w.core
	snapshot := w.core.clone()
	next, r, err := guarded(w.core, in, w.now)
	w.log = append(w.log, fmt.Sprintf("%v %T%+v: %v", w.now.Format("02 15:04:05.000"), in, in, err))
	if f := (*fault)(nil); errors.As(err, &f) {
		w.t.Errorf("fault: %v\n%s", f, f.stack)
	}
	if !reflect.DeepEqual(snapshot.chairs, before.chairs) || !reflect.DeepEqual(snapshot.asks, before.asks) ||
		snapshot.entries != before.entries || snapshot.stage != before.stage {
		w.t.Error("a step changed the core that it was given")
	}
	if err != nil {
		return err
	}
	if _, ok := in.(Gesture); ok && r.Seen && next.race != nil && next.race.id == before.races &&
		(before.deadline().IsZero() || before.deadline().After(w.now)) {
		w.t.Error("a gesture was seen before its race was over")
	}
	w.core = next
	if r.Own != "" {
		w.sealed++
	}
	if !r.Seen && !r.Over && !r.Begin && !reflect.DeepEqual(still(before.info()), still(next.info())) {
		w.t.Errorf("seen by nobody: %+v\nbefore: %+v", next.info(), before.info())
	}
	w.write(r.Batch)
	w.core.shown(w.now)
	if r.shows() {
		frames, ferr := w.core.frames(r)
		if ferr != nil {
			w.t.Error(ferr)
		}
		w.look(frames, r)
	}
	if r.Begin {
		w.opened++
		in := begin{match: MatchID(fmt.Sprintf("M%d", w.opened)), seed: engine.Seed{byte(w.opened)}}
		if err := w.do(in); err != nil {
			w.t.Errorf("not begun: %v", err)
		}
	}
	w.check()
	return nil
}

// still is an info without what changes as time passes.
func still(i Info) Info {
	for n := range i.Chairs {
		i.Chairs[n].Clock.At, i.Chairs[n].Clock.Left, i.Chairs[n].Clock.Bank = time.Time{}, 0, 0
	}
	return i
}

func (w *walker) write(b *Batch) {
	if b == nil {
		return
	}
	if b.Saved != nil {
		w.kept.Saved = *b.Saved
	}
	if b.Opened != nil {
		w.kept.Match = &Stored{ID: b.Match, Opened: *b.Opened}
	}
	w.entries += len(b.Entries)
	if len(b.Entries) > 0 {
		w.kept.Match.Entries = append(w.kept.Match.Entries, b.Entries...)
	}
	if b.Ended != nil {
		w.ended++
		w.kept.Match.Ended = b.Ended
		w.places(b.Ended)
	}
}

// places: each seat's first owner has just one place, and nobody who walked out is before anybody who did not.
func (w *walker) places(e *Ending) {
	for i, p := range w.kept.Match.Opened.People {
		n := 0
		for _, q := range e.Places {
			if q.Person.ID == p.ID && int(q.Seat) == i {
				n++
			}
			if (q.Person.ID != p.ID && int(q.Seat) == i || q.Person.Guest) && !q.Unpaid {
				w.t.Errorf("%s is paid for seat %d", q.Person.Name, i)
			}
		}
		if n != 1 {
			w.t.Errorf("%s has %d places in %+v", p.Name, n, e.Places)
		}
	}
	for _, q := range e.Places {
		for _, o := range e.Places {
			if q.Left && !o.Left && q.Rank <= o.Rank {
				w.t.Errorf("%s walked out and is before %s", q.Person.Name, o.Person.Name)
			}
		}
	}
}

// look checks what everybody was shown.
func (w *walker) look(frames []addressed, r todo) {
	for _, f := range frames {
		who, ok := w.boxes[f.box]
		if !ok {
			continue
		}
		if !r.Seen && who.ID != r.Own && !(r.Public && f.frame.You == engine.Nobody) {
			w.t.Errorf("%s got a frame by what only %s may know", who.Name, r.Own)
		}
		if f.frame.Sealed != nil && f.frame.Ask != nil {
			w.t.Errorf("%s is asked what was answered", who.Name)
		}
		if f.last {
			delete(w.boxes, f.box)
			continue
		}
		c := w.core
		if mine := c.owns(who.ID); f.frame.You != mine {
			w.t.Errorf("%s sits in %d and sees as %d", who.Name, mine, f.frame.You)
		}
		if v, ok := f.frame.View.(firstin.View); ok && v.Viewer != f.frame.You {
			w.t.Errorf("%s was shown the answer of seat %d", who.Name, v.Viewer)
		}
		if v, ok := f.frame.View.(toy.View); ok && v.Seat != f.frame.You {
			w.t.Errorf("%s was shown the hand of seat %d", who.Name, v.Seat)
		}
		if f.frame.Ask != nil && f.frame.Ask.Seat != f.frame.You {
			w.t.Errorf("%s was asked for seat %d", who.Name, f.frame.Ask.Seat)
		}
		for _, l := range f.frame.Lines {
			if l.Seq <= w.heard[f.box] {
				w.t.Errorf("%s heard line %d after %d", who.Name, l.Seq, w.heard[f.box])
			}
			w.heard[f.box] = l.Seq
			if l.Lane == Whisper && f.frame.You != engine.Nobody && c.matchOn() && l.At.After(c.since) {
				w.t.Errorf("%s plays and heard a whisper", who.Name)
			}
		}
		if c.matchOn() && f.frame.Info.Seed != "" {
			w.t.Error("the seed was shown in a match")
		}
	}
}

func (w *walker) check() {
	c := w.core
	for i := range c.chairs {
		ch := &c.chairs[i]
		if ch.clock.Running() && !c.ticks(ch) {
			w.t.Errorf("the clock of seat %d runs", i)
		}
		if here := c.watches(ch.Owner.ID); ch.person() && ch.Here != here {
			w.t.Errorf("seat %d here %v, looks %v", i, ch.Here, here)
		}
		if ch.person() && ch.Here == !ch.AwaySince.IsZero() {
			w.t.Errorf("seat %d here %v, away since %v", i, ch.Here, ch.AwaySince)
		}
		if (ch.Open || len(ch.Left) > 0 || ch.StandIn != "") && c.stage == Gathering {
			w.t.Errorf("seat %d before a match: %+v", i, ch.Chair)
		}
	}
	people := slices.ContainsFunc(c.chairs, func(ch chair) bool { return ch.person() })
	if people && c.owns(c.host) == engine.Nobody {
		w.t.Errorf("%q is the host and does not sit", c.host)
	}
	if c.stage == Playing && !c.over && !c.waiting && c.pauseAt == 0 && len(c.asks) == 0 &&
		!c.raceOpen() && !c.holds() && !c.awaits() {
		w.t.Error("a match is on, and nobody is asked")
	}
	for _, wait := range c.waits() {
		if wait.Text == "" || !wait.Until.IsZero() && wait.Until.Before(w.now.Add(-time.Minute)) {
			w.t.Errorf("waits for %+v at %v", wait, w.now)
		}
	}
	if c.race != nil && (c.race.id != c.races || c.stage != Playing || len(c.asks) > 0) {
		w.t.Errorf("race %d of %d, stage %s, %d asked", c.race.id, c.races, c.stage, len(c.asks))
	}
	if c.live() && c.raceOpen() && !c.awaits() && (c.race.opened.IsZero() || c.race.closeAt.IsZero()) {
		w.t.Errorf("an open race that nobody was shown: %+v", c.race)
	}
	if c.race != nil && c.known() > c.entries {
		w.t.Errorf("%d entries are known of %d", c.known(), c.entries)
	}
	if c.matchOn() && len(c.waits()) == 0 {
		w.t.Error("a match is on and nobody knows what for")
	}
}

// restart reads the table back from what was written: the same match, and clocks that lost nothing.
func (w *walker) restart() {
	body, err := json.Marshal(w.kept)
	if err != nil {
		w.t.Fatal(err)
	}
	var k Kept
	if err := json.Unmarshal(body, &k); err != nil {
		w.t.Fatal(err)
	}
	old := w.core
	w.core = restored(w.ground, k, w.now)
	w.boxes, w.heard = make(map[*Mailbox]Person), make(map[*Mailbox]uint64)
	w.log = append(w.log, "restart")
	if w.core.trouble != "" {
		w.t.Errorf("after a restart: %s", w.core.trouble)
	}
	if w.core.entries != old.entries || w.core.stage != old.stage || w.core.match != old.match {
		w.t.Errorf("%s, match %q, entry %d came back as %s, %q, %d", old.stage, old.match, old.entries, w.core.stage,
			w.core.match, w.core.entries)
	}
	for i := range old.chairs {
		got, had := w.core.chairs[i].clock.Bank(w.now), old.chairs[i].clock.Bank(w.now)
		if got < had-time.Millisecond && old.play != nil {
			w.t.Errorf("seat %d had %v and has %v", i, had, got)
		}
		for _, v := range []engine.Viewer{engine.Public, engine.Seated(engine.Seat(i))} {
			if old.play != nil && !reflect.DeepEqual(old.play.View(v), w.core.play.View(v)) {
				w.t.Errorf("seat %d sees another view", i)
			}
		}
	}
	w.tick()
}

// leave: everybody goes, and the table comes to its end by itself.
func (w *walker) leave() {
	for _, box := range w.open() {
		w.do(Unlook{Box: box})
	}
	for range 5000 {
		if w.core.over {
			return
		}
		w.bots()
		at := w.core.deadline()
		if at.IsZero() {
			if len(w.core.thinking()) == 0 {
				w.t.Fatalf("%s: nothing is due and nobody is there", w.core.stage)
			}
			continue
		}
		w.now = at
		w.tick()
	}
	for _, l := range w.log[max(0, len(w.log)-10):] {
		w.t.Log(l)
	}
	w.t.Fatalf("%s: the table does not come to an end: %+v", w.core.stage, w.core.info())
}
