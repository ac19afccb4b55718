package wyattearp

// What a poster is worth to a seat before it is paid.
const (
	farCP   = 11   // an outlaw with v visible CP, fewer than a capture takes, is captured with a chance of v/farCP
	leadBit = 0.25 // the leader's part of a shared reward is so much larger than the others'
)

// stake is what a poster promises a seat, in thousands, less what it promises the others on average: the reward shared
// as it would be now, weighted by how likely the outlaw is captured at all.
func (t *sight) stake(cp *[seatsMax]int, reward float64) float64 {
	n := int(t.seats)
	sum, best, second, leader := 0, 0, 0, 0
	for seat := range n {
		v := cp[seat]
		sum += v
		switch {
		case v > best:
			best, second, leader = v, best, seat
		case v > second:
			second = v
		}
	}
	if sum == 0 {
		return 0
	}
	if sum < captureCP {
		reward *= float64(sum) / farCP
	}
	me := int(t.me)
	others := 1 / float64(n-1)
	if best-second >= soleLead {
		if leader == me {
			return reward
		}
		return -reward * others
	}
	var mine, all float64
	for seat := range n {
		v := cp[seat]
		if v == 0 || v <= best-soleLead {
			continue
		}
		part := 1.0
		if v == best {
			part += leadBit
		}
		all += part
		if seat == me {
			mine = part
		}
	}
	return reward * (mine - (all-mine)*others) / all
}

// gain is how much the seat's stake in an outlaw rises if somebody's visible CP change by so much and the poster by so
// many thousands.
func (t *sight) gain(seat int, o Outlaw, cp, adds int) float64 {
	now := t.visible(o)
	reward := float64(t.posters[o])
	before := t.stake(&now, reward)
	now[seat] += cp
	return t.stake(&now, reward+float64(adds)) - before
}

// ownGain is gain for cards on an own pile, which count nothing under a Hideout.
func (t *sight) ownGain(o Outlaw, cp, adds int) float64 {
	if t.piles[t.me][o].Hideout {
		cp = 0
	}
	return t.gain(int(t.me), o, cp, adds)
}

// payout is what the hand would pay each seat if it ended now, in thousands.
func (t *sight) payout() (sum [seatsMax]int) {
	for o := range Outlaw(Outlaws) {
		paid, _ := score(t.visible(o), int(t.seats), int(t.posters[o]), t.house.zeroShares)
		for seat, p := range paid {
			sum[seat] += p
		}
	}
	return sum
}

// ahead is how the seat's money would compare with the best other's if the hand ended now, in thousands.
func (t *sight) ahead() int {
	sum := t.payout()
	best := 0
	for seat := range t.seats {
		if int(seat) != int(t.me) {
			best = max(best, sum[seat]+int(t.cash[seat]))
		}
	}
	return sum[t.me] + int(t.cash[t.me]) - best
}
