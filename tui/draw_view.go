package tui

import (
	"fmt"
	"strings"
	"time"

	clocks "saloon/engine/clock"
	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// The card on which the word comes, in cells.
const (
	drawW = 34
	drawH = 7
)

// word is what is reacted to.
const word = "  D R A W !  "

// Draw shows the card and how it went so far, or what is to come, or the verdict.
func (s *draw) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "your draw, alone", size, st, func(b screen.Size) string {
		rows := []string{""}
		switch s.stage {
		case drawIdle, drawOver:
			text := drawIntro
			if s.stage == drawOver {
				text = s.verdict()
			}
			for _, line := range text {
				for _, row := range style.Wrap(line, min(b.W-4, 76)) {
					rows = append(rows, "  "+row)
				}
			}
			if len(s.shots) > 0 {
				rows = append(rows, "")
			}
		default:
			left := style.Spaces((b.W - drawW) / 2)
			for _, row := range s.card(st) {
				rows = append(rows, left+row)
			}
			rows = append(rows, "")
		}
		return strings.Join(append(rows, s.strip(b.W, st)...), "\n")
	})
}

var drawIntro = []string{
	"Ten times, a card turns and says DRAW. Press j, k, l or space as fast as you can, but not before.",
	"",
	"You are measured as at the table: the way from here to your screen and back is taken out, so what counts is " +
		"you, not your line. Nothing is kept.",
}

// card is the rows of the card as it lies there now, all as wide.
func (s *draw) card(st *style.Style) []string {
	if s.stage == drawOpen {
		return drawnCard(st)
	}
	text := "wait for it ..."
	if s.stage == drawShown {
		text = "get ready: j, k, l or space"
		if n := len(s.shots); n > 0 {
			text = s.shots[n-1].words()
		}
	}
	return framed(fmt.Sprintf("%d of %d", s.armed.n+1, drawsOfOne), text, st)
}

// framed is a card with a border and a text in its middle.
func framed(title, text string, st *style.Style) []string {
	body := strings.Repeat("\n", (drawH-2)/2) + st.Center(text, drawW-4)
	return strings.Split(widget.Box(widget.Frame{Title: title}, body, drawW, drawH, st), "\n")
}

// drawnCard is the card with the word on it: a block of color, but for who wants calm.
func drawnCard(st *style.Style) []string {
	if st.Calm {
		return framed("", st.Strong.Render(word), st)
	}
	rows := make([]string, drawH)
	for i := range rows {
		rows[i] = st.Accent.Render(style.Repeat(st.BarFull, drawW))
	}
	left := (drawW - len(word)) / 2
	for i := drawH/2 - 1; i <= drawH/2+1; i++ {
		text := style.Spaces(len(word))
		if i == drawH/2 {
			text = word
		}
		rows[i] = st.Accent.Render(style.Repeat(st.BarFull, left)) + st.Sign.Render(text) +
			st.Accent.Render(style.Repeat(st.BarFull, drawW-left-len(word)))
	}
	return rows
}

// paint is the word as it is flashed: the card at its place in the window.
func (s *draw) paint() []byte {
	var b strings.Builder
	x, y := (s.size.W-drawW)/2, headH+1
	for i, row := range drawnCard(s.style) {
		fmt.Fprintf(&b, "\x1b[%d;%dH%s", y+i+1, x+1, row)
	}
	return []byte(b.String())
}

// words say what a draw came to.
func (r shot) words() string {
	switch r.how {
	case shotEarly:
		return "too early"
	case shotNone:
		return "nothing came"
	}
	return itoa(int(r.after.Milliseconds())) + " ms"
}

// strip is the draws so far on one scale.
func (s *draw) strip(w int, st *style.Style) []string {
	slowest := 500 * time.Millisecond
	for _, r := range s.shots {
		slowest = max(slowest, r.after)
	}
	const label = 20
	room := min(w-4-label, 50)
	if room < 10 {
		return nil
	}
	var rows []string
	for i, r := range s.shots {
		row := fmt.Sprintf("  %2d  %-12s  ", i+1, r.words())
		if r.how == shotGood {
			row += st.Accent.Render(style.Repeat(st.BarFull, max(int(r.after*time.Duration(room)/slowest), 1)))
		}
		rows = append(rows, row)
	}
	return rows
}

