package okcorral

import (
	"saloon/engine"
	"saloon/engine/deck"
)

// The foreperiod in milliseconds (rules 2.2, step 2).
const (
	foreLeast = 600
	foreMean  = 800
	foreMost  = 3500
	foreStep  = 20
)

// foreperiod draws how long it takes until the card is up. In steps of twenty milliseconds it is as likely to come in
// the next one however long it has not, so that nobody gains by reckoning when; whole numbers alone make it the same
// on every machine.
func (s *State) foreperiod(r *engine.Rand) int {
	ms := foreLeast
	for ms < foreMost && r.IntN(foreMean/foreStep+1) > 0 {
		ms += foreStep
	}
	ms = min(ms+r.IntN(foreStep), foreMost)
	return millis(s.house.stretch(duration(ms)))
}

// nature deals, turns the card that is due, opens a showdown, or closes the race.
func (s *State) nature(r *engine.Rand) []Event {
	switch {
	case s.phase == Dealing:
		return s.deal(r)
	case s.phase == Armed && s.tied != 0:
		return []Event{DrawCalled{Card: s.card}}
	case s.phase == Armed:
		pile := s.piles[s.revealer]
		return []Event{Revealed{Seat: s.revealer, Card: pile.draw()}}
	default:
		return s.close(r)
	}
}

// deal draws characters and the first player, and deals the cards from the first player on (rules 9, 12, 13).
func (s *State) deal(r *engine.Rand) []Event {
	next := *s
	characters := make([]Character, 0, Characters)
	for c := range Color(Colors) {
		characters = append(characters, c.Character())
	}
	deck.Shuffle(r, characters)
	events := make([]Event, 0, s.n()+1)
	for seat := range engine.Seat(s.seats) {
		next.characters[seat] = characters[seat]
		events = append(events, Cast{Seat: seat, Character: characters[seat]})
	}
	dealt := Dealt{Piles: make([][]Card, s.seats), First: engine.Seat(r.IntN(s.n()))}
	cards := next.deck()
	if s.house.deck != Guided {
		deck.Shuffle(r, cards)
	}
	seat := dealt.First
	for _, c := range cards {
		dealt.Piles[seat] = append(dealt.Piles[seat], c)
		seat = seat.Next(s.n())
	}
	return append(events, dealt)
}

// close judges the race.
func (s *State) close(r *engine.Rand) []Event {
	race := s.race()
	v := race.verdict()
	e := Judged{Card: s.card, Showdown: race.showdown, Result: v.result, Seat: v.seat, Next: s.next()}
	if v.seat >= 0 {
		e.How = race.respond(v.seat)
		if stroke := race.strokes[v.seat]; e.How != engine.NoResponse {
			e.Gesture, e.After = stroke.Gesture, millis(stroke.After)
		}
	}
	e.Failing = v.failed.Len()
	switch v.result {
	case Drawn:
		e.Tied, e.Apart, e.Wait, e.Next = v.tied.List(), race.apart(v.tied), s.foreperiod(r), engine.Nobody
	case Centred:
		e.Took = s.centre
	default:
		if e.Took = s.card; s.card.Kind() == Duel {
			e.Took = s.centre
		}
	}
	if v.seat >= 0 {
		e.Value = e.Took.Value(s.n(), s.house.fool)
	}
	events := append(race.answers(v), e)
	if e.Next >= 0 || v.result == Drawn {
		return events
	}
	return append(events, s.end(events)...)
}

// apart is how far apart the times of some seats are, in milliseconds.
func (r *race) apart(set engine.SeatSet) int {
	list := set.List()
	least, most := r.strokes[list[0]].After, r.strokes[list[0]].After
	for _, seat := range list[1:] {
		least, most = min(least, r.strokes[seat].After), max(most, r.strokes[seat].After)
	}
	return millis(most - least)
}

// answers are everybody's parts in a race that is closed.
func (r *race) answers(v verdict) []Event {
	on := r.kind.Group()
	if r.showdown {
		on = showdownGroup
	}
	best, found := r.best()
	positive := found && !r.kind.Negative()
	events := make([]Event, 0, r.n+1)
	for seat := range engine.Seat(r.n) {
		how := r.respond(seat)
		if r.hits(seat) {
			how = engine.WrongMove
		}
		if how == "" || how == engine.NoResponse && positive {
			continue // it was over before its time was
		}
		a := Answered{Seat: seat, On: on, How: how}
		if how != engine.NoResponse {
			a.Gesture, a.After = r.strokes[seat].Gesture, millis(r.strokes[seat].After)
			a.Late = positive && r.strokes[seat].After > best+Tie
		}
		a.Quiet = how == engine.Valid || a.Late || seat == v.seat && v.failed.Len() < 2
		events = append(events, a)
	}
	return events
}

// end is the events that end the match after those that close its last race.
func (s *State) end(events []Event) []Event {
	last := *s
	for _, e := range events {
		last.apply(e)
	}
	scores := last.scores()
	var out []Event
	won := Won{}
	for seat := range engine.Seat(s.seats) {
		out = append(out, Scored{
			Seat: seat, Character: s.characters[seat], Cards: scores[seat].Cards, Bonus: scores[seat].Bonus,
		})
		best := true
		for other := range s.seats {
			best = best && !scores[other].beats(scores[seat])
		}
		if best {
			won.Seats = append(won.Seats, seat)
		}
	}
	return append(out, won)
}
