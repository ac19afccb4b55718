package okcorral

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/tui/cells"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// verdict says in one line what came of a race, and why.
func (b *Board) verdict(r *okc.Race) string {
	if r.Card == okc.NoCard {
		return ""
	}
	card := r.Card.Kind().String()
	if r.Taker < 0 {
		return b.unclaimedWords(r, card)
	}
	who, took := b.t.Name(r.Taker), b.verb(r.Taker, "take", "takes")
	gain := fmt.Sprintf("%s %s %v %s", who, took, r.Took.Kind(), signed(r.Took.Value(b.v.Seats, b.v.Fool)))
	a := r.Answers[r.Taker]
	switch r.Result {
	case okc.Fastest:
		return gain + ": fastest, " + ms(a.After)
	case okc.Slowest:
		return gain + ": slowest, " + ms(a.After)
	case okc.Caught:
		return gain + ": it was only Fool's Gold"
	default:
		return gain + ": " + failWords(a)
	}
}

func (b *Board) unclaimedWords(r *okc.Race, card string) string {
	switch r.Result {
	case okc.Drawn:
		return "A tie: " + b.list(r.Tied.List()) + " draw for " + card
	case okc.DrawnAgain:
		return "Even again: " + card + " leaves the game"
	case okc.Centred:
		return "The Duel goes to the centre"
	}
	if r.Card.Kind() == okc.FoolsGold {
		return "Nobody fell for Fool's Gold"
	}
	return "Nobody won " + card + ": it leaves the game"
}

// failWords say what was wrong with an answer.
func failWords(a okc.Answer) string {
	switch a.How {
	case engine.FalseStart:
		if a.After < 0 {
			return "too early"
		}
		return "too early, " + ms(a.After)
	case engine.WrongMove:
		return fmt.Sprintf("wrong key (%v), %s", a.Gesture, ms(a.After))
	case engine.NoResponse:
		return "no answer"
	default:
		return ""
	}
}

// answerWords say what somebody's part in a race was; short for a plate. Empty if there was none.
func (b *Board) answerWords(r *okc.Race, seat engine.Seat, short bool) string {
	a := r.Answers[seat]
	if a.How == "" {
		return ""
	}
	text := failWords(a)
	if a.How == engine.Valid {
		text = ms(a.After)
	}
	switch a.How {
	case engine.FalseStart:
		text = "too early"
	case engine.WrongMove:
		text = "wrong key"
	}
	switch {
	case r.Taker != seat:
		return text
	case short:
		return "takes it"
	default:
		return b.verb(seat, "you take it, ", "takes it: ") + text
	}
}

// ranked are the seats that had a part in a race: by time, then those who failed.
func ranked(r *okc.Race, seats int) []engine.Seat {
	var all []engine.Seat
	for seat := range engine.Seat(seats) {
		if r.Answers[seat].How != "" {
			all = append(all, seat)
		}
	}
	key := func(s engine.Seat) time.Duration {
		a := r.Answers[s]
		if a.How == engine.NoResponse {
			return 1 << 40
		}
		return a.After
	}
	slices.SortStableFunc(all, func(x, y engine.Seat) int { return cmp.Compare(key(x), key(y)) })
	return all
}

// drawPanel draws the last race and what is still to come.
func (b *Board) drawPanel(s cells.Sheet, st *style.Style) {
	switch {
	case s.H >= roomy && s.W >= sideBySideFrom:
		b.drawRoomy(s, st)
	case s.W < sideBySideFrom && (b.v.Phase == okc.Open || b.v.Phase == okc.Armed || b.v.Last.Card == okc.NoCard):
		b.drawCounts(s.Part(1, 0, s.W-2, s.H), st)
	case s.W < sideBySideFrom:
		b.drawStrip(s.Part(1, 0, s.W-2, s.H), st)
	default:
		b.drawStrip(s.Part(1, 0, s.W-countsW-3, s.H), st)
		b.drawCounts(s.Part(s.W-countsW, 0, countsW, s.H), st)
	}
}

