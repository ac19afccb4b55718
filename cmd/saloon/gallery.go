package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"saloon/tui"
	"saloon/tui/gallery"
	"saloon/tui/style"
)

// hanging is how the gallery's exhibits are to be shown.
type hanging struct {
	dump   bool
	only   string
	size   string
	colors string
	ground string
	ascii  bool
}

func galleryCommand() *cobra.Command {
	var h hanging
	c := &cobra.Command{
		Use:   "gallery",
		Short: "Look at every screen",
		Long: "Shows every screen with canned views. In a terminal, ctrl+n and ctrl+p go from screen to screen,\n" +
			"ctrl+s changes the size, ctrl+g the colours, ctrl+t the ground, ctrl+o plain signs; all other keys are\n" +
			"the screen's own. With --dump every screen is printed, for a look at many at once.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return h.run(c.OutOrStdout()) },
	}
	f := c.Flags()
	f.BoolVar(&h.dump, "dump", false, "print the screens instead of showing them")
	f.StringVar(&h.only, "only", "", "only the screens whose name contains this")
	f.StringVar(&h.size, "size", "", "such as 80x24; without it the terminal's own, or 80x24 when printed")
	f.StringVar(&h.colors, "colors", "full", "full, 256, 16, none or plain (no escape sequences)")
	f.StringVar(&h.ground, "ground", "dark", "the terminal's background: dark, light or unknown")
	f.BoolVar(&h.ascii, "ascii", false, "no signs beyond ASCII")
	return c
}

var (
	depths = map[string]colorprofile.Profile{
		"full": colorprofile.TrueColor, "256": colorprofile.ANSI256, "16": colorprofile.ANSI,
		"none": colorprofile.ASCII, "plain": colorprofile.NoTTY,
	}
	depthNames = []string{"full", "256", "16", "none"}
	grounds    = map[string]style.Ground{"dark": style.Dark, "light": style.Light, "unknown": style.Unknown}
	groundsBy  = []string{"dark", "light", "unknown"}
	sizes      = [][2]int{{0, 0}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {132, 43}}
)

func (h hanging) run(out io.Writer) error {
	profile, ok := depths[h.colors]
	if !ok {
		return usage("--colors = %q, allowed: full, 256, 16, none, plain", h.colors)
	}
	ground, ok := grounds[h.ground]
	if !ok {
		return usage("--ground = %q, allowed: dark, light, unknown", h.ground)
	}
	look := style.Look{Profile: profile, Ground: ground, ASCII: h.ascii}
	var w, ht int
	if h.size != "" {
		n, err := fmt.Sscanf(h.size, "%dx%d", &w, &ht)
		if n != 2 || err != nil || w < 1 || ht < 1 || w > 400 || ht > 150 {
			return usage("--size = %q, allowed: 1x1 to 400x150", h.size)
		}
	}
	wares := gallery.Wares{Kits: kits(), Faces: faces(), Books: books(), Coaches: coaches()}
	var all []gallery.Exhibit
	for _, e := range wares.Exhibits() {
		if strings.Contains(e.Name, h.only) {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return usage("--only = %q is in no screen's name", h.only)
	}
	if h.dump {
		if w == 0 {
			w, ht = 80, 24
		}
		return dumpAll(out, wares, all, look, [2]int{w, ht})
	}
	m := &visitor{wares: wares, all: all, look: look, size: [2]int{w, ht}}
	_, err := tea.NewProgram(m, tea.WithColorProfile(colorprofile.TrueColor), tea.WithInput(os.Stdin)).Run()
	return err
}

func dumpAll(out io.Writer, wares gallery.Wares, all []gallery.Exhibit, look style.Look, size [2]int) error {
	for _, e := range all {
		text, err := wares.Frame(e, look, size[0], size[1])
		if err != nil {
			return err
		}
		if len(all) > 1 {
			if _, err := fmt.Fprintf(out, "== %s %dx%d\n", e.Name, size[0], size[1]); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return err
		}
	}
	return nil
}

// visitor goes from exhibit to exhibit.
type visitor struct {
	wares  gallery.Wares
	all    []gallery.Exhibit
	at     int
	look   style.Look
	size   [2]int // {0, 0} is the terminal's own
	window [2]int
	app    *tui.App
	err    error
	hung   int // counts exhibits that were hung: messages of earlier ones are dropped
}

// ofExhibit carries a message to the exhibit that it belongs to.
type ofExhibit struct {
	hung int
	msg  tea.Msg
}

func (v *visitor) Init() tea.Cmd { return nil }

// hang makes the exhibit anew.
func (v *visitor) hang() tea.Cmd {
	if v.app != nil {
		v.app.Close()
	}
	v.hung++
	w, h := v.cells()
	app, cmd, err := v.wares.Hang(v.all[v.at], v.look, w, h)
	v.app, v.err = app, err
	if err != nil {
		return nil
	}
	cmds := []tea.Cmd{v.own(cmd)}
	hung := v.hung
	for _, k := range v.all[v.at].Keys() {
		cmds = append(cmds, func() tea.Msg { return ofExhibit{hung, k} })
	}
	return tea.Sequence(cmds...)
}

// own marks the messages of a command as this exhibit's.
func (v *visitor) own(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	hung := v.hung
	return func() tea.Msg {
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			out := make(tea.BatchMsg, len(batch))
			for i, c := range batch {
				out[i] = v.own(c)
			}
			return out
		}
		return ofExhibit{hung, msg}
	}
}

