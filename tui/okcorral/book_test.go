package okcorral

import (
	"regexp"
	"strings"
	"testing"

	"saloon/engine"
	okc "saloon/engine/okcorral"
)

// Every clause that anything here or in the rules cites stands in the book.
func TestBookHasTheClauses(t *testing.T) {
	starts := make(map[string]bool)
	for _, m := range regexp.MustCompile(`(?m)^\*\*([0-9.]+)\.\*\*`).FindAllStringSubmatch(Book(), -1) {
		if starts[m[1]] {
			t.Errorf("rule %s stands there twice", m[1])
		}
		starts[m[1]] = true
	}
	cited := []string{"14", "2.1", "2.3", "2.4"}
	for _, o := range (okc.Rules{}).Spec().Options {
		cited = append(cited, o.Clause)
	}
	g := newGame(t, engine.Config{Seats: 6}, 1)
	g.step(t)
	v := g.view(0)
	for _, c := range v.Unseen() {
		cited = append(cited, shown(open(v, c), tableOf(6, 0)).Clause())
	}
	for _, c := range cited {
		if !starts[c] {
			t.Errorf("rule %s is not in the book", c)
		}
	}
	for _, k := range okc.Kinds() {
		if !strings.Contains(Book(), strings.TrimSuffix(strings.TrimSuffix(k.String(), " Left"), " Right")) {
			t.Errorf("%v is not in the book", k)
		}
	}
}
