package wyattearp

import (
	"fmt"

	we "saloon/engine/wyattearp"
)

// codes tell the outlaws apart in two letters, where there is no room for a name and no colour.
var codes = [we.Outlaws]string{"Be", "Bi", "Bo", "Bu", "Je", "Su", "We"}

// firsts are the outlaws' first names, at most eight cells.
var firsts = [we.Outlaws]string{"Belle", "Billy", "Bob", "Butch", "Jesse", "Sundance", "Wes"}

// lasts are what follows on a poster that has room for it.
var lasts = [we.Outlaws]string{"Starr", "the Kid", "Dalton", "Cassidy", "James", "Kid", "Hardin"}

// face is what is printed on a card: two lines for a narrow one, two for a wide one.
type face struct {
	narrow, wide [2]string
	hue          int // of the outlaw; -1 for cards that belong to none
}

// faceOf says what is printed on a card.
func faceOf(c we.Card) face {
	if o, ok := c.Outlaw(); ok {
		f := face{hue: int(o)}
		if c.Photo() {
			f.narrow = [2]string{"Photo", codes[o] + " 4CP"}
			f.wide = [2]string{"Photo", firsts[o]}
			return f
		}
		f.narrow = [2]string{firsts[o], "2 CP"}
		f.wide = [2]string{firsts[o], lasts[o]}
		return f
	}
	f := face{hue: -1}
	switch c {
	case we.Stagecoach:
		f.narrow, f.wide = [2]string{"Stage", "1CP$3k"}, [2]string{"Stage-", "coach"}
	case we.Bank:
		f.narrow, f.wide = [2]string{"Bank", "2CP$1k"}, [2]string{"Bank", "Robbery"}
	case we.FastestGun:
		f.narrow, f.wide = [2]string{"Gun", "3CP$1k"}, [2]string{"Fastest", "Gun"}
	case we.MostWanted:
		f.narrow, f.wide = [2]string{"Most", "Wanted"}, [2]string{"Most", "Wanted"}
	case we.Hideout:
		f.narrow, f.wide = [2]string{"Hide-", "out"}, [2]string{"Hide-", "out"}
	case we.WyattEarp:
		f.narrow, f.wide = [2]string{"Wyatt", "Earp"}, [2]string{"Wyatt", "Earp"}
	default:
	}
	return f
}

// worth is what a card brings when it is laid, for a card that has room for a third line.
func worth(c we.Card) string {
	switch {
	case c.Hole():
		return "2 CP"
	case c.Photo():
		return "4 CP $1k"
	case c == we.Stagecoach:
		return "1 CP $3k"
	case c == we.Bank:
		return "2 CP $1k"
	case c == we.FastestGun:
		return "3 CP $1k"
	case c == we.MostWanted:
		return "ask/shot"
	case c == we.Hideout:
		return "shot"
	default:
		return ""
	}
}

// tight is a card's name in at most 14 cells.
func tight(c we.Card) string {
	if o, ok := c.Outlaw(); ok {
		if c.Photo() {
			return "Photo " + firsts[o]
		}
		return o.String()
	}
	switch c {
	case we.Stagecoach:
		return "Stagecoach"
	default:
		return c.String()
	}
}

// the puts the article before a card's name where English wants one.
func the(c we.Card) string {
	if c.Hole() {
		return c.String()
	}
	return "the " + c.String()
}

// grand writes an amount in thousands: "$4k".
func grand(dollars int) string {
	if dollars%1000 != 0 || dollars == 0 {
		return we.Dollars(dollars)
	}
	return fmt.Sprintf("$%dk", dollars/1000)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// code is a card in two letters.
func code(c we.Card) string {
	if o, ok := c.Outlaw(); ok {
		return codes[o]
	}
	return faceOf(c).narrow[0][:2]
}
