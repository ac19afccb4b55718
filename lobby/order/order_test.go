package order

import (
	"errors"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func TestWhomASanctionMeets(t *testing.T) {
	block := func(text string) Whom {
		p, err := ParseBlock(text)
		if err != nil {
			t.Fatal(err)
		}
		return Whom{Block: p}
	}
	for _, c := range []struct {
		whom      Whom
		who       string
		key, addr string
		want      bool
	}{
		{Whom{Player: "anna"}, "anna", "", "", true},
		{Whom{Player: "anna"}, "burt", "", "", false},
		{Whom{Key: "SHA256:x"}, "", "SHA256:x", "", true},
		{Whom{Key: "SHA256:x"}, "", "", "", false},
		{block("192.0.2.0/24"), "", "", "192.0.2.77:4711", true},
		{block("192.0.2.0/24"), "", "", "192.0.3.77:4711", false},
		{block("192.0.2.9"), "", "", "192.0.2.9", true},
		{block("192.0.2.9"), "", "", "[::ffff:192.0.2.9]:22", true},
		{block("2001:db8::1"), "", "", "[2001:db8::ffff]:22", true},
		{block("2001:db8::1"), "", "", "[2001:db8:0:1::1]:22", false},
		{block("192.0.2.0/24"), "", "", "nonsense", false},
		{Whom{}, "", "", "", false},
	} {
		if got := c.whom.Meets("", c.key, c.addr); c.who == "" && got != c.want {
			t.Errorf("%v meets %q %q: %v", c.whom, c.key, c.addr, got)
		}
		if c.who != "" && c.whom.Meets("anna", "", "") != (c.whom.Player == "anna") {
			t.Errorf("%v", c.whom)
		}
	}
	if (Whom{Player: "anna"}).Meets("burt", "", "") {
		t.Error("somebody else is met")
	}
	for _, text := range []string{"0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/16", "anna", "192.0.2.0/99", ""} {
		if p, err := ParseBlock(text); !errors.Is(err, ErrOrder) {
			t.Errorf("%q is the block %v, %v", text, p, err)
		}
	}
}

func TestHowLong(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30m": 30 * time.Minute, "12h": 12 * time.Hour, "3d": 72 * time.Hour, "2w": 14 * 24 * time.Hour, "forever": 0,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "d", "0d", "-1d", "3", "3y", "99999d", "1.5h", "for ever"} {
		if got, err := Parse(text); !errors.Is(err, ErrOrder) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestItEnds(t *testing.T) {
	ban := Sanction{Kind: Ban, Reason: "insults.", Until: noon.Add(time.Hour)}
	if !ban.Holds(noon) || !ban.Holds(noon.Add(time.Hour-1)) || ban.Holds(noon.Add(time.Hour)) {
		t.Error("its end is not its end")
	}
	tokyo := time.FixedZone("JST", 9*60*60)
	if got := ban.Words(tokyo); got != "You may not come in until Monday, 30 November 2026, 22:00 JST: insults." {
		t.Error(got)
	}
	ban.Reason = ""
	if got := ban.Words(tokyo); !strings.HasSuffix(got, " 22:00 JST. No reason was given.") {
		t.Error(got)
	}
	ban.Until = time.Time{}
	if !ban.Holds(noon.AddDate(50, 0, 0)) || !strings.Contains(ban.Words(tokyo), "for good") {
		t.Error("for good is not for good")
	}
	if ban.Lifted = noon; ban.Holds(noon) {
		t.Error("it stands although it was taken back")
	}
	if w := (Sanction{Kind: Warning, Reason: "mind your words"}); !w.Holds(noon) ||
		w.Words(tokyo) != "The house warns you: mind your words." {
		t.Error(w.Words(tokyo))
	}
}
