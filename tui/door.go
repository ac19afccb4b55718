package tui

import (
	"context"
	"errors"
	"hash/fnv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/phrase"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// door is the screen of a first visit: it shows the key that one is known by, and asks for a name, or for the code that
// joins this key to an account.
type door struct {
	sheet
	name   widget.Prompt
	code   widget.Prompt
	onCode bool
	offers []string // names to take with tab
	offer  int
	said   string // what came of the last try
	busy   bool
}

// nicknames stand before a suggested name, for those who find it taken.
var nicknames = []string{
	"Dusty", "Lefty", "Silver", "Calico", "Buckskin", "Lucky", "Slim", "Prairie", "Whisky", "Cactus", "Sundown", "Red",
}

func newDoor(d *desk) *door {
	s := &door{sheet: sheet{d: d}}
	s.name.Max, s.code.Max = lobby.NameWidthMax, 2*phrase.Width
	s.name.Hint = "two letters or more"
	s.code.Hint = lobby.Plural(lobby.CodeLetters, "letter") + ", or your recovery words"
	s.offers = offers(d.Session.Suggestion(), d.Fingerprint)
	if len(s.offers) > 0 {
		s.name.Set(s.offers[0])
	}
	return s
}

// offers are names to choose from: the one that somebody came with, and some in the manner of the house, always the
// same ones for the same key.
func offers(suggested, fingerprint string) []string {
	h := fnv.New32a()
	h.Write([]byte(fingerprint))
	n := int(h.Sum32() % uint32(len(nicknames)))
	var out []string
	add := func(name string) {
		if name, err := lobby.CheckName(name); err == nil {
			out = append(out, name)
		}
	}
	base := suggested
	if base == "" {
		base = "Stranger"
	} else {
		add(base)
		base = strings.TrimSuffix(sentence(base), ".")
	}
	for i := range 3 {
		add(nicknames[(n+i*5)%len(nicknames)] + " " + base)
	}
	return out
}

func (s *door) Typing() bool { return true }

func (s *door) actions() []action {
	return []action{
		act("enter", "come in", s.submit),
		act("tab", "another name", s.next).not("", false),
		act("down", "code or words", s.toggle).as("up/down", "up"),
		act("esc", "leave", going(func() screen.Nav { return screen.Ask(leaveDialog(s.d)) })),
	}
}

func (s *door) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *door) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.field().Paste(m.Content)
		s.said = ""
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n < 0:
			s.onCode = z.n == -2
		case ok && z.n < len(s.offers):
			s.onCode = false
			s.name.Set(s.offers[z.n])
		}
	case tea.KeyPressMsg:
		if cmd, nav, ok := dispatch(s.actions(), m); ok {
			return cmd, nav
		}
		if s.field().Key(m) {
			s.said = ""
		}
	}
	return nil, screen.Stay()
}

func (s *door) field() *widget.Prompt {
	if s.onCode {
		return &s.code
	}
	return &s.name
}

func (s *door) toggle() (tea.Cmd, screen.Nav) {
	s.onCode, s.said = !s.onCode, ""
	return nil, screen.Stay()
}

func (s *door) next() (tea.Cmd, screen.Nav) {
	if len(s.offers) > 0 {
		s.offer = (s.offer + 1) % len(s.offers)
		s.name.Set(s.offers[s.offer])
	}
	s.onCode, s.said = false, ""
	return nil, screen.Stay()
}

// submit asks the lobby for the name, or uses the code up.
func (s *door) submit() (tea.Cmd, screen.Nav) {
	if s.busy {
		return nil, screen.Stay()
	}
	text, onCode := s.field().Text(), s.onCode
	if !onCode {
		if _, err := lobby.CheckName(text); err != nil {
			s.said = s.d.words(err)
			return nil, screen.Stay()
		}
	}
	s.busy, s.said = true, ""
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		var err error
		switch {
		case onCode && phrase.Like(text):
			err = s.d.Session.Recover(ctx, text)
		case onCode:
			err = s.d.Session.Redeem(ctx, text)
		default:
			err = s.d.Session.SetName(ctx, text)
		}
		return func() (tea.Cmd, screen.Nav) { return s.settled(onCode, onCode && phrase.Like(text), err) }
	}), screen.Stay()
}

func (s *door) settled(onCode, onWords bool, err error) (tea.Cmd, screen.Nav) {
	s.busy = false
	switch {
	case err == nil:
		s.d.prefs = s.d.Session.Player().Prefs
		hall, text := newHall(s.d), "Welcome, "+s.d.me()+"!"
		if _, learner := hall.learner(); onCode {
			text = "Welcome back, " + s.d.me() + "!"
		} else if learner {
			text += " New to the game? Press l for a guided first hand."
		}
		nav := screen.Replace(hall).Saying(text)
		if ask, ok := s.d.comeBack(hall); ok {
			nav.Dialog = &ask
		} else if onWords {
			nav.Dialog = wordsUsed(s.d)
		}
		return nil, nav
	case onWords && errors.Is(err, lobby.ErrNotFound):
		s.said = "Nobody has these words: they were used, or newer ones were made."
	case errors.Is(err, phrase.ErrPhrase):
		s.said = s.d.words(err)
	case onCode && errors.Is(err, lobby.ErrNotFound):
		s.said = "That code is unknown, used up, or older than ten minutes."
	case errors.Is(err, lobby.ErrNameTaken):
		s.said = "Somebody bears that name, or one that looks like it. Tab has others."
	default:
		s.said = s.d.words(err)
	}
	return nil, screen.Stay()
}

