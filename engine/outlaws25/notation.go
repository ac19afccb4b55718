package outlaws25

import (
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
)

// Notation writes moves and positions as section 9 of the rules page says.
type Notation struct{}

var (
	_ engine.Notation[State, Move, View] = Notation{}
	_ engine.Discreet[Move]              = Notation{}
)

// chanceWords is what Nature's act is called; no record has it, since the table plays it unasked.
const chanceWords = "chance"

// plainWords are the moves without anything chosen in them.
var plainWords = [uses]string{
	Ready: "ready", Check: "check", Call: "call", Fold: "fold", Bribe: "bribe", Fight: "fight", Cower: "cower",
	Pass: "pass",
}

// The first words of the others.
const (
	wordArrange = "arrange"
	wordBet     = "bet"
	wordRaise   = "raise"
	wordSleeve  = "sleeve"
	wordPlay    = "play"
	wordOn      = "on"
	wordBuy     = "buy"
	wordHold    = "hold"
	wordUp      = "up"
	wordWith    = "with"
	wordShare   = "share"
)

// sheriffWord is what the sheriff is called beside names of seats: should a seat have that very name, the table's.
func sheriffWord(names engine.Names) string {
	if names.Seat("sheriff") >= 0 {
		return engine.TableName
	}
	return "sheriff"
}

// Words gives an act without its seat: "hold up B L with M".
func (Notation) Words(a engine.Act[Move], names engine.Names) string {
	if a.Seat == engine.Nature {
		return chanceWords
	}
	m := a.Move
	switch m.Use {
	case Order:
		return fmt.Sprintf("%s %d %d %d", wordArrange, m.N[Right], m.N[Middle], m.N[Left])
	case Share:
		return fmt.Sprintf("%s %d %d %d", wordShare, m.N[Right], m.N[Middle], m.N[Left])
	case Bet:
		return fmt.Sprintf("%s %d", wordBet, m.N[0])
	case Raise:
		return fmt.Sprintf("%s %d", wordRaise, m.N[0])
	case Sleeve:
		return fmt.Sprintf("%s %v", wordSleeve, m.Card)
	case Play:
		return fmt.Sprintf("%s %v", wordPlay, m.Place)
	case PlayOn:
		on := names.Of(m.Seat)
		if m.Seat == engine.Nature {
			on = sheriffWord(names)
		}
		return fmt.Sprintf("%s %v %s %s", wordPlay, m.Place, wordOn, on)
	case Buy:
		return fmt.Sprintf("%s %v", wordBuy, m.Place)
	case HoldUp:
		return fmt.Sprintf("%s %s %s %v %s %v", wordHold, wordUp, names.Of(m.Seat), m.Other, wordWith, m.Place)
	default:
		if m.Use < uses && plainWords[m.Use] != "" {
			return plainWords[m.Use]
		}
		return "nothing"
	}
}

// Parse reads what Words wrote, for a seat. It fails with ErrWords.
func (Notation) Parse(words string, seat engine.Seat, names engine.Names) (engine.Act[Move], error) {
	act := engine.Act[Move]{Seat: seat}
	if seat == engine.Nature {
		if words != chanceWords {
			return act, fmt.Errorf("%w: %q", engine.ErrWords, words)
		}
		return act, nil
	}
	m, ok := parseMove(words, names)
	if !ok {
		return act, fmt.Errorf("%w: %q", engine.ErrWords, words)
	}
	act.Move = m
	return act, nil
}

func parseMove(words string, names engine.Names) (Move, bool) {
	for u, w := range plainWords {
		if w != "" && w == words {
			return Move{Use: Use(u)}, true
		}
	}
	part := strings.Split(words, " ")
	switch n := len(part); {
	case part[0] == wordBet && n == 2:
		return parseSums(Bet, part[1:])
	case part[0] == wordRaise && n == 2:
		return parseSums(Raise, part[1:])
	case part[0] == wordArrange && n == 1+Row:
		return parseSums(Order, part[1:])
	case part[0] == wordShare && n == 1+Row:
		return parseSums(Share, part[1:])
	case part[0] == wordSleeve && n == 2:
		c, ok := CardNamed(part[1])
		return Move{Use: Sleeve, Card: c}, ok
	case part[0] == wordBuy && n == 2:
		p, ok := placeNamed(part[1])
		return Move{Use: Buy, Place: p}, ok
	case part[0] == wordPlay && n == 2:
		p, ok := placeNamed(part[1])
		return Move{Use: Play, Place: p}, ok
	case part[0] == wordPlay && n == 4 && part[2] == wordOn:
		p, ok := placeNamed(part[1])
		on := names.Seat(part[3])
		if part[3] == sheriffWord(names) {
			on = engine.Nature
		}
		return Move{Use: PlayOn, Place: p, Seat: on}, ok && on != engine.Nobody
	case part[0] == wordHold && n == 6 && part[1] == wordUp && part[4] == wordWith:
		target := names.Seat(part[2])
		at, ok := placeNamed(part[3])
		with, own := placeNamed(part[5])
		return Move{Use: HoldUp, Place: with, Seat: target, Other: at}, ok && own && target >= 0
	}
	return Move{}, false
}

// parseSums reads amounts as they are written: no signs, no zeros in front.
func parseSums(u Use, words []string) (Move, bool) {
	m := Move{Use: u}
	for i, w := range words {
		n, err := strconv.ParseInt(w, 10, 16)
		if err != nil || n < 0 || strconv.FormatInt(n, 10) != w {
			return Move{}, false
		}
		m.N[i] = int16(n)
	}
	return m, true
}

// Overt leaves out which card was changed, how a row was arranged and how money was shared: of the first two others
// never learn, and of a share only when all are laid out.
func (n Notation) Overt(a engine.Act[Move], names engine.Names) (string, bool) {
	if a.Seat == engine.Nature {
		return n.Words(a, names), true
	}
	switch a.Move.Use {
	case Order:
		return "", false
	case Sleeve:
		return wordSleeve, true
	case Share:
		return wordShare, true
	default:
		return n.Words(a, names), true
	}
}

// Bounds says what amounts and shares a seat may choose, where Legal lists only some; "" where it lists everything.
func (Notation) Bounds(s State, seat engine.Seat) string {
	if seat < 0 || seat >= engine.Seat(s.seats) || !s.asked().Has(seat) {
		return ""
	}
	switch s.phase {
	case Betting:
		least, most := s.bets.betRange(seat, int(s.marked(seat).money))
		word := "bet"
		if s.bets.owes(seat) > 0 {
			word = "raise to"
		}
		if least == most {
			return ""
		}
		return fmt.Sprintf("%s any multiple of %d from %d to %d", word, chip, least*chip, most*chip)
	case Sharing:
		return fmt.Sprintf("share R M L: multiples of %d that add up to %d, at least %d on %v, 0 on a gap", chip,
			s.gang(seat).money()*chip, needMoney*chip, s.marks[seat])
	default:
		return ""
	}
}
