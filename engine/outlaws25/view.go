package outlaws25

import "saloon/engine"

// View is what one viewer may know of a match. It is plain data; seats and places index its arrays, amounts are
// dollars.
type View struct {
	Viewer  engine.Seat // Nobody for the public
	Seats   int
	Ranking Ranking // the house rules
	Limit   Limit
	Short   bool

	Phase  Phase
	Round  int            // from 1; 0 before the first deal
	Dealer engine.Seat    // who deals, or will deal the next round
	Asked  engine.SeatSet // whose answer is awaited; empty where chance is due
	Ante   int            // of the hand, or, between hands, of the next one as it stands; also the minimum bet

	Gangs   [seatsMax][Row]Outlaw
	Markers [seatsMax]Place
	Out     [seatsMax]int      // when a gang went out: 1 the first; 0 while it plays; equal numbers share a place
	Seen    [seatsMax]SpeedSet // speeds of each gang that were turned up, also of outlaws that are gone
	Bank    int

	// Decks: what is in them is known where everything else of them lies open.
	Sheriffs   [speedMax + 1]int // left, by speed
	WantedDeck Wanted
	Rewards    int // cards left; which ones lie face down on outlaws is secret

	Hand   Hand
	Duel   Duel
	Played Reward // the reward that was played last in this round
	// Arranged is how often the viewer has rearranged its row, Sealed the share that it has decided on, zero if it has
	// not; nobody else is shown them.
	Arranged int
	Sealed   [Row]int

	Winners engine.SeatSet // empty until the match is over
	Ending  engine.Reason
}

// Outlaw is what a viewer sees of an outlaw and of what lies on it. The zero value is a gap.
type Outlaw struct {
	Alive  bool
	Up     bool
	Speed  int // 0 where the viewer may not know it
	Money  int
	Wanted Wanted
	// Rewarded says that a reward lies on it; Reward which, for its owner alone.
	Rewarded bool
	Reward   Reward
}

// Hand is the poker hand. It is the zero value between hands.
type Hand struct {
	On   bool
	Flop Card
	// Hole has the viewer's own cards, and all hands that were shown down.
	Hole  [seatsMax][2]Card
	Shown engine.SeatSet
	Stub  int  // cards left
	Away  Card // what the viewer's own Card up the Sleeve put under the stub
	In    engine.SeatSet
	Broke engine.SeatSet // have nothing left to bet
	Acted engine.SeatSet
	// Staked is what each has put in in this betting round, Put in the hand, the ante included.
	Staked [seatsMax]int
	Put    [seatsMax]int
	Pot    int
	Level  int // what the highest bettor has staked
	Full   int // the least by which a raise must lift it
	Raises int // bets and raises so far
	// Owed is what the viewer's call costs, if it is asked; Least and Most what it may bet or raise to, 0 if it may
	// not.
	Owed  int
	Least int
	Most  int
	// Pots is the pot by who plays for it, the main pot first; only the first Side of them are used.
	Pots [seatsMax]Pot
	Side int
	Won  [seatsMax]int // at a showdown: what each took of the pots
}

// Pot is one pot and who plays for it.
type Pot struct {
	Money int
	Open  engine.SeatSet
	Won   engine.SeatSet // at a showdown: who took it
}

// Duel is a holdup or a sheriff's visit. It is the zero value while there is none.
type Duel struct {
	On       bool
	Attacker Spot // against a sheriff: the outlaw
	Defender Spot // the zero value against a sheriff
	Sheriff  int  // the sheriff's speed, 0 in a holdup
	Begun    bool // the cards are turned up
	Speeds   [2]int
	Mods     [2]int
	Rolls    [rollsKept][2]int // the last of them
	Rolled   int               // how many of Rolls are used
	Totals   [2]int            // of the last roll; 0 before it
	Passes   int               // in a row, in the present window
}

