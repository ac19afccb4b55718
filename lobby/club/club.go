// Package club is what a community table is: a named place with an owner, a roster, house rules, opening hours and a
// board for notes, which exists for months whether or not anybody is there. It is pure: it reads no clock and keeps
// nothing. The lobby opens a club's table when somebody comes, and the store keeps what lasts.
package club

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/lobby/table"
)

// What a club may have of everything.
const (
	MembersMax = 200
	NotesMax   = 50  // on the board; the oldest make room
	NoteWidth  = 200 // of one note, in terminal cells
	AboutWidth = 120 // of the words about a club, in terminal cells
)

// ErrClub marks what a club cannot be; the text says why, for its owner.
var ErrClub = errors.New("a community table cannot be like that")

// ID names a club for good; names change.
type ID string

// Club is a community table.
type Club struct {
	ID    ID             `json:"id"`
	Name  string         `json:"name"`
	Owner table.PlayerID `json:"owner"`
	About string         `json:"about,omitempty"`
	// Settings are those of its table the next time that it is put up. Its title is the club's name.
	Settings table.Settings `json:"settings"`
	// Closed roster: only members may sit down. Otherwise everybody may, and the roster says who belongs to it.
	RosterOnly bool             `json:"roster_only,omitempty"`
	Members    []table.PlayerID `json:"members,omitempty"`
	// Warm is the strength of bots that take the seats which stay free; empty for none.
	Warm  string `json:"warm,omitempty"`
	Hours Hours  `json:"hours,omitzero"`

	Founded time.Time `json:"founded"`
	// Ended is when its owner closed it for good; zero while it is open.
	Ended time.Time `json:"ended,omitzero"`
}

// Note is a line on a club's board.
type Note struct {
	Seq  uint64
	At   time.Time
	By   table.PlayerID
	Name string // the author's
	Text string
}

// Member reports whether somebody belongs to the club: its owner does, and whoever is on its roster.
func (c Club) Member(who table.PlayerID) bool {
	return who != "" && (who == c.Owner || slices.Contains(c.Members, who))
}

// MaySit reports whether somebody may take a seat.
func (c Club) MaySit(who table.PlayerID) bool { return !c.RosterOnly || c.Member(who) }

// Enroll puts somebody on the roster, or takes them off it. It fails with ErrClub on a full roster.
func (c Club) Enroll(who table.PlayerID, yes bool) (Club, error) {
	c.Members = slices.Clone(c.Members)
	at := slices.Index(c.Members, who)
	switch {
	case !yes && at >= 0:
		c.Members = slices.Delete(c.Members, at, at+1)
	case yes && at < 0 && who != c.Owner:
		if len(c.Members) >= MembersMax {
			return c, fmt.Errorf("%w: its roster is full, with %d people on it", ErrClub, MembersMax)
		}
		c.Members = append(c.Members, who)
	}
	return c, nil
}

// HandTo gives the club another owner. The old one stays on its roster.
func (c Club) HandTo(who table.PlayerID) (Club, error) {
	old := c.Owner
	if who == "" || who == old {
		return c, fmt.Errorf("%w: it takes somebody else to hand it to", ErrClub)
	}
	c, err := c.Enroll(who, false)
	if err != nil {
		return c, err
	}
	c.Owner = who
	return c.Enroll(old, true)
}
