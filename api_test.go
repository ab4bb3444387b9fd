package shoshogi_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const apiFile = "testdata/api.txt"

// TestAPI compares what the package exports with the list in testdata, so that
// a change to it is seen, and meant.
func TestAPI(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	got := strings.Join(listAPI(t, files), "\n") + "\n"
	if *updateGolden {
		if err := os.WriteFile(apiFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the exported API differs from %s; if that is meant, run go test -run TestAPI -update (-want +got):\n%s", apiFile, diff)
	}
}

// listAPI returns a sorted line for each exported constant with its value,
// variable, function, type, field and method of the files.
func listAPI(t *testing.T, names []string) []string {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	api := apiLister{fset: fset, lines: make(map[string]bool)}
	for _, f := range files {
		for _, decl := range f.Decls {
			api.declaration(decl)
		}
	}
	api.constants(files)
	return slices.Sorted(maps.Keys(api.lines))
}

type apiLister struct {
	fset  *token.FileSet
	lines map[string]bool
}

func (api *apiLister) add(words ...string) { api.lines[strings.Join(words, " ")] = true }

func (api *apiLister) declaration(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		api.function(decl)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					api.typ(spec)
				}
			case *ast.ValueSpec:
				if decl.Tok == token.VAR {
					api.variables(spec)
				}
			}
		}
	}
}

func (api *apiLister) function(f *ast.FuncDecl) {
	if !f.Name.IsExported() || f.Recv != nil && !ast.IsExported(receiver(f.Recv.List[0].Type)) {
		return
	}
	head := *f
	head.Doc, head.Body = nil, nil
	api.add(api.source(&head))
}

// receiver returns the name of the type of a receiver.
func receiver(e ast.Expr) string {
	if pointer, ok := e.(*ast.StarExpr); ok {
		e = pointer.X
	}
	if name, ok := e.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func (api *apiLister) typ(spec *ast.TypeSpec) {
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		api.add("type", api.source(&ast.TypeSpec{Name: spec.Name, TypeParams: spec.TypeParams, Assign: spec.Assign, Type: spec.Type}))
		return
	}
	name := api.source(&ast.TypeSpec{Name: spec.Name, TypeParams: spec.TypeParams, Type: ast.NewIdent("struct")})
	api.add("type", name)
	for _, field := range st.Fields.List {
		if len(field.Names) == 0 {
			api.add("type", name+",", "embedded", api.source(field.Type))
		}
		for _, id := range field.Names {
			if id.IsExported() {
				api.add("type", name+",", "field", id.Name, api.source(field.Type))
			}
		}
	}
}

func (api *apiLister) variables(spec *ast.ValueSpec) {
	for _, id := range spec.Names {
		if id.IsExported() {
			kind := "of the type of its value"
			if spec.Type != nil {
				kind = api.source(spec.Type)
			}
			api.add("var", id.Name, kind)
		}
	}
}

// source returns the node as Go source in one line.
func (api *apiLister) source(node ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, api.fset, node); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// constants lists the exported constants. They are worked out by the type checker,
// which needs no imports for that: what it misses for want of them is passed over.
func (api *apiLister) constants(files []*ast.File) {
	config := types.Config{Error: func(error) {}, Importer: noImports{}}
	pkg, _ := config.Check("shoshogi", api.fset, files, nil)
	bare := types.RelativeTo(pkg)
	for _, name := range pkg.Scope().Names() {
		if c, ok := pkg.Scope().Lookup(name).(*types.Const); ok && c.Exported() {
			api.add("const", name, types.TypeString(c.Type(), bare), "=", c.Val().ExactString())
		}
	}
}

// noImports stands in for every package that is imported.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, filepath.Base(path))
	pkg.MarkComplete()
	return pkg, nil
}
