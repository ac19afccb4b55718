package okcorral

import (
	"bytes"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// looks are all kinds of terminals.
func looks() (all []style.Look) {
	for p := colorprofile.NoTTY; p <= colorprofile.TrueColor; p++ {
		for _, g := range []style.Ground{style.Unknown, style.Dark, style.Light} {
			for _, ascii := range []bool{false, true} {
				for _, calm := range []bool{false, true} {
					all = append(all, style.Look{Profile: p, Ground: g, ASCII: ascii, Calm: calm})
				}
			}
		}
	}
	return all
}

// open is a table on which a card lies open.
func open(v okc.View, c okc.Card) okc.View {
	v.Phase, v.Card = okc.Open, c
	v.Right = v.Foresee(c)
	return v
}

// Whatever card is turned, whoever looks, in whatever window and colours: the line carries as many bytes, with all of
// its colours.
func TestEveryRevealTakesAsManyBytes(t *testing.T) {
	sizes := []felt.Size{{W: 60, H: 14}, {W: 80, H: 19}, {W: 83, H: 37}, {W: 300, H: 90}}
	all := looks()
	for seats := 2; seats <= 6; seats++ {
		g := newGame(t, engine.Config{Seats: seats}, byte(seats))
		g.step(t)
		v := g.view(engine.Nobody)
		v.Centre = okc.CardOf(okc.Duel, v.Characters[0].Color())
		var cards []okc.View
		for _, c := range v.Unseen() {
			cards = append(cards, open(v, c))
		}
		draw := v
		draw.Phase, draw.Card, draw.Tied = okc.Showdown, okc.CardOf(okc.Nugget, 0), 1<<uint(seats)-1
		cards = append(cards, draw)
		for i, card := range cards {
			for me := range engine.Seat(seats) {
				tab := tableOf(seats, me)
				tab.Veiled = true
				b := NewBoard()
				b.Show(felt.Scene[okc.View, okc.Move]{View: card, Table: tab})
				for j := range 6 { // of all pairs of looks and sizes each comes up for some card and player
					n := i*37 + int(me)*11 + j
					checkFlash(t, b, sizes[n%len(sizes)], style.For(all[(n/len(sizes))%len(all)]))
				}
			}
		}
	}
}

func checkFlash(t *testing.T, b *Board, size felt.Size, st *style.Style) {
	t.Helper()
	f := b.Reveal(size, st)
	p, ok := f.Bytes(200, 80)
	switch {
	case !ok || len(p) != felt.FlashBytes:
		t.Fatalf("%v in %+v: %d bytes", b.next.Card, st.Look, len(p))
	case bytes.ContainsAny(p, "\r\n"):
		t.Fatal("a newline is translated on its way")
	}
	if _, rest, inked := strings.Cut(f.Rows[0], "\x1b["); inked {
		if ink, _, _ := strings.Cut(rest, "m"); !bytes.Contains(p, []byte("\x1b["+ink+"m")) {
			t.Fatalf("%v in %+v lost its colours", b.next.Card, st.Look)
		}
	}
}

// BenchmarkReveal is what lies between a frame and the line.
func BenchmarkReveal(b *testing.B) {
	g := newGame(b, engine.Config{Seats: 6}, 1)
	g.step(b)
	v := g.view(0)
	tab := tableOf(6, 0)
	tab.Veiled = true
	board := NewBoard()
	v = open(v, okc.CardOf(okc.Wanted, v.Characters[2].Color()))
	board.Show(felt.Scene[okc.View, okc.Move]{View: v, Table: tab})
	st := style.For(style.Look{Profile: colorprofile.TrueColor, Ground: style.Dark})
	for b.Loop() {
		board.Reveal(felt.Size{W: 83, H: 37}, st).Bytes(0, 1)
	}
}
