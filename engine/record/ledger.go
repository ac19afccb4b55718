package record

import (
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/seal"
)

// ledger writes down, entry by entry, what everybody may know of a match.
type ledger struct {
	names    engine.Names
	key      seal.Key
	deal     Deal
	shuffles []seal.Shuffle // what was sealed, which nobody may know
	sealed   bool
}

func newLedger(seed engine.Seed, names engine.Names) *ledger {
	return &ledger{names: names, key: seal.NewKey(seed)}
}

// add follows the facts of an entry, from the match before it. It fails if a shuffle is not what was sealed.
func (l *ledger) add(before, after engine.Match, facts []engine.Fact) error {
	dealt, err := before.Dealt(facts)
	if err != nil {
		return err
	}
	for i := range facts {
		notes, err := before.Tell(facts[i:i+1], engine.Public)
		if err != nil {
			return err
		}
		line := len(l.deal.Log)
		for _, n := range notes {
			l.deal.Log = append(l.deal.Log, Told{Text: n.Say(l.names.Of)})
		}
		if i >= len(dealt) {
			continue // nothing is sealed
		}
		for _, s := range dealt[i].Shuffles {
			l.seal(s, line)
		}
		for _, shown := range dealt[i].Shown {
			if err := l.open(shown); err != nil {
				return err
			}
		}
	}
	for i, s := range after.Seals() {
		if i >= len(l.deal.Shuffles) || s.Root != l.deal.Shuffles[i].Root.String() {
			return fmt.Errorf("shuffle %d (%s) is not what was sealed when it was dealt", s.Shuffle, s.Deck)
		}
	}
	return nil
}

// seal writes a shuffle down.
func (l *ledger) seal(s seal.Shuffle, line int) {
	l.sealed = true
	l.shuffles = append(l.shuffles, s)
	n := len(l.shuffles)
	l.deal.Shuffles = append(l.deal.Shuffles, Shuffle{
		Deck: s.Deck, Line: line, Size: len(s.Cards),
		Root: seal.Root(l.key.Match, n, s.Deck, l.key.Leaves(n, s)),
	})
}

// open opens a card that the last line of the log shows.
func (l *ledger) open(shown engine.Showing) error {
	n, line := shown.Shuffle, len(l.deal.Log)
	if n < 1 || n > len(l.shuffles) || line == 0 {
		return fmt.Errorf("%s came out of no shuffle", shown.Card)
	}
	cards := l.shuffles[n-1].Cards
	if shown.Index < 0 || shown.Index >= len(cards) || cards[shown.Index] != shown.Card {
		return fmt.Errorf("%s is not the card that lay in shuffle %d", shown.Card, n)
	}
	told := &l.deal.Log[line-1]
	told.Cards = append(told.Cards, shown.Card)
	l.deal.Opened = append(l.deal.Opened, Opened{
		Line: line, Shuffle: n, Opening: l.key.Open(n, l.shuffles[n-1], shown.Index),
	})
	return nil
}

// close is the deal as it is published: the hashes of the cards stand where one of them was opened.
func (l *ledger) close() *Deal {
	d := l.deal
	d.Match = l.key.Match
	d.Shuffles = slices.Clone(d.Shuffles)
	for _, o := range d.Opened {
		if s := &d.Shuffles[o.Shuffle-1]; s.Leaves == nil {
			s.Leaves = l.key.Leaves(o.Shuffle, l.shuffles[o.Shuffle-1])
		}
	}
	return &d
}

// Public writes a log as a record for everybody: without the seed, and with no card that not everybody saw. It fails
// if the log cannot be replayed, or if its cards are not those that were sealed.
func (l Log) Public(game engine.Game) (Record, error) {
	rec := Record{
		Game: game.Spec.Name, Rules: game.Spec.Rules, Seats: l.Names, Seedless: true, Options: l.Config.Options,
	}
	book := newLedger(l.Seed, l.Names)
	end, err := l.follow(game, func(before, after engine.Match, act engine.Act[any], e Entry) error {
		if err := book.add(before, after, e.Facts); err != nil {
			return err
		}
		words, known, err := before.Overt(act, l.Names)
		if err == nil && known && hasLine(before, act) {
			rec.Moves = append(rec.Moves, l.Names.Of(act.Seat)+": "+words)
		}
		return err
	})
	if err != nil {
		return rec, err
	}
	rec.Deal = book.close()
	res := Result{Game: game, Seats: l.Names, Match: end, Applied: len(rec.Moves)}
	shown, err := res.Show(engine.Public)
	if err != nil {
		return rec, err
	}
	rec.End = &End{Position: shown.Position, Outcome: shown.Outcome}
	return rec, nil
}

// follow replays a log, entry by entry, and returns the match at its end.
func (l Log) follow(
	game engine.Game, see func(before, after engine.Match, act engine.Act[any], e Entry) error,
) (engine.Match, error) {
	m, err := game.Open(l.Config)
	if err != nil {
		return nil, err
	}
	for i, e := range l.Entries {
		act, err := l.act(m, e)
		if err != nil {
			return m, fmt.Errorf("entry %d: %w", i+1, err)
		}
		next, err := m.Apply(e.Facts)
		if err == nil {
			err = see(m, next, act, e)
		}
		if err != nil {
			return m, fmt.Errorf("entry %d: %w", i+1, err)
		}
		m = next
	}
	return m, nil
}
