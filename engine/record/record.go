package record

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"saloon/engine"
)

const (
	// Format is the value of the key "format".
	Format = "saloon-record/1"
	// BytesMax bounds a record file.
	BytesMax = 4 << 20

	nestingMax = 16   // brackets within brackets, and parts of a dotted key
	reasonMax  = 400  // runes of an error's text, in which a file's own words may stand
	natureMax  = 1000 // acts of Nature in a row: more mean that a game never comes to an end
)

// Games finds a game by the name that records use.
type Games func(name string) (engine.Game, bool)

// Record is a match on paper.
type Record struct {
	Game     string
	Rules    int // version of the rules it was played by
	Seats    engine.Names
	Seed     engine.Seed
	Seedless bool              // without a seed: what everybody saw, which can be verified but not played again
	Moves    []string          // "SEAT: MOVE"
	Options  map[string]string // house rules that are given; the others have their defaults
	Position engine.Position   // where the moves begin; nil for the deal
	Expect   *Expect           // what Check compares; nil for nothing
	Deal     *Deal             // the sealed cards, where the game seals them
	End      *End              // where a match without a seed ended

	lines lines // where things stand in the file that it was parsed from
}

// Expect is what Check compares. Nil parts are not compared.
type Expect struct {
	Refused  *string             // the last move must be refused with a reason that contains this
	Position engine.Position     // these keys of the position at the end must equal these
	Legal    map[string][]string // exactly these moves for these seats
}

// Error says what makes a record unreadable.
type Error struct {
	Line   int // from 1; 0 where no line is to blame, or the record was not parsed from a file
	Reason string
}

// Error gives line and reason, on one line and in printable letters, because words of the file may stand in it.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	n := 0
	for _, r := range e.Reason {
		if n++; n > reasonMax {
			b.WriteString("…")
			break
		}
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// seatName is what a seat may be called in a record.
var seatName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,24}$`)

// bad is an Error at the place of a key.
func (r *Record) bad(at []string, format string, args ...any) error {
	return &Error{Line: r.lines.of(at...), Reason: fmt.Sprintf(format, args...)}
}

// badPosition is an Error at the innermost place below a key that a game's error names: it begins with a key of the
// position and the keys in that.
func (r *Record) badPosition(at []string, err error) error {
	reason := strings.TrimPrefix(err.Error(), engine.ErrPosition.Error()+": ")
	for _, key := range strings.Split(reason, ": ") {
		if key == at[len(at)-1] {
			continue // where the key is known already
		}
		if _, known := r.lines.keys[path(sub(at, key))]; !known {
			break
		}
		at = sub(at, key)
	}
	return r.bad(at, "%v", err)
}

// badMove is an Error at the place of a move.
func (r *Record) badMove(i int, format string, args ...any) error {
	return &Error{Line: r.lines.item(i, "moves"), Reason: fmt.Sprintf(format, args...)}
}

// config is what the match is opened with.
func (r *Record) config() engine.Config {
	return engine.Config{Seats: len(r.Seats), Options: r.Options}
}
