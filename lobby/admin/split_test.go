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
