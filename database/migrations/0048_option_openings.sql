-- An option is opened by the first tick of its pair after its acceptance: until then it waits, and its opening price is set once.

-- The place in the log at acceptance. NULL: accepted before this rule, opened by the newest tick of that moment.
ALTER TABLE micro_orders ADD COLUMN armed_index bigint;
ALTER TABLE micro_orders ALTER COLUMN open_price DROP NOT NULL, ALTER COLUMN open_tick DROP NOT NULL;
ALTER TABLE micro_orders DROP CONSTRAINT micro_orders_status_check, DROP CONSTRAINT micro_orders_outcome_check;
ALTER TABLE micro_orders
  ADD CONSTRAINT micro_orders_status_check CHECK (status IN ('waiting', 'open', 'closed')),
  ADD CONSTRAINT micro_orders_outcome_check CHECK (outcome IN ('win', 'loss', 'tie', 'void', 'no_tick')),
  -- Waiting and no_tick have no opening; open, and what a price ended, have one. A reset may come before or after it.
  ADD CONSTRAINT micro_orders_opening_check CHECK (
    (open_price IS NULL) = (open_tick IS NULL)
    AND (status <> 'waiting' OR open_price IS NULL) AND (status <> 'open' OR open_price IS NOT NULL)
    AND (outcome <> 'no_tick' OR open_price IS NULL) AND (outcome NOT IN ('win', 'loss', 'tie') OR open_price IS NOT NULL)
    AND (armed_index IS NOT NULL OR open_price IS NOT NULL) AND (open_tick IS NULL OR armed_index IS NULL OR open_tick > armed_index));

DROP INDEX micro_orders_live;
CREATE INDEX micro_orders_live ON micro_orders (user_id, expiry_time) WHERE status IN ('waiting', 'open');

-- An opening is set once, and nothing goes back.
DROP TRIGGER order_final ON micro_orders;
CREATE TRIGGER order_final BEFORE UPDATE ON micro_orders FOR EACH ROW
  WHEN (OLD.status = 'closed' OR (OLD.status = 'open' AND (NEW.status = 'waiting'
    OR (NEW.open_price, NEW.open_tick) IS DISTINCT FROM (OLD.open_price, OLD.open_tick))))
  EXECUTE FUNCTION order_final();
GRANT UPDATE (open_price, open_tick) ON micro_orders TO fairtick_app;

-- As it was (0045), and a waiting option keeps the source too.
CREATE OR REPLACE FUNCTION use_tick_source(wanted text, leaving text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
  IF EXISTS (SELECT FROM forex_orders WHERE status IN ('pending', 'open'))
    OR EXISTS (SELECT FROM micro_orders WHERE status IN ('waiting', 'open')) THEN
    RETURN 'open';
  END IF;
  INSERT INTO tick_sources VALUES (place, wanted, database_ms());
  RETURN '';
END $$;
