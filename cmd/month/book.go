package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"saloon/data"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// book is everything that the store reported as done, in words that the file can be asked for again.
type book struct {
	said    map[string]*promise
	matches map[table.ID][]table.MatchID // of every table, in the order in which they were opened
}

// anything is a value that is known only afterwards.
const anything = "*"

// promise is the value of something in the file. What is pending was asked for, and nobody was told what came of it.
type promise struct {
	value   string // empty: it is not there
	pending []string
	doubt   []string // what was refused since, for want of room: it may be there all the same
	over    bool     // a match that has ended: it is read again at the end of the month
}

func newBook() *book {
	return &book{said: map[string]*promise{}, matches: map[table.ID][]table.MatchID{}}
}

// copy is the book as it is. What is pending in it may have happened.
func (b *book) copy() *book {
	c := newBook()
	for key, p := range b.said {
		c.said[key] = &promise{value: p.value, pending: slices.Clone(p.pending), doubt: slices.Clone(p.doubt)}
	}
	for id, all := range b.matches {
		c.matches[id] = slices.Clone(all)
	}
	return c
}

// blur makes everything pending that another book, which is newer, has in another way.
func (b *book) blur(newer *book) {
	for key, n := range newer.said {
		old := b.said[key]
		if old == nil {
			old = &promise{}
			b.said[key] = old
		}
		old.pending = slices.Concat(old.pending, n.pending, n.doubt, []string{n.value})
	}
	b.matches = newer.matches
}

// promise asks the store for something and notes what it says.
func (l *life) promise(key, value string, do func() error) error {
	return l.promises(map[string]string{key: value}, do)
}

func (l *life) promises(values map[string]string, do func() error) error {
	m := l.m
	m.mu.Lock()
	for key, value := range values { // also of a server that is dead: its last copy may not be complete
		p := m.book.said[key]
		if p == nil {
			p = &promise{}
			m.book.said[key] = p
		}
		p.pending = append(p.pending, value)
	}
	m.mu.Unlock()
	err := do()
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.dead {
		return err
	}
	for key, value := range values {
		p := m.book.said[key]
		if i := slices.Index(p.pending, value); i >= 0 {
			p.pending = slices.Delete(p.pending, i, i+1)
		}
		switch {
		case err == nil:
			p.value, p.doubt = value, nil
		case errors.Is(err, table.ErrDisk):
			p.doubt = append(p.doubt, value)
		}
	}
	return err
}

// compare looks whether the file has everything that was promised, and takes down what it has. Matches that had ended
// the last time are left for the end of the month.
func (m *month) compare(store *data.Store, all bool) {
	m.mu.Lock()
	var keys []string
	for key, p := range m.book.said {
		if all || !p.over || len(p.pending)+len(p.doubt) > 0 {
			keys = append(keys, key)
		}
	}
	m.mu.Unlock()
	slices.Sort(keys)
	for _, key := range keys {
		has, err := actual(m.ctx, store, key)
		if err != nil {
			m.fault("%s cannot be read: %v", key, err)
			continue
		}
		m.mu.Lock()
		p := *m.book.said[key]
		if has == "" && len(p.pending)+len(p.doubt) == 0 && p.value == "" {
			delete(m.book.said, key)
		} else {
			m.book.said[key] = &promise{value: has, over: strings.HasPrefix(key, "match ") && digestOf(has).ended}
		}
		m.mu.Unlock()
		if !p.allows(has) {
			m.fault("%s is not as it was: the file has\n  %s\npromised was\n  %s\nor %q", key, cmp.Or(has, "nothing"),
				cmp.Or(p.value, "nothing"), append(p.pending, p.doubt...))
		}
	}
}

// allows reports whether the file may have this.
func (p promise) allows(has string) bool {
	all := slices.Concat([]string{p.value}, p.pending, p.doubt)
	return slices.Contains(all, has) || slices.Contains(all, anything)
}

