package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/sheet"
)

const (
	// sanctionsShown and reportsShown are how many are listed.
	sanctionsShown = 50
	reportsShown   = 50
	// helperBan is the longest ban that a helper may speak; an owner may for good, and over addresses.
	helperBan = 30 * 24 * time.Hour
)

// sanctionJSON is a sanction as the words print it.
type sanctionJSON struct {
	ID     string     `json:"id"`
	Kind   string     `json:"kind"`
	Whom   string     `json:"whom"`
	Player string     `json:"player"` // an ID, if it is about an account
	Reason string     `json:"reason"`
	By     string     `json:"by"`
	At     time.Time  `json:"at"`
	Until  *time.Time `json:"until"` // null: for good
	Stands bool       `json:"stands"`
	Lifted *time.Time `json:"lifted"`
	Appeal string     `json:"appeal"`
}

func (c *call) sanctionOf(s order.Sanction) sanctionJSON {
	out := sanctionJSON{
		ID: s.ID, Kind: string(s.Kind), Whom: s.Whom.String(), Player: string(s.Whom.Player), Reason: s.Reason,
		By: s.By, At: s.At.UTC(), Stands: s.Holds(c.office.Now()), Appeal: s.Appeal,
	}
	if !s.Until.IsZero() {
		until := s.Until.UTC()
		out.Until = &until
	}
	if !s.Lifted.IsZero() {
		lifted := s.Lifted.UTC()
		out.Lifted = &lifted
	}
	return out
}

// whom finds out who is meant: a key, addresses, or somebody by their name.
func (c *call) whom(ctx context.Context, words []string) (order.Whom, error) {
	text := strings.Join(words, " ")
	if strings.HasPrefix(text, fingerprintStart) {
		m, err := c.office.Store.StaffByKey(ctx, text)
		if err == nil && !c.mayTouch(m.Role) {
			return order.Whom{}, Refusal(staffFirst("whoever has that key"))
		}
		if err != nil && !errors.Is(err, lobby.ErrNotFound) {
			return order.Whom{}, err
		}
		return order.Whom{Key: text}, nil
	}
	if strings.ContainsAny(text, ":/") || strings.Count(text, ".") == 3 {
		block, err := order.ParseBlock(text)
		if err != nil {
			return order.Whom{}, Refusal(err.Error())
		}
		if c.who.Role != Owner {
			return order.Whom{}, Refusal("only an owner of this house may shut out addresses")
		}
		return order.Whom{Block: block}, nil
	}
	p, err := c.office.player(ctx, text)
	if err != nil {
		return order.Whom{}, err
	}
	if p.Bot != "" {
		return order.Whom{}, Refusal("a bot does what it was made for")
	}
	keys, err := c.office.keysOf(ctx, p.ID)
	if err != nil {
		return order.Whom{}, err
	}
	for _, k := range keys {
		if !c.mayTouch(k.Staff) {
			return order.Whom{}, Refusal(staffFirst(p.Name))
		}
	}
	return order.Whom{Player: p.ID, Name: p.Name}, nil
}

// mayTouch reports whether the caller may decide something about somebody with a role: owners are nobody's to shut out,
// and helpers an owner's alone.
func (c *call) mayTouch(role Role) bool {
	return role != Owner && (role != Helper || c.who.Role == Owner)
}

func staffFirst(who string) string {
	return who + " looks after this house; take that away first: staff remove"
}

func warn(ctx context.Context, c *call) error {
	whom, err := c.whom(ctx, c.Args[:1])
	if err != nil {
		return err
	}
	if whom.Player == "" {
		return Refusal("only somebody with a name can be warned")
	}
	return c.impose(ctx, order.Sanction{Kind: order.Warning, Whom: whom, Reason: strings.Join(c.Args[1:], " ")})
}

func mute(ctx context.Context, c *call) error { return c.shut(ctx, order.Mute) }
func ban(ctx context.Context, c *call) error  { return c.shut(ctx, order.Ban) }

// shut mutes or bans somebody for a while.
func (c *call) shut(ctx context.Context, kind order.Kind) error {
	last := len(c.Args) - 1
	long, err := order.Parse(c.Args[last])
	if err != nil {
		return Refusal(err.Error())
	}
	if c.who.Role != Owner && (long == 0 || long > helperBan) {
		return Refusal("for longer than 30 days only an owner of this house may")
	}
	whom, err := c.whom(ctx, c.Args[:last])
	if err != nil {
		return err
	}
	s := order.Sanction{Kind: kind, Whom: whom, Reason: c.Reason}
	if long > 0 {
		s.Until = c.office.Now().Add(long)
	}
	return c.impose(ctx, s)
}

