package outlaws25

import (
	"fmt"
	"maps"

	"saloon/engine"
	"saloon/engine/position"
)

// Canon brings a position or a part of one into the form in which Whole writes it: numbers are ints, cards have their
// names, and lists whose order means nothing are sorted. What is absent stays absent. It fails with ErrPosition on
// unknown keys and values.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	return position.Canon(p, func(key string, v any) (any, error) { return canonKey(key, v, names) })
}

func canonKey(key string, v any, names engine.Names) (any, error) {
	seat := position.SeatKey(names)
	switch key {
	case keyRound:
		return position.Count(roundsMax)(v)
	case keyPhase:
		return position.OneOf(phaseNames[:]...)(v)
	case keyDealer:
		return position.Seat(names)(v)
	case keyTurn, keyFolded, keyActed:
		return position.SeatSet(names)(v)
	case keyEliminated, keyToAct:
		return position.Seats(names)(v)
	case keyGangs:
		return position.Table(seat, position.Table(position.Key[Place], canonOutlaw))(v)
	case keyMarkers:
		return position.Table(seat, position.Named[Place])(v)
	case keyHole:
		return position.Table(seat, position.Exactly(position.Named[Card], 2, "a player's two hole cards"))(v)
	case keyFlop:
		return position.Named[Card](v)
	case keyStub:
		return position.Cards[Card](PokerCards)(v)
	case keyContributed, keyStaked:
		return position.Table(seat, amount)(v)
	case keyPot, keyBank, keyFull, keyLeast:
		return amount(v)
	case keySheriffs:
		return position.List(position.Number(2, speedMax), sheriffCards)(v)
	case keyRewards:
		return position.Cards[Reward](rewardCards)(v)
	case keyWantedDeck:
		return position.Cards[Rank](wantedCards)(v)
	case keyDuel:
		return canonDuel(v, names)
	case keyDice:
		return position.List(die, diceMax)(v)
	case keyRaises, keyPasses:
		return position.Count(255)(v)
	case keySealed:
		return position.Table(seat, position.Exactly(amount, Row, "the dollars for R, M and L"))(v)
	case keyArranged:
		return position.Table(seat, position.Count(arrangesMax))(v)
	case keyGone:
		return position.Table(seat, position.List(speed, Row))(v)
	case keyStubSize, keySheriffsSize, keyRewardsSize, keyWantedSize:
		return position.Count(rewardCards)(v)
	default:
		return nil, position.ErrKey
	}
}

// What many keys hold: dollars, a die, an outlaw's speed.
var (
	amount = position.Amount(chip, moneyMax*chip)
	die    = position.Number(1, 6)
	speed  = position.Number(1, speedMax)
)

func canonOutlaw(v any) (any, error) {
	out, err := position.Fields("outlaw", func(key string, v any) (any, error) {
		switch key {
		case keySpeed:
			return speed(v)
		case keyUp, keyRewarded:
			return position.YesNo(v)
		case keyMoney:
			return amount(v)
		case keyWanted:
			return position.Heap[Rank](wantedCards)(v)
		case keyReward:
			if v == "" {
				return v, nil // none, as if it were absent
			}
			return position.Named[Reward](v)
		default:
			return nil, position.ErrKey
		}
	})(v)
	if t, _ := out.(map[string]any); t[keyReward] == "" {
		delete(t, keyReward)
	}
	return out, err
}

// canonDuel also writes an outlaw that faces a sheriff as the attacker, on whichever side it was put.
func canonDuel(v any, names engine.Names) (any, error) {
	out, err := position.Fields("duel", func(key string, v any) (any, error) {
		switch key {
		case keyAttacker, keyDefender:
			p, err := readSpot(v, names)
			return spotWords(p, names), err
		case keySheriff:
			return position.Count(speedMax)(v)
		case keyModifiers:
			return canonModifiers(v, names)
		case keyRolls:
			return position.List(position.Exactly(die, 2, "a roll of two dice"), rollsKept)(v)
		default:
			return nil, position.ErrKey
		}
	})(v)
	t, _ := out.(map[string]any)
	if _, both := t[keyAttacker]; t[keySheriff] != nil && !both && t[keyDefender] != nil {
		t[keyAttacker] = t[keyDefender]
		delete(t, keyDefender)
	}
	return out, err
}

// readSpot reads ["B", "L"].
func readSpot(v any, names engine.Names) (Spot, error) {
	list, err := position.Items(v, 2)
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

// canonModifiers reads modifiers by duellist; none is as if it were absent.
func canonModifiers(v any, names engine.Names) (any, error) {
	duellist := func(key string) error {
		if key == sheriffWord(names) {
			return nil
		}
		return position.SeatKey(names)(key)
	}
	out, err := position.Table(duellist, position.Number(-100, 100))(v)
	t, _ := out.(map[string]any)
	maps.DeleteFunc(t, func(_ string, n any) bool { return n == 0 })
	return out, err
}
