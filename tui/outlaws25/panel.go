package outlaws25

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/cells"
	"saloon/tui/style"
)

// page is the panel below the gangs, written from the top down.
type page struct {
	cells.Sheet
	y   int // the next row
	top int // the panel's first row on the board
	st  *style.Style
	b   *Board
}

// title draws the rule above the panel with what is going on, and on its right what belongs to it, and reports whether
// there was room for that.
func (p *page) title(left, right string) bool {
	p.Put(0, 0, p.st.Faint, style.Repeat(p.st.Horizontal, p.W))
	left = p.st.Cut(left, p.W-6)
	p.Put(2, 0, p.st.Accent, " "+left+" ")
	p.y = 1
	w := style.Width(right)
	if right == "" || style.Width(left)+w+10 > p.W {
		return false
	}
	p.Put(p.W-w-4, 0, p.st.Dim, " "+right+" ")
	return true
}

// say writes a sentence, wrapped.
func (p *page) say(ink style.Ink, text string) {
	for _, line := range style.Wrap(text, p.W-2) {
		p.Put(1, p.y, ink, line)
		p.y++
	}
}

// left is how many rows are free.
func (p *page) left() int { return p.H - p.y }

// gap leaves a row empty, if more than n stay free.
func (p *page) gap(n int) {
	if p.left() > n {
		p.y++
	}
}

// button is a key with its word, as the panel draws it.
type button struct {
	key, word string
	lit       bool // under the cursor, or chosen
}

// buttons draws keys with their words, wrapped. A press presses the key.
func (p *page) buttons(all []button) {
	x := 1
	for _, k := range all {
		show := p.keyName(k.key)
		w := style.Width(show) + style.Width(k.word) + 2
		if x > 1 && x+w > p.W {
			x, p.y = 1, p.y+1
		}
		lead, ink := " ", p.st.Text
		if k.lit {
			lead, ink = p.st.Turn, p.st.Sign
		}
		at := p.Put(x, p.y, p.st.Accent, lead)
		at = p.Put(at, p.y, p.st.Key, show)
		at = p.Put(at+1, p.y, ink, p.st.Cut(k.word, p.W-at-1))
		p.b.keyHit(x, p.top+p.y, at-x, k.key)
		x = at + 2
	}
	p.y++
}

// keyName is how a key is written: the arrows in words where there are no glyphs for them.
func (p *page) keyName(key string) string {
	if p.st.ASCII && key == arrows {
		return "up/down"
	}
	return key
}

// arrows are the keys that change an amount.
const arrows = "↑ ↓"

// rowsOf is how many rows buttons take.
func (p *page) rowsOf(all []button) int {
	x, rows := 1, 1
	for _, k := range all {
		w := style.Width(p.keyName(k.key)) + style.Width(k.word) + 2
		if x > 1 && x+w > p.W {
			x, rows = 1, rows+1
		}
		x += w + 2
	}
	return rows
}

// drawPanel draws what is going on below the gangs.
func (b *Board) drawPanel(s cells.Sheet, top int, st *style.Style) {
	p := &page{Sheet: s, top: top, st: st, b: b}
	if b.v.Duel.On && (b.v.Duel.Begun || b.v.Phase != o25.Over) {
		b.drawDuel(p)
		return
	}
	switch b.v.Phase {
	case o25.Arranging:
		b.drawArranging(p)
	case o25.Betting:
		b.drawBetting(p)
	case o25.Showdown:
		b.drawShowdown(p)
	case o25.Buying:
		b.drawBuying(p)
	case o25.HoldingUp:
		b.drawHoldingUp(p)
	case o25.Sharing:
		b.drawSharing(p)
	case o25.Over:
		b.drawOver(p)
	}
}

func (b *Board) drawArranging(p *page) {
	p.title("Arrange the rows", "who deals: "+b.t.Name(b.v.Dealer))
	_, seated := b.gang()
	switch {
	case len(b.legal) > 0 && b.lifted:
		p.say(p.st.Text, "Left and right move this outlaw along your row. Space puts it down.")
	case len(b.legal) > 0:
		p.say(p.st.Text, fmt.Sprintf("Your outlaws draw with the speeds %d, %d and %d. The marked one (R) plays "+
			"poker in round 1, then M, then L. From round 1 on the places are fixed.",
			b.order[o25.Left], b.order[o25.Middle], b.order[o25.Right]))
	case seated:
		p.say(p.st.Dim, "Your row is arranged. Nobody else sees the speeds until a card is turned up in a duel.")
	default:
		p.say(p.st.Dim, "Everybody arranges three outlaws in secret.")
	}
	if len(b.legal) == 0 {
		b.waiting(p, "to be ready")
		return
	}
	p.gap(2)
	switch {
	case b.lifted:
		p.buttons([]button{{"space", "put it down", false}, {"esc", "as before", false}})
	case b.rearranged():
		p.buttons([]button{{"enter", "lay them so", false}, {"space", "move this outlaw", false},
			{"esc", "as before", false}})
	default:
		p.buttons([]button{{"space", "move this outlaw", false}, {"r", "ready", false}})
	}
}

