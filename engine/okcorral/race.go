package okcorral

import (
	"time"

	"saloon/engine"
)

// Aim is the gestures by which a player in seat a shoots at seat b of n: left if b is nearer clockwise, right if it is
// nearer the other way round, either if it sits opposite. Without aim any shot will do (rules 2.1).
func Aim(a, b engine.Seat, n int, aim bool) GestureSet {
	if !aim {
		return just(ShootLeft, ShootRight, ShootBoth)
	}
	switch d := (int(b) - int(a) + n) % n; {
	case 2*d < n:
		return just(ShootLeft)
	case 2*d > n:
		return just(ShootRight)
	default:
		return just(ShootLeft, ShootRight)
	}
}

// right is what each seat has to do while a card lies open or the tied draw: its right gestures, none for a seat that
// is not called on (rules 18 to 28, 2.4).
func (s *State) right() (all [seatsMax]GestureSet) {
	if s.phase == Showdown {
		for seat := range engine.Seat(s.seats) {
			if s.tied.Has(seat) {
				all[seat] = just(ShootLeft, ShootRight, ShootBoth)
			}
		}
		return all
	}
	every := func(g Gesture) {
		for seat := range s.seats {
			all[seat] = just(g)
		}
	}
	color, _ := s.card.Color()
	switch s.card.Kind() {
	case Cavalry:
		every(Salute)
	case Saloon:
		every(Whisky)
	case HoldUp:
		every(HitLoot)
	case DoubleShoot:
		every(ShootBoth)
	case Nugget:
		every(HitNugget)
	case Wanted:
		s.allShootAt(s.seatOf(color), &all)
	case PokerLeft, PokerRight:
		cheater := s.revealer.Next(s.n())
		if s.card.Kind() == PokerRight {
			cheater = s.revealer.Prev(s.n())
		}
		s.allShootAt(cheater, &all)
		all[cheater] = just(Cover)
	case Settling:
		if judge := s.seatOf(color); judge >= 0 {
			s.face(judge.Next(s.n()), judge.Prev(s.n()), &all)
		}
	case Duel:
		if a, b := s.duellists(); a != b {
			s.face(a, b, &all)
		}
	case NoKind, FoolsGold:
	}
	return all
}

// allShootAt has everybody but the target shoot at it.
func (s *State) allShootAt(target engine.Seat, all *[seatsMax]GestureSet) {
	for seat := range engine.Seat(s.seats) {
		if target >= 0 && seat != target {
			all[seat] = Aim(seat, target, s.n(), s.house.aim)
		}
	}
}

// face has two players shoot at each other.
func (s *State) face(a, b engine.Seat, all *[seatsMax]GestureSet) {
	all[a], all[b] = Aim(a, b, s.n(), s.house.aim), Aim(b, a, s.n(), s.house.aim)
}

// duellists are the players of the colors of the Duel card in the centre and of the one that lies open; at a table of
// two it is always the two. They are the same if there is no duel (rules 28).
func (s *State) duellists() (a, b engine.Seat) {
	if s.centre == NoCard {
		return engine.Nobody, engine.Nobody
	}
	if s.seats == 2 {
		return 0, 1
	}
	old, _ := s.centre.Color()
	drawn, _ := s.card.Color()
	return s.seatOf(old), s.seatOf(drawn)
}

// race is an open race as it is judged: nothing else counts.
type race struct {
	n        int
	revealer engine.Seat
	kind     Kind
	showdown bool
	right    [seatsMax]GestureSet
	window   time.Duration
	strokes  [seatsMax]Stroke
}

func (s *State) race() race {
	r := race{
		n: s.n(), revealer: s.revealer, kind: s.card.Kind(), showdown: s.phase == Showdown, right: s.right(),
		strokes: s.strokes, window: Window,
	}
	switch {
	case r.gold():
		r.window = GoldWindow
	case r.idle():
		r.window = CentreWindow
	}
	r.window = s.house.stretch(r.window)
	return r
}

// gold reports that the card is Fool's Gold.
func (r *race) gold() bool { return r.kind == FoolsGold }

// idle reports that there is nothing to race for: a Duel card that starts no duel.
func (r *race) idle() bool { return r.kind == Duel && r.right == [seatsMax]GestureSet{} }

// called are the seats that should answer.
func (r *race) called() engine.SeatSet {
	var set engine.SeatSet
	for seat := range engine.Seat(r.n) {
		if r.right[seat] != 0 {
			set.Add(seat)
		}
	}
	return set
}

