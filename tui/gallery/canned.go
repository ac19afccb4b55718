package gallery

import (
	"context"
	"fmt"
	"sync"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// noon is when everything in the gallery happens.
var noon = time.Date(2026, time.November, 28, 21, 4, 0, 0, time.UTC)

// errHung answers whoever wants something done in the gallery.
var errHung = fmt.Errorf("%w: this is the gallery, nobody plays here", table.ErrDenied)

// anna is whose screens hang in the gallery.
var anna = table.Person{ID: "anna", Name: "Anna"}

func person(name string) table.Person { return table.Person{ID: table.PlayerID(name), Name: name} }

// canned is a session in which nothing happens.
type canned struct {
	kits  []bot.Kit
	named bool
	empty bool // a house on its first evening
	news  mailbox[lobby.News]
}

// mailbox holds one thing, and then nothing until it is closed.
type mailbox[T any] struct {
	mu     sync.Mutex
	what   T
	taken  bool
	closed bool
	bell   table.Bell
}

func (m *mailbox[T]) put(what T) {
	m.what, m.bell = what, table.NewBell()
	m.bell.Ring()
}

func (m *mailbox[T]) take() (what T, ok, open bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		m.bell.Ring() // further readers must not wait
	}
	if m.taken {
		return what, false, !m.closed
	}
	m.taken = true
	return m.what, true, true
}

func (m *mailbox[T]) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	m.bell.Ring()
}

// ringOn rings another bell from now on.
func (m *mailbox[T]) ringOn(bell chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bell = bell
	m.bell.Ring()
}

func newCanned(kits []bot.Kit, named, empty bool) *canned {
	c := &canned{kits: kits, named: named, empty: empty}
	c.news.put(c.tell())
	return c
}

func (c *canned) Player() lobby.Player {
	p := lobby.Player{ID: anna.ID, Name: anna.Name, Created: noon.AddDate(0, -7, -3), Seen: noon}
	if !c.named {
		p.Name = ""
	}
	return p
}

func (c *canned) Named() bool                                  { return c.named }
func (c *canned) Suggestion() string                           { return "anna" }
func (c *canned) SetName(context.Context, string) error        { return errHung }
func (c *canned) Code(context.Context) (string, error)         { return "7QK2M9XA", nil }
func (c *canned) Redeem(context.Context, string) error         { return lobby.ErrNotFound }
func (c *canned) Bell() <-chan struct{}                        { return c.news.bell }
func (c *canned) RingOn(bell chan struct{})                    { c.news.ringOn(bell) }
func (c *canned) Key()                                         {}
func (c *canned) Close()                                       { c.news.close() }
func (c *canned) Talk(context.Context, string) error           { return errHung }
func (c *canned) Ignore(context.Context, string, bool) error   { return errHung }
func (c *canned) SavePrefs(context.Context, lobby.Prefs) error { return nil }
func (c *canned) RemoveKey(context.Context, string) error      { return errHung }

func (c *canned) OpenTable(context.Context, table.Settings, []string) (*lobby.Visit, error) {
	return nil, errHung
}

func (c *canned) Quick(context.Context, string) (*lobby.Visit, error)        { return nil, errHung }
func (c *canned) Lesson(context.Context, string, bool) (*lobby.Visit, error) { return nil, errHung }

func (c *canned) Join(context.Context, table.ID, engine.Seat) (*lobby.Visit, error) {
	return nil, errHung
}

func (c *canned) Watch(context.Context, table.ID) (*lobby.Visit, error) { return nil, errHung }

// Take gives the one news that there are.
func (c *canned) Take() (n lobby.News, ok, open bool) { return c.news.take() }

func (c *canned) game() string {
	if len(c.kits) == 0 {
		return ""
	}
	return c.kits[0].Spec.Name
}

