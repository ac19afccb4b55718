package lobby

import (
	"slices"
	"time"

	"saloon/lobby/table"
)

// News is the lobby at one moment, for one session: a whole, not a difference. Sessions share what it holds: nobody
// changes it.
type News struct {
	Now    time.Time
	Tables []Listing  // public tables, and private ones that this player may see
	Mine   []table.ID // tables where this player has a seat, most urgent first
	Lesson bool       // a lesson is among them that has begun and is not over
	People []Presence
	Talk   []Said                 // the last TalkKept lines of the lobby, without those of ignored people
	who    map[table.PlayerID]int // where somebody stands in People
	// Gone is set once, when this session's place was taken by another with the same key, or the house closes.
	Gone string
	// Toast is something that happened to this player just now ("Burt wants a rematch"), or empty.
	Toast string
}

// Person finds somebody who is in the house.
func (n News) Person(id table.PlayerID) (Presence, bool) {
	i, ok := n.who[id]
	if n.who == nil { // these news were made by hand
		i = slices.IndexFunc(n.People, func(p Presence) bool { return p.Player.ID == id })
		ok = i >= 0
	}
	if !ok {
		return Presence{}, false
	}
	return n.People[i], true
}

// Listing is a table in the lobby's list.
type Listing struct {
	ID       table.ID
	Settings table.Settings
	Stage    table.Stage
	Host     string
	Chairs   []table.Chair
	Free     int // seats to take before a match
	Open     int // seats a substitute may take
	Watchers int
	Opened   time.Time
	Conduct  []Conduct // of those who own the seats, by seat; the zero Conduct for everybody unknown
	MyTurn   bool      // this player is asked there
	Seated   bool      // this player has a seat there
}

// Presence is somebody who is in the house.
type Presence struct {
	Player table.Person
	Where  string    // "lobby", "at K7QF2M", "watching K7QF2M"
	Since  time.Time // of their last key
	Rating string    // in words: their best category, or empty
	// Conduct is how they stay at their tables.
	Conduct Conduct
}

// Said is one line of the lobby's talk.
type Said struct {
	At   time.Time
	From table.Person
	Text string
}