// impose notes a sanction, writes it down and holds people to it.
func (c *call) impose(ctx context.Context, s order.Sanction) error {
	s.Reason, s.By, s.At = lobby.Clean(s.Reason, order.ReasonWidth), c.who.Name, c.office.Now()
	c.Reason = s.Reason
	met := 0
	about := s.Whom.String()
	if s.Kind != order.Warning {
		about += ", " + s.End(time.UTC)
	}
	err := c.noted(ctx, about, func() (err error) {
		if c.office.House != nil {
			s, met, err = c.office.House.Impose(ctx, s)
			return err
		}
		if s.ID, err = c.office.newID(); err != nil {
			return err
		}
		return c.office.Store.SaveSanction(ctx, s)
	})
	if err != nil {
		return err
	}
	return c.print(c.sanctionOf(s), func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s %s: %s. It met %s.\n", s.Kind, s.ID, about, lobby.Plural(met, "session"))
		if s.Reason == "" {
			_, _ = fmt.Fprintln(w, "They read that no reason was given; --reason TEXT gives one.")
		}
	})
}

func kick(ctx context.Context, c *call) error {
	if c.office.House == nil {
		return Refusal("nobody is here")
	}
	whom, err := c.whom(ctx, c.Args)
	if err != nil {
		return err
	}
	met := 0
	err = c.noted(ctx, whom.String(), func() error {
		met = c.office.House.Kick(whom, c.Reason)
		return nil
	})
	if err != nil {
		return err
	}
	return c.print(map[string]any{"sessions": met}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s ended.\n", lobby.Plural(met, "session"))
	})
}

func lift(ctx context.Context, c *call) error {
	id := strings.ToUpper(c.Args[0])
	s, err := c.office.Store.Sanction(ctx, id)
	if errors.Is(err, lobby.ErrNotFound) || err == nil && !s.Holds(c.office.Now()) {
		return Refusal("nothing stands under " + lobby.Clean(id, lobby.NameWidthMax))
	}
	if err != nil {
		return err
	}
	err = c.noted(ctx, string(s.Kind)+" "+id+" of "+s.Whom.String(), func() (err error) {
		if c.office.House != nil {
			s, err = c.office.House.Lift(ctx, id, c.Reason)
			return err
		}
		s.Lifted, s.Why = c.office.Now(), c.Reason
		return c.office.Store.SaveSanction(ctx, s)
	})
	if err != nil {
		return err
	}
	return c.print(c.sanctionOf(s), func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s %s no longer stands.\n", s.Kind, s.ID)
	})
}

// sanctions lists what was decided, about somebody or about everybody.
func sanctions(ctx context.Context, c *call) error {
	var who lobby.Player
	if len(c.Args) > 0 {
		var err error
		if who, err = c.office.player(ctx, strings.Join(c.Args, " ")); err != nil {
			return err
		}
	}
	found, err := c.office.Store.SanctionsOf(ctx, who.ID, sanctionsShown)
	if err != nil {
		return err
	}
	all := []sanctionJSON{}
	for _, s := range found {
		all = append(all, c.sanctionOf(s))
	}
	return c.print(map[string]any{"sanctions": all}, func(w io.Writer) {
		rows := [][]string{{"ID", "WHAT", "WHOM", "SINCE (UTC)", "UNTIL (UTC)", "BY", "REASON"}}
		for i, s := range all {
			until := "for good"
			if s.Until != nil {
				until = sheet.Day(*s.Until)
			}
			if found[i].Kind == order.Warning {
				until = "it is read"
			}
			if !s.Stands {
				until = "over"
			}
			rows = append(rows, []string{s.ID, s.Kind, s.Whom, sheet.Day(s.At), until, s.By, s.Reason})
			if s.Appeal != "" {
				rows = append(rows, []string{"", "", "", "", "", "appeal:", s.Appeal})
			}
		}
		sheet.Columns(w, rows, "")
	})
}

// reportJSON is a report as the words print it.
type reportJSON struct {
	Report  uint64       `json:"report"`
	At      time.Time    `json:"at"`
	By      string       `json:"by"`
	About   string       `json:"about"`
	Words   string       `json:"words"`
	Match   string       `json:"match"`
	Entry   int          `json:"entry"`
	Closed  *time.Time   `json:"closed"`
	Outcome string       `json:"outcome"`
	Lines   []order.Line `json:"lines"` // only of one that is shown
}

