package firstin

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"saloon/engine"
)

// Notation writes moves as "go", "left 320" and Nature's "close", and positions under the keys of place.
type Notation struct{}

var _ engine.Notation[State, Move, View] = Notation{}

// Words writes an act without its seat.
func (Notation) Words(a engine.Act[Move], _ engine.Names) string {
	switch {
	case a.Seat == engine.Nature:
		return "close"
	case a.Move.Kind == Go:
		return Go.String()
	default:
		return a.Move.Kind.String() + " " + strconv.FormatInt(a.After.Milliseconds(), 10)
	}
}

// Parse reads what Words wrote.
func (Notation) Parse(text string, seat engine.Seat, _ engine.Names) (engine.Act[Move], error) {
	a := engine.Act[Move]{Seat: seat}
	kind, ms, answers := strings.Cut(text, " ")
	n, err := strconv.ParseInt(ms, 10, 32)
	i := Kind(max(slices.Index(words[:], kind), 0))
	switch {
	case seat == engine.Nature && text == "close":
		return a, nil
	case seat == engine.Nature || kind == "":
	case i == Go && !answers:
		a.Move.Kind = Go
		return a, nil
	case i > Go && answers && err == nil && strconv.FormatInt(n, 10) == ms:
		a.Move.Kind, a.After = i, time.Duration(n)*time.Millisecond
		return a, nil
	}
	return a, fmt.Errorf("%w: %q", engine.ErrWords, text)
}

// Bounds says which times an answer may have.
func (Notation) Bounds(s State, seat engine.Seat) string {
	if s.phase != open || len((Rules{}).Legal(s, seat)) == 0 {
		return ""
	}
	return "any answer after -5000 to 5000 ms"
}

// place is a position.
type place struct {
	Round   int               `json:"round,omitempty"`
	Phase   string            `json:"phase,omitempty"`
	Sign    string            `json:"sign,omitempty"`
	Answers map[string]string `json:"answers,omitempty"` // as moves are written
	Points  map[string]int    `json:"points,omitempty"`
}

func (p place) position() engine.Position {
	body, err := json.Marshal(p)
	out := engine.Position{}
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err != nil {
		panic(err) // numbers, strings and maps of them always marshal
	}
	return out
}

func read(p engine.Position, names engine.Names) (place, error) {
	var out place
	body, err := json.Marshal(p)
	if err == nil {
		err = engine.Strict(body, &out)
	}
	if err != nil {
		return out, fmt.Errorf("%w: %v", engine.ErrPosition, err)
	}
	known := 0
	for i := range names {
		if _, ok := out.Points[names[i]]; ok {
			known++
		}
		if _, ok := out.Answers[names[i]]; ok {
			known++
		}
	}
	if known != len(out.Points)+len(out.Answers) {
		return out, fmt.Errorf("%w: a name without a seat", engine.ErrPosition)
	}
	return out, nil
}

// Whole is the open position.
func (Notation) Whole(s State, names engine.Names) engine.Position {
	p := place{Round: s.round, Phase: phaseNames[s.phase], Sign: s.sign.String(), Answers: map[string]string{}}
	p.Points = map[string]int{}
	for i := range engine.Seat(s.seats) {
		p.Points[names.Of(i)] = s.points[i]
		if a := s.answers[i]; a.Kind > 0 {
			p.Answers[names.Of(i)] = a.words(i)
		}
	}
	return p.position()
}

func (a Answer) words(seat engine.Seat) string {
	return Notation{}.Words(engine.Act[Move]{Seat: seat, Move: Move{a.Kind}, After: a.After}, nil)
}

// Sighted is the position as a viewer sees it.
func (Notation) Sighted(v View, names engine.Names) engine.Position {
	p := place{Round: v.Round, Phase: v.Phase, Sign: v.Sign.String(), Points: map[string]int{}}
	for i := range engine.Seat(v.Seats) {
		p.Points[names.Of(i)] = v.Points[i]
	}
	if v.Own.Kind > 0 {
		p.Answers = map[string]string{names.Of(v.Viewer): v.Own.words(v.Viewer)}
	}
	return p.position()
}

// Canon checks the keys.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	out, err := read(p, names)
	if err != nil {
		return nil, err
	}
	return out.position(), nil
}

// Place sets a position up. A sign that an open race lacks is drawn from r.
func (n Notation) Place(c engine.Config, names engine.Names, pos engine.Position, r *engine.Rand) (State, error) {
	s, err := Rules{}.New(c)
	if err != nil {
		return s, err
	}
	p, err := read(pos, names)
	if err != nil {
		return s, err
	}
	s.round = max(p.Round, 1)
	switch p.Phase {
	case "", phaseNames[ready]:
	case phaseNames[open]:
		s.phase, s.sign = open, Left+Kind(r.IntN(3))
	default:
		return s, fmt.Errorf("%w: phase %q", engine.ErrPosition, p.Phase)
	}
	if p.Sign != "" {
		if s.sign = Kind(max(slices.Index(words[:], p.Sign), 0)); s.sign < Left || s.phase != open {
			return s, fmt.Errorf("%w: sign %q", engine.ErrPosition, p.Sign)
		}
	}
	if s.round > s.rounds || len(p.Answers) > 0 && s.phase != open {
		return s, fmt.Errorf("%w: round or answers", engine.ErrPosition)
	}
	for i := range engine.Seat(s.seats) {
		s.points[i] = p.Points[names.Of(i)]
		text, ok := p.Answers[names.Of(i)]
		if !ok {
			continue
		}
		a, err := n.Parse(text, i, names)
		if err == nil {
			err = check(&s, a)
		}
		if err != nil {
			return s, fmt.Errorf("%w: answers: %s: %v", engine.ErrPosition, names.Of(i), err)
		}
		s.answers[i] = Answer{Kind: a.Move.Kind, After: a.After}
	}
	return s, nil
}
