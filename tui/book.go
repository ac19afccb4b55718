package tui

import (
	"regexp"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"charm.land/glamour/v2"
	"charm.land/glamour/v2/ansi"
	"charm.land/glamour/v2/styles"
	"github.com/charmbracelet/colorprofile"

	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// bookW is how wide the lines of a rule book are at most: longer ones are hard to read.
const bookW = 96

// shelf keeps rule books as they were rendered. All sessions share one.
type shelf struct{ sets *sync.Map }

// edition is what a rendering depends on.
type edition struct {
	game  string
	width int
	look  style.Look
}

// setting is a rule book as lines, and where its clauses begin.
type setting struct {
	lines   []string
	clauses map[string]int
}

var shelves sync.Map // edition → *setting: games × widths × looks, each some 60 KiB

// editionsMax bounds what is kept. Widths are rounded, so that a window that is being dragged renders few.
const editionsMax = 64

func newShelf() *shelf { return &shelf{&shelves} }

// book renders a rule book, once for each edition.
func (s *shelf) book(text string, e edition) *setting {
	if have, ok := s.sets.Load(e); ok {
		return have.(*setting)
	}
	n := 0
	s.sets.Range(func(any, any) bool { n++; return n < editionsMax })
	if n >= editionsMax {
		s.sets.Clear()
	}
	set := typeset(text, e)
	s.sets.Store(e, set)
	return set
}

// clauseStart is how the paragraph of a rule begins: with its number, such as R14, 53 or 6.3, and a stop.
var clauseStart = regexp.MustCompile(`^\s*[*]*([A-Z]?\d{1,3}(?:\.\d{1,2})?)\.(?:[* ]|$)`)

func typeset(text string, e edition) *setting {
	out, err := "", error(nil)
	st := style.For(e.look)
	text = st.Typed(text)
	r, err := glamour.NewTermRenderer(glamour.WithStyles(bookStyle(st)), glamour.WithWordWrap(e.width))
	if err == nil {
		out, err = r.Render(text)
	}
	if err != nil {
		out = text
	}
	out = degrade(out, e.look.Profile)
	set := &setting{clauses: make(map[string]int)}
	begins := true // a paragraph, so that a figure at the start of another line is no rule
	for line := range strings.SplitSeq(strings.Trim(out, "\n"), "\n") {
		bare := strip(line)
		m := clauseStart.FindStringSubmatch(bare)
		first := begins
		begins = strings.TrimSpace(bare) == ""
		if first && m != nil {
			if _, known := set.clauses[m[1]]; !known {
				set.clauses[m[1]] = len(set.lines)
			}
		}
		set.lines = append(set.lines, strings.TrimRight(line, " "))
	}
	return set
}

// degrade brings the colors of a text, which the renderer of books mixes in full, down to those of a terminal.
func degrade(text string, to colorprofile.Profile) string {
	if to <= colorprofile.NoTTY { // it was set without any
		return text
	}
	var b strings.Builder
	if _, err := (&colorprofile.Writer{Forward: &b, Profile: to}).WriteString(text); err != nil {
		return text
	}
	return b.String()
}

// bookStyle is the house's manner of setting a book.
func bookStyle(st *style.Style) ansi.StyleConfig {
	c := styles.ASCIIStyleConfig
	margin := uint(1)
	c.Document.Margin = &margin
	c.Document.BlockPrefix, c.Document.BlockSuffix = "", ""
	c.H1.Prefix, c.H2.Prefix, c.H3.Prefix = "", "", ""
	c.Strong = ansi.StylePrimitive{}
	c.Emph = ansi.StylePrimitive{}
	c.Code.BlockPrefix, c.Code.BlockSuffix = "", ""
	if !st.ASCII {
		c.Item.BlockPrefix = "• "
		c.Table.CenterSeparator, c.Table.ColumnSeparator, c.Table.RowSeparator = ptr("┼"), ptr("│"), ptr("─")
	}
	t, colours := st.Tints()
	if st.Profile <= 1 { // no escape sequences at all
		return c
	}
	yes := true
	c.Strong.Bold, c.Heading.Bold, c.H1.Bold = &yes, &yes, &yes
	c.Emph.Underline = &yes // what is italics to others is reversed on the terminals of screen and tmux
	c.H1.Underline = &yes
	if colours {
		c.Heading.Color, c.H1.Color = &t.Brass, &t.Brass
		c.Strong.Color = &t.Ember
		c.HorizontalRule.Color = &t.Fence
		c.Code.Color = &t.Ember
	}
	return c
}

func ptr[T any](v T) *T { return &v }

// book is the screen of a game's rule book.
type book struct {
	sheet
	scroller
	game   string
	clause string // to be marked
	sought bool   // scrolled to the clause already
	prompt widget.Prompt
	asking bool // for a clause
	set    *setting
}

func newBook(d *desk, game, clause string) *book {
	s := &book{sheet: sheet{d: d}, game: game, clause: clause}
	s.prompt.Max, s.prompt.Hint = 5, "such as R14"
	return s
}

func (s *book) Typing() bool { return s.asking }

func (s *book) seek() (tea.Cmd, screen.Nav) {
	s.asking = true
	s.prompt.Set("")
	return nil, screen.Stay()
}

// heading goes to the next or the last heading.
func (s *book) heading(by int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		if s.set == nil {
			return nil, screen.Stay()
		}
		for i := s.top + by; i >= 0 && i < len(s.set.lines); i += by {
			if isHeading(s.set.lines, i) {
				s.top = i
				break
			}
		}
		return nil, screen.Stay()
	}
}