// drawRoomy draws the parts of the panel one below the other.
func (b *Board) drawRoomy(s cells.Sheet, st *style.Style) {
	top := b.v.Seats + 2
	b.drawStrip(s.Part(1, 1, s.W-2, top-1), st)
	rule := s.Part(0, top+1, s.W, 1)
	rule.Fill(st.Faint, st.Horizontal)
	rule.Put(1, 0, st.Accent, " Still to come ")
	b.drawCounts(s.Part(1, top+2, s.W-2, 3), st)
	if b.v.Last.Card != okc.NoCard && s.H >= top+8 {
		b.drawAdvice(s.Part(1, top+6, s.W-2, s.H-top-6), st)
	}
}

// scaleStep is in what steps the scale of times grows.
const scaleStep = 250 * time.Millisecond

// drawStrip draws everybody's times in the last race on one scale.
func (b *Board) drawStrip(s cells.Sheet, st *style.Style) {
	r := &b.v.Last
	if r.Card == okc.NoCard {
		b.drawAdvice(s, st)
		return
	}
	all := ranked(r, b.v.Seats)
	if len(all) == 0 {
		s.Put(0, 0, st.Dim, "Nobody was called on.")
		return
	}
	most := 2 * scaleStep
	for _, seat := range all {
		for most < r.Answers[seat].After {
			most += scaleStep
		}
	}
	if len(all) > s.H { // two in a row, without a scale
		half := (len(all) + 1) / 2
		w := s.W / 2
		for i, seat := range all {
			b.drawTime(s.Part(i/half*w, i%half, w-1, 1), r, seat, 0, st)
		}
		return
	}
	for i, seat := range all {
		b.drawTime(s.Part(0, i, s.W, 1), r, seat, most, st)
	}
	valid := slices.ContainsFunc(all, func(seat engine.Seat) bool { return r.Answers[seat].How == engine.Valid })
	if y := len(all); y < s.H && valid {
		b.drawScale(s.Part(0, y, s.W, 1), most, st)
	}
}

// The columns of a row of times: a mark, a name, the scale, a time.
const (
	timeName = 15
	timeCol  = 8
	// scaleRoom is how many cells a figure on the scale needs.
	scaleRoom = 6
)

// drawTime draws one seat's time: on a scale up to most, or without one if that is zero.
func (b *Board) drawTime(s cells.Sheet, r *okc.Race, seat engine.Seat, most time.Duration, st *style.Style) {
	a := r.Answers[seat]
	ink, mark := st.Text, " "
	if r.Taker == seat {
		ink, mark = st.Good, st.Star
		if r.Took.Value(b.v.Seats, b.v.Fool) < 0 {
			ink, mark = st.Warn, st.No
		}
	}
	if seat == b.t.Me {
		ink = ink.With(st.Strong)
	}
	name := timeName
	if most == 0 {
		name = min(name, s.W-timeCol-2)
	}
	s.Put(0, 0, ink, mark+" "+st.Cut(b.t.Name(seat), name-2))
	if a.How != engine.Valid {
		text := failWords(a)
		if r.Result == okc.Caught && a.Gesture == okc.HitNugget {
			text = "hit it, " + ms(a.After)
		}
		s.Put(name+1, 0, st.Warn, st.Cut(text, s.W-name-1))
		return
	}
	right := ms(a.After)
	s.Put(s.W-style.Width(right), 0, ink, right)
	w := s.W - name - timeCol - 2
	if most == 0 || w < 4 {
		return
	}
	n := int(a.After * time.Duration(w-1) / most)
	x := s.Put(name+1, 0, st.Faint, style.Repeat(st.Horizontal, n))
	dot := st.Here
	if r.Card.Kind() != okc.NoKind && a.Late {
		dot = st.Away
	}
	s.Put(x, 0, ink, dot)
}

// drawScale draws the scale below the times.
func (b *Board) drawScale(s cells.Sheet, most time.Duration, st *style.Style) {
	w := s.W - timeName - timeCol - 2
	step := scaleStep
	for int(step*time.Duration(w)/most) < scaleRoom && step < most {
		step += scaleStep
	}
	for t := time.Duration(0); t <= most; t += step {
		text := fmt.Sprint(t.Milliseconds())
		x := timeName + 1 + int(t*time.Duration(w-1)/most)
		s.Put(max(x-len(text)/2, timeName+1), 0, st.Faint, text)
	}
}

