package wyattearp

import (
	"fmt"
	"strconv"
	"strings"

	we "saloon/engine/wyattearp"
	"saloon/tui/cells"
	"saloon/tui/style"
)

const (
	cardMax = 10 // cells of a drawn card, at most …
	cardMin = 6  // … and at least
)

// strips says how wide the cards are drawn and how much of the covered ones is seen, so that the hand fits; 0 if drawn
// cards do not fit at all.
func (b *Board) strips(w int) (card, strip int) {
	extra := 0
	for _, s := range b.hand {
		extra += s.n - 1
	}
	n := max(len(b.hand), 1)
	for _, strip := range []int{3, 2, 1} {
		if card := min((w-extra*strip)/n, cardMax); card >= 8 || card >= cardMin && strip == 1 {
			return card, strip
		}
	}
	return 0, 0
}

// drawHand draws the own cards, equal ones as one stack, and below each what it may do.
func (b *Board) drawHand(s cells.Sheet, p plan, st *style.Style) {
	if len(b.hand) == 0 {
		s.Put(1, p.hand, st.Dim, "You have no cards left. The hand ends with the next discard.")
		return
	}
	card, strip := b.strips(s.W)
	if card == 0 {
		b.drawChips(s.Part(0, p.hand, s.W, p.cards+1), p, st)
		return
	}
	total := 0
	for _, c := range b.hand {
		total += card + (c.n-1)*strip
	}
	x, gap := 0, 0
	if total+len(b.hand)+1 <= s.W {
		x, gap = 1, 1
	}
	for i, c := range b.hand {
		w := card + (c.n-1)*strip
		area := s.Part(x, p.hand, w, p.cards+1)
		b.drawStack(area, i, strip, st)
		b.hits = append(b.hits, hit{x, p.hand, w, p.cards + 1, clickCard(i)})
		x += w + gap
	}
}

// edges are the signs of a card's border.
type edges struct{ h, v, tl, tr, bl, br string }

// edgesOf draws the card under the cursor with a heavy border, so that it is found without colour.
func edgesOf(cursor bool, st *style.Style) edges {
	switch {
	case cursor && st.ASCII:
		return edges{"=", "#", "#", "#", "#", "#"}
	case cursor:
		return edges{"━", "┃", "┏", "┓", "┗", "┛"}
	default:
		return edges{st.Horizontal, st.Vertical, st.TopLeft, st.TopRight, st.BottomLeft, st.BottomRight}
	}
}

// drawStack draws the cards of one kind, the front one whole, and the line below them.
func (b *Board) drawStack(s cells.Sheet, i, strip int, st *style.Style) {
	c := b.hand[i]
	cursor := c.card == b.cursor
	live := len(b.legal) == 0 || b.v.Phase != we.Play || c.playable()
	ground, text := st.Paper, st.Paper
	f := faceOf(c.card)
	if f.hue >= 0 {
		text = st.OnPaper(f.hue)
	}
	if !live {
		ground, text = st.Worn, st.Worn
		if !st.Painted() {
			ground, text = st.Dim, st.Dim
		}
	}
	edge := ground
	if cursor {
		edge = ground.With(st.Strong)
	}
	e := edgesOf(cursor, st)
	h := s.H - 1
	front := (c.n - 1) * strip
	for k := range c.n - 1 {
		part := s.Part(k*strip, 0, strip+1, h)
		part.Fill(ground, "")
		outline(part, edge, e, false)
		if strip > 1 {
			part.Part(1, 1, strip-1, 1).Put(0, 0, text, code(c.card))
		}
	}
	b.drawFace(s.Part(front, 0, s.W-front, h), c, f, faceInk{ground, text, edge, e}, st)
	b.drawMark(s.Part(0, h, s.W, 1), i, cursor, st)
}

type faceInk struct {
	ground, text, edge style.Ink
	e                  edges
}

// drawFace draws a card of the hand, marked if it has just come in.
func (b *Board) drawFace(s cells.Sheet, c stack, f face, ink faceInk, st *style.Style) {
	b.drawPaper(s, c, f, ink, st)
	if b.fresh.Has(c.card) {
		center(s.Part(1, 0, s.W-2, 1), ink.edge, "new")
	}
}

// drawPaper draws the face of a card.
func (b *Board) drawPaper(s cells.Sheet, c stack, f face, ink faceInk, st *style.Style) {
	s.Fill(ink.ground, "")
	outline(s, ink.edge, ink.e, true)
	in := s.Part(1, 1, s.W-2, s.H-2)
	lines := f.wide
	if in.H < 3 || in.W < 8 {
		lines = f.narrow
	}
	if c.card.Hole() {
		in.Put(in.W-1, in.H-1, ink.text, st.Here) // the bullet hole
	}
	in.Put(0, 0, ink.text, st.Cut(lines[0], in.W))
	in.Put(0, 1, ink.text, squeeze(lines[1], in.W))
	if in.H >= 3 {
		third := worth(c.card)
		if lines == f.narrow && f.hue >= 0 || len(third) > in.W {
			third = ""
		}
		in.Put(0, 2, ink.ground, third)
	}
	if c.n > 1 && in.W >= 3+style.Width(lines[0]) {
		n := "x" + strconv.Itoa(c.n)
		in.Put(in.W-len(n), 0, ink.ground, n)
	}
}

