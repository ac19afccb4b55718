package okcorral

import "saloon/tui/felt"

// The card's cells. Both sizes go over the line in one packet.
const (
	cardW, cardH   = 34, 7
	wideW, wideH   = 46, 9
	wideFrom       = 30 // rows of the board from which on the card is drawn wide …
	wideAt         = 80 // … and columns
	roomy          = 14 // rows of the panel from which on its parts stand one below the other
	countsW        = 32 // columns of the list of what is still to come
	panelLeast     = 4
	sideBySideFrom = 70 // columns from which on its parts stand side by side
	plateH         = 4  // rows of a plate at the table's sides, if there is room
	plateMax       = 30 // columns of a plate at most
	narrow         = 16 // columns of a plate under which its words are shortened
	keysShortUnder = 72 // columns under which the keys' words are shortened
	sentenceMax    = 96 // columns of a line of sentences at most
)

// plan says where everything stands on a board. It depends on its size and the number of seats alone.
type plan struct {
	size  felt.Size
	card  area
	side  int // columns left and right of the card
	top   int // rows of the seat opposite, above the card
	me    area
	rule  int // the row with what became of the last card
	panel area
	keys  int // the row with the keys
}

// planFor spends the rows on the card first, then on the seats, then on what is below them.
func planFor(size felt.Size, seats int) plan {
	p := plan{size: size}
	w, h, gap := cardW, cardH, 0
	if size.H >= wideFrom && size.W >= wideAt {
		w, h, gap = wideW, wideH, 1
	}
	w = min(w, size.W)
	me := 1
	if seats%2 == 0 {
		p.top = 1
	}
	rest := size.H - h - p.top - me - 2 - panelLeast - 2*gap
	spend := func(n int) bool {
		if rest < n {
			return false
		}
		rest -= n
		return true
	}
	if spend(1) {
		me = 2
	}
	if p.top > 0 && spend(1) {
		p.top = 2
	}
	p.card = area{(size.W - w) / 2, p.top + gap, w, h}
	p.side = p.card.x
	y := p.card.y + h + gap
	p.me = area{0, y, size.W, me}
	p.rule = y + me
	p.panel = area{0, p.rule + 1, size.W, max(size.H-p.rule-2, 0)}
	p.keys = size.H - 1
	return p
}
