package okcorral

import (
	"reflect"
	"slices"
	"testing"

	"saloon/engine"
)

// TestView follows one card from its turn to the next one's, through the eyes of a player, another and a spectator.
func TestView(t *testing.T) {
	b := set(t, 3, engine.Position{
		"piles": T{"s0": []string{"Saloon"}, "s1": []string{"Duel red", "Nugget"}, "s2": []string{"Wanted red"}},
		"taken": T{"s0": []string{"Nugget"}, "s2": []string{"Fool's Gold"}},
	})
	see := func(s engine.Seat) View { return Rules{}.View(b.State, engine.Seated(s)) }
	v := see(0)
	if v.Left() != 4 || v.Piles != [seatsMax]int{1, 2, 1} || v.Phase != Waiting || v.Card != NoCard ||
		v.Scores[0] != (Score{Cards: 3, Bonus: 3, Positive: 1}) || v.Scores[2].Total() != -3 ||
		v.Scores[1].Total() != 3 || !v.Aim || v.Slow || v.Ending != "" {
		t.Errorf("%+v", v)
	}
	b.Do("s0: turn")
	if v = see(0); v.Phase != Armed || v.Card != NoCard || v.Right != [seatsMax]GestureSet{} || v.Left() != 4 {
		t.Errorf("armed: %+v", v)
	}
	b.Settle()
	if v = see(2); v.Phase != Open || v.Card != CardOf(Saloon, 0) || !v.Right[1].Has(Whisky) || v.Left() != 3 {
		t.Errorf("open: %+v", v)
	}
	before := [...]View{see(0), see(2), see(nobody)}
	b.do("1 w 400")
	for i, v := range [...]View{see(0), see(2), see(nobody)} {
		if !reflect.DeepEqual(v, before[i]) {
			t.Errorf("viewer %d sees the gesture of seat 1", v.Viewer)
		}
	}
	if v = see(1); v.Own != (Stroke{Whisky, duration(400)}) {
		t.Errorf("seat 1 does not see its own gesture: %+v", v.Own)
	}
	b.do("0 w 600", "2 w 300").close(Slowest, 0)
	for _, s := range []engine.Seat{0, 1, nobody} {
		v := see(s)
		if l := v.Last; l.Card != CardOf(Saloon, 0) || l.Taker != 0 || l.Took != l.Card || l.Result != Slowest ||
			l.Revealer != 0 || l.Answers[2].After != duration(300) || l.Answers[1].How != engine.Valid {
			t.Errorf("viewer %d: %+v", s, l)
		}
		if v.Own != (Stroke{}) || !slices.Equal(v.Taken[0], []Card{CardOf(Nugget, 0), CardOf(Saloon, 0)}) ||
			v.Revealer != 1 || v.Scores[0].Total() != 3 {
			t.Errorf("viewer %d: %+v", s, v)
		}
	}
	b.Do("s1: turn")
	if v = see(0); v.Last.Card == NoCard {
		t.Error("what came of the last card is gone before the next one is up")
	}
	b.Settle()
	if v = see(0); v.Last != (Race{}) {
		t.Errorf("what came of the last card is still there: %+v", v.Last)
	}
	if got := (Rules{}).View(b.State, engine.Seated(5)); got.Viewer != nobody {
		t.Errorf("seat 5 of three is viewer %d", got.Viewer)
	}
}

// TestNames has every card, character, gesture and phase read as it is written.
func TestNames(t *testing.T) {
	for c := NoCard; c < cardsMax; c++ {
		text, err := c.MarshalText()
		var again Card
		if err != nil || again.UnmarshalText(text) != nil || again != c {
			t.Errorf("card %d is written %q and read as %d", c, text, again)
		}
		if color, ok := c.Color(); ok && CardOf(c.Kind(), color) != c {
			t.Errorf("%v is not itself", c)
		}
	}
	for c := NoCharacter; c <= Characters; c++ {
		text, err := c.MarshalText()
		var again Character
		if err != nil || again.UnmarshalText(text) != nil || again != c {
			t.Errorf("character %d is written %q and read as %d", c, text, again)
		}
	}
	for g := NoGesture; g < gestures; g++ {
		text, err := g.MarshalText()
		var again Gesture
		if err != nil || again.UnmarshalText(text) != nil || again != g {
			t.Errorf("gesture %d is written %q and read as %d", g, text, again)
		}
	}
	if _, err := cardsMax.MarshalText(); err == nil {
		t.Error("a card too many is written")
	}
	if _, err := gestures.MarshalText(); err == nil {
		t.Error("a gesture too many is written")
	}
	if _, err := Character(7).MarshalText(); err == nil {
		t.Error("a character too many is written")
	}
	for name, got := range map[string]string{
		"no color": Color(6).String(), "no card": Kind(99).String(), "no phase": phases.String(),
		"no character": Character(9).String(), "nothing": NoGesture.String(), "red": Colonel.Color().String(),
		"white": TriggerAce.Color().String(), "Trigger Ace": White.Character().String(), "Poker": PokerRight.Group(),
	} {
		if name != got {
			t.Errorf("%q, want %q", got, name)
		}
	}
	if len(Kinds()) != 11 || len(Answers()) != 8 {
		t.Errorf("%v, %v", Kinds(), Answers())
	}
}
