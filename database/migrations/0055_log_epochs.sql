-- A log that was restored from a backup goes on under a new key, openly: each break is a row, written by the owner alone, with the note that says it.
-- A checkpoint is of one epoch, since a size may be signed again in the next.

CREATE TABLE log_epochs (
  log smallint NOT NULL,
  number int NOT NULL CHECK (number > 1),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  note text NOT NULL CHECK (char_length(note) <= 20000),
  created_time bigint NOT NULL,
  PRIMARY KEY (log, number)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_epochs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON log_epochs TO fairtick_app;

ALTER TABLE log_checkpoints ADD COLUMN epoch int NOT NULL DEFAULT 1;
ALTER TABLE log_checkpoints ALTER COLUMN epoch DROP DEFAULT, DROP CONSTRAINT log_checkpoints_pkey, ADD PRIMARY KEY (log, epoch, size);
CREATE INDEX log_checkpoints_by_size ON log_checkpoints (log, size);
