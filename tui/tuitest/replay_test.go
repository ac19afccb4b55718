package tuitest_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// playedOut lets two people play a match to its end and go away, and names it.
func playedOut(t *testing.T, house *tuitest.House) table.MatchID {
	t.Helper()
	north, south := sitTogether(house)
	north.Presses("r")
	south.Presses("r")
	for range 60 {
		north.Presses("1", "space")
		south.Presses("1", "space")
		if strings.Contains(north.Text(), "match is over") {
			break
		}
		north.Waits(2 * time.Second)
	}
	north.Sees("the match is over")
	south.Sees("the match is over")
	north.Presses("esc", "l")
	south.Presses("esc", "l")
	past, err := house.History(t.Context(), "", "Anna", lobby.Search{}, 1)
	if err != nil || len(past) != 1 {
		t.Fatalf("Anna's matches: %v, %v", past, err)
	}
	return past[0].Match
}

func TestAMatchIsWatchedAgain(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		match := playedOut(t, house)
		curt := house.Comes("Curt", tuitest.Bound(tui.Intent{Verb: tui.ToReplay, Match: match, Entry: 1}))
		curt.Sees("replay", "1 of ", "seen by spectators", "match "+string(match))
		curt.Presses("right").Sees("2 of ").Presses("left", "left", "left").Sees("0 of ", "before the first deal")
		curt.Presses("end").Sees("Anna").Presses("home").Sees("0 of ")
		curt.Presses("right", "e").Sees("seen by Anna").Presses("e").Sees("seen by Burt")
		curt.Presses("x").Sees("[position]").Presses("x")
		curt.Presses("o").Presses("esc").Sees("1 of ")
		curt.Presses("p")
		for range 8 {
			curt.Waits(time.Second)
		}
		if !regexp.MustCompile(`\b[4-7] of`).MatchString(curt.Text()) {
			t.Errorf("it goes on by itself: %s", curt.Text())
		}
		curt.Presses("p")
		code := regexp.MustCompile(`showing ([0-9A-Z]{6})`).FindStringSubmatch(curt.Text())
		if code == nil {
			t.Fatalf("no code is shown: %s", curt.Text())
		}
		dora := house.Comes("Dora", tuitest.Bound(tui.Intent{Verb: tui.ToWatch, Table: table.ID(code[1])}))
		dora.Sees("Curt leads")
		curt.Presses("home").Sees("you lead 1 other")
		dora.Sees("0 of ").Presses("right").Sees("1 of ", "on your own, Curt leads")
		curt.Presses("end")
		dora.Sees("1 of ").Presses("f").Sees("Curt leads", "win")
		dora.Presses("/").Types("well played").Presses("enter")
		curt.Sees("well played")
		curt.Presses("esc").Sees("the lobby")
		dora.Presses("esc").Presses("esc", "q").Sees("the lobby")
	})
}

func TestMatchesAreSearched(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		match := string(playedOut(t, house))
		curt := house.Comes("Curt", tuitest.Size(100, 30))
		curt.Presses("m", "esc")
		anna := house.Comes("Anna", tuitest.Size(100, 30))
		anna.Presses("h").Sees(match)
		anna.Presses("/").Sees("Look for").Types("burt high").Presses("enter").Sees("burt high", match)
		anna.Presses("/", "ctrl+u").Types("1999").Presses("enter").Sees("No match like that.")
		anna.Presses("/", "ctrl+u").Types("Zoe").Presses("enter").Sees("no player")
		anna.Presses("/", "ctrl+u").Types("Slim Stranger").Presses("enter").Sees(`no player "Slim Stranger"`)
		anna.Presses("/", "ctrl+u").Pastes("qq").Presses("esc").Presses("/", "ctrl+u", "enter").Sees(match)
	})
}

func TestARecordingHoldsEveryPicture(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		match := playedOut(t, house)
		r, err := house.Replay(t.Context(), match, "")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		o := tui.CastOptions{Face: tuitest.Toy().Face, Eyes: 0, Width: 80, High: 24}
		if err := tui.Cast(&out, r, o); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(&out)
		lines.Buffer(nil, 1<<20)
		lines.Scan()
		var head struct{ Version, Width, Height int }
		err = json.Unmarshal(lines.Bytes(), &head)
		if err != nil || head.Version != 2 || head.Width != 80 || head.Height != 24 {
			t.Fatalf("the head: %s, %v", lines.Text(), err)
		}
		n, last, text := 0, -1.0, ""
		for lines.Scan() {
			var event []any
			if err := json.Unmarshal(lines.Bytes(), &event); err != nil || len(event) != 3 || event[1] != "o" {
				t.Fatalf("a picture: %s, %v", lines.Text(), err)
			}
			at := event[0].(float64)
			if at < last {
				t.Errorf("a picture at %v after one at %v", at, last)
			}
			n, last, text = n+1, at, event[2].(string)
		}
		if n != r.Len()+1 || !strings.Contains(text, "win") {
			t.Errorf("%d pictures of %d entries, the last: %s", n, r.Len(), text)
		}
		o.Width = 20
		if err := tui.Cast(&out, r, o); !errors.Is(err, engine.ErrConfig) {
			t.Errorf("20 cells wide: %v", err)
		}
		o.Width, o.Eyes = 80, 5
		if err := tui.Cast(&out, r, o); !errors.Is(err, lobby.ErrSecret) {
			t.Errorf("with the eyes of nobody: %v", err)
		}
	})
}
