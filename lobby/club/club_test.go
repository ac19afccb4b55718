package club

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"saloon/lobby/table"
)

func must(t *testing.T, text, zone string) Hours {
	t.Helper()
	h, err := ParseHours(text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// moment is a time in Berlin in the week of Monday, 30 November 2026.
func moment(t *testing.T, text string) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, berlin)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestHours(t *testing.T) {
	for _, c := range []struct {
		hours, at string
		open      bool
		next      string
	}{
		{"Sat 20:00-23:30", "2026-12-05 19:59", false, "2026-12-05 20:00"},
		{"Sat 20:00-23:30", "2026-12-05 20:00", true, "2026-12-05 23:30"},
		{"Sat 20:00-23:30", "2026-12-05 23:30", false, "2026-12-12 20:00"},
		{"saturday 22-2", "2026-12-06 01:59", true, "2026-12-06 02:00"},
		{"Sat 22:00-02:00", "2026-12-06 02:00", false, "2026-12-12 22:00"},
		{"Sat 20:00-24:00, Sun 00:00-03:00", "2026-12-05 21:00", true, "2026-12-06 03:00"},
		{"Sun 15:00-18:00, Wed 20:00-22:00", "2026-11-30 12:00", false, "2026-12-02 20:00"},
		{"daily 18:00-22:00", "2026-12-02 23:00", false, "2026-12-03 18:00"},
		{"Sun 01:00-04:00", "2027-03-28 01:30", true, "2027-03-28 04:00"}, // clocks go forward at 2
	} {
		h := must(t, c.hours, "Europe/Berlin")
		at := moment(t, c.at)
		if h.Open(at) != c.open || !h.Next(at).Equal(moment(t, c.next)) {
			t.Errorf("%s at %s: open %v, next %s; want %v, %s", c.hours, c.at, h.Open(at), h.Next(at), c.open, c.next)
		}
	}
	for _, text := range []string{"daily 00:00-24:00", "daily 12:00-12:00"} {
		full := must(t, text, "Europe/Berlin")
		if at := moment(t, "2026-12-05 03:00"); !full.Open(at) || !full.Next(at).IsZero() {
			t.Errorf("%s closes at %s", text, full.Next(at))
		}
	}
	always := must(t, "always", "")
	if !always.Open(time.Now()) || !always.Next(time.Now()).IsZero() || always.String() != "always" {
		t.Error("always is not always")
	}
}

func TestHoursAreSeenFromElsewhere(t *testing.T) {
	h := must(t, "Sat 20:00-23:30, Sun 15:00-18:00", "Europe/Berlin")
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	if got := h.In(tokyo, moment(t, "2026-12-01 12:00")); got != "Sun 04:00-07:30, Sun 23:00-02:00" {
		t.Errorf("in Tokyo: %s", got)
	}
	if again := must(t, h.String(), h.Zone); fmt.Sprint(again) != fmt.Sprint(h) {
		t.Errorf("written %s, read %s", h, again)
	}
}

func TestHoursThatAreNone(t *testing.T) {
	for _, text := range []string{
		"Sat", "Sat 20:00", "Caturday 20:00-21:00", "Sat 25:00-26:00", "Sat 24:00-02:00", "Sat -1:00-2:00",
		"Sat 20:61-21:00", "Sat 20:00-21:00,", "Sa 20:00-21:00", "Sat 20:00-21:00 or so",
		"daily 1-2, daily 3-4, Sun 5-6",
	} {
		if h, err := ParseHours(text, ""); !errors.Is(err, ErrClub) {
			t.Errorf("%q is read as %v, %v", text, h, err)
		}
	}
	for _, zone := range []string{"Nowhere/Land", "Local", "../etc/passwd", strings.Repeat("Europe/", 99)} {
		if _, err := ParseHours("", zone); !errors.Is(err, ErrClub) {
			t.Errorf("%q is a zone: %v", zone, err)
		}
	}
}

func TestRoster(t *testing.T) {
	c := Club{Owner: "anna", RosterOnly: true}
	c, err := c.Enroll("burt", true)
	if err != nil || !c.MaySit("burt") || !c.MaySit("anna") || c.MaySit("curt") || c.MaySit("") {
		t.Fatalf("%+v, %v", c, err)
	}
	c, err = c.HandTo("burt")
	if err != nil || c.Owner != "burt" || !slices.Equal(c.Members, []table.PlayerID{"anna"}) {
		t.Fatalf("handed over: %+v, %v", c, err)
	}
	if _, err := c.HandTo("burt"); !errors.Is(err, ErrClub) {
		t.Errorf("handed to oneself: %v", err)
	}
	if c, _ = c.Enroll("anna", false); c.Member("anna") {
		t.Error("Anna is still on the roster")
	}
	for i := range MembersMax {
		if c, err = c.Enroll(table.PlayerID(fmt.Sprint(i)), true); err != nil {
			t.Fatal(err)
		}
	}
	if _, err = c.Enroll("one more", true); !errors.Is(err, ErrClub) {
		t.Errorf("a full roster: %v", err)
	}
	open := Club{Owner: "anna"}
	if !open.MaySit("curt") || open.Member("curt") {
		t.Error("an open club keeps people out")
	}
}
