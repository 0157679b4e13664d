-- One log is one market: from which place on its ticks come from which source. A tick of another one is refused by whoever brings it; a change is a step of
-- its own, while nobody has anything open, so that no order begins on one market and ends on another.

CREATE TABLE tick_sources (
  first_index bigint PRIMARY KEY CHECK (first_index >= 0),
  source text NOT NULL,
  since bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON tick_sources FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON tick_sources TO fairtick_app;

INSERT INTO tick_sources SELECT 0, source, received_time FROM ticks ORDER BY log_index DESC LIMIT 1;

CREATE FUNCTION one_tick_source() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known text;
BEGIN
  SELECT source INTO known FROM tick_sources ORDER BY first_index DESC LIMIT 1;
  IF known IS NULL THEN
    INSERT INTO tick_sources SELECT log_index, source, received_time FROM new_ticks ORDER BY log_index LIMIT 1 RETURNING source INTO known;
  END IF;
  IF EXISTS (SELECT FROM new_ticks WHERE source <> known) THEN
    RAISE EXCEPTION 'this log is of %', known USING ERRCODE = 'check_violation', CONSTRAINT = 'one_tick_source';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER one_tick_source AFTER INSERT ON ticks REFERENCING NEW TABLE AS new_ticks FOR EACH STATEMENT EXECUTE FUNCTION one_tick_source();

-- What stands in the way of taking ticks from this source: the source that the log is of, or 'open' where it would be left while something is open. ''
-- where nothing does; then the log is of this source from its end on.
CREATE FUNCTION use_tick_source(wanted text, leaving text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  known text;
  place bigint;
BEGIN
  -- Waits for a batch of ticks that is being written, and makes the next one wait.
  SELECT size INTO place FROM log_state FOR UPDATE;
  SELECT source INTO known FROM tick_sources ORDER BY first_index DESC LIMIT 1;
  IF known IS NULL OR known = wanted THEN RETURN ''; END IF;
  IF leaving IS DISTINCT FROM known THEN RETURN known; END IF;
  -- No order is accepted between this and the row below: acceptance locks its owner, and names a tick of this log.
  LOCK TABLE forex_orders, micro_orders IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM forex_orders WHERE status IN ('pending', 'open')) OR EXISTS (SELECT FROM micro_orders WHERE status = 'open') THEN
    RETURN 'open';
  END IF;
  INSERT INTO tick_sources VALUES (place, wanted, database_ms());
  RETURN '';
END $$;
REVOKE EXECUTE ON FUNCTION use_tick_source(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_tick_source(text, text) TO fairtick_app;
