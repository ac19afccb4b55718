package okcorral

import (
	"encoding/json"
	"fmt"

	"saloon/engine"
)

// Codec writes and reads the events of this game. The kinds are stored and never renamed.
var Codec engine.Codec[Event] = engine.Kinds[Event]{
	Name: kindOf,
	Read: map[string]func(json.RawMessage) (Event, error){
		"cast":     read[Cast],
		"dealt":    read[Dealt],
		"turned":   read[Turned],
		"revealed": read[Revealed],
		"draw":     read[DrawCalled],
		"gestured": read[Gestured],
		"answered": read[Answered],
		"judged":   read[Judged],
		"scored":   read[Scored],
		"won":      read[Won],
	},
}

func read[T Event](body json.RawMessage) (Event, error) {
	return engine.ReadAs(func(t T) Event { return t })(body)
}

// kindOf is an event's kind in the log.
func kindOf(e Event) string {
	switch e.(type) {
	case Cast:
		return "cast"
	case Dealt:
		return "dealt"
	case Turned:
		return "turned"
	case Revealed:
		return "revealed"
	case DrawCalled:
		return "draw"
	case Gestured:
		return "gestured"
	case Answered:
		return "answered"
	case Judged:
		return "judged"
	case Scored:
		return "scored"
	case Won:
		return "won"
	default:
		panic(fmt.Sprintf("okcorral: %T has no kind", e))
	}
}
