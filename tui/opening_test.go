package tui

import (
	"testing"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/engine/enginetest/toy/firstin"
	"saloon/lobby/table"
)

// The form offers days for a move only for games that may be played like that.
func TestDaysAreOfferedOnlyWhereNobodyNeedsToBeThere(t *testing.T) {
	s := &pick{d: &desk{Options: Options{Kits: []bot.Kit{toy.Kit(), firstin.Kit()}}}}
	s.set = table.Settings{Pace: table.Normal, Days: 2}
	paces := func() (all []table.Pace) {
		for range 4 {
			s.paceFields()[0].turn(1)
			all = append(all, s.set.Pace)
		}
		return all
	}
	s.choose(0)
	if got := paces(); got[0] != table.Correspondence || got[3] != got[0] {
		t.Errorf("a game for every pace is offered %v", got)
	}
	s.set.Pace = table.Correspondence
	s.choose(1)
	if s.set.Pace != table.Normal || len(s.paceFields()) != 1 {
		t.Errorf("chosen with days a move, a game that is played live has the pace %s", s.set.Pace)
	}
	for _, p := range paces() {
		if p == table.Correspondence {
			t.Error("a game that is played live is offered days a move")
		}
	}
}
