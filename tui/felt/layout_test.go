package felt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// draw shows a layout as an area of letters, one cell for 4 columns and one row.
func (r rects) draw(s Size) string {
	grid := make([][]byte, s.H)
	for y := range grid {
		grid[y] = []byte(strings.Repeat("!", s.W))
	}
	for name, a := range map[byte]rect{
		'T': r.title, 'P': r.plates, 'B': r.board, 'l': r.log, 't': r.tip, '>': r.prompt, 'k': r.keys, 's': r.side,
	} {
		for y := a.y; y < a.y+a.h; y++ {
			for x := a.x; x < a.x+a.w; x++ {
				grid[y][x] = name
			}
		}
	}
	var b strings.Builder
	for _, row := range grid {
		for x := 0; x < s.W; x += 4 {
			b.WriteByte(row[x])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// shrink writes equal rows as one, with their number.
func shrink(drawing string) string {
	rows := strings.Split(strings.TrimSpace(drawing), "\n")
	var b strings.Builder
	for i := 0; i < len(rows); {
		n := i
		for n < len(rows) && rows[n] == rows[i] {
			n++
		}
		b.WriteString(rows[i])
		if n-i > 1 {
			b.WriteString(" x")
			b.WriteString(strings.TrimLeft(string([]byte{byte('0' + (n-i)/10), byte('0' + (n-i)%10)}), "0"))
		}
		b.WriteByte('\n')
		i = n
	}
	return b.String()
}

func TestLayoutDrawings(t *testing.T) {
	for _, c := range []struct {
		name string
		size Size
		f    shape
		want string
	}{
		{"80x24", Size{W: 80, H: 24}, shape{seats: 4}, `
TTTTTTTTTTTTTTTTTTTT
PPPPPPPPPPPPPPPPPPPP
BBBBBBBBBBBBBBBBBBBB x18
llllllllllllllllllll x2
>>>>>>>>>>>>>>>>>>>>
kkkkkkkkkkkkkkkkkkkk
`},
		{"80x24 with a coach", Size{W: 80, H: 24}, shape{seats: 3, tip: true}, `
TTTTTTTTTTTTTTTTTTTT
PPPPPPPPPPPPPPPPPPPP
BBBBBBBBBBBBBBBBBBBB x16
llllllllllllllllllll
tttttttttttttttttttt x3
>>>>>>>>>>>>>>>>>>>>
kkkkkkkkkkkkkkkkkkkk
`},
		{"120x40", Size{W: 120, H: 40}, shape{seats: 4}, `
TTTTTTTTTTTTTTTTTTTTTTTTTTTTTT
PPPPPPPPPPPPPPPPPPPPPsssssssss x2
BBBBBBBBBBBBBBBBBBBBBsssssssss x35
>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
`},
		{"100x30", Size{W: 100, H: 30}, shape{seats: 2}, `
TTTTTTTTTTTTTTTTTTTTTTTTT
PPPPPPPPPPPPPPPPPPPPPPPPP x2
BBBBBBBBBBBBBBBBBBBBBBBBB x22
lllllllllllllllllllllllll x3
>>>>>>>>>>>>>>>>>>>>>>>>>
kkkkkkkkkkkkkkkkkkkkkkkkk
`},
	} {
		got := "\n" + shrink(layout(c.size, c.f).draw(c.size))
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// At every size from the least one on, the areas cover the screen without touching, and the board is never squeezed
// out.
func TestLayoutCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Size{W: rapid.IntRange(MinW, 400).Draw(t, "w"), H: rapid.IntRange(MinH, 200).Draw(t, "h")}
		r := layout(s, shape{seats: rapid.IntRange(2, 6).Draw(t, "seats"), tip: rapid.Bool().Draw(t, "tip")})
		cells := 0
		for _, a := range []rect{r.title, r.plates, r.board, r.log, r.tip, r.prompt, r.keys, r.side} {
			if a.x < 0 || a.y < 0 || a.w < 0 || a.h < 0 || a.x+a.w > s.W || a.y+a.h > s.H {
				t.Fatalf("%+v is outside of %+v", a, s)
			}
			cells += a.w * a.h
		}
		if r.side.w > 0 {
			cells += r.side.h // the gap before it
		}
		if cells != s.W*s.H {
			t.Fatalf("%d cells of %d", cells, s.W*s.H)
		}
		if r.board.h < 12 || r.board.w < MinW {
			t.Fatalf("the board has %+v", r.board)
		}
	})
}
