package sshd

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// ranked is a door in a house in which four people have played some matches, in a season that is over and one that is
// open. The lines are Anna's, who wins, and Dora's, who loses.
func ranked(t *testing.T) (d *door, anna, dora *ssh.Client) {
	d = opened(t)
	var ids []table.PlayerID
	for _, name := range []string{"Anna", "Burt", "Curt", "Dora"} {
		dora = d.named(newKey(t), name)
		if anna == nil {
			anna = dora
		}
		p, err := d.store.ByName(t.Context(), lobby.Skeleton(name))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	for i := range 24 {
		switch i {
		case 0:
			d.season(t, "Gold rush")
		case 20:
			if _, _, err := d.cfg.House.CloseSeason(t.Context(), "Anna"); err != nil {
				t.Fatal(err)
			}
			d.season(t, "Dust")
		}
		if err := d.store.Finish("toy", ids...); err != nil {
			t.Fatal(err)
		}
	}
	return d, anna, dora
}

func (d *door) season(t *testing.T, name string) {
	if _, err := d.cfg.House.OpenSeason(t.Context(), name, "Anna"); err != nil {
		t.Fatal(err)
	}
}

func TestRankingOverSSH(t *testing.T) {
	_, anna, dora := ranked(t)
	for _, tc := range []struct {
		who       *ssh.Client
		command   string
		out, errs string
		code      int
	}{
		{anna, "leaderboard toy", `(?s)^toy/3\+\n.*\n\* +1 +Anna +1\d\d\d +24 +24 +\+\d+ +between`, "", 0},
		{dora, "leaderboard", `(?s)\n\* +4 +Dora .*\n\nhouse\n.*Anna.*not placed: a place in 1 more game`, "", 0},
		{anna, "leaderboard toy --span week --seats 3", `(?s)^toy/3\+, week 20\d\d-.*\* +1 `, "", 0},
		{anna, "leaderboard --season=1", `(?s)^toy/3\+, season Gold rush\n.* 20 +20 `, "", 0},
		{anna, "leaderboard toy --season dust", `(?s)season Dust\n.*not placed: 6 more matches`, "", 0},
		{anna, "leaderboard toy --span yesterday", `nobody yet`, "", 0},
		{anna, "leaderboard house --span day", `^house, day `, "", 0},
		{anna, "leaderboard --span year", "", `--span wants day, week`, exitUsage},
		{anna, "leaderboard --season 9", "", `There is no season "9"`, exitError},
		{anna, "leaderboard --season 1 --span day", "", `do not go together`, exitUsage},
		{anna, "seasons", `(?s)^2  Dust, open since .*\n1  Gold rush, 20\d\d.* to .*\n   Anna: champion of toy/3\+ ` +
			`with \d+ points, best match: replay F\d+\n`, "", 0},
		{dora, "profile Anna", `(?s)stays in 100 of 100 matches.*against you in toy: 24 matches, 0 better, 24 worse\n` +
			`Gold rush, champion of.*toy/3\+, the last 24 matches\n *\d+\|.*\*`, "", 0},
	} {
		a := asks(t, tc.who, tc.command)
		if a.code != tc.code || !regexp.MustCompile(tc.out).MatchString(a.out) ||
			!regexp.MustCompile(tc.errs).MatchString(a.err) {
			t.Errorf("%s: status %d, %q\n%s", tc.command, a.code, a.err, a.out)
		}
	}
}

func TestRankingInJSON(t *testing.T) {
	_, anna, dora := ranked(t)
	var boards struct{ Boards []boardJSON }
	a := asks(t, dora, "leaderboard toy --span season --json")
	if err := json.Unmarshal([]byte(a.out), &boards); err != nil || len(boards.Boards) != 1 {
		t.Fatalf("%v: %s", err, a.out)
	}
	b := boards.Boards[0]
	if b.Season != "Dust" || b.Total != 4 || b.Mine == nil || b.Mine.Name != "Dora" || b.Mine.Placed ||
		b.Rows[0].Missing != "6 more matches" || b.Rows[0].Points <= 0 || b.Rows[0].Opponents != 3 {
		t.Errorf("season: %+v", b)
	}
	if strings.Contains(a.out, `"rating":1`) {
		t.Errorf("a season's board tells ratings: %s", a.out)
	}
	var p profileJSON
	a = asks(t, anna, "profile Dora --json")
	if err := json.Unmarshal([]byte(a.out), &p); err != nil {
		t.Fatal(err)
	}
	if p.Conduct.Stays == nil || *p.Conduct.Stays != 100 || p.Conduct.Matches != 24 || len(p.Records[0].Curve) != 25 ||
		len(p.Versus) != 1 || p.Versus[0].Better != 24 || p.Against.Better != 24 {
		t.Errorf("profile: %+v", p)
	}
}

// How somebody reacts in races is in their profile, for others too, and nothing stands there for who never raced.
func TestReactionsInAProfile(t *testing.T) {
	d, anna, dora := ranked(t)
	p, err := d.store.ByName(t.Context(), lobby.Skeleton("Dora"))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now()
	race := func(seq uint64, on string, how engine.Response, ms int) table.Reaction {
		return table.Reaction{Seq: seq, Player: p.ID, At: at, Reaction: engine.Reaction{On: on, How: how,
			After: time.Duration(ms) * time.Millisecond}}
	}
	_, err = d.store.Append(t.Context(), table.Batch{Table: "TRACES", Match: "F0000000", Reactions: []table.Reaction{
		race(1, "Wanted", engine.Valid, 400), race(2, "Cavalry", engine.FalseStart, 90),
		race(3, "Wanted", engine.Valid, 500), race(4, "Cavalry", engine.NoResponse, 0),
		race(5, "Wanted", engine.WrongMove, 300), race(6, "Wanted", engine.Valid, 600),
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := `
in races, the last 6, with the line's delay taken out
REACTION TO  MEDIAN  HALF OF THEM  SPREAD  RACES  EARLY  WRONG  NONE
all          500 ms    450-550 ms  100 ms      6      1      1     1
Cavalry           -             -       -      2      1      0     1
Wanted       500 ms    450-550 ms  100 ms      4      0      1     0
`
	for _, command := range []string{"profile Dora", "profile"} {
		if a := asks(t, dora, command); a.code != 0 || !strings.HasSuffix(a.out, want) {
			t.Errorf("%s: status %d, %q\n%s", command, a.code, a.err, a.out)
		}
	}
	if a := asks(t, dora, "profile Anna"); strings.Contains(a.out, "races") {
		t.Errorf("of somebody who never raced:\n%s", a.out)
	}
	a := asks(t, anna, "profile Dora --json")
	for _, part := range []string{
		`"reflexes":[{"on":"","races":6,"valid":3,"early":1,"wrong":1,"none":1,"median_ms":500,"lower_ms":450,` +
			`"upper_ms":550,"spread_ms":100},`,
		`{"on":"Cavalry","races":2,"valid":0,"early":1,"wrong":0,"none":1,"median_ms":null,"lower_ms":null,` +
			`"upper_ms":null,"spread_ms":null},`,
	} {
		if compact := compacted(t, a.out); !strings.Contains(compact, part) {
			t.Errorf("%s is not in\n%s", part, compact)
		}
	}
	if a := asks(t, anna, "profile Anna --json"); !strings.Contains(compacted(t, a.out), `"reflexes":[]`) {
		t.Errorf("of somebody who never raced: %s", a.out)
	}
}

func compacted(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out.String()
}
