package data

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// Bury takes away what belongs to an account, in one transaction, and gives its player the name of a tomb. The row of
// the player stays: matches, boards and references need somebody there. What is deleted is overwritten in the file.
func (s *Store) Bury(ctx context.Context, id table.PlayerID, at time.Time) (lobby.Tomb, error) {
	t := lobby.Tomb{Player: id, At: fromMs(ms(at))}
	err := s.do(ctx, func(tx *sql.Tx) error {
		var ready bool
		err := tx.QueryRow("SELECT COALESCE(leaving_ms <= ?, 0) FROM players WHERE id = ?", ms(at), id).Scan(&ready)
		if errors.Is(err, sql.ErrNoRows) || err == nil && !ready {
			return lobby.ErrNotFound
		}
		if err != nil {
			return err
		}
		return overwriting(tx, func() error { return bury(tx, &t) })
	})
	return t, err
}

// overwriting runs work whose deletions leave no bytes behind in the pages of the file.
func overwriting(tx *sql.Tx, work func() error) error {
	if _, err := tx.Exec("PRAGMA secure_delete = 1"); err != nil {
		return err
	}
	err := work()
	_, off := tx.Exec("PRAGMA secure_delete = FAST")
	return errors.Join(err, off)
}

// belongings are the tables with rows that belong to an account alone.
var belongings = []string{"keys", "codes", "names", "recovery", "account_acts", "reactions", "reflexes", "flags",
	"club_notes", "conduct"}

func bury(tx *sql.Tx, t *lobby.Tomb) error {
	called, skeleton, err := namesBorne(tx, t.Player)
	if err != nil {
		return err
	}
	number, err := headstone(tx, t)
	if err != nil {
		return err
	}
	if err := retire(tx, skeleton, t.At); err != nil {
		return err
	}
	if err := dismissAll(tx, t); err != nil {
		return err
	}
	for _, from := range belongings {
		if _, err := tx.Exec("DELETE FROM "+from+" WHERE player_id = ?", t.Player); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(newName, t.Player, t.Name, ms(t.At)); err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE players SET name = ?, skeleton = ?, prefs = '{}', created_ms = ?4, seen_ms = ?4,
		leaving_ms = NULL, gone_ms = ?4 WHERE id = ?3`, t.Name, lobby.Skeleton(t.Name), t.Player, ms(t.At))
	if err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO gone (number, player_id, at_ms) VALUES (?, ?, ?)", number, t.Player,
		ms(t.At)); err != nil {
		return err
	}
	return scrub(tx, *t, called)
}

// namesBorne are all names of somebody, and the skeleton of the last.
func namesBorne(tx *sql.Tx, id table.PlayerID) (names []string, skeleton string, err error) {
	rows, err := tx.Query("SELECT name FROM names WHERE player_id = ? ORDER BY LENGTH(name) DESC, seq", id)
	names, err = collect(rows, err, func(rows *sql.Rows) (n string, err error) { return n, rows.Scan(&n) })
	if err != nil {
		return nil, "", err
	}
	return names, skeleton, tx.QueryRow("SELECT skeleton FROM players WHERE id = ?", id).Scan(&skeleton)
}

// headstone finds the next number, and a name that nobody has.
func headstone(tx *sql.Tx, t *lobby.Tomb) (number int64, err error) {
	if err := tx.QueryRow("SELECT COALESCE(MAX(number), 0) FROM gone").Scan(&number); err != nil {
		return 0, err
	}
	for taken := true; taken; {
		number++
		t.Name = fmt.Sprintf("%s %d", lobby.GoneName, number)
		err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM players WHERE skeleton = ?)", lobby.Skeleton(t.Name)).
			Scan(&taken)
		if err != nil {
			return 0, err
		}
	}
	return number, nil
}

// retire keeps a name for nobody, for a while. It keeps a hash: the name itself is to be forgotten.
func retire(tx *sql.Tx, skeleton string, at time.Time) error {
	if _, err := tx.Exec("DELETE FROM retired WHERE until_ms <= ?", ms(at)); err != nil {
		return err
	}
	_, err := tx.Exec("INSERT OR REPLACE INTO retired (name, until_ms) VALUES (?, ?)", nameHash(skeleton),
		ms(at.Add(lobby.NameRests)))
	return err
}

func nameHash(skeleton string) string {
	sum := sha256.Sum256([]byte("a name that rests: " + skeleton))
	return hex.EncodeToString(sum[:])
}

// vacant fails with lobby.ErrNameTaken for a name that somebody gave up lately.
func vacant(tx *sql.Tx, skeleton string, at time.Time) error {
	var rests bool
	err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM retired WHERE name = ? AND until_ms > ?)", nameHash(skeleton),
		ms(at)).Scan(&rests)
	if err == nil && rests {
		return lobby.ErrNameTaken
	}
	return err
}

// dismissAll takes the keys of somebody off the list of staff. The audit log names them by their id.
func dismissAll(tx *sql.Tx, t *lobby.Tomb) error {
	rows, err := tx.Query("SELECT fingerprint FROM keys WHERE player_id = ? ORDER BY fingerprint", t.Player)
	keys, err := collect(rows, err, func(rows *sql.Rows) (f string, err error) { return f, rows.Scan(&f) })
	if err != nil {
		return err
	}
	for _, k := range keys {
		n, err := dismiss(tx, k)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		a := admin.Act{At: t.At, Who: string(t.Player), Key: k, Act: "staff remove", About: k,
			Reason: "the account is gone"}
		if err := note(tx, a); err != nil {
			return err
		}
	}
	return nil
}

// scrub takes somebody's names out of what was decided about them and of what was reported by or about them.
func scrub(tx *sql.Tx, t lobby.Tomb, called []string) error {
	rows, err := tx.Query("SELECT body FROM sanctions WHERE player_id = ?", t.Player)
	all, err := collect(rows, err, func(rows *sql.Rows) (order.Sanction, error) { return scanSanction(rows) })
	if err != nil {
		return err
	}
	swap := swapper(called, t.Name)
	for _, x := range all {
		x.Whom.Name, x.Reason, x.Why, x.Appeal = t.Name, swap(x.Reason), swap(x.Why), ""
		body, err := json.Marshal(x)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE sanctions SET body = ? WHERE id = ?", string(body), x.ID); err != nil {
			return err
		}
	}
	rows, err = tx.Query("SELECT body FROM reports WHERE by_id = ?1 OR about_id = ?1", t.Player)
	reports, err := collect(rows, err, func(rows *sql.Rows) (order.Report, error) { return scanReport(rows) })
	if err != nil {
		return err
	}
	for _, r := range reports {
		r.Name, r.Called, r.Words, r.Outcome = swap(r.Name), swap(r.Called), swap(r.Words), swap(r.Outcome)
		for i, l := range r.Lines {
			r.Lines[i].From, r.Lines[i].Text = swap(l.From), swap(l.Text)
		}
		if err := putReport(tx, r); err != nil {
			return err
		}
	}
	return nil
}

// swapper puts one name in the place of others, where they stand alone and are no part of another word.
func swapper(old []string, name string) func(string) string {
	return func(text string) string {
		for _, o := range old {
			text = swap(text, o, name)
		}
		return text
	}
}

func swap(text, old, name string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, old)
		if i < 0 || old == "" {
			return b.String() + text
		}
		end := i + len(old)
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[end:])
		b.WriteString(text[:i])
		if wordRune(before) || wordRune(after) {
			b.WriteString(old)
		} else {
			b.WriteString(name)
		}
		text = text[end:]
	}
}

func wordRune(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
