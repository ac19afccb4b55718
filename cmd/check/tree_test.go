package main

import "testing"

// TestTree is the check itself: the tree that this package stands in keeps its laws.
func TestTree(t *testing.T) {
	faults, err := check("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}
