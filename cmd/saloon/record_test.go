package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
	"saloon/engine/record"
)

// runRecord runs the command on the toy game.
func runRecord(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	game := engine.Erase(toy.Rules{}, toy.Codec, toy.Notation{})
	return runRecordOf(t, func(name string) (engine.Game, bool) { return game, name == "toy" }, args...)
}

// runRecordOf runs the command on some games.
func runRecordOf(t *testing.T, games record.Games, args ...string) (out string, code int) {
	t.Helper()
	cmd := recordCommand(games)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var b bytes.Buffer
	cmd.SetOut(&b)
	cmd.SetErr(&b)
	cmd.SetArgs(args)
	err := cmd.Execute()
	if err != nil && err.Error() != "" {
		b.WriteString(err.Error() + "\n")
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return b.String(), e.code
	}
	if err != nil {
		return b.String(), exitWrong
	}
	return b.String(), 0
}

// recordFile writes a record with the given moves and further text.
func recordFile(t *testing.T, moves, more string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "match.toml")
	text := "format = \"saloon-record/1\"\ngame = \"toy\"\nrules = 1\nseats = [\"Anna\", \"Burt\"]\nseed = \"" +
		strings.Repeat("7", 64) + "\"\nmoves = [" + moves + "]\n" + more + `
[position]
phase = "window"
hands = { Anna = [1, 5, 8], Burt = [2, 5, 7] }
`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestRecordExitCodes(t *testing.T) {
	good := recordFile(t, `"Anna: play 8"`, "[expect]\nlegal = { Anna = [] }")
	refused := recordFile(t, `"Anna: play 3"`, "")
	expected := recordFile(t, `"Anna: play 3"`, "[expect]\nrefused = \"hold no 3\"")
	early := recordFile(t, `"Anna: play 3", "Anna: play 8"`, "[expect]\nrefused = \"\"")
	wrong := recordFile(t, `"Anna: play 8"`, "[expect]\nposition.round = 2\nlegal.Burt = []")
	unreadable := recordFile(t, `"Anna: sing"`, "")
	for _, tt := range []struct {
		name string
		args []string
		code int
		want []string // lines that contain these, in order
	}{
		{"check as expected", []string{"check", good, expected}, 0, nil},
		{"check with failures", []string{"check", good, wrong, refused}, 1, []string{
			wrong + ": line 8: round is 1, it should be 2",
			wrong + ": line 9: Burt may also: play 2; play 5; play 7; pass",
			refused + `: line 6: "Anna: play 3" was refused: you hold no 3 (2)`}},
		{"check an unreadable file", []string{"check", wrong, unreadable, good}, 2, []string{
			wrong + ": ", wrong + ": ", unreadable + `: line 6: not a move: "sing"`}},
		{"check a missing file", []string{"check", good + "x"}, 2, []string{good + "x: open "}},
		{"check nothing", []string{"check"}, 2, []string{"at least 1 arg"}},
		{"verify", []string{"verify", good, expected, wrong}, 0, nil},
		{"verify a refused move", []string{"verify", refused, good}, 1, []string{refused + ": line 6: "}},
		{"verify an unreadable file", []string{"verify", unreadable}, 2, []string{unreadable + ": line 6: "}},
		{"show an unreadable file", []string{"show", unreadable}, 2, []string{unreadable + ": line 6: "}},
		{"show a missing file", []string{"show", good + "x"}, 2, []string{"no such file"}},
		{"show to nobody", []string{"show", "--seat", "Curt", good}, 2, []string{
			`nobody in this record is called "Curt"`}},
		{"show to two", []string{"show", "--seat", "Anna", "--public", good}, 2, []string{"seat public"}},
		{"show what was expected to be refused", []string{"show", "--json", "--public", expected}, 0, []string{
			`{"game":"toy","applied":0,"refused":{"move":"Anna: …","reason":"only the player is told"},"over":false,`}},
		{"show what was refused", []string{"show", "--json", refused}, 1, []string{
			`"refused":{"move":"Anna: play 3","reason":"you hold no 3 (2)"}`}},
		{"show what was refused before the last move", []string{"show", "--json", early}, 1, []string{
			`"applied":0,"refused":{"move":"Anna: play 3","reason":"you hold no 3 (2)"}`}},
		{"show to a name that is empty", []string{"show", "--seat", "", good}, 2, []string{`called ""`}},
		{"an unknown word", []string{"chekc", good}, 2, []string{`unknown command "chekc"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, code := runRecord(t, tt.args...)
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			if out == "" {
				lines = nil
			}
			if code != tt.code || len(lines) != len(tt.want) {
				t.Fatalf("exit code %d and %d lines, want %d and %d:\n%s", code, len(lines), tt.code, len(tt.want), out)
			}
			for i := range lines {
				if !strings.Contains(lines[i], tt.want[i]) {
					t.Errorf("line %d is %q, want %q", i, lines[i], tt.want[i])
				}
			}
		})
	}
}

func TestRecordShowsEachViewerItsOwn(t *testing.T) {
	file := recordFile(t, `"Anna: play 8"`, "")
	for _, tt := range []struct {
		args []string
		sees []string
		not  []string
	}{
		{nil, []string{`"hands":{"Anna":[1,5],"Burt":[2,5,7]}`, `"sealed":{"Anna":8}`, `"legal":{"Burt":[`}, nil},
		{[]string{"--seat", "Burt"}, []string{`"hands":{"Burt":[2,5,7]}`, `"legal":{"Burt":[`, `"sealed":{"Anna":0}`},
			[]string{"[1,5]", `"stock":`}},
		{[]string{"--seat", "Anna"}, []string{`"hands":{"Anna":[1,5]}`, `"legal":{}`}, []string{"[2,5,7]", `"stock":`}},
		{[]string{"--public"}, []string{`"legal":{}`}, []string{`"hands"`, `"stock":`}},
	} {
		out, code := runRecord(t, append([]string{"show", "--json", file}, tt.args...)...)
		if code != 0 {
			t.Errorf("%v: exit code %d", tt.args, code)
		}
		for _, s := range tt.sees {
			if !strings.Contains(out, s) {
				t.Errorf("%v: %s is not in %s", tt.args, s, out)
			}
		}
		for _, s := range tt.not {
			if strings.Contains(out, s) {
				t.Errorf("%v: %s is in %s", tt.args, s, out)
			}
		}
	}
	out, _ := runRecord(t, "show", file, "--seat", "Burt")
	if !strings.HasPrefix(out, "toy, 1 move played.\n") || !strings.Contains(out, "\nBurt may:\n  play 2\n") {
		t.Errorf("in words it is\n%s", out)
	}
}
