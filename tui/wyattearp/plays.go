package wyattearp

import (
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	we "saloon/engine/wyattearp"
)

// stack is the cards of one kind in the hand, which are drawn and chosen together.
type stack struct {
	card  we.Card
	n     int
	melds []int     // how many of them may be laid together, ascending
	uses  []we.Move // what the Sheriff card may do
}

// playable reports whether something other than discarding can be done with it now.
func (s stack) playable() bool { return len(s.melds) > 0 || len(s.uses) > 0 }

// stacks sorts the hand and says what each kind of card may do, from the legal moves alone.
func stacks(hand we.Bag, legal []we.Move) []stack {
	var all []stack
	for _, c := range we.Cards() {
		if n := hand.Of(c); n > 0 {
			all = append(all, stack{card: c, n: n})
		}
	}
	for _, m := range legal {
		card := m.Sheriff()
		if m.Use == we.Meld {
			card = m.Outlaw.Card()
		}
		i := slices.IndexFunc(all, func(s stack) bool { return s.card == card })
		switch {
		case i < 0 || m.Use == we.Reply:
		case m.Use == we.Meld:
			all[i].melds = append(all[i].melds, int(m.N))
		default:
			all[i].uses = append(all[i].uses, m)
		}
	}
	return all
}

// page is a list of choices. Its entries come from legal moves alone.
type page struct {
	title string
	items []item
	at    int
	root  bool // the question itself: it cannot be closed
}

// item is one choice: a move, or a further page.
type item struct {
	label string
	note  string
	hue   int // an outlaw's, or -1
	key   string
	move  we.Move
	sub   *page
	seat  engine.Seat // whose cell of the table it is about, or Nobody
}

// menuKeys choose entries. The letters that the table screen wants for itself are left out.
const menuKeys = "123456789abcdefghijkmoprstuvwxz"

// number gives every entry that has none a key.
func (p *page) number() *page {
	n := 0
	for i := range p.items {
		if p.items[i].key != "" {
			continue
		}
		if n < len(menuKeys) {
			p.items[i].key = menuKeys[n : n+1]
		}
		n++
	}
	return p
}

// usesPage lists what a Sheriff card may do.
func (b *Board) usesPage(s stack) *page {
	p := &page{title: "What should " + the(s.card) + " do?"}
	var asks, takes []we.Move
	for _, m := range s.uses {
		switch m.Use {
		case we.Ask:
			asks = append(asks, m)
		case we.EarpTake:
			takes = append(takes, m)
		}
	}
	for i, m := range s.uses {
		switch m.Use {
		case we.Ask:
			if len(asks) > 0 {
				p.items = append(p.items, item{label: "Ask the others for an Outlaw card", hue: -1,
					sub: b.askPage(asks), seat: engine.Nobody})
				asks = nil
			}
		case we.EarpTake:
			if len(takes) > 0 {
				p.items = append(p.items, item{label: "Take a card out of the discard stack", hue: -1,
					note: plural(len(takes), "kind", "kinds"), sub: b.takePage(takes), seat: engine.Nobody})
				takes = nil
			}
		default:
			p.items = append(p.items, b.useItem(s.uses[i]))
		}
	}
	return p.number()
}

func (b *Board) useItem(m we.Move) item {
	it := item{hue: -1, move: m, seat: engine.Nobody}
	switch m.Use {
	case we.ShootMost:
		it.label, it.note = "Shoot, and steal one from a pile", b.odds()
	case we.EarpDraw:
		it.label = "Draw two cards from the supply"
	case we.EarpShoot:
		it.label, it.note = "Shoot a Hideout off a pile of yours", b.odds()
	default:
		it.label = b.word(m)
	}
	return it
}

// askPage lists the outlaws to ask for, each with its directions.
func (b *Board) askPage(asks []we.Move) *page {
	p := &page{title: "Ask for whom? The first who holds one must give it."}
	for o := range we.Outlaw(we.Outlaws) {
		way := &page{title: "Ask for " + o.String() + ": who is asked first?"}
		for _, m := range asks {
			if m.Outlaw != o {
				continue
			}
			label := "Right: "
			if m.Left {
				label = "Left: "
			}
			way.items = append(way.items, item{label: label + b.row(m.Left), hue: -1, move: m, seat: engine.Nobody})
		}
		if len(way.items) > 0 {
			p.items = append(p.items, item{label: o.String(), hue: int(o), note: b.holding(o), sub: way.number(),
				seat: engine.Nobody})
		}
	}
	return p.number()
}

