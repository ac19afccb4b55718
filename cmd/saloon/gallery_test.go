package main

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
)

func hangUp(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	c := galleryCommand()
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&out)
	c.SilenceUsage, c.SilenceErrors = true, true
	err := c.Execute()
	return out.String(), err
}

func TestGalleryPrintsScreens(t *testing.T) {
	text, err := hangUp(t, "--dump", "--only", "door", "--size", "60x20", "--colors", "plain", "--ascii")
	if err != nil {
		t.Fatal(err)
	}
	if rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n"); len(rows) != 20 || len(rows[0]) != 60 {
		t.Errorf("the door is drawn in %d rows of %d:\n%s", len(rows), len(rows[0]), text)
	}
	if !strings.Contains(text, "At the door") {
		t.Errorf("no door:\n%s", text)
	}
}

func TestGalleryRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, args := range [][]string{
		{"--dump", "--size", "0x9"}, {"--dump", "--colors", "many"}, {"--dump", "--ground", "wet"},
		{"--dump", "--only", "cellar"},
	} {
		_, err := hangUp(t, args...)
		var exit *exitError
		if !errors.As(err, &exit) || exit.code != exitWrong {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// What is drawn is what a terminal gets: no screen has a color that its terminal has not.
func TestScreensKeepToTheColorsOfTheirTerminals(t *testing.T) {
	beyond := map[string]string{
		"256":   `\x1b\[[0-9;]*[34]8;2;`,
		"16":    `\x1b\[[0-9;]*[34]8;`,
		"none":  `\x1b\[([0-9;]*;)?([349][0-7]|10[0-7]|[34]8)[m;]`,
		"plain": `\x1b`,
	}
	for colors, sequence := range beyond {
		out, err := hangUp(t, "--dump", "--colors", colors)
		if err != nil {
			t.Fatal(err)
		}
		if at := regexp.MustCompile(sequence).FindStringIndex(out); at != nil {
			t.Errorf("%s: %q is drawn", colors, out[max(0, at[0]-40):min(len(out), at[1]+40)])
		}
	}
}