func (c *canned) tell() lobby.News {
	n := lobby.News{Now: noon}
	here := func(name, where, rating string, idle time.Duration) {
		p := lobby.Presence{Player: person(name), Where: where, Rating: rating, Since: noon.Add(-idle),
			Conduct: lobby.Conduct{Matches: float64(4 * len(name)), Walked: float64(len(name) % 2)}}
		n.People = append(n.People, p)
	}
	n.People = append(n.People, lobby.Presence{Player: anna, Where: "lobby", Since: noon})
	if c.empty {
		return n
	}
	here("Burt", "at K7QF2M", "1,430", time.Minute)
	here("Doc Holliday", "lobby", "1,318?", 2*time.Minute)
	here("漢字の旅人", "at K7QF2M", "1,102?", 0)
	here("Calamity Jane", "at 9XT4RB", "1,266", 12*time.Minute)
	here("Zoë", "watching 9XT4RB", "", time.Second)
	n.Mine = []table.ID{"H3VW8D"}
	tables := []lobby.Listing{
		c.listing("H3VW8D", "Letters from the frontier", table.Playing, "Anna", "Burt", "Doc Holliday"),
		c.listing("K7QF2M", "", table.Gathering, "Burt", "漢字の旅人", "", "*regular"),
		c.listing("9XT4RB", "No mercy", table.Playing, "Calamity Jane", "Kid", "*sharp"),
		c.listing("2MPZ6C", "", table.Gathering, "Kid", ""),
		c.listing("C5N0YE", "", table.Adjourned, "Zoë", "Burt"),
	}
	tables[0].MyTurn, tables[0].Seated, n.Turns = true, true, 1
	tables[0].Settings.Pace, tables[0].Settings.Days = table.Correspondence, 2
	tables[2].Watchers = 1
	tables[3].Settings.Pace = table.Quick
	n.ShowTables(tables)
	say := func(who, text string) {
		n.Talk = append(n.Talk, lobby.Said{At: noon, From: person(who), Text: text})
	}
	say("Doc Holliday", "Evening, all. Anybody for three seats?")
	say("Burt", "One chair left at K7QF2M, and the bot is polite.")
	say("Zoë", "I only look on. Last night I learned more from one Hideout than from ten hands of my own, and I "+
		"have not slept since.")
	say("Calamity Jane", "Then sit down and lose properly.")
	return n
}

// listing is a table in the list. Names that begin with a star are bots, an empty one is a free seat.
func (c *canned) listing(id table.ID, title string, st table.Stage, names ...string) lobby.Listing {
	l := lobby.Listing{
		ID: id, Stage: st, Host: names[0], Opened: noon.Add(-20 * time.Minute),
		Settings: table.Settings{Game: c.game(), Title: title, Seats: len(names), Pace: table.Normal, Rated: true},
	}
	l.Chairs = chairs(names...)
	for _, n := range names {
		l.Conduct = append(l.Conduct, lobby.Conduct{Matches: float64(4 * len(n)), Walked: float64(len(n) % 2)})
	}
	for _, ch := range l.Chairs {
		if ch.Free() {
			l.Free++
		}
	}
	return l
}

func chairs(names ...string) []table.Chair {
	out := make([]table.Chair, len(names))
	for i, n := range names {
		out[i] = table.Chair{Seat: engine.Seat(i), Here: true}
		switch {
		case n == "":
			out[i].Here = false
		case n[0] == '*':
			out[i].Owner = table.Person{ID: table.PlayerID(n), Name: "Old " + n[1:], Bot: n[1:]}
		case n == anna.Name:
			out[i].Owner = anna
		default:
			out[i].Owner = person(n)
		}
	}
	return out
}

func (c *canned) Categories(context.Context) ([]string, error) {
	if c.empty || c.game() == "" {
		return nil, nil
	}
	return []string{lobby.Category(c.game(), 2), lobby.Category(c.game(), 3)}, nil
}

// Board is the ladder of some forty rows; Anna is the 31st.
func (c *canned) Board(ctx context.Context, category string, from, n int) (lobby.Board, error) {
	return c.Ranking(ctx, lobby.BoardQuery{Category: category, Span: lobby.SpanAll, From: from, N: n})
}

