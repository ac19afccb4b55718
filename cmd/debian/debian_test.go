package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pack is the package with a binary that is none.
func pack(t *testing.T) (deb, []byte) {
	t.Helper()
	d, err := saloon("1.2.3", "amd64", []byte("#!/bin/sh\necho hello\n"), []byte("# sample\n"))
	if err != nil {
		t.Fatal(err)
	}
	d.made = time.Unix(1_700_000_000, 0)
	var out bytes.Buffer
	if err := d.write(&out); err != nil {
		t.Fatal(err)
	}
	return d, out.Bytes()
}

// unpack reads an archive of ar's kind as its manual has it, and the archives in it.
func unpack(t *testing.T, body []byte) (order []string, members map[string]map[string]*tar.Header,
	texts map[string]string) {
	t.Helper()
	rest, ok := bytes.CutPrefix(body, []byte("!<arch>\n"))
	if !ok {
		t.Fatal("no archive")
	}
	members, texts = map[string]map[string]*tar.Header{}, map[string]string{}
	for len(rest) > 0 {
		head := string(rest[:60])
		name := strings.TrimSpace(head[:16])
		n, err := strconv.Atoi(strings.TrimSpace(head[48:58]))
		if err != nil || head[58:] != "`\n" {
			t.Fatalf("header %q", head)
		}
		order = append(order, name)
		member := rest[60 : 60+n]
		rest = rest[60+n+n%2:]
		if !strings.HasSuffix(name, ".tar.gz") {
			texts[name] = string(member)
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader(member))
		if err != nil {
			t.Fatal(err)
		}
		members[name] = map[string]*tar.Header{}
		files := tar.NewReader(z)
		for h, err := files.Next(); err != io.EOF; h, err = files.Next() {
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(files)
			if err != nil {
				t.Fatal(err)
			}
			members[name][h.Name], texts[h.Name] = h, string(text)
		}
	}
	return order, members, texts
}

func TestThePackageIsWhatDpkgWants(t *testing.T) {
	_, body := pack(t)
	order, members, texts := unpack(t, body)
	if !slices.Equal(order, []string{"debian-binary", "control.tar.gz", "data.tar.gz"}) ||
		texts["debian-binary"] != "2.0\n" {
		t.Errorf("members %v, %q", order, texts["debian-binary"])
	}
	data := members["data.tar.gz"]
	for path, mode := range map[string]int64{"./": 0o755, "./usr/bin/": 0o755, "./usr/bin/saloon": 0o755,
		"./etc/saloon/saloon.toml": 0o644, "./usr/lib/systemd/system/saloon.service": 0o644} {
		h := data[path]
		if h == nil || h.Mode != mode || h.Uid != 0 || h.Gid != 0 || h.ModTime.Unix() != 1_700_000_000 {
			t.Errorf("%s: %+v", path, h)
		}
	}
	for _, script := range []string{"./postinst", "./prerm", "./postrm"} {
		if h := members["control.tar.gz"][script]; h == nil || h.Mode != 0o755 || !strings.HasPrefix(texts[script],
			"#!") {
			t.Errorf("%s: %+v", script, h)
		}
	}
	if texts["./conffiles"] != "/etc/saloon/saloon.toml\n" {
		t.Errorf("conffiles %q", texts["./conffiles"])
	}
	if strings.Contains(texts["./md5sums"], "saloon.toml") || !strings.Contains(texts["./md5sums"],
		"  usr/bin/saloon\n") {
		t.Errorf("md5sums %q", texts["./md5sums"])
	}
	for _, line := range []string{"Package: saloon\n", "Version: 1.2.3\n", "Architecture: amd64\n",
		"Depends: adduser\n",
		"Description: card house", "\n .\n"} {
		if !strings.Contains(texts["./control"], line) {
			t.Errorf("control lacks %q:\n%s", line, texts["./control"])
		}
	}
}

func TestTheSamePackageIsTheSameBytes(t *testing.T) {
	_, a := pack(t)
	for range 5 {
		if _, b := pack(t); !bytes.Equal(a, b) {
			t.Fatal("it differs")
		}
	}
}

// run1 runs a tool where there is one; ok is false where there is none, and then other tests say as much of the package
// as can be said.
func run1(t *testing.T, name string, args ...string) (out string, ok bool) {
	t.Helper()
	tool, err := exec.LookPath(name)
	if err != nil {
		t.Logf("there is no %s here", name)
		return "", false
	}
	body, err := exec.Command(tool, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, body)
	}
	return string(body), true
}

func TestDpkgReadsThePackage(t *testing.T) {
	d, body := pack(t)
	path := filepath.Join(t.TempDir(), "x.deb")
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, ok := run1(t, "dpkg-deb", "--info", path); ok && !strings.Contains(out, "Version: "+d.version) {
		t.Errorf("info:\n%s", out)
	}
	out, ok := run1(t, "dpkg-deb", "--contents", path)
	for _, f := range d.files {
		if ok && !strings.Contains(out, fmt.Sprintf(" .%s\n", f.path)) {
			t.Errorf("%s is not in\n%s", f.path, out)
		}
	}
}

// section is one section of a unit: its settings, each with all its values.
type section map[string][]string

// unit reads a unit file.
func unit(t *testing.T) map[string]section {
	t.Helper()
	body, err := files.ReadFile("files/saloon.service")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]section{}
	var now section
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			now = section{}
			all[strings.TrimSuffix(name, "]")] = now
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok || now == nil {
			t.Fatalf("the unit has a line %q", line)
		}
		now[key] = append(now[key], value)
	}
	return all
}

func TestTheUnitLetsTheServerDoLittle(t *testing.T) {
	all := unit(t)
	service := all["Service"]
	for key, want := range map[string]string{
		"Type": "notify", "User": "saloon", "StateDirectory": strings.TrimPrefix(dataDir, "/var/lib/"),
		"ExecStart":       "/usr/bin/saloon serve --config " + configFile,
		"ExecStartPre":    "/usr/bin/saloon config check " + configFile,
		"NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes", "UMask": "0077",
		"CapabilityBoundingSet": "CAP_NET_BIND_SERVICE", "MemoryDenyWriteExecute": "yes", "RestrictNamespaces": "yes",
		"SystemCallArchitectures": "native", "Restart": "on-failure", "RestartPreventExitStatus": "2",
	} {
		if got := service[key]; len(got) != 1 || got[0] != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	for key, values := range service {
		if len(values) > 1 && key != "SystemCallFilter" {
			t.Errorf("%s stands there twice: %q", key, values)
		}
	}
	if all["Install"]["WantedBy"] == nil {
		t.Error("nothing wants the unit")
	}
}

func TestSystemdAgrees(t *testing.T) {
	d, _ := pack(t)
	root := t.TempDir()
	for _, f := range d.files { // the unit's command must be there
		path := filepath.Join(root, f.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.body, os.FileMode(f.mode)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(root, "usr/lib/systemd/system/saloon.service")
	run1(t, "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", path)
}
