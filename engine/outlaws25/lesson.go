package outlaws25

// lesson names the chance of guided matches for two. Seat 0 deals first and has the speeds 2, 4 and 5; its first hand,
// if nobody rearranges a row, is a straight against a pair of queens, so that a bet is called and wins. The number is
// the one that was found to deal so.
const lesson = "25-outlaws/lesson/5279"
