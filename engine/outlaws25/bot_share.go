package outlaws25

import (
	"math"

	"saloon/engine"
)

// share tries many ways to lay the money out and takes the one that leaves the best chance to win after the next
// holdup: the viewer's own, if it deals next, else the one that suits the next dealer best.
func (t *scheme) share() Move {
	mark := t.Markers[t.Viewer]
	total, _ := t.gang(t.Viewer)
	rest := total - needMoney*chip
	step := max(2*chip, (rest/shareSteps+chip-1)/chip*chip)
	var limits [2]int // for the outlaws that are not marked
	var others [2]Place
	for i := range others {
		others[i] = (mark + Place(i) + 1) % Row
		if t.Gangs[t.Viewer][others[i]].Alive {
			limits[i] = rest
		}
	}
	elsewhere := t.elsewhere()
	best, most := t.first(Share), math.Inf(-1)
	for a := 0; a <= limits[0]; a += step {
		for b := 0; b <= min(limits[1], rest-a); b += step {
			m := Move{Use: Share}
			m.N[mark], m.N[others[0]], m.N[others[1]] = int16(total-a-b), int16(a), int16(b)
			if v := t.laidOut(m, elsewhere); v > most {
				best, most = m, v
			}
		}
	}
	return best
}

// laidOut is the chance to win with the money shared so. The view, which is the bot's own, is left like that.
func (t *scheme) laidOut(m Move, elsewhere []float64) float64 {
	row := &t.Gangs[t.Viewer]
	for p := range row {
		row[p].Money = int(m.N[p])
	}
	t.now = t.estate()
	bare := exposure * float64(row[t.Markers[t.Viewer]].Money-needMoney*chip)
	if t.Dealer != t.Viewer {
		return t.besieged(elsewhere) - bare
	}
	best := t.now.chance(t.Viewer)
	t.pairs(t.Viewer, func(own, target Spot) { best = max(best, t.prospect(own, target)) })
	return best - bare
}

// pairs calls f with each outlaw of a gang and each of all others.
func (t *scheme) pairs(attacker engine.Seat, f func(own, target Spot)) {
	for p := range Place(Row) {
		for seat := range engine.Seat(t.Seats) {
			for q := range Place(Row) {
				if seat != attacker && t.Gangs[attacker][p].Alive && t.Gangs[seat][q].Alive {
					f(Spot{attacker, p}, Spot{seat, q})
				}
			}
		}
	}
}

// elsewhere is what the next dealer's chance to win would be after holdups of others than the viewer, and after none.
func (t *scheme) elsewhere() []float64 {
	out := []float64{t.now.chance(t.Dealer)}
	t.pairs(t.Dealer, func(his, target Spot) {
		if target.Seat == t.Viewer || his.Seat == t.Viewer {
			return
		}
		r := t.raid(his, target)
		robbing := t.robbing(&r, t.defiance(&r), t.belief(target))
		sum := 0.0
		for speed, w := range t.belief(his) {
			sum += w * robbing[speed]
		}
		out = append(out, sum)
	})
	return out
}

// besieged is the viewer's chance to win after the next dealer's holdup. The dealer is the more likely to choose one
// the better it is for it, for each speed that its outlaws may have.
func (t *scheme) besieged(elsewhere []float64) float64 {
	mine, all := 0.0, 0.0
	weigh := func(his, ours, likely float64) {
		likely *= math.Exp(his / scheming)
		mine += likely * ours
		all += likely
	}
	safe := t.now.chance(t.Viewer)
	for _, his := range elsewhere {
		weigh(his, safe, 1)
	}
	t.pairs(t.Dealer, func(his, target Spot) {
		if target.Seat != t.Viewer {
			return
		}
		r := t.raid(his, target)
		defiance := t.defiance(&r)
		robbing := t.robbing(&r, defiance, t.rumour(target))
		own := t.Gangs[target.Seat][target.Place].Speed
		won, lost, cowed := r.won.chance(t.Viewer), r.lost.chance(t.Viewer), r.cowed.chance(t.Viewer)
		for speed, w := range t.belief(his) {
			if w > 0 {
				p, q := odds(speed-own+r.lead), defiance[own]
				weigh(robbing[speed], q*(p*won+(1-p)*lost)+(1-q)*cowed, w)
			}
		}
	})
	return mine / all
}
