package intake

import (
	"testing"
	"time"
)

func TestAnswersAreNoKeys(t *testing.T) {
	for _, tc := range []struct {
		name, in, want string
		answers        int
		whole          bool // only what comes in one packet is understood
	}{
		{"alone", answer, "", 1, false},
		{"unasked, three times", answer + answer + answer, "", 3, false},
		{"between keys", "a" + answer + "b", "a b", 1, false},
		{"after the escape key", "\x1b" + answer, "esc", 1, false},
		{"after alt and a letter", "\x1bx" + answer, "alt+x", 1, false},
		{"before an arrow key", answer + "\x1b[A", "up", 1, false},
		{"in a paste", "\x1b[200~on" + answer + "e\x1b[201~", `paste("one")`, 1, false},
		{"in a paste that nothing brackets", "y\r" + answer + "q\ry\r", `paste("y\nq\ny\n")`, 1, true},
		{"in the terminal's color", "\x1b]11;rgb:1111/2222/3333" + answer + "\x07", "uv.BackgroundColorEvent", 1, true},
		{"of another kind", "\x1b[3n\x1b[?0n\x1b[00n\x1b[0;0n", "", 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, owed := range []bool{false, true} {
				at := newTypist()
				at.filter.Owe(owed)
				at.sends(tc.in).pauses(10 * time.Second)
				if at.keys() != tc.want || at.answers != tc.answers || at.err != nil {
					t.Errorf("at once: %q and %d answers, %v", at.keys(), at.answers, at.err)
				}
				split := newTypist()
				split.filter.Owe(owed)
				for i := range len(tc.in) {
					split.sends(tc.in[i : i+1]).pauses(time.Millisecond)
				}
				split.pauses(10 * time.Second)
				if split.answers != tc.answers || !tc.whole && split.keys() != tc.want {
					t.Errorf("byte by byte: %q and %d answers", split.keys(), split.answers)
				}
			}
		})
	}
}

// An answer that is owed may take its time between its bytes, and its beginning never becomes a key.
func TestAnswersInPieces(t *testing.T) {
	owing := func() *typist {
		p := newTypist()
		p.filter.Owe(true)
		return p
	}
	p := owing()
	p.sends("\x1b").pauses(AnswerEscape - 1).sends("[").pauses(AnswerHold - 1).sends("0").pauses(AnswerHold - 1)
	if p.sends("n"); p.keys() != "" || p.answers != 1 {
		t.Errorf("slowly: %q and %d answers", p.keys(), p.answers)
	}
	for _, half := range []string{"\x1b[", "\x1b[0"} {
		if p := owing().sends(half).pauses(time.Minute); p.keys() != "" || p.answers != 0 {
			t.Errorf("half of one: %q and %d answers", p.keys(), p.answers)
		}
	}
	if p := owing().sends("\x1b\x1b[0").pauses(time.Minute); p.keys() != "esc" {
		t.Errorf("escape and half of one: %q", p.keys())
	}
	if p := owing().sends("\x1b").pauses(AnswerEscape); p.keys() != "esc" {
		t.Errorf("escape while an answer is owed: %q", p.keys())
	}
	if p := owing().sends("\x1b[1").pauses(time.Second).sends("x"); p.keys() != "x" {
		t.Errorf("half of something else: %q", p.keys())
	}
}

// typed are keys and pastes, whole, as terminals send them.
var typed = []string{
	"a", "Z", "é", "語", "\r", "\t", " ", "\x7f", "\x03", "\x1b[A", "\x1bOC", "\x1b[1;5C", "\x1b[15~", "\x1bx",
	"\x1b[<0;10;5M", "\x1b[I", "\x1b[200~one\rtwo\x1b[201~", "\x1b[200~\x1b[201~", "0", "n", "[", "\x1b[97;5u",
}

// FuzzAnswers mixes answers into what somebody types: between keys and inside pastes, whole and in pieces, quick and
// slow. What was typed must come out as if there had been none, and every answer must be counted.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{0, 1, 0x80, 2, 0x81, 3, 0xff, 16, 0x90, 0x91}, uint16(3))
	f.Add([]byte{9, 0x83, 0x84, 16, 0x85, 17, 0xa5, 18, 0x80, 19, 20}, uint16(400))
	f.Fuzz(func(t *testing.T, plan []byte, pause uint16) {
		with, without := newTypist(), newTypist()
		with.filter.Owe(true)
		without.filter.Owe(true)
		gap := time.Duration(pause) * time.Millisecond % AnswerEscape
		count := 0
		for _, b := range plan {
			piece := typed[int(b&0x7f)%len(typed)]
			if b&0x80 == 0 {
				with.sends(piece)
				without.sends(piece)
				continue
			}
			count++
			switch b >> 4 & 7 {
			case 0: // whole
				with.sends(answer)
			case 1: // in two pieces
				cut := 1 + int(b&3)%3
				with.sends(answer[:cut]).pauses(gap).sends(answer[cut:])
			case 2: // byte by byte
				for i := range len(answer) {
					with.sends(answer[i : i+1]).pauses(gap)
				}
			case 3: // in the same packet as the key before it
				with.sends(piece + answer)
				without.sends(piece)
			case 4: // and the one after it
				with.sends(answer + piece)
				without.sends(piece)
			case 5: // in a paste
				with.sends("\x1b[200~pa" + answer + "ste\x1b[201~")
				without.sends("\x1b[200~paste\x1b[201~")
			case 6: // in a paste, in pieces
				with.sends("\x1b[200~pa" + answer[:2]).pauses(gap).sends(answer[2:] + "ste\x1b[201~")
				without.sends("\x1b[200~paste\x1b[201~")
			case 7: // twice in one packet
				count++
				with.sends(answer + answer)
			}
		}
		with.pauses(time.Minute)
		without.pauses(time.Minute)
		if with.keys() != without.keys() || with.answers != count || with.err != nil {
			t.Fatalf("%v with %d answers:\n%s\nwithout:\n%s\n%d counted, %v", plan, count, with.keys(), without.keys(),
				with.answers, with.err)
		}
	})
}

// FuzzAnswerAfterAnything sends whatever it may be, lets it end, and then an answer in pieces.
func FuzzAnswerAfterAnything(f *testing.F) {
	for _, r := range replies {
		f.Add([]byte(r), uint8(1), true)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut uint8, owed bool) {
		p := newTypist()
		if p.sends(string(in)).pauses(time.Minute); p.err != nil {
			return
		}
		before, already := p.keys(), p.answers
		p.filter.Owe(owed)
		at := int(cut) % (len(answer) + 1)
		p.sends(answer[:at]).pauses(EscapeHold - 1).sends(answer[at:]).pauses(time.Minute)
		if p.keys() != before || p.answers != already+1 {
			t.Fatalf("%q, then an answer: %q became %q, %d answers", in, before, p.keys(), p.answers-already)
		}
	})
}
