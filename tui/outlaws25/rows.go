package outlaws25

import (
	"fmt"
	"slices"

	o25 "saloon/engine/outlaws25"
)

// arrangeKey arranges the own row before the first round.
func (b *Board) arrangeKey(name string) (o25.Move, bool) {
	switch name {
	case "left":
		b.walk(-1)
	case "right":
		b.walk(1)
	case "space", "up", "down":
		b.lifted = !b.lifted
	case "esc":
		b.lifted = false
		b.drafts()
	case "r":
		if b.rearranged() {
			return b.explain("10", "Enter lays the new order first; then you are ready.")
		}
		return b.ready()
	case "enter":
		switch {
		case b.lifted:
			b.lifted = false
		case b.rearranged():
			m := o25.Move{Use: o25.Order, N: b.order}
			if !b.can(m) {
				return b.explain("10", "You have rearranged your row often enough. Press r: you are ready.")
			}
			return m, true
		default:
			return b.ready()
		}
	}
	return o25.Move{}, false
}

func (b *Board) ready() (o25.Move, bool) {
	m := o25.Move{Use: o25.Ready}
	return m, b.can(m)
}

// walk moves the cursor, and the outlaw with it while that is lifted.
func (b *Board) walk(by int) {
	from := b.own
	i := slices.Index(rowOrder[:], from) + by
	if i < 0 || i >= o25.Row {
		return
	}
	b.own = rowOrder[i]
	if b.lifted {
		b.order[from], b.order[b.own] = b.order[b.own], b.order[from]
	}
}

// rearranged reports whether the draft differs from the row as it lies.
func (b *Board) rearranged() bool {
	g, _ := b.gang()
	for p, o := range g {
		if int(b.order[p]) != o.Speed {
			return true
		}
	}
	return false
}

// shareKey moves money between the own outlaws. The sum stays what it is, and the marked outlaw keeps what it needs.
func (b *Board) shareKey(name string) (o25.Move, bool) {
	switch name {
	case "left":
		b.step(-1)
	case "right":
		b.step(1)
	case "up", "+", "=":
		return b.take(o25.Chip)
	case "down", "-":
		return b.give(o25.Chip)
	case "pgup":
		return b.take(5 * o25.Chip)
	case "pgdown":
		return b.give(5 * o25.Chip)
	case "1", "2", "3":
		i := int(name[0] - '1')
		if i >= len(b.legal) {
			return b.explain("64", "That way of sharing is the same as one before it.")
		}
		for p, n := range b.legal[i].N {
			b.draft[p] = int(n)
		}
	case "enter", "space":
		m := o25.Move{Use: o25.Share}
		for p, n := range b.draft {
			m.N[p] = int16(n)
		}
		return m, true
	}
	return o25.Move{}, false
}

// spare is what an outlaw could give away.
func (b *Board) spare(p o25.Place) int {
	if p == b.v.Markers[b.v.Viewer] {
		return max(b.draft[p]-o25.Needed, 0)
	}
	return b.draft[p]
}

// take moves money to the outlaw under the cursor, from whoever can spare most.
func (b *Board) take(n int) (o25.Move, bool) {
	moved := false
	for ; n > 0; n -= o25.Chip {
		from, most := b.own, 0
		for _, p := range rowOrder {
			if s := b.spare(p); p != b.own && s > most {
				from, most = p, s
			}
		}
		if most == 0 {
			break
		}
		b.draft[from] -= o25.Chip
		b.draft[b.own] += o25.Chip
		moved = true
	}
	if !moved {
		return b.explain("64", fmt.Sprintf("There is nothing to take: %v must keep %s.", b.v.Markers[b.v.Viewer],
			dollars(o25.Needed)))
	}
	return o25.Move{}, false
}

// give moves money from the outlaw under the cursor to the next one to its left that lives.
func (b *Board) give(n int) (o25.Move, bool) {
	g, _ := b.gang()
	to := b.own
	for i := range o25.Place(o25.Row) {
		if p := (b.own + 1 + i) % o25.Row; p != b.own && g[p].Alive {
			to = p
			break
		}
	}
	n = min(n, b.spare(b.own))
	if n == 0 || to == b.own {
		return b.explain("64", fmt.Sprintf("%v has nothing to give: the marked outlaw must keep %s.", b.own,
			dollars(o25.Needed)))
	}
	b.draft[b.own] -= n
	b.draft[to] += n
	return o25.Move{}, false
}
