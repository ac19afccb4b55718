package outlaws25

import (
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
)

// option is one legal move of a list, with the key that makes it.
type option struct {
	key, label string
	move       o25.Move
}

// options are the legal moves of the phases in which one is chosen from a list; what does no harm stands first.
func (b *Board) options() []option {
	if b.asking != nil {
		return b.asking
	}
	switch b.v.Phase {
	case o25.Bribing, o25.BeforeRoll, o25.AfterRoll, o25.Buying, o25.Answering:
	default:
		return nil
	}
	var all []option
	digits := 0
	moves := slices.Clone(b.legal)
	slices.SortStableFunc(moves, func(x, y o25.Move) int { return b.folly(x) - b.folly(y) })
	for _, m := range moves {
		o := b.option(m)
		if o.key == "" {
			digits++
			o.key = fmt.Sprint(digits)
		}
		if m.Use == o25.Pass || m.Use == o25.Cower {
			all = slices.Insert(all, 0, o)
			continue
		}
		all = append(all, o)
	}
	if b.v.Phase == o25.Buying { // as they are drawn, from left to right
		slices.SortStableFunc(all[1:], func(x, y option) int { return strings.Compare(x.key, y.key) })
	}
	return all
}

// folly is 1 for a drink that would slow the own outlaw: it is legal, and stands last.
func (b *Board) folly(m o25.Move) int {
	if m.Use == o25.PlayOn && m.Seat == b.v.Viewer {
		return 1
	}
	return 0
}

// placeKeys are the own outlaws' digits, from left to right.
var placeKeys = [o25.Row]string{o25.Left: "1", o25.Middle: "2", o25.Right: "3"}

func (b *Board) option(m o25.Move) option {
	own := o25.Spot{Seat: b.v.Viewer, Place: m.Place}
	switch m.Use {
	case o25.Pass:
		return option{"p", "pass", m}
	case o25.Bribe:
		return option{"b", "bribe the sheriff", m}
	case o25.Fight:
		return option{"f", "fight (" + percent(b.chance(b.v.Duel.Defender, b.v.Duel.Attacker)) + ")", m}
	case o25.Cower:
		return option{"c", "cower: pay " + dollars(o25.CowerPrice(b.outlaw(b.v.Duel.Defender).Money)), m}
	case o25.Buy:
		return option{placeKeys[m.Place], fmt.Sprintf("buy for %v (%s)", m.Place, dollars(b.outlaw(own).Money)), m}
	case o25.Play:
		if b.v.Phase == o25.Answering {
			return option{"h", "get away on the Fast Horse", m}
		}
		return option{"", b.rewardWords(own), m}
	case o25.PlayOn:
		return option{"", b.rewardWords(own) + " for " + b.drinker(m.Seat), m}
	default:
		return option{"", "go on", m}
	}
}

func (b *Board) rewardWords(p o25.Spot) string {
	r := b.outlaw(p).Reward
	if n := r.Modifier(); n != 0 {
		return fmt.Sprintf("%v %+d", r, n)
	}
	return r.String()
}

// drinker is who a drink is for.
func (b *Board) drinker(s engine.Seat) string {
	switch {
	case s == engine.Nature:
		return "the sheriff"
	case s == b.t.Me:
		return "yourself"
	default:
		return b.t.Name(s)
	}
}

// optionKey chooses from the list.
func (b *Board) optionKey(name string) (o25.Move, bool) {
	all := b.options()
	n := len(all)
	if n == 0 {
		return o25.Move{}, false
	}
	b.at = min(b.at, n-1)
	switch name {
	case "left", "up", "shift+tab":
		b.at = (b.at + n - 1) % n
	case "right", "down", "tab":
		b.at = (b.at + 1) % n
	case "home":
		b.at = 0
	case "end":
		b.at = n - 1
	case "enter", "space":
		return all[b.at].move, b.can(all[b.at].move)
	default:
		if i := slices.IndexFunc(all, func(o option) bool { return o.key == name }); i >= 0 {
			return all[i].move, b.can(all[i].move)
		}
		return b.whyNoOption(name)
	}
	return o25.Move{}, false
}

// whyNoOption explains keys that would do something in another position.
func (b *Board) whyNoOption(name string) (o25.Move, bool) {
	switch {
	case b.v.Phase == o25.Answering && name == "c":
		return b.explain("59", fmt.Sprintf("With %s or less an outlaw cannot cower.", dollars(o25.CowerAbove)))
	case b.v.Phase == o25.Answering && name == "h":
		return b.explain("6.3", "There is no Fast Horse on the outlaw that is held up.")
	case b.v.Phase == o25.Buying && (name == "1" || name == "2" || name == "3"):
		for _, p := range rowOrder {
			if placeKeys[p] == name {
				return b.explain("47", b.whyNoBuy(p))
			}
		}
	case b.v.Phase == o25.Bribing && name == "b":
		return b.explain("6.3", "That takes a Bribed Lawman on the outlaw itself.")
	case (b.v.Phase == o25.BeforeRoll || b.v.Phase == o25.AfterRoll) && name >= "1" && name <= "9":
		return b.explain("50", "You have no other reward that is of use just now.")
	}
	return o25.Move{}, false
}

func (b *Board) whyNoBuy(p o25.Place) string {
	g, _ := b.gang()
	switch {
	case !g[p].Alive:
		return fmt.Sprintf("Your outlaw at %v is gone.", p)
	case g[p].Rewarded:
		return fmt.Sprintf("Your outlaw at %v holds a reward already.", p)
	default:
		return fmt.Sprintf("Your outlaw at %v has only %s of its own.", p, dollars(g[p].Money))
	}
}
