package widget_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

var looks = []*style.Style{
	style.Plain(),
	style.For(style.Look{Profile: colorprofile.ANSI}),
	style.For(style.Look{Profile: colorprofile.TrueColor, Ground: style.Dark}),
}

func exact(t *testing.T, what, block string, w, h int) {
	t.Helper()
	lines := strings.Split(block, "\n")
	if len(lines) != h {
		t.Fatalf("%s: %d lines, not %d\n%s", what, len(lines), h, block)
	}
	for _, l := range lines {
		if style.Width(l) != w {
			t.Fatalf("%s: a line of %d cells, not %d\n%s", what, style.Width(l), w, block)
		}
	}
}

func hand(n int) []widget.Card {
	cards := make([]widget.Card, n)
	for i := range cards {
		cards[i] = widget.Card{Name: "Jesse James", Short: "JJ", Mark: "♠", Hue: i, Value: "2", Idle: i%2 == 0}
	}
	return cards
}

func TestCardsFillTheirCells(t *testing.T) {
	for _, st := range looks {
		for _, c := range []widget.Card{
			{}, {Back: true}, {Name: "Stagecoach Robbery", Short: "ST", Mark: "$", Value: "3.0"},
			{Name: "Jesse James", Short: "JJ", Mark: "♠", Cursor: true},
			{Short: "漢字", Mark: "*", Chosen: true, Count: 12},
		} {
			exact(t, "drawn", widget.Drawn(c, st), widget.CardW, widget.CardH)
			exact(t, "short", widget.Short(c, st), widget.ShortW, 1)
			exact(t, "letters", widget.Letters(c, st), 3, 1)
			exact(t, "pile", widget.Pile(c, 12, "supply", st), widget.CardW, widget.CardH)
			exact(t, "no pile", widget.Pile(c, 0, "supply", st), widget.CardW, widget.CardH)
		}
	}
}

func TestFansFillTheirCells(t *testing.T) {
	for _, st := range looks {
		for _, n := range []int{0, 1, 2, 5, 10, 15} {
			for w := 1; w < 130; w += 7 {
				for cursor := -1; cursor < n; cursor += 4 {
					cards := hand(n)
					if cursor >= 0 {
						cards[cursor].Cursor = true
					}
					if widget.FanStep(n, w) > 0 {
						exact(t, "fan", widget.Fan(cards, w, st), w, widget.FanH)
					}
					if w >= 3 {
						exact(t, "row", widget.Row(cards, w, 2, st), w, 2)
					}
				}
			}
		}
	}
}

func TestBoxesFillTheirCells(t *testing.T) {
	f := widget.Frame{Title: "Tables", Right: "3 open", Foot: "more below", Hot: true}
	for _, st := range looks {
		for w := 1; w < 60; w++ {
			for h := 1; h < 8; h++ {
				exact(t, "box", widget.Box(f, "body\n漢字漢字漢字漢字", w, h, st), w, h)
			}
			exact(t, "plate", widget.Plate(widget.Seat{Name: "漢字\x1b[31m", Turn: true, Here: true, Score: "$12,000",
				Clock: "4:05", State: "ready"}, w, 2, st), w, 2)
		}
	}
}

func TestColumnsFillTheirCells(t *testing.T) {
	cols := []widget.Column{
		{Title: "Name", W: 8, Grow: 1}, {Title: "Rating", W: 6, Right: true}, {Title: "Seen", W: 10, Drop: 1},
	}
	for _, st := range looks {
		for w := 1; w < 90; w++ {
			exact(t, "heads", widget.Heads(cols, w, st), w, 1)
			exact(t, "cells", widget.Cells(cols, []string{"Anna", "1,500", "just now"}, w, true, st), w, 1)
		}
	}
}

func TestHintsSayWhatCanBePressed(t *testing.T) {
	keys := []screen.Binding{
		{Show: "d", Does: "draw", Keys: []string{"d"}}, {Show: "m", Does: "meld", Why: "nothing to meld"},
		{Show: "q", Does: "quit", Keys: []string{"q"}}, {Show: "?", Does: "help", Keys: []string{"?"}},
	}
	st := style.Plain()
	if got, want := strings.TrimSpace(widget.Hints(keys, 24, st)), "d draw  q quit    ? help"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for x, want := range map[int]string{0: "d", 5: "d", 6: "", 8: "q", 18: "?", 23: "?", 24: ""} {
		if got, _ := widget.HintAt(keys, 24, x); got.Show != want {
			t.Errorf("a press at %d hits %q, not %q", x, got.Show, want)
		}
	}
}

