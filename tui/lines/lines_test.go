package lines_test

import (
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/tui"
	"saloon/tui/felt"
	"saloon/tui/lines"
	"saloon/tui/tuitest"
)

// line is one person at a plain terminal.
type line struct {
	t    *testing.T
	in   *io.PipeWriter
	done chan error

	mu  sync.Mutex
	out strings.Builder
	at  int // how much was heard already
}

func (l *line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

func (l *line) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.String()
}

// comes lets somebody in.
func comes(t *testing.T, house *tuitest.House, name string, named bool) *line {
	t.Helper()
	session, err := house.Enter(t.Context(), lobby.Identity{Fingerprint: "SHA256:" + name, Suggested: name, Addr: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	if named && !session.Named() {
		if err := session.SetName(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	toy := tuitest.Toy()
	game := toy.Kit.Spec.Name
	in, typed := io.Pipe()
	l := &line{t: t, in: typed, done: make(chan error, 1)}
	go func() {
		l.done <- lines.Run(t.Context(), in, l, tui.Options{
			Session: session, Kits: []bot.Kit{toy.Kit}, Faces: map[string]felt.Factory{game: toy.Face},
			Books: map[string]string{game: toy.Book}, Fingerprint: "SHA256:" + name,
		})
	}()
	t.Cleanup(func() {
		_ = typed.Close()
		<-l.done
		session.Close()
		time.Sleep(10 * time.Second) // what the table still waits for runs out
	})
	return l
}

// types types a line and Enter.
func (l *line) types(text string) *line {
	l.t.Helper()
	synctest.Wait()
	l.at = len(l.text())
	if _, err := io.WriteString(l.in, text+"\n"); err != nil {
		l.t.Fatal(err)
	}
	return l
}

// hears waits for texts that came since the last typed line.
func (l *line) hears(texts ...string) *line {
	l.t.Helper()
	for _, text := range texts {
		for range 200 {
			synctest.Wait()
			if strings.Contains(l.text()[l.at:], text) {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if !strings.Contains(l.text()[l.at:], text) {
			l.t.Fatalf("%q was not said:\n%s", text, l.text())
		}
	}
	return l
}

// asksUntil asks the same until a text is said: the lobby tells its news once in a while.
func (l *line) asksUntil(what, text string) *line {
	l.t.Helper()
	for range 50 {
		l.types(what)
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		if strings.Contains(l.text()[l.at:], text) {
			return l
		}
	}
	return l.hears(text)
}

func TestAMatchInLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := comes(t, house, "Anna", false)
		anna.hears("What shall we call you?", "Just Enter takes").types("!").hears("cannot be a name")
		anna.types("Anna").hears("You are Anna.")
		anna.types("open 2 quick").hears("You are at table", "Seat 1: Anna.", "Seat 2: free.")
		burt := comes(t, house, "Burt", true)
		burt.asksUntil("tables", "Anna; a free seat").types("join 1").hears("Seat 2: Burt.")
		anna.types("ready")
		burt.types("ready").hears("Your move.", "1: ")
		anna.hears("Your move.")
		burt.types("999").hears("There are").types("nonsense").hears("is no move now")
		burt.types("rules R2").hears("The highest card scores two points.")
		burt.types("say hello").hears("Burt says: hello")
		anna.hears("Burt says: hello")
		for range 400 {
			if strings.Contains(anna.text(), "The match is over.") {
				break
			}
			for _, p := range []*line{anna, burt} {
				synctest.Wait()
				p.types("1")
			}
			time.Sleep(time.Second)
		}
		anna.hears("The match is over.", "Your rating")
		if !strings.Contains(anna.text(), "Type ready when you have heard enough.") {
			t.Errorf("nobody was told how to go on after a score:\n%s", anna.text())
		}
		burt.types("leave").hears("You are in the lobby.").types("board").hears("High Card with two seats", "Burt, you")
		burt.types("history").hears("place").types("me").hears("High Card with two seats")
		burt.types("quit").hears("So long.")
		if err := <-burt.done; err != nil {
			t.Errorf("the session ended with %v", err)
		}
		burt.done <- nil // for the cleanup
	})
}

// A number answers only the question that it was printed for.
func TestANumberIsNotForTheNextQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := comes(t, house, "Anna", true)
		anna.types("open 2 climber").hears("There is no bot called").types("open 2 random").hears("Seat 2: ")
		anna.types("ready").hears("Your move.").types("moves").hears("1: ").types("1")
		anna.hears("Your move.", "1: ")
	})
}

func TestEverythingThatHelpNamesCanBeTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := comes(t, house, "Anna", true)
		anna.types("help").hears("quit: leave the house")
		for _, say := range []string{"tables", "who", "board 3", "me", "profile Nobody", "history", "record X", "rules", "rules R99",
			"name", "code", "ignore Nobody", "hear Nobody", "watch", "join ZZZZZZ", "say", "' hello", "look", "learn Chess", "open Chess",
			"\x1b[2Jbreak", strings.Repeat("long ", 100), ""} {
			anna.types(say)
		}
		anna.hears("says: hello")
		if text := anna.text(); strings.ContainsAny(text, "\x1b\a\r") {
			t.Errorf("control characters were said: %q", text)
		}
	})
}
