package wyattearp

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/tui/felt"
)

// Face makes a fresh board with its types hidden.
func Face() felt.Face { return felt.Hide[we.View, we.Move](NewBoard()) }

// Board is the table of Wyatt Earp as one viewer sees it: posters, territories, the stacks and the own hand. It holds
// a cursor and open lists, no rules.
type Board struct {
	v     we.View
	legal []we.Move
	t     felt.Table
	hand  []stack
	fresh we.Bag // cards that came into the hand in this turn

	cursor we.Card // the kind of card under the cursor
	lay    int     // how many of it to lay together
	armed  we.Move // a discard or the end of the hand that waits for its second key
	pages  []*page // open lists, the topmost last

	why, clause string
	hits        []hit
}

// hit is an area of the last drawing that can be clicked.
type hit struct {
	x, y, w, h int
	do         func(*Board) (we.Move, bool)
}

// NewBoard makes a board that was shown nothing yet.
func NewBoard() *Board { return &Board{} }

// Show brings a new truth. The cursor stays on its card; open lists close when the question has changed.
func (b *Board) Show(s felt.Scene[we.View, we.Move]) {
	same := slices.Equal(b.legal, s.Legal) && b.v.Phase == s.View.Phase && b.v.Round == s.View.Round
	before := b.v
	b.v, b.legal, b.t = s.View, s.Legal, s.Table
	b.hand = stacks(b.v.Hand, b.legal)
	b.freshen(before)
	gone := !b.v.Hand.Has(b.cursor)
	b.place()
	if same {
		return
	}
	if b.v.Phase == we.Play && len(b.legal) > 0 && (before.Phase != we.Play || gone) {
		b.suggest()
	}
	b.armed, b.pages = we.Move{}, nil
	b.why, b.clause = "", ""
	if len(b.legal) == 0 {
		return
	}
	switch b.v.Phase {
	case we.Target:
		b.pages = []*page{b.targetPage()}
	case we.React:
		b.pages = []*page{b.reactPage()}
	default:
	}
}

// freshen keeps which cards came in during this turn, so that they can be marked.
func (b *Board) freshen(before we.View) {
	if b.v.Turn != b.v.Viewer || b.v.Round != before.Round || before.Turn != b.v.Turn || b.v.Phase == we.Draw {
		b.fresh = 0
		if before.Turn != b.v.Turn || before.Round != b.v.Round {
			return
		}
	}
	for _, c := range we.Cards() {
		if more := b.v.Hand.Of(c) - before.Hand.Of(c); more > 0 && !b.fresh.Has(c) {
			b.fresh |= we.BagOf(c)
		}
		if b.fresh.Has(c) && !b.v.Hand.Has(c) {
			b.fresh &^= we.BagOf(c)
		}
	}
}

// place keeps the cursor on a card of the hand, near where it was.
func (b *Board) place() {
	if len(b.hand) == 0 {
		b.cursor, b.lay = we.NoCard, 0
		return
	}
	i := slices.IndexFunc(b.hand, func(s stack) bool { return s.card >= b.cursor })
	if i < 0 {
		i = len(b.hand) - 1
	}
	b.point(i)
}

// suggest moves the cursor from a card that cannot be played to the first one that can.
func (b *Board) suggest() {
	if s, _, held := b.under(); held && s.playable() {
		return
	}
	if i := slices.IndexFunc(b.hand, stack.playable); i >= 0 {
		b.point(i)
	}
}

// point puts the cursor on a stack; by default all that can be laid of it is laid.
func (b *Board) point(i int) {
	s := b.hand[i]
	if s.card != b.cursor || !slices.Contains(s.melds, b.lay) {
		b.lay = 0
		if len(s.melds) > 0 {
			b.lay = s.melds[len(s.melds)-1]
		}
	}
	b.cursor = s.card
}

// under is the stack under the cursor.
func (b *Board) under() (stack, int, bool) {
	i := slices.IndexFunc(b.hand, func(s stack) bool { return s.card == b.cursor })
	if i < 0 {
		return stack{}, 0, false
	}
	return b.hand[i], i, true
}

func (b *Board) can(m we.Move) bool { return slices.Contains(b.legal, m) }

