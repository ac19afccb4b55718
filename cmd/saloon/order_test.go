package main

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"saloon/sshd/swarm"
)

// decided is a sanction as the words print it.
type decided struct{ ID, Kind, Whom, Reason, By string }

// decides says a word that imposes something, and reads what was decided.
func (p *process) decides(key int, word string) (d decided) {
	p.t.Helper()
	a := p.asks(key, "admin "+word+" --json")
	if err := json.Unmarshal([]byte(a.out), &d); err != nil || d.ID == "" {
		p.t.Fatalf("%q: %+v, %v", word, a, err)
	}
	return d
}

func TestStaffKeepsOrder(t *testing.T) {
	p := serve(t, staffed(t))
	key := func(n int) string { return ssh.FingerprintSHA256(swarm.Key(7, n).PublicKey()) }
	for word, says := range map[string]string{
		"ban " + key(1) + " 3d":       "whoever has that key looks after this house",
		"ban rider1 3d":               "rider1 looks after this house",
		"ban rider3 60d":              "longer than 30 days",
		"ban rider3 forever":          "longer than 30 days",
		"ban 192.0.2.0/24 1h":         "addresses",
		"ban rider3 soon":             "is no length",
		"mute nobody 1h":              "nobody called",
		"lift ABCDEF":                 "nothing stands under ABCDEF",
		"reports show 1":              "there is no such report",
		"warn " + key(3) + " be good": "only somebody with a name",
	} {
		a := p.asks(2, "admin "+word)
		if a.code != 1 || !strings.Contains(strings.ToLower(a.err), strings.ToLower(says)) {
			t.Errorf("%q: %+v, want %q", word, a, says)
		}
	}
	here := p.enter(3)
	p.decides(2, "warn rider3 mind your words")
	sees(t, here, "mind your words")
	ban := p.decides(2, "ban "+key(3)+" 3d --reason 'insults, again.'")
	if ban.Kind != "ban" || ban.By != "rider2" || ban.Whom != "key "+key(3) {
		t.Errorf("decided: %+v", ban)
	}
	sees(t, here, "insults, again.")
	for _, word := range []string{"tables", "history", "clubs", "keys", "leaderboard"} {
		a := p.asks(3, word)
		if a.code != 1 || a.out != "" || !strings.HasSuffix(a.err, "insults, again.\n") {
			t.Errorf("%q of a banned key: %+v", word, a)
		}
	}
	if a := p.asks(3, "version"); a.code != 0 {
		t.Errorf("what runs here is no secret: %+v", a)
	}
	if a := p.asks(2, "admin lift "+ban.ID+" --reason 'a mistake'"); a.code != 0 {
		t.Errorf("lift: %+v", a)
	}
	if a := p.asks(3, "tables"); a.code != 0 {
		t.Errorf("after it was lifted: %+v", a)
	}
	block := p.decides(1, "ban 127.0.0.0/8 10m") // a slip of the hand
	if a := p.asks(1, "tables"); a.code != 1 || !strings.Contains(a.err, "You may not come in") {
		t.Errorf("from there: %+v", a)
	}
	if a := p.asks(1, "admin lift "+block.ID); a.code != 0 {
		t.Errorf("the office is open to its staff: %+v", a)
	}
	var log struct {
		Acts []struct{ Who, Act, About string }
	}
	if err := json.Unmarshal([]byte(p.asks(2, "admin audit 5 --json").out), &log); err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, a := range log.Acts {
		acts = append(acts, a.Who+" "+a.Act)
	}
	want := "rider2 warn, rider2 ban, rider2 lift, rider1 ban, rider1 lift"
	if got := strings.Join(acts, ", "); got != want {
		t.Errorf("in the log: %s\nwant: %s", got, want)
	}
}
