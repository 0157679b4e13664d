-- Raw ticks are kept for 30 days. What goes then goes through one function that checks by itself what may: nobody else deletes a tick.

CREATE FUNCTION refuse_tick_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('fairtick.letting_go', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
DROP TRIGGER append_only ON ticks;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_tick_change();

-- At most `most` ticks; returns how many went. Only whole tiles go, whose hashes are stored, all of whose ticks are older than 30 days, by the
-- database's clock and by the log's newest tick, whichever is earlier, and evaluated and folded into candles. Of those stay: what decided an
-- order or a night, and each pair's newest.
CREATE FUNCTION let_go_ticks(most int) RETURNS int
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
      AND EXISTS (SELECT FROM log_tiles l WHERE l.level = 0 AND l.idx = t.log_index / 256)
      AND NOT EXISTS (SELECT FROM deciding d WHERE d.tick = t.log_index)
      AND t.log_index < (SELECT n.log_index FROM ticks n WHERE n.pair_id = t.pair_id AND n.received_time < cutoff
        ORDER BY n.received_time DESC, n.log_index DESC LIMIT 1)
    ORDER BY t.log_index LIMIT most
  )
  DELETE FROM ticks t USING leaving l WHERE t.log_index = l.log_index;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
REVOKE ALL ON FUNCTION let_go_ticks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION let_go_ticks TO fairtick_app;
