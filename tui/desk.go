package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/phrase"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// answerIn bounds how long a screen waits for the lobby's verdict.
const answerIn = 15 * time.Second

// desk is what all screens of a session share.
type desk struct {
	Options
	news  lobby.News // the newest
	heard uint64     // how many there were
	prefs lobby.Prefs
	now   time.Time // of the message that is being handled
	books *shelf
}

// reply is the end of a command: what it found out is acted on here, in the event loop.
type reply struct {
	from screen.Screen
	act  func() (tea.Cmd, screen.Nav)
}

// do runs f, which may wait, and then acts on what it returns in the event loop.
func (d *desk) do(from screen.Screen, f func(context.Context) func() (tea.Cmd, screen.Nav)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(d.Context, answerIn)
		defer cancel()
		return reply{from, f(ctx)}
	}
}

// tell runs f, which may wait, and says what went wrong, if anything did.
func (d *desk) tell(from screen.Screen, f func(context.Context) error) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := f(ctx)
		return func() (tea.Cmd, screen.Nav) { return nil, d.sorry(err) }
	})
}

// visit goes to a table: f, which may wait, opens it. A form makes room for the table, other screens stay below it.
func (d *desk) visit(from screen.Screen, instead bool, f func(context.Context) (*lobby.Visit, error)) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		at, err := arrive(ctx, f)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, d.sorry(err)
			}
			to, err := d.table(at)
			if err != nil {
				at.Close()
				return nil, d.sorry(err)
			}
			if instead {
				return nil, screen.Replace(to)
			}
			return nil, screen.Push(to)
		}
	})
}

// spoken are the errors whose words are made for players.
var spoken = []error{
	lobby.ErrNotFound, lobby.ErrNameTaken, lobby.ErrName, lobby.ErrSlow, lobby.ErrGuest, lobby.ErrTables,
	lobby.ErrDraining, lobby.ErrUnnamed, lobby.ErrClosed, lobby.ErrRunning, lobby.ErrSecret, lobby.ErrOver,
	lobby.ErrRoster, lobby.ErrOwner, lobby.ErrCrowded, lobby.ErrNeighbour, lobby.ErrVisits, club.ErrClub,
	lobby.ErrMuted, lobby.ErrBanned, lobby.ErrReports, lobby.ErrKeyTaken, lobby.ErrLastKey, lobby.ErrConfirm,
	lobby.ErrPapers, lobby.ErrReport, lobby.ErrNoSeason, lobby.ErrRatedOn, lobby.ErrSo, phrase.ErrPhrase,
	table.ErrStale, table.ErrBusy, table.ErrGone, table.ErrDenied, table.ErrFull, table.ErrHalted,
	engine.ErrIllegal, engine.ErrNotAsked, engine.ErrOver, engine.ErrConfig,
}

// Words says an error as a sentence for the player. ours is true for what was not made for players: its sentence says
// no more than that, and whoever shows it notes the error.
func Words(err error) (text string, ours bool) {
	if words := table.DiskWords(err); words != "" {
		return sentence(words), false
	}
	for _, known := range spoken {
		if errors.Is(err, known) {
			return sentence(err.Error()), false
		}
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "That took too long. Please try again.", false
	default:
		return "Something went wrong, and we have a note of it.", !errors.Is(err, context.Canceled)
	}
}

// words is Words, with the note of it.
func (d *desk) words(err error) string {
	text, ours := Words(err)
	if ours {
		d.Log.Error("Screen failed", "player", d.Session.Player().ID, "err", err)
	}
	return text
}

// sorry is a toast about an error, or nothing.
func (d *desk) sorry(err error) screen.Nav {
	if err == nil {
		return screen.Stay()
	}
	return screen.Toast(d.words(err))
}

// kit finds a game; where there is only one, any name finds it.
func (d *desk) kit(game string) (bot.Kit, bool) {
	for _, k := range d.Kits {
		if k.Spec.Name == game {
			return k, true
		}
	}
	if len(d.Kits) == 1 {
		return d.Kits[0], true
	}
	return bot.Kit{}, false
}

