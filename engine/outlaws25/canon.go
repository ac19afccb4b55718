package outlaws25

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"saloon/engine"
)

// Canon brings a position or a part of one into the form in which Whole writes it: numbers are ints, cards have their
// names, and lists whose order means nothing are sorted. What is absent stays absent. It fails with ErrPosition on
// unknown keys and values.
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
	seat := func(key string) error { return knownSeat(key, names) }
	switch key {
	case keyRound:
		return count(v, roundsMax)
	case keyPhase:
		return oneOf(v, phaseNames[:])
	case keyDealer:
		return oneOf(v, names)
	case keyTurn, keyFolded, keyActed:
		return seatList(v, names, true)
	case keyEliminated, keyToAct:
		return seatList(v, names, false)
	case keyGangs:
		return table(v, seat, func(v any) (any, error) { return table(v, knownPlace, canonOutlaw) })
	case keyMarkers:
		return table(v, seat, func(v any) (any, error) { return oneOf(v, []string{"R", "M", "L"}) })
	case keyHole:
		return table(v, seat, canonHole)
	case keyFlop:
		return canonName[Card](v)
	case keyStub:
		return nameList[Card](v, PokerCards)
	case keyContributed, keyStaked:
		return table(v, seat, amount)
	case keyPot, keyBank, keyFull, keyLeast:
		return amount(v)
	case keySheriffs:
		return counts(v, sheriffCards, 2, speedMax)
	case keyRewards:
		return nameList[Reward](v, rewardCards)
	case keyWantedDeck:
		return nameList[Rank](v, wantedCards)
	case keyDuel:
		return canonDuel(v, names)
	case keyDice:
		return counts(v, diceMax, 1, 6)
	case keyRaises, keyPasses:
		return count(v, 255)
	case keySealed:
		return table(v, seat, canonShare)
	case keyArranged:
		return table(v, seat, func(v any) (any, error) { return count(v, arrangesMax) })
	case keyGone:
		return table(v, seat, func(v any) (any, error) { return counts(v, Row, 1, speedMax) })
	case keyStubSize, keySheriffsSize, keyRewardsSize, keyWantedSize:
		return count(v, rewardCards)
	default:
		return nil, errors.New("there is no such key")
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

// whole reads a whole number, however it was decoded.
func whole(v any) (int, error) {
	switch v := v.(type) {
	case int:
		return v, nil
	case int64:
		if v == int64(int32(v)) {
			return int(v), nil
		}
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<31 {
			return int(v), nil
		}
	case json.Number:
		if n, err := v.Int64(); err == nil && n == int64(int32(n)) {
			return int(n), nil
		}
	}
	return 0, fmt.Errorf("%v is no whole number", v)
}

func count(v any, most int) (any, error) {
	n, err := whole(v)
	if err != nil || n < 0 || n > most {
		return nil, fmt.Errorf("%v is no whole number from 0 to %d", v, most)
	}
	return n, nil
}

// amount reads dollars.
func amount(v any) (any, error) {
	n, err := whole(v)
	if err != nil || n < 0 || n > moneyMax*chip || n%chip != 0 {
		return nil, fmt.Errorf("%v is no amount: a multiple of %d from 0 to %d", v, chip, moneyMax*chip)
	}
	return n, nil
}

// items reads a list of at most so many values.
func items(v any, most int) ([]any, error) {
	var list []any
	switch v := v.(type) {
	case []any:
		list = v
	case []string:
		list = anys(v)
	case []int:
		list = anys(v)
	default:
		return nil, fmt.Errorf("%v is no list", v)
	}
	if len(list) > most {
		return nil, fmt.Errorf("%d are too many, at most %d can be", len(list), most)
	}
	return list, nil
}

// counts reads a list of whole numbers within bounds.
func counts(v any, length, least, most int) (any, error) {
	list, err := items(v, length)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(list))
	for i, item := range list {
		n, err := whole(item)
		if err != nil || n < least || n > most {
			return nil, fmt.Errorf("%v is no whole number from %d to %d", item, least, most)
		}
		out[i] = n
	}
	return out, nil
}

func oneOf(v any, known []string) (any, error) {
	s, ok := v.(string)
	if !ok || !slices.Contains(known, s) {
		return nil, fmt.Errorf("%v is none of %v", v, known)
	}
	return s, nil
}

func knownSeat(key string, names engine.Names) error {
	if names.Seat(key) < 0 {
		return fmt.Errorf("nobody here is called %q", key)
	}
	return nil
}

func knownPlace(key string) error {
	if _, ok := placeNamed(key); !ok {
		return fmt.Errorf("%q is no place: R, M or L", key)
	}
	return nil
}

