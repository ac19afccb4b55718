package felt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// stub is a board of a game with two moves: 1, and 2, which cannot be mended.
type stub struct {
	scene Scene[string, int]
	why   bool
}

func (b *stub) Show(s Scene[string, int]) { b.scene = s }
func (b *stub) Draw(s Size, st *style.Style) string {
	return st.Fit("view "+b.scene.View, s.W, s.H)
}
func (b *stub) Key(k tea.KeyPressMsg) (int, bool) {
	b.why = false
	switch k.String() {
	case "a":
		return 1, slices.Contains(b.scene.Legal, 1)
	case "d":
		return 2, slices.Contains(b.scene.Legal, 2)
	case "x":
		b.why = true
	}
	return 0, false
}
func (b *stub) Click(x, y int) (int, bool) { return 1, y == 0 && slices.Contains(b.scene.Legal, 1) }
func (b *stub) Bindings() []Binding {
	return []Binding{{Keys: []string{"a"}, Show: "a", Does: "move"}, {Keys: []string{"d"}, Show: "d", Does: "discard"}}
}
func (b *stub) Grave(m int) bool { return m == 2 }
func (b *stub) Why() (text, clause string) {
	if b.why {
		return "That is against the rules.", "R7"
	}
	return "", ""
}

// visit notes what is done at the table.
type visit struct {
	box     *table.Mailbox
	answers []any
	said    []string
	done    []string
	err     error
	lag     time.Duration
}

