package outlaws25

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/record"
	"saloon/engine/seal"
)

var game = engine.Erase(Rules{}, Codec, Notation{})

func sealedGames(name string) (engine.Game, bool) { return game, name == Name }

// played is a random match as it is written down.
func played(t testing.TB, seats int, seed engine.Seed) record.Log {
	t.Helper()
	l := record.Log{Config: engine.Config{Seats: seats}, Names: seatNames[:seats], Seed: seed}
	m, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	pick := seed.Fork("moves").Entry(1)
	for {
		turn := m.Turn()
		if len(turn) == 0 {
			return l
		}
		act := engine.Act[any]{Seat: turn[pick.IntN(len(turn))]}
		e := record.Entry{Seat: act.Seat}
		if act.Seat != engine.Nature {
			legal := m.Legal(act.Seat)
			act.Move = legal[pick.IntN(len(legal))]
			if e.Words, err = m.Words(act, l.Names); err != nil {
				t.Fatal(err)
			}
		}
		if m, e.Facts, err = m.Play(act, seed.Entry(uint64(len(l.Entries)+1))); err != nil {
			t.Fatal(err)
		}
		e.Sum = m.Sum()
		l.Entries = append(l.Entries, e)
	}
}

// public exports a match as it is given to everybody.
func public(t testing.TB, l record.Log) (record.Record, string) {
	t.Helper()
	rec, err := l.Public(game)
	if err != nil {
		t.Fatal(err)
	}
	text, err := record.Write(rec)
	if err != nil {
		t.Fatal(err)
	}
	return rec, text
}

