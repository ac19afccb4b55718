package table

import "time"

// What a table may have of everything.
const (
	// SpectatorsMax bounds the people who look on without a seat.
	SpectatorsMax = 60
	// BoxesEach bounds the mailboxes of one person at one table: two terminals, and the moment in which a third
	// takes the place of one.
	BoxesEach = 4
	// TalkMax bounds a line of talk, in characters. The lobby cuts to what a screen shows.
	TalkMax = 400
	// RecapLines is how many of the last lines somebody hears who comes late.
	RecapLines = 30

	inboxMax   = 128 // inputs that wait for the table; who comes then waits outside
	natureMax  = 64  // acts of chance in a row; more than any game needs means that its rules run in a circle
	keptMax    = 120 // lines that the table remembers, at least RecapLines
	barredMax  = 50  // people whom a host removed; the oldest are forgiven
	missesMax  = 2   // times in a row that somebody's time may be up before a bot plays the seat
	thinkMax   = 10 * time.Second
	strikesMax = 10               // doublings of the time between tries to write
	appendMax  = 30 * time.Second // the longest that a table waits for the log before it takes the write for failed
	afterLimit = 24 * time.Hour   // bounds what a session claims about the time that an answer took
)

// Times are how long a table waits for what.
type Times struct {
	Countdown time.Duration // from the last "ready" to the first deal; may be zero
	Look      time.Duration // at most, for people to look at a scored hand
	Glance    time.Duration // the same where nobody who counts is looking: correspondence, bots alone
	Study     time.Duration // the same in a lesson
	// Window is how long several seats may answer at once, in correspondence the days of a move; and the most that a
	// window lasts whose length the game names (engine.Windower).
	Window time.Duration

	AwayQuick  time.Duration // from losing the line to the bot, at a quick table
	AwayNormal time.Duration // the same at a normal one
	Return     time.Duration // extra time for those still missing when a match goes on that had stood still
	Given      time.Duration // what a restart gives back to the clock of a seat that was thinking

	Vote    time.Duration // how long a vote runs
	Again   time.Duration // before a motion that failed may be moved again
	Adjourn time.Duration // how long an adjourned match waits for everybody, before those present may resume it

	Next       time.Duration // from the end of a community's match to the gathering for the next one
	SeatKept   time.Duration // how long a seat is kept before a match for somebody who is not there
	Idle       time.Duration // how long a table without a match stands with nobody there
	KeepMatch  time.Duration // how long an unfinished match waits with nobody there
	KeepLesson time.Duration // the same for a lesson
	KeepDays   time.Duration // how long a correspondence table without a match stands with nobody there
	Save       time.Duration // how often correspondence clocks are written down
	Retry      time.Duration // from a failed write to the next try; doubled up to RetryMax
	RetryMax   time.Duration
}

// Usual are the times of a house that is open to everybody.
func Usual() Times {
	return Times{
		Countdown: 3 * time.Second, Look: 20 * time.Second, Glance: 3 * time.Second, Study: 10 * time.Minute,
		Window:    15 * time.Second,
		AwayQuick: time.Minute, AwayNormal: 2 * time.Minute, Return: 45 * time.Second, Given: 10 * time.Second,
		Vote: time.Minute, Again: 30 * time.Second, Adjourn: 24 * time.Hour,
		Next: 45 * time.Second, SeatKept: 2 * time.Minute, Idle: 2 * time.Minute,
		KeepMatch: 14 * 24 * time.Hour, KeepLesson: time.Hour,
		KeepDays: 7 * 24 * time.Hour, Save: time.Hour, Retry: 250 * time.Millisecond, RetryMax: 2 * time.Second,
	}
}
