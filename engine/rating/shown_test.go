package rating

import (
	"encoding/json"
	"testing"
)

func TestShown(t *testing.T) {
	for _, tt := range []struct {
		rating          Rating
		shown, low, top int
	}{
		{Default(12.5).New(), 1000, 1000, 2000},
		{Rating{30, 3}, 1420, 1420, 1780},
		{Rating{25, 2.51}, 1349, 1349, 1651},
		{Rating{-40, 8}, 0, 0, 680},
	} {
		low, high := tt.rating.Range()
		if tt.rating.Shown() != tt.shown || low != tt.low || high != tt.top {
			t.Errorf("%v is shown as %d between %d and %d, want %d between %d and %d",
				tt.rating, tt.rating.Shown(), low, high, tt.shown, tt.low, tt.top)
		}
	}
	if got := Points(0.65); got != 13 {
		t.Errorf("a change of 0.65 is %v points, want 13", got)
	}
}

func TestOrderTellsApartWhatShownRounds(t *testing.T) {
	a, b := Rating{25, 4}, Rating{25.001, 4}
	if a.Shown() != b.Shown() || a.Order() >= b.Order() {
		t.Errorf("%v and %v: shown %d and %d, order %v and %v", a, b, a.Shown(), b.Shown(), a.Order(), b.Order())
	}
}

func TestProvisional(t *testing.T) {
	if !Provisional(0) || !Provisional(ProvisionalMatches-1) || Provisional(ProvisionalMatches) {
		t.Error("the first ten matches and no others are provisional")
	}
}

func TestRatingSurvivesJSON(t *testing.T) {
	r := Rate([]Rating{{30, 3}, {25, 8}}, []int{2, 1}, Default(12.5))[0]
	body, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Rating
	if err := json.Unmarshal(body, &back); err != nil || back != r {
		t.Errorf("%v became %s and then %v (%v)", r, body, back, err)
	}
}
