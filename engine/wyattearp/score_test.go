package wyattearp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// vectors are those of section 3.4 of the rules page: visible CP, reward, payouts, what stays; thousands.
var vectors = []struct {
	id     string
	cp     string
	reward int
	paid   string
	stays  int
	zero   bool // the house rule zero-shares
}{
	{"S1", "11/6/2", 9, "9/0/0", 0, false},
	{"S2", "9/5/4", 8, "5/3/0", 0, false},
	{"S3", "4/4/2", 3, "0/0/0", 3, false},
	{"S4", "4/4/2", 6, "2/2/1", 1, false},
	{"D1", "7/0/0", 5, "0/0/0", 5, false},
	{"D2", "8/0/0", 3, "3/0/0", 0, false},
	{"D3", "4/3", 6, "0/0", 6, false},
	{"D4", "4/4", 3, "0/0", 3, false},
	{"D5", "4/4", 4, "2/2", 0, false},
	{"D6", "4/4", 5, "2/2", 1, false},
	{"D7", "4/4", 6, "3/3", 0, false},
	{"D8", "6/2", 3, "2/1", 0, false},
	{"D9", "6/2", 4, "3/1", 0, false},
	{"D10", "6/2", 5, "3/2", 0, false},
	{"D11", "7/2", 5, "5/0", 0, false},
	{"D12", "8/4/4", 7, "3/2/2", 0, false},
	{"D13", "8/4/4", 6, "3/1/1", 1, false},
	{"D15", "8/4/3", 6, "4/2/0", 0, false},
	{"D16", "6/6/6", 5, "0/0/0", 5, false},
	{"D17", "6/6/6", 6, "2/2/2", 0, false},
	{"D19", "6/6/6", 9, "3/3/3", 0, false},
	{"D20", "6/6/2", 5, "2/2/1", 0, false},
	{"D21", "6/6/2", 4, "2/2/0", 0, false},
	{"D24", "6/6/6/6", 7, "0/0/0/0", 7, false},
	{"D25", "6/6/6/6", 8, "2/2/2/2", 0, false},
	{"D26", "6/6/6/6", 11, "2/2/2/2", 3, false},
	{"D27", "6/6/6/6", 12, "3/3/3/3", 0, false},
	{"D29", "12/8/7", 4, "3/1/0", 0, false},
	{"D30", "10/5/5", 9, "9/0/0", 0, false},
	{"D32", "0/4/3", 8, "0/0/0", 8, false},
	{"D33", "0/6/2", 5, "0/3/2", 0, false},
	{"D34", "0/8/0", 7, "0/7/0", 0, false},
	{"D35", "4/4/0", 5, "2/2/0", 1, false},
	{"D35 literally", "4/4/0", 5, "2/2/1", 0, true},
	{"D37", "3/3/2", 4, "2/2/0", 0, false},
	{"D38", "4/2/2", 4, "2/1/1", 0, false},
	{"D39", "4/2/2", 3, "2/0/0", 1, false},
	{"D41", "2/2/2/2", 5, "0/0/0/0", 5, false},
	{"D42", "9/7/7", 4, "2/1/1", 0, false},
	{"D43", "9/7/7", 5, "3/1/1", 0, false},
	{"D47", "2/6", 8, "3/5", 0, false},
	{"D48", "10/9/8", 3, "2/1/0", 0, false},
	{"D49", "10/9/8", 4, "2/1/1", 0, false},
	{"D51", "31/0", 19, "19/0", 0, false},
	{"D52", "5/3/0", 3, "2/1/0", 0, false},
}

func numbers(t *testing.T, text string) (out [seatsMax]int, n int) {
	t.Helper()
	for i, word := range strings.Split(text, "/") {
		if _, err := fmt.Sscan(word, &out[i]); err != nil {
			t.Fatal(err)
		}
		n++
	}
	return out, n
}

func TestScoreVectors(t *testing.T) {
	for _, v := range vectors {
		t.Run(v.id, func(t *testing.T) {
			cp, seats := numbers(t, v.cp)
			want, _ := numbers(t, v.paid)
			if paid, rest := score(cp, seats, v.reward, v.zero); paid != want || rest != v.stays {
				t.Errorf("%v of %d are paid %v, %d stay; not %v and %d", cp, v.reward, paid, rest, want, v.stays)
			}
			paid, rest := naiveScore(cp[:seats], v.reward, v.zero)
			if !slices.Equal(paid, want[:seats]) || rest != v.stays {
				t.Errorf("the second opinion on %v of %d: %v, %d stay", cp, v.reward, paid, rest)
			}
		})
	}
}