// taughtHere lists the games that have a lesson.
func (d *desk) taughtHere() []bot.Kit {
	return slices.DeleteFunc(slices.Clone(d.Kits), func(k bot.Kit) bool { return d.Coaches[k.Spec.Name] == nil })
}

// title is a game's name for people.
func (d *desk) title(game string) string {
	for _, k := range d.Kits {
		if k.Spec.Name == game {
			return k.Spec.Title
		}
	}
	return style.Clean(game, 40)
}

// me is the name that the player bears.
func (d *desk) me() string { return style.Clean(d.Session.Player().Name, lobby.NameWidthMax) }

// table makes the screen of a table.
func (d *desk) table(at *arrived) (screen.Screen, error) {
	set := at.first.Info.Settings
	kit, ok := d.kit(set.Game)
	if !ok {
		return nil, fmt.Errorf("%w: the house has no game %q", lobby.ErrNotFound, set.Game)
	}
	deps := felt.Deps{
		Visit: at, Spec: kit.Spec, Levels: kit.Levels, Face: d.Faces[kit.Spec.Name],
		Me: d.Session.Player().ID, Prefs: func() lobby.Prefs { return d.prefs },
		Now: d.Now, Start: d.now, Lag: d.Lag, Line: d.Line, Join: d.invitation(), Rating: d.ratingOf, Held: at.held,
		Report: func(about string) screen.Dialog { return d.complaint(nil, about, at.ID()) },
	}
	coach := d.Coaches[kit.Spec.Name]
	if coach == nil || !set.Lesson {
		return felt.New(deps), nil
	}
	var to *felt.Felt
	deps.Coach = coach(d.prefs.Lesson(kit.Spec.Name, at.ID()))
	deps.Learned = func(step string) tea.Cmd { return d.save(nil, d.prefs.Learned(kit.Spec.Name, at.ID(), step)) }
	deps.Taught = func() screen.Dialog { return d.taught(to, at, kit.Spec.Name) }
	to = felt.New(deps)
	return to, nil
}

// taught is what somebody is told who has taken a lesson to its end.
func (d *desk) taught(from *felt.Felt, at *arrived, game string) screen.Dialog {
	leave := func(then func() (tea.Cmd, screen.Nav)) func(string) (tea.Cmd, screen.Nav) {
		return func(string) (tea.Cmd, screen.Nav) {
			return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
				if err := at.Stand(ctx, true); err != nil {
					return func() (tea.Cmd, screen.Nav) { return nil, d.sorry(err) }
				}
				return then
			}), screen.Stay()
		}
	}
	text, stay := "That was a whole hand, and every hand goes like it.", "play this match on"
	if kit, ok := d.kit(game); ok && kit.Spec.Live {
		text, stay = "That was a whole game, with every kind of card.", "stay at this table"
	}
	return screen.Dialog{
		Title: "You know the game now",
		Text:  text + " You may sit down at any table; R opens the rule book wherever you are.",
		Choices: []screen.Choice{
			{Key: "p", Words: "play with others now", Do: leave(func() (tea.Cmd, screen.Nav) {
				return d.visit(from, true, func(ctx context.Context) (*lobby.Visit, error) {
					return d.Session.Quick(ctx, game)
				}), screen.Stay()
			})},
			{Key: "l", Words: "to the lobby", Do: leave(func() (tea.Cmd, screen.Nav) { return nil, screen.Pop() })},
			{Key: "esc", Words: stay},
		},
	}
}

// invitation is what somebody types to come to a table, without its code. A command needs a terminal to be asked for.
func (d *desk) invitation() string {
	return strings.Replace(d.Address, "ssh ", "ssh -t ", 1) + " join"
}

// ratingOf says in a few words what is known of a person's strength, and how they stay at their tables.
func (d *desk) ratingOf(id table.PlayerID) string {
	p, here := d.news.Person(id)
	if !here {
		return ""
	}
	return strings.Trim(p.Rating+", "+stays(p.Conduct), ", ")
}

// save stores the player's settings.
func (d *desk) save(from screen.Screen, p lobby.Prefs) tea.Cmd {
	d.prefs = p
	return d.tell(from, func(ctx context.Context) error { return d.Session.SavePrefs(ctx, p) })
}
