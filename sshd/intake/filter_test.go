package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
)

// typist feeds a filter and collects what comes of it.
type typist struct {
	filter  Filter
	decoder Decoder
	now     time.Time
	tokens  []string
	events  []uv.Event
	answers int
	err     error
}

func newTypist() *typist { return &typist{now: time.Unix(1_000_000, 0)} }

func (p *typist) take(tok Token) {
	if tok.Answer {
		p.answers++
	}
	p.tokens = append(p.tokens, string(tok.Bytes))
	if err := p.decoder.Events(tok, func(e uv.Event) { p.events = append(p.events, e) }); err != nil {
		p.err = err
	}
}

// sends sends bytes at once.
func (p *typist) sends(s string) *typist {
	if err := p.filter.Feed(p.now, []byte(s), p.take); err != nil {
		p.err = err
	}
	return p
}

// pauses lets time go by; what is due meanwhile is given up.
func (p *typist) pauses(d time.Duration) *typist {
	end := p.now.Add(d)
	for {
		at, ok := p.filter.Deadline()
		if !ok || at.After(end) {
			break
		}
		p.now = at
		p.filter.Expire(p.now, p.take)
	}
	p.now = end
	return p
}

// keys writes the events for comparison.
func (p *typist) keys() string {
	var out []string
	for _, e := range p.events {
		switch e := e.(type) {
		case uv.KeyPressEvent:
			out = append(out, e.String())
		case uv.PasteEvent:
			out = append(out, fmt.Sprintf("paste(%q)", e.Content))
		default:
			out = append(out, fmt.Sprintf("%T", e))
		}
	}
	return strings.Join(out, " ")
}

func TestWhatIsTypedArrives(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"letters", "aB ?", "a B space ?"},
		{"a rune of three bytes", "語", "語"},
		{"enter, tab, backspace", "\r\t\x7f", "enter tab backspace"},
		{"ctrl", "\x03\x0c\x00", "ctrl+c ctrl+l ctrl+space"},
		{"arrows", "\x1b[A\x1b[B\x1bOC\x1bOD", "up down right left"},
		{"with modifiers", "\x1b[1;5C\x1b[1;2A", "ctrl+right shift+up"},
		{"function keys", "\x1bOP\x1b[15~\x1b[24~", "f1 f5 f12"},
		{"of the Linux console", "\x1b[[A\x1b[[E", "f1 f5"},
		{"of rxvt", "\x1b[3$x\x1b[3^", "shift+delete x ctrl+delete"},
		{"alt", "\x1bx\x1b\r\x1b\x7f", "alt+x alt+enter alt+backspace"},
		{"alt and a sequence", "\x1b\x1b[A", "alt+up"},
		{"alt and a rune", "\x1bé", "alt+é"},
		{"shift tab", "\x1b[Z", "shift+tab"},
		{"mouse", "\x1b[<0;10;5M\x1b[<0;10;5m", "uv.MouseClickEvent uv.MouseReleaseEvent"},
		{"old mouse", "\x1b[M !!q", "uv.MouseClickEvent q"},
		{"a mouse beyond every terminal", "\x1b[<0;5000;5M", ""},
		{"paste", "\x1b[200~y\ny\nq\n\x1b[201~z", `paste("y\ny\nq\n") z`},
		{"paste with sequences in it", "\x1b[200~a\x1b[Ab\x1b[201\x07~\x1b[201~", `paste("a[Ab[201~")`},
		{"raw paste", "y\ny\nq\n", `paste("y\ny\nq\n")`},
		{"raw paste of Windows", "one\r\ntwo\r\n", `paste("one\ntwo\n")`},
		{"a word and enter are typed", "anna\r", "a n n a enter"},
		{"focus", "\x1b[I\x1b[O", "uv.FocusEvent uv.BlurEvent"},
		{"kitty", "\x1b[97;5u", "ctrl+a"},
		{"a control character as a key's text", "\x1b[97;1;27u", ""},
		{"a size nobody asked for", "\x1b[8;4000;4000t\x1b[48;1;2;3;4t", ""},
		{"a clipboard nobody asked for", "\x1b]52;c;YWJj\x07x", "x"},
		{"more colors", "\x1bP1+r524742=38\x1b\\x", "x"},
		{"a key of the Windows console, 65,535 times", "\x1b[65;30;97;1;0;65535_x", "x"},
		{"the ground's color", "\x1b]11;rgb:1111/2222/3333\x1b\\x", "uv.BackgroundColorEvent x"},
		{"C1", "\u009b5Ax\x9b5A", "5 A x 5 A"},
		{"broken bytes", "a\xff\xc3b\xe2\x82c", "a b c"},
		{"a sequence cut off by a key", "\x1b[1;\rx", "enter x"},
		{"a cancelled sequence", "\x1b[1;\x18x", "x"},
		{"33 parameters", "\x1b[" + strings.Repeat("1;", 33) + "1mx", "x"},
		{"4,000 parameters", "\x1b[" + strings.Repeat("1;", 4000) + "1mx", "x"},
		{"33 parameters of a DCS", "\x1bP" + strings.Repeat("1;", 33) + "1q\x1b\\x", "x"},
		{"a string of 10,000 bytes", "\x1b]0;" + strings.Repeat("x", 10_000) + "\x07y", "y"},
		{"a string cut off by a sequence", "\x1b]0;abc\x1b[Ax", "up x"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newTypist().sends(tc.in)
			if p.err != nil || p.keys() != tc.want {
				t.Errorf("%q at once: got %s, %v, want %s", tc.in, p.keys(), p.err, tc.want)
			}
			if strings.Contains(tc.name, "paste") && strings.HasPrefix(tc.name, "raw") || len(tc.in) > 200 {
				return // several lines are a paste only at once
			}
			p = newTypist()
			for i := range len(tc.in) {
				p.sends(tc.in[i : i+1])
			}
			if p.err != nil || p.keys() != tc.want {
				t.Errorf("%q byte by byte: got %s, %v, want %s", tc.in, p.keys(), p.err, tc.want)
			}
		})
	}
}

