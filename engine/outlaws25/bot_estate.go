package outlaws25

import "saloon/engine"

// estate is what decides who wins the match, as far as it can be told: what each gang has, in dollars, and what the
// lives of its outlaws are worth.
type estate struct {
	seats engine.Seat
	money [seatsMax]float64
	lives [seatsMax]float64
	count [seatsMax]int // living outlaws
}

// estate is everybody's as it is. What is in the pot counts for who put it in, while they are in the hand.
func (v *View) estate() estate {
	e := estate{seats: engine.Seat(v.Seats)}
	for seat := range e.seats {
		if v.Out[seat] != 0 {
			continue
		}
		money, living := v.gang(seat)
		e.money[seat], e.count[seat] = float64(money), living
		for p := range Place(Row) {
			if v.Gangs[seat][p].Alive {
				e.lives[seat] += v.lifeOf(Spot{seat, p}, living)
			}
		}
		if v.Hand.On && v.Hand.In.Has(seat) {
			e.money[seat] += float64(v.Hand.Put[seat])
		}
	}
	return e
}

// chance is how likely a seat wins the match: its part of all estates. It may be wrong by far, but it knows what
// matters: what a rival loses is a gain the greater the fewer rivals there are, and a gang that has less than a marked
// outlaw needs is as good as out.
func (e *estate) chance(me engine.Seat) float64 {
	all := 0.0
	for seat := range e.seats {
		all += e.weight(seat)
	}
	if all == 0 {
		return 0
	}
	return e.weight(me) / all
}

func (e *estate) weight(seat engine.Seat) float64 {
	if e.count[seat] == 0 || e.money[seat] < needMoney*chip {
		return 0
	}
	return max(e.money[seat]-baseMoney+e.lives[seat], 1)
}

// paid is the estate after one gang has paid another; what goes to Nobody is lost to the bank.
func (e estate) paid(from, to engine.Seat, money float64) estate {
	e.money[from] -= money
	if to >= 0 {
		e.money[to] += money
	}
	return e
}

// killed is the estate after an outlaw has died and its money has gone to another gang or, with Nobody, to the bank.
func (v *View) killed(e estate, p Spot, to engine.Seat) estate {
	e = e.paid(p.Seat, to, float64(v.Gangs[p.Seat][p.Place].Money))
	e.lives[p.Seat] -= v.lifeOf(p, e.count[p.Seat])
	e.count[p.Seat]--
	return e
}

// lifeOf is what an outlaw is worth to a gang with so many, in dollars, its money aside, but not the danger that the
// money is in.
func (v *View) lifeOf(p Spot, living int) float64 {
	o := &v.Gangs[p.Seat][p.Place]
	worth := outlawWorth[living] + speedWorth*(v.belief(p).mean()-3)
	if o.Rewarded {
		worth += heldWorth
	}
	return worth - float64(o.Wanted.Len())*v.wantedRisk(p, worth)
}

// wantedRisk is what a Wanted card costs an outlaw that is worth so much itself: the sheriff that it may bring.
func (v *View) wantedRisk(p Spot, worth float64) float64 {
	lose, n := 0.0, 0
	belief := v.belief(p)
	for sheriff, left := range v.Sheriffs {
		if left > 0 {
			lose += float64(left) * (1 - wins(belief, surely(sheriff), 0))
			n += left
		}
	}
	if n == 0 {
		return 0
	}
	return labelRisk / Ranks * lose / float64(n) * (float64(v.Gangs[p.Seat][p.Place].Money) + worth)
}

// belief is how likely an outlaw has each speed.
type belief [speedMax + 1]float64

// surely is the belief in one speed.
func surely(speed int) (b belief) {
	b[speed] = 1
	return b
}

// evenly is the belief in some speeds alike.
func evenly(speeds []int) (b belief) {
	for _, s := range speeds {
		b[s] = 1 / float64(len(speeds))
	}
	return b
}

func (b belief) mean() float64 {
	sum := 0.0
	for s, w := range b {
		sum += float64(s) * w
	}
	return sum
}

// belief is what the viewer knows of an outlaw's speed: a gang has each speed once, and those that were seen are gone.
func (v *View) belief(p Spot) belief { return evenly(v.speeds(p)) }

// rumour is what everybody but its owner knows of it.
func (v *View) rumour(p Spot) belief { return evenly(v.guesses(p)) }

// wins is the chance that the first of two outlaws wins a duel in which it leads by so much besides.
func wins(a, b belief, lead int) float64 {
	sum := 0.0
	for x, wx := range a {
		for y, wy := range b {
			if w := wx * wy; w > 0 {
				sum += w * odds(x-y+lead)
			}
		}
	}
	return sum
}
