// Package widget draws the parts that screens are made of: cards, plates, clocks, boxes, columns, tabs. A widget is a
// function of data and style to text. It holds no state, takes no messages, and its text is exactly as wide as it was
// asked to be. [Prompt] alone is more: a line of text being typed, as a value.
//
// Names and talk that reach a widget were cleaned with style.Clean by whoever hands them over, except where a field's
// comment says that the widget cleans.
package widget
