package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/record"
	"saloon/lobby/table"
)

// ErrRunning answers who asks for a replay of a match that is still on.
var ErrRunning = errors.New("that match is still being played: look on at its table instead")

// replayStride is how many entries lie between two kept states of a replay: what lies between is applied again.
const replayStride = 32

// replayLines is how many lines of a match's log a replay's frame holds.
const replayLines = 200

// Replay is a match that is over, to be looked at again from after any of its entries. It holds no more than its asker
// may see through it: the eyes that it offers are theirs.
type Replay struct {
	Match table.MatchID
	Spec  engine.Spec

	stored table.Stored
	kept   []engine.Match // after every replayStride-th entry, from the empty table on
	looks  []int          // after how many entries there was something to look at
	eyes   []engine.Seat
	names  []string
	base   table.Info
}

// Replay opens a match that has ended. Who may read its record may look at it again: with any player's eyes where the
// game keeps no secret past its end, otherwise with those of the seat that was the asker's, and the public's. It fails
// with ErrNotFound and ErrRunning.
func (h *House) Replay(ctx context.Context, match table.MatchID, asker table.PlayerID) (*Replay, error) {
	m, err := h.deps.Results.Match(ctx, table.MatchID(plainCode(string(match))))
	if err != nil {
		return nil, err
	}
	kit, ok := h.Kit(m.Opened.Game)
	if !ok {
		return nil, ErrNotFound
	}
	if set := m.Opened.Settings; (set.Private || set.Lesson) && !played(m, asker) {
		return nil, ErrNotFound
	}
	if m.Ended == nil {
		return nil, ErrRunning
	}
	own, err := h.viewer(m, asker)
	if err != nil {
		return nil, err
	}
	return newReplay(kit, m, own)
}

// newReplay folds a match once, from its beginning to its end, so that every later look at it is known to succeed.
func newReplay(kit bot.Kit, m table.Stored, own engine.Viewer) (*Replay, error) {
	r := &Replay{Match: m.ID, Spec: kit.Spec, stored: m, eyes: eyesOf(kit.Spec, m, own)}
	for _, p := range m.Opened.People {
		r.names = append(r.names, p.Called())
	}
	play, err := kit.Open(m.Opened.Config)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", m.ID, err)
	}
	r.kept = []engine.Match{play}
	for i, e := range m.Entries {
		if play, err = play.Apply(e.Facts); err != nil {
			return nil, fmt.Errorf("match %s, entry %d: %w", m.ID, e.Seq, err)
		}
		if (i+1)%replayStride == 0 {
			r.kept = append(r.kept, play)
		}
		if worthLooking(play) {
			r.looks = append(r.looks, i+1)
		}
	}
	if n := len(m.Entries); len(r.looks) == 0 || r.looks[len(r.looks)-1] != n {
		r.looks = append(r.looks, n)
	}
	r.base = replayInfo(m)
	return r, nil
}

// worthLooking reports whether people at the table were given time to look at what had happened.
func worthLooking(m engine.Match) bool {
	t := m.Timing()
	return m.Pause() || t.Before > 0 && !t.Armed
}

// eyesOf lists with whose eyes a match may be looked at again, those of the asker's own seat first.
func eyesOf(spec engine.Spec, m table.Stored, own engine.Viewer) []engine.Seat {
	var eyes []engine.Seat
	mine := own.Seat()
	seated := mine != engine.Nobody
	if seated {
		eyes = append(eyes, mine)
	}
	eyes = append(eyes, engine.Nobody)
	if !spec.Reveals {
		return eyes
	}
	for i := range m.Opened.People {
		if s := engine.Seat(i); !seated || s != mine {
			eyes = append(eyes, s)
		}
	}
	return eyes
}

// replayInfo is what the frames of a replay say about its table.
func replayInfo(m table.Stored) table.Info {
	info := table.Info{
		ID: m.Table, Settings: m.Opened.Settings, Stage: table.Replayed, Match: m.ID, Opened: m.Opened.At,
		Commitment: m.Opened.Commitment,
	}
	for i, p := range m.Opened.People {
		info.Chairs = append(info.Chairs, table.Chair{Seat: engine.Seat(i), Owner: p, Here: true})
	}
	return info
}

// Len is the number of entries.
func (r *Replay) Len() int { return len(r.stored.Entries) }

// Eyes lists with whose eyes the asker may look, engine.Nobody for the public's; the first is where one begins.
func (r *Replay) Eyes() []engine.Seat { return r.eyes }

// Seat finds a player by the name that they bore in the match, or engine.Nobody.
func (r *Replay) Seat(name string) engine.Seat {
	for i, p := range r.stored.Opened.People {
		if Skeleton(p.Name) == Skeleton(name) {
			return engine.Seat(i)
		}
	}
	return engine.Nobody
}