// naiveScore shares a reward as people at a table would: coins of 1,000 are taken off the poster one by one. It is
// written from the rules page alone.
func naiveScore(cp []int, coins int, zeroShares bool) (purses []int, poster int) {
	purses = make([]int, len(cp))
	total := 0
	for _, v := range cp {
		total += v
	}
	if total < 8 { // R51
		return purses, coins
	}
	ranked := slices.Clone(cp)
	slices.Sort(ranked)
	slices.Reverse(ranked)
	best, second := ranked[0], ranked[1]
	if best-second >= 5 { // R52
		for coins > 0 {
			purses[slices.Index(cp, best)]++
			coins--
		}
		return purses, 0
	}
	sharing := func(v int) bool { return v >= best-4 && (v > 0 || zeroShares) } // R53
	for round := 1; ; round++ {                                                 // R54
		for _, value := range slices.Compact(slices.Clone(ranked)) {
			if !sharing(value) {
				continue
			}
			var tied []int
			for seat, v := range cp {
				if v == value {
					tied = append(tied, seat)
				}
			}
			each := 1
			if round == 1 && value == best {
				each = 2
			}
			if coins == 0 || coins < each*len(tied) { // R55
				return purses, coins
			}
			for _, seat := range tied {
				for range each {
					purses[seat]++
					coins--
				}
			}
		}
	}
}

// TestScoreTwin compares the two on everything small and much that is not.
func TestScoreTwin(t *testing.T) {
	r := stage.Seed(34).Entry(1)
	for range 60_000 {
		seats := seatsMin + r.IntN(seatsMax-seatsMin+1)
		var cp [seatsMax]int
		top := []int{5, 12, 32}[r.IntN(3)]
		for seat := range seats {
			cp[seat] = r.IntN(top)
		}
		reward, zero := r.IntN(30), r.IntN(2) == 0
		checkShare(t, cp, seats, reward, zero)
	}
}

// checkShare has the properties of the end of section 3.4.
func checkShare(t *testing.T, cp [seatsMax]int, seats, reward int, zero bool) {
	t.Helper()
	paid, rest := score(cp, seats, reward, zero)
	naive, stays := naiveScore(cp[:seats], reward, zero)
	if !slices.Equal(paid[:seats], naive) || rest != stays {
		t.Fatalf("%v of %d (zero-shares %t): %v, %d stay; by hand %v, %d stay",
			cp[:seats], reward, zero, paid, rest, naive, stays)
	}
	sum := rest
	for a := range seats {
		sum += paid[a]
		for b := range seats {
			if cp[a] == cp[b] && paid[a] != paid[b] {
				t.Fatalf("%v of %d: equal CP, unequal payout %v", cp, reward, paid)
			}
			if cp[a] > cp[b] && paid[a] < paid[b] {
				t.Fatalf("%v of %d: more CP earn less in %v", cp, reward, paid)
			}
		}
	}
	if sum != reward {
		t.Fatalf("%v of %d: %v and %d are %d", cp, reward, paid, rest, sum)
	}
	var turned, turnedPaid [seatsMax]int
	for seat := range seats {
		turned[(seat+1)%seats] = cp[seat]
		turnedPaid[(seat+1)%seats] = paid[seat]
	}
	if got, _ := score(turned, seats, reward, zero); got != turnedPaid {
		t.Fatalf("%v of %d: turned around the table %v is paid, not %v", cp, reward, got, turnedPaid)
	}
}

func FuzzScore(f *testing.F) {
	f.Add(uint8(4), uint8(4), uint8(2), uint8(0), uint8(6), uint8(1), false)
	f.Add(uint8(9), uint8(5), uint8(4), uint8(0), uint8(8), uint8(1), true)
	f.Fuzz(func(t *testing.T, a, b, c, d, reward, seats uint8, zero bool) {
		n := seatsMin + int(seats)%(seatsMax-seatsMin+1)
		cp := [seatsMax]int{int(a % 32), int(b % 32), int(c % 32), int(d % 32)}
		for seat := n; seat < seatsMax; seat++ {
			cp[seat] = 0
		}
		checkShare(t, cp, n, int(reward), zero)
	})
}

// TestPileCP: no pile is worth exactly 1 CP, and the fullest is worth 31 (rules R2).
func TestPileCP(t *testing.T) {
	most := 0
	for i := range 8 * 3 * 5 * 2 * 2 {
		p := Pile{
			Outlaws: uint8(i % 8), Stagecoaches: uint8(i / 8 % 3), Banks: uint8(i / 24 % 5),
			Photo: i/120%2 == 1, Gun: i/240%2 == 1,
		}
		if p.Empty() {
			continue
		}
		most = max(most, p.CP())
		if p.CP() == 1 {
			t.Errorf("%+v is worth 1 CP", p)
		}
		hidden := p
		hidden.Hideout = true
		if hidden.Visible() != 0 || hidden.CP() != p.CP() || p.Visible() != p.CP() {
			t.Errorf("%+v counts %d, hidden %d", p, p.Visible(), hidden.Visible())
		}
	}
	if most != 31 {
		t.Errorf("the fullest pile is worth %d CP", most)
	}
}

