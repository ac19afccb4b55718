package lobby

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"saloon/engine"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

const (
	// ExportFormat is the version of the document that Export writes. Fields are added, but none changes its meaning.
	ExportFormat = "saloon-export/1"

	// papersPage is how many rows of anything are read at once.
	papersPage = 200
	// papersAtOnce is how many exports may be written at a time.
	papersAtOnce = 2
	// sanctionsMost bounds the sanctions in an export.
	sanctionsMost = 1000
	// talkNote says in every export what it does not hold.
	talkNote = "Talk is not kept. What was said in the lobby and at tables is in no file; the last lines before a " +
		"report are in that report."
)

// ErrPapers answers when as many exports are being written as the house writes at a time.
var ErrPapers = errors.New("papers are being written out already just now: try again in a minute")

// Moved is how a match moved somebody's rating.
type Moved struct {
	Seq           int64 // the match's place in the order in which matches ended
	Match         table.MatchID
	Category      string
	At            time.Time
	Before, After table.Skill
}

// Answered is a reaction of somebody, with the match in which it was.
type Answered struct {
	Match table.MatchID
	table.Reaction
}

// Noted is a note on a community's board.
type Noted struct {
	Club string // its name
	club.Note
}

// Papers is what is kept of somebody, a page at a time, so that no document must fit into memory.
type Papers interface {
	// MatchesOf lists up to n matches in which somebody sat, in the order of their ids, after one.
	MatchesOf(ctx context.Context, id table.PlayerID, after table.MatchID, n int) ([]table.MatchID, error)
	// MovesOf lists up to n moves of somebody's ratings after a place in the order of endings.
	MovesOf(ctx context.Context, id table.PlayerID, after int64, n int) ([]Moved, error)
	// AnswersOf lists up to n reactions of somebody, the oldest first, after one; the zero value is before all.
	AnswersOf(ctx context.Context, id table.PlayerID, after Answered, n int) ([]Answered, error)
	// NotesOf lists somebody's notes on the boards of communities.
	NotesOf(ctx context.Context, id table.PlayerID) ([]Noted, error)
	// SanctionsOf lists the last n decisions about somebody, the newest first.
	SanctionsOf(ctx context.Context, id table.PlayerID, n int) ([]order.Sanction, error)
	// ReportsBy lists up to n reports that somebody made, the oldest first, after one.
	ReportsBy(ctx context.Context, id table.PlayerID, after uint64, n int) ([]order.Report, error)
}

// Export writes everything that the house keeps of somebody as one JSON document: what they own whole, and of matches
// what they may see. It reads and writes a little at a time; what changes meanwhile is in it or not. It fails with
// ErrGuest and ErrPapers, before anything was written.
func (h *House) Export(ctx context.Context, who table.PlayerID, w io.Writer) error {
	if who == "" {
		return ErrGuest
	}
	p, err := h.deps.Players.ByID(ctx, who)
	if err != nil {
		return err
	}
	if !h.beginPapers(who) {
		return ErrPapers
	}
	defer h.endPapers(who)
	b := bufio.NewWriter(w)
	x := &export{h: h, ctx: ctx, who: p, w: b}
	return errors.Join(x.write(), b.Flush())
}

// beginPapers takes one of the places for exports. Nobody has two.
func (h *House) beginPapers(who table.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.papers[who] || len(h.papers) >= papersAtOnce {
		return false
	}
	h.papers[who] = true
	return true
}

func (h *House) endPapers(who table.PlayerID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.papers, who)
}

// export is one document on its way out.
type export struct {
	h     *House
	ctx   context.Context
	who   Player
	w     *bufio.Writer
	begun bool
}

func (x *export) write() error {
	parts := []func() error{
		x.account, x.ratings, x.curve, x.matches, x.reactions, x.conduct, x.clubs, x.order, x.acts,
		func() error { return x.field("talk", map[string]any{"kept": false, "note": talkNote}) },
	}
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	_, err := x.w.WriteString("\n}\n")
	return err
}

// field writes one field of the document.
func (x *export) field(name string, v any) error {
	if err := x.name(name); err != nil {
		return err
	}
	return x.value(v)
}

func (x *export) name(name string) error {
	before := ",\n"
	if !x.begun {
		before, x.begun = "{\n", true
	}
	_, err := fmt.Fprintf(x.w, "%s%q: ", before, name)
	return err
}

func (x *export) value(v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := x.w.WriteString(strings.TrimSuffix(b.String(), "\n"))
	return err
}

