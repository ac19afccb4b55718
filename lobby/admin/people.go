package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

const (
	// seenMax is how many people the players word lists.
	seenMax = 50
	// pastMax is how many matches of somebody are shown.
	pastMax = 10
)

// sessionJSON is a session as the sessions word prints it.
type sessionJSON struct {
	Name     string    `json:"name"`
	Guest    bool      `json:"guest"`
	Key      string    `json:"key"` // a fingerprint
	Address  string    `json:"address"`
	Where    string    `json:"where"`
	Came     time.Time `json:"came"`
	LastKey  time.Time `json:"last_key"`
	LagMilli int64     `json:"lag_ms"` // 0 while it is not known
}

func sessions(_ context.Context, c *call) error {
	all := []sessionJSON{}
	for _, v := range c.office.House.Visitors() {
		s := sessionJSON{
			Name: v.Player.Name, Guest: v.Player.Guest, Key: v.Fingerprint, Address: v.Addr, Where: v.Where,
			Came: v.Came.UTC(), LastKey: v.Key.UTC(), LagMilli: v.Lag.Milliseconds(),
		}
		if !v.Named {
			s.Name, s.Where = "", "at the door"
		}
		all = append(all, s)
	}
	now := c.office.Now()
	return c.print(map[string]any{"sessions": all}, func(w io.Writer) {
		rows := [][]string{{"NAME", "WHERE", "CAME (UTC)", "STILL", "LAG", "ADDRESS", "KEY"}}
		for _, s := range all {
			lag := "-"
			if s.LagMilli > 0 {
				lag = fmt.Sprintf("%d ms", s.LagMilli)
			}
			rows = append(rows, []string{
				dash(s.Name), s.Where, sheet.Day(s.Came), now.Sub(s.LastKey).Round(time.Second).String(), lag,
				s.Address, dash(s.Key),
			})
		}
		sheet.Columns(w, rows, "lllrr")
		_, _ = fmt.Fprintln(w, lobby.Plural(len(all), "session"))
	})
}

// tableJSON is a table as the tables word prints it.
type tableJSON struct {
	Table    string    `json:"table"` // empty for a helper where the table is private: whoever has its code can come in
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Stage    string    `json:"stage"`
	Seats    []string  `json:"seats"`
	Here     int       `json:"here"` // people who sit there and look at it
	Watchers int       `json:"watchers"`
	Pace     string    `json:"pace"`
	Rated    bool      `json:"rated"`
	Private  bool      `json:"private"`
	Lesson   bool      `json:"lesson"`
	Match    string    `json:"match"`
	Entries  int       `json:"entries"`
	Opened   time.Time `json:"opened"`
	Trouble  string    `json:"trouble"`
}

func tables(ctx context.Context, c *call) error {
	infos, err := c.office.infos(ctx)
	if err != nil {
		return err
	}
	all := []tableJSON{}
	for _, i := range infos {
		all = append(all, c.tableOf(i))
	}
	return c.print(map[string]any{"tables": all}, func(w io.Writer) {
		rows := [][]string{{"TABLE", "GAME", "STAGE", "SEATS", "HERE", "WATCH", "PACE", "ENTRIES", "OPENED (UTC)",
			""}}
		for _, t := range all {
			var marks []string
			for mark, on := range map[string]bool{"private": t.Private && !t.Lesson, "lesson": t.Lesson} {
				if on {
					marks = append(marks, mark)
				}
			}
			if t.Trouble != "" {
				marks = append(marks, t.Trouble)
			}
			rows = append(rows, []string{
				dash(t.Table), t.Game, t.Stage, strings.Join(t.Seats, ", "), strconv.Itoa(t.Here),
				strconv.Itoa(t.Watchers), t.Pace, strconv.Itoa(t.Entries), sheet.Day(t.Opened),
				strings.Join(marks, "; "),
			})
		}
		sheet.Columns(w, rows, "llllrrlr")
		_, _ = fmt.Fprintln(w, lobby.Plural(len(all), "table"))
	})
}

// infos are the tables that stand, or that were kept.
func (o *Office) infos(ctx context.Context) ([]table.Info, error) {
	if o.House != nil {
		return o.House.Infos(), nil
	}
	kept, err := o.Store.Running(ctx)
	if err != nil {
		return nil, err
	}
	var out []table.Info
	for _, k := range kept {
		i := k.Saved.Info()
		if k.Match != nil {
			i.Entries = len(k.Match.Entries)
		}
		out = append(out, i)
	}
	return out, nil
}

func (c *call) tableOf(i table.Info) tableJSON {
	t := tableJSON{
		Table: string(i.ID), Game: i.Settings.Game, Title: i.Settings.Title, Stage: string(i.Stage),
		Watchers: len(i.Watchers), Pace: string(i.Settings.Pace), Rated: i.Settings.Rated, Private: i.Settings.Private,
		Lesson: i.Settings.Lesson, Match: string(i.Match), Entries: i.Entries, Opened: i.Opened.UTC(),
		Trouble: i.Trouble, Seats: []string{},
	}
	if t.Private && c.who.Role != Owner {
		t.Table, t.Match = "", ""
	}
	for _, ch := range i.Chairs {
		t.Seats = append(t.Seats, dash(ch.Owner.Name))
		if ch.Here && ch.Owner.ID != "" && !ch.Owner.IsBot() {
			t.Here++
		}
	}
	return t
}

