package position

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"saloon/engine"
)

// suit is a Kind for the tests.
type suit uint8

var suitNames = []string{"", "spades", "hearts", "diamonds"}

func (s suit) String() string { return suitNames[s] }

func (s *suit) UnmarshalText(text []byte) error {
	for i, name := range suitNames {
		if name == string(text) {
			*s = suit(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no suit", text)
}

var names = engine.Names{"Anna", "Burt", "Curt"}

type (
	obj = map[string]any
	arr = []any
)

// TestRead has values and their canonical form.
func TestRead(t *testing.T) {
	pile := Fields("pile", func(key string, v any) (any, error) {
		if key == "n" {
			return Count(9)(v)
		}
		return nil, ErrKey
	})
	for _, c := range []struct {
		read Reader
		from any
		want any
	}{
		{Count(7), 7, 7},
		{Count(7), int64(7), 7},
		{Count(7), 7.0, 7},
		{Count(7), json.Number("7"), 7},
		{Number(-3, 3), -3, -3},
		{Amount(10, 1500), 1500.0, 1500},
		{YesNo, false, false},
		{OneOf("bet", "call"), "call", "call"},
		{List(Count(9), 2), arr{1.0, int64(2)}, arr{1, 2}},
		{List(Count(9), 2), []int{1, 2}, arr{1, 2}},
		{List(Count(9), 2), arr{}, arr{}},
		{Exactly(Count(9), 2, "two numbers"), []int{1, 2}, arr{1, 2}},
		{Named[suit], "hearts", "hearts"},
		{Cards[suit](3), []string{"hearts", "spades", "hearts"}, arr{"hearts", "spades", "hearts"}},
		{Heap[suit](3), []string{"hearts", "spades", "hearts"}, arr{"spades", "hearts", "hearts"}},
		{Set[suit](3), arr{"diamonds", "spades"}, arr{"spades", "diamonds"}},
		{Seat(names), "Burt", "Burt"},
		{Seats(names), arr{"Curt", "Anna"}, arr{"Curt", "Anna"}},
		{SeatSet(names), arr{"Curt", "Anna"}, arr{"Anna", "Curt"}},
		{Table(SeatKey(names), Count(9)), obj{"Anna": 3.0}, obj{"Anna": 3}},
		{Table(Key[suit], YesNo), obj{"hearts": true}, obj{"hearts": true}},
		{Table(SeatKey(names), pile), obj{"Anna": obj{"n": 3.0}}, obj{"Anna": obj{"n": 3}}},
	} {
		got, err := c.read(c.from)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%#v is read as %#v (%v), want %#v", c.from, got, err, c.want)
		}
		if again, err := c.read(got); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%#v, once read, is read as %#v (%v)", got, again, err)
		}
	}
}

// TestRefuse has values that are none, and what is said.
func TestRefuse(t *testing.T) {
	huge := arr{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		read Reader
		from any
		want string
	}{
		{Count(7), 8, "8 is no whole number from 0 to 7"},
		{Count(7), -1, "-1 is no whole number"},
		{Count(7), 0.5, "0.5 is no whole number"},
		{Count(7), 1e300, "is no whole number"},
		{Count(7), "7", "7 is no whole number"},
		{Count(7), json.Number("99999999999999999999"), "is no whole number"},
		{Count(7), nil, "is no whole number"},
		{Amount(10, 1500), 15, "15 is no amount: a multiple of 10 from 0 to 1500"},
		{Amount(10, 1500), 1510, "no amount"},
		{YesNo, 1, "1 is neither true nor false"},
		{OneOf("bet", "call"), "fold", "fold is none of [bet call]"},
		{OneOf("bet", "call"), 1, "1 is none of"},
		{List(Count(9), 9), huge, "10 are too many, at most 9 can be"},
		{List(Count(9), 9), "x", "x is no list"},
		{List(Count(9), 9), arr{"x"}, "x is no whole number"},
		{Exactly(Count(9), 2, "two numbers"), []int{1}, "[1] is not two numbers"},
		{Exactly(Count(9), 2, "two numbers"), arr{1, "x"}, "x is no whole number"},
		{Named[suit], "clubs", `"clubs" is no suit`},
		{Named[suit], "", "is no name"},
		{Named[suit], 1, "1 is no name"},
		{Cards[suit](3), arr{""}, "is no name"},
		{Cards[suit](3), 1, "1 is no list"},
		{Heap[suit](3), arr{"clubs"}, "no suit"},
		{Set[suit](3), arr{"hearts", "spades", "hearts"}, "hearts stands there twice"},
		{Set[suit](3), arr{1}, "1 is no name"},
		{Seat(names), "Dora", "nobody here is called Dora"},
		{Seat(names), 1, "nobody here is called 1"},
		{Seats(names), arr{"Anna", "Anna"}, "Anna stands there twice"},
		{Seats(names), arr{"Anna", "Burt", "Curt", "Anna"}, "4 are too many"},
		{SeatSet(names), arr{1}, "nobody here is called 1"},
		{Table(SeatKey(names), Count(9)), arr{}, "[] is no table"},
		{Table(SeatKey(names), Count(9)), obj{"Dora": 1}, `Dora: nobody here is called "Dora"`},
		{Table(SeatKey(names), Count(9)), obj{"Burt": 10, "Anna": 10}, "Anna: 10 is no whole number"},
		{Table(Key[suit], YesNo), obj{"clubs": true}, `clubs: "clubs" is no suit`},
		{Fields("duel", func(string, any) (any, error) { return nil, ErrKey }), obj{"x": 1}, "x: there is no such key"},
		{Fields("duel", func(string, any) (any, error) { return nil, ErrKey }), 1, "1 is no duel"},
	} {
		got, err := c.read(c.from)
		if err == nil || got != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%#v gives %#v (%v), want %q", c.from, got, err, c.want)
		}
	}
}

