// Command check says where the tree breaks its own laws: who may import whom, what the engine must not do, how long
// things may be, and what must be written down. It prints a line for each fault, as "file:line: what", and ends with
// exit code 1 if there is any; 2 if the tree cannot be read.
//
//	go run ./cmd/check
//
// It is also a test of its own package, so that there is no second truth. What go vet finds is go vet's to say.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(".", os.Stdout, os.Stderr)) }

// run checks the tree below root.
func run(root string, out, errs io.Writer) int {
	faults, err := check(root)
	if err != nil {
		fmt.Fprintln(errs, "check:", err)
		return 2
	}
	for _, f := range faults {
		fmt.Fprintln(out, f)
	}
	if len(faults) > 0 {
		return 1
	}
	return 0
}
