package admin

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
)

const (
	fingerprintStart = "SHA256:"
	// auditShown is how many acts the audit word shows if nobody says how many; auditPage is how many are read at once.
	auditShown = 50
	auditPage  = 500
	auditMost  = 10_000
)

// staffJSON is one of the staff as the staff words print them.
type staffJSON struct {
	Key   string    `json:"key"`
	Role  Role      `json:"role"`
	Name  string    `json:"name"`
	Added time.Time `json:"added"`
	By    string    `json:"by"`
}

func staffList(ctx context.Context, c *call) error {
	staff, err := c.office.Store.StaffList(ctx)
	if err != nil {
		return err
	}
	all := []staffJSON{}
	for _, m := range staff {
		s := staffJSON{m.Fingerprint, m.Role, m.Name, m.Added.UTC(), m.By}
		if p, err := c.office.Store.ByKey(ctx, m.Fingerprint); err == nil {
			s.Name = p.Name
		} else if !errors.Is(err, lobby.ErrNotFound) {
			return err
		}
		all = append(all, s)
	}
	return c.print(map[string]any{"staff": all}, func(w io.Writer) {
		if len(all) == 0 {
			_, _ = fmt.Fprintln(w, "Nobody yet. The first owner is made on the console: staff add KEY")
			return
		}
		rows := [][]string{{"KEY", "ROLE", "NAME", "ADDED (UTC)", "BY"}}
		for _, s := range all {
			rows = append(rows, []string{s.Key, string(s.Role), dash(s.Name), sheet.Day(s.Added), s.By})
		}
		sheet.Columns(w, rows, "")
	})
}

// resolve finds the keys that somebody means: one key, or all that a player has.
func (o *Office) resolve(ctx context.Context, args []string) (keys []string, name string, err error) {
	fingerprint, isKey, err := keyIn(args)
	if err != nil {
		return nil, "", err
	}
	if isKey {
		p, err := o.Store.ByKey(ctx, fingerprint)
		if err != nil && !errors.Is(err, lobby.ErrNotFound) {
			return nil, "", err
		}
		return []string{fingerprint}, p.Name, nil
	}
	p, err := o.player(ctx, strings.Join(args, " "))
	if err != nil {
		return nil, "", err
	}
	has, err := o.Store.Keys(ctx, p.ID)
	if err != nil {
		return nil, "", err
	}
	for _, k := range has {
		keys = append(keys, k.Fingerprint)
	}
	if len(keys) == 0 {
		return nil, "", Refusal(p.Name + " has no key, and staff is who has one")
	}
	return keys, p.Name, nil
}

// keyIn reads a fingerprint, or makes it of a public key as it stands in its file: type, key, comment.
func keyIn(args []string) (fingerprint string, ok bool, err error) {
	words := strings.Fields(strings.Join(args, " "))
	if len(words) == 1 && strings.HasPrefix(words[0], fingerprintStart) {
		sum, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(words[0], fingerprintStart))
		if err != nil || len(sum) != sha256.Size {
			return "", false, Refusal(fmt.Sprintf("%q is no whole fingerprint: it has %d signs behind %s",
				lobby.Clean(words[0], 3*lobby.NameWidthMax), base64.RawStdEncoding.EncodedLen(sha256.Size),
				fingerprintStart))
		}
		return words[0], true, nil
	}
	if len(words) < 2 {
		return "", false, nil
	}
	for _, kind := range []string{"ssh-", "ecdsa-", "sk-"} {
		if !strings.HasPrefix(words[0], kind) {
			continue
		}
		blob, err := base64.StdEncoding.DecodeString(words[1])
		if err != nil || len(blob) == 0 {
			return "", false, Refusal("that begins like a public key and is none")
		}
		sum := sha256.Sum256(blob)
		return fingerprintStart + base64.RawStdEncoding.EncodeToString(sum[:]), true, nil
	}
	return "", false, nil
}

