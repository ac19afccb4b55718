package lobby

import (
	"slices"
	"sync"
	"time"

	"saloon/lobby/table"
)

// News is the lobby at one moment, for one session: a whole, not a difference. Sessions share what it holds: nobody
// changes it.
type News struct {
	Now    time.Time
	tables *list
	Ended  int        // public tables whose match is over
	Mine   []table.ID // tables where this player has a seat, most urgent first
	Turns  int        // of them, but for lessons, those where it is this player's move
	Lesson bool       // a lesson is among them that has begun and is not over
	People []Presence
	Talk   []Said                 // the last TalkKept lines of the lobby, without those of ignored people
	who    map[table.PlayerID]int // where somebody stands in People
	// Gone is set once, when this session's place was taken by another with the same key, or the house closes.
	Gone string
	// Toast is something that happened to this player just now ("Burt wants a rematch"), or empty.
	Toast string
}

// list is a list of tables that is made when somebody first looks.
type list struct {
	once   sync.Once
	make   func() []Listing
	tables []Listing
}

// Tables are the public tables, and private ones that this player may see. For everybody who has a seat or ignores
// somebody the list is their own, and in a full house it is long: it is made when it is first asked for, and who sits
// at a table and does not look into the lobby never has one.
func (n News) Tables() []Listing {
	l := n.tables
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		l.tables = l.make()
		l.make = nil // and what it was made of
	})
	return l.tables
}

// ShowTables makes news that list these tables, for screens that are drawn without a house.
func (n *News) ShowTables(tables []Listing) { n.tables = listOf(tables) }

// listOf is a list that is made already.
func listOf(tables []Listing) *list { return &list{make: func() []Listing { return tables }} }

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
