package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/md5" // what dpkg's list of files wants; it guards against accidents alone
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// file is one file of a package.
type file struct {
	path string // absolute
	mode int64
	body []byte
	conf bool // the host's own changes to it survive an upgrade
}

// deb is a binary package.
type deb struct {
	name, version, arch string
	depends             string
	maintainer          string
	summary             string
	about               []string // paragraphs
	scripts             map[string][]byte
	files               []file
	made                time.Time
}

// write writes the package: an archive of ar's kind with three members, in the order that dpkg wants. The same deb
// gives the same bytes.
func (d deb) write(w io.Writer) error {
	control, err := d.control()
	if err != nil {
		return err
	}
	data, err := d.data()
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
		return err
	}
	return errors.Join(d.member(w, "debian-binary", []byte("2.0\n")), d.member(w, "control.tar.gz", control),
		d.member(w, "data.tar.gz", data))
}

// member writes one member of an archive, padded to an even length.
func (d deb) member(w io.Writer, name string, body []byte) error {
	_, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", name, d.made.Unix(), 0, 0, "100644", len(body))
	if err != nil {
		return err
	}
	if len(body)%2 == 1 {
		body = append(slices.Clip(body), '\n')
	}
	_, err = w.Write(body)
	return err
}

// control is the archive of what dpkg wants to know.
func (d deb) control() ([]byte, error) {
	var size int64
	var sums, conf strings.Builder
	for _, f := range d.files {
		size += int64(len(f.body)+1023) / 1024
		if f.conf {
			fmt.Fprintln(&conf, f.path)
			continue
		}
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.body), strings.TrimPrefix(f.path, "/"))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: %s\nInstalled-Size: %d\n", d.name,
		d.version, d.arch, d.maintainer, size)
	fmt.Fprintf(&text, "Depends: %s\nSection: games\nPriority: optional\nDescription: %s\n", d.depends, d.summary)
	for i, paragraph := range d.about {
		if i > 0 {
			text.WriteString(" .\n")
		}
		for line := range strings.Lines(paragraph) {
			fmt.Fprintf(&text, " %s\n", strings.TrimRight(line, "\n"))
		}
	}
	members := []file{{path: "/control", mode: 0o644, body: []byte(text.String())},
		{path: "/md5sums", mode: 0o644, body: []byte(sums.String())},
		{path: "/conffiles", mode: 0o644, body: []byte(conf.String())}}
	for name, body := range d.scripts {
		members = append(members, file{path: "/" + name, mode: 0o755, body: body})
	}
	slices.SortFunc(members, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return d.tar(members)
}

// data is the archive of the files themselves.
func (d deb) data() ([]byte, error) {
	files := slices.Clone(d.files)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return d.tar(files)
}

// tar packs files with the directories that they are in, all root's.
func (d deb) tar(files []file) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	made := map[string]bool{}
	for _, f := range files {
		for _, dir := range parents(f.path) {
			if made[dir] {
				continue
			}
			made[dir] = true
			h := tar.Header{Typeflag: tar.TypeDir, Name: "." + dir + "/", Mode: 0o755}
			if dir == "/" {
				h.Name = "./"
			}
			if err := d.entry(t, h, nil); err != nil {
				return nil, err
			}
		}
		h := tar.Header{Typeflag: tar.TypeReg, Name: "." + f.path, Mode: f.mode, Size: int64(len(f.body))}
		if err := d.entry(t, h, f.body); err != nil {
			return nil, err
		}
	}
	err = errors.Join(t.Close(), z.Close())
	return out.Bytes(), err
}

func (d deb) entry(t *tar.Writer, h tar.Header, body []byte) error {
	h.Uname, h.Gname, h.ModTime, h.Format = "root", "root", d.made, tar.FormatGNU
	if err := t.WriteHeader(&h); err != nil {
		return err
	}
	_, err := t.Write(body)
	return err
}

// parents are the directories above a file, the outermost first.
func parents(name string) []string {
	var out []string
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		out = append(out, dir)
		if dir == "/" {
			break
		}
	}
	slices.Reverse(out)
	return out
}