func reportOf(r order.Report) reportJSON {
	out := reportJSON{
		Report: r.Seq, At: r.At.UTC(), By: r.Name, About: r.Called, Words: r.Words, Match: string(r.Match),
		Entry: r.Entry, Outcome: r.Outcome, Lines: []order.Line{},
	}
	if !r.Closed.IsZero() {
		closed := r.Closed.UTC()
		out.Closed = &closed
	}
	return out
}

func reports(ctx context.Context, c *call) error {
	found, err := c.office.Store.Reports(ctx, reportsShown)
	if err != nil {
		return err
	}
	all := []reportJSON{}
	for _, r := range found {
		all = append(all, reportOf(r))
	}
	appeals, err := c.appeals(ctx)
	if err != nil {
		return err
	}
	return c.print(map[string]any{"reports": all, "appeals": appeals}, func(w io.Writer) {
		rows := [][]string{{"NO", "AT (UTC)", "ABOUT", "BY", "MATCH", "STATE", "WORDS"}}
		for _, r := range all {
			state := "open"
			if r.Closed != nil {
				state = "closed"
			}
			rows = append(rows, []string{
				strconv.FormatUint(r.Report, 10), sheet.Day(r.At), r.About, r.By, dash(r.Match), state, r.Words,
			})
		}
		sheet.Columns(w, rows, "r")
		for _, x := range appeals {
			_, _ = fmt.Fprintf(w, "Against %s %s of %s: %s\n", x.Kind, x.ID, x.Whom, x.Appeal)
		}
	})
}

// appeals lists what was said against bans that stand: it waits for the staff as reports do.
func (c *call) appeals(ctx context.Context) ([]sanctionJSON, error) {
	now := c.office.Now()
	found, err := c.office.Store.Sanctions(ctx, now)
	out := []sanctionJSON{}
	for _, s := range found {
		if s.Holds(now) && s.Appeal != "" {
			out = append(out, c.sanctionOf(s))
		}
	}
	return out, err
}

func (c *call) report(ctx context.Context) (order.Report, error) {
	n, err := strconv.ParseUint(c.Args[0], 10, 63)
	if err != nil {
		said := lobby.Clean(c.Args[0], lobby.NameWidthMax)
		return order.Report{}, Usage(fmt.Sprintf("%q is no number of a report", said))
	}
	r, err := c.office.Store.Report(ctx, n)
	if errors.Is(err, lobby.ErrNotFound) {
		return r, Refusal("there is no such report")
	}
	return r, err
}

func reportShow(ctx context.Context, c *call) error {
	r, err := c.report(ctx)
	if err != nil {
		return err
	}
	out := reportOf(r)
	out.Lines = append(out.Lines, r.Lines...)
	return c.print(out, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "Report %d, %s UTC: %s about %s\n%s\n", r.Seq, sheet.Day(r.At), r.Name, r.Called, r.Words)
		if r.Match != "" {
			_, _ = fmt.Fprintf(w, "The position: ssh -t … replay %s:%d (once that match is over)\n", r.Match, r.Entry)
		}
		for _, l := range r.Lines {
			from := ""
			if l.From != "" {
				from = l.From + ": "
			}
			_, _ = fmt.Fprintf(w, "  %s  %s%s\n", l.At.UTC().Format("15:04:05"), from, l.Text)
		}
		if r.Outcome != "" {
			_, _ = fmt.Fprintf(w, "Closed: %s\n", r.Outcome)
		}
	})
}

func reportClose(ctx context.Context, c *call) error {
	r, err := c.report(ctx)
	if err != nil {
		return err
	}
	outcome := lobby.Clean(strings.Join(c.Args[1:], " "), order.ReasonWidth)
	a := c.act(fmt.Sprintf("%d, about %s", r.Seq, r.Called))
	a.Reason = outcome
	if err := c.office.Store.CloseReport(ctx, r.Seq, outcome, a); err != nil {
		return err
	}
	r.Outcome, r.Closed = outcome, a.At
	when := "when they come next"
	if c.office.House != nil && c.office.House.TellOutcomes(r.By) {
		when = "now"
	}
	return c.print(reportOf(r), func(w io.Writer) { _, _ = fmt.Fprintf(w, "%s is told so %s.\n", r.Name, when) })
}