// list writes a field that is a list, one item on a line. The function adds them.
func (x *export) list(name string, f func(add func(v any) error) error) error {
	if err := x.name(name); err != nil {
		return err
	}
	before := "[\n  "
	err := f(func(v any) error {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		if _, err := x.w.WriteString(before); err != nil {
			return err
		}
		before = ",\n  "
		return x.value(v)
	})
	if err != nil {
		return err
	}
	end := "]"
	if before == "[\n  " {
		end = "[]"
	}
	_, err = x.w.WriteString(end)
	return err
}

// all adds everything of a slice.
func all[T any](values []T, as func(T) any) func(add func(any) error) error {
	return func(add func(any) error) error {
		for _, v := range values {
			if err := add(as(v)); err != nil {
				return err
			}
		}
		return nil
	}
}

// paged adds everything that comes page by page.
func paged[T any](next func(last *T) ([]T, error), as func(T) (any, error)) func(add func(any) error) error {
	return func(add func(any) error) error {
		var last *T
		for {
			page, err := next(last)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, v := range page {
				item, err := as(v)
				if err != nil {
					return err
				}
				if err := add(item); err != nil {
					return err
				}
			}
			last = &page[len(page)-1]
		}
	}
}

// moment is a time as documents have it; nil for none.
func moment(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC()
}

