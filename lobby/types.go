package lobby

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

var (
	// ErrNotFound answers when there is no such player, table or match.
	ErrNotFound = errors.New("nobody and nothing by that name")
	// ErrNameTaken answers when a name, or one that looks like it, belongs to somebody else.
	ErrNameTaken = errors.New("that name is taken")
	// ErrName answers when a name cannot be one; the text says why.
	ErrName = errors.New("that cannot be a name")
	// ErrSlow answers when somebody talks faster than others can read.
	ErrSlow = errors.New("not so fast")
	// ErrGuest answers what only somebody with a key can do.
	ErrGuest = errors.New("guests cannot do that")
	// ErrTables answers when somebody has opened as many tables as one may.
	ErrTables = errors.New("you have enough tables open")
	// ErrDraining answers when the house is about to close and begins nothing new.
	ErrDraining = errors.New("the house is closing for a moment: no new matches")
)

// Player is somebody who has been here: an account, a guest or a bot.
type Player struct {
	ID      table.PlayerID
	Name    string
	Guest   bool   // came without a key; forgotten when the line ends
	Bot     string // a bot's strength; empty for people
	Created time.Time
	Seen    time.Time
	Prefs   Prefs
	Leaving time.Time // when the account will be gone, because its owner asked for that; zero if it stays
	Gone    time.Time // since when the account is no more: what is left is a name; zero while it is there
}

// clone is a copy that shares nothing with p.
func (p Player) clone() Player {
	p.Prefs.Ignored = slices.Clone(p.Prefs.Ignored)
	p.Prefs.Lessons = maps.Clone(p.Prefs.Lessons)
	p.Prefs.Guided = maps.Clone(p.Prefs.Guided)
	p.Prefs.Keys = maps.Clone(p.Prefs.Keys)
	return p
}

// Person is the player as a table knows it.
func (p Player) Person() table.Person {
	return table.Person{ID: p.ID, Name: p.Name, Guest: p.Guest, Bot: p.Bot}
}

// Prefs are a player's own settings, stored with the account.
type Prefs struct {
	Ignored []table.PlayerID `json:"ignored,omitempty"`
	// Lessons maps a game's name to how far its guided hand was played: a step's name, or "done".
	Lessons map[string]string `json:"lessons,omitempty"`
	Guided  map[string]Guided `json:"guided,omitempty"` // the latest lesson of each game
	Color   string            `json:"color,omitempty"`  // "", "none", "16", "256", "full"
	Calm    bool              `json:"calm,omitempty"`   // nothing moves by itself
	Bell    bool              `json:"bell,omitempty"`   // ring when it is my move
	ASCII   bool              `json:"ascii,omitempty"`  // no glyphs beyond ASCII
	Zone    string            `json:"zone,omitempty"`   // by whose clock times are told: "Europe/Berlin"; empty is UTC
	// Keys maps a game's name to the player's own keys for its gestures, by their names.
	Keys map[string]map[string]string `json:"keys,omitempty"`
}

// Clock is by whose clock somebody is told the time.
func (p Prefs) Clock() *time.Location {
	if at, err := club.Place(p.Zone); err == nil {
		return at
	}
	return time.UTC
}

// Identity is what the door has proved about somebody.
type Identity struct {
	Fingerprint string // SHA256:… of the proved public key; empty for a guest
	KeyType     string
	Suggested   string // the login name, cleaned: a suggestion for a name, never an identity
	Addr        string // for limits only
}

// Named is a name that somebody bore.
type Named struct {
	Name  string
	Since time.Time
}

// Key is one of a player's public keys.
type Key struct {
	Fingerprint string
	Type        string
	Added       time.Time
	Used        time.Time
}

// Standing is one row of a leaderboard.
type Standing struct {
	Rank      int // people with equal points share one; 0 for bots, and for those who are not placed yet
	Player    table.PlayerID
	Name      string
	Bot       bool
	Skill     table.Skill // in the board's span; see Measure. Zero on the house's board
	Points    int         // what the board ranks by
	Placed    bool
	Matches   int
	Wins      int // shared wins count as wins
	Opponents int // different ones, up to OpponentsKept
	Games     int // on the house's board: in how many they are placed
	// Trend is how the points moved lately: the sum of what each match gave, every one counting a tenth less than the
	// one after it. On boards of all time only.
	Trend float64
	// Moved is how many ranks up they are, down if below 0, since the beginning of the last day on which they played;
	// 0 also for those who were not placed then.
	Moved int
	Me    bool
}

// BoardQuery says which leaderboard is wanted, and which part of it.
type BoardQuery struct {
	Category string // of a game, or HouseWide
	Span     Span   // SpanAll if empty
	Season   int    // of SpanSeason: which; 0 for the open one, or else the last
	Back     bool   // of a day, a week, a month: the one before
	From, N  int    // rows From..From+N-1, counted from 0, best first
	Around   bool   // instead of From: so that the asker's row is in the middle, if there is one
}

// Board is a leaderboard: a part of it, and always the asker's own row if there is one.
type Board struct {
	Category string
	Window   Window
	Season   *Season // of SpanSeason; nil if there never was one
	From     int     // of the first row
	Rows     []Standing
	Mine     *Standing
	Total    int
}