// each follows a log entry by entry, with the cards that were dealt and shown.
func each(t testing.TB, l record.Log, see func(m engine.Match, facts []engine.Fact, dealt []engine.Dealing)) {
	t.Helper()
	m, err := game.Open(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range l.Entries {
		dealt, err := m.Dealt(e.Facts)
		if err != nil {
			t.Fatalf("entry %d: %v", i+1, err)
		}
		see(m, e.Facts, dealt)
		if m, err = m.Apply(e.Facts); err != nil {
			t.Fatalf("entry %d: %v", i+1, err)
		}
	}
}

// TestSealedMatch plays matches, verifies their logs, and what is published of them with the seed and without.
func TestSealedMatch(t *testing.T) {
	for n := range uint64(12) {
		l := played(t, 2+int(n)%4, stage.Seed(n))
		if err := l.Verify(game); err != nil {
			t.Fatal(err)
		}
		_, text := public(t, l)
		rec, err := record.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(sealedGames, rec); err != nil {
			t.Error(err)
		}
		if again, err := record.Write(rec); err != nil || again != text {
			t.Errorf("read and written again it differs (%v)", err)
		}
		if strings.Contains(text, l.Seed.String()) || !strings.Contains(text, l.Seed.Commitment()) {
			t.Error("it should have the seed's hash and not the seed")
		}
		whole, err := l.Record(game)
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(sealedGames, whole); err != nil {
			t.Error(err)
		}
		whole.Deal.Shuffles[3].Deck = "jokers"
		if err := record.Verify(sealedGames, whole); err == nil {
			t.Error("a changed deal is verified")
		}
	}
}

// TestOpenedIsWhatIsSeen compares the opened cards with what the events themselves turn up.
func TestOpenedIsWhatIsSeen(t *testing.T) {
	for n := range uint64(12) {
		l := played(t, 2+int(n)%4, stage.Seed(n))
		each(t, l, func(m engine.Match, facts []engine.Fact, dealt []engine.Dealing) {
			v, _ := m.View(engine.Public).(View)
			for i, f := range facts {
				if i >= len(engine.Unsealed(facts)) {
					continue
				}
				e, err := Codec.Decode(f)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, shown := range dealt[i].Shown {
					got = append(got, shown.Card)
				}
				if d, ok := e.(DuelBegan); ok { // what lay face up already is not opened again
					var want []string
					for side, p := range []*Spot{&d.Attacker, d.Defender} {
						if p != nil && !v.Gangs[p.Seat][p.Place].Up {
							want = append(want, speedName(d.Speeds[side]))
						}
					}
					if !slices.Equal(got, want) {
						t.Errorf("%+v opens %v, not %v", e, got, want)
					}
				} else if want := turned(e); !slices.Equal(got, want) {
					t.Errorf("%+v opens %v, not %v", e, got, want)
				}
			}
		})
	}
}

// turned are the cards that everybody sees from an event on.
func turned(e Event) []string {
	switch e := e.(type) {
	case SheriffDrawn:
		return []string{speedName(e.Sheriff)}
	case WantedDrawn:
		return []string{e.Label.String()}
	case RewardPlayed:
		return []string{e.Reward.String()}
	case Bribed:
		return []string{BribedLawman.String()}
	case Escaped:
		return []string{FastHorse.String()}
	case Sleeved:
		return []string{CardUpTheSleeve.String()}
	case HandDealt:
		return names(e.Flop)
	case HandShown:
		return names(e.Cards[:]...)
	default:
		return nil
	}
}

// TestSecretsStaySealed looks at every card that was shuffled and that nobody saw: its salt is nowhere in what is
// published, and folded hands, removed outlaws and rewards that were never played are among them.
func TestSecretsStaySealed(t *testing.T) {
	kept := map[string]int{}
	for n := range uint64(8) {
		l := played(t, 3+int(n)%3, stage.Seed(n))
		rec, text := public(t, l)
		if leaked := leaks(t, l, rec, text, kept); len(leaked) > 0 {
			t.Errorf("published are the salts of %v", leaked)
		}
		folded(t, l, rec, kept)
	}
	for _, what := range []string{"gang 1", "poker", "rewards", "sheriffs", "wanted", "folded"} {
		if kept[what] == 0 {
			t.Errorf("no card of the kind %q stayed secret", what)
		}
	}
}

// leaks finds cards that were not opened and whose salt is in a text; kept counts the others by deck.
func leaks(t *testing.T, l record.Log, rec record.Record, text string, kept map[string]int) (leaked []string) {
	t.Helper()
	opened := map[[2]int]bool{}
	for _, o := range rec.Deal.Opened {
		opened[[2]int{o.Shuffle, o.Position}] = true
	}
	key := seal.NewKey(l.Seed)
	n := 0
	each(t, l, func(_ engine.Match, _ []engine.Fact, dealt []engine.Dealing) {
		for _, d := range dealt {
			for _, s := range d.Shuffles {
				n++
				for i := range s.Cards {
					switch o := key.Open(n, s, i); {
					case opened[[2]int{n, o.Position}]:
					case strings.Contains(text, o.Salt.String()):
						leaked = append(leaked, o.Card)
					default:
						kept[s.Deck]++
					}
				}
			}
		}
	})
	return leaked
}

// folded checks that of a folded hand neither card is opened.
func folded(t *testing.T, l record.Log, rec record.Record, kept map[string]int) {
	t.Helper()
	shuffles := 0
	hand := map[string]bool{} // cards of the hand that may be opened
	var hole [][2]Card
	at := 0
	each(t, l, func(m engine.Match, facts []engine.Fact, dealt []engine.Dealing) {
		for i, f := range engine.Unsealed(facts) {
			shuffles += len(dealt[i].Shuffles)
			e, err := Codec.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			switch e := e.(type) {
			case HandDealt:
				hole, at, hand = e.Hole, shuffles, map[string]bool{}
			case Folded:
				for _, c := range hole[e.Seat] {
					hand[c.String()] = true
				}
			case HandCleared:
				for _, o := range rec.Deal.Opened {
					if o.Shuffle == at && hand[o.Card] {
						t.Errorf("the folded %s is opened", o.Card)
					}
				}
				kept["folded"] += len(hand)
			}
		}
	})
}

// TestLeakedSaltIsFound is the canary of the test above.
func TestLeakedSaltIsFound(t *testing.T) {
	l := played(t, 4, stage.Seed(1))
	rec, text := public(t, l)
	key := seal.NewKey(l.Seed)
	salt := key.Salt(1, speedMax-1) // of an outlaw that was removed
	if leaked := leaks(t, l, rec, text+salt.String(), map[string]int{}); len(leaked) != 1 {
		t.Errorf("found %v", leaked)
	}
}

var hashes = regexp.MustCompile("[0-9a-f]{8,}")

// TestTwoWorlds publishes a match, and the same match in which what nobody saw was otherwise: but for hashes, both are
// told alike.
func TestTwoWorlds(t *testing.T) {
	changed := map[string]int{}
	for n := range uint64(12) {
		l := played(t, 2+int(n)%4, stage.Seed(n))
		_, a := public(t, l)
		_, b := public(t, otherWorld(t, l, changed))
		if a == b {
			t.Error("other cards are sealed alike")
		}
		if hashes.ReplaceAllString(a, "#") != hashes.ReplaceAllString(b, "#") {
			t.Error("what is published tells of cards that nobody saw")
		}
	}
	for _, what := range []string{"folded", "gangs", "rewards"} {
		if changed[what] < 5 {
			t.Errorf("%s were changed %d times", what, changed[what])
		}
	}
}

// otherWorld gives everybody who folded the bottom card of the stub instead of one of theirs, lays removed outlaws in
// the place of those that were never turned up, turns the bottom of the reward deck around, and seals it all anew.
func otherWorld(t *testing.T, l record.Log, changed map[string]int) record.Log {
	t.Helper()
	seen, arranged := turnedUp(t, l)
	other := l
	other.Entries = slices.Clone(l.Entries)
	var deal *engine.Fact
	var hand HandDealt
	for i := range other.Entries {
		facts := engine.Unsealed(l.Entries[i].Facts)
		other.Entries[i].Facts = facts
		for j := range facts {
			e, err := Codec.Decode(facts[j])
			if err != nil {
				t.Fatal(err)
			}
			switch e := e.(type) {
			case GangsDealt:
				for seat := range e.Speeds {
					if !arranged.Has(engine.Seat(seat)) && otherGang(&e.Speeds[seat], seen[seat]) {
						changed["gangs"]++
					}
				}
				last := len(e.Decks.Rewards) - 1
				if d := e.Decks.Rewards; d[last] != d[last-1] {
					d[last], d[last-1] = d[last-1], d[last]
					changed["rewards"]++
				}
				facts[j] = encoded(t, e)
			case HandDealt:
				deal, hand = &facts[j], e
			case Sleeved:
				hand.Stub = nil // its stub is looked into
			case Folded:
				if bottom := len(hand.Stub) - 1; bottom > 0 {
					hand.Hole[e.Seat][0], hand.Stub[bottom] = hand.Stub[bottom], hand.Hole[e.Seat][0]
					*deal = encoded(t, hand)
					changed["folded"]++
				}
			}
		}
	}
	return sealAnew(t, other)
}

// turnedUp are the speeds that everybody saw of each gang, and who arranged the row.
func turnedUp(t *testing.T, l record.Log) (seen [seatsMax]SpeedSet, arranged engine.SeatSet) {
	t.Helper()
	each(t, l, func(m engine.Match, facts []engine.Fact, _ []engine.Dealing) {
		for _, f := range engine.Unsealed(facts) {
			e, err := Codec.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := e.(Arranged); ok {
				arranged.Add(e.Seat)
			}
		}
		next, err := m.Apply(facts)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := next.View(engine.Public).(View)
		seen = v.Seen
	})
	return seen, arranged
}

// otherGang lays an outlaw that was removed in the place of one that nobody saw.
func otherGang(row *[Row]int, seen SpeedSet) bool {
	removed := allSpeeds
	for _, speed := range row {
		removed &^= 1 << speed
	}
	for i, speed := range row {
		if !seen.Has(speed) {
			row[i] = removed.List()[0]
			return true
		}
	}
	return false
}

func encoded(t *testing.T, e Event) engine.Fact {
	t.Helper()
	f, err := Codec.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sealAnew adds to facts without seals those that their cards have.
func sealAnew(t *testing.T, l record.Log) record.Log {
	t.Helper()
	s, err := Rules{}.New(l.Config)
	if err != nil {
		t.Fatal(err)
	}
	trace, key, n := Rules{}.Trace(), seal.NewKey(l.Seed), 0
	for i := range l.Entries {
		facts := l.Entries[i].Facts
		var seals []engine.Seal
		for _, f := range facts {
			e, err := Codec.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			var dealt engine.Dealing
			trace, dealt = trace.See(s, e)
			s = Rules{}.Evolve(s, e)
			for _, d := range dealt.Shuffles {
				n++
				seals = append(seals, engine.Seal{
					Shuffle: n, Deck: d.Deck, Size: len(d.Cards), Quiet: d.Quiet,
					Root: seal.Root(key.Match, n, d.Deck, key.Leaves(n, d)).String(),
				})
			}
		}
		if len(seals) > 0 {
			l.Entries[i].Facts = append(facts[:len(facts):len(facts)], sealFact(t, seals))
		}
	}
	return l
}

func sealFact(t *testing.T, seals []engine.Seal) engine.Fact {
	t.Helper()
	body, err := json.Marshal(map[string]any{"seals": seals})
	if err != nil {
		t.Fatal(err)
	}
	return engine.Fact{Kind: "house/sealed", Body: body}
}