// row lists the others in the order in which they are asked.
func (b *Board) row(left bool) string {
	var names []string
	n := b.v.Seats
	for s := b.v.Viewer; ; {
		if left {
			s = s.Next(n)
		} else {
			s = s.Prev(n)
		}
		if s == b.v.Viewer {
			break
		}
		names = append(names, b.t.Name(s))
	}
	return strings.Join(names, ", then ")
}

// holding says who is known to hold an outlaw's card.
func (b *Board) holding(o we.Outlaw) string {
	var names []string
	for s := range engine.Seat(b.v.Seats) {
		if s != b.v.Viewer && b.v.Memory.Known[s].Has(o.Card()) {
			names = append(names, b.t.Name(s))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " took one"
}

func (b *Board) takePage(takes []we.Move) *page {
	p := &page{title: "Take which card? The others do not see it."}
	for _, m := range takes {
		hue := -1
		if o, ok := m.Card.Outlaw(); ok {
			hue = int(o)
		}
		p.items = append(p.items, item{label: tight(m.Card), hue: hue, move: m, seat: engine.Nobody})
	}
	return p.number()
}

// targetPage lists where a Sheriff card can go after a hit.
func (b *Board) targetPage() *page {
	p := &page{title: "Hit! Where does " + the(b.v.Limbo) + " go?", root: true}
	for _, m := range b.legal {
		it := item{label: b.word(m), hue: int(m.Outlaw), move: m, seat: b.v.Viewer}
		switch m.Use {
		case we.Cover, we.Steal:
			it.seat = m.Seat
		}
		pile := b.v.Piles[it.seat][m.Outlaw]
		switch {
		case m.Use == we.On && pile.Hideout:
			it.note = fmt.Sprintf("%d CP, under a Hideout", pile.CP())
		case m.Use == we.Steal && pile.Hideout:
			it.note = plural(int(pile.Outlaws), "card", "cards") + ", under a Hideout"
		case m.Use == we.Steal:
			it.note = plural(int(pile.Outlaws), "card", "cards")
		case m.Use == we.Off:
			it.note = fmt.Sprintf("%d CP come back", pile.CP())
		default:
			it.note = fmt.Sprintf("%d CP", pile.CP())
		}
		p.items = append(p.items, it)
	}
	switch b.v.Limbo {
	case we.MostWanted:
		p.title = "Hit! Which card do you steal?"
	case we.Hideout:
		p.title = "Hit! Whose pile does the Hideout cover?"
	case we.WyattEarp:
		p.title = "Hit! Which Hideout goes?"
	default:
	}
	return p.number()
}

// reactPage asks the victim of a Hideout, who may or may not have a Wyatt Earp.
func (b *Board) reactPage() *page {
	o := b.v.Hidden
	pile := b.v.Piles[b.v.Viewer][o]
	p := &page{root: true}
	p.title = fmt.Sprintf("%s hid your %v: %d CP count nothing now.", b.t.Name(b.v.Turn), o, pile.CP())
	for _, m := range b.legal {
		it := item{hue: -1, move: m, seat: b.v.Viewer}
		switch m.Use {
		case we.Reply:
			it.key, it.label, it.note = "r", "Shoot at it with a Wyatt Earp", b.odds()
		default:
			it.key, it.label = "p", "Let it lie"
			if !b.v.Hand.Has(we.WyattEarp) {
				it.note = "you hold no Wyatt Earp"
			}
		}
		p.items = append(p.items, it)
	}
	return p.number()
}

// word says a move in a few words.
func (b *Board) word(m we.Move) string {
	switch m.Use {
	case we.On, we.Off:
		return "your " + m.Outlaw.String()
	case we.Cover, we.Steal:
		return m.Outlaw.String() + " of " + b.t.Name(m.Seat)
	case we.PlayPhoto:
		return "play " + m.Outlaw.Photo().String()
	default:
		return "play " + m.Sheriff().String()
	}
}

// odds says how likely a shot hits: "hits 61 % (31 of 51 unseen)".
func (b *Board) odds() string {
	o := b.v.Odds
	if o.Unseen == 0 {
		return "no shot possible"
	}
	return fmt.Sprintf("hits %d %% (%d of %d unseen)", o.Percent(), o.Outlaws, o.Unseen)
}
