package okcorral

import (
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/lobby/table"
	"saloon/tui/cells"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// Draw fills exactly size.W × size.H cells.
func (b *Board) Draw(size felt.Size, st *style.Style) string {
	s := cells.New(size.W, size.H)
	defer s.Free()
	v := &b.v
	if v.Phase == okc.Dealing || v.Seats == 0 {
		s.Put(2, 1, st.Dim, "The cards are being dealt.")
		return s.String()
	}
	p := planFor(size, v.Seats)
	b.card = p.card
	b.drawFace(s.Part(p.card.x, p.card.y, p.card.w, p.card.h), b.faceOf(v), v.Seats, st)
	for seat := range engine.Seat(v.Seats) {
		if seat != b.base() {
			b.drawSeat(s, p, seat, st)
		}
	}
	b.drawMe(s.Part(p.me.x, p.me.y, p.me.w, p.me.h), st)
	b.drawRule(s, p, st)
	b.drawPanel(s.Part(p.panel.x, p.panel.y, p.panel.w, p.panel.h), st)
	if b.t.Me >= 0 {
		b.drawKeys(s.Part(0, p.keys, s.W, 1), st)
	}
	return s.String()
}

// drawSeat draws a seat at its place round the table.
func (b *Board) drawSeat(s cells.Sheet, p plan, seat engine.Seat, st *style.Style) {
	side, up := b.place(seat, b.v.Seats)
	if side == 0 {
		part := s.Part(p.card.x, 0, p.card.w, p.top)
		b.plateTop(part, 0, seat, st)
		x := part.Line(0, 1, b.roleSpans(seat, st)...)
		x = part.Put(x+2, 1, st.Dim, b.pileWords(seat, st))
		text := b.noteWords(seat, part.W-x-2)
		part.Put(part.W-min(style.Width(text), part.W-x-2), 1, st.Dim, st.Cut(text, part.W-x-2))
		return
	}
	low := p.card.y + p.card.h
	h := min(plateH, low/2)
	y := low - h
	switch up {
	case 1:
		y = p.card.y + (p.card.h-h)/2
	case 2:
		y = min(low-2*h, p.card.y)
	}
	w := min(p.side-1, plateMax)
	part := s.Part(p.card.x-1-w, y, w, h)
	if side > 0 {
		part = s.Part(p.card.x+p.card.w+1, y, w, h)
	}
	b.plateTop(part, 0, seat, st)
	pile := b.pileWords(seat, st)
	part.Part(0, 1, part.W-style.Width(pile)-1, 1).Line(0, 0, b.roleSpans(seat, st)...)
	part.Put(part.W-style.Width(pile), 1, st.Dim, pile)
	part.Put(2, 2, st.Dim, st.Cut(b.noteWords(seat, part.W-2), part.W-2))
	part.Put(2, 3, st.Faint, st.Cut(b.takenWords(seat), part.W-2))
}

// plateTop draws who it is and what they have.
func (b *Board) plateTop(s cells.Sheet, y int, seat engine.Seat, st *style.Style) {
	ink := st.Text
	mark := " "
	in, target := b.part(seat)
	switch {
	case target:
		mark, ink = targetMark(st), st.Strong
	case in:
		mark, ink = st.Turn, st.Accent
	case b.turns(seat):
		mark, ink = st.Turn, st.Accent
	}
	score := b.v.Scores[seat]
	right := signed(score.Total())
	s.Put(s.W-style.Width(right), y, st.Strong, right)
	x := s.Put(0, y, ink, mark)
	glyph, pres := b.presence(seat, st)
	x = s.Put(x, y, pres, glyph+" ")
	if seat == b.t.Me {
		ink = ink.With(st.Strong)
	}
	s.Put(x, y, ink, st.Cut(b.t.Name(seat), s.W-x-style.Width(right)-1))
}

// targetMark is the sign of who is shot at.
func targetMark(st *style.Style) string {
	if st.ASCII {
		return "@"
	}
	return "◎"
}

// presence is the sign for who is behind a seat.
func (b *Board) presence(seat engine.Seat, st *style.Style) (string, style.Ink) {
	if int(seat) >= len(b.t.Info.Chairs) {
		return " ", st.Text
	}
	switch c := b.t.Info.Chairs[seat]; {
	case c.Free():
		return st.Dot, st.Dim
	case c.Owner.IsBot() || c.StandIn != "":
		return st.Bot, st.Dim
	case c.Here || b.t.Info.Stage == table.Replayed:
		return st.Here, st.Good
	default:
		return st.Away, st.Warn
	}
}

// turns reports whether a seat has the next card to turn, or is turning it.
func (b *Board) turns(seat engine.Seat) bool {
	return seat == b.v.Revealer && (b.v.Phase == okc.Waiting || b.v.Phase == okc.Armed && b.v.Tied == 0)
}

// part reports whether a seat is called on by the card that lies open, and whether it is shot at by all others.
func (b *Board) part(seat engine.Seat) (in, target bool) {
	switch b.v.Phase {
	case okc.Open, okc.Showdown:
		if b.v.Card.Kind().Gold() && b.v.Phase == okc.Open {
			return false, false // it must be read on the card whether anybody is
		}
		t, ok := b.target(&b.v)
		return b.v.Right[seat] != 0, ok && t == seat
	case okc.Armed:
		return b.v.Tied.Has(seat), false
	}
	return false, false
}

// pileWords are how many cards lie face down in front of a seat.
func (b *Board) pileWords(seat engine.Seat, st *style.Style) string {
	return st.BackFill + fmt.Sprint(b.v.Piles[seat])
}

// roleSpans are a seat's color and character.
func (b *Board) roleSpans(seat engine.Seat, st *style.Style) []cells.Span {
	c := b.v.Characters[seat]
	if c == okc.NoCharacter {
		return nil
	}
	return []cells.Span{
		{Ink: st.Text, Text: "  "},
		{Ink: colorInk(c.Color(), st), Text: colorLetters[c.Color()] + " " + brief(c)},
	}
}

// noteWords are what matters most about another seat just now, in w cells: its part in the last race while that is
// looked at, something about its owner, or what a card of its color would ask of the viewer.
func (b *Board) noteWords(seat engine.Seat, w int) string {
	if b.looking() {
		if text := b.answerWords(&b.v.Last, seat, w < narrow); text != "" {
			return text
		}
	}
	if text := b.t.State(seat, w < 20); text != "" {
		return text
	}
	if b.v.Phase == okc.Over {
		return b.bonusWords(seat, w)
	}
	return b.crib(seat, w)
}

// looking reports whether people look at what came of a race.
func (b *Board) looking() bool {
	return b.v.Phase == okc.Waiting && b.v.Last.Card != okc.NoCard && b.t.Race != nil &&
		b.t.Race.Stage == table.RaceShow
}

// crib says what a Wanted and a Settling card of a seat's color would ask of the viewer (rules 7.4).
func (b *Board) crib(seat engine.Seat, w int) string {
	v := &b.v
	if b.t.Me < 0 || v.Characters[seat] == okc.NoCharacter || v.Seats < 3 {
		return ""
	}
	c := v.Characters[seat].Color()
	wanted := b.keysFor(v.Foresee(okc.CardOf(okc.Wanted, c))[b.t.Me])
	if v.Deck == okc.FirstGames {
		return "wanted " + wanted
	}
	settle := b.keysFor(v.Foresee(okc.CardOf(okc.Settling, c))[b.t.Me])
	if settle == "" {
		settle = "-"
	}
	if text := "wanted " + wanted + "  settle " + settle; len(text) <= w {
		return text
	}
	return "W " + wanted + " S " + settle
}

// bonusWords say what a character brought, in w cells.
func (b *Board) bonusWords(seat engine.Seat, w int) string {
	s := b.v.Scores[seat]
	if text := fmt.Sprintf("cards %s, bonus %s", signed(s.Cards), signed(s.Bonus)); len(text) <= w {
		return text
	}
	return "bonus " + signed(s.Bonus)
}

// takenWords are a seat's cards by kind.
func (b *Board) takenWords(seat engine.Seat) string {
	var order []string
	count := make(map[string]int)
	for _, c := range b.v.Taken[seat] {
		tag := tags[c.Kind()]
		if count[tag] == 0 {
			order = append(order, tag)
		}
		count[tag]++
	}
	slices.Sort(order)
	for i, tag := range order {
		order[i] = fmt.Sprintf("%s%d", tag, count[tag])
	}
	return strings.Join(order, " ")
}

// drawMe draws the viewer's own place, or that of the first seat for spectators.
func (b *Board) drawMe(s cells.Sheet, st *style.Style) {
	seat := b.base()
	w := min(s.W, 60)
	part := s.Part((s.W-w)/2, 0, w, s.H)
	b.plateTop(part.Part(0, 0, 24, 1), 0, seat, st)
	x := part.Line(24, 0, b.roleSpans(seat, st)...)
	x = part.Put(x+2, 0, st.Dim, b.pileWords(seat, st))
	if c := b.v.Characters[seat]; c != okc.NoCharacter {
		part.Put(x+2, 0, st.Dim, st.Cut(payWords[c], w-x-2))
	}
	text, ink := b.ownWords(), st.Dim
	if b.v.Own.Gesture != okc.NoGesture {
		ink = st.Strong
	}
	end := part.Put(2, 1, ink, st.Cut(text, w-2))
	if taken := b.takenWords(seat); taken != "" && s.H > 1 && b.v.Own.Gesture == okc.NoGesture {
		part.Put(end+2, 1, st.Faint, st.Cut(taken, w-end-2))
	}
}

// payWords are what characters are paid, in a few cells.
var payWords = [okc.Characters + 1]string{
	okc.Colonel: "+3 without Cavalry", okc.Cowgirl: "+3 without Saloon", okc.Mercenary: "+1 per Double Shoot",
	okc.Outlaw: "+3 without Hold-up", okc.Prospector: "+1 per Nugget", okc.TriggerAce: "+2 per duel",
}

// ownWords are what matters most about the viewer's own seat just now.
func (b *Board) ownWords() string {
	v, seat := &b.v, b.base()
	switch {
	case v.Own.Gesture != okc.NoGesture && v.Right[seat] == 0 && !v.Card.Kind().Gold():
		return fmt.Sprintf("You: %v. The card does not call on you, so it counts for nothing.", v.Own.Gesture)
	case v.Own.Gesture != okc.NoGesture:
		return fmt.Sprintf("You: %v, %s. Sealed until the card is decided.", v.Own.Gesture, ms(v.Own.After))
	case b.looking():
		if text := b.answerWords(&v.Last, seat, false); text != "" && seat == b.t.Me {
			return "Your part: " + text
		} else if text != "" {
			return text
		}
	case v.Phase == okc.Over:
		return b.bonusWords(seat, 40)
	}
	if text := b.t.State(seat, false); text != "" {
		return text
	}
	if duel := b.duelWords(); duel != "" {
		return duel
	}
	return ""
}

// duelWords say what the card in the centre means.
func (b *Board) duelWords() string {
	c, ok := b.v.Centre.Color()
	if !ok {
		return ""
	}
	owner := b.seatOf(&b.v, c)
	switch {
	case b.v.Seats == 2:
		return "A Duel card lies in the centre: the next one is a duel."
	case owner >= 0 && owner == b.t.Me:
		return "In the centre: your Duel. The next one is yours to fight."
	case owner >= 0:
		return fmt.Sprintf("In the centre: Duel %s, %s.", c, b.t.Name(owner))
	default:
		return fmt.Sprintf("In the centre: Duel %s.", c)
	}
}

// drawRule draws what became of the last card, and what is left.
func (b *Board) drawRule(s cells.Sheet, p plan, st *style.Style) {
	row := s.Part(0, p.rule, s.W, 1)
	row.Fill(st.Faint, st.Horizontal)
	text, right := b.verdict(&b.v.Last), fmt.Sprintf("%d to come", b.v.Left())
	if lag := b.lagWords(); lag != "" {
		if more := lag + " " + st.Dot + " " + right; style.Width(text+more)+9 <= s.W {
			right = more
		}
	}
	row.Put(s.W-style.Width(right)-3, 0, st.Dim, " "+right+" ")
	if text != "" {
		row.Put(1, 0, st.Accent, " "+st.Cut(text, s.W-style.Width(right)-9)+" ")
	}
}

// drawKeys draws the gesture keys, which are always in sight.
func (b *Board) drawKeys(s cells.Sheet, st *style.Style) {
	spoken := []string{"salute", "whisky", "loot", "nugget", "cover", "left", "both", "right"}
	gap := "  "
	if s.W < keysShortUnder {
		gap = " "
		spoken[5], spoken[6], spoken[7] = "<", "<>", ">"
	}
	x := 1
	for i, g := range gestures[:len(spoken)] {
		ink := st.Dim
		if b.v.Own.Gesture.String() == g.Name {
			ink = st.Strong
		}
		x = s.Line(x, 0, cells.Span{Ink: st.Key, Text: felt.KeyOf(g, b.own) + " "},
			cells.Span{Ink: ink, Text: spoken[i]}, cells.Span{Ink: st.Text, Text: gap})
	}
}