// Seasons are two, the last one open.
func (c *canned) Seasons(context.Context) ([]lobby.Season, error) {
	if c.empty {
		return nil, nil
	}
	return []lobby.Season{
		{ID: 2, Name: "Gold Rush", Opened: noon.AddDate(0, -1, 0), OpenedBy: "Burt"},
		{ID: 1, Name: "Dust", Opened: noon.AddDate(0, -4, 0), OpenedBy: "Burt", Closed: noon.AddDate(0, -1, 0),
			ClosedBy: "Burt"},
	}, nil
}

// Awards are those of the season that is over.
func (c *canned) Awards(context.Context, int) ([]lobby.Award, error) {
	return []lobby.Award{
		{Season: 1, SeasonName: "Dust", Kind: lobby.AwardChampion, Category: lobby.HouseWide, Player: anna.ID,
			Name: anna.Name, Match: "M0004711", Points: 1240},
		{Season: 1, SeasonName: "Dust", Kind: lobby.AwardShot, Category: lobby.Category(c.game(), 3), Player: "Burt",
			Name: "Burt", Match: "M0004712", Points: 61},
	}, nil
}

// Ranking is a board of some forty rows; Anna is the 31st.
func (c *canned) Ranking(_ context.Context, q lobby.BoardQuery) (lobby.Board, error) {
	names := []string{
		"Wild Bill", "Calamity Jane", "Burt", "Big Nose Kate", "Doc Holliday", "漢字の旅人", "Kid", "Zoë", "Old sharp",
	}
	b := lobby.Board{Category: q.Category, Window: lobby.WindowAt(q.Span, noon), From: q.From, Total: 41}
	if q.Span == lobby.SpanSeason {
		b.Window.Span = q.Span
	}
	for i := range b.Total {
		name := fmt.Sprintf("%s %d", names[i%len(names)], i)
		if i < len(names) {
			name = names[i]
		}
		row := lobby.Standing{
			Rank: i + 1, Player: table.PlayerID(name), Name: name, Bot: name == "Old sharp",
			Skill: table.Skill{Mu: 42 - 0.5*float64(i), Sigma: 2.5 + 0.1*float64(i)}, Matches: 120 - 2*i - i%3*7,
			Wins: max(60-2*i, 0), Trend: float64((i*37)%61 - 30), Moved: (i*5)%7 - 3, Placed: true, Opponents: 3,
			Games: 2 + i%2, Points: 900 - 20*i,
		}
		if row.Bot {
			row.Rank, row.Moved = 0, 0
		}
		if i == 30 {
			row.Player, row.Name, row.Me = anna.ID, anna.Name, true
			row.Matches, row.Rank, row.Placed, row.Moved = 7, 0, false, 0
			mine := row
			b.Mine = &mine
		}
		b.Rows = append(b.Rows, row)
	}
	if q.Around {
		b.From = 0
	}
	b.Rows = b.Rows[min(b.From, len(b.Rows)):min(b.From+q.N, len(b.Rows))]
	return b, nil
}