func (v *visitor) cells() (w, h int) {
	if v.size[0] > 0 {
		return v.size[0], v.size[1]
	}
	return max(v.window[0], 1), max(v.window[1]-1, 1)
}

func (v *visitor) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		first := v.window[0] == 0
		v.window = [2]int{m.Width, m.Height}
		if first {
			return v, v.hang()
		}
		return v, v.resize()
	case tea.KeyPressMsg:
		if cmd, ok := v.key(m.String()); ok {
			return v, cmd
		}
	case ofExhibit:
		if m.hung != v.hung {
			return v, nil
		}
		msg = m.msg
	}
	if v.app == nil {
		return v, nil
	}
	if _, quit := msg.(tea.QuitMsg); quit {
		return v, tea.Quit
	}
	_, cmd := v.app.Update(msg)
	return v, v.own(cmd)
}

func (v *visitor) resize() tea.Cmd {
	if v.app == nil {
		return nil
	}
	w, h := v.cells()
	_, cmd := v.app.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return v.own(cmd)
}

// key handles the gallery's own keys.
func (v *visitor) key(name string) (tea.Cmd, bool) {
	switch name {
	case "ctrl+n":
		v.at = (v.at + 1) % len(v.all)
	case "ctrl+p":
		v.at = (v.at + len(v.all) - 1) % len(v.all)
	case "ctrl+s":
		i := 0
		for n, s := range sizes {
			if s == v.size {
				i = n + 1
			}
		}
		v.size = sizes[i%len(sizes)]
		return v.resize(), true
	case "ctrl+g":
		i := 0
		for n, d := range depthNames {
			if depths[d] == v.look.Profile {
				i = n + 1
			}
		}
		v.look.Profile = depths[depthNames[i%len(depthNames)]]
	case "ctrl+t":
		v.look.Ground = (v.look.Ground + 1) % 3
	case "ctrl+o":
		v.look.ASCII = !v.look.ASCII
	default:
		return nil, false
	}
	return v.hang(), true
}

func (v *visitor) View() tea.View {
	var text string
	switch {
	case v.err != nil:
		text = v.err.Error()
	case v.app != nil:
		text = v.app.View().Content
	}
	w, h := v.cells()
	depth := ""
	for _, d := range depthNames {
		if depths[d] == v.look.Profile {
			depth = d
		}
	}
	status := fmt.Sprintf(" %s (%d of %d)  %dx%d  %s, %s  ctrl+n/p screen, ctrl+s size, ctrl+g colours, ctrl+t ground",
		v.all[v.at].Name, v.at+1, len(v.all), w, h, depth, groundName(v.look.Ground))
	view := tea.NewView(text + "\n" + status)
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	return view
}

func groundName(g style.Ground) string {
	for _, n := range groundsBy {
		if grounds[n] == g {
			return n
		}
	}
	return ""
}
