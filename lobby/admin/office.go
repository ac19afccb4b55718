package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"saloon/engine/bot"
	"saloon/lobby"
)

// Restorer brings backups into the data directory of a stopped house.
type Restorer interface {
	// Stage copies a backup beside the database and opens the copy.
	Stage(ctx context.Context, file string) (Staged, error)
}

// Staged is a backup that may take the place of the database.
type Staged interface {
	Store
	// Replace puts it there. The database is kept under another name, which it returns; empty if there was none.
	Replace() (aside string, err error)
	// Drop forgets it.
	Drop() error
}

// Office is where a house is looked after: of a running one, or of the data directory of a stopped one.
type Office struct {
	Store    Store        // nil for words that need files alone
	House    *lobby.House // nil while no server runs
	Restorer Restorer     // nil while a server runs
	Kits     []bot.Kit
	// Backups is the directory of backups that are asked for without one: the data directory's own, or where the
	// console stands.
	Backups string
	// Accept vouches for a database that was opened with distrust; nil for others.
	Accept func()
	// Changed says what speaks against a database that was opened with distrust beside what is in it, or is nil.
	Changed error
	Now     func() time.Time
	// Entropy is what ids are made of; crypto/rand if nil.
	Entropy io.Reader
	Log     *slog.Logger
}

// newID makes an id for a sanction.
func (o *Office) newID() (string, error) {
	if o.Entropy == nil {
		return lobby.NewSanctionID(rand.Reader)
	}
	return lobby.NewSanctionID(o.Entropy)
}

// Caller is who says something to the office.
type Caller struct {
	Name string
	Key  string // the fingerprint of the proved key; empty at the console
	Role Role
}

// Console is the caller who has the data directory itself: the account on the machine may do everything.
func Console(account string) Caller { return Caller{Name: "console (" + account + ")", Role: Owner} }

// Caller finds out who has a key, and refuses whoever is not of the staff.
func (o *Office) Caller(ctx context.Context, fingerprint string) (Caller, error) {
	if fingerprint == "" {
		return Caller{}, Refusal("only this house's staff may do that, and you came without a key")
	}
	m, err := o.Store.StaffByKey(ctx, fingerprint)
	if errors.Is(err, lobby.ErrNotFound) {
		return Caller{}, Refusal("only this house's staff may do that, and your key " + fingerprint + " is not of it")
	}
	if err != nil {
		return Caller{}, err
	}
	c := Caller{Name: m.Name, Key: fingerprint, Role: m.Role}
	if p, err := o.Store.ByKey(ctx, fingerprint); err == nil {
		c.Name = p.Name
	} else if !errors.Is(err, lobby.ErrNotFound) {
		return Caller{}, err
	}
	return c, nil
}

// Run does what a request asks for and writes the answer, of which nothing is written twice: an error is what the
// answer does not say. Errors of type Usage and Refusal are for the caller to read.
func (o *Office) Run(ctx context.Context, who Caller, r Request, out io.Writer) error {
	if r.Word.run == nil {
		Help(out)
		return nil
	}
	switch {
	case r.Word.Role == Owner && who.Role != Owner:
		return Refusal("only an owner of this house may do that, and you are of its staff")
	case r.Word.Place == Running && o.House == nil:
		return Refusal("no server runs on this data directory, so nobody is here")
	case r.Word.Place == Stopped && o.House != nil:
		return Refusal("that works on a stopped server: stop it, and say \"saloon admin " + r.Word.Name +
			"\" on the machine itself")
	}
	return r.Word.run(ctx, &call{Request: r, office: o, who: who, out: out})
}

// call is one request that is being answered.
type call struct {
	Request
	office *Office
	who    Caller
	out    io.Writer
}

// print writes an answer: as JSON if that was asked for, else as text.
func (c *call) print(v any, text func(io.Writer)) error {
	if !c.JSON {
		text(c.out)
		return nil
	}
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// say writes a line of text where no JSON is wanted.
func (c *call) say(format string, args ...any) {
	if !c.JSON {
		_, _ = fmt.Fprintf(c.out, format+"\n", args...) // the line may be gone, and then nobody reads it
	}
}

// act is this request as the audit log has it.
func (c *call) act(about string) Act {
	return Act{
		At: c.office.Now(), Who: c.who.Name, Key: c.who.Key, Act: c.Word.Name,
		About: lobby.Clean(about, lobby.TalkWidth), Reason: lobby.Clean(c.Reason, lobby.TalkWidth),
	}
}

// noted writes an act down and then does it. What concerns nobody's rights is done even while the disk is full, and the
// server's log has it then.
func (c *call) noted(ctx context.Context, about string, do func() error) error {
	a := c.act(about)
	failed := c.office.Store.Note(ctx, a)
	if failed != nil {
		c.office.Log.Error("Act not noted", "act", a.Act, "who", a.Who, "err", failed)
	}
	if err := do(); err != nil {
		return err
	}
	if failed != nil {
		return Refusal("it was done, but the audit log could not be written; the server's log has it")
	}
	return nil
}
