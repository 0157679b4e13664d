-- How much of a trader is copied: so many openings a day and none on the heels of another, so much of one pair. The numbers are settings; what the rows say is
-- what they came to when the trader's order was taken.

ALTER TABLE trader_following
  -- The UTC day (days since 1970) of the newest copied opening, how many there were on it, and its time.
  ADD COLUMN copied_day int NOT NULL DEFAULT 0,
  ADD COLUMN copied_num int NOT NULL DEFAULT 0 CHECK (copied_num >= 0),
  ADD COLUMN copied_time bigint NOT NULL DEFAULT 0;
GRANT UPDATE (copied_day, copied_num, copied_time) ON trader_following TO fairtick_app;

-- Why an opening is copied for nobody.
ALTER TABLE copy_events ADD COLUMN barred text CHECK (barred IN ('trader_day', 'trader_pace')),
  ADD CONSTRAINT openings_are_barred CHECK (barred IS NULL OR kind = 'open');

ALTER TABLE copy_skips DROP CONSTRAINT copy_skips_reason_check, ADD CONSTRAINT copy_skips_reason_check CHECK (reason IN ('unfollowed', 'paused', 'late',
  'trader', 'trader_day', 'trader_pace', 'barred', 'limit', 'not_offered', 'closed', 'wanted', 'max_amount', 'free_margin', 'orders', 'position_limit',
  'copied_limit', 'house'));

-- A copy of what is barred is none.
DO $do$
DECLARE
  was text := pg_get_functiondef('copy_of_its_origin()'::regprocedure);
  asking text := 'AND e.kind = ''open''';
BEGIN
  IF strpos(was, asking) = 0 THEN RAISE EXCEPTION 'copy_of_its_origin is not as 0077 left it'; END IF;
  EXECUTE replace(was, asking, asking || ' AND e.barred IS NULL');
END $do$;
