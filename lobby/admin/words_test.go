package admin

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		typed string
		word  string
		args  string
		want  Request // but for the word and its arguments
	}{
		{"sessions", "sessions", "", Request{}},
		{"sessions --json", "sessions", "", Request{JSON: true}},
		{"--json sessions", "sessions", "", Request{JSON: true}},
		{"drain", "drain", "", Request{}},
		{"drain off --reason later", "drain off", "", Request{Reason: "later"}},
		{"drain --reason=later off", "drain off", "", Request{Reason: "later"}},
		{"broadcast We are back", "broadcast", "We are back", Request{}},
		{"broadcast -- --json is a flag", "broadcast", "--json is a flag", Request{}},
		{"staff add Anna Lee --owner", "staff add", "Anna Lee", Request{Owner: true}},
		{"ratings recompute --write", "ratings recompute", "", Request{Write: true}},
		{"players show off", "players show", "off", Request{}},
		{"", "", "", Request{}},
		{"help", "", "", Request{}},
	} {
		r, err := Parse(strings.Fields(c.typed))
		if err != nil || r.Word.Name != c.word || strings.Join(r.Args, " ") != c.args {
			t.Errorf("%q: %q %q, %v", c.typed, r.Word.Name, r.Args, err)
		}
		if r.JSON != c.want.JSON || r.Reason != c.want.Reason || r.Owner != c.want.Owner || r.Write != c.want.Write {
			t.Errorf("%q: flags %+v", c.typed, r)
		}
	}
}

func TestWhatIsNotUnderstoodIsToldWhatThereIs(t *testing.T) {
	for typed, says := range map[string]string{
		"nonsense":               "there is: sessions, tables, players,",
		"staff":                  "after staff comes: list, add, remove",
		"staff fire":             "after staff comes: list, add, remove",
		"drain soon":             "after drain comes: off, status",
		"drain off now":          "it is: drain off",
		"sessions now":           "it is: sessions",
		"restore":                "it is: restore FILE",
		"backup a b":             "it is: backup [FILE|DIRECTORY]",
		"sessions --owner":       "sessions has no --owner",
		"sessions --loud":        "there is no --loud",
		"drain --reason":         "--reason wants a TEXT",
		"sessions --json=yes":    "--json has no value",
		"\x1b[2Jnonsense":        `"[2Jnonsense"`,
		"sessions --\x1b]0;evil": "--]0;evil",
	} {
		_, err := Parse(strings.Fields(typed))
		if _, ok := errors.AsType[Usage](err); !ok || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", typed, err, says)
		}
	}
}

func TestTheTableOfWordsHoldsTogether(t *testing.T) {
	var known []string
	for _, f := range Flags() {
		known = append(known, f.Name)
	}
	seen := map[string]bool{}
	for _, w := range Words() {
		if seen[w.Name] || w.run == nil || w.Does == "" || w.Role == "" || w.most < w.least {
			t.Errorf("%q is not whole", w.Name)
		}
		seen[w.Name] = true
		for _, f := range w.Flags {
			if !slices.Contains(known, f) || f == "json" {
				t.Errorf("%s has a flag %q", w.Name, f)
			}
		}
		if (w.most > 0) != (w.Args != "") {
			t.Errorf("%s takes %d arguments, and the help says %q", w.Name, w.most, w.Args)
		}
	}
	var help bytes.Buffer
	Help(&help)
	if n := strings.Count(help.String(), "\n"); n != len(seen) {
		t.Errorf("the help has %d lines for %d words", n, len(seen))
	}
}

func TestAKeyIsReadFromItsFingerprintAndItsFile(t *testing.T) {
	const blob = "AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	fromFile, ok, err := keyIn([]string{"ssh-ed25519", blob, "anna@home"})
	if err != nil || !ok || len(fromFile) != len(fingerprintStart)+43 {
		t.Fatalf("from a file: %q, %v, %v", fromFile, ok, err)
	}
	if same, ok, err := keyIn([]string{"ssh-ed25519 " + blob + " anna@home"}); err != nil || !ok || same != fromFile {
		t.Errorf("in one word: %q, %v, %v", same, ok, err)
	}
	if again, ok, err := keyIn([]string{fromFile}); err != nil || !ok || again != fromFile {
		t.Errorf("its fingerprint: %q, %v, %v", again, ok, err)
	}
	if _, ok, err := keyIn([]string{"Anna", "Lee"}); ok || err != nil {
		t.Errorf("a name: %v, %v", ok, err)
	}
	for _, bad := range []string{fromFile[:30], fromFile + "A", "SHA256:" + strings.Repeat("!", 43), "ssh-ed25519 !!"} {
		if _, _, err := keyIn(strings.Fields(bad)); err == nil {
			t.Errorf("%q was taken for a key", bad)
		}
	}
}
