package lobby

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"saloon/engine"
	"saloon/lobby/table"
)

// What showings of replays may take.
const (
	// ShowingsMax bounds the replays that are looked at, in the whole house.
	ShowingsMax = 500
	// GuestsMax bounds who looks at one replay together.
	GuestsMax = 50
	// reelTalkKept is how many lines of talk a showing remembers.
	reelTalkKept = 50
)

// showing is one replay and everybody who looks at it. One of them leads: where they are, those are who follow.
type showing struct {
	code  table.ID
	match table.MatchID

	mu     sync.Mutex
	at     int
	leader *Reel
	reels  []*Reel
	talk   []table.Line
}

// showings are the replays that are looked at just now. They last as long as somebody looks.
type showings struct {
	mu     sync.Mutex
	byCode map[table.ID]*showing
}

// Reel is a replay on one session's screen: where it stands, and with whose eyes it is seen. Its methods may be called
// by several goroutines; none waits for anybody.
type Reel struct {
	session *Session
	replay  *Replay
	show    *showing
	bell    table.Bell

	// Under show.mu:
	at     int
	eyes   int  // index of replay.Eyes
	alone  bool // goes its own way
	closed bool
}

// ReelState says what a reel shows.
type ReelState struct {
	Code    table.ID      // by which others come to the same showing
	At, Of  int           // entries
	Words   string        // the act by which the last entry came about, as records write it; empty for chance
	Eyes    engine.Seat   // whose; engine.Nobody for the public's
	Choices []engine.Seat // whose eyes there are
	Leads   bool          // the others go where this one goes
	Follows bool          // this one goes where the leader goes
	Leader  string
	Present int // who looks at it, this one included
}

// Replay shows a match that has ended, from after so many entries on, to this session and to whoever comes to the
// showing by its code. It fails with ErrNotFound and ErrRunning.
func (s *Session) Replay(ctx context.Context, match table.MatchID, at int) (*Reel, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	r, err := s.house.Replay(ctx, match, p.ID)
	if err != nil {
		return nil, err
	}
	code, err := s.house.newTableID()
	if err != nil {
		return nil, err
	}
	at = min(max(at, 0), r.Len())
	show := &showing{code: code, match: r.Match, at: at}
	all := &s.house.showings
	all.mu.Lock()
	defer all.mu.Unlock()
	if len(all.byCode) >= ShowingsMax {
		return nil, fmt.Errorf("%w: too many replays are being looked at; try again in a moment", ErrSlow)
	}
	if all.byCode == nil {
		all.byCode = map[table.ID]*showing{}
	}
	all.byCode[code] = show
	return show.join(s, r), nil
}

// Follow comes to a showing by its code and follows who leads it, with one's own eyes. It fails with ErrNotFound, also
// for who may not see that match.
func (s *Session) Follow(ctx context.Context, code table.ID) (*Reel, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	all := &s.house.showings
	all.mu.Lock()
	show := all.byCode[table.ID(plainCode(string(code)))]
	all.mu.Unlock()
	if show == nil {
		return nil, ErrNotFound
	}
	r, err := s.house.Replay(ctx, show.match, p.ID)
	if err != nil {
		return nil, err
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.byCode[show.code] != show {
		return nil, ErrNotFound
	}
	if reel := show.join(s, r); reel != nil {
		return reel, nil
	}
	return nil, table.ErrFull
}

// join adds a session to a showing; nil if it is full.
func (w *showing) join(s *Session, r *Replay) *Reel {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.reels) >= GuestsMax {
		return nil
	}
	reel := &Reel{session: s, replay: r, show: w, bell: table.NewBell(), at: w.at}
	if w.leader == nil {
		w.leader = reel
	}
	w.reels = append(w.reels, reel)
	w.ringAll()
	return reel
}

// ringAll tells everybody that there is something new. It is called with the lock held.
func (w *showing) ringAll() {
	for _, r := range w.reels {
		r.bell.Ring()
	}
}

// ID is the code by which others come to the same showing.
func (r *Reel) ID() table.ID { return r.show.code }

// Game is the game that was played.
func (r *Reel) Game() string { return r.replay.Spec.Name }

// Bell receives a value when there may be a frame to take. A reader waits for it, then calls Take.
func (r *Reel) Bell() <-chan struct{} { return r.bell }

// RingOn has the reel ring a bell of the reader's instead, to begin with at once: a channel with one slot, which many
// may share.
func (r *Reel) RingOn(bell chan struct{}) {
	r.show.mu.Lock()
	defer r.show.mu.Unlock()
	r.bell = bell
	r.bell.Ring()
}

