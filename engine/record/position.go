package record

import (
	"strings"

	"saloon/engine"
)

// WritePosition gives a position alone as a record writes it, a key a line. It fails with engine.ErrPosition on one
// that JSON could not hold.
func WritePosition(p engine.Position) (string, error) {
	position, err := normal(p)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := section(&b, "position", position); err != nil {
		return "", err
	}
	return strings.TrimLeft(b.String(), "\n"), nil
}
