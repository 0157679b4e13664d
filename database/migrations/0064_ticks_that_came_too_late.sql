-- As before (0049), but that of an option that nothing opened the tick stays which may have opened it and came too late: since 0056 not the very next one.
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
      WHERE t.log_index > o.armed_index AND t.pair_id = o.pair_id AND (o.open_delay = 0 OR t.received_time >= o.accepted_time + o.open_delay)
      ORDER BY t.log_index LIMIT 1) first
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
