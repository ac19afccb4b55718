package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"saloon/engine"
)

// Shown is where a replay ended, as JSON has it.
type Shown struct {
	Game     string          `json:"game"`
	Applied  int             `json:"applied"`
	Refused  *Refused        `json:"refused"`
	Over     bool            `json:"over"`
	Position engine.Position `json:"position"`
	// Legal has the moves of every seat whose move is awaited. Where they are too many to list it has examples, and
	// last the bounds in words.
	Legal   map[string][]string `json:"legal"`
	Outcome *Outcome            `json:"outcome"`
	// Deal is set for a match that is still played, so that its seals can be compared with those of its record.
	Deal *Seals `json:"deal,omitempty"`

	seats engine.Names
}

// Seals are the roots of a match's shuffles so far.
type Seals struct {
	Match string        `json:"match"` // SHA-256 of the seed
	Seals []engine.Seal `json:"seals"`
}

// Outcome is how a match ended, by the seats' names. Equal ranks share a place.
type Outcome struct {
	Ranks  map[string]int `json:"ranks"`
	Points map[string]int `json:"points"`
	Reason engine.Reason  `json:"reason"`
}

// Whole shows everything, to somebody who may see everything.
func (r Result) Whole() (Shown, error) {
	s := r.common()
	s.Position, s.Refused = r.Match.Whole(r.Seats), r.Refused
	for _, seat := range r.Match.Turn() {
		if err := r.legal(s.Legal, seat); err != nil {
			return Shown{}, err
		}
	}
	return s, nil
}

// Show shows what one viewer may see: the moves of its own seat only, and nothing of a refused move of another but
// whose it was.
func (r Result) Show(v engine.Viewer) (Shown, error) {
	s := r.common()
	s.Position = r.Match.Sighted(v, r.Seats)
	if r.Refused != nil {
		s.Refused = r.Refused
		if !v.Is(r.Refused.Seat) {
			s.Refused = &Refused{Move: r.Seats.Of(r.Refused.Seat) + ": …", Reason: "only the player is told"}
		}
	}
	for _, seat := range r.Match.Turn() {
		if v.Is(seat) {
			return s, r.legal(s.Legal, seat)
		}
	}
	return s, nil
}

// Public shows where a record without a seed says that the match ended, as spectators saw it. It fails with an error of
// type *Error for a game or rules that are not known.
func (r *Record) Public(games Games) (Shown, error) {
	if err := r.known(games); err != nil {
		return Shown{}, err
	}
	s := Shown{Game: r.Game, Applied: len(r.Moves), Legal: map[string][]string{}, seats: r.Seats}
	if r.End != nil {
		s.Position, s.Outcome, s.Over = r.End.Position, r.End.Outcome, r.End.Outcome != nil
	}
	return s, nil
}

func (r Result) common() Shown {
	s := Shown{Game: r.Game.Spec.Name, Applied: r.Applied, Legal: map[string][]string{}, seats: r.Seats}
	o, over := r.Match.Outcome()
	s.Over = over
	if over {
		s.Outcome = &Outcome{Ranks: map[string]int{}, Points: map[string]int{}, Reason: o.Reason}
		for i, name := range r.Seats {
			s.Outcome.Ranks[name], s.Outcome.Points[name] = o.Ranks[i], o.Points[i]
		}
	}
	return s
}

// legal writes down a seat's moves. What the table itself may do is no seat's.
func (r Result) legal(into map[string][]string, seat engine.Seat) error {
	if seat == engine.Nature {
		return nil
	}
	words, err := legalWords(r.Match, seat, r.Seats)
	into[r.Seats.Of(seat)] = words
	return err
}

func legalWords(m engine.Match, seat engine.Seat, names engine.Names) ([]string, error) {
	moves := m.Legal(seat)
	words := make([]string, len(moves))
	for i, move := range moves {
		var err error
		if words[i], err = m.Words(engine.Act[any]{Seat: seat, Move: move}, names); err != nil {
			return nil, err
		}
	}
	if bounds := m.Bounds(seat); bounds != "" {
		words = append(words, bounds)
	}
	return words, nil
}

// JSON gives one object on one line. It fails on a position that JSON cannot hold.
func (s Shown) JSON() (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Text gives the same for people. It fails on a position that JSON cannot hold.
func (s Shown) Text() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d %s played", s.Game, s.Applied, plural(s.Applied, "move", "moves"))
	if s.Over {
		b.WriteString(", over")
	}
	b.WriteString(".\n")
	if s.Refused != nil {
		fmt.Fprintf(&b, "Then %q was refused: %s.\n", s.Refused.Move, strings.TrimSuffix(s.Refused.Reason, "."))
	}
	position, err := normal(s.Position)
	if err != nil {
		return "", err
	}
	b.WriteString("\n")
	tree(&b, position, "")
	if s.Outcome != nil {
		fmt.Fprintf(&b, "\nThe match ended (%s).\n", s.Outcome.Reason)
		for _, name := range s.seats {
			fmt.Fprintf(&b, "  %s: place %d with %d\n", name, s.Outcome.Ranks[name], s.Outcome.Points[name])
		}
	}
	for _, name := range s.seats {
		if words, ok := s.Legal[name]; ok {
			fmt.Fprintf(&b, "\n%s may:\n", name)
			for _, w := range words {
				fmt.Fprintf(&b, "  %s\n", w)
			}
		}
	}
	return b.String(), nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// tree writes a table, one key a line, tables in it indented below their keys.
func tree(b *strings.Builder, table map[string]any, indent string) {
	for _, key := range sortedKeys(table) {
		inner, ok := table[key].(map[string]any)
		if !ok || flat(inner) {
			fmt.Fprintf(b, "%s%s: %s\n", indent, key, inline(table[key]))
			continue
		}
		fmt.Fprintf(b, "%s%s:\n", indent, key)
		tree(b, inner, indent+"  ")
	}
}

// flat reports whether a table fits on a line: it has no tables and no lists in it.
func flat(table map[string]any) bool {
	for _, key := range sortedKeys(table) {
		switch table[key].(type) {
		case map[string]any, []any:
			return false
		}
	}
	return true
}

func inline(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = inline(v[i])
		}
		if len(parts) == 0 {
			return "-"
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range sortedKeys(v) {
			parts = append(parts, key+" "+inline(v[key]))
		}
		if len(parts) == 0 {
			return "-"
		}
		return strings.Join(parts, ", ")
	default:
		return fmt.Sprint(v)
	}
}
