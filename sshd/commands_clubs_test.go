package sshd

import (
	"strings"
	"testing"
	"time"

	"saloon/lobby"
	"saloon/lobby/club"
)

func TestHoursByTheAskersClock(t *testing.T) {
	hours, err := club.ParseHours("Sat 20:00-23:30, Sun 15:00-18:00", "Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	noon := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	h := lobby.Hall{Club: club.Club{Name: "The Long Table", Hours: hours}, OwnerName: "Anna"}
	for zone, want := range map[string]string{
		"":              "\n",
		"Europe/Berlin": "\n",
		"Asia/Tokyo":    "\nBy your clock: Sun 04:00-07:30, Sun 23:00-02:00 Asia/Tokyo\n",
	} {
		c := &call{server: &Server{cfg: Config{Now: func() time.Time { return noon }}}}
		c.asker.Prefs.Zone = zone
		var out strings.Builder
		clubText(&out, clubOf(h), c.yours(h))
		_, yours, _ := strings.Cut(out.String(), `join "The Long Table"`)
		if yours != want {
			t.Errorf("in %q: %q, want %q", zone, yours, want)
		}
	}
	always := lobby.Hall{Club: club.Club{Name: "Ours"}}
	c := &call{}
	if c.asker.Prefs.Zone = "Asia/Tokyo"; c.yours(always) != "" {
		t.Errorf("always, by another clock: %q", c.yours(always))
	}
}
