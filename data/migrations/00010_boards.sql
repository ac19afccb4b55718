-- +goose Up
-- Under which rule a match moved the ratings: 1 counts every match alike, 2 lets matches of the same pair weigh less.
ALTER TABLE matches ADD COLUMN rating_rule INTEGER NOT NULL DEFAULT 1;

-- How often a place was left without its owner, and how often they were back.
ALTER TABLE places ADD COLUMN drops INTEGER NOT NULL DEFAULT 0;
ALTER TABLE places ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;

-- Seasons are opened and closed by somebody. A season holds the matches that ended after opened_seq, up to closed_seq.
CREATE TABLE seasons (
    id         INTEGER NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL UNIQUE COLLATE NOCASE,
    opened_ms  INTEGER NOT NULL,
    opened_by  TEXT    NOT NULL,
    opened_seq INTEGER NOT NULL,
    closed_ms  INTEGER,
    closed_by  TEXT    NOT NULL DEFAULT '',
    closed_seq INTEGER
) STRICT;
-- At most one is open.
CREATE UNIQUE INDEX seasons_open ON seasons (closed_seq IS NULL) WHERE closed_seq IS NULL;

-- What was earned in a season, and the match to look at.
CREATE TABLE awards (
    season    INTEGER NOT NULL REFERENCES seasons (id),
    kind      TEXT    NOT NULL,
    category  TEXT    NOT NULL,
    player_id TEXT    NOT NULL,
    match_id  TEXT    NOT NULL,
    points    INTEGER NOT NULL,
    PRIMARY KEY (season, kind, category, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX awards_by_player ON awards (player_id);

-- All that follows is made from the places of matches and can be made again from them; derived says by which version
-- of the program it was. Ratings of older versions are made again when the file is opened.
DROP TABLE ratings;
DROP TABLE changes;

CREATE TABLE derived (
    version INTEGER NOT NULL PRIMARY KEY
) STRICT;

-- How a rated match moved a rating. at_ms is when it ended, never before the match that ended before it.
CREATE TABLE changes (
    ended_seq    INTEGER NOT NULL,
    player_id    TEXT    NOT NULL,
    match_id     TEXT    NOT NULL,
    category     TEXT    NOT NULL,
    seat         INTEGER NOT NULL,
    at_ms        INTEGER NOT NULL,
    mu_before    REAL    NOT NULL,
    sigma_before REAL    NOT NULL,
    mu_after     REAL    NOT NULL,
    sigma_after  REAL    NOT NULL,
    shares       TEXT    NOT NULL,
    PRIMARY KEY (ended_seq, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_player ON changes (player_id, category, ended_seq);

-- The first rated match of each day of UTC, counted from 1970: where a month that is looked back on begins.
CREATE TABLE days (
    day       INTEGER NOT NULL PRIMARY KEY,
    first_seq INTEGER NOT NULL
) STRICT;

-- A board: a category in a stretch of time. One that ends is kept until a moment after.
CREATE TABLE boards (
    id       INTEGER NOT NULL PRIMARY KEY,
    span     TEXT    NOT NULL,
    category TEXT    NOT NULL,
    until_ms INTEGER,
    UNIQUE (span, category)
) STRICT;

-- Somebody's standing on a board. step is the whole points, by which people are ranked, less a million for those who
-- are not placed yet, so that they come last; score orders those of equal points. met holds the first few opponents.
CREATE TABLE standings (
    board     INTEGER NOT NULL,
    player_id TEXT    NOT NULL,
    mu        REAL    NOT NULL,
    sigma     REAL    NOT NULL,
    score     REAL    NOT NULL,
    step      INTEGER NOT NULL,
    bot       INTEGER NOT NULL,
    matches   INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    walked    INTEGER NOT NULL,
    games     INTEGER NOT NULL,
    met       TEXT    NOT NULL,
    trend     REAL    NOT NULL,
    day       INTEGER NOT NULL,
    was       INTEGER NOT NULL,
    PRIMARY KEY (board, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_by_step ON standings (board, step DESC, score DESC, player_id);

-- How many stand on each step of a board: a rank is a sum over the steps above, not a walk over a million rows.
CREATE TABLE steps (
    board  INTEGER NOT NULL,
    step   INTEGER NOT NULL,
    people INTEGER NOT NULL,
    stand  INTEGER NOT NULL,
    PRIMARY KEY (board, step)
) STRICT, WITHOUT ROWID;

-- How people stayed at their tables, by month (twelve a year from year 0).
CREATE TABLE conduct (
    player_id TEXT    NOT NULL,
    month     INTEGER NOT NULL,
    matches   INTEGER NOT NULL,
    back      INTEGER NOT NULL,
    lost      INTEGER NOT NULL,
    walked    INTEGER NOT NULL,
    PRIMARY KEY (player_id, month)
) STRICT, WITHOUT ROWID;
