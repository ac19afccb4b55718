package wyattearp

import (
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
)

const (
	captureCP = 8 // visible CP of all players together that catch an outlaw (rules R51)
	soleLead  = 5 // CP ahead of the second that make a reward the leader's alone (rules R52)
)

// Sheet is the scoring of a hand, poster by poster (rules R51 to R56).
type Sheet struct {
	Round      int             `json:"round"` // the hand's number; 0 where nothing has been scored
	Seats      int             `json:"seats"`
	ZeroShares bool            `json:"zeroShares"` // the house rule of rules R53
	Posters    [Outlaws]Poster `json:"posters"`
}

// Poster is one outlaw's line of a sheet. Seats index the arrays; amounts are dollars.
type Poster struct {
	Reward int           `json:"reward"` // before the scoring
	CP     [seatsMax]int `json:"cp"`     // visible
	Paid   [seatsMax]int `json:"paid"`
	Rest   int           `json:"rest"` // stays on the poster
}

// Verdict says how a poster is paid out.
type Verdict uint8

// The verdicts.
const (
	Free   Verdict = iota // not captured: everything stays (rules R51)
	Alone                 // the leader takes it all (rules R52)
	Shared                // the leader and who is within four CP share (rules R53)
)

// Step is one payment: each of these equally placed seats got so much (rules R54).
type Step struct {
	Seats []engine.Seat
	Each  int // dollars
}

// Sharing is how one poster's reward was paid out, payment by payment.
type Sharing struct {
	Verdict Verdict
	Steps   []Step
	// Stuck is the payment at which it stopped, because the rest did not reach for all of a tied group (rules R55).
	// Its Seats are empty where it did not stop.
	Stuck Step
}

// group is a set of seats, one bit each.
type group uint8

