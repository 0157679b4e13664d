-- Why an order that waited was cancelled. Those that were cancelled before have none.

ALTER TABLE forex_orders ADD COLUMN cancel_reason text
  CHECK (cancel_reason IN ('user', 'reset', 'frozen', 'break', 'not_offered', 'limit', 'stop_out', 'loss', 'night', 'house'));
-- Of every order that is cancelled from now on: a check that is not valid yet holds for what is written, not for what stands.
ALTER TABLE forex_orders ADD CONSTRAINT forex_orders_why_cancelled
  CHECK ((status = 'cancelled') = (cancel_reason IS NOT NULL)) NOT VALID;
GRANT UPDATE (cancel_reason) ON forex_orders TO fairtick_app;
