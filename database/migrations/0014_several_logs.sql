-- Several logs in one database, told apart by a number: 1 is the ticks', whose head is log_state and whose entries are ticks. A log of plain
-- entries needs a row in log_heads, given by a later migration; its entries are bytes that nothing else reads.

ALTER TABLE log_tiles ADD COLUMN log smallint NOT NULL DEFAULT 1;
ALTER TABLE log_tiles ALTER COLUMN log DROP DEFAULT, DROP CONSTRAINT log_tiles_pkey, ADD PRIMARY KEY (log, level, idx);
ALTER TABLE log_checkpoints ADD COLUMN log smallint NOT NULL DEFAULT 1;
ALTER TABLE log_checkpoints ALTER COLUMN log DROP DEFAULT, DROP CONSTRAINT log_checkpoints_pkey, ADD PRIMARY KEY (log, size);
-- An origin is of one log: its key signs nothing else.
ALTER TABLE log_keys ADD COLUMN log smallint NOT NULL DEFAULT 1;
ALTER TABLE log_keys ALTER COLUMN log DROP DEFAULT;

CREATE TABLE log_heads (
  log smallint PRIMARY KEY CHECK (log > 1),
  name text NOT NULL UNIQUE,
  size bigint NOT NULL DEFAULT 0
);
CREATE TABLE log_entries (
  log smallint NOT NULL REFERENCES log_heads,
  idx bigint NOT NULL CHECK (idx >= 0),
  entry bytea NOT NULL CHECK (octet_length(entry) <= 65535),
  leaf_hash bytea NOT NULL CHECK (octet_length(leaf_hash) = 32),
  PRIMARY KEY (log, idx)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION head_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.size < OLD.size OR NEW.log <> OLD.log OR NEW.name <> OLD.name THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation', CONSTRAINT = 'log_only_grows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_only_grows BEFORE UPDATE OR DELETE ON log_heads FOR EACH ROW EXECUTE FUNCTION head_only_grows();

GRANT SELECT, INSERT ON log_entries TO fairtick_app;
GRANT SELECT, UPDATE (size) ON log_heads TO fairtick_app;

-- As before, but that a tile which keeps a tick's hash is one of the ticks' log.
CREATE OR REPLACE FUNCTION let_go_ticks(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET fairtick.letting_go = 'on' AS $$
DECLARE
  cutoff bigint;
  below bigint;
  low bigint := 0;
  high bigint;
  middle bigint;
  received bigint;
  gone int;
BEGIN
  IF most NOT BETWEEN 1 AND 100000 THEN RAISE EXCEPTION 'from 1 to 100,000 ticks at once' USING ERRCODE = 'invalid_parameter_value'; END IF;
  SELECT least((extract(epoch FROM clock_timestamp()) * 1000)::bigint, s.last_received_time) - 2592000000,
    least(s.size, s.evaluated_through + 1, m.folded_through + 1)
    INTO cutoff, below FROM log_state s, market_state m;
  -- The first place from which on nothing is older: times never go back along the log.
  high := below;
  WHILE low < high LOOP
    middle := (low + high) / 2;
    SELECT t.received_time INTO received FROM ticks t WHERE t.log_index >= middle ORDER BY t.log_index LIMIT 1;
    IF received < cutoff THEN low := middle + 1; ELSE high := middle; END IF;
  END LOOP;
  below := low / 256 * 256;
  WITH deciding AS MATERIALIZED (
    SELECT x.tick FROM forex_orders o
    CROSS JOIN LATERAL (VALUES (o.placed_rate_tick), (o.open_tick), (o.open_rate_tick), (o.close_tick), (o.close_rate_tick)) AS x (tick)
    WHERE x.tick < below
    UNION SELECT x.tick FROM micro_orders o CROSS JOIN LATERAL (VALUES (o.open_tick), (o.end_tick)) AS x (tick) WHERE x.tick < below
    UNION SELECT x.tick FROM forex_financing f CROSS JOIN LATERAL (VALUES (f.tick), (f.rate_tick)) AS x (tick) WHERE x.tick < below
  ), leaving AS MATERIALIZED (
    SELECT t.log_index FROM ticks t
    WHERE t.log_index < below
      AND EXISTS (SELECT FROM log_tiles l WHERE l.log = 1 AND l.level = 0 AND l.idx = t.log_index / 256)
      AND NOT EXISTS (SELECT FROM deciding d WHERE d.tick = t.log_index)
      AND t.log_index < (SELECT n.log_index FROM ticks n WHERE n.pair_id = t.pair_id AND n.received_time < cutoff
        ORDER BY n.received_time DESC, n.log_index DESC LIMIT 1)
    ORDER BY t.log_index LIMIT most
  )
  DELETE FROM ticks t USING leaving l WHERE t.log_index = l.log_index;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
