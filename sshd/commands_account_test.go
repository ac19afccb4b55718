package sshd

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"saloon/lobby"
)

func TestRecoveryWordsOverSSH(t *testing.T) {
	d := opened(t)
	c := d.named(newKey(t), "Anna")
	plain := asks(t, c, "keys words")
	if !regexp.MustCompile(`^\w+ +\w+ +\w+ +\w+\n\w+ +\w+ +\w+ +\w+\n\nWrite them down`).MatchString(plain.out) {
		t.Errorf("words: %q %q", plain.out, plain.err)
	}
	var told struct{ Words []string }
	if err := json.Unmarshal([]byte(asks(t, c, "keys words --json").out), &told); err != nil || len(told.Words) != 8 {
		t.Fatalf("words: %v, %v", told, err)
	}
	if a := asks(t, c, "keys"); !strings.Contains(a.out, "Your recovery words were made on") {
		t.Errorf("keys: %q", a.out)
	}
	other, err := d.dial(login("other", gossh.PublicKeys(newKey(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s := d.sits(other)
	v := <-d.seen
	if err := v.Session.Recover(t.Context(), strings.Join(told.Words, " ")); err != nil {
		t.Fatal(err)
	}
	s.types("q")
	s.exits()
	a := asks(t, other, "keys")
	if strings.Count(a.out, "SHA256:") != 2 || !strings.Contains(a.out, "have no recovery") {
		t.Errorf("keys: %q", a.out)
	}
}

func TestTheOwnKeyIsTakenAwayOnlyWithAWarning(t *testing.T) {
	d := opened(t)
	mine, second := newKey(t), newKey(t)
	c := d.named(mine, "Anna")
	fp := gossh.FingerprintSHA256(mine.PublicKey())
	if a := asks(t, c, "keys remove "+fp+" anyway"); a.code != exitError || !strings.Contains(a.err, "only key") {
		t.Errorf("the last key: %+v", a)
	}
	code := strings.Fields(asks(t, c, "keys add").out)[0]
	other, err := d.dial(login("other", gossh.PublicKeys(second)))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s := d.sits(other)
	v := <-d.seen
	if err := v.Session.Redeem(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	if a := asks(t, c, "keys remove "+fp); a.code != exitError || !strings.Contains(a.err, "that you are using") {
		t.Errorf("the own key: %+v", a)
	}
	if a := asks(t, c, "keys remove "+gossh.FingerprintSHA256(second.PublicKey())); a.code != exitOK {
		t.Errorf("the other key: %+v", a)
	}
	for open := true; open; { // whoever holds the key that was taken away is out
		<-v.Session.Bell()
		_, _, open = v.Session.Take()
	}
	s.types("q")
	s.exits()
}

func TestExportAndLeavingOverSSH(t *testing.T) {
	d := opened(t)
	c := d.named(newKey(t), "Anna")
	a := asks(t, c, "export")
	var doc struct {
		Format  string
		Account struct{ Name string }
		Keys    []struct{ Fingerprint string }
		Matches []any
	}
	if err := json.Unmarshal([]byte(a.out), &doc); err != nil || a.code != exitOK {
		t.Fatalf("%v in %q", err, a.out)
	}
	if doc.Format != lobby.ExportFormat || doc.Account.Name != "Anna" || len(doc.Keys) != 1 || doc.Matches == nil {
		t.Errorf("the export says %+v", doc)
	}
	for _, tc := range []struct {
		command, out, err string
		code              int
	}{
		{command: "delete-me", err: `(?s)Nothing was done.*7 days.*Gone Player 12.*delete-me Anna\.`, code: exitError},
		{command: "delete-me Burt", err: `Nothing was done`, code: exitError},
		{command: "keep-me", out: `Your account stays`},
		{command: "delete-me anna", out: `Your account will be gone on .* UTC`},
		{command: "delete-me Anna --json", out: `^\{"leaving":"2\d\d\d-`},
		{command: "keep-me --json", out: `^\{"leaving":null\}`},
	} {
		a := asks(t, c, tc.command)
		if a.code != tc.code || !regexp.MustCompile(tc.out).MatchString(a.out) ||
			!regexp.MustCompile(tc.err).MatchString(a.err) {
			t.Errorf("%s: %+v", tc.command, a)
		}
	}
	stranger, err := d.dial(login("x", gossh.PublicKeys(newKey(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	for _, command := range []string{"export", "delete-me", "keep-me", "keys words"} {
		if a := asks(t, stranger, command); a.code != exitError || !strings.Contains(a.err, "no name here yet") {
			t.Errorf("%s of a stranger: %+v", command, a)
		}
	}
}
