package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"saloon/lobby"
	"saloon/lobby/admin"
	screens "saloon/tui/screen"
)

// Config is what a door is made of.
type Config struct {
	House *lobby.House
	// Program makes the screens of one session: a Bubble Tea model that begins where Visit.Intent says. If it has a
	// method Close(), that is called when the session has ended, however it ended.
	Program func(Visit) tea.Model
	// Lines plays the same house in plain appended lines, for terminals that cannot place a cursor. It reads whole
	// lines and returns when it reaches their end. Without it such terminals are told what would work.
	Lines func(v Visit, in io.Reader, out io.Writer) error
	// Notice makes a message for the screens of words that the door has for somebody ("You have been still for …").
	// Without it such words are not said.
	Notice func(words string) tea.Msg
	// Rules is the rule book of a game as text. Without it the rules command knows no game.
	Rules func(game string) (text string, ok bool)
	// Cast writes a replay as a terminal recording. Without it the cast command draws none.
	Cast func(w io.Writer, c Cast) error
	// Office answers the admin command. Without it nobody is of the staff.
	Office *admin.Office
	// Meter is told what happens at the door. Nobody is if it is nil.
	Meter Meter
	// HostKeyPath is the file of the server's key. It is made if there is none.
	HostKeyPath string
	// Version is the version of the program, for the version command. It is not told to anybody who has not logged in.
	Version string
	// FPS is how often in a second a session may draw: 1 to 120, 60 if zero. What happens after a pause is drawn at
	// once; what follows within a frame's time is drawn together. A session in which nothing happens draws nothing.
	FPS int
	// Proxies bring people and say from where, in a header of the PROXY protocol. Whoever
	// connects from one of them without such a header is cut.
	Proxies []netip.Prefix
	Limits  Limits
	Now     func() time.Time // time.Now if nil
	Log     *slog.Logger     // nothing is logged if nil
}

// Meter counts what happens at the door. Its methods may be called by several goroutines and must not wait. The words
// that it gets are of a short list, never a client's.
type Meter interface {
	// Refused is told of a connection, before its first byte, or a session that was not let in.
	Refused(why string)
	// Cut is told of a connection or a session that the door ended.
	Cut(why string)
	// Limited is told whenever somebody was slowed down, or a key dropped, because it was too much at once.
	Limited(what string)
	// Authenticated is told of every attempt to say who one is, but for the first question which ways there are.
	Authenticated(method string, ok bool)
	// Answered is told how long it took from bytes that came in at a terminal to the first that went out after them.
	Answered(took time.Duration)
}

// unmetered is a Meter that counts nothing.
type unmetered struct{}

// Refused does nothing.
func (unmetered) Refused(string) {}

// Cut does nothing.
func (unmetered) Cut(string) {}

// Limited does nothing.
func (unmetered) Limited(string) {}

// Authenticated does nothing.
func (unmetered) Authenticated(string, bool) {}

// Answered does nothing.
func (unmetered) Answered(time.Duration) {}

// Limits is what one may have of everything. Zero fields are those of DefaultLimits.
type Limits struct {
	Connections       int // open at once, of all
	PerSource         int // open at once, of one IPv4 address or one IPv6 /64
	PerBlock          int // open at once, of one IPv4 /24 or one IPv6 /48
	Knocking          int // open and not authenticated, of all
	KnockingPerSource int // open and not authenticated, of one source
	KnockingPerBlock  int // open and not authenticated, of one block
	Arrivals          int // a minute of one source, after twice PerSource at once; four times both of one block
	// FreeLoopback lets connections from this machine itself come in uncounted: for load tests, and where a proxy on
	// the same machine does the counting.
	FreeLoopback bool
	Sessions     int // open at once, of all
	PerPlayer    int // open at once, of one key

	Header    time.Duration // for the header of a proxy
	Handshake time.Duration // for a connection to begin its key exchange
	Grace     time.Duration // to the end of the authentication: people read fingerprints before they say yes
	Start     time.Duration // without a session, before the first one and after the last one
	Idle      time.Duration // without a key, a click or a paste; a word of warning at four fifths
	Stuck     time.Duration // for one write
	Beat      time.Duration // between two questions whether the other side is still there
	Answer    time.Duration // for the answer to such a question
	Misses    int           // answers in a row that may be missing

	ConnectionRate  int // bytes a second that a connection is read at, of everything
	ConnectionBurst int // bytes that are read at once
	RequestRate     int // requests a second, of a connection and of each session; more cut the line
	RequestBurst    int
	InputRate       int // bytes a second of a person's input
	InputBurst      int
	EventRate       int // keys, clicks and pastes a second; more are dropped
	EventBurst      int
}

