package outlaws25

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
	"saloon/tui/felt"
)

// Face makes a fresh board with its types hidden.
func Face() felt.Face { return felt.Hide[o25.View, o25.Move](NewBoard()) }

// Board is the table of 25 Outlaws as one viewer sees it: the gangs' rows, the hand, and below them what is to be
// decided
// or a duel. It holds a cursor and drafts, no rules: what may be done comes from the legal moves and the view's bounds.
type Board struct {
	v     o25.View
	legal []o25.Move
	t     felt.Table
	shown bool

	own    o25.Place      // the own outlaw under the cursor
	aim    o25.Spot       // the outlaw that a holdup is aimed at
	lifted bool           // the outlaw under the cursor is being moved along the row
	order  [o25.Row]int16 // speeds as the row would be arranged
	draft  [o25.Row]int   // dollars as they would be shared
	amount int            // dollars to bet or raise to, 0 while none are chosen
	typed  string         // the amount's digits while it is being typed
	at     int            // the option under the cursor
	asking []option       // a list that is open over the phase's own options
	armed  o25.Move       // waits for its second key

	moved [seatsMax][o25.Row]int // by how much each outlaw's money has just changed
	until time.Time              // how long that is shown
	scene scene

	why, clause string
	hits        []hit
}

// seatsMax is one seat for each gang.
const seatsMax = 5

// movedFor is how long a change of money is shown.
const movedFor = 6 * time.Second

// hit is an area of the last drawing that can be clicked.
type hit struct {
	x, y, w, h int
	do         func(*Board) (o25.Move, bool)
}

// NewBoard makes a board that was shown nothing yet.
func NewBoard() *Board { return &Board{} }

// Show brings a new truth. Cursors and drafts stay while the question is the same.
func (b *Board) Show(s felt.Scene[o25.View, o25.Move]) {
	before, had := b.v, b.shown
	same := had && slices.Equal(b.legal, s.Legal) && before.Phase == s.View.Phase &&
		before.Round == s.View.Round && before.Sealed == s.View.Sealed
	b.v, b.legal, b.t, b.shown = s.View, s.Legal, s.Table, true
	if had {
		b.noteMoney(before)
	}
	b.scene.see(before, b.v, had, b.t.Now)
	b.settleCursor()
	if same {
		return
	}
	b.armed, b.asking, b.lifted = o25.Move{}, nil, false
	b.amount, b.typed, b.at = 0, "", 0
	b.why, b.clause = "", ""
	if !had || len(b.legal) > 0 || before.Phase != b.v.Phase || before.Sealed != b.v.Sealed {
		b.drafts() // while an answer is under way it stays in sight
	}
	if b.v.Phase == o25.HoldingUp && len(b.legal) > 0 {
		b.takeAim()
	}
}

// drafts begin with what is true.
func (b *Board) drafts() {
	if b.v.Viewer < 0 || int(b.v.Viewer) >= b.v.Seats {
		return
	}
	sealed := b.v.Sealed
	for p, o := range b.v.Gangs[b.v.Viewer] {
		b.order[p], b.draft[p] = int16(o.Speed), o.Money
		if sealed != ([o25.Row]int{}) && b.v.Phase == o25.Sharing {
			b.draft[p] = sealed[p]
		}
	}
	if b.v.Phase == o25.Sharing && len(b.legal) > 0 {
		for p, n := range b.legal[0].N { // the smallest top-up
			b.draft[p] = int(n)
		}
	}
}

// noteMoney keeps by how much money has changed, other than by bets, which lie in front of their owners.
func (b *Board) noteMoney(before o25.View) {
	if !b.until.IsZero() && !b.t.Now.Before(b.until) {
		b.moved, b.until = [seatsMax][o25.Row]int{}, time.Time{}
	}
	if before.Seats != b.v.Seats || b.v.Phase == o25.Betting || before.Round == 0 {
		return
	}
	var by [seatsMax][o25.Row]int
	any := false
	for seat := range b.v.Seats {
		for p, o := range b.v.Gangs[seat] {
			if was := before.Gangs[seat][p]; was.Alive && o.Alive && was.Money != o.Money {
				by[seat][p], any = o.Money-was.Money, true
			}
		}
	}
	if any {
		b.moved, b.until = by, b.t.Now.Add(movedFor)
	}
}

// settleCursor keeps the cursor on a living outlaw.
func (b *Board) settleCursor() {
	if g, ok := b.gang(); ok && !g[b.own].Alive {
		for _, p := range rowOrder {
			if g[p].Alive {
				b.own = p
				return
			}
		}
	}
}

// rowOrder is a row from left to right as it is drawn: the marker moves to the left.
var rowOrder = [o25.Row]o25.Place{o25.Left, o25.Middle, o25.Right}

// gang is the viewer's own row.
func (b *Board) gang() ([o25.Row]o25.Outlaw, bool) {
	if b.v.Viewer < 0 || int(b.v.Viewer) >= b.v.Seats {
		return [o25.Row]o25.Outlaw{}, false
	}
	return b.v.Gangs[b.v.Viewer], true
}

func (b *Board) outlaw(p o25.Spot) o25.Outlaw { return b.v.Gangs[p.Seat][p.Place] }

