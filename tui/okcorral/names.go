package okcorral

import (
	"fmt"
	"strings"
	"time"

	"saloon/engine"
	okc "saloon/engine/okcorral"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// gestures are the game's keys (rules 2.1): three for the left hand, two for the middle, three for the right one.
var gestures = []felt.Gesture{
	{Name: okc.Salute.String(), Does: "salute", Key: "s"},
	{Name: okc.Whisky.String(), Does: "lift the whisky", Key: "w"},
	{Name: okc.HitLoot.String(), Does: "hand on the loot", Key: "h"},
	{Name: okc.HitNugget.String(), Does: "hand on the nugget", Key: "g"},
	{Name: okc.Cover.String(), Does: "cover your own card", Key: "c"},
	{Name: okc.ShootLeft.String(), Does: "shoot to the left", Key: "j"},
	{Name: okc.ShootBoth.String(), Does: "shoot both ways", Key: "k"},
	{Name: okc.ShootRight.String(), Does: "shoot to the right", Key: "l"},
	{Name: okc.Turn.String(), Does: "turn your card", Key: "space"},
}

// words are the kinds of cards as they are shouted.
var words = map[okc.Kind]string{
	okc.Cavalry: "CAVALRY", okc.Saloon: "SALOON", okc.HoldUp: "HOLD-UP", okc.PokerLeft: "POKER LEFT",
	okc.PokerRight: "POKER RIGHT", okc.FoolsGold: "FOOL'S GOLD", okc.DoubleShoot: "DOUBLE SHOOT", okc.Nugget: "NUGGET",
	okc.Wanted: "WANTED", okc.Settling: "SETTLING A SCORE", okc.Duel: "DUEL",
}

// briefs are the kinds in at most nine cells.
var briefs = map[okc.Kind]string{
	okc.Cavalry: "Cavalry", okc.Saloon: "Saloon", okc.HoldUp: "Hold-up", okc.PokerLeft: "Poker L",
	okc.PokerRight: "Poker R", okc.FoolsGold: "Fool's G.", okc.DoubleShoot: "Dbl Shoot", okc.Nugget: "Nugget",
	okc.Wanted: "Wanted", okc.Settling: "Settling", okc.Duel: "Duel",
}

// tags are the kinds in two cells.
var tags = map[okc.Kind]string{
	okc.Cavalry: "Cv", okc.Saloon: "Sa", okc.HoldUp: "Ho", okc.PokerLeft: "Po", okc.PokerRight: "Po",
	okc.FoolsGold: "Fo", okc.DoubleShoot: "Ds", okc.Nugget: "Nu", okc.Wanted: "Wa", okc.Settling: "Se", okc.Duel: "Du",
}

// hues are the kinds' colours; both kinds of gold have one.
var hues = map[okc.Kind]int{
	okc.Cavalry: 4, okc.Saloon: 5, okc.HoldUp: 2, okc.PokerLeft: 3, okc.PokerRight: 3, okc.FoolsGold: 1, okc.Nugget: 1,
	okc.DoubleShoot: 6, okc.Wanted: 0, okc.Settling: 0, okc.Duel: 0,
}

// colorHues and colorLetters tell the players' colors; black has the one ink that is neither.
var (
	colorHues    = [okc.Colors]int{okc.Red: 0, okc.Blue: 4, okc.Green: 2, okc.Yellow: 1, okc.Black: -1, okc.White: 6}
	colorLetters = [okc.Colors]string{"R", "B", "G", "Y", "K", "W"}
)

func colorInk(c okc.Color, st *style.Style) style.Ink {
	if colorHues[c] < 0 {
		return st.Dim.With(st.Strong)
	}
	return st.Hue(colorHues[c])
}

// brief is a character in at most ten cells.
func brief(c okc.Character) string {
	if c == okc.TriggerAce {
		return "Trigg. Ace"
	}
	return c.String()
}

// key is the key of a gesture as it is drawn.
func (b *Board) key(g okc.Gesture) string {
	for _, k := range gestures {
		if k.Name == g.String() {
			return felt.KeyOf(k, b.own)
		}
	}
	return ""
}

// keysFor are the keys of any of some gestures: "j", "j/l".
func (b *Board) keysFor(set okc.GestureSet) string {
	list := set.List()
	names := make([]string, len(list))
	for i, g := range list {
		names[i] = b.key(g)
	}
	return strings.Join(names, "/")
}

// seatOf is whose color it is, or Nobody.
func (b *Board) seatOf(v *okc.View, c okc.Color) engine.Seat {
	for seat := range engine.Seat(v.Seats) {
		if v.Characters[seat] == c.Character() {
			return seat
		}
	}
	return engine.Nobody
}

// signed is a number of points with its sign.
func signed(n int) string { return fmt.Sprintf("%+d", n) }

func ms(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// join lists words as English does.
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// verb is the form that goes with a seat: "you take", "Anna takes".
func (b *Board) verb(s engine.Seat, you, other string) string {
	if s >= 0 && s == b.t.Me {
		return you
	}
	return other
}

// within is a name in the middle of a sentence.
func (b *Board) within(s engine.Seat) string {
	if s >= 0 && s == b.t.Me {
		return "you"
	}
	return b.t.Name(s)
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// spaced writes a word with a blank after each letter: it is read from further away.
func spaced(word string) string {
	var b strings.Builder
	for i, r := range word {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
