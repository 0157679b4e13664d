-- The log of candles: of each pair and minute, hour and day in which a tick was received its extremes and the numbers of its first and last tick, once the
-- log of ticks has passed the window's end. Its entries are log 4's in log_entries; here stands where each one is found.

INSERT INTO log_heads (log, name) VALUES (4, 'candles');

CREATE TABLE candle_places (
  idx bigint PRIMARY KEY,
  pair_id int NOT NULL,
  -- 0 minute, 1 hour, 2 day
  period smallint NOT NULL CHECK (period BETWEEN 0 AND 2),
  start bigint NOT NULL CHECK (start >= 0 AND start % (CASE period WHEN 0 THEN 60000 WHEN 1 THEN 3600000 ELSE 86400000 END) = 0),
  first_seq bigint NOT NULL CHECK (first_seq >= 0),
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  -- A window has one candle, whoever closes it.
  UNIQUE (pair_id, period, start)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON candle_places FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE candle_state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- Windows that begin earlier have no candle: ticks of theirs may have been let go before there were candles.
  begins bigint NOT NULL,
  -- Every window that ends up to here has its candle, but for stretches without a tick, which need not be written down.
  through bigint NOT NULL CHECK (through >= begins AND through % 60000 = 0),
  -- Ticks from this place on are in no minute yet.
  next_index bigint NOT NULL
);
INSERT INTO candle_state (begins, through, next_index)
SELECT b.begins, b.begins, coalesce((SELECT min(t.log_index) FROM ticks t WHERE t.received_time >= b.begins), 0)
FROM (
  SELECT CASE WHEN coalesce((SELECT t.received_time FROM ticks t ORDER BY t.log_index LIMIT 1), 0) >= s.last_received_time - 2592000000 THEN 0
    ELSE (s.last_received_time - 2592000000) / 60000 * 60000 + 60000 END AS begins
  FROM log_state s
) b;
UPDATE candle_state SET begins = 0, through = 0 WHERE NOT EXISTS (SELECT FROM ticks);

CREATE FUNCTION candles_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.begins <> OLD.begins OR NEW.through < OLD.through OR NEW.next_index < OLD.next_index THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation', CONSTRAINT = 'log_only_grows';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER candles_only_grow BEFORE UPDATE OR DELETE ON candle_state FOR EACH ROW EXECUTE FUNCTION candles_only_grow();

GRANT SELECT, INSERT ON candle_places TO fairtick_app;
GRANT SELECT, UPDATE (through, next_index) ON candle_state TO fairtick_app;
