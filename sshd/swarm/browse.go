package swarm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"saloon/sshd/swarm/grid"
)

// How often people do something besides what they came for, on average.
const (
	whimEach    = 90 * time.Second // at a table: resize, talk, read the log
	watchesEach = 12 * time.Second // somebody who looks on presses a key
	readsFor    = 3 * time.Second  // a page is looked at
	typesEach   = 250 * time.Millisecond
)

// BrowsesEach is the mean time between two things that somebody in the lobby does.
const BrowsesEach = 5 * time.Second

// deed is something that people do besides playing, and how likely it is among the others.
type deed struct {
	share int
	do    func(*person, context.Context) error
}

// deeds are what is done in each place.
var deeds = [places][]deed{
	AtTable: {
		{3, (*person).resize}, {3, (*person).talk}, {4, (*person).readLog},
	},
	LookingOn: {
		{1, (*person).resize}, {1, (*person).talk}, {12, (*person).readLog}, {6, visit("?", "keys")},
	},
	InLobby: {
		{1, (*person).resize}, {1, (*person).talk}, {30, (*person).scroll}, {4, visit("?", "keys")},
		{6, visit("b", "leaderboard")}, {4, visit("m", "your profile")}, {3, visit("u", "community tables")},
		{2, visit("h", "matches")}, {1, visit("s", "settings")},
	},
}

// whim does one of the deeds of a place.
func (p *person) whim(ctx context.Context) error {
	all, sum := deeds[p.place], 0
	for _, d := range all {
		sum += d.share
	}
	n := p.rnd.IntN(sum)
	for _, d := range all {
		if n -= d.share; n < 0 {
			return d.do(p, ctx)
		}
	}
	return nil
}

