package okcorral

import (
	"slices"
	"strings"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/lobby/table"
	"saloon/tui/felt"
)

// NewCoach guides through a first game, from a step that an earlier coach kept; an unknown one is the first.
func NewCoach(step string) felt.Coach {
	c := &coach{b: NewBoard()}
	if step == felt.Done {
		c.at = len(lesson)
	}
	for i, l := range lesson {
		if l.name == step {
			c.at = i
		}
	}
	return c
}

// coach looks on and speaks one tip at a time. The guided deck brings in one kind of card after the other, in an order
// that everybody knows; what it says stays the same from before a card is armed until it is decided, so that nothing
// moves on the screen when it is turned.
type coach struct {
	at   int
	b    *Board // for words; it draws nothing
	v    okc.View
	card okc.Card // that comes next, or lies open
	seen bool
	show bool // people look at what came of a card
}

// lessonStep is one thing to learn: how a game goes, or a kind of card.
type lessonStep struct {
	name, title string
	kind        okc.Kind // NoKind for what goes on by the key
	text        string   // {key} stands for the keys that the learner has to press, {left} for the own key of that
}

var lesson = []lessonStep{
	{"goal", "Be quick", okc.NoKind,
		"Cards turn up one by one, and everybody answers with one key at once. Good cards go to the " +
			"fastest, bad ones to the slowest."},
	{"keys", "Ten fingers", okc.NoKind,
		"The keys stand below the table. Only your first key counts, right or wrong, and one before the" +
			" card is up is wrong too."},
	{"cavalry", "Cavalry", okc.Cavalry,
		"Cavalry comes next: everybody salutes. Press {key} as soon as it is up. The slowest takes it, " +
			"and it costs a point for each player."},
	{"saloon", "Saloon", okc.Saloon,
		"Now the Saloon: everybody lifts a glass. That is {key}. Again the slowest pays."},
	{"hold-up", "Hold-up", okc.HoldUp,
		"Hold-up: a hand on the loot with {key}. The last hand pays."},
	{"double", "Double Shoot", okc.DoubleShoot,
		"A good card: shoot both ways with {key}. The fastest takes it and scores a point for each " +
			"player."},
	{"nugget", "Nugget", okc.Nugget,
		"A nugget: hit it with {key}. The fastest takes it. Its picture is in the middle, like the keys" +
			" {nugget} and {loot}."},
	{"fool", "Fool's Gold", okc.FoolsGold,
		"Fool's Gold looks like a nugget, but for the word. Press nothing! Whoever hits it takes it, " +
			"and pays."},
	{"wanted", "Wanted", okc.Wanted,
		"Wanted: all but one shoot at that one. Shoot to the side where they sit: {left} is left, {right} is " +
			"right. The fastest scores."},
	{"duel", "Duel", okc.Duel,
		"The first Duel card goes to the centre. Each later one is a duel between the players of both " +
			"colours: they shoot each other."},
	{"settling", "Settling a Score", okc.Settling,
		"Settling a Score: the two neighbours of the one on the card shoot each other. Who is not " +
			"called may press what they like."},
	{"poker", "Poker", okc.PokerLeft,
		"Poker: the revealer's left or right neighbour cheats and covers, {cover}. All others shoot the " +
			"cheater. The slowest pays."},
}

// See brings what the player sees now.
func (c *coach) See(view any, ask *table.Ask, t felt.Table) {
	v, ok := view.(okc.View)
	if !ok {
		return
	}
	t.Veiled = false
	s := felt.Scene[okc.View, okc.Move]{View: v, Table: t}
	if ask != nil {
		for _, l := range ask.Legal {
			if m, ok := l.(okc.Move); ok {
				s.Legal = append(s.Legal, m)
			}
		}
	}
	c.b.Show(s)
	c.v, c.seen = v, true
	c.show = t.Race != nil && t.Race.Stage == table.RaceShow
	switch v.Phase {
	case okc.Open, okc.Showdown:
		c.card = v.Card
	default:
		c.card = v.Next()
	}
	c.advance()
}

// group is one for both sides of Poker.
func group(k okc.Kind) okc.Kind {
	if k == okc.PokerRight {
		return okc.PokerLeft
	}
	return k
}

// advance moves past what is over: to the kind of the card that comes, if it is a new one.
func (c *coach) advance() {
	if c.v.Phase == okc.Over {
		c.at = len(lesson)
	}
	if c.at >= len(lesson) || c.show {
		return
	}
	next := group(c.card.Kind())
	i := slices.IndexFunc(lesson, func(s lessonStep) bool { return s.kind == next && next != okc.NoKind })
	if i <= c.at || lesson[c.at].kind == okc.NoKind && !c.under() {
		return
	}
	c.at = i
}

// under reports whether the game has gone on past its first card.
func (c *coach) under() bool { return c.v.Last.Card != okc.NoCard }

// Tip is what to say now.
func (c *coach) Tip() (felt.Tip, bool) {
	if c.at >= len(lesson) || !c.seen {
		return felt.Tip{}, c.at < len(lesson)
	}
	s := lesson[c.at]
	tip := felt.Tip{Step: s.name, Title: s.title, At: c.at + 1, Of: len(lesson), Waits: s.kind == okc.NoKind}
	switch {
	case c.show:
		tip.Title, tip.Text, tip.Waits = "What came of it", c.result(), false
	case s.kind != okc.NoKind && group(c.card.Kind()) != s.kind:
		tip.Title = "You know this one"
		tip.Text = "Next comes a card that you have met. Look first, then press: a wrong key is worse than a slow one."
	default:
		tip.Text = c.fill(s.text)
	}
	tip.Plain = tip.Text
	return tip, true
}

// fill puts the learner's own keys in.
func (c *coach) fill(text string) string {
	all := []string{
		"{left}", c.b.key(okc.ShootLeft), "{right}", c.b.key(okc.ShootRight), "{cover}", c.b.key(okc.Cover),
		"{loot}", c.b.key(okc.HitLoot), "{nugget}", c.b.key(okc.HitNugget),
	}
	if c.v.Viewer >= 0 {
		all = append(all, "{key}", c.b.keysFor(c.v.Foresee(c.card)[c.v.Viewer]))
	}
	return strings.NewReplacer(all...).Replace(text)
}

// result says what became of a card, and what to learn from it.
func (c *coach) result() string {
	r := &c.v.Last
	text := c.b.verdict(r) + "."
	if c.v.Viewer < 0 {
		return text
	}
	switch a := r.Answers[c.v.Viewer]; a.How {
	case engine.FalseStart:
		text += " Your key came before you can have seen the card: that is a false start."
	case engine.WrongMove:
		text += " Your first key was a wrong one, and only the first counts."
	case engine.NoResponse:
		text += " You pressed nothing in time."
	case engine.Valid:
		text += " You took " + ms(a.After) + "."
	}
	return text + " Space goes on."
}

// Next goes on from a tip that waits.
func (c *coach) Next() {
	if tip, ok := c.Tip(); ok && tip.Waits {
		c.at++
		c.advance()
	}
}

// Stop ends the lesson.
func (c *coach) Stop() { c.at = len(lesson) }
