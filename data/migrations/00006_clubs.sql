-- +goose Up
-- Community tables. A club's body holds all that its owner may change.
CREATE TABLE clubs (
    id       TEXT    NOT NULL PRIMARY KEY,
    skeleton TEXT    UNIQUE,              -- of its name; NULL once it is closed for good
    owner    TEXT    NOT NULL REFERENCES players (id),
    body     TEXT    NOT NULL,
    ended_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE club_notes (
    club_id   TEXT    NOT NULL REFERENCES clubs (id),
    seq       INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    player_id TEXT    NOT NULL REFERENCES players (id),
    text      TEXT    NOT NULL,
    PRIMARY KEY (club_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_by_club ON matches (settings ->> 'club', opened_ms) WHERE settings ->> 'club' IS NOT NULL;
