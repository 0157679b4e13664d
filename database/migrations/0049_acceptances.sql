-- What users' commands about their orders were taken in to be, each in the transaction of its effect. Its place in the public log follows by itself; its
-- time and a salted hash are public, the contents and the salt go to the order's owner alone.

INSERT INTO log_heads (log, name) VALUES (3, 'acceptances');

CREATE TABLE acceptances (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  realm realm NOT NULL,
  order_id bigint NOT NULL,
  family text NOT NULL CHECK (family IN ('forex', 'micro')),
  kind text NOT NULL CHECK (kind IN ('placed', 'stops', 'close', 'cancel', 'reset')),
  -- When it was decided, UTC ms.
  time bigint NOT NULL CHECK (time >= 0),
  -- The newest place in the log of ticks that the decision saw.
  tick bigint NOT NULL CHECK (tick >= -1),
  -- Canonical JSON, as it was hashed.
  contents text NOT NULL,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32),
  -- The place in the log; NULL until it is given.
  idx bigint UNIQUE CHECK (idx >= 0),
  CHECK (kind IN ('placed', 'reset') OR family = 'forex')
);
-- An order is placed once, and ends once.
CREATE UNIQUE INDEX one_placement_per_order ON acceptances (order_id) WHERE kind = 'placed';
CREATE UNIQUE INDEX one_ending_per_order ON acceptances (order_id) WHERE kind IN ('close', 'cancel', 'reset');
CREATE INDEX acceptances_of_order ON acceptances (order_id, id);
CREATE INDEX acceptances_without_place ON acceptances (id) WHERE idx IS NULL;

CREATE FUNCTION acceptance_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.idx IS NOT NULL OR NEW.idx IS NULL
    OR (NEW.id, NEW.user_id, NEW.realm, NEW.order_id, NEW.family, NEW.kind, NEW.time, NEW.tick, NEW.contents, NEW.salt)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.realm, OLD.order_id, OLD.family, OLD.kind, OLD.time, OLD.tick, OLD.contents, OLD.salt) THEN
    RAISE EXCEPTION 'an acceptance does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'acceptance_final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER acceptance_final BEFORE UPDATE ON acceptances FOR EACH ROW EXECUTE FUNCTION acceptance_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON acceptances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT (id, user_id, realm, order_id, family, kind, time, tick, contents, salt), UPDATE (idx) ON acceptances TO fairtick_app;

-- Orders that were there before have no acceptance, and their proof says so.
CREATE TABLE acceptances_since (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  newest_order bigint NOT NULL
);
INSERT INTO acceptances_since (newest_order)
  SELECT greatest((SELECT coalesce(max(id), 0) FROM forex_orders), (SELECT coalesce(max(id), 0) FROM micro_orders));
CREATE TRIGGER append_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON acceptances_since FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before (0014). Of what decided an order or a night also its neighbours of the same pair stay for ever, which show it to be the first or the last; and
-- the ticks that show that an option had none.
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
    UNION SELECT last.log_index FROM micro_orders o CROSS JOIN LATERAL (SELECT t.log_index FROM ticks t
      WHERE t.pair_id = o.pair_id AND t.received_time <= o.expiry_time ORDER BY t.received_time DESC, t.log_index DESC LIMIT 1) last
      WHERE o.outcome = 'void' AND last.log_index < below
    UNION SELECT first.log_index FROM micro_orders o CROSS JOIN LATERAL (SELECT t.log_index FROM ticks t
      WHERE t.log_index > o.armed_index AND t.pair_id = o.pair_id ORDER BY t.log_index LIMIT 1) first
      WHERE o.outcome = 'no_tick' AND first.log_index < below
    UNION SELECT x.tick FROM forex_financing f CROSS JOIN LATERAL (VALUES (f.tick), (f.rate_tick)) AS x (tick) WHERE x.tick < below
  ), beside AS MATERIALIZED (
    SELECT n.log_index FROM deciding d JOIN ticks t ON t.log_index = d.tick
    JOIN ticks n ON n.pair_id = t.pair_id AND n.seq IN (t.seq - 1, t.seq + 1)
  ), leaving AS MATERIALIZED (
    SELECT t.log_index FROM ticks t
    WHERE t.log_index < below
      AND EXISTS (SELECT FROM log_tiles l WHERE l.log = 1 AND l.level = 0 AND l.idx = t.log_index / 256)
      AND NOT EXISTS (SELECT FROM deciding d WHERE d.tick = t.log_index)
      AND NOT EXISTS (SELECT FROM beside b WHERE b.log_index = t.log_index)
      AND t.log_index < (SELECT n.log_index FROM ticks n WHERE n.pair_id = t.pair_id AND n.received_time < cutoff
        ORDER BY n.received_time DESC, n.log_index DESC LIMIT 1)
    ORDER BY t.log_index LIMIT most
  )
  DELETE FROM ticks t USING leaving l WHERE t.log_index = l.log_index;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
