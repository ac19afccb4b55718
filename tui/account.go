package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// account is the screen of what only its owner sees of an account: keys, recovery words, what happened to it, and the
// ways to take everything along and to leave for good.
type account struct {
	sheet
	scroller
	a      lobby.Account
	loaded bool
	failed string
}

func newAccount(d *desk) *account { return &account{sheet: sheet{d: d}} }

// Start reads the account.
func (s *account) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		a, err := s.d.Session.Account(ctx)
		return func() (tea.Cmd, screen.Nav) {
			s.loaded = true
			if err != nil {
				s.failed = s.d.words(err)
				return nil, screen.Stay()
			}
			s.a, s.failed = a, ""
			return nil, screen.Stay()
		}
	})
}

func (s *account) actions() []action {
	leaves := !s.a.Leaving.IsZero()
	all := []action{
		act("c", "code for another key", func() (tea.Cmd, screen.Nav) { return s.d.code(s), screen.Stay() }),
		act("x", "take a key away", s.chooseKey).not("Your only key stays.", len(s.a.Keys) < 2),
		act("w", "recovery words", s.askWords),
		act("e", "export", s.explainExport),
	}
	if leaves {
		keep := func() (tea.Cmd, screen.Nav) { return s.d.keep(s), screen.Stay() }
		all = append(all, act("y", "keep my account", keep))
	} else {
		all = append(all, act("D", "delete my account", s.askLeave))
	}
	all = append(all, act("esc", "back", going(screen.Pop)).as("esc", "q"))
	all = append(all, s.scroller.actions()...)
	return append(all, act("?", "help", going(screen.Help)))
}

func (s *account) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *account) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
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

func (s *account) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "your account", size, st, func(b screen.Size) string {
		f := widget.Frame{Title: s.d.me(), Hot: true}
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

// rows are the whole screen, w cells wide.
func (s *account) rows(w int, st *style.Style) []string {
	var rows []string
	if !s.a.Leaving.IsZero() {
		rows = append(rows, style.Wrap(st.Danger.Render("Your account will be gone on "+s.d.moment(s.a.Leaving)+".")+
			" Press y to keep it.", w)...)
		rows = append(rows, "")
	}
	rows = append(rows, widget.Rule("Keys", w, st))
	for _, k := range s.a.Keys {
		rows = append(rows, s.keyRows(k, w, st)...)
	}
	rows = append(rows, "", widget.Rule("Recovery words", w, st))
	if s.a.Words.IsZero() {
		rows = append(rows, style.Wrap("You have none. If you lose all your keys, nobody can let you in again: w "+
			"gives you eight words for that day.", w)...)
	} else {
		rows = append(rows, style.Wrap("Made on "+s.d.day(s.a.Words)+". With a new key, type them at the door. They "+
			"work once; w makes new ones.", w)...)
	}
	rows = append(rows, "", widget.Rule("Lately", w, st))
	if len(s.a.Acts) == 0 {
		rows = append(rows, st.Dim.Render("Nothing has happened to this account."))
	}
	for _, a := range s.a.Acts {
		line := st.Pad(s.d.moment(a.At), 24) + sentence(a.Act)
		if a.About != "" {
			line += "  " + st.Dim.Render(style.Clean(a.About, 18))
		}
		rows = append(rows, line)
	}
	rows = append(rows, "", widget.Rule("Everything of yours", w, st))
	rows = append(rows, style.Wrap(st.Strong.Render(s.d.command("export > me.json"))+
		st.Dim.Render("  writes it down as one file: "+exported+"."), w)...)
	if s.a.Leaving.IsZero() {
		rows = append(rows, st.Dim.Render("D deletes your account, with seven days to think it over."))
	}
	return rows
}

// exported says what an export holds.
const exported = "account, keys, settings, ratings and their curve, your matches with their records, reactions, " +
	"conduct, clubs, reports; talk is not kept"

func (s *account) keyRows(k lobby.Key, w int, st *style.Style) []string {
	mark, last := "  ", "last used "+s.d.moment(k.Used)
	if k.Fingerprint == s.d.Fingerprint {
		mark, last = st.Accent.Render(st.Turn)+" ", "in use now"
	}
	line := mark + style.Clean(k.Fingerprint, 60) + "  " + st.Dim.Render(style.Clean(k.Type, 24))
	return []string{st.Fit(line, w, 1), "    " + st.Dim.Render("added "+s.d.day(k.Added)+", "+last)}
}

// day says a day by the player's clock.
func (d *desk) day(t time.Time) string { return t.In(d.zone()).Format("2 January 2006") }

// moment says a moment by the player's clock.
func (d *desk) moment(t time.Time) string { return t.In(d.zone()).Format("2 Jan 2006, 15:04") }

// command is what somebody types at home for a command of the house.
func (d *desk) command(words string) string { return d.Address + " " + words }

// code makes a one-time code and shows it.
func (d *desk) code(from screen.Screen) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		code, err := d.Session.Code(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, d.sorry(err)
			}
			text := "On the other machine, type  " + d.Address + "  and at the door take \"a code from another " +
				"key\". That key is then yours as well."
			if d.Session.Player().Guest {
				text = "Come back with a key (ssh-keygen makes one), and at the door take \"a code from another " +
					"key\". What you have played as a guest is then yours for good."
			}
			return nil, screen.Ask(screen.Dialog{
				Title: "Your code: " + code,
				Text: text + "\n\nIt is good once, for " + itoa(int(lobby.CodeFor/time.Minute)) +
					" minutes. Show it to nobody.",
				Choices: []screen.Choice{{Key: "enter", Words: "I have it"}},
			})
		}
	})
}

