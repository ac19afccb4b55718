package outlaws25

import (
	"fmt"
	"slices"
	"time"

	"saloon/engine"
)

// Name is the game's name in records and on the command line.
const Name = "25-outlaws"

// Rules are the rules of 25 Outlaws. The zero value is ready for use.
type Rules struct{}

var (
	_ engine.Rules[State, Move, Event, View] = Rules{}
	_ engine.Pauser[State]                   = Rules{}
	_ engine.Windower[State]                 = Rules{}
	_ engine.Auditor[State]                  = Rules{}
	_ engine.Imaginer[State, View]           = Rules{}
	_ engine.Dealer[State, Event]            = Rules{}
)

// The bound of a match.
//
// A bet or raise lifts the level by a chip at least, and no level can be above all the money there is. Between two of
// them everybody acts once. Each duel takes an outlaw or a sheriff out of the match, and each reward that is played was
// paid for. Ties in a row are bounded by chance alone: a duel of more than rollsMax rolls has less than one chance in
// 10^49.
const (
	moneyMax   = seatsMax * Row * startMoney
	rewardsMax = moneyMax / rewardPrice
	rollsMax   = 64
	duelsMax   = seatsMax*Row + sheriffCards
	bettingMax = (moneyMax + 2) * seatsMax
	arrangeMax = seatsMax*(arrangesMax+1) + 1
	windowsMax = duelsMax*(3+(1+rollsMax)*seatsMax) + 3*seatsMax*rewardsMax
	entriesMax = arrangeMax + roundsMax*(bettingMax+3*seatsMax+6) + windowsMax + 2*duelsMax
)

// Spec names the game, its house rules and its bounds.
func (Rules) Spec() engine.Spec {
	return engine.Spec{
		Name:  Name,
		Title: "25 Outlaws",
		Blurb: "Lead a gang of three: play poker for its money, hold up the others, and dodge the sheriffs.",
		Rules: 1, SeatsMin: seatsMin, SeatsMax: seatsMax,
		Options: []engine.Option{
			{
				Key: "ranking", Title: "Order of hands", Clause: "34", Default: "three", Values: rankingNames[:],
				Words: []string{
					"casino three-card: three of a kind, straight, flush",
					"by rarity: three of a kind, flush, straight",
					"as with five cards: flush, straight, three of a kind",
				},
			},
			{
				Key: "limit", Title: "Betting limit", Clause: "25", Default: "no", Values: limitNames[:],
				Words: []string{
					"no limit but your own money", "at most the pot", "exactly the minimum, four bets a round",
				},
			},
			{
				Key: "short", Title: "Quick game", Clause: "18", Default: "no", Values: []string{"no", "yes"},
				Words: []string{
					"the ante rises when a gang is eliminated",
					"it rises after every third round as well",
				},
			},
		},
		EntriesMax:      entriesMax,
		Representatives: true,
	}
}

// New is an empty table. It fails with ErrConfig.
func (r Rules) New(c engine.Config) (State, error) {
	values, err := c.Values(r.Spec())
	if err != nil {
		return State{}, err
	}
	return State{
		house: house{
			ranking: Ranking(slices.Index(rankingNames[:], values["ranking"])),
			limit:   Limit(slices.Index(limitNames[:], values["limit"])),
			short:   values["short"] == "yes",
		},
		seats: uint8(c.Seats), turn: engine.Nobody,
		bets: betting{seats: uint8(c.Seats), turn: engine.Nobody},
	}, nil
}

// Turn lists who is asked; Nature alone where chance is due; none once the match is over.
func (Rules) Turn(s State) []engine.Seat {
	if s.phase == Over {
		return nil
	}
	asked := s.asked()
	if asked == 0 {
		return []engine.Seat{engine.Nature}
	}
	if asked&(asked-1) == 0 {
		return []engine.Seat{asked.First()}
	}
	return asked.List()
}

// Legal lists a seat's moves; of amounts and shares those that players think in (see Bounds).
func (Rules) Legal(s State, seat engine.Seat) []Move {
	if seat < 0 || seat >= engine.Seat(s.seats) || !s.asked().Has(seat) {
		return nil
	}
	return s.legal(seat)
}

// Decide refuses a move or says what happens up to the next question.
func (Rules) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	if s.phase == Over {
		return nil, engine.ErrOver
	}
	asked := s.asked()
	due := a.Seat == engine.Nature && asked == 0
	if !due && (a.Seat < 0 || a.Seat >= engine.Seat(s.seats) || !asked.Has(a.Seat)) {
		return nil, engine.ErrNotAsked
	}
	d := decision{s: s, r: r, events: make([]Event, 0, 4)}
	if a.Seat == engine.Nature {
		if a.Move != (Move{}) {
			return nil, engine.Refuse("16", "Chance makes no moves.")
		}
		d.nature()
		return d.events, nil
	}
	if f := s.check(a.Seat, &a.Move); f != fine {
		return nil, s.refuse(a.Seat, &a.Move, f)
	}
	d.move(a.Seat, &a.Move)
	return d.events, nil
}

