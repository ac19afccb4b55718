package outlaws25

import (
	"slices"
	"strings"
	"testing"

	"saloon/engine/enginetest/stage"
	"saloon/engine/record"
	"saloon/engine/seal"
)

// TestTampered changes one thing of what was published at a time: each is found, and named.
func TestTampered(t *testing.T) {
	_, text := public(t, played(t, 4, stage.Seed(3)))
	flop := func(d *record.Deal) *record.Opened {
		i := slices.IndexFunc(d.Opened, func(o record.Opened) bool { return d.Shuffles[o.Shuffle-1].Deck == "poker" })
		return &d.Opened[i]
	}
	for _, c := range []struct {
		name   string
		change func(d *record.Deal)
		want   string
	}{
		{"a swapped card", func(d *record.Deal) { swap(d, flop(d), "Kd") }, "Kd is not the card that was sealed"},
		{"a card in the opening alone", func(d *record.Deal) { flop(d).Card = "Kd" }, "Kd is not the card"},
		{"a card in the log alone", func(d *record.Deal) {
			d.Log[flop(d).Line-1] = record.Told{Text: "The flop is Kd.", Cards: []string{"Kd"}}
		}, "Kd is shown and not opened"},
		{"a card in the words alone", func(d *record.Deal) {
			d.Log[flop(d).Line-1].Text = "The flop is Kd."
		}, "does not name"},
		{"a position", func(d *record.Deal) { flop(d).Position++ }, "is not the card that was sealed at position"},
		{"a position that is not there", func(d *record.Deal) { flop(d).Position = 20 }, "no hash for position 20"},
		{"a salt", func(d *record.Deal) { flop(d).Salt[0] ^= 1 }, "is not the card that was sealed"},
		{"another shuffle", func(d *record.Deal) { flop(d).Shuffle = 1 }, "shuffle 1 (gang 1)"},
		{"a shuffle that is not there", func(d *record.Deal) { flop(d).Shuffle = 9999 }, "is opened in shuffle 9999"},
		{"a root", func(d *record.Deal) {
			d.Shuffles[flop(d).Shuffle-1].Root[31] ^= 1
		}, "do not make the root"},
		{"a leaf", func(d *record.Deal) {
			d.Shuffles[flop(d).Shuffle-1].Leaves[0][0] ^= 1
		}, "do not make the root"},
		{"a leaf and its root", func(d *record.Deal) {
			o := flop(d)
			s := &d.Shuffles[o.Shuffle-1]
			s.Leaves[o.Position][0] ^= 1
			s.Root = seal.Root(d.Match, o.Shuffle, s.Deck, s.Leaves)
		}, "is not the card that was sealed"},
		{"a leaf too few", func(d *record.Deal) {
			s := &d.Shuffles[flop(d).Shuffle-1]
			s.Leaves = s.Leaves[:19]
		}, "19 hashes for 20 cards"},
		{"no leaves", func(d *record.Deal) { d.Shuffles[flop(d).Shuffle-1].Leaves = nil }, "no hash for position"},
		{"a size", func(d *record.Deal) { d.Shuffles[flop(d).Shuffle-1].Size = 19 }, "20 hashes for 19 cards"},
		{"a deck", func(d *record.Deal) { d.Shuffles[flop(d).Shuffle-1].Deck = "rewards" }, "do not make the root"},
		{"another match", func(d *record.Deal) { d.Match[0] ^= 1 }, "do not make the root"},
		{"an opened card less", func(d *record.Deal) {
			d.Opened = slices.Delete(d.Opened, 3, 4)
		}, "is shown and not opened"},
		{"a card opened twice", func(d *record.Deal) { d.Opened = append(d.Opened, *flop(d)) }, "is opened twice"},
		{"a card opened at another line", func(d *record.Deal) { flop(d).Line++ }, "is shown and not opened"},
		{"a card opened before it was dealt", func(d *record.Deal) { flop(d).Line = 1 }, "cannot have been seen"},
		{"a card opened after the end", func(d *record.Deal) {
			flop(d).Line = 1 + len(d.Log)
		}, "cannot have been seen"},
		{"a shown card less", func(d *record.Deal) { d.Log[flop(d).Line-1].Cards = nil }, "is opened and not shown"},
		{"shuffles in another order", func(d *record.Deal) {
			d.Shuffles[6].Line, d.Shuffles[7].Line = d.Shuffles[7].Line, 0
		}, "out of order"},
		{"a shuffle less", func(d *record.Deal) {
			d.Shuffles = slices.Delete(d.Shuffles, 2, 3)
		}, "do not make the root"},
	} {
		rec, err := record.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.change(rec.Deal)
		changed, err := record.Write(rec)
		if err != nil {
			t.Fatal(err)
		}
		if rec, err = record.Parse([]byte(changed)); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := record.Verify(sealedGames, rec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if failures, err := record.Check(sealedGames, rec); err != nil || len(failures) != 1 {
			t.Errorf("%s: checked it has %v (%v)", c.name, failures, err)
		}
	}
}

// swap puts another card in the place of an opened one, wherever it is named.
func swap(d *record.Deal, o *record.Opened, card string) {
	line := &d.Log[o.Line-1]
	line.Text = strings.ReplaceAll(line.Text, o.Card, card)
	line.Cards[slices.Index(line.Cards, o.Card)] = card
	o.Card = card
}

// TestEveryDigitCounts changes each digit of every hash and salt that a short record has.
func TestEveryDigitCounts(t *testing.T) {
	rec, _ := public(t, played(t, 2, stage.Seed(4)))
	rec.Deal.Log = rec.Deal.Log[:8]
	rec.Deal.Opened = rec.Deal.Opened[:1]
	rec.Deal.Shuffles = rec.Deal.Shuffles[:rec.Deal.Opened[0].Shuffle]
	s := &rec.Deal.Shuffles[len(rec.Deal.Shuffles)-1]
	for i := range rec.Deal.Shuffles[:len(rec.Deal.Shuffles)-1] {
		rec.Deal.Shuffles[i].Leaves = nil
	}
	if err := record.Verify(sealedGames, rec); err != nil {
		t.Fatal(err)
	}
	flip := func(what string, bytes []byte) {
		for i := range bytes {
			for bit := range 8 {
				bytes[i] ^= 1 << bit
				if record.Verify(sealedGames, rec) == nil {
					t.Errorf("%s: bit %d of byte %d does not count", what, bit, i)
				}
				bytes[i] ^= 1 << bit
			}
		}
	}
	flip("match", rec.Deal.Match[:])
	flip("root", s.Root[:])
	flip("salt", rec.Deal.Opened[0].Salt[:])
	for i := range s.Leaves {
		flip("leaf", s.Leaves[i][:])
	}
}
