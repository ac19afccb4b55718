package felt

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// Visit is a session at a table; *lobby.Visit is one.
type Visit interface {
	ID() table.ID
	Bell() <-chan struct{}
	RingOn(bell chan struct{})
	Take() (f table.Frame, ok, open bool)
	Answer(ctx context.Context, ask uint64, move any) error
	Sit(ctx context.Context, seat engine.Seat) error
	Ready(ctx context.Context, yes bool) error
	Stand(ctx context.Context, now bool) error
	SeatBot(ctx context.Context, seat engine.Seat, level string) error
	Remove(ctx context.Context, seat engine.Seat) error
	Swap(ctx context.Context, a, b engine.Seat) error
	Talk(ctx context.Context, text string) error
	Cast(ctx context.Context, m table.Motion, yes bool) error
	Wake(ctx context.Context) error
	SetLag(d time.Duration)
	Reached(ctx context.Context, race uint64, sent time.Time, lag clock.Lag, marks bool) error
	Marked(ctx context.Context, race uint64, at time.Time) error
	Gesture(ctx context.Context, race uint64, move any, at time.Time) error
	Close()
}

// Deps is what a table screen needs from outside.
type Deps struct {
	Visit  Visit
	Spec   engine.Spec
	Levels []bot.Level // the strengths of bots that the game offers
	Face   Factory
	Me     table.PlayerID
	Prefs  func() lobby.Prefs
	Now    func() time.Time // used in commands only
	Start  time.Time        // the time until the first tick
	// Join is what somebody types to come to this table, without its code: "ssh -t saloon.example join".
	Join string
	// Held says why no match may begin just now, or nothing; nil is always nothing. It must not wait.
	Held func() string
	// Rating says in a few words what is known of a player's strength and of how they stay, or nothing. It must not
	// wait.
	Rating func(table.PlayerID) string
	// Lag is the measured round trip of the line, to be told to the table with answers; it is not if this is nil.
	Lag func() time.Duration
	// Line is the line to the terminal, for races; nil if nothing can be measured on it.
	Line screen.Line
	// Coach, if set, guides through a first hand; Learned keeps how far it has come, and Taught, if set, is asked once
	// when it has come to its end.
	Coach   Coach
	Learned func(step string) tea.Cmd
	Taught  func() screen.Dialog
	// Reel, if set, moves the visit: it is no table, but a match that is looked at again.
	Reel Reel
	// Branch plays on from where the reel stands.
	Branch func() tea.Cmd
	// Report asks what somebody did wrong, to tell the staff; nil where nobody is told.
	Report func(about string) screen.Dialog
}

// What a table screen keeps and allows.
const (
	// LogKept is how many lines of a table's log a screen remembers.
	LogKept = 300
	// TalkMax bounds a line of talk, in letters.
	TalkMax = lobby.TalkWidth
	// Guard is how long after a new question moves that cannot be mended are not taken: such keys were meant for
	// something else.
	Guard = 350 * time.Millisecond
	// noticeFor is how long a notice is shown.
	noticeFor = 6 * time.Second
	// answerIn bounds how long the screen waits for a table's verdict.
	answerIn = 15 * time.Second
)

// Felt is the screen of one table. It is a screen.Screen.
type Felt struct {
	deps Deps
	face Face
	now  time.Time

	frame table.Frame
	seen  bool   // a first frame has come
	lost  string // why no more frames come
	lines []table.Line

	ask     uint64 // the question on the board, 0 for none
	sent    uint64 // the question that was answered and is not settled yet
	guarded bool   // the question is too new for moves that cannot be mended

	talking bool
	prompt  widget.Prompt
	reading bool // the log stands in the board's place
	scroll  int  // lines scrolled back in it
	held    int  // newest lines that wait until the board has shown what they tell
	peek    bool // after the end: the last board instead of the standings
	notice  notice
	step    string // the coach's step that was kept last
	reel    reel

	front  bool // nothing lies over this screen
	bout   bout
	struck time.Time // when the key was pressed that is being handled; zero if nobody knows

	version uint64 // grows with everything that the board's drawing depends on
	heard   uint64 // grows with everything that the log's drawing depends on, but for scroll and held
	cache   struct {
		title, board       widget.Drawing[uint64] // by the version
		plates             []widget.Drawing[plateKey]
		log, side, reading widget.Drawing[logKey]
		keys               widget.Drawing[keysKey]
		said               said
	}
	drawn rects
	style *style.Style     // of the last drawing
	hints []screen.Binding // the keys as they were drawn
}

// notice is a line about what the player has just tried. It stands in the prompt's place, so it goes by itself.
type notice struct {
	text, clause string
	bad          bool
	until        time.Time
}

