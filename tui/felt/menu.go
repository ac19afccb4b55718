package felt

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// choice is an answer to a dialog that does something at the table.
func (f *Felt) choice(k, words string, do func(context.Context) error) screen.Choice {
	return screen.Choice{Key: k, Words: words, Do: func(string) (tea.Cmd, screen.Nav) {
		return f.act(do), screen.Stay()
	}}
}

var back = screen.Choice{Key: "esc", Words: "Back to the table"}

// openMenu asks what to do about the table itself.
func (f *Felt) openMenu() (tea.Cmd, screen.Nav) {
	d := screen.Dialog{Title: "Table " + string(f.Table()), Text: f.menuText()}
	_, seated := f.chair()
	stage := f.frame.Info.Stage
	if seated && stage == table.Playing {
		d.Choices = append(d.Choices, f.playingChoices()...)
	}
	if seated && stage == table.Adjourned && !f.voting(table.Resume) {
		d.Choices = append(d.Choices, f.choice("u", "Go on with the match", func(ctx context.Context) error {
			return f.deps.Visit.Cast(ctx, table.Resume, true)
		}))
	}
	if seated && (stage == table.Gathering || stage == table.Ended) {
		d.Choices = append(d.Choices, f.goodbye("s", "Stand up and go to the lobby", false))
	}
	if c := f.deps.Coach; c != nil {
		if _, on := c.Tip(); on {
			d.Choices = append(d.Choices, screen.Choice{Key: "k", Words: "Skip the lesson", Do: f.skipLesson})
		}
	}
	d.Choices = append(d.Choices, f.sealsChoice()...)
	if f.deps.Report != nil && len(f.others()) > 0 {
		d.Choices = append(d.Choices, screen.Choice{Key: "r", Words: "Report somebody to the house", Do: f.report})
	}
	leave := "Go to the lobby"
	if seated && stage != table.Ended {
		leave = "Go to the lobby; the seat stays yours"
	}
	d.Choices = append(d.Choices, screen.Choice{Key: "l", Words: leave,
		Do: func(string) (tea.Cmd, screen.Nav) { return nil, screen.Pop() }}, back)
	return nil, screen.Ask(d)
}

func (f *Felt) menuText() string {
	switch {
	case f.frame.Info.Stage == table.Playing && f.frame.Ask != nil:
		return "The match goes on behind this, and it is your move."
	case f.frame.Info.Stage == table.Playing:
		return "The match goes on behind this."
	}
	return ""
}

func (f *Felt) skipLesson(string) (tea.Cmd, screen.Nav) {
	f.deps.Coach.Stop()
	f.version++
	cmd, _ := f.learned(false)
	return cmd, screen.Toast("The lesson is over. The match goes on; leave it whenever you like.")
}

// playingChoices are the ways out of a running match, the gentlest first.
func (f *Felt) playingChoices() []screen.Choice {
	var all []screen.Choice
	if !f.frame.Info.Settings.Lesson && !f.voting(table.Adjourn) {
		all = append(all, f.choice("a", "Ask to adjourn: all stands still until all are back",
			func(ctx context.Context) error { return f.deps.Visit.Cast(ctx, table.Adjourn, true) }))
	}
	later := func(ctx context.Context) error { return f.deps.Visit.Stand(ctx, false) }
	switch me, _ := f.chair(); {
	case f.frame.Info.Settings.Lesson:
	case me.Leaving:
		all = append(all, f.choice("s", "Stay after all", later))
	default:
		all = append(all, screen.Choice{Key: "s", Words: "Stand up after this hand",
			Do: func(string) (tea.Cmd, screen.Nav) {
				return nil, screen.Ask(screen.Dialog{
					Title: "Stand up after this hand?",
					Text:  f.lossText() + " Until the hand is over you may think better of it.",
					Choices: []screen.Choice{
						f.choice("s", "Stand up then", later), {Key: "esc", Words: "Stay"},
					},
				})
			}})
	}
	return append(all, screen.Choice{Key: "w", Words: "Walk out now", Danger: true,
		Do: func(string) (tea.Cmd, screen.Nav) { return nil, screen.Ask(f.walkOut()) }})
}

// goodbye is an answer that gives the seat up and, once the table has heard it, goes to the lobby.
func (f *Felt) goodbye(k, words string, danger bool) screen.Choice {
	return screen.Choice{Key: k, Words: words, Danger: danger, Do: func(string) (tea.Cmd, screen.Nav) {
		return f.leave(func(ctx context.Context) error { return f.deps.Visit.Stand(ctx, true) }), screen.Stay()
	}}
}

// lossText says what it costs to leave a match.
func (f *Felt) lossText() string {
	text := "You lose this match, and a bot plays your seat on, unless somebody takes it over."
	if f.frame.Info.Settings.Rated {
		text += " In the ratings it counts as the last place."
	}
	return text
}

func (f *Felt) walkOut() screen.Dialog {
	text := f.lossText()
	if f.frame.Info.Settings.Lesson {
		text = "The lesson ends here. In the lobby, l begins it anew."
	}
	return screen.Dialog{Title: "Walk out?", Text: text, Choices: []screen.Choice{
		f.goodbye("w", "Walk out", true),
		{Key: "esc", Words: "Stay"},
	}}
}

