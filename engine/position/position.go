// Package position reads and writes the values of a position, in whatever way its file was decoded: whole numbers,
// amounts, names of seats and of cards, lists and tables. It is what the notations of all games have in common; which
// keys there are, and what they mean, every game says itself.
//
// A Reader brings one value into the form in which positions are compared and set up: whole numbers are ints, texts
// are strings, lists are []any, tables are map[string]any. What it refuses it refuses with a sentence that ends well
// behind the value's key: "bank: 15 is no amount: a multiple of 10 from 0 to 1500".
package position

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"saloon/engine"
)

// Reader reads one value. It returns the value's canonical form, or an error that says what is wrong with it.
type Reader func(v any) (any, error)

// ErrKey is what a reader of fields says to a key that it does not know.
var ErrKey = errors.New("there is no such key")

// Canon reads a position whose every key is read by key, which answers ErrKey where there is no such key. It fails with
// ErrPosition; the text has the key in front.
func Canon(p engine.Position, key func(key string, v any) (any, error)) (engine.Position, error) {
	out, err := fields(p, key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrPosition, err)
	}
	return out, nil
}

// fields reads a table whose keys are known by name, in the order of the keys, so that errors are always the same.
func fields(t map[string]any, key func(key string, v any) (any, error)) (map[string]any, error) {
	out := make(map[string]any, len(t))
	for _, k := range slices.Sorted(maps.Keys(t)) {
		v, err := key(k, t[k])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k, err)
		}
		out[k] = v
	}
	return out, nil
}

// Fields reads a table with known keys, as Canon does: what a pile or a duel consists of. What names it in errors.
func Fields(what string, key func(key string, v any) (any, error)) Reader {
	return func(v any) (any, error) {
		t, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%v is no %s", v, what)
		}
		out, err := fields(t, key)
		if err != nil {
			return nil, err
		}
		return out, nil
	}
}

// Table reads a table in which every key passes one check and every value one reader: dollars by seat.
func Table(key func(string) error, value Reader) Reader {
	return Fields("table", func(k string, v any) (any, error) {
		if err := key(k); err != nil {
			return nil, err
		}
		return value(v)
	})
}

// Whole reads a whole number within bounds.
func Whole(v any, least, most int) (int, error) {
	n, ok := whole(v)
	if !ok || n < int64(least) || n > int64(most) {
		return 0, fmt.Errorf("%v is no whole number from %d to %d", v, least, most)
	}
	return int(n), nil
}

func whole(v any) (int64, bool) {
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

// Number reads a whole number within bounds.
func Number(least, most int) Reader {
	return func(v any) (any, error) {
		n, err := Whole(v, least, most)
		if err != nil {
			return nil, err
		}
		return n, nil
	}
}

// Count reads a whole number from 0 to a bound.
func Count(most int) Reader { return Number(0, most) }

// Amount reads a multiple of a unit, from 0 to a bound.
func Amount(unit, most int) Reader {
	return func(v any) (any, error) {
		n, err := Whole(v, 0, most)
		if err != nil || n%unit != 0 {
			return nil, fmt.Errorf("%v is no amount: a multiple of %d from 0 to %d", v, unit, most)
		}
		return n, nil
	}
}

// YesNo reads true or false.
func YesNo(v any) (any, error) {
	if _, ok := v.(bool); !ok {
		return nil, fmt.Errorf("%v is neither true nor false", v)
	}
	return v, nil
}

// OneOf reads one of some texts.
func OneOf(known ...string) Reader {
	return func(v any) (any, error) {
		s, ok := v.(string)
		if !ok || !slices.Contains(known, s) {
			return nil, fmt.Errorf("%v is none of %v", v, known)
		}
		return s, nil
	}
}

// Items reads a list of at most so many values.
func Items(v any, most int) ([]any, error) {
	var list []any
	switch v := v.(type) {
	case []any:
		list = v
	case []string:
		list = Anys(v)
	case []int:
		list = Anys(v)
	default:
		return nil, fmt.Errorf("%v is no list", v)
	}
	if len(list) > most {
		return nil, fmt.Errorf("%d are too many, at most %d can be", len(list), most)
	}
	return list, nil
}

// List reads a list of at most so many values, each by the same reader.
func List(item Reader, most int) Reader {
	return func(v any) (any, error) {
		list, err := Items(v, most)
		if err != nil {
			return nil, err
		}
		out := make([]any, len(list))
		for i, v := range list {
			if out[i], err = item(v); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// Exactly reads a list of exactly so many values, each by the same reader. What says in errors what the values are:
// "a player's two cards".
func Exactly(item Reader, n int, what string) Reader {
	return func(v any) (any, error) {
		list, err := Items(v, n)
		if err != nil || len(list) != n {
			return nil, fmt.Errorf("%v is not %s", v, what)
		}
		return List(item, n)(v)
	}
}
