package lobby

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"saloon/engine"
	"saloon/lobby/phrase"
	"saloon/lobby/table"
)

const (
	// ThinkFor is how long somebody who wants their account to be gone may think it over.
	ThinkFor = 7 * 24 * time.Hour
	// NameRests is how long the name of an account that is gone belongs to nobody.
	NameRests = 365 * 24 * time.Hour
	// ActsShown is how many of the last acts of an account a profile shows.
	ActsShown = 8
	// actsKept is more acts than any account has: the store keeps fewer.
	actsKept = 1000
	// GoneName is what everybody is called whose account is gone, with a number behind it.
	GoneName = "Gone Player"

	// wordsSalt is the use of the salt with which recovery words are hashed.
	wordsSalt = "recovery words"
)

// ErrLastKey answers somebody who would lock themselves out.
var ErrLastKey = errors.New("this is your only key: add another before you remove it")

// ErrConfirm answers who wants their account to be gone and has not said its name.
var ErrConfirm = errors.New("nothing was done: say your own name behind it, so that we know that you mean it")

// What happens to an account, as its owner reads it.
const (
	ActKeyAdded   = "key added"
	ActKeyRemoved = "key removed"
	ActWordsMade  = "recovery words made"
	ActWordsUsed  = "recovery words used"
	ActLeaving    = "asked to be deleted"
	ActStaying    = "kept after all"
)

// AccountAct is something that happened to an account.
type AccountAct struct {
	At    time.Time `json:"at"`
	Act   string    `json:"act"`
	About string    `json:"about,omitempty"` // such as the fingerprint of a key
}

// Tomb is what is left of an account that is gone.
type Tomb struct {
	Player table.PlayerID
	Name   string // GoneName and a number
	At     time.Time
	Rested bool // nothing is left to do
}

// Reword writes the acts of a match once more, for other names of its seats: one text for each entry.
type Reword func(m table.Stored, names engine.Names) []string

// Accounts is what becomes of accounts beside their names and keys. The data package implements it.
type Accounts interface {
	Papers
	// Salt is what a hash of the house is salted with: what is kept for this use, or from now on the fresh one.
	Salt(ctx context.Context, use string, fresh []byte) ([]byte, error)
	// SetWords stores the hash of somebody's recovery words in the place of those that they had.
	SetWords(ctx context.Context, id table.PlayerID, hash string, at time.Time) error
	// WordsMade is when somebody's recovery words were made; zero without any.
	WordsMade(ctx context.Context, id table.PlayerID) (time.Time, error)
	// Recover uses recovery words up and gives their player the key. It fails with ErrNotFound on unknown ones, and
	// with ErrNameTaken if the key belongs to somebody.
	Recover(ctx context.Context, hash string, k Key, at time.Time) (Player, error)
	// AccountActs lists the last n acts of an account, the newest first.
	AccountActs(ctx context.Context, id table.PlayerID, n int) ([]AccountAct, error)
	// Leave notes that somebody's account is to be gone from a moment on, or with the zero time that it stays.
	Leave(ctx context.Context, id table.PlayerID, at, until time.Time) error
	// Leaving lists those whose accounts are to be gone, the soonest first.
	Leaving(ctx context.Context) ([]Player, error)
	// Bury takes away what belongs to an account and gives its player the name of a Tomb, all at once. It fails with
	// ErrNotFound for somebody who is not leaving, or not yet.
	Bury(ctx context.Context, id table.PlayerID, at time.Time) (Tomb, error)
	// Tombs lists all accounts that are gone, the oldest first.
	Tombs(ctx context.Context) ([]Tomb, error)
	// Rest takes somebody whose account is gone off the boards and their name out of the matches, which then verify as
	// before. It can be done again where it was broken off. done is false while a match is on in which they sat.
	Rest(ctx context.Context, id table.PlayerID, at time.Time, reword Reword) (done bool, err error)
}

// Words makes recovery words for this player and ends those that they had: typed at the door with another key, they
// make that key this player's too, once. They are told here and never again. It fails with ErrUnnamed, ErrGuest and
// ErrSlow.
func (s *Session) Words(ctx context.Context) (string, error) {
	p, err := s.may()
	switch {
	case err != nil:
		return "", err
	case p.Guest:
		return "", fmt.Errorf("%w: recovery words are for an account, which begins with a key", ErrGuest)
	}
	if err := s.try(); err != nil {
		return "", err
	}
	return s.house.Words(ctx, p.ID)
}

// Words is Session.Words for a command.
func (h *House) Words(ctx context.Context, who table.PlayerID) (string, error) {
	if who == "" {
		return "", ErrGuest
	}
	words, err := phrase.New(h.deps.Entropy)
	if err != nil {
		return "", err
	}
	hash, err := h.wordsHash(ctx, words)
	if err != nil {
		return "", err
	}
	return words, h.deps.Players.SetWords(ctx, who, hash, h.deps.Now())
}

