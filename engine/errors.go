package engine

import (
	"errors"
	"fmt"
)

var (
	// ErrIllegal marks a move that the rules refuse. The text around it says which rule, in words for the player.
	ErrIllegal = errors.New("not allowed")
	// ErrNotAsked marks an act by a seat that is not in Turn.
	ErrNotAsked = errors.New("not your turn")
	// ErrOver marks an act in a match that has ended.
	ErrOver = errors.New("the match is over")
	// ErrConfig marks house rules or a number of seats that the game does not know.
	ErrConfig = errors.New("cannot be played like that")
	// ErrPosition marks a position that cannot be.
	ErrPosition = errors.New("impossible position")
	// ErrFact marks an event that cannot be read back.
	ErrFact = errors.New("unreadable fact")
	// ErrWords marks a move that cannot be read.
	ErrWords = errors.New("not a move")
)

// Refusal is a refused move: the clause of the rules page that refuses it and the reason in words for the player.
type Refusal struct {
	Clause string // such as "R13"
	Reason string
}

// Error gives the reason and its clause.
func (r *Refusal) Error() string { return fmt.Sprintf("%s (%s)", r.Reason, r.Clause) }

// Is makes every refusal an ErrIllegal.
func (r *Refusal) Is(target error) bool { return target == ErrIllegal }

// Refuse makes a refusal under a clause.
func Refuse(clause, format string, args ...any) error {
	return &Refusal{Clause: clause, Reason: fmt.Sprintf(format, args...)}
}
