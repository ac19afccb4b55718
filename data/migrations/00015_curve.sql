-- +goose Up
-- A rating's curve is read from its index alone: the rows of one player lie far apart in a large house.
DROP INDEX changes_by_player;
CREATE INDEX changes_by_player ON changes (player_id, category, ended_seq, mu_before, sigma_before, mu_after,
    sigma_after);
