package outlaws25

import "saloon/engine"

// The rules of thumb for holdups and duels, in dollars.
const (
	killWorth   = 30.0 // a rival's outlaw less
	rewardWorth = 18.0 // what a reward is kept for
	horseWorth  = 25.0
	wantedLeast = 12.0 // what a Wanted card costs, at least and at most
	wantedMost  = 30.0
	wantedLater = 3 * 0.2 // confrontations that it will bring on average
	holdupGain  = 6.0
)

// lifeWorth is what the life of an outlaw is worth to its gang, by how many there are.
var lifeWorth = [Row + 1]float64{0, 150, 85, 60}

// winOdds is the chance to win a duel with a lead of -gapMax to gapMax before the dice; ties are rolled again.
var winOdds = func() (odds [2*gapMax + 1]float64) {
	for i := range odds {
		wins, losses := 0, 0
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				switch lead := i - gapMax + a - b; {
				case lead > 0:
					wins++
				case lead < 0:
					losses++
				}
			}
		}
		odds[i] = float64(wins) / float64(wins+losses)
	}
	return odds
}()

// gapMax is the lead from which a duel is certain.
const gapMax = 6

func odds(lead int) float64 { return winOdds[max(-gapMax, min(gapMax, lead))+gapMax] }

// speeds are those that an outlaw may have as far as the viewer knows, each equally likely.
func (v *View) speeds(p Spot) []int {
	o := v.Gangs[p.Seat][p.Place]
	if o.Speed > 0 {
		return []int{o.Speed}
	}
	return (allSpeeds &^ v.Seen[p.Seat]).List()
}

// guesses are the speeds that an outlaw may have for everybody but its owner.
func (v *View) guesses(p Spot) []int {
	if o := v.Gangs[p.Seat][p.Place]; o.Up {
		return []int{o.Speed}
	}
	return (allSpeeds &^ v.Seen[p.Seat]).List()
}

// chance is the mean chance of one of some speeds against one of others.
func chance(a, b []int) float64 {
	sum := 0.0
	for _, x := range a {
		for _, y := range b {
			sum += odds(x - y)
		}
	}
	return sum / float64(max(len(a)*len(b), 1))
}

// life is what an outlaw of a seat is worth.
func (v *View) life(seat engine.Seat) float64 {
	_, living := v.gang(seat)
	return lifeWorth[living]
}

// holdUp picks the pair that promises most. Whether the target cowers follows from what its owner knows: its own speed,
// and of the attacker's what lies open.
func (t *thought) holdUp() Move {
	best, most := t.first(Pass), holdupGain
	for _, m := range t.legal {
		if m.Use != HoldUp {
			continue
		}
		own, target := Spot{t.Viewer, m.Place}, Spot{m.Seat, m.Other}
		a, d := t.Gangs[own.Seat][own.Place], t.Gangs[target.Seat][target.Place]
		stake, loot := float64(a.Money)+t.life(own.Seat), float64(d.Money)+killWorth
		pay := float64(cowerPrice(uint8(d.Money/chip)) * chip)
		sum, speeds := 0.0, t.speeds(target)
		for _, speed := range speeds {
			theirs := chance(t.guesses(own), []int{speed})
			fight := (1-theirs)*(float64(a.Money)+killWorth) - theirs*(float64(d.Money)+t.life(target.Seat))
			if d.Money > cowerAbove*chip && fight < -pay {
				sum += pay
				continue
			}
			p := odds(a.Speed + t.helps(own) - speed)
			sum += p*loot - (1-p)*stake
		}
		gain := sum/float64(len(speeds)) - t.wantedCost(a)
		if gain > most {
			best, most = m, gain
		}
	}
	return best
}

// helps is what a reward on an own outlaw adds in a duel.
func (t *thought) helps(p Spot) int {
	if n := t.Gangs[p.Seat][p.Place].Reward.Modifier(); n > 0 {
		return n
	}
	return 0
}

