package position

import (
	"fmt"
	"slices"

	"saloon/engine"
)

// Kind is what the games' cards are, and whatever else of theirs is written by its name: a small number, by which lists
// without order are sorted.
type Kind interface {
	~uint8
	String() string
}

// Parser is a pointer to a Kind that reads its name.
type Parser[T any] interface {
	*T
	UnmarshalText([]byte) error
}

// Name reads a card by its name; no name is no card.
func Name[T Kind, P Parser[T]](v any) (T, error) {
	name, ok := v.(string)
	var card T
	if !ok || name == "" {
		return card, fmt.Errorf("%v is no name", v)
	}
	err := P(&card).UnmarshalText([]byte(name))
	return card, err
}

// Names reads a list of at most so many cards by name.
func Names[T Kind, P Parser[T]](v any, most int) ([]T, error) {
	list, err := Items(v, most)
	if err != nil {
		return nil, err
	}
	cards := make([]T, len(list))
	for i, item := range list {
		if cards[i], err = Name[T, P](item); err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// Named is the reader of Name.
func Named[T Kind, P Parser[T]](v any) (any, error) {
	card, err := Name[T, P](v)
	if err != nil {
		return nil, err
	}
	return card.String(), nil
}

// Cards reads a list of at most so many cards whose order matters.
func Cards[T Kind, P Parser[T]](most int) Reader {
	return func(v any) (any, error) {
		cards, err := Names[T, P](v, most)
		if err != nil {
			return nil, err
		}
		return Texts(cards), nil
	}
}

// Heap reads a list of at most so many cards whose order means nothing, and sorts it.
func Heap[T Kind, P Parser[T]](most int) Reader {
	return func(v any) (any, error) {
		cards, err := Names[T, P](v, most)
		if err != nil {
			return nil, err
		}
		slices.Sort(cards)
		return Texts(cards), nil
	}
}

// Set reads a list of cards, each once, whose order means nothing, and sorts it.
func Set[T Kind, P Parser[T]](most int) Reader {
	return func(v any) (any, error) {
		cards, err := Names[T, P](v, most)
		if err != nil {
			return nil, err
		}
		slices.Sort(cards)
		for i := 1; i < len(cards); i++ {
			if cards[i] == cards[i-1] {
				return nil, fmt.Errorf("%v stands there twice", cards[i])
			}
		}
		return Texts(cards), nil
	}
}

// Key checks that a table's key is a card's name.
func Key[T Kind, P Parser[T]](key string) error {
	_, err := Name[T, P](key)
	return err
}

// Seat reads the name of a seat.
func Seat(names engine.Names) Reader {
	return func(v any) (any, error) {
		name, ok := v.(string)
		if !ok || names.Seat(name) < 0 {
			return nil, fmt.Errorf("nobody here is called %v", v)
		}
		return name, nil
	}
}

// SeatKey checks that a table's key is the name of a seat.
func SeatKey(names engine.Names) func(string) error {
	return func(key string) error {
		if names.Seat(key) < 0 {
			return fmt.Errorf("nobody here is called %q", key)
		}
		return nil
	}
}

// Seats reads names of seats, each once, in an order that matters.
func Seats(names engine.Names) Reader {
	return func(v any) (any, error) {
		found, err := seats(v, names)
		if err != nil {
			return nil, err
		}
		return Seated(found, names), nil
	}
}

// SeatSet reads names of seats, each once, in an order that means nothing, and sorts them by seat.
func SeatSet(names engine.Names) Reader {
	return func(v any) (any, error) {
		found, err := seats(v, names)
		if err != nil {
			return nil, err
		}
		slices.Sort(found)
		return Seated(found, names), nil
	}
}

func seats(v any, names engine.Names) ([]engine.Seat, error) {
	list, err := Items(v, len(names))
	if err != nil {
		return nil, err
	}
	var found []engine.Seat
	for _, item := range list {
		if _, err := Seat(names)(item); err != nil {
			return nil, err
		}
		seat := names.Seat(item.(string))
		if slices.Contains(found, seat) {
			return nil, fmt.Errorf("%v stands there twice", item)
		}
		found = append(found, seat)
	}
	return found, nil
}
