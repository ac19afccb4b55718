package wyattearp

import (
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
	"saloon/engine/position"
)

// Notation writes moves and positions as section 6 of the rules page says.
type Notation struct{}

var _ engine.Notation[State, Move, View] = Notation{}

// deal is what Nature's act is called; no record has it, since the table plays it unasked.
const dealWords = "deal"

// plainWords are the moves without anything chosen in them.
var plainWords = [uses]string{
	DrawSupply:     "draw supply",
	DrawDiscard:    "draw discard",
	EndHand:        "end hand",
	PlayStagecoach: "stagecoach",
	PlayBank:       "bank",
	PlayGun:        "fastest-gun",
	ShootMost:      "most-wanted shoot",
	PlayHideout:    "hideout",
	EarpDraw:       "wyatt-earp draw",
	EarpShoot:      "wyatt-earp shoot",
	Reply:          "react",
	Pass:           "pass",
}

// The beginnings of the other moves.
const (
	wordMeld    = "meld "
	wordPhoto   = "photo "
	wordAsk     = "most-wanted ask "
	wordLeft    = " left"
	wordRight   = " right"
	wordTake    = "wyatt-earp take "
	wordDiscard = "discard "
	wordOn      = "on "
	wordSteal   = "steal "
	wordOff     = "off "
)

