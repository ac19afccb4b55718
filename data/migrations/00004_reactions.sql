-- +goose Up
-- How people who were called on answered in races, for their histories.
CREATE TABLE reactions (
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    seq       INTEGER NOT NULL,           -- the entry that closed the race
    seat      INTEGER NOT NULL,
    player_id TEXT    NOT NULL,
    at_ms     INTEGER NOT NULL,
    called    TEXT    NOT NULL,           -- what it answered to, such as 'Cavalry'
    how       TEXT    NOT NULL,           -- engine.Response
    after_ms  INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX reactions_by_player ON reactions (player_id, at_ms, match_id, seq, how, after_ms);

-- What follows from the reactions of a player, brought up to date when a match ends.
CREATE TABLE reflexes (
    player_id TEXT    NOT NULL PRIMARY KEY,
    valid     INTEGER NOT NULL,           -- valid reactions so far
    median_ms INTEGER NOT NULL            -- of the last ones
) STRICT, WITHOUT ROWID;

-- Reasons to look at how somebody reacts. Nothing follows from them by itself.
CREATE TABLE flags (
    player_id TEXT    NOT NULL,
    valid     INTEGER NOT NULL,           -- how many valid reactions the player had then
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    at_ms     INTEGER NOT NULL,
    why       TEXT    NOT NULL,
    PRIMARY KEY (player_id, valid)
) STRICT, WITHOUT ROWID;
