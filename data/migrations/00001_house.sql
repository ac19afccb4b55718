-- +goose Up
-- Times are milliseconds since 1970, UTC. Structured columns hold JSON, so that the sqlite3 shell is a debugger.

CREATE TABLE players (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    skeleton   TEXT    NOT NULL UNIQUE,
    guest      INTEGER NOT NULL DEFAULT 0,
    bot        TEXT    NOT NULL DEFAULT '',
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL,
    prefs      TEXT    NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;

CREATE TABLE names (
    player_id TEXT    NOT NULL REFERENCES players (id),
    seq       INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    since_ms  INTEGER NOT NULL,
    PRIMARY KEY (player_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    fingerprint TEXT    NOT NULL PRIMARY KEY,
    player_id   TEXT    NOT NULL REFERENCES players (id),
    type        TEXT    NOT NULL,
    added_ms    INTEGER NOT NULL,
    used_ms     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_player ON keys (player_id);

-- One-time codes by which a new key joins a player. The code column holds a hash.
CREATE TABLE codes (
    code      TEXT    NOT NULL PRIMARY KEY,
    player_id TEXT    NOT NULL REFERENCES players (id),
    until_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A table that has not closed: what cannot be derived from its match.
CREATE TABLE tables (
    id         TEXT    NOT NULL PRIMARY KEY,
    match_id   TEXT    NOT NULL DEFAULT '',
    body       TEXT    NOT NULL,
    changed_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id         TEXT    NOT NULL PRIMARY KEY,
    table_id   TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    rules      INTEGER NOT NULL,
    config     TEXT    NOT NULL,
    names      TEXT    NOT NULL,
    people     TEXT    NOT NULL,
    settings   TEXT    NOT NULL,
    seed       TEXT    NOT NULL,
    commitment TEXT    NOT NULL,
    opened_ms  INTEGER NOT NULL,
    ended_ms   INTEGER,
    ended_seq  INTEGER UNIQUE,           -- the order in which matches ended: ratings are recomputed along it
    outcome    TEXT,
    rated      INTEGER NOT NULL DEFAULT 0,
    why        TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_table ON matches (table_id);

-- One accepted act and all its events. The primary key is the guard against two writers; chain binds each entry to all
-- before it, so that a damaged byte is found when the match is read.
CREATE TABLE entries (
    match_id TEXT    NOT NULL REFERENCES matches (id),
    seq      INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    words    TEXT    NOT NULL,
    after_ns INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    sum      INTEGER NOT NULL,
    chain    BLOB    NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE places (
    match_id  TEXT    NOT NULL REFERENCES matches (id),
    seat      INTEGER NOT NULL,
    player_id TEXT    NOT NULL,
    name      TEXT    NOT NULL,
    person    TEXT    NOT NULL,
    rank      INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    walked    INTEGER NOT NULL,
    unpaid    INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX places_by_player ON places (player_id, match_id);

-- What follows from the places of rated matches. Both tables can be made again from them.
CREATE TABLE changes (
    ended_seq    INTEGER NOT NULL,
    player_id    TEXT    NOT NULL,
    match_id     TEXT    NOT NULL,
    category     TEXT    NOT NULL,
    seat         INTEGER NOT NULL,
    mu_before    REAL    NOT NULL,
    sigma_before REAL    NOT NULL,
    mu_after     REAL    NOT NULL,
    sigma_after  REAL    NOT NULL,
    shares       TEXT    NOT NULL,
    PRIMARY KEY (ended_seq, player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_player ON changes (player_id, category, ended_seq);

CREATE TABLE ratings (
    category  TEXT    NOT NULL,
    player_id TEXT    NOT NULL,
    mu        REAL    NOT NULL,
    sigma     REAL    NOT NULL,
    matches   INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    walked    INTEGER NOT NULL,
    PRIMARY KEY (category, player_id)
) STRICT, WITHOUT ROWID;
