package data

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

func TestClubsAreKept(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	hours, err := club.ParseHours("Sat 20:00-23:00", "Europe/Berlin")
	must(t, err)
	c := club.Club{
		ID: "C1", Name: "Ours", Owner: people[0].ID, Hours: hours, Founded: time.UnixMilli(1000).UTC(),
		RosterOnly: true,
		Settings:   table.Settings{Game: "toy", Seats: 2, Pace: table.Normal, Club: "C1"},
		Members:    []table.PlayerID{people[1].ID},
	}
	must(t, s.SaveClub(t.Context(), c, "ours"))
	all, err := s.ClubList(t.Context())
	must(t, err)
	if fmt.Sprintf("%+v", all) != fmt.Sprintf("%+v", []club.Club{c}) {
		t.Fatalf("kept %+v, want %+v", all, c)
	}
	other := club.Club{ID: "C2", Name: "OURS", Owner: people[1].ID}
	if err := s.SaveClub(t.Context(), other, "ours"); !errors.Is(err, lobby.ErrNameTaken) {
		t.Errorf("a second one of that name: %v", err)
	}
	for i := range club.NotesMax + 3 {
		n := club.Note{At: time.UnixMilli(int64(i + 1)), By: people[1].ID, Text: fmt.Sprint(i)}
		must(t, s.Pin(t.Context(), c.ID, n))
	}
	notes, err := s.ClubNotes(t.Context(), c.ID)
	must(t, err)
	if len(notes) != club.NotesMax || notes[0].Text != fmt.Sprint(club.NotesMax+2) || notes[0].Name != "Burt" {
		t.Errorf("%d notes, the newest %+v", len(notes), notes[0])
	}
	must(t, s.Unpin(t.Context(), c.ID, notes[0].Seq))
	if err := s.Unpin(t.Context(), c.ID, notes[0].Seq); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("taken off twice: %v", err)
	}
	must(t, s.ClubAct(t.Context(), lobby.ClubAct{At: time.UnixMilli(5), Who: "Anna", Act: "club close", About: "Ours"}))
	c.Ended = time.UnixMilli(2000).UTC()
	must(t, s.SaveClub(t.Context(), c, "ours"))
	must(t, s.SaveClub(t.Context(), other, "ours"))
	if all, err = s.ClubList(t.Context()); err != nil || len(all) != 1 || all[0].ID != "C2" {
		t.Errorf("after one has ended: %+v, %v", all, err)
	}
}

func TestClubsHaveAnArchive(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	for i := range 3 {
		match := table.MatchID(fmt.Sprint("M", i))
		o := opening(people)
		if i > 0 {
			o.Settings.Club = "C1"
		}
		id := "T" + table.ID(match)
		_, err := s.Append(t.Context(), table.Batch{
			Table: id, Match: match, Opened: o, Saved: saved(id, match), Entries: []table.Entry{entry(1)},
		})
		must(t, err)
		finish(t, s, match, people, 1, 2)
	}
	past, err := s.ClubMatches(t.Context(), "C1", 10)
	must(t, err)
	places, last, err := s.ClubEnded(t.Context(), "C1", 0)
	must(t, err)
	if len(past) != 2 || len(places) != 2 || len(places[0]) != 2 {
		t.Fatalf("%+v, %+v", past, places)
	}
	more, again, err := s.ClubEnded(t.Context(), "C1", last)
	if err != nil || len(more) != 0 || again != last {
		t.Errorf("after the last: %+v, %d, %v", more, again, err)
	}
}

func TestAFullDiskIsSaidInWords(t *testing.T) {
	s := openNew(t)
	who := addPlayers(t, s, "Anna")[0]
	c := club.Club{ID: "C1", Name: "Ours", Owner: who.ID}
	must(t, s.SaveClub(t.Context(), c, "ours"))
	_, err := s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 1") // no page more than there is
	must(t, err)
	long := club.Note{At: time.UnixMilli(1), By: who.ID, Text: fmt.Sprintf("%100000d", 1)}
	if err := s.Pin(t.Context(), c.ID, long); !errors.Is(err, table.ErrDisk) {
		t.Errorf("on a full disk: %v", err)
	}
	_, err = s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 1000000")
	must(t, err)
	must(t, s.Pin(t.Context(), c.ID, long))
}
