package outlaws25

import "saloon/engine"

// sheriffs sends the next sheriff, or goes on with the betting (rules 38 to 45).
func (d *decision) sheriffs() {
	spot, found := d.s.match()
	if !found || d.s.sheriffs.n == 0 {
		d.emit(BettingBegan{})
		return
	}
	d.emit(SheriffDrawn{Outlaw: spot, Label: d.s.flop.Rank(), Sheriff: int(d.s.sheriffs.top())})
}

// bribe is a Bribed Lawman (rules 6.3): no duel; the sheriff and the Wanted card go back.
func (d *decision) bribe() {
	u := d.s.duel
	d.emit(Bribed{
		Outlaw: u.attacker, Label: d.s.flop.Rank(),
		Decks: d.back(returns{
			rewards: []Reward{BribedLawman}, wanted: one(d.s.flop.Rank()), sheriff: u.sheriff,
		}),
	})
	d.sheriffs()
}

// duel turns the duellists up and opens the window before the roll (rules 52, 53).
func (d *decision) duel() {
	u := d.s.duel
	e := DuelBegan{Attacker: u.attacker, Speeds: [2]int{d.s.duelSpeed(0), d.s.duelSpeed(1)}}
	if u.sheriff == 0 {
		e.Defender = &u.defender
	}
	d.emit(e)
}

// play is a reward played in a window.
func (d *decision) play(owner Spot, on int) {
	kind := d.s.at(owner).reward
	e := RewardPlayed{Owner: owner, Reward: kind, On: on, Target: d.s.duel.attacker.Seat}
	if on == 1 {
		e.Target = d.s.duel.defender.Seat
		if d.s.duel.sheriff > 0 {
			e.Target = engine.Nature
		}
	}
	if kind == SecondDraw {
		e.Die = d.die(0)
	}
	e.Decks = d.back(returns{rewards: []Reward{kind}})
	d.emit(e)
}

// die is the next die but i: one that a position laid ready, or a throw.
func (d *decision) die(i int) int {
	if left := int(d.s.dices) - i; left > 0 {
		return int(d.s.dice[left-1])
	}
	return 1 + d.r.IntN(6)
}

// roll is one roll of both (rules 54).
func (d *decision) roll() {
	e := DiceRolled{Dice: [2]int{d.die(0), d.die(1)}}
	for side := range e.Totals {
		e.Totals[side] = int(d.s.duel.speeds[side]) + int(d.s.duel.mods[side]) + e.Dice[side]
	}
	d.emit(e)
}

// judge compares the totals: a tie is rolled again (rules 56).
func (d *decision) judge() {
	a, b := d.s.total(0), d.s.total(1)
	u := d.s.duel
	switch {
	case a == b:
		d.roll()
	case a < b && u.sheriff > 0:
		back := lying(*d.s.at(u.attacker))
		back.sheriff = u.sheriff
		d.kill(u.attacker, nil, back)
	case a < b:
		d.kill(u.attacker, &u.defender, lying(*d.s.at(u.attacker)))
	case u.sheriff > 0:
		label := d.s.flop.Rank()
		d.emit(SheriffBeaten{
			Outlaw: u.attacker, Label: label, Sheriff: int(u.sheriff), Decks: d.back(returns{wanted: one(label)}),
		})
	default:
		d.kill(u.defender, &u.attacker, lying(*d.s.at(u.defender)))
	}
}

// kill takes an outlaw out of the match, its gang if that was the last one (rules 66), and ends the match if that
// leaves one gang (rules 69).
func (d *decision) kill(loser Spot, winner *Spot, back returns) {
	d.emit(OutlawDied{
		Outlaw: loser, Money: int(d.s.at(loser).money) * chip, Winner: winner, Decks: d.back(back),
	})
	if d.s.gang(loser.Seat).living() > 0 {
		return
	}
	d.eliminate(loser.Seat, d.s.nextStep())
	if left := d.s.alive(); left.Len() == 1 {
		d.emit(Won{Seats: left.List(), Pot: d.s.pot() * chip, Reason: endReasons[endLast]})
	}
}

// nextStep numbers an elimination.
func (s *State) nextStep() int {
	step := uint8(0)
	for _, o := range s.outs[:s.seats] {
		step = max(step, o)
	}
	return int(step) + 1
}

func (d *decision) eliminate(seat engine.Seat, step int) {
	g := *d.s.gang(seat)
	d.emit(Eliminated{Seat: seat, Step: step, Money: g.money() * chip, Decks: d.back(lying(g[:]...))})
}

// escape is a Fast Horse (rules 6.3).
func (d *decision) escape() {
	d.emit(Escaped{Target: d.s.duel.defender, Decks: d.back(returns{rewards: []Reward{FastHorse}})})
	d.wanted()
}

// wanted gives the attacker of a holdup its Wanted card, if it lives and there is one (rules 61, 62).
func (d *decision) wanted() {
	if who := d.s.duel.attacker; d.s.at(who).alive() && d.s.wanted.n > 0 {
		d.emit(WantedDrawn{Outlaw: who, Label: Rank(d.s.wanted.top())})
	}
	d.keepHouse()
}
