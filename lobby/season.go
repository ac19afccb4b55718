package lobby

import (
	"errors"
	"fmt"
	"time"

	"saloon/lobby/table"
)

var (
	// ErrSeasonOpen answers when a season is to be opened while one is open.
	ErrSeasonOpen = errors.New("a season is open: close it first")
	// ErrNoSeason answers when there is no open season to close, or none by that number or name.
	ErrNoSeason = errors.New("there is no such season")
	// ErrSeasonName answers to a name that cannot be a season's, or was one's.
	ErrSeasonName = errors.New("that name will not do for a season")
)

// SeasonWidth bounds the name of a season, in terminal cells.
const SeasonWidth = 32

// Season is a time with boards of its own, opened and closed by somebody. It counts the matches that ended while it was
// open. Ratings go on through it; its own boards begin at 0 for everybody.
type Season struct {
	ID       int // from 1
	Name     string
	Opened   time.Time
	OpenedBy string
	Closed   time.Time // zero while it is open
	ClosedBy string
}

// Open reports whether the season goes on.
func (s Season) Open() bool { return s.Closed.IsZero() }

// Window is the season's window.
func (s Season) Window() Window {
	return Window{Span: SpanSeason, Key: SeasonKey(s.ID), Since: s.Opened, Until: s.Closed}
}

// SeasonKey is the key of a season's window.
func SeasonKey(id int) string { return fmt.Sprintf("season %d", id) }

// Kinds of awards. They are few, and each is won in a match that can be looked at.
const (
	// AwardChampion is for the first place of a category's board, or the house's; the match is their best of the season
	// there.
	AwardChampion = "champion"
	// AwardShot is for the match in which somebody settled in their category gained the most.
	AwardShot = "shot"
)

// Award is what somebody earned in a season, and the match to look at.
type Award struct {
	Season     int
	SeasonName string
	Kind       string
	Category   string // HouseWide for the house's champion
	Player     table.PlayerID
	Name       string
	Match      table.MatchID
	Points     int // of the board, or what the match gained
}

// CheckSeasonName cleans a season's name, or says in words why it cannot be one.
func CheckSeasonName(name string) (string, error) {
	clean := Clean(name, SeasonWidth+1)
	switch {
	case clean == "":
		return "", fmt.Errorf("%w: it is empty", ErrSeasonName)
	case len([]rune(clean)) > SeasonWidth:
		return "", fmt.Errorf("%w: it is longer than %d letters", ErrSeasonName, SeasonWidth)
	}
	return clean, nil
}
