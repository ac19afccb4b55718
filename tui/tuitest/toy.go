package tuitest

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/enginetest/toy"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// toyBook is the toy's rule book.
const toyBook = `# High Card

Sixteen cards, five rounds.

## The window

**R1.** Everybody seals a card or none.

**R2.** The highest card scores two points.

## The goes

**R3.** Lay a card that is higher than the last one.
`

// toyBoard is the toy's felt: the hand, and the legal moves by number.
type toyBoard struct {
	scene felt.Scene[toy.View, toy.Move]
}

func (b *toyBoard) Show(s felt.Scene[toy.View, toy.Move]) { b.scene = s }

func (b *toyBoard) text() []string {
	v := b.scene.View
	rows := []string{"Round " + strconv.Itoa(v.Round) + ", " + v.Phase, "Hand:"}
	for _, c := range v.Hand {
		rows[1] += " " + strconv.Itoa(c)
	}
	for i, w := range b.scene.Words {
		rows = append(rows, strconv.Itoa(i+1)+"  "+w)
	}
	return rows
}

func (b *toyBoard) Draw(size felt.Size, st *style.Style) string {
	return st.Fit(strings.Join(b.text(), "\n"), size.W, size.H)
}

func (b *toyBoard) Key(k tea.KeyPressMsg) (m toy.Move, ok bool) {
	n, err := strconv.Atoi(k.Text)
	if err != nil || n < 1 || n > len(b.scene.Legal) {
		return m, false
	}
	return b.scene.Legal[n-1], true
}

func (b *toyBoard) Click(_, y int) (m toy.Move, ok bool) {
	if i := y - 2; i >= 0 && i < len(b.scene.Legal) {
		return b.scene.Legal[i], true
	}
	return m, false
}

func (b *toyBoard) Bindings() []felt.Binding {
	var out []felt.Binding
	for i, w := range b.scene.Words {
		n := strconv.Itoa(i + 1)
		out = append(out, felt.Binding{Keys: []string{n}, Show: n, Does: w})
	}
	return out
}

func (b *toyBoard) Lines() []string { return b.text()[:2] }

// toyCoach says three things: one that waits for the key, one that waits for a move, and one at the end.
type toyCoach struct {
	at    int
	asked uint64 // the question that the learner faces
}

var toyTips = []felt.Tip{
	{Step: "hello", Title: "Hello", Text: "High cards win.", Waits: true},
	{Step: "play", Title: "Play", Text: "Press the number of a card."},
	{Step: "bye", Title: "Bye", Text: "That was all.", Waits: true},
}

func newToyCoach(step string) felt.Coach {
	c := &toyCoach{}
	if step == felt.Done {
		c.at = len(toyTips)
	}
	for i, t := range toyTips {
		if t.Step == step {
			c.at = i
		}
	}
	return c
}

func (c *toyCoach) See(_ any, ask *table.Ask, _ felt.Table) {
	var id uint64
	if ask != nil {
		id = ask.ID
	}
	if c.at == 1 && id != c.asked { // a frame without a question may have been overtaken by one with the next
		c.at = 2
	}
	c.asked = id
}

func (c *toyCoach) Tip() (felt.Tip, bool) {
	if c.at >= len(toyTips) {
		return felt.Tip{}, false
	}
	t := toyTips[c.at]
	t.At, t.Of = c.at+1, len(toyTips)
	return t, true
}

func (c *toyCoach) Next() {
	if t, ok := c.Tip(); ok && t.Waits {
		c.at++
	}
}

func (c *toyCoach) Stop() { c.at = len(toyTips) }
