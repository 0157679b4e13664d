-- How long after its acceptance an option begins to look for its opening tick, in ms: a term of the option, 0 for those of before.
ALTER TABLE micro_orders ADD COLUMN open_delay int NOT NULL DEFAULT 0 CONSTRAINT micro_orders_open_delay_check CHECK (open_delay >= 0);
ALTER TABLE micro_orders ALTER COLUMN open_delay DROP DEFAULT;
