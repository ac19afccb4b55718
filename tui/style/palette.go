package style

import "github.com/charmbracelet/colorprofile"

// tint is one colour on each ground: at least 4.4:1 against black and white alike where the ground is unknown, more
// where it is known, and on the paper of a card.
type tint struct {
	name                       string
	unknown, dark, light, card string
	code                       int // in 16 colours, 0 is the terminal's own; bright ones are taken dark on a light ground
}

func (t tint) on(g Ground) string {
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
	{"red", "#d73d2c", "#e9877c", "#a52d1f", "#90271b", 91},
	{"amber", "#ae630e", "#f1870e", "#844b0b", "#734209", 33},
	{"green", "#438436", "#59b647", "#336429", "#2c5724", 32},
	{"teal", "#21837c", "#29b4ab", "#19635e", "#165652", 36},
	{"blue", "#3175d3", "#75a4e5", "#2358a3", "#1e4d8e", 94},
	{"violet", "#a555b9", "#c58ed3", "#813c93", "#713480", 95},
	{"bone", "#82745b", "#d5cec1", "#635845", "#564c3c", 0},
}

var (
	brass  = tint{"brass", "#966f15", "#dcae45", "#725410", "#63490e", 33}
	dust   = tint{"dust", "#7c756a", "#a8a198", "#5e5850", "#6b6459", 0}
	fence  = tint{"fence", "#7c756a", "#6f665a", "#a49b8d", "#b6a988", 0}
	grass  = tint{"grass", "#338633", "#62b562", "#276627", "#225822", 32}
	ember  = tint{"ember", "#ae630e", "#f1a13c", "#844b0b", "#734209", 33}
	blood  = tint{"blood", "#e02e28", "#f0827e", "#ae1e19", "#981a16", 31}
	lamp   = tint{"lamp", "", "#3b3025", "#efe3c9", "", 0}
	shade  = tint{"shade", "#8a5a20", "#9a6a24", "#7a4a12", "", 0}
	cream  = "#f3e9d2"
	linen  = "#cfc4ab"
	soot   = "#2a211a"
	saddle = "#6b3f22"
	thread = "#e0b77a"
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
		s.Sign = b.ground(shade.on(l.Ground)).With(b.ink("#fff6e0", 0)).With(b.attr(bold))
		s.Paper = b.ground(cream).With(b.ink(soot, 0))
		s.Worn = b.ground(linen).With(b.ink("#5f564a", 0))
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
	}
	return s
}

// Tints are colours as #rrggbb for a renderer that mixes its own, such as the rule book's.
type Tints struct{ Brass, Dust, Fence, Ember string }

// Tints are the style's colours; ok is false where there are none.
func (s *Style) Tints() (t Tints, ok bool) {
	g := s.Ground
	return Tints{brass.on(g), dust.on(g), fence.on(g), ember.on(g)}, s.Profile > colorprofile.ASCII
}
