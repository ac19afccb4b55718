package wyattearp

import (
	"fmt"
	"strings"

	"saloon/engine"
	"saloon/engine/position"
)

// Canon brings a position or a part of one into the form in which Whole writes it: numbers are ints, and lists whose
// order means nothing are sorted. What is absent stays absent. It fails with ErrPosition on unknown keys and values.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	return position.Canon(p, func(key string, v any) (any, error) { return canonKey(key, v, names) })
}

func canonKey(key string, v any, names engine.Names) (any, error) {
	seat := position.SeatKey(names)
	switch key {
	case keyHand:
		return position.Count(roundsMax)(v)
	case keySupplySize, keyDiscardSize:
		return position.Count(DeckSize)(v)
	case keyDealer, keyTurn:
		return position.Seat(names)(v)
	case keyPhase:
		return position.OneOf(phaseNames[:]...)(v)
	case keySheriff, keyMayPlay:
		return canonSheriff(v)
	case keyPlayed, keyReshuffled:
		return position.YesNo(v)
	case keySupply, keyDiscard:
		return position.Cards[Card](DeckSize)(v)
	case keyVictim:
		_, _, err := pileNamed(v, names)
		return v, err
	case keyOpened:
		return position.Set[Outlaw](Outlaws)(v)
	case keyPosters:
		return position.Table(position.Key[Outlaw], canonMoney)(v)
	case keyCash:
		return position.Table(seat, canonMoney)(v)
	case keyHandSizes:
		return position.Table(seat, position.Count(DeckSize))(v)
	case keyHands:
		return position.Table(seat, position.Heap[Card](DeckSize))(v)
	case keyTables:
		return position.Table(seat, position.Table(position.Key[Outlaw], position.Fields("pile", canonPile)))(v)
	default:
		return nil, position.ErrKey
	}
}

// canonMoney reads dollars.
func canonMoney(v any) (any, error) { return position.Amount(1000, moneyMax*1000)(v) }

// canonSheriff reads a Sheriff card, or "" for none.
func canonSheriff(v any) (any, error) {
	name, ok := v.(string)
	if c, known := CardNamed(name); !ok || name != "" && (!known || !c.Sheriff()) {
		return nil, fmt.Errorf("%v is no Sheriff card", v)
	}
	return name, nil
}

func canonPile(key string, v any) (any, error) {
	switch key {
	case keyOutlaws:
		return position.Count(BelleStarr.Card().Count())(v)
	case keyPhoto, keyHideout:
		return position.YesNo(v)
	case keySheriffs:
		return canonSheriffs(v)
	default:
		return nil, position.ErrKey
	}
}

func canonSheriffs(v any) (any, error) {
	cards, err := position.Names[Card](v, DeckSize)
	if err != nil {
		return nil, err
	}
	for _, c := range cards {
		if !c.Numbered() {
			return nil, fmt.Errorf("a %v does not lie on a pile like this", c)
		}
	}
	return position.Heap[Card](DeckSize)(v)
}

// pileNamed reads "Curt Belle Starr".
func pileNamed(v any, names engine.Names) (engine.Seat, Outlaw, error) {
	text, _ := v.(string)
	owner, name, _ := strings.Cut(text, " ")
	seat := names.Seat(owner)
	o, ok := OutlawNamed(name)
	if seat < 0 || !ok {
		return 0, 0, fmt.Errorf("%v is no player's outlaw", v)
	}
	return seat, o, nil
}
