package outlaws25

import (
	"fmt"
	"strconv"

	o25 "saloon/engine/outlaws25"
)

// raiseUse is what an amount would be: a bet, or a raise where money is owed.
func (b *Board) raiseUse() o25.Use {
	if b.v.Hand.Owed > 0 {
		return o25.Raise
	}
	return o25.Bet
}

// stack is what lies on the viewer's marked outlaw.
func (b *Board) stack() int {
	g, ok := b.gang()
	if !ok {
		return 0
	}
	return g[b.v.Markers[b.v.Viewer]].Money
}

// sizes are the amounts that have a key: minimum, half the pot, the pot, all-in. Half and whole pots are counted
// after a
// call, as card rooms do, rounded down to whole chips, and kept within the bounds.
func (b *Board) sizes() []size {
	h := &b.v.Hand
	if h.Most == 0 {
		return nil
	}
	pot := h.Pot + h.Owed
	clip := func(n int) int { return max(h.Least, min(h.Most, n/o25.Chip*o25.Chip)) }
	all := []size{{"m", "min", h.Least}}
	if h.Least < h.Most {
		all = append(all, size{"h", "half pot", clip(h.Level + pot/2)}, size{"p", "pot", clip(h.Level + pot)})
		if h.Most == h.Staked[b.v.Viewer]+b.stack() {
			return append(all, size{"a", "all-in", h.Most})
		}
		return append(all, size{"a", "most", h.Most})
	}
	if b.allIn(h.Most) {
		all[0].word = "all-in"
	}
	return all
}

type size struct {
	key, word string
	to        int
}

// allIn reports whether betting or raising to an amount takes everything.
func (b *Board) allIn(to int) bool { return to == b.v.Hand.Staked[b.v.Viewer]+b.stack() }

// betKey handles a key in the betting round.
func (b *Board) betKey(name string) (o25.Move, bool) {
	h := &b.v.Hand
	for _, s := range b.sizes() {
		if s.key == name || len(b.sizes()) == 1 && (name == "a" || name == "h" || name == "p") {
			b.amount, b.typed = s.to, ""
			return o25.Move{}, false
		}
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		return b.typeDigit(name)
	}
	switch name {
	case "k":
		return b.plain(o25.Check, "23", "You owe "+dollars(h.Owed)+": call, raise or fold.")
	case "c":
		return b.call()
	case "f":
		return b.plain(o25.Fold, "23", "You owe nothing: check, it costs nothing.")
	case "up", "+", "=":
		b.nudge(o25.Chip)
	case "down", "-":
		b.nudge(-o25.Chip)
	case "pgup":
		b.nudge(5 * o25.Chip)
	case "pgdown":
		b.nudge(-5 * o25.Chip)
	case "backspace":
		b.unType()
	case "esc":
		b.amount, b.typed = 0, ""
	case "x":
		return b.openSleeve()
	case "enter", "space":
		return b.wager()
	case "m", "h", "p", "a":
		return b.explain(b.whyNoRaise())
	}
	return o25.Move{}, false
}

// plain makes a move without an amount, or says why not.
func (b *Board) plain(u o25.Use, clause, why string) (o25.Move, bool) {
	m := o25.Move{Use: u}
	if !b.can(m) {
		return b.explain(clause, why)
	}
	return m, true
}

// call asks twice where it takes everything.
func (b *Board) call() (o25.Move, bool) {
	m, ok := b.plain(o25.Call, "23", "Nobody has bet: check, or bet.")
	if ok && b.v.Hand.Owed >= b.stack() {
		b.armed = m
		return o25.Move{}, false
	}
	return m, ok
}

// nudge changes the amount, beginning at the minimum.
func (b *Board) nudge(by int) {
	h := &b.v.Hand
	if h.Most == 0 {
		b.clause, b.why = b.whyNoRaise()
		return
	}
	b.typed = ""
	if b.amount == 0 {
		b.amount = h.Least
		return
	}
	b.amount = max(h.Least, min(h.Most, b.amount+by))
}

// typedMax is how many digits an amount has at most.
const typedMax = 4

func (b *Board) typeDigit(digit string) (o25.Move, bool) {
	switch {
	case b.v.Hand.Most == 0:
		return b.explain(b.whyNoRaise())
	case len(b.typed) < typedMax && (b.typed != "" || digit != "0"):
		b.typed += digit
	}
	b.amount, _ = strconv.Atoi(b.typed)
	return o25.Move{}, false
}

func (b *Board) unType() {
	if b.typed != "" {
		b.typed = b.typed[:len(b.typed)-1]
	}
	b.amount, _ = strconv.Atoi("0" + b.typed)
}

// wager bets or raises the amount. All-in asks twice.
func (b *Board) wager() (o25.Move, bool) {
	h := &b.v.Hand
	switch {
	case b.amount == 0:
		return b.explain("23", "Choose first: "+b.betChoices()+".")
	case b.amount%o25.Chip != 0:
		return b.explain("25", "The smallest chip is $10: bet a multiple of it.")
	case b.amount < h.Least:
		return b.explain(lowClause(h.Owed), fmt.Sprintf("At least %s, or everything.", dollars(h.Least)))
	case b.amount > h.Most:
		return b.explain("25", fmt.Sprintf("At most %s.", dollars(h.Most)))
	}
	m := o25.Move{Use: b.raiseUse(), N: [o25.Row]int16{int16(b.amount)}}
	if b.allIn(b.amount) {
		b.armed = m
		return o25.Move{}, false
	}
	return m, true
}

func lowClause(owed int) string {
	if owed > 0 {
		return "26"
	}
	return "24"
}

// whyNoRaise says why nothing can be bet or raised.
func (b *Board) whyNoRaise() (clause, text string) {
	if b.stack() <= b.v.Hand.Owed {
		return "27", "A call takes all you have: there is nothing left to raise with."
	}
	return "27", "The betting is not open to you again: call, or fold."
}

// openSleeve lists the hole cards that a Card up the Sleeve may change.
func (b *Board) openSleeve() (o25.Move, bool) {
	for _, m := range b.legal {
		if m.Use == o25.Sleeve {
			b.asking = append(b.asking, option{fmt.Sprint(len(b.asking) + 1), "change the " + cardWords(m.Card), m})
		}
	}
	if b.asking == nil {
		return b.explain("6.3", "That takes a Card up the Sleeve on your marked outlaw, on your first turn.")
	}
	b.at = 0
	return o25.Move{}, false
}

var suitNames = [4]string{"spades", "hearts", "diamonds", "clubs"}