// Modal reports whether a list is open that "esc" closes.
func (b *Board) Modal() bool { return len(b.pages) > 0 && !b.top().root || b.armed != we.Move{} }

func (b *Board) top() *page {
	if len(b.pages) == 0 {
		return nil
	}
	return b.pages[len(b.pages)-1]
}

// Why says why the last key did nothing.
func (b *Board) Why() (text, clause string) { return b.why, b.clause }

// Grave moves are discards, which end the turn, and the end of the hand.
func (b *Board) Grave(m we.Move) bool {
	return m.Use == we.Discard || m.Use == we.EndHand || m.Use == we.Pass
}

// Key handles a key.
func (b *Board) Key(k tea.KeyPressMsg) (we.Move, bool) {
	b.why, b.clause = "", ""
	name := k.String()
	if b.armed != (we.Move{}) {
		return b.confirm(name)
	}
	if b.top() != nil {
		return b.menuKey(name)
	}
	switch b.v.Phase {
	case we.Draw:
		if m, ok := b.drawKey(name); ok {
			return m, m.Use != we.NoUse
		}
	case we.Play:
		if m, ok := b.playKey(name); ok {
			return m, m.Use != we.NoUse
		}
	default:
	}
	b.move(name)
	return we.Move{}, false
}

// confirm takes the second key of a move that cannot be mended; any other key takes it back.
func (b *Board) confirm(name string) (we.Move, bool) {
	m := b.armed
	b.armed = we.Move{}
	yes := name == "enter" || m.Use == we.Discard && name == "d" || m.Use == we.EndHand && name == "e"
	return m, yes && b.can(m)
}

func (b *Board) drawKey(name string) (m we.Move, ok bool) {
	if len(b.legal) == 0 {
		return we.Move{}, false
	}
	switch name {
	case "s":
		m = we.Move{Use: we.DrawSupply}
	case "t":
		m = we.Move{Use: we.DrawDiscard}
	case "e":
		m = we.Move{Use: we.EndHand}
	case "enter", "space", "d":
		b.why, b.clause = "Draw first: "+b.drawWords()+".", "R8"
		return we.Move{}, true
	default:
		return we.Move{}, false
	}
	if !b.can(m) {
		b.why, b.clause = b.whyNoDraw(m)
		return we.Move{}, true
	}
	if m.Use == we.EndHand {
		b.armed = m
		return we.Move{}, true
	}
	return m, true
}

func (b *Board) playKey(name string) (m we.Move, ok bool) {
	s, _, held := b.under()
	if !held || len(b.legal) == 0 {
		return we.Move{}, false
	}
	switch name {
	case "enter", "space":
		return b.play(s), true
	case "d", "delete", "backspace":
		if d := (we.Move{Use: we.Discard, Card: s.card}); b.can(d) {
			b.armed = d
		}
		return we.Move{}, true
	case "up", "+", "=":
		b.layMore(s, 1)
		return we.Move{}, true
	case "down", "-":
		b.layMore(s, -1)
		return we.Move{}, true
	case "s", "t", "e":
		b.why, b.clause = "You have drawn already. Play cards, then discard one.", "R8"
		return we.Move{}, true
	}
	return we.Move{}, false
}

// play does what a card does, or opens the list of what it may do.
func (b *Board) play(s stack) we.Move {
	if len(s.melds) > 0 {
		o, _ := s.card.Outlaw()
		m := we.Move{Use: we.Meld, Outlaw: o, N: uint8(b.lay)}
		if b.can(m) {
			return m
		}
		return we.Move{}
	}
	switch len(s.uses) {
	case 0:
		b.why, b.clause = b.whyNot(s)
		return we.Move{}
	case 1:
		return s.uses[0]
	}
	b.pages = append(b.pages, b.usesPage(s))
	return we.Move{}
}

func (b *Board) layMore(s stack, by int) {
	i := slices.Index(s.melds, b.lay)
	if i < 0 {
		b.why, b.clause = b.whyNot(s)
		return
	}
	b.lay = s.melds[min(max(i+by, 0), len(s.melds)-1)]
}

