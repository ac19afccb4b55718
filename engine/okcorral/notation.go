package okcorral

import (
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
)

// Notation writes moves and positions as section 8 of the rules page says.
type Notation struct{}

var _ engine.Notation[State, Move, View] = Notation{}

// closeWords is the table's move.
const closeWords = "close"

// Words gives an act without its seat: "turn", "salute 540".
func (Notation) Words(a engine.Act[Move], _ engine.Names) string {
	switch {
	case a.Seat == engine.Nature:
		return closeWords
	case a.Move.Kind <= Turn:
		return a.Move.Kind.String()
	default:
		return a.Move.Kind.String() + " " + strconv.Itoa(millis(a.After))
	}
}

// Parse reads what Words wrote, for a seat. It fails with ErrWords.
func (Notation) Parse(words string, seat engine.Seat, _ engine.Names) (engine.Act[Move], error) {
	act := engine.Act[Move]{Seat: seat}
	word, ms, timed := strings.Cut(words, " ")
	switch g := gestureNamed(word); {
	case seat == engine.Nature && words == closeWords:
		return act, nil
	case seat == engine.Nature || g == NoGesture || timed != (g != Turn):
	case g == Turn:
		act.Move.Kind = g
		return act, nil
	default:
		n, err := strconv.ParseInt(ms, 10, 32)
		if err != nil || strconv.FormatInt(n, 10) != ms {
			break
		}
		act.Move.Kind, act.After = g, duration(int(n))
		return act, nil
	}
	return act, fmt.Errorf("%w: %q", engine.ErrWords, words)
}

// gestureNamed finds a gesture by its word; NoGesture for any other.
func gestureNamed(word string) Gesture {
	var g Gesture
	if g.UnmarshalText([]byte(word)) != nil {
		return NoGesture
	}
	return g
}

// Bounds says which times a gesture may have; "" where there is nothing to say.
func (Notation) Bounds(s State, seat engine.Seat) string {
	if s.phase != Open && s.phase != Showdown || len((Rules{}).Legal(s, seat)) == 0 {
		return ""
	}
	return fmt.Sprintf("a gesture and its reaction time in whole milliseconds, from %d to %d", -afterMax.Milliseconds(),
		afterMax.Milliseconds())
}