// playerJSON is somebody as the players word prints them.
type playerJSON struct {
	Name    string    `json:"name"`
	ID      string    `json:"id"`
	Guest   bool      `json:"guest"`
	Bot     bool      `json:"bot"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

func playerOf(p lobby.Player) playerJSON {
	return playerJSON{p.Name, string(p.ID), p.Guest, p.Bot != "", p.Created.UTC(), p.Seen.UTC()}
}

func players(ctx context.Context, c *call) error {
	seen, err := c.office.Store.Seen(ctx, seenMax)
	if err != nil {
		return err
	}
	all := []playerJSON{}
	for _, p := range seen {
		all = append(all, playerOf(p))
	}
	return c.print(map[string]any{"players": all}, func(w io.Writer) {
		rows := [][]string{{"NAME", "", "CAME FIRST (UTC)", "SEEN (UTC)"}}
		for _, p := range all {
			rows = append(rows, []string{p.Name, guest(p.Guest), sheet.Day(p.Created), sheet.Day(p.Seen)})
		}
		sheet.Columns(w, rows, "")
	})
}

// keyJSON is a key as the players show word prints it.
type keyJSON struct {
	Fingerprint string    `json:"fingerprint"`
	Type        string    `json:"type"`
	Added       time.Time `json:"added"`
	Used        time.Time `json:"used"`
	Staff       Role      `json:"staff"` // empty for those who are not
}

// pastJSON is a match as the players show word prints it.
type pastJSON struct {
	Match  string    `json:"match"`
	Game   string    `json:"game"`
	Names  []string  `json:"names"`
	Opened time.Time `json:"opened"`
	Ended  time.Time `json:"ended"`
}

func showPlayer(ctx context.Context, c *call) error {
	p, err := c.office.player(ctx, strings.Join(c.Args, " "))
	if err != nil {
		return err
	}
	st := c.office.Store
	names, err := st.Names(ctx, p.ID)
	if err != nil {
		return err
	}
	keys, err := c.office.keysOf(ctx, p.ID)
	if err != nil {
		return err
	}
	played, err := st.Played(ctx, p.ID)
	if err != nil {
		return err
	}
	history, err := st.History(ctx, p.ID, lobby.Filter{}, pastMax)
	if err != nil {
		return err
	}
	past := []pastJSON{}
	for _, m := range history {
		past = append(past, pastJSON{string(m.Match), m.Game, m.Names, m.Opened.UTC(), m.Ended.UTC()})
	}
	former := []string{}
	for _, n := range names[min(len(names), 1):] {
		former = append(former, n.Name)
	}
	return c.print(map[string]any{"player": playerOf(p), "former_names": former, "keys": keys, "played": played,
		"matches": past}, func(w io.Writer) {
		writePlayer(w, playerOf(p), former, played)
		writeKeys(w, keys)
		writePast(w, past)
	})
}

func writePlayer(w io.Writer, p playerJSON, former []string, played int) {
	rows := [][]string{{p.Name, guest(p.Guest)}, {"id", p.ID}}
	if len(former) > 0 {
		rows = append(rows, []string{"was called", strings.Join(former, ", ")})
	}
	rows = append(rows, []string{"came first", sheet.Day(p.Created) + " UTC"},
		[]string{"last seen", sheet.Day(p.Seen) + " UTC"}, []string{"matches ended", strconv.Itoa(played)})
	sheet.Columns(w, rows, "")
}

func writeKeys(w io.Writer, keys []keyJSON) {
	if len(keys) == 0 {
		return
	}
	rows := [][]string{{"KEY", "TYPE", "ADDED (UTC)", "LAST USED (UTC)", ""}}
	for _, k := range keys {
		rows = append(rows, []string{k.Fingerprint, k.Type, sheet.Day(k.Added), sheet.Day(k.Used), string(k.Staff)})
	}
	_, _ = fmt.Fprintln(w)
	sheet.Columns(w, rows, "")
}

func writePast(w io.Writer, past []pastJSON) {
	if len(past) == 0 {
		return
	}
	rows := [][]string{{"MATCH", "GAME", "SEATS", "OPENED (UTC)", "ENDED (UTC)"}}
	for _, m := range past {
		rows = append(rows, []string{m.Match, m.Game, strings.Join(m.Names, ", "), sheet.Day(m.Opened),
			sheet.Day(m.Ended)})
	}
	_, _ = fmt.Fprintln(w)
	sheet.Columns(w, rows, "")
}

// player finds somebody by a name or by the fingerprint of a key.
func (o *Office) player(ctx context.Context, who string) (lobby.Player, error) {
	var p lobby.Player
	var err error
	if strings.HasPrefix(who, fingerprintStart) {
		p, err = o.Store.ByKey(ctx, who)
	} else {
		p, err = o.Store.ByName(ctx, lobby.Skeleton(lobby.Clean(who, lobby.NameWidthMax)))
	}
	if errors.Is(err, lobby.ErrNotFound) {
		return p, Refusal(fmt.Sprintf("there is nobody called %q", lobby.Clean(who, 2*lobby.NameWidthMax)))
	}
	return p, err
}

// keysOf are somebody's keys, and which of them look after the house.
func (o *Office) keysOf(ctx context.Context, id table.PlayerID) ([]keyJSON, error) {
	keys, err := o.Store.Keys(ctx, id)
	if err != nil {
		return nil, err
	}
	out := []keyJSON{}
	for _, k := range keys {
		m, err := o.Store.StaffByKey(ctx, k.Fingerprint)
		if err != nil && !errors.Is(err, lobby.ErrNotFound) {
			return nil, err
		}
		out = append(out, keyJSON{k.Fingerprint, k.Type, k.Added.UTC(), k.Used.UTC(), m.Role})
	}
	return out, nil
}

func guest(yes bool) string {
	if yes {
		return "guest"
	}
	return ""
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
