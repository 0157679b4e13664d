-- Counters of failures are changed with every try, and with no index on their time that is done in place; what sweeps them reads them all, each hour.
DROP INDEX user_failures_by_time;
DROP INDEX staff_failures_by_time;
ALTER TABLE user_failures SET (fillfactor = 50);
ALTER TABLE staff_failures SET (fillfactor = 50);

-- A copy of somebody's data finds the messages to them by this.
CREATE INDEX outbox_by_owner ON outbox (owner_id, id) WHERE owner_id <> 0;
