package okcorral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"saloon/engine"
	"saloon/engine/bot"
)

func chance(n uint64) *rand.Rand { return rand.New(engine.Seed{}.Fork("bots").Entry(n)) }

// TestTimes compares the bots' times with the table of rules 2.10.
func TestTimes(t *testing.T) {
	for i, c := range []struct {
		bot                     Shooter
		mean, median, low, high float64
	}{
		{Easy, 760, 712, 506, 1176},
		{Normal, 550, 525, 384, 804},
		{Hard, 400, 386, 296, 552},
	} {
		const n = 40000
		r := chance(uint64(i + 1))
		times := make([]float64, n)
		sum := 0.0
		for j := range times {
			times[j] = float64(millis(c.bot.time(r, 0)))
			sum += times[j]
		}
		slices.Sort(times)
		for _, f := range []struct {
			name      string
			got, want float64
		}{
			{"mean", sum / n, c.mean}, {"median", times[n/2], c.median},
			{"5%", times[n/20], c.low}, {"95%", times[n*19/20], c.high},
		} {
			if math.Abs(f.got-f.want) > 0.015*f.want {
				t.Errorf("bot %d: %s is %.0f ms, want %.0f", i, f.name, f.got, f.want)
			}
		}
	}
}

// shootout is an open race of three between seats 0 and 1, seen by one of them.
func shootout(seat engine.Seat) View {
	s := State{seats: 3, phase: Open, revealer: 2, house: house{aim: true}, card: CardOf(Settling, Green)}
	s.characters = [seatsMax]Character{Colonel, Cowgirl, Mercenary}
	return Rules{}.View(s, engine.Seated(seat))
}

// TestRaces lets bots shoot at each other: the better one wins as often as rules 2.10 have it.
func TestRaces(t *testing.T) {
	for i, c := range []struct {
		better, worse Shooter
		share         float64
	}{
		{Normal, Easy, 0.83}, {Hard, Normal, 0.86}, {Hard, Easy, 0.98},
	} {
		const n = 20000
		won, of := 0.0, 0.0
		for j := range uint64(n) {
			r := engine.Seed{}.Fork("races").Entry(j*3 + uint64(i))
			var strokes [2]Stroke
			for seat, b := range []Shooter{c.better, c.worse} {
				v := shootout(engine.Seat(seat))
				m, after, ok, err := b.React(t.Context(), v, answers(), r)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				strokes[seat] = Stroke{m.Kind, after}
			}
			race := race{n: 3, kind: Settling, right: shootout(0).Right, window: Window}
			copy(race.strokes[:], strokes[:])
			if race.respond(0) != engine.Valid || race.respond(1) != engine.Valid {
				continue
			}
			of++
			switch d := strokes[0].After - strokes[1].After; {
			case d < 0:
				won++
			case d == 0:
				won += 0.5
			}
		}
		if share := won / of; math.Abs(share-c.share) > 0.01 {
			t.Errorf("race %d: the better bot wins %.3f of %.0f, want %.2f", i, share, of, c.share)
		}
	}
}

func answers() []Move {
	var moves []Move
	for _, g := range Answers() {
		moves = append(moves, Move{g})
	}
	return moves
}

// open is a card that lies open, as seat 1 of four sees it; it is the revealer's left neighbour, and a Colonel.
func open(c Card) View {
	s := State{seats: 4, phase: Open, house: house{aim: true}, card: c}
	s.characters = [seatsMax]Character{Cowgirl, Colonel, Mercenary, TriggerAce}
	if c.Kind() == Duel {
		s.centre = CardOf(Duel, White)
	}
	return Rules{}.View(s, engine.Seated(1))
}

// rates plays a card many times and counts what comes of it.
func rates(t *testing.T, b Shooter, v View) (wrong, early, mean float64) {
	t.Helper()
	const n = 40000
	valid, sum := 0.0, 0.0
	for j := range uint64(n) {
		m, after, ok, err := b.React(t.Context(), v, answers(), engine.Seed{}.Fork("rates").Entry(j))
		switch {
		case err != nil:
			t.Fatal(err)
		case !ok:
		case after < Anticipation:
			early++
		case !v.Right[1].Has(m.Kind):
			wrong++
		default:
			valid++
			sum += float64(millis(after))
		}
	}
	return wrong / n, early / n, sum / max(valid, 1)
}

