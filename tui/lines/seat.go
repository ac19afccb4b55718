package lines

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/widget"
)

// seat is a session's side of one table.
type seat struct {
	visit felt.Visit
	kit   bot.Kit
	face  felt.Face
	coach felt.Coach
	frame table.Frame
	seen  bool
	asked bool   // it was this player's move in the last frame
	ask   uint64 // the question whose choices were printed
	tip   string // the coach's step that was said last
	votes string // the votes that were said last
	waits string // what everybody waits for, said last
	race  race   // the last one
}

// choicesMax is how many choices are said without being asked for.
const choicesMax = 30

// visit goes to a table.
func (t *talker) visit(open func(context.Context) (*lobby.Visit, error)) {
	var v *lobby.Visit
	err := t.wait(func(ctx context.Context) (err error) {
		v, err = open(ctx)
		return err
	})
	if t.sorry(err) {
		return
	}
	t.leaveTable()
	t.at = &seat{visit: v}
	t.say("You are at table %s. Type help for what can be typed here.", v.ID())
}

// leaveTable leaves the table's side; a seat stays.
func (t *talker) leaveTable() {
	if t.at != nil {
		t.at.visit.Close()
		t.at = nil
	}
}

// look takes a frame in and says what is new.
func (t *talker) look() {
	s := t.at
	f, ok, open := s.visit.Take()
	if !open {
		t.say("This table has closed.")
		t.leaveTable()
		return
	}
	if !ok {
		return
	}
	if !s.seen && !t.meet(f) {
		return
	}
	before := s.frame
	s.frame = f
	if f.Missed > 0 {
		t.say("(%d earlier lines were missed)", f.Missed)
	}
	for _, l := range f.Lines {
		t.line(l)
	}
	if f.View != nil {
		if err := s.face.Show(f.View, f.Ask, felt.Table{Info: f.Info, Me: f.You, Now: t.Now()}); t.sorry(err) {
			t.leaveTable()
			return
		}
	}
	if f.Info.Stage != before.Info.Stage {
		t.stage(f.Info)
	}
	t.tellVotes(f.Info)
	t.tellWaits(f)
	if !s.seen {
		s.seen = true
		if f.Info.Stage != table.Gathering && f.Ask == nil {
			t.position(nil)
		}
	}
	t.tellCoach()
	t.tellRace(f.Race)
	t.tellAsk()
	if f.Gone != "" {
		t.say("%s", f.Gone)
		t.leaveTable()
	}
}

// meet chooses the game's face at the first frame.
func (t *talker) meet(f table.Frame) bool {
	k, ok := t.kit(f.Info.Settings.Game)
	if !ok {
		t.leaveTable()
		return false
	}
	t.at.kit, t.at.face = k, t.Faces[k.Spec.Name]()
	if c := t.Coaches[k.Spec.Name]; c != nil && f.Info.Settings.Lesson {
		t.at.coach = c(t.Session.Player().Prefs.Lesson(k.Spec.Name, f.Info.ID))
	}
	return true
}

func (t *talker) line(l table.Line) {
	switch l.Lane {
	case table.Say:
		t.say("%s says: %s", l.From.Name, l.Text)
	case table.Whisper:
		t.say("%s whispers: %s", l.From.Name, l.Text)
	case table.House:
		t.say("* %s", l.Text)
	default:
		t.say("%s", l.Text)
	}
}

// stage says where the table is in its life now.
func (t *talker) stage(in table.Info) {
	switch in.Stage {
	case table.Gathering:
		t.seats(nil)
		levels := t.at.kit.Levels
		t.say("When everybody has typed \"ready\" and every seat is taken, the match begins. "+
			"\"bot %s\" fills free seats.", levels[min(1, len(levels)-1)].Name)
	case table.Adjourned:
		t.say("The match is adjourned. \"resume\" asks to go on.")
	case table.Ended:
		t.result(in)
	case table.Halted:
		t.say("This table has stopped: %s", in.Trouble)
	}
}

