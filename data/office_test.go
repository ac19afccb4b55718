package data

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/table"
)

func act(word, about string) admin.Act {
	return admin.Act{At: noon, Who: "Anna", Key: "SHA256:a", Act: word, About: about, Reason: "why not"}
}

func TestStaffIsAKeyWithARole(t *testing.T) {
	s := openNew(t)
	if _, err := s.StaffByKey(t.Context(), "SHA256:a"); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("before: %v", err)
	}
	add := []admin.Staff{{Fingerprint: "SHA256:b", Role: admin.Helper, Name: "Burt", Added: noon, By: "Anna"},
		{Fingerprint: "SHA256:a", Role: admin.Owner, Name: "Anna", Added: noon, By: "console"}}
	must(t, s.AddStaff(t.Context(), add, act("staff add", "both")))
	add[0].Role = admin.Owner
	must(t, s.AddStaff(t.Context(), add[:1], act("staff add", "again")))
	list, err := s.StaffList(t.Context())
	must(t, err)
	if len(list) != 2 || list[0] != add[1] || list[1] != add[0] {
		t.Errorf("list %+v", list)
	}
	must(t, s.RemoveStaff(t.Context(), []string{"SHA256:b", "SHA256:x"}, act("staff remove", "b")))
	if err := s.RemoveStaff(t.Context(), []string{"SHA256:b"}, act("staff remove", "b")); !errors.Is(err,
		lobby.ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}
	acts, err := s.Audit(t.Context(), 0, 10)
	must(t, err)
	if len(acts) != 3 || acts[2].About != "b" || acts[2].Seq != 3 || acts[0].Act != act("staff add", "both") {
		t.Errorf("audit %+v", acts)
	}
}

func TestAKeyThatItsOwnerRemovesIsNoStaffAnyMore(t *testing.T) {
	s := openNew(t)
	keys := []string{"SHA256:a", "SHA256:b"}
	must(t, s.Create(t.Context(), anna(), "anna", lobby.Key{Fingerprint: keys[0], Type: "x", Added: noon, Used: noon}))
	must(t, s.AddKey(t.Context(), anna().ID, lobby.Key{Fingerprint: keys[1], Type: "x", Added: noon, Used: noon}))
	must(t, s.AddStaff(t.Context(), []admin.Staff{{Fingerprint: keys[1], Role: admin.Owner}}, act("staff add", "")))
	must(t, s.RemoveKey(t.Context(), anna().ID, keys[1]))
	if _, err := s.StaffByKey(t.Context(), keys[1]); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("it still is: %v", err)
	}
	acts, err := s.Audit(t.Context(), 1, 10)
	must(t, err)
	if len(acts) != 1 || acts[0].Act.Act != "staff remove" || acts[0].Who != anna().Name {
		t.Errorf("audit %+v", acts)
	}
}

func TestTheAuditLogOnlyGrows(t *testing.T) {
	s := openNew(t)
	for i := range 3 {
		must(t, s.Note(t.Context(), act("drain", fmt.Sprint(i))))
	}
	for _, tampering := range []string{
		"UPDATE audit SET who = 'Burt' WHERE seq = 2", "DELETE FROM audit WHERE seq = 3", "DELETE FROM audit",
		"INSERT OR REPLACE INTO audit SELECT seq, 0, 'Burt', key, act, about, reason, chain FROM audit WHERE seq = 3",
		"INSERT INTO audit SELECT seq + 7, at_ms, who, key, act, about, reason, chain FROM audit WHERE seq = 3",
		"UPDATE OR REPLACE audit SET seq = 1 WHERE seq = 3",
	} {
		err := s.do(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(tampering)
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "the audit log") {
			t.Errorf("%s: %v", tampering, err)
		}
	}
	c, err := s.Chains(t.Context())
	must(t, err)
	if c.Acts != 3 || len(c.Faults) != 0 {
		t.Errorf("afterwards: %+v", c)
	}
}

// TestTamperingBehindTheTriggersIsFound changes rows as somebody would who has the file: without its triggers.
func TestTamperingBehindTheTriggersIsFound(t *testing.T) {
	for _, tampering := range []string{
		"UPDATE audit SET who = 'Burt' WHERE seq = 2", "UPDATE audit SET reason = '' WHERE seq = 2",
		"UPDATE audit SET at_ms = 0 WHERE seq = 2", "UPDATE audit SET act = 'drainw', about = 'hy' WHERE seq = 2",
		"DELETE FROM audit WHERE seq = 2",
	} {
		s := openNew(t)
		for i := range 3 {
			must(t, s.Note(t.Context(), act("drain", fmt.Sprint(i))))
		}
		must(t, s.do(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec("DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays; " + tampering)
			return err
		}))
		c, err := s.Chains(t.Context())
		must(t, err)
		if c.Acts != 1 || len(c.Faults) != 1 || !strings.Contains(c.Faults[0], "act 2") {
			t.Errorf("%s: %+v", tampering, c)
		}
	}
}

func TestACheckNamesTheMatchThatIsDamaged(t *testing.T) {
	s := openNew(t)
	people := addPlayers(t, s, "Anna", "Burt")
	for _, m := range []string{"M1", "M2", "M3", "M4"} {
		begin(t, s, table.MatchID(m), people, 4)
	}
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE entries SET words = 'x' WHERE match_id = 'M2' AND seq = 2;
			UPDATE matches SET names = '["Anna","Bart"]' WHERE id = 'M3'`)
		return err
	}))
	c, err := s.Chains(t.Context())
	must(t, err)
	if c.Matches != 4 || len(c.Faults) != 2 || !strings.Contains(c.Faults[0], "M2: the log is damaged: entry 2") ||
		!strings.Contains(c.Faults[1], "M3: the log is damaged: its opening") {
		t.Errorf("%+v", c)
	}
	if faults, err := s.Integrity(t.Context()); err != nil || len(faults) != 0 {
		t.Errorf("SQLite finds %v, %v", faults, err)
	}
}