func TestEscapeAloneIsFast(t *testing.T) {
	p := newTypist().sends("\x1b")
	if p.keys() != "" {
		t.Fatal("escape was not held")
	}
	if p.pauses(99 * time.Millisecond); p.keys() != "esc" {
		t.Errorf("after 99 ms: %q", p.keys())
	}
	p = newTypist().sends("\x1b\x1b").pauses(99 * time.Millisecond)
	if p.keys() != "esc esc" {
		t.Errorf("twice: %q", p.keys())
	}
	p = newTypist().sends("\x1b").pauses(99 * time.Millisecond).sends("x")
	if p.keys() != "esc x" {
		t.Errorf("and then a letter: %q", p.keys())
	}
}

func TestAStuckPrefixIsGivenUp(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[": "alt+[", "\x1b]": "alt+]", "\x1bP": "alt+shift+p", "\x1b_": "alt+_", "\x1b^": "alt+^",
		"\x1b\x1b[": "esc alt+[",
		"\x1b[12":   "", "\x1b]0;abc": "", "\x1bP1;2": "", "\x1b[M!": "", "\xe8\xaa": "", "\x1b[200~abc": "",
		"\x1b[[":                           "",
		"\x1b[" + strings.Repeat("1;", 50): "",
	} {
		p := newTypist().sends(in).pauses(10 * time.Second).sends("x")
		if got := strings.TrimSpace(want + " x"); p.keys() != got {
			t.Errorf("%q, ten seconds, x: got %q, want %q", in, p.keys(), got)
		}
		if _, ok := p.filter.Deadline(); ok {
			t.Errorf("%q: still held", in)
		}
	}
}