// result says how the match ended.
func (t *talker) result(in table.Info) {
	if in.Result == nil {
		return
	}
	out := in.Result.Outcome
	for rank := 1; rank <= len(out.Ranks); rank++ {
		for s, r := range out.Ranks {
			if r == rank && s < len(out.Points) {
				t.say("%d. %s with %s.", rank, t.called(engine.Seat(s)), lobby.Thousands(out.Points[s]))
			}
		}
	}
	for _, c := range in.Result.Changes {
		if c.Player == t.Session.Player().ID {
			t.say("%s", lobby.Explain(c))
		}
	}
	if in.Result.Why != "" {
		t.say("%s", in.Result.Why)
	}
	t.say("\"rematch\" asks for another one, \"leave\" goes to the lobby.")
}

// called is a seat's owner's name.
func (t *talker) called(s engine.Seat) string {
	in := t.at.frame.Info
	if s < 0 || int(s) >= len(in.Chairs) || in.Chairs[s].Free() && in.Chairs[s].Owner.Name == "" {
		return "nobody"
	}
	return in.Chairs[s].Owner.Called()
}

// tellVotes says what people want, once.
func (t *talker) tellVotes(in table.Info) {
	var now []string
	for _, v := range in.Votes {
		now = append(now, fmt.Sprintf("%s asks: %s? Type yes or no.", t.called(v.By), v.Motion))
	}
	text := strings.Join(now, "\n")
	if text != "" && text != t.at.votes {
		t.say("%s", text)
	}
	t.at.votes = text
}

// tellWaits says once what a match waits for, if it is nobody's move. When it waits for this player to have seen a
// score, the score is said.
func (t *talker) tellWaits(f table.Frame) {
	text, mine := "", false
	for _, w := range f.Info.Waits {
		switch {
		case f.Info.Stage != table.Playing || f.Ask != nil || f.Sealed != nil || f.Race != nil && w.Seat < 0:
		case w.Seat == engine.Nobody && text == "":
			text = w.Text
		case w.Seat == f.You && f.You >= 0:
			text, mine = w.Text, true
		}
	}
	if f.Sealed != nil {
		text = "Your answer is in: " + f.Sealed.Words + ". It shows when the window ends."
	}
	said := t.at.waits
	t.at.waits = text
	switch {
	case text == "" || text == said:
	case mine:
		for _, l := range t.at.face.Lines() {
			t.say("%s", l)
		}
		t.say("Type ready when you have heard enough.")
	case f.Sealed != nil:
		t.say("%s", text)
	default:
		t.say("Waiting for %s.", text)
	}
}

func (t *talker) tellCoach() {
	s := t.at
	if s.coach == nil || s.frame.View == nil {
		return
	}
	s.coach.See(s.frame.View, s.frame.Ask, felt.Table{Info: s.frame.Info, Me: s.frame.You, Now: t.Now()})
	for range 20 { // tips that only want to be read follow each other
		tip, ok := s.coach.Tip()
		if !ok || tip.Step == s.tip {
			return
		}
		s.tip = tip.Step
		t.say("Lesson: %s. %s", tip.Title, cmp.Or(tip.Plain, tip.Text))
		t.learned(tip.Step)
		if !tip.Waits {
			return
		}
		if s.coach.Next(); done(s.coach) {
			t.learned(felt.Done)
			t.say("That was the lesson: you know the game now. \"leave\" and then \"play\" deals you in with others.")
			return
		}
	}
}

func done(c felt.Coach) bool {
	_, more := c.Tip()
	return !more
}

// learned keeps how far the lesson has come.
func (t *talker) learned(step string) {
	p := t.Session.Player().Prefs.Learned(t.at.kit.Spec.Name, t.at.visit.ID(), step)
	t.do(func(ctx context.Context) error { return t.Session.SavePrefs(ctx, p) })
}

// tellAsk says that it is this player's move, and the choices.
func (t *talker) tellAsk() {
	s := t.at
	a := s.frame.Ask
	if a == nil {
		s.asked = false
		return
	}
	if a.ID == s.ask {
		return
	}
	if !s.asked {
		s.asked = true
		for _, l := range s.face.Lines() {
			t.say("%s", l)
		}
	}
	left := ""
	if d := a.Deadline.Sub(t.Now()); !a.Deadline.IsZero() && d > 0 {
		left = " You have " + widget.Clock(d) + "."
	}
	t.say("Your move.%s", left)
	t.choices(choicesMax)
}

// choices says what may be done, by number.
func (t *talker) choices(most int) {
	a := t.at.frame.Ask
	t.at.ask = a.ID
	for i, w := range a.Words {
		if i == most {
			t.say("And %d more. \"moves\" says all.", len(a.Words)-i)
			break
		}
		t.say("%d: %s", i+1, w)
	}
	if a.Bounds != "" {
		t.say("%s", a.Bounds)
	}
}

