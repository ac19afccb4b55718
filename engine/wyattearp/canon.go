package wyattearp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"saloon/engine"
)

// Canon brings a position or a part of one into the form in which Whole writes it: numbers are ints, and lists whose
// order means nothing are sorted. What is absent stays absent. It fails with ErrPosition on unknown keys and values.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	out := make(engine.Position, len(p))
	for _, key := range sortedKeys(p) {
		v, err := canonKey(key, p[key], names)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", engine.ErrPosition, key, err)
		}
		out[key] = v
	}
	return out, nil
}

func canonKey(key string, v any, names engine.Names) (any, error) {
	switch key {
	case keyHand:
		return count(v, roundsMax)
	case keySupplySize, keyDiscardSize:
		return count(v, DeckSize)
	case keyDealer, keyTurn:
		return canonSeat(v, names)
	case keyPhase:
		return canonPhase(v)
	case keySheriff, keyMayPlay:
		return canonSheriff(v)
	case keyPlayed, keyReshuffled:
		return yesNo(v)
	case keySupply, keyDiscard:
		cards, err := cardList(v)
		return list(cards), err
	case keyVictim:
		_, _, err := pileNamed(v, names)
		return v, err
	case keyOpened:
		return canonOpened(v)
	case keyPosters:
		return table(v, outlawKey, dollars)
	case keyCash:
		return table(v, seatKey(names), dollars)
	case keyHandSizes:
		return table(v, seatKey(names), func(v any) (any, error) { return count(v, DeckSize) })
	case keyHands:
		return table(v, seatKey(names), canonHand)
	case keyTables:
		return table(v, seatKey(names), func(v any) (any, error) { return table(v, outlawKey, canonPile) })
	default:
		return nil, errors.New("unknown key")
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m { // order: sorted below
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// count reads a whole number from 0 to a bound, however it was decoded.
func count(v any, most int) (any, error) {
	n, ok := number64(v)
	if !ok || n < 0 || n > int64(most) {
		return nil, fmt.Errorf("%v is no whole number from 0 to %d", v, most)
	}
	return int(n), nil
}

func number64(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	case float64:
		if v != math.Trunc(v) || math.Abs(v) >= 1<<53 {
			return 0, false
		}
		return int64(v), true
	case json.Number:
		n, err := v.Int64()
		return n, err == nil
	default:
		return 0, false
	}
}

func dollars(v any) (any, error) {
	n, ok := number64(v)
	if !ok || n < 0 || n > moneyMax*1000 || n%1000 != 0 {
		return nil, fmt.Errorf("%v is no amount: whole thousands from 0 to %d", v, moneyMax*1000)
	}
	return int(n), nil
}

func yesNo(v any) (any, error) {
	if _, ok := v.(bool); !ok {
		return nil, fmt.Errorf("%v is neither true nor false", v)
	}
	return v, nil
}

func canonSeat(v any, names engine.Names) (any, error) {
	name, ok := v.(string)
	if !ok || names.Seat(name) < 0 {
		return nil, fmt.Errorf("nobody here is called %v", v)
	}
	return name, nil
}

func canonPhase(v any) (any, error) {
	name, ok := v.(string)
	if !ok || !slices.Contains(phaseNames[:], name) {
		return nil, fmt.Errorf("%v is no phase: draw, play, target, react or over", v)
	}
	return name, nil
}

// canonSheriff reads a Sheriff card, or "" for none.
func canonSheriff(v any) (any, error) {
	name, ok := v.(string)
	if c, known := CardNamed(name); !ok || name != "" && (!known || !c.Sheriff()) {
		return nil, fmt.Errorf("%v is no Sheriff card", v)
	}
	return name, nil
}

// texts reads a list of texts.
func texts(v any) ([]string, error) {
	switch v := v.(type) {
	case []string:
		return v, nil
	case []any:
		out := make([]string, len(v))
		for i, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, fmt.Errorf("%v is no name", item)
			}
			out[i] = s
		}
		return out, nil
	default:
		return nil, fmt.Errorf("%v is no list", v)
	}
}

func cardList(v any) ([]Card, error) {
	words, err := texts(v)
	if err != nil {
		return nil, err
	}
	if len(words) > DeckSize {
		return nil, fmt.Errorf("%d cards are more than the deck has", len(words))
	}
	cards := make([]Card, len(words))
	for i, w := range words {
		c, ok := CardNamed(w)
		if !ok {
			return nil, fmt.Errorf("%q is no card", w)
		}
		cards[i] = c
	}
	return cards, nil
}

func canonHand(v any) (any, error) {
	cards, err := cardList(v)
	slices.Sort(cards)
	return list(cards), err
}

func canonOpened(v any) (any, error) {
	words, err := texts(v)
	if err != nil {
		return nil, err
	}
	var opened [Outlaws]bool
	for _, w := range words {
		o, ok := OutlawNamed(w)
		if !ok {
			return nil, fmt.Errorf("%q is no outlaw", w)
		}
		if opened[o] {
			return nil, fmt.Errorf("%v stands there twice", o)
		}
		opened[o] = true
	}
	out := []any{}
	for o, yes := range opened {
		if yes {
			out = append(out, Outlaw(o).String())
		}
	}
	return out, nil
}

func outlawKey(key string) error {
	if _, ok := OutlawNamed(key); !ok {
		return fmt.Errorf("%q is no outlaw", key)
	}
	return nil
}

func seatKey(names engine.Names) func(string) error {
	return func(key string) error {
		if names.Seat(key) < 0 {
			return fmt.Errorf("nobody here is called %q", key)
		}
		return nil
	}
}

// table reads a table whose keys and values pass.
func table(v any, key func(string) error, value func(any) (any, error)) (any, error) {
	t, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%v is no table", v)
	}
	out := make(map[string]any, len(t))
	for _, k := range sortedKeys(t) {
		if err := key(k); err != nil {
			return nil, err
		}
		var err error
		if out[k], err = value(t[k]); err != nil {
			return nil, fmt.Errorf("%s: %w", k, err)
		}
	}
	return out, nil
}

func canonPile(v any) (any, error) {
	t, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%v is no pile", v)
	}
	out := make(map[string]any, len(t))
	for _, key := range sortedKeys(t) {
		var err error
		switch key {
		case keyOutlaws:
			out[key], err = count(t[key], BelleStarr.Card().Count())
		case keyPhoto, keyHideout:
			out[key], err = yesNo(t[key])
		case keySheriffs:
			out[key], err = canonSheriffs(t[key])
		default:
			err = errors.New("unknown key")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return out, nil
}

func canonSheriffs(v any) (any, error) {
	cards, err := cardList(v)
	if err != nil {
		return nil, err
	}
	for _, c := range cards {
		if !c.Numbered() {
			return nil, fmt.Errorf("a %v does not lie on a pile like this", c)
		}
	}
	slices.Sort(cards)
	return list(cards), nil
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
