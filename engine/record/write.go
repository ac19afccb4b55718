package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"saloon/engine"
)

// Write gives a record as text: the same record always the same text, one move a line. It fails on a position that
// JSON could not hold.
func Write(rec Record) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "format = %s\n", quote(Format))
	fmt.Fprintf(&b, "game   = %s\n", quote(rec.Game))
	fmt.Fprintf(&b, "rules  = %d\n", rec.Rules)
	fmt.Fprintf(&b, "seats  = [%s]\n", quoted(rec.Seats))
	if !rec.Seedless {
		fmt.Fprintf(&b, "seed   = %s\n", quote(rec.Seed.String()))
	}
	b.WriteString("moves  = [")
	for _, move := range rec.Moves {
		fmt.Fprintf(&b, "\n  %s,", quote(move))
	}
	if len(rec.Moves) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("]\n")
	if len(rec.Options) > 0 {
		options := make(map[string]any, len(rec.Options))
		for _, key := range sortedKeys(rec.Options) {
			options[key] = number(rec.Options[key])
		}
		if err := section(&b, "options", options); err != nil {
			return "", err
		}
	}
	if rec.Position != nil {
		position, err := normal(rec.Position)
		if err != nil {
			return "", err
		}
		if err := section(&b, "position", position); err != nil {
			return "", err
		}
	}
	if err := writeExpect(&b, rec.Expect); err != nil {
		return "", err
	}
	if err := writeEnd(&b, rec.End); err != nil {
		return "", err
	}
	writeDeal(&b, rec.Deal)
	return b.String(), nil
}

func writeEnd(b *strings.Builder, e *End) error {
	if e == nil {
		return nil
	}
	position, err := normal(e.Position)
	if err != nil {
		return err
	}
	end := map[string]any{"position": position}
	if o := e.Outcome; o != nil {
		end["outcome"] = map[string]any{"ranks": o.Ranks, "points": o.Points, "reason": string(o.Reason)}
	}
	return section(b, "end", end)
}

// writeDeal writes a deal, a line of the log, a shuffle, a card a line.
func writeDeal(b *strings.Builder, d *Deal) {
	if d == nil {
		return
	}
	fmt.Fprintf(b, "\n[deal]\nmatch = %s\nlog = [", quote(d.Match.String()))
	for _, line := range d.Log {
		fmt.Fprintf(b, "\n  { text = %s", quote(line.Text))
		if len(line.Cards) > 0 {
			fmt.Fprintf(b, ", cards = [%s]", quoted(line.Cards))
		}
		b.WriteString(" },")
	}
	b.WriteString("\n]\nshuffles = [")
	for _, s := range d.Shuffles {
		fmt.Fprintf(b, "\n  { deck = %s, line = %d, size = %d, root = %s", quote(s.Deck), s.Line, s.Size,
			quote(s.Root.String()))
		if s.Leaves != nil {
			leaves := make([]string, len(s.Leaves))
			for i, leaf := range s.Leaves {
				leaves[i] = leaf.String()
			}
			fmt.Fprintf(b, ", leaves = [%s]", quoted(leaves))
		}
		b.WriteString(" },")
	}
	b.WriteString("\n]\nopened = [")
	for _, o := range d.Opened {
		fmt.Fprintf(b, "\n  { line = %d, shuffle = %d, position = %d, card = %s, salt = %s },", o.Line, o.Shuffle,
			o.Position, quote(o.Card), quote(o.Salt.String()))
	}
	b.WriteString("\n]\n")
}

// quoted writes the items of a list of texts.
func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}

func writeExpect(b *strings.Builder, e *Expect) error {
	if e == nil {
		return nil
	}
	expect := map[string]any{}
	if e.Refused != nil {
		expect["refused"] = *e.Refused
	}
	if e.Position != nil {
		position, err := normal(e.Position)
		if err != nil {
			return err
		}
		expect["position"] = position
	}
	if e.Legal != nil {
		expect["legal"] = e.Legal
	}
	return section(b, "expect", expect)
}

// section writes a table with everything in it.
func section(b *strings.Builder, name string, table map[string]any) error {
	b.WriteString("\n")
	enc := toml.NewEncoder(b)
	enc.Indent = ""
	return enc.Encode(map[string]any{name: table})
}

// number gives an option's value as it is best read: whole numbers without quotes.
func number(value string) any {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && strconv.FormatInt(n, 10) == value {
		return n
	}
	return value
}

// quote writes a text as TOML does.
func quote(s string) string {
	var b strings.Builder
	enc := toml.NewEncoder(&b)
	if err := enc.Encode(map[string]string{"k": s}); err != nil {
		panic(err) // a text always has a form
	}
	return strings.TrimSuffix(strings.TrimPrefix(b.String(), "k = "), "\n")
}

// viaJSON gives a position the types that JSON decodes into.
func viaJSON(p engine.Position) (engine.Position, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", engine.ErrPosition, err)
	}
	out := engine.Position{}
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, fmt.Errorf("%w: %v", engine.ErrPosition, err)
	}
	return out, nil
}

// normal brings a position into the values that plain knows: whole numbers are whole.
func normal(p engine.Position) (map[string]any, error) {
	decoded, err := viaJSON(p)
	if err != nil {
		return nil, err
	}
	v, err := plain(map[string]any(decoded))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", engine.ErrPosition, err)
	}
	table, _ := v.(map[string]any)
	return table, nil
}