// TestCare has the bots err as rules 2.10 say, less on negative cards, least on those that they dread, and think.
func TestCare(t *testing.T) {
	near := func(what string, got, want, by float64) {
		t.Helper()
		if math.Abs(got-want) > by {
			t.Errorf("%s is %.4f, want %.4f", what, got, want)
		}
	}
	wrong, early, plain := rates(t, Normal, open(CardOf(Nugget, 0)))
	near("wrong on a Nugget", wrong, 0.04*1.25, 0.004)
	near("early on a Nugget", early, 0.01*1.25, 0.002)
	wrong, early, saloon := rates(t, Normal, open(CardOf(Saloon, 0)))
	near("wrong on a Saloon", wrong, 0.04*0.75, 0.004)
	near("early on a Saloon", early, 0.01*0.75, 0.002)
	near("Saloon", saloon-plain, 25, 3)
	wrong, _, cavalry := rates(t, Normal, open(CardOf(Cavalry, 0)))
	near("wrong on the Colonel's Cavalry", wrong, 0.04*0.5, 0.003)
	near("Cavalry", cavalry-plain, 40, 3)
	for k, ms := range map[Kind]float64{DoubleShoot: 30, Wanted: 60, PokerLeft: 115, PokerRight: 115} {
		_, _, mean := rates(t, Normal, open(CardOf(k, Blue)))
		near(k.String(), mean-plain, ms, 3)
	}
	_, _, settling := rates(t, Normal, open(CardOf(Settling, Blue)))
	near("Settling", settling-plain, 100, 3)
	wrong, early, _ = rates(t, Normal, open(CardOf(FoolsGold, 0)))
	near("Fool's Gold", wrong+early, 0.15, 0.006)
	if wrong, early, mean := rates(t, Hard, open(CardOf(Settling, Red))); wrong+early+mean > 0 {
		t.Error("a bot answers a card that does not call on it")
	}
}

// TestGold has bots count: nobody falls for Fool's Gold when there are no Nuggets, and nobody reads when there is no
// Fool's Gold.
func TestGold(t *testing.T) {
	v := open(CardOf(FoolsGold, 0))
	v.Removed = []Card{CardOf(Nugget, 0), CardOf(Nugget, 0), CardOf(Nugget, 0), CardOf(Nugget, 0)}
	if p := Normal.fooled(&v); p != 0 {
		t.Errorf("after all Nuggets are gone %.2f of Fool's Gold is hit", p)
	}
	if p := Easy.fooled(&v); p != 0.3 {
		t.Errorf("who does not count hits %.2f", p)
	}
	v = open(CardOf(Nugget, 0))
	if Normal.blind(&v) {
		t.Error("it hits unread gold with all Fool's Gold still to come")
	}
	v.Taken[2] = []Card{CardOf(FoolsGold, 0), CardOf(FoolsGold, 0), CardOf(FoolsGold, 0)}
	if !Normal.blind(&v) || Easy.blind(&v) {
		t.Error("who counts need not read any more")
	}
}

// TestLevels plays whole matches: each level beats the one before.
func TestLevels(t *testing.T) {
	for _, pair := range [][2]string{{"hard", "normal"}, {"normal", "easy"}, {"easy", "random"}} {
		r, err := Kit().Sim(t.Context(), bot.SimConfig{
			Config: engine.Config{Seats: 4}, Matches: 120, Bots: []string{pair[0], pair[1]}, Workers: 2, Check: 60,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Bots {
			if b.Name == pair[0] && b.Low < b.Equal {
				t.Errorf("%s wins %.2f of its matches against %s", b.Name, b.Share, pair[1])
			}
		}
	}
}

func BenchmarkSim(b *testing.B) {
	for _, level := range []string{"random", "normal"} {
		b.Run(level, func(b *testing.B) {
			var moves, matches int64
			for b.Loop() {
				r, err := Kit().Sim(b.Context(), bot.SimConfig{
					Config: engine.Config{Seats: 4}, Matches: 20, Bots: []string{level}, Workers: 2,
				})
				if err != nil {
					b.Fatal(err)
				}
				moves, matches = moves+r.Moves, matches+20
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(matches)/b.Elapsed().Seconds(), "matches/s")
		})
	}
}
