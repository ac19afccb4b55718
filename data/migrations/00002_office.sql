-- +goose Up
-- Who looks after the house, by key. A key need not have been here before.
CREATE TABLE staff (
    fingerprint TEXT    NOT NULL PRIMARY KEY,
    role        TEXT    NOT NULL CHECK (role IN ('owner', 'staff')),
    name        TEXT    NOT NULL,
    added_ms    INTEGER NOT NULL,
    added_by    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Every act of those who look after the house. Rows are only ever added, one after the other, and chain binds each to
-- all before it: a row that was changed behind SQLite's back is found by a check.
CREATE TABLE audit (
    seq    INTEGER NOT NULL PRIMARY KEY,
    at_ms  INTEGER NOT NULL,
    who    TEXT    NOT NULL,
    key    TEXT    NOT NULL,
    act    TEXT    NOT NULL,
    about  TEXT    NOT NULL,
    reason TEXT    NOT NULL,
    chain  BLOB    NOT NULL
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER audit_is_dense BEFORE INSERT ON audit
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM audit)
BEGIN
    SELECT RAISE(ABORT, 'the audit log only grows at its end');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit log cannot be changed');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit log cannot be shortened');
END;
-- +goose StatementEnd

-- A checksum of how a match was opened; its entries have their own. Matches of older versions have none.
ALTER TABLE matches ADD COLUMN head BLOB;
