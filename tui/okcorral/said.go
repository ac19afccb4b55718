package okcorral

import (
	"fmt"
	"slices"

	okc "saloon/engine/okcorral"
	"saloon/tui/felt"
)

// Headline says how far the match has come.
func (b *Board) Headline() string {
	v := &b.v
	if v.Phase == okc.Dealing {
		return ""
	}
	all := v.Left() + len(v.Removed)
	for seat := range v.Seats {
		all += len(v.Taken[seat])
	}
	for _, c := range []okc.Card{v.Card, v.Centre} {
		if c != okc.NoCard {
			all++
		}
	}
	return fmt.Sprintf("card %d of %d", min(all-v.Left()+b.coming(), all), all)
}

// coming is 1 while a card waits to be turned.
func (b *Board) coming() int {
	if b.v.Phase == okc.Waiting || b.v.Phase == okc.Armed && b.v.Tied == 0 {
		return 1
	}
	return 0
}

// Prompt says what the viewer can do just now.
func (b *Board) Prompt() string {
	if slices.Contains(b.legal, okc.Move{Kind: okc.Turn}) {
		return b.key(okc.Turn) + " turns your card. Everybody waits for it."
	}
	return ""
}

// Clause is the rule that matters most just now.
func (b *Board) Clause() string {
	if b.clause != "" {
		return b.clause
	}
	c := b.v.Card
	if c == okc.NoCard {
		c = b.v.Last.Card
	}
	switch c.Kind() {
	case okc.Cavalry:
		return "18"
	case okc.Saloon:
		return "19"
	case okc.DoubleShoot:
		return "20"
	case okc.HoldUp:
		return "21"
	case okc.Nugget:
		return "22"
	case okc.FoolsGold:
		return "23"
	case okc.Wanted:
		return "24"
	case okc.Settling:
		return "25"
	case okc.PokerLeft, okc.PokerRight:
		return "26"
	case okc.Duel:
		return "28"
	}
	return "14"
}

// Bindings are the board's keys that do something just now.
func (b *Board) Bindings() []felt.Binding {
	var all []felt.Binding
	if slices.Contains(b.legal, okc.Move{Kind: okc.Turn}) {
		k := b.key(okc.Turn)
		all = append(all, felt.Binding{Keys: []string{k, "enter"}, Show: k, Does: "turn your card"})
	}
	if b.t.Me < 0 {
		return all
	}
	for _, g := range gestures {
		if g.Name != okc.Turn.String() { // drawn on the board; these are for the help
			all = append(all, felt.Binding{Keys: []string{felt.KeyOf(g, b.own)}, Does: g.Does})
		}
	}
	return all
}