func staffAdd(ctx context.Context, c *call) error {
	keys, name, err := c.office.resolve(ctx, c.Args)
	if err != nil {
		return err
	}
	staff, err := c.office.Store.StaffList(ctx)
	if err != nil {
		return err
	}
	role := Helper
	if c.Owner || owners(staff, nil) == 0 { // the first one: nobody else could add others from inside
		role = Owner
	}
	if role == Helper && owners(staff, keys) == 0 {
		return Refusal("that is the last owner of this house: add another one first")
	}
	var add []Staff
	for _, k := range keys {
		add = append(add, Staff{Fingerprint: k, Role: role, Name: name, Added: c.office.Now(), By: c.who.Name})
	}
	about := strings.TrimSpace(fmt.Sprintf("%s %s as %s", name, strings.Join(keys, " "), role))
	if err := c.office.Store.AddStaff(ctx, add, c.act(about)); err != nil {
		return err
	}
	return c.print(map[string]any{"added": keys, "role": role}, func(w io.Writer) {
		for _, k := range keys {
			_, _ = fmt.Fprintln(w, strings.TrimSpace(fmt.Sprintf("%s is %s now. %s", k, role, name)))
		}
	})
}

func staffRemove(ctx context.Context, c *call) error {
	keys, name, err := c.office.resolve(ctx, c.Args)
	if err != nil {
		return err
	}
	staff, err := c.office.Store.StaffList(ctx)
	if err != nil {
		return err
	}
	if c.who.Key != "" && owners(staff, keys) == 0 {
		return Refusal("that is the last owner of this house: add another one first, or do it on the console")
	}
	about := strings.TrimSpace(name + " " + strings.Join(keys, " "))
	err = c.office.Store.RemoveStaff(ctx, keys, c.act(about))
	if errors.Is(err, lobby.ErrNotFound) {
		return Refusal(lobby.Clean(strings.Join(c.Args, " "), 3*lobby.NameWidthMax) + " is not of the staff")
	}
	if err != nil {
		return err
	}
	return c.print(map[string]any{"removed": keys}, func(w io.Writer) {
		_, _ = fmt.Fprintln(w, "No longer of the staff: "+strings.Join(keys, " "))
	})
}

// owners counts the owners but for some keys.
func owners(staff []Staff, but []string) (n int) {
	for _, m := range staff {
		if m.Role == Owner && !slices.Contains(but, m.Fingerprint) {
			n++
		}
	}
	return n
}

// actJSON is an act as the audit words print it.
type actJSON struct {
	Seq    uint64    `json:"seq"`
	At     time.Time `json:"at"`
	Who    string    `json:"who"`
	Key    string    `json:"key"`
	Act    string    `json:"act"`
	About  string    `json:"about"`
	Reason string    `json:"reason"`
	Chain  string    `json:"chain"` // SHA-256 over this act and the chain of the one before, in hex digits
}

func actOf(n Noted) actJSON {
	return actJSON{n.Seq, n.At.UTC(), n.Who, n.Key, n.Act.Act, n.About, n.Reason, hex.EncodeToString(n.Chain)}
}

func audit(ctx context.Context, c *call) error {
	n := auditShown
	if len(c.Args) > 0 {
		var err error
		if n, err = strconv.Atoi(c.Args[0]); err != nil || n < 1 || n > auditMost {
			return Usage(fmt.Sprintf("it is: audit [N], with a number from 1 to %d", auditMost))
		}
	}
	last, err := c.office.Store.Acts(ctx)
	if err != nil {
		return err
	}
	acts, err := c.office.Store.Audit(ctx, last-min(last, uint64(n)), n)
	if err != nil {
		return err
	}
	all := []actJSON{}
	for _, a := range acts {
		all = append(all, actOf(a))
	}
	return c.print(map[string]any{"acts": all}, func(w io.Writer) {
		rows := [][]string{{"N", "WHEN (UTC)", "WHO", "ACT", "ABOUT", "REASON"}}
		for _, a := range all {
			who := a.Who
			if who == "" {
				who = a.Key // of somebody who has no name here
			}
			rows = append(rows, []string{strconv.FormatUint(a.Seq, 10), sheet.Day(a.At), who, a.Act, dash(a.About),
				dash(a.Reason)})
		}
		sheet.Columns(w, rows, "r")
	})
}

// auditExport prints every act as a JSON object a line, also without --json. What is exported is known to whoever keeps
// it: its last chain tells later whether anything before was changed.
func auditExport(ctx context.Context, c *call) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	for last := uint64(0); ; {
		page, err := c.office.Store.Audit(ctx, last, auditPage)
		if err != nil {
			return err
		}
		for _, a := range page {
			if err := enc.Encode(actOf(a)); err != nil {
				return err
			}
			last = a.Seq
		}
		if len(page) < auditPage {
			return nil
		}
	}
}
