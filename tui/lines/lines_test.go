package lines_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/tui/tuitest"
)

// patient is High Card with goes that stand for a while: nobody can tell how quickly one was chosen. Its choices list
// nothing but passing, as a game does that has too many to list.
type patient struct{ toy.Rules }

// stands is how long a go stands.
const stands = 8 * time.Second

func (r patient) Spec() engine.Spec {
	s := r.Rules.Spec()
	s.Name, s.Title, s.Representatives = "patient", "Patient Card", true
	return s
}

func (r patient) Window(s toy.State) time.Duration {
	if turn := r.Turn(s); len(turn) == 1 && turn[0] >= 0 {
		return stands
	}
	return 0
}

func (r patient) Legal(s toy.State, seat engine.Seat) []toy.Move {
	all := r.Rules.Legal(s, seat)
	return all[max(len(all)-1, 0):]
}

// bounded says in words what patient does not list.
type bounded struct{ toy.Notation }

func (bounded) Bounds(toy.State, engine.Seat) string { return "play and the number of a card" }

// patientHouse is a house in which that game is played too, and the person in it at a table with a bot, asked for a
// card to seal; held are the cards of the first round.
func patientHouse(t *testing.T) (anna *tuitest.Line, held []string) {
	t.Helper()
	g := tuitest.Toy()
	g.Kit = bot.NewKit(patient{}, toy.Codec, bounded{})
	g.Kit.Levels = toy.Kit().Levels
	anna = tuitest.Open(t, g).Calls("Anna", false)
	anna.Types("open patient 2 random").Hears("Seat 2: ")
	anna.Types("ready").Hears("Your move.", "1: pass\nplay and the number")
	m := regexp.MustCompile(`Hand: ([\d ]+)`).FindStringSubmatch(anna.Text())
	if m == nil {
		t.Fatalf("no hand was told:\n%s", anna.Text())
	}
	return anna, strings.Fields(m[1])
}

// A game with too many moves to list takes those that are typed, and its rules judge them.
func TestAmountsThatAreNotListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		anna, held := patientHouse(t)
		anna.Types("lay 99").Hears("is no move now")
		anna.Types("draw").Hears("Cards are drawn in goes only", `"rules 3" says more.`)
		anna.Types("Play " + held[0]).Hears("You have answered.")
	})
}

// An answer that waits for the end of its window is said back to who gave it, once, and again after a lost line.
func TestAnAnswerThatWaitsIsSaidToBeIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		anna, _ := patientHouse(t)
		anna.Types("pass").Hears("Nobody had sealed a card.", "Your move. You have 0:08.", "1: pass")
		const in = "Your answer is in: pass. It shows when the window ends."
		anna.Types("1").Hears(in).Types("1").Hears("it is not your move")
		if n := strings.Count(anna.Text(), in); n != 1 {
			t.Errorf("it was said %d times:\n%s", n, anna.Text())
		}
		anna.SaysNothingOf("You passed.")
		anna.Hears("You passed.")
	})
}

func TestAMatchInLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", true)
		anna.Hears("What shall we call you?", "Just Enter takes").Types("!").Hears("cannot be a name")
		anna.Types("Anna").Hears("You are Anna.")
		anna.Types("open 2 quick").Hears("You are at table", "Seat 1: Anna.", "Seat 2: free.")
		burt := house.Calls("Burt", false)
		burt.AsksUntil("tables", "Anna; a free seat").Types("join 1").Hears("Seat 2: Burt.")
		anna.Types("ready")
		burt.Types("ready").Hears("Your move.", "1: ")
		anna.Hears("Your move.")
		burt.Types("999").Hears("There are").Types("nonsense").Hears("is no move now")
		burt.Types("rules R2").Hears("The highest card scores two points.")
		burt.Types("say hello").Hears("Burt says: hello")
		anna.Hears("Burt says: hello")
		for range 400 {
			if strings.Contains(anna.Text(), "The match is over.") {
				break
			}
			burt.Types("1")
			anna.AsksUntil("1", "") // time passes
		}
		all := []string{"The match is over.", "1. ", "Your rating", "Type ready when you have heard enough."}
		for _, said := range all {
			if !strings.Contains(anna.Text(), said) {
				t.Errorf("%q was not said:\n%s", said, anna.Text())
			}
		}
		burt.Types("leave").Hears("You are in the lobby.").Types("board").Hears("High Card with two seats", "Burt, you")
		burt.Types("board 1 week").Hears("this week:", "Burt, you: form ",
			"not placed yet: 2 more matches and 1 more opp")
		burt.Types("board house").Hears("Nobody stands on this board yet: the whole house, all time.")
		burt.Types("board 1 last-month").Hears("last month.").Types("board season").Hears("no season so far")
		burt.Types("profile Anna").Hears("At the table: too few matches lately to tell.")
		burt.Types("history").Hears("place").Types("me").Hears("High Card with two seats")
		burt.Types("quit").Hears("So long.")
		if err := burt.Ended(); err != nil {
			t.Errorf("the session ended with %v", err)
		}
	})
}

// What is played by number is what was printed under that number.
func TestNumbersAndWordsPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", false)
		anna.Types("open 2 climber").Hears("There is no bot called").Types("open 2 random").Hears("Seat 2: ")
		anna.Types("ready").Hears("Your move.").Types("moves").Hears("1: play", "4: pass")
		anna.Types("play").Hears("That could be any of these:").Types("pa").Hears("You had passed.")
		anna.Hears("Your move.", "1: ")
	})
}

func TestEverythingThatHelpNamesCanBeTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", false)
		anna.Types("help").Hears("quit: leave the house")
		for _, say := range []string{
			"tables", "clubs", "clubs Nowhere", "who", "board 3", "me", "profile Nobody", "history", "record X",
			"replay X", "rules",
			"rules R99", "name", "code", "ignore Nobody",
			"report Nobody he is rude", "noted",
			"hear Nobody", "watch", "join ZZZZZZ", "say", "' hello", "look", "learn Chess",
			"open Chess", "\x1b[2Jbreak", strings.Repeat("long ", 100), "",
		} {
			anna.Types(say)
		}
		anna.Hears("says: hello")
		if text := anna.Text(); strings.ContainsAny(text, "\x1b\a\r") {
			t.Errorf("control characters were said: %q", text)
		}
	})
}