// openBots asks how strong the bots should be that take all free seats.
func (f *Felt) openBots() (tea.Cmd, screen.Nav) {
	d := screen.Dialog{Title: "Bots for the free seats"}
	for i, l := range f.deps.Levels {
		if i > 0 {
			d.Text += "\n"
		}
		d.Text += l.Name + ": " + l.Words
		d.Choices = append(d.Choices, f.choice(strconv.Itoa(i+1), l.Name, func(ctx context.Context) error {
			return f.deps.Visit.SeatBot(ctx, engine.Nobody, l.Name)
		}))
	}
	d.Choices = append(d.Choices, screen.Choice{Key: "esc", Words: "No bots"})
	return nil, screen.Ask(d)
}

// removable reports whether somebody else or a bot has a seat.
func (f *Felt) removable() bool {
	for _, c := range f.frame.Info.Chairs {
		if !c.Free() && c.Owner.ID != f.deps.Me {
			return true
		}
	}
	return false
}

// openRemove asks the host which seat to empty.
func (f *Felt) openRemove() (tea.Cmd, screen.Nav) {
	d := screen.Dialog{Title: "Empty a seat", Text: "Who should leave? A person whom you ask to cannot sit down here " +
		"again, but may watch."}
	for i, c := range f.frame.Info.Chairs {
		if c.Free() || c.Owner.ID == f.deps.Me {
			continue
		}
		seat := engine.Seat(i)
		words := fmt.Sprintf("Seat %d: %s", i+1, f.scene().Name(seat))
		d.Choices = append(d.Choices, f.choice(strconv.Itoa(i+1), words, func(ctx context.Context) error {
			return f.deps.Visit.Remove(ctx, seat)
		}))
	}
	d.Choices = append(d.Choices, screen.Choice{Key: "esc", Words: "Nobody"})
	return nil, screen.Ask(d)
}

// taken reports whether anybody has a seat.
func (f *Felt) taken() bool {
	for _, c := range f.frame.Info.Chairs {
		if !c.Free() {
			return true
		}
	}
	return false
}

// openSwap asks the host which two seats change places; of two seats there is nothing to ask.
func (f *Felt) openSwap() (tea.Cmd, screen.Nav) {
	if len(f.frame.Info.Chairs) == 2 {
		return f.act(func(ctx context.Context) error { return f.deps.Visit.Swap(ctx, 0, 1) }), screen.Stay()
	}
	return nil, screen.Ask(f.seatChoice("Swap seats", "Who should sit elsewhere?", engine.Nobody,
		func(a engine.Seat) screen.Choice {
			return screen.Choice{Do: func(string) (tea.Cmd, screen.Nav) {
				return nil, screen.Ask(f.seatChoice("Swap seats", f.seatName(a)+" changes places with:", a,
					func(b engine.Seat) screen.Choice {
						return f.choice("", "", func(ctx context.Context) error { return f.deps.Visit.Swap(ctx, a, b) })
					}))
			}}
		}))
}

// seatChoice is a dialog that lists the seats, but for one.
func (f *Felt) seatChoice(title, text string, but engine.Seat, pick func(engine.Seat) screen.Choice) screen.Dialog {
	d := screen.Dialog{Title: title, Text: text}
	for i := range f.frame.Info.Chairs {
		seat := engine.Seat(i)
		if seat == but {
			continue
		}
		c := pick(seat)
		c.Key, c.Words = strconv.Itoa(i+1), f.seatName(seat)
		d.Choices = append(d.Choices, c)
	}
	d.Choices = append(d.Choices, screen.Choice{Key: "esc", Words: "Nobody"})
	return d
}

// seatName is a seat with whoever sits there.
func (f *Felt) seatName(s engine.Seat) string {
	if c := f.frame.Info.Chairs; int(s) < len(c) && c[s].Free() {
		return fmt.Sprintf("Seat %d, which is free", s+1)
	}
	return fmt.Sprintf("Seat %d: %s", s+1, f.scene().Name(s))
}

// others are the people at the table whom one could complain about, those who sit first.
func (f *Felt) others() (names []string) {
	info := f.frame.Info
	for _, c := range info.Chairs {
		if c.Owner.ID != "" && !c.Owner.IsBot() && c.Owner.ID != f.deps.Me {
			names = append(names, c.Owner.Name)
		}
	}
	for _, w := range info.Watchers {
		if w.ID != f.deps.Me {
			names = append(names, w.Name)
		}
	}
	return names[:min(len(names), 9)]
}

// report asks about whom.
func (f *Felt) report(string) (tea.Cmd, screen.Nav) {
	d := screen.Dialog{Title: "About whom?"}
	for i, name := range f.others() {
		d.Choices = append(d.Choices, screen.Choice{
			Key: strconv.Itoa(i + 1), Words: style.Clean(name, lobby.NameWidthMax),
			Do: func(string) (tea.Cmd, screen.Nav) { return nil, screen.Ask(f.deps.Report(name)) },
		})
	}
	d.Choices = append(d.Choices, back)
	return nil, screen.Ask(d)
}
