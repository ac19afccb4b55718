package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// fault is one place where the tree breaks a law.
type fault struct {
	file string
	line int
	text string
}

// String gives "file:line: what".
func (f fault) String() string { return fmt.Sprintf("%s:%d: %s", f.file, max(f.line, 1), f.text) }

// source is one Go file.
type source struct {
	path      string // from the root, with slashes
	dir       string // "." for the root
	text      []byte
	file      *ast.File
	test      bool
	generated bool
}

// tree is all that is checked.
type tree struct {
	root    string
	module  string
	fset    *token.FileSet
	files   []string // every file, from the root, with slashes
	sources []*source
	faults  []fault
}

// checks are all laws, one function each.
var checks = []func(*tree){
	(*tree).checkFormat, (*tree).checkImports, (*tree).checkEngine, (*tree).checkMapOrder, (*tree).checkGoroutines,
	(*tree).checkCalls, (*tree).checkUnfinished, (*tree).checkSizes, (*tree).checkComments, (*tree).checkTopLevel,
	(*tree).checkReadme, (*tree).checkMigrations, (*tree).checkLibc,
}

// check returns all faults of the tree below root, by file and line. It fails if the tree cannot be read.
func check(root string) ([]fault, error) {
	t, err := load(root)
	if err != nil {
		return nil, err
	}
	for _, c := range checks {
		c(t)
	}
	slices.SortFunc(t.faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.text, b.text))
	})
	return slices.Compact(t.faults), nil
}

func (t *tree) fault(file string, line int, format string, args ...any) {
	t.faults = append(t.faults, fault{file: file, line: line, text: fmt.Sprintf(format, args...)})
}

// at reports a fault at a place in a source.
func (t *tree) at(s *source, pos token.Pos, format string, args ...any) {
	t.fault(s.path, t.fset.Position(pos).Line, format, args...)
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

// generatedLine is Go's own mark of generated files.
var generatedLine = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func load(root string) (*tree, error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	name := moduleLine.FindSubmatch(mod)
	if name == nil {
		return nil, errors.New("go.mod names no module")
	}
	t := &tree{root: root, module: string(name[1]), fset: token.NewFileSet()}
	if t.files, err = list(root); err != nil {
		return nil, err
	}
	for _, file := range t.files {
		if path.Ext(file) != ".go" || inTestdata(file) {
			continue
		}
		s := &source{path: file, dir: path.Dir(file), test: strings.HasSuffix(file, "_test.go")}
		if s.text, err = t.read(file); err != nil {
			return nil, err
		}
		const mode = parser.ParseComments | parser.SkipObjectResolution
		if s.file, err = parser.ParseFile(t.fset, file, s.text, mode); err != nil {
			return nil, err
		}
		s.generated = generatedLine.Match(s.text)
		t.sources = append(t.sources, s)
	}
	return t, nil
}

func inTestdata(file string) bool { return slices.Contains(strings.Split(file, "/"), "testdata") }

func (t *tree) read(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join(t.root, filepath.FromSlash(file)))
}

// list names all files that belong to the tree: those that git knows or would add, or, outside git, all that do not lie
// in a hidden folder.
func list(root string) ([]string, error) {
	var files []string
	if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
		cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("git ls-files: %w", err)
		}
		for _, file := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			if _, err := os.Stat(filepath.Join(root, file)); err == nil { // not one that was just removed
				files = append(files, file)
			}
		}
		slices.Sort(files)
		return slices.Compact(files), nil
	}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		switch {
		case err != nil:
			return err
		case rel != "." && strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return filepath.SkipDir
		case !d.IsDir():
			files = append(files, filepath.ToSlash(rel))
		}
		return nil
	})
	return files, err
}

// dirs lists the folders of packages, sorted.
func (t *tree) dirs() []string {
	var dirs []string
	for _, s := range t.sources {
		if !slices.Contains(dirs, s.dir) {
			dirs = append(dirs, s.dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// below reports whether a folder is dir or lies in it.
func below(folder, dir string) bool { return folder == dir || strings.HasPrefix(folder, dir+"/") }

// noted reports whether the line of pos, or the line above it, has a comment that begins with the mark and goes on.
func (t *tree) noted(s *source, pos token.Pos, mark string) bool {
	line := t.fset.Position(pos).Line
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			at := t.fset.Position(c.Pos()).Line
			reason, ok := strings.CutPrefix(c.Text, "// "+mark)
			if !ok || strings.TrimSpace(reason) == "" {
				continue
			}
			if at == line || at < line && t.fset.Position(group.End()).Line == line-1 {
				return true
			}
		}
	}
	return false
}