// wantedCost is what a Wanted card costs an outlaw: the sheriffs that it will bring.
func (t *thought) wantedCost(o Outlaw) float64 {
	lose, n := 0.0, 0
	for speed, left := range t.Sheriffs {
		lose += float64(left) * (1 - odds(o.Speed-speed))
		n += left
	}
	if n == 0 {
		return 0
	}
	cost := wantedLater * lose / float64(n) * (float64(o.Money) + t.life(t.Viewer))
	return min(max(cost, wantedLeast), wantedMost)
}

// answer fights if that costs less than cowering on average.
func (t *thought) answer() Move {
	u := &t.Duel
	a, d := t.Gangs[u.Attacker.Seat][u.Attacker.Place], t.Gangs[u.Defender.Seat][u.Defender.Place]
	p := chance(t.speeds(u.Attacker), []int{d.Speed + t.helps(u.Defender)})
	fight := (1-p)*(float64(a.Money)+killWorth) - p*(float64(d.Money)+t.life(t.Viewer))
	cower := -float64(cowerPrice(uint8(d.Money/chip)) * chip)
	mayCower := d.Money > cowerAbove*chip
	best := fight
	if mayCower {
		best = max(fight, cower)
	}
	if m := t.first(Play); m.Use == Play && best < -horseWorth {
		return m
	}
	if mayCower && cower > fight {
		return t.first(Cower)
	}
	return t.first(Fight)
}

// mySide is the side of the duel that the viewer's gang fights on, or -1.
func (t *thought) mySide() int {
	u := &t.Duel
	switch {
	case u.Attacker.Seat == t.Viewer:
		return 0
	case u.Sheriff == 0 && u.Defender.Seat == t.Viewer:
		return 1
	default:
		return -1
	}
}

// stake is what a duel is about for the viewer.
func (t *thought) stake(side int) float64 {
	u := &t.Duel
	own, other := u.Attacker, u.Defender
	if side == 1 {
		own, other = other, own
	}
	sum := float64(t.Gangs[own.Seat][own.Place].Money) + t.life(t.Viewer)
	if u.Sheriff == 0 {
		sum += float64(t.Gangs[other.Seat][other.Place].Money) + killWorth
	}
	return sum
}

func (t *thought) lead(side int) int {
	u := &t.Duel
	return u.Speeds[side] + u.Mods[side] - u.Speeds[1-side] - u.Mods[1-side]
}

// before plays the reward that helps most in a duel of the own gang, if it helps enough.
func (t *thought) before() Move {
	side := t.mySide()
	if side < 0 {
		return t.first(Pass)
	}
	best, most := t.first(Pass), rewardWorth
	lead, stake := t.lead(side), t.stake(side)
	for _, m := range t.legal {
		n := 0
		switch m.Use {
		case Play:
			n = t.Gangs[t.Viewer][m.Place].Reward.Modifier()
		case PlayOn:
			if m.Seat != t.Viewer {
				n = -t.Gangs[t.Viewer][m.Place].Reward.Modifier()
			}
		}
		if gain := (odds(lead+n) - odds(lead)) * stake; n > 0 && gain > most {
			best, most = m, gain
		}
	}
	return best
}

// after rolls again where that is worth a reward.
func (t *thought) after() Move {
	side := t.mySide()
	m := t.first(Play)
	if side >= 0 && m.Use == Play && t.again(side)*t.stake(side) > rewardWorth {
		return m
	}
	return t.first(Pass)
}

// again is by how much another die makes it likelier that a side wins.
func (t *thought) again(side int) float64 {
	result := func(gap int) float64 {
		switch {
		case gap > 0:
			return 1
		case gap == 0:
			return odds(t.lead(side))
		default:
			return 0
		}
	}
	u := &t.Duel
	gap := u.Totals[side] - u.Totals[1-side]
	sum := 0.0
	for die := 1; die <= 6; die++ {
		sum += result(gap-u.Rolls[u.Rolled-1][side]+die) / 6
	}
	return sum - result(gap)
}