// Next is the next moment that people at the table had time to look at, after or before a number of entries; the
// beginning and the end of the match are such moments.
func (r *Replay) Next(at int, forward bool) int {
	i, found := slices.BinarySearch(r.looks, at)
	switch {
	case forward && found:
		i++
	case !forward:
		i--
	}
	switch {
	case i < 0:
		return 0
	case i >= len(r.looks):
		return r.Len()
	}
	return r.looks[i]
}

// at is the match after so many entries.
func (r *Replay) at(n int) (engine.Match, error) {
	n = min(max(n, 0), r.Len())
	play := r.kept[n/replayStride]
	for _, e := range r.stored.Entries[n/replayStride*replayStride : n] {
		var err error
		if play, err = play.Apply(e.Facts); err != nil {
			return nil, fmt.Errorf("match %s, entry %d: %w", r.Match, e.Seq, err)
		}
	}
	return play, nil
}

// sees reports whether the asker may look with somebody's eyes.
func (r *Replay) sees(eyes engine.Seat) bool { return slices.Contains(r.eyes, eyes) }

// Frame is the match after so many entries as somebody saw it, with the last lines of its log. It fails with ErrSecret
// for eyes that the asker may not look with.
func (r *Replay) Frame(n int, eyes engine.Seat) (table.Frame, error) {
	if !r.sees(eyes) {
		return table.Frame{}, ErrSecret
	}
	n = min(max(n, 0), r.Len())
	play, err := r.at(n)
	if err != nil {
		return table.Frame{}, err
	}
	f := table.Frame{Info: r.base, You: eyes, View: play.View(engine.Seated(eyes))}
	f.Info.Entries, f.Info.Seals = n, play.Seals()
	f.Info.Chairs = slices.Clone(r.base.Chairs)
	for _, s := range play.Turn() {
		if s >= 0 && n < r.Len() {
			f.Info.Chairs[s].Asked = true
		}
	}
	if n == r.Len() {
		f.Info.Result = &table.Result{
			Match: r.Match, Outcome: r.stored.Ended.Outcome, Rated: r.stored.Ended.Rated, Why: r.stored.Ended.Why,
			Places: r.stored.Ended.Places,
		}
		if r.Spec.Reveals {
			f.Info.Seed = r.stored.Opened.Seed.String()
		}
	}
	f.Lines, err = r.lines(n, eyes)
	return f, err
}

// lines are the last lines of the log after so many entries, as they were told to somebody.
func (r *Replay) lines(n int, eyes engine.Seat) ([]table.Line, error) {
	var out []table.Line
	name := func(s engine.Seat) string {
		if int(s) < len(r.names) {
			return r.names[s]
		}
		return "nobody"
	}
	for i := n - 1; i >= 0 && len(out) < replayLines; i-- {
		e := r.stored.Entries[i]
		notes, err := r.kept[0].Tell(e.Facts, engine.Seated(eyes))
		if err != nil {
			return nil, fmt.Errorf("match %s, entry %d: %w", r.Match, e.Seq, err)
		}
		for _, note := range slices.Backward(notes) {
			text := note.SayTo(eyes, name)
			out = append(out, table.Line{Seq: e.Seq, At: e.At, Lane: table.Play, Note: note, Text: text})
		}
	}
	slices.Reverse(out)
	return out, nil
}

// Words is the act by which an entry came about, as records write it: "Anna: draw supply". It is empty for the
// beginning, and for chance. Where the game keeps secrets past its end, what other seats did than the one with whose
// eyes one looks is said as far as everybody learnt of it.
func (r *Replay) Words(n int, eyes engine.Seat) string {
	if n < 1 || n > r.Len() {
		return ""
	}
	e := r.stored.Entries[n-1]
	if e.Words == "" {
		return ""
	}
	words, names := e.Words, r.stored.Opened.Names
	if own := e.Seat == eyes && r.sees(eyes); !r.Spec.Reveals && !own {
		act, err := r.kept[0].Parse(words, e.Seat, names)
		if err != nil {
			return ""
		}
		var told bool
		if words, told, err = r.kept[0].Overt(act, names); err != nil || !told {
			return ""
		}
	}
	return names.Of(e.Seat) + ": " + words
}

// Open is the whole position after so many entries, in the lines of a record, where the game keeps no secret past its
// end. It fails with ErrSecret where it does.
func (r *Replay) Open(n int) (string, error) {
	if !r.Spec.Reveals {
		return "", fmt.Errorf("%w: this game keeps its cards secret for good", ErrSecret)
	}
	play, err := r.at(n)
	if err != nil {
		return "", err
	}
	return record.WritePosition(play.Whole(r.stored.Opened.Names))
}

// At is when an entry was written; of 0, when the match was opened.
func (r *Replay) At(n int) time.Time {
	if n < 1 || n > r.Len() {
		return r.stored.Opened.At
	}
	return r.stored.Entries[n-1].At
}
