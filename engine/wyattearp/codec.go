package wyattearp

import (
	"encoding/json"
	"fmt"

	"saloon/engine"
)

// Codec writes and reads the events of this game. The kinds are stored and never renamed.
var Codec engine.Codec[Event] = engine.Kinds[Event]{
	Name: kindOf,
	Read: map[string]func(json.RawMessage) (Event, error){
		"dealt":        read[Dealt],
		"drew":         read[Drew],
		"took-discard": read[TookDiscard],
		"reshuffled":   read[Reshuffled],
		"melded":       read[Melded],
		"played":       read[Played],
		"shot":         read[ShotTurned],
		"laid":         read[Laid],
		"gun-lost":     read[GunLost],
		"covered":      read[Covered],
		"stole":        read[Stole],
		"orphaned":     read[Orphaned],
		"uncovered":    read[Uncovered],
		"asked":        read[Asked],
		"searched":     read[Searched],
		"looked":       read[Looked],
		"spent":        read[Spent],
		"replied":      read[Replied],
		"passed":       read[Passed],
		"discarded":    read[Discarded],
		"round-ended":  read[RoundEnded],
		"hand-shown":   read[HandShown],
		"round-scored": read[RoundScored],
		"duel":         read[DuelTurned],
		"won":          read[Won],
	},
}

func read[T Event](body json.RawMessage) (Event, error) {
	return engine.ReadAs(func(t T) Event { return t })(body)
}

// kindOf is an event's kind in the log.
func kindOf(e Event) string {
	switch e.(type) {
	case Dealt:
		return "dealt"
	case Drew:
		return "drew"
	case TookDiscard:
		return "took-discard"
	case Reshuffled:
		return "reshuffled"
	case Melded:
		return "melded"
	case Played:
		return "played"
	case ShotTurned:
		return "shot"
	case Laid:
		return "laid"
	case GunLost:
		return "gun-lost"
	case Covered:
		return "covered"
	case Stole:
		return "stole"
	case Orphaned:
		return "orphaned"
	case Uncovered:
		return "uncovered"
	case Asked:
		return "asked"
	case Searched:
		return "searched"
	case Looked:
		return "looked"
	case Spent:
		return "spent"
	case Replied:
		return "replied"
	case Passed:
		return "passed"
	case Discarded:
		return "discarded"
	case RoundEnded:
		return "round-ended"
	case HandShown:
		return "hand-shown"
	case RoundScored:
		return "round-scored"
	case DuelTurned:
		return "duel"
	case Won:
		return "won"
	default:
		panic(fmt.Sprintf("wyattearp: %T has no kind", e))
	}
}