// replies are what terminals answer to the questions that programs ask of them.
var replies = []string{
	"\x1b[24;80R", "\x1b[?24;80R", "\x1b[?1;2c", "\x1b[?62;1;6;9;15;16;17;18;21;22c", "\x1b[>41;354;0c", "\x1b[0n",
	"\x1b[?2026;2$y", "\x1b[4;2$y", "\x1b[8;24;80t", "\x1b[4;600;800t", "\x1b[6;16;8t", "\x1b[?1u", "\x1b[>4;2m",
	"\x1b]10;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0000/0000/0000\x07", "\x1b]4;1;rgb:cccc/0000/0000\x1b\\",
	"\x1bP>|XTerm(370)\x1b\\", "\x1bP1+r544e=787465726d\x1b\\", "\x1bP!|7E565445\x1b\\", "\x1bP1$r0m\x1b\\",
	"\x1b_Gi=31;OK\x1b\\", "\x1b]52;c;c2VjcmV0\x07", "\x1b[?997;1n", "\x1b[48;24;80;600;800t",
}

func TestRepliesAreNeverTyping(t *testing.T) {
	for _, reply := range replies {
		for cut := 1; cut < len(reply); cut++ {
			p := newTypist().sends(reply[:cut]).pauses(60 * time.Millisecond)
			p.sends(reply[cut:]).pauses(10 * time.Second)
			if p.err != nil {
				t.Fatal(p.err)
			}
			for _, e := range p.events {
				if k, ok := e.(uv.KeyPressEvent); ok && (k.Text != "" || unicode.IsPrint(k.Code) && k.Mod == 0) {
					t.Errorf("%q and, 60 ms later, %q: typed %q", reply[:cut], reply[cut:], p.keys())
				}
			}
		}
	}
}

func TestEveryKeyOfTheTableIsUnderstood(t *testing.T) {
	var seqs []string
	for mod := 2; mod <= 16; mod++ {
		for _, f := range "ABCDEFHPQS" {
			seqs = append(seqs, fmt.Sprintf("\x1b[1;%d%c", mod, f))
		}
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 17, 21, 23, 24, 25, 29, 34} {
			seqs = append(seqs, fmt.Sprintf("\x1b[%d;%d~", n, mod))
		}
	}
	for _, f := range "ABCDEFHPQRSMXjklmnopqrstuvwxyabcd" {
		seqs = append(seqs, "\x1bO"+string(f))
	}
	for _, f := range "ABCDEFHPQRSZabcd" {
		seqs = append(seqs, "\x1b["+string(f), "\x1b\x1b["+string(f))
	}
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 11, 15, 17, 21, 23, 24, 25, 29, 34} {
		for _, end := range "~^@$" {
			seqs = append(seqs, fmt.Sprintf("\x1b[%d%c", n, end))
		}
	}
	for b := byte(1); b < 0x20; b++ {
		if b != esc {
			seqs = append(seqs, string(rune(b)), "\x1b"+string(rune(b)))
		}
	}
	for _, seq := range seqs {
		ours := newTypist().sends(seq).pauses(time.Second)
		theirs := newTypist()
		theirs.events = theirReader(t, seq)
		if ours.keys() != theirs.keys() {
			t.Errorf("%q: %s, and the library's reader says %s", seq, ours.keys(), theirs.keys())
		}
	}
}

// theirReader decodes with the library's own reader and its table of keys.
func theirReader(t *testing.T, seq string) (out []uv.Event) {
	t.Helper()
	events := make(chan uv.Event)
	ended := make(chan error, 1)
	go func() {
		ended <- uv.NewTerminalReader(strings.NewReader(seq), "xterm").StreamEvents(context.Background(), events)
		close(events)
	}()
	for e := range events {
		out = append(out, e)
	}
	if err := <-ended; err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	return out
}

func TestRubbishIsGivenUp(t *testing.T) {
	for name, in := range map[string]string{
		"an operating system command": "\x1b]52;c;" + strings.Repeat("A", 8<<20),
		"a paste":                     "\x1b[200~" + strings.Repeat("A", 8<<20),
		"a sequence":                  "\x1b[" + strings.Repeat("1;", 4<<20),
		"broken bytes":                strings.Repeat("\xff", 8<<20),
	} {
		p := newTypist()
		taken := 0
		for i := 0; i < len(in) && p.err == nil; i += 1024 {
			p.sends(in[i:min(i+1024, len(in))])
			taken = i + 1024
		}
		most := RubbishMax + PasteMax + 2048
		if name == "a paste" {
			most = PasteCut*RubbishMax + PasteMax + 2048
		}
		if !errors.Is(p.err, ErrRubbish) || taken > most {
			t.Errorf("%s of 8 MB: %v after %d bytes", name, p.err, taken)
		}
		if kept := cap(p.filter.held) + cap(p.filter.paste); kept > 4*PasteMax {
			t.Errorf("%s: %d bytes are kept", name, kept)
		}
	}
}

