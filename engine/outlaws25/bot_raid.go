package outlaws25

import (
	"math"

	"saloon/engine"
)

// raid is a holdup and what may come of it.
type raid struct {
	attacker, target Spot
	lead             int // of the attacker's rewards over the target's
	mayCower         bool
	// won, lost and cowed are the estates after the attacker has won, has lost, and after the target has cowered.
	won, lost, cowed estate
}

// raid reckons a holdup.
func (t *scheme) raid(attacker, target Spot) raid {
	money := t.Gangs[target.Seat][target.Place].Money
	r := raid{
		attacker: attacker, target: target, lead: t.helped(attacker) - t.helped(target),
		mayCower: money > cowerAbove*chip,
		won:      t.killed(t.now, target, attacker.Seat),
		lost:     t.killed(t.now, attacker, target.Seat),
		cowed:    t.now.paid(target.Seat, attacker.Seat, float64(cowerPrice(uint8(money/chip))*chip)),
	}
	price := t.wantedRisk(attacker, outlawWorth[t.now.count[attacker.Seat]])
	r.won.lives[attacker.Seat] -= price
	r.cowed.lives[attacker.Seat] -= price
	return r
}

// helped is what the reward that lies on an outlaw adds in its duels, as far as the viewer can tell.
func (t *scheme) helped(p Spot) int {
	if o := &t.Gangs[p.Seat][p.Place]; o.Rewarded && p.Seat != t.Viewer {
		return hiddenHelp
	}
	return t.helps(p)
}

// fought is a seat's chance to win the match after the duel, which the attacker wins with a chance of p.
func (r *raid) fought(p float64, seat engine.Seat) float64 {
	return p*r.won.chance(seat) + (1-p)*r.lost.chance(seat)
}

// defiance is how likely a target fights, by its speed: it weighs the odds as it knows them.
func (t *scheme) defiance(r *raid) (q belief) {
	rumour, seat := t.rumour(r.attacker), r.target.Seat
	for speed := range q {
		q[speed] = 1
		if r.mayCower {
			p := wins(rumour, surely(speed), r.lead)
			q[speed] = 1 / (1 + math.Exp((r.cowed.chance(seat)-r.fought(p, seat))/wavering))
		}
	}
	return q
}

// robbing is the attacker's chance to win the match after a holdup, by its own speed, as somebody sees it who has such
// a belief of the target's.
func (t *scheme) robbing(r *raid, defiance, target belief) (out belief) {
	seat := r.attacker.Seat
	won, lost, cowed := r.won.chance(seat), r.lost.chance(seat), r.cowed.chance(seat)
	for speed := range out {
		for s, w := range target {
			p, q := odds(speed-s+r.lead), defiance[s]
			out[speed] += w * (q*(p*won+(1-p)*lost) + (1-q)*cowed)
		}
	}
	return out
}

// prospect is the chance to win after the best that an own outlaw can make of a holdup.
func (t *scheme) prospect(own, target Spot) float64 {
	r := t.raid(own, target)
	return t.robbing(&r, t.defiance(&r), t.belief(target))[t.Gangs[own.Seat][own.Place].Speed]
}

// holdUp picks the pair that promises most.
func (t *scheme) holdUp() Move {
	best, most := t.first(Pass), t.now.chance(t.Viewer)+robLeast
	for _, m := range t.legal {
		if m.Use != HoldUp {
			continue
		}
		if v := t.prospect(Spot{t.Viewer, m.Place}, Spot{m.Seat, m.Other}); v > most {
			best, most = m, v
		}
	}
	return best
}

// answer fights, cowers or rides away, whichever leaves the best chance.
func (t *scheme) answer() Move {
	r := t.raid(t.Duel.Attacker, t.Duel.Defender)
	p := wins(t.belief(r.attacker), t.belief(r.target), r.lead)
	best, most := t.first(Fight), r.fought(p, t.Viewer)
	if m := t.first(Cower); m.Use == Cower && r.cowed.chance(t.Viewer) > most {
		best, most = m, r.cowed.chance(t.Viewer)
	}
	if m := t.first(Play); m.Use == Play && t.now.chance(t.Viewer)-t.spent() > most {
		best = m
	}
	return best
}

// spent is what playing a reward costs.
func (t *scheme) spent() float64 {
	e := t.now
	e.lives[t.Viewer] -= heldWorth
	return t.now.chance(t.Viewer) - e.chance(t.Viewer)
}

// stakes is the viewer's chance to win the match if the attacker's side wins the duel, or loses it. The viewer need not
// be in it.
func (t *scheme) stakes() (won, lost float64) {
	u := &t.Duel
	if u.Sheriff == 0 {
		r := t.raid(u.Attacker, u.Defender)
		return r.won.chance(t.Viewer), r.lost.chance(t.Viewer)
	}
	beaten, dead := t.now, t.killed(t.now, u.Attacker, engine.Nobody)
	beaten.lives[u.Attacker.Seat] += t.wantedRisk(u.Attacker, outlawWorth[t.now.count[u.Attacker.Seat]])
	return beaten.chance(t.Viewer), dead.chance(t.Viewer)
}

// side says on which side of the duel an outlaw stands: 0, 1 or, if it is not in it, -1.
func (u *Duel) side(p Spot) int {
	switch {
	case p == u.Attacker:
		return 0
	case u.Sheriff == 0 && p == u.Defender:
		return 1
	default:
		return -1
	}
}

// before plays the reward that helps most, in anybody's duel, if it helps enough.
func (t *scheme) before() Move {
	won, lost := t.stakes()
	lead := t.lead(0)
	best, most := t.first(Pass), t.spent()
	for _, m := range t.legal {
		if m.Use != Play && m.Use != PlayOn {
			continue
		}
		n := t.Gangs[t.Viewer][m.Place].Reward.Modifier()
		side := t.Duel.side(Spot{t.Viewer, m.Place})
		if m.Use == PlayOn && m.Seat != t.Duel.Attacker.Seat || m.Use == Play && side == 1 {
			n = -n // it slows or lifts the other side
		}
		if gain := (odds(lead+n) - odds(lead)) * (won - lost); gain > most {
			best, most = m, gain
		}
	}
	return best
}

// after rolls again where that is worth a reward.
func (t *scheme) after() Move {
	m := t.first(Play)
	if m.Use != Play {
		return t.first(Pass)
	}
	side := t.Duel.side(Spot{t.Viewer, m.Place})
	won, lost := t.stakes()
	if side == 1 {
		won, lost = lost, won
	}
	if t.again(side)*(won-lost) > t.spent() {
		return m
	}
	return t.first(Pass)
}

// buy gives a reward to the outlaw that needs it most, while there is money for it.
func (t *scheme) buy() Move {
	best, most := t.first(Pass), 0.0
	if money, _ := t.gang(t.Viewer); money < buyAbove {
		return best
	}
	for _, m := range t.legal {
		o := &t.Gangs[t.Viewer][m.Place]
		need := float64(o.Speed+needLabel*o.Wanted.Len()) + float64(o.Money)/100
		if m.Use == Buy && need > most {
			best, most = m, need
		}
	}
	return best
}
