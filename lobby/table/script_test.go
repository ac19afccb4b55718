package table

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/engine/enginetest/toy/firstin"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// Each file of testdata is a transcript of the core: lines that begin with "> " are commands, what follows is what came
// of them, and lines that begin with "#" tell the reader what to look at.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			s := newScript(&got)
			for line := range strings.Lines(string(body)) {
				switch {
				case strings.HasPrefix(line, "#") || line == "\n" && !bytes.HasSuffix(got.Bytes(), []byte("\n\n")):
					got.WriteString(line)
				case strings.HasPrefix(line, "> "):
					got.WriteString(line)
					s.run(strings.Fields(line[2:]))
				}
			}
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got.String() != string(body) {
				t.Errorf("the transcript differs; go test -run TestTranscripts -update rewrites it\n%s",
					firstDifference(string(body), got.String()))
			}
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(w) || i < len(g); i++ {
		a, b := "(end)", "(end)"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, a, b)
		}
	}
	return ""
}

// script drives a core by words.
type script struct {
	out   *bytes.Buffer
	start time.Time
	now   time.Time
	core  *core
	kept  Kept // what was written
	boxes map[string]*Mailbox
	times Times
	kit   bot.Kit
}

func newScript(out *bytes.Buffer) *script {
	start := time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)
	s := &script{out: out, start: start, now: start, boxes: make(map[string]*Mailbox), times: Usual(), kit: toy.Kit()}
	s.times.Save = 6 * time.Hour
	return s
}

func (s *script) printf(format string, args ...any) { fmt.Fprintf(s.out, "  "+format+"\n", args...) }

func title(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// someone makes a person of a name; names on "guest" are guests.
func someone(name string) Person {
	return Person{ID: PlayerID(name), Name: title(name), Guest: strings.HasPrefix(name, "guest")}
}

func botPerson(level string, seat engine.Seat) (Person, bool) {
	id := PlayerID(fmt.Sprintf("bot-%s-%d", level, seat))
	return Person{ID: id, Name: title(level) + "-" + strconv.Itoa(int(seat)), Bot: level}, true
}

func (s *script) ground(settings Settings) *ground {
	g, err := newGround(Deps{Kit: s.kit, Times: s.times, Bot: botPerson},
		Saved{ID: "K7QF2M", Settings: settings, Opened: s.start})
	if err != nil {
		panic(err)
	}
	return g
}

// run does one command. "open" makes the table, "restart" reads it back from what was written.
func (s *script) run(words []string) {
	switch words[0] {
	case "open":
		s.open(words[1:])
	case "after":
		d, err := time.ParseDuration(words[1])
		if err != nil {
			panic(err)
		}
		s.wait(d)
	case "until":
		s.until(words[1])
	case "quietly": // what comes of it is not what the transcript is about
		n := s.out.Len()
		s.run(words[1:])
		s.out.Truncate(n)
	case "restart":
		s.restart()
	case "bots":
		s.bots()
	case "show":
		s.show(words[1])
	case "clocks":
		for i := range s.core.chairs {
			k := s.core.chairs[i].clock
			s.printf("seat %d: %v of %v, running %v", i, k.Remaining(s.now), k.Bank(s.now), k.Running())
		}
	case "shut":
		s.write(Batch{Saved: ptr(s.core.paused(s.now).saved())})
		s.printf("saved with the clocks as they stand")
	default:
		s.step(s.input(words))
	}
}

func ptr[T any](v T) *T { return &v }

func (s *script) open(words []string) {
	settings := Settings{Game: "toy", Seats: 2, Pace: Quick, Options: map[string]string{"rounds": "1"}}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "seats":
			settings.Seats, _ = strconv.Atoi(value)
		case "pace":
			settings.Pace, settings.Days = Pace(value), 1
		case "rounds":
			settings.Options["rounds"] = value
		case "rated":
			settings.Rated = true
		case "nospectators":
			settings.NoSpectators = true
		case "windows":
			s.kit = StandingKit()
		case "race":
			s.kit, settings.Game = firstin.Kit(), "first-in"
		case "lesson":
			settings.Lesson = true
		}
	}
	saved := Saved{ID: "K7QF2M", Settings: settings, Opened: s.start, Host: "anna"}
	c, err := fresh(s.ground(settings), saved, s.now)
	if err != nil {
		panic(err)
	}
	s.core = c
	s.write(Batch{Saved: ptr(c.saved())})
	s.printf("open")
}