func (t *talker) moves([]string) {
	if t.at.frame.Ask == nil {
		t.say("It is not your move.")
		return
	}
	t.choices(1 << 20)
}

func (t *talker) position([]string) {
	s := t.at
	if s.frame.View == nil {
		t.seats(nil)
		return
	}
	for _, l := range s.face.Lines() {
		t.say("%s", l)
	}
	for _, w := range s.frame.Info.Waits {
		t.say("Waiting for %s.", w.Text)
	}
}

// seats says who sits at the table.
func (t *talker) seats([]string) {
	in := t.at.frame.Info
	for i, c := range in.Chairs {
		text := fmt.Sprintf("Seat %d: ", i+1)
		switch {
		case c.Free():
			text += "free"
		case c.Owner.IsBot():
			text += c.Owner.Called() + ", " + c.Owner.Sort()
		default:
			text += c.Owner.Name
			switch {
			case !c.Here:
				text += ", away"
			case c.Faint:
				text += ", whose line does not answer"
			}
			if c.Ready && in.Stage == table.Gathering {
				text += ", ready"
			}
			if c.StandIn != "" {
				text += ", a bot plays"
			}
			if in.Stage == table.Playing {
				text += ", " + widget.Clock(c.Clock.LeftAt(t.Now())) + " left"
			}
		}
		t.say("%s.", text)
	}
}

// do does something at the table.
func (t *talker) do(f func(context.Context) error) { t.sorry(t.wait(f)) }

func ready(yes bool) func(*talker, []string) {
	return func(t *talker, _ []string) {
		t.do(func(ctx context.Context) error { return t.at.visit.Ready(ctx, yes) })
	}
}

func cast(m table.Motion) func(*talker, []string) {
	return func(t *talker, _ []string) {
		t.do(func(ctx context.Context) error { return t.at.visit.Cast(ctx, m, true) })
	}
}

func vote(yes bool) func(*talker, []string) {
	return func(t *talker, _ []string) {
		if len(t.at.frame.Info.Votes) == 0 {
			t.say("Nobody asks for anything.")
			return
		}
		m := t.at.frame.Info.Votes[0].Motion
		t.do(func(ctx context.Context) error { return t.at.visit.Cast(ctx, m, yes) })
	}
}

// levels names a game's bots.
func (t *talker) levels(k bot.Kit) string {
	var names []string
	for _, l := range k.Levels {
		names = append(names, l.Name)
	}
	return "Bots are: " + strings.Join(names, ", ") + "."
}

// seatOf reads a seat's number from 1.
func seatOf(args []string) engine.Seat {
	for _, a := range args {
		if n, err := strconv.Atoi(a); err == nil && n >= 1 && n <= engine.SeatsMax {
			return engine.Seat(n - 1)
		}
	}
	return engine.Nobody
}

func (t *talker) bot(args []string) {
	if len(args) == 0 {
		t.say("Which strength? %s", t.levels(t.at.kit))
		return
	}
	t.do(func(ctx context.Context) error {
		return t.at.visit.SeatBot(ctx, seatOf(args[1:]), strings.ToLower(args[0]))
	})
}

func (t *talker) remove(args []string) {
	s := seatOf(args)
	if s == engine.Nobody {
		t.say("Which seat?")
		return
	}
	t.do(func(ctx context.Context) error { return t.at.visit.Remove(ctx, s) })
}

// swap lets two seats change places.
func (t *talker) swap(args []string) {
	if len(args) != 2 || seatOf(args[:1]) == engine.Nobody || seatOf(args[1:]) == engine.Nobody {
		t.say("Which two seats?")
		return
	}
	t.do(func(ctx context.Context) error { return t.at.visit.Swap(ctx, seatOf(args[:1]), seatOf(args[1:])) })
}

func (t *talker) sit(args []string) {
	t.do(func(ctx context.Context) error { return t.at.visit.Sit(ctx, seatOf(args)) })
}

func (t *talker) stand(args []string) {
	now := len(args) > 0 && strings.EqualFold(args[0], "now")
	t.do(func(ctx context.Context) error { return t.at.visit.Stand(ctx, now) })
}
