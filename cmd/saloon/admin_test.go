package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh"

	"saloon/sshd/swarm"
)

// answer is what came of a word to the office.
type answer struct {
	out, err string
	code     int
}

// console says words to the office of a stopped house, in this process.
func console(t *testing.T, dir string, words ...string) answer {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"admin", "--data", dir}, words...), &out, &errs)
	return answer{out.String(), errs.String(), code}
}

// asks says a command over SSH, without a terminal, with the key of a number.
func (p *process) asks(key int, command string) answer {
	p.t.Helper()
	conn, err := ssh.Dial("tcp", p.addr, &ssh.ClientConfig{User: "rider", HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.PublicKeys(swarm.Key(7, key))}, Timeout: patience})
	if err != nil {
		p.t.Fatal(err)
	}
	defer conn.Close()
	sess, err := conn.NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	var out, errs bytes.Buffer
	sess.Stdout, sess.Stderr = &out, &errs
	a := answer{}
	if err := sess.Run(command); err != nil {
		e, ok := err.(*ssh.ExitError)
		if !ok {
			p.t.Fatal(err)
		}
		a.code = e.ExitStatus()
	}
	a.out, a.err = out.String(), errs.String()
	return a
}

// staffed is a stopped house that knows rider1, its owner, rider2, of the staff, and rider3.
func staffed(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	p := serve(t, dir)
	for key := range 3 {
		p.enter(key + 1)
	}
	if err := p.stop(); err != nil {
		t.Fatalf("%v\n%s", err, p.errs)
	}
	for i, name := range []string{"rider1", "rider2"} {
		a := console(t, dir, "staff", "add", name, "--reason", "they asked")
		if want := []string{"is owner now. rider1", "is staff now. rider2"}[i]; a.code != 0 ||
			!strings.Contains(a.out, want) {
			t.Fatalf("staff add %s: %+v", name, a)
		}
	}
	return dir
}

func TestTheOfficeSaysTheSameOnTheConsoleAndOverSSH(t *testing.T) {
	dir := staffed(t)
	words := []string{"staff list", "staff list --json", "audit", "audit --json", "audit export", "tables",
		"tables --json",
		"players show rider3", "players show rider3 --json", "ratings recompute", "check", "check --json", "",
		"seasons list", "seasons list --json", "seasons close", "seasons open", "seasons",
		"nonsense", "staff", "staff fire", "drain on", "audit none", "backup a b", "sessions --owner"}
	told := map[string]answer{}
	for _, w := range words {
		if w != "" { // without a word the console shows its own help, with its flags
			told[w] = console(t, dir, strings.Fields(w)...)
		}
	}
	p := serve(t, dir)
	for w, want := range told {
		got := p.asks(1, "admin "+w)
		if got.out != want.out || got.code != want.code {
			t.Errorf("%q over SSH\n%+v\non the console\n%+v", w, got, want)
		}
		if plain := strings.TrimSuffix(strings.TrimPrefix(want.err, "saloon: "), "\n"); plain != "" &&
			!strings.EqualFold(strings.TrimSuffix(got.err, ".\n"), plain) && got.code == 1 {
			t.Errorf("%q over SSH says %q, on the console %q", w, got.err, want.err)
		}
	}
	if a := p.asks(1, "admin"); a.code != 0 || !strings.Contains(a.out, "staff add NAME|FINGERPRINT|KEY") {
		t.Errorf("the help: %+v", a)
	}
	a := console(t, dir, "staff", "list")
	if want := p.addr[strings.LastIndex(p.addr, ":")+1:]; a.code != 1 || !strings.Contains(a.err, "ssh -p "+want) {
		t.Errorf("beside a running server: %+v", a)
	}
}

