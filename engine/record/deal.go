package record

import (
	"fmt"
	"math"
	"strings"

	"saloon/engine"
	"saloon/engine/seal"
)

// Deal is what everybody may know of a match whose cards are sealed, one by one, because some stay secret for ever: the
// log as spectators read it, a root for every shuffle, and what opens the cards that the log shows.
type Deal struct {
	Match    seal.Hash // SHA-256 of the seed, shown when the match opened
	Log      []Told
	Shuffles []Shuffle // shuffle n of the match is Shuffles[n-1]
	Opened   []Opened  // in the order of the log
}

// Told is a line of the log.
type Told struct {
	Text  string
	Cards []string // cards that everybody sees from this line on
}

// Shuffle is a deck with its seal.
type Shuffle struct {
	Deck   string
	Line   int // how many lines of the log were told before it
	Size   int // cards
	Root   seal.Hash
	Leaves []seal.Hash // of every card, by position; none where no card was opened
}

// Opened is a card that was opened.
type Opened struct {
	Line    int // of the log, from 1
	Shuffle int // from 1
	seal.Opening
}

// End is where a match ended, as spectators saw it.
type End struct {
	Position engine.Position
	Outcome  *Outcome // nil if it was not played to its end
}

// dealMax bounds the numbers of a deal.
const dealMax = math.MaxInt32

// deal reads the table [deal].
func (p *parser) deal(table map[string]any) *Deal {
	at := []string{"deal"}
	p.only(table, at, "match", "log", "shuffles", "opened")
	d := &Deal{}
	r := dealReader{p: p, at: sub(at, "match"), t: table}
	d.Match = r.hash("match")
	for i, t := range p.tables(table, at, "log") {
		r := dealReader{p: p, at: sub(at, "log"), t: t, where: fmt.Sprintf("line %d of the log: ", i+1)}
		r.only("text", "cards")
		d.Log = append(d.Log, Told{Text: r.text("text"), Cards: r.texts("cards")})
	}
	for i, t := range p.tables(table, at, "shuffles") {
		r := dealReader{p: p, at: sub(at, "shuffles"), t: t, where: fmt.Sprintf("shuffle %d: ", i+1)}
		r.only("deck", "line", "size", "root", "leaves")
		s := Shuffle{Deck: r.text("deck"), Line: r.number("line"), Size: r.number("size"), Root: r.hash("root")}
		for _, leaf := range r.texts("leaves") {
			h, err := seal.ParseHash(leaf)
			if err != nil {
				r.fail("%v", err)
			}
			s.Leaves = append(s.Leaves, h)
		}
		d.Shuffles = append(d.Shuffles, s)
	}
	for i, t := range p.tables(table, at, "opened") {
		r := dealReader{p: p, at: sub(at, "opened"), t: t, where: fmt.Sprintf("opened card %d: ", i+1)}
		r.only("line", "shuffle", "position", "card", "salt")
		o := Opened{Line: r.number("line"), Shuffle: r.number("shuffle")}
		o.Position, o.Card = r.number("position"), r.text("card")
		salt, err := seal.ParseSalt(r.text("salt"))
		if err != nil {
			r.fail("%v", err)
		}
		o.Salt = salt
		d.Opened = append(d.Opened, o)
	}
	return d
}

// tables reads a list of tables.
func (p *parser) tables(table map[string]any, at []string, key string) []map[string]any {
	v, ok := table[key]
	if !ok {
		return nil
	}
	if tables, ok := v.([]map[string]any); ok {
		return tables
	}
	list, ok := v.([]any)
	if !ok {
		p.fail(sub(at, key), "%s is a list of tables", key)
	}
	out := make([]map[string]any, len(list))
	for i, item := range list {
		if out[i], ok = item.(map[string]any); !ok {
			p.fail(sub(at, key), "%s is a list of tables, item %d is none", key, i+1)
		}
	}
	return out
}

// dealReader reads one of the tables of a deal.
type dealReader struct {
	p     *parser
	at    []string
	t     map[string]any
	where string
}

func (r *dealReader) fail(format string, args ...any) {
	r.p.fail(r.at, "%s%s", r.where, fmt.Sprintf(format, args...))
}

func (r *dealReader) only(known ...string) {
	for _, key := range sortedKeys(r.t) {
		if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+key+" ") {
			r.fail("unknown key %q", key)
		}
	}
}

func (r *dealReader) text(key string) string {
	s, ok := r.t[key].(string)
	if !ok {
		r.fail("%s is a text in quotes", key)
	}
	return s
}

func (r *dealReader) texts(key string) []string {
	v, given := r.t[key]
	list, ok := v.([]any)
	if given && !ok {
		r.fail("%s is a list of texts", key)
	}
	var out []string
	for _, item := range list {
		s, ok := item.(string)
		if !ok {
			r.fail("%s is a list of texts", key)
		}
		out = append(out, s)
	}
	return out
}

func (r *dealReader) number(key string) int {
	n, ok := r.t[key].(int64)
	if !ok || n < 0 || n > dealMax {
		r.fail("%s is a whole number from 0", key)
	}
	return int(n)
}

func (r *dealReader) hash(key string) seal.Hash {
	if _, given := r.t[key]; !given {
		r.fail("the key %q is missing", key)
		return seal.Hash{}
	}
	h, err := seal.ParseHash(r.text(key))
	if err != nil {
		r.fail("%s: %v", key, err)
	}
	return h
}

// end reads the table [end].
func (p *parser) end(table map[string]any) *End {
	at := []string{"end"}
	p.only(table, at, "position", "outcome")
	e := &End{}
	if t, ok := table["position"].(map[string]any); ok {
		e.Position = p.position(t, "end", "position")
	} else {
		p.fail(sub(at, "position"), "position is a table")
	}
	v, given := table["outcome"]
	if !given {
		return e
	}
	t, ok := v.(map[string]any)
	if !ok {
		p.fail(sub(at, "outcome"), "outcome is a table")
	}
	p.only(t, sub(at, "outcome"), "ranks", "points", "reason")
	reason, ok := t["reason"].(string)
	if !ok {
		p.fail(sub(at, "outcome"), "reason is a text in quotes")
	}
	e.Outcome = &Outcome{
		Ranks: p.bySeat(t["ranks"], "ranks"), Points: p.bySeat(t["points"], "points"), Reason: engine.Reason(reason),
	}
	return e
}

// bySeat reads whole numbers by name of seat.
func (p *parser) bySeat(v any, key string) map[string]int {
	at := []string{"end", "outcome", key}
	t, ok := v.(map[string]any)
	if !ok {
		p.fail(at, "%s is a table of seats", key)
	}
	out := make(map[string]int, len(t))
	for _, name := range sortedKeys(t) {
		n, ok := t[name].(int64)
		if !ok || p.rec.Seats.Seat(name) < 0 || n < -dealMax || n > dealMax {
			p.fail(at, "%s: %q is no seat with a whole number", key, name)
		}
		out[name] = int(n)
	}
	return out
}