func (v *visit) ID() table.ID                           { return "K7QF2M" }
func (v *visit) Bell() <-chan struct{}                  { return v.box.Bell() }
func (v *visit) RingOn(bell chan struct{})              { v.box.RingOn(bell) }
func (v *visit) Take() (f table.Frame, ok, open bool)   { return v.box.Take() }
func (v *visit) Sit(context.Context, engine.Seat) error { return v.note("sit") }
func (v *visit) Ready(_ context.Context, yes bool) error {
	if yes {
		return v.note("ready")
	}
	return v.note("not ready")
}
func (v *visit) Stand(_ context.Context, now bool) error {
	if now {
		return v.note("walk out")
	}
	return v.note("stand")
}
func (v *visit) SeatBot(_ context.Context, _ engine.Seat, level string) error {
	return v.note("bot " + level)
}
func (v *visit) Remove(context.Context, engine.Seat) error { return v.note("remove") }
func (v *visit) Swap(_ context.Context, a, b engine.Seat) error {
	return v.note(fmt.Sprintf("swap %d %d", a, b))
}
func (v *visit) Cast(_ context.Context, m table.Motion, yes bool) error {
	if yes {
		return v.note("yes " + string(m))
	}
	return v.note("no " + string(m))
}
func (v *visit) Wake(context.Context) error { return v.note("wake") }
func (v *visit) SetLag(d time.Duration)     { v.lag = d }
func (v *visit) Close()                     { v.box.Close() }
func (v *visit) Reached(_ context.Context, race uint64, sent time.Time, _ clock.Lag, marks bool) error {
	return v.note(fmt.Sprintf("reached %d after %v, marks %v", race, sent.Sub(noon), marks))
}
func (v *visit) Marked(_ context.Context, race uint64, at time.Time) error {
	return v.note(fmt.Sprintf("marked %d after %v", race, at.Sub(noon)))
}
func (v *visit) Gesture(_ context.Context, race uint64, m any, at time.Time) error {
	return v.note(fmt.Sprintf("gesture %v in %d after %v", m, race, at.Sub(noon)))
}
func (v *visit) Talk(_ context.Context, text string) error {
	v.said = append(v.said, text)
	return v.err
}
func (v *visit) Answer(_ context.Context, _ uint64, m any) error {
	v.answers = append(v.answers, m)
	return v.err
}
func (v *visit) note(what string) error {
	v.done = append(v.done, what)
	return v.err
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

type rig struct {
	*testing.T
	f    *Felt
	v    *visit
	navs []screen.Nav
}

func newRig(t *testing.T) *rig {
	v := &visit{box: table.NewMailbox()}
	r := &rig{T: t, v: v}
	r.f = New(Deps{
		Visit: v, Spec: engine.Spec{Name: "stub", Title: "Stub"}, Me: "p0", Start: noon, Join: "ssh -t host join",
		Face:  func() Face { return Hide[string, int](&stub{}) },
		Prefs: func() lobby.Prefs { return lobby.Prefs{} }, Now: func() time.Time { return noon },
	})
	return r
}

// frame is a table of two people, the viewer's question open.
func frame(stage table.Stage, ask uint64) table.Frame {
	f := table.Frame{You: 0, View: "one", Info: table.Info{
		ID: "K7QF2M", Stage: stage, Host: "p0", Settings: table.Settings{Game: "stub", Seats: 2, Pace: table.Quick},
		Chairs: []table.Chair{
			{Seat: 0, Owner: table.Person{ID: "p0", Name: "Anna"}, Here: true, Asked: ask != 0},
			{Seat: 1, Owner: table.Person{ID: "p1", Name: "Burt"}, Here: true},
		},
	}}
	if ask != 0 {
		f.Ask = &table.Ask{ID: ask, Legal: []any{1, 2}}
	}
	return f
}

func (r *rig) shows(f table.Frame) {
	r.f.Handle(frameMsg{of: r.f, frame: f, ok: true, now: noon})
}

// presses types keys and lets the table answer at once.
func (r *rig) presses(names ...string) {
	for _, n := range names {
		cmd, nav := r.f.Handle(press(n))
		r.navs = append(r.navs, nav)
		if cmd == nil {
			continue
		}
		if m := cmd(); m != nil {
			r.f.Handle(m)
		}
	}
}

func (r *rig) sees(want ...string) {
	r.Helper()
	text := r.f.Draw(screen.Size{W: 80, H: 24}, style.Plain())
	for _, w := range want {
		if !strings.Contains(text, w) {
			r.Errorf("%q is not on the screen:\n%s", w, text)
		}
	}
}

func TestMovesThatCannotBeMendedAreNotTakenAhead(t *testing.T) {
	r := newRig(t)
	r.shows(frame(table.Playing, 7))
	r.presses("d")
	if len(r.v.answers) > 0 {
		t.Fatal("a discard typed ahead was taken")
	}
	r.sees("That key came too early")
	r.f.Handle(guardMsg{of: r.f, ask: 6}) // of an earlier question
	r.presses("d")
	if len(r.v.answers) > 0 {
		t.Fatal("an earlier question's moment opened this one")
	}
	r.f.Handle(guardMsg{of: r.f, ask: 7})
	r.presses("d")
	if !slices.Equal(r.v.answers, []any{2}) {
		t.Fatalf("answered %v", r.v.answers)
	}
}

func TestOneAnswerToAQuestion(t *testing.T) {
	r := newRig(t)
	r.shows(frame(table.Playing, 7))
	r.presses("a", "a", "a")
	if len(r.v.answers) != 1 {
		t.Fatalf("answered %v", r.v.answers)
	}
	r.shows(frame(table.Playing, 8))
	r.presses("a")
	if len(r.v.answers) != 2 {
		t.Fatalf("answered %v", r.v.answers)
	}
}

func TestASealedAnswerWaitsForItsWindow(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	f.Ask.Deadline = noon.Add(8 * time.Second)
	f.Info.Waits = []table.Wait{{Text: "Anna to answer", Seat: 0, Until: f.Ask.Deadline}}
	r.shows(f)
	r.sees("Your move . 0:08")
	r.presses("a")
	f.Sealed, f.Ask = &table.Sealed{Words: "take one", Until: f.Ask.Deadline}, nil
	r.shows(f)
	r.sees("Your answer is in: take one. It shows when the window ends . 0:08")
	r.presses("a", "space")
	if len(r.v.answers) != 1 || len(r.v.done) > 0 {
		t.Errorf("answered %v, did %v", r.v.answers, r.v.done)
	}
	r.f.Handle(screen.Tick{Now: noon.Add(3 * time.Second)})
	r.sees("window ends . 0:05")
}

func TestTalkNeverBecomesAMove(t *testing.T) {
	r := newRig(t)
	r.shows(frame(table.Playing, 7))
	r.presses("/", "a", "d", "q", "enter", "a", "d", "enter")
	r.f.Handle(tea.PasteMsg{Content: "a\nd"})
	r.presses("enter")
	if len(r.v.answers) > 0 {
		t.Fatalf("answered %v", r.v.answers)
	}
	if want := []string{"adq", "ad", "a d"}; !slices.Equal(r.v.said, want) {
		t.Errorf("said %q, want %q", r.v.said, want)
	}
	r.presses("esc", "a")
	if len(r.v.answers) != 1 {
		t.Error("esc does not lead back to the game")
	}
}

func TestARefusalNamesItsRuleAndOpensIt(t *testing.T) {
	r := newRig(t)
	r.v.err = engine.Refuse("R14", "three are needed to open")
	r.shows(frame(table.Playing, 7))
	r.presses("a")
	r.sees("Three are needed to open.", "R: rule R14")
	r.presses("R")
	if nav := r.navs[len(r.navs)-1]; nav.Move != screen.OpensRules || nav.Clause != "R14" || nav.Game != "stub" {
		t.Errorf("R led to %+v", nav)
	}
	r.v.err = nil
	r.presses("a")
	if len(r.v.answers) != 2 {
		t.Error("after a refusal the question cannot be answered again")
	}
	r.shows(frame(table.Playing, 8))
	r.presses("x")
	r.sees("That is against the rules.", "R: rule R7")
}

func TestANoticeMakesRoomForThePrompt(t *testing.T) {
	r := newRig(t)
	r.shows(frame(table.Playing, 7))
	r.v.err = table.ErrStale
	r.presses("a")
	r.sees("That question is already settled.")
	if due := r.f.Due(noon); !due.Equal(noon.Add(noticeFor)) {
		t.Errorf("due at %v", due)
	}
	r.f.Handle(screen.Tick{Now: noon.Add(noticeFor)})
	r.sees("Your move")
}

func TestAnyKeyWakesOnesSeat(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	f.Info.Chairs[0].StandIn = "regular"
	r.shows(f)
	r.sees("A bot plays for you")
	r.sees("any key take your seat back")
	r.presses("a")
	if len(r.v.answers) > 0 || !slices.Equal(r.v.done, []string{"wake"}) {
		t.Errorf("answers %v, done %v", r.v.answers, r.v.done)
	}
}

func TestVotesAndReadiness(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 0)
	f.Info.Votes = []table.Vote{{Motion: table.Adjourn, By: 1, Missing: []engine.Seat{0}, Until: noon.Add(time.Minute)}}
	r.shows(f)
	r.sees("Burt wants to adjourn the match. Press y or n . 1:00")
	r.presses("n")
	f = frame(table.Playing, 0)
	f.Info.Waits = []table.Wait{{Text: "Anna to have seen the score", Seat: 0}}
	r.shows(f)
	r.presses("space")
	f = frame(table.Gathering, 0)
	f.View = nil
	r.shows(f)
	r.sees("ssh -t host join K7QF2M", "not ready yet")
	r.presses("r")
	if want := []string{"no adjourn", "ready", "ready"}; !slices.Equal(r.v.done, want) {
		t.Errorf("done %v, want %v", r.v.done, want)
	}
}