// Words gives an act without its seat: "meld 4 Jesse James".
func (Notation) Words(a engine.Act[Move], names engine.Names) string {
	if a.Seat == engine.Nature {
		return dealWords
	}
	switch m := a.Move; m.Use {
	case Meld:
		return wordMeld + strconv.Itoa(int(m.N)) + " " + m.Outlaw.String()
	case PlayPhoto:
		return wordPhoto + m.Outlaw.String()
	case Ask:
		if m.Left {
			return wordAsk + m.Outlaw.String() + wordLeft
		}
		return wordAsk + m.Outlaw.String() + wordRight
	case EarpTake:
		return wordTake + m.Card.String()
	case Discard:
		return wordDiscard + m.Card.String()
	case On:
		return wordOn + m.Outlaw.String()
	case Cover:
		return wordOn + names.Of(m.Seat) + " " + m.Outlaw.String()
	case Steal:
		return wordSteal + names.Of(m.Seat) + " " + m.Outlaw.String()
	case Off:
		return wordOff + m.Outlaw.String()
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
		if words != dealWords {
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
	if rest, ok := strings.CutPrefix(words, wordMeld); ok {
		return parseMeld(rest)
	}
	if rest, ok := strings.CutPrefix(words, wordAsk); ok {
		return parseAsk(rest)
	}
	for _, p := range [...]struct {
		word string
		use  Use
	}{{wordPhoto, PlayPhoto}, {wordOff, Off}, {wordOn, On}} {
		if rest, ok := strings.CutPrefix(words, p.word); ok {
			if o, named := OutlawNamed(rest); named {
				return Move{Use: p.use, Outlaw: o}, true
			}
		}
	}
	for _, p := range [...]struct {
		word string
		use  Use
	}{{wordOn, Cover}, {wordSteal, Steal}} {
		if rest, ok := strings.CutPrefix(words, p.word); ok {
			return parsePile(p.use, rest, names)
		}
	}
	for _, p := range [...]struct {
		word string
		use  Use
	}{{wordTake, EarpTake}, {wordDiscard, Discard}} {
		if rest, ok := strings.CutPrefix(words, p.word); ok {
			c, named := CardNamed(rest)
			return Move{Use: p.use, Card: c}, named
		}
	}
	return Move{}, false
}

func parseMeld(rest string) (Move, bool) {
	number, name, _ := strings.Cut(rest, " ")
	n, err := strconv.ParseUint(number, 10, 8)
	o, ok := OutlawNamed(name)
	if err != nil || !ok || n == 0 || strconv.FormatUint(n, 10) != number {
		return Move{}, false
	}
	return Move{Use: Meld, Outlaw: o, N: uint8(n)}, true
}

func parseAsk(rest string) (Move, bool) {
	name, left := strings.CutSuffix(rest, wordLeft)
	name, right := strings.CutSuffix(name, wordRight)
	o, ok := OutlawNamed(name)
	if !ok || left == right {
		return Move{}, false
	}
	return Move{Use: Ask, Outlaw: o, Left: left}, true
}

func parsePile(u Use, rest string, names engine.Names) (Move, bool) {
	owner, name, _ := strings.Cut(rest, " ")
	seat := names.Seat(owner)
	o, ok := OutlawNamed(name)
	if !ok || seat < 0 {
		return Move{}, false
	}
	return Move{Use: u, Seat: seat, Outlaw: o}, true
}

// Bounds is empty: Legal lists every move.
func (Notation) Bounds(State, engine.Seat) string { return "" }

// The keys of a position.
const (
	keyHand       = "hand"
	keyDealer     = "dealer"
	keyTurn       = "turn"
	keyPhase      = "phase"
	keySheriff    = "sheriff"
	keyPlayed     = "sheriff_played"
	keyMayPlay    = "may_play"
	keySupply     = "supply"
	keyDiscard    = "discard"
	keyReshuffled = "reshuffled"
	keyOpened     = "opened"
	keyPosters    = "posters"
	keyCash       = "cash"
	keyHands      = "hands"
	keyTables     = "territories"

	// keyVictim says which pile a reaction is about, where more than one lies under a Hideout.
	keyVictim = "victim"

	// What a viewer sees instead of cards that he does not see.
	keyHandSizes   = "hand_sizes"
	keySupplySize  = "supply_size"
	keyDiscardSize = "discard_size"

	// The keys of a pile.
	keyOutlaws  = "outlaws"
	keyPhoto    = "photo"
	keySheriffs = "sheriffs"
	keyHideout  = "hideout"
)

// Whole is the open position.
func (Notation) Whole(s State, names engine.Names) engine.Position {
	v := Rules{}.View(s, engine.Public)
	p := v.common(names)
	p[keySupply] = position.Texts(s.stacks.supplyCards())
	p[keyDiscard] = position.Texts(s.stacks.discardCards())
	hands := map[string]any{}
	for seat := range engine.Seat(s.seats) {
		hands[names.Of(seat)] = position.Texts(s.hands[seat].Cards())
	}
	p[keyHands] = hands
	if s.mayPlay != NoCard {
		p[keyMayPlay] = s.mayPlay.String()
	}
	return p
}

// Sighted is the position as a viewer sees it: his own hand alone, and numbers for what lies face down.
func (Notation) Sighted(v View, names engine.Names) engine.Position {
	p := v.common(names)
	p[keySupplySize], p[keyDiscardSize] = v.Supply, v.Discards
	p[keyDiscard] = []any{}
	if v.Top != NoCard {
		p[keyDiscard] = position.Texts([]Card{v.Top})
	}
	hands, sizes := map[string]any{}, map[string]any{}
	for seat := range engine.Seat(v.Seats) {
		sizes[names.Of(seat)] = v.Hands[seat]
		if seat == v.Viewer {
			hands[names.Of(seat)] = position.Texts(v.Hand.Cards())
		}
	}
	p[keyHands], p[keyHandSizes] = hands, sizes
	if v.MayPlay != NoCard {
		p[keyMayPlay] = v.MayPlay.String()
	}
	return p
}

// common is what everybody sees of a position.
func (v *View) common(names engine.Names) engine.Position {
	p := engine.Position{
		keyHand: v.Round, keyDealer: names.Of(v.Dealer), keyTurn: names.Of(v.Turn), keyPhase: v.Phase.String(),
		keyPlayed: v.SheriffPlayed, keyReshuffled: v.Shuffled,
	}
	switch v.Phase {
	case Target:
		p[keySheriff] = v.Limbo.String()
	case React: // the Hideout lies on the pile already; the key only says what the question is about
		p[keySheriff] = Hideout.String()
		if len(v.hiddenPiles()) > 1 {
			p[keyVictim] = names.Of(v.Victim) + " " + v.Hidden.String()
		}
	default: // no card is being resolved
	}
	opened := []any{}
	posters, cash, tables := map[string]any{}, map[string]any{}, map[string]any{}
	for o := range Outlaw(Outlaws) {
		if v.Opened[o] {
			opened = append(opened, o.String())
		}
		posters[o.String()] = v.Posters[o]
	}
	for seat := range engine.Seat(v.Seats) {
		cash[names.Of(seat)] = v.Cash[seat]
		piles := map[string]any{}
		for o, pile := range v.Piles[seat] {
			if pile != (Pile{}) {
				piles[Outlaw(o).String()] = map[string]any{
					keyOutlaws: int(pile.Outlaws), keyPhoto: pile.Photo, keySheriffs: position.Texts(pile.Sheriffs()),
					keyHideout: pile.Hideout,
				}
			}
		}
		tables[names.Of(seat)] = piles
	}
	p[keyOpened], p[keyPosters], p[keyCash], p[keyTables] = opened, posters, cash, tables
	return p
}

// hidden is a pile under a Hideout.
type hiddenPile struct {
	seat   engine.Seat
	outlaw Outlaw
}

// hiddenPiles are the opponents' piles under a Hideout, the turn player's left first.
func (v *View) hiddenPiles() []hiddenPile {
	var found []hiddenPile
	for seat := v.Turn.Next(v.Seats); seat != v.Turn; seat = seat.Next(v.Seats) {
		for o, p := range v.Piles[seat] {
			if p.Hideout {
				found = append(found, hiddenPile{seat, Outlaw(o)})
			}
		}
	}
	return found
}
