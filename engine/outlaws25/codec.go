package outlaws25

import (
	"encoding/json"
	"fmt"

	"saloon/engine"
)

// Codec writes and reads the events of this game. The kinds are stored and never renamed.
var Codec engine.Codec[Event] = engine.Kinds[Event]{
	Name: kindOf,
	Read: map[string]func(json.RawMessage) (Event, error){
		"gangs-dealt":    read[GangsDealt],
		"arranged":       read[Arranged],
		"ready":          read[Readied],
		"round":          read[RoundBegan],
		"hand-dealt":     read[HandDealt],
		"sheriff":        read[SheriffDrawn],
		"bribed":         read[Bribed],
		"duel":           read[DuelBegan],
		"played":         read[RewardPlayed],
		"passed":         read[Passed],
		"rolled":         read[DiceRolled],
		"sheriff-beaten": read[SheriffBeaten],
		"died":           read[OutlawDied],
		"eliminated":     read[Eliminated],
		"betting":        read[BettingBegan],
		"checked":        read[Checked],
		"paid":           read[Paid],
		"folded":         read[Folded],
		"sleeved":        read[Sleeved],
		"returned":       read[ExcessReturned],
		"shown":          read[HandShown],
		"pot":            read[PotPaid],
		"pot-lost":       read[PotLost],
		"cleared":        read[HandCleared],
		"bought":         read[RewardBought],
		"holdup-due":     read[HoldupDue],
		"held-up":        read[HeldUp],
		"fought":         read[Fought],
		"cowered":        read[Cowered],
		"escaped":        read[Escaped],
		"wanted":         read[WantedDrawn],
		"round-ended":    read[RoundEnded],
		"share-sealed":   read[ShareSealed],
		"shared":         read[Shared],
		"won":            read[Won],
	},
}

func read[T Event](body json.RawMessage) (Event, error) {
	return engine.ReadAs(func(t T) Event { return t })(body)
}

// kindOf is an event's kind in the log.
func kindOf(e Event) string {
	if kind := kindOfPlay(e); kind != "" {
		return kind
	}
	switch e.(type) {
	case Folded:
		return "folded"
	case Sleeved:
		return "sleeved"
	case ExcessReturned:
		return "returned"
	case HandShown:
		return "shown"
	case PotPaid:
		return "pot"
	case PotLost:
		return "pot-lost"
	case HandCleared:
		return "cleared"
	case RewardBought:
		return "bought"
	case HoldupDue:
		return "holdup-due"
	case HeldUp:
		return "held-up"
	case Fought:
		return "fought"
	case Cowered:
		return "cowered"
	case Escaped:
		return "escaped"
	case WantedDrawn:
		return "wanted"
	case RoundEnded:
		return "round-ended"
	case ShareSealed:
		return "share-sealed"
	case Shared:
		return "shared"
	case Won:
		return "won"
	default:
		panic(fmt.Sprintf("outlaws25: %T has no kind", e))
	}
}

// kindOfPlay is kindOf for the first half of the table; "" for the others.
func kindOfPlay(e Event) string {
	switch e.(type) {
	case GangsDealt:
		return "gangs-dealt"
	case Arranged:
		return "arranged"
	case Readied:
		return "ready"
	case RoundBegan:
		return "round"
	case HandDealt:
		return "hand-dealt"
	case SheriffDrawn:
		return "sheriff"
	case Bribed:
		return "bribed"
	case DuelBegan:
		return "duel"
	case RewardPlayed:
		return "played"
	case Passed:
		return "passed"
	case DiceRolled:
		return "rolled"
	case SheriffBeaten:
		return "sheriff-beaten"
	case OutlawDied:
		return "died"
	case Eliminated:
		return "eliminated"
	case BettingBegan:
		return "betting"
	case Checked:
		return "checked"
	case Paid:
		return "paid"
	default:
		return ""
	}
}
