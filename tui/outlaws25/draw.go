package outlaws25

import (
	"fmt"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/cells"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// plan says how the board's height and width are spent. It depends on the size and on how many play alone.
type plan struct {
	name, cell, hand int  // columns of names, of one outlaw with its border, of hands
	each             int  // rows of a gang: 1, 2 or 3
	gaps             bool // rules between gangs
	panel            int  // first row of what is below them
}

// panelLeast is how many rows are left for what is to be decided, the panel's title among them.
const panelLeast = 6

// duelWants is how many rows a duel takes that is drawn large, with a list of rewards to play.
const duelWants = 11

// planFor spends the rows where they help most: a second row for the gangs, room for a duel, drawn cards, rules. A duel
// that is being fought gets its rows first.
func planFor(size felt.Size, seats int, fight bool) plan {
	p := plan{each: 1}
	p.name = min(max(size.W*14/80, 10), 22)
	p.hand = min(max((size.W*22+40)/100, 15), 28)
	p.cell = (size.W - p.name - p.hand) / o25.Row
	if p.cell > 24 {
		p.cell = 24
	}
	p.name = size.W - p.hand - o25.Row*p.cell
	rest := size.H - 1 - seats - panelLeast
	if fight {
		rest -= min(max(rest, 0), duelWants-panelLeast)
	}
	spend := func(rows int) bool {
		if rest < rows {
			return false
		}
		rest -= rows
		return true
	}
	if spend(seats) {
		p.each = 2
	}
	room := min(max(rest, 0), 3) // a duel is drawn large in three rows more
	rest -= room
	if p.each == 2 && spend(seats) {
		p.each = 3
	}
	p.gaps = p.each > 1 && spend(seats-1)
	p.panel = 1 + seats*p.each
	if p.gaps {
		p.panel += seats - 1
	}
	return p
}

// row is the first row of a gang.
func (p plan) row(seat int) int {
	y := 1 + seat*p.each
	if p.gaps {
		y += seat
	}
	return y
}

// column is where a place's cell begins.
func (p plan) column(at o25.Place) int {
	for i, q := range rowOrder {
		if q == at {
			return p.name + i*p.cell
		}
	}
	return p.name
}

// Draw fills exactly size.W × size.H cells.
func (b *Board) Draw(size felt.Size, st *style.Style) string {
	b.hits = b.hits[:0]
	s := cells.New(size.W, size.H)
	defer s.Free()
	if b.v.Phase == o25.Dealing || b.v.Seats == 0 {
		s.Put(2, 1, st.Dim, "The gangs are being dealt.")
		return s.String()
	}
	p := planFor(size, b.v.Seats, b.v.Duel.On && b.v.Duel.Begun)
	b.drawGrid(s, p, st)
	for seat := range engine.Seat(b.v.Seats) {
		b.drawGang(s, p, seat, st)
	}
	b.drawPanel(s.Part(0, p.panel, s.W, s.H-p.panel), p.panel, st)
	return s.String()
}

// drawGrid draws the columns' heads and the lines between gangs.
func (b *Board) drawGrid(s cells.Sheet, p plan, st *style.Style) {
	heads := [o25.Row]string{o25.Left: "L left", o25.Middle: "M middle", o25.Right: "R right"}
	s.Put(1, 0, st.Dim, "Gang")
	for _, at := range rowOrder {
		x := p.column(at)
		s.Put(x+3, 0, st.Dim, st.Cut(heads[at], p.cell-3))
		for y := range p.panel {
			s.Put(x, y, st.Faint, st.Vertical)
		}
	}
	x := p.name + o25.Row*p.cell
	for y := range p.panel {
		s.Put(x, y, st.Faint, st.Vertical)
	}
	if b.v.Hand.On {
		s.Put(x+2, 0, st.Dim, st.Cut("Hand and bet", p.hand-2))
	} else {
		s.Put(x+2, 0, st.Dim, st.Cut("Hand", p.hand-2))
	}
	if !p.gaps {
		return
	}
	for seat := 1; seat < b.v.Seats; seat++ {
		y := p.row(seat) - 1
		s.Put(0, y, st.Faint, style.Repeat(st.Horizontal, s.W))
		for i := range o25.Row + 1 {
			s.Put(p.name+i*p.cell, y, st.Faint, st.Crossing)
		}
	}
}

// drawGang draws a seat's name and money, its three outlaws and its hand.
func (b *Board) drawGang(s cells.Sheet, p plan, seat engine.Seat, st *style.Style) {
	y := p.row(int(seat))
	if seat == b.v.Viewer && st.Painted() && st.Ground != style.Unknown {
		defer func() { s.Part(0, y, p.name, p.each).Tint(st.Cursor) }()
	}
	b.drawName(s.Part(0, y, p.name, p.each), p, seat, st)
	if b.v.Out[seat] > 0 {
		s.Put(p.column(o25.Left)+3, y, st.Dim, "out")
		return
	}
	for _, at := range rowOrder {
		x := p.column(at) + 1
		spot := o25.Spot{Seat: seat, Place: at}
		b.drawOutlaw(s.Part(x, y, p.cell-1, p.each), p, spot, st)
		b.hits = append(b.hits, hit{x, y, p.cell - 1, p.each, clickOutlaw(spot)})
	}
	b.drawHand(s.Part(p.name+o25.Row*p.cell+1, y, p.hand-1, p.each), p, seat, st)
}

// drawName draws whose gang it is, who deals, what it has, and which speeds were seen of it.
func (b *Board) drawName(s cells.Sheet, p plan, seat engine.Seat, st *style.Style) {
	ink := st.Hue(int(seat))
	if seat == b.v.Viewer {
		ink = ink.With(st.Strong)
	}
	if b.v.Asked.Has(seat) {
		s.Put(0, 0, st.Accent, st.Turn)
	}
	right := ""
	if p.each == 1 {
		right = dollars(b.money(seat))
	}
	if seat == b.v.Dealer {
		right = strings.TrimSpace(right + " D")
	}
	if b.v.Out[seat] > 0 {
		right = ""
	}
	s.Put(1, 0, ink, st.Cut(b.t.Name(seat), max(p.name-3-len(right), 3)))
	s.Put(p.name-1-len(right), 0, st.Text, right)
	if p.each == 1 {
		return
	}
	if b.v.Out[seat] > 0 {
		s.Put(1, 1, st.Dim, "eliminated")
		return
	}
	x := s.Put(1, 1, st.Text, dollars(b.money(seat)))
	seen := b.v.Seen[seat].List()
	if len(seen) == 0 {
		return
	}
	text := "seen " + strings.ReplaceAll(strings.Trim(fmt.Sprint(seen), "[]"), " ", ",")
	if p.each > 2 {
		s.Put(1, 2, st.Dim, st.Cut(text, p.name-2))
	} else if x+1+len(text) < p.name {
		s.Put(x+1, 1, st.Dim, text)
	}
}

// facing is an outlaw as it is drawn: with drafts, and as it was while a duel is still being played out.
func (b *Board) facing(p o25.Spot, st *style.Style) o25.Outlaw {
	o := b.outlaw(p)
	if b.scene.moving(st.Calm) {
		d := b.v.Duel
		for side, spot := range [2]o25.Spot{d.Attacker, d.Defender} {
			if p != spot || side == 1 && d.Sheriff > 0 {
				continue
			}
			o = b.scene.before[side]
			if b.scene.picture(false, st.Calm).up {
				o.Up, o.Speed = true, d.Speeds[side]
			}
		}
	}
	if p.Seat != b.v.Viewer {
		return o
	}
	switch {
	case b.v.Phase == o25.Arranging && o.Alive:
		o.Speed = int(b.order[p.Place])
	case b.v.Phase == o25.Sharing && o.Alive:
		o.Money = b.draft[p.Place]
	}
	return o
}

// pointed is the sign before an outlaw that is under a cursor or in a duel.
func (b *Board) pointed(p o25.Spot, st *style.Style) (string, style.Ink) {
	asked := len(b.legal) > 0
	switch d := &b.v.Duel; {
	case d.On && (p == d.Attacker || p == d.Defender && d.Sheriff == 0):
		return "!", st.Danger
	case asked && b.v.Phase == o25.HoldingUp && p == b.aim:
		return "!", st.Danger
	case p.Seat != b.v.Viewer || p.Place != b.own || !asked:
		return " ", st.Text
	case b.v.Phase == o25.Arranging && b.lifted:
		return st.Up, st.Accent
	case b.v.Phase == o25.Arranging, b.v.Phase == o25.HoldingUp, b.v.Phase == o25.Sharing:
		return st.Turn, st.Accent
	}
	return " ", st.Text
}

// drawOutlaw draws one outlaw: cursor, marker, card, money, Wanted cards, reward.
func (b *Board) drawOutlaw(s cells.Sheet, p plan, spot o25.Spot, st *style.Style) {
	o, g := b.facing(spot, st), signsOf(st)
	if !o.Alive {
		s.Put(2, 0, st.Dim, st.Cut(g.dead+" gone", s.W-2))
		return
	}
	sign, ink := b.pointed(spot, st)
	s.Put(0, 0, ink, sign)
	if b.v.Markers[spot.Seat] == spot.Place {
		s.Put(1, 0, st.Accent, g.marker)
	}
	if p.each == 3 {
		b.drawCard(s.Part(2, 0, 5, 3), o, st)
		b.drawMoney(s, 8, spot, o, st)
		b.drawWanted(s.Part(8, 1, s.W-8, 1), o, st)
		b.drawReward(s.Part(8, 2, s.W-8, 1), o, false, st)
		return
	}
	text, paper := speedText(o, st)
	x := s.Put(2, 0, paper, text)
	if p.each == 2 {
		b.drawMoney(s, x+1, spot, o, st)
		x = b.drawWanted(s.Part(1, 1, s.W-1, 1), o, st)
		b.drawReward(s.Part(2+x, 1, s.W-2-x, 1), o, false, st)
		return
	}
	x = s.Put(x, 0, st.Text, dollars(o.Money))
	x += b.drawWanted(s.Part(x, 0, s.W-x, 1), o, st)
	b.drawReward(s.Part(x, 0, s.W-x, 1), o, true, st)
}

// speedText is an outlaw's card in three cells: "[4]" face up, "▒4▒" face down but known, "▒▒▒" unknown.
func speedText(o o25.Outlaw, st *style.Style) (string, style.Ink) {
	switch {
	case o.Up:
		return fmt.Sprintf("[%d]", o.Speed), st.Paper.With(st.Strong)
	case o.Speed > 0:
		return fmt.Sprintf("%s%d%s", st.BackFill, o.Speed, st.BackFill), st.Back.With(st.Strong)
	default:
		return style.Repeat(st.BackFill, 3), st.Back
	}
}

// drawCard draws an outlaw's card in 5 × 3 cells.
func (b *Board) drawCard(s cells.Sheet, o o25.Outlaw, st *style.Style) {
	text, ink := speedText(o, st)
	if o.Up {
		s.Fill(st.Paper, "")
		s.Frame(st.Paper, st.Glyphs)
		s.Put(2, 1, ink, text[1:2])
		return
	}
	s.Fill(st.Back, st.BackFill)
	if o.Speed > 0 {
		s.Put(1, 1, ink, fmt.Sprintf(" %d ", o.Speed))
	}
}

// drawMoney writes what lies on an outlaw and by how much that has just changed.
func (b *Board) drawMoney(s cells.Sheet, x int, spot o25.Spot, o o25.Outlaw, st *style.Style) {
	x = s.Put(x, 0, st.Strong, dollars(o.Money))
	by := b.moved[spot.Seat][spot.Place]
	if b.v.Phase == o25.Sharing && spot.Seat == b.v.Viewer {
		by = o.Money - b.outlaw(spot).Money
	}
	if by == 0 || b.scene.moving(st.Calm) {
		return
	}
	ink := st.Good
	if by < 0 {
		ink = st.Warn
	}
	text := fmt.Sprintf("%+d", by)
	if x+1+len(text) <= s.W {
		s.Put(x+1, 0, ink, text)
	}
}

// drawWanted writes an outlaw's Wanted cards, those that the flop hunts with a mark, and returns how far.
func (b *Board) drawWanted(s cells.Sheet, o o25.Outlaw, st *style.Style) int {
	x, badge := 0, signsOf(st).badge
	for r := range o25.Rank(o25.Ranks) {
		n := o.Wanted.Of(r)
		if n == 0 {
			continue
		}
		ink, text := st.Warn, badge+r.String()
		if n > 1 {
			text += fmt.Sprintf("x%d", n)
		}
		if b.v.Hand.On && b.v.Hand.Flop != o25.NoCard && b.v.Hand.Flop.Rank() == r {
			ink, text = st.Danger, text+"!"
		}
		x = s.Put(x, 0, ink, text)
	}
	return x
}

// drawReward writes the reward on an outlaw: its kind for the owner, that there is one for all others.
func (b *Board) drawReward(s cells.Sheet, o o25.Outlaw, short bool, st *style.Style) {
	if !o.Rewarded {
		return
	}
	sign := signsOf(st).reward
	text, ink := sign+"reward", st.Dim
	if o.Reward != o25.NoReward {
		text, ink = briefs[o.Reward], st.Good
	}
	if short || style.Width(text) > s.W {
		for _, text = range shorter(o, sign) {
			if len(text) <= s.W {
				break
			}
		}
	}
	if !short {
		text = strings.TrimSpace(text)
	}
	s.Put(0, 0, ink, text)
}

// shorter are the texts for a reward where there is little room, the longest first.
func shorter(o o25.Outlaw, sign string) []string {
	if o.Reward == o25.NoReward {
		return []string{sign + "r", sign}
	}
	return []string{" " + tiny[o.Reward], tiny[o.Reward], sign}
}

// drawHand draws a seat's cards and the chips in front of it.
func (b *Board) drawHand(s cells.Sheet, p plan, seat engine.Seat, st *style.Style) {
	h := &b.v.Hand
	if !h.On || h.Put[seat] == 0 && !h.In.Has(seat) {
		return
	}
	if !h.In.Has(seat) {
		word := "folded"
		if !b.outlaw(o25.Spot{Seat: seat, Place: b.v.Markers[seat]}).Alive {
			word = "shot"
		}
		s.Put(1, 0, st.Dim, word)
		return
	}
	x := b.drawHole(s, p, h.Hole[seat], st)
	money, note, ink := h.Staked[seat], b.betNote(seat), st.Text
	if b.v.Phase != o25.Betting {
		money = 0
	}
	figure := dollars(money)
	if won := h.Won[seat]; won > 0 {
		money, figure, ink = won, "+"+dollars(won), st.Good.With(st.Strong)
	}
	if money == 0 {
		figure = ""
	}
	chips := chipRow(money, st)
	switch p.each {
	case 3:
		s.Put(x+1, 0, st.Accent, st.Cut(chips, s.W-x-1))
		s.Put(x+1, 1, ink, figure)
		s.Put(x+1, 2, st.Dim, st.Cut(note, s.W-x-1))
	case 2:
		putBet(s.Part(1, 1, s.W-1, 1), chips, strings.TrimSpace(note+" "+figure), ink, st)
	default:
		for _, text := range []string{strings.TrimSpace(note + " " + figure), figure, strings.Replace(figure, "$", "",
			1)} {
			if x+1+len(text) <= s.W {
				s.Put(x+1, 0, ink, text)
				break
			}
		}
	}
}

// putBet writes chips and figure, the figure alone where there is no room for both.
func putBet(s cells.Sheet, chips, text string, ink style.Ink, st *style.Style) {
	x := 0
	if chips != "" && style.Width(chips)+1+len(text) <= s.W {
		x = s.Put(0, 0, st.Accent, chips) + 1
	}
	s.Put(x, 0, ink, text)
}

// betNote says in a word what a seat has done in this round.
func (b *Board) betNote(seat engine.Seat) string {
	h := &b.v.Hand
	switch {
	case b.v.Phase != o25.Betting:
		return ""
	case h.Broke.Has(seat):
		return "all-in"
	case b.v.Asked.Has(seat):
		return "to act"
	case h.Acted.Has(seat) && h.Staked[seat] == 0:
		return "check"
	}
	return ""
}

// drawHole draws two hole cards and returns the column after them.
func (b *Board) drawHole(s cells.Sheet, p plan, cards [2]o25.Card, st *style.Style) int {
	x := 1
	for _, c := range cards {
		if p.each == 3 {
			box(s.Part(x, 0, 5, 3), c, st)
			x += 4 // the second card lies over the first one's edge
			continue
		}
		x = putCard(s, x, 0, c, st)
	}
	if p.each == 3 {
		x++
	}
	return x
}

// putCard writes a poker card in one row: "[A♠]".
func putCard(s cells.Sheet, x, y int, c o25.Card, st *style.Style) int {
	if c == o25.NoCard {
		return s.Put(x, y, st.Back, style.Repeat(st.BackFill, 3)) + 1
	}
	x = s.Put(x, y, st.Paper, "[")
	x = s.Put(x, y, cardInk(c, st), cardText(c, st))
	return s.Put(x, y, st.Paper, "]")
}

// box draws a poker card in 5 × 3 cells.
func box(s cells.Sheet, c o25.Card, st *style.Style) {
	if c == o25.NoCard {
		s.Part(0, 0, 3, s.H).Fill(st.Back, st.BackFill)
		return
	}
	s.Fill(st.Paper, "")
	s.Frame(st.Paper, st.Glyphs)
	s.Put(1, 1, cardInk(c, st), cardText(c, st))
}
