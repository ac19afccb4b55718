package table

// Replayed is the stage of a match that is over and is looked at again, entry by entry. No table is ever in it; it is
// what the frames of a replay say, so that the same screens can show them.
const Replayed Stage = "replayed"