// written is v as the file has it: JSON that was read once.
func written[T any](v T) string {
	var again T
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &again)
	}
	if err == nil {
		text, err = json.Marshal(again)
	}
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// digest is a match with all its entries: which table it is of, how many it has, a hash of all of them, and whether it
// has ended.
type digest struct {
	at    table.ID
	n     uint64
	sum   uint64
	ended bool
}

func (d digest) String() string { return fmt.Sprintf("%s %d %d %t", d.at, d.n, d.sum, d.ended) }

func digestOf(text string) (d digest) {
	_, _ = fmt.Sscan(text, &d.at, &d.n, &d.sum, &d.ended) // of nothing it is the zero value
	return d
}

// add adds entries.
func (d digest) add(entries []table.Entry) digest {
	for _, e := range entries {
		facts, err := json.Marshal(e.Facts)
		h := fnv.New64a()
		fmt.Fprint(h, d.sum, e.Seq, e.Seat, e.Words, e.After, e.Sum, e.At.UnixMilli(), string(facts), err)
		d.n, d.sum = d.n+1, h.Sum64()
	}
	return d
}

// before is a match to which a batch is added, as it was promised last or as it may be.
func (p *promise) before(b table.Batch) digest {
	d := digestOf(p.value)
	for _, text := range slices.Concat(p.pending, p.doubt) {
		if x := digestOf(text); len(b.Entries) == 0 && x.n > d.n || len(b.Entries) > 0 && x.n == b.Entries[0].Seq-1 {
			d = x
		}
	}
	if d.at == "" {
		d.at = b.Table
	}
	return d
}

// actual is what the file says about a promise.
func actual(ctx context.Context, s *data.Store, key string) (string, error) {
	what, about, _ := strings.Cut(key, " ")
	text, err := "", error(nil)
	switch what {
	case "table":
		var k lobby.Kept
		if k, err = s.Reload(ctx, table.ID(about)); err == nil {
			text = written(k.Saved)
		}
	case "match":
		var m table.Stored
		if m, err = s.Match(ctx, table.MatchID(about)); err == nil {
			d := digest{at: m.Table}.add(m.Entries)
			d.ended = m.Ended != nil
			text = d.String()
		}
	case "change":
		var all []table.RatingChange
		if all, err = s.Changes(ctx, table.MatchID(about)); err == nil && len(all) > 0 {
			text = written(all)
		}
	case "name", "prefs":
		var p lobby.Player
		if p, err = s.ByID(ctx, table.PlayerID(about)); err == nil {
			if text = p.Name; what == "prefs" {
				text = written(p.Prefs)
			}
		}
	case "key":
		var p lobby.Player
		p, err = s.ByKey(ctx, about)
		text = string(p.ID)
	case "sanction":
		var x order.Sanction
		if x, err = s.Sanction(ctx, about); err == nil {
			text = written(x)
		}
	default:
		text, err = listed(ctx, s, what, about)
	}
	if errors.Is(err, lobby.ErrNotFound) {
		return "", nil
	}
	return text, err
}

// listed is what the file says about things that come in lists.
func listed(ctx context.Context, s *data.Store, what, about string) (string, error) {
	switch what {
	case "club":
		all, err := s.ClubList(ctx)
		i := slices.IndexFunc(all, func(c club.Club) bool { return string(c.ID) == about })
		if err != nil || i < 0 {
			return "", err
		}
		return written(all[i]), nil
	case "note":
		id, text, _ := strings.Cut(about, " ")
		notes, err := s.ClubNotes(ctx, club.ID(id))
		if err != nil || !slices.ContainsFunc(notes, func(n club.Note) bool { return noteKey(n) == text }) &&
			len(notes) < club.NotesMax {
			return "", err
		}
		return "pinned", nil
	case "reports":
		n, err := s.ReportsSince(ctx, table.PlayerID(about), time.Time{})
		if err != nil || n == 0 {
			return "", err
		}
		return fmt.Sprint(n), nil
	case "season":
		all, err := s.Seasons(ctx)
		i := slices.IndexFunc(all, func(x lobby.Season) bool { return x.Name == about })
		if err != nil || i < 0 {
			return "", err
		}
		awards, err := s.Awards(ctx, all[i].ID, "")
		return seasonText(all[i], awards), err
	case "act":
		var seq uint64
		if _, err := fmt.Sscan(about, &seq); err != nil {
			return "", err
		}
		all, err := s.Audit(ctx, seq-1, 1)
		if err != nil || len(all) == 0 {
			return "", err
		}
		return fmt.Sprintf("%x", all[0].Chain), nil
	}
	return "", fmt.Errorf("nobody knows what a %q is", what)
}