// Record is what somebody has done in one category.
type Record struct {
	Category  string
	Skill     table.Skill
	Rank      int // 0 while not placed
	Matches   int
	Wins      int
	Left      int // matches walked out of
	Opponents int // different ones, up to OpponentsKept
	// Trend is the way of the shown rating over the last CurveMatches matches, in points: before the first of them and
	// after each.
	Trend []float64
}

// Profile is what others may see of a player.
type Profile struct {
	Player  Player
	Names   []Named
	Records []Record
	Against *HeadToHead // between the asker and this player; nil for oneself
	Versus  []Versus    // the same by game
	Conduct Conduct
	Awards  []Award
	// Reflexes are how the player reacts in races; the zero value for somebody who has not raced.
	Reflexes Reflexes
}

// HeadToHead counts matches in which both sat.
type HeadToHead struct{ Matches, Better, Worse int }

// Versus is a HeadToHead in one game.
type Versus struct {
	Game string
	HeadToHead
}

// Past is one match in somebody's history.
type Past struct {
	Match   table.MatchID
	Table   table.ID
	Game    string
	Names   []string
	Ranks   []int
	Points  []int
	Seat    engine.Seat // the player's
	Left    bool        // the player walked out, which counts as the last place whatever became of the seat
	Out     []int       // the seats whose people at the opening walked out, once it has ended
	Rated   bool
	Change  float64 // of the shown rating
	Reason  engine.Reason
	Opened  time.Time
	Ended   time.Time // zero while it is played
	Entries int
}

// Players is where accounts are kept. The data package implements it.
type Players interface {
	Accounts
	// ByKey finds the account of a proved key, or ErrNotFound.
	ByKey(ctx context.Context, fingerprint string) (Player, error)
	ByID(ctx context.Context, id table.PlayerID) (Player, error)
	// ByName finds an account by its name or anything that looks like it, or ErrNotFound.
	ByName(ctx context.Context, skeleton string) (Player, error)
	// Create makes an account with its first key (none for a bot). It fails with ErrNameTaken.
	Create(ctx context.Context, p Player, skeleton string, key Key) error
	// Rename changes a name and keeps the old one in the history. It fails with ErrNameTaken.
	Rename(ctx context.Context, id table.PlayerID, name, skeleton string, at time.Time) error
	// Forget removes a guest who played nothing.
	Forget(ctx context.Context, id table.PlayerID) error
	// NewCode stores a one-time code, good until a moment, by which a new key joins this player: an account's next
	// device, or the key of a guest, who becomes an account by it.
	NewCode(ctx context.Context, id table.PlayerID, code string, until time.Time) error
	// Redeem uses a code up and gives its player the key. It fails with ErrNotFound on unknown and expired codes.
	Redeem(ctx context.Context, code string, k Key, at time.Time) (Player, error)
	SavePrefs(ctx context.Context, id table.PlayerID, p Prefs) error
	Touch(ctx context.Context, id table.PlayerID, fingerprint string, at time.Time) error
	Names(ctx context.Context, id table.PlayerID) ([]Named, error)
	Keys(ctx context.Context, id table.PlayerID) ([]Key, error)
	// AddKey fails with ErrNameTaken if the key belongs to somebody; RemoveKey fails with ErrLastKey on the only one.
	AddKey(ctx context.Context, id table.PlayerID, k Key) error
	RemoveKey(ctx context.Context, id table.PlayerID, fingerprint string) error
}

// Results is what follows from the matches that were played.
type Results interface {
	Races
	// Board is a part of a leaderboard, and the asker's row. A board on which nobody stands is empty, not an error; a
	// season that there is not is ErrNoSeason.
	Board(ctx context.Context, q BoardQuery, asker table.PlayerID) (Board, error)
	// Categories lists the categories in which somebody has a rating.
	Categories(ctx context.Context) ([]string, error)
	Records(ctx context.Context, id table.PlayerID) ([]Record, error)
	// Conduct lists how somebody stayed at their tables in the last ConductMonths months.
	Conduct(ctx context.Context, id table.PlayerID) ([]ConductMonth, error)
	// Against counts the ended matches in which both sat, by game.
	Against(ctx context.Context, a, b table.PlayerID) ([]Versus, error)
	// Seasons lists all seasons, the newest first.
	Seasons(ctx context.Context) ([]Season, error)
	// OpenSeason opens a season. It fails with ErrSeasonOpen, and with ErrSeasonName if there was one of that name.
	OpenSeason(ctx context.Context, name, by string, at time.Time) (Season, error)
	// CloseSeason closes the open season and writes down who earned what. It fails with ErrNoSeason.
	CloseSeason(ctx context.Context, by string, at time.Time) (Season, []Award, error)
	// Awards lists awards: of a season, or of all if it is 0; of a player, or of all if that is empty.
	Awards(ctx context.Context, season int, player table.PlayerID) ([]Award, error)
	// History lists the last n of a player's matches that a filter lets through, the newest first.
	History(ctx context.Context, id table.PlayerID, f Filter, n int) ([]Past, error)
	// Match reads a match with its entries, or ErrNotFound.
	Match(ctx context.Context, id table.MatchID) (table.Stored, error)
}

// Tables is the log, and what a restart needs of it.
type Tables interface {
	table.Log
	// Standing lists every table that has not closed, as it was last written down.
	Standing(ctx context.Context) ([]table.Saved, error)
	// Reload reads one table with its match, after a restart and after a failed Append.
	Reload(ctx context.Context, id table.ID) (Kept, error)
}

// Kept is a table as it was written down.
type Kept = table.Kept
