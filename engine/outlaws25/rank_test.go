package outlaws25

import "testing"

// The cases of section 5 that are about hands.

func TestRankingCases(t *testing.T) {
	const win, lose, tie = 1, -1, 0
	for _, c := range []struct {
		n               int
		a, b            string
		three, rar, fiv int
	}{
		{1, "As Ks Qs", "Ah Ac Ad", win, win, win},
		{2, "10s 10h 10d", "As Kh Qd", win, win, lose},
		{3, "Qs Jh 10d", "As Ks Js", win, lose, lose},
		{4, "As Kh Qd", "Ks Qh Jd", win, win, win},
		{6, "10s 10h Jd", "As Kh Jd", win, win, win},
		{7, "Qs Qh 10d", "Js Jh Ad", win, win, win},
		{8, "Qs Qh Kd", "Qc Qd Jd", win, win, win},
		{10, "As 10h Jd", "Ks Qh Jd", lose, lose, lose},
		{11, "Ac Kc 10s", "Ad Kd 10s", tie, tie, tie},
	} {
		for by, want := range map[Ranking]int{ByThree: c.three, ByRarity: c.rar, ByFive: c.fiv} {
			_, a := Judge(three(c.a), by)
			_, b := Judge(three(c.b), by)
			if got := int(a) - int(b); (got > 0) != (want > 0) || (got < 0) != (want < 0) {
				t.Errorf("case %d by %v: %d against %d", c.n, by, a, b)
			}
		}
	}
}

// TestAllHands is case 13, with the table of 2.1: all 1140 hands, counted.
func TestAllHands(t *testing.T) {
	want := [categories]int{HighCard: 420, Pair: 480, Flush: 28, Straight: 180, Trips: 20, StraightFlush: 12}
	for by := range rankings {
		var have [categories]int
		values := map[Strength]Category{}
		total := 0
		for a := Card(1); a <= PokerCards; a++ {
			for b := a + 1; b <= PokerCards; b++ {
				for c := b + 1; c <= PokerCards; c++ {
					cat, v := Judge([3]Card{a, b, c}, by)
					have[cat]++
					total++
					if was, known := values[v]; known && was != cat {
						t.Fatalf("%v and %v have the same strength", was, cat)
					}
					values[v] = cat
					for _, other := range [][3]Card{{b, a, c}, {c, b, a}, {b, c, a}} {
						if _, again := Judge(other, by); again != v {
							t.Fatalf("the order of %v matters", other)
						}
					}
				}
			}
		}
		if have != want || total != 1140 || len(values) != 45 {
			t.Errorf("%v: %v of %d hands with %d values", by, have, total, len(values))
		}
		kinds := [categories]int{}
		for _, cat := range values {
			kinds[cat]++
		}
		if kinds != ([categories]int{HighCard: 7, Pair: 20, Flush: 7, Straight: 3, Trips: 5, StraightFlush: 3}) {
			t.Errorf("%v: values by category %v", by, kinds)
		}
	}
}

// TestHandsOnAFlop is case 14, with the whole table of 2.3.
func TestHandsOnAFlop(t *testing.T) {
	for flop, want := range map[string][categories]int{
		"Qs": {StraightFlush: 3, Trips: 3, Straight: 45, Flush: 3, Pair: 72, HighCard: 45},
		"Jh": {StraightFlush: 2, Trips: 3, Straight: 30, Flush: 4, Pair: 72, HighCard: 60},
		"Kd": {StraightFlush: 2, Trips: 3, Straight: 30, Flush: 4, Pair: 72, HighCard: 60},
		"Ac": {StraightFlush: 1, Trips: 3, Straight: 15, Flush: 5, Pair: 72, HighCard: 75},
		"Ts": {StraightFlush: 1, Trips: 3, Straight: 15, Flush: 5, Pair: 72, HighCard: 75},
	} {
		up, _ := CardNamed(flop)
		var have [categories]int
		for a := Card(1); a <= PokerCards; a++ {
			for b := a + 1; b <= PokerCards; b++ {
				if a != up && b != up {
					cat, _ := Judge([3]Card{a, b, up}, ByThree)
					have[cat]++
				}
			}
		}
		if have != want {
			t.Errorf("flop %s: %v, want %v", flop, have, want)
		}
	}
}
