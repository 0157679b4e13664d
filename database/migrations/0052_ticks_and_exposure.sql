-- What the app's role wrote by hand, and whoever stole it could: ticks, how far the log has come, and the house's exposure. Ticks come through one function
-- that continues the log by itself; the exposure is derived from the orders.

-- Makes every other appender wait until the transaction ends. The next tick is received no earlier than the last, and after what was said to have passed.
CREATE FUNCTION lock_tick_head() RETURNS TABLE (size bigint, last_received_time bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT size, greatest(last_received_time, passed_time + 1) FROM log_state FOR UPDATE
$$;

-- Places behind the last, one a tick, and numbers behind its pair's last are given here; what the caller hashed must have the same. The source is held by
-- one_tick_source. Nothing is received before what was received, nor more than an hour ahead of the database's clock, and no trigger is said to have been
-- decided that no tick could have called for yet.
CREATE FUNCTION append_ticks(from_size bigint, pairs_of int[], seqs bigint[], bids numeric[], asks numeric[], source_times bigint[], received_times bigint[],
  sources text[], leaves bytea[], evaluated bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  head record;
  count int := cardinality(pairs_of);
  broken text;
BEGIN
  SELECT * INTO head FROM lock_tick_head();
  IF head.size <> from_size THEN
    RAISE EXCEPTION 'the log has % ticks', head.size USING ERRCODE = 'check_violation', CONSTRAINT = 'ticks_in_order';
  END IF;
  IF evaluated >= from_size THEN
    RAISE EXCEPTION 'no trigger is decided ahead of the log' USING ERRCODE = 'check_violation', CONSTRAINT = 'evaluated_within_log';
  END IF;
  -- One array longer than the others leaves a row with nothing in it, which no column takes.
  SELECT CASE
      WHEN bool_or(t.seq IS DISTINCT FROM t.next) THEN 'ticks_in_order'
      WHEN min(t.received) < head.last_received_time OR bool_or(t.received < t.before) THEN 'ticks_in_order'
      WHEN max(t.received) > database_ms() + 3600000 THEN 'received_by_now' END INTO broken
  FROM (
    SELECT x.seq, x.received, lag(x.received) OVER (ORDER BY x.n) AS before,
      l.next + row_number() OVER (PARTITION BY x.pair ORDER BY x.n) - 1 AS next
    FROM unnest(pairs_of, seqs, received_times) WITH ORDINALITY AS x (pair, seq, received, n)
    JOIN (
      SELECT p.pair, coalesce((SELECT o.seq + 1 FROM ticks o WHERE o.pair_id = p.pair ORDER BY o.seq DESC LIMIT 1), 0) AS next
      FROM (SELECT DISTINCT pair FROM unnest(pairs_of) AS y (pair)) p
    ) l ON l.pair = x.pair
  ) t;
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'these ticks do not continue the log' USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  INSERT INTO ticks (log_index, pair_id, seq, bid, ask, source_time, received_time, source, leaf_hash)
    SELECT from_size + x.n - 1, x.pair, x.seq, x.bid, x.ask, x.source_time, x.received, x.source, x.leaf
    FROM unnest(pairs_of, seqs, bids, asks, source_times, received_times, sources, leaves)
      WITH ORDINALITY AS x (pair, seq, bid, ask, source_time, received, source, leaf, n);
  UPDATE log_state SET size = from_size + count, evaluated_through = greatest(evaluated_through, evaluated),
    last_received_time = greatest(last_received_time, received_times[count]);
END $$;

-- With the transaction it becomes true that no tick will be received at or before this moment, which is not ahead of the database's clock.
CREATE FUNCTION pass_time(moment bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF moment > database_ms() + 3600000 THEN
    RAISE EXCEPTION 'this moment has not come' USING ERRCODE = 'check_violation', CONSTRAINT = 'passed_by_now';
  END IF;
  UPDATE log_state SET passed_time = moment WHERE passed_time < moment AND last_received_time <= moment;
END $$;

REVOKE EXECUTE ON FUNCTION lock_tick_head(), append_ticks(bigint, int[], bigint[], numeric[], numeric[], bigint[], bigint[], text[], bytea[], bigint),
  pass_time(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_tick_head(), append_ticks(bigint, int[], bigint[], numeric[], numeric[], bigint[], bigint[], text[], bytea[], bigint),
  pass_time(bigint) TO fairtick_app;
REVOKE INSERT ON ticks FROM fairtick_app;
REVOKE UPDATE ON log_state FROM fairtick_app;

-- As the view open_sides has it: what opens adds to its side, what was open and is not any more leaves it. Every batch holds the lock of its realm's house,
-- so no two move one row at a time.
CREATE FUNCTION exposure_of_opened() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  MERGE INTO house_exposure h
  USING (
    SELECT realm, pair_id,
      coalesce(sum(units) FILTER (WHERE side = 'buy'), 0) AS buy_units, coalesce(sum(value) FILTER (WHERE side = 'buy'), 0) AS buy_value,
      coalesce(sum(units) FILTER (WHERE side = 'sell'), 0) AS sell_units, coalesce(sum(value) FILTER (WHERE side = 'sell'), 0) AS sell_value
    FROM (
      SELECT realm, pair_id, side, trunc(quantity * cont_num, 8) AS units, trunc(trunc(quantity * cont_num, 8) * open_price, 8) AS value
      FROM new_orders WHERE status = 'open'
    ) x GROUP BY realm, pair_id
  ) m ON h.realm = m.realm AND h.pair_id = m.pair_id
  WHEN MATCHED THEN UPDATE SET buy_units = h.buy_units + m.buy_units, buy_value = h.buy_value + m.buy_value,
    sell_units = h.sell_units + m.sell_units, sell_value = h.sell_value + m.sell_value
  WHEN NOT MATCHED THEN INSERT VALUES (m.realm, m.pair_id, m.buy_units, m.buy_value, m.sell_units, m.sell_value);
  RETURN NULL;
END $$;
CREATE FUNCTION exposure_of_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  MERGE INTO house_exposure h
  USING (
    SELECT realm, pair_id,
      coalesce(sum(units) FILTER (WHERE side = 'buy'), 0) AS buy_units, coalesce(sum(value) FILTER (WHERE side = 'buy'), 0) AS buy_value,
      coalesce(sum(units) FILTER (WHERE side = 'sell'), 0) AS sell_units, coalesce(sum(value) FILTER (WHERE side = 'sell'), 0) AS sell_value
    FROM (
      SELECT n.realm, n.pair_id, n.side, s.sign * trunc(n.quantity * n.cont_num, 8) AS units,
        s.sign * trunc(trunc(n.quantity * n.cont_num, 8) * coalesce(o.open_price, n.open_price), 8) AS value
      FROM new_orders n JOIN old_orders o USING (id)
      CROSS JOIN LATERAL (SELECT (n.status = 'open')::int - (o.status = 'open')::int AS sign) s
      WHERE s.sign <> 0
    ) x GROUP BY realm, pair_id
  ) m ON h.realm = m.realm AND h.pair_id = m.pair_id
  WHEN MATCHED THEN UPDATE SET buy_units = h.buy_units + m.buy_units, buy_value = h.buy_value + m.buy_value,
    sell_units = h.sell_units + m.sell_units, sell_value = h.sell_value + m.sell_value
  WHEN NOT MATCHED THEN INSERT VALUES (m.realm, m.pair_id, m.buy_units, m.buy_value, m.sell_units, m.sell_value);
  RETURN NULL;
END $$;
CREATE TRIGGER exposure_of_opened AFTER INSERT ON forex_orders REFERENCING NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION exposure_of_opened();
CREATE TRIGGER exposure_of_changed AFTER UPDATE ON forex_orders REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION exposure_of_changed();
REVOKE INSERT, UPDATE ON house_exposure FROM fairtick_app;
