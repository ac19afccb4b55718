// Package gallery hangs every screen of the house with canned views, to look at: for those who draw them, for tests
// that compare drawings, and for the command that shows them in a terminal. Nothing in it plays or stores anything.
//
// An [Exhibit] is made fresh each time; [Frame] draws one without a terminal. The tables' positions are played by the
// games' own bots from a fixed seed, so that a new game hangs here without a line of its own.
package gallery

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Wares are the games whose screens hang here.
type Wares struct {
	Kits    []bot.Kit
	Faces   map[string]felt.Factory
	Books   map[string]string
	Coaches map[string]func(string) felt.Coach
}

// Exhibit is one screen.
type Exhibit struct {
	Name string
	keys []string // pressed to come there
	new  bool     // a first visit
	bare bool     // an empty house
	hang func() (screen.Nav, error)
}

// Exhibits are all screens, in the order of a visit.
func (w Wares) Exhibits() []Exhibit {
	all := []Exhibit{
		{Name: "door", new: true},
		{Name: "lobby"},
		{Name: "lobby/empty", bare: true},
		{Name: "lobby/talk", keys: []string{"t", "H", "i", "space", "a", "l", "l"}},
		{Name: "lobby/leave", keys: []string{"q"}},
		{Name: "lobby/code", keys: []string{"c"}},
		{Name: "open", keys: []string{"o"}},
		{Name: "leaderboard", keys: []string{"b"}},
		{Name: "profile", keys: []string{"m"}},
		{Name: "account", keys: []string{"m", "d"}},
		{Name: "profile/other", keys: []string{"tab", "down", "enter"}},
		{Name: "clubs", keys: []string{"u"}},
		{Name: "club", keys: []string{"u", "enter"}},
		{Name: "club/ladder", keys: []string{"u", "enter", "right"}},
		{Name: "club/new", keys: []string{"u", "n"}},
		{Name: "history", keys: []string{"h"}},
		{Name: "record", keys: []string{"h", "down", "enter"}},
		{Name: "settings", keys: []string{"s"}},
		{Name: "settings/keys", keys: []string{"s", "down", "down", "down", "down", "enter"}},
		{Name: "help", keys: []string{"?"}},
	}
	for _, k := range w.Kits {
		all = append(all, w.tables(k)...)
	}
	return all
}

// tables are the screens of one game.
func (w Wares) tables(k bot.Kit) []Exhibit {
	seats := min(max(3, k.Spec.SeatsMin), k.Spec.SeatsMax)
	at := func(name string, you engine.Seat, stop moment) Exhibit {
		return Exhibit{Name: k.Spec.Name + "/" + name, hang: func() (screen.Nav, error) {
			f, err := frame(k, seats, you, stop)
			if err != nil {
				return screen.Stay(), fmt.Errorf("%s: %w", name, err)
			}
			return screen.Push(tableOf(k, w.Faces[k.Spec.Name], f)), nil
		}}
	}
	turn := func(s engine.Seat, from int) moment {
		return func(m engine.Match, acts int) bool {
			return acts >= from && m.Turn()[0] == s && len(m.Legal(s)) > 1
		}
	}
	if k.Spec.Live {
		turn = func(s engine.Seat, from int) moment {
			return func(m engine.Match, acts int) bool { return acts >= from && m.Turn()[0] == s }
		}
	}
	all := []Exhibit{
		{Name: k.Spec.Name + "/gathering", hang: func() (screen.Nav, error) {
			f := table.Frame{Seq: 1, You: 0, Info: info(k, seats, table.Gathering)}
			f.Info.Chairs[seats-1] = table.Chair{Seat: engine.Seat(seats - 1)}
			f.Info.Chairs[0].Ready = true
			return screen.Push(tableOf(k, w.Faces[k.Spec.Name], f)), nil
		}},
		at("my-move", 0, turn(0, 20)),
		at("my-move-late", 0, turn(0, 45)),
		at("waiting", 0, turn(1, 30)),
		at("spectator", engine.Nobody, turn(1, 40)),
		at("score", 0, func(m engine.Match, _ int) bool { return m.Pause() }),
		at("over", 0, func(engine.Match, int) bool { return false }),
		{Name: k.Spec.Name + "/rules", hang: rules(k.Spec.Name, "")},
		{Name: k.Spec.Name + "/rule", hang: rules(k.Spec.Name, "R14")},
	}
	if !k.Spec.Live {
		return all
	}
	open := func(from int) moment {
		return func(m engine.Match, acts int) bool { return acts >= from && m.Timing().Race && len(m.Legal(0)) > 0 }
	}
	return append(all,
		at("race-armed", 0, func(m engine.Match, acts int) bool { return acts >= 30 && m.Timing().Armed }),
		at("race-open", 0, open(30)), at("race-later", 0, open(90)))
}