// waiting says who still has to decide.
func (b *Board) waiting(p *page, what string) {
	var names []string
	for _, s := range b.v.Asked.List() {
		if s != b.t.Me {
			names = append(names, b.t.Name(s))
		}
	}
	if len(names) > 0 {
		p.say(p.st.Dim, join(names, "and")+" still "+verbHave(len(names))+" "+what+".")
	}
}

func verbHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// drawHunted says who is wanted by which flop.
func (b *Board) drawHunted(p *page) {
	if p.left() < 1 {
		return
	}
	text, ink := b.huntedWords(), p.st.Warn
	if text == nobodyWanted {
		ink = p.st.Dim
	}
	lines := style.Wrap(text, p.W-2)
	for _, line := range lines[:min(len(lines), p.left())] {
		p.Put(1, p.y, ink, line)
		p.y++
	}
}

const nobodyWanted = "Nobody is wanted."

// huntedWords say for each rank whom a flop of it sends a sheriff to.
func (b *Board) huntedWords() string {
	var parts []string
	for r := range o25.Rank(o25.Ranks) {
		var who []string
		for s := range engine.Seat(b.v.Seats) {
			for _, at := range rowOrder {
				p := o25.Spot{Seat: s, Place: at}
				if n := b.outlaw(p).Wanted.Of(r); n > 0 {
					text := b.spot(p)
					if n > 1 {
						text += fmt.Sprintf(" (%d times)", n)
					}
					who = append(who, text)
				}
			}
		}
		if len(who) > 0 {
			parts = append(parts, fmt.Sprintf("%v hunts %s", r, join(who, "and")))
		}
	}
	if len(parts) == 0 {
		return nobodyWanted
	}
	return "Wanted: a flop of " + strings.Join(parts, "; ") + "."
}

// drawDecks says what is known of the decks.
func (b *Board) drawDecks(p *page) {
	if p.left() < 1 {
		return
	}
	var left []string
	for speed, n := range b.v.Sheriffs {
		for range n {
			left = append(left, fmt.Sprint(speed))
		}
	}
	text := "Sheriffs left: none."
	if len(left) > 0 {
		text = "Sheriffs' speeds: " + strings.Join(left, " ") + "."
	}
	p.Put(1, p.y, p.st.Dim, p.st.Cut(fmt.Sprintf("%s Rewards left: %d. Bank: %s.", text, b.v.Rewards,
		dollars(b.v.Bank)),
		p.W-2))
	p.y++
}

// drawShowdown draws the hands that lie open, the best first, and who takes what.
func (b *Board) drawShowdown(p *page) {
	h := &b.v.Hand
	right := ""
	if h.Side > 1 {
		var parts []string
		for i, pot := range h.Pots[:h.Side] {
			name := "main"
			if i > 0 {
				name = "side"
			}
			parts = append(parts, fmt.Sprintf("%s %s: %s", name, dollars(pot.Money), join(b.namesOf(pot.Won), "and")))
		}
		right = strings.Join(parts, ", ")
	}
	if right == "" {
		won := 0
		for _, n := range h.Won {
			won += n
		}
		right = "pot " + dollars(won)
	}
	title := fmt.Sprintf("Round %d: the showdown", b.v.Round)
	fits := p.title(title, right)
	x := p.Put(1, p.y, p.st.Dim, "Flop ")
	flop := p.y
	if p.left() > h.Shown.Len() {
		x = putCard(p.Sheet, x, p.y, h.Flop, p.st) + 2
		if !fits {
			p.Put(x, p.y, p.st.Text, p.st.Cut(right, p.W-x-1))
		}
		p.y++
	}
	seats := h.Shown.List()
	strength := func(s engine.Seat) o25.Strength {
		_, v := o25.Judge([3]o25.Card{h.Hole[s][0], h.Hole[s][1], h.Flop}, b.v.Ranking)
		return v
	}
	slices.SortStableFunc(seats, func(a, c engine.Seat) int { return cmp.Compare(strength(c), strength(a)) })
	if p.y == flop { // no room: the flop stands in every row
		p.Put(1, p.y, p.st.Dim, "     ")
	}
	name := min(p.W/5, 22)
	for _, s := range seats {
		sign, ink := " ", p.st.Text
		if h.Won[s] > 0 {
			sign, ink = p.st.Star, p.st.Good
		}
		p.Put(1, p.y, ink, sign)
		p.Put(3, p.y, p.st.Hue(int(s)), p.st.Cut(b.t.Name(s), name-3))
		x := putCard(p.Sheet, name+1, p.y, h.Hole[s][0], p.st)
		x = putCard(p.Sheet, x, p.y, h.Hole[s][1], p.st)
		if p.y == flop || p.H-1 <= h.Shown.Len() {
			x = putCard(p.Sheet, x+1, p.y, h.Flop, p.st)
		}
		won := ""
		if h.Won[s] > 0 {
			won = b.verb(s, "take ", "takes ") + dollars(h.Won[s])
		}
		x = p.Put(x+1, p.y, ink, p.st.Cut(o25.Describe([3]o25.Card{h.Hole[s][0], h.Hole[s][1], h.Flop}),
			p.W-x-3-len(won)))
		p.Put(x+2, p.y, p.st.Good.With(p.st.Strong), won)
		p.y++
	}
}

