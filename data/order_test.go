package data

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

func TestSanctionsAreKept(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	block, err := order.ParseBlock("192.0.2.0/24")
	must(t, err)
	all := []order.Sanction{
		{ID: "A", Kind: order.Ban, Whom: order.Whom{Block: block}, At: noon, Reason: "flood", By: "Staff"},
		{ID: "B", Kind: order.Mute, Whom: order.Whom{Player: people[0].ID, Name: "Anna"}, At: noon.Add(1e6),
			Until: noon.Add(time.Hour)},
		{ID: "C", Kind: order.Warning, Whom: order.Whom{Player: people[0].ID, Name: "Anna"}, At: noon.Add(2e6),
			Until: noon.Add(time.Minute)},
	}
	for _, x := range all {
		must(t, s.SaveSanction(t.Context(), x))
	}
	standing := func(at time.Time) (ids string) {
		found, err := s.Sanctions(t.Context(), at)
		must(t, err)
		for _, x := range found {
			ids += x.ID
		}
		return ids
	}
	if got := standing(noon); got != "ABC" {
		t.Errorf("at noon stand %s", got)
	}
	if got := standing(noon.Add(time.Hour)); got != "AC" {
		t.Errorf("an hour later stand %s", got)
	}
	if x, err := s.Sanction(t.Context(), "A"); err != nil || fmt.Sprint(x) != fmt.Sprint(all[0]) {
		t.Errorf("kept %+v, %v", x, err)
	}
	all[0].Lifted = noon.Add(time.Minute)
	must(t, s.SaveSanction(t.Context(), all[0]))
	if got := standing(noon.Add(2 * time.Hour)); got != "C" {
		t.Errorf("after one was lifted stand %s", got)
	}
	if of, err := s.SanctionsOf(t.Context(), people[0].ID, 9); err != nil || len(of) != 2 || of[0].ID != "C" {
		t.Errorf("Anna's: %+v, %v", of, err)
	}
	if of, err := s.SanctionsOf(t.Context(), "", 9); err != nil || len(of) != 3 {
		t.Errorf("all: %+v, %v", of, err)
	}
	if _, err := s.Sanction(t.Context(), "Z"); !errors.Is(err, lobby.ErrNotFound) {
		t.Error(err)
	}
}

func TestReportsAreKept(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	for i := range 3 {
		must(t, s.AddReport(t.Context(), order.Report{
			At: noon.Add(time.Duration(i) * time.Hour), By: people[0].ID, Name: "Anna", About: people[1].ID,
			Called: "Burt", Words: fmt.Sprint(i), Lines: []order.Line{{At: noon, From: "Burt", Text: "ha"}},
		}))
	}
	if n, err := s.ReportsSince(t.Context(), people[0].ID, noon.Add(time.Hour)); err != nil || n != 2 {
		t.Errorf("%d since, %v", n, err)
	}
	must(t, s.CloseReport(t.Context(), 3, "warned", admin.Act{At: noon, Who: "Staff", Act: "reports close"}))
	list, err := s.Reports(t.Context(), 9)
	must(t, err)
	if len(list) != 3 || list[0].Seq != 2 || list[2].Seq != 3 || list[2].Outcome != "warned" {
		t.Errorf("listed: %+v", list)
	}
	for want := range 2 {
		told, err := s.Outcomes(t.Context(), people[0].ID)
		must(t, err)
		if len(told) != 1-want {
			t.Errorf("told %+v", told)
		}
	}
	if err := s.CloseReport(t.Context(), 9, "", admin.Act{At: noon}); !errors.Is(err, lobby.ErrNotFound) {
		t.Error(err)
	}
	if r, err := s.Report(t.Context(), 1); err != nil || r.Lines[0].Text != "ha" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPairsAreCounted(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt", "BotDoc", "Curt")
	for i := range 12 {
		match := table.MatchID(fmt.Sprint("M", i))
		field := people[:3]
		if i >= 10 {
			field = people
		}
		begin(t, s, match, field, 1)
		finish(t, s, match, field, []int{1, 2, 3, 4}[:len(field)]...)
	}
	pairs, err := s.Pairs(t.Context(), noon, 10)
	must(t, err)
	if len(pairs) != 1 {
		t.Fatalf("pairs: %+v", pairs)
	}
	p := pairs[0]
	if p.Matches != 12 || p.AheadA+p.AheadB != 12 || p.AllA != 12 || p.Bound() != 1 || p.Slant() < 3.4 ||
		p.Slant() > 3.5 {
		t.Errorf("%+v: bound %v, slant %v", p, p.Bound(), p.Slant())
	}
	if pairs, err = s.Pairs(t.Context(), noon.Add(48*time.Hour), 1); err != nil || len(pairs) != 0 {
		t.Errorf("later: %+v, %v", pairs, err)
	}
}
