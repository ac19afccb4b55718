-- +goose Up
-- When an account is to be gone, if its owner has asked for that; and since when it is.
ALTER TABLE players ADD COLUMN leaving_ms INTEGER;
ALTER TABLE players ADD COLUMN gone_ms INTEGER;
CREATE INDEX players_leaving ON players (leaving_ms) WHERE leaving_ms IS NOT NULL;

-- Recovery words, as a slow hash. The salt is the house's own, so that the words alone find their account.
CREATE TABLE recovery (
    player_id TEXT    NOT NULL PRIMARY KEY REFERENCES players (id),
    hash      TEXT    NOT NULL UNIQUE,
    made_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE salts (
    use  TEXT NOT NULL PRIMARY KEY,
    salt BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What happened to somebody's account, for its owner.
CREATE TABLE account_acts (
    player_id TEXT    NOT NULL REFERENCES players (id),
    seq       INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    act       TEXT    NOT NULL,
    about     TEXT    NOT NULL,
    PRIMARY KEY (player_id, seq)
) STRICT, WITHOUT ROWID;

-- Accounts that are gone. The row of such a player stays, under another name, because matches and references need it.
CREATE TABLE gone (
    number    INTEGER NOT NULL PRIMARY KEY, -- the one in the name
    player_id TEXT    NOT NULL UNIQUE REFERENCES players (id),
    at_ms     INTEGER NOT NULL,
    -- The last match that had ended when they were taken off the boards; NULL before. A recomputation does it there too.
    after_seq INTEGER,
    sealed    INTEGER NOT NULL DEFAULT 0,   -- matches that were sealed again without their name
    rested_ms INTEGER                       -- when nothing was left to do
) STRICT;

-- Names that were given up and belong to nobody for a while, as a hash of their skeletons.
CREATE TABLE retired (
    name     TEXT    NOT NULL PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
