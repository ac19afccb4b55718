package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"saloon/lobby/table"
)

// letters are Crockford's: digits and letters without I, L, O and U, which are taken for others when read aloud.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	tableLetters  = 6
	matchLetters  = 8
	playerLetters = 16
	idTries       = 8 // before a house gives up to find a free id; one is nearly always enough
)

// errChance answers when no free id was found: the source of chance is broken.
var errChance = errors.New("the house is out of luck: no free number found")

// word draws n letters.
func (h *House) word(n int) (string, error) { return word(h.deps.Entropy, n) }

func word(entropy io.Reader, n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(entropy, b); err != nil {
		return "", err
	}
	for i := range b {
		b[i] = letters[b[i]%byte(len(letters))] // 256 is a multiple of 32: every letter is equally likely
	}
	return string(b), nil
}

// plainCode brings a code as people type it into the form in which it is made: capitals, no spaces and hyphens, and the
// letters that a code never has read as the digits for which they were taken.
func plainCode(typed string) string {
	if len(typed) > 64 {
		return ""
	}
	return strings.NewReplacer("O", "0", "I", "1", "L", "1", " ", "", "-", "", "#", "").Replace(strings.ToUpper(typed))
}

// hashed is how a code is stored: whoever reads the database cannot use it.
func hashed(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

// newTableID finds an id that no open table has.
func (h *House) newTableID() (table.ID, error) {
	for range idTries {
		w, err := h.word(tableLetters)
		if err != nil {
			return "", err
		}
		h.mu.Lock()
		_, taken := h.desks[table.ID(w)]
		h.mu.Unlock()
		if !taken {
			return table.ID(w), nil
		}
	}
	return "", errChance
}

// newMatchID finds an id that no match ever had.
func (h *House) newMatchID() (table.MatchID, error) {
	for range idTries {
		w, err := h.word(matchLetters)
		if err != nil {
			return "", err
		}
		_, err = h.deps.Results.Match(context.Background(), table.MatchID(w))
		if errors.Is(err, ErrNotFound) {
			return table.MatchID(w), nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", errChance
}

func (h *House) newPlayerID() (table.PlayerID, error) {
	w, err := h.word(playerLetters)
	return table.PlayerID(w), err
}