// browse does one thing after the other until the line breaks.
func (p *person) browse(ctx context.Context, leaves time.Time) error {
	each := watchesEach
	if p.place == InLobby {
		each = BrowsesEach
	}
	for {
		rest := min(p.now(p.hurried(each)), time.Until(leaves))
		timer := time.NewTimer(max(rest, 0))
		select {
		case <-timer.C:
		case <-p.console.Over():
			timer.Stop()
			return p.console.ended
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		if !time.Now().Before(leaves) {
			return errLeaves
		}
		if err := p.whim(ctx); err != nil {
			return err
		}
	}
}

// resize gives the terminal another size.
func (p *person) resize(context.Context) error {
	size := sizes[p.rnd.IntN(len(sizes))]
	p.login.W, p.login.H = size.w, size.h
	p.crowd.resized.Add(1)
	return p.console.Resize(size.w, size.h)
}

// title is what a sheet's head says after the house's name.
func title(g *grid.Grid) string {
	_, after, _ := strings.Cut(g.Row(0), "·  ")
	name, _, _ := strings.Cut(after, "   ")
	return name
}

// visit is a look at a page that a key opens, and back.
func visit(key, page string) func(*person, context.Context) error {
	return func(p *person, ctx context.Context) error {
		there := func(g *grid.Grid) bool { return strings.HasPrefix(title(g), page) }
		back := func(g *grid.Grid) bool { return !there(g) && strings.TrimSpace(g.Row(0)) != "" }
		return p.leaf(ctx, key, loneEsc, there, back)
	}
}

// leaf opens something, reads, and closes it again.
func (p *person) leaf(ctx context.Context, open, shut string, there, back func(*grid.Grid) bool) error {
	if err := p.answer(ctx, open, there); err != nil {
		return err
	}
	if !pause(ctx, p.hurried(readsFor/2+time.Duration(p.rnd.Int64N(int64(readsFor))))) {
		return ctx.Err()
	}
	still := false
	p.console.Look(func(g *grid.Grid) { still = there(g) })
	if !still {
		return nil // it closed by itself, and the key would do something else now
	}
	return p.answer(ctx, shut, back)
}

// readLog opens the log of a table and closes it. Where people race, nobody does who plays: the log closes by itself
// when a race begins.
func (p *person) readLog(ctx context.Context) error {
	if p.place == AtTable && p.table.game.race {
		return p.resize(ctx)
	}
	able := false
	p.console.Look(func(g *grid.Grid) { _, able = hint(g.Row(-1), "log") })
	if !able {
		return nil
	}
	there := func(g *grid.Grid) bool { return strings.Contains(g.Row(-1), "back to the table") }
	return p.leaf(ctx, p.table.game.log, loneEsc, there, func(g *grid.Grid) bool { return !there(g) })
}

// talk types a line in a few pieces, says it, and stops talking. It begins with what nobody has said yet, so that it is
// known when it stands there.
func (p *person) talk(ctx context.Context) error {
	key := "t"
	if p.place != InLobby {
		key = "/"
	}
	if p.place == AtTable && p.table.game.race {
		return nil // both hands are needed
	}
	talking := func(g *grid.Grid) bool { return strings.Contains(g.Row(-1), "say it") }
	if err := p.answer(ctx, key, talking); err != nil {
		return err
	}
	p.lines++
	words := append([]string{fmt.Sprintf("%d.%d ", p.n, p.lines)}, lines[p.rnd.IntN(len(lines))]...)
	said, row := "", -1
	for _, word := range words {
		if !pause(ctx, typesEach) {
			return ctx.Err()
		}
		said += word
		typed := func(g *grid.Grid) bool {
			row = rowOf(g, strings.TrimSpace(said))
			return row >= 0
		}
		if err := p.answer(ctx, word, typed); err != nil {
			return err
		}
	}
	gone := func(g *grid.Grid) bool { return !strings.Contains(g.Row(row), strings.TrimSpace(said)) }
	if err := p.answer(ctx, "\r", gone); err != nil {
		return err
	}
	p.crowd.talked.Add(1)
	return p.answer(ctx, loneEsc, func(g *grid.Grid) bool { return !talking(g) })
}

// lines are what people say, in the pieces in which they type it.
var lines = [][]string{
	{"Eve", "ning,", " all."}, {"Well", " played."}, {"One mo", "re rou", "nd?"}, {"Who", " dealt", " this?"},
	{"Nice", " hat."}, {"I fold", " my", " tent."},
}

// rowOf is the lowest row on which a text stands; -1 if there is none.
func rowOf(g *grid.Grid, text string) int {
	_, h := g.Size()
	for y := h - 1; y >= 0; y-- {
		if strings.Contains(g.Row(y), text) {
			return y
		}
	}
	return -1
}

// listMark is the column in which the lobby's list of tables has its mark.
const listMark = 2

// list is where the lobby's list of tables begins and ends. What is said of the marked table stands right below it, and
// then how far down the mark is.
func list(g *grid.Grid) (from, to int) {
	_, h := g.Size()
	for y := range h {
		row := g.Row(y)
		switch {
		case from == 0 && strings.Contains(row, "  Table  ") && strings.Contains(row, "Seats"):
			from = y + 1
		case from > 0 && (g.Cell(listMark+1, y).R != ' ' || g.Cell(listMark+2, y).R == ' '):
			return from, y
		}
	}
	return 0, 0
}

// scroll moves the mark in the lobby's list a few times.
func (p *person) scroll(ctx context.Context) error {
	for range 1 + p.rnd.IntN(4) {
		key, before := "", ""
		p.console.Look(func(g *grid.Grid) { key, before = p.aside(g) })
		if key == "" {
			return nil
		}
		if err := p.answer(ctx, key, func(g *grid.Grid) bool { return marked(g) != before }); err != nil {
			return err
		}
		if !pause(ctx, typesEach) {
			return ctx.Err()
		}
	}
	return nil
}

// marked tells where the mark in the list is, on what, and how far down. In a long list the mark stands still and the
// tables move past it, and many look alike.
func marked(g *grid.Grid) string {
	y, _, _ := mark(g)
	_, to := list(g)
	far := ""
	for _, h := g.Size(); to < h; to++ {
		if row := g.Row(to); strings.HasPrefix(row, "╰") {
			far, _, _ = strings.Cut(row, "╯")
			break
		}
	}
	return fmt.Sprint(y, g.Row(y), far)
}

// mark is the row of the mark in the list, and whether there are tables above and below it; 0 for no mark.
func mark(g *grid.Grid) (y int, over, under bool) {
	from, to := list(g)
	for y := from; y < to; y++ {
		if g.Cell(listMark, y).R == '▸' {
			return y, y > from, y+1 < to
		}
	}
	return 0, false, false
}

// aside is a key that moves the mark in the list; empty if there is nowhere to go.
func (p *person) aside(g *grid.Grid) (key, before string) {
	before = marked(g)
	switch _, over, under := mark(g); {
	case under && (p.rnd.IntN(2) == 0 || !over):
		return down, before
	case over:
		return up, before
	}
	return "", before
}
