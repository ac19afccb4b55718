package okcorral

import (
	"slices"
	"strings"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/tui/cells"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// face is the middle of the table as it is drawn: a card that lies open, its back, or what became of it. All faces have
// the same parts at the same places. The word is where one looks; the drawing below it stands on the side of the hand
// that answers it, or where the people sit whom it is about.
type face struct {
	word  string
	top   string // whom it calls on
	value string // who takes it, and what it counts
	foot  string // what it is to the viewer
	hue   int
	back  bool // face down
	loud  bool // lies open: a block of colour, but for who wants calm
	faded bool // of the past
	art   art
	spots []spot
}

// art is a drawing of three rows, in ASCII everywhere. Side says where: -1 left, 0 middle, 1 right.
type art struct {
	rows [3]string
	side int
}

// spot is somebody's place in the drawing.
type spot struct {
	seat engine.Seat
	mark string
}

var arts = map[okc.Kind]art{
	okc.Cavalry:     {[3]string{`\    /`, ` \\// `, ` //\\ `}, -1},
	okc.Saloon:      {[3]string{` ____ `, `|~~~~|)`, `|____|)`}, -1},
	okc.HoldUp:      {[3]string{`  _)(_  `, ` / $$ \ `, ` \____/ `}, 0},
	okc.Nugget:      {[3]string{`  ____  `, ` / *  \ `, ` \____/ `}, 0},
	okc.FoolsGold:   {[3]string{`  ____  `, ` / ?  \ `, ` \____/ `}, 0},
	okc.DoubleShoot: {[3]string{``, `<===\                 /===>`, `     \\             //     `}, 0},
}

// faceOf is the face that a view calls for.
func (b *Board) faceOf(v *okc.View) face {
	switch v.Phase {
	case okc.Open:
		return b.openFace(v)
	case okc.Showdown:
		f := face{word: "DRAW", loud: true, top: "showdown: " + b.list(v.Tied.List()), value: b.stakes(v, v.Card)}
		f.foot = b.callWords(v, "YOU SHOOT, ANY WAY", "not you")
		f.spots = b.spotsOf(v.Tied.List(), "(+)")
		return f
	case okc.Armed:
		return b.armedFace(v)
	default:
		return b.restFace(v)
	}
}

// list names seats shortly, the viewer last.
func (b *Board) list(seats []engine.Seat) string {
	seats = slices.Clone(seats)
	slices.SortStableFunc(seats, func(x, y engine.Seat) int {
		switch b.t.Me {
		case x:
			return 1
		case y:
			return -1
		}
		return 0
	})
	out := make([]string, len(seats))
	for i, s := range seats {
		out[i] = b.within(s)
	}
	return join(out)
}

// stakes says who takes a card and what it counts.
func (b *Board) stakes(v *okc.View, c okc.Card) string {
	who := "fastest "
	if c.Kind().Negative() {
		who = "slowest "
	}
	if c.Kind() == okc.Duel {
		c = v.Centre
	}
	return who + signed(c.Value(v.Seats, v.Fool))
}

// openFace is a card that is raced for.
func (b *Board) openFace(v *okc.View) face {
	k := v.Card.Kind()
	f := face{word: words[k], hue: hues[k], loud: true, art: arts[k]}
	in := called(v)
	switch {
	case k.Gold(): // alike but for the word and the glyph
		f.top = "gold"
		return f
	case k == okc.Duel && len(in) == 0:
		f.top, f.foot = "to the centre", "nobody shoots"
		return f
	}
	f.value = b.stakes(v, v.Card)
	target, aimed := b.target(v)
	switch k {
	case okc.Wanted:
		f.top = "all but " + b.within(target)
		f.spots = b.spotsOf([]engine.Seat{target}, "(+)")
		f.foot = b.callWords(v, "YOU SHOOT", "you judge")
	case okc.PokerLeft, okc.PokerRight:
		f.top = "everybody"
		f.spots = b.spotsOf([]engine.Seat{target}, "[A]")
		f.foot = b.callWords(v, "YOU SHOOT", "")
		if aimed && target == b.t.Me {
			f.foot = "YOU COVER"
		}
	case okc.Settling, okc.Duel:
		f.top = b.list(in)
		f.spots = b.spotsOf(in, "(+)")
		f.foot = b.callWords(v, "YOU SHOOT", "not you")
	default:
		f.top = "everybody"
	}
	return f
}

// callWords say whether the viewer is called on.
func (b *Board) callWords(v *okc.View, yes, no string) string {
	switch {
	case b.t.Me < 0 || int(b.t.Me) >= v.Seats:
		return ""
	case v.Right[b.t.Me] != 0:
		return yes
	default:
		return no
	}
}

func (b *Board) spotsOf(seats []engine.Seat, mark string) []spot {
	out := make([]spot, len(seats))
	for i, s := range seats {
		out[i] = spot{seat: s, mark: mark}
	}
	return out
}

// armedFace is a card that will be turned any moment. Nothing of it depends on what it is.
func (b *Board) armedFace(v *okc.View) face {
	f := face{back: true, word: "get ready"}
	if v.Tied != 0 {
		f.top = "showdown: " + b.list(v.Tied.List())
		return f
	}
	f.top = b.t.Name(v.Revealer) + " " + b.verb(v.Revealer, "turn", "turns") + " a card"
	return f
}

// restFace is what lies there between two races.
func (b *Board) restFace(v *okc.View) face {
	if v.Last.Card == okc.NoCard {
		f := face{back: true, top: "the first card"}
		if v.Phase == okc.Waiting {
			f.word = b.turnWords(v)
		}
		return f
	}
	k := v.Last.Card.Kind()
	f := face{word: words[k], hue: hues[k], faded: true, art: arts[k], top: "last card", foot: b.fateWords(&v.Last)}
	if v.Last.Showdown {
		f.top = "last card, after a showdown"
	}
	return f
}

// turnWords say who turns the next card.
func (b *Board) turnWords(v *okc.View) string {
	if v.Revealer == b.t.Me && b.t.Me >= 0 {
		return b.key(okc.Turn) + " turns your card"
	}
	return b.t.Name(v.Revealer) + " is to turn"
}

// fateWords say in a few words what became of a card.
func (b *Board) fateWords(r *okc.Race) string {
	switch {
	case r.Taker >= 0:
		return b.t.Name(r.Taker) + " " + b.verb(r.Taker, "took", "took") + " it"
	case r.Result == okc.Drawn:
		return "a tie: showdown"
	case r.Result == okc.Centred:
		return "it lies in the centre"
	default:
		return "out of the game"
	}
}

// Reveal is the card that is being turned, as Draw will show it.
func (b *Board) Reveal(size felt.Size, st *style.Style) felt.Flash {
	p := planFor(size, max(b.next.Seats, 2))
	s := cells.New(p.card.w, p.card.h)
	defer s.Free()
	b.drawFace(s, b.faceOf(&b.next), b.next.Seats, st)
	return felt.Flash{X: p.card.x, Y: p.card.y, Rows: strings.Split(s.String(), "\n")}
}

// inks are what a face is drawn in.
type inks struct{ text, strong style.Ink }

// ground lays a face's ground and edge.
func ground(s cells.Sheet, f face, st *style.Style) inks {
	switch {
	case f.loud && !st.Calm && st.Loud():
		ink := st.Block(f.hue)
		s.Fill(ink, " ")
		return inks{ink, ink}
	case f.faded:
		s.Frame(st.Faint, st.Glyphs)
		return inks{st.Dim, st.Dim}
	case f.back:
		s.Part(1, 1, s.W-2, s.H-2).Fill(st.Faint, st.BackFill)
		s.Frame(st.Faint, st.Glyphs)
		return inks{st.Text, st.Dim}
	default:
		s.Frame(st.Hue(f.hue), st.Glyphs)
		return inks{st.Text, st.Hue(f.hue).With(st.Strong)}
	}
}

// drawFace fills a sheet with a face.
func (b *Board) drawFace(s cells.Sheet, f face, seats int, st *style.Style) {
	ink := ground(s, f, st)
	middle := func(y int, text string) {
		text = st.Cut(text, s.W-2)
		s.Put((s.W-style.Width(text))/2, y, ink.strong, text)
	}
	if f.top != "" {
		s.Put(2, 0, ink.text, " "+st.Cut(f.top, s.W-8-style.Width(f.value))+" ")
	}
	if f.value != "" {
		s.Put(s.W-4-style.Width(f.value), 0, ink.strong, " "+f.value+" ")
	}
	switch wide := spaced(f.word); {
	case f.word == "":
	case f.back:
		middle(s.H/2, " "+f.word+" ")
	case style.Width(wide) <= s.W-2:
		middle((s.H-1)/2-1, wide)
	default:
		middle((s.H-1)/2-1, f.word)
	}
	b.drawArt(s, f.art, ink.text)
	for _, p := range f.spots {
		side, up := b.place(p.seat, seats)
		room := s.W / 3
		switch {
		case len(f.spots) == 1 && side == 0:
			room = s.W - 8
		case len(f.spots) <= 2 && !b.crowded(f.spots, seats):
			room = s.W/2 - 2
		}
		text := p.mark + " " + st.Cut(b.spotName(p.seat), room-4)
		x := (s.W - style.Width(text)) / 2
		switch side {
		case -1:
			x = 2
		case 1:
			x = s.W - 2 - style.Width(text)
		}
		s.Put(x, s.H-2-up, ink.strong, text)
	}
	if f.foot != "" {
		middle(s.H-1, " "+f.foot+" ")
	}
}

// drawArt draws the three rows above the last one.
func (b *Board) drawArt(s cells.Sheet, a art, ink style.Ink) {
	w := 0
	for _, r := range a.rows {
		w = max(w, len(r))
	}
	x := (s.W - w) / 2
	if a.side < 0 {
		x = 3
	}
	for i, r := range a.rows {
		s.Put(x, s.H-4+i, ink, r)
	}
}

// place is where a seat is at the table, seen from below: its side (-1 left, 0 middle, 1 right) and how far up, 0 at
// the viewer's own place, 2 at the upper end.
func (b *Board) place(seat engine.Seat, seats int) (side, up int) {
	d := (int(seat) - int(b.base()) + seats) % seats
	each := (seats - 1) / 2 // on either side
	switch {
	case d == 0:
		return 0, 0
	case 2*d == seats:
		return 0, 2
	case 2*d > seats:
		side, d = 1, seats-d
	default:
		side = -1
	}
	switch {
	case each == 1:
		return side, 1
	case d == 1:
		return side, 0
	default:
		return side, 2
	}
}

// crowded reports whether somebody in the middle stands in a row with somebody at a side.
func (b *Board) crowded(spots []spot, seats int) bool {
	middle, side := false, false
	for _, p := range spots {
		x, up := b.place(p.seat, seats)
		middle = middle || x == 0 && up > 0
		side = side || x != 0
	}
	return middle && side
}

// spotName is how a card calls somebody.
func (b *Board) spotName(seat engine.Seat) string {
	if seat == b.t.Me {
		return "YOU"
	}
	return shortest(b.t.Name(seat))
}

// shortest keeps of a name what takes few bytes: the accents that stand over its letters go.
func shortest(name string) string {
	return strings.Map(func(r rune) rune {
		if style.Width(string(r)) == 0 {
			return -1
		}
		return r
	}, name)
}