func rules(game, clause string) func() (screen.Nav, error) {
	return func() (screen.Nav, error) { return screen.Rules(game, clause), nil }
}

// Hang makes an exhibit's app.
func (w Wares) Hang(e Exhibit, look style.Look, width, height int) (*tui.App, tea.Cmd, error) {
	o := tui.Options{
		Session: newCanned(w.Kits, !e.new, e.bare), Kits: w.Kits, Faces: w.Faces, Books: w.Books, Coaches: w.Coaches,
		Look: look, Width: width, Height: height, Address: "ssh saloon.example", Context: context.Background(),
		Now: func() time.Time { return noon },
	}
	if e.new {
		o.Fingerprint, o.KeyType = fingerprint, "ssh-ed25519"
	} else {
		o.Fingerprint = fingerprint
	}
	app, err := tui.New(o)
	if err != nil {
		return nil, nil, err
	}
	cmd := app.Init()
	if e.hang != nil {
		to, err := e.hang()
		if err != nil {
			return nil, nil, err
		}
		cmd = tea.Batch(cmd, app.Go(to))
	}
	return app, cmd, nil
}

// Keys are pressed once an exhibit hangs, to come to what it shows.
func (e Exhibit) Keys() []tea.KeyPressMsg {
	out := make([]tea.KeyPressMsg, len(e.keys))
	for i, k := range e.keys {
		out[i] = tui.Press(k)
	}
	return out
}

// settle is how long Frame waits for an app that says nothing any more.
const settle = 40 * time.Millisecond

// Settle makes an exhibit's app and lets it come to rest, without a terminal. Close ends it.
func (w Wares) Settle(e Exhibit, look style.Look, width, height int) (*tui.App, error) {
	app, cmd, err := w.Hang(e, look, width, height)
	if err != nil {
		return nil, err
	}
	run := &runner{app: app, back: make(chan tea.Msg, 64)}
	run.start(cmd)
	run.drain()
	for _, k := range e.Keys() {
		_, cmd := app.Update(k)
		run.start(cmd)
		run.drain()
	}
	return app, nil
}

// Frame draws an exhibit without a terminal.
func (w Wares) Frame(e Exhibit, look style.Look, width, height int) (string, error) {
	app, err := w.Settle(e, look, width, height)
	if err != nil {
		return "", err
	}
	defer app.Close()
	return app.View().Content, nil
}

// runner runs an app's commands. Those that wait for what never comes are left behind.
type runner struct {
	app  *tui.App
	back chan tea.Msg
}

func (r *runner) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() { // contained: not at all, a screen that panics must end whoever looks at it here
		msg := cmd()
		select {
		case r.back <- msg:
		case <-time.After(time.Second):
		}
	}()
}

// drain handles messages until there are none.
func (r *runner) drain() {
	for {
		select {
		case msg := <-r.back:
			if batch, ok := msg.(tea.BatchMsg); ok {
				for _, c := range batch {
					r.start(c)
				}
				continue
			}
			_, cmd := r.app.Update(msg)
			r.start(cmd)
		case <-time.After(settle):
			return
		}
	}
}
