package outlaws25

import (
	"fmt"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/style"
)

// pots are the pots that somebody who is all-in has set apart. While others may still call, what they have not matched
// yet is in the same pot.
func (b *Board) pots() []o25.Pot {
	h := &b.v.Hand
	var all []o25.Pot
	for i, pot := range h.Pots[:h.Side] {
		if i > 0 {
			below := h.Pots[i-1].Open &^ pot.Open
			if below&h.Broke == 0 {
				all[len(all)-1].Money += pot.Money
				continue
			}
		}
		all = append(all, pot)
	}
	return all
}

// potWords lists the pots and who plays for each.
func (b *Board) potWords() string {
	text, all := "Pot "+dollars(b.v.Hand.Pot), b.pots()
	if len(all) < 2 {
		return text
	}
	var parts []string
	for i, pot := range all {
		name, who := "main", "all"
		if i > 0 {
			name, who = "side", join(b.namesOf(pot.Open), "and")
		}
		parts = append(parts, fmt.Sprintf("%s %s (%s)", name, dollars(pot.Money), who))
	}
	return text + ": " + strings.Join(parts, ", ")
}

func (b *Board) namesOf(set engine.SeatSet) []string {
	var names []string
	for _, s := range set.List() {
		names = append(names, b.t.Name(s))
	}
	return names
}

// drawBetting draws flop, pots, the own hand, what a call costs, and the keys.
func (b *Board) drawBetting(p *page) {
	p.title(fmt.Sprintf("Round %d: the betting", b.v.Round),
		fmt.Sprintf("pot %s, minimum bet %s", dollars(b.v.Hand.Pot), dollars(b.v.Ante)))
	if b.asking != nil {
		b.drawCards(p, 0)
		p.say(p.st.Text, "Which card goes? You draw another one from the stub.")
		p.buttons(b.optionButtons())
		return
	}
	if len(b.legal) == 0 {
		b.drawCards(p, p.left()-2)
		b.drawActing(p)
		b.drawMore(p)
		return
	}
	keys := b.betButtons()
	if n := len(keys) - 1; keys[n].key == typing && p.rowsOf(keys) > p.rowsOf(keys[:n]) {
		keys = keys[:n] // the prompt names it
	}
	price := style.Wrap(b.priceWords(), p.W-2)
	b.drawCards(p, p.left()-len(price)-p.rowsOf(keys))
	if b.amount > 0 || b.typed != "" {
		b.drawAmount(p)
	} else {
		p.say(p.st.Text, b.priceWords())
	}
	p.buttons(keys)
	b.drawMore(p)
}

// drawActing says who is to act, and what for.
func (b *Board) drawActing(p *page) {
	h := &b.v.Hand
	for _, s := range b.v.Asked.List() {
		text := b.t.Name(s) + " is to act."
		if owed := h.Level - h.Staked[s]; owed > 0 {
			text = fmt.Sprintf("%s is to act and owes %s.", b.t.Name(s), dollars(owed))
		}
		p.say(p.st.Text, text)
	}
}

// drawMore tells what is good to know where there is room for it: who is wanted, what the viewer holds, the decks.
func (b *Board) drawMore(p *page) {
	p.gap(3)
	b.drawHunted(p)
	b.drawHeld(p)
	b.drawDecks(p)
	if !b.v.Hand.On || b.v.Phase != o25.Betting {
		return
	}
	if text := orders[b.v.Ranking]; p.left() > len(style.Wrap(text, p.W-2)) {
		p.y++
		p.say(p.st.Dim, text)
	}
}

// orders are the hands from high to low, which many have to look up.
var orders = map[o25.Ranking]string{
	o25.ByThree:  "Best first: straight flush, three of a kind, straight, flush, pair, high card.",
	o25.ByRarity: "Best first: straight flush, three of a kind, flush, straight, pair, high card.",
	o25.ByFive:   "Best first: straight flush, flush, straight, three of a kind, pair, high card.",
}

// drawHeld says what the viewer's rewards do.
func (b *Board) drawHeld(p *page) {
	g, ok := b.gang()
	for _, at := range rowOrder {
		if o := g[at]; ok && o.Reward != o25.NoReward && p.left() > 1 {
			p.Put(1, p.y, p.st.Good, p.st.Cut(fmt.Sprintf("Your %v holds %v: it %s.", at, o.Reward, does[o.Reward]),
				p.W-2))
			p.y++
		}
	}
}