func noteKey(n club.Note) string { return fmt.Sprintf("%s %d %s", n.By, n.At.UnixMilli(), n.Text) }

func seasonText(s lobby.Season, awards []lobby.Award) string {
	if s.Open() {
		return written(s)
	}
	return written(s) + written(awards)
}

// ports are the store as a house has it, with everything taken down that it promises.
type ports struct {
	*data.Store
	l *life
}

var _ admin.Store = ports{}

// Append takes down what a table writes.
func (p ports) Append(ctx context.Context, b table.Batch) (out table.Written, err error) {
	m, at := p.l.m, string(b.Table)
	values := map[string]string{}
	if b.Drop {
		values["table "+at] = ""
	}
	if b.Opened != nil || len(b.Entries) > 0 || b.Ended != nil {
		m.mu.Lock()
		if b.Opened != nil {
			m.book.matches[b.Table] = append(m.book.matches[b.Table], b.Match)
		}
		d := digest{at: b.Table}
		if p := m.book.said["match "+string(b.Match)]; p != nil {
			d = p.before(b)
		}
		m.mu.Unlock()
		d = d.add(b.Entries)
		d.ended = b.Ended != nil
		values["match "+string(b.Match)] = d.String()
	}
	saved := b.Saved
	if saved == nil || b.Drop {
		err = p.l.promises(values, func() error { out, err = p.Store.Append(ctx, b); return err })
		return out, err
	}
	if b.Ended == nil {
		values["table "+at] = written(*saved)
		err = p.l.promises(values, func() error { out, err = p.Store.Append(ctx, b); return err })
		return out, err
	}
	return p.ended(ctx, b, values)
}

// ended takes down the end of a match. How the ratings move is known only when it is written.
func (p ports) ended(ctx context.Context, b table.Batch, values map[string]string) (out table.Written, err error) {
	values["table "+string(b.Table)] = anything
	err = p.l.promises(values, func() error { out, err = p.Store.Append(ctx, b); return err })
	if err != nil {
		return out, err
	}
	p.l.m.count(func(t *tally) { t.matches++ })
	saved := *b.Saved
	if saved.Result != nil {
		r := *saved.Result
		r.Changes = out.Changes
		saved.Result = &r
	}
	more := map[string]string{"table " + string(b.Table): written(saved)}
	if len(out.Changes) > 0 {
		p.l.m.count(func(t *tally) { t.rated++ })
		more["change "+string(b.Match)] = written(out.Changes)
	}
	return out, p.l.promises(more, func() error { return nil })
}

// Create takes down an account.
func (p ports) Create(ctx context.Context, who lobby.Player, skeleton string, k lobby.Key) error {
	do := func() error { return p.Store.Create(ctx, who, skeleton, k) }
	if who.Guest || who.Bot != "" {
		return do()
	}
	return p.l.promises(map[string]string{
		"name " + string(who.ID): who.Name, "key " + k.Fingerprint: string(who.ID),
		"prefs " + string(who.ID): written(who.Prefs),
	}, do)
}

// Rename takes down a name.
func (p ports) Rename(ctx context.Context, id table.PlayerID, name, skeleton string, at time.Time) error {
	return p.l.promise("name "+string(id), name, func() error { return p.Store.Rename(ctx, id, name, skeleton, at) })
}

