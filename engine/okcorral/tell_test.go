package okcorral

import (
	"slices"
	"strings"
	"testing"

	"saloon/engine"
)

// lines are what the last move left in the log, as one seat or, for Nobody, everybody else reads it.
func (b board) lines(you engine.Seat) []string {
	var out []string
	for _, e := range b.Seen {
		if n, ok := (Rules{}).Tell(e, engine.Seated(you)); ok {
			out = append(out, n.SayTo(you, func(s engine.Seat) string {
				return [...]string{"Anna", "Burt", "Curt", "Dora", "Emil", "Fritz"}[s]
			}))
		}
	}
	return out
}

// tells wants the lines of the last move.
func (b board) tells(you engine.Seat, want ...string) board {
	b.t.Helper()
	if got := b.lines(you); !slices.Equal(got, want) {
		b.t.Errorf("it reads\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	return b
}

func TestLines(t *testing.T) {
	b := card(t, 4, "Cavalry", 0).do("0 s 610", "1 s 540", "2 s 702")
	b.tells(2)
	b.do("3 s 655").close(Slowest, 2).tells(nobody, "Curt took Cavalry (-4): slowest, 702 ms.")
	b.tells(2, "You took Cavalry (-4): slowest, 702 ms.")
	card(t, 4, "Nugget", 0).do("0 g 410", "1 g 300", "2 h 290", "3 s 900").close(Fastest, 1).tells(nobody,
		"Curt hit the loot after 290 ms, the wrong move.", "Burt took Nugget (+4): fastest, 300 ms.")
	card(t, 3, "Saloon", 0).do("0 w 610", "1 s 540", "2 w 702").close(Failed, 1).tells(1,
		"You saluted after 540 ms, the wrong move, and took Saloon (-3).")
	card(t, 3, "Saloon", 0).do("0 w -40", "1 w 540", "2 w 90").close(Failed, 2).tells(nobody,
		"Anna moved 40 ms too early, before there was anything to see.",
		"Curt moved after 90 ms, too early for more than a guess.",
		"Of 2 who failed Curt was first in line and took Saloon (-3).")
	b = card(t, 3, "Saloon", 0).do("0 w 300", "1 w 540").close(Failed, 2)
	b.tells(nobody, "Curt did nothing in time, and took Saloon (-3).").tells(2,
		"You did nothing in time, and took Saloon (-3).")
	card(t, 3, "Wanted red", 0).do("1 j 400").close(Unclaimed, nobody).tells(nobody,
		"Burt shot left after 400 ms, the wrong move.", "Curt did nothing in time.",
		"Nobody won Wanted red: it left the game.")
	card(t, 4, "Fool's Gold", 0).do("1 g 350", "3 g 290").close(Caught, 3).tells(nobody,
		"Burt hit the nugget after 350 ms, the wrong move.",
		"Dora hit the nugget after 290 ms and took Fool's Gold (-4).")
	card(t, 4, "Fool's Gold", 0).close(Unclaimed, nobody).tells(nobody,
		"Nobody fell for Fool's Gold: it left the game.")
	b = card(t, 3, "Settling a Score red", 0).do("1 j 600", "2 l 590").close(Drawn, nobody)
	b.tells(nobody, "Burt and Curt moved 10 ms apart: a showdown.").tells(2,
		"Burt and you moved 10 ms apart: a showdown.").tied(1, 2)
	b.tells(nobody, "Draw!")
	b.do("1 j 600", "2 l 590").close(DrawnAgain, nobody).tells(nobody,
		"Even again: Settling a Score red left the game.")
	card(t, 3, "Hold-up", 0).do("0 h 600", "1 h 600", "2 h 600").close(Drawn, nobody).tells(nobody,
		"3 players moved at the very same time: a showdown.")
	card(t, 3, "Duel red", 0).close(Centred, nobody).tells(nobody, "Duel red went to the centre.")
	duel := engine.Position{"card": "Duel red", "centre": "Duel blue"}
	set(t, 3, duel).do("0 j 505", "1 l 430").close(Fastest, 1).tells(nobody,
		"Burt took Duel blue (+2): fastest, 430 ms. Duel red went to the centre.")
	set(t, 3, duel).do("0 j 505", "1 l 500").close(Drawn, nobody).tells(nobody,
		"Anna and Burt moved 5 ms apart: a showdown.")
	set(t, 3, duel).close(Unclaimed, nobody).tells(nobody, "Anna did nothing in time.", "Burt did nothing in time.",
		"Nobody won Duel blue: it left the game. Duel red went to the centre.")
}

func TestFirstAndLastLines(t *testing.T) {
	b := set(t, 2, engine.Position{
		"characters": T{"s0": "Colonel", "s1": "Prospector"}, "piles": T{"s0": []string{"Saloon"}},
		"taken": T{"s1": []string{"Nugget"}},
	})
	b.Do("s0: turn")
	b.tells(0)
	b.Settle()
	b.tells(nobody, "Anna turned Saloon.")
	b.do("0 w 400", "1 w 300").close(Slowest, 0)
	b.tells(nobody, "Anna took Saloon (-2): slowest, 400 ms.",
		"Anna came to 1 point: -2 from cards, 3 as the Colonel.",
		"Burt came to 3 points: 2 from cards, 1 as the Prospector.", "Burt won the match.")
	b.Open(engine.Config{Seats: 3}, sixNames[:3])
	b.Settle()
	lines := b.lines(nobody)
	if len(lines) != 4 || !strings.HasPrefix(lines[0], "Anna is the ") ||
		!strings.Contains(lines[3], "was drawn to turn the first card.") {
		t.Errorf("%q", lines)
	}
	for _, l := range b.lines(0)[:1] {
		if !strings.HasPrefix(l, "You are the ") {
			t.Errorf("%q", l)
		}
	}
	shared := set(t, 2, engine.Position{
		"characters": T{"s0": "Mercenary", "s1": "Prospector"}, "piles": T{"s0": []string{"Fool's Gold"}},
	})
	shared.Do("s0: turn")
	shared.Settle()
	shared.close(Unclaimed, nobody)
	if lines := shared.lines(0); lines[len(lines)-1] != "2 players are even and share the win." {
		t.Errorf("%q", lines)
	}
}

// TestReactions has what people's histories are made of.
func TestReactions(t *testing.T) {
	reactions := func(b board) (all []engine.Reaction) {
		for _, e := range b.Seen {
			all = append(all, Rules{}.Reactions(e)...)
		}
		return all
	}
	is := func(b board, want ...engine.Reaction) {
		t.Helper()
		if got := reactions(b); !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	is(card(t, 4, "Poker Left", 0).do("0 j 610", "1 j 500", "2 l 90").close(Failed, 1),
		engine.Reaction{Seat: 0, On: "Poker", How: engine.Valid, After: duration(610)},
		engine.Reaction{Seat: 1, On: "Poker", How: engine.WrongMove, After: duration(500)},
		engine.Reaction{Seat: 2, On: "Poker", How: engine.FalseStart, After: duration(90)},
		engine.Reaction{Seat: 3, On: "Poker", How: engine.NoResponse})
	is(card(t, 4, "Wanted red", 0).do("0 j 200", "1 l 400", "2 l 500").close(Fastest, 1),
		engine.Reaction{Seat: 1, On: "Wanted", How: engine.Valid, After: duration(400)},
		engine.Reaction{Seat: 2, On: "Wanted", How: engine.Valid, After: duration(500)})
	is(card(t, 4, "Fool's Gold", 0).do("0 h 200", "1 g 400").close(Caught, 1),
		engine.Reaction{Seat: 1, On: "Fool's Gold", How: engine.WrongMove, After: duration(400)})
	b := card(t, 4, "Saloon", 0).do("0 w 400", "1 w 400", "2 w 200", "3 w 200").close(Drawn, nobody).tied(0, 1)
	is(b.do("0 j 300", "1 s 310").close(Failed, 1),
		engine.Reaction{Seat: 0, On: "Showdown", How: engine.Valid, After: duration(300)},
		engine.Reaction{Seat: 1, On: "Showdown", How: engine.WrongMove, After: duration(310)})
	is(card(t, 4, "Duel red", 0).do("0 j 300").close(Centred, nobody))
}