func TestWalkingOutAsksFirst(t *testing.T) {
	r := newRig(t)
	r.shows(frame(table.Playing, 7))
	r.presses("esc")
	menu := r.navs[0].Dialog
	if menu == nil || menu.Choices[len(menu.Choices)-1].Do != nil {
		t.Fatalf("esc opened %+v", menu)
	}
	i := slices.IndexFunc(menu.Choices, func(c screen.Choice) bool { return c.Danger })
	_, nav := menu.Choices[i].Do("")
	if nav.Dialog == nil || len(r.v.done) > 0 {
		t.Fatal("one key walked out")
	}
	out := nav.Dialog.Choices[0]
	r.v.err = table.ErrDisk
	cmd, nav := out.Do("")
	if nav.Move != screen.Stays {
		t.Fatal("the screen goes before the table has heard of it")
	}
	if _, nav = r.f.Handle(cmd()); nav.Move != screen.Stays {
		t.Error("the screen goes although the table did not take it")
	}
	r.v.err, r.v.done = nil, nil
	cmd, _ = out.Do("")
	if _, nav = r.f.Handle(cmd()); nav.Move != screen.Pops || !slices.Equal(r.v.done, []string{"walk out"}) {
		t.Errorf("done %v, nav %+v", r.v.done, nav)
	}
}

func TestStandingUpLaterIsAskedAndTakenBack(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	r.shows(f)
	pick := func(d *screen.Dialog, key string) (tea.Cmd, screen.Nav) {
		t.Helper()
		i := slices.IndexFunc(d.Choices, func(c screen.Choice) bool { return c.Key == key })
		if i < 0 {
			t.Fatalf("no %q in %+v", key, d.Choices)
		}
		return d.Choices[i].Do("")
	}
	r.presses("esc")
	_, nav := pick(r.navs[0].Dialog, "s")
	if nav.Dialog == nil || !strings.Contains(nav.Dialog.Text, "You lose this match") || len(r.v.done) > 0 {
		t.Fatalf("done %v, dialog %+v", r.v.done, nav.Dialog)
	}
	cmd, _ := pick(nav.Dialog, "s")
	cmd()
	f.Info.Chairs[0].Leaving = true
	r.shows(f)
	r.presses("esc")
	cmd, nav = pick(r.navs[1].Dialog, "s")
	if cmd(); nav.Dialog != nil || !slices.Equal(r.v.done, []string{"stand", "stand"}) {
		t.Errorf("done %v", r.v.done)
	}
}

