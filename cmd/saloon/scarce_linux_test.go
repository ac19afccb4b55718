package main

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"testing"
	"unicode"
)

// scarce is how many files a server of this test may have open: a few more than an empty house needs.
const scarce = 40

// TestAHouseWithoutFilesLeftGoesOn takes every file that a server may open with connections that say nothing, and lets
// go of them again: whoever is there stays, and people come in afterwards.
func TestAHouseWithoutFilesLeftGoesOn(t *testing.T) {
	p := start(t, t.TempDir(), asUsual, "sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$@"`, scarce), "sh")
	player := p.enter(1)
	var silent []net.Conn
	for range 3 * scarce {
		c, err := net.DialTimeout("tcp", p.addr, patience)
		if err != nil {
			t.Fatal(err)
		}
		silent = append(silent, c)
	}
	press(t, player, "t")
	press(t, player, "still here\r")
	sees(t, player, "still here")
	for _, c := range silent {
		_ = c.Close()
	}
	sees(t, p.enter(2), "still here")
	if err := p.stop(); err != nil {
		t.Errorf("it ended with %v\n%s", err, p.errs)
	}
}

// TestTheLogObeysNothing says what terminals obey to the log that people read.
func TestTheLogObeysNothing(t *testing.T) {
	var out bytes.Buffer
	m := &server{config: defaults(), errs: &out}
	for _, text := range []string{
		"\x1b[2J", "\x1b]52;c;x\x07", "\u009b2J", "a\rb", "a\nFAKE: b", "a\bb", "\u202eevil", "z\u200bz", "\x00",
		"\xff\x9b2J", "x\u2028y", "\U000e0041", "\ue000",
	} {
		out.Reset()
		m.logger().Info("Somebody said something", "said", text, "err", errText(text))
		for line := range strings.Lines(out.String()) {
			bad := func(r rune) bool { return !unicode.IsPrint(r) }
			if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), bad) {
				t.Errorf("%q is logged as %q", text, line)
			}
			if strings.HasPrefix(line, "FAKE") {
				t.Errorf("%q begins a line of its own: %q", text, line)
			}
		}
	}
}

// errText is an error that says just that.
type errText string

func (e errText) Error() string { return string(e) }
