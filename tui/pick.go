package tui

import (
	"strconv"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
)

// pick is a game and how it is to be played, as somebody is choosing it on a form.
type pick struct {
	d   *desk
	at  int // index of the kits
	set table.Settings
}

func newPick(d *desk) pick {
	p := pick{d: d}
	p.set = table.Settings{Pace: table.Normal, Days: 2, Rated: !d.Session.Player().Guest, Options: map[string]string{}}
	p.choose(0)
	return p
}

// pickOf is a pick that begins with what was chosen before.
func pickOf(d *desk, set table.Settings) pick {
	p := pick{d: d}
	for i, k := range d.Kits {
		if k.Spec.Name == set.Game {
			p.choose(i)
		}
	}
	options := map[string]string{}
	for k, v := range set.Options {
		options[k] = v
	}
	p.set, p.set.Options = set, options
	p.set.Days = max(set.Days, 1)
	return p
}

func (p *pick) kit() bot.Kit { return p.d.Kits[p.at] }

// choose takes a game and its defaults.
func (p *pick) choose(i int) {
	if len(p.d.Kits) == 0 {
		return
	}
	p.at = around(i, len(p.d.Kits))
	spec := p.kit().Spec
	p.set.Game = spec.Name
	p.set.Options = map[string]string{}
	p.seats(lobby.QuickSeats)
	if spec.Live && p.set.Pace == table.Correspondence {
		p.set.Pace = table.Normal
	}
}

// seats sets how many seats there are.
func (p *pick) seats(n int) {
	spec := p.kit().Spec
	p.set.Seats = min(max(n, spec.SeatsMin), spec.SeatsMax)
}

// chosen is what was chosen, without what says nothing.
func (p *pick) chosen() table.Settings {
	set := p.set
	if set.Pace != table.Correspondence {
		set.Days = 0
	}
	if len(set.Options) == 0 {
		set.Options = nil
	}
	return set
}

// gameFields choose the game, where there is a choice.
func (p *pick) gameFields() []field {
	if len(p.d.Kits) < 2 {
		return nil
	}
	return []field{{name: "Game", value: p.kit().Spec.Title, why: p.kit().Spec.Blurb,
		turn: func(by int) { p.choose(p.at + by) }}}
}

func (p *pick) paceFields() []field {
	paces := []table.Pace{table.Quick, table.Normal, table.Correspondence}
	if p.kit().Spec.Live {
		paces = paces[:2] // everybody must be there
	}
	words := map[table.Pace]string{
		table.Quick:          "For one evening: a short bank and a few seconds a move.",
		table.Normal:         "Time to think and to talk.",
		table.Correspondence: "Days for a move: nobody needs to be here.",
	}
	f := field{name: "Clock", value: string(p.set.Pace), why: words[p.set.Pace]}
	f.turn = func(by int) {
		for i, pace := range paces {
			if pace == p.set.Pace {
				p.set.Pace = paces[around(i+by, len(paces))]
				return
			}
		}
	}
	if p.set.Pace != table.Correspondence {
		return []field{f}
	}
	return []field{f, {name: "Days a move", value: itoa(p.set.Days), why: "From 1 to 14.",
		turn: func(by int) { p.set.Days = min(max(p.set.Days+by, 1), 14) }}}
}

func (p *pick) ratedField() field {
	f := field{name: "Rated", value: "yes", why: "The match moves the ratings of those who have an account.",
		turn: func(int) { p.set.Rated = !p.set.Rated && !p.d.Session.Player().Guest }}
	if !p.set.Rated {
		f.value, f.why = "no", "For fun: no rating moves."
		if p.d.Session.Player().Guest {
			f.why = "Guests play unrated. Come with a key to be rated."
		}
	}
	return f
}

func (p *pick) lookField() field {
	f := field{name: "Spectators", value: "yes", why: "They see what everybody may see, and no hand.",
		turn: func(int) { p.set.NoSpectators = !p.set.NoSpectators }}
	if p.set.NoSpectators {
		f.value, f.why = "no", "Only those who sit see the table."
	}
	return f
}

// optionFields are the game's house rules.
func (p *pick) optionFields() []field {
	var all []field
	for _, o := range p.kit().Spec.Options {
		all = append(all, p.optionField(o))
	}
	return all
}

// optionField is one house rule, in the words of the game's spec.
func (p *pick) optionField(o engine.Option) field {
	value := p.set.Options[o.Key]
	if value == "" {
		value = o.Default
	}
	f := field{name: o.Title, value: value, clause: o.Clause, why: "As the rules have it."}
	set := func(v string) {
		delete(p.set.Options, o.Key)
		if v != o.Default {
			p.set.Options[o.Key] = v
		}
	}
	if len(o.Values) == 0 {
		if value != o.Default {
			f.why = "The rules have " + o.Default + "."
		}
		f.turn = func(by int) {
			if n, err := strconv.Atoi(value); err == nil {
				set(strconv.Itoa(min(max(n+by*o.Step, o.Min), o.Max)))
			}
		}
		return f
	}
	for i, v := range o.Values {
		if v != value {
			continue
		}
		if i < len(o.Words) {
			f.why = sentence(o.Words[i])
		}
		f.turn = func(by int) { set(o.Values[around(i+by, len(o.Values))]) }
	}
	return f
}