func TestOnlyStaffLooksAfterTheHouse(t *testing.T) {
	dir := staffed(t)
	p := serve(t, dir)
	for _, c := range []struct {
		key  int
		word string
		code int
		says string
	}{
		{3, "sessions", 1, "Only this house's staff may do that, and your key SHA256:"},
		{3, "nonsense", 1, "Only this house's staff may do that"},
		{4, "staff add rider3", 1, "Only this house's staff may do that"},
		{2, "staff add rider3", 1, "Only an owner of this house may do that"},
		{2, "backup", 1, "Only an owner"},
		{2, "staff list", 0, ""},
		{1, "restore b.db", 1, "stop it"},
		{1, "ratings recompute --write", 1, "stopped server"},
		{2, "seasons open Gold Rush", 1, "Only an owner"},
		{1, "seasons open Gold Rush", 0, ""},
		{1, "seasons open Dust", 1, "season is open: close it first"},
		{1, "seasons close --reason winter", 0, ""},
		{1, "seasons close", 1, "No season is open"},
		{1, "seasons open gold rush", 1, "there was one of that name"},
		{2, "seasons list", 0, ""},
		{1, "staff remove rider1", 1, "the last owner"},
		{1, "staff add rider1", 1, "the last owner"},
		{1, "staff remove rider3", 1, "is not of the staff"},
		{1, "staff add nobody", 1, "nobody called"},
		{1, "staff add SHA256:abc", 1, "no whole fingerprint"},
		{1, "nonsense", 2, "there is: sessions, tables"},
		{1, "staff add rider3 --owner", 0, ""},
		{3, "staff remove rider1", 0, ""},
		{1, "staff list", 1, "Only this house's staff"},
	} {
		a := p.asks(c.key, "admin "+c.word)
		if a.code != c.code || !strings.Contains(a.err, c.says) || strings.Count(a.err, "\n") > 1 {
			t.Errorf("key %d, %q: %+v", c.key, c.word, a)
		}
	}
	var last struct {
		Acts []struct{ Who, Act, About, Key string }
	}
	if err := json.Unmarshal([]byte(p.asks(3, "admin audit 2 --json").out), &last); err != nil || len(last.Acts) != 2 {
		t.Fatalf("%v, %+v", err, last)
	}
	if a := last.Acts[1]; a.Who != "rider3" || a.Act != "staff remove" || !strings.Contains(a.About,
		"rider1 SHA256:") ||
		!strings.HasPrefix(a.Key, "SHA256:") {
		t.Errorf("the last act is %+v", a)
	}
}

func TestPeopleHearTheOffice(t *testing.T) {
	p := serve(t, staffed(t))
	guest := p.enter(3)
	if a := p.asks(2, "admin broadcast Supper is ready"); a.code != 0 || a.out != "Said to everybody in 1 session.\n" {
		t.Errorf("broadcast: %+v", a)
	}
	sees(t, guest, "Supper is ready")
	a := p.asks(2, "admin sessions --json")
	var all struct {
		Sessions []struct{ Name, Key, Address, Where string }
	}
	if err := json.Unmarshal([]byte(a.out), &all); err != nil || len(all.Sessions) != 1 ||
		all.Sessions[0].Name != "rider3" || all.Sessions[0].Where != "lobby" ||
		!strings.HasPrefix(all.Sessions[0].Address, "127.0.0.1:") {
		t.Errorf("%v, sessions %s", err, a.out)
	}
}

