package outlaws25

import "saloon/engine"

// Bounds of a match. Each is a number that some array or some proof relies on.
const (
	seatsMin = 2
	// startMoney is what lies on each outlaw at the start, in chips (rules 11).
	startMoney = 10
	// needMoney is what a marked outlaw must have when a round begins, in chips (rules 17, 64).
	needMoney = 10
	// rewardPrice is in chips (rules 46).
	rewardPrice = 3
	// cowerAbove: with as many chips or fewer a target must fight (rules 59).
	cowerAbove = 3
	// roundsMax ends a match whose antes only wander to and fro: after that many rounds the richest wins.
	roundsMax = 300
	// arrangesMax is how often a seat may rearrange its row.
	arrangesMax = 12
	// rollsKept is how many rolls of a duel the state remembers. All but the last were ties.
	rollsKept = 8
	// diceMax is how many dice to come a position may list.
	diceMax = 32
	// shortRounds is how many rounds the ante stays the same at a table with the option short.
	shortRounds = 3
)

// Phase is the step in which a match waits for an answer.
type Phase uint8

// The phases. Where nobody is asked, chance is due; only Over waits for nothing.
const (
	Dealing Phase = iota // nothing has been dealt yet
	Arranging
	Bribing    // a sheriff was drawn; the outlaw's owner may bribe him
	BeforeRoll // the window before the dice of a duel
	AfterRoll  // the window after them
	Settled    // a duel is over and may be looked at
	Betting
	Showdown // the hands lie open and may be looked at
	Buying
	HoldingUp
	Answering
	Sharing
	Over
	phases
)

var phaseNames = [phases]string{
	"deal", "arrange", "lawman", "before-roll", "after-roll", "settled", "betting", "showdown", "rewards", "holdup",
	"answer", "share", "over",
}

// String is the phase as positions write it.
func (p Phase) String() string {
	if p >= phases {
		return "no phase"
	}
	return phaseNames[p]
}

// house is a table's house rules.
type house struct {
	ranking Ranking
	limit   Limit
	short   bool
}

// outlaw is a card of a row with everything that lies on it. Its zero value is a gap.
type outlaw struct {
	speed  uint8
	money  uint8 // chips
	reward Reward
	up     bool
	wanted Wanted
}

func (o *outlaw) alive() bool { return o.speed > 0 }

type gang [Row]outlaw

func (g *gang) money() int {
	return int(g[Right].money) + int(g[Middle].money) + int(g[Left].money)
}

func (g *gang) living() int {
	n := 0
	for i := range g {
		if g[i].alive() {
			n++
		}
	}
	return n
}

func (g *gang) speeds() int {
	return int(g[Right].speed) + int(g[Middle].speed) + int(g[Left].speed)
}

// holds reports whether a reward lies on any outlaw of the gang.
func (g *gang) holds() bool {
	return g[Right].reward != NoReward || g[Middle].reward != NoReward || g[Left].reward != NoReward
}

// duel is a holdup from its announcement, or a sheriff's visit, to its end.
type duel struct {
	on       bool
	attacker Spot // against a sheriff: the outlaw
	defender Spot // the zero value against a sheriff
	sheriff  uint8
	begun    bool // the cards are turned up
	speeds   [2]uint8
	mods     [2]int8
	passes   uint8 // in a row, in the present window
	rolled   uint8 // rolls so far that are kept
	rolls    [rollsKept][2]uint8
}

// last is the last roll.
func (u *duel) last() *[2]uint8 { return &u.rolls[u.rolled-1] }

// State is what is true of a match. It is a value; nobody outside the package looks into it.
type State struct {
	house    house
	seats    uint8
	phase    Phase
	round    uint16
	dealer   engine.Seat
	turn     engine.Seat    // who is asked, where one is; Nobody where the phase is done
	waiting  engine.SeatSet // who is asked, where all are
	outs     [seatsMax]uint8
	gangs    [seatsMax]gang
	marks    [seatsMax]Place
	seen     [seatsMax]SpeedSet // speeds of each gang that were turned up
	arranges [seatsMax]uint8
	sealed   [seatsMax][Row]uint8 // shares, of who has decided
	bank     uint8                // chips
	sheriffs pile
	rewards  pile
	wanted   pile

	bets  betting
	paid  uint8 // chips of the pot that have been paid out
	hole  [seatsMax][2]Card
	away  [seatsMax]Card // what a Card up the Sleeve put under the stub
	flop  Card
	stub  pile
	shown engine.SeatSet

	duel    duel
	played  Reward // the reward that was played last in this round
	dice    [diceMax]uint8
	dices   uint8 // how many of them are still to come, the last one first
	winners engine.SeatSet
	reason  ending
}

// ending says why a match ended.
type ending uint8

const (
	endLast ending = iota
	endBroke
	endRounds
)

var endReasons = [...]engine.Reason{"last-gang", "broke", "rounds"}

func (s *State) gang(seat engine.Seat) *gang { return &s.gangs[seat] }

func (s *State) at(p Spot) *outlaw { return &s.gangs[p.Seat][p.Place] }

// marked is the outlaw that plays poker.
func (s *State) marked(seat engine.Seat) *outlaw { return &s.gangs[seat][s.marks[seat]] }

