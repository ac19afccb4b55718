package outlaws25

import (
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
)

// chance is how likely one outlaw beats another as far as the viewer knows, without rewards.
func (b *Board) chance(own, other o25.Spot) float64 {
	return o25.Chance(b.v.Speeds(own), b.v.Speeds(other))
}

// targets are the outlaws that may be held up, in the order in which they are drawn.
func (b *Board) targets() []o25.Spot {
	var all []o25.Spot
	for s := range engine.Seat(b.v.Seats) {
		for _, p := range rowOrder {
			spot := o25.Spot{Seat: s, Place: p}
			if slices.ContainsFunc(b.legal, func(m o25.Move) bool {
				return m.Use == o25.HoldUp && m.Seat == s && m.Other == p
			}) {
				all = append(all, spot)
			}
		}
	}
	return all
}

// takeAim begins with the richest target.
func (b *Board) takeAim() {
	best := -1
	for _, p := range b.targets() {
		if m := b.outlaw(p).Money; m > best {
			b.aim, best = p, m
		}
	}
}

// holdKey chooses who holds up whom.
func (b *Board) holdKey(name string) (o25.Move, bool) {
	all := b.targets()
	if len(all) == 0 {
		return b.optionKey(name)
	}
	i := max(slices.Index(all, b.aim), 0)
	switch name {
	case "left":
		b.aim = all[(i+len(all)-1)%len(all)]
	case "right":
		b.aim = all[(i+1)%len(all)]
	case "down":
		b.aim = b.nextGang(all, i, 1)
	case "up":
		b.aim = b.nextGang(all, i, -1)
	case "tab", "x":
		b.step(1)
	case "1", "2", "3":
		for _, p := range rowOrder {
			if g, _ := b.gang(); placeKeys[p] == name && g[p].Alive {
				b.own = p
				return o25.Move{}, false
			}
		}
		return b.explain("58", "That outlaw of yours is gone.")
	case "p":
		m := o25.Move{Use: o25.Pass}
		return m, b.can(m)
	case "enter", "space":
		if m := b.holdup(); b.can(m) {
			b.armed = m
		}
	}
	return o25.Move{}, false
}

// holdup is the move that the cursors mean.
func (b *Board) holdup() o25.Move {
	return o25.Move{Use: o25.HoldUp, Place: b.own, Seat: b.aim.Seat, Other: b.aim.Place}
}

// nextGang is the target at about the same place of the next gang.
func (b *Board) nextGang(all []o25.Spot, i, by int) o25.Spot {
	at := all[i]
	for j := i; ; {
		j = (j + by + len(all)) % len(all)
		if j == i {
			return at
		}
		if all[j].Seat == at.Seat {
			continue
		}
		for _, p := range all {
			if p.Seat == all[j].Seat && p.Place == at.Place {
				return p
			}
		}
		return all[j]
	}
}

// oddsWords say what a holdup promises, before it is dared.
func (b *Board) oddsWords() []string {
	own := o25.Spot{Seat: b.v.Viewer, Place: b.own}
	mine, other := b.outlaw(own), b.outlaw(b.aim)
	known := fmt.Sprintf("speed %d", other.Speed)
	if other.Speed == 0 {
		known = "speed " + numbers(b.v.Speeds(b.aim), "or")
	}
	lines := []string{
		fmt.Sprintf("Your %v (speed %d, %s) against %s (%s, %s).", b.own, mine.Speed, dollars(mine.Money),
			b.spot(b.aim), known, dollars(other.Money)),
		fmt.Sprintf("Fight: %s that you take its %s; else you lose your %v%s.", percent(b.chance(own, b.aim)),
			dollars(other.Money), b.own, and(mine.Money)),
	}
	if other.Rewarded {
		lines[1] += " It holds a reward, which may change that."
	}
	if other.Money <= o25.CowerAbove {
		return append(lines, "It has too little to cower. If you live, you draw a Wanted card.")
	}
	return append(lines, fmt.Sprintf("Cower: you get %s. If you live, you draw a Wanted card.",
		dollars(o25.CowerPrice(other.Money))))
}

// and adds what lies on an outlaw to what is lost with it.
func and(money int) string {
	if money == 0 {
		return ""
	}
	return " and its " + dollars(money)
}

// ownChances are the odds of every own outlaw against the target.
func (b *Board) ownChances() string {
	g, _ := b.gang()
	var parts []string
	for _, at := range rowOrder {
		if g[at].Alive {
			parts = append(parts, fmt.Sprintf("%v %s", at, percent(b.chance(o25.Spot{Seat: b.v.Viewer, Place: at},
				b.aim))))
		}
	}
	return "In a fight with " + strings.Join(parts, ", ") + "."
}
