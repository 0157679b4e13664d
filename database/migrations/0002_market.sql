-- Pairs, ticks and their transparency log, candles. Ticks, tiles and checkpoints are append-only.

CREATE TABLE pairs (
  id int PRIMARY KEY,
  code text NOT NULL UNIQUE,
  settings jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true
);

CREATE TABLE ticks (
  log_index bigint PRIMARY KEY,
  pair_id int NOT NULL,
  seq bigint NOT NULL,
  bid numeric(30, 8) NOT NULL,
  ask numeric(30, 8) NOT NULL,
  source_time bigint NOT NULL,
  received_time bigint NOT NULL,
  source text NOT NULL,
  leaf_hash bytea NOT NULL,
  UNIQUE (pair_id, seq),
  CHECK (bid > 0 AND ask >= bid),
  CHECK (octet_length(leaf_hash) = 32)
);
CREATE INDEX ticks_by_time ON ticks (pair_id, received_time);

CREATE TABLE log_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  size bigint NOT NULL,
  -- Every trigger that ticks up to this place called for has been decided; later ones are evaluated again on start.
  evaluated_through bigint NOT NULL,
  last_received_time bigint NOT NULL
);
INSERT INTO log_state (size, evaluated_through, last_received_time) VALUES (0, -1, 0);

CREATE TABLE log_tiles (
  level smallint NOT NULL,
  idx bigint NOT NULL,
  hashes bytea NOT NULL CHECK (octet_length(hashes) = 8192),
  PRIMARY KEY (level, idx)
);

CREATE TABLE log_checkpoints (
  size bigint PRIMARY KEY,
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  note text NOT NULL,
  created_time bigint NOT NULL
);

CREATE TABLE log_keys (
  origin text PRIMARY KEY,
  private_key bytea NOT NULL CHECK (octet_length(private_key) = 32),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  created_time bigint NOT NULL
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.size < OLD.size OR NEW.evaluated_through < OLD.evaluated_through OR NEW.last_received_time < OLD.last_received_time THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation', CONSTRAINT = 'log_only_grows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_only_grows BEFORE UPDATE ON log_state FOR EACH ROW EXECUTE FUNCTION log_only_grows();

CREATE TABLE candles (
  pair_id int NOT NULL,
  period smallint NOT NULL,
  time bigint NOT NULL,
  open numeric(30, 8) NOT NULL,
  high numeric(30, 8) NOT NULL,
  low numeric(30, 8) NOT NULL,
  close numeric(30, 8) NOT NULL,
  volume bigint NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (pair_id, period, time)
);
CREATE TABLE market_state (id boolean PRIMARY KEY DEFAULT true CHECK (id), folded_through bigint NOT NULL);
INSERT INTO market_state (folded_through) VALUES (-1);

GRANT SELECT ON pairs TO fairtick_app;
GRANT SELECT, INSERT ON ticks, log_tiles, log_checkpoints, log_keys TO fairtick_app;
GRANT SELECT, UPDATE ON log_state, market_state TO fairtick_app;
GRANT SELECT, INSERT, UPDATE ON candles TO fairtick_app;
