package lobby

import "time"

// What one may have of everything. Whoever meets a limit is told so in words.
const (
	// NameWidthMin and NameWidthMax bound a name, in terminal cells.
	NameWidthMin = 2
	NameWidthMax = 24
	// TalkWidth bounds a line of talk, in terminal cells.
	TalkWidth = 240
	// TalkKept is how many lines of its talk the lobby remembers.
	TalkKept = 100
	// TalkBurst lines in TalkSpan are as fast as one may talk, in the lobby and at all tables together.
	TalkBurst = 5
	TalkSpan  = 10 * time.Second
	// TitleWidth bounds the title of a table, in terminal cells.
	TitleWidth = 40
	// TablesEach is how many tables one may have open as their host.
	TablesEach = 3
	// SessionsMax bounds the people in the house, whatever its door lets in.
	SessionsMax = 20_000
	// VisitsEach bounds the tables that one session looks at.
	VisitsEach = 4
	// TablesMax bounds the tables of the house.
	TablesMax = 20_000
	// IgnoredMax bounds a list of ignored people.
	IgnoredMax = 200
	// CodeLetters is the length of a one-time code; CodeFor is how long it is good.
	CodeLetters = 8
	CodeFor     = 10 * time.Minute
	// BoardMax bounds the rows of a board and of a history that are read at once.
	BoardMax = 200
	// QuickWaitDefault is how long a quick match waits for people before bots take the free seats.
	QuickWaitDefault = 20 * time.Second
	// QuickSeats is how many seats a quick match has, where the game allows it.
	QuickSeats = 3
	// CurveMatches is how many of the last matches a rating curve covers.
	CurveMatches = 60

	// publishMin and publishMax bound how long somebody in the lobby waits between two issues of its news; between them
	// it is publishEach for every session, so that a crowd costs no more than a few people.
	publishMin  = 200 * time.Millisecond
	publishMax  = 2 * time.Second
	publishEach = 2 * time.Millisecond
	// publishRound is between two rounds of the news. In one, as many sessions get them as it takes for all to have had
	// them within such a wait, and at least publishLeast: while all draw at the same moment, everybody's keys wait.
	publishRound = 25 * time.Millisecond
	publishLeast = 8
	// publishSeated is how long somebody at a table waits for news of the lobby that do not concern them.
	publishSeated = 5 * time.Second
	// idleAfter is when somebody who pressed no key counts as away in the list of people.
	idleAfter = time.Minute
	// verdictMax is the longest that the house waits for a table on nobody's behalf.
	verdictMax = 30 * time.Second
	// rouseMax is the longest that a list of tables waits for those that are read back.
	rouseMax = time.Second
	// tries and triesEvery bound how often one may try names and codes, which cost the database a look.
	tries      = 10
	triesEvery = 10 * time.Second
	// acts and actsEvery bound how often one may use an owner's powers: each is kept in the audit log for ever.
	acts      = 60
	actsEvery = 5 * time.Second
	// voicesMax is how many people's talk the house keeps count of before it forgets those who were silent.
	voicesMax = 4 * SessionsMax
	// quickTries is how many open tables a quick match tries before it opens its own.
	quickTries = 5
)