func TestALittleRubbishIsForgiven(t *testing.T) {
	p := newTypist()
	for range 3 * RubbishMax / 1000 {
		p.sends(strings.Repeat("\xff", 1000)).pauses(5 * time.Second)
	}
	if p.err != nil {
		t.Errorf("rubbish at 200 bytes a second: %v", p.err)
	}
}

func TestAPasteOfAMegabyteIsOneTextCutToTheLimit(t *testing.T) {
	p := newTypist().sends("\x1b[200~" + strings.Repeat("q\n", 1<<19) + "\x1b[201~x")
	if p.err != nil || len(p.events) != 2 {
		t.Fatalf("%d events, %v", len(p.events), p.err)
	}
	if paste, ok := p.events[0].(uv.PasteEvent); !ok || len(paste.Content) > PasteMax {
		t.Errorf("first comes %T", p.events[0])
	}
}

func TestALongPasteIsCut(t *testing.T) {
	p := newTypist().sends("\x1b[200~" + strings.Repeat("é", PasteMax) + "\x1b[201~x")
	if len(p.events) != 2 {
		t.Fatalf("%d events", len(p.events))
	}
	paste, _ := p.events[0].(uv.PasteEvent)
	if n := len(paste.Content); n > PasteMax || n < PasteMax-2 || !utf8.ValidString(paste.Content) {
		t.Errorf("kept %d bytes of %d", n, 2*PasteMax)
	}
}

func FuzzFilter(f *testing.F) {
	for _, r := range replies {
		f.Add([]byte(r), uint8(3), uint16(60))
	}
	f.Add([]byte("\x1b[200~y\ny\nq\n\x1b[201~"), uint8(5), uint16(0))
	f.Add([]byte("\x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1m"), uint8(2), uint16(90))
	f.Add([]byte("\x1bP1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1q\x1b\\"), uint8(2), uint16(9))
	f.Add([]byte("abc\x1b\x1b\x1b[M\xff\xff\xff\x1b[[A\x1bO5P\xe8\xaa\x9e"), uint8(1), uint16(500))
	f.Fuzz(func(t *testing.T, in []byte, step uint8, pause uint16) {
		p := newTypist()
		for i, n := 0, int(step)+1; i < len(in) && p.err == nil; i += n {
			p.sends(string(in[i:min(i+n, len(in))])).pauses(time.Duration(pause) * time.Millisecond)
		}
		p.pauses(time.Minute)
		if p.err != nil && !errors.Is(p.err, ErrRubbish) {
			t.Fatal(p.err)
		}
		if _, ok := p.filter.Deadline(); ok && p.err == nil {
			t.Fatal("held for ever")
		}
		for _, e := range p.events {
			if k, ok := e.(uv.KeyPressEvent); ok && !plain(k.Text) {
				t.Fatalf("a key with the text %q", k.Text)
			}
		}
		for _, tok := range p.tokens {
			if strings.HasPrefix(strings.TrimLeft(tok, "\x1b"), "[") && tok[0] == esc &&
				(len(tok) > SequenceMax+1 || params([]byte(tok)) > ParamsMax) {
				t.Fatalf("a sequence of %d bytes: %q", len(tok), tok)
			}
			if len(tok) > PasteMax+len(in) || !utf8.ValidString(tok) && !strings.HasPrefix(tok, "\x1b[M") {
				t.Fatalf("token %q", tok)
			}
		}
	})
}

func BenchmarkFeedKeys(b *testing.B) {
	var f Filter
	var d Decoder
	now := time.Unix(0, 0)
	in := []byte("\x1b[A")
	n := 0
	for b.Loop() {
		_ = f.Feed(now, in, func(tok Token) { _ = d.Events(tok, func(uv.Event) { n++ }) })
	}
	if n == 0 {
		b.Fatal("no key arrived")
	}
}
