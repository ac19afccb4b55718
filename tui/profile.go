package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// profile is somebody's screen: what they have done, under which names, and against the one who looks. On one's own
// there are the keys too.
type profile struct {
	sheet
	scroller
	name   string // whose; empty is the player's own
	p      lobby.Profile
	keys   []lobby.Key
	loaded bool
	failed string
}

func newProfile(d *desk, name string) *profile {
	if name == d.Session.Player().Name {
		name = ""
	}
	return &profile{sheet: sheet{d: d}, name: name}
}

func (s *profile) own() bool { return s.name == "" }

// Start reads the profile.
func (s *profile) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		p, err := s.d.Session.Profile(ctx, s.name)
		var keys []lobby.Key
		if err == nil && s.own() && s.d.Fingerprint != "" {
			keys, err = s.d.Session.Keys(ctx)
		}
		return func() (tea.Cmd, screen.Nav) {
			s.loaded = true
			if err != nil {
				s.failed = s.d.words(err)
				return nil, screen.Stay()
			}
			s.p, s.keys, s.failed = p, keys, ""
			return nil, screen.Stay()
		}
	})
}

// Back is called when a screen above was left.
func (s *profile) Back() tea.Cmd { return s.Start() }

// rename asks for another name.
func (s *profile) rename() (tea.Cmd, screen.Nav) { return nil, screen.Ask(s.nameDialog(s.d.me(), "")) }

func (s *profile) nameDialog(text, said string) screen.Dialog {
	words := "Your matches and ratings stay yours, and others can see what you were called before."
	if said != "" {
		words = said + "\n\n" + words
	}
	return screen.Dialog{
		Title: "Another name", Text: words,
		Field: &screen.Field{Label: "Name", Text: text, Max: lobby.NameWidthMax},
		Choices: []screen.Choice{
			{Key: "enter", Words: "take it", Do: s.takeName},
			{Key: "esc", Words: "back"},
		},
	}
}

func (s *profile) takeName(text string) (tea.Cmd, screen.Nav) {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := s.d.Session.SetName(ctx, text)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, screen.Ask(s.nameDialog(text, s.d.words(err)))
			}
			return s.Start(), screen.Toast("From now on you are " + s.d.me() + ".")
		}
	}), screen.Stay()
}

func (s *profile) actions() []action {
	guest := s.d.Session.Player().Guest
	all := []action{
		act("h", "matches", going(func() screen.Nav { return screen.Push(newHistory(s.d, s.name)) })),
	}
	if s.own() {
		does := "code for another key"
		if guest {
			does = "keep this for good"
		}
		all = append(all,
			act("c", does, func() (tea.Cmd, screen.Nav) { return s.d.code(s), screen.Stay() }),
			act("d", "account", going(func() screen.Nav { return screen.Push(newAccount(s.d)) })).
				not("A guest has no account: press c to stay for good.", guest),
			act("n", "another name", s.rename).not("Guests are named by the house.", guest),
			act("esc", "back", going(screen.Pop)).as("esc", "q"),
			act("s", "settings", going(func() screen.Nav { return screen.Push(newSettings(s.d)) })),
		)
	}
	if len(s.p.Awards) > 0 {
		all = append(all, act("a", "awards", func() (tea.Cmd, screen.Nav) {
			return earned(s, s.d, "Awards of "+style.Clean(s.p.Player.Name, lobby.NameWidthMax), s.p.Awards, false)
		}))
	}
	all = append(all, s.scroller.actions()...)
	if !s.own() {
		all = append(all, act("esc", "back", going(screen.Pop)).as("esc", "q"))
	}
	return append(all, act("?", "help", going(screen.Help)))
}

func (s *profile) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *profile) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.Handle(pressOf(z.key))
		}
	case tea.KeyPressMsg:
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

