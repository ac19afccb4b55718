package wyattearp

import (
	"fmt"
	"strings"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/tui/cells"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// plan says how the board's height and width are spent. It depends on the size and on how many play alone.
type plan struct {
	label, pitch int // columns of the players' names, and of one poster with its border
	names        int // 1: first names on the posters; 2: whole names
	each         int // rows of a player's territory: 1, 2 or 3
	rules        bool
	gaps         bool // rules between players
	posters      int  // rows of posters and territories
	info         int  // row of the line about supply and shots
	cards        int  // height of a drawn card: 4, 5, or 0 for none
	hand         int  // first row of the hand
	stacks       bool // supply and discard stack are drawn as cards
}

// planFor spends the rows where they help most: first a second row for territories, then room around the posters, then
// bigger cards.
func planFor(size felt.Size, seats int, seated bool) plan {
	p := plan{names: 1, each: 1, label: 16, cards: 4}
	if size.W < 76 {
		p.label = 10
	}
	p.pitch = min((size.W-1-p.label)/we.Outlaws, 16)
	p.label = size.W - 1 - we.Outlaws*p.pitch
	if !seated {
		p.cards = 0
	}
	rest := size.H - 4 - seats - 1
	if p.cards > 0 {
		rest -= p.cards + 1
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
	p.rules = spend(1)
	if p.cards > 0 && spend(1) {
		p.cards = 5
	}
	if spend(1) {
		p.names = 2
	}
	p.gaps = p.each > 1 && spend(seats-1)
	if p.gaps && spend(seats) {
		p.each = 3
	}
	p.stacks = spend(stacksH - 1)
	p.posters = 3 + p.names + seats*p.each
	if p.rules {
		p.posters++
	}
	if p.gaps {
		p.posters += seats - 1
	}
	p.info = p.posters
	if rest > 2 {
		p.info++
	}
	p.hand = p.info + 1
	if p.stacks {
		p.hand = p.info + stacksH
	}
	if rest > 0 {
		p.hand++
	}
	return p
}

// Draw fills exactly size.W × size.H cells.
func (b *Board) Draw(size felt.Size, st *style.Style) string {
	b.hits = b.hits[:0]
	s := cells.New(size.W, size.H)
	defer s.Free()
	switch {
	case b.v.Round == 0:
		s.Put(2, 1, st.Dim, "The cards are being dealt.")
	case b.v.Phase == we.Scored && b.v.DuelRound > 0, b.v.Phase == we.Over && b.v.DuelRound > 0:
		b.drawDuel(s, st)
	case b.v.Phase == we.Scored, b.v.Phase == we.Over:
		b.drawScore(s, st)
	default:
		b.drawTable(s, st)
	}
	return s.String()
}

func (b *Board) drawTable(s cells.Sheet, st *style.Style) {
	p := planFor(felt.Size{W: s.W, H: s.H}, b.v.Seats, b.v.Viewer >= 0)
	b.drawPosters(s, p, st)
	if p.stacks {
		b.drawStacks(s.Part(0, p.info, s.W, stacksH), p.info, st)
	} else {
		b.drawInfo(s, p, st)
	}
	if pg := b.top(); pg != nil {
		b.drawPage(s, p, pg, st)
		return
	}
	if p.cards > 0 {
		b.drawHand(s, p, st)
	}
}

// drawPosters draws the seven posters and below each what everybody has on its outlaw.
func (b *Board) drawPosters(s cells.Sheet, p plan, st *style.Style) {
	b.grid(s, p, st)
	y := 1
	for o := range we.Outlaw(we.Outlaws) {
		x, w := p.label+1+int(o)*p.pitch, p.pitch-1
		ink := st.Hue(int(o)).With(st.Strong)
		if !b.v.Opened[o] && b.v.Posters[o] <= 1000 {
			ink = st.Hue(int(o))
		}
		center(s.Part(x, y, w, 1), ink, firsts[o])
		if p.names > 1 {
			center(s.Part(x, y+1, w, 1), ink, lasts[o])
		}
		center(s.Part(x, y+p.names, w, 1), st.Strong, we.Dollars(b.v.Posters[o]))
		b.bottom(s.Part(x, p.posters-1, w, 1), o, st)
	}
	s.Put(1, y, st.Dim, fit("WANTED", p.label-2))
	s.Put(1, y+p.names, st.Dim, fit("reward", p.label-2))
	s.Put(1, p.posters-1, st.Dim, fit("caught at 8 CP", p.label-2))
	for seat := range engine.Seat(b.v.Seats) {
		b.territory(s, p, seat, st)
	}
}

// grid draws the lines between posters.
func (b *Board) grid(s cells.Sheet, p plan, st *style.Style) {
	last := p.posters - 1
	for i := range we.Outlaws + 1 {
		x := p.label + i*p.pitch
		for y := 1; y < last; y++ {
			s.Put(x, y, st.Faint, st.Vertical)
		}
		top, low := st.TeeTop, st.TeeBottom
		switch i {
		case 0:
			top, low = st.TopLeft, st.BottomLeft
		case we.Outlaws:
			top, low = st.TopRight, st.BottomRight
		}
		s.Put(x, 0, st.Faint, top)
		s.Put(x, last, st.Faint, low)
	}
	for i := range we.Outlaws {
		x := p.label + i*p.pitch + 1
		line := style.Repeat(st.Horizontal, p.pitch-1)
		s.Put(x, 0, st.Faint, line)
		s.Put(x, last, st.Faint, line)
	}
	if p.rules {
		b.rule(s, p, 2+p.names, st)
	}
	if p.gaps {
		for seat := 1; seat < b.v.Seats; seat++ {
			b.rule(s, p, p.row(seat)-1, st)
		}
	}
}

func (b *Board) rule(s cells.Sheet, p plan, y int, st *style.Style) {
	for i := range we.Outlaws + 1 {
		x, sign := p.label+i*p.pitch, st.Crossing
		switch i {
		case 0:
			sign = st.TeeLeft
		case we.Outlaws:
			sign = st.TeeRight
		}
		s.Put(x, y, st.Faint, sign)
		if i < we.Outlaws {
			s.Put(x+1, y, st.Faint, style.Repeat(st.Horizontal, p.pitch-1))
		}
	}
}

// row is the first row of a seat's territory.
func (p plan) row(seat int) int {
	y := 2 + p.names + seat*p.each
	if p.rules {
		y++
	}
	if p.gaps {
		y += seat
	}
	return y
}

// bottom says below a poster how far the outlaw is from being caught.
func (b *Board) bottom(s cells.Sheet, o we.Outlaw, st *style.Style) {
	sum, any := 0, false
	for seat := range b.v.Seats {
		sum += b.v.Now.Posters[o].CP[seat]
		any = any || !b.v.Piles[seat][o].Empty()
	}
	text, ink := "", st.Dim
	switch {
	case sum >= 8:
		text, ink = "caught", st.Good
	case any:
		text, ink = fmt.Sprintf("%d of 8", sum), st.Warn
	case !b.v.Opened[o]:
		text = "closed"
	}
	if text != "" && style.Width(text)+2 <= s.W {
		text = " " + text + " "
	}
	center(s, ink, text)
}

// territory draws a seat's row: its name and money, and its pile below each poster.
func (b *Board) territory(s cells.Sheet, p plan, seat engine.Seat, st *style.Style) {
	y := p.row(int(seat))
	ink := st.Text
	if seat == b.v.Viewer {
		ink = st.Strong
	}
	if seat == b.v.Turn {
		s.Put(0, y, st.Accent, st.Turn)
		ink = st.Accent
	}
	name := st.Cut(b.t.Name(seat), p.label-2)
	if p.each == 1 {
		money := grand(b.v.Cash[seat])
		name = st.Cut(b.t.Name(seat), p.label-3-len(money))
		s.Put(p.label-len(money), y, st.Dim, money)
	} else {
		money := s.Put(1, y+1, st.Dim, we.Dollars(b.v.Cash[seat]))
		cards := plural(b.v.Hands[seat], "card", "cards")
		warn := st.Dim
		if b.v.Hands[seat] <= 2 {
			warn = st.Warn
		}
		if len(cards) > p.label-1-money {
			cards = fmt.Sprintf("%dc", b.v.Hands[seat])
		}
		s.Put(p.label-max(len(cards), min(len(cards)+1, p.label-1-money)), y+1, warn, cards)
	}
	s.Put(1, y, ink, name)
	for o := range we.Outlaw(we.Outlaws) {
		x, w := p.label+1+int(o)*p.pitch, p.pitch-1
		b.pile(s.Part(x, y, w, p.each), p, seat, o, st)
		b.hits = append(b.hits, hit{x, y, w, p.each, clickCell(seat, o)})
	}
	if seat == b.v.Viewer && st.Painted() && st.Ground != style.Unknown {
		s.Part(0, y, s.W, p.each).Tint(st.Cursor)
	}
}

// pile draws what one player has on one outlaw: its cards, what they count, and what they would be paid now.
func (b *Board) pile(s cells.Sheet, p plan, seat engine.Seat, o we.Outlaw, st *style.Style) {
	pile := b.v.Piles[seat][o]
	if pile.Empty() {
		return
	}
	hue, paid := st.Hue(int(o)), b.v.Now.Posters[o].Paid[seat]
	if p.each == 1 {
		b.worthOf(s, 0, pile, paid, st)
		return
	}
	text := cardsOf(pile, s.W, st)
	if pile.Hideout {
		text, hue = "["+cardsOf(pile, s.W-2, st)+"]", st.Dim
	}
	center(s.Part(0, 0, s.W, 1), hue, text)
	if p.each == 2 {
		b.worthOf(s, 1, pile, paid, st)
		return
	}
	if pile.Hideout {
		center(s.Part(0, 1, s.W, 1), st.Danger, fit("hidden", s.W))
		center(s.Part(0, 2, s.W, 1), st.Dim, fmt.Sprintf("0 [%d CP]", pile.CP()))
		return
	}
	center(s.Part(0, 1, s.W, 1), st.Strong, fmt.Sprintf("%d CP", pile.CP()))
	if paid > 0 {
		center(s.Part(0, 2, s.W, 1), st.Good, we.Dollars(paid))
	}
}

// worthOf draws in one row what a pile counts and pays; in brackets what it would count without its Hideout.
func (b *Board) worthOf(s cells.Sheet, y int, pile we.Pile, paid int, st *style.Style) {
	cp, pay := pile.CP(), ""
	if pile.Hideout {
		text := fmt.Sprintf("0 [%dCP]", cp)
		if len(text) > s.W {
			text = fmt.Sprintf("0[%d]", cp)
		}
		center(s.Part(0, y, s.W, 1), st.Danger, text)
		return
	}
	if paid > 0 {
		pay = grand(paid)
	}
	worth := fmt.Sprintf("%dCP", cp)
	if pay != "" && len(worth)+1+len(pay) > s.W {
		worth = fmt.Sprint(cp)
	}
	if pay == "" {
		center(s.Part(0, y, s.W, 1), st.Strong, worth)
		return
	}
	gap := 1
	if len(worth)+1+len(pay) > s.W {
		gap = 0
	}
	x := max((s.W-len(worth)-gap-len(pay))/2, 0)
	x = s.Put(x, y, st.Strong, worth)
	s.Put(x+gap, y, st.Good, pay)
}

// cardsOf shows a pile's cards: a dot for each Outlaw card, then P for the Photo, S, B and F for the numbered ones.
func cardsOf(p we.Pile, w int, st *style.Style) string {
	dot := st.Here
	letters := ""
	if p.Photo {
		letters = "P"
	}
	letters += strings.Repeat("S", int(p.Stagecoaches)) + strings.Repeat("B", int(p.Banks))
	if p.Gun {
		letters += "F"
	}
	if n := int(p.Outlaws); n+len(letters) <= w {
		return strings.Repeat(dot, n) + letters
	}
	return st.Cut(fmt.Sprintf("%d%s%s", p.Outlaws, dot, letters), w)
}

// drawInfo draws the line about supply, discard stack and shots.
func (b *Board) drawInfo(s cells.Sheet, p plan, st *style.Style) {
	y, x := p.info, 1
	click := func(from int, u we.Use) {
		b.hits = append(b.hits, hit{from, y, x - from, 1, clickDraw(u)})
	}
	from := x
	x = s.Line(x, y, cells.Span{Ink: st.Dim, Text: "Supply "}, cells.Span{Ink: st.Strong, Text: fmt.Sprint(b.v.Supply)})
	if b.v.Shuffled {
		x = s.Put(x, y, st.Warn, " (last)")
	}
	click(from, we.DrawSupply)
	x = s.Put(x, y, st.Faint, "  "+st.Dot+"  ")
	from = x
	x = s.Put(x, y, st.Dim, "Discard ")
	if b.v.Top == we.NoCard {
		x = s.Put(x, y, st.Dim, "empty")
	} else {
		ink := st.Strong
		if o, ok := b.v.Top.Outlaw(); ok {
			ink = st.Hue(int(o)).With(st.Strong)
		}
		name, of := b.v.Top.String(), fmt.Sprintf(" (of %d)", b.v.Discards)
		room := s.W - x - len("  shot 100 % ")
		if style.Width(name+of) > room {
			name = tight(b.v.Top)
		}
		x = s.Put(x, y, ink, name)
		x = s.Put(x, y, st.Dim, fit(of, room-style.Width(name)))
	}
	click(from, we.DrawDiscard)
	shot := "shot " + strings.TrimPrefix(b.odds(), "hits ")
	if b.v.Odds.Unseen == 0 {
		shot = b.odds()
	}
	if room := s.W - x - 2; style.Width(shot) > room {
		shot = fmt.Sprintf("shot %d %%", b.v.Odds.Percent())
	}
	s.Put(s.W-1-style.Width(shot), y, st.Dim, shot)
}

// center writes text in the middle of a line.
func center(s cells.Sheet, ink style.Ink, text string) {
	s.Put(max(s.W-style.Width(text), 0)/2, 0, ink, text)
}

// fit leaves a word out where it would be cut.
func fit(text string, w int) string {
	if style.Width(text) > w {
		return ""
	}
	return text
}
