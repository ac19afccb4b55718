package paint

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"
)

// pen is a manner of writing, taken apart: what a terminal is told to get from one to another.
type pen struct {
	fore, back string // parameters such as "38;5;208"; empty is the terminal's own
	under      string // the color of a line below
	marks      marks
}

// plain is the pen of a terminal that was told nothing.
var plain = &pen{}

// pens are all pens, each once: two are equal if they are the same. They come from the house's palette and its rule
// books, so there are a few hundred at most.
var pens sync.Map // pen → *pen

func init() { pens.Store(pen{}, plain) }

// reset is the sequence after which a terminal writes as it did at first.
const reset = "\x1b[m"

// stroke is what a sequence makes of a pen.
type stroke struct {
	from *pen
	said string
	to   *pen
}

// strokes are those that were met of late. Every sequence of every changed row is looked up, so this is a plain table,
// of a fixed size, read without locks: a stroke has one set of two places by its hash, and a new one takes the place of
// the older.
var (
	strokes    [1 << 11][2]atomic.Pointer[stroke]
	strokeSeed = maphash.MakeSeed()
)

// after is the pen after one more sequence.
func (p *pen) after(said string) *pen {
	if said == reset {
		return plain
	}
	hash := maphash.String(strokeSeed, said)
	if p != plain {
		hash += 3*maphash.String(strokeSeed, p.fore) + 5*maphash.String(strokeSeed, p.back) + 7*uint64(p.marks)
	}
	set := &strokes[hash%uint64(len(strokes))]
	for i := range set {
		if s := set[i].Load(); s != nil && s.from == p && s.said == said {
			return s.to
		}
	}
	said = strings.Clone(said) // a pen keeps words of it, and must not keep the row
	next := *p
	next.take(said[len("\x1b[") : len(said)-len("m")])
	one, _ := pens.LoadOrStore(next, &next)
	s := &stroke{p, said, one.(*pen)}
	set[1].Store(set[0].Swap(s))
	return s.to
}

// take follows the parameters of a sequence.
func (p *pen) take(params string) {
	words := strings.Split(params, ";")
	for i := 0; i < len(words); i++ {
		n := operands(words[i:])
		whole := strings.Join(words[i:i+n], ";")
		head, _, _ := strings.Cut(words[i], ":")
		i += n - 1
		switch head {
		case "", "0":
			*p = pen{}
		case "39":
			p.fore = ""
		case "49":
			p.back = ""
		case "59":
			p.under = ""
		case "30", "31", "32", "33", "34", "35", "36", "37", "38", "90", "91", "92", "93", "94", "95", "96", "97":
			p.fore = whole
		case "40", "41", "42", "43", "44", "45", "46", "47", "48",
			"100", "101", "102", "103", "104", "105", "106", "107":
			p.back = whole
		case "58":
			p.under = whole
		default:
			p.marks = p.marks.after(head)
		}
	}
}

// operands is how many parameters a color takes that begins here: "38;5;n" and "38;2;r;g;b".
func operands(words []string) int {
	if words[0] != "38" && words[0] != "48" && words[0] != "58" || len(words) < 2 {
		return 1
	}
	switch words[1] {
	case "5":
		return min(3, len(words))
	case "2":
		return min(5, len(words))
	}
	return 1
}

// order is what one sequence of SGR says: its words, of which some may be empty.
type order [5]string

// size is how many bytes it takes.
func (o order) size() int {
	n := len("\x1b[")
	for _, word := range o {
		if word != "" {
			n += len(word) + len(";")
		}
	}
	return n // the last word is followed by m
}

func (o order) write(out []byte) []byte {
	out = append(out, "\x1b["...)
	more := false
	for _, word := range o {
		if word == "" {
			continue
		}
		if more {
			out = append(out, ';')
		}
		out, more = append(out, word...), true
	}
	return append(out, 'm')
}

// turn appends what a terminal that writes like p is told in order to write like q.
func (p *pen) turn(out []byte, q *pen) []byte {
	switch {
	case p == q:
		return out
	case q == plain:
		return append(out, reset...)
	}
	anew := order{"0", q.marks.words(), q.fore, q.back, q.under}
	if p == plain {
		anew[0] = ""
		return anew.write(out)
	}
	if on, ok := p.onto(q); ok && on.size() <= anew.size() {
		return on.write(out)
	}
	return anew.write(out)
}

// onto is what is said to get from p to q without a fresh start. ok is false where p has marks that q has not:
// terminals do not agree on how those are taken back one by one.
func (p *pen) onto(q *pen) (o order, ok bool) {
	if p.marks&^q.marks != 0 {
		return o, false
	}
	return order{
		(q.marks &^ p.marks).words(), change(p.fore, q.fore, "39"), change(p.back, q.back, "49"),
		change(p.under, q.under, "59"),
	}, true
}

// change is the word that changes a color; own is the word for the terminal's own.
func change(from, to, own string) string {
	switch {
	case from == to:
		return ""
	case to == "":
		return own
	}
	return to
}
