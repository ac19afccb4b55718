-- +goose Up
-- The matches that are on: a history must not go through a million that have ended to find them.
CREATE INDEX matches_running ON matches (id) WHERE ended_ms IS NULL;