// TestDeck checks the sums of rules R2.
func TestDeck(t *testing.T) {
	cards, outlaws, sheriffs := 0, 0, 0
	for _, c := range Cards() {
		cards += c.Count()
		if c.Hole() {
			outlaws += c.Count()
		}
		if c.Sheriff() {
			sheriffs += c.Count()
		}
		if named, ok := CardNamed(c.String()); !ok || named != c || c.Hole() == c.Sheriff() {
			t.Errorf("%d: %v", c, c)
		}
	}
	if cards != DeckSize || outlaws != outlawCards || sheriffs != 29 {
		t.Errorf("%d cards, %d Outlaw cards, %d Sheriff cards", cards, outlaws, sheriffs)
	}
	deck := wholeDeck()
	for _, c := range deck {
		if c == NoCard {
			t.Fatal("the deck has a hole")
		}
	}
}

// sheetOf makes a sheet with one poster.
func sheetOf(seats int, cp [seatsMax]int, reward int) Sheet {
	sheet := Sheet{Round: 1, Seats: seats}
	sheet.Posters[JesseJames] = poster(cp, seats, reward, false)
	return sheet
}

func TestExplain(t *testing.T) {
	name := func(s engine.Seat) string { return []string{"Anna", "Burt", "Curt"}[s] }
	for _, c := range []struct {
		cp     [seatsMax]int
		reward int
		want   []string
	}{
		{[seatsMax]int{7}, 5, []string{"Jesse James got away", "7 CP", "$5,000 stays", "R51"}},
		{[seatsMax]int{11, 6, 2}, 9, []string{"Anna: ahead", "$9,000", "R52"}},
		{
			[seatsMax]int{9, 5, 4}, 8,
			[]string{"Anna (9 CP) and Burt (5 CP) share", "Anna $5,000 and Burt $3,000.", "R54"},
		},
		{[seatsMax]int{4, 4, 2}, 3, []string{"Nobody gets", "Anna and Burt would need $4,000", "$3,000 stays", "R55"}},
		{
			[seatsMax]int{4, 4, 2}, 6,
			[]string{"Anna $2,000, Burt $2,000 and Curt $1,000.", "Anna and Burt would need $2,000", "$1,000 stays"},
		},
	} {
		got := sheetOf(3, c.cp, c.reward).Explain(JesseJames, name)
		for _, part := range c.want {
			if !strings.Contains(got, part) {
				t.Errorf("%v of %d: %q lacks %q", c.cp, c.reward, got, part)
			}
		}
	}
	got := sheetOf(3, [seatsMax]int{11}, 0).Explain(JesseJames, name)
	if !strings.Contains(got, "nothing on the poster") {
		t.Error(got)
	}
}

// TestSharingSteps follows the order of the payments, which the vectors' last column has.
func TestSharingSteps(t *testing.T) {
	how := sheetOf(3, [seatsMax]int{4, 4, 2}, 6).Sharing(JesseJames)
	if len(how.Steps) != 2 || how.Steps[0].Each != 2000 || !slices.Equal(how.Steps[0].Seats, []engine.Seat{0, 1}) ||
		how.Steps[1].Each != 1000 || !slices.Equal(how.Steps[1].Seats, []engine.Seat{2}) ||
		how.Stuck.Each != 1000 || !slices.Equal(how.Stuck.Seats, []engine.Seat{0, 1}) || how.Verdict != Shared {
		t.Errorf("%+v", how)
	}
	how = sheetOf(2, [seatsMax]int{2, 6}, 8).Sharing(JesseJames)
	var order []engine.Seat
	for _, step := range how.Steps {
		order = append(order, step.Seats...)
	}
	if !slices.Equal(order, []engine.Seat{1, 0, 1, 0, 1, 0, 1}) || len(how.Stuck.Seats) != 0 {
		t.Errorf("%+v", how)
	}
}

func TestDollars(t *testing.T) {
	for n, want := range map[int]string{0: "$0", 999: "$999", 1000: "$1,000", 25000: "$25,000", 1234567: "$1,234,567"} {
		if got := Dollars(n); got != want {
			t.Errorf("%d is written %s", n, got)
		}
	}
}

// TestZeroShares plays the house rule through a whole scoring.
func TestZeroShares(t *testing.T) {
	sc := lastCard(nil)
	sc.tables = by{"A Jesse James": "2", "B Jesse James": "2"}
	sc.posters = map[string]int{"Jesse James": 5000}
	x := sc.open(t).do("A: discard Hideout").poster("Jesse James", 1000)
	if x.State.cash != [seatsMax]uint16{2, 2} {
		t.Error(x.State.cash)
	}
	sc.options = by{"zero-shares": "yes"}
	x = sc.open(t).do("A: discard Hideout").poster("Jesse James", 0)
	if x.State.cash != [seatsMax]uint16{2, 2, 1} {
		t.Error(x.State.cash)
	}
}
