package outlaws25

import (
	"fmt"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/cells"
	"saloon/tui/style"
)

// side is one of the two who fight, in words.
type side struct {
	name  string // "Anna's M", "the sheriff"
	speed string // "4", or what it may be
	up    bool
	hue   int
}

// sides are the two who fight.
func (b *Board) sides(up bool) [2]side {
	d := &b.v.Duel
	a := side{name: b.spot(d.Attacker), hue: int(d.Attacker.Seat), up: up}
	o := side{name: "the sheriff", hue: 6, up: true, speed: fmt.Sprint(d.Sheriff)}
	if d.Sheriff == 0 {
		o = side{name: b.spot(d.Defender), hue: int(d.Defender.Seat), up: up}
		o.speed = b.speedWords(d.Defender, 1, up)
	}
	a.speed = b.speedWords(d.Attacker, 0, up)
	return [2]side{a, o}
}

// speedWords are a duellist's speed, or the ones that it may have while it lies face down.
func (b *Board) speedWords(p o25.Spot, i int, up bool) string {
	if up && b.v.Duel.Begun {
		return fmt.Sprint(b.v.Duel.Speeds[i])
	}
	o := b.outlaw(p)
	if b.scene.moving(false) {
		o = b.scene.before[i]
	}
	if o.Speed > 0 && !(b.v.Duel.Begun && !up && p.Seat != b.v.Viewer && !o.Up) {
		return fmt.Sprint(o.Speed)
	}
	if b.v.Duel.Begun {
		return "?"
	}
	return numbers(b.v.Speeds(p), "or")
}

// drawDuel draws a holdup, a sheriff's visit and their duel.
func (b *Board) drawDuel(p *page) {
	d := &b.v.Duel
	settled := b.v.Phase == o25.Settled || b.v.Phase == o25.Over
	pic := b.scene.picture(settled, p.st.Calm)
	two := b.sides(pic.up)
	if d.Sheriff > 0 {
		label := ""
		if b.v.Hand.Flop != o25.NoCard {
			label = fmt.Sprintf(", wanted for %v", b.v.Hand.Flop.Rank())
		}
		p.title(fmt.Sprintf("A sheriff comes for %s%s", two[0].name, label), b.standing(pic))
	} else {
		p.title(fmt.Sprintf("Holdup: %s against %s", two[0].name, two[1].name), b.standing(pic))
	}
	keys := b.optionButtons()
	below := 1
	if len(keys) > 0 {
		below += p.rowsOf(keys)
	}
	if !d.Begun {
		b.drawFacing(p, two)
	} else if p.left()-below >= 7 {
		p.gap(8 + below)
		b.drawLarge(p, two, pic)
	} else {
		b.drawSmall(p, two, pic)
	}
	if pic.verdict {
		p.say(p.st.Accent, b.verdictWords())
	} else if text := b.suspense(pic); text != "" {
		p.say(p.st.Text, text)
	}
	if len(keys) > 0 {
		p.buttons(keys)
	}
}

// standing says before the roll how likely each side wins as things are.
func (b *Board) standing(pic still) string {
	d := &b.v.Duel
	if !pic.up || d.Rolled > 0 {
		return ""
	}
	p := o25.Chance([]int{d.Speeds[0] + d.Mods[0]}, []int{d.Speeds[1] + d.Mods[1]})
	return fmt.Sprintf("as it stands %s to %s", percent(p), percent(1-p))
}

// drawFacing draws who stands against whom before the cards are turned up.
func (b *Board) drawFacing(p *page, two [2]side) {
	d := &b.v.Duel
	own := b.outlaw(d.Attacker)
	if d.Sheriff > 0 {
		p.say(p.st.Text, fmt.Sprintf("%s (speed %s, %s) against a sheriff of speed %d: it lives %s of the time.",
			capital(two[0].name), two[0].speed, dollars(own.Money), d.Sheriff,
			percent(o25.Chance(b.v.Speeds(d.Attacker), []int{d.Sheriff}))))
		return
	}
	target := b.outlaw(d.Defender)
	p.say(p.st.Text, fmt.Sprintf("%s (speed %s, %s) wants the money of %s (speed %s, %s).", capital(two[0].name),
		two[0].speed, dollars(own.Money), two[1].name, two[1].speed, dollars(target.Money)))
	p.say(p.st.Text, fmt.Sprintf("In a fight %s wins %s of the time before rewards, as far as %s.", two[1].name,
		percent(b.chance(d.Defender, d.Attacker)), b.knows()))
}

