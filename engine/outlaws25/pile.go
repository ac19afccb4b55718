package outlaws25

// pileMax is the largest deck, the rewards.
const pileMax = rewardCards

// pile is a deck face down. The last card is the top one; slots that are not used are zero.
type pile struct {
	n     uint8
	cards [pileMax]uint8
}

// top is the top card, left there.
func (p *pile) top() uint8 { return p.cards[p.n-1] }

// draw takes the top card.
func (p *pile) draw() uint8 {
	if p.n == 0 {
		panic("outlaws25: nothing to draw")
	}
	p.n--
	c := p.cards[p.n]
	p.cards[p.n] = 0
	return c
}

// under puts a card below all others.
func (p *pile) under(c uint8) {
	copy(p.cards[1:p.n+1], p.cards[:p.n])
	p.cards[0] = c
	p.n++
}

// lay makes cards, listed from the top down, the whole pile.
func lay[T ~uint8 | ~int](p *pile, cards []T) {
	if len(cards) > pileMax {
		panic("outlaws25: more cards than any deck has")
	}
	*p = pile{n: uint8(len(cards))}
	for i, c := range cards {
		p.cards[len(cards)-1-i] = uint8(c)
	}
}

// listed is the pile from the top down, with room for some more cards.
func listed[T ~uint8 | ~int](p *pile, more int) []T {
	out := make([]T, p.n, int(p.n)+more)
	for i := range out {
		out[i] = T(p.cards[int(p.n)-1-i])
	}
	return out
}