// chooseKey asks which key to take away.
func (s *account) chooseKey() (tea.Cmd, screen.Nav) {
	d := screen.Dialog{Title: "Take a key away", Text: "Who holds that key can then no longer come in as you."}
	for i, k := range s.a.Keys {
		if i == 9 {
			break
		}
		do := func(string) (tea.Cmd, screen.Nav) { return s.dropKey(k.Fingerprint), screen.Stay() }
		mark := ""
		if k.Fingerprint == s.d.Fingerprint {
			mark = " (this one)"
			do = func(string) (tea.Cmd, screen.Nav) { return nil, screen.Ask(s.ownKey(k.Fingerprint)) }
		}
		d.Text += "\n" + itoa(i+1) + "  " + style.Clean(k.Fingerprint, 60) + mark
		d.Choices = append(d.Choices, screen.Choice{Key: itoa(i + 1), Words: "key " + itoa(i+1), Danger: true, Do: do})
	}
	d.Choices = append(d.Choices, screen.Choice{Key: "esc", Words: "back"})
	return nil, screen.Ask(d)
}

// ownKey warns who takes the key away that they are using.
func (s *account) ownKey(print string) screen.Dialog {
	return screen.Dialog{
		Title: "That is the key you are using",
		Text: "You are here until you leave, and come in again only with another key of yours. Be sure that you have " +
			"it at hand.",
		Choices: []screen.Choice{
			{Key: "t", Words: "take it away", Danger: true,
				Do: func(string) (tea.Cmd, screen.Nav) { return s.dropKey(print), screen.Stay() }},
			{Key: "esc", Words: "keep it"},
		},
	}
}

func (s *account) dropKey(print string) tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := s.d.Session.RemoveKey(ctx, print)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, s.d.sorry(err)
			}
			return s.Start(), screen.Toast("That key is nobody's now.")
		}
	})
}

// askWords makes recovery words, after a question if there are some already.
func (s *account) askWords() (tea.Cmd, screen.Nav) {
	if s.a.Words.IsZero() {
		return s.makeWords(), screen.Stay()
	}
	return nil, screen.Ask(screen.Dialog{
		Title: "New recovery words", Text: "The ones that you made on " + s.d.day(s.a.Words) + " work no more then.",
		Choices: []screen.Choice{
			{Key: "m", Words: "make new ones", Danger: true,
				Do: func(string) (tea.Cmd, screen.Nav) { return s.makeWords(), screen.Stay() }},
			{Key: "esc", Words: "keep the old ones"},
		},
	})
}

