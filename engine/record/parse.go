package record

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"saloon/engine"
)

// Parse reads a record's text and checks its shape: keys, names, seed. Whether the game, its options, the position and
// the moves exist is Replay's to say. Errors are of type *Error.
func Parse(text []byte) (Record, error) {
	var rec Record
	if len(text) > BytesMax {
		return rec, &Error{Reason: fmt.Sprintf("a record has at most %d bytes", BytesMax)}
	}
	if !utf8.Valid(text) {
		return rec, &Error{Reason: "a record is UTF-8 text"}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // some editors begin a file with this mark
	rec.lines = scan(string(text))
	if rec.lines.deep > nestingMax {
		return rec, &Error{Reason: fmt.Sprintf("nested more than %d deep", nestingMax)}
	}
	var top map[string]any
	if _, err := toml.Decode(string(text), &top); err != nil {
		var at toml.ParseError
		if errors.As(err, &at) {
			return rec, &Error{Line: at.Position.Line, Reason: at.Message}
		}
		return rec, &Error{Reason: err.Error()}
	}
	p := parser{rec: &rec}
	p.top(top)
	return rec, p.err
}

// parser keeps the first error, so that reading a key needs no check of its own.
type parser struct {
	rec *Record
	err error
}

func (p *parser) fail(at []string, format string, args ...any) {
	if p.err == nil {
		p.err = p.rec.bad(at, format, args...)
	}
}

func (p *parser) top(top map[string]any) {
	p.only(top, nil, "format", "game", "rules", "seats", "seed", "moves", "options", "position", "expect",
		"deal", "end")
	_, dealt := top["deal"]
	_, seeded := top["seed"]
	for _, key := range []string{"format", "game", "rules", "seats", "seed"} {
		if _, ok := top[key]; !ok && !(key == "seed" && dealt) {
			p.fail(nil, "the key %q is missing", key)
		}
	}
	if format := p.text(top, "format"); format != Format {
		p.fail([]string{"format"}, "the format is %q, known is %q", format, Format)
	}
	rec := p.rec
	rec.Game = p.text(top, "game")
	if n, ok := top["rules"].(int64); ok && n >= 1 && n <= math.MaxInt32 {
		rec.Rules = int(n)
	} else {
		p.fail([]string{"rules"}, "rules is a whole number from 1")
	}
	rec.Seats = p.seats(top)
	if rec.Seedless = dealt && !seeded; !rec.Seedless {
		seed, err := engine.ParseSeed(p.text(top, "seed"))
		if err != nil {
			p.fail([]string{"seed"}, "bad seed: %v", err)
		}
		rec.Seed = seed
	}
	rec.Moves = p.texts(top, nil, "moves")
	rec.Options = p.options(p.table(top, "options"))
	if position := p.table(top, "position"); position != nil {
		rec.Position = p.position(position, "position")
	}
	if expect := p.table(top, "expect"); expect != nil {
		rec.Expect = p.expect(expect)
	}
	p.public(top)
}

// public reads what a record has that was written for everybody.
func (p *parser) public(top map[string]any) {
	rec := p.rec
	if deal := p.table(top, "deal"); deal != nil {
		rec.Deal = p.deal(deal)
	}
	if end := p.table(top, "end"); end != nil {
		rec.End = p.end(end)
	}
	const again = "a record without a seed cannot be played again, so it has no %s"
	switch {
	case !rec.Seedless:
	case rec.Position != nil:
		p.fail([]string{"position"}, again, "position")
	case rec.Expect != nil:
		p.fail([]string{"expect"}, again, "expect")
	}
}

// only refuses keys that have no meaning, the first in the file first.
func (p *parser) only(table map[string]any, at []string, known ...string) {
	var strange []string
	for key := range table { // order: sorted below
		if !slices.Contains(known, key) {
			strange = append(strange, key)
		}
	}
	slices.SortFunc(strange, func(a, b string) int {
		return p.rec.lines.of(sub(at, a)...) - p.rec.lines.of(sub(at, b)...)
	})
	if len(strange) > 0 {
		p.fail(sub(at, strange[0]), "unknown key %q", strange[0])
	}
}

func sub(at []string, key string) []string { return append(at[:len(at):len(at)], key) }

func (p *parser) text(table map[string]any, key string) string {
	s, ok := table[key].(string)
	if !ok {
		p.fail([]string{key}, "%s is a text in quotes", key)
	}
	return s
}

func (p *parser) table(table map[string]any, key string) map[string]any {
	v, ok := table[key]
	if !ok {
		return nil
	}
	t, ok := v.(map[string]any)
	if !ok {
		p.fail([]string{key}, "%s is a table", key)
	}
	return t
}

// texts reads a list of texts; none if the key is absent.
func (p *parser) texts(table map[string]any, at []string, key string) []string {
	at = sub(at, key)
	v, ok := table[key]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		p.fail(at, "%s is a list of texts", key)
		return nil
	}
	out := make([]string, len(list))
	for i, item := range list {
		if out[i], ok = item.(string); !ok {
			p.fail(at, "%s is a list of texts, item %d is none", key, i+1)
		}
	}
	return out
}

