package outlaws25

import (
	"fmt"
	"time"

	o25 "saloon/engine/outlaws25"
)

// How long the parts of a duel's scene take.
const (
	turnFor    = 700 * time.Millisecond  // the cards turn up
	rollFor    = 1000 * time.Millisecond // one roll, of which the dice …
	tumbleFor  = 700 * time.Millisecond  // … tumble so long
	verdictIn  = 600 * time.Millisecond  // from the last roll to the verdict
	verdictFor = 1200 * time.Millisecond // how long the verdict stands before the log goes on
	tick       = 100 * time.Millisecond  // a tumbling die shows another face
)

// scene is a duel as it is played out before the viewers' eyes: the truth is known at once, and shown bit by bit. Its
// zero value is at rest.
type scene struct {
	duel   o25.Duel // as it was shown last
	before [2]o25.Outlaw
	played []string // the rewards that were seen being played, with their sides
	sums   [2]int   // what they add up to

	faces   time.Time // when the cards begin to turn; zero if nothing turns
	dice    time.Time // when the first roll that moves begins; zero if none does
	from    int       // which that is
	verdict time.Time // when it is said
	end     time.Time // when all has come to rest; zero at rest
	now     time.Time
}

// see takes in what has become of the duel. What had not been shown before moves.
func (s *scene) see(before, v o25.View, had bool, now time.Time) {
	d := v.Duel
	if !d.On {
		*s = scene{now: now}
		return
	}
	old := s.duel
	if !old.On || old.Attacker != d.Attacker || old.Defender != d.Defender || old.Sheriff != d.Sheriff ||
		old.Rolled > d.Rolled {
		from := before
		if !had || before.Round != v.Round {
			from = v
		}
		old = o25.Duel{}
		*s = scene{before: [2]o25.Outlaw{gangOf(from, d.Attacker), gangOf(from, d.Defender)}}
	}
	s.duel, s.now = d, now
	s.notePlayed(old, d, v.Played)
	if !had {
		return
	}
	start := now
	if s.end.After(start) {
		start = s.end
	}
	begin := start
	if d.Begun && !old.Begun {
		s.faces, start = start, start.Add(turnFor)
	}
	if n := newRolls(old, d); n > 0 {
		s.dice, s.from = start, d.Rolled-n
		start = start.Add(time.Duration(n) * rollFor)
	}
	if start.Equal(begin) && (v.Phase != o25.Settled || old.Rolled == 0 || s.over(before)) {
		return
	}
	s.verdict = time.Time{}
	if v.Phase == o25.Settled || v.Phase == o25.Over {
		s.verdict = start.Add(verdictIn)
		start = s.verdict.Add(verdictFor)
	}
	s.end = start
}

// over reports whether a duel's end has been shown already.
func (s *scene) over(before o25.View) bool {
	return before.Phase == o25.Settled || before.Phase == o25.Over
}

func gangOf(v o25.View, p o25.Spot) o25.Outlaw { return v.Gangs[p.Seat][p.Place] }

// newRolls is how many rolls have come since, a die that was thrown again among them.
func newRolls(old, d o25.Duel) int {
	if n := d.Rolled - old.Rolled; n > 0 {
		return n
	}
	if d.Rolled > 0 && old.Rolls[d.Rolled-1] != d.Rolls[d.Rolled-1] {
		return 1
	}
	return 0
}

// notePlayed remembers which reward changed a total.
func (s *scene) notePlayed(old, d o25.Duel, last o25.Reward) {
	for side := range d.Mods {
		if by := d.Mods[side] - old.Mods[side]; by != 0 && by == last.Modifier() {
			s.played = append(s.played, fmt.Sprintf("%d%v", side, last))
			s.sums[side] += by
		}
	}
}

// rewards names what was played for or against a side, if all of it was seen.
func (s *scene) rewards(side int) (names []string) {
	if s.sums[side] != s.duel.Mods[side] {
		return nil
	}
	for _, p := range s.played {
		if int(p[0]-'0') == side {
			names = append(names, p[1:])
		}
	}
	return names
}

// pass lets time go on and reports whether the scene looks different now.
func (s *scene) pass(now time.Time) bool {
	moving := !s.end.IsZero()
	s.now = now
	if moving && !now.Before(s.end) {
		s.faces, s.dice, s.verdict, s.end = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	}
	return moving
}

// due is when the scene will next look different; zero at rest.
func (s *scene) due() time.Time {
	if s.end.IsZero() {
		return time.Time{}
	}
	next := s.end
	sooner := func(t time.Time) {
		if t.After(s.now) && t.Before(next) {
			next = t
		}
	}
	sooner(s.verdict)
	if !s.faces.IsZero() {
		sooner(s.faces.Add(turnFor / 2))
	}
	if !s.dice.IsZero() {
		sooner(s.dice)
		rolling := s.dice.Add(time.Duration(s.duel.Rolled-s.from) * rollFor)
		if !s.now.Before(s.dice) && s.now.Before(rolling) {
			sooner(s.now.Add(tick))
		}
	}
	return next
}

// still is one picture of the scene.
type still struct {
	up      bool    // the cards lie face up
	roll    int     // the roll that is shown, -1 for none
	dice    [2]int  // what the dice show
	tumbles [2]bool // and whether they still roll
	total   bool    // the totals can be read
	verdict bool    // it is said who won
}

// picture is what is shown now; at rest everything, and so it is for who wants calm.
func (s *scene) picture(settled, calm bool) still {
	d := s.duel
	p := still{up: d.Begun, roll: d.Rolled - 1, total: d.Rolled > 0, verdict: settled}
	if p.roll >= 0 {
		p.dice = d.Rolls[p.roll]
	}
	if calm || s.end.IsZero() {
		return p
	}
	if !s.faces.IsZero() && s.now.Before(s.faces.Add(turnFor/2)) {
		p.up = false
	}
	p.verdict = settled && !s.verdict.IsZero() && !s.now.Before(s.verdict)
	if s.dice.IsZero() {
		return p
	}
	t := s.now.Sub(s.dice)
	if t < 0 {
		p.roll, p.total = s.from-1, s.from > 0
		if p.roll >= 0 {
			p.dice = d.Rolls[p.roll]
		}
		return p
	}
	p.roll = min(s.from+int(t/rollFor), d.Rolled-1)
	p.dice = d.Rolls[p.roll]
	if into := t - time.Duration(p.roll-s.from)*rollFor; into < tumbleFor {
		for side := range p.dice {
			p.tumbles[side] = true
			p.dice[side] = 1 + (int(into/tick)*(2+3*side)+p.dice[1-side]+side)%6
		}
		p.total = false
	}
	return p
}

// moving reports whether the scene is being played, so that the table must not tell how it ends.
func (s *scene) moving(calm bool) bool {
	return !calm && !s.end.IsZero() && (s.verdict.IsZero() || s.now.Before(s.verdict))
}