// alive are the gangs that are not eliminated.
func (s *State) alive() engine.SeatSet {
	var set engine.SeatSet
	for seat := range engine.Seat(s.seats) {
		if s.outs[seat] == 0 {
			set.Add(seat)
		}
	}
	return set
}

// eliminated is how many gangs are out of the match.
func (s *State) eliminated() int { return int(s.seats) - s.alive().Len() }

// pot is what lies on the table, in chips.
func (s *State) pot() int { return s.bets.pot() - int(s.paid) }

// ante is the ante and minimum bet in chips of a round that begins now (rules 18, 24). With the option short it rises
// on, but never above what every marked outlaw has for certain.
func (s *State) ante(round uint16) int {
	n := 1 + s.eliminated()
	if s.house.short && round > 0 {
		n += int(round-1) / shortRounds
	}
	return min(n, needMoney)
}

// holders are the seats with a reward on a living outlaw. Everybody sees who they are.
func (s *State) holders() engine.SeatSet {
	var set engine.SeatSet
	for seat := range engine.Seat(s.seats) {
		if s.gangs[seat].holds() {
			set.Add(seat)
		}
	}
	return set
}

// asked are the seats whose answer is awaited; none where chance is due, and none once over.
func (s *State) asked() engine.SeatSet {
	switch s.phase {
	case Arranging, Sharing:
		return s.waiting
	case Betting:
		if s.bets.turn >= 0 {
			return 1 << uint8(s.bets.turn)
		}
	case Bribing, BeforeRoll, AfterRoll, Buying, HoldingUp, Answering:
		if s.turn >= 0 {
			return 1 << uint8(s.turn)
		}
	case Dealing, Settled, Showdown, Over:
	}
	return 0
}

// rests reports that the match goes on with an entry of chance of its own, even though nobody is asked: it is dealt
// when all have decided, and where there is something to look at, people may.
func (s *State) rests() bool {
	switch s.phase {
	case Dealing, Arranging, Sharing, Settled, Showdown, Over:
		return true
	default:
		return false
	}
}

// buyer is the first seat from the given one to the dealer that can buy a reward (rules 46, 47), or Nobody.
func (s *State) buyer(seat engine.Seat) engine.Seat {
	for ; ; seat = seat.Next(int(s.seats)) {
		if s.outs[seat] == 0 {
			for p := range Place(Row) {
				if s.checkBuy(seat, p) == fine {
					return seat
				}
			}
		}
		if seat == s.dealer {
			return engine.Nobody
		}
	}
}

// nextBuyer is who is asked after a seat has bought or passed.
func (s *State) nextBuyer(seat engine.Seat) engine.Seat {
	if seat == s.dealer {
		return engine.Nobody
	}
	return s.buyer(seat.Next(int(s.seats)))
}

// match is the next outlaw whom a sheriff comes for: the dealer's left first, in each gang the marked one first
// (rules 38 to 40). An outlaw that was there already has lost its matching card or its life, so the first one with
// such a card is the next.
func (s *State) match() (Spot, bool) {
	if s.flop == NoCard || s.round < 2 {
		return Spot{}, false
	}
	label := s.flop.Rank()
	for i := range int(s.seats) {
		seat := engine.Seat((int(s.dealer) + 1 + i) % int(s.seats))
		for j := range Place(Row) {
			spot := Spot{seat, (s.marks[seat] + j) % Row}
			if s.at(spot).wanted.Of(label) > 0 {
				return spot, true
			}
		}
	}
	return Spot{}, false
}

// total is a side's speed, modifiers and die (rules 54); side 0 is the attacker's.
func (s *State) total(side int) int {
	u := &s.duel
	t := int(u.mods[side]) + int(u.speeds[side])
	if u.rolled > 0 {
		t += int(u.last()[side])
	}
	return t
}

// duelSpeed is a side's speed before the cards are turned up.
func (s *State) duelSpeed(side int) int {
	switch {
	case side == 0:
		return int(s.at(s.duel.attacker).speed)
	case s.duel.sheriff > 0:
		return int(s.duel.sheriff)
	default:
		return int(s.at(s.duel.defender).speed)
	}
}

// side says on which side of the duel an outlaw stands: 0, 1 or, if it is not in it, -1.
func (u *duel) side(p Spot) int {
	switch {
	case p == u.attacker:
		return 0
	case u.sheriff == 0 && p == u.defender:
		return 1
	default:
		return -1
	}
}

// cowerPrice is what cowering costs in chips: half, rounded up (rules 60).
func cowerPrice(money uint8) uint8 { return (money + 1) / 2 }

// next is the place where a marker goes: the next living outlaw to the left (rules 63).
func (g *gang) next(from Place) Place {
	for i := Place(1); i <= Row; i++ {
		if p := (from + i) % Row; g[p].alive() {
			return p
		}
	}
	return from
}

// topUp is the least that has to move so that the marked outlaw has what it needs, from the richest others first, ties
// in the order R M L (rules 64).
func (g *gang) topUp(mark Place) (money [Row]uint8) {
	for p := range g {
		money[p] = g[p].money
	}
	for money[mark] < needMoney {
		rich, most := Place(0), uint8(0)
		for p := range Place(Row) {
			if p != mark && money[p] > most {
				rich, most = p, money[p]
			}
		}
		if most == 0 {
			return money
		}
		n := min(most, needMoney-money[mark])
		money[rich] -= n
		money[mark] += n
	}
	return money
}
