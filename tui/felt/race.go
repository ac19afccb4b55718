package felt

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Racer is a board of a game in which people race: everybody may answer at once, and how long each took decides. It
// keeps what it was shown in a veiled scene to itself until it is shown one that is not.
type Racer[M comparable] interface {
	// Gesture is the answer that a key gives in a race.
	Gesture(tea.KeyPressMsg) (move M, ok bool)
	// Gestures lists the keys that are the game's own while a match is on. Their players may change them.
	Gestures() []Gesture
	// Reveal is the part of the board that tells what the race of the veiled scene is about, just as Draw will show it
	// when the veil is gone: as many cells at the same place for every race.
	Reveal(Size, *style.Style) Flash
	// Cry says in plain text what an open race is about, or what came of one that is over.
	Cry() []string
}

// A race's moments beside its reveal.
const (
	// restIn is how long after a race is shown no more round trips are asked for: their answers must be back before
	// the next one is armed.
	restIn = 900 * time.Millisecond
	// quietFor is how long none are asked for then: until the next race is over.
	quietFor = 10 * time.Second
)

// bout is what a screen knows of the race that is on.
type bout struct {
	id     uint64          // of the race; 0 while there is none
	stage  table.RaceStage // in which it was seen last
	veiled bool            // it is not on the screen yet
	spot   spot            // where it is being painted
	mark   uint64          // the question behind it, until the terminal has answered it; 0 for none
	early  []screen.Marked // answers that came before it was known to what
	given  bool            // this player has answered in it
}

// spot is all that a flash's bytes depend on beside the race.
type spot struct {
	board rect
	style *style.Style
}

// flashedMsg says that a race's reveal was handed to the terminal.
type flashedMsg struct {
	of      *Felt
	race    uint64
	painted bool // past the renderer
	sent    time.Time
	mark    uint64
}

// restMsg says that the line should be left in peace, so that nothing is under way in the next race.
type restMsg struct {
	of   *Felt
	race uint64
}

// racedMsg is the table's verdict on something in a race.
type racedMsg struct {
	of  *Felt
	err error
}

// Timing reports whether this screen wants to know when keys were pressed.
func (f *Felt) Timing() bool { return f.face.Races() }

// Front says whether this screen is what the player sees, with nothing over it.
func (f *Felt) Front(yes bool) { f.front = yes }

// raceOpen reports whether a race is open: what happened in it must not be told meanwhile.
func (f *Felt) raceOpen() bool { return f.frame.Race != nil && f.frame.Race.Stage == table.RaceOpen }

// racing reports whether an answer of this player would count for a race now.
func (f *Felt) racing() bool {
	return f.reacts() && !f.bout.given && (f.bout.stage == table.RaceArmed || f.bout.stage == table.RaceOpen)
}

// followRace sees what became of the race in a new frame.
func (f *Felt) followRace() tea.Cmd {
	r := f.frame.Race
	if r == nil {
		f.bout = bout{}
		return nil
	}
	if r.ID != f.bout.id {
		f.bout = bout{id: r.ID}
	}
	news := r.Stage != f.bout.stage
	f.bout.stage = r.Stage
	if r.Stage != table.RaceOpen {
		f.bout.veiled = false
	}
	switch {
	case !news:
	case r.Stage == table.RaceArmed:
		if f.reacts() { // one must see what one reacts to
			f.reading, f.scroll = false, 0
		}
		f.hush()
	case r.Stage == table.RaceOpen:
		return f.reveal()
	case r.Stage == table.RaceShow && f.reacts() && f.deps.Line != nil:
		f.deps.Line.Probe()
		id := r.ID
		return tea.Tick(restIn, func(time.Time) tea.Msg { return restMsg{of: f, race: id} })
	}
	return nil
}

// reacts reports whether this player's answers are timed: nothing is measured on the lines of those who look on.
func (f *Felt) reacts() bool {
	_, seated := f.chair()
	return seated
}

// hush lets the line rest.
func (f *Felt) hush() {
	if f.deps.Line != nil && f.reacts() {
		f.deps.Line.Quiet(quietFor)
	}
}