func TestAnswersCarryTheLag(t *testing.T) {
	r := newRig(t)
	r.f.deps.Lag = func() time.Duration { return 30 * time.Millisecond }
	r.shows(frame(table.Playing, 7))
	r.presses("a")
	if len(r.v.answers) != 1 || r.v.lag != 30*time.Millisecond {
		t.Errorf("%d answers, lag %v", len(r.v.answers), r.v.lag)
	}
}

func TestTheEndIsExplained(t *testing.T) {
	r := newRig(t)
	f := frame(table.Ended, 0)
	f.Info.Seed, f.Info.Commitment = strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	f.Info.Result = &table.Result{Match: "8F3K2M7Q", Rated: true,
		Outcome: engine.Outcome{Points: []int{5, 9}, Ranks: []int{2, 1}},
		Changes: []table.RatingChange{{Seat: 0,
			Before: table.Skill{Mu: 25, Sigma: 5}, After: table.Skill{Mu: 24, Sigma: 4.9},
			Shares: []table.RatingShare{{Name: "Burt", Points: -14}}}},
	}
	r.shows(f)
	r.sees("Burt wins the match.", "1.   Burt", "Your rating fell by 14 to 1,186: -14 against Burt.",
		f.Info.Seed, f.Info.Commitment)
	r.presses("m", "v")
	r.sees("view one")
	if !slices.Equal(r.v.done, []string{"yes rematch"}) {
		t.Errorf("done %v", r.v.done)
	}
}

func TestAClosedTableLeadsBack(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	f.Gone = "Another terminal of yours took the seat over."
	r.shows(f)
	r.sees("Another terminal of yours took the seat over.")
	r.presses("a", "esc")
	if len(r.v.answers) > 0 || r.navs[1].Move != screen.Pops {
		t.Errorf("answers %v, navs %+v", r.v.answers, r.navs)
	}
}

func TestClocksCountDownByTicksAlone(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	f.Info.Chairs[0].Clock = table.Clock{Left: 90 * time.Second, Running: true, At: noon}
	r.shows(f)
	r.sees("1:30")
	due := r.f.Due(noon)
	if !due.After(noon) || due.After(noon.Add(time.Second+time.Millisecond)) {
		t.Errorf("due at %v", due)
	}
	r.f.Handle(screen.Tick{Now: noon.Add(31 * time.Second)})
	r.sees("0:59")
}

// Whatever the size, the stage and the names, the screen is filled exactly.
func TestDrawFillsEverySize(t *testing.T) {
	stages := []table.Stage{table.Gathering, table.Playing, table.Adjourned, table.Ended, table.Halted, table.Closed}
	looks := []style.Look{{}, {Profile: colorprofile.ANSI}, {Profile: colorprofile.TrueColor, Ground: style.Light}}
	rapid.Check(t, func(rt *rapid.T) {
		r := newRig(t)
		f := frame(rapid.SampledFrom(stages).Draw(rt, "stage"), rapid.Uint64Range(0, 1).Draw(rt, "ask"))
		hostile := rapid.StringOfN(rapid.SampledFrom([]rune("aé牛🤠\u202e\x1b[31m\n\u0301")), 0, 30, -1)
		for i := range f.Info.Chairs {
			f.Info.Chairs[i].Owner.Name = hostile.Draw(rt, "name")
		}
		f.Info.Settings.Title, f.Info.Trouble = hostile.Draw(rt, "title"), hostile.Draw(rt, "trouble")
		f.Info.Watchers = []table.Person{{Name: hostile.Draw(rt, "watcher")}}
		f.Info.Result = &table.Result{Outcome: engine.Outcome{Points: []int{1, 2}, Ranks: []int{1, 1}}}
		for _, lane := range []table.Lane{table.Play, table.House, table.Say, table.Whisper} {
			f.Lines = append(f.Lines, table.Line{Lane: lane, Text: hostile.Draw(rt, "line"),
				From: table.Person{Name: hostile.Draw(rt, "from")}})
		}
		r.shows(f)
		if rapid.Bool().Draw(rt, "reading") {
			r.presses("l")
		}
		if rapid.Bool().Draw(rt, "talking") {
			r.presses("/")
		}
		size := screen.Size{W: rapid.IntRange(0, 160).Draw(rt, "w"), H: rapid.IntRange(0, 60).Draw(rt, "h")}
		text := r.f.Draw(size, style.For(rapid.SampledFrom(looks).Draw(rt, "look")))
		if size.W == 0 || size.H == 0 {
			return
		}
		lines := strings.Split(text, "\n")
		if len(lines) != size.H {
			rt.Fatalf("%d lines, want %d", len(lines), size.H)
		}
		for i, l := range lines {
			if style.Width(l) != size.W {
				rt.Fatalf("line %d is %d cells wide, want %d: %q", i, style.Width(l), size.W, l)
			}
		}
	})
}