// move moves the cursor over the hand.
func (b *Board) move(name string) {
	_, i, held := b.under()
	if !held {
		return
	}
	switch name {
	case "left", "h":
		i = (i + len(b.hand) - 1) % len(b.hand)
	case "right", "tab":
		i = (i + 1) % len(b.hand)
	case "shift+tab":
		i = (i + len(b.hand) - 1) % len(b.hand)
	case "home":
		i = 0
	case "end":
		i = len(b.hand) - 1
	default:
		n, err := strconv.Atoi(name)
		if err != nil || n < 0 || n > 9 {
			return
		}
		if n == 0 {
			n = 10
		}
		if n > len(b.hand) {
			return
		}
		i = n - 1
	}
	b.point(i)
}

func (b *Board) menuKey(name string) (we.Move, bool) {
	p := b.top()
	n := len(p.items)
	switch name {
	case "esc", "backspace":
		if !p.root {
			b.pages = b.pages[:len(b.pages)-1]
		}
	case "up", "shift+tab":
		p.at = (p.at + n - 1) % n
	case "down", "tab":
		p.at = (p.at + 1) % n
	case "left", "right":
		p.at = p.beside(name == "right")
	case "home":
		p.at = 0
	case "end":
		p.at = n - 1
	case "enter", "space":
		return b.choose(p.at)
	default:
		if i := slices.IndexFunc(p.items, func(it item) bool { return it.key == name }); i >= 0 {
			return b.choose(i)
		}
	}
	return we.Move{}, false
}

// beside is the entry in the next column, as the list was drawn last.
func (p *page) beside(right bool) int {
	rows := max(p.rows(), 1)
	to := p.at - rows
	if right {
		to = p.at + rows
	}
	if to < 0 || to >= len(p.items) {
		return p.at
	}
	return to
}

// rows is how many entries stand in a column: lists of up to four stay in one.
func (p *page) rows() int {
	switch n := len(p.items); {
	case n <= 4:
		return n
	case n <= 8:
		return 4
	default:
		return 5
	}
}

func (b *Board) choose(i int) (we.Move, bool) {
	p := b.top()
	p.at = i
	it := p.items[i]
	if it.sub != nil {
		b.pages = append(b.pages, it.sub)
		return we.Move{}, false
	}
	return it.move, b.can(it.move)
}

// Click handles a press at a cell of the last drawing.
func (b *Board) Click(x, y int) (we.Move, bool) {
	b.why, b.clause = "", ""
	for i := len(b.hits) - 1; i >= 0; i-- {
		if h := b.hits[i]; x >= h.x && x < h.x+h.w && y >= h.y && y < h.y+h.h {
			return h.do(b)
		}
	}
	b.armed = we.Move{}
	return we.Move{}, false
}

// clickCard puts the cursor on a card; a second press plays it.
func clickCard(i int) func(*Board) (we.Move, bool) {
	return func(b *Board) (we.Move, bool) {
		if i >= len(b.hand) || b.top() != nil {
			return we.Move{}, false
		}
		b.armed = we.Move{}
		if b.hand[i].card != b.cursor || b.v.Phase != we.Play || len(b.legal) == 0 {
			b.point(i)
			return we.Move{}, false
		}
		m := b.play(b.hand[i])
		return m, m.Use != we.NoUse
	}
}

// clickCell chooses the entry of an open list that is about a pile.
func clickCell(seat engine.Seat, o we.Outlaw) func(*Board) (we.Move, bool) {
	return func(b *Board) (we.Move, bool) {
		p := b.top()
		if p == nil {
			return we.Move{}, false
		}
		i := slices.IndexFunc(p.items, func(it item) bool { return it.seat == seat && it.hue == int(o) })
		if i < 0 {
			return we.Move{}, false
		}
		return b.choose(i)
	}
}

// clickDraw draws from the stack that was pressed.
func clickDraw(u we.Use) func(*Board) (we.Move, bool) {
	return func(b *Board) (we.Move, bool) {
		m := we.Move{Use: u}
		return m, b.can(m)
	}
}

// Scores gives each seat's money.
func (b *Board) Scores() []string {
	all := make([]string, b.v.Seats)
	for s := range all {
		all[s] = we.Dollars(b.v.Cash[s])
	}
	return all
}