func (c *canned) Profile(ctx context.Context, name string) (lobby.Profile, error) {
	p := lobby.Profile{Player: c.Player(), Conduct: lobby.Conduct{Matches: 61.5, Back: 2, Lost: 1.5}}
	if name == "" {
		all, err := c.Awards(ctx, 0)
		if err != nil {
			return p, err
		}
		p.Awards = all[:1]
	}
	if name != "" {
		p.Player = lobby.Player{ID: table.PlayerID(name), Name: name}
		p.Player.Created, p.Player.Seen = noon.AddDate(-1, 0, 0), noon.Add(-3*time.Hour)
		p.Against = &lobby.HeadToHead{Matches: 9, Better: 5, Worse: 4}
		p.Versus = []lobby.Versus{{Game: c.game(), HeadToHead: *p.Against}}
	}
	p.Reflexes = lobby.Reflexes{All: reflex("", 412, 505)}
	for i, on := range []string{"Cavalry", "Duel", "Fool's Gold", "Poker", "Wanted"} {
		p.Reflexes.On = append(p.Reflexes.On, reflex(on, 31+17*i, 420+40*i))
	}
	p.Names = []lobby.Named{
		{Name: "Dusty Anna", Since: noon.AddDate(0, -7, -3)}, {Name: p.Player.Name, Since: noon.AddDate(0, -2, 0)},
	}
	if c.game() != "" {
		p.Records = []lobby.Record{
			{Category: lobby.Category(c.game(), 2), Skill: table.Skill{Mu: 29.2, Sigma: 4.1},
				Matches: 7, Wins: 3, Opponents: 2,
				Trend: []float64{1000, 1010, 1004, 1031, 1060, 1042, 1071}},
			{Category: lobby.Category(c.game(), 3), Skill: table.Skill{Mu: 33.1, Sigma: 2.2},
				Rank: 4, Matches: 58, Wins: 24, Left: 1, Opponents: 3,
				Trend: []float64{1210, 1190, 1205, 1230, 1262, 1250, 1240, 1281, 1290, 1302}},
		}
	}
	return p, nil
}

// reflex is how somebody reacts who has raced so often and needs so many milliseconds.
func reflex(on string, races, median int) lobby.Reflex {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	return lobby.Reflex{
		On: on, Count: races, Valid: races * 9 / 10,
		FalseStarts: races / 50, WrongMoves: races / 14, NoResponses: races / 90,
		Median: ms(median), Lower: ms(median - 45), Upper: ms(median + 80), Spread: ms(median / 5),
	}
}

func (c *canned) History(context.Context, string, lobby.Search, int) ([]lobby.Past, error) {
	var out []lobby.Past
	for i := range 24 {
		p := lobby.Past{
			Match: table.MatchID(fmt.Sprintf("M%07d", 4711-i)), Game: c.game(),
			Names: []string{"Anna", "Burt", "漢字の旅人"}, Ranks: []int{1 + i%3, 1 + (i+1)%3, 1 + (i+2)%3},
			Points: []int{26000 - i*500, 21000, 9000 + i*100}, Rated: i%4 != 3, Change: float64(28 - i*5),
			Opened: noon.Add(-time.Duration(i*i+1) * 5 * time.Hour), Ended: noon,
		}
		if i == 0 {
			p.Ended = time.Time{}
		}
		out = append(out, p)
	}
	return out, nil
}

func (c *canned) Record(context.Context, table.MatchID) (string, error) {
	text := "game = \"" + c.game() + "\"\nrules = 1\nplayers = [\"Anna\", \"Burt\", \"漢字の旅人\"]\nmoves = [\n"
	for i := range 40 {
		text += fmt.Sprintf("  \"Anna: move %d\",\n", i)
	}
	return text + "]\n", nil
}

func (c *canned) Replay(context.Context, table.MatchID, int) (*lobby.Reel, error) {
	return nil, errHung
}

func (c *canned) Follow(context.Context, table.ID) (*lobby.Reel, error) { return nil, errHung }

func (c *canned) Clubs(context.Context) ([]lobby.Hall, error) {
	one := c.hall()
	two := lobby.Hall{OwnerName: "Burt", Open: true}
	two.Name, two.Owner = "Sunday Circle", "burt"
	two.Settings = one.Settings
	return []lobby.Hall{one, two}, nil
}