func (p *parser) seats(top map[string]any) engine.Names {
	names := p.texts(top, nil, "seats")
	for i, name := range names {
		switch {
		case !seatName.MatchString(name):
			p.fail([]string{"seats"}, "%q is no name of a seat: 1 to 24 of A-Z, a-z, 0-9, _ and -", name)
		case name == engine.TableName:
			p.fail([]string{"seats"}, "no seat is called %q, which is what the table's own moves go by", name)
		case slices.Contains(names[:i], name):
			p.fail([]string{"seats"}, "two seats are called %q", name)
		}
	}
	return names
}

// options reads texts and whole numbers alike as texts.
func (p *parser) options(table map[string]any) map[string]string {
	if len(table) == 0 {
		return nil
	}
	out := make(map[string]string, len(table))
	for _, key := range p.inOrder(table, "options") {
		switch v := table[key].(type) {
		case string:
			out[key] = v
		case int64:
			out[key] = strconv.FormatInt(v, 10)
		default:
			p.fail([]string{"options", key}, "the option %q is a text or a whole number", key)
		}
	}
	return out
}

// inOrder lists a table's keys as they stand in the file.
func (p *parser) inOrder(table map[string]any, at ...string) []string {
	keys := sortedKeys(table)
	slices.SortStableFunc(keys, func(a, b string) int {
		return p.rec.lines.of(sub(at, a)...) - p.rec.lines.of(sub(at, b)...)
	})
	return keys
}

func (p *parser) expect(table map[string]any) *Expect {
	at := []string{"expect"}
	p.only(table, at, "refused", "position", "legal")
	var e Expect
	if v, ok := table["refused"]; ok {
		s, ok := v.(string)
		switch {
		case !ok:
			p.fail(sub(at, "refused"), "refused is a text that the reason contains")
		case len(p.rec.Moves) == 0:
			p.fail(sub(at, "refused"), "no move is there to be refused")
		}
		e.Refused = &s
	}
	if v, ok := table["position"]; ok {
		t, ok := v.(map[string]any)
		if !ok {
			p.fail(sub(at, "position"), "position is a table")
		}
		e.Position = p.position(t, "expect", "position")
	}
	if v, ok := table["legal"]; ok {
		t, ok := v.(map[string]any)
		if !ok {
			p.fail(sub(at, "legal"), "legal is a table of seats")
		}
		e.Legal = make(map[string][]string, len(t))
		for _, name := range p.inOrder(t, "expect", "legal") {
			if p.rec.Seats.Seat(name) < 0 {
				p.fail([]string{"expect", "legal", name}, "nobody here is called %q", name)
			}
			e.Legal[name] = p.texts(t, []string{"expect", "legal"}, name)
		}
	}
	return &e
}

// position turns TOML values into what comes out of JSON, which is what games read.
func (p *parser) position(table map[string]any, at ...string) engine.Position {
	clean := make(engine.Position, len(table))
	for _, key := range p.inOrder(table, at...) {
		v, err := plain(table[key])
		if err != nil {
			p.fail(sub(at, key), "%s: %v", key, err)
		}
		clean[key] = v
	}
	out, err := viaJSON(clean)
	if err != nil {
		p.fail(at, "%v", err)
	}
	return out
}

// plain turns a value of TOML, or of anything that marshals like JSON, into nil, bool, string, int64, float64, []any
// and map[string]any.
func plain(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return v, nil
	case int:
		return int64(v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("is no finite number")
		}
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v), nil
		}
		return v, nil
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return plain(list)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = plain(v[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, key := range sortedKeys(v) {
			var err error
			if out[key], err = plain(v[key]); err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
		}
		return out, nil
	default:
		return nil, errors.New("is no text, number, yes or no, list or table")
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m { // order: sorted below
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
