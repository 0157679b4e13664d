-- A message that no server here can send, since its service is not set up: it waits, and is shown as held.

ALTER TABLE outbox ADD COLUMN held_time bigint;
GRANT UPDATE (held_time) ON outbox TO fairtick_app;
-- For the staff's lists by state, newest first.
CREATE INDEX outbox_open_by_id ON outbox (id) WHERE sent_time IS NULL AND dead_time IS NULL;
CREATE INDEX outbox_dead_by_id ON outbox (id) WHERE dead_time IS NOT NULL;
