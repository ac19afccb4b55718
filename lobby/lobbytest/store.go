package lobbytest

import (
	"sync"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

var (
	_ lobby.Players = (*Store)(nil)
	_ lobby.Results = (*Store)(nil)
	_ lobby.Tables  = (*Store)(nil)
)

// Store is what a house has written down. Its methods may be called by several goroutines.
type Store struct {
	mu      sync.Mutex
	now     func() time.Time
	players map[table.PlayerID]*account
	codes   map[string]code
	tables  map[table.ID]table.Saved
	matches map[table.MatchID]*table.Stored
	ended   []table.MatchID // in the order in which they ended
	changes map[table.MatchID][]table.RatingChange
	fail    func(table.Batch) error

	book    *ranking.Book
	moved   time.Time // the last match that moved ratings ended then
	season  map[table.MatchID]int
	seasons []lobby.Season
	awards  []lobby.Award

	reactions []table.Reaction
	flags     []lobby.Flag
	flagged   map[lobby.Flag]int // valid reactions of the player then

	halls     []*hall
	sanctions []order.Sanction
	reports   []order.Report
	acts      []lobby.ClubAct

	salts   map[string][]byte
	retired map[string]time.Time // skeletons of names that belong to nobody until then
	tombs   []*tomb
}

type account struct {
	lobby.Player
	skeleton string
	names    []lobby.Named // the newest last
	keys     []lobby.Key
	words    words
	acts     []lobby.AccountAct // the newest last
}

type code struct {
	player table.PlayerID
	until  time.Time
}

// New makes an empty store.
func New() *Store {
	return &Store{
		now: time.Now, players: map[table.PlayerID]*account{}, codes: map[string]code{},
		tables: map[table.ID]table.Saved{}, matches: map[table.MatchID]*table.Stored{},
		changes: map[table.MatchID][]table.RatingChange{}, book: ranking.NewBook(), season: map[table.MatchID]int{},
		flagged: map[lobby.Flag]int{}, salts: map[string][]byte{}, retired: map[string]time.Time{},
	}
}

// Fail makes every Append from now on fail with what f returns for its batch, if that is not nil; nothing of the batch
// is written then. A nil f ends it. f must not use the store.
func (s *Store) Fail(f func(table.Batch) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = f
}

// Codes are the codes that are stored, as they are stored.
func (s *Store) Codes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for c := range s.codes {
		out = append(out, c)
	}
	return out
}
