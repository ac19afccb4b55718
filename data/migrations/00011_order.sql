-- +goose Up
-- What was decided about people. A body holds all of it, and rows are never deleted: what was lifted or is over stays.
CREATE TABLE sanctions (
    id        TEXT    NOT NULL PRIMARY KEY,
    player_id TEXT    NOT NULL,            -- empty for keys and addresses
    until_ms  INTEGER NOT NULL,            -- 0 for those that do not end by themselves
    lifted_ms INTEGER NOT NULL,            -- 0 while it stands
    at_ms     INTEGER NOT NULL,
    body      TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sanctions_by_player ON sanctions (player_id, at_ms);
CREATE INDEX sanctions_by_time ON sanctions (at_ms);

-- What people reported, with what they had read when they did.
CREATE TABLE reports (
    seq       INTEGER NOT NULL PRIMARY KEY,
    at_ms     INTEGER NOT NULL,
    by_id     TEXT    NOT NULL REFERENCES players (id),
    about_id  TEXT    NOT NULL REFERENCES players (id),
    closed_ms INTEGER NOT NULL,            -- 0 while nobody was through with it
    told      INTEGER NOT NULL DEFAULT 0,  -- the reporter knows what came of it
    body      TEXT    NOT NULL
) STRICT;
CREATE INDEX reports_by_reporter ON reports (by_id, at_ms);
