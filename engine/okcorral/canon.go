package okcorral

import (
	"errors"
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/position"
)

// The keys of a position.
const (
	keyPhase      = "phase"
	keyRevealer   = "revealer"
	keyCharacters = "characters"
	keyPiles      = "piles"
	keyTaken      = "taken"
	keyCard       = "card"
	keyCentre     = "centre"
	keyGestures   = "gestures"
	keyTied       = "tied"
	keyRemoved    = "removed"

	keyPileSizes = "pile_sizes" // what a viewer sees instead of piles

	keyKey = "key" // of a gesture
	keyMs  = "ms"
)

// Canon brings a position or a part of one into the form in which Whole writes it: numbers are ints, and lists whose
// order means nothing are sorted. What is absent stays absent. It fails with ErrPosition on unknown keys and values.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	return position.Canon(p, func(key string, v any) (any, error) { return canonKey(key, v, names) })
}

func canonKey(key string, v any, names engine.Names) (any, error) {
	seat := position.SeatKey(names)
	switch key {
	case keyPhase:
		return position.OneOf(phaseNames[:]...)(v)
	case keyRevealer:
		return position.Seat(names)(v)
	case keyCharacters:
		return position.Table(seat, position.Named[Character])(v)
	case keyPiles:
		return position.Table(seat, position.Cards[Card](deckMax))(v)
	case keyTaken:
		return position.Table(seat, position.Heap[Card](deckMax))(v)
	case keyRemoved:
		return position.Heap[Card](deckMax)(v)
	case keyCard:
		return canonCard(v)
	case keyCentre:
		text, err := canonCard(v)
		if c, _ := CardNamed(fmt.Sprint(text)); err == nil && text != "" && c.Kind() != Duel {
			return nil, fmt.Errorf("%v is no Duel card", text)
		}
		return text, err
	case keyGestures:
		return position.Table(seat, canonStroke)(v)
	case keyTied:
		return position.SeatSet(names)(v)
	case keyPileSizes:
		return position.Table(seat, position.Count(deckMax))(v)
	default:
		return nil, position.ErrKey
	}
}

// canonCard reads a card, or "" for none.
func canonCard(v any) (any, error) {
	if v == "" {
		return v, nil
	}
	return position.Named[Card](v)
}

// canonStroke reads {key = "salute", ms = 540}.
func canonStroke(v any) (any, error) {
	out, err := position.Fields("gesture", func(key string, v any) (any, error) {
		switch key {
		case keyKey:
			return position.OneOf(gestureWords[Salute:]...)(v)
		case keyMs:
			return position.Number(-millis(afterMax), millis(afterMax))(v)
		default:
			return nil, position.ErrKey
		}
	})(v)
	if t, _ := out.(map[string]any); err == nil && len(t) != 2 {
		return nil, errors.New("a gesture has a key and its ms")
	}
	return out, err
}

// Whole is the open position.
func (Notation) Whole(s State, names engine.Names) engine.Position {
	v := Rules{}.View(s, engine.Public)
	p := v.common(names)
	piles, strokes := map[string]any{}, map[string]any{}
	for seat := range engine.Seat(s.seats) {
		piles[names.Of(seat)] = position.Texts(s.piles[seat].list())
		if s.strokes[seat].Gesture != NoGesture {
			strokes[names.Of(seat)] = s.strokes[seat].table()
		}
	}
	p[keyPiles] = piles
	if len(strokes) > 0 {
		p[keyGestures] = strokes
	}
	return p
}

// Sighted is the position as a viewer sees it: all but the piles, of which it sees how many cards there are, and the
// gestures of others in an open race.
func (Notation) Sighted(v View, names engine.Names) engine.Position {
	p := v.common(names)
	sizes := map[string]any{}
	for seat := range engine.Seat(v.Seats) {
		sizes[names.Of(seat)] = v.Piles[seat]
	}
	p[keyPileSizes] = sizes
	if v.Own.Gesture != NoGesture {
		p[keyGestures] = map[string]any{names.Of(v.Viewer): v.Own.table()}
	}
	return p
}

func (s Stroke) table() map[string]any {
	return map[string]any{keyKey: s.Gesture.String(), keyMs: millis(s.After)}
}

// common is what a position shows to everybody.
func (v *View) common(names engine.Names) engine.Position {
	characters, taken := map[string]any{}, map[string]any{}
	for seat := range engine.Seat(v.Seats) {
		if v.Characters[seat] != NoCharacter {
			characters[names.Of(seat)] = v.Characters[seat].String()
		}
		taken[names.Of(seat)] = heap(v.Taken[seat])
	}
	p := engine.Position{
		keyPhase: v.Phase.String(), keyRevealer: names.Of(v.Revealer), keyCharacters: characters, keyTaken: taken,
		keyRemoved: heap(v.Removed), keyCard: cardOrNone(v.Card), keyCentre: cardOrNone(v.Centre),
	}
	if v.Tied != 0 {
		p[keyTied] = position.Seated(v.Tied.List(), names)
	}
	return p
}

// heap writes cards whose order means nothing; v's lists are its own.
func heap(cards []Card) []any {
	slices.Sort(cards)
	return position.Texts(cards)
}

func cardOrNone(c Card) string {
	if c == NoCard {
		return ""
	}
	return c.String()
}