// seatList reads names of seats, each once.
func seatList(v any, names engine.Names, sorted bool) (any, error) {
	list, err := items(v, len(names))
	if err != nil {
		return nil, err
	}
	var found []engine.Seat
	for _, item := range list {
		name, _ := item.(string)
		seat := names.Seat(name)
		if seat < 0 {
			return nil, fmt.Errorf("nobody here is called %v", item)
		}
		if slices.Contains(found, seat) {
			return nil, fmt.Errorf("%s stands there twice", name)
		}
		found = append(found, seat)
	}
	if sorted {
		slices.Sort(found)
	}
	return seats(found, names), nil
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

// named is a card that is read by its name.
type named interface {
	~uint8
	String() string
}

func readName[T named](v any) (T, error) {
	name, ok := v.(string)
	var card T
	if !ok || name == "" {
		return card, fmt.Errorf("%v is no name", v)
	}
	text, _ := any(&card).(interface{ UnmarshalText([]byte) error })
	return card, text.UnmarshalText([]byte(name))
}

func canonName[T named](v any) (any, error) {
	card, err := readName[T](v)
	return card.String(), err
}

func nameList[T named](v any, most int) (any, error) {
	cards, err := readNames[T](v, most)
	return texts(cards), err
}

func readNames[T named](v any, most int) ([]T, error) {
	list, err := items(v, most)
	if err != nil {
		return nil, err
	}
	cards := make([]T, len(list))
	for i, item := range list {
		if cards[i], err = readName[T](item); err != nil {
			return nil, err
		}
	}
	return cards, nil
}

func canonHole(v any) (any, error) {
	cards, err := nameList[Card](v, 2)
	if list, _ := cards.([]any); err == nil && len(list) != 2 {
		return nil, errors.New("a player has two hole cards")
	}
	return cards, err
}

func canonShare(v any) (any, error) {
	list, err := items(v, Row)
	if err != nil || len(list) != Row {
		return nil, fmt.Errorf("%v are not the dollars for R, M and L", v)
	}
	out := make([]any, Row)
	for i, item := range list {
		if out[i], err = amount(item); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func canonOutlaw(v any) (any, error) {
	t, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%v is no outlaw", v)
	}
	out := make(map[string]any, len(t))
	for _, key := range sortedKeys(t) {
		var err error
		switch key {
		case keySpeed:
			if n, bad := whole(t[key]); bad != nil || n < 1 || n > speedMax {
				err = fmt.Errorf("%v is no speed from 1 to %d", t[key], speedMax)
			} else {
				out[key] = n
			}
		case keyUp, keyRewarded:
			if _, ok := t[key].(bool); !ok {
				err = fmt.Errorf("%v is neither true nor false", t[key])
			}
			out[key] = t[key]
		case keyMoney:
			out[key], err = amount(t[key])
		case keyWanted:
			var labels []Rank
			labels, err = readNames[Rank](t[key], wantedCards)
			slices.Sort(labels)
			out[key] = texts(labels)
		case keyReward:
			if t[key] == "" {
				continue // none, as if it were absent
			}
			out[key], err = canonName[Reward](t[key])
		default:
			err = errors.New("an outlaw has no such key")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return out, nil
}

// canonDuel also writes an outlaw that faces a sheriff as the attacker, on whichever side it was put.
func canonDuel(v any, names engine.Names) (any, error) {
	t, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%v is no duel", v)
	}
	out := make(map[string]any, len(t))
	for _, key := range sortedKeys(t) {
		var err error
		switch key {
		case keyAttacker, keyDefender:
			var p Spot
			p, err = readSpot(t[key], names)
			out[key] = spotWords(p, names)
		case keySheriff:
			out[key], err = count(t[key], speedMax)
		case keyModifiers:
			out[key], err = canonModifiers(t[key], names)
		case keyRolls:
			out[key], err = canonRolls(t[key])
		default:
			err = errors.New("a duel has no such key")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	if _, both := out[keyAttacker]; out[keySheriff] != nil && !both && out[keyDefender] != nil {
		out[keyAttacker] = out[keyDefender]
		delete(out, keyDefender)
	}
	return out, nil
}

// readSpot reads ["B", "L"].
func readSpot(v any, names engine.Names) (Spot, error) {
	list, err := items(v, 2)
	if err != nil || len(list) != 2 {
		return Spot{}, fmt.Errorf("%v is no seat with a place", v)
	}
	name, _ := list[0].(string)
	letter, _ := list[1].(string)
	seat := names.Seat(name)
	at, ok := placeNamed(letter)
	if seat < 0 || !ok {
		return Spot{}, fmt.Errorf("%v is no seat with a place", v)
	}
	return Spot{seat, at}, nil
}

func canonModifiers(v any, names engine.Names) (any, error) {
	t, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%v is no table", v)
	}
	out := map[string]any{}
	for _, key := range sortedKeys(t) {
		if key != sheriffWord(names) && names.Seat(key) < 0 {
			return nil, fmt.Errorf("nobody here is called %q", key)
		}
		n, err := whole(t[key])
		if err != nil || n < -100 || n > 100 {
			return nil, fmt.Errorf("%s: %v is no modifier", key, t[key])
		}
		if n != 0 {
			out[key] = n
		}
	}
	return out, nil
}

func canonRolls(v any) (any, error) {
	list, err := items(v, rollsKept)
	if err != nil {
		return nil, err
	}
	out := make([]any, len(list))
	for i, item := range list {
		roll, err := counts(item, 2, 1, 6)
		if dice, _ := roll.([]any); err != nil || len(dice) != 2 {
			return nil, fmt.Errorf("%v is no roll of two dice", item)
		}
		out[i] = roll
	}
	return out, nil
}
