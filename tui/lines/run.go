package lines

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/style"
)

// answerIn bounds how long a command waits for the lobby's or a table's verdict.
const answerIn = 15 * time.Second

// lineMax bounds a line that is typed, in bytes.
const lineMax = 4096

// talker is one session in lines. Its loop owns everything in it.
type talker struct {
	tui.Options
	ctx  context.Context
	out  io.Writer
	err  error // of the first write that failed
	quit bool

	leaves bool // the session ends because the player has said so

	news    lobby.News
	said    []lobby.Said    // the talk that was printed last
	listed  []lobby.Listing // the tables that were listed last, by number
	myTurns map[table.ID]bool
	typedAt time.Time // when the line came that is obeyed
	at      *seat     // the table, if one is at any
	warning string    // the warning that was said last
}

// Run plays a session: it reads lines from in until it ends, somebody quits or the context is done, and appends to out.
// It closes neither. While it waits for a line nothing but in's own end ends that wait, so whoever cancels the context
// closes in as well. It fails when out can no longer be written.
func Run(ctx context.Context, in io.Reader, out io.Writer, o tui.Options) error {
	if err := o.Complete(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &talker{Options: o, ctx: ctx, out: out, myTurns: make(map[table.ID]bool)}
	typed := make(chan entry)
	table.Go(t.Log, "reading lines", func() { read(ctx, in, typed, t.Now) })
	t.greet()
	for !t.quit && t.err == nil {
		select {
		case <-ctx.Done():
			t.quit = true
		case line, ok := <-typed:
			if !ok {
				t.quit = true
				break
			}
			t.Session.Key()
			t.typedAt = line.at
			t.obey(line.text)
		case <-t.Session.Bell():
			t.hear()
		case <-t.bell():
			t.look()
		}
	}
	if !t.leaves {
		t.Session.Close() // a lost line, and tables hear it as one
	}
	t.leaveTable()
	return t.err
}

// entry is a line that was typed, and when it came.
type entry struct {
	text string
	at   time.Time
}

// read hands over what is typed, line by line.
func read(ctx context.Context, in io.Reader, typed chan<- entry, now func() time.Time) {
	defer close(typed)
	s := bufio.NewScanner(in)
	s.Buffer(make([]byte, 0, 256), lineMax)
	for s.Scan() {
		select {
		case typed <- entry{s.Text(), now()}:
		case <-ctx.Done():
			return
		}
	}
}

// bell is the table's, or nobody's.
func (t *talker) bell() <-chan struct{} {
	if t.at == nil {
		return nil
	}
	return t.at.visit.Bell()
}

// say appends a line.
func (t *talker) say(format string, args ...any) {
	if t.err != nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	for line := range strings.SplitSeq(text, "\n") {
		if _, err := io.WriteString(t.out, style.Clean(line, 2000)+"\n"); err != nil {
			t.err = err
			return
		}
	}
}

// sorry says what went wrong, if anything did.
func (t *talker) sorry(err error) bool {
	if err == nil {
		return false
	}
	text, ours := tui.Words(err)
	if ours {
		t.Log.Error("Line failed", "player", t.Session.Player().ID, "err", err)
	}
	t.say("%s", text)
	return true
}

// wait runs something that may take a while.
func (t *talker) wait(f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(t.ctx, answerIn)
	defer cancel()
	return f(ctx)
}

func (t *talker) greet() {
	t.say("Welcome to the Saloon: cards and company, open all night.")
	if ban, out := t.Session.Banned(); out {
		t.say("%s", ban.Words(t.Session.Player().Prefs.Clock()))
		t.say("If that is wrong, type \"appeal\" and what you have to say against it. \"quit\" leaves.")
		return
	}
	if !t.Session.Named() {
		if t.Fingerprint != "" {
			t.say("Your key is %s. That key is you: no password, nothing to remember.", t.Fingerprint)
		}
		t.say("What shall we call you? Type a name, or \"code\" and a code from another key of yours, " +
			"or \"words\" and your recovery words.")
		if s := t.Session.Suggestion(); s != "" {
			t.say("Just Enter takes %q.", s)
		}
		return
	}
	t.enter()
}

// enter is the first that one hears in the lobby.
func (t *talker) enter() {
	p := t.Session.Player()
	guest := ""
	if p.Guest {
		guest = " You are a guest: your matches are unrated."
	}
	t.say("You are %s.%s Type help for all that can be typed.", p.Name, guest)
	t.leaving()
	switch in := t.Intent; in.Verb {
	case tui.ToPlay:
		t.play([]string{in.Game})
	case tui.ToJoin:
		t.join([]string{string(in.Table)})
	case tui.ToWatch:
		t.watch([]string{string(in.Table)})
	case tui.ToReplay:
		t.again([]string{string(in.Match)})
	case tui.ToDraw:
		t.say("Your draw is measured on a screen, and this terminal says that it has none.")
	default:
		t.say("\"play\" deals you in at once, \"tables\" lists the tables, \"say\" and a text talks.")
	}
}

// name takes what a newcomer types.
func (t *talker) name(line string) {
	text := strings.TrimSpace(line)
	if text == "" {
		text = t.Session.Suggestion()
	}
	if text == "quit" {
		t.quit = true
		return
	}
	words := strings.Fields(text)
	err := t.wait(func(ctx context.Context) error {
		if len(words) == 2 && strings.EqualFold(words[0], "code") {
			return t.Session.Redeem(ctx, words[1])
		}
		if len(words) > 2 && strings.EqualFold(words[0], "words") {
			return t.recover(ctx, strings.Join(words[1:], " "))
		}
		return t.Session.SetName(ctx, text)
	})
	if !t.sorry(err) {
		t.enter()
	}
}

// hear takes the lobby's news in and says what somebody would want to hear at once.
func (t *talker) hear() {
	n, ok, open := t.Session.Take()
	if ok {
		first := t.news.Now.IsZero()
		t.news = n
		if n.Toast != "" {
			t.say("* %s", n.Toast)
		}
		t.hearTalk(n.Talk, first)
		t.hearTurns(n.Tables())
		t.warned()
		if n.Gone != "" {
			t.say("%s", n.Gone)
			t.quit = true
		}
	}
	if !open {
		t.quit = true
	}
}

// hearTalk says what is new in the lobby's talk. The first news of a session are not new.
func (t *talker) hearTalk(talk []lobby.Said, first bool) {
	fresh := talk
	if n := len(t.said); n > 0 {
		for i := len(talk) - 1; i >= 0; i-- {
			if talk[i] == t.said[n-1] {
				fresh = talk[i+1:]
				break
			}
		}
	}
	t.said = talk
	if first || t.at != nil {
		return
	}
	for _, s := range fresh {
		t.say("%s says: %s", s.From.Name, s.Text)
	}
}

// hearTurns says at which other tables it is this player's move now.
func (t *talker) hearTurns(all []lobby.Listing) {
	now := make(map[table.ID]bool)
	for _, l := range all {
		if !l.MyTurn {
			continue
		}
		now[l.ID] = true
		if !t.myTurns[l.ID] && (t.at == nil || t.at.visit.ID() != l.ID) {
			t.say("* It is your move at table %s. Type: join %s", l.ID, l.ID)
		}
	}
	t.myTurns = now
}

// kit finds a game by its name or number, or the only one.
func (t *talker) kit(name string) (bot.Kit, bool) {
	for i, k := range t.Kits {
		if strings.EqualFold(k.Spec.Name, name) || strings.EqualFold(k.Spec.Title, name) || name == fmt.Sprint(i+1) ||
			name == "" && len(t.Kits) == 1 {
			return k, true
		}
	}
	var all []string
	for i, k := range t.Kits {
		all = append(all, fmt.Sprintf("%d %s", i+1, k.Spec.Name))
	}
	t.say("Which game? %s.", strings.Join(all, ", "))
	return bot.Kit{}, false
}