// TestCanon: errors have the key in front, always the first one, and are ErrPosition.
func TestCanon(t *testing.T) {
	key := func(key string, v any) (any, error) {
		if key == "round" {
			return Count(9)(v)
		}
		return nil, ErrKey
	}
	got, err := Canon(engine.Position{"round": 3.0}, key)
	if err != nil || !reflect.DeepEqual(got, engine.Position{"round": 3}) {
		t.Errorf("%v (%v)", got, err)
	}
	_, err = Canon(engine.Position{"round": 10, "hat": 1, "zebra": 2}, key)
	if !errors.Is(err, engine.ErrPosition) || err.Error() != engine.ErrPosition.Error()+": hat: there is no such key" {
		t.Error(err)
	}
}

// TestGet: what is absent, or of another type, is nothing.
func TestGet(t *testing.T) {
	table := obj{"n": 3, "list": arr{1, 2}, "inner": obj{"n": 4}}
	if Get[int](table, "n") != 3 || Get[int](Get[obj](table, "inner"), "n") != 4 || Get[string](table, "n") != "" ||
		Get[bool](nil, "n") {
		t.Error("what is there is not found, or what is not there is")
	}
	if got := Ints(table["list"]); !reflect.DeepEqual(got, []int{1, 2}) || len(Ints(nil)) != 0 {
		t.Error(got)
	}
}

// TestWrite writes lists.
func TestWrite(t *testing.T) {
	if got := Texts([]suit{1, 3}); !reflect.DeepEqual(got, arr{"spades", "diamonds"}) {
		t.Error(got)
	}
	if got := Seated([]engine.Seat{2, engine.Nature}, names); !reflect.DeepEqual(got, arr{"Curt", "table"}) {
		t.Error(got)
	}
	if got := Anys([]int(nil)); got == nil || len(got) != 0 {
		t.Error("an empty list is nil", got)
	}
}