// wait lets time pass, and everything happen at the moment at which it is due.
func (s *script) wait(d time.Duration) {
	until := s.now.Add(d)
	for !s.core.over {
		at := s.core.deadline()
		if at.IsZero() || at.After(until) {
			break
		}
		if at.After(s.now) {
			s.now = at
		}
		s.printf("at %v", s.now.Sub(s.start).Truncate(time.Millisecond))
		s.step(tick{})
	}
	s.now = until
}

func (s *script) restart() {
	body, err := json.Marshal(s.kept)
	if err != nil {
		panic(err)
	}
	var k Kept
	if err := json.Unmarshal(body, &k); err != nil {
		panic(err)
	}
	s.core = restored(s.ground(k.Saved.Settings), k, s.now)
	s.boxes = make(map[string]*Mailbox)
	s.step(tick{})
}

// bots lets the bots that are asked answer, until none is.
func (s *script) bots() {
	for {
		tasks := s.core.thinking()
		if len(tasks) == 0 {
			return
		}
		k := tasks[0]
		view := k.match.View(engine.Seated(k.seat))
		if k.race {
			r, err := k.player.React(context.Background(), view, k.legal, k.chance)
			s.step(played{ask: k.ask, move: r.Move, after: r.After, err: err})
			continue
		}
		m, err := k.player.Choose(context.Background(), view, k.legal, k.chance)
		s.step(played{ask: k.ask, move: m, err: err})
	}
}

func (s *script) input(words []string) Input {
	who := func() Person { return someone(words[1]) }
	seat := func(i int) engine.Seat {
		if len(words) <= i {
			return engine.Nobody
		}
		n, err := strconv.Atoi(words[i])
		if err != nil {
			panic(err)
		}
		return engine.Seat(n)
	}
	last := words[len(words)-1]
	switch words[0] {
	case "sit":
		return Sit{Who: who(), Seat: seat(2)}
	case "bot":
		return SeatBot{By: who().ID, Seat: seat(3), Level: words[2]}
	case "remove":
		return Remove{By: who().ID, Seat: seat(2)}
	case "stand":
		return Stand{Who: who().ID, Now: last == "now"}
	case "ready":
		return Ready{Who: who().ID, Yes: last != "no"}
	case "wake":
		return Wake{Who: who().ID}
	case "say":
		return Talk{Who: who(), Text: strings.Join(words[2:], " ")}
	case "vote":
		return Cast{Who: who().ID, Motion: Motion(words[2]), Yes: last != "no"}
	case "look":
		s.boxes[words[1]] = NewMailbox()
		return Look{Who: who(), Box: s.boxes[words[1]]}
	case "unlook":
		return Unlook{Box: s.boxes[words[1]], Left: last == "left"}
	case "answer":
		return s.answer(who().ID, words[2:])
	}
	if in := s.racing(words); in != nil {
		return in
	}
	panic("no such command: " + words[0])
}

// answer finds the open ask of somebody's seat; "ask=7" names one instead.
func (s *script) answer(who PlayerID, words []string) Answer {
	a := Answer{Who: who}
	mine := s.core.owns(who)
	for _, q := range s.core.asks {
		if q.seat == mine {
			a.Ask = q.id
		}
	}
	if id, ok := strings.CutPrefix(words[0], "ask="); ok {
		n, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			panic(err)
		}
		a.Ask, words = n, words[1:]
	}
	act, err := s.core.teller.Parse(strings.Join(words, " "), max(mine, 0), nil)
	if err != nil {
		panic(err)
	}
	a.Move = act.Move
	return a
}

// step is what the loop does, with everything written down in words.
func (s *script) step(in Input) {
	before := s.core.lineSeq
	next, r, err := guarded(s.core, in, s.now)
	if err != nil {
		s.printf("refused: %v", err)
		return
	}
	s.core = next
	if r.Verdict != nil {
		s.printf("refused, but noted: %v", r.Verdict)
	}
	if r.Batch != nil {
		s.write(*r.Batch)
	}
	s.core.shown(s.now)
	if r.shows() {
		frames, err := s.core.frames(r)
		if err != nil {
			panic(err)
		}
		put(frames)
	}
	if _, again := in.(begin); !again && r.Begin {
		s.tell(before)
		s.step(begin{match: "M0000001", seed: engine.Seed{7}})
		return
	}
	s.tell(before)
	s.state(r)
}