// DefaultLimits is what a house on an open port begins with.
func DefaultLimits() Limits {
	return Limits{
		Connections: 4000, PerSource: 30, PerBlock: 120, Knocking: 200, KnockingPerSource: 10, KnockingPerBlock: 40,
		Arrivals: 60, Sessions: 2000, PerPlayer: 8,
		Header: 3 * time.Second, Handshake: 10 * time.Second, Grace: time.Minute, Start: 15 * time.Second,
		Idle: 2 * time.Hour, Stuck: 5 * time.Second,
		Beat: 8 * time.Second, Answer: 5 * time.Second, Misses: 3, // who went silent is gone within half a minute
		ConnectionRate: 128 << 10, ConnectionBurst: 512 << 10,
		RequestRate: 100, RequestBurst: 300,
		InputRate: 32 << 10, InputBurst: 64 << 10,
		EventRate: 50, EventBurst: 200,
	}
}

// filled takes the defaults for what is zero.
func (l Limits) filled() Limits {
	d := DefaultLimits()
	for _, p := range []struct{ have, def *int }{
		{&l.Connections, &d.Connections}, {&l.PerSource, &d.PerSource}, {&l.PerBlock, &d.PerBlock},
		{&l.Knocking, &d.Knocking}, {&l.KnockingPerSource, &d.KnockingPerSource},
		{&l.KnockingPerBlock, &d.KnockingPerBlock}, {&l.Arrivals, &d.Arrivals}, {&l.Sessions, &d.Sessions},
		{&l.PerPlayer, &d.PerPlayer}, {&l.Misses, &d.Misses},
		{&l.RequestRate, &d.RequestRate}, {&l.RequestBurst, &d.RequestBurst},
		{&l.ConnectionRate, &d.ConnectionRate}, {&l.ConnectionBurst, &d.ConnectionBurst},
		{&l.InputRate, &d.InputRate}, {&l.InputBurst, &d.InputBurst},
		{&l.EventRate, &d.EventRate}, {&l.EventBurst, &d.EventBurst},
	} {
		if *p.have == 0 {
			*p.have = *p.def
		}
	}
	for _, p := range []struct{ have, def *time.Duration }{
		{&l.Header, &d.Header}, {&l.Handshake, &d.Handshake}, {&l.Grace, &d.Grace}, {&l.Start, &d.Start},
		{&l.Idle, &d.Idle}, {&l.Stuck, &d.Stuck},
		{&l.Beat, &d.Beat}, {&l.Answer, &d.Answer},
	} {
		if *p.have == 0 {
			*p.have = *p.def
		}
	}
	return l
}

// check fails on what a door cannot be made of.
func (c Config) check() error {
	switch {
	case c.House == nil:
		return errors.New("sshd: no house")
	case c.Program == nil:
		return errors.New("sshd: no program")
	case c.HostKeyPath == "":
		return errors.New("sshd: no path for the host key")
	case c.FPS < 0 || c.FPS > 120:
		return errors.New("sshd: fps must be 1 to 120")
	case c.Limits.Answer >= c.Limits.Beat:
		return errors.New("sshd: an answer must be awaited for less than the time between two questions")
	}
	return nil
}

// Visit is one session at a terminal, as the screens get to know it.
type Visit struct {
	// Context ends with the session.
	Context context.Context
	Session *lobby.Session
	// Fingerprint and KeyType are those of the proved key; empty for guests.
	Fingerprint string
	KeyType     string
	Term        string // TERM, cleaned; empty if the client sent none
	Width       int    // in cells, 1 to WidthMax
	Height      int    // in cells, 1 to HeightMax
	Console     bool   // the terminal has no window, and little more than ASCII
	Profile     colorprofile.Profile
	Env         []string // KEY=value: TERM and what else of the client's environment is let in
	Intent      Intent
	// AskGround is set for terminals that are known to answer, in silence, what the color of their ground is. A
	// program may then issue tea.RequestBackgroundColor; on others it does nothing.
	AskGround bool
	// Office says a line to the office and returns its answer; nil for everybody who is not of the staff.
	Office func(ctx context.Context, line string) (string, error)
	// Lag is the measured round trip of the line, low on purpose; 0 while it is not known.
	Lag func() time.Duration
	// LastRead is when bytes last came in, noted on the line itself.
	LastRead func() time.Time
	// Line measures what one reacts to; nil where screens are plain lines. With it, keys come as tui/screen.Stroke.
	Line screens.Line
}

// Aim is where somebody wants to go.
type Aim string

// The aims that a login can have.
const (
	ToLobby Aim = "lobby"
	ToPlay  Aim = "play"  // a quick match of Intent.Game
	ToJoin  Aim = "join"  // a seat at Intent.Table
	ToWatch Aim = "watch" // a look at Intent.Table
	// ToReplay is Intent.Match again, from after Intent.Entry entries on.
	ToReplay Aim = "replay"
	// ToDraw is a test of one's own reaction.
	ToDraw Aim = "draw"
)

// Intent is what a login asks for: ssh -t host play wyatt-earp.
type Intent struct {
	Aim   Aim
	Game  string // a game of the house; empty with ToPlay means the first
	Table string // as typed, cleaned
	Match string // as typed, cleaned
	Entry int    // 0 is the beginning
}
