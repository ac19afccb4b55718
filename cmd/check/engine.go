package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// engineBanned is what the engine must not use: the same seed and the same moves must give the same match on every
// machine, so nothing in it may look at a clock, at the system or at chance of its own.
var engineBanned = []string{"context", "crypto/rand", "io/ioutil", "log", "log/slog", "math/rand", "net", "net/http",
	"os", "os/exec", "os/signal", "path/filepath", "sync", "sync/atomic", "syscall", "unsafe"}

// timeBanned are the functions of package time that look at a clock or wait for one.
var timeBanned = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}

// randAllowed are what the engine may use of math/rand/v2: sources that are seeded by the caller.
var randAllowed = []string{"ChaCha8", "NewChaCha8", "PCG", "NewPCG", "Rand", "New", "Source"}

// thinks reports whether a file belongs to bots, which may watch a deadline.
func thinks(s *source) bool {
	name := s.path[strings.LastIndex(s.path, "/")+1:]
	return below(s.dir, "engine/bot") || strings.Contains(name, "bot")
}

func (t *tree) checkEngine() {
	for _, s := range t.sources {
		if !below(s.dir, "engine") || s.test || thinks(s) || below(s.dir, "engine/enginetest/stage") {
			continue // the stage is for tests alone, and keeps files for them
		}
		for _, spec := range s.file.Imports {
			if name, err := strconv.Unquote(spec.Path.Value); err == nil && slices.Contains(engineBanned, name) {
				t.at(s, spec.Pos(), "the engine must not use %s", name)
			}
		}
		names := imported(s)
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.at(s, n.Pos(), "the engine must not start goroutines")
			case *ast.SelectorExpr:
				switch pkg := packageOf(n, names); {
				case pkg == "time" && slices.Contains(timeBanned, n.Sel.Name):
					t.at(s, n.Pos(), "the engine must not look at the clock: time.%s", n.Sel.Name)
				case pkg == "math/rand/v2" && !slices.Contains(randAllowed, n.Sel.Name):
					t.at(s, n.Pos(), "the engine's chance comes from a seed: rand.%s", n.Sel.Name)
				}
			}
			return true
		})
	}
}

// imported maps the names by which a file knows its imports to their paths.
func imported(s *source) map[string]string {
	names := map[string]string{}
	for _, spec := range s.file.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		if spec.Name != nil {
			names[spec.Name.Name] = full
			continue
		}
		names[defaultName(full)] = full
	}
	return names
}

// defaultName guesses a package's name from its path: the last part that is no version.
func defaultName(full string) string {
	parts := strings.Split(full, "/")
	name := parts[len(parts)-1]
	if _, err := strconv.Atoi(strings.TrimPrefix(name, "v")); err == nil && len(parts) > 1 {
		name = parts[len(parts)-2]
	}
	if full == "charm.land/bubbletea/v2" {
		return "tea"
	}
	return name
}

// packageOf is the path of the package whose member a selector names, or "".
func packageOf(n *ast.SelectorExpr, names map[string]string) string {
	if id, ok := n.X.(*ast.Ident); ok {
		return names[id.Name]
	}
	return ""
}

// checkMapOrder finds loops over maps in the engine, whose order is random: each needs a comment that says why it does
// no harm.
func (t *tree) checkMapOrder() {
	var dirs []string
	for _, dir := range t.dirs() {
		if below(dir, "engine") {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return
	}
	exports, err := t.exports()
	if err != nil {
		t.fault("go.mod", 1, "the engine's types cannot be read: %v", err)
		return
	}
	imports := importer.ForCompiler(t.fset, "gc", func(name string) (io.ReadCloser, error) {
		if exports[name] == "" {
			return nil, fmt.Errorf("nothing is known of %s", name)
		}
		return os.Open(exports[name])
	})
	for _, dir := range dirs {
		t.checkMapOrderIn(dir, imports)
	}
}

func (t *tree) checkMapOrderIn(dir string, imports types.Importer) {
	var sources []*source
	var files []*ast.File
	for _, s := range t.sources {
		if s.dir == dir && !s.test {
			sources, files = append(sources, s), append(files, s.file)
		}
	}
	if len(files) == 0 {
		return
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: imports, Error: func(error) {}} // the first is returned
	if _, err := conf.Check(t.module+"/"+dir, t.fset, files, info); err != nil {
		t.fault(sources[0].path, 1, "the types of this package cannot be read: %v", err)
		return
	}
	for _, s := range sources {
		sorted := sortedAtOnce(s)
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if isMap(info.TypeOf(n.X)) && !t.noted(s, n.Pos(), "order:") {
					t.at(s, n.Pos(), "a loop over a map has no order: sort the keys, or say why that is harmless "+
						"in a comment \"// order: …\"")
				}
			case *ast.CallExpr:
				if name := mapsCall(n, imported(s)); name != "" && !sorted[n] && !t.noted(s, n.Pos(), "order:") {
					t.at(s, n.Pos(), "%s has no order: sort it at once, or say why that is harmless in a comment "+
						"\"// order: …\"", name)
				}
			}
			return true
		})
	}
}

// isMap reports whether a type is a map, or a type parameter that can be one.
func isMap(typ types.Type) bool {
	if typ == nil {
		return false
	}
	if p, ok := typ.(*types.TypeParam); ok {
		bound, _ := p.Constraint().Underlying().(*types.Interface)
		for i := range bound.NumEmbeddeds() {
			union, ok := bound.EmbeddedType(i).(*types.Union)
			if !ok {
				if isMap(bound.EmbeddedType(i)) {
					return true
				}
				continue
			}
			for j := range union.Len() {
				if isMap(union.Term(j).Type()) {
					return true
				}
			}
		}
		return false
	}
	_, ok := typ.Underlying().(*types.Map)
	return ok
}

// mapsCall names a call that yields a map's elements in no order, or "".
func mapsCall(n *ast.CallExpr, names map[string]string) string {
	sel, ok := n.Fun.(*ast.SelectorExpr)
	if ok && packageOf(sel, names) == "maps" && slices.Contains([]string{"Keys", "Values", "All"}, sel.Sel.Name) {
		return "maps." + sel.Sel.Name
	}
	return ""
}

// sortedAtOnce finds the calls that stand directly in a call of slices.Sorted and its kin.
func sortedAtOnce(s *source) map[*ast.CallExpr]bool {
	names := imported(s)
	found := map[*ast.CallExpr]bool{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if ok && packageOf(sel, names) == "slices" && strings.HasPrefix(sel.Sel.Name, "Sorted") {
			if inner, ok := call.Args[0].(*ast.CallExpr); ok {
				found[inner] = true
			}
		}
		return true
	})
	return found
}

// exports finds the compiled types of everything that the engine imports.
func (t *tree) exports() (map[string]string, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "./engine/...")
	cmd.Dir = t.root
	out, err := cmd.Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			first, _, _ := strings.Cut(strings.TrimSpace(string(failed.Stderr)), "\n")
			return nil, fmt.Errorf("go list: %s", first)
		}
		return nil, err
	}
	files := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		files[p.ImportPath] = p.Export
	}
	return files, nil
}
