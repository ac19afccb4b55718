// Package letter knows the letters that do not keep to their cells: where a terminal goes by clusters, they make one
// sign with what stands beside them, even with a blank or a border, and the rest of the row moves.
package letter

import "unicode"

// Clings reports whether a rune that takes a cell of its own joins the one before it.
func Clings(r rune) bool { return r == 0x0E33 || r == 0x0EB3 || r == 0xFF9E || r == 0xFF9F }

// Leading are those that join what comes after them. They are of scripts that nobody types.
var Leading = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0D4E, Hi: 0x0D4E, Stride: 1}},
	R32: []unicode.Range32{
		{Lo: 0x111C2, Hi: 0x111C3, Stride: 1}, {Lo: 0x1193F, Hi: 0x11941, Stride: 2},
		{Lo: 0x11A84, Hi: 0x11A89, Stride: 1}, {Lo: 0x11D46, Hi: 0x11D46, Stride: 1},
		{Lo: 0x11F02, Hi: 0x11F02, Stride: 1},
	},
}
