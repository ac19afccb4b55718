package engine_test

import (
	"testing"

	"saloon/engine"
)

func TestNotesSpeakToWhoReadsThem(t *testing.T) {
	names := func(s engine.Seat) string { return []string{"Anna", "Burt"}[s] }
	for _, c := range []struct {
		text        string
		seat, other engine.Seat
		you         engine.Seat
		want        string
	}{
		{"{seat} drew {n} cards.", 0, engine.Nobody, engine.Nobody, "Anna drew 2 cards."},
		{"{seat} drew {n} cards.", 0, engine.Nobody, 1, "Anna drew 2 cards."},
		{"{seat} drew {n} cards.", 0, engine.Nobody, 0, "You drew 2 cards."},
		{"{seat} was left with nothing.", 0, engine.Nobody, 0, "You were left with nothing."},
		{"{seat} was left with nothing.", 0, engine.Nobody, 1, "Anna was left with nothing."},
		{"{seat} has wasted it.", 1, engine.Nobody, 1, "You have wasted it."},
		{"{seat}'s pile lies beside {other}'s pile.", 0, 1, 1, "Anna's pile lies beside your pile."},
		{"{seat}'s pile lies beside {other}'s pile.", 0, 1, 0, "Your pile lies beside Burt's pile."},
		{"It was dealt by {other}; {seat} is first.", 1, 0, 0, "It was dealt by you; Burt is first."},
		{"It was dealt by {other}; {seat} is first.", 1, 0, 1, "It was dealt by Anna; you are first."},
		{"{seat} dealt.", engine.Nature, engine.Nobody, 0, "The dealer dealt."},
		{"Then {seat} dealt to {other}.", engine.Nature, engine.Nobody, 0, "Then the dealer dealt to nobody."},
		{"{other} hit.", engine.Nature, engine.Nobody, engine.Nobody, "Nobody hit."},
		{"{else} and { no more", 0, 0, 0, "{else} and { no more"},
	} {
		n := engine.Note{Seat: c.seat, Other: c.other, N: 2, Text: c.text}
		if got := n.SayTo(c.you, names); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.you, got, c.want)
		}
		if c.you == engine.Nobody && n.Say(names) != c.want {
			t.Errorf("%q to all: %q, want %q", c.text, n.Say(names), c.want)
		}
	}
}
