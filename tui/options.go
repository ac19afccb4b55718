package tui

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Session is what the screens need of a lobby.Session, which is one.
type Session interface {
	Player() lobby.Player
	Named() bool
	Suggestion() string
	SetName(ctx context.Context, name string) error
	Code(ctx context.Context) (string, error)
	Redeem(ctx context.Context, code string) error
	Bell() <-chan struct{}
	RingOn(bell chan struct{})
	Take() (n lobby.News, ok, open bool)
	Key()
	Close()
	OpenTable(ctx context.Context, set table.Settings, bots []string) (*lobby.Visit, error)
	Quick(ctx context.Context, game string) (*lobby.Visit, error)
	Join(ctx context.Context, id table.ID, seat engine.Seat) (*lobby.Visit, error)
	Watch(ctx context.Context, id table.ID) (*lobby.Visit, error)
	Lesson(ctx context.Context, game string, anew bool) (*lobby.Visit, error)
	Talk(ctx context.Context, text string) error
	Ignore(ctx context.Context, name string, yes bool) error
	SavePrefs(ctx context.Context, p lobby.Prefs) error
	Board(ctx context.Context, category string, from, n int) (lobby.Board, error)
	Categories(ctx context.Context) ([]string, error)
	Ranking(ctx context.Context, q lobby.BoardQuery) (lobby.Board, error)
	Seasons(ctx context.Context) ([]lobby.Season, error)
	Awards(ctx context.Context, season int) ([]lobby.Award, error)
	Profile(ctx context.Context, name string) (lobby.Profile, error)
	History(ctx context.Context, name string, find lobby.Search, n int) ([]lobby.Past, error)
	Record(ctx context.Context, match table.MatchID) (string, error)
	Replay(ctx context.Context, match table.MatchID, at int) (*lobby.Reel, error)
	Follow(ctx context.Context, code table.ID) (*lobby.Reel, error)
	Banned() (order.Sanction, bool)
	Appeal(ctx context.Context, text string) error
	Warned() (order.Sanction, bool)
	TakeNote(ctx context.Context, id string) error
	Report(ctx context.Context, about, words string, at table.ID) error
	Clubs(ctx context.Context) ([]lobby.Hall, error)
	Club(ctx context.Context, name string) (lobby.Hall, error)
	Found(ctx context.Context, c club.Club) (club.Club, error)
	Change(ctx context.Context, name string, to club.Club) (club.Club, error)
	Enroll(ctx context.Context, name, who string, yes bool) error
	HandOver(ctx context.Context, name, to string) error
	Shut(ctx context.Context, name string) error
	Pin(ctx context.Context, name, text string) error
	Unpin(ctx context.Context, name string, seq uint64) error
	JoinClub(ctx context.Context, name string) (*lobby.Visit, error)
	WatchClub(ctx context.Context, name string) (*lobby.Visit, error)
	Keys(ctx context.Context) ([]lobby.Key, error)
	RemoveKey(ctx context.Context, fingerprint string) error
	Account(ctx context.Context) (lobby.Account, error)
	Words(ctx context.Context) (string, error)
	Recover(ctx context.Context, words string) error
	DeleteMe(ctx context.Context, name string) (time.Time, error)
	KeepMe(ctx context.Context) error
}

var _ Session = (*lobby.Session)(nil)

// Verb is what somebody came for.
type Verb string

const (
	// ToLobby is for those who said nothing more.
	ToLobby Verb = ""
	// ToPlay is a quick match of Intent.Game, or of the first game.
	ToPlay Verb = "play"
	// ToJoin sits down at Intent.Table.
	ToJoin Verb = "join"
	// ToWatch looks on at Intent.Table, or at the showing of that code.
	ToWatch Verb = "watch"
	// ToReplay shows Intent.Match again, from after Intent.Entry entries on.
	ToReplay Verb = "replay"
	// ToDraw measures one's own reaction, alone.
	ToDraw Verb = "draw"
)

// Intent is what somebody typed behind the host's name.
type Intent struct {
	Verb  Verb
	Game  string
	Table table.ID
	Match table.MatchID
	Entry int
}

// Options are what an App is made with.
type Options struct {
	Session Session
	Kits    []bot.Kit               // the games, in the order of the menu
	Faces   map[string]felt.Factory // each game's board, by the game's name
	Books   map[string]string       // each game's rule book in Markdown
	// Coaches guide through a first hand, by the game's name; a step's name to go on from may be given.
	Coaches map[string]func(step string) felt.Coach
	Look    style.Look
	Width   int // cells; 80 if 0
	Height  int // cells; 24 if 0
	// Fingerprint and KeyType are those of the proved key, shown on a first visit; empty for guests.
	Fingerprint string
	KeyType     string
	Address     string // what others type to come here: "ssh saloon.example"
	Intent      Intent
	Now         func() time.Time // time.Now if nil
	Context     context.Context  // ends with the session; context.Background() if nil
	Log         *slog.Logger     // for what went wrong; nothing is logged if nil
	// Lag is the measured round trip of the line, 0 while it is not known; nothing is known of it if this is nil.
	Lag func() time.Duration
	// Line is the line to the terminal, for what is measured; nil if nothing can be.
	Line screen.Line
	// Paces are those of players whom everybody knows, such as bots, to compare one's own with.
	Paces []Pace
	// Crowd is how fast the players of the house are; nobody is compared to them if nil.
	Crowd func(ctx context.Context) (lobby.Crowd, error)
	// Chance gives the next of a row of numbers, each equally likely from 0 to under 1, for waits that nobody should
	// foresee.
	Chance func() float64 // that of math/rand/v2 if nil
	// Office says a line to those words by which the house is looked after, and returns their answer; nil for everybody
	// who is not of its staff.
	Office func(ctx context.Context, line string) (string, error)
	// AskGround asks the terminal for its background colour. Set it only for terminals that are known to answer in
	// silence.
	AskGround bool
}

// errOptions marks what New cannot work with.
var errOptions = errors.New("tui: options")

// Complete fills in what was left out. It fails if something is missing that has no default.
func (o *Options) Complete() error {
	if o.Session == nil {
		return errors.Join(errOptions, errors.New("no session"))
	}
	for _, k := range o.Kits {
		if o.Faces[k.Spec.Name] == nil {
			return errors.Join(errOptions, errors.New("no board for "+k.Spec.Name))
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	if o.Lag == nil {
		o.Lag = func() time.Duration { return 0 }
	}
	if o.Chance == nil {
		o.Chance = rand.Float64
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 80, 24
	}
	if o.Address == "" {
		o.Address = "ssh this-house"
	}
	return nil
}