// came reports whether a seat's gesture was made before the window was over.
func (r *race) came(seat engine.Seat) bool {
	return r.strokes[seat].Gesture != NoGesture && r.strokes[seat].After <= r.window
}

// respond says what a seat's part is worth; "" for one that was not called on (rules 2.3).
func (r *race) respond(seat engine.Seat) engine.Response {
	switch g := r.strokes[seat]; {
	case r.right[seat] == 0:
		return ""
	case !r.came(seat):
		return engine.NoResponse
	case g.After < Anticipation:
		return engine.FalseStart
	case !r.right[seat].Has(g.Gesture):
		return engine.WrongMove
	default:
		return engine.Valid
	}
}

// hits reports whether a seat hit Fool's Gold, which counts from the reveal on, however quick it was (rules 2.4).
func (r *race) hits(seat engine.Seat) bool {
	return r.gold() && r.came(seat) && r.strokes[seat].Gesture == HitNugget && r.strokes[seat].After >= 0
}

// scores reports whether a seat's time is one that the card goes by.
func (r *race) scores(seat engine.Seat) bool { return r.respond(seat) == engine.Valid || r.hits(seat) }

// best is the shortest time that the card goes by; ok is false if there is none.
func (r *race) best() (best time.Duration, ok bool) {
	for seat := range engine.Seat(r.n) {
		if after := r.strokes[seat].After; r.scores(seat) && (!ok || after < best) {
			best, ok = after, true
		}
	}
	return best, ok
}

// inLine is the first seat of a set clockwise from the revealer's left, the revealer last; Nobody if it is empty.
func (r *race) inLine(set engine.SeatSet) engine.Seat {
	seat := r.revealer
	for range r.n {
		if seat = seat.Next(r.n); set.Has(seat) {
			return seat
		}
	}
	return engine.Nobody
}

// near is the seats whose times the card goes by and are no further than Tie from a time.
func (r *race) near(mark time.Duration) engine.SeatSet {
	var set engine.SeatSet
	for seat := range engine.Seat(r.n) {
		if d := r.strokes[seat].After - mark; r.scores(seat) && d <= Tie && d >= -Tie {
			set.Add(seat)
		}
	}
	return set
}

// verdict is what comes of a race.
type verdict struct {
	result Result
	seat   engine.Seat // who takes the card, or Nobody
	tied   engine.SeatSet
	failed engine.SeatSet // on a negative card
}

// verdict judges the race (rules 2.4).
func (r *race) verdict() verdict {
	v := verdict{seat: engine.Nobody}
	best, found := r.best()
	switch {
	case r.idle():
		v.result = Centred
	case r.gold():
		if v.result = Unclaimed; found {
			v.result, v.seat = Caught, r.inLine(r.near(best))
		}
	case r.kind.Negative():
		r.slowest(&v)
	case !found:
		v.result = Unclaimed
	default:
		v.result = Fastest
		r.decide(&v, r.near(best))
	}
	return v
}

// slowest judges a negative card: who failed takes it, or else who was slowest.
func (r *race) slowest(v *verdict) {
	var worst time.Duration
	for seat := range engine.Seat(r.n) {
		switch r.respond(seat) {
		case "":
		case engine.Valid:
			worst = max(worst, r.strokes[seat].After)
		default:
			v.failed.Add(seat)
		}
	}
	if v.failed != 0 {
		v.result, v.seat = Failed, r.inLine(v.failed)
		return
	}
	v.result = Slowest
	r.decide(v, r.near(worst))
}

// decide gives the card to the one seat whose time counts, or ties the seats.
func (r *race) decide(v *verdict, set engine.SeatSet) {
	switch {
	case set.Len() == 1:
		v.seat = r.inLine(set)
	case r.showdown:
		v.result = DrawnAgain
	default:
		v.result, v.tied = Drawn, set
	}
}

// settled reports that closing the race would give the same verdict, whatever still came, if no answer of a seat
// without one took less than least of that seat (rules 2.5). An answer after the window is none, and one that is more
// than Tie later than the best so far changes nothing where the fastest counts.
func (r *race) settled(least [engine.SeatsMax]time.Duration) bool {
	if r.idle() {
		return false // it is there to be seen
	}
	limit := r.window
	if best, found := r.best(); found && (r.gold() || !r.kind.Negative()) {
		limit = min(limit, best+Tie)
	}
	for seat := range engine.Seat(r.n) {
		matters := r.gold() || r.right[seat] != 0
		if matters && r.strokes[seat].Gesture == NoGesture && least[seat] <= limit {
			return false
		}
	}
	return true
}