// drawCounts draws how many cards of each kind are still to come, with the keys that answer them where one alone does.
func (b *Board) drawCounts(s cells.Sheet, st *style.Style) {
	rows := b.counts()
	const w = 16
	per := max(s.W/w, 1)
	h := (len(rows) + per - 1) / per
	if h > s.H { // what is to be read in another way is left off: the list does not fit
		h = s.H
	}
	for i, r := range rows {
		if i/h >= per {
			break
		}
		part := s.Part(i/h*w, i%h, w-1, 1)
		ink := st.Dim
		if r.n == 0 {
			ink = st.Faint
		}
		part.Put(0, 0, st.Key, r.key)
		part.Put(2, 0, ink, r.name)
		n := fmt.Sprint(r.n)
		part.Put(12-len(n)+1, 0, ink, n)
	}
}

// count is how many cards of a kind are to come.
type count struct {
	key, name string
	n         int
}

// counts are the kinds of the match, with what the viewer would have to press for each that always asks for the same,
// or, in the case of Poker, does while the same player reveals (rules 7.4).
func (b *Board) counts() (all []count) {
	v := b.v
	if v.Phase == okc.Open {
		v.Card = okc.NoCard // it is counted off when it is decided: nothing but the card may tell what it is
	}
	left := make(map[okc.Kind]int)
	for _, c := range v.Unseen() {
		left[c.Kind()]++
	}
	kinds := append(slices.Clone(okc.Kinds()[:5]), okc.DoubleShoot, okc.Nugget, okc.FoolsGold, okc.Wanted, okc.Settling,
		okc.Duel)
	for _, k := range kinds {
		if !b.plays(k) {
			continue
		}
		c := count{name: briefs[k], n: left[k]}
		if !k.Colored() && b.t.Me >= 0 {
			c.key = b.keysFor(v.Foresee(okc.CardOf(k, 0))[b.t.Me])
			c.key, _, _ = strings.Cut(c.key, "/")
		}
		all = append(all, c)
	}
	return all
}

// plays reports whether a kind belongs to the match.
func (b *Board) plays(k okc.Kind) bool {
	switch {
	case b.v.Seats == 2 && (k == okc.Wanted || k == okc.Settling):
		return false
	case b.v.Deck == okc.FirstGames:
		return k != okc.Settling && k != okc.PokerLeft && k != okc.PokerRight
	}
	return true
}

// drawAdvice says before the first race how it is measured.
func (b *Board) drawAdvice(s cells.Sheet, st *style.Style) {
	y := 0
	for _, text := range b.advice() {
		for _, line := range style.Wrap(text, min(s.W, sentenceMax)) {
			s.Put(0, y, st.Dim, line)
			y++
		}
	}
}

// advice is what a player should know of the line and of the client.
func (b *Board) advice() []string {
	if b.t.Me < 0 {
		return []string{"Everybody's times are shown when a card is decided."}
	}
	var all []string
	switch {
	case b.t.Lag == nil:
		all = append(all, "Your line's delay is measured and taken out of your times.")
	case b.t.Lag.Full():
		all = append(all, "Your line takes "+lineTime(b.t.Lag)+
			" there and back: all of it is taken out of your times.")
	default:
		all = append(all, "Your line takes "+lineTime(b.t.Lag)+" there and back, and only "+ms(b.t.Lag.Credit())+
			" of it can be taken out of your times.")
	}
	if b.t.Slots {
		all = append(all, "Your ssh holds keys back for up to 20 ms; this sends them at once:",
			"  ssh -o ObscureKeystrokeTiming=no")
	}
	return all
}

// lineTime is how long a line takes.
func lineTime(l *felt.Lag) string {
	if l.Measured() < time.Millisecond {
		return "less than 1 ms"
	}
	return ms(l.Measured())
}

// lagWords say the line's length in a few cells.
func (b *Board) lagWords() string {
	switch l := b.t.Lag; {
	case l == nil || b.t.Me < 0 || l.Measured() < time.Millisecond:
		return ""
	case l.Full():
		return ms(l.Measured()) + " taken out"
	default:
		return fmt.Sprintf("%d of %s taken out", l.Credit().Milliseconds(), ms(l.Measured()))
	}
}