// good are the times of the draws that count.
func (s *draw) good() (times []time.Duration) {
	for _, r := range s.shots {
		if r.how == shotGood {
			times = append(times, r.after)
		}
	}
	return times
}

// count is how many draws came to something.
func (s *draw) count(how shotKind) int {
	n := 0
	for _, r := range s.shots {
		if r.how == how {
			n++
		}
	}
	return n
}

func millis(d time.Duration) string {
	return itoa(int(d.Round(time.Millisecond).Milliseconds())) + " ms"
}

// verdict is what came of the ten draws, in sentences.
func (s *draw) verdict() []string {
	if s.failed != "" {
		return []string{s.failed}
	}
	times := s.good()
	var out []string
	if len(times) == 0 {
		out = append(out, "Not one draw counts: wait for the word, then press at once.")
	} else {
		out = append(out, fmt.Sprintf("Your median is %s; half of your draws took %s to %s (standard deviation %s).",
			millis(clocks.Median(times)), millis(clocks.Quantile(times, 0.25)), millis(clocks.Quantile(times, 0.75)),
			millis(clocks.Spread(times))))
	}
	if n := s.count(shotEarly); n > 0 {
		out = append(out, lobby.Plural(n, "false start")+": before the word, or so soon after it as nobody can be.")
	}
	if n := s.count(shotNone); n > 0 {
		out = append(out, lobby.Plural(n, "draw")+" without a key in time.")
	}
	return append(append(out, s.compared(times)...), s.lineWords()...)
}

// compared sets the median beside those of others.
func (s *draw) compared(times []time.Duration) (out []string) {
	if len(times) == 0 {
		return nil
	}
	if len(s.d.Paces) > 0 {
		var all []string
		for _, p := range s.d.Paces {
			all = append(all, p.Name+" "+millis(p.Median))
		}
		out = append(out, "Bots, at the table: "+strings.Join(all, ", ")+
			". There one has to read a card and choose a key, which takes longer than this.")
	}
	if n := len(s.crowd); n > 0 {
		out = append(out, fmt.Sprintf("Of the %s who race in this house, %.0f%% are slower than you are here.",
			lobby.Plural(n, "player"), 100*s.crowd.Beaten(clocks.Median(times))))
	}
	return out
}

// lineWords say what is known of the line, and what can be done about it.
func (s *draw) lineWords() []string {
	long, out := s.lag.Measured(), []string{""}
	switch {
	case long <= 0:
		out = append(out, "The length of your line is not known yet, so nothing was taken out of your times.")
	case s.lag.Full() && long < time.Millisecond:
		out = append(out, "Your line takes less than 1 ms there and back. All of it was taken out.")
	case s.lag.Full():
		out = append(out, fmt.Sprintf("Your line takes %s there and back. All of it was taken out.", millis(long)))
	default:
		out = append(out, fmt.Sprintf("Your line takes %s there and back. Of that %s were taken out, which is the "+
			"most that is; the other %s stand against you, at the table too.", millis(long), millis(s.lag.Credit()),
			millis(long-s.lag.Credit())))
	}
	if s.lag.Trip > long {
		out = append(out, fmt.Sprintf("Your ssh answers after %s, but the connection itself takes %s. No more than %s "+
			"of the difference are believed; a jump host or proxy on the way looks like that.", millis(s.lag.Trip),
			millis(s.lag.Kernel), millis(clocks.DetourMax)))
	}
	if s.d.Line.Slots() {
		out = append(out, "Your ssh sends keys in slots of 20 ms, to hide how you type. In races that makes you up to "+
			"20 ms late. Come in with  ssh -o ObscureKeystrokeTiming=no  to be as fast as you are.")
	}
	return out
}