// drawCards draws the flop, the pots and the own hand; as cards where there is room.
func (b *Board) drawCards(p *page, room int) {
	h := &b.v.Hand
	hole := [2]o25.Card{}
	playing := b.v.Viewer >= 0 && int(b.v.Viewer) < b.v.Seats && h.In.Has(b.v.Viewer)
	if playing {
		hole = h.Hole[b.v.Viewer]
	}
	what := ""
	if hole[0] != o25.NoCard {
		what = o25.Describe([3]o25.Card{hole[0], hole[1], h.Flop})
	}
	if room >= 3 && p.W >= 76 {
		b.drawTable(p, room, playing, hole, what)
		return
	}
	x := p.Put(1, p.y, p.st.Dim, "Flop ")
	x = putCard(p.Sheet, x, p.y, h.Flop, p.st) + 2
	if playing {
		x = p.Put(x, p.y, p.st.Dim, "You ")
		x = putCard(p.Sheet, x, p.y, hole[0], p.st)
		x = putCard(p.Sheet, x, p.y, hole[1], p.st) + 1
		p.Put(x, p.y, p.st.Accent, p.st.Cut(what, p.W-x-1))
	}
	p.y++
	if len(b.pots()) > 1 {
		p.Put(1, p.y, p.st.Strong, p.st.Cut(b.potWords(), p.W-2))
		p.y++
	}
}

// drawTable draws flop and own hand as cards, and beside them the pots and what the hand makes.
func (b *Board) drawTable(p *page, room int, playing bool, hole [2]o25.Card, what string) {
	p.gap(room + 3)
	p.Put(1, p.y+1, p.st.Dim, "Flop")
	box(p.Part(6, p.y, 5, 3), b.v.Hand.Flop, p.st)
	x := 14
	if playing {
		p.Put(x, p.y+1, p.st.Dim, "Your hand")
		box(p.Part(x+10, p.y, 5, 3), hole[0], p.st)
		box(p.Part(x+15, p.y, 5, 3), hole[1], p.st)
		x += 22
	}
	lines := style.Wrap(b.potWords(), p.W-x-1)
	for i, line := range lines[:min(len(lines), 2)] {
		p.Put(x, p.y+i, p.st.Strong, line)
	}
	p.Put(x, p.y+2, p.st.Accent, p.st.Cut(what, p.W-x-1))
	p.y += 3
}

// priceWords say what a call costs and the odds that it asks for.
func (b *Board) priceWords() string {
	h := &b.v.Hand
	stack := b.stack()
	if h.Owed == 0 {
		return fmt.Sprintf("Nothing to pay. You have %s in front of you.", dollars(stack))
	}
	pay := min(h.Owed, stack)
	need := percent(float64(pay) / float64(h.Pot+pay))
	if pay < h.Owed {
		return fmt.Sprintf("To call: all %s of %s for a pot of %s. Pays if you win %s or more.", dollars(pay),
			dollars(h.Owed), dollars(h.Pot), need)
	}
	return fmt.Sprintf("To call: %s of your %s for a pot of %s. Pays if you win %s or more.", dollars(pay),
		dollars(stack), dollars(h.Pot), need)
}

// typing are the keys that type an amount.
const typing = "0-9"

// betButtons are the keys of the betting round.
func (b *Board) betButtons() []button {
	h := &b.v.Hand
	var all []button
	if b.canUse(o25.Check) {
		all = append(all, button{"k", "check", false})
	}
	if b.canUse(o25.Fold) {
		all = append(all, button{"f", "fold", false})
	}
	if b.canUse(o25.Call) {
		word := "call " + dollars(h.Owed)
		if h.Owed >= b.stack() {
			word = "call all-in " + dollars(b.stack())
		}
		all = append(all, button{"c", word, false})
	}
	sizes, last := b.sizes(), 0
	for i, s := range sizes { // sizes that are the same need one button; both keys work
		if s.to != last && (s.to != h.Most || i == len(sizes)-1) {
			all = append(all, button{s.key, s.word + " " + dollars(s.to), b.amount == s.to && b.typed == ""})
			last = s.to
		}
	}
	if h.Most > h.Least {
		all = append(all, button{typing, "amount", b.typed != ""})
	}
	if b.canUse(o25.Sleeve) {
		all = append(all, button{"x", "Card up the Sleeve", false})
	}
	return all
}

// drawAmount draws the amount that is being chosen.
func (b *Board) drawAmount(p *page) {
	h := &b.v.Hand
	word, verb := "Bet", "bet"
	if h.Owed > 0 {
		word, verb = "Raise to", "raise"
	}
	figure := dollars(b.amount)
	if b.typed != "" {
		figure = "$" + b.typed + "_"
	}
	x := p.Put(1, p.y, p.st.Sign, " "+word+" "+figure+" ")
	ink, note := p.st.Dim, fmt.Sprintf("  %s to %s", dollars(h.Least), dollars(h.Most))
	if b.amount < h.Least || b.amount > h.Most || b.amount%o25.Chip != 0 {
		ink = p.st.Warn
	}
	x = p.Put(x, p.y, ink, note)
	part := page{Sheet: p.Part(x+1, p.y, p.W-x-1, 1), top: p.top + p.y, st: p.st, b: b}
	n := len(b.hits)
	part.buttons([]button{{"enter", verb, false}, {arrows, "$10", false}, {"esc", "no", false}})
	for i := n; i < len(b.hits); i++ {
		b.hits[i].x += x + 1
	}
	p.y++
}