// SavePrefs takes down settings.
func (p ports) SavePrefs(ctx context.Context, id table.PlayerID, prefs lobby.Prefs) error {
	do := func() error { return p.Store.SavePrefs(ctx, id, prefs) }
	if who, err := p.Store.ByID(ctx, id); err != nil || who.Guest {
		return do()
	}
	return p.l.promise("prefs "+string(id), written(prefs), do)
}

// SaveClub takes down a community table.
func (p ports) SaveClub(ctx context.Context, c club.Club, skeleton string) error {
	value := ""
	if c.Ended.IsZero() {
		value = written(c)
	}
	return p.l.promise("club "+string(c.ID), value, func() error { return p.Store.SaveClub(ctx, c, skeleton) })
}

// Pin takes down a note.
func (p ports) Pin(ctx context.Context, id club.ID, n club.Note) error {
	key := fmt.Sprintf("note %s %s", id, noteKey(n))
	return p.l.promise(key, "pinned", func() error { return p.Store.Pin(ctx, id, n) })
}

// SaveSanction takes down a sanction.
func (p ports) SaveSanction(ctx context.Context, x order.Sanction) error {
	return p.l.promise("sanction "+x.ID, written(x), func() error { return p.Store.SaveSanction(ctx, x) })
}

// AddReport takes down a report.
func (p ports) AddReport(ctx context.Context, r order.Report) error {
	n, err := p.Store.ReportsSince(ctx, r.By, time.Time{})
	if err != nil {
		return err
	}
	p.l.m.count(func(t *tally) { t.reports++ })
	return p.l.promise("reports "+string(r.By), fmt.Sprint(n+1), func() error { return p.Store.AddReport(ctx, r) })
}

// BeginSeason takes down a season.
func (p ports) BeginSeason(ctx context.Context, name string, a admin.Act) (out lobby.Season, err error) {
	err = p.l.promise("season "+name, anything, func() error {
		out, err = p.Store.BeginSeason(ctx, name, a)
		return err
	})
	if err == nil {
		err = errors.Join(p.noteSeason(ctx, name), p.noteAct(ctx))
	}
	return out, err
}

// EndSeason takes down a season and its awards.
func (p ports) EndSeason(ctx context.Context, a admin.Act) (out lobby.Season, all []lobby.Award, err error) {
	seasons, err := p.Store.Seasons(ctx)
	if err != nil || len(seasons) == 0 {
		return out, nil, errors.Join(err, lobby.ErrNoSeason)
	}
	err = p.l.promise("season "+seasons[0].Name, anything, func() error {
		out, all, err = p.Store.EndSeason(ctx, a)
		return err
	})
	if err == nil {
		err = errors.Join(p.noteSeason(ctx, out.Name), p.noteAct(ctx))
	}
	return out, all, err
}

// noteSeason takes down a season as it is now.
func (p ports) noteSeason(ctx context.Context, name string) error {
	text, err := listed(ctx, p.Store, "season", name)
	return errors.Join(err, p.l.promise("season "+name, text, func() error { return nil }))
}

// Note takes down an act.
func (p ports) Note(ctx context.Context, a admin.Act) error {
	if err := p.Store.Note(ctx, a); err != nil {
		return err
	}
	return p.noteAct(ctx)
}

// ClubAct takes down what an owner did.
func (p ports) ClubAct(ctx context.Context, a lobby.ClubAct) error {
	if err := p.Store.ClubAct(ctx, a); err != nil {
		return err
	}
	return p.noteAct(ctx)
}

// noteAct takes down the last act in the audit log.
func (p ports) noteAct(ctx context.Context) error {
	n, err := p.Store.Acts(ctx)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("act %d", n)
	text, err := actual(ctx, p.Store, key)
	return errors.Join(err, p.l.promise(key, text, func() error { return nil }))
}
