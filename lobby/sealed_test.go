package lobby_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/engine/record"
	"saloon/engine/seal"
	"saloon/lobby"
)

// secretive is the toy game as one that keeps its secrets: what nobody laid stays sealed for ever.
type secretive struct{ toy.Rules }

func (s secretive) Spec() engine.Spec {
	spec := s.Rules.Spec()
	spec.Reveals = false
	return spec
}

func (s secretive) Tell(e toy.Event, v engine.Viewer) (engine.Note, bool) {
	n, ok := s.Rules.Tell(e, v)
	n.Text += " " + strings.Join(n.Cards, " ")
	return n, ok
}

func (secretive) Trace() engine.Trace[toy.State, toy.Event] { return deals{} }

// deals remembers where the cards of a round lie: a seat's number, or -1 for the stock; -2 for those on the table.
type deals struct {
	shuffles int
	cards    []int
	at       []engine.Seat
}

func (d deals) See(_ toy.State, event toy.Event) (engine.Trace[toy.State, toy.Event], engine.Dealing) {
	var out engine.Dealing
	d.at = slices.Clone(d.at)
	switch e := event.(type) {
	case toy.Dealt:
		d = deals{shuffles: d.shuffles + 1}
		for seat, hand := range e.Hands {
			for _, card := range hand {
				d.cards, d.at = append(d.cards, card), append(d.at, engine.Seat(seat))
			}
		}
		s := seal.Shuffle{Deck: "cards"}
		for _, card := range e.Stock {
			d.cards, d.at = append(d.cards, card), append(d.at, -1)
		}
		for _, card := range d.cards {
			s.Cards = append(s.Cards, strconv.Itoa(card))
		}
		out.Shuffles = append(out.Shuffles, s)
	case toy.Drew:
		d.at[slices.Index(d.at, -1)] = e.Seat
	case toy.Shown:
		if e.Card > 0 {
			out.Shown = d.show(e.Seat, e.Card)
		}
	case toy.Laid:
		out.Shown = d.show(e.Seat, e.Card)
	}
	return d, out
}

func (d *deals) show(seat engine.Seat, card int) []engine.Showing {
	for i := range d.cards {
		if d.at[i] == seat && d.cards[i] == card {
			d.at[i] = -2
			return []engine.Showing{{Shuffle: d.shuffles, Index: i, Card: strconv.Itoa(card)}}
		}
	}
	panic("that card is not there")
}

// discreet does not say which card was played.
type discreet struct{ toy.Notation }

func (d discreet) Overt(a engine.Act[toy.Move], names engine.Names) (string, bool) {
	if a.Seat != engine.Nature && a.Move.Kind == toy.Play {
		return "play", true
	}
	return d.Words(a, names), a.Move.Kind != toy.Draw
}

// TestSealedRecords: of a match of a game that keeps its secrets everybody gets the same record, without the seed and
// without a card that not everybody saw, and it can be verified; while it is played there are the seals.
func TestSealedRecords(t *testing.T) {
	inHall(t, func(h *hall) {
		h.close()
		h.kit = bot.NewKit(secretive{}, toy.Codec, discreet{})
		h.open()
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		f := h.frame(v)
		if len(f.Info.Seals) != 1 || f.Info.Commitment == "" || f.Info.Seed != "" {
			h.Fatalf("the table shows %+v", f.Info)
		}
		first := f.Info.Seals[0]
		if !slices.ContainsFunc(h.frame(w).Info.Seals, func(s engine.Seal) bool { return s == first }) {
			h.Error("Burt is shown another seal")
		}
		running, err := curt.Record(h.ctx, f.Info.Match)
		h.must(err)
		var shown struct{ Deal record.Seals }
		h.must(json.Unmarshal([]byte(running), &shown))
		if want := (record.Seals{Match: f.Info.Commitment, Seals: f.Info.Seals}); !reflect.DeepEqual(shown.Deal, want) {
			h.Errorf("while it is played the seals are %+v, not %+v", shown.Deal, want)
		}

		h.play(v, w)
		hers, err := anna.Record(h.ctx, f.Info.Match)
		h.must(err)
		theirs, err := curt.Record(h.ctx, f.Info.Match)
		h.must(err)
		if hers != theirs {
			h.Error("who sat there gets another record")
		}
		rec, err := record.Parse([]byte(theirs))
		h.must(err)
		h.must(record.Verify(func(string) (engine.Game, bool) { return h.kit.Game, true }, rec))
		if rec.Deal.Shuffles[0].Root.String() != first.Root || rec.Deal.Match.String() != f.Info.Commitment {
			h.Errorf("the record has other seals than the table: %+v", rec.Deal.Shuffles[0])
		}
		stored, err := h.store.Match(h.ctx, f.Info.Match)
		h.must(err)
		if strings.Contains(theirs, stored.Opened.Seed.String()) || len(rec.Deal.Opened) == 0 {
			h.Errorf("the record is %s", theirs)
		}
		if slices.ContainsFunc(rec.Moves, func(m string) bool { return strings.Contains(m, "play ") }) {
			h.Errorf("the moves name cards: %q", rec.Moves)
		}
	})
}

// TestReplaysKeepSecretWords: with other eyes than one's own, acts are said as far as everybody learnt of them.
func TestReplaysKeepSecretWords(t *testing.T) {
	inHall(t, func(h *hall) {
		h.close()
		h.kit = bot.NewKit(secretive{}, toy.Codec, discreet{})
		h.open()
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, _ := h.over(toySettings(), anna, burt)
		stored, err := h.store.Match(h.ctx, match)
		h.must(err)
		own := 0
		for _, who := range []*lobby.Session{anna, curt} {
			r, err := h.house.Replay(h.ctx, match, who.Player().ID)
			h.must(err)
			for n := 1; n <= r.Len(); n++ {
				e := stored.Entries[n-1]
				for _, eyes := range []engine.Seat{engine.Nobody, 0, 1} {
					got := r.Words(n, eyes)
					if who == anna && eyes == 0 && e.Seat == 0 {
						own++
						if got != "Anna: "+e.Words {
							h.Errorf("entry %d is said to Anna as %q", n, got)
						}
					} else if strings.Contains(got, "play ") || strings.Contains(got, "draw") {
						h.Errorf("entry %d is said to %s with the eyes of %d as %q", n, who.Player().Name, eyes, got)
					}
				}
				if f, err := r.Frame(n, engine.Nobody); err != nil || len(f.Info.Seals) == 0 {
					h.Errorf("entry %d has the seals %+v (%v)", n, f.Info.Seals, err)
				}
			}
		}
		if own == 0 {
			h.Error("Anna did nothing")
		}
	})
}
