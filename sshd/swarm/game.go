package swarm

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"saloon/sshd/swarm/grid"
)

// Game is how a swarm plays a game: by what stands on the screen.
type Game struct {
	Name, Title string
	log         string // the key that opens the log
	wants       []string
	bold        []string // what is wanted first, half of the time
	race        bool     // people race in it: keys for cards that lie open
}

// everywhere is what people do at every table, before what the game asks.
var everywhere = []string{"yes", "resume", "rematch", "ready", "go on"}

// minor are answers that belong to the move before them, or are none.
var minor = []string{"yes", "choose", "take it", "rematch", "ready"}

// Games are those that a swarm knows.
func Games() []Game {
	return []Game{
		{Name: "wyatt-earp", Title: "Wyatt Earp", log: "l",
			wants: []string{"draw two", "take ", "pass", "end the hand", "discard", "choose", "take it"},
			bold:  []string{"lay ", "play", "take it"}},
		{Name: "25-outlaws", Title: "25 Outlaws", log: "l",
			wants: []string{"share so", "check", "call", "fold", "min", "bet", "buy for", "hold up", "fight", "bribe",
				"pass"}},
		{Name: "ok-corral", Title: "O.K. Corral", log: "\t", race: true, wants: []string{"turn your card"}},
	}
}

// move is what somebody at a table is about to do.
type move struct {
	key  string
	asks string // the question that it answers
	card string // the card that lies open, for an answer in a race
	over bool   // it closes a dialog that came up by mistake
	soon bool   // nobody thinks long about it
}

// choose finds what a screen asks of its player. The footer offers a key only to those who may press it. The last
// answer in a race is not given again while its card lies open.
func (gm *Game) choose(g *grid.Grid, last move, r *rand.Rand) (move, bool) {
	footer := g.Row(-1)
	if strings.Contains(footer, "take your seat back") {
		return move{key: "\r", asks: question(g)}, true
	}
	if dialog(g) {
		return move{key: loneEsc, over: true}, true
	}
	if gm.race {
		if m, ok := answerRace(g, r); ok && m.card != last.card {
			return m, true
		}
	}
	bold := gm.bold
	if r.IntN(2) == 0 {
		bold = nil
	}
	for _, words := range [][]string{everywhere, bold, gm.wants} {
		for _, does := range words {
			key, ok := hint(footer, does)
			if !ok || does != "ready" && strings.Contains(footer, "not "+does) {
				continue
			}
			soon := gm.race && key == " " || slices.Contains(minor, does)
			return move{key: key, asks: question(g), soon: soon}, true
		}
	}
	return move{}, false
}

// question is what a screen asks its player: the two lines that change when the table has answered, without the time
// that is left, which changes by itself.
func question(g *grid.Grid) string {
	prompt := g.Row(-2)
	if strings.Contains(prompt, "Choose with the arrows") { // one list may lead to the next
		return strings.Join(g.Screen()[2:], "\n")
	}
	if at := strings.LastIndex(prompt, " · "); at >= 0 && strings.Contains(prompt[at:], ":") {
		prompt = prompt[:at]
	}
	return prompt + "\n" + g.Row(-1)
}

// dialog reports whether a dialog lies over the table.
func dialog(g *grid.Grid) bool { return g.On("╭─▸") }

// pending reports whether a move is under way: its question is gone, and what came of it is not there yet.
func pending(g *grid.Grid) bool { return strings.TrimSpace(g.Row(-2)) == "…" }

// settled is the condition that the table has answered a question. What is shown before the move is written down does
// not count.
func settled(asks string) func(*grid.Grid) bool {
	return func(g *grid.Grid) bool { return !pending(g) && question(g) != asks }
}

// cards are the words of the cards of a race, as they are written on them, and the keys that answer them. Fool's gold
// is left alone.
var cards = []struct{ says, keys string }{
	{"YOU COVER", "c"}, {"YOU SHOOT", "jkl"}, {"D O U B L E", "k"}, {"C A V A L R Y", "s"}, {"S A L O O N", "w"},
	{"H O L D - U P", "h"}, {"N U G G E T", "g"},
}

// cardRows is how many rows, from the top, a card is somewhere in.
const cardRows = 14

// answerRace is the key for a card that lies open. A card that is over, or face down, is in a box that says so; one
// that lies open is a block of color.
func answerRace(g *grid.Grid, r *rand.Rand) (m move, ok bool) {
	for y := 1; y < cardRows; y++ {
		row := g.Row(y)
		if at := strings.Index(row, "╭─ "); at >= 0 {
			if box := row[at:]; strings.Contains(box, "last card") || strings.Contains(box, " turn") {
				return move{}, false
			}
		}
		for _, c := range cards {
			if !ok && strings.Contains(row, c.says) {
				m = move{key: string(c.keys[r.IntN(len(c.keys))]), card: g.Row(0) + c.says}
				ok = true
			}
		}
	}
	return m, ok
}

// reaction is how long somebody needs to answer a card.
func reaction(r *rand.Rand) time.Duration {
	d := 430 + 60*r.NormFloat64() + 120*r.ExpFloat64()
	return time.Duration(max(d, 200) * float64(time.Millisecond))
}
