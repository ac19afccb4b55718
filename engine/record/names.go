package record

import (
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
)

const nameMax = 24

// Names makes names for the seats of a match out of its players' names, in which every script may stand: what records
// allow is kept, spaces become hyphens, the rest goes, and equal names get a number.
func Names(players []string) engine.Names {
	out := make(engine.Names, 0, len(players))
	for i, player := range players {
		name := plainName(player)
		if name == "" {
			name = fmt.Sprintf("Seat%d", i+1)
		}
		free := func(name string) bool { return name != engine.TableName && !slices.Contains(out, name) }
		base := name
		for n := 2; !free(name); n++ {
			suffix := fmt.Sprintf("-%d", n)
			name = base[:min(len(base), nameMax-len(suffix))] + suffix
		}
		out = append(out, name)
	}
	return out
}

func plainName(s string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(s) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r < 0x80 && seatName.MatchString(string(r)):
			b.WriteRune(r)
		}
	}
	name := b.String()
	return strings.Trim(name[:min(len(name), nameMax)], "-")
}