// verdict says how the name looks before anybody is asked.
func (s *door) verdict(st *style.Style) string {
	switch {
	case s.busy:
		return st.Dim.Render("One moment ...")
	case s.said != "":
		return st.Danger.Render(st.No) + " " + s.said
	case s.onCode:
		return st.Dim.Render("On a machine where you have a name: press m in the lobby, then c.")
	case s.name.Text() == "":
		return ""
	}
	name, err := lobby.CheckName(s.name.Text())
	if err != nil {
		_, why, _ := strings.Cut(err.Error(), ": ")
		return st.Warn.Render(st.No) + " " + sentence(why)
	}
	return st.Good.Render(st.Yes) + " You will be known as " + st.Strong.Render(name) + "."
}

func (s *door) Draw(size screen.Size, st *style.Style) string {
	s.style = st
	s.zones.reset()
	s.size, s.keys = size, s.Bindings()
	w := min(70, size.W-4)
	box := s.form(w, st)
	boxH := 1 + strings.Count(box, "\n")
	sign := sign(size.W, st)
	signH := 1 + strings.Count(sign, "\n")
	top := max((size.H-1-signH-boxH-1)/2, 0)
	gap := 1
	if size.H < 24 {
		gap = 0
	}
	x, y := (size.W-w)/2, top+signH+gap
	for i := range s.zones.all {
		s.zones.all[i].x += x
		s.zones.all[i].y += y
	}
	rows := append(make([]string, top), strings.Split(sign, "\n")...)
	rows = append(rows, make([]string, gap)...)
	for line := range strings.SplitSeq(box, "\n") {
		rows = append(rows, style.Spaces(x)+line)
	}
	body := st.Fit(strings.Join(rows, "\n"), size.W, size.H-1)
	return body + "\n" + foot(s.keys, size.W, st)
}

// form is the box with the two fields.
func (s *door) form(w int, st *style.Style) string {
	in := w - 4
	var rows []string
	rows = append(rows, st.Strong.Render("Evening, stranger. First time here?"), "")
	if s.d.Fingerprint != "" {
		key := s.d.Fingerprint
		if kind := style.Clean(s.d.KeyType, 20); len(key)+len(kind)+12 <= in {
			key += "  " + st.Dim.Render(kind)
		}
		rows = append(rows, st.Dim.Render("Your key ")+key,
			st.Dim.Render("That key is you: no password, nothing to remember."))
	}
	rows = append(rows, "")
	s.zones.add(zone{x: 2, y: len(rows) + 1, w: in, h: 1, n: -1})
	rows = append(rows, s.name.Draw("What shall we call you?", !s.onCode, in, st))
	rows = append(rows, s.choices(len(rows)+1, in, st), "")
	s.zones.add(zone{x: 2, y: len(rows) + 1, w: in, h: 1, n: -2})
	rows = append(rows, s.code.Draw("Or a code from another key:", s.onCode, in, st), "",
		s.verdict(st))
	return widget.Box(widget.Frame{Title: "At the door", Hot: true}, strings.Join(rows, "\n"), w, len(rows)+2, st)
}

// choices is the line of names on offer.
func (s *door) choices(y, w int, st *style.Style) string {
	line := st.Dim.Render("Perhaps:")
	used := 8
	for i, name := range s.offers {
		nw := style.Width(name) + 3
		if used+nw > w {
			break
		}
		s.zones.add(zone{x: 2 + used, y: y, w: nw, h: 1, n: i})
		ink := st.Key
		if name == s.name.Text() {
			ink = st.Sign
		}
		line += "  " + ink.Render(name)
		used += nw - 1
	}
	return line
}

// sign is what hangs over the door, w cells wide.
func sign(w int, st *style.Style) string {
	letters := []string{
		"┏━┓  ┏━┓  ╻    ┏━┓  ┏━┓  ┏┓╻",
		"┗━┓  ┣━┫  ┃    ┃ ┃  ┃ ┃  ┃┗┫",
		"┗━┛  ╹ ╹  ┗━╸  ┗━┛  ┗━┛  ╹ ╹",
	}
	if st.ASCII {
		letters = []string{"", "S   A   L   O   O   N", ""}
	}
	inner := 44
	rule := style.Repeat(st.Double, inner)
	rows := []string{st.Faint.Render(rule)}
	for i, l := range letters {
		star := " "
		if i == 1 {
			star = st.Star
		}
		rows = append(rows, st.Faint.Render(star)+st.Accent.Render(st.Center(l, inner-2))+st.Faint.Render(star))
	}
	rows = append(rows, st.Faint.Render(rule), st.Dim.Render(st.Center("cards and company, open all night", inner)))
	for i, r := range rows {
		rows[i] = st.Center(r, w)
	}
	return strings.Join(rows, "\n")
}