// Evolve makes an event true.
func (Rules) Evolve(s State, e Event) State {
	s.apply(e)
	return s
}

// Pause reports that hands lie open, or a duel has been fought, and people may look.
func (Rules) Pause(s State) bool { return s.phase == Settled || s.phase == Showdown }

// windowTime is how long each seat is asked in a window of a duel (rules 73).
const windowTime = 8 * time.Second

// Window makes every question in a window of a duel stand its full time, so that a quick pass tells nobody that a
// face-down reward is of no use there (rules 73). That somebody holds one lies open.
func (Rules) Window(s State) time.Duration {
	if (s.phase == BeforeRoll || s.phase == AfterRoll) && s.asked() != 0 && s.holders() != 0 {
		return windowTime
	}
	return 0
}

// Outcome is the result: points are the dollars that a gang has at the end; gangs that went out later are placed
// higher.
func (Rules) Outcome(s State) (engine.Outcome, bool) {
	if s.phase != Over {
		return engine.Outcome{}, false
	}
	n := int(s.seats)
	out := engine.Outcome{Points: make([]int, n), Ranks: make([]int, n), Reason: endReasons[s.reason]}
	for seat := range engine.Seat(n) {
		out.Points[seat], out.Ranks[seat] = s.gang(seat).money()*chip, 1
		for other := range engine.Seat(n) {
			if s.ahead(other, seat) {
				out.Ranks[seat]++
			}
		}
	}
	return out, true
}

// ahead reports whether a is placed before b once the match is over.
func (s *State) ahead(a, b engine.Seat) bool {
	if wins := s.winners.Has(a); wins != s.winners.Has(b) {
		return wins
	}
	outA, outB := s.outs[a], s.outs[b]
	switch {
	case outA == 0 && outB == 0:
		return !s.winners.Has(a) && s.claim(a, b) > 0
	case outA == 0 || outB == 0:
		return outA == 0
	default:
		return outA > outB
	}
}

// Audit checks that no money and no card was lost or doubled (rules 72).
func (Rules) Audit(s State) error {
	if s.phase == Dealing {
		return nil
	}
	money := int(s.bank) + s.pot()
	var rewards [rewardKinds]uint8
	wanted := Wanted(0)
	for seat := range s.gangs[:s.seats] {
		g := &s.gangs[seat]
		money += g.money()
		speeds := s.seen[seat]
		for p := range g {
			o := &g[p]
			if !o.alive() {
				if *o != (outlaw{}) {
					return fmt.Errorf("seat %d, %v: something lies where no outlaw is", seat, Place(p))
				}
				continue
			}
			if bit := SpeedSet(1) << o.speed; o.up != (speeds&bit != 0) {
				if !o.up {
					return fmt.Errorf("seat %d: speed %d is there twice", seat, o.speed)
				}
				return fmt.Errorf("seat %d: speed %d lies face up and was not seen", seat, o.speed)
			} else if !o.up {
				speeds |= bit
			}
			if o.reward != NoReward {
				rewards[o.reward]++
			}
			wanted += o.wanted
		}
	}
	if whole := int(s.seats) * Row * startMoney; money != whole {
		return fmt.Errorf("%d dollars are there, not %d", money*chip, whole*chip)
	}
	return s.auditDecks(rewards, wanted)
}

func (s *State) auditDecks(rewards [rewardKinds]uint8, wanted Wanted) error {
	for _, c := range s.rewards.cards[:s.rewards.n] {
		rewards[c]++
	}
	for _, c := range s.wanted.cards[:s.wanted.n] {
		wanted += one(Rank(c))
	}
	rewards[NoReward] = 0
	if rewards != rewardCounts {
		return fmt.Errorf("the rewards are %v, not %v", rewards, rewardCounts)
	}
	for r := range Rank(Ranks) {
		if wanted.Of(r) != wantedEach {
			return fmt.Errorf("%d Wanted cards are labelled %v, not %d", wanted.Of(r), r, wantedEach)
		}
	}
	var sheriffs [speedMax + 1]uint8
	for _, c := range s.sheriffs.cards[:s.sheriffs.n] {
		sheriffs[c]++
	}
	for speed, n := range sheriffs {
		if n > sheriffCounts[speed] {
			return fmt.Errorf("%d sheriffs have speed %d, of %d", n, speed, sheriffCounts[speed])
		}
	}
	return s.auditPoker()
}

// auditPoker checks that the 20 poker cards are all there while they are out.
func (s *State) auditPoker() error {
	if s.flop == NoCard {
		return nil
	}
	have := uint32(1) << s.flop
	n := 1
	for _, cards := range s.hole[:s.seats] {
		for _, c := range cards {
			if c != NoCard {
				have |= 1 << c
				n++
			}
		}
	}
	for _, c := range s.stub.cards[:s.stub.n] {
		have |= 1 << c
		n++
	}
	if n != PokerCards || have != 1<<(PokerCards+1)-2 {
		return fmt.Errorf("%d poker cards are there, %021b", n, have)
	}
	return nil
}
