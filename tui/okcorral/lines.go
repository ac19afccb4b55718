package okcorral

import (
	"fmt"
	"strings"

	"saloon/engine"
	okc "saloon/engine/okcorral"
)

// Cry says what lies open, or everybody's times when that is over; who took the card stands in the log.
func (b *Board) Cry() []string {
	if b.v.Phase == okc.Open || b.v.Phase == okc.Showdown {
		return []string{b.shout()}
	}
	if lines := b.pastLines(); len(lines) > 1 {
		return lines[1:]
	}
	return nil
}

// shout is the open card in one line, its word first.
func (b *Board) shout() string {
	v := &b.v
	f := b.openFace(v)
	if v.Phase == okc.Showdown {
		f = b.faceOf(v)
	}
	if v.Card.Kind().Gold() && v.Phase == okc.Open {
		return f.word + "!"
	}
	text := f.word + "! " + f.top
	if f.value != "" {
		text += ", " + f.value
	}
	if target, ok := b.target(v); ok && v.Phase == okc.Open {
		text += ". At " + b.within(target) + b.sideWords(target)
	} else if k := v.Card.Kind(); k == okc.Settling || k == okc.Duel {
		for _, seat := range called(v) {
			if b.t.Me >= 0 && v.Right[b.t.Me] != 0 && seat != b.t.Me && v.Phase == okc.Open {
				text += ". At " + b.within(seat) + b.sideWords(seat)
			}
		}
	}
	return text + "."
}

// sideWords say where somebody sits, seen by the viewer.
func (b *Board) sideWords(seat engine.Seat) string {
	if b.t.Me < 0 || seat == b.t.Me {
		return ""
	}
	switch side, up := b.place(seat, b.v.Seats); {
	case side < 0:
		return " on the left"
	case side > 0:
		return " on the right"
	case up > 0:
		return " opposite"
	}
	return ""
}

// pastLines say what came of the last card.
func (b *Board) pastLines() []string {
	r := &b.v.Last
	if r.Card == okc.NoCard {
		return nil
	}
	lines := []string{b.verdict(r) + "."}
	var times []string
	for _, seat := range ranked(r, b.v.Seats) {
		times = append(times, b.t.Name(seat)+" "+b.partWords(r.Answers[seat]))
	}
	if len(times) > 0 {
		lines = append(lines, "Times: "+strings.Join(times, ", ")+".")
	}
	return lines
}

// partWords say somebody's part in a race without who took the card.
func (b *Board) partWords(a okc.Answer) string {
	if a.How == engine.Valid {
		return ms(a.After)
	}
	return failWords(a)
}

// Lines tells the table in plain text, most important first.
func (b *Board) Lines() []string {
	v := &b.v
	if v.Phase == okc.Dealing || v.Seats == 0 {
		return []string{"The cards are being dealt."}
	}
	lines := []string{capital(b.Headline()) + ". " + b.nowWords()}
	lines = append(lines, b.pastLines()...)
	for seat := range engine.Seat(v.Seats) {
		lines = append(lines, b.seatLine(seat))
	}
	if duel := b.duelWords(); duel != "" {
		lines = append(lines, duel)
	}
	var left []string
	for _, c := range b.counts() {
		if c.n > 0 {
			left = append(left, fmt.Sprintf("%s %d", c.name, c.n))
		}
	}
	if len(left) > 0 {
		lines = append(lines, "Still to come: "+strings.Join(left, ", ")+".")
	}
	return append(lines, b.advice()...)
}

// nowWords say what happens now.
func (b *Board) nowWords() string {
	v := &b.v
	switch v.Phase {
	case okc.Open, okc.Showdown:
		return b.shout()
	case okc.Armed:
		return "The card is up any moment."
	case okc.Over:
		return "That was the last card."
	default:
		if v.Revealer == b.t.Me && b.t.Me >= 0 {
			return "You turn the next card."
		}
		return b.t.Name(v.Revealer) + " turns the next card."
	}
}

// seatLine says what a seat has.
func (b *Board) seatLine(seat engine.Seat) string {
	v := &b.v
	c := v.Characters[seat]
	text := b.t.Name(seat) + b.sideWords(seat)
	if c != okc.NoCharacter {
		text += fmt.Sprintf(", the %v (%v, %s)", c, c.Color(), c.Words())
	}
	text += fmt.Sprintf(": %s, %s face down", signed(v.Scores[seat].Total()), plural(v.Piles[seat], "card", "cards"))
	var taken []string
	for _, card := range v.Taken[seat] {
		taken = append(taken, card.Kind().String())
	}
	if len(taken) > 0 {
		text += "; took " + strings.Join(taken, ", ")
	}
	return text + "."
}
