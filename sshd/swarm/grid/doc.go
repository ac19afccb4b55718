// Package grid is a terminal's screen as cells, as cheap as it can be made: thousands of them share two cores with the
// server that they look at. It understands what renderers of screens write, and no more than that. It also knows how
// few bytes would have been enough to get from one screen to another.
package grid
