package engine

import (
	"strconv"
	"strings"
)

// Note is the line that an event leaves in the table's log, made for one viewer. It is also the cue for what moves on
// the screen. Notes are derived, never stored.
type Note struct {
	Kind  string   `json:"kind"`            // the game's name and the event's: "wyatt-earp/melded"
	Seat  Seat     `json:"seat"`            // who acted, Nature or Nobody
	Other Seat     `json:"other"`           // whom it concerns, or Nobody
	Cards []string `json:"cards,omitempty"` // the cards that this viewer may know, by name
	N     int      `json:"n,omitempty"`     // a count or an amount; Kind says which
	// Text is an English sentence in which {seat} and {other} stand for names. To the one who is meant it is said
	// with "you", so the verb after a name is in the past tense, or it is is, was or has; and a name's genitive stands
	// before a noun, not alone.
	Text string `json:"text"`
}

// Say fills the names into the note's text.
func (n Note) Say(name func(Seat) string) string { return n.SayTo(Nobody, name) }

// SayTo fills the names into the note's text as it is said to somebody in a seat, or to a spectator for Nobody.
func (n Note) SayTo(you Seat, name func(Seat) string) string {
	var b strings.Builder
	b.Grow(len(n.Text) + 24)
	rest := n.Text
	for {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		token, tail, closed := strings.Cut(after, "}")
		if !found || !closed {
			b.WriteString(rest[len(before):])
			return b.String()
		}
		rest = tail
		switch token {
		case "seat":
			rest = mention(&b, n.Seat, you, name, rest)
		case "other":
			rest = mention(&b, n.Other, you, name, rest)
		case "n":
			b.WriteString(strconv.Itoa(n.N))
		default:
			b.WriteString("{" + token + "}")
		}
	}
}

// verbs are those whose form differs after "you".
var verbs = []struct{ after, you string }{{" is ", " are "}, {" was ", " were "}, {" has ", " have "}}

// mention writes how a seat is called, at the beginning of a sentence or within, and returns what is left to be said.
func mention(b *strings.Builder, s, you Seat, name func(Seat) string, rest string) string {
	first := b.Len() == 0
	pick := func(upper, lower string) string {
		if first {
			return upper
		}
		return lower
	}
	switch {
	case s >= 0 && s != you:
		b.WriteString(name(s))
	case s == Nature:
		b.WriteString(pick("The dealer", "the dealer"))
	case s < 0:
		b.WriteString(pick("Nobody", "nobody"))
	default:
		if of, ok := strings.CutPrefix(rest, "'s"); ok {
			b.WriteString(pick("Your", "your"))
			return of
		}
		b.WriteString(pick("You", "you"))
		for _, v := range verbs {
			if more, ok := strings.CutPrefix(rest, v.after); ok {
				b.WriteString(v.you)
				return more
			}
		}
	}
	return rest
}