func (s *profile) Draw(size screen.Size, st *style.Style) string {
	title := "your profile"
	if !s.own() {
		title = "profile"
	}
	return s.draw(s, title, size, st, func(b screen.Size) string {
		name := s.p.Player.Name
		if name == "" {
			name = s.name
		}
		f := widget.Frame{Title: style.Clean(name, lobby.NameWidthMax), Hot: true}
		var rows []string
		switch {
		case s.failed != "":
			rows = []string{"", st.Danger.Render(s.failed)}
		case !s.loaded:
			rows = []string{"", st.Dim.Render("Looking through the papers ...")}
		default:
			rows = s.rows(b.W-4, st)
		}
		rows, f.Foot = s.view(rows, b.H-2)
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

var recordColumns = []widget.Column{
	{Title: "Game", W: 14, Grow: 2},
	{Title: "Rating", W: 7, Right: true},
	{Title: "Rank", W: 6, Right: true, Drop: 2},
	{Title: "Matches", W: 7, Right: true},
	{Title: "Won", W: 5, Right: true},
	{Title: "Left", W: 4, Right: true, Drop: 1},
	{Title: "Lately", W: 12, Drop: 3},
}

// rows are the whole profile, w cells wide.
func (s *profile) rows(w int, st *style.Style) []string {
	rows := append(style.Wrap(s.since(st), w), s.line(st)...)
	rows = append(rows, s.recordRows(w, st)...)
	rows = append(rows, s.conductRows(w, st)...)
	rows = append(rows, s.versusRows(w, st)...)
	rows = append(rows, s.awardRows(w, st)...)
	rows = append(rows, s.curveRows(w, st)...)
	rows = append(rows, reflexRows(s.p.Reflexes, w, st)...)
	if len(s.p.Names) > 1 {
		rows = append(rows, "", widget.Rule("Names", w, st))
		for _, n := range s.p.Names {
			rows = append(rows, "  "+st.Pad(style.Clean(n.Name, lobby.NameWidthMax), 26)+
				st.Dim.Render("since "+n.Since.Format("2 January 2006")))
		}
	}
	return append(rows, s.keyRows(w, st)...)
}

func (s *profile) since(st *style.Style) string {
	p := s.p.Player
	switch {
	case p.Guest:
		return "A guest: plays unrated, and is forgotten when the line ends. Press c to stay for good."
	case !p.Gone.IsZero():
		return "This account is gone since " + p.Gone.Format("2 January 2006") + ", as its owner wished. What others " +
			"played with them stays."
	case p.Bot != "":
		return "A bot of the house, " + p.Bot + ". " + st.Dim.Render("It sees no more than you would in its seat.")
	}
	text := "Here since " + p.Created.Format("2 January 2006")
	_, here := s.d.news.Person(p.ID)
	switch {
	case s.own():
	case here:
		text += ", and here now"
	default:
		text += ", last seen " + ago(s.d.now, p.Seen)
		if a := ago(s.d.now, p.Seen); a != "now" {
			text += " ago"
		}
	}
	return text + "."
}

// races reports whether everybody must be there at once in a game.
func races(k bot.Kit) bool { return k.Spec.Live }

// line says how far away the player is.
func (s *profile) line(st *style.Style) []string {
	lag := s.d.Lag()
	if !s.own() || lag <= 0 {
		return []string{""}
	}
	ms := max(int(lag.Round(time.Millisecond)/time.Millisecond), 1)
	rows := []string{st.Dim.Render("Your line takes " + itoa(ms) + " ms there and back; moves get it refunded.")}
	if s.d.Line != nil && s.d.Line.Slots() && slices.ContainsFunc(s.d.Kits, races) {
		rows = append(rows, st.Dim.Render("For races, ssh -o ObscureKeystrokeTiming=no sends your keys at once."))
	}
	return append(rows, "")
}

func (s *profile) keyRows(w int, st *style.Style) []string {
	if len(s.keys) == 0 {
		return nil
	}
	rows := []string{"", widget.Rule("Your keys", w, st)}
	for _, k := range s.keys {
		mark := "  "
		if k.Fingerprint == s.d.Fingerprint {
			mark = st.Accent.Render(st.Turn) + " "
		}
		rows = append(rows, mark+style.Clean(k.Fingerprint, 60)+"  "+st.Dim.Render(style.Clean(k.Type, 24)))
	}
	return append(rows, st.Dim.Render("d shows more: last use, recovery words, everything of yours as a file."))
}
