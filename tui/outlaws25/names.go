package outlaws25

import (
	"fmt"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/style"
)

// The suits' signs and hues, by suit: spades, hearts, diamonds, clubs.
var (
	suitSigns   = [4]string{"♠", "♥", "♦", "♣"}
	suitLetters = [4]string{"s", "h", "d", "c"}
	suitHues    = [4]int{-1, 0, 4, 2} // -1 is the print of the card
)

// cardText is a poker card in two or three cells: "A♠", "10♦".
func cardText(c o25.Card, st *style.Style) string {
	if c == o25.NoCard {
		return style.Repeat(st.BackFill, 2)
	}
	if st.ASCII {
		return c.Rank().String() + suitLetters[c.Suit()]
	}
	return c.Rank().String() + suitSigns[c.Suit()]
}

// cardInk is what a poker card is printed with.
func cardInk(c o25.Card, st *style.Style) style.Ink {
	switch {
	case c == o25.NoCard:
		return st.Back
	case suitHues[c.Suit()] < 0:
		return st.Paper.With(st.Strong)
	case st.Painted():
		return st.OnPaper(suitHues[c.Suit()])
	default:
		return st.Hue(suitHues[c.Suit()])
	}
}

// signs are the board's own marks.
type signs struct {
	marker string // the marked outlaw, which plays poker
	badge  string // a Wanted card
	fifty  string // a chip of $50 …
	ten    string // … and of $10
	reward string // a reward that lies face down
	dead   string // a gap
}

func signsOf(st *style.Style) signs {
	if st.ASCII {
		return signs{marker: "@", badge: "*", fifty: "O", ten: "o", reward: "+", dead: "-"}
	}
	return signs{marker: "◆", badge: "★", fifty: "●", ten: "○", reward: "+", dead: "·"}
}

// chipsMax is how many chips of each kind are drawn at most.
const chipsMax = 6

// chipRow draws an amount as chips: "●●○ ".
func chipRow(dollars int, st *style.Style) string {
	s := signsOf(st)
	return strings.Repeat(s.fifty, min(dollars/50, chipsMax)) + strings.Repeat(s.ten, dollars%50/10)
}

// briefs are the rewards in at most eight cells, with what they add.
var briefs = map[o25.Reward]string{
	o25.OiledHolster: "Holst +1", o25.HairTrigger: "Hair +2", o25.DeadEye: "Dead +3", o25.Whiskey: "Whisk -1",
	o25.Rotgut: "Rotg -2", o25.SecondDraw: "2nd Draw", o25.BribedLawman: "Bribe", o25.FastHorse: "Horse",
	o25.CardUpTheSleeve: "Sleeve",
}

// tiny are the rewards in at most four cells, for rows with no room.
var tiny = map[o25.Reward]string{
	o25.OiledHolster: "H+1", o25.HairTrigger: "H+2", o25.DeadEye: "D+3", o25.Whiskey: "W-1", o25.Rotgut: "R-2",
	o25.SecondDraw: "2nd", o25.BribedLawman: "Brib", o25.FastHorse: "Hors", o25.CardUpTheSleeve: "Slee",
}

// does says what a reward does, for whoever holds it.
var does = map[o25.Reward]string{
	o25.OiledHolster:    "adds 1 to its holder's total in a duel",
	o25.HairTrigger:     "adds 2 to its holder's total in a duel",
	o25.DeadEye:         "adds 3 to its holder's total in a duel",
	o25.Whiskey:         "takes 1 from any duellist's total",
	o25.Rotgut:          "takes 2 from any duellist's total",
	o25.SecondDraw:      "rolls its holder's die again, once",
	o25.BribedLawman:    "sends away the sheriff who came for its holder",
	o25.FastHorse:       "lets its holder escape a holdup",
	o25.CardUpTheSleeve: "changes one hole card of its holder",
}

func dollars(n int) string { return fmt.Sprintf("$%d", n) }

func percent(p float64) string {
	n := int(p*100 + 0.5)
	switch {
	case p > 0 && n == 0:
		return "under 1 %"
	case p < 1 && n == 100:
		return "over 99 %"
	}
	return fmt.Sprintf("%d %%", n)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// join lists words as English does.
func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}

// numbers lists figures: "1, 3 or 5".
func numbers(all []int, last string) string {
	words := make([]string, len(all))
	for i, n := range all {
		words[i] = fmt.Sprint(n)
	}
	return join(words, last)
}

// whose is a seat as the owner of something: "Anna's", "your".
func (b *Board) whose(s engine.Seat) string {
	if s >= 0 && s == b.t.Me {
		return "your"
	}
	return b.t.Name(s) + "'s"
}

// spot names an outlaw: "Anna's M", "your L".
func (b *Board) spot(p o25.Spot) string { return b.whose(p.Seat) + " " + p.Place.String() }

// verb is the form that goes with a seat: "you fight", "Anna fights".
func (b *Board) verb(s engine.Seat, you, other string) string {
	if s >= 0 && s == b.t.Me {
		return you
	}
	return other
}

// capital begins a sentence. Names stay as their owners write them.
func capital(s string) string {
	for _, w := range [...]string{"your ", "the ", "after ", "round "} {
		if strings.HasPrefix(s, w) {
			return strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return s
}
