package table

import (
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

// Frame is everything that one viewer may know of a table at one moment. It is a whole, not a difference: a newer one
// replaces an older one that nobody has looked at, and takes over its unread lines.
type Frame struct {
	Seq  uint64 // numbers the frames of a subscription from 1
	Info Info
	You  engine.Seat // the viewer's seat, or engine.Nobody
	View any         // the game's view for this viewer; nil while no match was begun
	Ask  *Ask        // the question to this viewer, or nil
	// Sealed is this viewer's answer that waits for the end of its window, or nil. No other frame differs by it.
	Sealed *Sealed
	// Race is the race that is on, the same for all viewers; nil outside of races.
	Race *Race
	// Lag is what is known of this viewer's own line, once a picture of a race has reached it; nil before.
	Lag   *clock.Lag
	Lines []Line // what was said and done since the viewer's last frame, oldest first
	// Missed counts lines that were dropped because more than LinesMax waited unread.
	Missed int
	// Gone is set in the last frame of a subscription and says in words why it ended.
	Gone string
}

// Info is what everybody at a table may see of it.
type Info struct {
	ID       ID
	Settings Settings
	Stage    Stage
	Host     PlayerID
	Chairs   []Chair
	Watchers []Person // who looks on without a seat
	Match    MatchID  // the match being played or just ended; empty before the first
	// Commitment is the SHA-256 of the match's seed, shown from its opening; Seed is shown once it is over, where the
	// game keeps no secret past its end.
	Commitment string
	Seed       string
	Seals      []engine.Seal // of all shuffles so far, where the game seals its cards
	Entries    int           // accepted acts so far
	Opened     time.Time
	Votes      []Vote
	Waits      []Wait
	Result     *Result // after the end
	Trouble    string  // in words, when Halted
}

// Chair finds a seat's owner.
func (i Info) Chair(who PlayerID) (Chair, bool) {
	for _, c := range i.Chairs {
		if c.Owner.ID == who && who != "" {
			return c, true
		}
	}
	return Chair{}, false
}

// Wait says what the table waits for, and until when if that is known.
type Wait struct {
	Text  string // "Anna to draw", "Burt to be ready", "everybody to look at the score"
	Seat  engine.Seat
	Until time.Time // zero: without limit
}

// Motion is what people vote on.
type Motion string

const (
	// Adjourn stops the match and its clocks until everybody is back.
	Adjourn Motion = "adjourn"
	// Resume goes on with an adjourned match.
	Resume Motion = "resume"
	// Rematch plays another match with the same people.
	Rematch Motion = "rematch"
)

// Vote is a running vote. It carries when everybody who counts has said yes, and falls at the first no.
type Vote struct {
	Motion  Motion
	By      engine.Seat
	Yes     []engine.Seat
	Missing []engine.Seat
	Until   time.Time
}

// Ask is the table's question to a seat. A move answers it by its ID, once; it stays open while the seat faces the same
// choice.
type Ask struct {
	ID       uint64
	Seat     engine.Seat
	Legal    []any
	Words    []string // Legal in the words of the record format, index by index
	Bounds   string   // what Legal cannot list, in words
	Deadline time.Time
}

// Sealed is an answer that was accepted and will be played when its window ends. It cannot be changed.
type Sealed struct {
	Words string // the move in the words of the record format
	Until time.Time
}

// RaceStage is how far a race has come.
type RaceStage string

const (
	// RaceArmed: what people will react to comes any moment. A gesture now is a false start, or whatever the rules make
	// of it. Nothing says how long it lasts.
	RaceArmed RaceStage = "armed"
	// RaceOpen: it is there, and people react. Frames differ by nobody's gesture but the viewer's own.
	RaceOpen RaceStage = "open"
	// RaceShow: it is over, and people look at what came of it. Gestures count for nothing.
	RaceShow RaceStage = "show"
)

// Race is a race as everybody may see it. Its owner answers it not by an Ask, but by a Gesture, whenever Stage is
// RaceArmed or RaceOpen.
type Race struct {
	// ID numbers the races of a match from 1. It is the same from armed to show.
	ID    uint64
	Stage RaceStage
	// Until is when RaceShow ends; zero in the other stages, and in a lesson, where people say that they have seen it.
	Until time.Time
}

// Lane says who hears a line.
type Lane string

const (
	// Play is what happened in the match, told per viewer.
	Play Lane = "play"
	// House is what happened at the table: who came, left, lost the line, voted.
	House Lane = "house"
	// Say is talk by those who sit, heard by all present.
	Say Lane = "say"
	// Whisper is talk among spectators, not heard by those who sit while a match is on.
	Whisper Lane = "whisper"
)

// Line is one line of a table's log.
type Line struct {
	Seq  uint64 // grows per table
	At   time.Time
	Lane Lane
	From Person      // who spoke; zero for Play and House
	Note engine.Note // for Play
	Text string      // complete, names filled in, cleaned of control characters
}

// Result is how a match ended.
type Result struct {
	Match   MatchID
	Outcome engine.Outcome
	Rated   bool
	Why     string         // why it was not rated, in words; empty if it was
	Places  []Place        // who is credited with which place; chairs may have changed hands since
	Changes []RatingChange // of every seat that has a rating, bots included
}

// RatingChange is how one player's rating moved by a match.
type RatingChange struct {
	Player   PlayerID    `json:"player"`
	Seat     engine.Seat `json:"seat"`
	Category string      `json:"category"`
	Before   Skill       `json:"before"`
	After    Skill       `json:"after"`
	// Shares say what each opponent contributed, signed, in shown points; they add up to the change of the shown
	// rating up to rounding.
	Shares []RatingShare `json:"shares,omitempty"`
}

// RatingShare is one opponent's part in a rating change.
type RatingShare struct {
	Player PlayerID `json:"player"`
	Name   string   `json:"name"`
	Points float64  `json:"points"`
	// Counts is how much of the comparison with the opponent counted, below 1 where the two met often lately; 0 is all.
	Counts float64 `json:"counts,omitempty"`
}

// Skill is a rating: mean and deviation of what a player's strength is believed to be.
type Skill struct {
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
}