func TestADrainIsQuietWhenNobodyPlays(t *testing.T) {
	t.Setenv("SALOON_QUICK_WAIT", "1s")
	p := serve(t, staffed(t))
	player := p.enter(3)
	press(t, player, "p")
	sees(t, player, "Play which game?")
	insist(t, player, "1", "hand 1")
	conn, err := ssh.Dial("tcp", p.addr, &ssh.ClientConfig{User: "rider", HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.PublicKeys(swarm.Key(7, 2))}, Timeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	sess, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.Start("admin drain --reason upgrade"); err != nil {
		t.Fatal(err)
	}
	hears := func(text string) {
		t.Helper()
		var heard bytes.Buffer
		for !strings.Contains(heard.String(), text) {
			var b [1]byte
			if _, err := out.Read(b[:]); err != nil {
				t.Fatalf("%q never came: %q, %v", text, heard.String(), err)
			}
			heard.Write(b[:])
		}
	}
	hears("1 match is on.")
	sees(t, player, "upgrade")
	if a := p.asks(1, "admin drain status --json"); a.out != `{"draining":true,"matches":1,"quiet":false}`+"\n" {
		t.Errorf("status: %+v", a)
	}
	if err := player.Close(); err != nil {
		t.Fatal(err)
	}
	hears("It is quiet")
	if err := sess.Wait(); err != nil {
		t.Errorf("the drain ended with %v", err)
	}
	if a := p.asks(1, "admin drain off"); a.code != 0 || a.out != "Matches begin again.\n" {
		t.Errorf("off: %+v", a)
	}
}

func TestABackupOfARunningHouseIsRestored(t *testing.T) {
	dir := staffed(t)
	p := serve(t, dir)
	made := p.asks(1, "admin backup --json")
	var b struct {
		File string
	}
	if err := json.Unmarshal([]byte(made.out), &b); err != nil || made.code != 0 {
		t.Fatalf("%v, %+v", err, made)
	}
	if got, want := filepath.Dir(b.File), filepath.Join(dir, "backups"); got != want {
		t.Errorf("it went to %s, not %s", got, want)
	}
	p.enter(9)
	if err := p.stop(); err != nil {
		t.Fatal(err)
	}
	if a := console(t, dir, "players", "show", "rider9"); a.code != 0 {
		t.Errorf("before: %+v", a)
	}
	a := console(t, dir, "restore", b.File, "--reason", "the drill")
	aside := regexp.MustCompile(`The old one is (\S+)`).FindStringSubmatch(a.out)
	if a.code != 0 || aside == nil {
		t.Fatalf("restore: %+v", a)
	}
	if a := console(t, dir, "players", "show", "rider9"); a.code != 1 {
		t.Errorf("after: %+v", a)
	}
	if a := console(t, dir, "audit", "1"); !strings.Contains(a.out, "restore") || !strings.Contains(a.out,
		"the drill") {
		t.Errorf("the audit log ends with %q", a.out)
	}
	if a := console(t, dir, "restore", aside[1]); a.code != 0 {
		t.Errorf("and back: %+v", a)
	}
	if a := console(t, dir, "players", "show", "rider9"); a.code != 0 {
		t.Errorf("there again: %+v", a)
	}
}

// TestWhatRootDoesBelongsToTheOwnerOfTheDirectory gives the directory to somebody else where it may; elsewhere it is
// the tester's own, and stays so.
func TestWhatRootDoesBelongsToTheOwnerOfTheDirectory(t *testing.T) {
	dir := staffed(t)
	owner := os.Geteuid()
	if owner == 0 {
		owner = 65534
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err := errors.Join(err, os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
			t.Fatal(err)
		}
		for _, path := range append(all, dir) {
			if err := os.Chown(path, owner, owner); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command(os.Args[0], "admin", "staff", "remove", "rider2", "--data", dir)
	cmd.Env = append(os.Environ(), asServer+"="+asUsual)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != owner {
			t.Errorf("%s belongs to %d, not to %d", e.Name(), st.Uid, owner)
		}
	}
}

func TestAChangeOfTheHostsOwnIsTakenWhenTheySaySo(t *testing.T) {
	dir := staffed(t)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "saloon.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("UPDATE players SET prefs = '{\"calm\":true}'")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words string
		code  int
		says  string
	}{
		{"staff list", 1, "damaged"},
		{"check", 1, "check --accept"},
		{"staff list", 1, "damaged"},
		{"check --accept --reason everybody-is-calm", 0, "taken as it is"},
		{"staff list", 0, "owner"},
		{"audit 1", 0, "everybody-is-calm"},
	} {
		if a := console(t, dir, strings.Fields(c.words)...); a.code != c.code || !strings.Contains(a.out+a.err,
			c.says) {
			t.Errorf("%s: %+v", c.words, a)
		}
	}
}

func TestADamagedDatabaseIsRefusedAtTheStart(t *testing.T) {
	dir := staffed(t)
	path := filepath.Join(dir, "saloon.db")
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body[len(body)/2] ^= 0x10
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"serve", "--data", dir, "--listen", "127.0.0.1:0"},
		{"admin", "staff", "list", "--data", dir}} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), words, &out, &errs); code != exitFailed ||
			!strings.Contains(errs.String(), "saloon admin --data "+dir+" restore FILE") {
			t.Errorf("%v: exit code %d, %s", words, code, errs.String())
		}
	}
	changed := console(t, dir, "check")
	if changed.code != 1 || !strings.Contains(changed.out, "a byte of the file changed") {
		t.Errorf("a check: %+v", changed)
	}
	if a := console(t, t.TempDir(), "check"); a.code != 1 || !strings.Contains(a.err, "there is no database") {
		t.Errorf("an empty directory: %+v", a)
	}
}
