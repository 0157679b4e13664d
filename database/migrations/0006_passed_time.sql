-- An option settled after the grace says that no tick will be received at or before its expiry. That is stored with the settlement: it
-- must hold for other servers' ticks and after a restart, whatever the wall clock does.
ALTER TABLE log_state ADD COLUMN passed_time bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.size < OLD.size OR NEW.evaluated_through < OLD.evaluated_through OR NEW.last_received_time < OLD.last_received_time
    OR NEW.passed_time < OLD.passed_time THEN
    RAISE EXCEPTION 'the log only grows' USING ERRCODE = 'check_violation', CONSTRAINT = 'log_only_grows';
  END IF;
  RETURN NEW;
END $$;
