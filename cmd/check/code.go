package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

func (t *tree) checkFormat() {
	for _, s := range t.sources {
		if out, err := format.Source(s.text); err != nil || !bytes.Equal(out, s.text) {
			t.fault(s.path, 1, "is not as gofmt writes it")
		}
	}
}

// checkGoroutines wants to know of every goroutine what keeps a panic in it from ending the process.
func (t *tree) checkGoroutines() {
	for _, s := range t.sources {
		if s.test || below(s.dir, "engine") && !thinks(s) {
			continue // tests may end the process, and the engine has a ban of its own
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok && !t.noted(s, g.Pos(), "contained:") {
				t.at(s, g.Pos(), "say what recovers a panic in this goroutine, in a comment \"// contained: …\"")
			}
			return true
		})
	}
}

// teaBanned are what a session must not use of Bubble Tea: they hand the server's own terminal or process to one
// player, or let one player's panic end it.
var teaBanned = map[string]bool{"Suspend": true, "Exec": true, "ExecProcess": true, "WithoutCatchPanics": true}

func (t *tree) checkCalls() {
	for _, s := range t.sources {
		names := imported(s)
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			switch pkg := packageOf(sel, names); {
			case pkg == "charm.land/bubbletea/v2" && teaBanned[sel.Sel.Name]:
				t.at(s, sel.Pos(), "tea.%s must not be used in a server", sel.Sel.Name)
			case s.test && pkg == "time" && sel.Sel.Name == "Sleep":
				t.at(s, sel.Pos(), "tests wait for conditions, they do not sleep")
			case s.test && pkg == "" && skips[sel.Sel.Name] && !t.noted(s, sel.Pos(), "needs:"):
				t.at(s, sel.Pos(), "tests do not skip, unless a comment says what is not here: \"// needs: …\"")
			}
			return true
		})
	}
}

var skips = map[string]bool{"Skip": true, "Skipf": true, "SkipNow": true}

var unfinished = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

// checkUnfinished reads comments of Go files, and other texts whole.
func (t *tree) checkUnfinished() {
	for _, s := range t.sources {
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				if word := unfinished.FindString(c.Text); word != "" {
					t.at(s, c.Pos(), "%s: finish it or leave it out", word)
				}
			}
		}
	}
	for _, file := range t.files {
		if !(strings.HasSuffix(file, ".md") || strings.HasSuffix(file, ".sql")) || inTestdata(file) {
			continue
		}
		text, err := t.read(file)
		if err != nil {
			t.fault(file, 1, "%v", err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if word := unfinished.FindString(line); word != "" {
				t.fault(file, i+1, "%s: finish it or leave it out", word)
			}
		}
	}
}

// What one may have to read at a time.
const (
	functionMax  = 70 // lines, tables of values not counted
	fileMax      = 500
	columnsMax   = 120 // a tab counts as tabWidth
	tabWidth     = 4
	parameterMax = 5
)

func (t *tree) checkSizes() {
	for _, s := range t.sources {
		if s.generated {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(string(s.text), "\n"), "\n")
		if len(lines) > fileMax {
			t.fault(s.path, fileMax+1, "the file has %d lines, allowed are %d", len(lines), fileMax)
		}
		for i, line := range lines {
			if n := columns(line); n > columnsMax {
				t.fault(s.path, i+1, "the line has %d columns, allowed are %d", n, columnsMax)
			}
		}
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				t.checkFunction(s, f)
			}
		}
	}
}

func columns(line string) int {
	return utf8.RuneCountInString(line) + strings.Count(line, "\t")*(tabWidth-1)
}

func (t *tree) checkFunction(s *source, f *ast.FuncDecl) {
	if n := t.lines(f) - t.tables(f); n > functionMax {
		t.at(s, f.Pos(), "%s has %d lines, allowed are %d", f.Name.Name, n, functionMax)
	}
	if n := f.Type.Params.NumFields(); n > parameterMax {
		t.at(s, f.Pos(), "%s has %d parameters, allowed are %d", f.Name.Name, n, parameterMax)
	}
}

// lines is how many lines a function has, its comment not counted.
func (t *tree) lines(n *ast.FuncDecl) int { return t.height(n.Type.Pos(), n.End()) + 1 }

// height is how many lines lie between two places.
func (t *tree) height(from, to token.Pos) int {
	return t.fset.Position(to).Line - t.fset.Position(from).Line
}

// tables is how many lines of a function are inside literals of slices, maps and structs that hold no code.
func (t *tree) tables(f *ast.FuncDecl) int {
	n := 0
	ast.Inspect(f, func(node ast.Node) bool {
		lit, ok := node.(*ast.CompositeLit)
		if !ok || holdsCode(lit) {
			return true
		}
		n += t.height(lit.Pos(), lit.End())
		return false
	})
	return n
}

// holdsCode reports whether a function of more than one statement stands in a literal.
func holdsCode(lit *ast.CompositeLit) bool {
	found := false
	ast.Inspect(lit, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok && len(f.Body.List) > 1 {
			found = true
		}
		return !found
	})
	return found
}

// checkComments wants a comment on every package.
func (t *tree) checkComments() {
	said := map[string]bool{}
	first := map[string]*source{}
	for _, s := range t.sources {
		if s.test {
			continue
		}
		if first[s.dir] == nil {
			first[s.dir] = s
		}
		want := "Package " + s.file.Name.Name + " "
		if s.file.Name.Name == "main" {
			want = "Command "
		}
		if s.file.Doc != nil && strings.HasPrefix(s.file.Doc.Text(), want) {
			said[s.dir] = true
		}
	}
	for _, dir := range t.dirs() {
		if s := first[dir]; s != nil && !said[dir] {
			t.at(s, s.file.Package, "the package has no comment that says what it is for")
		}
	}
}
