package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"saloon/engine"
)

// Check replays a record and compares it with what it expects. It returns a line for each failure, in a fixed order. An
// error of type *Error says what cannot be played at all.
// Of a record without a seed it checks what Verify does.
func Check(games Games, rec Record) ([]string, error) {
	if rec.Seedless {
		err := Verify(games, rec)
		var unreadable *Error
		if err == nil || errors.As(err, &unreadable) {
			return nil, err
		}
		return []string{err.Error()}, nil
	}
	res, err := Replay(games, rec)
	if err != nil {
		return nil, err
	}
	var failures []string
	if f := rec.checkRefused(res); f != "" {
		failures = append(failures, f)
		if res.Refused != nil {
			return failures, nil // what would be compared was never reached
		}
	}
	if rec.Expect == nil {
		return failures, nil
	}
	more, err := rec.checkPosition(res)
	if err != nil {
		return nil, err
	}
	failures = append(failures, more...)
	more, err = rec.checkLegal(res)
	return append(failures, more...), err
}

// checkRefused compares what was refused with what should have been; "" is no failure.
func (r *Record) checkRefused(res Result) string {
	var want *string
	if r.Expect != nil {
		want = r.Expect.Refused
	}
	got := res.Refused
	switch {
	case want == nil && got == nil:
		return ""
	case got == nil:
		return fmt.Sprintf("%s was accepted, it should be refused", r.where(len(r.Moves)-1))
	case r.Unexpected(res):
		return fmt.Sprintf("%s was refused: %s", r.where(res.Applied), got.Reason)
	case !strings.Contains(strings.ToLower(got.Reason), strings.ToLower(*want)):
		return fmt.Sprintf("%s was refused: %s; the reason should contain %q", r.where(res.Applied), got.Reason, *want)
	}
	return ""
}

// Unexpected reports whether a replay of the record ended with a refused move that it does not expect: only the last
// move may be.
func (r *Record) Unexpected(res Result) bool {
	return res.Refused != nil && (r.Expect == nil || r.Expect.Refused == nil || res.Applied < len(r.Moves)-1)
}

// where names a move of the record.
func (r *Record) where(i int) string {
	if line := r.lines.item(i, "moves"); line > 0 {
		return fmt.Sprintf("line %d: %q", line, r.Moves[i])
	}
	return fmt.Sprintf("move %d: %q", i+1, r.Moves[i])
}

func (r *Record) checkPosition(res Result) ([]string, error) {
	if len(r.Expect.Position) == 0 {
		return nil, nil
	}
	at := []string{"expect", "position"}
	want, err := r.canon(res, r.Expect.Position)
	if err != nil {
		return nil, r.bad(at, "%v", err)
	}
	got, err := r.canon(res, res.Match.Whole(r.Seats))
	if err != nil {
		return nil, err
	}
	d := differ{at: at, lines: r.lines}
	for _, key := range sortedKeys(r.Expect.Position) {
		d.compare(sub(at, key), want[key], got[key])
	}
	return d.failures, nil
}

func (r *Record) canon(res Result, p engine.Position) (map[string]any, error) {
	canon, err := res.Game.Canon(p, r.Seats)
	if err != nil {
		return nil, err
	}
	return normal(canon)
}

// differ compares an expected part of a position with the whole one.
type differ struct {
	at       []string
	lines    lines
	failures []string
}

// compare finds what differs. Keys that a wanted table does not have are free, but a wanted table without any is empty.
func (d *differ) compare(at []string, want, got any) {
	if empty(want) && empty(got) {
		return
	}
	table, ok := want.(map[string]any)
	if ok && len(table) > 0 && (got == nil || isTable(got)) {
		have, _ := got.(map[string]any)
		for _, key := range sortedKeys(table) {
			d.compare(sub(at, key), table[key], have[key])
		}
		return
	}
	if !reflect.DeepEqual(want, got) {
		text := fmt.Sprintf("%s is %s, it should be %s", strings.Join(at[len(d.at):], "."), compact(got), compact(want))
		if line := d.lines.of(at...); line > 0 {
			text = fmt.Sprintf("line %d: %s", line, text)
		}
		d.failures = append(d.failures, text)
	}
}

func isTable(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// empty reports whether a value is as good as a missing one.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case int64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, key := range sortedKeys(v) {
			if !empty(v[key]) {
				return false
			}
		}
		return true
	}
	return false
}

// compact writes a value on one line.
func compact(v any) string {
	if v == nil {
		return "absent"
	}
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(body)
}

// checkLegal compares moves as sets of words.
func (r *Record) checkLegal(res Result) ([]string, error) {
	var failures []string
	for _, name := range sortedKeys(r.Expect.Legal) {
		seat := r.Seats.Seat(name)
		at := []string{"expect", "legal", name}
		want, err := r.wanted(res.Match, seat, at)
		if err != nil {
			return nil, err
		}
		got := []string{}
		if slices.Contains(res.Match.Turn(), seat) {
			if got, err = legalWords(res.Match, seat, r.Seats); err != nil {
				return nil, err
			}
		}
		line := ""
		if n := r.lines.of(at...); n > 0 {
			line = fmt.Sprintf("line %d: ", n)
		}
		if lacking := without(want, got); len(lacking) > 0 {
			failures = append(failures, fmt.Sprintf("%s%s may not: %s", line, name, strings.Join(lacking, "; ")))
		}
		if extra := without(got, want); len(extra) > 0 {
			failures = append(failures, fmt.Sprintf("%s%s may also: %s", line, name, strings.Join(extra, "; ")))
		}
	}
	return failures, nil
}

// wanted reads the moves that are expected of a seat and writes them as the game does. Words that are no move are an
// error, but for the bounds that stand where moves are too many to list.
func (r *Record) wanted(m engine.Match, seat engine.Seat, at []string) ([]string, error) {
	words := r.Expect.Legal[r.Seats.Of(seat)]
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; w == m.Bounds(seat) {
			continue
		}
		act, err := m.Parse(w, seat, r.Seats)
		if err != nil {
			return nil, &Error{Line: r.lines.item(i, at...), Reason: err.Error()}
		}
		if out[i], err = m.Words(act, r.Seats); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// without lists what is in a and not in b, in a's order, once each.
func without(a, b []string) []string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
