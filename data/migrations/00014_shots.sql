-- +goose Up
-- The match of each season and ladder in which somebody settled gained the most: made of the places of matches, like
-- all that derived tells the version of. A season that closes must not go through all of them.
CREATE TABLE shots (
    season    INTEGER NOT NULL,
    category  TEXT    NOT NULL,
    gain      REAL    NOT NULL,
    player_id TEXT    NOT NULL,
    match_id  TEXT    NOT NULL,
    PRIMARY KEY (season, category)
) STRICT, WITHOUT ROWID;