func (s *account) makeWords() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		text, err := s.d.Session.Words(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, s.d.sorry(err)
			}
			return s.Start(), screen.Ask(screen.Dialog{
				Title: "Your recovery words",
				Text: numbered(strings.Fields(text)) + "\n\nWrite them down on paper: they are shown only now. If " +
					"you lose all your keys, come with a new one and type them at the door, where it asks for a code.",
				Choices: []screen.Choice{{Key: "enter", Words: "I have written them down"}},
			})
		}
	})
}

// wordsUsed tells who has come back by recovery words that these are used up.
func wordsUsed(d *desk) *screen.Dialog {
	return &screen.Dialog{
		Title: "Welcome back, " + d.me(),
		Text:  "This key is yours now. Your recovery words are used up; take away the keys that you have lost.",
		Choices: []screen.Choice{
			{Key: "a", Words: "see my account", Do: func(string) (tea.Cmd, screen.Nav) {
				return nil, screen.Push(newAccount(d))
			}},
			{Key: "esc", Words: "later"},
		},
	}
}

// numbered lays words out in lines of four, with their numbers.
func numbered(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && i%4 == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%d %-11s", i+1, w)
	}
	return b.String()
}

func (s *account) explainExport() (tea.Cmd, screen.Nav) {
	return nil, screen.Ask(screen.Dialog{
		Title: "Everything of yours",
		Text: "At home, type\n\n" + s.d.command("export > me.json") + "\n\nand you have it as one JSON file: " +
			exported + ".",
		Choices: []screen.Choice{{Key: "enter", Words: "I see"}},
	})
}

// askLeave asks whether the account is to be gone.
func (s *account) askLeave() (tea.Cmd, screen.Nav) { return nil, screen.Ask(s.leaveDialog("")) }

func (s *account) leaveDialog(said string) screen.Dialog {
	text := "Seven days from now your account is gone for good: name, keys, settings, rating, notes. You lose the " +
		"matches that you are in. In the matches of others you are \"" + lobby.GoneName + "\" and a number from then " +
		"on, and nobody can have your name for a year. Until then you can come back and keep it."
	if said != "" {
		text = said + "\n\n" + text
	}
	return screen.Dialog{
		Title: "Delete your account", Text: text,
		Field: &screen.Field{Label: "Your name, to say that you mean it", Max: lobby.NameWidthMax},
		Choices: []screen.Choice{
			{Key: "enter", Words: "delete it", Danger: true, Do: s.leave},
			{Key: "esc", Words: "stay"},
		},
	}
}

func (s *account) leave(name string) (tea.Cmd, screen.Nav) {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		until, err := s.d.Session.DeleteMe(ctx, name)
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case errors.Is(err, lobby.ErrConfirm):
				return nil, screen.Ask(s.leaveDialog("That is not your name."))
			case err != nil:
				return nil, s.d.sorry(err)
			}
			return s.Start(), screen.Toast("Your account will be gone on " + s.d.moment(until) + ".")
		}
	}), screen.Stay()
}

// keep says that the account stays after all.
func (d *desk) keep(from screen.Screen) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := d.Session.KeepMe(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, d.sorry(err)
			}
			var again tea.Cmd
			if s, ok := from.(*account); ok {
				again = s.Start()
			}
			return again, screen.Toast("Your account stays. Good to have you.")
		}
	})
}

// comeBack asks who has come back in time whether their account is to stay. ok is false for everybody else.
func (d *desk) comeBack(from screen.Screen) (ask screen.Dialog, ok bool) {
	until := d.Session.Player().Leaving
	return screen.Dialog{
		Title: "Good to see you again",
		Text:  "You asked us to delete your account. It will be gone on " + d.moment(until) + ".",
		Choices: []screen.Choice{
			{Key: "k", Words: "keep it", Do: func(string) (tea.Cmd, screen.Nav) { return d.keep(from), screen.Stay() }},
			{Key: "esc", Words: "leave it so"},
		},
	}, !until.IsZero()
}