// View is built up for one viewer.
func (Rules) View(s State, viewer engine.Viewer) View {
	v := View{
		Viewer: viewer.Seat(), Seats: int(s.seats),
		Ranking: s.house.ranking, Limit: s.house.limit, Short: s.house.short,
		Phase: s.phase, Round: int(s.round), Dealer: s.dealer, Asked: s.asked(), Ante: s.ante(s.round+1) * chip,
		Markers: s.marks, Seen: s.seen, Bank: int(s.bank) * chip, Rewards: int(s.rewards.n), Played: s.played,
	}
	me := viewer.Seat()
	if me >= engine.Seat(s.seats) {
		me = engine.Nobody
	}
	for seat := range engine.Seat(s.seats) {
		v.Out[seat] = int(s.outs[seat])
		for p := range s.gangs[seat] {
			v.Gangs[seat][p] = s.gangs[seat][p].seen(seat == me)
		}
	}
	for _, c := range s.sheriffs.cards[:s.sheriffs.n] {
		v.Sheriffs[c]++
	}
	for _, c := range s.wanted.cards[:s.wanted.n] {
		v.WantedDeck += one(Rank(c))
	}
	if s.flop != NoCard {
		v.Hand, v.Ante = s.seenHand(me), int(s.bets.least)*chip
	}
	if s.duel.on {
		v.Duel = s.seenDuel()
	}
	if me >= 0 {
		v.Arranged = int(s.arranges[me])
		for p, n := range s.sealed[me] {
			v.Sealed[p] = int(n) * chip
		}
	}
	if s.phase == Over {
		v.Winners, v.Ending = s.winners, endReasons[s.reason]
	}
	return v
}

// seen is an outlaw as its owner or somebody else sees it.
func (o *outlaw) seen(own bool) Outlaw {
	out := Outlaw{
		Alive: o.alive(), Up: o.up, Money: int(o.money) * chip, Wanted: o.wanted, Rewarded: o.reward != NoReward,
	}
	if own || o.up {
		out.Speed = int(o.speed)
	}
	if own {
		out.Reward = o.reward
	}
	return out
}

func (s *State) seenHand(me engine.Seat) Hand {
	b := &s.bets
	h := Hand{
		On: true, Flop: s.flop, Shown: s.shown, Stub: int(s.stub.n), In: b.in, Broke: b.broke, Acted: b.acted,
		Pot: s.pot() * chip, Level: b.level() * chip, Full: int(b.full) * chip, Raises: int(b.raises),
	}
	for seat := range engine.Seat(s.seats) {
		h.Staked[seat], h.Put[seat] = int(b.staked[seat])*chip, int(b.put[seat])*chip
		if seat == me || s.shown.Has(seat) {
			h.Hole[seat] = s.hole[seat]
		}
	}
	for i, p := range b.pots() {
		h.Pots[i] = Pot{Money: p.chips * chip, Open: p.open}
		h.Side++
	}
	if s.phase == Showdown && s.shown == s.bets.in { // not before the last hand was shown
		s.seeWinners(&h)
	}
	if me < 0 {
		return h
	}
	h.Away = s.away[me]
	if s.phase == Betting && b.turn == me {
		least, most := b.betRange(me, int(s.marked(me).money))
		h.Owed, h.Least, h.Most = b.owes(me)*chip, least*chip, most*chip
	}
	return h
}

// seeWinners says who took what, which everybody can tell from the hands that lie open.
func (s *State) seeWinners(h *Hand) {
	strength := s.strengths()
	for i, p := range s.bets.pots() {
		win, share := p.split(strength, s.dealer, int(s.seats))
		h.Pots[i].Won = win
		for seat, n := range share {
			h.Won[seat] += int(n) * chip
		}
	}
}

// strengths judges the hands that are shown down.
func (s *State) strengths() (all [seatsMax]Strength) {
	for _, seat := range s.bets.in.List() {
		_, all[seat] = Judge(s.hand(seat), s.house.ranking)
	}
	return all
}

func (s *State) seenDuel() Duel {
	u := &s.duel
	out := Duel{
		On: true, Attacker: u.attacker, Defender: u.defender, Sheriff: int(u.sheriff), Begun: u.begun,
		Rolled: int(u.rolled), Passes: int(u.passes),
	}
	for side := range 2 {
		out.Speeds[side], out.Mods[side] = int(u.speeds[side]), int(u.mods[side])
		if u.rolled > 0 {
			out.Totals[side] = s.total(side)
		}
	}
	for i, roll := range u.rolls {
		out.Rolls[i] = [2]int{int(roll[0]), int(roll[1])}
	}
	return out
}