// New makes the screen of a table.
func New(d Deps) *Felt {
	f := &Felt{deps: d, face: d.Face(), now: d.Start}
	f.prompt.Max = TalkMax
	return f
}

// Table names the table that this is the screen of.
func (f *Felt) Table() table.ID { return f.deps.Visit.ID() }

// Start waits for the first frame.
func (f *Felt) Start() tea.Cmd { return f.listen() }

// Close leaves the table's side; a seat stays the player's.
func (f *Felt) Close() { f.deps.Visit.Close() }

// Typing reports whether keys are talk just now.
func (f *Felt) Typing() bool { return f.talking }

// MyMove reports whether the table waits for this player.
func (f *Felt) MyMove() bool { return f.frame.Ask != nil && f.sent != f.frame.Ask.ID }

// Due is when a clock on this screen will next look different.
func (f *Felt) Due(now time.Time) time.Time {
	var due time.Time
	sooner := func(in time.Duration) {
		if at := now.Add(in); due.IsZero() || at.Before(due) {
			due = at
		}
	}
	for _, c := range f.frame.Info.Chairs {
		if left := c.Clock.LeftAt(now); c.Clock.Running && left > 0 {
			sooner(f.clockDue(c.Seat, left))
		}
	}
	if f.notice.text != "" {
		sooner(max(f.notice.until.Sub(now), 0))
	}
	if due := f.moving(); !due.IsZero() {
		sooner(max(due.Sub(now), 0))
	}
	if f.reel.auto {
		sooner(max(f.reel.autoAt.Sub(now), 0))
	}
	f.deadlines(func(until time.Time, s engine.Seat) {
		if left := until.Sub(now); left > 0 {
			sooner(f.clockDue(s, left))
		}
	})
	return due
}

// clock writes what is left to a seat: to the second for whom it concerns, at a glance for everybody else.
func (f *Felt) clock(s engine.Seat, left time.Duration) string {
	if s >= 0 && s == f.frame.You {
		return widget.Clock(left)
	}
	return widget.Glance(left)
}

// clockDue is how long a clock of a seat looks the same.
func (f *Felt) clockDue(s engine.Seat, left time.Duration) time.Duration {
	if s >= 0 && s == f.frame.You {
		return widget.ClockDue(left)
	}
	return widget.GlanceDue(left)
}

// note shows a notice for a while.
func (f *Felt) note(n notice) {
	n.until = f.now.Add(noticeFor)
	f.notice = n
}

// moving is when the board will next look different, zero if it is at rest, as it always is for who wants calm.
func (f *Felt) moving() time.Time {
	if f.frame.View == nil || f.deps.Prefs().Calm {
		return time.Time{}
	}
	return f.face.Due()
}

// deadlines tells the moments to which the screen counts down, and whom each concerns.
func (f *Felt) deadlines(tell func(until time.Time, s engine.Seat)) {
	add := func(t time.Time, s engine.Seat) {
		if !t.IsZero() {
			tell(t, s)
		}
	}
	for i := range f.frame.Info.Chairs {
		add(f.frame.Info.Chairs[i].BotAt, engine.Nobody)
	}
	for _, w := range f.frame.Info.Waits {
		add(w.Until, w.Seat)
	}
	for _, v := range f.frame.Info.Votes {
		add(v.Until, f.frame.You)
	}
}

// chair is the own one.
func (f *Felt) chair() (table.Chair, bool) {
	if f.frame.You < 0 || int(f.frame.You) >= len(f.frame.Info.Chairs) {
		return table.Chair{}, false
	}
	return f.frame.Info.Chairs[f.frame.You], true
}

func (f *Felt) host() bool { return f.deps.Me != "" && f.frame.Info.Host == f.deps.Me }

// scene is the part of what the board shows that is the same for every game.
func (f *Felt) scene() Table {
	return Table{
		Info: f.frame.Info, Me: f.frame.You, Now: f.now, Veiled: f.bout.veiled, Race: f.frame.Race,
		Keys: f.deps.Prefs().Keys[f.deps.Spec.Name], Lag: f.lagShown(),
		Slots: f.deps.Line != nil && f.deps.Line.Slots(),
	}
}

// Name is how the screen calls a seat: its owner's name, cleaned, or "You".
func (t Table) Name(s engine.Seat) string {
	switch {
	case s >= 0 && s == t.Me:
		return "You"
	case s < 0 || int(s) >= len(t.Info.Chairs):
		return "nobody"
	case t.Info.Chairs[s].Free() && t.Info.Chairs[s].Owner.Name == "":
		return "nobody"
	}
	return called(t.Info.Chairs[s].Owner) // a bot's that plays a seat which was left, too
}

// called is a name as the table writes it: cleaned, and a bot's without its strength, which stands elsewhere.
func called(p table.Person) string {
	return style.Clean(p.Called(), lobby.NameWidthMax)
}
