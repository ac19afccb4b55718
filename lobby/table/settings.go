package table

import (
	"strings"
	"time"

	"saloon/engine"
)

// ID names a table: six Crockford letters, which are also the code by which one joins it.
type ID string

// MatchID names a match: eight Crockford letters.
type MatchID string

// PlayerID names an account, a guest or a bot. It never changes; names do.
type PlayerID string

// Person is who sits or watches: as much of a player as a table needs.
type Person struct {
	ID    PlayerID `json:"id"`
	Name  string   `json:"name"`            // cleaned, printable, at most NameWidth cells
	Guest bool     `json:"guest,omitempty"` // plays unrated
	Bot   string   `json:"bot,omitempty"`   // a bot's strength; empty for people
}

// IsBot reports whether no person is behind it.
func (p Person) IsBot() bool { return p.Bot != "" }

// Called is the name in a sentence: a bot's without its strength.
func (p Person) Called() string {
	if p.IsBot() {
		return strings.TrimSuffix(p.Name, " ("+p.Bot+")")
	}
	return p.Name
}

// Sort says what kind of bot it is: "an easy bot". It must not be asked of a person.
func (p Person) Sort() string {
	article := "a "
	if strings.ContainsAny(p.Bot[:1], "aeiou") {
		article = "an "
	}
	return article + p.Bot + " bot"
}

// Pace is the kind of clock a table plays by.
type Pace string

const (
	// Quick is for one evening: a short bank and a few seconds a move.
	Quick Pace = "quick"
	// Normal leaves time to think and to talk.
	Normal Pace = "normal"
	// Correspondence counts days: nobody needs to be there.
	Correspondence Pace = "correspondence"
)

// Settings are what a host chooses when a table is opened. They never change afterwards.
type Settings struct {
	Game    string            `json:"game"`
	Title   string            `json:"title,omitempty"` // the host's words for it; cleaned
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options,omitempty"` // house rules that differ from the defaults
	Pace    Pace              `json:"pace"`
	Days    int               `json:"days,omitempty"` // a move, in correspondence: 1 to 14
	// Private tables are in nobody's list: one joins by the table's code.
	Private bool `json:"private,omitempty"`
	// Rated matches move the ratings of those who have an account.
	Rated bool `json:"rated,omitempty"`
	// NoSpectators keeps everybody out who does not sit.
	NoSpectators bool `json:"no_spectators,omitempty"`
	// Lesson marks a guided table for one person and bots: unrated, private, not in anybody's history.
	Lesson bool `json:"lesson,omitempty"`
	// Club is the community whose table this is, or empty; see club.go.
	Club string `json:"club,omitempty"`
	// From is where another match was left for this one, which tries out what would have been; nil for any other.
	From *Branch `json:"from,omitempty"`
}

// letters reports whether a table is played by correspondence: nobody needs to be there.
func (s Settings) letters() bool { return s.Pace == Correspondence && !s.Lesson }

// Branch is the point of a match at which another one leaves it.
type Branch struct {
	Match MatchID `json:"match"`
	Entry int     `json:"entry"` // how many entries both have in common
}

// Stage is where a table is in its life.
type Stage string

const (
	// Gathering: seats are being filled, people say that they are ready.
	Gathering Stage = "gathering"
	// Playing: a match is on.
	Playing Stage = "playing"
	// Adjourned: a match is on, its clocks stand still by agreement until everybody resumes.
	Adjourned Stage = "adjourned"
	// Ended: the match is over; people look at it and may want another.
	Ended Stage = "ended"
	// Halted: something went wrong with this table's rules or its log; what was shown is kept.
	Halted Stage = "halted"
	// Closed: nobody is here any more.
	Closed Stage = "closed"
)

// Chair is a seat as everybody at the table sees it.
type Chair struct {
	Seat  engine.Seat `json:"seat"`
	Owner Person      `json:"owner"` // the zero Person where the seat is free
	Ready bool        `json:"ready,omitempty"`
	// StandIn is the strength of the bot that plays for the owner just now; the owner's next key ends it.
	StandIn string `json:"stand_in,omitempty"`
	// Open seats were left by their owner and may be taken by a substitute.
	Open bool `json:"open,omitempty"`
	// Leaving: the owner stands up when this hand is over.
	Leaving bool `json:"leaving,omitempty"`
	// Left lists who walked out of this seat in this match; they lose it.
	Left []Person `json:"left,omitempty"`
	// Drops counts how often this match lost the owner, and Returned how often they came back.
	Drops    int `json:"drops,omitempty"`
	Returned int `json:"returned,omitempty"`

	Here  bool `json:"-"` // a session of the owner is at the table …
	Faint bool `json:"-"` // … but no line to it answers just now
	// AwaySince is when the last session of the owner ended; zero while one is here.
	AwaySince time.Time `json:"-"`
	// BotAt is when a bot will take the seat, if nothing happens; zero if none will.
	BotAt time.Time `json:"-"`
	Clock Clock     `json:"-"`
	Asked bool      `json:"-"` // the table waits for this seat
}

// Free reports whether anybody may sit down here.
func (c Chair) Free() bool { return c.Owner.ID == "" }

// Clock is a seat's clock at one moment. While it runs, Left and Bank shrink from At on.
type Clock struct {
	Left    time.Duration // for this answer, or the next one
	Bank    time.Duration // in all; more than Left where one answer may not take that long
	Running bool
	At      time.Time
}

// LeftAt is what is left at a later moment, never below zero.
func (c Clock) LeftAt(now time.Time) time.Duration {
	left := c.Left
	if c.Running {
		left -= now.Sub(c.At)
	}
	return max(left, 0)
}
