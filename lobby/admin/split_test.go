package admin

import (
	"errors"
	"slices"
	"testing"
)

func TestALineIsPartedIntoWords(t *testing.T) {
	for line, want := range map[string][]string{
		`ban Burt 3d --reason "he is rude"`: {"ban", "Burt", "3d", "--reason", "he is rude"},
		`warn 'Jesse James' don't do that`:  {"warn", "Jesse James", "don't", "do", "that"},
		`ban Burt 3d --reason="he is rude"`: {"ban", "Burt", "3d", "--reason=he is rude"},
		`  a  "" b `:                        {"a", "", "b"},
		``:                                  nil,
	} {
		if got, err := Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for _, line := range []string{`say "hello`, `'`} {
		var wrong Usage
		if got, err := Split(line); !errors.As(err, &wrong) {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
}

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"1 day": plural(1, "day"), "90 days": plural(90, "day"), "0 entries": plural(0, "entry"),
		"2 matches": plural(2, "match"), "1 match": plural(1, "match"), "3 acts": plural(3, "act"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