func (x *export) account() error {
	ps, p := x.h.deps.Players, x.who
	names, err := ps.Names(x.ctx, p.ID)
	if err != nil {
		return err
	}
	keys, err := ps.Keys(x.ctx, p.ID)
	if err != nil {
		return err
	}
	words, err := ps.WordsMade(x.ctx, p.ID)
	if err != nil {
		return err
	}
	prefs := p.Prefs
	prefs.Ignored = nil
	for _, f := range []struct {
		name string
		v    any
	}{
		{"format", ExportFormat},
		{"made", moment(x.h.deps.Now())},
		{"account", map[string]any{"id": p.ID, "name": p.Name, "created": moment(p.Created), "seen": moment(p.Seen),
			"leaving": moment(p.Leaving)}},
		{"recovery_words", map[string]any{"made": moment(words)}},
		{"prefs", prefs},
	} {
		if err := x.field(f.name, f.v); err != nil {
			return err
		}
	}
	err = x.list("names", all(names, func(n Named) any {
		return map[string]any{"name": n.Name, "since": moment(n.Since)}
	}))
	if err != nil {
		return err
	}
	err = x.list("keys", all(keys, func(k Key) any {
		return map[string]any{"fingerprint": k.Fingerprint, "type": k.Type, "added": moment(k.Added),
			"used": moment(k.Used)}
	}))
	if err != nil {
		return err
	}
	return x.list("ignored", func(add func(any) error) error {
		for _, id := range p.Prefs.Ignored {
			name, err := x.h.nameOf(x.ctx, id)
			if err != nil {
				return err
			}
			if err := add(map[string]any{"player": id, "name": name}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (x *export) ratings() error {
	records, err := x.h.deps.Results.Records(x.ctx, x.who.ID)
	if err != nil {
		return err
	}
	err = x.list("ratings", all(records, func(r Record) any {
		return map[string]any{"category": r.Category, "rating": Shown(r.Skill), "mu": r.Skill.Mu,
			"sigma": r.Skill.Sigma, "rank": r.Rank, "matches": r.Matches, "wins": r.Wins, "left": r.Left}
	}))
	if err != nil {
		return err
	}
	awards, err := x.h.deps.Results.Awards(x.ctx, 0, x.who.ID)
	if err != nil {
		return err
	}
	return x.list("awards", all(awards, func(a Award) any {
		return map[string]any{"season": a.SeasonName, "kind": a.Kind, "category": a.Category, "match": a.Match,
			"points": a.Points}
	}))
}

func (x *export) curve() error {
	return x.list("curve", paged(func(last *Moved) ([]Moved, error) {
		var after int64
		if last != nil {
			after = last.Seq
		}
		return x.h.deps.Players.MovesOf(x.ctx, x.who.ID, after, papersPage)
	}, func(m Moved) (any, error) {
		return map[string]any{"match": m.Match, "category": m.Category, "at": moment(m.At),
			"before": Shown(m.Before), "after": Shown(m.After)}, nil
	}))
}

func (x *export) matches() error {
	return x.list("matches", paged(func(last *table.MatchID) ([]table.MatchID, error) {
		var after table.MatchID
		if last != nil {
			after = *last
		}
		return x.h.deps.Players.MatchesOf(x.ctx, x.who.ID, after, papersPage)
	}, x.match))
}

// match is one match, with its record as its player may see it.
func (x *export) match(id table.MatchID) (any, error) {
	m, err := x.h.deps.Results.Match(x.ctx, id)
	if err != nil {
		return map[string]any{"match": id, "record": nil, "why": "its log is damaged"}, x.ctx.Err()
	}
	out := map[string]any{"match": id, "table": m.Table, "game": m.Opened.Game, "rules": m.Opened.Rules,
		"opened": moment(m.Opened.At), "ended": moment(m.EndedAt), "seat": nil, "rated": false, "rank": nil,
		"points": nil, "reason": nil, "record": nil}
	var seats []string
	for i, p := range m.Opened.People {
		seats = append(seats, p.Called())
		if p.ID == x.who.ID {
			out["seat"] = i
		}
	}
	out["seats"] = seats
	if m.Ended != nil {
		out["rated"], out["reason"] = m.Ended.Rated, m.Ended.Outcome.Reason
		for _, p := range m.Ended.Places {
			if p.Person.ID == x.who.ID {
				out["seat"], out["rank"], out["points"], out["walked_out"] = p.Seat, p.Rank, p.Points, p.Left
			}
		}
	}
	text, err := x.h.Record(x.ctx, id, x.who.ID)
	if err != nil {
		out["why"] = "what you may see of it cannot be written: " + err.Error()
		return out, x.ctx.Err()
	}
	out["record"] = text
	return out, nil
}

func (x *export) reactions() error {
	return x.list("reactions", paged(func(last *Answered) ([]Answered, error) {
		var after Answered
		if last != nil {
			after = *last
		}
		return x.h.deps.Players.AnswersOf(x.ctx, x.who.ID, after, papersPage)
	}, func(a Answered) (any, error) {
		out := map[string]any{"match": a.Match, "entry": a.Seq, "at": moment(a.At), "on": a.On, "how": a.How,
			"after_ms": nil}
		if a.How == engine.Valid {
			out["after_ms"] = a.After.Milliseconds()
		}
		return out, nil
	}))
}

func (x *export) conduct() error {
	months, err := x.h.deps.Results.Conduct(x.ctx, x.who.ID)
	if err != nil {
		return err
	}
	return x.list("conduct", all(months, func(m ConductMonth) any {
		return map[string]any{"month": fmt.Sprintf("%04d-%02d", m.Month/12, m.Month%12+1), "matches": m.Matches,
			"came_back": m.Back, "lost_line": m.Lost, "walked_out": m.Walked}
	}))
}

func (x *export) clubs() error {
	x.h.mu.Lock()
	var mine []club.Club
	for _, c := range x.h.clubs.byID {
		if c.Member(x.who.ID) {
			mine = append(mine, c)
		}
	}
	x.h.mu.Unlock()
	slices.SortFunc(mine, func(a, b club.Club) int { return compareNames(a.Name, b.Name) })
	err := x.list("clubs", all(mine, func(c club.Club) any {
		if c.Owner != x.who.ID {
			return map[string]any{"id": c.ID, "name": c.Name, "owner": false, "founded": moment(c.Founded)}
		}
		return map[string]any{"id": c.ID, "name": c.Name, "owner": true, "founded": moment(c.Founded), "about": c.About,
			"settings": c.Settings, "roster_only": c.RosterOnly, "members": c.Members, "warm": c.Warm, "hours": c.Hours}
	}))
	if err != nil {
		return err
	}
	notes, err := x.h.deps.Players.NotesOf(x.ctx, x.who.ID)
	if err != nil {
		return err
	}
	return x.list("club_notes", all(notes, func(n Noted) any {
		return map[string]any{"club": n.Club, "at": moment(n.At), "text": n.Text}
	}))
}

// order is what was decided about somebody, and what they reported. Who decided is the house's business.
func (x *export) order() error {
	about, err := x.h.deps.Players.SanctionsOf(x.ctx, x.who.ID, sanctionsMost)
	if err != nil {
		return err
	}
	err = x.list("sanctions", all(about, func(s order.Sanction) any {
		return map[string]any{"id": s.ID, "kind": s.Kind, "reason": s.Reason, "at": moment(s.At),
			"until": moment(s.Until), "lifted": moment(s.Lifted), "appeal": s.Appeal}
	}))
	if err != nil {
		return err
	}
	return x.list("reports", paged(func(last *order.Report) ([]order.Report, error) {
		var after uint64
		if last != nil {
			after = last.Seq
		}
		return x.h.deps.Players.ReportsBy(x.ctx, x.who.ID, after, papersPage)
	}, func(r order.Report) (any, error) {
		return map[string]any{"at": moment(r.At), "about": r.Called, "words": r.Words, "match": r.Match,
			"entry": r.Entry, "lines": r.Lines, "closed": moment(r.Closed), "outcome": r.Outcome}, nil
	}))
}

func (x *export) acts() error {
	acts, err := x.h.deps.Players.AccountActs(x.ctx, x.who.ID, actsKept)
	if err != nil {
		return err
	}
	return x.list("account_acts", all(acts, func(a AccountAct) any { return a }))
}
