package admin

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

// What makes two people a pair to look at.
const (
	pairDays = 90
	// pairLeast is how many rated matches two must have played together to be counted.
	pairLeast = 10
	// lopsided is from which distance on, in standard deviations, one of them is ahead of the other too often.
	lopsided = 3.0
	// always is which part of the matches of one of them is nearly all.
	always = 0.9
)

// Pair is what two people have to do with each other in rated matches.
type Pair struct {
	A, B         table.PlayerID
	NameA, NameB string
	Matches      int // together
	AheadA       int // in which A came out better
	AheadB       int
	AllA, AllB   int // rated matches of each
}

// Slant is how far their results are from those of equals who win and lose by chance, in standard deviations, and for
// the better of the two.
func (p Pair) Slant() float64 {
	decided := p.AheadA + p.AheadB
	if decided == 0 {
		return 0
	}
	return math.Abs(float64(p.AheadA-p.AheadB)) / math.Sqrt(float64(decided))
}

// Bound is which part of the matches of the one who plays less is played with the other.
func (p Pair) Bound() float64 {
	least := min(p.AllA, p.AllB)
	if least == 0 {
		return 0
	}
	return float64(p.Matches) / float64(least)
}

// FalseAlarms is how many of so many pairs of equals chance alone makes look lopsided.
func FalseAlarms(pairs int) float64 { return float64(pairs) * math.Erfc(lopsided/math.Sqrt2) }

// pairJSON is a pair as the pairs word prints it.
type pairJSON struct {
	A       string   `json:"a"`
	B       string   `json:"b"`
	Matches int      `json:"matches"`
	AheadA  int      `json:"ahead_a"`
	AheadB  int      `json:"ahead_b"`
	Slant   float64  `json:"slant"`
	Bound   float64  `json:"bound"`
	Why     []string `json:"why"`
}

// pairs lists the pairs of people whose results together are worth a look, and says how little that proves.
func pairs(ctx context.Context, c *call) error {
	days := pairDays
	if len(c.Args) > 0 {
		n, err := strconv.Atoi(c.Args[0])
		if err != nil || n < 1 || n > 3650 {
			return Usage("pairs wants a number of days, from 1 to 3650")
		}
		days = n
	}
	found, err := c.office.Store.Pairs(ctx, c.office.Now().Add(-time.Duration(days)*24*time.Hour), pairLeast)
	if err != nil {
		return err
	}
	slices.SortStableFunc(found, func(a, b Pair) int { return cmp.Compare(b.Slant(), a.Slant()) })
	all := []pairJSON{}
	for _, p := range found {
		out := pairJSON{p.NameA, p.NameB, p.Matches, p.AheadA, p.AheadB, p.Slant(), p.Bound(), nil}
		if p.Slant() >= lopsided {
			out.Why = append(out.Why, "one of them is ahead too often")
		}
		if p.Bound() >= always {
			out.Why = append(out.Why, "they are nearly always together")
		}
		if out.Why != nil {
			all = append(all, out)
		}
	}
	alarms := FalseAlarms(len(found))
	return c.print(map[string]any{"pairs": all, "looked_at": len(found), "false_alarms": alarms}, func(w io.Writer) {
		rows := [][]string{{"", "", "TOGETHER", "AHEAD", "AHEAD", "SLANT", "BOUND", "WHY"}}
		for _, p := range all {
			for i, why := range p.Why {
				row := []string{"", "", "", "", "", "", "", why}
				if i == 0 {
					row = []string{p.A, p.B, strconv.Itoa(p.Matches), strconv.Itoa(p.AheadA), strconv.Itoa(p.AheadB),
						fmt.Sprintf("%.1f", p.Slant), fmt.Sprintf("%.0f %%", 100*p.Bound), why}
				}
				rows = append(rows, row)
			}
		}
		if len(all) > 0 {
			sheet.Columns(w, rows, "llrrrrr")
		}
		_, _ = fmt.Fprintf(w, "%s played at least %d rated matches together in %s. If all were equals, chance "+
			"alone would make %.1f of them look lopsided, and one who simply plays better looks so too; friends are "+
			"always together. Look at matches before you say anything.\n",
			lobby.Plural(len(found), "pair"), pairLeast, lobby.Plural(days, "day"), alarms)
	})
}