// squeeze shortens a card's second line to what it says first, where there is no room for all of it.
func squeeze(line string, w int) string {
	if style.Width(line) <= w {
		return line
	}
	if i := strings.IndexAny(line, " $"); i > 0 {
		return line[:i]
	}
	return line
}

// outline draws a card's border; covered cards have no right edge.
func outline(s cells.Sheet, ink style.Ink, e edges, whole bool) {
	right := s.W
	if whole {
		right--
		s.Put(right, 0, ink, e.tr)
		s.Put(right, s.H-1, ink, e.br)
	}
	for x := 1; x < right; x++ {
		s.Put(x, 0, ink, e.h)
		s.Put(x, s.H-1, ink, e.h)
	}
	for y := 1; y < s.H-1; y++ {
		s.Put(0, y, ink, e.v)
		if whole {
			s.Put(right, y, ink, e.v)
		}
	}
	s.Put(0, 0, ink, e.tl)
	s.Put(0, s.H-1, ink, e.bl)
}

// drawMark writes below a stack its number key and what it may do.
func (b *Board) drawMark(s cells.Sheet, i int, cursor bool, st *style.Style) {
	c := b.hand[i]
	number := ""
	if i < 10 {
		number = strconv.Itoa((i + 1) % 10)
	}
	word, ink := "", st.Good
	switch {
	case cursor && b.armed == (we.Move{Use: we.Discard, Card: c.card}):
		word, ink = "discard?", st.Danger
	case len(b.legal) == 0 || b.v.Phase != we.Play:
	case len(c.melds) > 0 && cursor:
		word = fmt.Sprintf("lay %d", b.lay)
	case len(c.melds) > 0:
		word = fmt.Sprintf("lay %d", c.melds[len(c.melds)-1])
	case len(c.uses) > 0:
		word = "play"
	}
	if word != "" && style.Width(number+" "+word)+1 > s.W {
		word = st.Yes
		if ink == st.Danger {
			word = "d?"
		}
	}
	x := 0
	if cursor {
		x = s.Put(x, 0, st.Accent, st.Turn)
	} else {
		x++
	}
	x = s.Put(x, 0, st.Key, number)
	if number != "" && word != "" {
		x++
	}
	s.Put(x, 0, ink, word)
}

// drawChips draws a hand that is too big for drawn cards, one short word a kind.
func (b *Board) drawChips(s cells.Sheet, p plan, st *style.Style) {
	x, y := 0, 0
	for i, c := range b.hand {
		text := tight(c.card)
		if c.n > 1 {
			text += " x" + strconv.Itoa(c.n)
		}
		if i < 10 {
			text = strconv.Itoa((i+1)%10) + " " + text
		}
		mark := " "
		if c.playable() {
			mark = st.Yes
		}
		w := style.Width(text) + 4
		if x+w > s.W {
			x, y = 0, y+1
		}
		ink := st.Text
		if f := faceOf(c.card); f.hue >= 0 {
			ink = st.Hue(f.hue)
		}
		lead := " "
		if c.card == b.cursor {
			lead, ink = st.Turn, st.Sign
		}
		s.Put(x, y, st.Accent, lead)
		s.Put(x+1, y, ink, text)
		s.Put(x+w-2, y, st.Good, mark)
		b.hits = append(b.hits, hit{x, p.hand + y, w, 1, clickCard(i)})
		x += w
	}
}

// drawPage draws an open list in the hand's place, and above it as far as it needs.
func (b *Board) drawPage(s cells.Sheet, p plan, pg *page, st *style.Style) {
	rows := pg.rows()
	cols := (len(pg.items) + rows - 1) / rows
	top := min(p.hand, s.H-rows-1)
	area := s.Part(0, top, s.W, s.H-top)
	area.Fill(style.Ink{}, "")
	area.Put(1, 0, st.Accent, st.Cut(pg.title, s.W-2))
	w := s.W / cols
	for i, it := range pg.items {
		x, y := i/rows*w, 1+i%rows
		part := area.Part(x, y, w-1, 1)
		b.drawItem(part, it, i == pg.at, st)
		b.hits = append(b.hits, hit{x, top + y, w - 1, 1, func(b *Board) (we.Move, bool) { return b.choose(i) }})
	}
}

func (b *Board) drawItem(s cells.Sheet, it item, lit bool, st *style.Style) {
	ink := st.Text
	if it.hue >= 0 {
		ink = st.Hue(it.hue)
	}
	x := 1
	if lit {
		s.Put(0, 0, st.Accent, st.Turn)
		ink = st.Sign
	}
	x = s.Put(x, 0, st.Key, it.key)
	x = s.Put(x+1, 0, ink, st.Cut(it.label, s.W-x-1))
	if it.sub != nil {
		x = s.Put(x, 0, st.Dim, " "+st.Right)
	}
	if it.note != "" && style.Width(it.note)+2 <= s.W-x {
		s.Put(x+2, 0, st.Dim, it.note)
	}
}