func (g group) seats() []engine.Seat {
	var seats []engine.Seat
	for seat := range engine.Seat(seatsMax) {
		if g>>seat&1 != 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// shares is what a poster's visible CP say about its reward: who takes part, grouped by equal CP, best first.
type shares struct {
	verdict Verdict
	groups  [seatsMax]group
	sizes   [seatsMax]int
	n       int // number of groups
}

func sharesOf(cp [seatsMax]int, seats int, zero bool) shares {
	var sum, best, second int
	leader := 0
	for seat, v := range cp[:seats] {
		sum += v
		switch {
		case v > best:
			best, second, leader = v, best, seat
		case v > second:
			second = v
		}
	}
	if sum < captureCP {
		return shares{verdict: Free}
	}
	if best-second >= soleLead {
		return shares{verdict: Alone, groups: [seatsMax]group{1 << leader}, sizes: [seatsMax]int{1}, n: 1}
	}
	sh := shares{verdict: Shared}
	for v := best; v > best-soleLead && v >= 0 && sh.n < seats; v-- {
		if v == 0 && !zero {
			break
		}
		for seat, own := range cp[:seats] {
			if own == v {
				sh.groups[sh.n] |= 1 << seat
				sh.sizes[sh.n]++
			}
		}
		if sh.sizes[sh.n] > 0 {
			sh.n++
		}
	}
	return sh
}

// pay hands out a reward in thousands and calls visit for each payment; the last one, with paid false, is the payment
// that was due when the rest did not reach.
func (sh *shares) pay(reward int, visit func(at int, each int, paid bool)) {
	if sh.verdict == Free || reward == 0 {
		return
	}
	if sh.verdict == Alone {
		visit(0, reward, true)
		return
	}
	for first := true; ; first = false {
		for at := range sh.n {
			each := 1
			if first && at == 0 {
				each = 2
			}
			if reward == 0 {
				return
			}
			if each*sh.sizes[at] > reward {
				visit(at, each, false)
				return
			}
			reward -= each * sh.sizes[at]
			visit(at, each, true)
		}
	}
}

// score pays one poster, all amounts in thousands.
func score(cp [seatsMax]int, seats, reward int, zero bool) (paid [seatsMax]int, rest int) {
	sh := sharesOf(cp, seats, zero)
	rest = reward
	sh.pay(reward, func(at, each int, ok bool) {
		if !ok {
			return
		}
		rest -= each * sh.sizes[at]
		for seat := range seats {
			if sh.groups[at]>>seat&1 != 0 {
				paid[seat] += each
			}
		}
	})
	return paid, rest
}

// poster makes one line of a sheet.
func poster(cp [seatsMax]int, seats, reward int, zero bool) Poster {
	paid, rest := score(cp, seats, reward, zero)
	p := Poster{Reward: reward * 1000, CP: cp, Rest: rest * 1000}
	for seat := range seats {
		p.Paid[seat] = paid[seat] * 1000
	}
	return p
}

// sheet scores the table as it lies.
func (s *State) sheet() Sheet {
	sheet := Sheet{Round: int(s.round), Seats: int(s.seats), ZeroShares: s.house.zeroShares}
	for o := range Outlaw(Outlaws) {
		sheet.Posters[o] = poster(s.visible(o), int(s.seats), int(s.posters[o]), s.house.zeroShares)
	}
	return sheet
}

// lastSheet is the sheet of the hand that was scored last; its zero value before the first.
func (s *State) lastSheet() Sheet {
	if s.last.round == 0 {
		return Sheet{}
	}
	sheet := Sheet{Round: int(s.last.round), Seats: int(s.seats), ZeroShares: s.house.zeroShares}
	for o := range Outlaw(Outlaws) {
		var cp [seatsMax]int
		for seat := range s.seats {
			cp[seat] = int(s.last.cp[seat][o])
		}
		sheet.Posters[o] = poster(cp, int(s.seats), int(s.last.rewards[o]), s.house.zeroShares)
	}
	return sheet
}

// Total is what a seat earned over all posters, in dollars.
func (sh Sheet) Total(seat engine.Seat) int {
	sum := 0
	for _, p := range sh.Posters {
		sum += p.Paid[seat]
	}
	return sum
}

// Sharing lists the payments of one poster in their order.
func (sh Sheet) Sharing(o Outlaw) Sharing {
	p := sh.Posters[o]
	by := sharesOf(p.CP, sh.Seats, sh.ZeroShares)
	out := Sharing{Verdict: by.verdict}
	by.pay(p.Reward/1000, func(at, each int, paid bool) {
		step := Step{Seats: by.groups[at].seats(), Each: each * 1000}
		if paid {
			out.Steps = append(out.Steps, step)
		} else {
			out.Stuck = step
		}
	})
	return out
}

// Explain says in words who got what from a poster and why.
func (sh Sheet) Explain(o Outlaw, name func(engine.Seat) string) string {
	p, how := sh.Posters[o], sh.Sharing(o)
	switch how.Verdict {
	case Free:
		sum := 0
		for _, cp := range p.CP {
			sum += cp
		}
		return fmt.Sprintf("%v got away: %d CP in sight, and it takes %d. %s stays on the poster (R51).",
			o, sum, captureCP, Dollars(p.Reward))
	case Alone:
		if p.Reward == 0 {
			return fmt.Sprintf("%v was caught, but there was nothing on the poster.", o)
		}
		return fmt.Sprintf("%s: ahead by %d CP or more, and so all of the %s for %v (R52).",
			name(how.Steps[0].Seats[0]), soleLead, Dollars(p.Reward), o)
	default:
		return sh.explainShared(o, how, name)
	}
}

func (sh Sheet) explainShared(o Outlaw, how Sharing, name func(engine.Seat) string) string {
	p := sh.Posters[o]
	by := sharesOf(p.CP, sh.Seats, sh.ZeroShares)
	var who, got []string
	for at := range by.n {
		for _, seat := range by.groups[at].seats() {
			who = append(who, fmt.Sprintf("%s (%d CP)", name(seat), p.CP[seat]))
			got = append(got, fmt.Sprintf("%s %s", name(seat), Dollars(p.Paid[seat])))
		}
	}
	text := fmt.Sprintf("%s share %v's %s: first place takes $2,000, the others $1,000, then $1,000 each in turn "+
		"(R54). ", join(who), o, Dollars(p.Reward))
	if p.Rest < p.Reward {
		text += join(got) + "."
	} else {
		text += "Nobody gets anything."
	}
	if len(how.Stuck.Seats) > 0 {
		var stuck []string
		for _, seat := range how.Stuck.Seats {
			stuck = append(stuck, name(seat))
		}
		text += fmt.Sprintf(" %s would need %s, which is more than is left, so %s stays on the poster (R55).",
			join(stuck), Dollars(how.Stuck.Each*len(stuck)), Dollars(p.Rest))
	}
	return text
}

// join lists words as English does.
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Dollars writes an amount: "$12,000".
func Dollars(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return "$" + digits
}
