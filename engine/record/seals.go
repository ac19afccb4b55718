package record

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"saloon/engine/seal"
)

// Judged says in words what a record without a seed proves, once it was verified, and what it cannot. It is nothing for
// a record with a seed, of which Verify checks everything.
func (r *Record) Judged() []string {
	if !r.Seedless || r.Deal == nil {
		return nil
	}
	if len(r.Deal.Shuffles) == 0 {
		return []string{"The cards of this match were not sealed, so nothing of it can be checked without its seed."}
	}
	return []string{
		fmt.Sprintf("%d shuffles were sealed; every card that the log shows, %d in all, is the one that was sealed.",
			len(r.Deal.Shuffles), len(r.Deal.Opened)),
		"That these are the seals of that evening, only who was there can tell: compare the roots with those on the " +
			"screen.",
		"Not checked, because it takes the seed, which stays secret: cards that nobody saw, the dice, whether the " +
			"shuffles were fair, and whether every move was allowed.",
	}
}

// known refuses a game or rules that are not known here, as a replay would.
func (r *Record) known(games Games) error {
	game, ok := games(r.Game)
	if !ok {
		return r.bad([]string{"game"}, "unknown game %q", r.Game)
	}
	if r.Rules != game.Spec.Rules {
		return r.bad([]string{"rules"}, "version %d of the rules of %s, known is %d",
			r.Rules, game.Spec.Title, game.Spec.Rules)
	}
	return r.checkOptions(game.Spec)
}

// verifyDeal checks the deal by itself. It names the first card, shuffle or line that is wrong.
func (r *Record) verifyDeal() error {
	d := r.Deal
	for i := range d.Shuffles {
		if err := d.verifyShuffle(i + 1); err != nil {
			return err
		}
	}
	seen := map[[2]int]string{}
	for i := range d.Opened {
		if err := d.verifyOpened(&d.Opened[i]); err != nil {
			return err
		}
		o := &d.Opened[i]
		at := [2]int{o.Shuffle, o.Position}
		if before, twice := seen[at]; twice {
			return fmt.Errorf("%s: position %d is opened twice, as %s and as %s", d.name(o.Shuffle), o.Position, before,
				o.Card)
		}
		seen[at] = o.Card
	}
	return d.verifyLog()
}

// name is how a shuffle is called.
func (d *Deal) name(n int) string { return fmt.Sprintf("shuffle %d (%s)", n, d.Shuffles[n-1].Deck) }

func (d *Deal) verifyShuffle(n int) error {
	s := &d.Shuffles[n-1]
	switch {
	case s.Line > len(d.Log), n > 1 && s.Line < d.Shuffles[n-2].Line:
		return fmt.Errorf("%s: it is out of order in the log", d.name(n))
	case s.Leaves == nil:
		return nil // nothing of it is opened, or verifyOpened says so
	case len(s.Leaves) != s.Size:
		return fmt.Errorf("%s: there are %d hashes for %d cards", d.name(n), len(s.Leaves), s.Size)
	case seal.Root(d.Match, n, s.Deck, s.Leaves) != s.Root:
		return fmt.Errorf("%s: its cards' hashes do not make the root that was shown", d.name(n))
	}
	return nil
}

func (d *Deal) verifyOpened(o *Opened) error {
	if o.Shuffle < 1 || o.Shuffle > len(d.Shuffles) {
		return fmt.Errorf("%s is opened in shuffle %d, and there are %d", o.Card, o.Shuffle, len(d.Shuffles))
	}
	s := &d.Shuffles[o.Shuffle-1]
	switch {
	case o.Line < 1 || o.Line > len(d.Log) || o.Line <= s.Line:
		return fmt.Errorf("%s: %s is opened at line %d of the log, where it cannot have been seen", d.name(o.Shuffle),
			o.Card, o.Line)
	case o.Position >= len(s.Leaves):
		return fmt.Errorf("%s: there is no hash for position %d, where %s should lie", d.name(o.Shuffle), o.Position,
			o.Card)
	case seal.Leaf(d.Match, o.Shuffle, o.Opening) != s.Leaves[o.Position]:
		return fmt.Errorf("%s: %s is not the card that was sealed at position %d", d.name(o.Shuffle), o.Card,
			o.Position)
	}
	return nil
}

// verifyLog checks that each line shows just the cards that are opened there, and says so.
func (d *Deal) verifyLog() error {
	opened := make([][]string, len(d.Log))
	for _, o := range d.Opened {
		opened[o.Line-1] = append(opened[o.Line-1], o.Card)
	}
	for i, line := range d.Log {
		for _, card := range line.Cards {
			at := slices.Index(opened[i], card)
			if at < 0 {
				return fmt.Errorf("line %d of the log, %q: %s is shown and not opened", i+1, line.Text, card)
			}
			opened[i] = slices.Delete(opened[i], at, at+1)
			if !seal.Named(line.Text, card) {
				return fmt.Errorf("line %d of the log, %q: it does not name %s, which is opened there", i+1, line.Text,
					card)
			}
		}
		if len(opened[i]) > 0 {
			return fmt.Errorf("line %d of the log, %q: %s is opened and not shown", i+1, line.Text, opened[i][0])
		}
	}
	return nil
}

// differs compares the deal with what the seed makes of it, and names the first thing that is not the same.
func (d *Deal) differs(made *Deal) error {
	if d.Match != made.Match {
		return errors.New("the deal is not of this seed: SHA-256 of the seed is another")
	}
	if len(d.Shuffles) != len(made.Shuffles) || len(d.Log) != len(made.Log) || len(d.Opened) != len(made.Opened) {
		return fmt.Errorf("the deal has %d shuffles, %d lines and %d opened cards, the seed makes %d, %d and %d",
			len(d.Shuffles), len(d.Log), len(d.Opened), len(made.Shuffles), len(made.Log), len(made.Opened))
	}
	for i := range d.Shuffles {
		if !reflect.DeepEqual(d.Shuffles[i], made.Shuffles[i]) {
			return fmt.Errorf("%s is not what the seed makes of it", d.name(i+1))
		}
	}
	for i := range d.Log {
		if !reflect.DeepEqual(d.Log[i], made.Log[i]) {
			return fmt.Errorf("line %d of the log is %q, the seed makes %q", i+1, d.Log[i].Text, made.Log[i].Text)
		}
	}
	for i := range d.Opened {
		if d.Opened[i] != made.Opened[i] {
			return fmt.Errorf("%s: %s is not what the seed opens there", d.name(d.Opened[i].Shuffle), d.Opened[i].Card)
		}
	}
	return nil
}