// isHeading reports whether a line stands alone between blank ones and does not read like a sentence.
func isHeading(lines []string, i int) bool {
	text := strings.TrimSpace(strip(lines[i]))
	blank := func(i int) bool { return i < 0 || i >= len(lines) || strings.TrimSpace(strip(lines[i])) == "" }
	return text != "" && blank(i-1) && blank(i+1) && !strings.HasSuffix(text, ".") && !strings.HasPrefix(text, "•")
}

func (s *book) actions() []action {
	all := append(s.scroller.actions(),
		act("/", "go to a rule", s.seek),
		act("n", "next chapter", s.heading(1)).as("n", "right"),
		act("p", "chapter before", s.heading(-1)).as("", "left"),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)))
	return all
}

func (s *book) Bindings() []screen.Binding {
	if s.asking {
		return []screen.Binding{
			{Keys: []string{"enter"}, Show: "enter", Does: "go there"},
			{Keys: []string{"esc"}, Show: "esc", Does: "stay"},
		}
	}
	return bindings(s.actions())
}

func (s *book) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.prompt.Paste(m.Content)
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.Handle(pressOf(z.key))
		}
	case tea.KeyPressMsg:
		if !s.asking {
			cmd, nav, _ := dispatch(s.actions(), m)
			return cmd, nav
		}
		switch m.String() {
		case "esc":
			s.asking = false
		case "enter":
			s.asking = false
			return nil, s.goTo(s.prompt.Text())
		default:
			s.prompt.Key(m)
		}
	}
	return nil, screen.Stay()
}

// goTo opens the book at a clause: "R14", "r14" or "14", "6.3".
func (s *book) goTo(clause string) screen.Nav {
	clause = strings.ToUpper(strings.TrimSpace(clause))
	if clause == "" || s.set == nil {
		return screen.Stay()
	}
	if _, ok := s.set.clauses["R"+clause]; ok {
		clause = "R" + clause
	}
	if _, ok := s.set.clauses[clause]; !ok {
		return screen.Toast("There is no rule " + clause + " here.")
	}
	s.clause, s.sought = clause, false
	return screen.Stay()
}

func (s *book) Draw(size screen.Size, st *style.Style) string {
	title := "rules"
	if s.clause != "" {
		title = "rule " + s.clause
	}
	return s.draw(s, title, size, st, func(b screen.Size) string {
		h := b.H - 2
		f := widget.Frame{Title: s.d.title(s.game) + ": the rule book", Hot: true}
		text := s.d.Books[s.game]
		if text == "" {
			return widget.Box(f, "\nThere is no rule book for this game here.", b.W, b.H, st)
		}
		width := min(b.W-6, bookW)
		s.set = s.d.books.book(text, edition{s.game, width - width%4, st.Look})
		at, found := s.set.clauses[s.clause]
		if found && !s.sought {
			s.sought = true
			s.top = max(at-2, 0)
		}
		lines := s.set.lines
		if found {
			lines = marked(lines, at, st)
		}
		if s.asking {
			h -= 2
		}
		rows, foot := s.view(lines, h)
		f.Foot = foot
		body := strings.Join(rows, "\n")
		if s.asking {
			body = st.Fit(body, b.W-4, h) + "\n\n" + s.prompt.Draw("Which rule?", true, b.W-4, st)
		}
		return widget.Box(f, body, b.W, b.H, st)
	})
}

// marked is the book with a mark beside the clause that begins at a line.
func marked(lines []string, at int, st *style.Style) []string {
	out := append([]string(nil), lines...)
	for i := at; i < len(out) && strings.TrimSpace(strip(out[i])) != ""; i++ {
		out[i] = st.Accent.Render(st.Turn) + strings.TrimPrefix(out[i], " ")
	}
	return out
}