// reveal shows what a race is about. Where the moment can be known at which that is on the screen, it is painted past
// the renderer, and the board stays veiled until it is: nothing may show it sooner than that moment says.
func (f *Felt) reveal() tea.Cmd {
	if _, seated := f.chair(); !seated || f.replaced() {
		return nil
	}
	id, line, now := f.bout.id, f.deps.Line, f.deps.Now
	paint, ok := f.flash()
	if line == nil || !ok {
		return func() tea.Msg { return flashedMsg{of: f, race: id, sent: now()} }
	}
	f.bout.veiled, f.bout.spot = true, f.spot()
	return func() tea.Msg {
		sent, mark, err := line.Flash(paint, true)
		if err != nil {
			sent = now()
		}
		return flashedMsg{of: f, race: id, painted: true, sent: sent, mark: mark}
	}
}

func (f *Felt) spot() spot { return spot{f.drawn.board, f.style} }

// flash is the reveal as it goes over the line; ok is false if the board is not in sight.
func (f *Felt) flash() (paint []byte, ok bool) {
	at := f.drawn.board
	if !f.front || !f.boardShows() || f.style == nil || at.w == 0 || at.h == 0 {
		return nil, false
	}
	t := f.scene()
	t.Veiled = true
	if f.face.Show(f.frame.View, nil, t) != nil {
		return nil, false
	}
	return f.face.Reveal(Size{W: at.w, H: at.h}, f.style).Bytes(at.x, at.y)
}

// handleFlashed lets the board show what was painted, and tells the table when that was.
func (f *Felt) handleFlashed(m flashedMsg) tea.Cmd {
	now := f.bout.id == m.race && f.bout.stage == table.RaceOpen
	var cmds []tea.Cmd
	if m.painted && !(now && f.front && f.boardShows() && f.spot() == f.bout.spot) {
		cmds = append(cmds, tea.ClearScreen) // something else is to stand there by now
	}
	if !now {
		return tea.Batch(cmds...)
	}
	f.bout.veiled, f.bout.mark = false, m.mark
	f.show()
	lag := f.lineLag()
	cmds = append(cmds, f.raced(func(ctx context.Context, v Visit) error {
		return v.Reached(ctx, m.race, m.sent, lag, m.mark != 0)
	}))
	early := f.bout.early
	f.bout.early = nil
	for _, e := range early {
		cmds = append(cmds, f.handleMarked(e))
	}
	return tea.Batch(cmds...)
}

// handleMarked tells the table that the terminal has drawn the reveal.
func (f *Felt) handleMarked(m screen.Marked) tea.Cmd {
	switch {
	case f.bout.veiled:
		f.bout.early = append(f.bout.early, m)
	case f.bout.mark != 0 && m.N == f.bout.mark:
		f.bout.mark = 0
		id := f.bout.id
		return f.raced(func(ctx context.Context, v Visit) error { return v.Marked(ctx, id, m.At) })
	}
	return nil
}

// raced tells the table something about a race.
func (f *Felt) raced(do func(context.Context, Visit) error) tea.Cmd {
	visit := f.deps.Visit
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), answerIn)
		defer cancel()
		return racedMsg{of: f, err: do(ctx, visit)}
	}
}

// handleRaced says what the rules refuse. All else that can be wrong is that the race is over.
func (f *Felt) handleRaced(err error) {
	var r *engine.Refusal
	if errors.As(err, &r) {
		f.note(noticeOf(err))
	}
}

// raceKey takes the keys that are the game's own while a match is on. One that comes between two races does nothing:
// it was meant for the last one.
func (f *Felt) raceKey(k tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	if !f.face.Races() || !f.boardKeys() || f.frame.Info.Stage != table.Playing {
		return nil, false
	}
	move, ok := f.face.Gesture(k)
	if !ok || !f.racing() {
		return nil, ok
	}
	f.bout.given = true
	id, at := f.bout.id, f.struck
	if at.IsZero() {
		at = f.deps.Now()
	}
	return f.raced(func(ctx context.Context, v Visit) error { return v.Gesture(ctx, id, move, at) }), true
}

// lagShown is what the board may say of the line's length; nil if nothing is known.
func (f *Felt) lagShown() *Lag {
	if l := f.lineLag(); f.frame.Lag == nil && l.Measured() > 0 {
		return &l
	}
	return f.frame.Lag
}

// lineLag is what is known of the line's length.
func (f *Felt) lineLag() clock.Lag {
	if f.deps.Line == nil {
		return clock.Lag{}
	}
	return f.deps.Line.Lag()
}