func (s *script) write(b Batch) {
	if b.Saved != nil {
		s.kept.Saved = *b.Saved
	}
	if b.Opened != nil {
		s.kept.Match = &Stored{ID: b.Match, Table: b.Table, Opened: *b.Opened}
		s.printf("writes the opening: %s", strings.Join(b.Opened.Names, ", "))
	}
	for _, e := range b.Entries {
		s.kept.Match.Entries = append(s.kept.Match.Entries, e)
		kinds := make([]string, len(e.Facts))
		for i, f := range e.Facts {
			kinds[i] = f.Kind
		}
		s.printf("writes %d, seat %d, %q: %s", e.Seq, e.Seat, e.Words, strings.Join(kinds, " "))
	}
	if b.Ended != nil {
		s.kept.Match.Ended = b.Ended
		s.printf("writes the end: %s, ranks %v, rated %v %s", b.Ended.Outcome.Reason, b.Ended.Outcome.Ranks,
			b.Ended.Rated, b.Ended.Why)
		for _, p := range b.Ended.Places {
			s.printf("  place %d: %s, seat %d, left %v, unpaid %v", p.Rank, p.Person.Name, p.Seat, p.Left, p.Unpaid)
		}
	}
	for _, r := range b.Reactions {
		s.printf("writes of %s at %d: %s, %s, %v", r.Player, r.Seq, r.On, r.How, r.After)
	}
	if b.Drop {
		s.printf("drops the table")
	}
}

// tell prints the lines that the public hears.
func (s *script) tell(after uint64) {
	lines, err := s.core.hear(engine.Nobody, after)
	if err != nil {
		panic(err)
	}
	for _, l := range lines {
		from := ""
		if l.From.Name != "" {
			from = l.From.Name + ": "
		}
		s.printf("%s| %s%s", l.Lane, from, l.Text)
	}
}

func (s *script) state(r todo) {
	info := s.core.info()
	waits := make([]string, 0, len(info.Waits))
	for _, w := range info.Waits {
		text := w.Text
		if !w.Until.IsZero() {
			text += " (" + span(w.Until.Sub(s.now)) + ")"
		}
		waits = append(waits, text)
	}
	s.printf("%s, waits for: %s", info.Stage, strings.Join(waits, "; "))
	if r.Over {
		s.printf("over: %s", s.core.gone)
	}
}

// show prints what somebody's last frame holds.
func (s *script) show(name string) {
	f, ok, _ := s.boxes[name].Take()
	if !ok {
		s.printf("nothing new")
		return
	}
	s.printf("you %d, stage %s, host %s, match %q, %d entries", f.You, f.Info.Stage, f.Info.Host, f.Info.Match,
		f.Info.Entries)
	for _, c := range f.Info.Chairs {
		s.printf("chair %d: %q bot=%q ready=%v here=%v standin=%q open=%v leaving=%v left=%d asked=%v", c.Seat,
			c.Owner.Name, c.Owner.Bot, c.Ready, c.Here, c.StandIn, c.Open, c.Leaving, len(c.Left), c.Asked)
	}
	if v, ok := f.View.(toy.View); ok {
		s.printf("view: round %d, %s, hand %v, counts %v", v.Round, v.Phase, v.Hand, v.Counts)
	}
	if v, ok := f.View.(firstin.View); ok {
		s.printf("view: round %d, %s, sign %q, own %q %v, points %v", v.Round, v.Phase, v.Sign, v.Own.Kind, v.Own.After,
			v.Points)
	}
	if f.Race != nil {
		s.printf("race %d %s, until %v", f.Race.ID, f.Race.Stage, s.after(f.Race.Until))
	}
	if f.Lag != nil {
		s.printf("lag %v, taken out %v", f.Lag.Measured(), f.Lag.Credit())
	}
	if f.Ask != nil {
		s.printf("ask %d: %s", f.Ask.ID, strings.Join(f.Ask.Words, ", "))
	}
	if f.Sealed != nil {
		s.printf("sealed: %s, for %s", f.Sealed.Words, span(f.Sealed.Until.Sub(s.now)))
	}
	for _, w := range f.Info.Watchers {
		s.printf("watches: %s", w.Name)
	}
	if f.Gone != "" {
		s.printf("gone: %s", f.Gone)
	}
	for _, l := range f.Lines {
		s.printf("%s| %s", l.Lane, l.Text)
	}
}

// after is a moment as the transcripts write it; "-" for none.
func (s *script) after(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Sub(s.start).Truncate(time.Millisecond).String()
}