// Take gives the frame where the reel stands, with all its lines: the last lines of the log, and what was said at the
// showing. open is false once the reel was closed.
func (r *Reel) Take() (f table.Frame, ok, open bool) {
	w := r.show
	hidden := r.session.house.hides(r.session.self())
	w.mu.Lock()
	at, eyes, closed := r.at, r.replay.eyes[r.eyes], r.closed
	talk := slices.Clone(w.talk)
	w.mu.Unlock()
	if hidden != nil {
		talk = slices.DeleteFunc(talk, func(l table.Line) bool { return !hears(l, hidden) })
	}
	if closed {
		r.bell.Ring() // further readers must not wait
		return f, false, false
	}
	f, err := r.replay.Frame(at, eyes)
	if err != nil { // newReplay has folded it to its end, so nobody sees this
		return table.Frame{Gone: "This match cannot be shown any more."}, true, true
	}
	f.Info.ID = w.code // that of its table may still open a private one
	f.Lines = append(f.Lines, talk...)
	return f, true, true
}

// State says what the reel shows just now.
func (r *Reel) State() ReelState {
	w := r.show
	w.mu.Lock()
	defer w.mu.Unlock()
	eyes := r.replay.eyes[r.eyes]
	s := ReelState{
		Code: w.code, At: r.at, Of: r.replay.Len(), Words: r.replay.Words(r.at, eyes), Eyes: eyes,
		Choices: r.replay.eyes, Leads: w.leader == r, Follows: w.leader != r && !r.alone, Present: len(w.reels),
	}
	if w.leader != nil {
		s.Leader = w.leader.session.Player().Name
	}
	return s
}

// Step goes so many entries on, or back.
func (r *Reel) Step(by int) { r.move(func(at int) int { return at + by }) }

// Seek goes to after so many entries.
func (r *Reel) Seek(at int) { r.move(func(int) int { return at }) }

// Skip goes to the next moment that people had time to look at, or to the one before.
func (r *Reel) Skip(forward bool) { r.move(func(at int) int { return r.replay.Next(at, forward) }) }

// move goes somewhere. Who leads takes those along who follow; who follows goes their own way from here on.
func (r *Reel) move(to func(at int) int) {
	w := r.show
	w.mu.Lock()
	defer w.mu.Unlock()
	at := min(max(to(r.at), 0), r.replay.Len())
	r.at = at
	if w.leader != r {
		r.alone = true
		r.bell.Ring()
		return
	}
	w.at = at
	for _, o := range w.reels {
		if !o.alone {
			o.at = at
		}
	}
	w.ringAll()
}

// Rejoin follows the leader again.
func (r *Reel) Rejoin() {
	w := r.show
	w.mu.Lock()
	defer w.mu.Unlock()
	r.alone, r.at = false, w.at
	r.bell.Ring()
}

// Turn looks with the next eyes that there are.
func (r *Reel) Turn() {
	w := r.show
	w.mu.Lock()
	defer w.mu.Unlock()
	r.eyes = (r.eyes + 1) % len(r.replay.eyes)
	r.bell.Ring()
}

// Open is the whole position where the reel stands, in the lines of a record. It fails with ErrSecret where the game
// keeps its cards secret for good.
func (r *Reel) Open() (string, error) {
	w := r.show
	w.mu.Lock()
	at := r.at
	w.mu.Unlock()
	return r.replay.Open(at)
}

// Talk says a line to everybody at the showing. It fails with ErrSlow.
func (r *Reel) Talk(_ context.Context, text string) error {
	p, err := r.session.may()
	if err != nil {
		return err
	}
	text = Clean(text, TalkWidth)
	if text == "" {
		return nil
	}
	h := r.session.house
	if err := r.session.breath(); err != nil {
		return err
	}
	w := r.show
	w.mu.Lock()
	defer w.mu.Unlock()
	if over := len(w.talk) + 1 - reelTalkKept; over > 0 {
		w.talk = w.talk[over:]
	}
	w.talk = append(w.talk, table.Line{At: h.deps.Now(), Lane: table.Say, From: p.Person(), Text: text})
	w.ringAll()
	return nil
}

// Close ends the reel. If it led others, of those who followed the one who has been there longest leads from here on,
// or of all if nobody did; a showing at which nobody looks any more is over.
func (r *Reel) Close() {
	w := r.show
	all := &r.session.house.showings
	all.mu.Lock()
	defer all.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	if r.closed {
		return
	}
	r.closed = true
	r.bell.Ring()
	w.reels = slices.DeleteFunc(w.reels, func(o *Reel) bool { return o == r })
	switch {
	case len(w.reels) == 0:
		delete(all.byCode, w.code)
		w.leader = nil
	case w.leader == r:
		w.leader = w.reels[max(slices.IndexFunc(w.reels, func(o *Reel) bool { return !o.alone }), 0)]
		w.leader.alone, w.at = false, w.leader.at
	}
	w.ringAll()
}
