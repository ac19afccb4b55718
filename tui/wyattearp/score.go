package wyattearp

import (
	"fmt"
	"strings"

	"saloon/engine"
	we "saloon/engine/wyattearp"
	"saloon/tui/cells"
	"saloon/tui/style"
)

// drawScore draws how the last hand was paid out, poster by poster, and who has how much now.
func (b *Board) drawScore(s cells.Sheet, st *style.Style) {
	sheet := b.v.Last
	title := fmt.Sprintf("Hand %d is over. This is how the posters are paid out.", sheet.Round)
	if b.v.Phase == we.Over && b.v.Winner >= 0 {
		title = b.wonWords() + " The last hand:"
	}
	s.Put(1, 0, st.Accent, st.Cut(title, s.W-2))
	cols := b.scoreColumns(s.W)
	y := 1
	s.Put(cols.reward, y, st.Dim, " reward")
	for seat := range engine.Seat(b.v.Seats) {
		name := st.Cut(b.t.Name(seat), cols.each-1)
		ink := st.Text
		if seat == b.v.Viewer {
			ink = st.Strong
		}
		right(s.Part(cols.seat(seat), y, cols.each-1, 1), ink, name)
	}
	right(s.Part(cols.stays, y, s.W-cols.stays-1, 1), st.Dim, "stays")
	y = 2
	reasons := b.reasons(s.H - y - 2)
	gap := s.H-y-2 >= 3*we.Outlaws
	for o := range we.Outlaw(we.Outlaws) {
		b.scoreRow(s, cols, y, o, st)
		y++
		if reasons[o] != "" {
			s.Put(3, y, st.Dim, st.Cut(reasons[o], s.W-4))
			y++
		}
		if gap {
			y++
		}
	}
	b.totals(s, cols, min(y, s.H-2), st)
}

// reasons says of every poster why it was paid out like that, as far as there are rows for it beside the posters' own:
// those that nobody hunted go without one first, then the last ones.
func (b *Board) reasons(rows int) (text [we.Outlaws]string) {
	rows -= we.Outlaws
	for _, hunted := range []bool{true, false} {
		for o := range we.Outlaw(we.Outlaws) {
			if (b.v.Last.Posters[o].CP != [len(b.v.Last.Posters[o].CP)]int{}) == hunted && rows > 0 {
				text[o] = b.reason(o)
				rows--
			}
		}
	}
	return text
}

// scoreColumns says where the columns of the score begin.
type scoreColumns struct{ reward, first, each, stays int }

func (c scoreColumns) seat(s engine.Seat) int { return c.first + int(s)*c.each }

func (b *Board) scoreColumns(w int) scoreColumns {
	c := scoreColumns{reward: 15, first: 23}
	c.each = min((w-c.first-8)/max(b.v.Seats, 1), 18)
	c.stays = c.seat(engine.Seat(b.v.Seats))
	return c
}

// right writes text at the end of a line.
func right(s cells.Sheet, ink style.Ink, text string) { s.Put(s.W-style.Width(text), 0, ink, text) }

func (b *Board) scoreRow(s cells.Sheet, cols scoreColumns, y int, o we.Outlaw, st *style.Style) {
	p := b.v.Last.Posters[o]
	s.Put(1, y, st.Hue(int(o)).With(st.Strong), o.String())
	right(s.Part(cols.reward, y, 7, 1), st.Text, we.Dollars(p.Reward))
	for seat := range engine.Seat(b.v.Seats) {
		cp, paid := "", ""
		if p.CP[seat] > 0 {
			cp = fmt.Sprintf("%d CP", p.CP[seat])
		}
		if p.Paid[seat] > 0 {
			paid = "+" + grand(p.Paid[seat])
		}
		x := cols.seat(seat)
		w := cols.each - 1
		right(s.Part(x, y, w-5, 1), st.Dim, cp)
		right(s.Part(x, y, w, 1), st.Good, paid)
	}
	if p.Rest > 0 {
		right(s.Part(cols.stays, y, s.W-cols.stays-1, 1), st.Warn, grand(p.Rest))
	}
}