func (b *Board) knows() string {
	if b.v.Viewer < 0 {
		return "the table knows"
	}
	return "you know"
}

// suspense is what is said while a duel is not decided.
func (b *Board) suspense(pic still) string {
	asked := b.v.Asked.List()
	switch b.v.Phase {
	case o25.Bribing:
		return b.asks(asked, "Bribe the sheriff?", "may bribe the sheriff.")
	case o25.BeforeRoll:
		return b.asks(asked, "Before the dice: play a reward?", "may play a reward before the dice roll.")
	case o25.AfterRoll:
		if pic.total {
			return b.asks(asked, "After the dice: play a reward?", "may play a reward after the roll.")
		}
	case o25.Answering:
		return b.asks(asked, "Do you fight?", "decides: fight, or pay.")
	}
	return ""
}

func (b *Board) asks(asked []engine.Seat, me, other string) string {
	switch {
	case len(asked) == 0:
		return ""
	case asked[0] == b.t.Me && b.t.Me >= 0:
		return me
	default:
		return b.t.Name(asked[0]) + " " + other
	}
}

// sumWords add a side's total up: "speed 4 + die 5 + 2 Hair Trigger = 11", without names where they do not fit.
func (b *Board) sumWords(i int, pic still, room int) string {
	text := b.sumOf(i, pic, strings.Join(b.scene.rewards(i), ", "))
	if style.Width(text) > room {
		return b.sumOf(i, pic, "")
	}
	return text
}

func (b *Board) sumOf(i int, pic still, what string) string {
	d := &b.v.Duel
	if !pic.up {
		return ""
	}
	text := fmt.Sprintf("speed %d", d.Speeds[i])
	if pic.roll >= 0 && !pic.tumbles[i] {
		text += fmt.Sprintf(" + die %d", pic.dice[i])
	}
	if d.Mods[i] != 0 {
		if what == "" {
			what = "rewards"
		}
		text += fmt.Sprintf(" %s %d %s", sign(d.Mods[i]), abs(d.Mods[i]), what)
	}
	if pic.total {
		text += fmt.Sprintf(" = %d", b.total(i, pic))
	}
	return text
}

// total is a side's total of the roll that is shown.
func (b *Board) total(i int, pic still) int {
	return b.v.Duel.Speeds[i] + b.v.Duel.Mods[i] + pic.dice[i]
}

func sign(n int) string {
	if n < 0 {
		return "-"
	}
	return "+"
}

func abs(n int) int { return max(n, -n) }

// tieWords say that earlier rolls were ties.
func tieWords(pic still) string {
	if pic.roll < 1 {
		return ""
	}
	return fmt.Sprintf("after %s, ", plural(pic.roll, "tie", "ties"))
}

// drawSmall draws the duel in two rows.
func (b *Board) drawSmall(p *page, two [2]side, pic still) {
	for i, s := range two {
		x := p.Put(1, p.y, p.st.Hue(s.hue).With(p.st.Strong), p.st.Cut(capital(s.name), 22))
		x = max(x+1, min(p.W/4, 24))
		text, ink := p.st.BackFill+"?"+p.st.BackFill, p.st.Back
		if s.up {
			text, ink = "["+s.speed+"]", p.st.Paper.With(p.st.Strong)
		}
		x = p.Put(x, p.y, ink, text) + 2
		if pic.roll >= 0 {
			ink := p.st.Text
			if pic.tumbles[i] {
				ink = p.st.Dim
			}
			x = p.Put(x, p.y, ink, fmt.Sprintf("(%d)", pic.dice[i])) + 2
		}
		p.Put(x, p.y, b.leads(i, pic, p.st), p.st.Cut(b.sumWords(i, pic, p.W-x-1), p.W-x-1))
		p.y++
	}
}

