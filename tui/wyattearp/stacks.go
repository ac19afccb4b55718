package wyattearp

import (
	"fmt"

	we "saloon/engine/wyattearp"
	"saloon/tui/cells"
	"saloon/tui/style"
)

// stacksH is the height of the supply and the discard stack drawn as cards.
const stacksH = 5

// drawStacks draws the supply and the discard stack as cards, and beside them what they mean for a shot. y is the
// sheet's row on the board, for clicks.
func (b *Board) drawStacks(s cells.Sheet, y int, st *style.Style) {
	back := s.Part(1, 0, cardMax, stacksH)
	back.Fill(st.Back, st.BackFill)
	outline(back, st.Back, edgesOf(false, st), true)
	center(back.Part(1, 2, cardMax-2, 1), st.Back, fmt.Sprintf(" %d ", b.v.Supply))
	b.hits = append(b.hits, hit{1, y, cardMax, stacksH, clickDraw(we.DrawSupply)})

	x := 1 + cardMax + 2
	front := s.Part(x, 0, cardMax, stacksH)
	if b.v.Top == we.NoCard {
		outline(front, st.Faint, edgesOf(false, st), true)
		center(front.Part(1, 2, cardMax-2, 1), st.Dim, "empty")
	} else {
		f := faceOf(b.v.Top)
		text := st.Paper
		if f.hue >= 0 {
			text = st.OnPaper(f.hue)
		}
		b.drawPaper(front, stack{card: b.v.Top, n: 1}, f, faceInk{st.Paper, text, st.Paper, edgesOf(false, st)}, st)
	}
	b.hits = append(b.hits, hit{x, y, cardMax, stacksH, clickDraw(we.DrawDiscard)})
	b.stackWords(s.Part(x+cardMax+2, 0, s.W, stacksH), st)
}

// stackWords says beside the stacks how many cards they have, and what a shot has to hope for.
func (b *Board) stackWords(s cells.Sheet, st *style.Style) {
	left := "is shuffled anew once when it runs out"
	ink := st.Dim
	if b.v.Shuffled {
		left, ink = "was shuffled anew: these are the last cards", st.Warn
	}
	s.Line(0, 0, cells.Span{Ink: st.Strong, Text: "Supply "}, cells.Span{Ink: ink, Text: left})
	s.Line(0, 1, cells.Span{Ink: st.Strong, Text: "Discard stack "},
		cells.Span{Ink: st.Dim, Text: plural(b.v.Discards, "card", "cards")})
	if b.v.Odds.Unseen == 0 {
		s.Put(0, 2, st.Dim, "No shot is possible just now.")
	} else {
		x := s.Line(0, 2, cells.Span{Ink: st.Strong, Text: fmt.Sprintf("A shot hits %d %% ", b.v.Odds.Percent())})
		const bar = 12
		n := (bar*b.v.Odds.Outlaws + b.v.Odds.Unseen/2) / b.v.Odds.Unseen
		x = s.Put(x, 2, st.Accent, style.Repeat(st.BarFull, n))
		x = s.Put(x, 2, st.Faint, style.Repeat(st.BarEmpty, bar-n))
		s.Put(x+1, 2, st.Dim, fmt.Sprintf("%d of %d unseen", b.v.Odds.Outlaws, b.v.Odds.Unseen))
	}
	if b.v.Phase != we.Play && b.v.Phase != we.Target {
		return
	}
	name := b.t.Name(b.v.Turn)
	word := " may still play a Sheriff card in this turn"
	if b.v.SheriffPlayed {
		word = " " + verb(name, "have", "has") + " played the turn's Sheriff card"
	}
	s.Put(0, 3, st.Dim, st.Cut(name+word, s.W))
}