// reason says in one line why a poster was paid out like that.
func (b *Board) reason(o we.Outlaw) string {
	p, how := b.v.Last.Posters[o], b.v.Last.Sharing(o)
	switch how.Verdict {
	case we.Free:
		sum := 0
		for _, cp := range p.CP {
			sum += cp
		}
		if sum == 0 {
			return "nobody hunted; the reward stays (R51)"
		}
		return fmt.Sprintf("got away: %d CP together, 8 are needed; the reward stays (R51)", sum)
	case we.Alone:
		if len(how.Steps) == 0 {
			return "caught, but the poster was empty"
		}
		leader := b.t.Name(how.Steps[0].Seats[0])
		return fmt.Sprintf("%s %s by 5 CP or more and %s it all (R52)", leader,
			verb(leader, "lead", "leads"), verb(leader, "take", "takes"))
	}
	return b.sharedReason(how)
}

func verb(name, you, other string) string {
	if name == "You" {
		return you
	}
	return other
}

// sharedReason adds up the payments, in thousands: "shared: Anna 2+1, Burt 1+1; Anna+Burt would need $2k, …".
func (b *Board) sharedReason(how we.Sharing) string {
	var order []engine.Seat
	got := make(map[engine.Seat]string)
	for _, step := range how.Steps {
		for _, seat := range step.Seats {
			if got[seat] == "" {
				order = append(order, seat)
			} else {
				got[seat] += "+"
			}
			got[seat] += fmt.Sprint(step.Each / 1000)
		}
	}
	parts := make([]string, len(order))
	for i, seat := range order {
		parts[i] = b.t.Name(seat) + " " + got[seat]
	}
	text := "shared within 4 CP, in turn: " + strings.Join(parts, ", ")
	if len(parts) == 0 {
		text = "a tie"
	}
	if n := len(how.Stuck.Seats); n > 0 {
		names := make([]string, n)
		for i, s := range how.Stuck.Seats {
			names[i] = b.t.Name(s)
		}
		text += fmt.Sprintf("; %s would need %s, the rest stays (R55)", strings.Join(names, "+"),
			grand(n*how.Stuck.Each))
	}
	return text
}

// totals draws what everybody earned in the hand, and has.
func (b *Board) totals(s cells.Sheet, cols scoreColumns, y int, st *style.Style) {
	s.Put(1, y, st.Dim, "this hand")
	s.Put(1, y+1, st.Strong, "now")
	best := 0
	for seat := range b.v.Seats {
		best = max(best, b.v.Cash[seat])
	}
	for seat := range engine.Seat(b.v.Seats) {
		x, w := cols.seat(seat), cols.each-1
		right(s.Part(x, y, w, 1), st.Good, "+"+we.Dollars(b.v.Last.Total(seat)))
		ink, text := st.Strong, we.Dollars(b.v.Cash[seat])
		if b.v.Cash[seat] == best {
			ink, text = st.Accent, st.Star+" "+text
		}
		right(s.Part(x, y+1, w, 1), ink, text)
	}
}

func (b *Board) wonWords() string {
	name := b.t.Name(b.v.Winner)
	return fmt.Sprintf("%s %s the match with %s.", name, verb(name, "win", "wins"), we.Dollars(b.v.Cash[b.v.Winner]))
}

// drawDuel draws the cards that the tied players turned up last.
func (b *Board) drawDuel(s cells.Sheet, st *style.Style) {
	s.Put(1, 0, st.Accent, fmt.Sprintf("Duel for the first place, round %d", b.v.DuelRound))
	s.Put(1, 1, st.Dim, st.Cut("Everybody in it turns up a card. No bullet hole: out, unless all of them "+
		"missed.", s.W-2))
	x, y := 2, 3
	for seat := range engine.Seat(b.v.Seats) {
		c := b.v.Duel[seat]
		if c == we.NoCard {
			continue
		}
		s.Put(x, y, st.Strong, st.Cut(b.t.Name(seat), 16))
		f := faceOf(c)
		ink := st.Paper
		if f.hue >= 0 {
			ink = st.OnPaper(f.hue)
		}
		card := s.Part(x, y+1, cardMax, 5)
		b.drawPaper(card, stack{card: c, n: 1}, f, faceInk{st.Paper, ink, st.Paper, edgesOf(false, st)}, st)
		verdict, mark := st.No+" no bullet hole", st.Danger
		if c.Hole() {
			verdict, mark = st.Yes+" a hit", st.Good
		}
		s.Put(x, y+6, mark, verdict)
		x += 19
	}
	if b.v.Winner >= 0 {
		s.Put(2, y+8, st.Accent, st.Cut(b.wonWords(), s.W-3))
	}
}