// leads is the ink of a side's total: the higher one stands out.
func (b *Board) leads(i int, pic still, st *style.Style) style.Ink {
	if pic.total && b.total(i, pic) > b.total(1-i, pic) {
		return st.Good.With(st.Strong)
	}
	return st.Text
}

// pips are a die's spots by what it shows, three rows of three.
var pips = [7][3]string{
	1: {"   ", " o ", "   "}, 2: {"o  ", "   ", "  o"}, 3: {"o  ", " o ", "  o"},
	4: {"o o", "   ", "o o"}, 5: {"o o", " o ", "o o"}, 6: {"o o", "o o", "o o"},
}

// drawLarge draws both cards and dice, their names above and their sums below.
func (b *Board) drawLarge(p *page, two [2]side, pic still) {
	half := p.W / 2
	for i, s := range two {
		part := p.Part(i*half, p.y, half, 7)
		w := min(2*7+3, half)
		x := max((half-w)/2, 0)
		center(part.Part(0, 0, half, 1), p.st.Hue(s.hue).With(p.st.Strong), p.st.Cut(capital(s.name), half-2))
		card, die := x, x+10
		if i == 1 {
			card, die = x+10, x
		}
		drawBigCard(part.Part(card, 1, 7, 5), s, p.st)
		if pic.roll >= 0 {
			drawDie(part.Part(die, 1, 7, 5), pic.dice[i], pic.tumbles[i], p.st)
		}
		center(part.Part(0, 6, half, 1), b.leads(i, pic, p.st), p.st.Cut(b.sumWords(i, pic, half-4), half-1))
	}
	p.Put(half-1, p.y+3, p.st.Accent, "vs")
	p.y += 7
}

func drawBigCard(s cells.Sheet, d side, st *style.Style) {
	if !d.up {
		s.Fill(st.Back, st.BackFill)
		return
	}
	s.Fill(st.Paper, "")
	s.Frame(st.Paper, st.Glyphs)
	s.Put(3, 2, st.Paper.With(st.Strong), d.speed)
	s.Put(1, 1, st.Paper, "speed")
}

func drawDie(s cells.Sheet, n int, tumbles bool, st *style.Style) {
	ink := st.Text
	if tumbles {
		ink = st.Dim
	}
	s.Frame(ink, st.Glyphs)
	if n < 1 || n > 6 {
		return
	}
	for y, row := range pips[n] {
		for x, c := range row {
			if c == 'o' {
				s.Put(1+2*x, 1+y, ink.With(st.Strong), st.Here)
			}
		}
	}
}

// center writes text in the middle of a line.
func center(s cells.Sheet, ink style.Ink, text string) {
	s.Put(max(s.W-style.Width(text), 0)/2, 0, ink, text)
}

// verdictWords say who won a duel and why, and what became of the loser.
func (b *Board) verdictWords() string {
	d := &b.v.Duel
	if d.Rolled == 0 || d.Totals[0] == d.Totals[1] {
		return ""
	}
	pic := still{roll: d.Rolled - 1}
	win := 0
	if d.Totals[1] > d.Totals[0] {
		win = 1
	}
	two := b.sides(true)
	winner, loser := two[win].name, capital(two[1-win].name)
	text := capital(fmt.Sprintf("%s%s wins, %d to %d.", tieWords(pic), winner, d.Totals[win], d.Totals[1-win]))
	money := ""
	if lost := b.scene.before[1-win].Money; lost > 0 {
		money = dollars(lost)
	}
	switch {
	case d.Sheriff > 0 && win == 0:
		text += " The sheriff leaves the match, the Wanted card too."
	case money == "":
		text += fmt.Sprintf(" %s is out.", loser)
	case d.Sheriff > 0:
		text += fmt.Sprintf(" %s is out; the bank takes its %s.", loser, money)
	default:
		text += fmt.Sprintf(" %s is out; %s takes its %s.", loser, winner, money)
	}
	if b.v.Phase == o25.Over {
		text += " " + b.wonWords()
	}
	return text
}
