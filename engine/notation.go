package engine

// Names are the players' names by seat, as records write them.
type Names []string

// Seat finds a name, or Nobody.
func (n Names) Seat(name string) Seat {
	for i, s := range n {
		if s == name {
			return Seat(i)
		}
	}
	return Nobody
}

// Of is the name of a seat; "table" is Nature's.
func (n Names) Of(s Seat) string {
	switch {
	case s == Nature:
		return TableName
	case s < 0 || int(s) >= len(n):
		return "nobody"
	default:
		return n[s]
	}
}

// TableName is what records call Nature where it answers beside seats: "table: close".
const TableName = "table"

// Position is a state as records write it: JSON values under the keys of the game's rules page.
type Position map[string]any

// Notation writes a game's moves and positions as records hold them, and reads them back.
type Notation[S any, M comparable, V any] interface {
	// Words gives an act without its seat: "meld 4 Jesse James".
	Words(Act[M], Names) string
	// Parse reads what Words wrote, for a seat. It fails with ErrWords.
	Parse(words string, seat Seat, names Names) (Act[M], error)
	// Whole is the open position.
	Whole(S, Names) Position
	// Sighted is the position as a viewer sees it, made from the view alone.
	Sighted(V, Names) Position
	// Place sets a position up. What it leaves out is empty, or drawn from r. It fails with ErrPosition; the text
	// begins with the key, and the keys in it, that are wrong: "impossible position: hands: Anna: ".
	Place(Config, Names, Position, *Rand) (S, error)
	// Canon brings a position or a part of one into the form in which Whole writes it, so that they can be compared:
	// lists without order sorted. It fails with ErrPosition on unknown keys and values.
	Canon(Position, Names) (Position, error)
	// Bounds says in words what Legal cannot list, for a seat; "" where it lists everything.
	Bounds(S, Seat) string
}

// Discreet is implemented by notations of games in which an act's words can name what stays secret.
type Discreet[M any] interface {
	// Overt is an act as everybody may read it once the match is over, without what stays secret; false where others
	// do not learn of the act at all.
	Overt(Act[M], Names) (string, bool)
}