// wordsHash is how recovery words are stored. One is made at a time: it takes memory.
func (h *House) wordsHash(ctx context.Context, words string) (string, error) {
	fresh := make([]byte, phrase.SaltLen)
	if _, err := io.ReadFull(h.deps.Entropy, fresh); err != nil {
		return "", err
	}
	salt, err := h.deps.Players.Salt(ctx, wordsSalt, fresh)
	if err != nil {
		return "", err
	}
	select {
	case h.hashing <- struct{}{}:
		defer func() { <-h.hashing }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	return phrase.Hash(words, salt), nil
}

// Recover uses recovery words up: this session's key becomes the key of their player, and this session that player's.
// It fails with phrase.ErrPhrase on what cannot be such words, with ErrNotFound on words that are nobody's, and
// otherwise as Redeem does.
func (s *Session) Recover(ctx context.Context, typed string) error {
	switch {
	case s.id.Fingerprint == "":
		return ErrGuest
	case s.Named():
		return ErrKeyTaken
	}
	words, err := phrase.Read(typed)
	if err != nil {
		return err
	}
	if err := s.try(); err != nil {
		return err
	}
	hash, err := s.house.wordsHash(ctx, words)
	if err != nil {
		return err
	}
	now := s.house.deps.Now()
	p, err := s.house.deps.Players.Recover(ctx, hash, s.key(now), now)
	if errors.Is(err, ErrNameTaken) {
		return ErrKeyTaken
	}
	if err != nil {
		return err
	}
	return s.become(ctx, p)
}

// Account is what only its owner sees of an account.
type Account struct {
	Keys    []Key
	Words   time.Time    // when the recovery words were made; zero without any
	Acts    []AccountAct // the last ones, the newest first
	Leaving time.Time    // when it will be gone, if that was asked for
}

// Account reads what only its owner sees of an account.
func (h *House) Account(ctx context.Context, who table.PlayerID) (a Account, err error) {
	if who == "" {
		return a, ErrGuest
	}
	p, err := h.deps.Players.ByID(ctx, who)
	if err != nil {
		return a, err
	}
	a.Leaving = p.Leaving
	if a.Keys, err = h.deps.Players.Keys(ctx, who); err != nil {
		return a, err
	}
	if a.Words, err = h.deps.Players.WordsMade(ctx, who); err != nil {
		return a, err
	}
	a.Acts, err = h.deps.Players.AccountActs(ctx, who, ActsShown)
	return a, err
}

// Account is House.Account for this player.
func (s *Session) Account(ctx context.Context) (Account, error) {
	return s.house.Account(ctx, s.Player().ID)
}

// DeleteMe says that somebody's account is to be gone after ThinkFor, and returns when. The name must be theirs, or it
// fails with ErrConfirm.
func (h *House) DeleteMe(ctx context.Context, who table.PlayerID, name string) (time.Time, error) {
	if who == "" {
		return time.Time{}, ErrGuest
	}
	p, err := h.deps.Players.ByID(ctx, who)
	switch {
	case err != nil:
		return time.Time{}, err
	case p.Guest:
		return time.Time{}, fmt.Errorf("%w: a guest is forgotten when the line ends", ErrGuest)
	case len(name) > nameBytesMax || Skeleton(name) != Skeleton(p.Name):
		return time.Time{}, ErrConfirm
	case !p.Leaving.IsZero():
		return p.Leaving, nil
	}
	now := h.deps.Now()
	return now.Add(ThinkFor), h.leave(ctx, who, now, now.Add(ThinkFor))
}

// KeepMe says that an account stays after all.
func (h *House) KeepMe(ctx context.Context, who table.PlayerID) error {
	if who == "" {
		return ErrGuest
	}
	p, err := h.deps.Players.ByID(ctx, who)
	if err != nil || p.Leaving.IsZero() {
		return err
	}
	return h.leave(ctx, who, h.deps.Now(), time.Time{})
}

func (h *House) leave(ctx context.Context, who table.PlayerID, now, until time.Time) error {
	if err := h.deps.Players.Leave(ctx, who, now, until); err != nil {
		return err
	}
	h.mu.Lock()
	if s := h.sessions[string(who)]; s != nil {
		p := *s.self()
		p.Leaving = until
		s.is(p)
	}
	h.mu.Unlock()
	h.lookForLeavers()
	return nil
}

// DeleteMe is House.DeleteMe for this player.
func (s *Session) DeleteMe(ctx context.Context, name string) (time.Time, error) {
	p, err := s.may()
	if err != nil {
		return time.Time{}, err
	}
	return s.house.DeleteMe(ctx, p.ID, name)
}

// KeepMe is House.KeepMe for this player.
func (s *Session) KeepMe(ctx context.Context) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	return s.house.KeepMe(ctx, p.ID)
}