// optionButtons draw the list that is open.
func (b *Board) optionButtons() []button {
	var all []button
	for i, o := range b.options() {
		all = append(all, button{o.key, o.label, i == b.at})
	}
	return all
}

func (b *Board) drawBuying(p *page) {
	p.title("Rewards, "+dollars(o25.RewardPrice)+" each", fmt.Sprintf("%d left", b.v.Rewards))
	if len(b.legal) == 0 {
		for _, s := range b.v.Asked.List() {
			p.say(p.st.Dim, b.t.Name(s)+" may buy a reward.")
		}
		b.drawMore(p)
		return
	}
	p.say(p.st.Text, "Buy one reward card? Only you see it, and it lies on the outlaw that pays.")
	p.buttons(b.optionButtons())
	b.drawMore(p)
}

func (b *Board) drawHoldingUp(p *page) {
	p.title("Holdup", "dealer: "+b.t.Name(b.v.Dealer))
	if len(b.legal) == 0 {
		p.say(p.st.Dim, b.t.Name(b.v.Dealer)+" dealt this round and may hold somebody up.")
		b.drawMore(p)
		return
	}
	keys := []button{
		{"enter", "hold up " + b.spot(b.aim), false}, {"p", "pass", false}, {"tab", "with another of yours", false},
	}
	for _, line := range append(b.oddsWords(), b.ownChances()) {
		if p.left()-len(style.Wrap(line, p.W-2)) >= p.rowsOf(keys) {
			p.say(p.st.Text, line)
		}
	}
	p.gap(2)
	p.buttons(keys)
	b.drawMore(p)
}

func (b *Board) drawSharing(p *page) {
	p.title("Share the money for the next round", fmt.Sprintf("next ante %s", dollars(b.v.Ante)))
	g, seated := b.gang()
	switch {
	case len(b.legal) > 0:
		mark := b.v.Markers[b.v.Viewer]
		p.say(p.st.Text, fmt.Sprintf("You have %s. The next marked outlaw, %v, plays poker and needs %s or more.",
			dollars(b.money(b.v.Viewer)), mark, dollars(o25.Needed)))
		p.buttons(b.shareButtons())
	case seated && b.v.Sealed != ([o25.Row]int{}):
		p.say(p.st.Dim, fmt.Sprintf("You share: L %s, M %s, R %s.", dollars(b.draft[o25.Left]),
			dollars(b.draft[o25.Middle]),
			dollars(b.draft[o25.Right])))
		b.waiting(p, "to share")
	case seated && living(g) == 1:
		p.say(p.st.Dim, "One outlaw is left to you: all your money lies on it.")
		b.waiting(p, "to share")
	default:
		b.waiting(p, "to share")
	}
	b.drawMore(p)
}

func living(g [o25.Row]o25.Outlaw) int {
	n := 0
	for _, o := range g {
		if o.Alive {
			n++
		}
	}
	return n
}

// shareButtons are the ways to share that have a key, and how to change them.
func (b *Board) shareButtons() []button {
	all := []button{{"enter", "share so", false}}
	words := []string{"as little as must move", "all on the marked one", "evenly"}
	for i, m := range b.legal {
		word := words[0]
		if i > 0 {
			word = words[2]
			if m.N[b.v.Markers[b.v.Viewer]] == int16(b.money(b.v.Viewer)) {
				word = words[1]
			}
		}
		same := true
		for at, n := range m.N {
			same = same && int(n) == b.draft[at]
		}
		all = append(all, button{fmt.Sprint(i + 1), word, same})
	}
	return append(all, button{arrows, "$10 to or from " + b.own.String(), false})
}

func (b *Board) drawOver(p *page) {
	p.title("The match is over", "")
	p.say(p.st.Accent, b.wonWords())
	p.gap(b.v.Seats)
	for n := 1; n <= b.v.Seats; n++ {
		for s := range engine.Seat(b.v.Seats) {
			if b.v.Out[s] == n {
				p.say(p.st.Dim, fmt.Sprintf("%s went out %s.", b.t.Name(s), ordinals[min(n, seatsMax)]))
			}
		}
	}
}

var ordinals = [seatsMax + 1]string{"", "first", "second", "third", "fourth", "fifth"}

// wonWords say who won.
func (b *Board) wonWords() string {
	seats := b.v.Winners.List()
	switch {
	case len(seats) == 0:
		return "Nobody has won yet."
	case len(seats) > 1:
		return join(b.namesOf(b.v.Winners), "and") + " share the win."
	}
	s := seats[0]
	return fmt.Sprintf("%s %s with %s.", b.t.Name(s), b.verb(s, "win", "wins"), dollars(b.money(s)))
}
