package style

// Glyphs are the signs that are drawn beside text. Each is one cell wide.
type Glyphs struct {
	Horizontal, Vertical                           string
	TopLeft, TopRight, BottomLeft, BottomRight     string
	TeeLeft, TeeRight, TeeTop, TeeBottom, Crossing string
	Double                                         string // a double rule
	Turn                                           string // whose turn it is; the cursor
	Here, Away, Bot                                string // a seat's owner is here, is away, is a bot
	Yes, No                                        string
	Star, Dot, Up, Down, Same                      string
	Left, Right                                    string // there is more that way
	Ellipsis                                       string
	BarFull, BarEmpty                              string // meters
	BackFill                                       string // the back of a card
	Return                                         string // the return key
	Spark                                          []string
}

func glyphs(ascii bool) Glyphs {
	if ascii {
		return Glyphs{
			Horizontal: "-", Vertical: "|", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
			TeeLeft: "+", TeeRight: "+", TeeTop: "+", TeeBottom: "+", Crossing: "+", Double: "=",
			Turn: ">", Here: "o", Away: "z", Bot: "%", Yes: "+", No: "x", Star: "*", Dot: ".", Up: "^", Down: "v",
			Same: "=", Left: "<", Right: ">", Ellipsis: "~", BarFull: "#", BarEmpty: ".", BackFill: ":",
			Return: "enter",
			Spark:  []string{"_", ".", "-", "=", "^"},
		}
	}
	return Glyphs{
		Horizontal: "─", Vertical: "│", TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯",
		TeeLeft: "├", TeeRight: "┤", TeeTop: "┬", TeeBottom: "┴", Crossing: "┼", Double: "═",
		Turn: "▸", Here: "●", Away: "○", Bot: "¤", Yes: "✓", No: "✗", Star: "★", Dot: "·", Up: "▲", Down: "▼",
		Same: "=", Left: "‹", Right: "›", Ellipsis: "…", BarFull: "█", BarEmpty: "░", BackFill: "▒", Return: "↵",
		Spark: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	}
}