func (b *Board) can(m o25.Move) bool { return slices.Contains(b.legal, m) }

// canUse reports whether any legal move is of a kind.
func (b *Board) canUse(u o25.Use) bool {
	return slices.ContainsFunc(b.legal, func(m o25.Move) bool { return m.Use == u })
}

// Pass lets time go on: what moves moves on.
func (b *Board) Pass(now time.Time) bool {
	changed := b.scene.pass(now)
	if !b.until.IsZero() && !now.Before(b.until) {
		b.moved, b.until, changed = [seatsMax][o25.Row]int{}, time.Time{}, true
	}
	b.t.Now = now
	return changed
}

// Due is when a duel's scene will next look different; zero once it has come to rest.
func (b *Board) Due() time.Time { return b.scene.due() }

// Modal reports whether something is open that "esc" closes.
func (b *Board) Modal() bool {
	return b.armed != (o25.Move{}) || b.asking != nil || b.amount > 0 || b.typed != "" || b.lifted
}

// Why says why the last key did nothing.
func (b *Board) Why() (text, clause string) { return b.why, b.clause }

func (b *Board) explain(clause, text string) (o25.Move, bool) {
	b.why, b.clause = text, clause
	return o25.Move{}, false
}

// Grave moves are all that cannot be taken back, which is all but a new order of the own row.
func (b *Board) Grave(m o25.Move) bool { return m.Use != o25.Order }

// Key handles a key.
func (b *Board) Key(k tea.KeyPressMsg) (o25.Move, bool) { return b.press(k.String()) }

func (b *Board) press(name string) (o25.Move, bool) {
	b.why, b.clause = "", ""
	if b.armed != (o25.Move{}) {
		return b.confirm(name)
	}
	if b.asking != nil && (name == "esc" || name == "backspace") {
		b.asking, b.at = nil, 0
		return o25.Move{}, false
	}
	if len(b.legal) == 0 {
		b.look(name)
		return o25.Move{}, false
	}
	switch {
	case b.v.Phase == o25.Arranging:
		return b.arrangeKey(name)
	case b.v.Phase == o25.Betting && b.asking == nil:
		return b.betKey(name)
	case b.v.Phase == o25.HoldingUp:
		return b.holdKey(name)
	case b.v.Phase == o25.Sharing:
		return b.shareKey(name)
	default:
		return b.optionKey(name)
	}
}

// confirm takes the second key of a move that cannot be mended; any other key takes it back.
func (b *Board) confirm(name string) (o25.Move, bool) {
	m := b.armed
	b.armed = o25.Move{}
	return m, name == "enter" || name == "y"
}

// look moves the cursor over the own row while nothing is asked.
func (b *Board) look(name string) {
	switch name {
	case "left":
		b.step(-1)
	case "right":
		b.step(1)
	}
}

// step moves the cursor along the own living outlaws.
func (b *Board) step(by int) {
	g, ok := b.gang()
	if !ok {
		return
	}
	i := slices.Index(rowOrder[:], b.own)
	for range o25.Row {
		i = (i + by + o25.Row) % o25.Row
		if g[rowOrder[i]].Alive {
			b.own = rowOrder[i]
			return
		}
	}
}

// Click handles a press at a cell of the last drawing.
func (b *Board) Click(x, y int) (o25.Move, bool) {
	b.why, b.clause = "", ""
	for i := len(b.hits) - 1; i >= 0; i-- {
		if h := b.hits[i]; x >= h.x && x < h.x+h.w && y >= h.y && y < h.y+h.h {
			return h.do(b)
		}
	}
	b.armed = o25.Move{}
	return o25.Move{}, false
}

// keyHit makes an area press a key. A press on keys that come in pairs, such as arrows, does nothing.
func (b *Board) keyHit(x, y, w int, name string) {
	if name == arrows || name == typing {
		return
	}
	b.hits = append(b.hits, hit{x, y, w, 1, func(b *Board) (o25.Move, bool) { return b.press(name) }})
}

// clickOutlaw puts the cursor on an outlaw, or aims at it.
func clickOutlaw(p o25.Spot) func(*Board) (o25.Move, bool) {
	return func(b *Board) (o25.Move, bool) {
		if int(p.Seat) >= b.v.Seats || !b.outlaw(p).Alive || b.armed != (o25.Move{}) {
			b.armed = o25.Move{}
			return o25.Move{}, false
		}
		switch {
		case p.Seat == b.v.Viewer && !b.lifted:
			b.own = p.Place
		case p.Seat != b.v.Viewer && b.v.Phase == o25.HoldingUp && len(b.legal) > 0:
			if b.aim == p {
				return b.press("enter")
			}
			b.aim = p
		}
		return o25.Move{}, false
	}
}

// money is what a gang has.
func (b *Board) money(s engine.Seat) int {
	sum := 0
	for _, o := range b.v.Gangs[s] {
		sum += o.Money
	}
	return sum
}

// Scores gives each gang's money.
func (b *Board) Scores() []string {
	all := make([]string, b.v.Seats)
	for s := range all {
		all[s] = dollars(b.money(engine.Seat(s)))
	}
	return all
}
