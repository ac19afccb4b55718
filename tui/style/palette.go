package style

import (
	"strconv"

	"github.com/charmbracelet/colorprofile"
)

// shade is one colour in the depths that mix theirs: as red, green and blue, and chosen by eye from the 256, where the
// nearest by arithmetic turns brown into olive.
type shade struct {
	hex string
	x   uint8
}

// tint is one colour on each ground: at least 4.4:1 against black and white alike where the ground is unknown, more
// where it is known, and on the paper of a card.
type tint struct {
	name                       string
	unknown, dark, light, card shade
	// code is for 16 colours; 0 is the terminal's own, and bright ones are taken dark on a light ground.
	code int
}

func (t tint) on(g Ground) shade {
	switch g {
	case Dark:
		return t.dark
	case Light:
		return t.light
	default:
		return t.unknown
	}
}

// palette holds the hues of outlaws and suits. The last is bone: the terminal's own colour in 16 colours, bold.
var palette = [Hues]tint{
	{"red", shade{"#d73d2c", 167}, shade{"#e9877c", 174}, shade{"#a52d1f", 124}, shade{"#90271b", 88}, 91},
	{"amber", shade{"#ae630e", 130}, shade{"#f1870e", 208}, shade{"#844b0b", 94}, shade{"#734209", 94}, 33},
	{"green", shade{"#438436", 64}, shade{"#59b647", 70}, shade{"#336429", 22}, shade{"#2c5724", 22}, 32},
	{"teal", shade{"#21837c", 30}, shade{"#29b4ab", 37}, shade{"#19635e", 23}, shade{"#165652", 23}, 36},
	{"blue", shade{"#3175d3", 62}, shade{"#75a4e5", 75}, shade{"#2358a3", 25}, shade{"#1e4d8e", 24}, 94},
	{"violet", shade{"#a555b9", 133}, shade{"#c58ed3", 176}, shade{"#813c93", 90}, shade{"#713480", 90}, 95},
	{"bone", shade{"#82745b", 243}, shade{"#d5cec1", 252}, shade{"#635845", 240}, shade{"#564c3c", 239}, 0},
}

var (
	brass = tint{"brass", shade{"#966f15", 136}, shade{"#dcae45", 179}, shade{"#725410", 94}, shade{"#63490e", 58}, 33}
	dust  = tint{"dust", shade{"#7c756a", 243}, shade{"#a8a198", 248}, shade{"#5e5850", 240}, shade{"#6b6459", 241}, 0}
	fence = tint{"fence", shade{"#7c756a", 243}, shade{"#6f665a", 241}, shade{"#a49b8d", 248}, shade{"#b6a988", 144}, 0}
	grass = tint{"grass", shade{"#338633", 28}, shade{"#62b562", 71}, shade{"#276627", 22}, shade{"#225822", 22}, 32}
	ember = tint{"ember", shade{"#ae630e", 130}, shade{"#f1a13c", 215}, shade{"#844b0b", 94}, shade{"#734209", 94}, 33}
	blood = tint{"blood", shade{"#e02e28", 160}, shade{"#f0827e", 210}, shade{"#ae1e19", 124}, shade{"#981a16", 88}, 31}
	lamp  = tint{name: "lamp", dark: shade{"#3b3025", 236}, light: shade{"#efe3c9", 230}}
	board = tint{name: "board", unknown: shade{"#8a5a20", 94}, dark: shade{"#9a6a24", 94}, light: shade{"#7a4a12", 94}}

	cream  = shade{"#f3e9d2", 255}
	linen  = shade{"#cfc4ab", 250}
	soot   = shade{"#2a211a", 235}
	ash    = shade{"#5f564a", 240}
	saddle = shade{"#6b3f22", 94}
	thread = shade{"#e0b77a", 180}
	milk   = shade{"#fff6e0", 230}
)

const (
	bold      = 1
	faint     = 2
	underline = 4
	reverse   = 7
)

// mix makes the style of a look.
func mix(l Look) *Style {
	b := brush{l.Profile}
	paint := func(t tint) Ink {
		if l.Ground == Light && t.code >= 90 {
			t.code -= 60
		}
		return b.ink(t.on(l.Ground), t.code)
	}
	s := &Style{Look: l, Glyphs: glyphs(l.ASCII)}
	s.Strong = b.attr(bold)
	s.Dim, s.Faint = paint(dust), paint(fence)
	if l.Profile == colorprofile.ANSI || l.Profile == colorprofile.ASCII {
		s.Dim = b.attr(faint) // no grey in 16 colours is legible on every ground
		s.Faint = s.Dim
	}
	s.Accent = paint(brass).With(b.attr(bold))
	s.Good, s.Warn, s.Danger = paint(grass), paint(ember), paint(blood).With(b.attr(bold))
	s.Key = paint(brass).With(b.attr(bold))
	s.Cursor = b.attr(reverse)
	if b.profile >= colorprofile.ANSI256 && l.Ground != Unknown {
		s.Cursor = b.ground(lamp.on(l.Ground)).With(b.attr(bold))
	}
	s.Sign = b.attr(bold, reverse)
	if s.Painted() {
		s.Sign = b.ground(board.on(l.Ground)).With(b.ink(milk, 0)).With(b.attr(bold))
		s.Paper = b.ground(cream).With(b.ink(soot, 0))
		s.Worn = b.ground(linen).With(b.ink(ash, 0))
		s.Back = b.ground(saddle).With(b.ink(thread, 0))
	}
	for i, t := range palette {
		s.hues[i] = paint(t)
		s.cards[i] = s.hues[i]
		if s.Painted() {
			s.cards[i] = b.ground(cream).With(b.ink(t.card, 0))
		}
		if t.code == 0 {
			s.hues[i] = s.hues[i].With(b.attr(bold))
		}
		s.cards[i] = s.cards[i].With(b.attr(bold))
		s.blocks[i] = s.hues[i].With(b.attr(bold, reverse))
		if s.Painted() {
			letters := milk
			if l.Ground == Dark {
				letters = soot
			}
			s.blocks[i] = b.ground(t.on(l.Ground)).With(b.ink(letters, 0)).With(b.attr(bold))
		}
	}
	return s
}

// Tints are colours, as #rrggbb or as numbers of the 256, for a renderer that mixes its own, such as the rule book's.
type Tints struct{ Brass, Dust, Fence, Ember string }

// Tints are the style's colours; ok is false where there are none.
func (s *Style) Tints() (t Tints, ok bool) {
	g := s.Ground
	if s.Profile == colorprofile.ANSI256 {
		by := func(t tint) string { return strconv.Itoa(int(t.on(g).x)) }
		return Tints{by(brass), by(dust), by(fence), by(ember)}, true
	}
	return Tints{brass.on(g).hex, dust.on(g).hex, fence.on(g).hex, ember.on(g).hex}, s.Profile > colorprofile.ASCII
}
