package lobby

import (
	"context"
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

// SettledSigma is the deviation below which a rating counts as settled for AwardShot, after some fifteen matches: a
// newcomer's first win moves a lot, because nothing is known yet.
const SettledSigma = 7.75

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

// Seasons lists all seasons, the newest first.
func (h *House) Seasons(ctx context.Context) ([]Season, error) { return h.deps.Results.Seasons(ctx) }

// OpenSeason opens a season; by is who says so, in words for the record. It fails with ErrSeasonOpen and ErrSeasonName.
func (h *House) OpenSeason(ctx context.Context, name, by string) (Season, error) {
	name, err := CheckSeasonName(name)
	if err != nil {
		return Season{}, err
	}
	return h.deps.Results.OpenSeason(ctx, name, Clean(by, NameWidthMax*2), h.deps.Now())
}

// CloseSeason closes the open season and gives its awards; by is who says so. It fails with ErrNoSeason.
func (h *House) CloseSeason(ctx context.Context, by string) (Season, []Award, error) {
	return h.deps.Results.CloseSeason(ctx, Clean(by, NameWidthMax*2), h.deps.Now())
}

// Awards lists what was earned in a season.
func (h *House) Awards(ctx context.Context, season int) ([]Award, error) {
	return h.deps.Results.Awards(ctx, season, "")
}

// Seasons is House.Seasons.
func (s *Session) Seasons(ctx context.Context) ([]Season, error) { return s.house.Seasons(ctx) }

// Awards is House.Awards.
func (s *Session) Awards(ctx context.Context, season int) ([]Award, error) {
	return s.house.Awards(ctx, season)
}