func (c *canned) Club(context.Context, string) (lobby.Hall, error) {
	h := c.hall()
	h.Names = []string{"Burt", "漢字の旅人"}
	h.Notes = []club.Note{
		{Seq: 2, At: noon.Add(-time.Hour), By: "burt", Name: "Burt", Text: "Saturday as always; I bring the cards."},
		{Seq: 1, At: noon.Add(-50 * time.Hour), By: anna.ID, Name: "Anna", Text: "Welcome, everybody."},
	}
	h.Ladder = []lobby.ClubStanding{
		{Player: "burt", Name: "Burt", Skill: table.Skill{Mu: 31, Sigma: 3}, Matches: 12, Wins: 7},
		{Player: anna.ID, Name: "Anna", Skill: table.Skill{Mu: 27, Sigma: 3.2}, Matches: 12, Wins: 5},
	}
	past, err := c.History(context.Background(), "", lobby.Search{}, 5)
	h.Matches = past
	return h, err
}

func (c *canned) hall() lobby.Hall {
	hours, _ := club.ParseHours("Sat 20:00-23:30, Sun 15:00-18:00", "Europe/Berlin")
	h := lobby.Hall{OwnerName: "Anna"}
	h.Name, h.Owner, h.About = "The Long Table", anna.ID, "Friends of the long game, since last winter."
	h.RosterOnly = true
	h.Settings = table.Settings{Game: c.game(), Seats: 3, Pace: table.Normal, Rated: true}
	h.Hours, h.Warm, h.Members = hours, "regular", []table.PlayerID{"burt", "wanderer"}
	return h
}

func (c *canned) Found(context.Context, club.Club) (club.Club, error) { return club.Club{}, errHung }

func (c *canned) Change(context.Context, string, club.Club) (club.Club, error) {
	return club.Club{}, errHung
}

func (c *canned) Enroll(context.Context, string, string, bool) error { return errHung }
func (c *canned) HandOver(context.Context, string, string) error     { return errHung }
func (c *canned) Shut(context.Context, string) error                 { return errHung }
func (c *canned) Pin(context.Context, string, string) error          { return errHung }
func (c *canned) Unpin(context.Context, string, uint64) error        { return errHung }

func (c *canned) JoinClub(context.Context, string) (*lobby.Visit, error)  { return nil, errHung }
func (c *canned) WatchClub(context.Context, string) (*lobby.Visit, error) { return nil, errHung }

func (c *canned) Banned() (order.Sanction, bool) { return order.Sanction{}, false }
func (c *canned) Warned() (order.Sanction, bool) { return order.Sanction{}, false }

func (c *canned) Appeal(context.Context, string) error                   { return errHung }
func (c *canned) TakeNote(context.Context, string) error                 { return errHung }
func (c *canned) Report(context.Context, string, string, table.ID) error { return errHung }

func (c *canned) Words(context.Context) (string, error)               { return "", errHung }
func (c *canned) Recover(context.Context, string) error               { return lobby.ErrNotFound }
func (c *canned) DeleteMe(context.Context, string) (time.Time, error) { return time.Time{}, errHung }
func (c *canned) KeepMe(context.Context) error                        { return errHung }

func (c *canned) Account(ctx context.Context) (lobby.Account, error) {
	keys, err := c.Keys(ctx)
	return lobby.Account{
		Keys: keys, Words: noon.AddDate(0, -2, 0),
		Acts: []lobby.AccountAct{
			{At: noon.Add(-time.Hour), Act: lobby.ActKeyAdded, About: spare},
			{At: noon.AddDate(0, -2, 0), Act: lobby.ActWordsMade},
		},
	}, err
}

func (c *canned) Keys(context.Context) ([]lobby.Key, error) {
	return []lobby.Key{
		{Fingerprint: fingerprint, Type: "ssh-ed25519", Added: noon.AddDate(0, -7, -3), Used: noon},
		{Fingerprint: spare, Type: "sk-ssh-ed25519", Added: noon, Used: noon},
	}, nil
}

const (
	fingerprint = "SHA256:Xk29dLq7Rr0sVb3cTn8eWf5gYh1iZj4kAl6mBn2oCp0"
	spare       = "SHA256:m0k3Yw2cN8vQ4sT6uR1xZ9aB5dE7fG0hJ2kL4mN6pQ8"
)