func TestClockShowsWhatCounts(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00", time.Millisecond: "0:01", 9 * time.Second: "0:09", 61 * time.Second: "1:01",
		5*time.Minute + time.Second: "5 min", 119 * time.Minute: "119 min", 3 * time.Hour: "3 h",
		72 * time.Hour: "3 days",
	} {
		if got := widget.Clock(left); got != want {
			t.Errorf("Clock(%v) = %q, want %q", left, got, want)
		}
	}
	for left, want := range map[time.Duration]string{
		9 * time.Second: "0:09", 20 * time.Second: "0:20", 21 * time.Second: "0:30", 60 * time.Second: "1:00",
		61 * time.Second: "1:10", 299 * time.Second: "5:00", 7 * time.Minute: "7 min", 72 * time.Hour: "3 days",
	} {
		if got := widget.Glance(left); got != want {
			t.Errorf("Glance(%v) = %q, want %q", left, got, want)
		}
	}
}

// A clock is drawn anew exactly when it looks different.
func TestClocksAreDueWhenTheyChange(t *testing.T) {
	for name, clock := range map[string]struct {
		shows func(time.Duration) string
		due   func(time.Duration) time.Duration
	}{"Clock": {widget.Clock, widget.ClockDue}, "Glance": {widget.Glance, widget.GlanceDue}} {
		for _, left := range []time.Duration{
			time.Millisecond, time.Second, 20*time.Second + 1, 90 * time.Second, 299*time.Second + 1, 7 * time.Minute,
			100*time.Minute + 3, 5 * time.Hour, 50*time.Hour + 1,
		} {
			due := clock.due(left)
			if due <= 0 {
				t.Fatalf("%sDue(%v) = %v", name, left, due)
			}
			before, at := clock.shows(left-due+2*time.Millisecond), clock.shows(left-due)
			if due > 2*time.Millisecond && before != clock.shows(left) || at == clock.shows(left) {
				t.Errorf("%s(%v) is due in %v, but shows %q, %q, %q", name, left, due, clock.shows(left), before, at)
			}
		}
	}
}

func TestPromptEdits(t *testing.T) {
	p := widget.Prompt{Max: 10}
	p.Paste("hello\nworld of cards")
	if got := p.Text(); got != "hello worl" {
		t.Fatalf("pasted %q", got)
	}
	for _, k := range []string{"ctrl+w", "backspace"} {
		p.Key(press(k))
	}
	p.Key(tea.KeyPressMsg{Code: '!', Text: "!"})
	if got := p.Text(); got != "hello!" {
		t.Fatalf("edited to %q", got)
	}
	if p.Key(press("enter")) {
		t.Error("enter is not the prompt's")
	}
	for _, st := range looks {
		for w := 1; w < 30; w++ {
			exact(t, "prompt", p.Draw("say", true, w, st), w, 1)
			exact(t, "prompt", p.Draw("say", false, w, st), w, 1)
		}
	}
}

func press(name string) tea.KeyPressMsg {
	switch name {
	case "enter":
		return tea.KeyPressMsg{Code: tea.KeyEnter}
	case "backspace":
		return tea.KeyPressMsg{Code: tea.KeyBackspace}
	case "ctrl+w":
		return tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}
	}
	panic(name)
}

// Where even the columns that always stay have no room, all of them get narrower and none is pushed out.
func TestColumnsShareWhatRoomThereIs(t *testing.T) {
	cols := []widget.Column{{Title: "Table", W: 10, Grow: 3}, {Title: "Seats", W: 6}, {Title: "State", W: 14}}
	row := widget.Cells(cols, []string{"dora's table", "●●", "1 free seat"}, 33, false, style.Plain())
	if row != "  dora's ta~  ●●      1 free seat" {
		t.Errorf("%q", row)
	}
}

func TestAGraphHasAScale(t *testing.T) {
	var values []float64
	for i := range 30 {
		values = append(values, 1000+float64(i*i))
	}
	for _, st := range []*style.Style{style.Plain(), style.For(style.Look{Profile: colorprofile.TrueColor})} {
		rows := widget.Graph(values, 50, 5, st)
		if len(rows) != 5 {
			t.Fatalf("%d rows", len(rows))
		}
		for _, r := range rows {
			if w := style.Width(r); w > 50 {
				t.Errorf("%q is %d cells wide", r, w)
			}
		}
		for y, label := range map[int]string{0: "1850", 2: "1425", 4: "1000"} {
			if !strings.Contains(rows[y], label) {
				t.Errorf("row %d lacks %s:\n%s", y, label, strings.Join(rows, "\n"))
			}
		}
	}
	want := "1040|   ***   \n1020|   |  |  \n1000|***   ***"
	if got := strings.Join(widget.Graph([]float64{1000, 1040, 1000}, 14, 3, style.Plain()), "\n"); got != want {
		t.Errorf("drawn\n%s\nwant\n%s", got, want)
	}
	for _, w := range []int{0, 5, 8} {
		if rows := widget.Graph(values, w, 3, style.Plain()); rows != nil {
			t.Errorf("%d cells: %q", w, rows)
		}
	}
	if widget.Graph(nil, 50, 5, style.Plain()) != nil || widget.Graph(values, 50, 1, style.Plain()) != nil {
		t.Error("something was drawn of nothing")
	}
}
