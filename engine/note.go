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
	// Text is an English sentence in the past tense in which {seat} and {other} stand for names.
	Text string `json:"text"`
}

// Say fills the names into the note's text.
func (n Note) Say(name func(Seat) string) string {
	r := strings.NewReplacer("{seat}", seatWord(n.Seat, name), "{other}", seatWord(n.Other, name), "{n}", strconv.Itoa(n.N))
	return r.Replace(n.Text)
}

func seatWord(s Seat, name func(Seat) string) string {
	switch {
	case s >= 0:
		return name(s)
	case s == Nature:
		return "the dealer"
	default:
		return "nobody"
	}
}
